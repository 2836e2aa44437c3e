"""A group is told as it is by now, also where the event loop has not come to its timers yet. Time is virtual here."""

from __future__ import annotations

import asyncio
from typing import Any

from kafkawire import messages
from kafkawire.broker import Broker, ManualClock, MemoryFiles
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from tests.broker.wire import Wire, new_broker


async def states(wire: Wire) -> tuple[str, str]:
    """What describing and listing say."""
    described: Any = await wire.ask(messages.DescribeGroupsRequest(groups=["g"]), 5)
    listed: Any = await wire.ask(messages.ListGroupsRequest(), 4)
    return described.groups[0].group_state, listed.groups[0].group_state


def test_a_static_member_is_gone_when_its_session_is_over() -> None:
    async def main() -> None:
        clock = ManualClock()
        config = new_broker(group_initial_rebalance_delay_ms=0, group_min_session_timeout_ms=1000).config
        async with Broker(config, files=MemoryFiles(), clock=clock) as broker, asyncio.timeout(20):
            wire = await Wire.to(broker)
            request = messages.JoinGroupRequest(
                group_id="g",
                session_timeout_ms=5000,
                rebalance_timeout_ms=60_000,
                member_id="",
                group_instance_id="i",
                protocol_type="consumer",
                protocols=[JoinGroupRequestProtocol(name="range", metadata=b"")],
            )
            joined: Any = await wire.ask(request, 7)
            shares = [SyncGroupRequestAssignment(member_id=joined.member_id, assignment=b"")]
            await wire.ask(
                messages.SyncGroupRequest(
                    group_id="g",
                    generation_id=joined.generation_id,
                    member_id=joined.member_id,
                    group_instance_id="i",
                    protocol_type="consumer",
                    protocol_name="range",
                    assignments=shares,
                ),
                5,
            )
            clock.advance(4.9)
            assert await states(wire) == ("Stable", "Stable")
            clock.advance(0.2)
            assert await states(wire) == ("Empty", "Empty")
            await Wire.close_all()

    asyncio.run(main())

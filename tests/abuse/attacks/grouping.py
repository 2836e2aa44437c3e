"""Groups that are large: members, protocols, assignments, regular expressions."""

from __future__ import annotations

from kafkawire.messages import (
    ConsumerGroupHeartbeatRequest,
    JoinGroupRequest,
    ShareFetchRequest,
    ShareGroupHeartbeatRequest,
    SyncGroupRequest,
)
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.share_fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, frame

ALL = Collection()
_SUBSCRIPTION = JoinGroupRequestProtocol(name="range", metadata=b"\0\0\0\0\0\1\0\6honest\xff\xff\xff\xff")


@ALL.attack(litters=True)
def classic_group_of_4000(stage: Stage) -> Attacking:
    """4,000 connections that join one classic group at once, with 1 KB of metadata each."""
    stage.await_coordinator("crowd")
    large = JoinGroupRequestProtocol(name="range", metadata=_SUBSCRIPTION.metadata[:-4] + b"\0\0\4\0" + bytes(1024))
    return Exchange(stage.plain, [frame(_join("crowd", [large]), 3)] * 4000)


@ALL.attack()
def join_with_500k_protocols(stage: Stage) -> Attacking:
    """JoinGroup v3 with 500,000 protocols."""
    stage.await_coordinator("protocols")
    protocols = [JoinGroupRequestProtocol(name=f"{n:06}", metadata=b"") for n in range(500_000)]
    return Exchange(stage.plain, [frame(_join("protocols", protocols), 3)])


@ALL.attack(more=True)
def join_with_large_metadata(stage: Stage) -> Attacking:
    """JoinGroup v3 with 20 MB of metadata from each of three members of three groups."""
    stage.await_coordinator("large")
    protocols = [JoinGroupRequestProtocol(name="range", metadata=bytes(20_000_000))]
    return Exchange(stage.plain, [frame(_join(f"large-{n}", protocols), 3) for n in range(3)])


@ALL.attack(more=True)
def sync_with_500k_assignments(stage: Stage) -> Attacking:
    """SyncGroup v3 of a leader with 500,000 assignments."""
    stage.await_coordinator("assigned")
    joined = stage.ask(_join("assigned", [_SUBSCRIPTION]), 3)
    assert not joined.error_code
    others = [SyncGroupRequestAssignment(member_id=f"{n:06}", assignment=b"") for n in range(500_000)]
    request = SyncGroupRequest(
        group_id="assigned", generation_id=joined.generation_id, member_id=joined.member_id, assignments=others
    )
    return Exchange(stage.plain, [frame(request, 3)])


@ALL.attack(litters=True)
def consumer_group_of_10k(stage: Stage) -> Attacking:
    """ConsumerGroupHeartbeat of 10,000 new members of one group, with a pattern that backtracks without end."""
    stage.create(HONEST, "a" * 40)
    stage.await_coordinator("regex")
    beats = [
        ConsumerGroupHeartbeatRequest(
            group_id="regex",
            member_id=f"member-{n}",
            rebalance_timeout_ms=60_000,
            subscribed_topic_regex="(a+)+b" if n % 2 else f"(a|aa)+{n}",
            topic_partitions=[],
        )
        for n in range(10_000)
    ]
    return _crowd(stage, [frame(beat, 1) for beat in beats])


@ALL.attack(litters=True, more=True)
def share_group_of_10k(stage: Stage) -> Attacking:
    """ShareGroupHeartbeat of 10,000 new members of one group."""
    stage.await_coordinator("shared")
    beats = [
        ShareGroupHeartbeatRequest(group_id="shared", member_id=f"member-{n:014}", subscribed_topic_names=[HONEST])
        for n in range(10_000)
    ]
    return _crowd(stage, [frame(beat, 1) for beat in beats])


@ALL.attack()
def share_fetch_500k(stage: Stage) -> Attacking:
    """ShareFetch v1 of 500,000 partitions of one topic."""
    stage.await_coordinator("shared")
    topic = FetchTopic(
        topic_id=stage.create(HONEST), partitions=[FetchPartition(partition_index=n) for n in range(500_000)]
    )
    member = ShareGroupHeartbeatRequest(
        group_id="shared", member_id="AAAAAAAAAAAAAAAAAAAAAA", subscribed_topic_names=[HONEST]
    )
    stage.ask(member, 1)
    request = ShareFetchRequest(
        group_id="shared", member_id=member.member_id, max_bytes=1, max_records=1, batch_size=1, topics=[topic]
    )
    return Exchange(stage.plain, [frame(request, 1)])


def _join(group: str, protocols: list[JoinGroupRequestProtocol]) -> JoinGroupRequest:
    return JoinGroupRequest(
        group_id=group,
        session_timeout_ms=10_000,
        rebalance_timeout_ms=10_000,
        protocol_type="consumer",
        protocols=protocols,
    )


def _crowd(stage: Stage, frames: list[bytes]) -> Exchange:
    """Each frame once, over ten connections."""
    return Exchange(stage.plain, [b"".join(frames[n::10]) for n in range(10)], answers=len(frames) // 10)

"""What members of share groups ask a broker for, and what they read out of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kafkawire.broker import Broker
from kafkawire.messages import ShareAcknowledgeRequest, ShareFetchRequest, ShareGroupHeartbeatRequest
from kafkawire.messages import share_acknowledge_request as acknowledging
from kafkawire.messages import share_fetch_request as fetching
from tests.broker.wire import Wire, produce

ME, OTHER = "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg"
EARLIEST = {"share.auto.offset.reset": "earliest"}
QUICK: dict[str, Any] = {"group_share_assignment_interval_ms": 0}
ACCEPT, RELEASE, REJECT, RENEW = 1, 2, 3, 4


def topic_id(broker: Broker) -> UUID:
    topic = broker.node.topics.get("t")
    assert topic is not None
    return topic.topic_id


def beat(member: str = ME, epoch: int = 0, group: str = "g", topics: Sequence[str] | None = ("t",)) -> Any:
    names = list(topics) if topics is not None and epoch == 0 else None
    return ShareGroupHeartbeatRequest(
        group_id=group, member_id=member, member_epoch=epoch, rack_id=None, subscribed_topic_names=names
    )


def fetch(broker: Broker, epoch: int, partitions: Sequence[int] = (0,), member: str = ME, **options: Any) -> Any:
    acks: dict[int, list[tuple[int, int, list[int]]]] = options.pop("acks", {})
    forgotten = options.pop("forget", ())
    parts = [
        fetching.FetchPartition(
            partition_index=n,
            acknowledgement_batches=[
                fetching.AcknowledgementBatch(first_offset=first, last_offset=last, acknowledge_types=kinds)
                for first, last, kinds in acks.get(n, ())
            ],
        )
        for n in sorted({*partitions, *acks})
    ]
    settings: dict[str, Any] = {"max_wait_ms": 0, "min_bytes": 1, "max_bytes": 1 << 20, "max_records": 100}
    return ShareFetchRequest(
        group_id=options.pop("group", "g"),
        member_id=member,
        share_session_epoch=epoch,
        topics=[fetching.FetchTopic(topic_id=topic_id(broker), partitions=parts)] if parts else [],
        forgotten_topics_data=[fetching.ForgottenTopic(topic_id=topic_id(broker), partitions=list(forgotten))]
        if forgotten
        else [],
        **{**settings, **options},
    )


def acknowledge(
    broker: Broker, epoch: int, *batches: tuple[int, int, list[int]], member: str = ME, renew: bool = False
) -> Any:
    told = [
        acknowledging.AcknowledgementBatch(first_offset=first, last_offset=last, acknowledge_types=kinds)
        for first, last, kinds in batches
    ]
    part = acknowledging.AcknowledgePartition(partition_index=0, acknowledgement_batches=told)
    topics = [acknowledging.AcknowledgeTopic(topic_id=topic_id(broker), partitions=[part])] if batches else []
    return ShareAcknowledgeRequest(
        group_id="g", member_id=member, share_session_epoch=epoch, is_renew_ack=renew, topics=topics
    )


def acquired(response: Any) -> list[tuple[int, int, int]]:
    assert response.error_code == 0, response
    parts = [part for topic in response.responses for part in topic.partitions]
    assert not any(part.error_code for part in parts), response
    return [(a.first_offset, a.last_offset, a.delivery_count) for part in parts for a in part.acquired_records]


def said(response: Any) -> int:
    assert response.error_code == 0, response
    return response.responses[0].partitions[0].error_code  # type: ignore[no-any-return]


async def begin(broker: Broker, wire: Wire, *values: bytes, member: str = ME, **options: str) -> None:
    """A member of the group, and records for it."""
    broker.node.dynamic.apply_group("g", {**EARLIEST, **{k.replace("_", "."): v for k, v in options.items()}})
    if values:
        await produce(wire, "t", list(values))
    answer = await wire.ask(beat(member), 1)
    assert answer.error_code == 0

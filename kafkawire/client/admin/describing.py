"""What topics are like, out of two responses that say it: DescribeTopicPartitions, in pages, and Metadata."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from uuid import UUID

from kafkawire.client.admin.names import operations
from kafkawire.errors import RemoteProtocolError

if TYPE_CHECKING:
    from kafkawire.messages import DescribeTopicPartitionsRequest

__all__ = ["PartitionDescription", "TopicDescription", "described", "next_page"]


@dataclass(frozen=True, slots=True)
class PartitionDescription:
    """Where a partition is; `leader` is -1 while there is none.

    `eligible_leader_replicas` and `last_known_elr` are None where the broker does not say (KIP-966).
    """

    partition: int
    leader: int
    leader_epoch: int
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    offline_replicas: tuple[int, ...]
    eligible_leader_replicas: tuple[int, ...] | None = None
    last_known_elr: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class TopicDescription:
    """A topic; `authorized_operations` is None where the broker does not say."""

    name: str
    topic_id: UUID
    is_internal: bool
    partitions: tuple[PartitionDescription, ...]
    authorized_operations: frozenset[str] | None


def next_page(names: Iterable[str], pages: Sequence[Any], size: int) -> DescribeTopicPartitionsRequest | None:
    """The request that comes after the pages so far, or None after the last.

    Raises `RemoteProtocolError` for a page that does not lead any further.
    """
    from kafkawire.messages import DescribeTopicPartitionsRequest
    from kafkawire.messages.describe_topic_partitions_request import Cursor, TopicRequest

    cursors = [page.next_cursor and (page.next_cursor.topic_name, page.next_cursor.partition_index) for page in pages]
    if pages and cursors[-1] is None:
        return None
    if len(cursors) > 1 and cursors[-1] <= cursors[-2]:
        raise RemoteProtocolError(f"topics in pages: after {cursors[-2]} the broker wants to go on at {cursors[-1]}")
    cursor = Cursor(topic_name=cursors[-1][0], partition_index=cursors[-1][1]) if pages else None
    return DescribeTopicPartitionsRequest(
        topics=[TopicRequest(name=name) for name in sorted(names)], response_partition_limit=size, cursor=cursor
    )


def described(pages: Iterable[Any]) -> list[tuple[int, TopicDescription]]:
    """The topics of all pages, each with its error code; one whose partitions lie on several is put together."""
    topics: dict[tuple[str | None, UUID], list[Any]] = {}
    for page in pages:
        for topic in page.topics:
            topics.setdefault((topic.name, topic.topic_id), []).append(topic)
    return [_topic(parts[0], [p for part in parts for p in part.partitions]) for parts in topics.values()]


def _topic(topic: Any, partitions: Iterable[Any]) -> tuple[int, TopicDescription]:
    ordered = sorted(partitions, key=attrgetter("partition_index"))
    allowed = operations(topic.topic_authorized_operations)
    found = TopicDescription(
        topic.name or "", topic.topic_id, topic.is_internal, tuple(map(_partition, ordered)), allowed
    )
    return topic.error_code, found


def _partition(partition: Any) -> PartitionDescription:
    return PartitionDescription(
        partition.partition_index,
        partition.leader_id,
        partition.leader_epoch,
        tuple(partition.replica_nodes),
        tuple(partition.isr_nodes),
        tuple(partition.offline_replicas),
        _ids(getattr(partition, "eligible_leader_replicas", None)),
        _ids(getattr(partition, "last_known_elr", None)),
    )


def _ids(ids: Sequence[int] | None) -> tuple[int, ...] | None:
    return None if ids is None else tuple(ids)

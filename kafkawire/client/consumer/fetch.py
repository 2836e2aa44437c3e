"""One fetch: the request for a set of positions, and what its answer holds for each.

Fetches are sessionless: each names all its partitions (a session of KIP-227 would name the changes only).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.embedded import group_by_topic
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.messages import FetchRequest, FetchResponse
    from kafkawire.messages.fetch_request import FetchPartition
    from kafkawire.messages.fetch_response import AbortedTransaction, PartitionData

__all__ = ["LARGEST_FETCH", "FetchSettings", "FetchedPartition", "Position", "fetch_from", "settings_of"]

_RECORD_BATCHES = 4  # older answers hold old message formats only, and nothing of transactions
_LAST_VERSION_WITH_NAMES = 12
LARGEST_FETCH = 2**31 - 1
"""Bytes: what a size on the wire can say."""


class Position(NamedTuple):
    """Where to read on, and how many bytes of the partition one answer may hold."""

    offset: int
    max_bytes: int


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """What a fetch asks of the broker beside positions; times in milliseconds, sizes in bytes."""

    max_wait_ms: int = 500
    min_bytes: int = 1
    max_bytes: int = 50 * 1024 * 1024
    read_committed: bool = False
    rack: str = ""


def settings_of(options: ConsumerOptions) -> FetchSettings:
    """What a consumer's options say of it."""
    return FetchSettings(
        max_wait_ms=options.fetch_max_wait_ms,
        min_bytes=options.fetch_min_bytes,
        max_bytes=options.fetch_max_bytes,
        read_committed=options.isolation_level == "read_committed",
        rack=options.client_rack,
    )


@dataclass(slots=True)
class FetchedPartition:
    """What an answer says of one partition. `records` may end in a part of a batch."""

    tp: TopicPartition
    error_code: int
    high_watermark: int
    last_stable_offset: int
    log_start_offset: int
    aborted: Sequence[AbortedTransaction]
    records: bytes
    has_moved: bool = False
    """Whether the broker has told who leads the partition now."""


async def fetch_from(
    cluster: Cluster, node_id: int, positions: Mapping[TopicPartition, Position], settings: FetchSettings
) -> list[FetchedPartition]:
    """One attempt to read from a broker. Errors of single partitions are in the result, others raised."""
    ids = all(cluster.metadata.topic_id(tp.topic) != NO_TOPIC_ID for tp in positions)
    response = await cluster.request(
        node_id,
        _request(cluster, positions, settings),
        at_least=_RECORD_BATCHES,
        at_most=None if ids else _LAST_VERSION_WITH_NAMES,
        extra_time=settings.max_wait_ms / 1000,
    )
    return _partitions(cluster, cast("FetchResponse", response))


def _request(cluster: Cluster, positions: Mapping[TopicPartition, Position], settings: FetchSettings) -> FetchRequest:
    from kafkawire.messages import FetchRequest
    from kafkawire.messages.fetch_request import FetchTopic

    return FetchRequest(
        max_wait_ms=settings.max_wait_ms,
        min_bytes=settings.min_bytes,
        max_bytes=settings.max_bytes,
        isolation_level=int(settings.read_committed),
        topics=[
            FetchTopic(
                topic=name,
                topic_id=cluster.metadata.topic_id(name),
                partitions=[_partition(index, positions[TopicPartition(name, index)]) for index in indexes],
            )
            for name, indexes in group_by_topic(positions).items()
        ],
        rack_id=settings.rack,
    )


def _partition(index: int, position: Position) -> FetchPartition:
    from kafkawire.messages.fetch_request import FetchPartition

    return FetchPartition(partition=index, fetch_offset=position.offset, partition_max_bytes=position.max_bytes)


def _partitions(cluster: Cluster, response: FetchResponse) -> list[FetchedPartition]:
    if response.error_code:
        raise KafkaError(response.error_code, "fetch")
    # An id that is not known: deleted and created again while we asked, so it is asked for again.
    names = [topic.topic or cluster.metadata.name(topic.topic_id) for topic in response.responses]
    return [
        _partition_of(cluster, response, TopicPartition(name, part.partition_index), part)
        for name, topic in zip(names, response.responses, strict=True)
        for part in topic.partitions
    ]


def _partition_of(
    cluster: Cluster, response: FetchResponse, tp: TopicPartition, part: PartitionData
) -> FetchedPartition:
    has_moved = bool(part.error_code) and cluster.metadata.hint(tp, part.current_leader, response.node_endpoints)
    return FetchedPartition(
        tp=tp,
        error_code=part.error_code,
        high_watermark=part.high_watermark,
        last_stable_offset=part.last_stable_offset,
        log_start_offset=part.log_start_offset,
        aborted=part.aborted_transactions or (),
        records=part.records or b"",
        has_moved=has_moved,
    )

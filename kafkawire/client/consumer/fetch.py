"""What a fetch asks for, and what its answer holds for each partition.

`fetch_from` makes one fetch that names all its partitions; a consumer's go on from one another (`fetch_session.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast
from uuid import UUID

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.embedded import group_by_topic
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.errors import KafkaError
from kafkawire.message import Buffer

if TYPE_CHECKING:
    from kafkawire.message import Request
    from kafkawire.messages import FetchRequest, FetchResponse
    from kafkawire.messages.fetch_request import FetchPartition
    from kafkawire.messages.fetch_response import AbortedTransaction, EpochEndOffset, PartitionData
    from kafkawire.protocol.versions import ApiVersions

__all__ = [
    "LARGEST_FETCH",
    "FetchSettings",
    "FetchedPartition",
    "Position",
    "SendsAhead",
    "fetch_from",
    "fetch_partition",
    "fetched_partition",
    "named",
    "send_ahead",
    "settings_of",
]

RECORD_BATCHES = 4
"""Older answers hold old message formats only, and nothing of transactions."""
LAST_VERSION_WITH_NAMES = 12
_FETCHED_EPOCHS = 12
LARGEST_FETCH = 2**31 - 1
"""Bytes: what a size on the wire can say."""


class SendsAhead(Protocol):
    """A connection that takes a request before somebody waits for its answer."""

    versions: ApiVersions

    def send_ahead(self, request: Request, version: int) -> None:
        """Send it now; the same request finds its answer, or at least part of it, when it is made."""


class Position(NamedTuple):
    """Where to read on, and how many bytes of the partition one answer may hold.

    `leader_epoch`: whom we take for the leader. `fetched_epoch`: of the record before `offset`. Both -1 if not known.
    """

    offset: int
    max_bytes: int
    leader_epoch: int = -1
    fetched_epoch: int = -1


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """What a fetch asks of the broker beside positions; times in milliseconds, sizes in bytes."""

    max_wait_ms: int = 500
    min_bytes: int = 1
    max_bytes: int = 50 * 1024 * 1024
    read_committed: bool = False
    rack: str = ""

    def request(self, max_bytes: int | None = None) -> FetchRequest:
        """A request without partitions."""
        from kafkawire.messages import FetchRequest

        return FetchRequest(
            max_wait_ms=self.max_wait_ms,
            min_bytes=self.min_bytes,
            max_bytes=self.max_bytes if max_bytes is None else max_bytes,
            isolation_level=int(self.read_committed),
            rack_id=self.rack,
        )


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
    records: Buffer
    has_moved: bool = False
    """Whether the broker has told who leads the partition now."""
    diverging: EpochEndOffset | None = None
    """Where the log parts from what was fetched before."""
    preferred_replica: int = -1
    """Which broker to fetch from rather than from the leader (KIP-392)."""
    is_crowded_out: bool = False
    """Whether the answer was full before this partition had what was asked for."""


async def fetch_from(
    cluster: Cluster, node_id: int, positions: Mapping[TopicPartition, Position], settings: FetchSettings
) -> list[FetchedPartition]:
    """One attempt to read from a broker. Errors of single partitions are in the result, others raised."""
    response = await cluster.request(
        node_id,
        _request(cluster, positions, settings),
        at_least=RECORD_BATCHES,
        at_most=_highest_version(cluster, positions),
        extra_time=settings.max_wait_ms / 1000,
    )
    return _partitions(cluster, cast("FetchResponse", response))


def send_ahead(
    cluster: Cluster, connection: SendsAhead, positions: Mapping[TopicPartition, Position], settings: FetchSettings
) -> None:
    """Send what `fetch_from` is going to ask for next, so that the answer is under way while the last one is read."""
    request = _request(cluster, positions, settings)
    highest = _highest_version(cluster, positions)
    connection.send_ahead(request, connection.versions.choose(type(request), highest, RECORD_BATCHES))


def _highest_version(cluster: Cluster, positions: Iterable[TopicPartition]) -> int | None:
    ids = all(cluster.metadata.topic_id(tp.topic) != NO_TOPIC_ID for tp in positions)
    return None if ids else LAST_VERSION_WITH_NAMES


def _request(cluster: Cluster, positions: Mapping[TopicPartition, Position], settings: FetchSettings) -> FetchRequest:
    from kafkawire.messages.fetch_request import FetchTopic

    request = settings.request()
    request.topics = [
        FetchTopic(
            topic=name,
            topic_id=cluster.metadata.topic_id(name),
            partitions=[fetch_partition(index, positions[TopicPartition(name, index)]) for index in indexes],
        )
        for name, indexes in group_by_topic(positions).items()
    ]
    return request


def fetch_partition(index: int, position: Position, version: int | None = None) -> FetchPartition:
    """A position as a request has it; before version 12 it could not say what had been fetched."""
    from kafkawire.messages.fetch_request import FetchPartition

    return FetchPartition(
        partition=index,
        current_leader_epoch=position.leader_epoch,
        fetch_offset=position.offset,
        last_fetched_epoch=position.fetched_epoch if version is None or version >= _FETCHED_EPOCHS else -1,
        partition_max_bytes=position.max_bytes,
    )


def _partitions(cluster: Cluster, response: FetchResponse) -> list[FetchedPartition]:
    if response.error_code:
        raise KafkaError(response.error_code, "fetch")
    # An id that is not known: deleted and created again while we asked, so it is asked for again.
    return [
        fetched_partition(cluster, response, TopicPartition(name, part.partition_index), part)
        for name, part in named(response, cluster.metadata.name)
    ]


def named(response: FetchResponse, name_of: Callable[[UUID], str]) -> Iterator[tuple[str, PartitionData]]:
    """The partitions of an answer with the names of their topics."""
    for topic in response.responses:
        name = topic.topic or name_of(topic.topic_id)
        for part in topic.partitions:
            yield name, part


def fetched_partition(
    cluster: Cluster, response: FetchResponse, tp: TopicPartition, part: PartitionData
) -> FetchedPartition:
    """One partition of an answer; a hint who leads it now is taken over."""
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
        diverging=part.diverging_epoch,
        preferred_replica=part.preferred_read_replica,
    )

"""Clients for code without an event loop: scripts, and workers such as Spark's executors.

`Producer`, `Consumer`, `ShareConsumer` and `Admin` are those of asyncio with calls that block. `BlockingReader` reads
ranges of partitions, without a group and without a thread:

    with BlockingReader("127.0.0.1:9092") as reader:
        for tp in reader.partitions("flights"):
            for batch in reader.fetch(tp, 0, 1_000):
                ...

The logic is that of the asyncio clients. `Admin` and `BlockingReader` stand on coroutines that await nothing but a
`Runtime`; here the runtime blocks inside, so such a coroutine runs through in one go and never suspends. `Producer` and
`Consumer` have work to do while nobody calls, so they run in a thread with an event loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.blocking_runtime import BlockingRuntime, run
from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.offsets import EARLIEST, LATEST, list_offsets
from kafkawire.client.consumer.ranges import FetchedRange, ask_ahead, first_size, next_size, read_range
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.options import ConsumerOptions, make_options
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.client.admin.blocking import BlockingAdmin as BlockingAdmin
    from kafkawire.client.consumer.blocking import BlockingConsumer as BlockingConsumer
    from kafkawire.client.producer.blocking import BlockingProducer as BlockingProducer
    from kafkawire.client.share.blocking import BlockingShareConsumer as BlockingShareConsumer

    Admin = BlockingAdmin
    Consumer = BlockingConsumer
    Producer = BlockingProducer
    ShareConsumer = BlockingShareConsumer

__all__ = [
    "Admin",
    "BlockingAdmin",
    "BlockingConsumer",
    "BlockingProducer",
    "BlockingReader",
    "BlockingRuntime",
    "BlockingShareConsumer",
    "Consumer",
    "Producer",
    "ShareConsumer",
    "run",
]


class BlockingReader:
    """Reads ranges of partitions. Options: `ConsumerOptions`; there is no group. Not for several threads at once.

    Connections are opened on first use; a reader can be made on one machine and used on another.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        runtime: BlockingRuntime | None = None,
        **options: Unpack[ConsumerArguments],
    ) -> None:
        self.options = make_options(ConsumerOptions, options)
        self._cluster = Cluster(bootstrap_servers, self.options, runtime or BlockingRuntime(), owner="BlockingReader")

    def __enter__(self) -> Self:
        run(self._cluster.start())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._cluster.close()

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return dict(self._cluster.counted())

    def topics(self) -> dict[str, TopicInfo]:
        """All topics of the cluster that this client may see."""
        return run(self._cluster.all_topics())

    def partitions(self, topic: str, *, wait: bool = True) -> list[TopicPartition]:
        """The partitions of a topic, as they are now. Raises `KafkaError` if there is no such topic.

        `wait`: for a topic that is not there yet, as long as `default_api_timeout_ms`.
        """
        self._cluster.topics.add(topic)
        run(self._cluster.retrying(self._cluster.refresh, f"find topic {topic!r}", refresh=False))
        if not wait and topic not in self._cluster.metadata.topics:
            self._cluster.topics.discard(topic)
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"topic {topic!r}")
        return [TopicPartition(topic, index) for index in sorted(run(self._cluster.topic(topic)).partitions)]

    def list_offsets(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Per partition the first offset at or after a timestamp in milliseconds (-1: the end, -2: the beginning)."""
        committed = self.options.isolation_level == "read_committed"
        return run(list_offsets(self._cluster, timestamps, read_committed=committed))

    def beginning_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Per partition the first offset that is still there."""
        return self.list_offsets(dict.fromkeys(partitions, EARLIEST))

    def end_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Per partition the offset behind the last record that can be read."""
        return self.list_offsets(dict.fromkeys(partitions, LATEST))

    def piece_at(self, tp: TopicPartition, start: int, end: int, *, timeout: float | None = None) -> FetchedRange:
        """A first small piece of what `fetch` reads, and nothing more: for a look at a place. Errors as there."""
        return run(read_range(self._cluster, self.options, tp, start, end, timeout, first_size(self.options)))

    def fetch(
        self, tp: TopicPartition | tuple[str, int], start: int, end: int, *, timeout: float | None = None
    ) -> Iterator[FetchedRange]:
        """Read a partition from offset `start` up to, and without, `end`, in pieces as the broker sends them.

        Ends at `end`, whether or not there is a record at every offset before. Raises `NoOffset` where the range is
        not, or no longer, there, and `TimedOut` if nothing new comes for `timeout` seconds (default:
        `default_api_timeout_ms`) although `end` is not reached.
        """
        cluster, options, tp, position = self._cluster, self.options, TopicPartition(*tp), start
        size = first_size(options)
        while position < end:
            piece = run(read_range(cluster, options, tp, position, end, timeout, size))
            position, size = piece.next_offset, next_size(options, piece, end)
            if position < end:
                run(ask_ahead(cluster, options, tp, position, size))
            yield piece


_KINDS = {"Admin": "admin", "Consumer": "consumer", "Producer": "producer", "ShareConsumer": "share"}
_HOMES = {
    f"{prefix}{kind}": f"kafkawire.client.{module}.blocking:Blocking{kind}"  # readers do not need it
    for kind, module in _KINDS.items()
    for prefix in ("", "Blocking")
}

if not TYPE_CHECKING:  # a type checker is to find names that do not exist
    __getattr__, __dir__ = lazily(__name__, _HOMES)

"""Log directories of brokers: how full they are, which replicas lie where, and moving replicas between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import each_partition, read_partitions, topics_of
from kafkawire.client.admin.routing import by_node
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.messages import AlterReplicaLogDirsRequest

__all__ = ["LogDir", "LogDirsAdmin", "ReplicaInfo"]


@dataclass(frozen=True, slots=True)
class ReplicaInfo:
    """A replica on disk: bytes, records behind the high watermark, and whether it is moving here from another place."""

    size: int
    offset_lag: int
    is_future: bool


@dataclass(frozen=True, slots=True)
class LogDir:
    """A directory. Bytes are -1 where the broker does not say; `error` is there when the disk is broken."""

    path: str
    replicas: Mapping[TopicPartition, ReplicaInfo]
    total_bytes: int = -1
    usable_bytes: int = -1
    is_cordoned: bool = False
    error: KafkaError | None = None


class LogDirsAdmin(AdminBase):
    """Calls about log directories."""

    async def describe_log_dirs(
        self, brokers: Iterable[int] | None = None, *, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[int, list[LogDir]]:
        """The directories of brokers (default: all), with all replicas in them or those of some partitions."""
        from kafkawire.messages import DescribeLogDirsRequest
        from kafkawire.messages.describe_log_dirs_request import DescribableLogDirTopic

        topics = topics_of(partitions, lambda name, indexes: DescribableLogDirTopic(topic=name, partitions=indexes))
        request = DescribeLogDirsRequest(topics=topics)
        return await self._each_broker(brokers, request, lambda _, response: [*map(_log_dir, response.results)])

    async def alter_replica_log_dirs(self, moves: Mapping[int, Mapping[TopicPartition, str]]) -> None:
        """Move replicas on a broker to another directory: `{1: {TopicPartition("t", 0): "/disk2"}}`.

        Items of a `SomeFailed` are (broker, partition). The broker answers before the move is done.
        """
        paths = {(node, TopicPartition(*tp)): path for node, tps in moves.items() for tp, path in tps.items()}

        def build(items: list[Any]) -> AlterReplicaLogDirsRequest:
            return _move_request({tp: paths[node, tp] for node, tp in items})

        def label(item: tuple[int, TopicPartition]) -> str:
            return f"{item[1]} on broker {item[0]}"

        await self._each(paths, label, by_node, build, read_partitions("results", "topic_name"))


def _log_dir(result: Any) -> LogDir:
    replicas = {
        tp: ReplicaInfo(p.partition_size, p.offset_lag, p.is_future_key) for tp, p in each_partition(result.topics)
    }
    error = KafkaError(result.error_code, result.log_dir) if result.error_code else None
    return LogDir(result.log_dir, replicas, result.total_bytes, result.usable_bytes, result.is_cordoned, error)


def _move_request(paths: Mapping[TopicPartition, str]) -> AlterReplicaLogDirsRequest:
    from kafkawire.messages import AlterReplicaLogDirsRequest
    from kafkawire.messages.alter_replica_log_dirs_request import AlterReplicaLogDir, AlterReplicaLogDirTopic

    by_path: dict[str, list[TopicPartition]] = {}
    for tp, path in paths.items():
        by_path.setdefault(path, []).append(tp)

    def topic(name: str, indexes: list[int]) -> AlterReplicaLogDirTopic:
        return AlterReplicaLogDirTopic(name=name, partitions=indexes)

    return AlterReplicaLogDirsRequest(
        dirs=[AlterReplicaLogDir(path=path, topics=topics_of(tps, topic)) for path, tps in by_path.items()]
    )

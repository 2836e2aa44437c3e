"""What is known of a cluster: its brokers, its topics, and who leads which partition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol
from uuid import UUID

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, RemoteProtocolError

if TYPE_CHECKING:
    from kafkawire.messages import MetadataResponse
    from kafkawire.messages.metadata_response import MetadataResponseTopic

__all__ = [
    "NO_TOPIC_ID",
    "CoordinatorKind",
    "GroupMetadata",
    "Metadata",
    "Node",
    "PartitionInfo",
    "TopicInfo",
    "TopicPartition",
    "check_sane",
]

NO_TOPIC_ID = UUID(int=0)
NO_LEADER = -1
_GONE = {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID}


class TopicPartition(NamedTuple):
    """One partition of one topic."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


class CoordinatorKind(IntEnum):
    """What a broker coordinates: the key types of FindCoordinator."""

    GROUP = 0
    TRANSACTION = 1


class GroupMetadata(NamedTuple):
    """As whom a consumer commits: what a transaction needs to commit offsets for it (KIP-447)."""

    group_id: str
    generation_id: int = -1
    """The group's generation, or the member's epoch; -1 for who is no member."""
    member_id: str = ""
    group_instance_id: str | None = None


class Node(NamedTuple):
    """A broker and the address it advertises."""

    node_id: int
    host: str
    port: int


class LeaderHint(Protocol):
    """What responses to Produce and Fetch say of a leader."""

    leader_id: int
    leader_epoch: int


class Endpoint(Protocol):
    """What they say of its address."""

    node_id: int
    host: str
    port: int


@dataclass(slots=True)
class PartitionInfo:
    """Who leads a partition (-1: nobody now), and in which leader epoch (-1: the broker does not say)."""

    leader: int
    leader_epoch: int


@dataclass(slots=True)
class TopicInfo:
    """A topic and its partitions by index; `topic_id` is zero where the broker has none (before Kafka 2.8)."""

    name: str
    topic_id: UUID
    error_code: int
    is_internal: bool
    partitions: dict[int, PartitionInfo]

    @property
    def led(self) -> list[int]:
        """The partitions that have a leader now, in order."""
        return sorted(index for index, info in self.partitions.items() if info.leader != NO_LEADER)


@dataclass(slots=True)
class Metadata:
    """A view of the cluster as of the last responses; topics that were not asked for stay as they were.

    A topic that does not exist any more is not here any more.
    """

    cluster_id: str | None = None
    controller_id: int = NO_LEADER
    nodes: dict[int, Node] = field(default_factory=dict)
    topics: dict[str, TopicInfo] = field(default_factory=dict)
    names: dict[UUID, str] = field(default_factory=dict)
    version: int = 0
    """Grows with whatever is learnt."""

    def update(self, response: MetadataResponse, *, is_complete: bool = False) -> None:
        """Take over what a response says; a complete one is about all topics, so that there are no others."""
        self.version += 1
        self.cluster_id = response.cluster_id
        self.controller_id = response.controller_id
        if response.brokers:  # a response without any is a broker that does not know the cluster yet
            self.nodes = {b.node_id: Node(b.node_id, b.host, b.port) for b in response.brokers}
        for topic in response.topics:
            if topic.name is not None:
                self._put(_topic_info(topic, topic.name))
            elif topic.error_code in _GONE:
                self._drop(self.names.get(topic.topic_id, ""))
        if is_complete:
            for name in self.topics.keys() - {topic.name for topic in response.topics}:
                self._drop(name)

    def forget(self) -> None:
        """Know nothing again: what is asked next may be another cluster."""
        self.nodes, self.topics, self.names, self.controller_id = {}, {}, {}, NO_LEADER

    def add_node(self, node: Node) -> None:
        """A broker that somebody has named, if the metadata have not."""
        if node.node_id >= 0:
            self.nodes.setdefault(node.node_id, node)

    def _put(self, topic: TopicInfo) -> None:
        before = self.topics.get(topic.name)
        if before is not None:
            self._drop(topic.name)
        if topic.error_code in _GONE:
            return
        if before is not None and before.topic_id == topic.topic_id:
            _keep_newer(topic, before)
        self.topics[topic.name] = topic
        if topic.topic_id != NO_TOPIC_ID:
            self.names[topic.topic_id] = topic.name

    def _drop(self, name: str) -> None:
        gone = self.topics.pop(name, None)
        if gone is not None:
            self.names.pop(gone.topic_id, None)

    def leader(self, tp: TopicPartition) -> int:
        """The node id of the partition's leader, or -1 while that is not known."""
        topic = self.topics.get(tp.topic)
        info = topic.partitions.get(tp.partition) if topic is not None else None
        return NO_LEADER if info is None or info.leader not in self.nodes else info.leader

    def leader_epoch(self, tp: TopicPartition) -> int:
        """The epoch of the partition's leader, -1 while that is not known."""
        topic = self.topics.get(tp.topic)
        info = topic.partitions.get(tp.partition) if topic is not None else None
        return NO_LEADER if info is None else info.leader_epoch

    def hint(self, tp: TopicPartition, leader: LeaderHint | None, endpoints: Iterable[Endpoint]) -> bool:
        """Take over who leads a partition now, in the words of the broker that does not any more (KIP-951).

        Returns whether that is news; if so, there is no need to ask for metadata.
        """
        topic = self.topics.get(tp.topic)
        info = None if topic is None else topic.partitions.get(tp.partition)
        if info is None or leader is None or leader.leader_epoch <= info.leader_epoch:
            return False
        info.leader, info.leader_epoch = leader.leader_id, leader.leader_epoch
        self.version += 1
        for endpoint in endpoints:
            if endpoint.node_id >= 0:
                self.nodes[endpoint.node_id] = Node(endpoint.node_id, endpoint.host, endpoint.port)
        return info.leader in self.nodes

    def name(self, topic_id: UUID) -> str:
        """The name of a topic. Raises a retriable `KafkaError` for an id that fresh metadata may explain."""
        try:
            return self.names[topic_id]
        except KeyError:
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_ID, f"topic id {topic_id}") from None

    def topic_id(self, name: str) -> UUID:
        """The id of a topic, zero if it is not known."""
        topic = self.topics.get(name)
        return NO_TOPIC_ID if topic is None else topic.topic_id


def _topic_info(topic: MetadataResponseTopic, name: str) -> TopicInfo:
    partitions = {p.partition_index: PartitionInfo(p.leader_id, p.leader_epoch) for p in topic.partitions}
    return TopicInfo(name, topic.topic_id, topic.error_code, topic.is_internal, partitions)


def _keep_newer(topic: TopicInfo, before: TopicInfo) -> None:
    """A broker that lags behind may name a leader of the past: the higher leader epoch is right (KIP-320)."""
    for index, known in before.partitions.items():
        named = topic.partitions.get(index)
        if named is not None and 0 <= named.leader_epoch < known.leader_epoch:
            topic.partitions[index] = known


def check_sane(response: MetadataResponse, peer: str) -> None:
    """Raise `RemoteProtocolError` for brokers or partitions that cannot be, or that come twice."""
    _check_ids(peer, "broker", [broker.node_id for broker in response.brokers])
    for topic in response.topics:
        _check_ids(peer, f"partition of {topic.name!r}", [partition.partition_index for partition in topic.partitions])


def _check_ids(peer: str, what: str, ids: list[int]) -> None:
    if ids and min(ids) < 0:
        raise RemoteProtocolError(f"{peer}: the metadata have a {what} with the number {min(ids)}")
    if len(set(ids)) != len(ids):
        raise RemoteProtocolError(f"{peer}: the metadata have a {what} twice")

"""The cluster as a whole: brokers, the APIs they serve, features, and the quorum of controllers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.names import operations
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import ANY, CONTROLLER, ask, to_controller
from kafkawire.client.connection import ByVersion
from kafkawire.client.metadata import NO_TOPIC_ID
from kafkawire.errors import UnsupportedVersion
from kafkawire.message import Request, Response

if TYPE_CHECKING:
    from kafkawire.messages import ApiVersionsRequest

__all__ = [
    "BrokerDescription",
    "ClusterAdmin",
    "ClusterDescription",
    "FeatureUpdate",
    "Features",
    "QuorumInfo",
    "QuorumReplica",
]

_FENCED = 2
_FEATURES = 3
_UPGRADE_TYPES = {"upgrade": 1, "safe_downgrade": 2, "unsafe_downgrade": 3}
_QUORUM_TOPIC = "__cluster_metadata"
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BrokerDescription:
    """A broker and the address it advertises; a fenced one is registered and not in service."""

    node_id: int
    host: str
    port: int
    rack: str | None = None
    is_fenced: bool = False


@dataclass(frozen=True, slots=True)
class ClusterDescription:
    """The cluster; `controller_id` is -1 if it is not known, `authorized_operations` None if nobody said."""

    cluster_id: str | None
    controller_id: int
    brokers: tuple[BrokerDescription, ...]
    authorized_operations: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Features:
    """Feature -> (lowest, highest) version: what a broker can do, and what the cluster has agreed on by `epoch`."""

    supported: Mapping[str, Range]
    finalized: Mapping[str, Range]
    epoch: int


@dataclass(frozen=True, slots=True)
class FeatureUpdate:
    """A feature's new version level; 0 turns it off, which is a downgrade."""

    max_version_level: int
    upgrade_type: Literal["upgrade", "safe_downgrade", "unsafe_downgrade"] = "upgrade"


@dataclass(frozen=True, slots=True)
class QuorumReplica:
    """A copy of the metadata log; timestamps in milliseconds are -1 where the leader does not know them."""

    replica_id: int
    log_end_offset: int
    last_fetch_timestamp: int = -1
    last_caught_up_timestamp: int = -1
    directory_id: UUID = NO_TOPIC_ID
    """The id of the log directory; zero where the broker does not say."""


@dataclass(frozen=True, slots=True)
class QuorumInfo:
    """The controllers of KRaft. `nodes`: node id -> listener -> (host, port), from Kafka 3.9 on."""

    leader_id: int
    leader_epoch: int
    high_watermark: int
    voters: tuple[QuorumReplica, ...]
    observers: tuple[QuorumReplica, ...]
    nodes: Mapping[int, Mapping[str, tuple[str, int]]]


class ClusterAdmin(AdminBase):
    """Calls about the cluster as a whole."""

    _instance_id = NO_TOPIC_ID

    async def describe_cluster(
        self, *, include_fenced_brokers: bool = False, authorized_operations: bool = False
    ) -> ClusterDescription:
        """Id, controller and brokers."""
        from kafkawire.messages import DescribeClusterRequest

        request = DescribeClusterRequest(
            include_cluster_authorized_operations=authorized_operations,
            include_fenced_brokers=include_fenced_brokers,
        )
        try:
            response = await self._call(
                request, "describe the cluster", at_least=_FENCED if include_fenced_brokers else 0
            )
        except UnsupportedVersion:  # before Kafka 2.8
            if include_fenced_brokers or authorized_operations:
                raise
            response = await self._cluster.retrying(lambda: self._cluster.learn(()), "describe the cluster")
            brokers = [BrokerDescription(b.node_id, b.host, b.port, b.rack) for b in response.brokers]
            return ClusterDescription(response.cluster_id, response.controller_id, tuple(brokers))
        brokers = [BrokerDescription(b.broker_id, b.host, b.port, b.rack, b.is_fenced) for b in response.brokers]
        allowed = operations(response.cluster_authorized_operations)
        return ClusterDescription(response.cluster_id, response.controller_id, tuple(brokers), allowed)

    async def api_versions(self, brokers: Iterable[int] | None = None) -> dict[int, dict[int, Range]]:
        """Per broker (default: all) the APIs that it serves: key -> (lowest, highest version)."""

        def ranges(_: int, response: Any) -> dict[int, Range]:
            return {api.api_key: (api.min_version, api.max_version) for api in response.api_keys}

        return await self._each_broker(brokers, _api_versions(), ranges)

    async def request(self, request: Request, *, broker: int | None = None) -> Response:
        """Send any request, once, in the highest version of it that the broker serves; return what comes back as it is.

        `broker` is the node id of the one that is asked; by default any. For messages of one's own the client gets a
        `runtime` that knows them: `Admin(address, runtime=AioRuntime(messages=mine))`. Raises `UnsupportedVersion` if
        there is no common version, and `TransportError` or `RemoteProtocolError` if no response comes.
        """
        return await ask(self._cluster, ANY if broker is None else broker, request)

    async def client_instance_id(self, timeout: float | None = None) -> UUID:
        """As whom a broker knows this client in its metrics (KIP-714). It is the same again with each call.

        Raises `UnsupportedVersion` where no broker takes metrics of clients: Kafka serves that only with a plugin.
        `timeout`: seconds, in place of `default_api_timeout_ms`.
        """
        if self._instance_id == NO_TOPIC_ID:
            from kafkawire.messages import GetTelemetrySubscriptionsRequest

            request = GetTelemetrySubscriptionsRequest()
            response = await self._call(request, "learn the client instance id", timeout=timeout)
            self._instance_id = response.client_instance_id
        return self._instance_id

    async def describe_features(self) -> Features:
        """The features of the broker that is asked, and those of the cluster (KIP-584)."""
        response = await self._call(_api_versions(), "describe features", at_least=_FEATURES)
        return Features(
            {f.name: (f.min_version, f.max_version) for f in response.supported_features},
            {f.name: (f.min_version_level, f.max_version_level) for f in response.finalized_features},
            response.finalized_features_epoch,
        )

    async def update_features(
        self, features: Mapping[str, int | FeatureUpdate], *, validate_only: bool = False
    ) -> None:
        """Raise or lower the version levels of features: name -> new level, or `FeatureUpdate`. All of them or none."""
        new = {name: v if isinstance(v, FeatureUpdate) else FeatureUpdate(v) for name, v in features.items()}

        def read(outcome: Outcome[str, None], response: Any) -> None:
            for result in response.results:
                outcome.put(result.feature, None, result.error_code, result.error_message)
            for name in outcome.about:  # version 2 names no feature when all is well
                outcome.put(name, None)

        await self._each(
            new,
            "feature",
            to_controller,
            lambda names: _features_request({name: new[name] for name in names}, self._timeout_ms, validate_only),
            read,
            at_least=int(validate_only),
        )

    async def describe_quorum(self) -> QuorumInfo:
        """The controllers, and how far each has come with the metadata log (KIP-595)."""
        from kafkawire.messages import DescribeQuorumRequest
        from kafkawire.messages.describe_quorum_request import PartitionData, TopicData

        request = DescribeQuorumRequest(
            topics=[TopicData(topic_name=_QUORUM_TOPIC, partitions=[PartitionData(partition_index=0)])]
        )
        response = await self._call(request, "describe the quorum", node=CONTROLLER)
        outcome: Outcome[str, QuorumInfo] = Outcome([_QUORUM_TOPIC], str)
        for topic in response.topics:
            for p in topic.partitions:
                outcome.put(topic.topic_name, _quorum(p, response.nodes), p.error_code, p.error_message)
        outcome.end()
        return outcome.finish()[_QUORUM_TOPIC]

    async def unregister_broker(self, broker_id: int) -> None:
        """Forget a broker that is gone for good."""
        from kafkawire.messages import UnregisterBrokerRequest

        request = UnregisterBrokerRequest(broker_id=broker_id)
        await self._call(request, f"unregister broker {broker_id}", node=CONTROLLER, item=broker_id)

    async def add_raft_voter(self, voter_id: int, directory_id: UUID, listeners: Mapping[str, tuple[str, int]]) -> None:
        """Let a controller vote: its log directory's id, and listener name -> (host, port) (KIP-853)."""
        from kafkawire.messages import AddRaftVoterRequest
        from kafkawire.messages.add_raft_voter_request import Listener

        ends = [Listener(name=name, host=host, port=port) for name, (host, port) in listeners.items()]
        request = AddRaftVoterRequest(
            cluster_id=None,
            timeout_ms=self._timeout_ms,
            voter_id=voter_id,
            voter_directory_id=directory_id,
            listeners=ends,
        )
        await self._call(request, f"add voter {voter_id}", node=CONTROLLER, item=voter_id)

    async def remove_raft_voter(self, voter_id: int, directory_id: UUID) -> None:
        """Let a controller vote no more."""
        from kafkawire.messages import RemoveRaftVoterRequest

        request = RemoveRaftVoterRequest(cluster_id=None, voter_id=voter_id, voter_directory_id=directory_id)
        await self._call(request, f"remove voter {voter_id}", node=CONTROLLER, item=voter_id)


def _api_versions() -> ByVersion:
    from kafkawire._version import __version__
    from kafkawire.messages import ApiVersionsRequest

    def build(version: int) -> ApiVersionsRequest:
        named = version >= _FEATURES
        return (
            ApiVersionsRequest(client_software_name="kafkawire", client_software_version=__version__)
            if named
            else ApiVersionsRequest()
        )

    return ByVersion(ApiVersionsRequest.API_KEY, build)


def _features_request(features: Mapping[str, FeatureUpdate], timeout_ms: int, validate_only: bool) -> ByVersion:
    from kafkawire.messages import UpdateFeaturesRequest
    from kafkawire.messages.update_features_request import FeatureUpdateKey

    def build(version: int) -> Request:
        updates = []
        for name, update in features.items():
            kind = _UPGRADE_TYPES[update.upgrade_type]
            level = update.max_version_level
            updates.append(
                FeatureUpdateKey(feature=name, max_version_level=level, upgrade_type=kind)
                if version
                else FeatureUpdateKey(feature=name, max_version_level=level, allow_downgrade=kind > 1)
            )
        return UpdateFeaturesRequest(timeout_ms=timeout_ms, feature_updates=updates, validate_only=validate_only)

    return ByVersion(UpdateFeaturesRequest.API_KEY, build)


def _quorum(partition: Any, nodes: Iterable[Any]) -> QuorumInfo:
    return QuorumInfo(
        partition.leader_id,
        partition.leader_epoch,
        partition.high_watermark,
        _replicas(partition.current_voters),
        _replicas(partition.observers),
        {node.node_id: {end.name: (end.host, end.port) for end in node.listeners} for node in nodes},
    )


def _replicas(states: Sequence[Any]) -> tuple[QuorumReplica, ...]:
    return tuple(
        QuorumReplica(
            s.replica_id,
            s.log_end_offset,
            s.last_fetch_timestamp,
            s.last_caught_up_timestamp,
            s.replica_directory_id,
        )
        for s in states
    )

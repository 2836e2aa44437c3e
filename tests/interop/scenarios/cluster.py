"""DescribeCluster, DescribeQuorum, UpdateFeatures."""

from __future__ import annotations

from kafkawire.messages import ApiVersionsRequest, DescribeClusterRequest, DescribeQuorumRequest, UpdateFeaturesRequest
from kafkawire.messages.describe_quorum_request import PartitionData, TopicData
from kafkawire.messages.update_features_request import FeatureUpdateKey
from tests.interop.session import Session

UPGRADE, SAFE_DOWNGRADE, UNSAFE_DOWNGRADE = 1, 2, 3


def describe_cluster(s: Session) -> None:
    """Brokers, controllers, and what the client may do."""
    s.ask_all("the cluster", DescribeClusterRequest())
    s.ask_all("operations", DescribeClusterRequest(include_cluster_authorized_operations=True))
    for kind in (2, 0, 7):
        s.ask(f"endpoints of type {kind}", DescribeClusterRequest(endpoint_type=kind))
    s.ask("fenced brokers too", DescribeClusterRequest(include_fenced_brokers=True))


def describe_quorum(s: Session) -> None:
    """Who keeps the metadata."""

    def of(*topics: tuple[str, list[int]]) -> DescribeQuorumRequest:
        return DescribeQuorumRequest(
            topics=[
                TopicData(topic_name=name, partitions=[PartitionData(partition_index=n) for n in numbers])
                for name, numbers in topics
            ]
        )

    s.ask_all("of the metadata", of(("__cluster_metadata", [0])))
    s.ask("of another topic", of(("not-there", [0])))
    s.ask("of another partition", of(("__cluster_metadata", [1])))
    s.ask("of two partitions", of(("__cluster_metadata", [0, 1])))
    s.ask("of nothing", of())


def features(s: Session) -> None:
    """What is finalized can be neither raised beyond what is supported nor taken back without need."""

    def ask(what: str, *updates: tuple[str, int, int], validate_only: bool = True) -> None:
        keys = [
            FeatureUpdateKey(feature=name, max_version_level=level, upgrade_type=kind) for name, level, kind in updates
        ]
        s.ask(what, UpdateFeaturesRequest(timeout_ms=5000, feature_updates=keys, validate_only=validate_only), 2)
        s.ask(what, UpdateFeaturesRequest(timeout_ms=5000, feature_updates=keys, validate_only=validate_only), 1)

    s.ask(
        "version 0",
        UpdateFeaturesRequest(
            timeout_ms=5000, feature_updates=[FeatureUpdateKey(feature="group.version", max_version_level=1)]
        ),
        0,
    )
    s.ask(
        "version 0, downgrade",
        UpdateFeaturesRequest(
            timeout_ms=5000,
            feature_updates=[FeatureUpdateKey(feature="no.such", max_version_level=1, allow_downgrade=True)],
        ),
        0,
    )
    ask("as it is", ("group.version", 1, UPGRADE))
    ask("too high", ("group.version", 99, UPGRADE))
    ask("negative", ("group.version", -1, UPGRADE))
    ask("unknown", ("no.such.feature", 1, UPGRADE))
    ask("lower, as an upgrade", ("group.version", 0, UPGRADE))
    ask("lower, safely", ("transaction.version", 1, SAFE_DOWNGRADE))
    ask("higher, as a downgrade", ("group.version", 1, SAFE_DOWNGRADE))
    ask("the metadata too high", ("metadata.version", 99, UPGRADE))
    ask("the metadata as it is", ("metadata.version", 30, UPGRADE))
    ask("the metadata lower, as an upgrade", ("metadata.version", 29, UPGRADE))
    ask("the metadata far lower", ("metadata.version", 5, UNSAFE_DOWNGRADE))
    ask("an unknown type", ("group.version", 1, 9))
    ask("twice", ("group.version", 1, UPGRADE), ("group.version", 1, UPGRADE))
    ask("one good, one bad", ("group.version", 1, UPGRADE), ("no.such.feature", 1, UPGRADE))
    ask("nothing")
    s.ask("what is finalized", ApiVersionsRequest(client_software_name="interop", client_software_version="1"), 4)


SCENARIOS = (describe_cluster, describe_quorum, features)

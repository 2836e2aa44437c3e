"""DescribeCluster, DescribeQuorum (KIP-595) and UpdateFeatures: v0-2.

This node is the only broker and the only voter. The levels of features that are in force are confirmed; no other one
can be had.
"""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED, reason
from kafkawire.broker.log.topic_names import METADATA_PARTITION, METADATA_TOPIC
from kafkawire.broker.metadata.features import check_update
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    UpdateFeaturesRequest,
    UpdateFeaturesResponse,
)
from kafkawire.messages.describe_cluster_response import DescribeClusterBroker
from kafkawire.messages.describe_quorum_response import Listener, Node, PartitionData, ReplicaState, TopicData
from kafkawire.messages.update_features_request import FeatureUpdateKey
from kafkawire.messages.update_features_response import UpdatableFeatureResult

__all__ = ["cluster_operations", "describe_cluster", "describe_quorum", "update_features"]

_BROKERS, _CONTROLLERS = 1, 2
_MISMATCH = "The request was sent to an endpoint of type BROKER, but we wanted an endpoint of type CONTROLLER"
_OPERATIONS = sum(1 << n for n in (5, 7, 8, 9, 10, 11, 12))  # bit n stands for ACL operation n
_WITH_NODES = 2
_FAILED = "The update failed for all features since the following feature had an error: "
_UPGRADE, _UNSAFE_DOWNGRADE = 1, 3
_HAS_RESULTS = range(2)


@handles(ApiKey.DESCRIBE_CLUSTER, versions=range(3))
def describe_cluster(ctx: Context, request: DescribeClusterRequest) -> DescribeClusterResponse:
    """Tell about the only broker there is."""
    node = ctx.node
    if request.endpoint_type == _CONTROLLERS:
        return DescribeClusterResponse(error_code=ErrorCode.MISMATCHED_ENDPOINT_TYPE, error_message=_MISMATCH)
    if request.endpoint_type != _BROKERS:
        unknown = f"Unsupported endpoint type {request.endpoint_type}"
        return DescribeClusterResponse(error_code=ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, error_message=unknown)
    response = DescribeClusterResponse(
        cluster_id=node.cluster_id,
        controller_id=node.config.node_id,
        brokers=[DescribeClusterBroker(broker_id=node.config.node_id, host=ctx.host, port=ctx.port)],
    )
    if request.include_cluster_authorized_operations:
        response.cluster_authorized_operations = cluster_operations(ctx)
    return response


def cluster_operations(ctx: Context) -> int:
    """What the client may do to the cluster, as bits: nothing, if that may not be told."""
    may_ask = ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER)
    return ctx.allowed_operations(_OPERATIONS, ResourceType.CLUSTER) if may_ask else 0


@handles(ApiKey.DESCRIBE_QUORUM, versions=range(3))
def describe_quorum(ctx: Context, request: DescribeQuorumRequest) -> DescribeQuorumResponse:
    """Tell how far the metadata log is, and that this node leads it."""
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return DescribeQuorumResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED)
    asked = [(topic.topic_name, part.partition_index) for topic in request.topics for part in topic.partitions]
    if asked != [(METADATA_TOPIC, METADATA_PARTITION)]:
        topics = [
            TopicData(topic_name=t.topic_name, partitions=[_unknown(p.partition_index) for p in t.partitions])
            for t in request.topics
        ]
        return DescribeQuorumResponse(topics=topics)
    response = DescribeQuorumResponse(topics=[TopicData(topic_name=METADATA_TOPIC, partitions=[_quorum(ctx)])])
    if ctx.version >= _WITH_NODES:
        node = ctx.node
        response.nodes = [
            Node(node_id=node.config.node_id, listeners=[Listener(name="PLAINTEXT", host=node.host, port=node.port)])
        ]
    return response


def _quorum(ctx: Context) -> PartitionData:
    log = ctx.node.metadata_log.log
    now = ctx.time_ms()
    voter = ReplicaState(
        replica_id=ctx.node.config.node_id,
        log_end_offset=log.end_offset,
        last_fetch_timestamp=now,
        last_caught_up_timestamp=now,
    )
    return PartitionData(
        partition_index=METADATA_PARTITION,
        leader_id=ctx.node.config.node_id,
        leader_epoch=log.leader_epoch,
        high_watermark=log.high_watermark,
        current_voters=[voter],
    )


def _unknown(partition: int) -> PartitionData:
    return PartitionData(
        partition_index=partition,
        error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        error_message="This server does not host this topic-partition.",
    )


@handles(ApiKey.UPDATE_FEATURES, versions=range(3))
def update_features(ctx: Context, request: UpdateFeaturesRequest) -> UpdateFeaturesResponse:
    """All updates happen or none, so the first that cannot decides."""
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return UpdateFeaturesResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED)
    try:
        for update in request.feature_updates:
            check_update(ctx.node.config.node_id, update.feature, update.max_version_level, _type(ctx, update))
    except KafkaError as exc:
        return UpdateFeaturesResponse(error_code=exc.code, error_message=f"{_FAILED}{reason(exc)}")
    response = UpdateFeaturesResponse(error_message=None)
    if ctx.version in _HAS_RESULTS:
        response.results = [
            UpdatableFeatureResult(feature=u.feature, error_code=0, error_message="NONE")
            for u in request.feature_updates
        ]
    return response


def _type(ctx: Context, update: FeatureUpdateKey) -> int:
    if ctx.version:
        return update.upgrade_type
    return _UNSAFE_DOWNGRADE if update.allow_downgrade else _UPGRADE

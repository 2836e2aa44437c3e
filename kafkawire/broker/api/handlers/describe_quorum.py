"""DescribeQuorum: v0-2 (KIP-595). This node is the only voter, and there are no observers."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.log.topic_names import METADATA_PARTITION, METADATA_TOPIC
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeQuorumRequest, DescribeQuorumResponse
from kafkawire.messages.describe_quorum_response import Listener, Node, PartitionData, ReplicaState, TopicData

__all__ = ["describe_quorum"]

_WITH_NODES = 2


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
    log = ctx.topics.logs()[METADATA_TOPIC, METADATA_PARTITION]
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

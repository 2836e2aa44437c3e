"""DescribeLogDirs: v0-5. One directory; nothing moves between directories, so there are no future logs."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.topic_table import Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeLogDirsRequest, DescribeLogDirsResponse
from kafkawire.messages.describe_log_dirs_response import (
    DescribeLogDirsPartition,
    DescribeLogDirsResult,
    DescribeLogDirsTopic,
)

__all__ = ["describe_log_dirs"]


@handles(ApiKey.DESCRIBE_LOG_DIRS, versions=range(6))
async def describe_log_dirs(ctx: Context, request: DescribeLogDirsRequest) -> DescribeLogDirsResponse:
    """Tell how large each log is, and how much room its disk has."""
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return DescribeLogDirsResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    total, usable = ctx.node.disk_space()
    topics = [found async for topic in ctx.paced(ctx.topics) if (found := _topic(topic, request)).partitions]
    path = ctx.node.log_dir
    return DescribeLogDirsResponse(
        results=[DescribeLogDirsResult(log_dir=path, topics=topics, total_bytes=total, usable_bytes=usable)]
    )


def _topic(topic: Topic, request: DescribeLogDirsRequest) -> DescribeLogDirsTopic:
    asked = None if request.topics is None else [t.partitions for t in request.topics if t.topic == topic.name]
    logs = [(n, log) for n, log in topic.logs.items() if asked is None or any(n in numbers for numbers in asked)]
    return DescribeLogDirsTopic(
        name=topic.name,
        partitions=[DescribeLogDirsPartition(partition_index=n, partition_size=log.size) for n, log in logs],
    )

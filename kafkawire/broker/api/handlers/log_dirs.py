"""DescribeLogDirs v0-5 and AlterReplicaLogDirs v0-2.

There is one directory, so a log is where it shall be, or cannot get there, and there are no future logs.
"""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    AlterReplicaLogDirsRequest,
    AlterReplicaLogDirsResponse,
    DescribeLogDirsRequest,
    DescribeLogDirsResponse,
)
from kafkawire.messages.alter_replica_log_dirs_response import (
    AlterReplicaLogDirPartitionResult,
    AlterReplicaLogDirTopicResult,
)
from kafkawire.messages.describe_log_dirs_response import (
    DescribeLogDirsPartition,
    DescribeLogDirsResult,
    DescribeLogDirsTopic,
)

__all__ = ["alter_replica_log_dirs", "describe_log_dirs"]


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


@handles(ApiKey.ALTER_REPLICA_LOG_DIRS, versions=range(3))
async def alter_replica_log_dirs(ctx: Context, request: AlterReplicaLogDirsRequest) -> AlterReplicaLogDirsResponse:
    """Say of each log whether it is in the directory that is asked for."""
    is_allowed = ctx.allows(Operation.ALTER, ResourceType.CLUSTER)
    results: dict[str, AlterReplicaLogDirTopicResult] = {}
    for directory in request.dirs:
        async for topic in ctx.paced(directory.topics):
            result = results.setdefault(topic.name, AlterReplicaLogDirTopicResult(topic_name=topic.name))
            result.partitions += [
                AlterReplicaLogDirPartitionResult(
                    partition_index=number, error_code=_move(ctx, directory.path, topic.name, number)
                )
                if is_allowed
                else AlterReplicaLogDirPartitionResult(
                    partition_index=number, error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED
                )
                async for number in ctx.paced(topic.partitions)
            ]
    return AlterReplicaLogDirsResponse(results=list(results.values()))


def _move(ctx: Context, path: str, topic: str, partition: int) -> ErrorCode:
    if path != ctx.node.log_dir:
        return ErrorCode.LOG_DIR_NOT_FOUND
    return ErrorCode.NONE if ctx.log(topic, partition) else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

"""AlterReplicaLogDirs: v0-2. There is one directory, so a log is where it shall be, or cannot get there."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import AlterReplicaLogDirsRequest, AlterReplicaLogDirsResponse
from kafkawire.messages.alter_replica_log_dirs_response import (
    AlterReplicaLogDirPartitionResult,
    AlterReplicaLogDirTopicResult,
)

__all__ = ["alter_replica_log_dirs"]


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

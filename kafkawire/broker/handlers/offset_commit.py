"""OffsetCommit: v0-10. Member epochs from v9, topic ids from v10. A retention time of its own (v2-4) is not kept."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.groups.consumer_member import TopicPartition
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.records import Committed
from kafkawire.error_code import ErrorCode
from kafkawire.messages import OffsetCommitRequest, OffsetCommitResponse
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition
from kafkawire.messages.offset_commit_response import OffsetCommitResponsePartition, OffsetCommitResponseTopic

__all__ = ["offset_commit"]

_MEMBER_EPOCH = 9
_BY_ID = 10
_OWN_TIMESTAMP = 1


@handles(ApiKey.OFFSET_COMMIT, versions=range(11))
def offset_commit(ctx: Context, request: OffsetCommitRequest) -> OffsetCommitResponse:
    """Keep how far a group has read."""
    refusal, may_commit = _checked(ctx, request)
    offsets: dict[tuple[str, int], Committed] = {}
    response = OffsetCommitResponse()
    for topic in request.topics:
        found = ctx.topics.by_id(topic.topic_id) if ctx.version >= _BY_ID else ctx.topics.get(topic.name)
        result = OffsetCommitResponseTopic(topic.name, topic.topic_id)
        for part in topic.partitions:
            error = refusal
            if error is ErrorCode.NONE:
                error = _error(ctx, part, found is not None and part.partition_index in found.logs)
            if error is ErrorCode.NONE and found is not None and not may_commit((found.topic_id, part.partition_index)):
                error = ErrorCode.STALE_MEMBER_EPOCH
            if error is ErrorCode.NONE and found is not None:
                offsets[found.name, part.partition_index] = _committed(ctx, part)
            result.partitions.append(OffsetCommitResponsePartition(part.partition_index, error))
        response.topics.append(result)
    failure = ctx.groups.commit(request.group_id, offsets) if offsets else ErrorCode.NONE
    for part_result in (part for result in response.topics for part in result.partitions):
        part_result.error_code = part_result.error_code or failure
    return response


def _checked(ctx: Context, request: OffsetCommitRequest) -> tuple[ErrorCode, Callable[[TopicPartition], bool]]:
    """What speaks against the request, and against each of its partitions."""
    modern = ctx.groups.consumer_groups.get(request.group_id)
    if modern is None:
        return _refusal(ctx, request), lambda _: True
    epoch = request.generation_id_or_member_epoch
    try:
        may_commit = modern.check_commit(request.member_id, epoch)
    except Refusal as exc:
        return ErrorCode.of(exc.code), lambda _: False
    speaks_epochs = ctx.version >= _MEMBER_EPOCH or not modern.members
    return ErrorCode.NONE if speaks_epochs else ErrorCode.UNSUPPORTED_VERSION, may_commit


def _refusal(ctx: Context, request: OffsetCommitRequest) -> ErrorCode:
    group = ctx.groups.get(request.group_id)
    generation = request.generation_id_or_member_epoch
    if group is None:
        if generation >= 0:
            return ErrorCode.GROUP_ID_NOT_FOUND if ctx.version >= _MEMBER_EPOCH else ErrorCode.ILLEGAL_GENERATION
        group = ctx.groups.get_or_make(request.group_id)
    error = group.check_commit(request.member_id, request.group_instance_id, generation)
    member = group.members.get(request.member_id)
    if error is ErrorCode.NONE and member is not None:
        member.touch(ctx.now())
    return error


def _error(ctx: Context, part: OffsetCommitRequestPartition, exists: bool) -> ErrorCode:
    if not exists:
        return ErrorCode.UNKNOWN_TOPIC_ID if ctx.version >= _BY_ID else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if len(part.committed_metadata or "") > ctx.node.config.offset_metadata_max_bytes:
        return ErrorCode.OFFSET_METADATA_TOO_LARGE
    return ErrorCode.NONE


def _committed(ctx: Context, part: OffsetCommitRequestPartition) -> Committed:
    own = ctx.version == _OWN_TIMESTAMP and part.commit_timestamp >= 0
    when = part.commit_timestamp if own else ctx.time_ms()
    return Committed(part.committed_offset, part.committed_leader_epoch, part.committed_metadata or "", when)

"""OffsetCommit: v0-10. Member epochs from v9, topic ids from v10. A retention time of its own (v2-4) is not kept."""

from __future__ import annotations

from collections.abc import Collection

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_member import TopicIdPartition
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import OffsetCommitRequest, OffsetCommitResponse
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.offset_commit_response import OffsetCommitResponsePartition, OffsetCommitResponseTopic

__all__ = ["offset_commit"]

_MEMBER_EPOCH = 9
_BY_ID = 10
_OWN_TIMESTAMP = 1


@handles(ApiKey.OFFSET_COMMIT, versions=range(11))
async def offset_commit(ctx: Context, request: OffsetCommitRequest) -> OffsetCommitResponse:
    """Keep how far a group has read."""
    if ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return await _commit(ctx, request)
    response, error = OffsetCommitResponse(), ErrorCode.GROUP_AUTHORIZATION_FAILED
    for topic in request.topics:
        parts = [
            OffsetCommitResponsePartition(partition_index=part.partition_index, error_code=error)
            for part in topic.partitions
        ]
        response.topics.append(OffsetCommitResponseTopic(name=topic.name, topic_id=topic.topic_id, partitions=parts))
    return response


async def _commit(ctx: Context, request: OffsetCommitRequest) -> OffsetCommitResponse:
    response = OffsetCommitResponse()
    offsets: dict[tuple[str, int], Committed] = {}
    known: dict[TopicIdPartition, list[OffsetCommitResponsePartition]] = {}
    async for topic in ctx.paced(request.topics):
        found = _topic(ctx, topic)
        result = OffsetCommitResponseTopic(name=topic.name, topic_id=topic.topic_id)
        async for part in ctx.paced(topic.partitions):
            part_response = OffsetCommitResponsePartition(
                partition_index=part.partition_index, error_code=_fault(ctx, part, found)
            )
            result.partitions.append(part_response)
            if isinstance(found, Topic) and part_response.error_code != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                known.setdefault((found.topic_id, part.partition_index), []).append(part_response)
                if not part_response.error_code:
                    offsets[found.name, part.partition_index] = _committed(ctx, part)
        response.topics.append(result)
    # Nothing comes between the look at the group, which Kafka has only for what exists and may be read, and the commit.
    refusal = _checked(ctx, request, known.keys()) if known else ErrorCode.NONE
    failure = refusal or (ctx.groups.offsets.commit(request.group_id, offsets) if offsets else ErrorCode.NONE)
    for part_responses in known.values() if failure else ():
        for part_response in part_responses:
            part_response.error_code = refusal or part_response.error_code or failure
    return response


def _topic(ctx: Context, wanted: OffsetCommitRequestTopic) -> Topic | ErrorCode:
    """The topic, or what speaks against it."""
    by_id = ctx.version >= _BY_ID
    found = ctx.topics.by_id(wanted.topic_id) if by_id else ctx.topics.get(wanted.name)
    if by_id and found is None:
        return ErrorCode.UNKNOWN_TOPIC_ID
    if not ctx.allows(Operation.READ, ResourceType.TOPIC, found.name if found else wanted.name):
        return ErrorCode.TOPIC_AUTHORIZATION_FAILED
    return found or ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def _checked(ctx: Context, request: OffsetCommitRequest, topic_partitions: Collection[TopicIdPartition]) -> ErrorCode:
    """What speaks against committing these partitions; one is enough to refuse them all."""
    modern = ctx.groups.consumer_groups.get(request.group_id)
    if request.group_id in ctx.node.share:
        return ErrorCode.GROUP_ID_NOT_FOUND
    if modern is None:
        return _refusal(ctx, request)
    epoch, knows_epochs = request.generation_id_or_member_epoch, ctx.version >= _MEMBER_EPOCH
    try:
        modern.check_commit(request.member_id, epoch, topic_partitions, knows_epochs=knows_epochs)
    except Refusal as exc:
        return ErrorCode.of(exc.code)
    return ErrorCode.NONE


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
        member.touch(ctx.now())  # a commit keeps a member of the classic protocol alive
    return error


def _fault(ctx: Context, part: OffsetCommitRequestPartition, found: Topic | ErrorCode) -> ErrorCode:
    if isinstance(found, ErrorCode):
        return found
    if part.partition_index not in found.logs:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    is_too_long = len(part.committed_metadata or "") > ctx.node.config.offset_metadata_max_bytes
    return ErrorCode.OFFSET_METADATA_TOO_LARGE if is_too_long else ErrorCode.NONE


def _committed(ctx: Context, part: OffsetCommitRequestPartition) -> Committed:
    own = ctx.version == _OWN_TIMESTAMP and part.commit_timestamp >= 0
    when = part.commit_timestamp if own else ctx.time_ms()
    return Committed(part.committed_offset, part.committed_leader_epoch, part.committed_metadata or "", when)

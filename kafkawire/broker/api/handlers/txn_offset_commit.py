"""TxnOffsetCommit: v0-6. From v5 on the group joins the transaction with the request (KIP-890); topic ids in v6."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.transaction_admission import Adding, admit
from kafkawire.broker.groups.consumer_member import TopicIdPartition
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.metadata.topics import OFFSETS_TOPIC, Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.messages import TxnOffsetCommitRequest, TxnOffsetCommitResponse
from kafkawire.messages.txn_offset_commit_request import TxnOffsetCommitRequestTopic
from kafkawire.messages.txn_offset_commit_response import (
    TxnOffsetCommitResponsePartition,
    TxnOffsetCommitResponseTopic,
)
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["txn_offset_commit"]

_LOG = RateLimitedLogger("kafkawire.broker.transactions")
_ADDING = {4: Adding.EXPLICIT, 5: Adding.IMPLICIT, 6: Adding.IMPLICIT}
_BY_ID = 6  # and with the errors of groups as OffsetCommit tells them
Errors = dict[TopicPartition, ErrorCode]


@handles(ApiKey.TXN_OFFSET_COMMIT, versions=range(7))
async def txn_offset_commit(ctx: Context, request: TxnOffsetCommitRequest) -> TxnOffsetCommitResponse:
    """Keep how far a group has read, to count from the commit of the producer's transaction on."""
    denied = _denied(ctx, request)
    if denied is not ErrorCode.NONE:
        return TxnOffsetCommitResponse(topics=[_failed(topic, denied) for topic in request.topics])
    unread, wanted = await _sorted(ctx, request)
    errors = _commit(ctx, request, wanted) if wanted else {}
    return TxnOffsetCommitResponse(topics=_joined(unread, [_result(topic, errors) for topic in wanted]))


def _denied(ctx: Context, request: TxnOffsetCommitRequest) -> ErrorCode:
    if not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id):
        return ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    may_read = ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id)
    return ErrorCode.NONE if may_read else ErrorCode.GROUP_AUTHORIZATION_FAILED


async def _sorted(
    ctx: Context, request: TxnOffsetCommitRequest
) -> tuple[list[TxnOffsetCommitResponseTopic], list[TxnOffsetCommitRequestTopic]]:
    """What cannot be committed, with the reason, and what is left of the request; all with names."""
    unread, wanted = [], []
    named = _named(ctx, request)
    denied = await ctx.denied(Operation.READ, (topic.name for topic, found in named if found or ctx.version < _BY_ID))
    async for topic, found in ctx.paced(named):
        if found is None and ctx.version >= _BY_ID:
            unread.append(_failed(topic, ErrorCode.UNKNOWN_TOPIC_ID))
        elif topic.name in denied:
            unread.append(_failed(topic, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        else:
            known = found.logs if found else ()
            there = [part for part in topic.partitions if part.partition_index in known]
            lost = [part for part in topic.partitions if part.partition_index not in known]
            if lost:
                unread.append(_failed(replace(topic, partitions=lost), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
            if there:
                wanted.append(replace(topic, partitions=there))
    return unread, wanted


def _named(ctx: Context, request: TxnOffsetCommitRequest) -> list[tuple[TxnOffsetCommitRequestTopic, Topic | None]]:
    """What the request names, with name and id where there is such a topic."""
    by_id = ctx.version >= _BY_ID
    pairs = [(t, ctx.topics.by_id(t.topic_id) if by_id else ctx.topics.get(t.name)) for t in request.topics]
    return [(replace(t, name=found.name, topic_id=found.topic_id) if found else t, found) for t, found in pairs]


def _commit(ctx: Context, request: TxnOffsetCommitRequest, wanted: list[TxnOffsetCommitRequestTopic]) -> Errors:
    parts = {(topic.name, part.partition_index): part for topic in wanted for part in topic.partitions}
    refusal = _refusal(
        ctx, request, {(topic.topic_id, p.partition_index) for topic in wanted for p in topic.partitions}
    )
    if refusal is not ErrorCode.NONE:
        return dict.fromkeys(parts, refusal)
    longest, now_ms = ctx.node.config.offset_metadata_max_bytes, ctx.time_ms()
    offsets = {
        tp: Committed(part.committed_offset, part.committed_leader_epoch, part.committed_metadata or "", now_ms)
        for tp, part in parts.items()
        if len(part.committed_metadata or "") <= longest
    }
    producer = request.producer_id, request.producer_epoch
    error = ctx.groups.offsets.commit_in_transaction(request.group_id, producer, offsets) if offsets else ErrorCode.NONE
    return {tp: error if tp in offsets else ErrorCode.OFFSET_METADATA_TOO_LARGE for tp in parts}


def _refusal(ctx: Context, request: TxnOffsetCommitRequest, topic_partitions: set[TopicIdPartition]) -> ErrorCode:
    """What speaks against the request as a whole: the transaction, or the group."""
    if not request.group_id:
        return ErrorCode.INVALID_GROUP_ID
    producer = request.producer_id, request.producer_epoch
    try:
        tp = OFFSETS_TOPIC, ctx.groups.topic.partition_of(request.group_id)
        is_open = ctx.groups.topic.log_of(request.group_id).producers.is_open(*producer)
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    adding = _ADDING.get(ctx.version, Adding.EXPLICIT_LEGACY)
    if not is_open and (adding is Adding.IMPLICIT or ctx.node.config.transaction_partition_verification_enable):
        errors = admit(ctx.transactions, request.transactional_id, producer, frozenset({tp}), adding)
        if errors:
            return errors[tp]
    return _member_refusal(ctx, request, topic_partitions)


def _member_refusal(
    ctx: Context, request: TxnOffsetCommitRequest, topic_partitions: set[TopicIdPartition]
) -> ErrorCode:
    """What speaks against the member. Who says nothing of one may always commit in a transaction."""
    generation, member_id = request.generation_id_or_member_epoch, request.member_id
    is_member = generation >= 0 or bool(member_id) or request.group_instance_id is not None
    modern = ctx.groups.consumer_groups.get(request.group_id)
    if request.group_id in ctx.node.share:
        return ErrorCode.GROUP_ID_NOT_FOUND
    if modern is not None:
        try:
            if is_member:
                modern.check_commit(member_id, generation, topic_partitions)
        except Refusal as exc:
            is_stale = exc.code == ErrorCode.STALE_MEMBER_EPOCH and ctx.version < _BY_ID
            return ErrorCode.ILLEGAL_GENERATION if is_stale else ErrorCode.of(exc.code)
        return ErrorCode.NONE
    if generation >= 0 and ctx.groups.get(request.group_id) is None:
        return ErrorCode.GROUP_ID_NOT_FOUND if ctx.version >= _BY_ID else ErrorCode.ILLEGAL_GENERATION
    group = ctx.groups.get_or_make(request.group_id)
    if not is_member or (generation < 0 and not group.members):
        return ErrorCode.NONE
    return group.check(member_id, request.group_instance_id, generation)


def _failed(topic: TxnOffsetCommitRequestTopic, error: ErrorCode) -> TxnOffsetCommitResponseTopic:
    parts = [
        TxnOffsetCommitResponsePartition(partition_index=part.partition_index, error_code=error)
        for part in topic.partitions
    ]
    return TxnOffsetCommitResponseTopic(name=topic.name, topic_id=topic.topic_id, partitions=parts)


def _result(topic: TxnOffsetCommitRequestTopic, errors: Errors) -> TxnOffsetCommitResponseTopic:
    numbers = [part.partition_index for part in topic.partitions]
    parts = [
        TxnOffsetCommitResponsePartition(partition_index=number, error_code=errors[topic.name, number])
        for number in numbers
    ]
    return TxnOffsetCommitResponseTopic(name=topic.name, topic_id=topic.topic_id, partitions=parts)


def _joined(
    first: list[TxnOffsetCommitResponseTopic], rest: list[TxnOffsetCommitResponseTopic]
) -> list[TxnOffsetCommitResponseTopic]:
    """Both in one list, in which a topic comes once; without the first as it was asked."""
    if not first:
        return rest
    topics: dict[tuple[str, UUID], TxnOffsetCommitResponseTopic] = {}
    for topic in [*first, *rest]:
        known = topics.setdefault((topic.name, topic.topic_id), topic)
        if known is not topic:
            known.partitions += topic.partitions
    return list(topics.values())

"""TxnOffsetCommit: v0-5. From v5 on the group joins the transaction with the request (KIP-890)."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.api_key import ApiKey
from kafkawire.broker.authorizer import Operation, ResourceType
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.sparing import Sparing
from kafkawire.broker.topic_table import OFFSETS_TOPIC
from kafkawire.broker.transactions.admission import Way, admit
from kafkawire.error_code import ErrorCode
from kafkawire.messages import TxnOffsetCommitRequest, TxnOffsetCommitResponse
from kafkawire.messages.txn_offset_commit_request import TxnOffsetCommitRequestPartition
from kafkawire.messages.txn_offset_commit_response import (
    TxnOffsetCommitResponsePartition,
    TxnOffsetCommitResponseTopic,
)

__all__ = ["txn_offset_commit"]

_LOG = Sparing("kafkawire.broker.transactions")
_WAYS = {4: Way.NAMED, 5: Way.JOINING}
Place = tuple[str, int]
Parts = dict[Place, TxnOffsetCommitRequestPartition]


@handles(ApiKey.TXN_OFFSET_COMMIT, versions=range(6))
async def txn_offset_commit(ctx: Context, request: TxnOffsetCommitRequest) -> TxnOffsetCommitResponse:
    """Keep how far a group has read, to count from the commit of the producer's transaction on."""
    parts = {(topic.name, part.partition_index): part for topic in request.topics for part in topic.partitions}
    denied = _denied(ctx, request)
    if denied is not ErrorCode.NONE:
        return _response(dict.fromkeys(parts, denied))
    errors = await _absent(ctx, parts)
    wanted = {place: part for place, part in parts.items() if place not in errors}
    return _response(errors | (_commit(ctx, request, wanted) if wanted else {}))


def _denied(ctx: Context, request: TxnOffsetCommitRequest) -> ErrorCode:
    if not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id):
        return ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    may_read = ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id)
    return ErrorCode.NONE if may_read else ErrorCode.GROUP_AUTHORIZATION_FAILED


async def _absent(ctx: Context, places: Iterable[Place]) -> dict[Place, ErrorCode]:
    denied = await ctx.denied(Operation.READ, (topic for topic, _ in places))
    errors = {place: ErrorCode.TOPIC_AUTHORIZATION_FAILED for place in places if place[0] in denied}
    unknown = [place async for place in ctx.paced(places) if place not in errors and ctx.log(*place) is None]
    return {**errors, **dict.fromkeys(unknown, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)}


def _commit(ctx: Context, request: TxnOffsetCommitRequest, parts: Parts) -> dict[Place, ErrorCode]:
    refusal = _refusal(ctx, request)
    if refusal is not ErrorCode.NONE:
        return dict.fromkeys(parts, refusal)
    longest, now_ms = ctx.node.config.offset_metadata_max_bytes, ctx.time_ms()
    offsets = {
        place: Committed(part.committed_offset, part.committed_leader_epoch, part.committed_metadata or "", now_ms)
        for place, part in parts.items()
        if len(part.committed_metadata or "") <= longest
    }
    producer = request.producer_id, request.producer_epoch
    error = ctx.groups.commit_in_transaction(request.group_id, producer, offsets) if offsets else ErrorCode.NONE
    return {place: error if place in offsets else ErrorCode.OFFSET_METADATA_TOO_LARGE for place in parts}


def _refusal(ctx: Context, request: TxnOffsetCommitRequest) -> ErrorCode:
    """What speaks against the request as a whole: the transaction, or the group."""
    if not request.group_id:
        return ErrorCode.INVALID_GROUP_ID
    producer = request.producer_id, request.producer_epoch
    try:
        place = OFFSETS_TOPIC, ctx.groups.partition_of(request.group_id)
        is_open = ctx.groups.log_of(request.group_id).producers.is_open(*producer)
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    way = _WAYS.get(ctx.version, Way.NAMED_OF_OLD)
    if not is_open and (way is Way.JOINING or ctx.node.config.transaction_partition_verification_enable):
        errors = admit(ctx.transactions, request.transactional_id, producer, frozenset({place}), way)
        if errors:
            return errors[place]
    return _member_refusal(ctx, request)


def _member_refusal(ctx: Context, request: TxnOffsetCommitRequest) -> ErrorCode:
    """What speaks against the member. Who says nothing of one may always commit in a transaction."""
    generation, member_id = request.generation_id_or_member_epoch, request.member_id
    is_member = generation >= 0 or bool(member_id) or request.group_instance_id is not None
    modern = ctx.groups.consumer_groups.get(request.group_id)
    if request.group_id in ctx.node.share:
        return ErrorCode.GROUP_ID_NOT_FOUND
    if modern is not None:
        try:
            if is_member:
                modern.check_commit(member_id, generation)
        except Refusal as exc:
            is_stale = exc.code == ErrorCode.STALE_MEMBER_EPOCH
            return ErrorCode.ILLEGAL_GENERATION if is_stale else ErrorCode.of(exc.code)
        return ErrorCode.NONE
    if generation >= 0 and ctx.groups.get(request.group_id) is None:
        return ErrorCode.ILLEGAL_GENERATION
    group = ctx.groups.get_or_make(request.group_id)
    if not is_member or (generation < 0 and not group.members):
        return ErrorCode.NONE
    return group.check(member_id, request.group_instance_id, generation)


def _response(errors: dict[Place, ErrorCode]) -> TxnOffsetCommitResponse:
    topics: dict[str, TxnOffsetCommitResponseTopic] = {}
    for topic, number in errors:
        result = topics.setdefault(topic, TxnOffsetCommitResponseTopic(topic))
        result.partitions.append(TxnOffsetCommitResponsePartition(number, errors[topic, number]))
    return TxnOffsetCommitResponse(topics=list(topics.values()))

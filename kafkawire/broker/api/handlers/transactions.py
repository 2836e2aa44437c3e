"""What a transactional producer asks for: InitProducerId, AddPartitionsToTxn, AddOffsetsToTxn and EndTxn.

InitProducerId is without two-phase commit (KIP-939), which is of v6 and off in Apache Kafka. AddPartitionsToTxn is for
brokers from v4 on: several transactions at once, also only to be verified. From v5 of EndTxn on every end brings the
producer a new epoch (KIP-890).
"""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.topics import INTERNAL, OFFSETS_TOPIC
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import NO_PRODUCER, TRANSACTION_V2, TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import (
    AddOffsetsToTxnRequest,
    AddOffsetsToTxnResponse,
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    EndTxnRequest,
    EndTxnResponse,
    InitProducerIdRequest,
    InitProducerIdResponse,
)
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTransaction
from kafkawire.messages.add_partitions_to_txn_response import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnResult,
    AddPartitionsToTxnTopicResult,
)
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["add_offsets_to_txn", "add_partitions_to_txn", "end_txn", "init_producer_id"]

Errors = dict[TopicPartition, int]
_LOG = RateLimitedLogger("kafkawire.broker.transactions")
# Versions from which on
_INIT_KNOWS_FENCED = 4  # InitProducerId may answer PRODUCER_FENCED
_KNOWS_FENCED = 2  # the others may
_FOR_BROKERS = 4  # AddPartitionsToTxn is for brokers
_NEW_EPOCHS = 5  # EndTxn brings a new epoch


@handles(ApiKey.INIT_PRODUCER_ID, versions=range(6))
def init_producer_id(ctx: Context, request: InitProducerIdRequest) -> InitProducerIdResponse:
    """Give the producer an id and epoch: those of its transactional id, or else a new id and epoch 0."""
    denied = _init_denied(ctx, request.transactional_id)
    if denied is not ErrorCode.NONE:
        return InitProducerIdResponse(error_code=denied, producer_epoch=-1)
    if (request.producer_id == -1) != (request.producer_epoch == -1):
        return InitProducerIdResponse(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=-1)
    if request.transactional_id is not None:
        return _init(ctx, request.transactional_id, request)
    try:
        return InitProducerIdResponse(producer_id=ctx.node.producer_ids.new(ctx.time_ms()), producer_epoch=0)
    except OSError as exc:
        _LOG.error("producer ids cannot be given out: %s", exc)
        return InitProducerIdResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE, producer_epoch=-1)


def _init(ctx: Context, name: str, request: InitProducerIdRequest) -> InitProducerIdResponse:
    came = request.producer_id, request.producer_epoch
    expected = came if came != NO_PRODUCER else None
    try:
        producer_id, epoch = ctx.transactions.init_producer(name, request.transaction_timeout_ms, expected)
    except KafkaError as exc:
        return InitProducerIdResponse(error_code=_code(ctx, exc, _INIT_KNOWS_FENCED), producer_epoch=-1)
    return InitProducerIdResponse(producer_id=producer_id, producer_epoch=epoch)


def _init_denied(ctx: Context, transactional_id: str | None) -> ErrorCode:
    if transactional_id is not None:
        may_write = ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, transactional_id)
        return ErrorCode.NONE if may_write else ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    if ctx.allows(Operation.IDEMPOTENT_WRITE, ResourceType.CLUSTER):
        return ErrorCode.NONE
    may_write = ctx.allows_some(Operation.WRITE, ResourceType.TOPIC, (topic.name for topic in ctx.topics))
    return ErrorCode.NONE if may_write else ErrorCode.CLUSTER_AUTHORIZATION_FAILED


@handles(ApiKey.ADD_PARTITIONS_TO_TXN, versions=range(6))
async def add_partitions_to_txn(ctx: Context, request: AddPartitionsToTxnRequest) -> AddPartitionsToTxnResponse:
    """Let partitions be part of a transaction: all that are named, or (with an error for each) none."""
    if ctx.version >= _FOR_BROKERS:
        if not ctx.allows(Operation.CLUSTER_ACTION, ResourceType.CLUSTER):
            return AddPartitionsToTxnResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        results = [
            AddPartitionsToTxnResult(
                transactional_id=one.transactional_id, topic_results=await _add_partitions(ctx, one)
            )
            async for one in ctx.paced(request.transactions)
        ]
        return AddPartitionsToTxnResponse(results_by_transaction=results)
    one = AddPartitionsToTxnTransaction(
        transactional_id=request.v3_and_below_transactional_id,
        producer_id=request.v3_and_below_producer_id,
        producer_epoch=request.v3_and_below_producer_epoch,
        topics=request.v3_and_below_topics,
    )
    return AddPartitionsToTxnResponse(results_by_topic_v3_and_below=await _add_partitions(ctx, one))


async def _add_partitions(ctx: Context, wanted: AddPartitionsToTxnTransaction) -> list[AddPartitionsToTxnTopicResult]:
    topic_partitions = list(
        dict.fromkeys((topic.name, number) for topic in wanted.topics for number in topic.partitions)
    )
    name, is_client = wanted.transactional_id, ctx.version < _FOR_BROKERS
    if is_client and not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, name):
        return _results(dict.fromkeys(topic_partitions, ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED))
    errors = await _refused_partitions(ctx, topic_partitions, is_client=is_client)
    if errors:
        rest = {tp: ErrorCode.OPERATION_NOT_ATTEMPTED for tp in topic_partitions if tp not in errors}
        return _results({**errors, **rest})
    try:
        return _results(_add_or_verify(ctx, wanted, topic_partitions))
    except KafkaError as exc:
        return _results(dict.fromkeys(topic_partitions, _code(ctx, exc)))


def _add_or_verify(
    ctx: Context, wanted: AddPartitionsToTxnTransaction, topic_partitions: list[TopicPartition]
) -> Errors:
    producer = wanted.producer_id, wanted.producer_epoch
    if not wanted.verify_only:
        ctx.transactions.add_partitions(wanted.transactional_id, producer, frozenset(topic_partitions))
        return dict.fromkeys(topic_partitions, ErrorCode.NONE)
    known = ctx.transactions.verify(wanted.transactional_id, producer, frozenset(topic_partitions))
    return {tp: ErrorCode.NONE if tp in known else ErrorCode.TRANSACTION_ABORTABLE for tp in topic_partitions}


async def _refused_partitions(ctx: Context, topic_partitions: Iterable[TopicPartition], *, is_client: bool) -> Errors:
    """What speaks against single partitions. To the broker's own topics no client may write."""
    names = {topic for topic, _ in topic_partitions if is_client}
    denied = await ctx.denied(Operation.WRITE, names - INTERNAL) | (names & INTERNAL)
    errors: Errors = {tp: ErrorCode.TOPIC_AUTHORIZATION_FAILED for tp in topic_partitions if tp[0] in denied}
    unknown = [tp async for tp in ctx.paced(topic_partitions) if tp not in errors and ctx.log(*tp) is None]
    return {**errors, **dict.fromkeys(unknown, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)}


def _results(errors: Errors) -> list[AddPartitionsToTxnTopicResult]:
    topics: dict[str, AddPartitionsToTxnTopicResult] = {}
    for (topic, number), error in errors.items():
        result = topics.setdefault(topic, AddPartitionsToTxnTopicResult(name=topic))
        result.results_by_partition.append(
            AddPartitionsToTxnPartitionResult(partition_index=number, partition_error_code=error)
        )
    return list(topics.values())


@handles(ApiKey.ADD_OFFSETS_TO_TXN, versions=range(5))
def add_offsets_to_txn(ctx: Context, request: AddOffsetsToTxnRequest) -> AddOffsetsToTxnResponse:
    """Let the offsets of a group be part of a transaction: the partition that the group is kept in joins."""
    if not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id):
        return AddOffsetsToTxnResponse(error_code=ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return AddOffsetsToTxnResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    producer = request.producer_id, request.producer_epoch
    try:
        tp = OFFSETS_TOPIC, ctx.groups.topic.partition_of(request.group_id)
        ctx.transactions.add_partitions(request.transactional_id, producer, frozenset({tp}))
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return AddOffsetsToTxnResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE)
    except KafkaError as exc:
        return AddOffsetsToTxnResponse(error_code=_code(ctx, exc))
    return AddOffsetsToTxnResponse()


@handles(ApiKey.END_TXN, versions=range(6))
def end_txn(ctx: Context, request: EndTxnRequest) -> EndTxnResponse:
    """Commit or abort."""
    name, producer = request.transactional_id, (request.producer_id, request.producer_epoch)
    if not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, name):
        return EndTxnResponse(error_code=ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    version = TRANSACTION_V2 if ctx.version >= _NEW_EPOCHS else 0
    try:
        after = ctx.transactions.end(name, producer, is_commit=request.committed, client_version=version)
    except KafkaError as exc:
        return EndTxnResponse(error_code=_code(ctx, exc))
    if ctx.version < _NEW_EPOCHS:
        return EndTxnResponse()
    return EndTxnResponse(producer_id=after[0], producer_epoch=after[1])


def _code(ctx: Context, exc: KafkaError, since: int = _KNOWS_FENCED) -> int:
    """The error as a client of that version knows it: PRODUCER_FENCED came later (KIP-588)."""
    is_old = ctx.version < since and exc.code == ErrorCode.PRODUCER_FENCED
    return ErrorCode.INVALID_PRODUCER_EPOCH if is_old else exc.code

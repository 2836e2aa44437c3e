"""AddPartitionsToTxn: v0-5. From v4 on it is for brokers: several transactions at once, also only to be verified."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.topic_table import INTERNAL
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import Partition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTransaction
from kafkawire.messages.add_partitions_to_txn_response import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnResult,
    AddPartitionsToTxnTopicResult,
)

__all__ = ["add_partitions_to_txn"]

_KNOWS_FENCED = 2
_FOR_BROKERS = 4
Errors = dict[Partition, int]


@handles(ApiKey.ADD_PARTITIONS_TO_TXN, versions=range(6))
async def add_partitions_to_txn(ctx: Context, request: AddPartitionsToTxnRequest) -> AddPartitionsToTxnResponse:
    """Let partitions be part of a transaction: all that are named, or (with an error for each) none."""
    if ctx.version >= _FOR_BROKERS:
        if not ctx.allows(Operation.CLUSTER_ACTION, ResourceType.CLUSTER):
            return AddPartitionsToTxnResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        results = [
            AddPartitionsToTxnResult(transactional_id=one.transactional_id, topic_results=await _add(ctx, one))
            async for one in ctx.paced(request.transactions)
        ]
        return AddPartitionsToTxnResponse(results_by_transaction=results)
    one = AddPartitionsToTxnTransaction(
        transactional_id=request.v3_and_below_transactional_id,
        producer_id=request.v3_and_below_producer_id,
        producer_epoch=request.v3_and_below_producer_epoch,
        topics=request.v3_and_below_topics,
    )
    return AddPartitionsToTxnResponse(results_by_topic_v3_and_below=await _add(ctx, one))


async def _add(ctx: Context, wanted: AddPartitionsToTxnTransaction) -> list[AddPartitionsToTxnTopicResult]:
    places = list(dict.fromkeys((topic.name, number) for topic in wanted.topics for number in topic.partitions))
    name, is_client = wanted.transactional_id, ctx.version < _FOR_BROKERS
    if is_client and not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, name):
        return _results(dict.fromkeys(places, ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED))
    errors = await _absent(ctx, places, is_client=is_client)
    if errors:
        rest = {place: ErrorCode.OPERATION_NOT_ATTEMPTED for place in places if place not in errors}
        return _results({**errors, **rest})
    try:
        return _results(_do(ctx, wanted, places))
    except KafkaError as exc:
        is_old = ctx.version < _KNOWS_FENCED and exc.code == ErrorCode.PRODUCER_FENCED
        return _results(dict.fromkeys(places, ErrorCode.INVALID_PRODUCER_EPOCH if is_old else exc.code))


def _do(ctx: Context, wanted: AddPartitionsToTxnTransaction, places: list[Partition]) -> Errors:
    producer = wanted.producer_id, wanted.producer_epoch
    if not wanted.verify_only:
        ctx.transactions.add_partitions(wanted.transactional_id, producer, frozenset(places))
        return dict.fromkeys(places, ErrorCode.NONE)
    known = ctx.transactions.verify(wanted.transactional_id, producer, frozenset(places))
    return {place: ErrorCode.NONE if place in known else ErrorCode.TRANSACTION_ABORTABLE for place in places}


async def _absent(ctx: Context, places: Iterable[Partition], *, is_client: bool) -> Errors:
    """What speaks against single partitions. To the broker's own topics no client may write."""
    names = {topic for topic, _ in places if is_client}
    denied = await ctx.denied(Operation.WRITE, names - INTERNAL) | (names & INTERNAL)
    errors: Errors = {place: ErrorCode.TOPIC_AUTHORIZATION_FAILED for place in places if place[0] in denied}
    unknown = [place async for place in ctx.paced(places) if place not in errors and ctx.log(*place) is None]
    return {**errors, **dict.fromkeys(unknown, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)}


def _results(errors: Errors) -> list[AddPartitionsToTxnTopicResult]:
    topics: dict[str, AddPartitionsToTxnTopicResult] = {}
    for (topic, number), error in errors.items():
        result = topics.setdefault(topic, AddPartitionsToTxnTopicResult(name=topic))
        result.results_by_partition.append(
            AddPartitionsToTxnPartitionResult(partition_index=number, partition_error_code=error)
        )
    return list(topics.values())

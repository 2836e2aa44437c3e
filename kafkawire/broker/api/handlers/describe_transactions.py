"""DescribeTransactions: v0 (KIP-664)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeTransactionsRequest, DescribeTransactionsResponse
from kafkawire.messages.describe_transactions_response import TopicData, TransactionState

__all__ = ["describe_transactions"]


@handles(ApiKey.DESCRIBE_TRANSACTIONS, versions=range(1))
async def describe_transactions(ctx: Context, request: DescribeTransactionsRequest) -> DescribeTransactionsResponse:
    """Tell how transactional ids stand, with those of their partitions that the client may know of."""
    states = [_state(ctx, name) async for name in ctx.paced(request.transactional_ids)]
    denied = await ctx.denied(Operation.DESCRIBE, (topic.topic for state in states for topic in state.topics))
    for state in states:
        state.topics = [topic for topic in state.topics if topic.topic not in denied]
    return DescribeTransactionsResponse(transaction_states=states)


def _state(ctx: Context, name: str) -> TransactionState:
    result = TransactionState(transactional_id=name)
    if not ctx.allows(Operation.DESCRIBE, ResourceType.TRANSACTIONAL_ID, name):
        result.error_code = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
        return result
    found = ctx.transactions.get(name)
    if found is None:
        result.error_code = ErrorCode.TRANSACTIONAL_ID_NOT_FOUND if name else ErrorCode.INVALID_REQUEST
        return result
    result.producer_id, result.producer_epoch = found.producer
    result.transaction_state = found.state.label
    result.transaction_timeout_ms, result.transaction_start_time_ms = found.timeout_ms, found.start_ms
    topics: dict[str, list[int]] = {}
    for topic, number in sorted(found.partitions):
        topics.setdefault(topic, []).append(number)
    result.topics = [TopicData(topic=topic, partitions=numbers) for topic, numbers in topics.items()]
    return result

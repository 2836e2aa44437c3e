"""ListTransactions: v0-2. By duration from v1, by a pattern of the transactional id from v2 (KIP-1152)."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.topic_regex import InvalidRegex, TopicRegex
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import State, Transaction
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ListTransactionsRequest, ListTransactionsResponse
from kafkawire.messages.list_transactions_response import TransactionState

__all__ = ["list_transactions"]

_STATES = frozenset(state.label for state in State)
_ANY_TIME = -1


@handles(ApiKey.LIST_TRANSACTIONS, versions=range(3))
async def list_transactions(ctx: Context, request: ListTransactionsRequest) -> ListTransactionsResponse:
    """List the transactional ids that the filters let pass and the client may know of."""
    try:
        is_named = _pattern(request.transactional_id_pattern)
    except InvalidRegex:
        return ListTransactionsResponse(error_code=ErrorCode.INVALID_REGULAR_EXPRESSION)
    passes = _filter(request, ctx.time_ms())
    return ListTransactionsResponse(
        unknown_state_filters=[state for state in dict.fromkeys(request.state_filters) if state not in _STATES],
        transaction_states=[
            TransactionState(transactional_id=name, producer_id=found.producer_id, transaction_state=found.state.label)
            async for name, found in ctx.paced(list(ctx.transactions))
            if passes(found) and is_named(name) and ctx.allows(Operation.DESCRIBE, ResourceType.TRANSACTIONAL_ID, name)
        ],
    )


def _pattern(pattern: str | None) -> Callable[[str], bool]:
    return TopicRegex(pattern).matches if pattern else lambda _: True


def _filter(request: ListTransactionsRequest, now_ms: int) -> Callable[[Transaction], bool]:
    """Whether a transaction is meant; a filter that is empty lets all pass."""
    producer_ids, states = {*request.producer_id_filters}, {*request.state_filters}
    duration_ms = request.duration_filter

    def passes(found: Transaction) -> bool:
        is_long = duration_ms <= _ANY_TIME or now_ms - found.start_ms > duration_ms
        is_of_producer = not producer_ids or found.producer_id in producer_ids
        return is_long and is_of_producer and (not states or found.state.label in states)

    return passes

"""ListTransactions: v0-2. By duration from v1, by a pattern of the transactional id from v2 (KIP-1152)."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.api_key import ApiKey
from kafkawire.broker.authorizer import Operation, ResourceType
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.groups.topic_regex import InvalidRegex, TopicRegex
from kafkawire.broker.transactions.state import State, Transaction
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ListTransactionsRequest, ListTransactionsResponse
from kafkawire.messages.list_transactions_response import TransactionState

__all__ = ["list_transactions"]

_STATES = frozenset(state.label for state in State)
_ANY_TIME = -1


@handles(ApiKey.LIST_TRANSACTIONS, versions=range(3))
def list_transactions(ctx: Context, request: ListTransactionsRequest) -> ListTransactionsResponse:
    """List the transactional ids that the filters let pass and the client may know of."""
    try:
        is_named = _pattern(request.transactional_id_pattern)
    except InvalidRegex:
        return ListTransactionsResponse(error_code=ErrorCode.INVALID_REGULAR_EXPRESSION)
    return ListTransactionsResponse(
        unknown_state_filters=[state for state in dict.fromkeys(request.state_filters) if state not in _STATES],
        transaction_states=[
            TransactionState(name, found.producer_id, found.state.label)
            for name, found in ctx.transactions
            if _passes(request, found, ctx.time_ms())
            and is_named(name)
            and ctx.allows(Operation.DESCRIBE, ResourceType.TRANSACTIONAL_ID, name)
        ],
    )


def _pattern(pattern: str | None) -> Callable[[str], bool]:
    return TopicRegex(pattern).matches if pattern else lambda _: True


def _passes(request: ListTransactionsRequest, found: Transaction, now_ms: int) -> bool:
    if request.producer_id_filters and found.producer_id not in request.producer_id_filters:
        return False
    if request.state_filters and found.state.label not in request.state_filters:
        return False
    return request.duration_filter <= _ANY_TIME or now_ms - found.start_ms > request.duration_filter

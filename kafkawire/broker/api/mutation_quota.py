"""How many partitions a client may have made and removed, a second (`controller_mutation_rate`, KIP-599).

Clients that know the error are refused when they have had too many; others have their way, and have to be silent then.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.quotas.throttling import who_asks
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["MutationQuota"]

_MAX_INT32 = 2**31 - 1


class _Answer(Protocol):
    throttle_time_ms: int


A = TypeVar("A", bound=_Answer)


class MutationQuota:
    """The quota of who sends a request; from version `strict_from` on it is told the error."""

    def __init__(self, ctx: Context, strict_from: int) -> None:
        self._meter = ctx.node.throttling.mutations(*who_asks(ctx.session.principal, ctx.client_id), ctx.now())
        self._is_strict = ctx.version >= strict_from
        self._ctx = ctx
        self._delay = 0.0

    def take(self, partitions: int) -> None:
        """Let the client have so many partitions made or removed. Raises `KafkaError`."""
        if self._meter is None or not partitions:
            return
        bucket, limit = self._meter
        left = bucket.left(limit, self._ctx.now())
        is_refused = self._is_strict and left < 0
        if not is_refused:
            left = bucket.take(partitions, limit, self._ctx.now())
        if is_refused or (left < 0 and not self._is_strict):
            self._delay = -left / limit
        if is_refused:
            raise KafkaError(ErrorCode.THROTTLING_QUOTA_EXCEEDED)

    def told(self, response: A) -> A:
        """The answer, with the time for which the client has to be silent."""
        response.throttle_time_ms = min(round(self._delay * 1000), _MAX_INT32)
        return response

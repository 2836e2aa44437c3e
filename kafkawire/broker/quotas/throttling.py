"""How long a client has to be silent because it had more than its quota.

The response goes out at once and says for how long (`throttle_time_ms`); until then nothing more is read of the
connection (KIP-219). What was produced is there and counts. What is fetched may still be held back: whoever would have
too much by it gets nothing, so that many connections of one user have no more than one. Bytes are those of record
batches; `request_percentage` is the share of one thread's time that requests take, where waiting does not count.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.broker.quotas.rate import SPREAD, Rate, TokenBucket
from kafkawire.broker.quotas.store import (
    CONNECTION_RATE,
    CONSUMER_RATE,
    MUTATION_RATE,
    PRODUCER_RATE,
    REQUEST_SHARE,
    Quota,
    Quotas,
)
from kafkawire.message import Request, Response
from kafkawire.messages import ProduceRequest, ShareFetchResponse

__all__ = ["UNBOUNDED", "Held", "Throttling", "who_asks"]

_LONGEST_FOR_SHARE = 1.0  # seconds, as with Kafka; for bytes there is no bound
_LONGEST_FOR_CONNECTION = 1.0
_MOST_MS = 2**31 - 1
UNBOUNDED = 2**31 - 1
"""Bytes for whom there is no quota."""
_EXEMPT = frozenset({ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE})
_SWEEP_AT = 1000  # rates in memory before those that are over are looked for


def who_asks(principal: str, client_id: str | None) -> tuple[str, str]:
    """User and client id, as quotas name them."""
    return principal.partition(":")[2], client_id or ""


class Held(NamedTuple):
    """What becomes of a fetch that is too much: silence for so many milliseconds, with the records or without."""

    delay_ms: int
    gives: bool


class Throttling:
    """Counts what clients have had of their `quotas`."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas
        self._rates: dict[tuple[str, str, str], Rate] = {}
        self._buckets: dict[tuple[str, str], TokenBucket] = {}
        self._sweep_at = _SWEEP_AT

    @property
    def is_needed(self) -> bool:
        """Whether there are any quotas."""
        return bool(self._quotas.by_entity)

    def delay(
        self, user: str, client_id: str, request: Request, response: Response | None, spent: float, now: float
    ) -> float:
        """Seconds for which the client has to be silent after this answer, which took `spent` seconds to find."""
        if request.API_KEY in _EXEMPT:
            return 0.0
        share = self._record(REQUEST_SHARE, user, client_id, spent * 100, now)
        said = getattr(response, "throttle_time_ms", 0) / 1000  # by who could still refuse what was asked
        delay = max(min(share, _LONGEST_FOR_SHARE), said)
        if isinstance(request, ProduceRequest):
            delay = max(delay, self._record(PRODUCER_RATE, user, client_id, _bytes_produced(request), now))
        elif isinstance(response, ShareFetchResponse):
            delay = max(delay, self._record(CONSUMER_RATE, user, client_id, _bytes_fetched(response), now))
        return delay

    def most_fetched(self, user: str, client_id: str) -> int:
        """Bytes that one answer may have at the most."""
        quota = self._quotas.find(CONSUMER_RATE, user, client_id)
        return UNBOUNDED if quota is None else int(min(quota.limit * SPREAD, UNBOUNDED))

    def fetched(self, user: str, client_id: str, size: int, now: float) -> Held | None:
        """For how long the client has to be silent if it asks for so many bytes, and whether it gets them.

        None if that is not too much. A single batch that is too large even for a client that has had nothing is given,
        as there will never be a better time for it.
        """
        quota = self._quotas.find(CONSUMER_RATE, user, client_id)
        if quota is None:
            return None
        rate = self._rate(CONSUMER_RATE, quota, now)
        was_zero = rate.is_zero(now)
        rate.record(size, now)
        delay_ms = min(round(rate.delay(quota.limit, now) * 1000), _MOST_MS)
        if not delay_ms:
            return None
        if not was_zero:
            rate.record(-size, now)
        return Held(delay_ms, gives=was_zero)

    def is_over(self, user: str, client_id: str, now: float) -> bool:
        """Whether the client has had more than may be fetched."""
        quota = self._quotas.find(CONSUMER_RATE, user, client_id)
        return quota is not None and self._rate(CONSUMER_RATE, quota, now).delay(quota.limit, now) > 0

    def mutations(self, user: str, client_id: str, now: float) -> tuple[TokenBucket, float] | None:
        """What a client may still have changed about topics, and at which rate it gets more; None if nobody counts."""
        quota = self._quotas.find(MUTATION_RATE, user, client_id)
        if quota is None:
            return None
        if len(self._buckets) >= self._sweep_at:
            self._sweep(now)
        return self._buckets.setdefault(quota.sharers, TokenBucket()), quota.limit

    def connection_delay(self, host: str, now: float) -> float:
        """Seconds for which a new connection has to wait before it is turned away; 0 if it may begin."""
        limit = self._quotas.connection_rate(host) if self.is_needed else None
        if limit is None:
            return 0.0
        rate = self._rate(CONNECTION_RATE, Quota(limit, ("", host)), now)
        rate.record(1, now)
        delay = min(rate.delay(limit, now), _LONGEST_FOR_CONNECTION)
        if delay > 0:
            rate.record(-1, now)
        return delay

    def _record(self, key: str, user: str, client_id: str, amount: float, now: float) -> float:
        quota = self._quotas.find(key, user, client_id)
        if quota is None:
            return 0.0
        rate = self._rate(key, quota, now)
        rate.record(amount, now)
        return rate.delay(quota.limit, now)

    def _rate(self, key: str, quota: Quota, now: float) -> Rate:
        if len(self._rates) >= self._sweep_at:
            self._sweep(now)
        return self._rates.setdefault((key, *quota.sharers), Rate())

    def _sweep(self, now: float) -> None:
        self._rates = {name: rate for name, rate in self._rates.items() if not rate.is_idle(now)}
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_idle(now)}
        # else many clients cost a sweep with each request
        self._sweep_at = max(_SWEEP_AT, 2 * max(len(self._rates), len(self._buckets)))


def _bytes_produced(request: ProduceRequest) -> int:
    return sum(len(part.records or b"") for topic in request.topic_data for part in topic.partition_data)


def _bytes_fetched(response: ShareFetchResponse) -> int:
    return sum(len(part.records or b"") for topic in response.responses for part in topic.partitions)

"""How long a client has to be silent because it had more than its quota.

The answer goes out at once and says for how long (`throttle_time_ms`); until then nothing more is read of the
connection (KIP-219). Bytes are those of record batches; `request_percentage` is the share of one thread's time that
requests take, where waiting does not count.
"""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.quotas.rate import Rate
from kafkawire.broker.quotas.store import CONSUMER_RATE, PRODUCER_RATE, REQUEST_SHARE, Quotas
from kafkawire.message import Request, Response
from kafkawire.messages import FetchResponse, ProduceRequest, ShareFetchResponse

__all__ = ["Throttling"]

_LONGEST_FOR_SHARE = 1.0  # seconds, as with Kafka; for bytes there is no bound
_EXEMPT = frozenset({ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE})
_SWEEP_AT = 1000  # rates in memory before those that are over are looked for


class Throttling:
    """Counts what clients have had of their `quotas`."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas
        self._rates: dict[tuple[str, str, str], Rate] = {}
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
        delay = min(share, _LONGEST_FOR_SHARE)
        if isinstance(request, ProduceRequest):
            delay = max(delay, self._record(PRODUCER_RATE, user, client_id, _bytes_produced(request), now))
        elif isinstance(response, FetchResponse | ShareFetchResponse):
            delay = max(delay, self._record(CONSUMER_RATE, user, client_id, _bytes_fetched(response), now))
        return delay

    def _record(self, key: str, user: str, client_id: str, amount: float, now: float) -> float:
        quota = self._quotas.find(key, user, client_id)
        if quota is None:
            return 0.0
        if len(self._rates) >= self._sweep_at:
            self._rates = {name: rate for name, rate in self._rates.items() if not rate.is_idle(now)}
            self._sweep_at = max(_SWEEP_AT, 2 * len(self._rates))  # else many clients cost a sweep with each request
        rate = self._rates.setdefault((key, *quota.sharers), Rate())
        rate.record(amount, now)
        return rate.delay(quota.limit, now)


def _bytes_produced(request: ProduceRequest) -> int:
    return sum(len(part.records or b"") for topic in request.topic_data for part in topic.partition_data)


def _bytes_fetched(response: FetchResponse | ShareFetchResponse) -> int:
    return sum(len(part.records or b"") for topic in response.responses for part in topic.partitions)

"""Rates for clients and tenants: bytes that they send, bytes that they get, requests that they make, each a second.

```python
Proxy([VirtualCluster("broker:9092")], [RateLimit(bytes_in=1e6, bytes_out=5e6, per="principal")])
```

It is counted as Kafka counts quotas (KIP-13, KIP-219): ten seconds' worth may come at once. Who had more is answered at
once, is told for how long to be silent (`throttle_time_ms`), and until that is over nothing more is taken from its
connection. Who shares what `per` says shares the rate, over all connections to this proxy. Bytes are those of whole
requests and responses. What is too much is delayed and never refused.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.broker.quotas.rate import Rate
from kafkawire.message import Request, Response
from kafkawire.messages import RequestHeader, ResponseHeader
from kafkawire.protocol.frames import decode_response_payload
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import Filter, Result

__all__ = ["RateLimit"]

_BEFORE = frozenset({ApiKey.API_VERSIONS, ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE})
_MOST_MS = 2**31 - 1
_SWEEP_AT = 1000  # rates in memory before those that are over are looked for


class RateLimit(Filter):
    """Slows down who sends, gets or asks too much. A rate that is not given has no bound.

    `per` says who shares a rate: `client_id`, `principal`, `sni`, `cluster` (the virtual cluster) or `host`, or some of
    them, as `principal+client_id`.
    """

    decodes = False

    def __init__(
        self,
        *,
        bytes_in: float | None = None,
        bytes_out: float | None = None,
        requests: float | None = None,
        per: str = "client_id",
    ) -> None:
        limits = {"bytes_in": bytes_in, "bytes_out": bytes_out, "requests": requests}
        self._limits = {name: limit for name, limit in limits.items() if limit is not None}
        self._sharing = [word.strip() for word in per.split("+")]
        wrong = [name for name, limit in self._limits.items() if limit <= 0]
        if wrong or not self._limits:
            raise ValueError(f"{wrong[0]} is not above 0" if wrong else "want bytes_in, bytes_out or requests")
        unknown = {*self._sharing} - _WHO.keys()
        if unknown:
            raise ValueError(f"per: {min(unknown)!r} is none of {', '.join(_WHO)}")
        self._rates: dict[tuple[str, ...], Rate] = {}
        self._sweep_at = _SWEEP_AT

    def on_request(
        self,
        ctx: Context,
        header: RequestHeader,  # noqa: ARG002 - what all hooks get
        request: Request | None,  # noqa: ARG002
    ) -> Coroutine[Any, Any, Result] | None:
        """Hold it back while the client has to be silent, and count it."""
        if ctx.api_key in _BEFORE:
            return None
        if ctx.now() < self._silent_until(ctx):
            return self._wait(ctx)
        self._count_request(ctx)
        return None

    async def _wait(self, ctx: Context) -> Result:
        while (seconds := self._silent_until(ctx) - ctx.now()) > 0:
            await ctx.sleep(seconds)
        self._count_request(ctx)
        return None

    def _count_request(self, ctx: Context) -> None:
        self._silence(ctx, max(self._count(ctx, "bytes_in", len(ctx.payload)), self._count(ctx, "requests", 1)))

    def on_response(self, ctx: Context, header: ResponseHeader, response: Response | None) -> Result:  # noqa: ARG002
        """Count it, and say for how long the client has to be silent."""
        if ctx.api_key in _BEFORE:
            return None
        self._silence(ctx, self._count(ctx, "bytes_out", len(ctx.payload)))
        delay_ms = min(round((self._silent_until(ctx) - ctx.now()) * 1000), _MOST_MS)
        if delay_ms <= 0:
            return None
        if response is None:
            _, response = decode_response_payload(ctx.payload, ctx.api_key, ctx.version)
        return _told(response, ctx.version, delay_ms)

    # ----------------------------------------------------------------------------------------------------------- rates

    def _silent_until(self, ctx: Context) -> float:
        return float(ctx.connection.state.get(self, 0.0))

    def _silence(self, ctx: Context, seconds: float) -> None:
        if seconds > 0:
            ctx.connection.state[self] = max(self._silent_until(ctx), ctx.now() + seconds)

    def _count(self, ctx: Context, name: str, amount: float) -> float:
        """Count something, and say for how many seconds that was too much."""
        limit = self._limits.get(name)
        if limit is None:
            return 0.0
        now = ctx.now()
        if len(self._rates) >= self._sweep_at:
            self._sweep(now)
        key = (name, *(_WHO[word](ctx) for word in self._sharing))
        rate = self._rates.setdefault(key, Rate())
        rate.record(amount, now)
        return rate.delay(limit, now)

    def _sweep(self, now: float) -> None:
        self._rates = {key: rate for key, rate in self._rates.items() if not rate.is_idle(now)}
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._rates))  # else many clients cost a sweep with each request


_WHO: dict[str, Any] = {
    "client_id": lambda ctx: ctx.client_id or "",
    "principal": lambda ctx: ctx.principal,
    "sni": lambda ctx: ctx.sni or "",
    "cluster": lambda ctx: ctx.cluster,
    "host": lambda ctx: ctx.client_address[0],
}


def _told(response: Any, version: int, delay_ms: int) -> Response | None:
    """The response with the longest time that anybody wants; None if it has no place for one."""
    field = next((field for field in response.spec().root.fields if field.attr == "throttle_time_ms"), None)
    if field is None or version not in field.versions or response.throttle_time_ms >= delay_ms:
        return None
    response.throttle_time_ms = delay_ms
    return response  # type: ignore[no-any-return]

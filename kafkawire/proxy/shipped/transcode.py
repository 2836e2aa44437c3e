"""Old clients with new brokers, and new clients with old ones: each speaks the versions that it has.

```python
Proxy([VirtualCluster("kafka-4:9092")], [Transcode()])
```

Clients are offered all versions that kafkawire knows of each API that the broker has in any version. What comes in a
version that the broker has passes as it came; all else goes to the broker in the nearest version that both know, and
the response back in the client's. What that version cannot say is refused with the code that a broker would give.

Not crossed are logins: SaslHandshake goes in the client's version, which all brokers have. Where a broker has no topic
ids no versions are offered that name topics by these alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from typing import TYPE_CHECKING

from kafkawire.api_key import ApiKey
from kafkawire.errors import DecodeError, KafkaError
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, ApiVersionsRequest, ApiVersionsResponse
from kafkawire.protocol.error_responses import error_response
from kafkawire.protocol.frames import decode_request_header
from kafkawire.protocol.server import BARE_TOKEN
from kafkawire.proxy.filters import CLOSE, Filter, Hook, Result
from kafkawire.proxy.shipped.transcode_crossing import Crossing

if TYPE_CHECKING:
    from kafkawire.messages import RequestHeader, ResponseHeader
    from kafkawire.proxy.context import Context

__all__ = ["Spoken", "Transcode"]

_SPOKEN, _CROSSING = object(), object()  # keys of what is remembered of a connection and of an exchange
_METADATA_WITH_IDS = 10
_BY_ID_ALONE = {ApiKey.PRODUCE: 13, ApiKey.FETCH: 13, ApiKey.OFFSET_COMMIT: 10, ApiKey.OFFSET_FETCH: 10}
_PRODUCE_OF_4, _FETCH_OF_4 = 3, 4


class Spoken:
    """The versions of one broker, and what clients are offered in their place."""

    def __init__(self, response: ApiVersionsResponse, messages: MessageSet = PROTOCOL) -> None:
        self._messages = messages
        self.ranges = {api.api_key: (api.min_version, api.max_version) for api in response.api_keys}
        if self.ranges.get(ApiKey.FETCH, (0, 0))[0] >= _FETCH_OF_4:
            # Brokers of 4.x say that they have Produce 0, for the sake of some clients, but serve 3 and newer alone.
            low, high = self.ranges.get(ApiKey.PRODUCE, (0, -1))
            self.ranges[ApiKey.PRODUCE] = (max(low, _PRODUCE_OF_4), high)
        self._has_ids = self.ranges.get(ApiKey.METADATA, (0, 0))[1] >= _METADATA_WITH_IDS

    def offered(self, api_key: int) -> tuple[int, int]:
        """The lowest and the highest version that clients are told."""
        low, high = self.ranges[api_key]
        known = self._known(api_key)
        if api_key == ApiKey.SASL_HANDSHAKE or not any(low <= version <= high for version in known):
            return low, high
        most = _BY_ID_ALONE.get(ApiKey(api_key)) if not self._has_ids else None
        return min(low, *known), max(high, *(one for one in known if most is None or one < most))

    def nearest(self, api_key: int, version: int) -> int | None:
        """The version in which the broker is asked; None for a request that is to stay as it is."""
        low, high = self.ranges.get(api_key, (0, -1))
        if low <= version <= high or api_key == ApiKey.SASL_HANDSHAKE or version not in self._known(api_key):
            return None
        common = [one for one in self._known(api_key) if low <= one <= high]
        return min(common, key=lambda one: abs(one - version), default=None)

    def _known(self, api_key: int) -> tuple[int, ...]:
        return self._messages.versions(api_key) if api_key in self._messages else ()


class Transcode(Filter):
    """Has clients and brokers speak the versions that they know. Last of the filters, others see what clients say."""

    decodes = False
    _messages = PROTOCOL

    def hooks(self, messages: MessageSet) -> Iterator[Hook]:
        """All messages, as bytes; those that stay as they are need not be decoded. What is offered is decoded."""
        self._messages = messages
        yield Hook("request", None, self._request)
        yield Hook("response", None, self._response)
        yield Hook("response", int(ApiKey.API_VERSIONS), self._offer)

    # -------------------------------------------------------------------------------------------------------- requests

    def _request(self, ctx: Context, header: RequestHeader, request: Request | None) -> Awaitable[Result] | None:
        if ctx.version == BARE_TOKEN:
            return None
        spoken: Spoken | None = ctx.connection.state.get(_SPOKEN)
        if spoken is None:
            return self._first_request(ctx, header, request)
        broker = spoken.nearest(ctx.api_key, ctx.version)
        return None if broker is None else self._cross(ctx, header, request, broker)

    async def _first_request(self, ctx: Context, header: RequestHeader, request: Request | None) -> Result:
        """Before anything is passed on the broker is asked for its versions, in one that all brokers have."""
        told = await ctx.send(ApiVersionsRequest(), version=0)
        assert isinstance(told, ApiVersionsResponse)
        ctx.connection.state[_SPOKEN] = Spoken(told, self._messages)
        crossed = self._request(ctx, header, request)
        return None if crossed is None else await crossed

    async def _cross(self, ctx: Context, header: RequestHeader, request: Request | None, broker: int) -> Result:
        if request is None:
            try:
                request = self._decoded(ctx)
            except DecodeError:
                return CLOSE  # as a broker does
        crossing = Crossing(ctx, self._messages, broker)
        try:
            parts = await crossing.to_broker(request)
        except KafkaError as exc:
            return error_response(request, ctx.version, exc.code, messages=self._messages) or CLOSE
        if len(parts) != 1:
            return await crossing.to_client([await ctx.send(part, version=broker) for part in parts])
        ctx.exchange[_CROSSING] = crossing
        header.request_api_version = broker
        found: Request = parts[0]
        return found

    def _decoded(self, ctx: Context) -> Request:
        """The request, which may have bytes left over behind it: some clients send such, and brokers do not mind."""
        _, start = decode_request_header(ctx.payload, messages=self._messages, lenient=True)
        cls, _ = self._messages.request(ctx.api_key, ctx.version)
        return cls.decode_prefix(ctx.payload, ctx.version, start, zero_copy=True)[0]

    # ------------------------------------------------------------------------------------------------------- responses

    def _response(self, ctx: Context, _header: ResponseHeader, response: Response | None) -> Awaitable[Result] | None:
        crossing: Crossing | None = ctx.exchange.get(_CROSSING)
        return None if crossing is None or response is None else crossing.to_client([response])

    def _offer(self, _ctx: Context, _header: ResponseHeader, response: ApiVersionsResponse) -> Response:
        spoken = Spoken(response, self._messages)
        for api in response.api_keys:
            api.min_version, api.max_version = spoken.offered(api.api_key)
        return response

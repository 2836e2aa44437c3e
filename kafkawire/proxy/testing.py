"""One filter against a written exchange: no sockets, no broker, a clock that stands still until somebody sleeps.

```python
with FilterTest(Rename()) as test:
    assert test.request(MetadataRequest(topics=[...]), version=12).topics[0].name == "team-orders"
    seen = test.response(MetadataResponse(...))
```

`request` gives what the broker gets, or what the client gets at once if a filter answers; `response` what the client
gets for what the broker says. What a filter raises they raise. A message that a hook has changed without returning it
is an `AssertionError`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, MutableMapping
from inspect import isawaitable
from random import Random
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from kafkawire.message import Message, Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from kafkawire.protocol.frames import decode_request_payload, decode_response_payload, encode_request, encode_response
from kafkawire.protocol.versions import ApiVersions
from kafkawire.proxy.chain import Chain
from kafkawire.proxy.context import Connection
from kafkawire.proxy.filters import Filter, Hook
from kafkawire.proxy.link import Link

__all__ = ["FilterTest"]

Broker = Callable[[Request, int], Response]


class _Watched(Filter):
    """A filter whose hooks are watched: what is changed and not returned would be lost."""

    def __init__(self, watched: Filter, failures: list[BaseException], told_in: Callable[[], int | None]) -> None:
        self._watched = watched
        self._failures = failures
        self._told_in = told_in  # the version of the broker's response, if that is one
        self.strict = watched.strict  # type: ignore[misc]
        self.decodes = watched.decodes  # type: ignore[misc]

    def opened(self, connection: Connection) -> None:
        """Tell the filter."""
        self._watched.opened(connection)

    def closed(self, connection: Connection) -> None:
        """Tell the filter."""
        self._watched.closed(connection)

    def hooks(self, messages: MessageSet) -> Any:
        """Those of the filter, each with somebody beside it."""
        for hook in self._watched.hooks(messages):
            yield Hook(hook.kind, hook.api_key, self._beside(hook), hook.versions, hook.may_concern)

    def _beside(self, hook: Hook) -> Callable[..., Any]:
        async def function(ctx: Any, header: Any, message: Message | None) -> Any:
            told_in = self._told_in()
            version = ctx.version if told_in is None else told_in
            if isinstance(header, RequestHeader):
                version = header.request_api_version
            before = None if message is None else message.encode(version)
            try:
                found = hook.function(ctx, header, message)
                result = await found if isawaitable(found) else found
                if result is None and message is not None and message.encode(version) != before:
                    raise AssertionError(f"{hook.function.__qualname__} has changed the message and returned None")
            except BaseException as exc:
                self._failures.append(exc)
                raise
            return result

        return function


class FilterTest:
    """Filters between a client and a broker of the test's own making. `broker` answers what filters ask themselves.

    `offered`: API key -> lowest and highest version, as the broker would say it to a filter.
    """

    name = "test"

    def __init__(
        self,
        *filters: Filter,
        messages: MessageSet = PROTOCOL,
        broker: Broker | None = None,
        offered: Mapping[int, tuple[int, int]] | None = None,
        seed: int = 0,
        **known: Any,
    ) -> None:
        self.random = Random(seed)  # noqa: S311 - for tests
        self.shared: MutableMapping[Any, Any] = {}
        self.topic_names: MutableMapping[UUID, str] = {}
        self.slept: list[float] = []
        """The seconds that filters have slept."""
        self.clock = 0.0
        self.closed = False
        """Whether a filter has closed the connection, or failed where no error could be told."""
        self._messages, self._broker, self._known = messages, broker, known
        self._failures: list[BaseException] = []
        self._chain = Chain(
            [_Watched(one, self._failures, lambda: self._told_in) for one in filters], messages=messages
        )
        ranges = offered or {key: (found[0], found[-1]) for key in messages if (found := messages.versions(key))}
        self._versions = ApiVersions(dict(ranges), messages=messages)
        self._runner = asyncio.Runner()
        self._link: Link | None = None
        self._ids = 0
        self._asked: list[tuple[int, int, int]] = []
        self._told_in: int | None = None

    # ------------------------------------------------------------------------------------------------- what a test says

    def request(
        self,
        message: Request,
        version: int,
        *,
        client_id: str | None = "test",
        header: RequestHeader | None = None,
    ) -> Any:
        """What comes of a request of the client: a `Request` that the broker gets, the client's `Response`, or None."""
        self._ids += 1
        header = header or RequestHeader(client_id=client_id)
        header.request_api_key, header.request_api_version = message.API_KEY, version
        header.correlation_id = self._ids
        self._asked.append((message.API_KEY, version, self._ids))
        self._told_in = None
        self._run(lambda link: link.client_data(encode_request(message, header=header)))
        return self._seen()

    def response(self, message: Response, *, version: int | None = None) -> Any:
        """What the client gets for the broker's response to the request before; None if nothing.

        `version`: the one that the request has reached the broker in, if a filter has changed it.
        """
        _, asked, correlation_id = self._asked[-1]
        header = ResponseHeader(correlation_id=correlation_id)
        self._told_in = asked if version is None else version
        data = encode_response(message, version=self._told_in, header=header)
        self._run(lambda link: link.broker_data(data))
        return self._seen()

    # ----------------------------------------------------------------------------------------------------------- inside

    def _seen(self) -> Any:
        to_broker, to_client = self._to_broker, self._to_client
        self._to_broker, self._to_client = b"", b""
        if to_broker:
            return decode_request_payload(to_broker[4:], messages=self._messages)[1]
        if to_client:
            api_key, version, _ = self._asked[-1]
            return decode_response_payload(to_client[4:], api_key, version, messages=self._messages)[1]
        return None

    def _run(self, work: Callable[[Link], None]) -> None:
        async def run() -> None:
            if self._link is None:
                known = {"versions": self._versions, **self._known}
                self._link = Link(self._chain, self, self, **known)
            work(self._link)
            while self._link._tasks:  # noqa: SLF001 - the harness is a part of the kit
                await asyncio.wait(self._link._tasks)  # noqa: SLF001

        self._runner.run(run())
        if self._failures:
            raise self._failures.pop()

    _to_client = b""
    _to_broker = b""

    def flush(self) -> None:
        """Take what is to be written; what filters ask the broker is answered."""
        assert self._link is not None
        session = self._link.session
        self._to_client += b"".join(session.data_to_client())
        data = b"".join(session.data_to_broker())
        while data:
            size = 4 + int.from_bytes(data[:4], "big")
            frame, data = data[:size], data[size:]
            header, request = decode_request_payload(frame[4:], messages=self._messages)
            if header.client_id != "kafkawire-proxy":
                self._to_broker += frame
                continue
            assert self._broker is not None, f"a filter asks {request!r}, and the test has no broker"
            version = header.request_api_version
            answer = self._broker(request, version)
            answered = encode_response(answer, version=version, correlation_id=header.correlation_id)
            asyncio.get_running_loop().call_soon(self._link.broker_data, answered)

    def close(self, error: Exception | None) -> None:  # noqa: ARG002 - what whoever has sockets is told
        """The connection is over."""
        self.closed = True

    def now(self) -> float:
        """Seconds that were slept."""
        return self.clock

    def time_ms(self) -> int:
        """Milliseconds since 1970: 2023-11-14, and what was slept."""
        return 1_700_000_000_000 + round(self.clock * 1000)

    async def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        self.slept.append(seconds)
        self.clock += seconds

    async def ask_broker(self, node_id: int, request: Request, version: int | None) -> Response:
        """Ask the broker of the test."""
        assert self._broker is not None, f"a filter asks broker {node_id} {request!r}, and the test has no broker"
        return self._broker(request, self._versions.choose(request.API_KEY) if version is None else version)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._link is not None:
            link = self._link
            self._run(lambda _: link.lost())
        self._runner.close()

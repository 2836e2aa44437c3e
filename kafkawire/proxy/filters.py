"""What a filter is: a class whose methods are named after the messages that they look at.

```python
class Rename(Filter):
    def on_metadata_request(self, ctx: Context, header: RequestHeader, request: MetadataRequest) -> Result:
        for topic in request.topics or ():
            topic.name = f"team-{topic.name}"
        return request
```

A hook is `on_<api>_request` or `on_<api>_response`, with the API's name in small letters (`on_list_offsets_request`);
`on_request` and `on_response` see all of them. It may be a coroutine function; while it waits nothing behind its
message passes. What it returns says what happens:

| returned | in a request hook | in a response hook |
| --- | --- | --- |
| `None` | go on; the message is what it was before | likewise |
| a `Request` | go on with that, which is encoded anew | - |
| a `Response` | answer at once: the broker is not asked | go on with that, which is encoded anew |
| `DROP` | go no further, and answer nothing | likewise |
| `CLOSE` | close the connection | likewise |

So a hook that has changed a message returns it. One that returns None must have left it as it was.

Requests pass the filters from the first to the last, responses from the last to the first. An answer that a filter
gives itself passes those before it, as if it came from a broker behind. What nobody names is not decoded.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from kafkawire.message import Request, Response

if TYPE_CHECKING:
    from kafkawire.message_set import MessageSet
    from kafkawire.proxy.context import Connection

__all__ = ["CLOSE", "DROP", "Filter", "Hook", "Result", "Verdict", "versions"]

F = TypeVar("F", bound=Callable[..., Any])
Kind = Literal["request", "response"]


class Verdict(Enum):
    """What a hook may return beside messages."""

    DROP = auto()
    CLOSE = auto()


DROP, CLOSE = Verdict.DROP, Verdict.CLOSE
Result = Request | Response | Verdict | None
"""What a hook returns, or what the coroutine that it returns does."""


@dataclass(frozen=True, slots=True)
class Hook:
    """One method of a filter, and what it is called for. `api_key`: None for all; `versions`: None for all.

    `may_concern` may say of a frame without its size that it holds nothing for this hook, so that it is not decoded.
    """

    kind: Kind
    api_key: int | None
    function: Callable[..., Result | Awaitable[Result]]
    versions: range | None = None
    may_concern: Callable[[bytes], bool] | None = None


def versions(understood: range) -> Callable[[F], F]:
    """Say which versions of its API a hook understands: `@versions(range(0, 12))`; by default all that kafkawire does.

    Clients are offered no others.
    """

    def mark(function: F) -> F:
        function.understood_versions = understood  # type: ignore[attr-defined]
        return function

    return mark


class Filter:
    """Base of all filters. One object serves all connections: what belongs to one is kept in its `state`."""

    strict: ClassVar[bool] = False
    """Whether APIs and versions that cannot be decoded are refused, also for `on_request` and `on_response`.

    Otherwise these two see them, with None for the message. A hook that names its API is always strict about it.
    """
    decodes: ClassVar[bool] = True
    """Whether `on_request` and `on_response` need messages; else they get None, and `ctx.payload` has the bytes."""

    def opened(self, connection: Connection) -> None:
        """A client has connected."""

    def closed(self, connection: Connection) -> None:
        """A client is gone. This is called once for each one that was `opened`."""

    async def stop(self) -> None:
        """The proxy has ended, and asks for nothing any more: let go of what the filter holds."""

    def hooks(self, messages: MessageSet) -> Iterator[Hook]:
        """The hooks, found by their names. Raises `TypeError` for a name that is none."""
        apis = {messages.api_name(key).lower(): key for key in messages}
        for name in sorted({name for cls in type(self).__mro__ for name in vars(cls) if name.startswith("on_")}):
            function = getattr(self, name)
            understood = getattr(function, "understood_versions", None)
            subject, _, kind = name.removeprefix("on_").rpartition("_")
            if kind not in ("request", "response") or (subject and subject not in apis):
                known = [f"on_{api}_{which}" for api in apis for which in ("request", "response")]
                near = get_close_matches(name, [*known, "on_request", "on_response"], n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise TypeError(f"{type(self).__name__}.{name}: no message is called so{hint}")
            yield Hook(kind, apis.get(subject), function, understood)  # type: ignore[arg-type]

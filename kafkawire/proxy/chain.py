"""The filters of a virtual cluster in order: who looks at what, and a message's way past them.

A message is decoded once for all filters that look at it, and encoded again only if one of them has returned another.
Filters that answer at once cost no task: only where a hook returns something to await does a coroutine go on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Container, Iterable
from inspect import isawaitable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.errors import UnsupportedVersion
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message import Message, Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from kafkawire.protocol.frames import (
    decode_request_header,
    encode_request,
    encode_response,
    expects_response,
    is_refusal,
)
from kafkawire.protocol.server import BARE_TOKEN
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import DROP, Filter, Hook, Kind, Result, Verdict

if TYPE_CHECKING:
    from kafkawire.messages import ApiVersionsResponse

__all__ = ["Chain", "FilterFailed", "Passage"]

_API_VERSIONS = int(ApiKey.API_VERSIONS)
_LAST_OF_ALL = -1  # the place of what sees a response behind all filters: one of them may have offered more


class FilterFailed(Exception):
    """A hook has raised; the cause is what. `filter` is the name of its class."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} failed")
        self.filter = name


class _Step(NamedTuple):
    """A hook, and the place of its filter among all."""

    place: int
    name: str
    hook: Hook


class _All:
    """Every API."""

    def __contains__(self, api_key: object) -> bool:
        return True


class Chain:
    """The filters from the client to the broker. Raises `TypeError` for a hook whose name is none.

    `messages` are those that filters understand.
    """

    def __init__(
        self, filters: Iterable[Filter] = (), *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self.filters = tuple(filters)
        self.messages = messages
        self.limits = limits
        self._steps = [
            _Step(place, type(one).__name__, hook)
            for place, one in enumerate(self.filters)
            for hook in one.hooks(messages)
        ]
        self._is_strict = any(one.strict for one in self.filters)
        named = {step.hook.api_key for step in self._steps if step.hook.api_key is not None}
        self._named = {*messages} if self._is_strict else named
        if self._named:
            own = _Step(_LAST_OF_ALL, "ApiVersions", Hook("response", _API_VERSIONS, self._offer))
            self._steps.append(own)
        self._found: dict[tuple[Kind, int], list[_Step]] = {}
        self._served: set[tuple[int, int]] = set()
        self.requests = self._looked_at("request")
        """The keys of the APIs whose requests somebody looks at."""
        self.responses = self._looked_at("response")
        """The keys of the APIs whose responses somebody does."""

    def _looked_at(self, kind: Kind) -> Container[int]:
        keys = {step.hook.api_key for step in self._steps if step.hook.kind == kind}
        if None in keys:
            return _All()
        if kind == "request" and self._steps:
            keys.add(_API_VERSIONS)  # it says what the client is
        return frozenset(key for key in keys if key is not None)

    def _steps_of(self, kind: Kind, api_key: int) -> list[_Step]:
        """Who looks at a message, in the order in which it comes to them."""
        found = self._found.get((kind, api_key))
        if found is None:
            found = [step for step in self._steps if step.hook.kind == kind and step.hook.api_key in (None, api_key)]
            found.sort(key=lambda step: step.place, reverse=kind == "response")
            if api_key in self.messages:  # of others there may be many
                self._found[kind, api_key] = found
        return found

    def _needs_message(self, steps: list[_Step]) -> bool:
        return any(step.hook.api_key is not None or self.filters[step.place].decodes for step in steps)

    # -------------------------------------------------------------------------------------------------------- versions

    def understood(self, api_key: int) -> tuple[int, ...] | None:
        """The versions of an API that all filters which name it understand; None where none does."""
        if api_key not in self._named:
            return None
        found = self.messages.versions(api_key) if api_key in self.messages else ()
        for step in self._steps:
            if step.hook.api_key == api_key and step.hook.versions is not None:
                found = tuple(version for version in found if version in step.hook.versions)
        return found

    @property
    def is_choosy(self) -> bool:
        """Whether there is anything that `serves` would not let pass."""
        return bool(self._named) or self._is_strict

    def serves(self, api_key: int, version: int) -> bool:
        """Whether a request may pass; one that nobody understands might get past a filter that it concerns."""
        if (api_key, version) in self._served or (api_key not in self._named and not self._is_strict):
            return True
        is_served = _has(self.messages, api_key, version) and all(
            version in step.hook.versions
            for step in self._steps
            if step.hook.api_key == api_key and step.hook.versions is not None
        )
        if is_served:
            self._served.add((api_key, version))
        return is_served or (api_key == _API_VERSIONS and version >= 0)  # the broker will say what it lacks (KIP-511)

    def _offer(self, _ctx: Context, _header: ResponseHeader, response: ApiVersionsResponse) -> Response | None:
        """Offer the client what the broker has and the filters understand."""
        changed, kept = False, []
        for api in response.api_keys:
            both = self.understood(api.api_key)
            if both is None and not self._is_strict:
                kept.append(api)
                continue
            common = [version for version in both or () if api.min_version <= version <= api.max_version]
            if common:
                changed |= (api.min_version, api.max_version) != (common[0], common[-1])
                api.min_version, api.max_version = common[0], common[-1]
                kept.append(api)
        changed |= len(kept) != len(response.api_keys)
        response.api_keys = kept
        return response if changed else None

    # -------------------------------------------------------------------------------------------------------- messages

    def request(self, ctx: Context) -> Passage | Awaitable[Passage]:
        """Have the filters look at a request, `ctx.payload`.

        Raises `DecodeError` for one that is broken, and `FilterFailed`.
        """
        api_key, version = ctx.api_key, ctx.version
        steps = self._steps_of("request", api_key)
        if version == BARE_TOKEN:
            return Passage(self, ctx, steps, RequestHeader(request_api_key=api_key, request_api_version=version), None)
        header, start = decode_request_header(ctx.payload, messages=self.messages, limits=self.limits, lenient=True)
        ctx.connection.client_id = header.client_id
        steps = [step for step in steps if step.hook.may_concern is None or step.hook.may_concern(ctx.payload)]
        message: Request | None = None
        if _has(self.messages, api_key, version) and (api_key == _API_VERSIONS or self._needs_message(steps)):
            cls, _ = self.messages.request(api_key, version)
            message, _ = cls.decode_prefix(ctx.payload, version, start, limits=self.limits, zero_copy=True)
        if api_key == _API_VERSIONS and message is not None:
            ctx.connection.software_name = getattr(message, "client_software_name", "")
            ctx.connection.software_version = getattr(message, "client_software_version", "")
        return Passage(self, ctx, steps, header, message).go()

    def response(self, ctx: Context, version: int) -> Passage | Awaitable[Passage]:
        """Have the filters look at a response in that version, `ctx.payload`. Raises as `request` does."""
        steps = self._steps_of("response", ctx.api_key)
        steps = [step for step in steps if step.hook.may_concern is None or step.hook.may_concern(ctx.payload)]
        if is_refusal(ctx.payload, ctx.api_key):
            version = ctx.version = 0  # KIP-511: it comes in this version, whatever was asked
        header, message = ResponseHeader(correlation_id=ctx.correlation_id or 0), None
        if version != ctx.version or (version != BARE_TOKEN and steps):
            header, message = self._read(
                ctx, version, needs_message=version != ctx.version or self._needs_message(steps)
            )
        passage = Passage(self, ctx, steps, header, message)
        passage.is_changed = version != ctx.version
        return passage.go()

    def _read(self, ctx: Context, version: int, *, needs_message: bool) -> tuple[ResponseHeader, Response | None]:
        if not _has(self.messages, ctx.api_key, version):
            return ResponseHeader(correlation_id=ctx.correlation_id or 0), None
        cls, header_version = self.messages.response(ctx.api_key, version)
        header, start = ResponseHeader.decode_prefix(ctx.payload, header_version, limits=self.limits)
        if not needs_message:
            return header, None
        message, _ = cls.decode_prefix(ctx.payload, version, start, limits=self.limits, zero_copy=True)
        return header, message

    def answer(self, ctx: Context, response: Response, place: int) -> Passage | Awaitable[Passage]:
        """Have the filters before the one in that `place` look at an answer that it has made. Raises `FilterFailed`."""
        steps = [step for step in self._steps_of("response", ctx.api_key) if step.place < place]
        passage = Passage(self, ctx, steps, ResponseHeader(correlation_id=ctx.correlation_id or 0), response)
        passage.is_changed = True
        return passage.go()


class Passage:
    """One message on its way past the filters that look at it, and where it has come to."""

    __slots__ = ("_at", "_chain", "_ctx", "_steps", "header", "is_changed", "message", "verdict")

    def __init__(
        self,
        chain: Chain,
        ctx: Context,
        steps: list[_Step],
        header: RequestHeader | ResponseHeader,
        message: Message | None,
    ) -> None:
        self._chain, self._ctx, self._steps, self._at = chain, ctx, steps, 0
        self.header = header
        self.message = message
        """What it is now; a `Response` in place of a request is the answer to it."""
        self.is_changed = False
        self.verdict: Verdict | None = None
        """What a hook wants in place of going on."""

    @property
    def place(self) -> int:
        """The place of the filter that was asked last."""
        return self._steps[self._at - 1].place

    @property
    def is_answer(self) -> bool:
        """Whether a filter has answered a request."""
        return isinstance(self.header, RequestHeader) and isinstance(self.message, Response)

    @property
    def version(self) -> int:
        """The version in which a request goes on: a filter may have set another in the header."""
        return self.header.request_api_version if isinstance(self.header, RequestHeader) else self._ctx.version

    @property
    def is_answered(self) -> bool | None:
        """Whether a changed request will be answered; None for one that is as it was."""
        return expects_response(self.message) if self.is_changed and isinstance(self.message, Request) else None

    def go(self) -> Passage | Awaitable[Passage]:
        """Ask one filter after the other, as long as none has to wait."""
        while self._at < len(self._steps) and self.verdict is None and not self.is_answer:
            step = self._steps[self._at]
            self._at += 1
            try:
                result = step.hook.function(self._ctx, self.header, self.message)
            except Exception as exc:
                raise FilterFailed(step.name) from exc
            if result is None:
                continue
            if isinstance(result, Message) or not isawaitable(result):
                self._take(step, result)
            else:
                return self._wait(step, result)
        return self

    async def _wait(self, step: _Step, result: Awaitable[Result]) -> Passage:
        try:
            found = await result
        except Exception as exc:
            raise FilterFailed(step.name) from exc
        if found is not None:
            self._take(step, found)
        further = self.go()
        return further if isinstance(further, Passage) else await further

    def _take(self, step: _Step, result: object) -> None:
        """What a hook has returned."""
        if isinstance(result, Verdict):
            self.verdict = result
            return
        may_be = (Request, Response) if isinstance(self.header, RequestHeader) else (Response,)
        if not isinstance(result, may_be) or self._ctx.api_key != result.API_KEY:
            wanted = f"a {' or '.join(kind.__name__ for kind in may_be)} of its API, DROP, CLOSE or None"
            raise FilterFailed(step.name) from TypeError(f"returned {type(result).__name__}, not {wanted}")
        self.message = result
        self.is_changed = True

    def encoded(self) -> bytes | None:
        """The frame that goes on, without its size; None for the one that came. Raises `EncodeError`."""
        if not self.is_changed or self.message is None:
            return None
        self.header.correlation_id = self._ctx.correlation_id or 0
        if isinstance(self.message, Request) and isinstance(self.header, RequestHeader):
            return encode_request(self.message, header=self.header)[4:]
        assert isinstance(self.message, Response)
        if self._ctx.version == BARE_TOKEN:
            return bytes(getattr(self.message, "auth_bytes", b""))
        header = self.header if isinstance(self.header, ResponseHeader) else ResponseHeader()
        return encode_response(self.message, version=self._ctx.version, header=header)[4:]

    @property
    def is_dropped(self) -> bool:
        """Whether there is to be no answer."""
        return self.verdict is DROP


def _has(messages: MessageSet, api_key: int, version: int) -> bool:
    """Whether requests and responses of that version can be read."""
    try:
        messages.request(api_key, version)
        messages.response(api_key, version)
    except UnsupportedVersion:
        return False
    return True

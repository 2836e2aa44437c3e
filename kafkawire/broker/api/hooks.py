"""Hooks: what the owner of a broker is told of connections, and where requests pass through code of the owner's.

Nothing of this is on the way of a request where no hook asks for requests: a hook that does is put around the handlers
when their table is made (`dispatch.HandlerTable`), as somebody who wraps a handler would do it. For the bytes of
responses a connection looks whether there is a hook that wants them, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING

from kafkawire.errors import RemoteProtocolError
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.broker.api.dispatch import Context, Handler
    from kafkawire.broker.security.session import Session
    from kafkawire.message import Request, Response

__all__ = ["BrokerHooks", "Hooks"]

_LOG = RateLimitedLogger("kafkawire.broker.hooks")
_PLAIN = ("connection_opened", "connection_authenticated", "connection_closed", "response_encoded")


class BrokerHooks:
    """A base for what watches or changes what a broker does. Each method does nothing until it is overridden.

    All of them are called in the broker's event loop, where whatever blocks keeps all clients waiting. A session is one
    connection, from its beginning to its end the same object: `ctx.session` of its requests, too.

    The three about connections are plain functions. `RemoteProtocolError` closes the connection; anything else that
    they raise is logged with its traceback, once a second, and changes nothing.
    """

    def connection_opened(self, session: Session) -> None:
        """A client is there and will be served: not one too many, and past the handshake of TLS if there is one."""

    def connection_authenticated(self, session: Session) -> None:
        """A client has proved with SASL who it is, for the first time or again (KIP-368)."""

    def connection_closed(self, session: Session) -> None:
        """A connection that was opened has ended. Its request, if there was one, may still be at work."""

    async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
        """Answer a request. `handler` does what would be done without this hook, the hooks behind it included.

        What is raised here is treated as if a handler had raised it: it is logged with its traceback and answered with
        UNKNOWN_SERVER_ERROR where there is a place for that, and `RemoteProtocolError` closes the connection.
        """
        return await handler(ctx, request)

    def response_encoded(self, session: Session, frame: bytes) -> bytes:  # noqa: ARG002 - for who overrides it
        """The bytes of a response, its size included, are about to be written: what is written in their place.

        It is called for each response of a connection, in the order of the requests. Where what it returns is not a
        whole frame, nothing that follows would make sense, and the connection ends behind it; so it does when this
        raises something, which is logged with its traceback unless it is `RemoteProtocolError`. With such a hook
        responses are not sent out of files, but read and joined.
        """
        return frame


class Hooks:
    """All hooks of a broker, told one after the other. Raises `TypeError` for what is none."""

    def __init__(self, hooks: Iterable[BrokerHooks] = ()) -> None:
        self._all: list[BrokerHooks] = []
        self.of_requests: list[BrokerHooks] = []
        """Those that requests go through; the first one sees them first."""
        self.of_responses: list[BrokerHooks] = []
        """Those that the bytes of responses go through, the last one first."""
        for hook in hooks:
            self._add(hook, len(self._all))

    def add_first(self, hook: BrokerHooks) -> None:
        """Add a hook that comes before the others."""
        self._add(hook, 0)

    def _add(self, hook: BrokerHooks, place: int) -> None:
        _check(hook)
        self._all.insert(place, hook)
        self.of_requests = [h for h in self._all if _overrides(h, "handle_request")]
        self.of_responses = [h for h in self._all if _overrides(h, "response_encoded")]

    def opened(self, session: Session) -> None:
        """A connection has begun. Raises `RemoteProtocolError` if a hook refuses it, once all have been told."""
        self._tell("connection_opened", session)

    def authenticated(self, session: Session) -> None:
        """A client has proved who it is. Raises `RemoteProtocolError` if a hook refuses it."""
        self._tell("connection_authenticated", session)

    def closed(self, session: Session) -> None:
        """A connection that was opened has ended, so nobody can refuse it any more."""
        try:
            self._tell("connection_closed", session)
        except RemoteProtocolError as exc:
            _LOG.error("a connection that is closed cannot be refused: %s", exc)

    def changed(self, session: Session, frame: bytes) -> bytes:
        """What the hooks make of the bytes of a response. Raises `RemoteProtocolError` if one of them fails."""
        for hook in reversed(self.of_responses):
            frame = _bytes(hook, session, frame)
        return frame

    def _tell(self, event: str, session: Session) -> None:
        refusal: RemoteProtocolError | None = None
        for hook in [*self._all]:  # one of them may add another
            try:
                getattr(hook, event)(session)
            except RemoteProtocolError as exc:
                refusal = refusal or exc
            except Exception:  # noqa: BLE001 - a fault in what only watches must not touch the client
                _LOG.exception(f"{type(hook).__name__}.{event} failed for %s", session.client_host)
        if refusal is not None:
            raise refusal


def _bytes(hook: BrokerHooks, session: Session, frame: bytes) -> bytes:
    where = f"{type(hook).__name__}.response_encoded"
    try:
        changed = hook.response_encoded(session, frame)
    except RemoteProtocolError:
        raise
    except Exception as exc:
        _LOG.exception(f"{where} failed for %s", session.client_host)
        raise RemoteProtocolError(f"{where} failed") from exc
    if not isinstance(changed, bytes):
        raise RemoteProtocolError(f"{where} returned {type(changed).__name__}, not bytes")
    return changed


def _overrides(hook: BrokerHooks, name: str) -> bool:
    return getattr(type(hook), name) is not getattr(BrokerHooks, name)


def _check(hook: object) -> None:
    if not isinstance(hook, BrokerHooks):
        raise TypeError(f"hooks: {hook!r} is no object of a class that is made of BrokerHooks")
    for event in _PLAIN:
        if iscoroutinefunction(getattr(hook, event)):
            raise TypeError(f"hooks: {type(hook).__name__}.{event} must be a plain function, nothing waits for it")

"""Faults in a broker: a hook that does what `Faults` decides."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kafkawire.broker.api.hooks import BrokerHooks
from kafkawire.errors import RemoteProtocolError
from kafkawire.testing.faults.engine import Call, Faults, Reply, Strike

if TYPE_CHECKING:
    from uuid import UUID

    from kafkawire.broker.api.dispatch import Context, Handler
    from kafkawire.broker.security.session import Session
    from kafkawire.message import Request, Response

__all__ = ["FaultHook"]


class FaultHook(BrokerHooks):
    """Lets requests and connections of a broker fail as `faults` says. `node` is what rules may call the broker."""

    def __init__(self, faults: Faults, node: str = "") -> None:
        self._faults = faults
        self._node = node
        self._silent_until: dict[Session, float] = {}
        self._changing: dict[Session, Reply] = {}  # whose next response is to be changed

    def connection_opened(self, session: Session) -> None:  # noqa: ARG002 - one is as good as the other
        """Refuse it, if that is what a rule wants."""
        if self._faults.refuses(self._node):
            raise RemoteProtocolError("a fault refuses the connection")

    def connection_closed(self, session: Session) -> None:
        """Forget it."""
        self._silent_until.pop(session, None)
        self._changing.pop(session, None)

    async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
        """Ask what goes wrong, and do it. Raises `RemoteProtocolError` to end the connection."""
        loop = asyncio.get_running_loop()
        if (silence := self._silent_until.pop(ctx.session, 0.0) - loop.time()) > 0:
            await asyncio.sleep(silence)
        strike = self._faults.strike(self._call(ctx, request))
        if strike is None:
            return await handler(ctx, request)
        reply = await _reply(strike, ctx, handler)
        if reply.throttle:
            self._silent_until[ctx.session] = loop.time() + reply.throttle
        if reply.changes_bytes and reply.response is not None:
            self._changing[ctx.session] = reply
        return reply.response

    def response_encoded(self, session: Session, frame: bytes) -> bytes:
        """Cut or change the bytes of a response, if that is what a rule wants."""
        reply = self._changing.pop(session, None) if self._changing else None
        return reply.bytes(frame) if reply else frame

    def _call(self, ctx: Context, request: Request) -> Call:
        def topic_name(topic_id: UUID) -> str | None:
            topic = ctx.topics.by_id(topic_id)
            return topic.name if topic else None

        return Call(ctx.api_key, ctx.version, request, ctx.client_id, self._node, topic_name)


async def _reply(strike: Strike, ctx: Context, handler: Handler) -> Reply:
    if strike.delay:
        await asyncio.sleep(strike.delay)
    if strike.hangs_up:
        raise RemoteProtocolError("a fault ends the connection before the request is carried out")
    response = await handler(ctx, strike.request) if strike.request is not None else None
    reply = strike.respond(response)
    if reply.delay:
        await asyncio.sleep(reply.delay)
    if reply.is_lost:
        raise RemoteProtocolError("a fault ends the connection instead of a response")
    return reply

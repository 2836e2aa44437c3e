"""Faults in a proxy: a filter that does what `Faults` decides.

```python
faults = Faults()
async with Proxy([VirtualCluster("broker:9092")], [FaultFilter(faults)]):
    faults.fail("Produce", topic="orders", times=2, error="NOT_LEADER_OR_FOLLOWER")
```

On the command line that is `--filter faults:file=faults.json`. To rules a broker is called by its number, `node="1"`,
and `""` where a client has not asked for a certain one yet. They may come and go while the proxy runs, in any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from kafkawire.protocol.frames import expects_response
from kafkawire.protocol.named import split
from kafkawire.proxy.filters import CLOSE, DROP, Filter, Result
from kafkawire.testing.faults.engine import Call, Faults, Reply, Strike
from kafkawire.testing.faults.rule import InvalidFault

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from kafkawire.message import Message, Request, Response
    from kafkawire.messages import RequestHeader, ResponseHeader
    from kafkawire.proxy.context import Connection, Context

__all__ = ["FaultFilter"]


class FaultFilter(Filter):
    """Lets requests and connections fail as `faults` says, or the rules in `file` (JSON, or YAML where it can be read).

    Raises `ValueError` for rules that cannot be read.
    """

    def __init__(self, faults: Faults | None = None, *, file: str | None = None) -> None:
        self.faults = (Faults() if file is None else _read(file)) if faults is None else faults
        """What goes wrong."""

    def opened(self, connection: Connection) -> None:
        """Refuse it, if that is what a rule wants."""
        if self.faults.refuses(_node(connection)):
            connection.is_refused = True

    def on_request(self, ctx: Context, _header: RequestHeader, request: Request | None) -> Result | Awaitable[Result]:
        """Ask what goes wrong, and do it."""
        is_throttled = self in ctx.connection.state
        return self._struck(ctx, request) if is_throttled or any(True for _ in self.faults) else None

    def on_response(
        self, ctx: Context, _header: ResponseHeader, response: Response | None
    ) -> Result | Awaitable[Result]:
        """Do to a response what goes wrong with it."""
        strike: Strike | None = ctx.exchange.pop(self, None)
        return self._respond(ctx, strike, response) if strike is not None and response is not None else None

    async def _struck(self, ctx: Context, request: Request | None) -> Result:
        silence = ctx.connection.state.pop(self, 0.0) - ctx.now()
        if silence > 0:
            await ctx.sleep(silence)
        if request is None:
            return None
        await self._learn_names(ctx, request)
        names = ctx.connection.surroundings.topic_names
        strike = self.faults.strike(
            Call(ctx.api_key, ctx.version, request, ctx.client_id, _node(ctx.connection), names.get)
        )
        if strike is None:
            return None
        if strike.delay:
            await ctx.sleep(strike.delay)
        return CLOSE if strike.hangs_up else await self._go_on(ctx, strike, request)

    async def _go_on(self, ctx: Context, strike: Strike, request: Request) -> Result:
        """Send on what is to be carried out, or answer in the broker's place."""
        if strike.request is None:
            return await self._respond(ctx, strike, None)
        if expects_response(request):
            ctx.exchange[self] = strike
        else:
            self._throttle(ctx, strike.respond(None))
        return None if strike.request is request else strike.request

    async def _respond(self, ctx: Context, strike: Strike, response: Response | None) -> Result:
        if response is not None:
            await self._learn_names(ctx, response)
        reply = strike.respond(response)
        if reply.delay:
            await ctx.sleep(reply.delay)
        if reply.is_lost:
            return CLOSE
        self._throttle(ctx, reply)
        if reply.changes_bytes:
            ctx.change_bytes, ctx.is_last = reply.bytes, reply.hangs_up
        if reply.response is None:
            return DROP
        return None if reply.response is response else reply.response

    def _throttle(self, ctx: Context, reply: Reply) -> None:
        if reply.throttle:
            ctx.connection.state[self] = ctx.now() + reply.throttle

    async def _learn_names(self, ctx: Context, message: Message) -> None:
        """Ask what the topics are called that a message has by their ids, if a rule is about names."""
        if not any("topic" in fault.wanted for fault in self.faults):
            return
        ids: set[UUID] = set()
        version = ctx.version if ctx.version in type(message).VERSIONS else type(message).VERSIONS[0]
        split(message, version, {"topic": lambda _: False}, ids.add)
        for topic_id in ids:
            await ctx.topic_name(topic_id)


def _node(connection: Connection) -> str:
    return "" if connection.node_id is None else str(connection.node_id)


def _read(file: str) -> Faults:
    try:
        return Faults.read(file)
    except InvalidFault as exc:  # it says which file
        raise ValueError(str(exc)) from exc

"""The view of a cluster: topics and their records, groups, options, rights, quotas, transactions, disks.

Topics, groups and transactions have modules of their own, whose functions take an `Admin` and parameters.

All of it is what `Admin` and `Consumer` are told by brokers. A part that a broker does not serve, or does not let this
user see, is refused with the reason; where it is only an addition to another part, `notes` say why it is missing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

from kafkawire.console import groups, topics, transactions
from kafkawire.console.decoders import Decoding
from kafkawire.console.parameters import between, choice, flag, number, optional, text
from kafkawire.console.reading import Range, Start, read_page
from kafkawire.console.rows import Rows, first_rows, known, partly
from kafkawire.console.searching import Pattern, Search, Searches
from kafkawire.console.values import for_page
from kafkawire.console.view import Params, Refused, Route, Told
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

__all__ = ["ClusterView"]

_PATIENCE_MS = 5_000  # people wait for less than programs do
_LONGEST = 100_000  # characters of a text
_MOST_SEARCHED = 10_000_000
_MOST_SECONDS = 600


class ClusterView:
    """A cluster, by the client. `now` gives seconds since the epoch."""

    name, title = "cluster", "Cluster"

    def __init__(self, servers: str, options: Mapping[str, Any], *, now: Callable[[], float] = time.time) -> None:
        self._servers = servers
        fixed = {"default_api_timeout_ms": _PATIENCE_MS, "client_id": "kafkawire-console"}
        self._options: dict[str, Any] = fixed | dict(options)
        self._now = now
        self._admin: asyncio.Task[Admin] | None = None
        self._searches = Searches(servers, self._options)

    def routes(self) -> Mapping[str, Route]:
        """What can be asked of it."""
        parts: dict[str, Route] = {
            "overview": self._overview,
            "topics": self._by_admin(topics.topics),
            "topic": self._by_admin(topics.topic),
            "configs": self._by_admin(topics.configs),
            "messages": self._messages,
            "search": self._search,
            "searched": self._searched,
            "cancel": self._cancel,
            "groups": self._by_admin(groups.groups),
            "group": self._by_admin(groups.group),
            "acls": self._acls,
            "quotas": self._quotas,
            "producers": self._by_admin(transactions.producers),
            "transactions": self._by_admin(
                lambda admin, params: transactions.transactions(admin, params, self._now_ms())
            ),
            "logdirs": self._log_dirs,
        }
        return {name: _for_page(route) for name, route in parts.items()}

    def writing(self) -> Mapping[str, Route]:
        """Nothing is changed."""
        return {}

    async def embed(self, _: Told, /) -> Any | None:
        """A cluster cannot be put into a file."""
        return None

    async def close(self) -> None:
        """Stop searches, and hang up."""
        await self._searches.close()
        if self._admin is not None:
            self._admin.cancel()
            admin = None
            with suppress(asyncio.CancelledError, KafkaWireError, OSError):  # those who asked were told
                admin = await self._admin
            if admin is not None:
                await admin.close()

    async def _connected(self) -> Admin:
        """All who ask meanwhile wait for one attempt; who asks after it has failed makes another."""
        if self._admin is None or (self._admin.done() and (self._admin.cancelled() or self._admin.exception())):
            self._admin = asyncio.create_task(self._connect())
        return await asyncio.shield(self._admin)

    def _by_admin(self, part: Callable[[Admin, Params], Awaitable[Any]]) -> Route:
        async def answer(params: Params) -> Any:
            return await part(await self._connected(), params)

        return answer

    def _now_ms(self) -> int:
        return round(self._now() * 1000)

    async def _connect(self) -> Admin:
        from kafkawire.client.admin import Admin

        admin = Admin(self._servers, **self._options)
        try:
            await admin.start()
        except BaseException:
            await admin.close()
            raise
        return admin

    # ------------------------------------------------------------------------------------------------------ the cluster

    async def _overview(self, _: Params) -> Any:
        found = await (await self._connected()).describe_cluster()
        return {
            "servers": self._servers,
            "clusterId": found.cluster_id,
            "controller": found.controller_id,
            "brokers": [
                {"id": b.node_id, "host": b.host, "port": b.port, "rack": b.rack, "fenced": b.is_fenced}
                for b in found.brokers
            ],
        }

    async def _log_dirs(self, params: Params) -> Any:
        found, notes = await partly((await self._connected()).describe_log_dirs(), "broker")
        rows = [
            {
                "broker": broker,
                "path": one.path,
                "partitions": len(one.replicas),
                "size": sum(replica.size for replica in one.replicas.values()),
                "total": known(one.total_bytes),
                "usable": known(one.usable_bytes),
                "error": None if one.error is None else str(one.error),
            }
            for broker, dirs in found.items()
            for one in dirs
        ]
        return first_rows(rows, params, "path", "broker", notes=notes)

    # --------------------------------------------------------------------------------------------------------- messages

    async def _messages(self, params: Params) -> Any:
        limit = between(params, "limit", 100, 500)
        await self._ensure_there(params)
        return await read_page(self._servers, self._options, _range(params), _decoding(params), limit)

    async def _search(self, params: Params) -> Any:
        pattern = Pattern(
            text=text(params, "text"),
            kind=choice(params, "look", ("contains", "key", "regex")),
            fields=choice(params, "fields", ("both", "key", "value")),
            ignore_case=flag(params, "ignoreCase"),
        )
        search = Search(
            _range(params),
            pattern,
            _decoding(params),
            most=between(params, "most", 100_000, _MOST_SEARCHED),
            seconds=between(params, "seconds", 60, _MOST_SECONDS),
        )
        await self._ensure_there(params)
        return {"search": self._searches.begin(search)}

    async def _ensure_there(self, params: Params) -> None:
        """Raises `KafkaError` at once for a topic that is not there: a consumer waits for it."""
        await (await self._connected()).describe_topics([text(params, "topic")])

    async def _searched(self, params: Params) -> Any:
        return self._searches[number(params, "search")].state(max(0, number(params, "known", 0)))

    async def _cancel(self, params: Params) -> Any:
        search = self._searches[number(params, "search")]
        await search.cancel()
        return search.state()

    # --------------------------------------------------------------------------------------------------- rights, limits

    async def _acls(self, params: Params) -> Any:
        rows: Rows = [
            {
                "principal": one.principal,
                "permission": one.permission,
                "operation": one.operation,
                "resource": one.resource_type,
                "name": one.resource_name,
                "pattern": one.pattern_type,
                "host": one.host,
            }
            for one in await (await self._connected()).describe_acls()
        ]
        return first_rows(rows, params, "principal", "name", "resource", "operation", "permission")

    async def _quotas(self, params: Params) -> Any:
        rows: Rows = [
            {
                "entity": ", ".join(f"{kind} {name or '(default)'}" for kind, name in one.entity.items()),
                "values": values,
            }
            for one in await (await self._connected()).describe_client_quotas()
            if (values := dict(one.values))
        ]
        return first_rows(rows, params, "entity")


# --- parameters, and rows ---------------------------------------------------------------------------------------------


def _range(params: Params) -> Range:
    positions = params.get("positions") or {}
    if not isinstance(positions, dict):
        raise Refused("positions are to be an object")
    return Range(
        topic=text(params, "topic"),
        partition=optional(params, "partition"),
        start=choice(params, "start", get_args(Start)),
        at=between(params, "at", 1, 2**62) if params.get("at") else 0,
        until=optional(params, "until"),
        positions={number({"partition": name}, "partition"): number(positions, name) for name in positions},
        committed=flag(params, "committed"),
    )


def _decoding(params: Params) -> Decoding:
    words = {name: text(params, name, "") for name in ("registry", "schema", "message")}
    key, value = text(params, "keyAs", "auto"), text(params, "valueAs", "auto")
    return Decoding(topic=text(params, "topic"), key=key, value=value, framed=flag(params, "framed"), **words)


def _for_page(route: Route) -> Route:
    """What a route says, as a page can have it."""

    async def answer(params: Params) -> Any:
        return for_page(await route(params), _LONGEST)

    return answer

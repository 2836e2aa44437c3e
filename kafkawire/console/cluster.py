"""The view of a cluster: topics and their records, groups, options, rights, quotas, transactions, disks.

All of it is what `Admin` and `Consumer` are told by brokers. A part that a broker does not serve, or does not let this
user see, is refused with the reason; where it is only an addition to another part, `notes` say why it is missing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

from kafkawire.client.metadata import TopicPartition
from kafkawire.console.decoders import Decoding
from kafkawire.console.reading import Pattern, Range, Search, Searches, Start, read_page
from kafkawire.console.values import for_page
from kafkawire.console.view import Refused, Route, number
from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

__all__ = ["ClusterView"]

_PATIENCE_MS = 5_000  # people wait for less than programs do
_MOST_ROWS = 1_000
_MOST_DESCRIBED = 1_000
_LONGEST = 100_000  # characters of a text
_MOST_NAMED = 100  # partitions of a member or a transaction
_MOST_SEARCHED = 10_000_000
_MOST_SECONDS = 600

Params = Mapping[str, Any]
Rows = list[dict[str, Any]]


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
            "topics": self._topics,
            "topic": self._topic,
            "configs": self._configs,
            "messages": self._messages,
            "search": self._search,
            "searched": self._searched,
            "cancel": self._cancel,
            "groups": self._groups,
            "group": self._group,
            "acls": self._acls,
            "quotas": self._quotas,
            "producers": self._producers,
            "transactions": self._transactions,
            "logdirs": self._log_dirs,
        }
        return {name: _for_page(route) for name, route in parts.items()}

    def writing(self) -> Mapping[str, Route]:
        """Nothing is changed."""
        return {}

    async def embed(self) -> Any | None:
        """A cluster cannot be put into a file."""
        return None

    async def close(self) -> None:
        """Stop searches, and hang up."""
        await self._searches.close()
        if self._admin is not None:
            self._admin.cancel()
            with suppress(asyncio.CancelledError, KafkaWireError, OSError):
                await (await self._admin).close()

    async def _connected(self) -> Admin:
        """All who ask meanwhile wait for one attempt; who asks after it has failed makes another."""
        if self._admin is None or (self._admin.done() and (self._admin.cancelled() or self._admin.exception())):
            self._admin = asyncio.create_task(self._connect())
        return await asyncio.shield(self._admin)

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
        found, notes = await _partly((await self._connected()).describe_log_dirs(), "broker")
        rows = [
            {
                "broker": broker,
                "path": one.path,
                "partitions": len(one.replicas),
                "size": sum(replica.size for replica in one.replicas.values()),
                "total": _known(one.total_bytes),
                "usable": _known(one.usable_bytes),
                "error": None if one.error is None else str(one.error),
            }
            for broker, dirs in found.items()
            for one in dirs
        ]
        return _page(rows, params, "path", "broker", notes=notes)

    # ----------------------------------------------------------------------------------------------------------- topics

    async def _topics(self, params: Params) -> Any:
        admin = await self._connected()
        internal = _flag(params, "internal")
        rows: Rows = [
            {"topic": name, "partitions": len(info.partitions), "internal": info.is_internal}
            for name, info in (await admin.list_topics()).items()
            if internal or not info.is_internal
        ]
        page = _page(rows, params, "topic")
        described, notes = await _partly(admin.describe_topics([row["topic"] for row in page["rows"]]), "topic")
        partitions = {name: topic.partitions for name, topic in described.items()}
        tps = [TopicPartition(name, p.partition) for name, found in partitions.items() for p in found]
        sizes, more = await self._sizes(tps)
        for row in page["rows"]:
            found = partitions.get(row["topic"], ())
            row["replicas"] = max((len(p.replicas) for p in found), default=None)
            row["underReplicated"] = sum(len(p.isr) < len(p.replicas) for p in found)
            row["leaderless"] = sum(p.leader < 0 for p in found)
            mine = [
                sum(sizes[tp].values()) for p in found if (tp := TopicPartition(row["topic"], p.partition)) in sizes
            ]
            row["size"] = sum(mine) if mine else None
        return page | {"notes": notes + more}

    async def _topic(self, params: Params) -> Any:
        from kafkawire.client.admin.records import OffsetSpec

        admin, name = await self._connected(), _text(params, "topic")
        topic = (await admin.describe_topics([name]))[name]
        page = _page([{"partition": p.partition, "found": p} for p in topic.partitions], params, "partition")
        tps = [TopicPartition(name, row["partition"]) for row in page["rows"]]
        starts, notes = await _partly(admin.list_offsets(dict.fromkeys(tps, OffsetSpec.EARLIEST)), "partition")
        ends, _ = await _partly(admin.list_offsets(dict.fromkeys(tps, OffsetSpec.LATEST)), "partition")
        sizes, more = await self._sizes(tps)
        for tp, row in zip(tps, page["rows"], strict=True):
            p = row.pop("found")
            row |= {
                "leader": None if p.leader < 0 else p.leader,
                "epoch": _known(p.leader_epoch),
                "replicas": list(p.replicas),
                "isr": list(p.isr),
                "offline": list(p.offline_replicas),
                "start": starts[tp].offset if tp in starts else None,
                "end": ends[tp].offset if tp in ends else None,
                "size": sizes.get(tp, {}).get(p.leader),
            }
        facts = {"topic": topic.name, "id": str(topic.topic_id), "internal": topic.is_internal}
        return page | facts | {"notes": notes + more}

    async def _sizes(self, tps: Sequence[TopicPartition]) -> tuple[dict[TopicPartition, dict[int, int]], list[str]]:
        """Bytes of each replica: partition -> broker -> size."""
        if not tps:
            return {}, []
        admin = await self._connected()
        try:
            found, notes = await _partly(admin.describe_log_dirs(partitions=tps), "size")
        except KafkaWireError as exc:
            return {}, [f"no sizes: {exc}"]
        sizes: dict[TopicPartition, dict[int, int]] = {}
        for broker, dirs in found.items():
            for tp, replica in ((tp, replica) for one in dirs for tp, replica in one.replicas.items()):
                sizes.setdefault(tp, {}).setdefault(broker, replica.size)
        return sizes, notes

    async def _configs(self, params: Params) -> Any:
        admin = await self._connected()
        resource = _choice(params, "kind", ("topic", "broker", "broker_logger", "group", "client_metrics"))
        name = _text(params, "resource")
        entries = (await admin.describe_configs([(resource, name)], synonyms=True))[resource, name]
        rows: Rows = [
            {
                "name": entry.name,
                "value": entry.value,
                "source": entry.source,
                "readOnly": entry.is_read_only,
                "sensitive": entry.is_sensitive,
                "type": entry.type,
                "synonyms": [synonym._asdict() for synonym in entry.synonyms],
            }
            for entry in entries.values()
        ]
        rows.sort(key=lambda row: (_BY_ORIGIN.get(row["source"], 0), row["name"]))
        return _page(rows, params, "name", "value", "source")

    # --------------------------------------------------------------------------------------------------------- messages

    async def _messages(self, params: Params) -> Any:
        limit = _limit(params, 100, 500)
        await self._ensure_there(params)
        return await read_page(self._servers, self._options, _range(params), _decoding(params), limit)

    async def _search(self, params: Params) -> Any:
        pattern = Pattern(
            text=_text(params, "text"),
            kind=_choice(params, "look", ("contains", "key", "regex")),
            fields=_choice(params, "fields", ("both", "key", "value")),
            ignore_case=_flag(params, "ignoreCase"),
        )
        search = Search(
            _range(params),
            pattern,
            _decoding(params),
            most=_between(params, "most", 100_000, _MOST_SEARCHED),
            seconds=_between(params, "seconds", 60, _MOST_SECONDS),
        )
        await self._ensure_there(params)
        return {"search": self._searches.begin(search)}

    async def _ensure_there(self, params: Params) -> None:
        """Raises `KafkaError` at once for a topic that is not there: a consumer waits for it."""
        await (await self._connected()).describe_topics([_text(params, "topic")])

    async def _searched(self, params: Params) -> Any:
        return self._searches[number(params, "search")].state(max(0, number(params, "known", 0)))

    async def _cancel(self, params: Params) -> Any:
        search = self._searches[number(params, "search")]
        await search.cancel()
        return search.state()

    # ----------------------------------------------------------------------------------------------------------- groups

    async def _groups(self, params: Params) -> Any:
        found = await (await self._connected()).list_groups()
        rows: Rows = [
            {"group": one.group_id, "type": one.type, "state": one.state, "protocol": one.protocol_type}
            for one in found
        ]
        return _page(rows, params, "group", "type", "state")

    async def _group(self, params: Params) -> Any:
        admin, name = await self._connected(), _text(params, "group")
        group = (await admin.describe_groups([name]))[name]
        members: Rows = [
            {
                "member": one.member_id,
                "instance": one.instance_id,
                "client": one.client_id,
                "host": one.client_host,
                "epoch": _known(one.member_epoch),
                "assignment": [str(tp) for tp in one.assignment[:_MOST_NAMED]]
                or [f"{t}-{n}" for t, ns in one.tasks[:_MOST_NAMED] for n in ns[:_MOST_NAMED]][:_MOST_NAMED],
            }
            for one in group.members
        ]
        facts = {
            "group": name,
            "type": group.type,
            "state": group.state,
            "assignor": group.assignor,
            "coordinator": group.coordinator,
            "epoch": _known(group.group_epoch),
        }
        lag, notes = await self._lag(admin, group)
        behind = [row["lag"] for row in lag if row["lag"] is not None]
        facts |= {"members": members[:_MOST_ROWS], "memberCount": len(members), "lag": sum(behind) if lag else None}
        return _page(lag, params, "topic") | facts | {"notes": notes}

    async def _lag(self, admin: Admin, group: Any) -> tuple[Rows, list[str]]:
        from kafkawire.client.admin.group_offsets import CommittedOffset
        from kafkawire.client.admin.lag import group_lag, lag_after, topics_of

        said: dict[TopicPartition, int] = {}
        try:
            if group.type == "share":  # its coordinator knows the lag: records that are done lie behind the start too
                offsets = (await admin.list_share_group_offsets([group.group_id]))[group.group_id]
                said = {tp: one.lag for tp, one in offsets.items() if one.lag >= 0}
                committed = {tp: CommittedOffset(one.start_offset) for tp, one in offsets.items()}
                found = await lag_after(admin, committed, topics_of(group))
            else:
                found = await group_lag(admin, group.group_id, topics_of(group))
        except KafkaWireError as exc:
            return [], [f"no offsets: {exc}"]
        return [
            {
                "topic": one.topic,
                "partition": one.partition,
                "committed": one.committed,
                "start": one.start,
                "end": one.end,
                "lag": said.get(TopicPartition(one.topic, one.partition), one.lag),
            }
            for one in found
        ], []

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
        return _page(rows, params, "principal", "name", "resource", "operation", "permission")

    async def _quotas(self, params: Params) -> Any:
        rows: Rows = [
            {
                "entity": ", ".join(f"{kind} {name or '(default)'}" for kind, name in one.entity.items()),
                "values": values,
            }
            for one in await (await self._connected()).describe_client_quotas()
            if (values := dict(one.values))
        ]
        return _page(rows, params, "entity")

    # ------------------------------------------------------------------------------------------ producers, transactions

    async def _producers(self, params: Params) -> Any:
        admin, name = await self._connected(), _text(params, "topic")
        topic = (await admin.describe_topics([name]))[name]
        tps = [TopicPartition(name, p.partition) for p in topic.partitions][:_MOST_DESCRIBED]
        found, notes = await _partly(admin.describe_producers(tps), "partition")
        ongoing = await self._ongoing(admin, notes)
        rows: Rows = [
            {
                "partition": tp.partition,
                "producer": one.producer_id,
                "epoch": one.producer_epoch,
                "sequence": _known(one.last_sequence),
                "written": _known(one.last_timestamp),
                "began": _known(one.current_txn_start_offset),
                "hangs": one.current_txn_start_offset >= 0 and ongoing is not None and one.producer_id not in ongoing,
            }
            for tp, producers in found.items()
            for one in producers
        ]
        rows.sort(key=lambda row: (not row["hangs"], row["began"] is None, row["partition"], row["producer"]))
        return _page(rows, params, "producer", "partition") | {"notes": notes}

    async def _ongoing(self, admin: Admin, notes: list[str]) -> set[int] | None:
        """The producers that have a transaction open, as coordinators know them; None if they do not say."""
        try:
            return {one.producer_id for one in await admin.list_transactions() if one.state in _OPEN}
        except KafkaWireError as exc:
            notes.append(f"whether transactions hang is not known: {exc}")
            return None

    async def _transactions(self, params: Params) -> Any:
        admin = await self._connected()
        listed = await admin.list_transactions()
        listed.sort(key=lambda one: (one.state not in _OPEN, one.transactional_id))
        described, notes = await _partly(
            admin.describe_transactions([one.transactional_id for one in listed[:_MOST_DESCRIBED]]), "transaction"
        )
        rows = [self._transaction(one, described.get(one.transactional_id)) for one in listed if one.state != "Dead"]
        rows.sort(key=lambda row: (not row["hangs"], row["open"] is None))
        return _page(rows, params, "id", "state", "producer") | {"notes": notes}

    def _transaction(self, listed: Any, found: Any) -> dict[str, Any]:
        row = {
            "id": listed.transactional_id,
            "producer": listed.producer_id,
            "state": listed.state,
            "coordinator": listed.coordinator,
        }
        is_open = found is not None and found.state in _OPEN and found.start_time_ms >= 0
        since = max(0, round(self._now() * 1000) - found.start_time_ms) if is_open else None
        return row | {
            "timeout": None if found is None else found.timeout_ms,
            "open": since,
            "partitions": [] if found is None else [str(tp) for tp in found.partitions[:_MOST_NAMED]],
            "hangs": since is not None and since > found.timeout_ms,
        }


_SHARED = ("DYNAMIC_BROKER_CONFIG", "DYNAMIC_DEFAULT_BROKER_CONFIG", "STATIC_BROKER_CONFIG", "DEFAULT_CONFIG")
_BY_ORIGIN = {
    source: place for place, source in enumerate(_SHARED, start=1)
}  # what is said of this thing alone is first
_OPEN = frozenset({"Ongoing", "PrepareCommit", "PrepareAbort", "PrepareEpochFence"})

# --- parameters, and rows ---------------------------------------------------------------------------------------------


def _page(rows: Rows, params: Params, *columns: str, notes: Sequence[str] = ()) -> dict[str, Any]:
    """The first rows that have the words of the filter in one of the columns, and how many there are."""
    words = _text(params, "filter", "").lower().split()
    fitting = [row for row in rows if _has_all(" ".join(str(row[column]) for column in columns).lower(), words)]
    limit = _limit(params, 200, _MOST_ROWS)
    return {"rows": fitting[:limit], "fitting": len(fitting), "total": len(rows), "notes": list(notes)}


def _has_all(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def _limit(params: Params, default: int, most: int) -> int:
    return _between(params, "limit", default, most)


def _between(params: Params, name: str, default: int, most: int) -> int:
    return min(max(1, number(params, name, default)), most)


def _text(params: Params, name: str, default: str | None = None) -> str:
    value = params.get(name, default)
    if not isinstance(value, str):
        raise Refused(f"{name} is to be a text, not {value!r}")
    return value


def _flag(params: Params, name: str) -> bool:
    return params.get(name) in (True, "true", "1", "yes")


def _choice(params: Params, name: str, words: Sequence[Any]) -> Any:
    value = params.get(name, words[0])
    if value not in words:
        raise Refused(f"{name} is to be one of {', '.join(words)}, not {value!r}")
    return value


def _optional(params: Params, name: str) -> int | None:
    return None if params.get(name) in (None, "") else number(params, name)


def _range(params: Params) -> Range:
    positions = params.get("positions") or {}
    if not isinstance(positions, dict):
        raise Refused("positions are to be an object")
    return Range(
        topic=_text(params, "topic"),
        partition=_optional(params, "partition"),
        start=_choice(params, "start", get_args(Start)),
        at=_between(params, "at", 1, 2**62) if params.get("at") else 0,
        until=_optional(params, "until"),
        positions={number({"partition": name}, "partition"): number(positions, name) for name in positions},
        committed=_flag(params, "committed"),
    )


def _decoding(params: Params) -> Decoding:
    words = {name: _text(params, name, "") for name in ("registry", "schema", "message")}
    key, value = _text(params, "keyAs", "auto"), _text(params, "valueAs", "auto")
    return Decoding(topic=_text(params, "topic"), key=key, value=value, framed=_flag(params, "framed"), **words)


def _known(value: int) -> int | None:
    """The numbers of brokers are -1 where there is none."""
    return None if value < 0 else value


async def _partly(call: Awaitable[Mapping[Any, Any]], noun: str) -> tuple[Mapping[Any, Any], list[str]]:
    """The results of a call about several things, and a word on those that failed. Raises if all have."""
    try:
        return await call, []
    except KafkaError as exc:
        results: Mapping[Any, Any] = getattr(exc, "results", {})
        if not results:
            raise
        return results, [f"{len(getattr(exc, 'errors', ()))} of a {noun} failed: {exc}"]


def _for_page(route: Route) -> Route:
    """What a route says, as a page can have it."""

    async def answer(params: Params) -> Any:
        return for_page(await route(params), _LONGEST)

    return answer

"""An audit log: who asked what, of which topics and groups, and what came of it. A line of JSON for each request.

```console
$ kafkawire proxy --upstream broker:9092 --filter audit:file=/var/log/kafka-audit.jsonl
```

It is written when the response passes; with acks=0 at once; and with `"answered": false` when the client is gone before
that. As the first filter it sees what clients see. Keys, values and credentials are in no line. `errors` counts the
error codes of all topics, partitions, groups ... of a response. With `spans` each request is a span of OpenTelemetry.
"""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from collections.abc import Awaitable, Iterator
from datetime import UTC, datetime
from itertools import islice
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.limits import MIB
from kafkawire.message import Message
from kafkawire.protocol.frames import expects_response
from kafkawire.proxy.context import Connection, Context
from kafkawire.proxy.filters import Filter
from kafkawire.proxy.shipped.api_names import api_key_of, name_of_api
from kafkawire.proxy.shipped.partitions import texts
from kafkawire.spec import FieldPath, FieldSpec, StructSpec, paths_of

if TYPE_CHECKING:
    from opentelemetry.trace import Span

__all__ = ["Audit"]

_MOST_NAMES = 100  # in one line
_MOST_OPEN = 1000  # requests of a connection that wait for their response
_CODES = ("error_code", "partition_error_code")
_NAMED = {"topics": "topicName", "groups": "groupId", "transactional_ids": "transactionalId"}


class Audit(Filter):
    """Writes to `file`, or to standard output if that is "-". Raises `OSError`.

    Of a file that would get larger than `max_bytes` the `keep` last ones stay, as `file.1`, `file.2` ... `apis`, a list
    or a text with `;` between them, says which requests are told of, as `Produce;CreateTopics`; by default all.
    """

    def __init__(
        self,
        file: str | Path = "-",
        *,
        max_bytes: int = 100 * MIB,
        keep: int = 5,
        apis: str | list[str] = "",
        spans: bool = False,
    ) -> None:
        self._apis = {api_key_of(name) for name in texts(apis)}
        self._tracer = _tracer() if spans else None
        self._out: logging.Handler = (
            logging.StreamHandler(sys.stdout)
            if str(file) == "-"
            else RotatingFileHandler(file, maxBytes=max_bytes, backupCount=keep, encoding="utf-8")
        )

    def on_request(self, ctx: Context, header: Any, request: Message | None) -> Awaitable[None] | None:  # noqa: ARG002
        """Note who asks what."""
        if self._apis and ctx.api_key not in self._apis:
            return None
        known = ctx.connection.surroundings.topic_names
        if request is not None and any(one not in known for one in _topic_ids(request)):
            return self._learn(ctx, request)
        self._open(ctx, request)
        return None

    async def _learn(self, ctx: Context, request: Message) -> None:
        """Find the names of topics, as long as there are any, before the request is noted."""
        for topic_id in islice(_topic_ids(request), _MOST_NAMES):
            if await ctx.topic_name(topic_id) is None:
                break
        self._open(ctx, request)

    def _open(self, ctx: Context, request: Message | None) -> None:
        entry = _Entry(ctx, request)
        if self._tracer is not None:
            entry.span = self._tracer.start_span(entry.line["api"])
        if request is not None and not expects_response(request):  # type: ignore[arg-type]
            self._write(entry)
            return
        ctx.exchange[self] = entry
        opened = ctx.connection.state.setdefault(self, {})
        opened[entry] = None
        if len(opened) > _MOST_OPEN:  # a filter behind this one has failed at each of them
            self._write_unanswered(opened, next(iter(opened)))

    def on_response(self, ctx: Context, header: Any, response: Message | None) -> None:  # noqa: ARG002
        """Write what came of it."""
        entry: _Entry | None = ctx.exchange.pop(self, None)
        opened = ctx.connection.state.get(self, {})
        if entry is not None and entry in opened:
            del opened[entry]
            entry.line["latency_ms"] = round((ctx.now() - entry.since) * 1000, 3)
            entry.line["response_bytes"] = len(ctx.payload)
            entry.line["errors"] = _errors(response)
            self._write(entry)

    def closed(self, connection: Connection) -> None:
        """Write what was not answered."""
        opened = connection.state.pop(self, {})
        for entry in list(opened):
            self._write_unanswered(opened, entry)

    async def stop(self) -> None:
        """Close the file."""
        self._out.close()

    def _write_unanswered(self, opened: dict[_Entry, None], entry: _Entry) -> None:
        del opened[entry]
        entry.line["answered"] = False
        self._write(entry)

    def _write(self, entry: _Entry) -> None:
        self._out.handle(logging.makeLogRecord({"msg": json.dumps(entry.line)}))
        if entry.span is not None:
            entry.end_span()


class _Entry:
    """A request that was seen, and when."""

    def __init__(self, ctx: Context, request: Message | None) -> None:
        self.since = ctx.now()
        self.span: Span | None = None
        host, port = ctx.client_address[:2]
        self.line: dict[str, Any] = {
            "time": datetime.fromtimestamp(ctx.time_ms() / 1000, UTC).isoformat(timespec="milliseconds"),
            "client": f"{host}:{port}",
            "principal": ctx.principal,
            "client_id": ctx.client_id,
            "software": f"{ctx.software_name} {ctx.software_version}".strip(),
            "cluster": ctx.cluster,
            "node_id": ctx.connection.node_id,
            "api": name_of_api(ctx.api_key),
            "version": ctx.version,
            "correlation_id": ctx.correlation_id,
            "request_bytes": len(ctx.payload),
            **_names(ctx, request),
        }

    def end_span(self) -> None:
        """End the span, with what the line has."""
        from opentelemetry.trace import StatusCode

        assert self.span is not None
        attributes = {
            f"kafka.{name}": value for name, value in self.line.items() if isinstance(value, str | int | list)
        }
        self.span.set_attributes({"messaging.system": "kafka", **attributes})
        errors = self.line.get("errors") or ({} if self.line.get("answered", True) else {"no answer": 1})
        if errors:
            self.span.set_status(StatusCode.ERROR, ", ".join(errors))
        self.span.end()


def _names(ctx: Context, request: Message | None) -> dict[str, list[str]]:
    """The topics, groups and transactional ids that a request names, as far as it names any."""
    if request is None:
        return {}
    found = {kind: list(_values(request, tuple(paths_of(type(request), word)))) for kind, word in _NAMED.items()}  # type: ignore[arg-type]
    known = ctx.connection.surroundings.topic_names
    found["topics"] += [known.get(one) or str(one) for one in _topic_ids(request)]
    if request.API_KEY == ApiKey.FIND_COORDINATOR:  # type: ignore[attr-defined]
        kind = {0: "groups", 1: "transactional_ids"}.get(getattr(request, "key_type", 0))
        keys = [getattr(request, "key", ""), *getattr(request, "coordinator_keys", ())]
        found.update({kind: list(filter(None, keys))} if kind else {})
    return {kind: list(dict.fromkeys(names))[:_MOST_NAMES] for kind, names in found.items() if names}


def _topic_ids(request: Message) -> Iterator[UUID]:
    return _values(request, _paths(type(request), ("topic_id",)))


def _errors(response: Message | None) -> dict[str, int]:
    codes = _values(response, _paths(type(response), _CODES)) if response is not None else ()
    return {ErrorCode.of(code).name: times for code, times in Counter(codes).items()}


def _values(message: Message, paths: tuple[FieldPath, ...]) -> Iterator[Any]:
    """What stands where the paths lead to, apart from what means that there is nothing."""
    for path in paths:
        for holder in path.holders(message):
            value = getattr(holder, path.field.attr)
            for one in value or () if path.field.is_array else (value,):
                if one.int if isinstance(one, UUID) else one:
                    yield one


_PATHS: dict[tuple[type[Message], tuple[str, ...]], tuple[FieldPath, ...]] = {}


def _paths(cls: type[Message], attrs: tuple[str, ...]) -> tuple[FieldPath, ...]:
    """The fields of a message that are called so; looked for once."""
    if (cls, attrs) not in _PATHS:
        _PATHS[cls, attrs] = tuple(_below(cls.spec().root, (), attrs))
    return _PATHS[cls, attrs]


def _below(struct: StructSpec, above: tuple[FieldSpec, ...], attrs: tuple[str, ...]) -> Iterator[FieldPath]:
    for field in struct.fields:
        if field.attr in attrs:
            yield FieldPath((*above, field), field.versions)
        if field.struct is not None:
            yield from _below(field.struct, (*above, field), attrs)


def _tracer() -> Any:
    try:
        from opentelemetry.trace import get_tracer
    except ImportError as exc:
        raise ImportError("spans need OpenTelemetry: pip install 'kafkawire[otel]'") from exc
    return get_tracer("kafkawire.proxy")

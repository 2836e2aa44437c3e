"""What can be asked of an exchange by name: for filters, tables and files alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from kafkawire.capture.exchange import Exchange

__all__ = ["COLUMNS", "Column", "row_of"]

Kind = Literal["number", "text", "texts", "flag", "time"]


class Column(NamedTuple):
    """A column: what it holds, and where it comes from."""

    kind: Kind
    about: str
    get: Callable[[Exchange], Any]


def _software(exchange: Exchange) -> str | None:
    connection = exchange.connection
    if connection.software_name is None:
        return connection.facts.get("software")
    return f"{connection.software_name} {connection.software_version or ''}".strip()


COLUMNS: Mapping[str, Column] = {
    "number": Column("number", "of the exchange, from 1", lambda each: each.number),
    "time": Column("time", "when the request was there; 2026-05-01T12:00 or 12:00", lambda each: each.time),
    "connection": Column("number", "of the TCP connection", lambda each: each.connection.number),
    "client": Column("text", "address and port", lambda each: each.client),
    "server": Column("text", "address and port", lambda each: each.server),
    "api": Column("text", "name, such as Fetch", lambda each: each.api),
    "api_key": Column("number", "of the API", lambda each: each.api_key),
    "version": Column("number", "of the request", lambda each: each.version),
    "correlation_id": Column("number", "of the request", lambda each: each.correlation_id),
    "client_id": Column("text", "what the client calls itself", lambda each: each.client_id),
    "software": Column("text", "name and version of the client library", _software),
    "principal": Column("text", "who logged in", lambda each: each.connection.principal),
    "request_size": Column("number", "bytes of the frame", lambda each: each.request_size),
    "response_size": Column("number", "bytes of the frame", lambda each: each.response_size),
    "latency_ms": Column("number", "from request to response", lambda each: each.latency_ms),
    "topic": Column("texts", "topics in request or response", lambda each: each.topics),
    "group": Column("texts", "groups in the request", lambda each: each.groups),
    "error": Column("texts", "names of error codes in the response", lambda each: each.error_codes),
    "retry": Column("flag", "whether it says again what failed before", lambda each: each.retry_of is not None),
    "answered": Column("flag", "whether there is a response", lambda each: each.answer is not None),
    "problem": Column("text", "what could not be read", lambda each: each.error),
}
"""By name, in the order in which they are shown."""


def row_of(exchange: Exchange) -> dict[str, Any]:
    """The values of all columns."""
    return {name: column.get(exchange) for name, column in COLUMNS.items()}

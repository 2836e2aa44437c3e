"""The view of what went over the wire: captures, captures that grow, and pasted bytes."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Literal, TypeVar

from kafkawire.annotate.batches import batch_sections
from kafkawire.annotate.exchanges import exchange_sections
from kafkawire.annotate.field_docs import BATCH_DOCS, field_docs
from kafkawire.annotate.hexadecimal import from_hex
from kafkawire.annotate.sections import Section, begins_a_request, is_sized, request_section, response_section
from kafkawire.capture import Exchange
from kafkawire.capture.columns import COLUMNS
from kafkawire.capture.query import QueryError
from kafkawire.console.overview import Overview
from kafkawire.console.parameters import number
from kafkawire.console.patterns import PatternProcess
from kafkawire.console.pieces import section_json
from kafkawire.console.traffic import Selection, Traffic
from kafkawire.console.values import for_page
from kafkawire.console.view import Refused, Route, Told
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB
from kafkawire.message import Message
from kafkawire.message_set import MessageSet
from kafkawire.messages import RequestHeader, ResponseHeader

__all__ = ["WireView"]

T = TypeVar("T")

_SLICE = 0.1  # seconds of work for one answer; the page asks again until all is done
_MOST_ROWS = 1000
_PATTERN_SECONDS = 1.0  # for one text
_MOST_KEPT = 32  # selections: tabs that look through a capture by filters of their own
_AROUND = 150  # exchanges of a connection before and after the one that is looked at
_MOST_EMBEDDED = 64 * MIB  # characters of JSON in an exported page
_TOGETHER = 50  # messages in an exported page that are compressed as one
_LONGEST = 200  # characters of a text in the list
_MOST_NAMED = 50  # errors of a message
_FACTS = (
    *("number", "connection", "client", "server", "api", "api_key", "version", "client_id", "software", "principal"),
    *("latency_ms", "problem"),
)


class WireView:
    """Messages of captures, one by one."""

    name, title = "wire", "Wire"

    def __init__(
        self, traffics: Sequence[Traffic], messages: MessageSet, *, show_secrets: bool = False, chosen: str = ""
    ) -> None:
        """`chosen`: a filter for what an exported page has. Raises `QueryError`."""
        self._traffics, self._messages, self._show_secrets = traffics, messages, show_secrets
        self._selections: dict[tuple[int, str], tuple[Selection, Overview]] = {}
        self._patterns = PatternProcess(_PATTERN_SECONDS)
        self._chosen = [Selection(traffic, chosen, self._patterns) for traffic in traffics]
        self._turn = asyncio.Lock()
        for traffic in traffics:
            traffic.start()

    def routes(self) -> Mapping[str, Route]:
        """What can be asked of it."""
        return {
            "captures": self._captures,
            "apis": self._apis,
            "rows": self._rows,
            "message": self._message,
            "overview": self._overview,
            "timeline": self._timeline,
            "decode": self._decode,
        }

    def writing(self) -> Mapping[str, Route]:
        """Nothing changes."""
        return {}

    async def close(self) -> None:
        """Stop reading."""
        for traffic in self._traffics:
            await asyncio.to_thread(traffic.close)
        self._patterns.close()

    async def _in_turn(self, work: Callable[[], T]) -> T:
        """In a thread, one after the other."""
        async with self._turn:
            with ExitStack() as held:
                for traffic in self._traffics:
                    held.enter_context(traffic.held())
                return await asyncio.to_thread(work)

    # -------------------------------------------------------------------------------------------------------- the list

    async def _captures(self, _: Mapping[str, Any]) -> Any:
        captures = [
            {
                "name": traffic.path,
                "live": traffic.live,
                "read": len(traffic.exchanges),
                "done": traffic.is_done,
                "error": traffic.error,
                "notes": list(traffic.notes),
            }
            for traffic in self._traffics
        ]
        columns = {name: [column.kind, column.about] for name, column in COLUMNS.items()}
        return {"captures": captures, "columns": columns}

    async def _apis(self, _: Mapping[str, Any]) -> Any:
        """Key, name, and the versions from and to of each. Apart from the captures: it loads every message there is."""
        return await self._in_turn(lambda: [_api(self._messages, key) for key in self._messages])

    def _traffic(self, params: Mapping[str, Any]) -> Traffic:
        index = number(params, "capture", 0)
        if not 0 <= index < len(self._traffics):
            raise Refused(f"there is no capture {index}")
        return self._traffics[index]

    def _selected(self, params: Mapping[str, Any]) -> tuple[Selection, Overview]:
        traffic, text = self._traffic(params), str(params.get("filter", ""))
        key = self._traffics.index(traffic), text
        found = self._selections.pop(key, None)
        if found is None:
            try:
                selection = Selection(traffic, text, self._patterns)
            except QueryError as exc:
                raise Refused(str(exc)) from exc
            found = selection, Overview(selection)
        self._selections[key] = found  # the last one was used last
        for old in list(self._selections)[:-_MOST_KEPT]:
            del self._selections[old]
        return found

    async def _rows(self, params: Mapping[str, Any]) -> Any:
        """The rows `from` to `to` of what fits, and how far the capture has been looked through."""
        selection, _ = self._selected(params)
        traffic, start = self._traffic(params), max(0, number(params, "from", 0))
        stop = min(number(params, "to", 0), start + _MOST_ROWS)

        def work() -> Any:
            selection.advance(_SLICE)
            rows = [_row(selection[index]) for index in range(start, min(stop, len(selection)))]
            return {"found": len(selection), "rows": rows} | _progress(selection, traffic)

        return await self._in_turn(work)

    async def _overview(self, params: Mapping[str, Any]) -> Any:
        selection, overview = self._selected(params)
        traffic = self._traffic(params)

        def work() -> Any:
            selection.advance(_SLICE)
            overview.advance(_SLICE)
            return {"found": len(selection)} | _progress(selection, traffic) | overview.as_json()

        return await self._in_turn(work)

    # ------------------------------------------------------------------------------------------------------ one message

    def _exchange(self, params: Mapping[str, Any]) -> Exchange:
        traffic, wanted = self._traffic(params), number(params, "number")
        if not 1 <= wanted <= len(traffic.exchanges):
            raise Refused(f"there is no message {wanted}")
        return traffic.exchanges[wanted - 1].fresh()

    async def _message(self, params: Mapping[str, Any]) -> Any:
        exchange = self._exchange(params)
        return await self._in_turn(lambda: self._message_json(exchange))

    def _message_json(self, exchange: Exchange) -> dict[str, Any]:
        facts = {name: for_page(COLUMNS[name].get(exchange)) for name in _FACTS}
        facts["error"] = for_page(exchange.error_codes[:_MOST_NAMED])
        facts["time"] = exchange.time.isoformat()
        if exchange.retry_of is not None:
            facts["retry"] = "of connection {}, correlation id {}".format(*exchange.retry_of)
        sections: list[dict[str, Any]] = []
        for section in exchange_sections(exchange, self._messages, show_secrets=self._show_secrets):
            kind: Literal["request", "response"] = "request" if section.title == "request" else "response"
            sections += self._with_batches(section, self._docs(exchange.api_key, exchange.version, kind))
        return {"facts": facts, "sections": sections}

    def _with_batches(self, section: Section, docs: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """The section, and those of the record batches in it."""
        yield section_json(section, docs)
        for piece in section.pieces:
            if piece.type.endswith("records") and piece.value:
                where = piece.path.rpartition(".")[0].removeprefix("body.")
                for inner in batch_sections(bytes(piece.value)):
                    name = f"{inner.title.partition(':')[0]}{' decompressed' * inner.title.endswith('decompressed')}"
                    yield section_json(inner, BATCH_DOCS, title=f"{name} in {where}" if where else name)

    def _docs(self, key: int | None, version: int | None, kind: Literal["request", "response"]) -> dict[str, str]:
        found = {"size": "Bytes of the frame that follow."}
        header = RequestHeader if kind == "request" else ResponseHeader
        found |= {f"header.{path}": text for path, text in field_docs(header).items()}
        if key is None or key not in self._messages:
            return found
        try:
            cls: type[Message] = self._messages.message_class(key, kind, version)
        except KafkaWireError:
            return found
        return found | {f"body.{path}": text for path, text in field_docs(cls).items()}

    async def _timeline(self, params: Mapping[str, Any]) -> Any:
        """The exchanges of a connection around one of them: number, API, version, start and end in ns, error."""
        exchange, traffic = self._exchange(params), self._traffic(params)
        return await self._in_turn(lambda: _around(traffic.exchanges, exchange))

    async def _decode(self, params: Mapping[str, Any]) -> Any:
        """Pasted hex digits, as a request, a response, or record batches."""
        return await self._in_turn(lambda: self._decoded(params))

    def _decoded(self, params: Mapping[str, Any]) -> Any:
        data, kind = from_hex(str(params.get("text", ""))), params.get("kind")
        if not data:
            raise Refused("there are no bytes")
        if kind == "records":
            return {"sections": [section_json(each, BATCH_DOCS) for each in batch_sections(data)]}
        if kind == "request":
            sized = is_sized(data, None, begins_a_request(data, self._messages))
            section = request_section(data, sized, self._messages, self._show_secrets)
            at = 4 * sized
            key, version = (int.from_bytes(data[at + i : at + i + 2], signed=True) for i in (0, 2))
            docs = self._docs(key, version, "request")
        elif kind == "response":
            key, version = number(params, "api"), number(params, "version")
            sized = is_sized(data, None, True)
            section = response_section(data, key, version, sized, self._messages, self._show_secrets)
            docs = self._docs(key, version, "response")
        else:
            raise Refused(f"kind is request, response or records, not {kind!r}")
        section.title = str(kind)
        return {"sections": list(self._with_batches(section, docs))}

    # -------------------------------------------------------------------------------------------------------- exporting

    async def embed(self, told: Told, /) -> Any | None:
        """All messages of the captures, as far as a page can hold them."""
        if not self._traffics:
            return None
        return {"captures": [await asyncio.to_thread(self._embedded, at, told) for at in range(len(self._traffics))]}

    def _embedded(self, at: int, told: Told) -> dict[str, Any]:
        traffic, selection = self._traffics[at], self._chosen[at]
        traffic.wait()
        if traffic.error is not None:
            raise Refused(traffic.error)
        selection.advance(float("inf"))
        overview = Overview(selection)
        overview.advance(float("inf"))
        docs: dict[str, int] = {}  # of fields, which many messages share, as JSON
        rows: list[list[Any]] = []
        packed, room = [], _MOST_EMBEDDED // len(self._traffics)
        for start in range(0, len(selection), _TOGETHER):
            told(traffic.path, start, len(selection))
            exchanges = [selection[index] for index in range(start, min(start + _TOGETHER, len(selection)))]
            more = [_row(exchange) for exchange in exchanges]
            messages = _packed([self._embedded_message(exchange, docs) for exchange in exchanges])
            room -= len(messages) + len(json.dumps(more))
            if room < 0:
                break
            rows += more
            packed.append(messages)
        return {
            "name": traffic.path,
            "notes": list(traffic.notes),
            "found": len(selection),
            "rows": rows,
            "together": _TOGETHER,
            "packed": packed,
            "docs": [json.loads(text) for text in docs],
            "overview": overview.as_json(),
        }

    def _embedded_message(self, exchange: Exchange, docs: dict[str, int]) -> dict[str, Any]:
        """The message, with places in `docs` instead of what they say."""
        message = self._message_json(exchange)
        for section in message["sections"]:
            section["docs"] = docs.setdefault(json.dumps(section["docs"]), len(docs))
        return message


def _packed(messages: Sequence[Any]) -> str:
    """Messages as a page keeps them until one is looked at: in a tenth of the room, for their fields are alike."""
    return base64.b64encode(zlib.compress(json.dumps(messages, separators=(",", ":")).encode())).decode()


def _row(exchange: Exchange) -> list[Any]:
    """What the list shows. Times in us since 1970, which JavaScript can count."""
    return [
        exchange.number,
        exchange.time_ns // 1000,
        exchange.connection.number,
        exchange.api or (None if exchange.api_key is None else f"API {exchange.api_key}"),
        exchange.version,
        for_page(exchange.client_id, _LONGEST),
        exchange.latency_ms,
        exchange.request_size,
        exchange.response_size,
        for_page(exchange.topics[:5], _LONGEST),
        [*exchange.error_codes[:5], *([for_page(exchange.error, _LONGEST)] if exchange.error else [])],
        exchange.retry_of is not None,
    ]


def _progress(selection: Selection, traffic: Traffic) -> dict[str, Any]:
    return {
        "looked": selection.looked,
        "read": len(traffic.exchanges),
        "done": traffic.is_done and selection.looked == len(traffic.exchanges),
        "error": traffic.error,
        "live": traffic.live and not traffic.is_done,
        "notes": list(traffic.notes),
    }


def _around(exchanges: Sequence[Exchange], middle: Exchange) -> list[list[Any]]:
    connection = middle.connection.number
    before = _of_connection(exchanges, range(middle.number - 1, -1, -1), connection, _AROUND + 1)[::-1]
    behind = _of_connection(exchanges, range(middle.number, len(exchanges)), connection, _AROUND)
    return [_row(each.fresh()) for each in before + behind]


def _of_connection(exchanges: Sequence[Exchange], places: range, connection: int, most: int) -> list[Exchange]:
    found = []
    for place in places:
        if exchanges[place].connection.number == connection:
            found.append(exchanges[place])
            if len(found) == most:
                break
    return found


def _api(messages: MessageSet, key: int) -> tuple[int, str, int, int]:
    versions = messages.message_class(key, "response").VERSIONS
    name = messages.message_class(key, "request").__name__.removesuffix("Request")
    return key, name, versions.start, versions.stop - 1

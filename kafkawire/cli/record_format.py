"""How records look on paper: a format of kcat's letters, or JSON lines; and JSON lines read back."""

from __future__ import annotations

import base64
import binascii
import json
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from kafkawire.cli.client_options import escaped
from kafkawire.cli.output import json_line
from kafkawire.cli.schemas import Decode, Encode
from kafkawire.cli.usage import UsageError
from kafkawire.errors import KafkaWireError
from kafkawire.records import Record

__all__ = [
    "LETTERS",
    "SPELLINGS",
    "Formatter",
    "UndecodableRecord",
    "by_schema",
    "compile_format",
    "from_json",
    "json_fields",
    "printable",
    "spelled",
    "to_json",
    "unspelled",
    "write",
]

LETTERS = (
    "%t topic, %p partition, %o offset, %T timestamp, %k key, %K its size, %s value, %S its size, "
    "%R its size in 4 bytes, %h headers, %% %"
)

Formatter = Callable[[str, int, Any], bytes]
"""(topic, partition, record) -> bytes."""


class UndecodableRecord(KafkaWireError):
    """A key or value is not of the kind that it should be."""


_UNPRINTABLE = re.compile(r"[^\n\t -~\u00a0-\U0010ffff]")


def _size(data: bytes | None) -> bytes:
    return b"-1" if data is None else b"%d" % len(data)


def _headers(record: Any) -> bytes:
    return b",".join(name.encode() + b"=" + (b"NULL" if value is None else value) for name, value in record.headers)


_PARTS: dict[str, Formatter] = {
    "t": lambda topic, _, __: topic.encode(),
    "p": lambda _, partition, __: b"%d" % partition,
    "o": lambda _, __, record: b"%d" % record.offset,
    "T": lambda _, __, record: b"%d" % record.timestamp,
    "k": lambda _, __, record: record.key or b"",
    "K": lambda _, __, record: _size(record.key),
    "s": lambda _, __, record: record.value or b"",
    "S": lambda _, __, record: _size(record.value),
    "R": lambda _, __, record: len(record.value or b"").to_bytes(4, "big"),
    "h": lambda _, __, record: _headers(record),
    "%": lambda _, __, ___: b"%",
}


SPELLINGS: dict[str, Callable[[bytes], bytes]] = {
    "text": bytes,
    "hex": lambda data: data.hex().encode(),
    "base64": base64.b64encode,
}
"""How bytes are written where people or other programs read them."""


def spelled(spelling: str, show: Formatter) -> Formatter:
    """What `show` writes, with keys and values in another spelling."""
    spell = SPELLINGS[spelling]

    def shown(topic: str, partition: int, record: Any) -> bytes:
        key = None if record.key is None else spell(record.key)
        value = None if record.value is None else spell(record.value)
        return show(topic, partition, Record(record.offset, record.timestamp, key, value, record.headers))

    return show if spelling == "text" else shown


def by_schema(show: Formatter, key: Decode | None, value: Decode | None, *, as_json: bool) -> Formatter:
    """What `show` writes, with keys and values decoded: as JSON, or where that is wanted as objects.

    The formatter raises `UndecodableRecord`.
    """

    def decoded(decode: Decode | None, data: bytes | None) -> Any:
        if decode is None or data is None:
            return data
        found = decode(data)
        return found if as_json else json.dumps(found, ensure_ascii=False).encode()

    def shown(topic: str, partition: int, record: Any) -> bytes:
        try:
            pair = decoded(key, record.key), decoded(value, record.value)
        except KafkaWireError as exc:
            where = f"{topic}-{partition}, offset {record.offset}"
            raise UndecodableRecord(f"{where}: {exc}; -o {record.offset + 1} begins behind it") from exc
        return show(topic, partition, Record(record.offset, record.timestamp, *pair, record.headers))

    return shown


def unspelled(spelling: str, text: bytes) -> bytes:
    """Bytes out of text in that spelling. Raises `UsageError`."""
    try:
        if spelling == "hex":
            return bytes.fromhex(text.decode("ascii"))
        return base64.b64decode(text, validate=True) if spelling == "base64" else text
    except ValueError as exc:
        raise UsageError(f"{text[:40]!r} is not {spelling}: {exc}") from exc


def compile_format(text: str) -> Formatter:
    r"""A function for a format such as `%t %p %o %k %s\n`. Raises `UsageError` for a letter that means nothing."""
    parts: list[Formatter] = []
    for piece in re.findall(r"%.?|[^%]+", text, re.DOTALL):
        if not piece.startswith("%"):
            parts.append(_constant(escaped(piece)))
        elif piece[1:] in _PARTS and len(piece) == 2:
            parts.append(_PARTS[piece[1]])
        else:
            raise UsageError(f"format {text!r}: {piece} means nothing; {LETTERS}")
    return lambda topic, partition, record: b"".join([part(topic, partition, record) for part in parts])


def _constant(data: bytes) -> Formatter:
    return lambda _, __, ___: data


def printable(data: bytes) -> str:
    """Text for a terminal: whatever it could take for a command is escaped."""
    text = data.decode("utf-8", "backslashreplace")
    return _UNPRINTABLE.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def write(data: bytes) -> None:
    """Bytes as they are into a file or a pipe; a terminal is spared what it could take for commands."""
    if sys.stdout.isatty():
        sys.stdout.write(printable(data))
        sys.stdout.flush()
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def to_json(topic: str, partition: int, record: Any) -> bytes:
    """A line of JSON. Bytes are text where they are UTF-8, else `{"base64": ...}`; decoded keys and values are JSON."""
    return json_line(json_fields(topic, partition, record))


def json_fields(topic: str, partition: int, record: Any) -> dict[str, object]:
    """What a line of JSON says of a record."""
    return {
        "topic": topic,
        "partition": partition,
        "offset": record.offset,
        "timestamp": record.timestamp,
        "key": _json_bytes(record.key),
        "value": _json_bytes(record.value),
        "headers": [[name, _json_bytes(value)] for name, value in record.headers],
    }


def _json_bytes(data: Any) -> object:
    if not isinstance(data, bytes):
        return data
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


_NAMES = ("key", "value", "headers", "topic", "partition", "offset", "timestamp")


def from_json(line: bytes, key: Encode | None = None, value: Encode | None = None) -> dict[str, Any]:
    """What `send` takes, out of a line as `to_json` writes it; where the record came from is passed over.

    `key` and `value` make bytes of what has a schema. Raises `UsageError` for a line that is none.
    """
    try:
        fields = json.loads(line)
        unknown = [name for name in fields if name not in _NAMES]
        if unknown:
            near = get_close_matches(unknown[0], _NAMES, n=1)
            hint = f": is it {near[0]!r}?" if near else f"; known are {', '.join(_NAMES)}"
            raise UsageError(f"{_start(line)}: a record has no {unknown[0]!r}{hint}")
        headers: Sequence[Any] = fields.get("headers") or []
        return {
            "key": _encoded(key or _bytes, fields.get("key")),
            "value": _encoded(value or _bytes, fields.get("value")),
            "headers": [(str(name), _encoded(_bytes, part)) for name, part in headers],
        }
    except (ValueError, AttributeError, TypeError, KeyError, binascii.Error) as exc:
        raise UsageError(f"{_start(line)} is no record in JSON: {exc}") from exc


def _start(line: bytes) -> str:
    """What a line begins with, as text."""
    return repr(line[:80].decode(errors="backslashreplace"))


def _encoded(encode: Encode, part: Any) -> bytes | None:
    return None if part is None else encode(part)


def _bytes(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, dict) and set(value) == {"base64"}:
        return base64.b64decode(value["base64"], validate=True)
    return json.dumps(value).encode()

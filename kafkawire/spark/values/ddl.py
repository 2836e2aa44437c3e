"""Types as Spark writes them (`id INT, tags ARRAY<STRING>`), and the same as Arrow has them.

Spark's own parser is written in Java, which the process that needs this does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from kafkawire.client.errors import InvalidOption

__all__ = ["from_ddl", "list_of", "to_ddl"]

_TOKEN = re.compile(r"\s*(?:(`(?:[^`]|``)*`)|('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(\w+)|([<>(),:]))")
_MOST_NESTED = 50
_SIMPLE = {
    "boolean": pa.bool_(),
    "tinyint": pa.int8(),
    "byte": pa.int8(),
    "smallint": pa.int16(),
    "short": pa.int16(),
    "int": pa.int32(),
    "integer": pa.int32(),
    "bigint": pa.int64(),
    "long": pa.int64(),
    "float": pa.float32(),
    "real": pa.float32(),
    "double": pa.float64(),
    "string": pa.string(),
    "binary": pa.binary(),
    "date": pa.date32(),
    "timestamp": pa.timestamp("us", tz="UTC"),
    "timestamp_ltz": pa.timestamp("us", tz="UTC"),
    "timestamp_ntz": pa.timestamp("us"),
}
_NAMES = {kind: name for name, kind in reversed(_SIMPLE.items())} | {pa.null(): "void"}


def list_of(kind: Any) -> Any:
    """A list type with the name inside that Spark gives it."""
    return pa.list_(pa.field("element", kind))


def to_ddl(kind: Any) -> str:
    """An Arrow type as Spark writes it."""
    if kind in _NAMES:
        return _NAMES[kind]
    if pa.types.is_decimal(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if pa.types.is_map(kind):
        return f"map<{to_ddl(kind.key_type)},{to_ddl(kind.item_type)}>"
    if pa.types.is_list(kind):
        return f"array<{to_ddl(kind.value_type)}>"
    return f"struct<{','.join(f'{_quoted(field.name)}:{to_ddl(field.type)}' for field in kind)}>"


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def from_ddl(option: str, text: str) -> Any:
    """The Arrow type of a list of columns, which is a struct, or of a single type. Raises `InvalidOption`."""
    try:
        return _parsed(list(_tokens(text)))
    except _Wrong as exc:
        raise InvalidOption(f"option {option!r}: {exc}; columns are written as: id INT, name STRING") from None


def _parsed(tokens: list[str]) -> Any:
    """As a single type or as columns; what is wrong is said by the one that understands more of it."""
    single, columns = _Parser(tokens), _Parser(tokens)
    try:
        return columns.columns()
    except _Wrong as of_columns:
        try:
            return single.single()
        except _Wrong as of_single:
            raise of_columns if columns.at > single.at else of_single from None


class _Wrong(Exception):
    """The text is no type."""


class _Parser:
    """Reads one text from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self.at = 0
        """How many tokens were understood."""
        self._depth = 0

    def columns(self) -> Any:
        """NAME TYPE, NAME TYPE"""
        kind = pa.struct(self._fields())
        self._end()
        return kind

    def single(self) -> Any:
        """A type alone."""
        kind = self._type()
        self._end()
        return kind

    def _end(self) -> None:
        if self._peek():
            raise _Wrong(f"{self._peek()!r} is not expected there")

    def _peek(self) -> str:
        return self._tokens[self.at] if self.at < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        token = self._peek()
        if not token or (wanted and token.lower() not in wanted):
            raise _Wrong(f"{' or '.join(wanted) or 'more'} is expected instead of {token!r}")
        self.at += 1
        return token

    def _skips(self, word: str) -> bool:
        if self._peek().lower() != word:
            return False
        self.at += 1
        return True

    def _fields(self) -> list[Any]:
        fields: list[Any] = []
        while not fields or self._skips(","):
            fields.append(self._field())
        if len({field.name for field in fields}) < len(fields):
            raise _Wrong("a name is there twice")
        return fields

    def _field(self) -> Any:
        name = self._take()
        if name.startswith("`"):
            name = name[1:-1].replace("``", "`")
        elif not re.fullmatch(r"\w+", name):
            raise _Wrong(f"{name!r} is no name")
        self._skips(":")
        kind = self._type()
        if self._skips("not"):  # whatever is promised, a value that lacks the field gives a null
            self._take("null")
        if self._skips("comment"):
            self._take()
        return pa.field(name, kind)

    def _type(self) -> Any:
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise _Wrong(f"types are nested more than {_MOST_NESTED} times")
        kind = self._inner(self._take().lower())
        self._depth -= 1
        return kind

    def _inner(self, word: str) -> Any:
        match word:
            case "array":
                return list_of(self._within(self._type))
            case "map":
                return pa.map_(*self._within(self._key_and_item))
            case "struct":
                return pa.struct(self._within(self._fields))
            case "decimal" | "dec" | "numeric":
                return self._decimal()
            case _ if word in _SIMPLE:
                return _SIMPLE[word]
        raise _Wrong(f"{word!r} is no type")

    def _within(self, read: Any) -> Any:
        self._take("<")
        found = read()
        self._take(">")
        return found

    def _key_and_item(self) -> tuple[Any, Any]:
        key = self._type()
        self._take(",")
        return key, self._type()

    def _decimal(self) -> Any:
        if not self._skips("("):
            return pa.decimal128(10, 0)
        precision = self._number()
        scale = self._number() if self._skips(",") else 0
        self._take(")")
        if not 0 <= scale <= precision <= 38 or not precision:
            raise _Wrong(f"there is no decimal({precision},{scale})")
        return pa.decimal128(precision, scale)

    def _number(self) -> int:
        token = self._take()
        if not re.fullmatch(r"\d{1,3}", token, re.ASCII):
            raise _Wrong(f"{token!r} is no number")
        return int(token)


def _tokens(text: str) -> Iterator[str]:
    at, text = 0, text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _Wrong(f"{text[at : at + 10].strip()!r} cannot be read")
        yield found[found.lastindex or 0]
        at = found.end()

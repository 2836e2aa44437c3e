"""`json`: values by a schema of Spark.

Each value is parsed by itself. Arrow's reader takes many at once, but only as lines: a value with a newline in it, or
two halves of an object in two values, would come out as other rows than were written.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NoReturn

import pyarrow as pa

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed, split_frame
from kafkawire.spark.values.ddl import from_ddl, to_ddl
from kafkawire.spark.values.options import ColumnFormat

__all__ = ["JsonDecoder"]

Shape = Callable[[Any], Any]

_MOST_DIGITS = 40  # on either side of the point; no decimal of Spark has more, and Arrow would write them all out


class JsonDecoder:
    """Values to what Arrow takes for `type`."""

    def __init__(self, options: ColumnFormat) -> None:
        option = f"{options.column}Schema"
        self.type = from_ddl(option, options.schema or "")
        self._framed = options.framed
        try:
            self._shape = _shape(self.type)
        except InvalidOption as exc:
            raise InvalidOption(f"option {option!r}: {exc}") from exc
        exact = {"parse_float": Decimal} if "decimal" in str(self.type) else {}
        self._parse = json.JSONDecoder(parse_constant=_no_number, **exact).decode  # type: ignore[arg-type]

    def decode(self, data: bytes) -> Any:
        """One value. Raises `Malformed`."""
        if self._framed:
            data = split_frame(data)[1]
        try:
            found = self._parse(data.decode())
        except (ValueError, ArithmeticError, RecursionError) as exc:
            raise Malformed(f"not JSON: {exc}") from exc
        try:
            return None if found is None else self._shape(found)
        except (ValueError, ArithmeticError, RecursionError) as exc:
            raise Malformed(str(exc)) from exc


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _shape(kind: Any) -> Shape:
    """What makes a value of this type out of JSON that is not null. Whether it fits is for Arrow to see."""
    types = pa.types
    if types.is_struct(kind):
        return _struct(kind)
    if types.is_map(kind):
        return _map(kind)
    if types.is_list(kind):
        return _list(kind)
    if types.is_decimal(kind):
        return _decimal
    for test, shape in _SHAPES:
        if test(kind):
            return shape
    raise AssertionError(f"from_ddl gives {kind}, which has no shape")


def _struct(kind: Any) -> Shape:
    fields = [(field.name, _shape(field.type)) for field in kind]

    def shape(value: Any) -> dict[str, Any]:
        row, get = {}, _only(value, dict, "object").get
        for name, inner in fields:
            item = get(name)
            try:
                row[name] = None if item is None else inner(item)
            except (Malformed, ValueError) as exc:
                raise Malformed(f"{name}: {exc}") from exc
        return row

    return shape


def _map(kind: Any) -> Shape:
    if not pa.types.is_string(kind.key_type):
        raise InvalidOption(f"keys of a map are names in JSON, so STRING, not {to_ddl(kind.key_type).upper()}")
    inner = _shape(kind.item_type)

    def shape(value: Any) -> list[tuple[Any, Any]]:
        items = _only(value, dict, "object").items()
        return [(name, None if item is None else inner(item)) for name, item in items]

    return shape


def _list(kind: Any) -> Shape:
    inner = _shape(kind.value_type)

    def shape(value: Any) -> list[Any]:
        return [None if item is None else inner(item) for item in _only(value, list, "array")]

    return shape


def _only(value: Any, kind: type | tuple[type, ...], name: str) -> Any:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise Malformed(f"{name} expected, not {type(value).__name__}")
    return value


def _decimal(value: Any) -> Decimal:
    number = Decimal(_only(value, (int, Decimal), "number"))
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or number.adjusted() > _MOST_DIGITS or exponent < -_MOST_DIGITS:
        raise Malformed("a number with too many digits")
    return number


def _text(value: Any) -> str:
    """A string; other JSON stays as it is, so that a part can be left for functions of Spark."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=float)


def _from_iso(kind: type[date]) -> Shape:
    """A date or a time; Python's own error would repeat the text, however long it is."""

    def shape(value: Any) -> date:
        try:
            return kind.fromisoformat(_only(value, str, f"{kind.__name__} as text"))
        except ValueError as exc:
            raise Malformed(f"no {kind.__name__} in ISO 8601") from exc

    return shape


_SHAPES: list[tuple[Callable[[Any], bool], Shape]] = [
    (pa.types.is_boolean, lambda value: _only(value, bool, "true or false")),
    (pa.types.is_integer, lambda value: _only(value, int, "whole number")),
    (pa.types.is_floating, lambda value: float(_only(value, (int, float, Decimal), "number"))),
    (pa.types.is_string, _text),
    (pa.types.is_binary, lambda value: base64.b64decode(_only(value, str, "base64"), validate=True)),
    (pa.types.is_date, _from_iso(date)),
    (pa.types.is_timestamp, _from_iso(datetime)),
]

"""The filter language: `api==Fetch and latency_ms>50 and topic~"ord.*"`.

    filter     = all ("or" all)*
    all        = one ("and" one)*
    one        = "not" one | "(" filter ")" | flag | column operator value | column "in" "(" value ("," value)* ")"
    operator   = "==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
    value      = number | word | "text" | 'text' | none

`=`, `&&`, `||` and `!` are understood, too. `~` searches for a regular expression. Text is compared without regard to
case. A column with several values (topics, groups, errors) fits if one of them does; `!=` and `!~` fit if none does.
`request.topics.name` and the like look into messages.
"""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from kafkawire.capture.columns import COLUMNS, Column
from kafkawire.capture.exchange import TOKEN, Exchange, api_name_in
from kafkawire.capture.field_paths import Part, has_field, nearest_field
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

__all__ = ["Filter", "QueryError", "parse_filter"]

Filter = Callable[[Exchange], bool]
Test = Callable[[Any], bool]
Searching = Callable[[re.Pattern[str]], Callable[[str], bool]]

_TOKEN = re.compile(
    r"""\s*(?:(?P<op>==|!=|<=|>=|!~|&&|\|\||[=<>~!(),])|(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|(?P<word>[^\s=<>~!(),&|"']+))"""
)
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_PARTS: dict[str, Part] = {"request": "request", "response": "response"}
_SIGNS = frozenset("=!<>~(),&|")
_JOINS = frozenset(("and", "or", "not"))
_SAME = {"=": "==", "&&": "and", "||": "or", "!": "not"}
_DEEPEST = 50  # brackets
_LONGEST = 10_000  # characters
_QUOTED = 200  # characters of a filter, and a quarter of that of a word, in what is said of it
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class QueryError(ValueError):
    """A filter that cannot be understood; the text says what, where, and what may be meant."""


class _Token(NamedTuple):
    text: str
    at: int
    is_text: bool = False
    """Whether it stood in quotes."""

    @property
    def is_reserved(self) -> bool:
        """Whether it is a sign, or joins comparisons, so that it is no column and no value."""
        return not self.is_text and (self.text[0] in _SIGNS or self.text.lower() in _JOINS)


def _searching(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.search(text) is not None


def parse_filter(text: str, searching: Searching = _searching, messages: MessageSet = PROTOCOL) -> Filter:
    """What a filter says, as a function of an exchange. Raises `QueryError`.

    `searching` makes of a regular expression the function that says whether it is found in a text. `messages` say which
    fields requests and responses have.
    """
    if len(text) > _LONGEST:
        raise QueryError(f"filter: {len(text)} characters are too many; there may be {_LONGEST}")
    parser = _Parser(text, searching, messages)
    found = parser.any_of()
    if parser.next is not None:
        parser.fail(f"{_quoted(parser.next.text)} is too much")
    return found


class _Parser:
    def __init__(self, text: str, searching: Searching, messages: MessageSet) -> None:
        self._text, self._searching, self._messages = text, searching, messages
        self._tokens = self._split()
        self._depth = 0
        self.next = next(self._tokens, None)

    def any_of(self) -> Filter:
        parts = [self._all_of()]
        while self._takes("or"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else lambda each: any(part(each) for part in parts)

    def _all_of(self) -> Filter:
        parts = [self._one()]
        while self._takes("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else lambda each: all(part(each) for part in parts)

    def _one(self) -> Filter:
        self._depth += 1
        if self._depth > _DEEPEST:
            self.fail("too many brackets")
        found = self._not_or_bracket() or self._comparison()
        self._depth -= 1
        return found

    def _not_or_bracket(self) -> Filter | None:
        if self._takes("not"):
            inner = self._one()
            return lambda each: not inner(each)
        if self._takes("("):
            found = self.any_of()
            self._expect(")")
            return found
        return None

    def _comparison(self) -> Filter:
        name = self._take_word("a column")
        column = self._column(name)
        sign = self.next
        if sign is not None and not sign.is_text and _SAME.get(sign.text, sign.text) in (*_ORDERS, "!=", "~", "!~"):
            self._take("an operator")
            test = self._test(name.text, column, _SAME.get(sign.text, sign.text))
        elif self._takes("in"):
            test = self._one_of(name.text, column)
        elif column.kind == "flag":
            test = bool
        else:
            self.fail(f"{name.text} needs an operator and a value behind it, as in {name.text}{_example(column)}")
        get = column.get
        return lambda each: test(get(each))

    def _column(self, name: _Token) -> Column:
        found = COLUMNS.get(name.text.lower().replace("-", "_"))
        before, _, path = name.text.partition(".")
        part = _PARTS.get(before)
        if found is None and part is not None and path:
            return self._field(name, part, path.replace("[]", ""))
        if found is None:
            near = _nearest_column(name.text.lower())
            hint = f"did you mean {near}?" if near else f"there are {', '.join(COLUMNS)}"
            self.fail(f"there is no column {_quoted(name.text)}; {hint}", name)
        return found

    def _field(self, name: _Token, part: Part, path: str) -> Column:
        steps = [_CAMEL.sub("_", step).lower() for step in path.split(".")]
        if not has_field(self._messages, part, steps):
            near = nearest_field(self._messages, part, ".".join(steps))
            hint = f"; did you mean {near}?" if near else ""
            self.fail(f"no {part} has a field {_quoted(path)}{hint}", name)
        return Column("texts", "", lambda each: list(_inside(getattr(each, part), steps)))

    def _test(self, name: str, column: Column, sign: str) -> Test:
        value = self._take_word(f"a value to compare {name} with")
        if sign in ("~", "!~"):
            return _negated(self._matching(value), sign == "!~")
        if sign in ("==", "!="):
            return _negated(self._equal(name, column, value), sign == "!=")
        if _says_nothing(value):
            self.fail(f"{value.text} goes with == and != only", value)
        return _comparing(_ORDERS[sign], self._value(name, column, value))

    def _equal(self, name: str, column: Column, value: _Token) -> Test:
        if _says_nothing(value):
            return _is_nothing
        if column is COLUMNS["api"]:
            self._check_api(value)
        return _comparing(operator.eq, self._value(name, column, value))

    def _check_api(self, value: _Token) -> None:
        """Refuse the name of an API that there is not, which fits nothing."""
        name = value.text.lower()
        keys = {self._messages.api_name(key).replace("_", "").lower(): key for key in self._messages}
        if name not in keys and name != TOKEN.lower():
            near = get_close_matches(name[:_QUOTED], keys, n=1)
            hint = f"did you mean {api_name_in(self._messages, keys[near[0]])}?" if near else "Fetch is one"
            self.fail(f"there is no API {_quoted(value.text)}; {hint}", value)

    def _one_of(self, name: str, column: Column) -> Test:
        self._expect("(")
        tests = [self._equal(name, column, self._take_word("a value"))]
        while self._takes(","):
            tests.append(self._equal(name, column, self._take_word("a value")))
        self._expect(")")
        return lambda value: any(test(value) for test in tests)

    def _matching(self, value: _Token) -> Test:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", FutureWarning)  # such as for [[:alpha:]], which is none of Python's
                pattern = re.compile(value.text, re.IGNORECASE)
        except (re.error, RecursionError, OverflowError, FutureWarning) as exc:
            self.fail(f"{_quoted(value.text)} is no regular expression: {str(exc).lower()}", value)
        is_found = self._searching(pattern)
        return lambda found: any(is_found(str(one)) for one in _each(found))

    def _value(self, name: str, column: Column, token: _Token) -> Any:
        text = token.text
        if column.kind == "number":
            number = _number(text)
            if number is None:
                self.fail(f"{name} is a number, {_quoted(text)} is none", token)
            return number
        if column.kind == "flag":
            if text.lower() not in ("true", "false"):
                self.fail(f"{name} is true or false, not {_quoted(text)}", token)
            return text.lower() == "true"
        if column.kind == "time":
            return self._time(name, token)
        return text

    def _time(self, name: str, token: _Token) -> Any:
        try:
            if re.match(r"\d\d?:", token.text):
                return _time_of_day(token.text)
            found = datetime.fromisoformat(token.text)
        except ValueError:
            wanted = "a time as 2026-05-01T12:00 or 12:00:30 (UTC)"
            self.fail(f"{name} is {wanted}, {_quoted(token.text)} is none", token)
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found

    # ------------------------------------------------------------------------------------------------------------ words

    def _split(self) -> Iterator[_Token]:
        pos = 0
        while self._text[pos:].strip():
            found = _TOKEN.match(self._text, pos)
            if found is None:
                self.fail(f"{self._text[pos:].strip()[:20]!r} cannot be understood", _Token("", pos))
            kind = found.lastgroup
            text, at = found[kind or 0], found.start(kind or 0)
            pos = found.end()
            if kind == "text":
                yield _Token(re.sub(r"\\(.)", _unescaped, text[1:-1]), at, is_text=True)
            else:
                yield _Token(text, at)

    def _take(self, wanted: str) -> _Token:
        token = self.next
        if token is None:
            self.fail(f"it ends where {wanted} should follow")
        self.next = next(self._tokens, None)
        return token

    def _take_word(self, wanted: str) -> _Token:
        """The name of a column, or a value."""
        token = self.next
        if token is not None and token.is_reserved:
            hint = "; in quotes it would be one" if token.text.lower() in _JOINS and "value" in wanted else ""
            self.fail(f"{token.text!r} stands where {wanted} should follow{hint}")
        return self._take(wanted)

    def _takes(self, word: str) -> bool:
        token = self.next
        if token is None or token.is_text or _SAME.get(token.text, token.text).lower() != word:
            return False
        self._take(word)
        return True

    def _expect(self, word: str) -> None:
        if not self._takes(word):
            self.fail(f"{word!r} is missing" + (f" before {_quoted(self.next.text)}" if self.next else " at the end"))

    def fail(self, what: str, token: _Token | None = None) -> NoReturn:
        at = token.at if token else self.next.at if self.next else len(self._text)
        start = max(0, at - _QUOTED // 2) if len(self._text) > _QUOTED else 0
        shown = f"{'...' * (start > 0)}{_quoted(self._text[start:], _QUOTED)}"
        raise QueryError(f"filter: {what} (at character {at + 1} of {shown})")


def _quoted(text: str, most: int = _QUOTED // 4) -> str:
    return repr(text) if len(text) <= most else f"{text[:most]!r}..."


def _nearest_column(name: str) -> str | None:
    """The column that begins so, or else the one that is spelled most alike."""
    near = get_close_matches(name[:_QUOTED], COLUMNS, n=1, cutoff=0.5)
    return next((column for column in COLUMNS if column.startswith(name)), near[0] if near else None)


def _says_nothing(token: _Token) -> bool:
    return not token.is_text and token.text.lower() in ("none", "null")


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if found == found else None  # NaN is as good as no number


def _time_of_day(text: str) -> str:
    """A time of day as ISO text, with a fraction of the second only if there was one. Raises `ValueError`."""
    clock, point, fraction = text.partition(".")
    found = datetime.strptime(clock, "%H:%M:%S" if clock.count(":") == 2 else "%H:%M").time()
    if not point:
        return found.isoformat()
    return time.fromisoformat(f"{found.isoformat()}.{fraction:0<6}").isoformat("microseconds")


def _unescaped(found: re.Match[str]) -> str:
    """Only quotes are escaped, so that what a regular expression escapes stays what it is."""
    return found[1] if found[1] in "\"'" else found[0]


def _example(column: Column) -> str:
    return {"number": ">1", "text": "==x", "texts": "~x", "flag": "", "time": ">12:00"}[column.kind]


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _is_nothing(value: Any) -> bool:
    return value is None or value == []


def _negated(test: Test, is_negated: bool) -> Test:
    return (lambda value: not test(value)) if is_negated else test


def _comparing(compare: Callable[[Any, Any], bool], wanted: Any) -> Test:
    return lambda value: any(_compares(compare, one, wanted) for one in _each(value))


def _compares(compare: Callable[[Any, Any], bool], value: Any, wanted: Any) -> bool:
    """Values of messages are compared as what they are; text that is a number counts as one beside a number."""
    if isinstance(value, datetime):
        if isinstance(wanted, datetime):
            return compare(value, wanted)
        return compare(value.time().isoformat("microseconds")[: len(wanted)], wanted)  # as exact as it was written
    if isinstance(value, str):
        return compare(value.lower(), str(wanted).lower())
    if isinstance(value, bool):
        return compare(str(value).lower(), str(wanted).lower())
    if isinstance(value, int | float):
        try:
            return compare(value, float(wanted))
        except ValueError:
            return False
    return compare(str(value), str(wanted))


def _inside(value: Any, names: list[str]) -> Iterator[Any]:
    """What stands at a path of names, arrays one by one. What is not there gives nothing."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from _inside(one, names)
    elif not names:
        if value is not None:
            yield value
    elif value is not None:
        yield from _inside(getattr(value, names[0], None), names[1:])

"""Whether a value is what an annotation says: one rule for options, and for the arguments of calls.

An annotation is the one place that says what a call takes, so a type checker and this module read the same. It is read
once: a `_Kind` is made of it, of the kinds of what is in it. A `str` is no list of its characters, and `bytes` no list
of numbers, though Python can iterate over both.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, wraps
from itertools import repeat
from numbers import Integral, Real
from typing import Any, Literal, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from kafkawire.client.errors import InvalidOption

__all__ = ["check", "checked"]

P = ParamSpec("P")
T = TypeVar("T")
_UNIONS = (typing.Union, types.UnionType)
_TEXT = (str, bytes, bytearray)
_TUPLE = (tuple, list)  # who is asked for a tuple may give a list
_LONGEST = 200  # characters of a value in an error
_Where = str | tuple[str, Any, object]
"""A name, or one that only an error has to put together: its form, the name of what it is in, and which part."""
_ITEM, _KEY, _FIELD = "{}[{!r}]", "a key of {}", "{}.{}"


def check(name: str, value: Any, hint: Any, *, is_secret: bool = False) -> Any:
    """The value, with a list in place of what can be iterated over only once. Raises `InvalidOption`.

    The error names what does not fit: `topics[2]`, or a field of it.
    """
    return _kind_of(hint).check(name, value, is_secret=is_secret)


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """The function, whose arguments are compared with its annotations before it does anything."""
    signature = inspect.signature(function)

    def fitted(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> inspect.BoundArguments:
        bound = signature.bind(*args, **kwargs)
        kinds = _kinds_in(function)
        for name, value in bound.arguments.items():
            if name in kinds:
                bound.arguments[name] = kinds[name].check(name, value)
        return bound

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        bound = fitted(args, kwargs)
        return function(*bound.args, **bound.kwargs)

    @wraps(function)
    async def call_async(*args: P.args, **kwargs: P.kwargs) -> Any:
        bound = fitted(args, kwargs)
        return await typing.cast("Any", function(*bound.args, **bound.kwargs))

    return typing.cast("Callable[P, T]", call_async) if inspect.iscoroutinefunction(function) else call


@dataclass(frozen=True, slots=True)
class _Kind:
    """What an annotation asks for."""

    words: str
    admits: Callable[[Any], bool]
    """Whether a value is the right thing seen from outside."""
    held: Callable[[_Where, Any], Any] | None = None
    """Checks what an admitted value holds; returns what to use in its place."""
    is_mapping: bool = False

    def check(self, where: _Where, value: Any, *, is_secret: bool = False) -> Any:
        if not self.admits(value):
            got = type(value).__name__ if is_secret else repr(value)
            got = got if len(got) <= _LONGEST else got[:_LONGEST] + "..."
            raise InvalidOption(f"{_name(where)} must be {self.words}, not {got}")
        return value if self.held is None else self.held(where, value)


def _name(where: _Where) -> str:
    if isinstance(where, str):
        return where
    form, outer, part = where
    return form.format(_name(outer), part)


# --- kinds ----------------------------------------------------------------------------------------------------------


@cache
def _kind_of(hint: Any) -> _Kind:
    origin: Any = get_origin(hint)
    args = get_args(hint)
    if origin in _UNIONS:
        return _union(args)
    if isinstance(hint, TypeVar):
        return _kind_of(hint.__bound__)
    if origin is Literal:
        return _literal(args)
    if origin is Mapping:
        return _mapping(*map(_kind_of, args))
    if origin in (Iterable, Sequence):
        return _list(origin, _kind_of(args[0]))
    if origin is tuple:
        return _tuple(args)
    if origin is Callable:
        return _Kind("a callable", callable)
    return _class(hint)


@cache
def _kinds_in(what: Any) -> dict[str, _Kind]:
    """By the names of a function's arguments, or of a class's fields."""
    return {name: _kind_of(hint) for name, hint in get_type_hints(what).items() if name != "return"}


def _union(hints: Sequence[Any]) -> _Kind:
    """The first member that admits a value has to fit, so that an error says what is wrong inside."""
    kinds = [*map(_kind_of, hints)]
    in_turn = sorted(kinds, key=lambda kind: not kind.is_mapping)  # it could be iterated over, but is meant as one

    def held(where: _Where, value: object) -> Any:
        return next(kind for kind in in_turn if kind.admits(value)).check(where, value)

    words = " or ".join(dict.fromkeys(kind.words for kind in kinds))
    holds = any(kind.held for kind in kinds)
    return _Kind(words, lambda value: any(kind.admits(value) for kind in kinds), held if holds else None)


def _literal(choices: Sequence[object]) -> _Kind:
    words = "one of " + ", ".join(map(repr, choices))
    return _Kind(words, lambda value: any(type(value) is type(choice) and value == choice for choice in choices))


def _class(hint: Any) -> _Kind:
    if hint is types.NoneType:
        return _Kind("None", lambda value: value is None)
    words = f"of type {hint.__name__}"
    if hint in (int, float):
        wide: type = Integral if hint is int else Real  # has the numbers of numpy as well, and is asked for those alone
        return _Kind(words, lambda value: type(value) is hint or (isinstance(value, wide) and type(value) is not bool))
    if issubclass(hint, tuple):  # a plain tuple will do for a TopicPartition
        return replace(_tuple([*get_type_hints(hint).values()]), words=words)
    return _Kind(words, lambda value: isinstance(value, hint), _fields(hint) if is_dataclass(hint) else None)


def _fields(hint: Any) -> Callable[[_Where, Any], Any]:
    kinds = [(field.name, not field.repr, _kinds_in(hint)[field.name]) for field in fields(hint)]

    def held(where: _Where, value: Any) -> Any:
        for name, is_secret, kind in kinds:
            kind.check((_FIELD, where, name), getattr(value, name), is_secret=is_secret)
        return value

    return held


def _mapping(key_kind: _Kind, value_kind: _Kind) -> _Kind:
    def held(where: _Where, value: Mapping[Any, Any]) -> Any:
        return {
            key_kind.check((_KEY, where, None), key): value_kind.check((_ITEM, where, key), value[key]) for key in value
        }

    words = f"a mapping, its keys {key_kind.words}, its values {value_kind.words}"
    return _Kind(words, lambda value: isinstance(value, Mapping), held, is_mapping=True)


def _list(origin: type, kind: _Kind) -> _Kind:
    words = f"a list or the like, each {kind.words}"
    return _Kind(words, lambda value: isinstance(value, origin) and not isinstance(value, _TEXT), _items(repeat(kind)))


def _tuple(hints: Sequence[Any]) -> _Kind:
    if Ellipsis in hints:
        kind = _kind_of(hints[0])
        words = f"a tuple, each {kind.words}"
        return _Kind(words, lambda value: isinstance(value, _TUPLE) and bool(value), _items(repeat(kind)))
    kinds = [*map(_kind_of, hints)]
    words = "a tuple: " + ", ".join(kind.words for kind in kinds)
    return _Kind(words, lambda value: isinstance(value, _TUPLE) and len(value) == len(kinds), _items(kinds))


def _items(kinds: Iterable[_Kind]) -> Callable[[_Where, Any], Any]:
    def held(where: _Where, value: Iterable[Any]) -> Any:
        kept = value if isinstance(value, Collection) else list(value)
        for index, (kind, item) in enumerate(zip(kinds, kept)):  # noqa: B905 - a list may have any length
            kind.check((_ITEM, where, index), item)
        return kept

    return held

"""Whether a value is what an annotation says: one rule for options, and for the arguments of calls.

An annotation is the one place that says what a call takes, so a type checker and this module read the same. A `str` is
no list of its characters, and `bytes` no list of numbers, though Python can iterate over both.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from numbers import Integral, Real
from typing import Any, Literal, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from kafkawire.client.errors import InvalidOption

__all__ = ["check", "checked", "describe"]

P = ParamSpec("P")
T = TypeVar("T")
_UNIONS = (typing.Union, types.UnionType)
_PLAIN = {str, int, bool, bytes}  # most of what there is
_LONGEST = 200  # characters of a value in an error


def check(name: str, value: Any, hint: Any, *, is_secret: bool = False) -> Any:
    """The value, with a list in place of what can be iterated over only once. Raises `InvalidOption`.

    The error names what does not fit: `topics[2]`, or a field of it.
    """
    if type(value) is hint and hint in _PLAIN:
        return value
    origin = get_origin(hint)
    if origin in _UNIONS:
        return _check_union(name, value, hint, is_secret)
    if isinstance(hint, TypeVar):
        return check(name, value, hint.__bound__ or Any, is_secret=is_secret)
    if not _is_of_kind(value, hint):
        got = type(value).__name__ if is_secret else _shown(value)
        raise InvalidOption(f"{name} must be {describe(hint)}, not {got}")
    if _is_class(origin, Mapping):
        return _check_items(name, value, *get_args(hint))
    if _is_named_tuple(hint) or _is_fixed(hint):
        _check_places(name, value, hint)
    elif _is_many(origin):
        return _check_each(name, value, hint)
    elif dataclasses.is_dataclass(hint):
        _check_fields(name, value)
    return value


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """The function, whose arguments are compared with its annotations before it does anything."""
    signature = inspect.signature(function)

    def fitted(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> inspect.BoundArguments:
        bound = signature.bind(*args, **kwargs)
        hints = _hints(function)
        for name, value in bound.arguments.items():
            if name in hints:
                bound.arguments[name] = check(name, value, hints[name])
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


def describe(hint: Any) -> str:
    """What an annotation asks for, in words."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in _UNIONS:
        return " or ".join(dict.fromkeys(describe(member) for member in args))
    if origin is Literal:
        return "one of " + ", ".join(repr(choice) for choice in args)
    if hint is type(None):
        return "None"
    if isinstance(hint, TypeVar):
        return describe(hint.__bound__)
    if origin is None:
        return f"of type {getattr(hint, '__name__', hint)}"
    if _is_class(origin, Mapping):
        return f"a mapping, its keys {describe(args[0])}, its values {describe(args[1])}"
    if _is_fixed(hint):
        return "a tuple: " + ", ".join(describe(member) for member in args)
    if origin is tuple:
        return f"a tuple, each {describe(args[0])}"
    return f"a list or the like, each {describe(args[0])}" if _is_many(origin) else "a callable"


# --- what kind of thing ---------------------------------------------------------------------------------------------


def _is_of_kind(value: object, hint: Any) -> bool:
    """Whether it is the right thing seen from outside; what it holds is looked at by itself."""
    origin: Any = get_origin(hint)
    if hint is Any:
        return True
    if origin is Literal:
        return any(value == choice and type(value) is type(choice) for choice in get_args(hint))
    if hint in (int, float):  # those of numpy as well
        return isinstance(value, Integral if hint is int else Real) and not isinstance(value, bool)
    if _is_named_tuple(hint) or _is_fixed(hint):  # a plain tuple will do for a TopicPartition
        places = hint._fields if _is_named_tuple(hint) else get_args(hint)
        return isinstance(value, tuple | list) and len(value) == len(places)
    if origin is tuple:
        return isinstance(value, tuple | list) and bool(value)
    if origin is not None and not isinstance(origin, type):
        return True
    if origin is Callable:
        return callable(value)
    if _is_many(origin) and not _is_class(origin, Mapping):
        kind = Iterable if origin is Iterable else Sequence
        return isinstance(value, kind) and not isinstance(value, str | bytes | bytearray)
    return isinstance(value, origin or hint)


def _is_class(origin: Any, kind: type) -> bool:
    """Whether a generic's origin is that kind of class."""
    return isinstance(origin, type) and issubclass(origin, kind)


def _is_many(origin: Any) -> bool:
    return _is_class(origin, Iterable)


def _is_named_tuple(hint: Any) -> bool:
    return _is_class(hint, tuple) and hasattr(hint, "_fields")


def _is_fixed(hint: Any) -> bool:
    return get_origin(hint) is tuple and Ellipsis not in get_args(hint)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


# --- what it holds --------------------------------------------------------------------------------------------------


def _check_union(name: str, value: object, hint: Any, is_secret: bool) -> Any:
    """By the member that it is one of, as seen from outside: its error says more than that of all together."""
    members = [member for member in get_args(hint) if get_origin(member) in _UNIONS or _is_of_kind(value, member)]
    if len(members) == 1:
        return check(name, value, members[0], is_secret=is_secret)
    for member in members:
        try:
            return check(name, value, member, is_secret=is_secret)
        except InvalidOption:
            continue
    got = type(value).__name__ if is_secret else _shown(value)
    raise InvalidOption(f"{name} must be {describe(hint)}, not {got}")


def _check_items(name: str, value: Mapping[Any, Any], key_hint: Any, value_hint: Any) -> Mapping[Any, Any]:
    return {
        check(f"a key of {name}", key, key_hint): check(f"{name}[{key!r}]", value[key], value_hint) for key in value
    }


def _check_each(name: str, value: Iterable[Any], hint: Any) -> Iterable[Any]:
    kept = value if isinstance(value, typing.Collection) else list(value)
    (item_hint, *_) = get_args(hint)
    for place, item in enumerate(kept):
        check(f"{name}[{place}]", item, item_hint)
    return kept


def _check_places(name: str, value: Sequence[Any], hint: Any) -> None:
    hints = list(_hints(hint).values()) if _is_named_tuple(hint) else get_args(hint)
    for place, (item, item_hint) in enumerate(zip(value, hints, strict=True)):
        check(f"{name}[{place}]", item, item_hint)


def _check_fields(name: str, value: Any) -> None:
    hints = _hints(type(value))  # type: ignore[arg-type]  # a class can be hashed whatever its objects say
    for field in dataclasses.fields(value):
        check(f"{name}.{field.name}", getattr(value, field.name), hints[field.name], is_secret=not field.repr)


@cache
def _hints(what: Any) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(what).items() if name != "return"}

"""Dataclasses that cost little to define.

`dataclasses` imports `inspect`, `ast` and more, which takes longer than everything else that decoding a first message
needs, and then 0.2 ms for every class. A message class must have its slots at once; its `__init__`, and what makes it a
dataclass to others (`dataclasses.fields`, `replace`, `asdict`), are made when somebody asks. Type checkers see ordinary
dataclasses.

Messages are `slotted`: their constructors take keywords only. Kafka inserts fields in the middle of its structs, and a
positional argument would then land in another field without a word. For the same reason a `match` statement names
fields, as in `case FetchTopic(topic=name)`: `__match_args__` is empty, as `dataclasses` leave it for keyword-only
fields. What lists the fields in their order is `field_names`. Values of our own that are `frozen` may be positional.
"""

from __future__ import annotations

TYPE_CHECKING = bool()  # noqa: UP018 - jedi passes over what stands below a plain False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_: object) -> object:
        """Tells type checkers what the decorators below do; `typing` has the real one."""
        return lambda decorator: decorator


class _Factory:
    """A default that is made anew for every object."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make

    def __repr__(self) -> str:
        """What `inspect.signature` shows, in the words of `dataclasses`."""
        return "<factory>"


def field(*, default_factory: Callable[[], object]) -> Any:
    """A field whose default is made by calling `default_factory`. Of what type it is, its annotation says."""
    return _Factory(default_factory)


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(field,))
def slotted(cls: type[T]) -> type[T]:
    """Make a class with annotated fields, each with a default, a slotted dataclass without `__eq__` and `__repr__`.

    Its constructor takes keywords only, and so do patterns.
    """
    return _slotted(cls, {"__match_args__": ()})


@dataclass_transform(eq_default=True, frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """Make a class what `slotted` does, with `__eq__`, `__hash__`, `__repr__`, and fields that cannot be set.

    Its constructor and patterns take positions as well: whoever writes such a class keeps the order of its fields.
    """
    return _slotted(
        cls,
        {
            "__match_args__": tuple(cls.__annotations__),
            "__setattr__": _refuse,
            "__delattr__": _refuse,
            "__eq__": _equal,
            "__hash__": _hash,
            "__repr__": _repr,
            "__reduce__": _state,
        },
    )


def field_names(cls: object) -> tuple[str, ...]:
    """The fields of a class that `slotted` or `frozen` made, or of an object of one, in the order of their schema."""
    names: tuple[str, ...] = cls._field_names  # type: ignore[attr-defined]
    return names


def _slotted(cls: type[T], methods: dict[str, Any]) -> type[T]:
    annotations = cls.__annotations__
    names = tuple(annotations)
    body = {key: value for key, value in vars(cls).items() if key not in names and key not in _NOT_TAKEN_OVER}
    body |= methods
    body["__slots__"] = body["_field_names"] = names
    body["_defaults"] = tuple(vars(cls)[name] for name in names)
    body["__init__"], body["__replace__"] = _Init(), _replace
    body["__dataclass_fields__"], body["__dataclass_params__"] = _AsDataclass(), _AsDataclass()
    make: Any = type(cls)
    made: type[T] = make(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    made.__annotations__ = annotations
    return made


# What belongs to the class that was written. How a class keeps its annotations has changed with Python 3.14 (PEP 749).
_NOT_TAKEN_OVER = {
    *("__annotate__", "__annotate_func__", "__annotations__", "__annotations_cache__", "__dict__", "__weakref__"),
}


class _Init:
    """An `__init__` that is written when it is first looked up."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner = owner

    def __get__(self, obj: object, cls: type) -> Any:
        owner: Any = self._owner
        owner.__init__ = init = _write_init(owner)
        return init.__get__(obj, cls)


def _write_init(cls: Any) -> Any:
    """`def __init__(self, *, a=…, b=…): self.a = a …`, as `dataclasses` writes it; without the star if frozen."""
    names, defaults = cls._field_names, cls._defaults
    this = "self_" if "self" in names else "self"
    scope: dict[str, Any] = {f"_{i}": default for i, default in enumerate(defaults)}
    is_frozen = _is_frozen(cls)
    params = ", ".join(f"{name}=_{i}" for i, name in enumerate(names))
    lines = [f"def __init__({this}, {'' if is_frozen else '*, '}{params}):"]
    for i, (name, default) in enumerate(zip(names, defaults, strict=True)):
        value = f"(_{i}.make() if {name} is _{i} else {name})" if isinstance(default, _Factory) else name
        lines.append(f"    _set({this}, {name!r}, {value})" if is_frozen else f"    {this}.{name} = {value}")
    exec("\n".join(lines), scope | {"_set": object.__setattr__}, scope)  # noqa: S102
    init = scope["__init__"]
    init.__module__, init.__qualname__ = cls.__module__, f"{cls.__qualname__}.__init__"
    init.__annotations__ = {**cls.__annotations__, "return": None}
    return init


class _AsDataclass:
    """What `dataclasses` looks for, taken from a real dataclass with the same fields on first touch."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._name = owner, name

    def __get__(self, obj: object, cls: type) -> Any:
        import dataclasses

        owner: Any = self._owner
        fields = []
        for name, default in zip(field_names(owner), vars(owner)["_defaults"], strict=True):
            own = isinstance(default, _Factory)
            spec: Any = dataclasses.field(default_factory=default.make) if own else dataclasses.field(default=default)
            fields.append((name, owner.__annotations__[name], spec))
        is_frozen = _is_frozen(owner)
        model: Any = dataclasses.make_dataclass(
            owner.__name__, fields, frozen=is_frozen, eq=is_frozen, kw_only=not is_frozen
        )
        owner.__dataclass_fields__ = model.__dataclass_fields__
        owner.__dataclass_params__ = model.__dataclass_params__
        return getattr(owner, self._name)


def _is_frozen(cls: type) -> bool:
    return cls.__setattr__ is _refuse


def _refuse(self: object, *_: object) -> None:
    raise AttributeError(f"{type(self).__name__} cannot be changed: make another one with dataclasses.replace")


def _replace(self: Any, /, **changes: Any) -> Any:
    """What `copy.replace` of Python 3.13 calls."""
    import dataclasses

    return dataclasses.replace(self, **changes)


def _values(obj: Any) -> tuple[Any, ...]:
    return tuple(getattr(obj, name) for name in obj.__match_args__)


def _equal(self: object, other: object) -> bool:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: object) -> int:
    return hash((type(self), _values(self)))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={value!r}" for name, value in zip(self.__match_args__, _values(self), strict=True))
    return f"{type(self).__name__}({shown})"


def _state(self: Any) -> tuple[type, tuple[Any, ...]]:
    """How a frozen object is pickled: it cannot be filled slot by slot."""
    return type(self), _values(self)

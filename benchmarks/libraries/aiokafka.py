"""aiokafka: older versions of the messages written by hand, record batches in Cython."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks import reference, workloads
from benchmarks.libraries._kafka_records import add_records, add_varints
from benchmarks.message_load import MessageLoad
from benchmarks.operations import Library
from benchmarks.reference import Shape

_HOMES = ("metadata", "fetch", "produce", "group", "admin")


def load() -> Library:
    """The messages that it has, and all record batches."""
    util = import_module("aiokafka.record.util")
    kind = "pure Python" if util.NO_EXTENSIONS else "Cython"
    library = Library("aiokafka", f"{import_module('aiokafka').__version__} ({kind})")
    for message in workloads.messages():
        cls = _class_of(message)
        if cls is not None:
            _add_message(library, message, cls)
    add_records(library, import_module("aiokafka.record.default_records"))
    add_varints(library, util)
    return library


def _class_of(load: MessageLoad) -> Any:
    homes = (import_module(f"aiokafka.protocol.{home}") for home in _HOMES)
    found = (getattr(home, f"{load.class_name}_v{load.version}", None) for home in homes)
    return next((cls for cls in found if cls is not None), None)


def _add_message(library: Library, load: MessageLoad, cls: Any) -> None:
    names = cls.SCHEMA.names
    library.add_message(
        load,
        decode=cls.decode,
        plain=lambda message: _plain(load.shape, tuple(getattr(message, name) for name in names)),
        build=lambda value: cls(*_tuple(load.shape, value)),
        encode=lambda message: message.encode(),
    )


def _tuple(shape: dict[str, Shape], value: dict[str, Any]) -> tuple[Any, ...]:
    """A structure as the tuple of its fields."""
    return tuple(_element(part, value[name]) for name, part in shape.items())


def _element(shape: Shape, value: Any) -> Any:
    if isinstance(shape, list) and value is not None:
        return [_element(shape[0], item) for item in value]
    return _tuple(shape, value) if isinstance(shape, dict) else value


def _plain(shape: Shape, native: Any) -> Any:
    if isinstance(shape, dict):
        return {name: _plain(part, item) for (name, part), item in zip(shape.items(), native, strict=True)}
    if isinstance(shape, list) and native is not None:
        return [_plain(shape[0], item) for item in native]
    return reference.plain(shape, native, getattr)

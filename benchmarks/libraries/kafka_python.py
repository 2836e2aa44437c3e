"""kafka-python 3: schemas compiled to functions on first use, all in Python."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks import reference, workloads
from benchmarks.libraries._kafka_records import add_records, add_varints
from benchmarks.message_load import MessageLoad
from benchmarks.operations import Library
from benchmarks.reference import Shape

_HOMES = ("kafka.protocol.metadata", "kafka.protocol.consumer", "kafka.protocol.producer", "kafka.protocol.admin")
_NOT_ASKED = -(1 << 31)


def load() -> Library:
    """Everything but columns; with the crc32c package, which its checksums use where it is there."""
    import_module("kafka.protocol.schemas")  # missing in 2.x
    library = Library("kafka-python", import_module("kafka").__version__)
    for message in workloads.messages():
        _add_message(library, message)
    add_records(library, import_module("kafka.record.default_records"))
    add_varints(library, import_module("kafka.record.util"))
    return library


def _add_message(library: Library, load: MessageLoad) -> None:
    homes = map(import_module, _HOMES)
    cls = next(getattr(home, load.class_name) for home in homes if hasattr(home, load.class_name))
    library.add_message(
        load,
        decode=cls[load.version].decode,
        plain=lambda message: reference.plain(load.shape, message, _get),
        build=lambda value: _build(cls, load.version, load.shape, value),
        encode=lambda message: message.encode(),
    )


def _own_name(struct: Any, name: str) -> str:
    """Authorised operations have one name, of topics and of the cluster."""
    return name if name in struct.fields else "authorized_operations"


def _get(message: Any, name: str) -> Any:
    value = getattr(message, _own_name(message._struct, name))  # noqa: SLF001
    return _NOT_ASKED if value is None and name.endswith("authorized_operations") else value


def _build(cls: Any, version: int, shape: dict[str, Shape], value: dict[str, Any]) -> Any:
    struct = cls._struct
    fields = {}
    for name, part in shape.items():
        own, item = _own_name(struct, name), value[name]
        if isinstance(part, list) and isinstance(part[0], dict) and item is not None:
            item = [_build(struct.fields[own].data_class, version, part[0], one) for one in item]
        fields[own] = None if own == "authorized_operations" else item
    return cls(version=version, **fields)

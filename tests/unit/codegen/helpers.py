"""Small schemas, written by what a test is about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.model import FieldSpec, MessageSpec, StructSpec
from codegen.schema import parse_message

SOURCE = "rpc/FooRequest.json"
Json = dict[str, Any]


def field(name: str, type_: str = "int32", versions: Any = "0+", **more: Any) -> Json:
    return {"name": name, "type": type_, "versions": versions, **more}


def schema(*fields: Json, valid: str = "0-5", flexible: str = "3+", **more: Any) -> Json:
    head = {"apiKey": 900, "type": "request", "name": "FooRequest"}
    return {**head, "validVersions": valid, "flexibleVersions": flexible, "fields": list(fields), **more}


def parse(value: Json, warnings: list[str] | None = None) -> MessageSpec:
    return parse_message(json.dumps(value), SOURCE, warnings)


def message(*fields: Json, valid: str = "0-5", flexible: str = "3+", **more: Any) -> MessageSpec:
    return parse(schema(*fields, valid=valid, flexible=flexible, **more))


def names(struct: StructSpec) -> list[str]:
    return [item.name for item in struct.fields]


def get(spec: MessageSpec, path: str) -> FieldSpec:
    """The field at a path such as `Topics.Name`."""
    struct: StructSpec | None = spec.root
    for name in path.split("."):
        assert struct is not None
        found = next(item for item in struct.fields if item.name == name)
        struct = found.struct
    return found


def write(directory: Path, *values: Json, folder: str = "") -> Path:
    """A directory with one schema file for each message."""
    place = directory / folder
    place.mkdir(parents=True, exist_ok=True)
    for value in values:
        (place / f"{value['name']}.json").write_text(json.dumps(value), encoding="utf-8")
    return directory


def wire(spec: MessageSpec, version: int) -> list[tuple[str, str, bool, int | None]]:
    """What one version puts on the wire, field by field; two specs that agree in this write the same bytes."""
    found: list[tuple[str, str, bool, int | None]] = [("", "", version in spec.flexible_versions, None)]

    def walk(struct: StructSpec, path: str) -> None:
        present = [item for item in struct.fields if version in item.versions]
        for item in sorted(present, key=lambda item: item.tag or 0 if version in item.tagged_versions else -1):
            tag = item.tag if version in item.tagged_versions else None
            type_ = "[]" * item.is_array + ("struct" if item.struct else item.element_type)
            found.append((path + item.name, type_, version in item.nullable_versions, tag))
            if item.struct:
                walk(item.struct, f"{path}{item.name}.")

    walk(spec.root, "")
    return found

"""Writes a `MessageSpec` as a schema file: a field a line, keys in one order, and nothing that goes without saying."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .model import FieldSpec, MessageSpec, StructSpec
from .versions import NONE


def dump(spec: MessageSpec) -> str:
    """The text of the message's schema file; reading it gives an equal message."""
    blocks = [f'  "{key}": {json.dumps(value)}' for key, value in _head(spec).items()]
    blocks.append(f'  "fields": {_list(_fields(spec.root, 4))}')
    common = [struct for struct in spec.structs.values() if struct.common]
    if common:
        blocks.append(f'  "commonStructs": {_list(_common(struct) for struct in common)}')
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def folder(spec: MessageSpec) -> str:
    """The folder of our own `schemas/` where a message belongs, going by its kind and where Kafka keeps it."""
    kinds = {"request": "rpc", "response": "rpc", "header": "headers"}
    first = spec.source.split("/")[0]
    places = {"group-coordinator": "records-group", "transaction-coordinator": "records-transaction"}
    places |= {"share-coordinator": "records-share", "storage": "records-storage", "raft": "records-raft"}
    places |= {"metadata": "records-metadata", "streams": "streams"}
    if spec.kind in kinds:
        return kinds[spec.kind]
    return places.get(first, "records-metadata" if spec.kind == "metadata" else "data")


def _head(spec: MessageSpec) -> dict[str, Any]:
    head: dict[str, Any] = {} if spec.api_key is None else {"apiKey": spec.api_key}
    head["type"] = spec.kind
    if spec.listeners:
        head["listeners"] = list(spec.listeners)
    head |= {"name": spec.name, "validVersions": str(spec.valid_versions)}
    head["flexibleVersions"] = str(spec.flexible_versions)
    if spec.deprecated_versions:
        head["deprecatedVersions"] = str(spec.deprecated_versions)
    if spec.latest_version_unstable:
        head["latestVersionUnstable"] = True
    if spec.root.about:
        head["about"] = spec.root.about
    return head


def _list(lines: Iterable[str]) -> str:
    lines = list(lines)
    return "[\n" + ",\n".join(lines) + "\n  ]" if lines else "[]"


def _common(struct: StructSpec) -> str:
    about = {"about": struct.about} if struct.about else {}
    head = json.dumps({"name": struct.name, "versions": str(struct.versions)} | about)
    return f'    {head[:-1]}, "fields": [\n' + ",\n".join(_fields(struct, 6)) + "]}"


def _fields(struct: StructSpec, indent: int) -> list[str]:
    return [_field(field, indent) for field in struct.fields]


def _field(field: FieldSpec, indent: int) -> str:
    line = " " * indent + json.dumps(_keys(field))
    if field.struct is None or field.struct.common:
        return line
    below = _fields(field.struct, indent + 2)
    return f'{line[:-1]}, "fields": [' + "".join(["\n" * bool(below), ",\n".join(below)]) + "]}"


def _keys(field: FieldSpec) -> dict[str, Any]:
    keys: dict[str, Any] = {"name": field.name, "type": field.type, "versions": str(field.versions)}
    if field.nullable_versions:
        keys["nullableVersions"] = str(field.nullable_versions)
    if field.tagged_versions != NONE:
        keys |= {"taggedVersions": str(field.tagged_versions), "tag": field.tag}
    optional = {
        "default": field.default,
        "ignorable": field.ignorable or None,
        "mapKey": field.map_key or None,
        "entityType": field.entity_type,
        "zeroCopy": field.zero_copy or None,
        "flexibleVersions": None if field.flexible_versions is None else str(field.flexible_versions),
        "about": field.about or None,
    }
    return keys | {key: value for key, value in optional.items() if value is not None}

"""A value in a field that the version lacks: left out or refused, as Apache Kafka does it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafkawire import FieldNotInVersion
from tests import corpus, reference
from tests.reference import UNKNOWN, Field, Schema, Struct, Tree
from tests.vectors import files, message_class, name_of

_SETS = {"bool": True, "string": "s", "bytes": b"b", "records": b"r", "uuid": bytes(range(16)), "float64": "1.5"}


def other_value(field: Field, fill: Tree | None = None) -> Any:
    """A value that is not the field's default."""
    one: Any
    if field.struct is not None:
        one = fill if fill is not None else filled(field.struct, None)
    elif field.type == "bool":
        one = not field.default_value()
    else:
        one = _SETS.get(field.element, 7)
    return [one] if field.is_array else one


def filled(struct: Struct, version: int | None) -> Tree:
    """A struct with every field of the version set, all fields if none is given."""
    tree = struct.default()
    for field in struct.fields:
        if version is None or version in field.versions:
            fill = filled(field.struct, version) if field.struct is not None else None
            tree[field.json_name] = other_value(field, fill)
    return tree


def set_field(schema: Schema, tree: Tree, path: str) -> str:
    """Set the field at that path; returns the last name."""
    *parents, last = path.split(".")
    at, spec = tree, schema.root
    for name in parents:
        field = next(field for field in spec.fields if field.json_name == name)
        assert field.struct is not None
        at, spec = at[name][0] if field.is_array else at[name], field.struct
    field = next(field for field in spec.fields if field.json_name == last)
    at[last] = other_value(field)
    return last


def lines(file: Path) -> list[dict[str, Any]]:
    return list(corpus.json_lines(file))


@pytest.mark.parametrize("file", files("strictness"), ids=name_of)
def test_a_field_that_the_version_lacks_is_dropped_or_refused(file: Path) -> None:
    for line in lines(file):
        label = f"{line['message']} v{line['version']} {line['field']}"
        schema, version = reference.schemas()[line["message"]], line["version"]
        usual = filled(schema.root, version)
        expected = reference.encode(schema, version, usual)
        last = set_field(schema, usual, line["field"])
        message = reference.build(schema.root, message_class(line["message"]), usual)
        if line["result"] == "dropped":
            assert message.encode(version) == expected, label
            assert last not in _below(message.to_json(version), line["field"]), label
            continue
        with pytest.raises(FieldNotInVersion) as caught:
            message.encode(version)
        assert str(caught.value).startswith(f"{line['message']} v{version} ."), label
        assert _squeezed(str(caught.value).split(": ")[0]).endswith(_squeezed(line["field"])), label
        with pytest.raises(FieldNotInVersion) as caught:
            message.to_json(version)
        assert _squeezed(str(caught.value).split(": ")[0]).endswith(_squeezed(line["field"])), label


def _below(obj: Any, path: str) -> list[str]:
    """The names in the struct that would hold the field."""
    for name in path.split(".")[:-1]:
        obj = obj[name]
        if isinstance(obj, list):
            obj = obj[0]
    return list(obj)


def _squeezed(text: str) -> str:
    return text.replace("[0]", "").replace("_", "").replace(".", "").lower()


def test_every_strictness_line_is_there() -> None:
    assert sum(len(lines(file)) for file in files("strictness")) == 1262
    assert UNKNOWN not in {line["field"] for file in files("strictness") for line in lines(file)}

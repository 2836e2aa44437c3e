"""Structs in structs: how deep counts from the message, whatever stands beside."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codegen.dump import dump
from codegen.errors import SchemaError
from codegen.merge import merge
from codegen.schema import parse_message
from tests.unit.codegen.helpers import field, message, schema


def nested(depth: int, prefix: str = "S") -> dict[str, Any]:
    """A struct field with that many structs in one another."""
    inner = field("Last")
    for level in range(depth):
        inner = field(f"{prefix}F{level}", f"{prefix}{level}", fields=[inner])
    return inner


def test_structs_side_by_side_do_not_count_as_depth() -> None:
    spec = parse_message(json.dumps(schema(*(nested(20, prefix) for prefix in "ABCD"))), "Foo.json")
    assert len(spec.structs) == 80


@pytest.mark.parametrize("beside", [[], [nested(1, "A")], [nested(5, "A"), nested(3, "B")]])
def test_the_deepest_is_the_same_wherever_it_stands(beside: list[dict[str, Any]]) -> None:
    parse_message(json.dumps(schema(*beside, nested(32))), "Foo.json")
    with pytest.raises(SchemaError, match="more than 32 structs in one another"):
        parse_message(json.dumps(schema(*beside, nested(33))), "Foo.json")


def test_a_struct_that_one_field_uses_stays_with_that_field_when_releases_are_merged() -> None:
    old = message(field("A", "S", fields=[field("B", versions="0-1")]), valid="0-1")
    new = message(field("A", "S", fields=[field("C", versions="2+")]), valid="1-2")
    merged = merge(old, new)
    assert [struct.common for struct in merged.structs.values()] == [False]
    assert "commonStructs" not in dump(merged)

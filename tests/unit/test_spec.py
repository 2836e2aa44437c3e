from __future__ import annotations

import pytest

from kafkawire.messages import FetchResponse, RequestHeader
from kafkawire.spec import FieldSpec, StructSpec, min_size, struct_min_size
from tests import reference
from tests.reference import schemas
from tests.vectors import message_class


def assert_same_struct(spec: StructSpec, struct: reference.Struct, seen: set[str]) -> None:
    assert spec.name == struct.name == spec.cls.__name__
    assert [field.name for field in spec.fields] == [field.name for field in struct.fields]
    for ours, theirs in zip(spec.fields, struct.fields, strict=True):
        assert_same_field(ours, theirs)
        if theirs.struct is None:
            assert ours.struct is None
        elif theirs.struct.name not in seen:
            seen.add(theirs.struct.name)
            assert ours.struct is not None
            assert_same_struct(ours.struct, theirs.struct, seen)


def assert_same_field(ours: FieldSpec, theirs: reference.Field) -> None:
    assert (ours.type, ours.tag, ours.ignorable) == (theirs.type, theirs.tag, theirs.ignorable)
    assert ours.json_name == theirs.json_name
    for mine, other in (
        (ours.versions, theirs.versions),
        (ours.nullable, theirs.nullable),
        (ours.tagged, theirs.tagged),
        (ours.flexible, theirs.flexible),
    ):
        assert mine == other, theirs.name


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_spec_is_what_the_schema_file_says(name: str) -> None:
    schema, spec = schemas()[name], message_class(name).spec()
    assert (spec.name, spec.kind, spec.versions) == (schema.name, schema.kind, schema.versions)
    assert spec.flexible == schema.flexible
    assert_same_struct(spec.root, schema.root, set())


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_class_says_what_the_schema_file_says(name: str) -> None:
    schema, cls = schemas()[name], message_class(name)
    assert schema.versions == cls.VERSIONS
    assert set(cls.FLEXIBLE_VERSIONS) == set(schema.flexible) & set(schema.versions)
    assert cls.LATEST_STABLE_VERSION in schema.versions
    assert schema.versions.stop - 1 - cls.LATEST_STABLE_VERSION in (0, 1)
    if schema.kind in ("request", "response"):
        assert schema.api_key == cls.API_KEY  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(schemas()))
def test_a_new_message_holds_the_defaults(name: str) -> None:
    schema = schemas()[name]
    assert reference.tree_of(schema.root, message_class(name)()) == schema.root.default()


def test_the_spec_is_made_once() -> None:
    assert FetchResponse.spec() is FetchResponse.spec()


def field(spec: StructSpec, name: str) -> FieldSpec:
    return next(field for field in spec.fields if field.name == name)


def test_a_struct_knows_what_is_on_the_wire_what_is_tagged_and_what_is_not_there() -> None:
    root = FetchResponse.spec().root
    assert [f.attr for f in root.on_wire(12)] == ["throttle_time_ms", "error_code", "session_id", "responses"]
    assert [f.attr for f in root.tagged(16)] == ["node_endpoints"]
    assert [f.attr for f in root.absent(0)] == ["throttle_time_ms", "error_code", "session_id", "node_endpoints"]
    partition = field(root, "Responses").struct.fields[2].struct  # type: ignore[union-attr]
    assert partition is not None
    assert [f.tag for f in partition.tagged(12)] == [0, 1, 2]


def test_the_client_id_is_not_compact_in_a_flexible_header() -> None:
    spec = RequestHeader.spec()
    assert 2 in spec.flexible
    assert not spec.is_compact(field(spec.root, "ClientId"), 2)
    assert min_size(spec, field(spec.root, "ClientId"), "string", 2) == 2


def test_the_smallest_size_of_a_struct_counts_its_tag_buffer() -> None:
    spec = FetchResponse.spec()
    aborted = field(field(field(spec.root, "Responses").struct, "Partitions").struct, "AbortedTransactions")  # type: ignore[arg-type]
    assert aborted.struct is not None
    assert struct_min_size(spec, aborted.struct, 4) == 16
    assert struct_min_size(spec, aborted.struct, 12) == 17
    assert struct_min_size(spec, aborted.struct, 3) == 1  # nothing of it is there, but a count must mean something


@pytest.mark.parametrize("name", sorted(schemas()))
def test_no_value_is_smaller_than_the_smallest_size(name: str) -> None:
    schema, spec = schemas()[name], message_class(name).spec()
    for version in schema.versions:
        shortest = reference.encode(schema, version, _shortest(schema.root, version))
        assert max(1, len(shortest)) >= struct_min_size(spec, spec.root, version)


def _shortest(struct: reference.Struct, version: int) -> reference.Tree:
    tree = struct.default()
    for item in struct.fields:
        if item.type in ("string", "bytes", "records"):
            tree[item.json_name] = "" if item.type == "string" else b""
        elif item.is_array:
            tree[item.json_name] = []
        elif item.struct is not None:
            tree[item.json_name] = None if version in item.nullable else _shortest(item.struct, version)
        if version in item.tagged:
            tree[item.json_name] = item.default_value()
    return tree

"""Round trips of random messages, against the reference encoder and the tracer.

Expected bytes come from `tests.reference`, which reads the schema files and knows nothing of the generated code.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire import DecodeError
from tests import reference
from tests.agreement import assert_agreement
from tests.packages import make_package
from tests.property.strategies import ALL_VERSIONS, LONG_LENGTHS, Maker, trees
from tests.reference import UNKNOWN, Schema, Tree, schemas
from tests.vectors import message_class

ELEMENTS = (30, 60, 300)
NAMES = sorted(schemas())


def check(cls: type[Any], schema: Schema, version: int, tree: Tree) -> bytes:
    """A tree makes these bytes and they make that tree; returns the bytes."""
    expected = reference.encode(schema, version, tree)
    message = reference.build(schema.root, cls, tree)
    assert message.encode(version).hex() == expected.hex()
    decoded = cls.decode(expected, version)
    assert reference.tree_of(schema.root, decoded) == tree
    assert decoded == message
    assert decoded.encode(version) == expected
    return expected


@pytest.mark.parametrize("name", NAMES)
def test_random_messages_of_every_version_both_ways(name: str) -> None:
    schema = schemas()[name]
    for version in schema.versions:
        for elements in ELEMENTS:
            rng = Random(f"{name} {version} {elements}")
            maker = Maker(schema, version, rng, long=elements == min(ELEMENTS), elements=elements)
            check(message_class(name), schema, version, maker.tree())


@pytest.mark.parametrize("name", NAMES)
def test_the_tracer_sees_what_the_codec_sees(name: str) -> None:
    schema = schemas()[name]
    for version in schema.versions:
        maker = Maker(schema, version, Random(f"traced {name} {version}"))
        data = reference.encode(schema, version, maker.tree())
        assert assert_agreement(message_class(name), data, version) is not None


@pytest.mark.parametrize("name", NAMES)
def test_the_json_form_of_random_messages_makes_the_same_bytes(name: str) -> None:
    schema = schemas()[name]
    cls = message_class(name)
    for version in schema.versions:
        tree = Maker(schema, version, Random(f"json {name} {version}")).tree()
        message = reference.build(schema.root, cls, without_unknown_tags(tree))
        again = cls.from_json(message.to_json(version), version)
        assert again.encode(version) == message.encode(version)


def without_unknown_tags(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: {} if name == UNKNOWN else without_unknown_tags(item) for name, item in value.items()}
    return [without_unknown_tags(item) for item in value] if isinstance(value, list) else value


@given(st.sampled_from(ALL_VERSIONS).flatmap(lambda pair: st.tuples(st.just(pair), trees(*pair))))
def test_any_message_both_ways(case: tuple[tuple[str, int], Tree]) -> None:
    (name, version), tree = case
    check(message_class(name), schemas()[name], version, tree)


@given(
    st.sampled_from(ALL_VERSIONS).flatmap(lambda pair: st.tuples(st.just(pair), trees(*pair))),
    st.data(),
)
def test_any_message_with_one_wrong_byte_is_read_or_refused_alike(
    case: tuple[tuple[str, int], Tree], data: st.DataObject
) -> None:
    (name, version), tree = case
    raw = bytearray(reference.encode(schemas()[name], version, tree))
    if raw:
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.sampled_from((0, 1, 2, 0x7F, 0x80, 0xFF)))
    assert_agreement(message_class(name), bytes(raw), version)


@given(st.sampled_from(ALL_VERSIONS).flatmap(lambda pair: st.tuples(st.just(pair), trees(*pair))), st.data())
def test_any_message_cut_short_is_refused(case: tuple[tuple[str, int], Tree], data: st.DataObject) -> None:
    (name, version), tree = case
    raw = reference.encode(schemas()[name], version, tree)
    if raw:
        cut = data.draw(st.integers(0, len(raw) - 1))
        assert assert_agreement(message_class(name), raw[:cut], version) is None


@given(st.sampled_from(ALL_VERSIONS), st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_alike(pair: tuple[str, int], data: bytes) -> None:
    assert_agreement(message_class(pair[0]), data, pair[1])


# --------------------------------------------------------------------------------------------------- arrays of rows
#
# The decoder of an array of small structs guesses that elements have the lengths of the one before, and tries that on
# 64 elements, then on twice as many each time. So shapes change here at every place where that could matter.


def leaf(*fields: tuple[str, str, str]) -> list[dict[str, Any]]:
    return [
        {"name": name, "type": type_, "versions": "0+"} | ({"nullableVersions": "0+"} if null else {})
        for name, type_, null in fields
    ]


def rows_schema(name: str, *fields: tuple[str, str, str], more: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    items = leaf(*fields) + (more or [])
    return {
        "type": "data",
        "name": name,
        "validVersions": "0-1",
        "flexibleVersions": "1+",
        "fields": [
            {"name": "Before", "type": "int8", "versions": "0+"},
            {"name": "Rows", "type": "[]Row", "versions": "0+", "nullableVersions": "0+", "fields": items},
            {"name": "Again", "type": "[]Row2", "versions": "0+", "fields": [{**item} for item in items]},
            {"name": "After", "type": "int8", "versions": "0+"},
        ],
    }


_TAGGED = [{"name": "Tagged", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 3, "ignorable": True}]
ROWS = {
    "Numbers": rows_schema("Numbers", ("A", "int32", ""), ("B", "int64", ""), ("C", "bool", ""), ("D", "uuid", "")),
    "Texts": rows_schema("Texts", ("Id", "int16", ""), ("Name", "string", ""), ("Rack", "string", "null")),
    "Blobs": rows_schema("Blobs", ("Raw", "bytes", ""), ("MaybeRaw", "bytes", "null"), ("F", "float64", "")),
    "Lists": rows_schema(
        "Lists",
        ("Id", "int32", ""),
        ("X", "[]int32", ""),
        ("Y", "[]int32", ""),
        ("Z", "[]int32", ""),
        ("W", "int8", ""),
    ),
    "Maybe": rows_schema("Maybe", ("X", "[]int32", "null"), ("Y", "[]int16", ""), ("Z", "[]int64", "null")),
    "Tagged": rows_schema("Tagged", ("Name", "string", ""), ("X", "[]int32", ""), more=_TAGGED),
    "One": rows_schema("One", ("Name", "string", "null")),
    "Bytewise": rows_schema("Bytewise", ("B", "int8", "")),
}


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return make_package(tmp_path_factory.mktemp("rows"), "rows_of_tests", list(ROWS.values()))


Shape = tuple[int, ...]
LENGTHS = (-1, 0, 0, 1, 2, 3, 7, 125, 126, 127, 128, 300)


def row(schema: Schema, version: int, shape: Shape, rng: Random) -> Tree:
    """An element whose variable fields have the lengths of the shape in turn; -1 is null, or empty where need be."""
    struct = next(field.struct for field in schema.root.fields if field.json_name == "rows")
    assert struct is not None
    tree = struct.default()
    lengths = iter(shape * len(struct.fields))
    maker = Maker(schema, version, rng)
    for field in struct.fields:
        if version not in field.versions or version in field.tagged:
            continue
        if not field.is_array and field.type not in ("string", "bytes"):
            tree[field.json_name] = maker.single(field, 0)
            continue
        size = next(lengths)
        if size < 0 and version in field.nullable:
            tree[field.json_name] = None
        elif field.is_array:
            tree[field.json_name] = [maker.number(field) for _ in range(max(size, 0))]
        else:
            size = max(size, 0)
            tree[field.json_name] = maker.text(size) if field.type == "string" else rng.randbytes(size)
    return tree


def rows_tree(schema: Schema, version: int, shapes: Sequence[Shape], rng: Random) -> Tree:
    tree = schema.root.default()
    tree["rows"] = [row(schema, version, shape, rng) for shape in shapes]
    tree["again"] = [row(schema, version, shape, rng) for shape in shapes[:70]]
    return tree


def check_rows(package: ModuleType, name: str, version: int, tree: Tree) -> bytes:
    return check(getattr(package, name), reference.load(ROWS[name]), version, tree)


PERIODS = (1, 2, 3, 5, 8, 63, 64, 65, 127, 128, 129, 191, 192, 193, 299)
each_rows = pytest.mark.parametrize("name", sorted(ROWS))
each_version = pytest.mark.parametrize("version", [0, 1])


@each_rows
@each_version
def test_rows_whose_lengths_change_at_any_place(package: ModuleType, name: str, version: int) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(f"{name} {version}")
    for at in (*range(20), *PERIODS):
        shapes: Sequence[Shape] = [(3, 2, 1)] * at + [(2, 0, 3)] + [(3, 2, 1)] * 10
        check_rows(package, name, version, rows_tree(schema, version, shapes, rng))


@each_rows
@each_version
def test_rows_whose_lengths_alternate(package: ModuleType, name: str, version: int) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(f"{name} {version}")
    for period in (1, 2, 3, 8, 63, 64, 65, 128):
        for one, other in (((1, 2), (2, 1)), ((-1,), (0,)), ((0, 1, 0), (0, 0, 1)), ((128,), (1,)), ((127,), (126,))):
            count = 3 * period + 5 if max(one) < 100 or period < 5 else 20
            shapes = [one if index // period % 2 else other for index in range(count)]
            check_rows(package, name, version, rows_tree(schema, version, shapes, rng))


@each_rows
@each_version
def test_null_and_empty_are_told_apart_in_a_row(package: ModuleType, name: str, version: int) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(f"{name} {version}")
    shapes: Sequence[Shape] = [(-1,)] * 100 + [(0,)] * 100 + [(-1, 0)] * 30 + [(0, -1)] * 30 + [(1,), (-1,), (0,)] * 10
    check_rows(package, name, version, rows_tree(schema, version, shapes, rng))


@each_rows
def test_tags_in_one_element_among_many(package: ModuleType, name: str) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(name)
    for at in (0, 1, 2, 3, 7, 8, 9, 62, 63, 64, 65, 126, 127, 128, 129, 199):
        tree = rows_tree(schema, 1, [(3, 2)] * 200, rng)
        tree["rows"][at][UNKNOWN] = {5: b"", 6: b"tag"}
        if name == "Tagged":
            tree["rows"][at - 1]["tagged"] = "known"
        check_rows(package, name, 1, tree)


@each_rows
@each_version
@pytest.mark.parametrize("size", [126, 127, 128, *LONG_LENGTHS])
def test_a_long_value_in_the_middle(package: ModuleType, name: str, version: int, size: int) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(f"{name} {version}")
    shapes: Sequence[Shape] = [(2, 1)] * 10 + [(size, 1)] + [(2, 1)] * 80 + [(1, size)] * 2
    check_rows(package, name, version, rows_tree(schema, version, shapes, rng))


@each_rows
@each_version
def test_rows_cut_anywhere_are_refused(package: ModuleType, name: str, version: int) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(f"{name} {version}")
    for shapes in ([(2, 1)] * 70, [(2, 1), (1, 2), (0, 0), (3, 0)] * 10, [(-1, 0), (130, 3), (1, 1)] * 4):
        data = check_rows(package, name, version, rows_tree(schema, version, list(shapes), rng))
        for cut in range(0, len(data), 1 + len(data) // 80):
            assert assert_agreement(getattr(package, name), data[:cut], version) is None


@each_rows
@each_version
def test_rows_with_one_wrong_byte_are_read_or_refused_alike(package: ModuleType, name: str, version: int) -> None:
    schema = reference.load(ROWS[name])
    rng = Random(f"{name} {version}")
    for shapes in ([(2, 1)] * 70, [(2, 1), (1, 2), (0, 0), (3, 0)] * 10):
        data = check_rows(package, name, version, rows_tree(schema, version, list(shapes), rng))
        for _ in range(60):
            damaged = bytearray(data)
            damaged[rng.randrange(len(data))] = rng.choice((0, 1, 2, 4, 0x7F, 0x80, 0xFF))
            assert_agreement(getattr(package, name), bytes(damaged), version)


RUNS = st.lists(
    st.tuples(
        st.lists(st.sampled_from(LENGTHS), min_size=1, max_size=3), st.sampled_from((1, 1, 2, 3, 8, 63, 64, 65, 128))
    ),
    max_size=6,
)


@given(st.sampled_from(sorted(ROWS)), st.sampled_from([0, 1]), RUNS, st.integers(0, 1 << 32), st.data())
def test_rows_in_runs_of_any_lengths(
    package: ModuleType, name: str, version: int, runs: list[tuple[list[int], int]], seed: int, data: st.DataObject
) -> None:
    schema = reference.load(ROWS[name])
    shapes = [tuple(shape) for shape, repeat in runs for _ in range(repeat)]
    tree = rows_tree(schema, version, shapes, Random(seed))
    raw = check_rows(package, name, version, tree)
    cut = data.draw(st.integers(0, len(raw) - 1))
    with pytest.raises(DecodeError, match=rf"^{name} v{version}.* at offset \d+$"):
        getattr(package, name).decode(raw[:cut], version)

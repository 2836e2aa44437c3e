from __future__ import annotations

import pytest

from codegen.generated import default_schemas
from codegen.layout import Layout, layout_of
from codegen.model import MessageSpec
from codegen.schema import load_directory
from tests import reference

from .helpers import field, message


@pytest.fixture(scope="module")
def specs() -> dict[str, MessageSpec]:
    return load_directory(default_schemas())


def test_slots_stand_in_wire_order_and_tags_in_order_of_number() -> None:
    spec = message(
        field("B", versions="3+", taggedVersions="3+", tag=1),
        field("A", "string"),
        field("C", versions="3+", taggedVersions="3+", tag=0),
        field("D", versions="1"),
    )
    layout = layout_of(spec, 3)
    assert [slot.attr for slot in layout.slots] == ["a"]
    assert [(slot.tag, slot.attr) for slot in layout.tagged] == [(0, "c"), (1, "b")]
    assert [gone.attr for gone in layout.absent] == ["d"]
    assert layout.flexible


def test_equal_versions_have_equal_layouts() -> None:
    spec = message(field("A", "string"), field("B", versions="2+"), valid="0-4", flexible="4+")
    layouts = [layout_of(spec, version) for version in range(5)]
    assert layouts[0] == layouts[1] != layouts[2] == layouts[3] != layouts[4]
    assert hash(layouts[0]) == hash(layouts[1])


def test_a_tag_of_other_versions_is_foreign() -> None:
    spec = message(
        field("A", versions="4+", taggedVersions="4+", tag=0), field("B", versions="3+", taggedVersions="3+", tag=1)
    )
    assert layout_of(spec, 3).foreign_tags == (0,)
    assert layout_of(spec, 4).foreign_tags == ()
    assert layout_of(spec, 2).foreign_tags == ()


def test_a_field_may_stay_legacy_in_a_flexible_version() -> None:
    spec = message(field("A", "string", flexibleVersions="none"), field("B", "string"))
    a, b = layout_of(spec, 3).slots
    assert (a.compact, a.prefix, a.min_size) == (False, "h", 2)
    assert (b.compact, b.prefix, b.min_size) == (True, "B", 1)


@pytest.mark.parametrize(
    ("type_", "legacy", "compact"),
    [
        ("bool", 1, 1),
        ("int8", 1, 1),
        ("uint16", 2, 2),
        ("uint32", 4, 4),
        ("int64", 8, 8),
        ("float64", 8, 8),
        ("uuid", 16, 16),
        ("string", 2, 1),
        ("bytes", 4, 1),
        ("records", 4, 1),
        ("[]int32", 4, 1),
        ("[]string", 4, 1),
        ("[]uuid", 4, 1),
    ],
)
def test_the_fewest_bytes_of_a_type(type_: str, legacy: int, compact: int) -> None:
    spec = message(field("A", type_))
    assert layout_of(spec, 0).min_size == legacy
    assert layout_of(spec, 3).min_size == compact + 1


def test_a_struct_takes_at_least_a_byte_so_that_a_count_means_something() -> None:
    spec = message(field("Rows", "[]Row", fields=[field("A", versions="2+")]))
    (rows,) = layout_of(spec, 0).slots
    assert rows.element is not None
    assert rows.element.min_size == 1


def test_a_nullable_struct_may_be_one_byte() -> None:
    spec = message(field("S", "S", nullableVersions="0+", fields=[field("A", "int64")]))
    assert layout_of(spec, 0).min_size == 1


@pytest.mark.parametrize(
    ("type_", "more", "leaf"),
    [
        ("int32", {}, True),
        ("string", {}, True),
        ("[]int32", {}, True),
        ("bytes", {}, True),
        ("uuid", {}, True),
        ("[]string", {}, False),
        ("[]uuid", {}, False),
        ("records", {}, False),
        ("bytes", {"zeroCopy": True}, False),
        ("S", {"fields": [field("X")]}, False),
        ("[]S", {"fields": [field("X")]}, False),
    ],
)
def test_what_repeats_its_sizes(type_: str, more: dict[str, object], leaf: bool) -> None:
    assert layout_of(message(field("A", type_, **more)), 0).is_leaf is leaf


def test_records_and_zero_copy_bytes_are_blobs() -> None:
    spec = message(field("A", "records"), field("B", "bytes", zeroCopy=True), field("C", "bytes"))
    assert [slot.blob for slot in layout_of(spec, 0).slots] == [True, True, False]


def test_every_layout_holds_the_fields_that_the_schema_file_says(specs: dict[str, MessageSpec]) -> None:
    for name, schema in reference.schemas().items():
        for version in schema.versions:
            layout = layout_of(specs[name], version)
            here = [field for field in schema.root.fields if version in field.versions]
            assert len(layout.slots) == sum(version not in field.tagged for field in here)
            assert [slot.tag for slot in layout.tagged] == sorted(f.tag or 0 for f in here if version in f.tagged)
            assert len(layout.absent) == len(schema.root.fields) - len(here)
            assert isinstance(layout, Layout)

from __future__ import annotations

from codegen import diff as differences
from codegen.diff import Change, diff, text
from codegen.generated import default_schemas
from codegen.model import MessageSpec
from codegen.schema import load_directory

from .helpers import Json, field, message, parse, schema


def changes(old: MessageSpec, new: MessageSpec) -> list[tuple[str, str, str, str, str, bool]]:
    found = diff({old.name: old}, {new.name: new})
    return [(item.change, item.field, item.versions, item.old, item.new, item.already_out) for item in found]


def between(*fields: tuple[Json, Json], valid: str = "0-5") -> list[tuple[str, str, str, str, str, bool]]:
    """The changes where each field is the first of a pair in the old release and the second in the new one."""
    return changes(message(*(old for old, _ in fields), valid=valid), message(*(new for _, new in fields), valid=valid))


def test_any_two_versions_of_one_message() -> None:
    spec = message(field("A", versions="0-1"), field("B", "string", "2+", nullableVersions="3+"), valid="0-3")

    def changes(old: int, new: int) -> list[tuple[str, str, str]]:
        return [(item.change, item.field, item.versions) for item in differences.between(spec, old, new)]

    assert changes(0, 3) == [("flexible", "", "3"), ("field-removed", "A", "3"), ("field-added", "B", "3")]
    assert changes(3, 2) == [("flexible", "", "2"), ("nullable", "B", "2")]
    assert changes(0, 1) == []


def test_nothing_changed_says_nothing() -> None:
    ours = load_directory(default_schemas())
    assert diff(ours, load_directory(default_schemas())) == []
    assert text([]) == ""


def test_a_new_version_is_compared_with_the_one_before_it() -> None:
    old = message(field("A"), valid="0-1")
    new = message(
        field("A", versions="0-1"), field("B", "string", "2+", nullableVersions="3+", default="null"), valid="0-3"
    )
    assert changes(old, new) == [
        ("versions-added", "", "2-3", "", "", False),
        ("field-removed", "A", "2", "int32", "", False),
        ("field-added", "B", "2", "", "string, default null", False),
        ("flexible", "", "3", "no", "yes", False),
        ("nullable", "B", "3", "no", "yes", False),
    ]


def test_removed_versions() -> None:
    old, new = message(field("A"), field("B", versions="0-1"), valid="0-3"), message(field("A"), valid="2-3")
    assert changes(old, new) == [("versions-removed", "", "0-1", "", "", False)]


def test_an_edit_of_a_version_already_out_is_marked() -> None:
    assert between((field("A", default="1"), field("A", default="2"))) == [("default", "A", "0-5", "1", "2", True)]


def test_each_attribute() -> None:
    text_null: Json = {"nullableVersions": "2+"}
    tagged: Json = {"taggedVersions": "4+", "tag": 0}
    assert between((field("A", "int16"), field("A"))) == [("type", "A", "0-5", "int16", "int32", True)]
    assert between((field("A", "[]int32"), field("A"))) == [
        ("type", "A", "0-5", "[]int32", "int32", True),
        ("default", "A", "0-5", "empty", "0", True),
    ]
    assert between((field("A", "string"), field("A", "string", **text_null))) == [
        ("nullable", "A", "2-5", "no", "yes", True)
    ]
    assert between((field("A"), field("A", **tagged))) == [("tag", "A", "4-5", "", "0", True)]
    assert between((field("A"), field("A", ignorable=True))) == [("ignorable", "A", "0-5", "no", "yes", True)]


def test_defaults_are_compared_by_value() -> None:
    assert between((field("A", default="0x10"), field("A", default=16))) == []
    assert between((field("A", default="0"), field("A"))) == []
    assert between((field("A", "bool", default=False), field("A", "bool"))) == []
    assert between(
        (field("A", "string", nullableVersions="0+", default="null"), field("A", "string", nullableVersions="0+"))
    ) == [("default", "A", "0-5", "null", '""', True)]
    assert between((field("A", "uuid", default="AAAAAAAAAAAAAAAAAAAAAQ"), field("A", "uuid"))) == [
        ("default", "A", "0-5", "0" * 31 + "1", "0", True)
    ]


def test_a_field_more_or_less_in_versions_already_out() -> None:
    assert between((field("A", versions="0-2"), field("A", versions="2+"))) == [
        ("field-removed", "A", "0-1", "int32", "", True),
        ("field-added", "A", "3-5", "", "int32", True),
    ]


def test_a_new_struct_is_listed_with_its_fields() -> None:
    new = field("A", "[]S", fields=[field("B", "string"), field("C", "T", fields=[field("D", "uuid", ignorable=True)])])
    found = changes(message(), message(new))
    assert [(item[1], item[4]) for item in found] == [
        ("A", "[]S"),
        ("A.B", "string"),
        ("A.C", "T"),
        ("A.C.D", "uuid, ignorable"),
    ]


def test_a_change_inside_a_struct_has_its_path() -> None:
    old, new = (field("A", "[]S", fields=[field("B", type_)]) for type_ in ("int8", "int16"))
    assert between((old, new)) == [("type", "A.B", "0-5", "int8", "int16", True)]


def test_a_struct_in_place_of_a_number() -> None:
    found = between((field("A"), field("A", "S", fields=[field("B")])))
    assert found == [("type", "A", "0-5", "int32", "struct", True), ("default", "A", "0-5", "0", "empty", True)]


def test_versions_below_those_of_the_old_release_have_nothing_to_be_compared_with() -> None:
    old, new = message(field("A"), valid="2"), message(field("A"), field("B", versions="0-1"), valid="0-2")
    assert changes(old, new) == [
        ("versions-added", "", "0-1", "", "", False),
    ]


def test_a_renamed_field_and_struct_are_no_other_field() -> None:
    old = field("A", "[]S", fields=[field("X")])
    new = field("B", "[]T", fields=[field("X", default="1")])
    assert between((old, new)) == [
        ("field-renamed", "B", "0-5", "A", "B", True),
        ("struct-renamed", "B", "0-5", "S", "T", True),
        ("default", "B.X", "0-5", "0", "1", True),
    ]


def test_a_field_in_the_place_of_another_type_is_another_field() -> None:
    assert [item[0] for item in between((field("A", "int8"), field("B", "int16")))] == ["field-removed", "field-added"]


def test_another_order_is_a_change_but_not_of_tagged_fields() -> None:
    assert between((field("A"), field("B")), (field("B"), field("A"))) == [("order", "", "0-5", "A, B", "B, A", True)]
    one = field("A", versions="3+", taggedVersions="3+", tag=0)
    two = field("B", versions="3+", taggedVersions="3+", tag=1)
    assert between((one, two), (two, one)) == []


def test_a_change_in_scattered_versions() -> None:
    old = message(field("A", "string", nullableVersions="2"))
    new = message(field("A", "string", nullableVersions="0+"))
    assert changes(old, new) == [("nullable", "A", "0-1, 3-5", "no", "yes", True)]


def test_flexible_versions() -> None:
    assert changes(message(flexible="none"), message(flexible="4+")) == [("flexible", "", "4-5", "no", "yes", True)]


def test_the_head_of_a_message() -> None:
    old = parse(schema(listeners=["zkBroker", "broker"]))
    new = parse(schema(listeners=["broker"], deprecatedVersions="0-1", latestVersionUnstable=True))
    assert [item[:1] + item[3:5] for item in changes(old, new)] == [
        ("listeners", "broker, zkBroker", "broker"),
        ("unstable", "", "5"),
        ("deprecated", "none", "0-1"),
    ]
    assert [item[0] for item in changes(old, parse(schema(listeners=["broker", "zkBroker"]) | {"apiKey": 1}))] == [
        "api-key"
    ]


def test_messages_added_removed_and_renamed() -> None:
    old = {spec.name: spec for spec in (parse(schema()), parse(schema() | {"name": "GoneRequest", "apiKey": 7}))}
    new = {
        spec.name: spec
        for spec in (parse(schema() | {"name": "BarRequest"}), parse(schema() | {"name": "NewRequest", "apiKey": 8}))
    }
    assert diff(old, new) == [
        Change("GoneRequest", "request", 7, "message-removed", versions="0-5"),
        Change("NewRequest", "request", 8, "message-added", versions="0-5"),
        Change("BarRequest", "request", 900, "message-renamed", old="FooRequest", new="BarRequest"),
    ]


def test_the_text_is_grouped_by_api() -> None:
    def release(valid: str, *fields: Json) -> dict[str, MessageSpec]:
        head = schema(field("A"), *fields, valid=valid)
        specs = [parse(head), parse(head | {"type": "response", "name": "FooResponse"})]
        specs.append(parse(head | {"type": "data", "name": "Thing", "apiKey": None}))
        return {spec.name: spec for spec in specs}

    found = diff(release("0"), release("0-1", field("B", "string", "1+", default="x")) | {})
    assert text(found) == (
        "Foo (API 900)\n"
        "  FooRequest\n"
        "    + versions 1\n"
        "    1: + B: string, default x\n"
        "  FooResponse\n"
        "    + versions 1\n"
        "    1: + B: string, default x\n"
        "\n"
        "Thing (data)\n"
        "  + versions 1\n"
        "  1: + B: string, default x\n"
    )


def test_the_text_of_every_kind_of_line() -> None:
    head = ("FooRequest", "request", 1)
    found = [
        Change(*head, "message-added", versions="0-1"),
        Change(*head, "listeners", old="", new="broker"),
        Change(*head, "flexible", versions="4-5", old="no", new="yes", already_out=True),
        Change(*head, "field-removed", "A.B", "0", old="int8", already_out=True),
        Change(*head, "nullable", "A.B", "2", old="no", new="yes"),
    ]
    assert text(found).splitlines()[2:] == [
        "    + message, versions 0-1",
        "    ~ listeners (none) -> broker",
        "    4-5: ~ flexible no -> yes (already out)",
        "    0: - A.B: int8 (already out)",
        "    2: ~ A.B: nullable no -> yes",
    ]

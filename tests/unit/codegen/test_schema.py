from __future__ import annotations

from pathlib import Path

import pytest

from codegen.dump import dump
from codegen.generated import default_schemas
from codegen.model import FieldSpec
from codegen.schema import SchemaError, load_directory, load_file, parse_message
from codegen.versions import NONE, Versions

from .helpers import SOURCE, Json, field, get, message, names, parse, schema, write


def test_everything_a_field_can_say() -> None:
    more = {
        "nullableVersions": "4+",
        "taggedVersions": "4+",
        "tag": 0,
        "default": "null",
        "ignorable": True,
        "mapKey": True,
        "zeroCopy": True,
        "entityType": "groupId",
        "flexibleVersions": "4+",
    }
    assert message(field("Name", "string", "4+", **more)).root.fields == [
        FieldSpec(
            name="Name",
            type="string",
            versions=Versions.parse("4+"),
            nullable_versions=Versions.parse("4+"),
            tagged_versions=Versions.parse("4+"),
            tag=0,
            flexible_versions=Versions.parse("4+"),
            default="null",
            ignorable=True,
            map_key=True,
            zero_copy=True,
            entity_type="groupId",
        )
    ]


def test_everything_a_message_can_say() -> None:
    spec = message(listeners=["broker"], deprecatedVersions="0-1", latestVersionUnstable=True)
    assert (spec.name, spec.kind, spec.api_key, spec.source) == ("FooRequest", "request", 900, SOURCE)
    assert (str(spec.valid_versions), str(spec.flexible_versions), str(spec.deprecated_versions)) == (
        "0-5",
        "3+",
        "0-1",
    )
    assert (spec.listeners, spec.latest_version_unstable) == (("broker",), True)


def test_structs_are_listed_in_order_of_first_appearance() -> None:
    spec = message(
        field("A", "[]Outer", fields=[field("B", "Inner", fields=[field("C")]), field("D", "Shared")]),
        field("E", "Shared"),
        field("F", "Last", fields=[]),
        commonStructs=[{"name": "Shared", "versions": "0+", "fields": [field("X", "[]int8")]}],
    )
    assert list(spec.structs) == ["Outer", "Inner", "Shared", "Last"]
    assert [struct.common for struct in spec.structs.values()] == [False, False, True, False]
    assert get(spec, "A.D").struct is get(spec, "E").struct is spec.structs["Shared"]


def test_a_struct_may_be_used_before_the_field_that_defines_it() -> None:
    spec = message(field("A", "[]Thing"), field("B", "Thing", fields=[field("C")]))
    assert get(spec, "A").struct is get(spec, "B").struct is not None


@pytest.mark.parametrize(
    ("default", "expected"),
    [("5", "5"), (5, "5"), ("0x10", "0x10"), ("", None), (None, None), (-1, "-1")],
)
def test_default_of_a_number(default: object, expected: str | None) -> None:
    assert get(message(field("A", default=default)), "A").default == expected


@pytest.mark.parametrize("default", [True, "true"])
def test_default_of_a_bool(default: object) -> None:
    assert get(message(field("A", "bool", default=default)), "A").default == "true"


def test_json_null_as_default_is_none_given_and_the_text_null_is_null() -> None:
    spec = message(
        field("A", "string", nullableVersions="0+", default=None),
        field("B", "string", nullableVersions="0+", default="null"),
    )
    assert (get(spec, "A").default, get(spec, "B").default) == (None, "null")


def test_tag_ignorable_and_map_key_as_strings() -> None:
    item = message(
        field("A", versions="3+", taggedVersions="3+", tag="0", ignorable="true", mapKey="false")
    ).root.fields[0]
    assert (item.tag, item.ignorable, item.map_key) == (0, True, False)


def test_versions_left_out_are_the_tagged_ones() -> None:
    spec = message({"name": "A", "type": "int32", "taggedVersions": "3+", "tag": 0})
    assert get(spec, "A").versions == Versions.parse("3+")


def test_a_version_may_be_a_number() -> None:
    assert get(message({"name": "A", "type": "int32", "versions": 2}), "A").versions == Versions(2, 2)


def test_a_removed_message_has_no_versions_and_needs_no_fields() -> None:
    spec = parse({"apiKey": 4, "type": "request", "name": "FooRequest", "validVersions": "none"})
    assert (spec.valid_versions, spec.root.fields) == (NONE, [])


def test_a_removed_message_may_keep_its_fields() -> None:
    assert names(parse(schema(field("A", versions="0-3"), valid="none", flexible="none")).root) == ["A"]


def test_an_empty_list_of_fields_on_a_scalar_is_passed_over() -> None:
    assert get(message(field("A", fields=[])), "A").struct is None


def test_names_get_a_capital_first_letter() -> None:
    assert names(message(field("memberId"), field("Other")).root) == ["MemberId", "Other"]


def test_flexible_versions_left_out_are_none() -> None:
    value = schema(field("A"))
    del value["flexibleVersions"]
    assert parse(value).flexible_versions == NONE


def test_unknown_keys_are_warned_about() -> None:
    warnings: list[str] = []
    inner = field("B", colour="red", about="words of others")
    parse(schema(field("A", "[]S", fields=[inner]), newThing=1, about="more words"), warnings)
    assert warnings == [
        f"{SOURCE}: unknown key 'newThing' is ignored",
        f"{SOURCE}: A.B: unknown key 'colour' is ignored",
    ]


def test_wider_nullable_versions_are_narrowed_with_a_warning() -> None:
    warnings: list[str] = []
    spec = parse(schema(field("A", "string", "2+", nullableVersions="0+")), warnings)
    assert get(spec, "A").nullable_versions == Versions.parse("2+")
    assert warnings == [f"{SOURCE}: A: nullableVersions 0+ narrowed to 2+"]


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (field("A", tag="x"), "A: tag must be a number"),
        (field("A", tag=True), "A: tag must be a number"),
        (field("A", ignorable="perhaps"), "A: ignorable must be true or false"),
        (field("A", ignorable=2), "A: ignorable must be true or false"),
        (field("A", default=[1]), "A: default must be a string, a number, true, false or null"),
        (field("A", versions="x"), "A: versions: not a range of versions: 'x'"),
        (field("A", versions="3-1"), "A: versions: not a range of versions: '3-1'"),
        (field("A", nullableVersions=True), "A: nullableVersions must be a range of versions"),
        (field("A", entityType=3), "A: entityType must be a string"),
        (field("A b"), "A b: name must be letters, digits and underscores"),
        ({"type": "int8", "versions": "0+"}, "?: name must be letters"),
        ({"name": "A", "versions": "0+"}, "A: type is missing"),
        ({"name": "A", "type": "int8"}, "A: versions is missing"),
        (field("A", fields=[field("B")]), "A: fields given for type int32, which is no struct"),
        (field("A", "[]S", fields=["B"]), "A: fields must be a list of objects"),
    ],
)
def test_a_field_of_the_wrong_form_is_refused(value: Json, rule: str) -> None:
    with pytest.raises(SchemaError) as caught:
        parse(schema(value))
    assert str(caught.value).startswith(f"{SOURCE}: {rule}")


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"validVersions": None}, "validVersions is missing"),
        ({"validVersions": "a"}, "validVersions: not a range of versions"),
        ({"name": "9"}, "name must be letters"),
        ({"apiKey": 1.5}, "apiKey must be a number"),
        ({"listeners": "broker"}, "listeners must be a list of names"),
        ({"listeners": [1]}, "listeners must be a list of names"),
        ({"fields": {}}, "fields must be a list of objects"),
    ],
)
def test_a_head_of_the_wrong_form_is_refused(more: Json, rule: str) -> None:
    with pytest.raises(SchemaError) as caught:
        parse(schema() | more)
    assert str(caught.value).startswith(f"{SOURCE}: {rule}")


def test_everything_of_the_wrong_form_is_named_at_once() -> None:
    value = schema(
        field("A b", entityType=3, tag="x"),
        field("C", "[]S", "x", fields=[{"name": "D", "default": [1]}, field("E", "[]T", fields=["F"])]),
        field("G", "int32", ignorable="yes", fields=[field("H", default={})]),
        apiKey=1.5,
    )
    with pytest.raises(SchemaError) as caught:
        parse(value)
    name = "name must be letters, digits and underscores after a letter, 200 at most, not 'A b'"
    number = "default must be a string, a number, true, false or null, not"
    assert sorted(str(caught.value).splitlines()) == [
        f"{SOURCE}: A b: entityType must be a string, not 3",
        f"{SOURCE}: A b: {name}",
        f"{SOURCE}: A b: tag must be a number, not 'x'",
        f"{SOURCE}: C.D: {number} [1]",
        f"{SOURCE}: C.D: type is missing",
        f"{SOURCE}: C.D: versions is missing",
        f"{SOURCE}: C.E: fields must be a list of objects",
        f"{SOURCE}: C: versions: not a range of versions: 'x' (wanted n, a-b, a+ or none)",
        f"{SOURCE}: G.H: {number} {{}}",
        f"{SOURCE}: G: fields given for type int32, which is no struct",
        f"{SOURCE}: G: ignorable must be true or false, not 'yes'",
        f"{SOURCE}: apiKey must be a number, not 1.5",
    ]


def test_a_valid_message_without_fields_is_refused() -> None:
    value = schema()
    del value["fields"]
    with pytest.raises(SchemaError, match="fields are missing"):
        parse(value)


@pytest.mark.parametrize("text", ["[]", "3", '"x"'])
def test_a_file_without_an_object_is_refused(text: str) -> None:
    with pytest.raises(SchemaError, match=r"x\.json: not a message"):
        parse_message(text, "x.json")


def test_what_is_no_json_is_refused_with_its_place() -> None:
    with pytest.raises(SchemaError, match=r"x\.json: not JSON: .*line 2 column 1"):
        parse_message('{"a":\n}', "x.json")


def test_a_directory_is_read_to_its_depths_and_by_name(tmp_path: Path) -> None:
    write(tmp_path, schema(), folder="a/b")
    write(tmp_path, schema() | {"name": "BarRequest", "apiKey": 901})
    specs = load_directory(tmp_path)
    assert {name: spec.source for name, spec in specs.items()} == {
        "BarRequest": "BarRequest.json",
        "FooRequest": "a/b/FooRequest.json",
    }


def test_a_directory_leaves_out_removed_messages_tests_copies_and_other_json(tmp_path: Path) -> None:
    write(tmp_path, schema(), folder="src/test")
    write(tmp_path, schema(), folder="build/x")
    write(tmp_path, {"apiKey": 1, "type": "request", "name": "GoneRequest", "validVersions": "none"})
    (tmp_path / "errors.json").write_text('{"0": ["NONE", false]}')
    (tmp_path / "list.json").write_text("[1]")
    assert load_directory(tmp_path) == {}


def test_a_message_in_two_files_is_refused(tmp_path: Path) -> None:
    write(tmp_path, schema(), folder="a")
    write(tmp_path, schema(), folder="b")
    with pytest.raises(SchemaError, match=r"b/FooRequest\.json: message FooRequest is also in a/FooRequest\.json"):
        load_directory(tmp_path)


def test_messages_that_would_be_one_file_are_refused(tmp_path: Path) -> None:
    write(tmp_path, schema(), schema() | {"name": "Foo_request", "apiKey": 901})
    with pytest.raises(SchemaError, match=r"Foo_request\.json: message Foo_request is also in FooRequest\.json"):
        load_directory(tmp_path)


def test_everything_that_is_wrong_in_a_directory_is_named_at_once(tmp_path: Path) -> None:
    write(tmp_path, schema(field("A", "what"), field("B", "why")))
    write(tmp_path, schema(field("C", versions="x")) | {"name": "BarRequest", "apiKey": 901})
    write(tmp_path, schema(field("D")) | {"name": "GoodRequest", "apiKey": 902})
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(SchemaError) as caught:
        load_directory(tmp_path)
    assert [(problem.source, problem.path) for problem in caught.value.problems] == [
        ("BarRequest.json", "C"),
        ("FooRequest.json", "A"),
        ("FooRequest.json", "B"),
        ("x.json", ""),
    ]


@pytest.mark.parametrize("kind", ["Request", "Response"])
def test_two_messages_of_one_kind_with_one_api_key_are_refused(kind: str, tmp_path: Path) -> None:
    values = [schema(field("A")) | {"name": f"{api}{kind}", "type": kind.lower()} for api in ("Foo", "Bar", "Baz")]
    write(tmp_path, *values[:2], folder="a")
    write(tmp_path, values[2], folder="b")
    with pytest.raises(SchemaError) as caught:
        load_directory(tmp_path)
    taken = f"apiKey 900 is also that of the {kind.lower()} Bar{kind} in a/Bar{kind}.json"
    assert str(caught.value).splitlines() == [f"a/Foo{kind}.json: {taken}", f"b/Baz{kind}.json: {taken}"]


@pytest.mark.parametrize("kind", ["coordinator-key", "coordinator-value", "metadata"])
def test_two_records_of_one_topic_with_one_key_are_refused(kind: str, tmp_path: Path) -> None:
    values = [schema(field("A")) | {"name": name, "type": kind, "apiKey": 3} for name in ("Foo", "Bar", "Baz")]
    write(tmp_path, *values[:2], folder="records-group")
    write(tmp_path, values[2], folder="records-share")
    with pytest.raises(SchemaError) as caught:
        load_directory(tmp_path)
    taken = f"apiKey 3 is also that of the {kind} Bar in records-group/Bar.json"
    assert str(caught.value) == f"records-group/Foo.json: {taken}"


def test_a_removed_message_leaves_its_api_key_to_another(tmp_path: Path) -> None:
    write(tmp_path, schema(), {"apiKey": 900, "type": "request", "name": "GoneRequest", "validVersions": "none"})
    assert list(load_directory(tmp_path)) == ["FooRequest"]


def test_one_file_may_be_a_removed_message_but_not_something_else(tmp_path: Path) -> None:
    write(tmp_path, {"apiKey": 1, "type": "request", "name": "GoneRequest", "validVersions": "none"})
    assert load_file(tmp_path / "GoneRequest.json").valid_versions == NONE
    (tmp_path / "errors.json").write_text("{}")
    with pytest.raises(SchemaError, match=r"errors\.json: not a message"):
        load_file(tmp_path / "errors.json")


def test_bytes_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b'{"name": "\xff"}')
    with pytest.raises(SchemaError, match=r"x\.json: not UTF-8"):
        load_directory(tmp_path)


def test_our_own_schemas_are_clean_and_in_the_form_that_dump_writes() -> None:
    warnings: list[str] = []
    specs = load_directory(default_schemas(), warnings)
    assert warnings == []
    assert len({spec.api_key for spec in specs.values() if spec.kind == "request"}) == 95
    for spec in specs.values():
        assert (default_schemas() / spec.source).read_text(encoding="utf-8") == dump(spec)

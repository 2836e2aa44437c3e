from __future__ import annotations

import math
import re

import pytest

from codegen.rules import parse_default
from codegen.schema import SchemaError

from .helpers import SOURCE, Json, field, message, parse, schema

NULL: Json = {"nullableVersions": "0+"}
TAG: Json = {"versions": "3+", "taggedVersions": "3+", "tag": 0}


def struct(*fields: Json, name: str = "A") -> Json:
    return field(name, f"[]{name}Struct", fields=list(fields))


def test_a_broken_rule_names_file_field_and_rule() -> None:
    with pytest.raises(SchemaError) as caught:
        parse(schema(struct(field("B", taggedVersions="0+", tag=0))))
    assert str(caught.value) == f"{SOURCE}: A.B: taggedVersions 0+ where the message is flexible from 3 only"
    [problem] = caught.value.problems
    assert (problem.source, problem.path) == (SOURCE, "A.B")


def test_all_broken_rules_of_a_message_are_named_at_once() -> None:
    value = schema(
        field("A", "what"),
        struct(field("C", default="x"), field("C"), field("D", "string", entityType="brokerId"), name="B"),
        field("E", "uuid", **NULL | TAG, default="null"),
        type="response",
        listeners=["broker"],
        flexible="none",
    )
    with pytest.raises(SchemaError) as caught:
        parse(value)
    assert str(caught.value).splitlines() == [
        f"{SOURCE}: listeners given for a response, only a request has them",
        f"{SOURCE}: A: unknown type what",
        f"{SOURCE}: E: nullableVersions given, but uuid cannot be null",
        f"{SOURCE}: E: taggedVersions 3+ where the message is never flexible",
        f"{SOURCE}: B.C: duplicate field",
        f"{SOURCE}: B.C: default 'x' is of the wrong type: not a decimal or hexadecimal number",
        f"{SOURCE}: B.D: entityType brokerId is for the type int32, not string",
    ]


@pytest.mark.parametrize(
    ("entity", "type_", "other"),
    [
        ("brokerId", "int32", "int64"),
        ("groupId", "string", "bytes"),
        ("producerId", "int64", "int32"),
        ("topicName", "string", "uuid"),
        ("transactionalId", "string", "records"),
    ],
)
def test_an_entity_type_must_fit_the_type_of_the_field(entity: str, type_: str, other: str) -> None:
    parse(schema(field("A", type_, entityType=entity), field("B", f"[]{type_}", entityType=entity)))
    for wrong in (other, f"[]{other}"):
        with pytest.raises(SchemaError, match=f"A: entityType {entity} is for the type {type_}, not {other}"):
            parse(schema(field("A", wrong, entityType=entity)))


def test_an_entity_type_that_we_do_not_know_is_kept_with_a_warning() -> None:
    warnings: list[str] = []
    spec = parse(schema(field("A", entityType="colour"), field("B", entityType="unknown")), warnings)
    assert [item.entity_type for item in spec.root.fields] == ["colour", "unknown"]
    assert warnings == [
        f"{SOURCE}: A: entityType colour is none of brokerId, groupId, producerId, topicName, transactionalId"
    ]


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (field("A", "int24"), "A: unknown type int24"),
        (field("A", "[]strings"), "A: unknown type []strings"),
        (field("A", "[]"), "A: unknown type []"),
        (field("A", "[]Missing"), "A: struct Missing is never defined"),
        (field("A", "[][]int32"), "A: type [][]int32: an array of arrays"),
        (field("A", versions="none"), "A: versions none"),
        (field("A", versions="6+"), "A: versions 6+ are outside the message's 0-5"),
        (field("A", versions="2-6"), "A: versions 2-6 are outside the message's 0-5"),
        (field("A", **NULL), "A: nullableVersions given, but int32 cannot be null"),
        (field("A", "uuid", **NULL), "A: nullableVersions given, but uuid cannot be null"),
        (field("A", "string", "0-1", nullableVersions="2+"), "A: nullableVersions 2+ are outside the field's 0-1"),
        (field("A", tag=0), "A: tag 0 without taggedVersions"),
        (field("A", versions="3+", taggedVersions="3+"), "A: taggedVersions 3+ without a tag"),
        (field("A", **TAG | {"tag": -1}), "A: tag -1 is not in 0-"),
        (field("A", **TAG | {"tag": 2147483647}), "A: tag 2147483647 is not in 0-2147483646"),
        (field("A", **TAG | {"versions": "4+"}), "A: taggedVersions 3+ are outside the field's 4+"),
        (field("A", flexibleVersions="3+"), "A: flexibleVersions of its own are for a string or bytes only"),
        (field("A", "string", flexibleVersions="3-4"), "A: flexibleVersions 3-4 must go on to the last"),
        (field("A", "string", flexibleVersions="2+"), "A: flexibleVersions 2+ are outside the message's 3+"),
        (struct(field("X"), field("X")), "A.X: duplicate field"),
        (struct(field("XyZ"), field("Xy_z")), "A.Xy_z: duplicate field, there is already a XyZ"),
        (struct(field("S", "[]AStruct", fields=[])), "A.S: struct AStruct is defined twice"),
        (struct(field("S", "FooRequest", fields=[])), "A.S: struct FooRequest has the name of the message"),
        (struct(field("S", "[]AStruct")), "AStruct: struct contains itself: FooRequest > AStruct > AStruct"),
    ],
)
def test_a_field_that_breaks_a_rule_is_refused(value: Json, rule: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(f"{SOURCE}: {rule}")):
        parse(schema(value))


@pytest.mark.parametrize(
    ("type_", "default"),
    [
        ("int8", "128"),
        ("int16", "-32769"),
        ("int32", "0x80000000"),
        ("int64", "9223372036854775808"),
        ("uint16", "-1"),
        ("uint32", "4294967296"),
        ("int32", "many"),
        ("int32", "1.5"),
        ("int32", "1_000"),
        ("int32", "010"),
        ("float64", "1_0"),
        ("bool", "yes"),
        ("float64", "x"),
        ("uuid", "AAAA"),
        ("uuid", "not-a-uuid"),
        ("uuid", "*" * 22),
        ("uuid", "é" * 22),
        ("bytes", "x"),
        ("[]int32", "1"),
    ],
)
def test_a_default_of_the_wrong_type_is_refused(type_: str, default: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(f"{SOURCE}: A: default {default!r}")):
        parse(schema(field("A", type_, default=default)))


def test_a_struct_has_no_default_but_null() -> None:
    with pytest.raises(SchemaError, match="default 'x': S can only have null or nothing"):
        parse(schema(field("A", "S", fields=[], default="x")))


@pytest.mark.parametrize("nullable", [{}, {"nullableVersions": "0-4"}])
def test_a_null_default_must_do_in_the_newest_version(nullable: Json) -> None:
    with pytest.raises(SchemaError, match=f"{SOURCE}: A: default null, but the field is nullable in"):
        parse(schema(field("A", "string", default="null", **nullable)))


def test_a_null_default_that_an_old_version_forbids_is_a_warning() -> None:
    warnings: list[str] = []
    parse(schema(field("A", "string", default="null", nullableVersions="2+")), warnings)
    assert warnings == [f"{SOURCE}: A: default null, but the field is nullable in 2+ of its 0+ only"]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"type": "question"}, "type question is none of request, response, header"),
        ({"type": None}, "type (none) is none of"),
        ({"apiKey": None}, "a request must have an apiKey"),
        ({"apiKey": None, "type": "metadata"}, "a metadata must have an apiKey"),
        ({"apiKey": -1}, "apiKey -1 is not in 0-32767"),
        ({"type": "response", "listeners": ["broker"]}, "listeners given for a response"),
        ({"validVersions": "0+"}, "validVersions 0+ must have an upper end"),
        ({"flexibleVersions": "3-4"}, "flexibleVersions 3-4 must go on to the last valid version"),
        ({"deprecatedVersions": "0-6"}, "deprecatedVersions 0-6 go past the valid versions 0-5"),
    ],
)
def test_a_head_that_breaks_a_rule_is_refused(more: Json, rule: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(f"{SOURCE}: {rule}")):
        parse(schema() | more)


def test_a_tag_used_twice_in_one_version_is_refused() -> None:
    with pytest.raises(SchemaError, match=f"{SOURCE}: A.C: tag 0 is also that of B in versions 4\\+"):
        parse(schema(struct(field("B", **TAG), field("C", "int8", "4+", taggedVersions="4+", tag=0))))


def test_a_tag_may_pass_from_one_field_to_another_between_versions() -> None:
    message(field("A", "int8", "3", taggedVersions="3", tag=0), field("B", "int8", "4+", taggedVersions="4+", tag=0))


def test_a_tag_in_a_message_that_is_never_flexible_is_refused() -> None:
    with pytest.raises(SchemaError, match="A: taggedVersions 3\\+ where the message is never flexible"):
        parse(schema(field("A", **TAG), flexible="none"))


def test_tags_with_a_hole_are_a_warning() -> None:
    warnings: list[str] = []
    parse(schema(struct(field("B", **TAG | {"tag": 2}), field("C", **TAG))), warnings)
    assert warnings == [f"{SOURCE}: A: tags should go up from 0 without a hole: 0, 2"]


def test_a_field_left_over_from_removed_versions_is_a_warning() -> None:
    warnings: list[str] = []
    parse(schema(field("A", versions="0-2"), valid="3-5"), warnings)
    assert warnings == [f"{SOURCE}: A: versions 0-2 are no longer among the message's 3-5"]


def test_a_struct_defined_twice_is_refused() -> None:
    common = {"name": "S", "versions": "0+", "fields": []}
    with pytest.raises(SchemaError, match="S: struct S is defined twice"):
        parse(schema(commonStructs=[common, common]))
    with pytest.raises(SchemaError, match="A: struct S is defined twice"):
        parse(schema(field("A", "S", fields=[]), commonStructs=[common]))


def test_a_common_struct_that_nothing_uses_is_a_warning() -> None:
    warnings: list[str] = []
    spec = parse(schema(commonStructs=[{"name": "S", "versions": "0+", "fields": []}]), warnings)
    assert (warnings, spec.structs) == ([f"{SOURCE}: commonStructs: S is never used"], {})


def test_common_structs_that_contain_each_other_are_refused() -> None:
    common = [
        {"name": "S", "versions": "0+", "fields": [field("T", "[]T")]},
        {"name": "T", "versions": "0+", "fields": [field("S", "[]S")]},
    ]
    with pytest.raises(SchemaError, match="S: struct contains itself: FooRequest > S > T > S"):
        parse(schema(field("A", "S"), commonStructs=common))


def test_a_broken_field_of_a_common_struct_is_named_by_the_struct() -> None:
    common = [{"name": "S", "versions": "0+", "fields": [field("B", "what")]}]
    with pytest.raises(SchemaError, match=f"{SOURCE}: S.B: unknown type what"):
        parse(schema(field("A", "S"), commonStructs=common))


def test_ranges_inside_a_struct_may_be_wider_than_those_around_it() -> None:
    message(field("A", "S", "2+", fields=[field("B", "string", nullableVersions="0+")]))


def test_records_may_default_to_null_without_being_nullable() -> None:
    message(field("A", "records", default="null"))


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        ("int8", "-128", -128),
        ("int64", "-0x8000000000000000", -(1 << 63)),
        ("int32", "0x7fffffff", 2147483647),
        ("int32", "-0x10", -16),
        ("uint16", "65535", 65535),
        ("bool", "false", False),
        ("float64", "1.5", 1.5),
        ("float64", "-Infinity", -math.inf),
        ("string", "null and void", "null and void"),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ", bytes(15) + b"\x01"),
    ],
)
def test_defaults_have_the_value_they_say(type_: str, text: str, value: object) -> None:
    assert parse_default(type_, text) == value

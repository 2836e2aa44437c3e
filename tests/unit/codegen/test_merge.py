from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from codegen.emit_tables import protocol_module
from codegen.generated import default_schemas
from codegen.merge import merge, merge_releases, pairs
from codegen.model import MessageSpec, StructSpec
from codegen.schema import SchemaError, load_directory, parse_message
from codegen.versions import Versions

from .helpers import Json, field, get, message, names, parse, schema, wire


def released(*fields: Json, valid: str, flexible: str = "none", **more: object) -> MessageSpec:
    return message(*fields, valid=valid, flexible=flexible, **more)


def test_older_release_fills_in_removed_versions() -> None:
    old = released(field("A"), field("Gone", versions="0-1", default="7"), field("B", versions="1+"), valid="0-3")
    new = released(field("A"), field("B", versions="2+"), field("C", versions="4+"), valid="2-4")
    spec = merge(old, new)
    assert str(spec.valid_versions) == "0-4"
    assert [(item.name, str(item.versions)) for item in spec.root.fields] == [
        ("A", "0+"),
        ("Gone", "0-1"),
        ("B", "1+"),
        ("C", "4+"),
    ]
    assert get(spec, "Gone").default == "7"


def test_the_newest_release_decides_in_versions_that_both_have() -> None:
    old = released(field("A", "string", default="x"), valid="0-2")
    new = released(field("A", "string", default="y", nullableVersions="1+", ignorable=True), valid="1-2")
    item = get(merge(old, new), "A")
    assert (item.default, item.ignorable, str(item.nullable_versions)) == ("y", True, "1+")


def test_nothing_is_taken_from_an_older_release_that_has_no_version_more() -> None:
    new = released(field("A"), valid="0-2")
    assert merge(released(field("B"), valid="0-1"), new) is new


def test_a_message_removed_in_the_newer_release_stays_as_it_was() -> None:
    old = released(field("A"), valid="0-2")
    gone = parse({"apiKey": 900, "type": "request", "name": "FooRequest", "validVersions": "none"})
    assert merge(old, gone) is old
    assert merge_releases([{"FooRequest": old}, {}]) == {"FooRequest": old}


def test_a_tagged_and_a_plain_form_of_a_field_become_one() -> None:
    old = message(field("A"), valid="0-3", flexible="3+")
    new = message(field("A", versions="4+", taggedVersions="4+", tag=0), valid="4-5", flexible="4+")
    item = get(merge(old, new), "A")
    assert (str(item.versions), str(item.tagged_versions), item.tag) == ("0+", "4+", 0)


def test_flexible_and_deprecated_versions_are_joined() -> None:
    old = message(valid="0-4", flexible="3+", deprecatedVersions="0-1")
    new = message(valid="2-5", flexible="3+", deprecatedVersions="2", latestVersionUnstable=True)
    spec = merge(old, new)
    assert (str(spec.flexible_versions), str(spec.deprecated_versions)) == ("3+", "0-2")
    assert spec.latest_version_unstable


def test_an_older_release_may_have_the_last_version() -> None:
    spec = merge(released(field("A"), valid="0-3", latestVersionUnstable=True), released(field("A"), valid="0-2"))
    assert (str(spec.valid_versions), spec.latest_version_unstable) == ("0-3", True)


def test_structs_are_matched_by_field_even_under_another_name() -> None:
    old = released(field("A", "[]Old", fields=[field("X"), field("Y")]), valid="0-1")
    new = released(field("A", "[]New", fields=[field("X")]), valid="1-2")
    spec = merge(old, new)
    assert (get(spec, "A").type, list(spec.structs)) == ("[]New", ["New"])
    assert str(get(spec, "A.Y").versions) == "0"


def test_a_struct_used_by_two_fields_becomes_common() -> None:
    old = released(field("A", "S", "0", fields=[field("X")]), valid="0-1")
    new = released(field("B", "S", "1+", fields=[field("X")]), valid="1-2")
    spec = merge(old, new)
    assert spec.structs["S"].common
    assert get(spec, "A").struct is get(spec, "B").struct


def test_a_field_that_no_owner_has_is_dropped() -> None:
    old, new = released(field("A"), valid="0-2"), released(field("Gone", versions="0"), field("A"), valid="1-3")
    assert names(merge(old, new).root) == ["A"]


def test_bytes_and_records_are_the_same_on_the_wire() -> None:
    spec = merge(released(field("A", "bytes"), valid="0-1"), released(field("A", "records"), valid="1-2"))
    assert get(spec, "A").type == "records"


def test_old_fields_go_where_they_stood() -> None:
    old = released(field("A"), field("Old1"), field("Old2"), field("B"), field("Old3"), valid="0")
    new = released(field("A", versions="0+"), field("New"), field("B"), valid="1")
    assert names(merge(old, new).root) == ["A", "Old1", "Old2", "New", "B", "Old3"]


def test_fields_that_never_meet_may_have_changed_places() -> None:
    old = released(field("A", versions="0"), field("B", versions="1+"), valid="0-1")
    new = released(field("B", versions="2+"), field("A", versions="3+"), valid="2-3")
    with pytest.raises(SchemaError, match="A: versions do not form one range"):
        merge(old, new)
    new = released(field("B", versions="1+"), field("C"), valid="1-2")
    assert names(merge(old, new).root) == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ([field("A", "int16")], [field("A", "int32")], "A: has different types in different releases (int16, int32)"),
        ([field("A", "S", fields=[])], [field("A")], "A: has different types in different releases (int32, struct)"),
        (
            [field("A", versions="0+", taggedVersions="0+", tag=0)],
            [field("A", versions="0+", taggedVersions="0+", tag=1)],
            "A: has different tags in different releases (0, 1)",
        ),
        (
            [field("A"), field("B")],
            [field("B"), field("A")],
            "fields stand in another order in the older release: B, A",
        ),
        (
            [field("S", "S", fields=[field("A"), field("B")])],
            [field("S", "S", fields=[field("B"), field("A")])],
            "S: fields stand in another order",
        ),
        (
            [field("A", versions="0")],
            [field("A", versions="2+")],
            "A: versions do not form one range over the releases",
        ),
    ],
)
def test_what_cannot_be_one_field_is_refused(old: list[Json], new: list[Json], rule: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(f"rpc/FooRequest.json: {rule}")):
        merge(message(*old, valid="0-1", flexible="0+"), message(*new, valid="1-3", flexible="0+"))


def test_a_hole_between_the_releases_is_refused() -> None:
    with pytest.raises(SchemaError, match="validVersions 0-1 and 3-4 leave a hole between them"):
        merge(released(valid="0-1"), released(valid="3-4"))


def test_flexible_versions_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(SchemaError, match="flexibleVersions 0-1 must go on to the last valid version"):
        merge(message(valid="0-1", flexible="0+"), message(valid="2-3", flexible="none"))


def test_another_kind_of_message_is_taken_whole_from_the_newer() -> None:
    warnings: list[str] = []
    old = released(field("A"), valid="0-1")
    new = parse(schema(field("B"), valid="0") | {"type": "coordinator-key"})
    assert merge(old, new, warnings) is new
    assert "another kind of message" in warnings[0]


def test_pairs_match_by_name_then_rpcs_by_api_key() -> None:
    old, other = released(valid="0-1"), parse(schema(valid="0") | {"name": "BarRequest", "apiKey": 901})
    renamed = parse(schema(valid="1-2") | {"name": "BetterFooRequest"})
    fresh = parse(schema(valid="0") | {"name": "FreshRequest", "apiKey": 902})
    older = {spec.name: spec for spec in (old, other)}
    newer = {spec.name: spec for spec in (fresh, renamed)}
    assert pairs(older, newer) == [(old, renamed), (other, None), (None, fresh)]
    merged = merge_releases([older, newer])
    assert list(merged) == ["BetterFooRequest", "BarRequest", "FreshRequest"]
    assert str(merged["BetterFooRequest"].valid_versions) == "0-2"


def test_records_are_not_matched_by_key() -> None:
    old, new = ({name: parse(schema() | {"type": "metadata", "name": name})} for name in ("OneRecord", "TwoRecord"))
    assert list(merge_releases([old, new])) == ["OneRecord", "TwoRecord"]


def test_of_two_records_with_one_key_that_of_the_newest_release_counts() -> None:
    value = schema() | {"type": "metadata", "apiKey": 7}
    old, new = (
        {n: parse_message(json.dumps(value | {"name": n}), f"metadata/{n}.json")} for n in ("OldRecord", "NewRecord")
    )
    assert '("metadata", "record", 7): "NewRecord",' in protocol_module(merge_releases([old, new]))


def test_no_releases_give_no_messages() -> None:
    assert merge_releases([]) == {}


def test_three_releases() -> None:
    releases = [
        {"FooRequest": released(field("A"), field(only, versions=versions), valid=valid)}
        for only, versions, valid in (("X", "0", "0-1"), ("Y", "1", "1-2"), ("Z", "2", "2-3"))
    ]
    spec = merge_releases(releases)["FooRequest"]
    assert [(item.name, str(item.versions)) for item in spec.root.fields] == [
        ("A", "0+"),
        ("X", "0"),
        ("Y", "1"),
        ("Z", "2"),
    ]


def part_of(spec: MessageSpec, valid: Versions) -> MessageSpec:
    """The message as a release with only those versions would have it: without the fields of other versions."""
    structs: dict[str, StructSpec] = {}

    def copy(struct: StructSpec) -> StructSpec:
        kept = [replace(item) for item in struct.fields if item.versions & valid]
        made = replace(struct, fields=kept)
        structs.setdefault(struct.name, made)
        for item in kept:
            if item.struct is not None:
                item.struct = structs.get(item.struct.name) or copy(item.struct)
        return made

    root = copy(spec.root)
    del structs[root.name]
    return replace(spec, root=root, structs=structs, valid_versions=valid)


def test_every_message_of_ours_cut_in_two_and_merged_is_what_it_was() -> None:
    for spec in load_directory(default_schemas()).values():
        valid = spec.valid_versions
        whole = {version: wire(spec, version) for version in valid}
        for cut in range(valid.low, valid.high):
            for overlap in (0, 1):
                old = part_of(spec, Versions(valid.low, cut + overlap))
                merged = merge(old, part_of(spec, Versions(cut + 1, valid.high)))
                assert merged.valid_versions == valid
                assert {version: wire(merged, version) for version in valid} == whole, spec.name


def test_everything_that_does_not_fit_together_is_named_at_once() -> None:
    old = [field("A", "int16"), field("S", "S", fields=[field("B", "int8")])]
    new = [field("A"), field("S", "S", fields=[field("B")])]
    releases = [
        {name: message(*fields, valid=valid, name=name, apiKey=key) for key, name in enumerate(("X", "Y"))}
        for fields, valid in ((old, "0-3"), (new, "1-4"))
    ]
    with pytest.raises(SchemaError) as caught:
        merge_releases(releases)
    types = "has different types in different releases"
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [
        ("A", f"{types} (int16, int32)"),
        ("S.B", f"{types} (int32, int8)"),
    ] * 2


def test_an_api_key_taken_by_two_messages_of_two_releases_is_refused() -> None:
    old = message(field("A"), name="FooRequest", apiKey=1)
    new = {name: message(field("A"), name=name, apiKey=key) for name, key in (("FooRequest", 2), ("BarRequest", 1))}
    assert {spec.name: spec.api_key for spec in merge_releases([{"FooRequest": old}, new]).values()} == {
        "FooRequest": 2,
        "BarRequest": 1,
    }
    new["BarRequest"] = message(field("A"), name="BarRequest", apiKey=2)
    with pytest.raises(SchemaError, match="apiKey 2 is also that of the request FooRequest in rpc/"):
        merge_releases([{"FooRequest": old}, new])

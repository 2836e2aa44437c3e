from __future__ import annotations

import pytest

from codegen.generated import default_schemas
from codegen.schema import load_directory
from codegen.show import show

from .helpers import field, message, parse, schema


def test_a_version_with_every_form() -> None:
    spec = message(
        field("Late", "[]int8", "4+", taggedVersions="4+", tag=1),
        field("ThrottleTimeMs"),
        field("TopicData", "[]Topic", fields=[field("Name", "string"), field("TopicId", "uuid")]),
        field("Cursor", "Cursor", nullableVersions="0+", fields=[field("IsLast", "bool")]),
        field("Early", "string", "4+", taggedVersions="4+", tag=0, nullableVersions="4+"),
        field("Never", versions="0"),
    )
    assert show(spec, 4) == (
        "Foo Request (Version: 4) => throttle_time_ms [topic_data] cursor early<tag: 0> [late]<tag: 1> _tagged_fields\n"
        "  throttle_time_ms => INT32\n"
        "  topic_data => name topic_id _tagged_fields\n"
        "    name => COMPACT_STRING\n"
        "    topic_id => UUID\n"
        "  cursor => is_last _tagged_fields\n"
        "    is_last => BOOLEAN\n"
        "  early<tag: 0> => COMPACT_NULLABLE_STRING\n"
        "  late<tag: 1> => INT8\n"
    )


def test_a_version_that_is_not_flexible() -> None:
    spec = message(field("A", "string", nullableVersions="1+"), field("From", "[]string", nullableVersions="0+"))
    assert show(spec, 2) == "Foo Request (Version: 2) => a [from]\n  a => NULLABLE_STRING\n  from => STRING\n"
    assert show(spec, 0) == "Foo Request (Version: 0) => a [from]\n  a => STRING\n  from => STRING\n"


@pytest.mark.parametrize(
    ("type_", "version", "word"),
    [
        ("bool", 3, "BOOLEAN"),
        ("uint16", 3, "UINT16"),
        ("float64", 0, "FLOAT64"),
        ("bytes", 0, "BYTES"),
        ("bytes", 3, "COMPACT_BYTES"),
        ("records", 0, "RECORDS"),
        ("records", 3, "COMPACT_RECORDS"),
    ],
)
def test_scalars(type_: str, version: int, word: str) -> None:
    assert show(message(field("A", type_)), version).splitlines()[1] == f"  a => {word}"


def test_a_field_may_be_less_flexible_than_its_message() -> None:
    spec = message(field("ClientId", "string", nullableVersions="0+", flexibleVersions="none"))
    assert "client_id => NULLABLE_STRING" in show(spec, 5)


def test_the_newest_version_is_shown_if_none_is_asked_for() -> None:
    assert show(message()).startswith("Foo Request (Version: 5) =>")


def test_other_messages_have_their_name_as_title() -> None:
    assert (
        show(parse(schema(flexible="none") | {"type": "data", "name": "SomeData"}), 0) == "SomeData (Version: 0) =>\n"
    )


def test_a_version_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="FooRequest has versions 0-5, not 6"):
        show(message(), 6)


def test_every_version_of_ours_can_be_shown() -> None:
    for spec in load_directory(default_schemas()).values():
        for version in spec.valid_versions:
            lines = show(spec, version).splitlines()
            assert all(" =>" in line for line in lines)
            assert ("_tagged_fields" in lines[0]) == (version in spec.flexible_versions)

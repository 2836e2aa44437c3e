from __future__ import annotations

import pytest

from codegen.dump import dump, folder
from codegen.schema import parse_message

from .helpers import SOURCE, field, message, parse, schema


def test_a_dumped_message_reads_as_the_same() -> None:
    spec = message(
        field(
            "A",
            "[]S",
            fields=[
                field("B", "string", nullableVersions="1+", default="null", entityType="groupId"),
                field("E", "Empty", fields=[]),
            ],
        ),
        field("C", "T", versions="3+", taggedVersions="3+", tag=0, ignorable=True),
        field("D", "bytes", zeroCopy=True, mapKey=True, flexibleVersions="none"),
        commonStructs=[{"name": "T", "versions": "3+", "fields": [field("X", default="0x10")]}],
        listeners=["broker", "controller"],
        deprecatedVersions="0-1",
        latestVersionUnstable=True,
    )
    assert parse_message(dump(spec), SOURCE) == spec


def test_the_form_of_a_file() -> None:
    assert dump(message(field("A", "[]S", fields=[field("B", "bool", default=True)]), field("C"))) == (
        "{\n"
        '  "apiKey": 900,\n'
        '  "type": "request",\n'
        '  "name": "FooRequest",\n'
        '  "validVersions": "0-5",\n'
        '  "flexibleVersions": "3+",\n'
        '  "fields": [\n'
        '    {"name": "A", "type": "[]S", "versions": "0+", "fields": [\n'
        '      {"name": "B", "type": "bool", "versions": "0+", "default": "true"}]},\n'
        '    {"name": "C", "type": "int32", "versions": "0+"}\n'
        "  ]\n"
        "}\n"
    )


def test_a_message_without_fields() -> None:
    assert '"fields": []' in dump(message())


@pytest.mark.parametrize(
    ("kind", "source", "place"),
    [
        ("request", "clients/src/main/resources/common/message/X.json", "rpc"),
        ("header", "clients/src/main/resources/common/message/X.json", "headers"),
        ("metadata", "metadata/src/main/resources/common/metadata/X.json", "records-metadata"),
        ("metadata", "storage/src/main/resources/message/X.json", "records-storage"),
        ("metadata", "X.json", "records-metadata"),
        ("coordinator-key", "share-coordinator/src/main/resources/common/message/X.json", "records-share"),
        ("data", "clients/src/main/resources/common/message/X.json", "data"),
    ],
)
def test_folders_of_new_messages(kind: str, source: str, place: str) -> None:
    spec = parse(schema() | {"type": kind})
    spec.source = source
    assert folder(spec) == place

from __future__ import annotations

from typing import Literal

import pytest

import kafkawire
from kafkawire import ApiKey, ErrorCode, UnsupportedVersion, messages
from kafkawire.catalog import message_class, record_class
from kafkawire.releases import RELEASES
from tests.reference import schemas

_PARTS = {"coordinator-key": "key", "coordinator-value": "value", "metadata": "record"}


@pytest.mark.parametrize("kind", ["request", "response"])
def test_every_api_key_has_a_class_of_each_kind(kind: Literal["request", "response"]) -> None:
    for schema in schemas().values():
        if schema.kind == kind:
            assert schema.api_key is not None
            cls = message_class(schema.api_key, kind)
            assert cls is getattr(messages, schema.name)
            assert schema.api_key == cls.API_KEY


def test_an_api_key_of_the_enum_will_do() -> None:
    assert message_class(ApiKey.METADATA, "response").__name__ == "MetadataResponse"
    assert kafkawire.message_class is message_class


def test_an_api_key_that_no_release_had_is_refused() -> None:
    with pytest.raises(UnsupportedVersion, match="no API has the key 9999"):
        message_class(9999, "request")


def test_the_enum_has_every_api() -> None:
    keys = {schema.api_key for schema in schemas().values() if schema.kind == "request"}
    assert {int(key) for key in ApiKey} == keys


def test_every_record_has_a_class_by_its_number() -> None:
    for schema in schemas().values():
        if schema.kind in _PARTS and schema.api_key is not None:
            topic = schema.folder.removeprefix("records-")
            cls = record_class(topic, _PARTS[schema.kind], schema.api_key)  # type: ignore[arg-type]
            assert cls is getattr(messages, schema.name)


def test_a_record_that_no_release_had_has_no_class() -> None:
    assert record_class("group", "key", 999) is None
    assert record_class("nowhere", "value", 0) is None


def test_an_error_code_of_any_number_is_a_value() -> None:
    assert ErrorCode.of(3) is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert ErrorCode.of(3).retriable
    unknown = ErrorCode.of(12_345)
    assert (unknown.name, unknown.value, int(unknown), unknown == 12_345) == ("UNKNOWN_12345", 12_345, 12_345, True)
    assert not unknown.retriable
    assert 12_345 not in list(ErrorCode)


def test_no_release_speaks_what_no_schema_has() -> None:
    versions = {schema.api_key: schema.versions for schema in schemas().values() if schema.kind == "request"}
    for release, apis in RELEASES.items():
        for key, (low, high, _) in apis.items():
            assert low in versions[key], (release, key)
            assert high in versions[key], (release, key)

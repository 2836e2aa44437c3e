"""Sets of messages: what is found by key and version, in one package and in several that lie over each other."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

from codegen.render import render
from codegen.schema import parse_message
from kafkawire import ApiKey, UnsupportedVersion, messages
from kafkawire.message_set import MessageSet, load_messages, request_header_version, response_header_version
from kafkawire.messages import PROTOCOL, MetadataRequest, MetadataResponse
from tests.packages import make_package
from tests.reference import schemas


def schema(name: str, versions: str, key: int, **more: Any) -> dict[str, Any]:
    kind = "request" if name.endswith("Request") else "response"
    fields = [{"name": "Word", "type": "string", "versions": "0+"}]
    head = {"type": kind, "name": name, "apiKey": key, "validVersions": versions, "flexibleVersions": "1+"}
    return head | {"fields": fields} | more


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Metadata in version 14 alone, an API of its own, one that has no response, and what has no key."""
    own = [
        schema("MetadataRequest", "14", 3),
        schema("MetadataResponse", "14", 3),
        schema("AuditTrailRequest", "0-2", 1000, latestVersionUnstable=True),
        schema("AuditTrailResponse", "0-2", 1000),
        schema("SilentRequest", "0", 1001),
        {"type": "data", "name": "Note", "validVersions": "0", "flexibleVersions": "none", "fields": []},
    ]
    return make_package(tmp_path_factory.mktemp("sets"), "messages_of_a_set", own)


@pytest.fixture(scope="module")
def mine(package: ModuleType) -> MessageSet:
    found: MessageSet = package.PROTOCOL
    return found


# --- one set --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("api", "version", "request_header", "response_header"),
    [
        (ApiKey.METADATA, 8, 1, 0),
        (ApiKey.METADATA, 9, 2, 1),
        (ApiKey.CONTROLLED_SHUTDOWN, 0, 0, 0),
        (ApiKey.CONTROLLED_SHUTDOWN, 1, 1, 0),
        (ApiKey.CONTROLLED_SHUTDOWN, 3, 2, 1),
        (ApiKey.API_VERSIONS, 0, 1, 0),
        (ApiKey.API_VERSIONS, 3, 2, 0),
        (ApiKey.API_VERSIONS, 4, 2, 0),
        (ApiKey.SASL_HANDSHAKE, 1, 1, 0),
        (ApiKey.OFFSET_DELETE, 0, 1, 0),
    ],
)
def test_header_versions(api: ApiKey, version: int, request_header: int, response_header: int) -> None:
    assert PROTOCOL.request(api, version)[1] == request_header
    assert PROTOCOL.response(api, version)[1] == response_header


def test_all_but_the_two_exceptions_follow_from_flexible_versions() -> None:
    for schema in schemas().values():
        for version in schema.versions if schema.kind in ("request", "response") else ():
            assert schema.api_key is not None
            flexible = version in schema.flexible
            if schema.kind == "request" and (schema.api_key, version) != (7, 0):
                assert PROTOCOL.request(schema.api_key, version)[1] == (2 if flexible else 1)
            if schema.kind == "response" and schema.api_key != 18:
                assert PROTOCOL.response(schema.api_key, version)[1] == (1 if flexible else 0)


def test_header_versions_of_a_class() -> None:
    assert (request_header_version(MetadataRequest, 9), response_header_version(MetadataResponse, 9)) == (2, 1)
    with pytest.raises(UnsupportedVersion, match=r"^MetadataRequest has no version 99; it has 0 to 13$"):
        request_header_version(MetadataRequest, 99)
    with pytest.raises(UnsupportedVersion, match=r"^MetadataResponse has no version -1; it has 0 to 13$"):
        response_header_version(MetadataResponse, -1)


@pytest.mark.parametrize("find", [PROTOCOL.request, PROTOCOL.response])
def test_what_never_was_is_refused_each_time(find: Any) -> None:
    for _ in range(2):
        with pytest.raises(UnsupportedVersion, match="no API has the key 9999"):
            find(9999, 0)
        with pytest.raises(UnsupportedVersion, match=r"^Metadata\w+ has no version 99; it has 0 to 13$"):
            find(ApiKey.METADATA, 99)


def test_a_set_knows_its_apis_by_key_and_name() -> None:
    assert list(PROTOCOL) == sorted(ApiKey)
    assert len(PROTOCOL) == len(ApiKey)
    assert {key: PROTOCOL.api_name(key) for key in PROTOCOL} == {key.value: key.name for key in ApiKey}
    assert ApiKey.METADATA in PROTOCOL
    assert 9999 not in PROTOCOL
    with pytest.raises(UnsupportedVersion, match="no API has the key 9999"):
        PROTOCOL.api_name(9999)


def test_unstable_versions_are_not_used(mine: MessageSet) -> None:
    assert mine.versions(1000) == (0, 1)
    assert PROTOCOL.versions(ApiKey.INIT_PRODUCER_ID)[-1] == 5  # Apache Kafka 4.4 calls 6 unstable


def test_the_oldest_version_is_one_of_request_and_response() -> None:
    assert PROTOCOL.versions(ApiKey.METADATA) == tuple(range(14))
    assert PROTOCOL.versions(MetadataRequest) == tuple(range(14))
    with pytest.raises(UnsupportedVersion, match="no API has the key 9999"):
        PROTOCOL.versions(9999)


def test_a_package_of_ones_own_has_a_set(mine: MessageSet, package: ModuleType) -> None:
    assert list(mine) == [3, 1000, 1001]
    assert mine.request(1000, 1) == (package.AuditTrailRequest, 2)
    assert mine.response(1000, 0) == (package.AuditTrailResponse, 0)
    assert mine.api_name(1000) == "AUDIT_TRAIL"
    assert mine.named("Note") is package.Note
    assert "Note" in mine.names
    assert "PROTOCOL" not in mine.names
    assert repr(mine) == "<MessageSet of messages_of_a_set: 3 APIs>"


def test_an_api_without_a_response_says_so(mine: MessageSet) -> None:
    assert mine.versions(1001) == ()
    with pytest.raises(UnsupportedVersion, match=r"SILENT \(1001\) has no response"):
        mine.response(1001, 0)


@pytest.mark.parametrize("name", ["PROTOCOL", "Nothing", "__all__"])
def test_a_name_that_no_message_has(name: str) -> None:
    with pytest.raises(UnsupportedVersion, match=f"no message is called {name}"):
        PROTOCOL.named(name)


# --- several --------------------------------------------------------------------------------------------------------


def test_the_later_set_counts_where_it_has_the_version(mine: MessageSet, package: ModuleType) -> None:
    both = PROTOCOL | mine
    assert both.request(3, 14) == (package.MetadataRequest, 2)
    assert both.request(3, 13) == (MetadataRequest, 2)
    assert both.request(3, 0) == (MetadataRequest, 1)
    assert both.response(3, 14)[0] is package.MetadataResponse
    assert both.response(3, 13)[0] is MetadataResponse
    assert both.request(1000, 0)[0] is package.AuditTrailRequest
    assert both.request(12, 4)[0] is messages.HeartbeatRequest
    assert both.versions(3) == tuple(range(15))
    assert len(both) == len(PROTOCOL) + 2


def test_the_newest_class_is_that_of_the_later_set(mine: MessageSet, package: ModuleType) -> None:
    assert (PROTOCOL | mine).message_class(3, "request") is package.MetadataRequest
    assert (mine | PROTOCOL).message_class(3, "request") is MetadataRequest
    assert (mine | PROTOCOL).request(3, 14)[0] is package.MetadataRequest
    assert (PROTOCOL | mine).named("MetadataRequest") is package.MetadataRequest
    assert (PROTOCOL | mine).named("MetadataRequest", 13) is MetadataRequest


def test_the_sets_that_are_joined_stay_what_they_were(mine: MessageSet) -> None:
    _ = PROTOCOL | mine
    assert 1000 not in PROTOCOL
    assert 12 not in mine
    with pytest.raises(UnsupportedVersion, match="no version 14"):
        PROTOCOL.request(3, 14)


def test_the_error_of_several_names_all_versions(mine: MessageSet) -> None:
    with pytest.raises(UnsupportedVersion, match=r"^MetadataRequest has no version 15; it has 0 to 13 and 14 to 14$"):
        (PROTOCOL | mine).request(3, 15)
    with pytest.raises(UnsupportedVersion, match=r"^no API has the key 9999$"):
        (PROTOCOL | mine).request(9999, 0)


def test_a_request_is_answered_from_its_own_package(mine: MessageSet, package: ModuleType) -> None:
    over_itself = mine | PROTOCOL
    assert over_itself.response_to(MetadataRequest, 13)[0] is MetadataResponse
    assert (PROTOCOL | mine).response_to(package.MetadataRequest, 14)[0] is package.MetadataResponse
    assert (PROTOCOL | mine).versions(MetadataRequest) == tuple(range(14))
    assert (PROTOCOL | mine).versions(package.MetadataRequest) == (14,)
    with pytest.raises(UnsupportedVersion, match="no API has the key 1000"):
        PROTOCOL.response_to(package.AuditTrailRequest, 0)


def test_a_request_of_a_package_that_is_not_in_the_set_gets_what_there_is(package: ModuleType) -> None:
    with pytest.raises(UnsupportedVersion, match="MetadataResponse has no version 14"):
        PROTOCOL.response_to(package.MetadataRequest, 14)
    assert PROTOCOL.response_to(package.MetadataRequest, 12)[0] is MetadataResponse


def test_only_some_apis(mine: MessageSet, package: ModuleType) -> None:
    some = PROTOCOL | mine.only([1000, 7777])
    assert some.request(1000, 0)[0] is package.AuditTrailRequest
    with pytest.raises(UnsupportedVersion):
        some.request(3, 14)


def test_records_of_the_later_set_count(tmp_path_factory: pytest.TempPathFactory) -> None:
    record = {
        "type": "coordinator-value",
        "name": "OffsetCommitValue",
        "apiKey": 1,
        "validVersions": "7",
        "flexibleVersions": "4+",
        "fields": [],
    }
    spec = parse_message(json.dumps(record), "group-coordinator/src/main/OffsetCommitValue.json")
    assert '("group", "value", 1): "OffsetCommitValue"' in render({spec.name: spec}, "x")["_protocol.py"]
    package = make_package(tmp_path_factory.mktemp("records"), "records_of_a_set", [record])
    over = PROTOCOL | MessageSet("records_of_a_set", apis={}, records={("group", "value", 1): "OffsetCommitValue"})
    assert over.record_class("group", "value", 1, 7) is package.OffsetCommitValue
    assert over.record_class("group", "value", 1, 3) is messages.OffsetCommitValue
    assert over.record_class("group", "value", 1) is package.OffsetCommitValue
    assert over.record_class("group", "value", 999) is None


# --- by name --------------------------------------------------------------------------------------------------------


def test_sets_are_loaded_by_the_names_of_their_packages(mine: MessageSet) -> None:
    assert load_messages("messages_of_a_set") is mine
    both = load_messages("kafkawire.messages, messages_of_a_set")
    assert both.request(3, 14)[0] is mine.request(3, 14)[0]
    assert 12 in both


@pytest.mark.parametrize(
    ("name", "words"),
    [("no_such_package", "No module named 'no_such_package'"), ("json", "json is no package of generated messages")],
)
def test_what_has_no_set(name: str, words: str) -> None:
    with pytest.raises(ImportError, match=words):
        load_messages(name)

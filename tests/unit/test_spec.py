from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest

from kafkawire import messages
from kafkawire.messages import (
    FetchRequest,
    FetchResponse,
    FindCoordinatorResponse,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    RequestHeader,
)
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic, ForgottenTopic
from kafkawire.messages.metadata_response import MetadataResponseBroker
from kafkawire.spec import FieldSpec, Meaning, StructSpec, min_size, paths_of, struct_min_size
from tests import reference
from tests.reference import schemas
from tests.vectors import message_class


def assert_same_struct(spec: StructSpec, struct: reference.Struct, seen: set[str]) -> None:
    assert spec.name == struct.name == spec.cls.__name__
    assert [field.name for field in spec.fields] == [field.name for field in struct.fields]
    for ours, theirs in zip(spec.fields, struct.fields, strict=True):
        assert_same_field(ours, theirs)
        if theirs.struct is None:
            assert ours.struct is None
        elif theirs.struct.name not in seen:
            seen.add(theirs.struct.name)
            assert ours.struct is not None
            assert_same_struct(ours.struct, theirs.struct, seen)


def assert_same_field(ours: FieldSpec, theirs: reference.Field) -> None:
    assert (ours.type, ours.tag, ours.ignorable) == (theirs.type, theirs.tag, theirs.ignorable)
    assert (ours.map_key, ours.entity_type) == (theirs.map_key, theirs.entity_type), theirs.name
    assert ours.json_name == theirs.json_name
    for mine, other in (
        (ours.versions, theirs.versions),
        (ours.nullable, theirs.nullable),
        (ours.tagged, theirs.tagged),
        (ours.flexible, theirs.flexible),
    ):
        assert mine == other, theirs.name


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_spec_is_what_the_schema_file_says(name: str) -> None:
    schema, spec = schemas()[name], message_class(name).spec()
    assert (spec.name, spec.kind, spec.versions) == (schema.name, schema.kind, schema.versions)
    assert spec.flexible == schema.flexible
    assert_same_struct(spec.root, schema.root, set())


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_class_says_what_the_schema_file_says(name: str) -> None:
    schema, cls = schemas()[name], message_class(name)
    assert schema.versions == cls.VERSIONS
    assert set(cls.FLEXIBLE_VERSIONS) == set(schema.flexible) & set(schema.versions)
    assert cls.LATEST_STABLE_VERSION in schema.versions
    assert schema.versions.stop - 1 - cls.LATEST_STABLE_VERSION in (0, 1)
    if schema.kind in ("request", "response"):
        assert schema.api_key == cls.API_KEY  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(schemas()))
def test_a_new_message_holds_the_defaults(name: str) -> None:
    schema = schemas()[name]
    assert reference.tree_of(schema.root, message_class(name)()) == schema.root.default()


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_spec_holds_the_defaults(name: str) -> None:
    schema, cls = schemas()[name], message_class(name)
    new = cls()
    for ours, theirs in zip(cls.spec().root.fields, schema.root.fields, strict=True):
        if theirs.struct is None and not theirs.is_array and theirs.type not in ("uuid", "float64"):
            assert ours.default == theirs.default_value()
        assert ours.default == getattr(new, ours.attr) or list(ours.default) == list(getattr(new, ours.attr))
        assert not isinstance(ours.default, list)


def test_the_spec_is_made_once() -> None:
    assert FetchResponse.spec() is FetchResponse.spec()


def field(spec: StructSpec, name: str) -> FieldSpec:
    return next(field for field in spec.fields if field.name == name)


def test_a_struct_knows_what_is_on_the_wire_what_is_tagged_and_what_is_not_there() -> None:
    root = FetchResponse.spec().root
    assert [f.attr for f in root.on_wire(12)] == ["throttle_time_ms", "error_code", "session_id", "responses"]
    assert [f.attr for f in root.tagged(16)] == ["node_endpoints"]
    assert [f.attr for f in root.absent(0)] == ["throttle_time_ms", "error_code", "session_id", "node_endpoints"]
    partition = field(root, "Responses").struct.fields[2].struct  # type: ignore[union-attr]
    assert partition is not None
    assert [f.tag for f in partition.tagged(12)] == [0, 1, 2]


def test_the_client_id_is_not_compact_in_a_flexible_header() -> None:
    spec = RequestHeader.spec()
    assert 2 in spec.flexible
    assert not spec.is_compact(field(spec.root, "ClientId"), 2)
    assert min_size(spec, field(spec.root, "ClientId"), "string", 2) == 2


def test_the_smallest_size_of_a_struct_counts_its_tag_buffer() -> None:
    spec = FetchResponse.spec()
    aborted = field(field(field(spec.root, "Responses").struct, "Partitions").struct, "AbortedTransactions")  # type: ignore[arg-type]
    assert aborted.struct is not None
    assert struct_min_size(spec, aborted.struct, 4) == 16
    assert struct_min_size(spec, aborted.struct, 12) == 17
    assert struct_min_size(spec, aborted.struct, 3) == 1  # nothing of it is there, but a count must mean something


@pytest.mark.parametrize("name", sorted(schemas()))
def test_no_value_is_smaller_than_the_smallest_size(name: str) -> None:
    schema, spec = schemas()[name], message_class(name).spec()
    for version in schema.versions:
        shortest = reference.encode(schema, version, _shortest(schema.root, version))
        assert max(1, len(shortest)) >= struct_min_size(spec, spec.root, version)


def _shortest(struct: reference.Struct, version: int) -> reference.Tree:
    tree = struct.default()
    for item in struct.fields:
        if item.type in ("string", "bytes", "records"):
            tree[item.json_name] = "" if item.type == "string" else b""
        elif item.is_array:
            tree[item.json_name] = []
        elif item.struct is not None:
            tree[item.json_name] = None if version in item.nullable else _shortest(item.struct, version)
        if version in item.tagged:
            tree[item.json_name] = item.default_value()
    return tree


def schema_paths(struct: reference.Struct, meaning: str, versions: set[int], above: str = "") -> Iterator[str]:
    """What the schema file marks and some version has, as names joined by dots."""
    for item in struct.fields:
        here = versions & set(item.versions)
        if here and item.entity_type == meaning:
            yield above + item.name
        if item.struct is not None:
            yield from schema_paths(item.struct, meaning, here, f"{above}{item.name}.")


@pytest.mark.parametrize("meaning", ["brokerId", "groupId", "producerId", "topicName", "transactionalId"])
def test_paths_are_those_that_the_schema_files_mark(meaning: Meaning) -> None:
    found = 0
    for name, schema in schemas().items():
        paths = [".".join(field.name for field in path.fields) for path in paths_of(message_class(name), meaning)]
        assert paths == list(schema_paths(schema.root, meaning, set(schema.versions))), name
        found += len(paths)
    assert found > 10


@pytest.mark.parametrize(
    ("cls", "meaning", "paths"),
    [
        ("MetadataRequest", "topicName", {"topics[].name": (0, 13)}),
        ("FetchRequest", "topicName", {"topics[].topic": (0, 12), "forgotten_topics_data[].topic": (7, 12)}),
        ("DeleteTopicsRequest", "topicName", {"topics[].name": (6, 6), "topic_names[]": (0, 5)}),
        ("DescribeGroupsRequest", "groupId", {"groups[]": (0, 6)}),
        ("ProduceRequest", "records", {"topic_data[].partition_data[].records": (0, 13)}),
        ("FetchResponse", "address", {"node_endpoints[].host": (16, 18)}),
        ("FindCoordinatorResponse", "address", {"host": (0, 3), "coordinators[].host": (4, 6)}),
        ("LeaderAndIsrRequest", "address", {"live_leaders[].host_name": (0, 7)}),
        (
            "UpdateMetadataRequest",
            "address",
            {"live_brokers[].v0_host": (0, 0), "live_brokers[].endpoints[].host": (1, 8)},
        ),
        ("StreamsGroupHeartbeatRequest", "address", {"user_endpoint.host": (0, 1)}),
        ("CreateAclsRequest", "address", {}),
        ("HeartbeatRequest", "records", {}),
    ],
)
def test_paths_and_their_versions(cls: str, meaning: Meaning, paths: dict[str, tuple[int, int]]) -> None:
    found = paths_of(getattr(messages, cls), meaning)
    assert {str(path): (path.versions[0], path.versions[-1]) for path in found} == paths


def test_every_host_with_a_port_is_an_address() -> None:
    ports = {
        str(path.port and path.port.attr) for name in schemas() for path in paths_of(message_class(name), "address")
    }
    assert ports == {"port", "v0_port"}
    names = [name for name in schemas() if paths_of(message_class(name), "address")]
    assert {"MetadataResponse", "DescribeClusterResponse", "ProduceResponse", "VoteResponse"} <= set(names)


def test_a_word_that_is_no_meaning_is_refused() -> None:
    with pytest.raises(ValueError, match="'topicname' is none of address, brokerId, "):
        paths_of(MetadataRequest, "topicname")  # type: ignore[arg-type]


def test_holders_are_the_structs_that_have_the_field() -> None:
    request = FetchRequest(
        topics=[FetchTopic(topic="a", partitions=[FetchPartition()]), FetchTopic(topic="b")],
        forgotten_topics_data=[ForgottenTopic(topic="c")],
    )
    for holder in chain.from_iterable(path.holders(request) for path in paths_of(FetchRequest, "topicName")):
        holder.topic = f"tenant.{holder.topic}"
    assert [topic.topic for topic in request.topics] == ["tenant.a", "tenant.b"]
    assert request.forgotten_topics_data[0].topic == "tenant.c"


def test_holders_of_an_address_have_its_port() -> None:
    response = MetadataResponse(brokers=[MetadataResponseBroker(node_id=1, host="inside", port=9092)])
    [path] = paths_of(MetadataResponse, "address")
    assert path.port is not None
    for holder in path.holders(response):
        setattr(holder, path.field.attr, "outside")
        setattr(holder, path.port.attr, 19092)
    assert response.brokers == [MetadataResponseBroker(node_id=1, host="outside", port=19092)]


def test_nothing_holds_a_field_below_what_is_null_or_empty() -> None:
    [path] = paths_of(MetadataRequest, "topicName")
    assert list(path.holders(MetadataRequest(topics=None))) == list(path.holders(MetadataRequest(topics=[]))) == []
    host, _ = paths_of(FindCoordinatorResponse, "address")
    response = FindCoordinatorResponse()
    assert list(host.holders(response)) == [response]
    [records] = paths_of(ProduceRequest, "records")
    assert list(records.holders(ProduceRequest())) == []

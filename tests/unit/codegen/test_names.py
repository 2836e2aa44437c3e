from __future__ import annotations

import pytest

from codegen.names import api_name, codec_module, snake
from tests.reference import schemas


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("TopicId", "topic_id"),
        ("Name", "name"),
        ("ISR", "isr"),
        ("IsrNodes", "isr_nodes"),
        ("Enable2Pc", "enable_2pc"),
        ("V3AndBelowTopics", "v3_and_below_topics"),
        ("V0Host", "v0_host"),
        ("ResultsByTopicV3AndBelow", "results_by_topic_v3_and_below"),
        ("KRaftVersion", "kraft_version"),
        ("IsKRaftController", "is_kraft_controller"),
        ("Acls", "acls"),
        ("HostName", "host_name"),
        ("From", "from_"),
        ("Class", "class_"),
    ],
)
def test_names_in_python(name: str, expected: str) -> None:
    assert snake(name) == expected


@pytest.mark.parametrize(
    ("message", "api"),
    [
        ("JoinGroupRequest", "JOIN_GROUP"),
        ("JoinGroupResponse", "JOIN_GROUP"),
        ("AddRaftVoterRequest", "ADD_RAFT_VOTER"),
    ],
)
def test_names_of_apis(message: str, api: str) -> None:
    assert api_name(message) == api


@pytest.mark.parametrize(
    ("module", "codec"),
    [
        ("fetch_request", "fetch"),
        ("fetch_response", "fetch"),
        ("offset_commit_key", "offset_commit"),
        ("offset_commit_value", "offset_commit"),
        ("topic_record", "records"),
        ("record", "records"),
        ("request_header", "request_header"),
        ("value", "value"),
    ],
)
def test_names_of_codec_modules(module: str, codec: str) -> None:
    assert codec_module(module) == codec


@pytest.mark.parametrize("name", sorted(schemas()))
def test_no_two_fields_of_a_struct_get_the_same_name(name: str) -> None:
    schema = schemas()[name]
    for struct in (schema.root, *schema.structs.values()):
        names = [snake(field.name) for field in struct.fields]
        assert len(set(names)) == len(names)
        assert all(item.isidentifier() for item in names)
        assert "unknown_tags" not in names


def test_no_two_messages_share_a_module() -> None:
    names = [snake(name) for name in schemas()]
    assert len(set(names)) == len(names)

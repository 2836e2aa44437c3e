from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest

from kafkawire import DecodeError, FieldNotInVersion, UnsupportedVersion, ValueOutOfRange
from kafkawire.jsonform import to_json, uuid_from_text, uuid_text
from kafkawire.messages import (
    AlterClientQuotasRequest,
    ApiVersionsResponse,
    FetchRequest,
    FetchResponse,
    HeartbeatRequest,
    MetadataRequest,
    MetadataResponse,
    ProducerSnapshot,
    SaslAuthenticateRequest,
)
from kafkawire.messages.alter_client_quotas_request import EntryData, OpData
from kafkawire.messages.fetch_request import ReplicaState
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.metadata_request import MetadataRequestTopic


def test_names_are_camel_case_and_fields_in_wire_order() -> None:
    heartbeat = HeartbeatRequest(group_id="g", generation_id=1, member_id="m", group_instance_id="i")
    assert list(heartbeat.to_json(4).items()) == [
        ("groupId", "g"),
        ("generationId", 1),
        ("memberId", "m"),
        ("groupInstanceId", "i"),
    ]


def test_fields_that_the_version_lacks_are_not_shown() -> None:
    assert "groupInstanceId" not in HeartbeatRequest().to_json(2)
    with pytest.raises(FieldNotInVersion, match=r"^HeartbeatRequest v2 \.group_instance_id: holds 'i'"):
        HeartbeatRequest(group_instance_id="i").to_json(2)


def test_tagged_fields_are_shown_when_they_are_not_the_default() -> None:
    assert "finalizedFeaturesEpoch" not in ApiVersionsResponse().to_json(3)
    assert ApiVersionsResponse(finalized_features_epoch=3).to_json(3)["finalizedFeaturesEpoch"] == 3
    assert "replicaState" not in FetchRequest(replica_state=ReplicaState()).to_json(15)
    assert FetchRequest(replica_state=ReplicaState(replica_id=1)).to_json(15)["replicaState"] == {
        "replicaId": 1,
        "replicaEpoch": -1,
    }


@pytest.mark.parametrize("empty", [[], ()])
def test_an_empty_sequence_of_any_kind_is_the_default(empty: Any) -> None:
    assert "supportedFeatures" not in ApiVersionsResponse(supported_features=empty).to_json(3)
    assert ApiVersionsResponse(supported_features=empty).encode(0) == ApiVersionsResponse().encode(0)
    assert ApiVersionsResponse(supported_features=empty).to_json(0) == ApiVersionsResponse().to_json(0)


def test_bytes_are_base64_and_uuids_url_safe_without_padding() -> None:
    assert SaslAuthenticateRequest(auth_bytes=b"\xfb\xff\xfe").to_json(2) == {"authBytes": "+//+"}
    topic = MetadataRequestTopic(topic_id=UUID(bytes=b"\xfb\xff" * 8), name=None)
    assert MetadataRequest(topics=[topic]).to_json(12)["topics"] == [
        {"topicId": "-__7__v_-__7__v_-__7_w", "name": None}
    ]


def test_uuids_both_ways() -> None:
    assert uuid_text(UUID(int=0)) == "A" * 22
    assert uuid_from_text("AAAAAAAAAAAAAAAAAAAAAQ") == UUID(int=1)
    for text in ("", "AAAA", "A" * 23, "A" * 21 + "*", "A" * 44):
        with pytest.raises(ValueError, match=r".+"):
            uuid_from_text(text)


def test_records_are_base64_of_whatever_bytes_they_are() -> None:
    for records in (b"abc", memoryview(b"abc")):
        partition = PartitionData(records=records)
        made = FetchResponse(responses=[FetchableTopicResponse(partitions=[partition])]).to_json(4)
        assert made["responses"][0]["partitions"][0]["records"] == "YWJj"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.5, 1.5), (float("nan"), "NaN"), (float("inf"), "Infinity"), (float("-inf"), "-Infinity"), (-0.0, -0.0)],
)
def test_floats_that_json_lacks_are_strings(value: float, shown: object) -> None:
    request = AlterClientQuotasRequest(entries=[EntryData(ops=[OpData(key="k", value=value, remove=False)])])
    made = request.to_json(1)
    assert repr(made["entries"][0]["ops"][0]["value"]) == repr(shown)
    assert AlterClientQuotasRequest.from_json(made, 1) == request


GOOD: dict[str, Any] = {"groupId": "g", "generationId": 1, "memberId": "m", "groupInstanceId": None}


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"groupId": None}, r"HeartbeatRequest v4 \.groupId: null is not allowed in version 4"),
        ({"groupId": 5}, r"HeartbeatRequest v4 \.groupId: a string is wanted, not int"),
        ({"generationId": "1"}, r"HeartbeatRequest v4 \.generationId: an int32 is wanted, not str"),
        ({"generationId": True}, r"HeartbeatRequest v4 \.generationId: an int32 is wanted, not bool"),
        ({"generationId": 1.0}, r"HeartbeatRequest v4 \.generationId: an int32 is wanted, not float"),
        ({"memberID": "m"}, r"HeartbeatRequest v4: no field 'memberID' in this version; did you mean memberId\?"),
        ({"zzz": 1}, r"HeartbeatRequest v4: no field 'zzz' in this version"),
    ],
)
def test_a_wrong_json_form_is_refused_with_its_path(change: dict[str, Any], text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        HeartbeatRequest.from_json(GOOD | change, 4)
    assert re.fullmatch(text, str(caught.value))


def test_a_field_that_is_missing_is_named() -> None:
    with pytest.raises(DecodeError, match=r"^HeartbeatRequest v4: field 'groupId' is missing$"):
        HeartbeatRequest.from_json({name: value for name, value in GOOD.items() if name != "groupId"}, 4)


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1])
def test_a_number_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(
        ValueOutOfRange, match=rf"^HeartbeatRequest v4 \.generationId: {value} does not fit into int32$"
    ):
        HeartbeatRequest.from_json(GOOD | {"generationId": value}, 4)


@pytest.mark.parametrize("value", [-1, 2**32])
def test_an_unsigned_number_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(ValueOutOfRange, match=r"\.crc: .* does not fit into uint32"):
        ProducerSnapshot.from_json({"crc": value, "producerEntries": []}, 1)
    assert ProducerSnapshot.from_json({"crc": 2**32 - 1, "producerEntries": []}, 1).crc == 2**32 - 1


@pytest.mark.parametrize(
    ("topics", "text"),
    [
        ({}, r"\.topics: an array is wanted, not dict"),
        (["t"], r"\.topics\[0\]: an object is wanted, not str"),
        ([{"name": "t", "topicId": "short"}], r"\.topics\[0\]\.topicId: not a uuid in base64: .+"),
        ([{"name": "t", "topicId": 5}], r"\.topics\[0\]\.topicId: a string is wanted, not int"),
        ([{"name": "t"}], r"\.topics\[0\]: field 'topicId' is missing"),
    ],
)
def test_paths_lead_through_arrays(topics: Any, text: str) -> None:
    form = {"topics": topics, "allowAutoTopicCreation": True, "includeTopicAuthorizedOperations": False}
    with pytest.raises(DecodeError) as caught:
        MetadataRequest.from_json(form, 12)
    assert re.fullmatch(rf"MetadataRequest v12 {text}", str(caught.value))


@pytest.mark.parametrize("value", ["true", 1, None])
def test_a_bool_is_true_or_false(value: Any) -> None:
    with pytest.raises(DecodeError, match=r"\.allowAutoTopicCreation: "):
        MetadataRequest.from_json({"topics": None, "allowAutoTopicCreation": value}, 4)


@pytest.mark.parametrize("value", ["***", "YWJ", 5, "é"])
def test_bytes_must_be_base64(value: Any) -> None:
    with pytest.raises(DecodeError, match=r"^SaslAuthenticateRequest v2 \.authBytes: "):
        SaslAuthenticateRequest.from_json({"authBytes": value}, 2)


@pytest.mark.parametrize("value", ["nan", "inf", True, None, []])
def test_a_float_is_a_number_or_one_of_three_words(value: Any) -> None:
    form = {"entries": [{"entity": [], "ops": [{"key": "k", "value": value, "remove": False}]}], "validateOnly": False}
    with pytest.raises(DecodeError, match=r"\.entries\[0\]\.ops\[0\]\.value: "):
        AlterClientQuotasRequest.from_json(form, 1)


def test_a_float_too_large_for_eight_bytes_is_refused() -> None:
    ops = [{"key": "k", "value": 10**400, "remove": False}]
    with pytest.raises(
        ValueOutOfRange, match=r"^AlterClientQuotasRequest v1 \.entries\[0\]\.ops\[0\]\.value: int too large"
    ):
        AlterClientQuotasRequest.from_json({"entries": [{"entity": [], "ops": ops}], "validateOnly": False}, 1)


@pytest.mark.parametrize("form", [None, [], "x", 5])
def test_a_message_is_an_object(form: Any) -> None:
    with pytest.raises(DecodeError, match=r"^MetadataRequest v0: an object is wanted, not "):
        MetadataRequest.from_json(form, 0)


def test_versions_that_never_were_are_refused() -> None:
    with pytest.raises(UnsupportedVersion):
        MetadataResponse().to_json(99)
    with pytest.raises(UnsupportedVersion):
        MetadataResponse.from_json({}, 99)


def test_unknown_tags_have_no_json_form() -> None:
    assert HeartbeatRequest(group_id="g", unknown_tags={9: b"x"}).to_json(4) == HeartbeatRequest(group_id="g").to_json(
        4
    )


def test_secrets_are_hidden_on_request() -> None:
    message = SaslAuthenticateRequest(auth_bytes=b"secret")
    assert to_json(message, 2, secrets=False) == {"authBytes": "<hidden>"}
    assert to_json(message, 2) == {"authBytes": "c2VjcmV0"}

from __future__ import annotations

import re

import pytest

from kafkawire import DecodeError, InvalidLength, InvalidText, LimitExceeded, TrailingBytes, Truncated, explain_decode
from kafkawire.explain_decode import Token, explain, trace, trace_prefix
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.messages import (
    ConsumerGroupMemberMetadataValue,
    DeleteTopicsRequest,
    FetchRequest,
    MetadataRequest,
    MetadataResponse,
    RequestHeader,
)
from kafkawire.messages.consumer_group_member_metadata_value import ClassicMemberMetadata
from kafkawire.messages.fetch_request import ReplicaState
from tests.agreement import assert_agreement, assert_same_values
from tests.vectors import Vector, files, name_of, read


def test_tokens_say_what_every_byte_is() -> None:
    data = bytes.fromhex("0003000c00000005000161" + "0105026869")
    assert trace(RequestHeader, data, 2) == [
        Token(0, 2, ".request_api_key", "int16", 3),
        Token(2, 4, ".request_api_version", "int16", 12),
        Token(4, 8, ".correlation_id", "int32", 5),
        Token(8, 11, ".client_id", "string", "a"),
        Token(11, 12, "", "number of tagged fields", 1),
        Token(12, 13, "", "tag", 5),
        Token(13, 14, "", "size of the tagged field", 2),
        Token(14, 16, ".unknown_tags[5]", "bytes", b"hi"),
    ]


def test_array_elements_carry_their_index() -> None:
    data = DeleteTopicsRequest(topic_names=["a", "b"], timeout_ms=1).encode(4)
    assert [(token.path, token.type, token.value) for token in trace(DeleteTopicsRequest, data, 4)] == [
        (".topic_names", "compact array count", 2),
        (".topic_names[0]", "compact string", "a"),
        (".topic_names[1]", "compact string", "b"),
        (".timeout_ms", "int32", 1),
        ("", "number of tagged fields", 0),
    ]


def test_known_tags_lead_to_their_field() -> None:
    data = FetchRequest(replica_state=ReplicaState(replica_id=5, replica_epoch=6)).encode(15)
    assert (".replica_state.replica_id", 5) in [(token.path, token.value) for token in trace(FetchRequest, data, 15)]


def test_the_marker_of_a_nullable_struct_is_a_token_of_its_own() -> None:
    message = ConsumerGroupMemberMetadataValue(classic_member_metadata=ClassicMemberMetadata(session_timeout_ms=7))
    data = message.encode(0)
    tokens = trace(ConsumerGroupMemberMetadataValue, data, 0)
    assert ("present", 1) in [(token.type, token.value) for token in tokens if token.path == ".classic_member_metadata"]
    assert_same_values(message, tokens, data)


def test_a_null_array_is_a_token_without_elements() -> None:
    assert trace(MetadataRequest, b"\xff\xff\xff\xff", 1) == [Token(0, 4, ".topics", "array count", None)]


@pytest.mark.parametrize("file", files("rpc", "data", "headers", "records-group", "records-metadata"), ids=name_of)
def test_the_tracer_reads_the_vectors_as_the_codec_does(file: object) -> None:
    for vector in few(list(read(file))):  # type: ignore[arg-type]
        assert assert_agreement(vector.cls, vector.data, vector.version) is not None, str(vector)
        for cut in range(0, len(vector.data), 1 + len(vector.data) // 8):
            assert assert_agreement(vector.cls, vector.data[:cut], vector.version) is None


def few(vectors: list[Vector]) -> list[Vector]:
    """The largest vector of each version that is not too large."""
    best: dict[int, Vector] = {}
    for vector in vectors:
        if len(best.get(vector.version, vector).data) <= len(vector.data) < 1000 or vector.version not in best:
            best[vector.version] = vector
    return list(best.values())


def test_a_prefix_is_traced_as_far_as_it_goes() -> None:
    data = (
        b"xx"
        + RequestHeader(request_api_key=3, request_api_version=12, correlation_id=5, client_id="a").encode(1)
        + b"rest"
    )
    tokens, stop, error = trace_prefix(RequestHeader, data, 1, 2)
    assert (tokens[0].start, stop, error) == (2, 13, None)
    tokens, stop, error = trace_prefix(RequestHeader, data[:12], 1, 2)
    assert [token.path for token in tokens] == [".request_api_key", ".request_api_version", ".correlation_id"]
    assert isinstance(error, Truncated)
    assert "client_id: 1 bytes wanted, 0 left at offset" in str(error)


def test_the_error_of_the_readme() -> None:
    topics = b"".join(b"\x00\x00\x02t" + bytes(16) + b"\x00\x01" + bytes(5) for _ in range(3))
    data = (
        bytes(4)
        + b"\x01\x00"
        + bytes(4)
        + b"\x05"
        + topics
        + b"\x00\x00\x02t"
        + bytes(16)
        + b"\x00"
        + b"\x80\x80\x80\x80\x08"
    )
    data += bytes(40)
    text = r"MetadataResponse v12 \.topics\[3\]\.partitions: count 2147483647 needs at least \d+ bytes, 40 left at .*"
    with pytest.raises(InvalidLength) as caught:
        MetadataResponse.decode(data, 12)
    assert re.fullmatch(text, str(caught.value))
    with pytest.raises(InvalidLength) as caught:
        trace(MetadataResponse, data, 12)
    assert re.fullmatch(text, str(caught.value))


def test_the_offset_of_bad_text_is_that_of_the_byte() -> None:
    with pytest.raises(InvalidText, match=r"\.topics\[0\]\.name: byte 0xff is not valid UTF-8 here at offset 8$"):
        trace(MetadataRequest, b"\0\0\0\1\0\3ab\xff", 0)


def test_bytes_left_over_are_refused() -> None:
    with pytest.raises(TrailingBytes, match=r"^MetadataRequest v1: 2 bytes left over at offset 4$"):
        trace(MetadataRequest, b"\xff\xff\xff\xff\0\0", 1)


def test_limits_are_those_of_the_codec() -> None:
    data = DeleteTopicsRequest(topic_names=[""] * 5).encode(4)
    with pytest.raises(LimitExceeded, match="count 5 passes the object budget of 4 for a message"):
        trace(DeleteTopicsRequest, data, 4, limits=Limits(max_objects=4))
    assert trace(DeleteTopicsRequest, data, 4, limits=Limits(max_objects=5))


def test_a_message_too_long_to_be_followed_gives_the_codecs_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain_decode, "_MAX_STEPS", 10)
    data = DeleteTopicsRequest(topic_names=["t"] * 50).encode(0)[:-1]
    with pytest.raises(Truncated, match=r"^DeleteTopicsRequest v0: "):
        DeleteTopicsRequest.decode(data, 0)
    with pytest.raises(TrailingBytes, match=r"^DeleteTopicsRequest v0: 3 bytes left over$"):
        DeleteTopicsRequest.decode(data + b"\0" * 4, 0)


def test_a_cause_that_is_none_of_ours_becomes_truncated() -> None:
    error = explain(MetadataRequest, b"\xff\xff\xff\xff", 1, DEFAULT_LIMITS, IndexError("index out of range"))
    assert type(error) is Truncated
    assert isinstance(error, DecodeError)

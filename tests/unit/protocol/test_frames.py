from __future__ import annotations

import re
from typing import Any, cast

import pytest

import kafkawire
from kafkawire import DecodeError, InvalidLength, TrailingBytes, Truncated, UnsupportedVersion, ValueOutOfRange
from kafkawire.limits import Limits
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchResponse,
    HeartbeatRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    RequestHeader,
    ResponseHeader,
)
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import (
    decode_request_header,
    decode_request_payload,
    decode_response_payload,
    encode_request_pieces,
    encode_response_pieces,
    expects_response,
)

SMALL = bytes.fromhex("0000000f000300000000000700016100000000")


def test_a_request_frame_both_ways() -> None:
    frame = kafkawire.encode_request(MetadataRequest(), version=0, correlation_id=7, client_id="a")
    assert frame == SMALL
    header, message = kafkawire.decode_request(frame)
    assert header == RequestHeader(request_api_key=3, request_api_version=0, correlation_id=7, client_id="a")
    assert message == MetadataRequest()


def test_a_response_frame_both_ways() -> None:
    frame = kafkawire.encode_response(MetadataResponse(), version=0, correlation_id=7)
    assert frame.hex() == "0000000c000000070000000000000000"
    assert kafkawire.decode_response(frame, 3, 0) == (ResponseHeader(correlation_id=7), MetadataResponse())


def test_a_frame_of_any_bytes_like_type() -> None:
    for frame in (SMALL, bytearray(SMALL), memoryview(SMALL)):
        assert kafkawire.decode_request(frame)[1] == MetadataRequest()
        assert decode_request_payload(frame[4:])[1] == MetadataRequest()
        assert decode_request_header(frame[4:]) == (
            RequestHeader(request_api_key=3, request_api_version=0, correlation_id=7, client_id="a"),
            11,
        )


def test_api_versions_is_answered_in_a_header_without_tags() -> None:
    frame = kafkawire.encode_response(ApiVersionsResponse(), version=3, correlation_id=1)
    assert frame[4:9].hex() == "0000000100"
    assert kafkawire.decode_response(frame, 18, 3)[1] == ApiVersionsResponse()


def test_unknown_tags_of_header_and_message_are_kept() -> None:
    header = RequestHeader(
        request_api_key=12, request_api_version=4, correlation_id=1, client_id=None, unknown_tags={1: b"h"}
    ).encode(2)
    body = HeartbeatRequest(group_id="g", unknown_tags={2: b"m"}).encode(4)
    got = decode_request_payload(header + body)
    assert got == (
        RequestHeader(
            request_api_key=12, request_api_version=4, correlation_id=1, client_id=None, unknown_tags={1: b"h"}
        ),
        HeartbeatRequest(group_id="g", unknown_tags={2: b"m"}),
    )


def test_records_are_views_where_asked_for() -> None:
    response = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[PartitionData(records=b"abc")])])
    frame = kafkawire.encode_response(response, version=4, correlation_id=1)
    _, message = kafkawire.decode_response(frame, 1, 4, zero_copy=True)
    assert isinstance(message, FetchResponse)
    records = message.responses[0].partitions[0].records
    assert isinstance(records, memoryview)
    assert bytes(records) == b"abc"


@pytest.mark.parametrize(
    ("frame", "error", "text"),
    [
        (b"\0\0\0", Truncated, "a frame begins with 4 bytes of size, here are 3"),
        (SMALL[:-1], InvalidLength, "the frame says 15 bytes, here are 14"),
        (SMALL + b"\0", InvalidLength, "the frame says 15 bytes, here are 16"),
        (b"\xff\xff\xff\xff", InvalidLength, "a frame of -1 bytes; 0 to 104857600 are allowed"),
        (b"\0\0\0\2\0\3", Truncated, "a request takes at least 4 bytes, here are 2"),
    ],
)
def test_a_frame_that_is_not_whole_is_refused(frame: bytes, error: type[DecodeError], text: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        kafkawire.decode_request(frame)


def test_a_frame_above_the_limit_is_refused() -> None:
    with pytest.raises(InvalidLength, match="a frame of 15 bytes; 0 to 14 are allowed"):
        kafkawire.decode_request(SMALL, limits=Limits(max_frame_size=14))
    assert kafkawire.decode_request(SMALL, limits=Limits(max_frame_size=15))


def test_bytes_behind_the_message_are_refused() -> None:
    with pytest.raises(TrailingBytes, match=r"^MetadataRequest v0: 2 bytes of the frame left over$"):
        decode_request_payload(SMALL[4:] + b"\0\0")
    with pytest.raises(TrailingBytes, match=r"^MetadataResponse v0: 1 bytes of the frame left over$"):
        decode_response_payload(bytes(13), 3, 0)


def test_an_api_or_version_that_never_was_is_refused() -> None:
    with pytest.raises(UnsupportedVersion, match="no API has the key 255"):
        decode_request_payload(b"\x00\xff" + bytes(8))
    with pytest.raises(UnsupportedVersion, match="MetadataRequest has no version 300; it has 0 to 13"):
        decode_request_payload(b"\x00\x03\x01\x2c" + bytes(8))
    with pytest.raises(UnsupportedVersion):
        kafkawire.encode_request(MetadataRequest(), version=99, correlation_id=1)
    with pytest.raises(UnsupportedVersion):
        kafkawire.decode_response(b"\0\0\0\4" + bytes(4), 3, 99)


def test_errors_name_header_or_message() -> None:
    with pytest.raises(Truncated, match=r"^RequestHeader v1 \.client_id: "):
        decode_request_payload(SMALL[4:13])
    with pytest.raises(Truncated, match=r"^MetadataRequest v0 \.topics: "):
        decode_request_payload(SMALL[4:-1])
    with pytest.raises(Truncated, match=r"^ResponseHeader v1: "):
        decode_response_payload(bytes(4), 3, 12)
    with pytest.raises(Truncated, match=r"^MetadataResponse v12 \.throttle_time_ms: "):
        decode_response_payload(bytes(5), 3, 12)


def test_limits_are_passed_on() -> None:
    frame = kafkawire.encode_request(ApiVersionsRequest(unknown_tags={9: b""}), version=3, correlation_id=1)
    with pytest.raises(DecodeError, match=r"^ApiVersionsRequest v3: 1 tagged fields; 0 is the most"):
        kafkawire.decode_request(frame, limits=Limits(max_tagged_fields=0))


def test_a_number_is_no_payload() -> None:
    with pytest.raises(TypeError):
        decode_request_payload(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        decode_response_payload(5, 12, 4)  # type: ignore[arg-type]


# --- headers survive ------------------------------------------------------------------------------------------------


def test_a_request_is_written_back_with_the_tags_of_its_header() -> None:
    payload = bytes.fromhex("000c 0004 00000009 0001 63 01 05 02 cafe") + HeartbeatRequest(group_id="g").encode(4)
    frame = len(payload).to_bytes(4, "big") + payload
    header, message = kafkawire.decode_request(frame)
    assert header.unknown_tags == {5: b"\xca\xfe"}
    assert kafkawire.encode_request(message, header=header) == frame
    assert encode_request_pieces(message, header=header) == [frame]
    header.correlation_id = 10
    assert kafkawire.decode_request(kafkawire.encode_request(message, header=header)) == (header, message)


def test_a_response_is_written_back_with_the_tags_of_its_header() -> None:
    frame = bytes.fromhex("00000010 00000007 01 05 02 cafe 00000000 001b 00")
    header, message = kafkawire.decode_response(frame, 12, 4)
    assert kafkawire.encode_response(message, version=4, header=header) == frame
    assert encode_response_pieces(message, version=4, header=header) == [frame]


def test_a_header_goes_before_a_request_of_its_api_only() -> None:
    header = RequestHeader(request_api_key=3, request_api_version=4)
    with pytest.raises(ValueOutOfRange, match=r"HeartbeatRequest has the API key 12, the header says 3"):
        kafkawire.encode_request(HeartbeatRequest(), header=header)


def test_a_frame_needs_a_header_or_what_goes_into_it() -> None:
    encode: Any = kafkawire.encode_request
    for missing in ({}, {"version": 1}, {"correlation_id": 1}):
        with pytest.raises(TypeError, match="a header, or version and correlation_id"):
            encode(MetadataRequest(), **missing)
    for encode in (kafkawire.encode_response, encode_response_pieces):
        with pytest.raises(TypeError, match="a header, or correlation_id"):
            encode(MetadataResponse(), version=1)


def test_large_bytes_of_a_request_are_not_copied() -> None:
    records = bytes(1 << 20)
    topic = TopicProduceData(name="t", partition_data=[PartitionProduceData(records=records)])
    request = ProduceRequest(topic_data=[topic])
    header = RequestHeader(request_api_key=0, request_api_version=9, correlation_id=1, client_id="c")
    pieces = encode_request_pieces(request, header=header)
    assert b"".join(cast("list[bytes]", pieces)) == kafkawire.encode_request(request, header=header)
    with pytest.raises(ValueOutOfRange):
        encode_request_pieces(MetadataRequest(), header=header)
    assert any(piece is records for piece in pieces)


@pytest.mark.parametrize(
    ("head", "body_at"),
    [
        ("0003 0063 00000007 0001 61 01 05 02 cafe", 16),  # Metadata of a version to come: flexible, as since 9
        ("0011 0063 00000007 0001 61", 11),  # SaslHandshake was never flexible
        ("7fff 0000 00000007 0001 61 00", 12),  # an API that nobody knows: those are flexible
        ("7fff 0000 00000007 0001 61", 11),  # unless it cannot be
        ("7fff 0000 00000007 0001 61 ff ff ff ff ff ff", 11),
        ("0003 ffff 00000007 0001 61", 11),  # below what there was
    ],
)
def test_a_header_that_is_not_known_is_read_as_it_most_likely_is(head: str, body_at: int) -> None:
    payload = bytes.fromhex(head)
    with pytest.raises(UnsupportedVersion):
        decode_request_header(payload)
    header, start = decode_request_header(payload, lenient=True)
    assert (header.correlation_id, header.client_id, start) == (7, "a", body_at)
    assert header.encode(1 if header.unknown_tags is None else 2)[:11] == payload[:11]


def test_a_header_that_is_known_is_read_as_it_is_leniently_too() -> None:
    assert decode_request_header(SMALL[4:], lenient=True) == decode_request_header(SMALL[4:])
    with pytest.raises(Truncated):
        decode_request_header(SMALL[4:9], lenient=True)
    with pytest.raises(DecodeError):
        decode_request_header(bytes.fromhex("7fff 0000 00000007 0009 61"), lenient=True)


@pytest.mark.parametrize("version", [0, 3, 5, 99])
def test_the_response_to_an_api_versions_that_is_too_new_is_read(version: int) -> None:
    # KIP-511: in version 0 whatever was asked, with error 35 and the versions that can be asked.
    refusal = bytes.fromhex("00000010 00000001 0023 00000001 0012 0000 0003")
    header, response = kafkawire.decode_response(refusal, 18, version)
    assert isinstance(response, ApiVersionsResponse)
    assert (header.correlation_id, response.error_code) == (1, 35)
    assert [(api.api_key, api.min_version, api.max_version) for api in response.api_keys] == [(18, 0, 3)]


def test_whether_a_request_is_answered() -> None:
    assert expects_response(MetadataRequest())
    assert expects_response(ProduceRequest(acks=1))
    assert expects_response(ProduceRequest(acks=-1))
    assert not expects_response(ProduceRequest(acks=0))


@pytest.mark.parametrize("client_id", [None, "", "me", "grüße", "x" * 32_767])
@pytest.mark.parametrize("version", MetadataRequest.VERSIONS)
def test_a_new_header_is_that_of_the_schema(version: int, client_id: str | None) -> None:
    header = RequestHeader(
        request_api_key=MetadataRequest.API_KEY, request_api_version=version, correlation_id=-7, client_id=client_id
    )
    frame = kafkawire.encode_request(MetadataRequest(), version=version, correlation_id=-7, client_id=client_id)
    assert frame == kafkawire.encode_request(MetadataRequest(), header=header)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"correlation_id": 1 << 31}, "correlation_id"),
        ({"correlation_id": "1"}, "correlation_id"),
        ({"correlation_id": 1, "client_id": "x" * 32_768}, "client_id"),
        ({"correlation_id": 1, "client_id": "\ud800"}, "client_id"),
        ({"correlation_id": 1, "client_id": b"me"}, "client_id"),
    ],
)
def test_what_is_wrong_in_a_new_header_is_named(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueOutOfRange, match=rf"RequestHeader v2 \.{field}"):
        kafkawire.encode_request(MetadataRequest(), version=12, **wrong)

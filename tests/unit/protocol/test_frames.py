from __future__ import annotations

import re

import pytest

import kafkawire
from kafkawire import DecodeError, InvalidLength, TrailingBytes, Truncated, UnsupportedVersion
from kafkawire.limits import Limits
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchResponse,
    HeartbeatRequest,
    MetadataRequest,
    MetadataResponse,
    RequestHeader,
    ResponseHeader,
)
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.protocol.frames import (
    decode_request_header,
    decode_request_payload,
    decode_response_payload,
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

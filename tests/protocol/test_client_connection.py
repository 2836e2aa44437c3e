from __future__ import annotations

import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire import ApiKey
from kafkawire.errors import FieldNotInVersion, LocalProtocolError, RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
)
from kafkawire.messages.api_versions_response import ApiVersion
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import ResponseReceived, VersionsNegotiated
from kafkawire.protocol.frames import decode_request, encode_response
from kafkawire.protocol.states import State


def versions_answer(error_code: int = 0, newest: int = 4) -> ApiVersionsResponse:
    keys = [(3, 0, 12), (12, 0, 4), (18, 0, newest)]
    apis = [ApiVersion(api_key=key, min_version=low, max_version=high) for key, low, high in keys]
    return ApiVersionsResponse(error_code=error_code, api_keys=apis)


def ready(limits: Limits | None = None) -> ClientConnection:
    connection = ClientConnection("me", limits=limits or Limits())
    connection.initiate()
    (sent,) = connection.data_to_send()
    header, _ = decode_request(sent)
    answer = encode_response(versions_answer(), version=header.request_api_version, correlation_id=0)
    (event,) = connection.receive_data(answer)
    assert isinstance(event, VersionsNegotiated)
    return connection


def test_negotiation_says_who_we_are_and_learns_what_the_broker_speaks() -> None:
    connection = ClientConnection("me")
    connection.initiate()
    (sent,) = connection.data_to_send()
    header, request = decode_request(sent)
    assert (header.request_api_key, header.client_id, header.correlation_id) == (18, "me", 0)
    assert isinstance(request, ApiVersionsRequest)
    assert request.client_software_name == "kafkawire"
    answer = encode_response(versions_answer(), version=header.request_api_version, correlation_id=0)
    (event,) = connection.receive_data(answer)
    assert isinstance(event, VersionsNegotiated)
    assert event.versions.ranges == {3: (0, 12), 12: (0, 4), 18: (0, 4)}
    assert connection.state is State.READY


@pytest.mark.parametrize(("newest", "second"), [(3, 3), (0, 0)])
def test_a_broker_without_our_version_is_asked_again_in_one_it_names(newest: int, second: int) -> None:
    connection = ClientConnection()
    connection.initiate()
    connection.data_to_send()
    refusal = encode_response(versions_answer(35, newest), version=0, correlation_id=0)
    assert connection.receive_data(refusal) == []
    assert connection.state is State.RENEGOTIATING
    (sent,) = connection.data_to_send()
    header, _ = decode_request(sent)
    assert (header.request_api_version, header.correlation_id) == (second, 1)
    (event,) = connection.receive_data(encode_response(versions_answer(), version=second, correlation_id=1))
    assert isinstance(event, VersionsNegotiated)


def test_a_refusal_without_a_list_leads_to_version_0() -> None:
    connection = ClientConnection()
    connection.initiate()
    connection.data_to_send()
    connection.receive_data(encode_response(ApiVersionsResponse(error_code=35), version=0, correlation_id=0))
    assert decode_request(connection.data_to_send()[0])[0].request_api_version == 0


def test_a_second_refusal_ends_the_connection() -> None:
    connection = ClientConnection()
    connection.initiate()
    connection.receive_data(encode_response(versions_answer(35, 3), version=0, correlation_id=0))
    with pytest.raises(RemoteProtocolError, match="VERSIONS_REFUSED is out of order"):
        connection.receive_data(encode_response(versions_answer(35, 3), version=0, correlation_id=1))
    assert connection.state is State.CLOSED


def test_nothing_can_be_asked_before_negotiation_or_after_the_end() -> None:
    connection = ClientConnection()
    with pytest.raises(LocalProtocolError, match="REQUEST is not possible in state START"):
        connection.send(MetadataRequest(), 1)
    connection = ready()
    connection.close()
    with pytest.raises(LocalProtocolError, match="state CLOSED"):
        connection.send(MetadataRequest(), 1)


def test_answers_come_out_with_the_version_that_was_asked_in() -> None:
    connection = ready()
    first = connection.send(MetadataRequest(topics=None), 12)
    second = connection.send(HeartbeatRequest(group_id="g"), 4)
    assert connection.in_flight == 2
    metadata, heartbeat = MetadataResponse(controller_id=3), HeartbeatResponse(error_code=27)
    stream = encode_response(metadata, version=12, correlation_id=first)
    stream += encode_response(heartbeat, version=4, correlation_id=second)
    events = connection.receive_data(stream)
    assert [e.message for e in events if isinstance(e, ResponseReceived)] == [metadata, heartbeat]
    assert connection.in_flight == 0


@given(st.lists(st.integers(0, 120), max_size=6))
def test_any_split_gives_the_same_events(at: list[int]) -> None:
    connection = ready()
    ids = [connection.send(HeartbeatRequest(group_id="g"), 4) for _ in range(3)]
    stream = b"".join(
        encode_response(HeartbeatResponse(error_code=i), version=4, correlation_id=c) for i, c in enumerate(ids)
    )
    edges = [0, *sorted(min(cut, len(stream)) for cut in at), len(stream)]
    parts = [stream[a:b] for a, b in itertools.pairwise(edges)]
    events = [event for part in parts for event in connection.receive_data(part)]
    assert [(e.correlation_id, e.message.error_code) for e in events] == list(zip(ids, range(3), strict=True))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        (encode_response(HeartbeatResponse(), version=4, correlation_id=7), "response 7 came where 1 was due"),
        (struct.pack(">ih", 2, 0), "has no correlation id"),
        (struct.pack(">iibi", 9, 1, 0, 5), "the response to HEARTBEAT"),
        (struct.pack(">i", -5), "announces -5 bytes"),
    ],
)
def test_a_lying_broker_ends_the_connection_with_one_error(stream: bytes, reason: str) -> None:
    connection = ready()
    connection.send(HeartbeatRequest(group_id="g"), 4)
    with pytest.raises(RemoteProtocolError, match=reason):
        connection.receive_data(stream)
    assert connection.state is State.CLOSED
    with pytest.raises(RemoteProtocolError, match=reason):
        connection.receive_data(b"")


def test_an_answer_nobody_asked_for_ends_the_connection() -> None:
    with pytest.raises(RemoteProtocolError, match="never asked for"):
        ready().receive_data(encode_response(HeartbeatResponse(), version=4, correlation_id=1))


def test_good_answers_before_a_fault_come_out_first() -> None:
    connection = ready()
    wanted = connection.send(HeartbeatRequest(group_id="g"), 4)
    stream = encode_response(HeartbeatResponse(), version=4, correlation_id=wanted) + b"\xff\xff\xff\xff"
    (event,) = connection.receive_data(stream)
    assert isinstance(event, ResponseReceived)
    with pytest.raises(RemoteProtocolError):
        connection.check()


def test_a_request_without_answer_is_not_waited_for() -> None:
    connection = ready()
    connection.send(HeartbeatRequest(group_id="g"), 4, expect_response=False)
    wanted = connection.send(HeartbeatRequest(group_id="g"), 4)
    (event,) = connection.receive_data(encode_response(HeartbeatResponse(), version=4, correlation_id=wanted))
    assert isinstance(event, ResponseReceived)
    assert event.correlation_id == wanted


def test_a_produce_request_with_acks_0_is_known_to_have_no_response() -> None:
    connection = ready()
    connection.send(ProduceRequest(acks=0), 9)
    assert connection.in_flight == 0
    connection.send(ProduceRequest(acks=1), 9)
    assert connection.in_flight == 1


def test_requests_in_flight_are_bounded() -> None:
    connection = ready(Limits(max_in_flight=2))
    connection.send(HeartbeatRequest(), 4)
    connection.send(HeartbeatRequest(), 4)
    with pytest.raises(LocalProtocolError, match="2 requests are waiting"):
        connection.send(HeartbeatRequest(), 4)


def test_a_request_that_cannot_be_encoded_changes_nothing() -> None:
    connection = ready()
    connection.data_to_send()
    with pytest.raises(FieldNotInVersion):
        connection.send(HeartbeatRequest(group_instance_id="static"), 0)
    assert connection.in_flight == 0
    assert connection.data_to_send() == []
    assert connection.send(HeartbeatRequest(), 4) == 1


def test_the_end_inside_a_frame_is_an_error_and_between_frames_is_not() -> None:
    connection = ready()
    connection.eof_received()
    assert connection.state is State.CLOSED
    connection = ready()
    connection.receive_data(b"\0\0")
    with pytest.raises(RemoteProtocolError, match="2 bytes into a frame"):
        connection.eof_received()


def test_correlation_ids_start_again_at_0_after_the_largest() -> None:
    connection = ready()
    connection._next_id = 2**31 - 1
    assert [connection.send(HeartbeatRequest(), 4) for _ in range(2)] == [2**31 - 1, 0]


def test_api_versions_can_be_asked_again_later() -> None:
    connection = ready()
    wanted = connection.send(ApiVersionsRequest(), 3)
    (event,) = connection.receive_data(encode_response(versions_answer(), version=3, correlation_id=wanted))
    assert isinstance(event, ResponseReceived)
    assert event.api_key == ApiKey.API_VERSIONS

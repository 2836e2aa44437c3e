from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.api_key import ApiKey
from kafkawire.errors import LocalProtocolError, RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchRequest,
    FetchResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    ProduceRequest,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.events import RequestReceived
from kafkawire.protocol.frames import decode_response, encode_request
from kafkawire.protocol.server import BARE_TOKEN, ServerConnection
from kafkawire.protocol.states import State

VERSIONS = {int(ApiKey.HEARTBEAT): range(5), int(ApiKey.API_VERSIONS): range(4), int(ApiKey.PRODUCE): range(3, 10)}


def heartbeat(number: int, version: int = 4) -> bytes:
    return encode_request(
        HeartbeatRequest(group_id="g", generation_id=number, member_id="m"),
        version=version,
        correlation_id=number,
        client_id="c",
    )


@given(st.lists(st.integers(1, 40)))
def test_requests_do_not_depend_on_how_the_stream_is_cut(cuts: list[int]) -> None:
    stream = b"".join(heartbeat(number, number % 5) for number in range(5))
    connection, pos, seen = ServerConnection(VERSIONS), 0, []
    for cut in [*cuts, len(stream)]:
        seen += connection.receive_data(stream[pos : pos + cut])
        pos += cut
    assert [(e.correlation_id, e.version, e.client_id) for e in seen] == [(n, n, "c") for n in range(5)]
    assert connection.in_flight == 5


def test_answers_leave_in_the_order_of_the_requests() -> None:
    connection = ServerConnection(VERSIONS)
    connection.receive_data(heartbeat(1) + heartbeat(2))
    with pytest.raises(LocalProtocolError):
        connection.send(2, HeartbeatResponse())
    connection.send(1, HeartbeatResponse(error_code=27))
    connection.skip(2)
    (data,) = connection.data_to_send()
    header, message = decode_response(data, ApiKey.HEARTBEAT, 4)
    assert (header.correlation_id, message) == (1, HeartbeatResponse(error_code=27))
    assert (connection.data_to_send(), connection.in_flight) == ([], 0)
    with pytest.raises(LocalProtocolError):
        connection.skip(2)


def test_api_versions_of_a_version_we_lack_is_answered_in_version_0() -> None:
    connection = ServerConnection(VERSIONS)
    future = struct.pack(">ihhi", 20, ApiKey.API_VERSIONS, 99, 7) + b"\xff" * 12
    (event,) = connection.receive_data(future)
    assert (event.version, event.message) == (99, ApiVersionsRequest())
    connection.send(7, ApiVersionsResponse(error_code=35))
    _, message = decode_response(connection.data_to_send()[0], ApiKey.API_VERSIONS, 0)
    assert isinstance(message, ApiVersionsResponse)
    assert message.error_code == 35


@pytest.mark.parametrize(
    "bad",
    [
        struct.pack(">ihhi", 8, ApiKey.METADATA, 1, 0),  # not served
        struct.pack(">ihhi", 8, ApiKey.HEARTBEAT, 5, 0),  # version not served
        struct.pack(">ihhi", 8, 999, 0, 0),  # no such API
        struct.pack(">ihh", 4, ApiKey.HEARTBEAT, 0),  # shorter than any header
        struct.pack(">ihhih", 10, ApiKey.HEARTBEAT, 0, 0, -1),  # no body
        struct.pack(">i", -1),
        struct.pack(">i", 1001),
    ],
)
def test_what_cannot_be_served_ends_the_connection_after_what_came_before(bad: bytes) -> None:
    connection = ServerConnection(VERSIONS, limits=Limits(max_frame_size=1000))
    assert [event.correlation_id for event in connection.receive_data(heartbeat(3) + bad)] == [3]
    assert connection.state is State.CLOSED
    for _ in range(2):
        with pytest.raises(RemoteProtocolError):
            connection.check()
    with pytest.raises(RemoteProtocolError):
        connection.receive_data(heartbeat(4))


def test_bytes_behind_a_request_are_not_looked_at() -> None:
    frame = bytearray(heartbeat(1) + b"xyz")
    struct.pack_into(">i", frame, 0, len(frame) - 4)
    assert ServerConnection(VERSIONS).receive_data(frame)[0].message == HeartbeatRequest(
        group_id="g", generation_id=1, member_id="m"
    )


def test_records_of_a_produce_request_are_not_copied() -> None:
    request = ProduceRequest(
        topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=b"123")])]
    )
    frame = encode_request(request, version=9, correlation_id=1)
    (event,) = ServerConnection(VERSIONS).receive_data(frame)
    assert isinstance(event.message, ProduceRequest)
    assert isinstance(event.message.topic_data[0].partition_data[0].records, memoryview)


def test_an_answer_is_one_frame_or_the_pieces_of_it() -> None:
    parts = [PartitionData(records=b"123", aborted_transactions=None)]
    response = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=parts)])
    sent: list[Any] = []
    for take in (ServerConnection.data_to_send, ServerConnection.pieces_to_send):
        connection = ServerConnection({int(ApiKey.FETCH): range(13)})
        connection.receive_data(encode_request(FetchRequest(), version=12, correlation_id=1))
        connection.send(1, response)
        sent.append(take(connection))
        assert take(connection) == []
    (frame,), pieces = sent
    assert b"".join(pieces) == frame
    assert b"123" in pieces


def test_a_stream_that_ends_within_a_request_is_a_fault() -> None:
    connection = ServerConnection(VERSIONS)
    connection.receive_data(heartbeat(1)[:-1])
    with pytest.raises(RemoteProtocolError, match="bytes into a frame"):
        connection.eof_received()
    assert connection.state is State.CLOSED
    whole = ServerConnection(VERSIONS)
    whole.receive_data(heartbeat(1))
    whole.eof_received()
    assert whole.state is State.CLOSED


SASL_VERSIONS = VERSIONS | {int(ApiKey.SASL_HANDSHAKE): range(2), int(ApiKey.SASL_AUTHENTICATE): range(3)}
GOOD = b"\0alice\0alice-secret"


def sasl(first_version: int, *later: bytes) -> tuple[ServerConnection, list[RequestReceived]]:
    """A connection that authenticates its client, who has sent a handshake and more in one piece."""
    connection = ServerConnection(SASL_VERSIONS, authenticates=True)
    handshake = encode_request(
        SaslHandshakeRequest(mechanism="PLAIN"), version=first_version, correlation_id=0, client_id="c"
    )
    return connection, connection.receive_data(handshake + b"".join(later))


def test_a_stranger_is_heard_one_request_at_a_time() -> None:
    token = encode_request(SaslAuthenticateRequest(auth_bytes=GOOD), version=2, correlation_id=1, client_id="c")
    connection, events = sasl(1, token, heartbeat(2), heartbeat(3)[:9])
    assert [event.api_key for event in events] == [ApiKey.SASL_HANDSHAKE]
    assert connection.is_holding
    assert connection.next_requests() == []
    connection.send(0, SaslHandshakeResponse())
    (event,) = connection.next_requests()
    assert event.message == SaslAuthenticateRequest(auth_bytes=GOOD)
    connection.send(1, SaslAuthenticateResponse())
    connection.authenticated()
    assert [event.correlation_id for event in connection.next_requests()] == [2]
    assert [event.correlation_id for event in connection.receive_data(heartbeat(3)[9:])] == [3]
    assert not connection.is_holding


def test_what_comes_once_a_client_is_known_stands_behind_what_it_sent_ahead() -> None:
    token = encode_request(SaslAuthenticateRequest(auth_bytes=GOOD), version=2, correlation_id=1, client_id="c")
    connection, _ = sasl(1, token, heartbeat(2)[:9])
    connection.send(0, SaslHandshakeResponse())
    connection.next_requests()
    connection.send(1, SaslAuthenticateResponse())
    connection.authenticated()
    events = connection.receive_data(heartbeat(2)[9:] + heartbeat(3))
    assert [event.correlation_id for event in events] == [2, 3]


def test_after_version_0_of_the_handshake_tokens_are_bare() -> None:
    connection, _ = sasl(0, struct.pack(">i", len(GOOD)) + GOOD, heartbeat(2))
    connection.send(0, SaslHandshakeResponse())
    connection.data_to_send()
    (event,) = connection.next_requests()
    assert (event.api_key, event.version, event.message) == (36, BARE_TOKEN, SaslAuthenticateRequest(auth_bytes=GOOD))
    connection.send(event.correlation_id, SaslAuthenticateResponse(auth_bytes=b"ok"))
    assert connection.data_to_send() == [b"\0\0\0\x02ok"]
    connection.authenticated()
    assert [event.correlation_id for event in connection.next_requests()] == [2]


@pytest.mark.parametrize("later", [heartbeat(1), b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff"])
def test_what_a_stranger_may_not_send_is_the_end(later: bytes) -> None:
    connection, _ = sasl(1, later)
    connection.send(0, SaslHandshakeResponse())
    with pytest.raises(RemoteProtocolError):
        connection.next_requests()
    assert connection.state is State.CLOSED
    with pytest.raises(RemoteProtocolError):
        connection.receive_data(b"")


def test_nobody_is_let_in_who_does_not_authenticate() -> None:
    with pytest.raises(LocalProtocolError):
        ServerConnection(SASL_VERSIONS).authenticated()
    connection = ServerConnection(SASL_VERSIONS, authenticates=True)
    with pytest.raises(LocalProtocolError):
        connection.authenticated()
    with pytest.raises(RemoteProtocolError, match=r"HEARTBEAT .* is not allowed in state START"):
        connection.receive_data(heartbeat(1))


def test_the_end_within_a_strangers_request_is_told() -> None:
    connection = ServerConnection(SASL_VERSIONS, authenticates=True)
    assert connection.receive_data(b"\0\0\0") == []
    with pytest.raises(RemoteProtocolError, match="3 bytes into a frame"):
        connection.eof_received()


@given(st.binary(max_size=200), st.integers(0, 1))
def test_any_bytes_of_a_stranger_give_requests_or_one_error(data: bytes, version: int) -> None:
    connection, events = sasl(version, data)
    try:
        while events:
            if events[0].api_key == ApiKey.SASL_HANDSHAKE:
                connection.send(events[0].correlation_id, SaslHandshakeResponse())
            else:
                connection.skip(events[0].correlation_id)
            events = connection.next_requests()
    except RemoteProtocolError:
        assert connection.state is State.CLOSED


def test_so_many_requests_wait_for_their_answer_and_no_more() -> None:
    connection = ServerConnection(VERSIONS, limits=Limits(max_in_flight=2))
    first = connection.receive_data(b"".join(map(heartbeat, range(5))))
    assert [event.correlation_id for event in first] == [0, 1]
    assert (connection.has_next, connection.is_holding, connection.next_requests()) == (False, True, [])
    connection.send(0, HeartbeatResponse())
    assert connection.has_next
    assert [event.correlation_id for event in connection.next_requests()] == [2]
    for number in (1, 2):
        connection.send(number, HeartbeatResponse())
    assert [event.correlation_id for event in connection.next_requests()] == [3, 4]
    assert not connection.is_holding


@pytest.mark.parametrize("size", [1000, 70_000])
def test_who_has_not_authenticated_makes_nobody_hold_more_than_a_read(size: int) -> None:
    connection = ServerConnection(SASL_VERSIONS, limits=Limits(max_sasl_message_size=1000), authenticates=True)
    handshake = encode_request(SaslHandshakeRequest(mechanism="PLAIN"), version=1, correlation_id=1)
    assert len(connection.receive_data(handshake)) == 1
    held = 0
    while connection.state is not State.CLOSED and held < 1_000_000:
        try:
            connection.receive_data(bytes(size))
        except RemoteProtocolError as exc:
            assert "before the client has authenticated" in str(exc)
        held += size
    assert held <= 350_000
    with pytest.raises(RemoteProtocolError):
        connection.receive_data(b"x")

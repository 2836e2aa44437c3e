"""Frames that are passed on undecoded: identical bytes, in order, whatever they are and however they come."""

from __future__ import annotations

import itertools
import json
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.capture.packets import read_packets
from kafkawire.capture.tcp import CaptureLimits, Connection, Side, Streams
from kafkawire.errors import LocalProtocolError, RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.messages import (
    ApiVersionsResponse,
    FetchRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    ProduceRequest,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol import (
    BARE_TOKEN,
    ClientConnection,
    RequestFrame,
    ResponseFrame,
    ResponseReceived,
    ServerConnection,
    State,
    encode_request,
    encode_response,
)
from tests.corpus import path

TOKEN = b"\0alice\0alice-secret"


class Forwarder:
    """Both ends of a proxy, without its sockets: what comes in on one goes out on the other."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.server, self.client = (
            ServerConnection(limits=limits or Limits()),
            ClientConnection(limits=limits or Limits()),
        )
        self.requests: list[RequestFrame] = []
        self.responses: list[ResponseFrame] = []

    def from_client(self, data: bytes) -> bytes:
        """What goes to the broker."""
        for request in self.server.receive_frames(data):
            self.requests.append(request)
            self.client.send_frame(request)
        return b"".join(self.client.data_to_send())

    def from_broker(self, data: bytes) -> bytes:
        """What goes to the client."""
        for event in self.client.receive_data(data):
            assert isinstance(event, ResponseFrame)
            self.responses.append(event)
            self.server.send_frame(event)
        return b"".join(self.server.data_to_send())


class Heard:
    """What both sides of a connection sent."""

    def __init__(self, connection: Connection) -> None:
        self.connection, self.is_whole = connection, True
        self.sent: dict[int, list[bytes]] = {}

    def data(self, side: Side, data: bytes, time: int) -> None:
        self.sent.setdefault(id(side), []).append(data)
        self.is_whole = self.is_whole and side.has_start

    def gap(self, side: Side, size: int) -> None:
        self.is_whole = False

    def closed(self) -> None:
        pass

    def bytes_of(self, side: Side) -> bytes:
        return b"".join(self.sent.get(id(side), ()))


@cache
def conversations(name: str) -> dict[int, tuple[bytes, bytes]]:
    """What either side sent, by the client's port, of connections that were captured from their start, without gaps."""
    heard: list[Heard] = []

    def listen(connection: Connection) -> Heard:
        heard.append(Heard(connection))
        return heard[-1]

    streams = Streams(listen, CaptureLimits(), pytest.fail)
    with path("captures", name).open("rb") as file:
        for packet in read_packets(file):
            streams.add(packet)
    streams.end()
    found = [each for each in heard if each.connection.is_opener_known]
    used = Counter(each.connection.client.address[1] for each in found)
    clients = {port for port, _ in expected(name) if used[port] == 1}
    whole = [each for each in found if each.is_whole]
    ports = {each.connection.client.address[1]: each for each in whole}
    return {
        port: (each.bytes_of(each.connection.client), each.bytes_of(each.connection.server))
        for port, each in ports.items()
        if port in clients
    }


@cache
def expected(name: str) -> dict[tuple[int, str], list[dict[str, Any]]]:
    """The whole frames of a capture by port and direction, as the parser that came with it saw them."""
    lines = map(json.loads, path("captures", name.partition(".")[0] + ".expected.jsonl").read_text().splitlines())
    found: dict[tuple[int, str], list[dict[str, Any]]] = {}
    for line in lines:
        if "dir" in line and line.get("whole", True):
            found.setdefault((line["port"], line["dir"]), []).append(line)
    return found


def chunks(data: bytes, cuts: Iterable[int]) -> Iterator[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return (data[a:b] for a, b in itertools.pairwise(edges))


def forward(asked: Iterable[bytes], answered: Iterable[bytes]) -> tuple[Forwarder, bytes, bytes]:
    """Pass all requests on, and then all responses, each as far as nobody breaks the protocol."""
    forwarder, sent, returned = Forwarder(), b"", b""
    with suppress(RemoteProtocolError):
        for data in asked:
            sent += forwarder.from_client(data)
        forwarder.server.check()
    with suppress(RemoteProtocolError):
        for data in answered:
            returned += forwarder.from_broker(data)
    return forwarder, sent, returned


def shown(frame: RequestFrame | ResponseFrame) -> tuple[object, ...]:
    version = None if frame.version == BARE_TOKEN else frame.version
    key = None if version is None else frame.api_key
    return key, version, frame.correlation_id, len(frame.payload), zlib.crc32(frame.payload)


def told(line: dict[str, Any]) -> tuple[object, ...]:
    return line["key"], line["ver"], line["corr"], line["size"], line["crc32"]


CUT = {"midstream-big", "midstream-kafkajs", "snaplen128-confluent", "truncated-java"}  # bytes of frames are missing
CAPTURES = [file.name for file in path("captures").glob("*.pcap*") if file.name.partition(".")[0] not in CUT]


@pytest.mark.parametrize("name", sorted(CAPTURES))
def test_what_real_clients_and_brokers_said_is_passed_on_byte_for_byte(name: str) -> None:
    conversed = conversations(name)
    assert conversed
    for port, (asked, answered) in conversed.items():
        forwarder, sent, returned = forward(chunks(asked, range(0, len(asked), 1009)), chunks(answered, ()))
        requests = [line for line in expected(name).get((port, "request"), []) if line["size"] or "sasl_token" in line]
        assert list(map(shown, forwarder.requests)) == list(map(told, requests))
        assert list(map(shown, forwarder.responses)) == list(map(told, expected(name).get((port, "response"), [])))
        assert asked.startswith(sent)
        assert answered.startswith(returned)
        assert len(sent) == sum(line["size"] + 4 for line in requests)


SMALL = [
    (asked, answered)
    for name in ("ipv6-kcat.pcap", "sasl-java.pcapng", "errors-raw.pcap", "old-kafka-python.pcap")
    if path("captures", name).exists()
    for asked, answered in conversations(name).values()
    if len(asked) < 5000
]


@given(st.sampled_from(SMALL), st.lists(st.integers(0), max_size=20), st.lists(st.integers(0), max_size=20))
def test_any_split_passes_on_the_same_bytes(
    said: tuple[bytes, bytes], request_cuts: list[int], response_cuts: list[int]
) -> None:
    asked, answered = said
    whole, *streams = forward([asked], [answered])
    parts, *same = forward(chunks(asked, request_cuts), chunks(answered, response_cuts))
    assert same == streams
    assert (parts.requests, parts.responses) == (whole.requests, whole.responses)


@given(st.sampled_from(SMALL), st.integers(0), st.binary(min_size=1, max_size=8), st.lists(st.integers(0), max_size=9))
def test_damaged_bytes_are_passed_on_or_are_one_error(
    said: tuple[bytes, bytes], at: int, damage: bytes, cuts: list[int]
) -> None:
    asked, answered = map(bytearray, said)
    for data in (asked, answered):
        start = at % (len(data) + 1)
        data[start : start + len(damage)] = damage
    forwarder, sent, returned = forward(chunks(bytes(asked), cuts), chunks(bytes(answered), cuts))
    assert asked.startswith(sent)
    assert answered.startswith(returned)
    for end in (forwarder.server, forwarder.client):
        try:
            end.check()
        except RemoteProtocolError:
            assert end.state is State.CLOSED


# ----------------------------------------------------------------------------------------------------- one at a time


def heartbeat(correlation_id: int) -> bytes:
    return encode_request(HeartbeatRequest(group_id="g"), version=4, correlation_id=correlation_id, client_id="c")


def bare(payload: bytes) -> bytes:
    return struct.pack(">i", len(payload)) + payload


def response(correlation_id: int) -> bytes:
    return encode_response(HeartbeatResponse(), version=4, correlation_id=correlation_id)


def test_a_request_is_known_by_its_header() -> None:
    [request] = ServerConnection().receive_frames(heartbeat(7))
    assert (request.api_key, request.version, request.correlation_id, request.client_id) == (12, 4, 7, "c")
    assert request.expects_response
    assert request.frame == heartbeat(7)


@pytest.mark.parametrize(("api_key", "version"), [(12, 99), (999, 0), (-1, -1), (36, -1)])
def test_an_api_or_version_that_nobody_knows_is_passed_on(api_key: int, version: int) -> None:
    frame = bare(struct.pack(">hhih1s", api_key, version, 5, 1, b"c") + b"\0whatever")
    forwarder = Forwarder()
    assert forwarder.from_client(frame) == frame
    [request] = forwarder.requests
    assert (request.api_key, request.version, request.correlation_id) == (api_key, version, 5)
    assert (request.client_id, request.expects_response) == ("c", True)
    assert forwarder.from_broker(bare(b"\0\0\0\x05anything")) == bare(b"\0\0\0\x05anything")
    assert [(each.api_key, each.version) for each in forwarder.responses] == [(api_key, version)]


@pytest.mark.parametrize("version", ProduceRequest.VERSIONS)
@pytest.mark.parametrize("acks", [0, 1, -1])
def test_a_produce_request_with_acks_0_is_not_waited_for(version: int, acks: int) -> None:
    topic = TopicProduceData(partition_data=[PartitionProduceData(records=b"123")])
    for transactional_id in (None, "", "t" * 200) if version >= 3 else (None,):
        message = ProduceRequest(acks=acks, timeout_ms=1, transactional_id=transactional_id, topic_data=[topic])
        forwarder = Forwarder()
        forwarder.from_client(encode_request(message, version=version, correlation_id=1) + heartbeat(2))
        assert [request.expects_response for request in forwarder.requests] == [acks != 0, True]
        assert forwarder.server.in_flight == forwarder.client.in_flight == 1 + (acks != 0)


def test_a_produce_request_that_ends_before_its_acks_is_passed_on_to_be_judged_by_the_broker() -> None:
    whole = encode_request(ProduceRequest(transactional_id="t", acks=0), version=9, correlation_id=1)[4:]
    start = len(encode_request(ProduceRequest(), version=9, correlation_id=1)) - 4 - len(ProduceRequest().encode(9))
    for cut in range(start, len(whole) - 8):
        [request] = ServerConnection().receive_frames(bare(whole[:cut]))
        assert request.expects_response


def test_responses_leave_in_the_order_of_the_requests() -> None:
    forwarder = Forwarder()
    forwarder.from_client(heartbeat(1) + heartbeat(2))
    late = ResponseFrame(2, 12, 4, response(2)[4:])
    with pytest.raises(LocalProtocolError, match="1 is next, not 2"):
        forwarder.server.send_frame(late)
    with pytest.raises(RemoteProtocolError, match="response 2 came where 1 was due"):
        forwarder.from_broker(response(2))
    with pytest.raises(LocalProtocolError, match="nothing waits"):
        ServerConnection().send_frame(late)


def test_requests_in_flight_are_bounded_on_both_sides() -> None:
    forwarder = Forwarder(Limits(max_in_flight=2))
    assert forwarder.from_client(heartbeat(1) + heartbeat(2) + heartbeat(3)) == heartbeat(1) + heartbeat(2)
    assert forwarder.server.is_holding
    with pytest.raises(LocalProtocolError, match="2 requests are waiting"):
        forwarder.client.send_frame(forwarder.requests[0])
    forwarder.from_broker(response(1))
    assert [request.correlation_id for request in forwarder.server.next_frames()] == [3]


@pytest.mark.parametrize("frame", [bare(b""), bare(b"\0\x0c\0\4\0\0\0"), b"\xff\xff\xff\xff", bare(bytes(1001))])
def test_what_is_no_request_ends_the_connection_with_one_error(frame: bytes) -> None:
    server = ServerConnection(limits=Limits(max_frame_size=1000))
    assert len(server.receive_frames(heartbeat(1) + frame)) == 1
    with pytest.raises(RemoteProtocolError):
        server.check()
    assert server.state is State.CLOSED
    with pytest.raises(RemoteProtocolError):
        server.receive_frames(b"")


def test_forwarded_and_own_requests_may_be_mixed() -> None:
    client = ClientConnection()
    client.initiate()
    [request] = ServerConnection().receive_frames(heartbeat(70))
    with pytest.raises(LocalProtocolError, match="FRAME is not possible in state NEGOTIATING"):
        client.send_frame(request)
    client.receive_data(encode_response(ApiVersionsResponse(), version=4, correlation_id=0))
    own = client.send(HeartbeatRequest(), 4)
    client.send_frame(request)
    first, second = client.receive_data(response(own) + response(70))
    assert isinstance(first, ResponseReceived)
    assert second == ResponseFrame(70, 12, 4, response(70)[4:])


def test_a_request_may_be_answered_instead_of_passed_on() -> None:
    server = ServerConnection()
    [request] = server.receive_frames(heartbeat(3))
    assert request.correlation_id == 3
    server.send(3, HeartbeatResponse())
    assert server.data_to_send() == [response(3)]


def test_large_frames_are_not_copied_to_be_written() -> None:
    message = FetchRequest(rack_id="r")
    frame = encode_request(message, version=12, correlation_id=1) + b""
    padded = bare(frame[4:] + bytes(2 << 20))
    server, client = ServerConnection(), ClientConnection()
    [request] = server.receive_frames(padded)
    client.send_frame(request)
    assert [piece is request.payload for piece in client.data_to_send()] == [False, True]


# ------------------------------------------------------------------------------------------------------------- logins


def handshake(version: int, correlation_id: int = 0) -> bytes:
    return encode_request(SaslHandshakeRequest(mechanism="PLAIN"), version=version, correlation_id=correlation_id)


def handshake_response(correlation_id: int = 0) -> bytes:
    return encode_response(SaslHandshakeResponse(), version=0, correlation_id=correlation_id)


def test_tokens_without_a_header_are_passed_on_until_a_request_comes() -> None:
    forwarder = Forwarder()
    asked = handshake(0) + bare(TOKEN) + bare(b"") + heartbeat(1)
    assert forwarder.from_client(asked) == asked
    answered = handshake_response() + bare(b"") + bare(b"ok") + response(1)
    assert forwarder.from_broker(answered) == answered
    assert [request.correlation_id for request in forwarder.requests] == [0, None, None, 1]
    assert [each.version for each in forwarder.responses] == [0, BARE_TOKEN, BARE_TOKEN, 4]
    assert forwarder.server.state is State.READY
    with pytest.raises(RemoteProtocolError, match="is no request"):
        forwarder.from_client(bare(TOKEN))


def test_secrets_are_in_no_repr() -> None:
    server = ServerConnection()
    *_, token = server.receive_frames(handshake(0) + bare(TOKEN))
    assert "alice" not in repr(token)
    assert "alice" not in repr(ResponseFrame(None, 36, BARE_TOKEN, TOKEN))


@pytest.mark.parametrize("version", [0, 1])
def test_who_lets_clients_in_takes_one_request_at_a_time_until_then(version: int) -> None:
    server = ServerConnection(authenticates=True)
    [first] = server.receive_frames(handshake(version) + bare(TOKEN) + heartbeat(1))
    assert first.api_key == 17
    server.send_frame(ResponseFrame(0, 17, version, handshake_response()[4:]))
    if version:
        with pytest.raises(RemoteProtocolError):  # the token should have been in a request
            server.next_frames()
        return
    [token] = server.next_frames()
    assert (token.payload, token.correlation_id, token.version) == (TOKEN, None, BARE_TOKEN)
    server.send_frame(ResponseFrame(None, 36, BARE_TOKEN, b""))
    server.authenticated()
    assert [request.correlation_id for request in server.next_frames()] == [1]


def test_nothing_else_is_passed_on_before_a_client_is_let_in() -> None:
    server = ServerConnection(authenticates=True)
    with pytest.raises(RemoteProtocolError, match=r"HEARTBEAT .* is not allowed in state START"):
        server.receive_frames(heartbeat(1))

"""A session passes on what nobody looks at, byte for byte, and keeps order whatever is decided on the rest."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.api_key import ApiKey
from kafkawire.errors import LocalProtocolError, RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.messages import (
    HeartbeatRequest,
    HeartbeatResponse,
    ProduceRequest,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol import BARE_TOKEN, State, encode_request, encode_response
from kafkawire.proxy.exchange import MOVES, Exchange, Move, Stage
from kafkawire.proxy.session import Session
from tests.property.strategies import Maker
from tests.protocol.test_forwarding import CAPTURES, chunks, conversations, expected
from tests.reference import encode as encode_tree
from tests.reference import schemas

HEARTBEAT = int(ApiKey.HEARTBEAT)


class Everything:
    """All APIs."""

    def __contains__(self, api_key: object) -> bool:
        return True


def joined(pieces: Iterable[object]) -> bytes:
    return b"".join(pieces)  # type: ignore[arg-type]


def from_client(session: Session, data: bytes, *, short: bool = False) -> bytes:
    """What goes to the broker, whatever is looked at being sent on as it is; by the short way, where that is open."""
    if short and session.passes_to_broker(data):
        return data
    session.receive_from_client(data)
    while (exchange := session.next_request()) is not None:
        session.forward(exchange)
    return joined(session.data_to_broker())


def from_broker(session: Session, data: bytes, *, short: bool = False) -> bytes:
    if short and session.passes_to_client(data):
        return data
    session.receive_from_broker(data)
    while (exchange := session.next_response()) is not None:
        session.deliver(exchange)
    return joined(session.data_to_client())


def heartbeat(correlation_id: int, group: str = "g") -> bytes:
    return encode_request(HeartbeatRequest(group_id=group), version=4, correlation_id=correlation_id, client_id="c")


def response(correlation_id: int, error: int = 0) -> bytes:
    return encode_response(HeartbeatResponse(error_code=error), version=4, correlation_id=correlation_id)


def frame(payload: bytes) -> bytes:
    return struct.pack(">i", len(payload)) + payload


LOOKS: list[Callable[[], Session]] = [
    Session,
    lambda: Session(Everything(), Everything()),
    lambda: Session({0, 1, 3}, {1, 18}),
]


# ------------------------------------------------------------------------------------------------ untouched, all of it


@pytest.mark.parametrize("name", sorted(CAPTURES))
@pytest.mark.parametrize("make", LOOKS, ids=["nothing", "everything", "some"])
@pytest.mark.parametrize("short", [False, True], ids=["", "short"])
def test_what_real_clients_and_brokers_said_passes_byte_for_byte(
    name: str, make: Callable[[], Session], *, short: bool
) -> None:
    rng = random.Random(name)
    conversed = conversations(name)
    assert conversed
    for port, (asked, answered) in conversed.items():
        session, sent, returned = make(), b"", b""
        try:
            for data in chunks(asked, [rng.randrange(len(asked) + 1) for _ in range(1 + len(asked) // 900)]):
                sent += from_client(session, data, short=short)
        except RemoteProtocolError:  # then what came before it has passed, as the parser of the capture saw it
            sent += joined(session.data_to_broker())
            requests = [line for line in expected(name).get((port, "request"), []) if line["size"]]
            assert sent == asked[: sum(line["size"] + 4 for line in requests)]
            assert name == "errors-raw.pcap"
        else:
            assert sent == asked
        for data in chunks(answered, [rng.randrange(len(answered) + 1) for _ in range(1 + len(answered) // 900)]):
            returned += from_broker(session, data, short=short)
        if make is not Session:  # a frame that the capture has a part of is kept
            responses = expected(name).get((port, "response"), [])
            answered = answered[: max(len(returned), sum(line["size"] + 4 for line in responses))]
        assert returned == answered


REQUESTS = [
    (name, version)
    for name, schema in sorted(schemas().items())
    if name.endswith("Request") and schema.api_key is not None
    for version in schema.versions
]


@pytest.mark.parametrize("seed", range(10))
def test_generated_messages_pass_whatever_their_versions_and_tags(seed: int) -> None:
    """10,000 of them: encoded by the tests' own encoder, with tags nobody knows in header and body, and a rest."""
    rng = random.Random(seed)
    for _ in range(1000):
        name, version = rng.choice(REQUESTS)
        schema = schemas()[name]
        body = encode_tree(schema, version, Maker(schema, version, rng, elements=8).tree())
        # ControlledShutdown 0 is the one request without a client id; else the header's tags follow that.
        head = struct.pack(">hhi", schema.api_key, version, rng.randrange(1 << 31))
        head += b"" if (schema.api_key, version) == (7, 0) else struct.pack(">h3s", 3, b"cli")
        head += b"\x01\x63\x02\xab\xcd" if version in schema.flexible else b""
        newer = struct.pack(">hhih", schema.api_key, 99, 1, -1) + b"\0" + rng.randbytes(20)
        asked = frame(head + body) + (frame(newer) if schema.api_key != 0 else b"")
        session = rng.choice(LOOKS)()
        cuts = [rng.randrange(len(asked)) for _ in range(rng.randrange(4))]
        assert b"".join(from_client(session, part) for part in chunks(asked, cuts)) == asked


@pytest.mark.parametrize("seed", range(10))
def test_generated_responses_pass_whatever_their_versions_and_tags(seed: int) -> None:
    """10,000 of them, each behind its request, with tags nobody knows, and to every third something more at its end."""
    rng = random.Random(seed)
    for _ in range(1000):
        name, version = rng.choice(REQUESTS)
        asked, schema = schemas()[name], schemas()[f"{name.removesuffix('Request')}Response"]
        number = rng.randrange(1 << 31)
        request = frame(struct.pack(">hhih", asked.api_key, version, number, -1) + b"\0" * (version in asked.flexible))
        body = encode_tree(schema, version, Maker(schema, version, rng, elements=8).tree())
        head = b"\x01\x63\x02\xab\xcd" if version in schema.flexible and asked.api_key != 18 else b""
        rest = rng.randbytes(rng.randrange(20)) if not rng.randrange(3) else b""
        said = frame(struct.pack(">i", number) + head + body + rest)
        session = rng.choice(LOOKS)()
        assert from_client(session, request) == request
        cuts = [rng.randrange(len(said)) for _ in range(rng.randrange(4))]
        assert b"".join(from_broker(session, part) for part in chunks(said, cuts)) == said
        assert session.is_idle


# ------------------------------------------------------------------------------------------------------- what is passed


def produce(acks: int, correlation_id: int = 1, version: int = 9, transactional_id: str | None = None) -> bytes:
    topic = TopicProduceData(name="t", partition_data=[PartitionProduceData(records=b"123")])
    message = ProduceRequest(acks=acks, timeout_ms=1, transactional_id=transactional_id, topic_data=[topic])
    return encode_request(message, version=version, correlation_id=correlation_id, client_id="c")


@pytest.mark.parametrize("version", range(3, 12))
@pytest.mark.parametrize("acks", [0, 1, -1])
@pytest.mark.parametrize("name", [None, "t" * 400])
def test_a_produce_request_with_acks_0_is_not_waited_for(version: int, acks: int, name: str | None) -> None:
    session = Session()
    asked = produce(acks, version=version, transactional_id=name) + heartbeat(2)
    assert b"".join(from_client(session, asked[at : at + 1]) for at in range(len(asked))) == asked
    assert session.in_flight == 1 + (acks != 0)


def test_a_whole_exchange_takes_the_short_way_and_its_pieces_too() -> None:
    session = Session({HEARTBEAT + 1}, {HEARTBEAT + 1})
    for number in range(3):
        assert session.passes_to_broker(heartbeat(number))
        assert session.passes_to_broker(produce(0))
        assert session.in_flight == 1
        assert session.passes_to_client(response(number))
    assert session.is_idle
    large = struct.pack(">ihhih", 5000, HEARTBEAT, 4, 5, -1)
    assert from_client(session, large) == large
    assert session.passes_to_broker(bytes(2000))
    assert not session.passes_to_broker(bytes(5000 + 4 - 2000 - len(large)))  # the end of a frame is looked at


def test_the_short_way_is_closed_to_whatever_needs_more() -> None:
    asked = [heartbeat(1)[:-1], heartbeat(1) + heartbeat(2), handshake(1), b"\0\0\0\x0a\0\x12\0\3\0\0\0\1\xff\xff"]
    for data in [*asked, produce(1)[:30], b"\xff" * 14]:
        assert not Session().passes_to_broker(data)
    assert not Session({HEARTBEAT}).passes_to_broker(heartbeat(1))
    assert not Session(authenticates=True).passes_to_broker(heartbeat(1))
    assert not Session(serves=lambda key, version: version < 4).passes_to_broker(heartbeat(1))
    assert not Session(limits=Limits(max_in_flight=0)).passes_to_broker(heartbeat(1))
    for data in (response(2), response(1)[:-1], response(1) + response(2), b""):
        session = Session()
        assert session.passes_to_broker(heartbeat(1))
        assert not session.passes_to_client(data)
    assert not Session().passes_to_client(response(1))
    session = Session((), {HEARTBEAT})
    assert session.passes_to_broker(heartbeat(1))
    assert not session.passes_to_client(response(1))


def test_a_large_response_passes_while_it_comes() -> None:
    session = Session(limits=Limits(max_frame_size=100))
    from_client(session, heartbeat(5))
    assert from_broker(session, struct.pack(">iix", 2**31 - 1, 5) + bytes(1000)) == struct.pack(
        ">iix", 2**31 - 1, 5
    ) + bytes(1000)
    for _ in range(100):
        assert len(from_broker(session, bytes(1 << 16))) == 1 << 16
    with pytest.raises(RemoteProtocolError, match="broker's stream ended within a frame"):
        session.broker_eof()


def test_a_large_request_passes_while_it_comes() -> None:
    session = Session(limits=Limits(max_frame_size=100))
    start = struct.pack(">ihhih", 2**31 - 1, HEARTBEAT, 4, 5, -1)
    assert from_client(session, start) == start
    assert from_client(session, bytes(1000)) == bytes(1000)
    with pytest.raises(RemoteProtocolError, match="client's stream ended within a frame"):
        session.client_eof()


def test_bytes_that_belong_to_one_frame_are_not_copied() -> None:
    session = Session()
    data = produce(1) + bytes(0)
    session.receive_from_client(data)
    assert session.next_request() is None
    assert session.data_to_broker()[0] is data


@pytest.mark.parametrize("size", [-1, 0, 7, -(2**31)])
def test_what_is_no_request_ends_the_session(size: int) -> None:
    session = Session()
    assert from_client(session, heartbeat(1)) == heartbeat(1)
    with pytest.raises(RemoteProtocolError, match="is no request"):
        from_client(session, struct.pack(">i", size))
    assert session.state is State.CLOSED


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (response(2), "response 2 came where 1 was due"),
        (struct.pack(">i", -5), "-5 bytes is none"),
        (struct.pack(">ii", 3, 1), "3 bytes is none"),
        (response(1) + response(1), "what nobody has asked for"),
    ],
)
def test_what_no_broker_may_send_ends_the_session(data: bytes, says: str) -> None:
    session = Session()
    from_client(session, heartbeat(1))
    with pytest.raises(RemoteProtocolError, match=says):
        from_broker(session, data)


def test_a_frame_that_is_looked_at_is_bounded() -> None:
    session = Session({HEARTBEAT}, {HEARTBEAT}, limits=Limits(max_frame_size=100))
    with pytest.raises(RemoteProtocolError, match="2147483647 bytes"):
        from_client(session, struct.pack(">ihhih", 2**31 - 1, HEARTBEAT, 4, 5, -1))
    session = Session((), {HEARTBEAT}, limits=Limits(max_frame_size=100))
    from_client(session, heartbeat(5))
    with pytest.raises(RemoteProtocolError, match="a response of 1000 bytes"):
        from_broker(session, struct.pack(">ii", 1000, 5))


# --------------------------------------------------------------------------------------------------------------- order


def test_responses_leave_in_the_order_of_the_requests_wherever_they_are_made() -> None:
    session = Session({HEARTBEAT}, ())
    session.receive_from_client(heartbeat(1) + heartbeat(2) + heartbeat(3) + heartbeat(4))
    for number in (1, 2, 3, 4):
        exchange = session.next_request()
        assert exchange is not None
        assert exchange.correlation_id == number
        if number % 2:
            session.forward(exchange)
        else:
            session.answer(exchange, response(number, 15)[4:])
    assert session.data_to_client() == []
    assert joined(session.data_to_broker()) == heartbeat(1) + heartbeat(3)
    assert from_broker(session, response(1)[:9]) == response(1)[:9]
    assert from_broker(session, response(1)[9:]) == response(1)[9:] + response(2, 15)
    assert from_broker(session, response(3)) == response(3) + response(4, 15)
    assert session.is_idle


def test_nothing_passes_a_request_that_is_decided_on() -> None:
    session = Session({HEARTBEAT}, ())
    session.receive_from_client(heartbeat(1) + produce(0) + produce(1))
    first = session.next_request()
    assert first is not None
    assert session.client_is_paused
    assert (session.next_request(), session.data_to_broker()) == (None, [])
    session.forward(first, b"another")
    assert session.next_request() is None
    assert joined(session.data_to_broker()) == frame(b"another") + produce(0) + produce(1)


def test_nothing_passes_a_response_that_is_decided_on_but_the_answer_to_our_own_request() -> None:
    session = Session((), {HEARTBEAT})
    from_client(session, heartbeat(1) + heartbeat(2) + produce(1, 3))
    session.receive_from_broker(response(1) + response(2) + frame(b"\0\0\0\x03produced"))
    first = session.next_response()
    assert first is not None
    assert first.payload == response(1)[4:]
    assert session.broker_is_paused
    assert session.next_response() is None
    own = session.ask(HEARTBEAT, 4, 77, heartbeat(77)[4:])
    assert joined(session.data_to_broker()) == heartbeat(77)
    assert not session.broker_is_paused
    session.receive_from_broker(response(77, 3))
    assert session.next_response() is own
    assert own.payload == response(77, 3)[4:]
    assert session.data_to_client() == []
    session.deliver(first, response(1, 9)[4:])
    second = session.next_response()
    assert second is not None
    assert joined(session.data_to_client()) == response(1, 9)
    session.drop(second)
    assert session.next_response() is None
    assert joined(session.data_to_client()) == frame(b"\0\0\0\x03produced")


def test_our_own_request_waits_for_the_end_of_one_that_passes() -> None:
    session = Session()
    half = len(heartbeat(1)) // 2
    assert from_client(session, heartbeat(1)[:half]) == heartbeat(1)[:half]
    own = session.ask(HEARTBEAT, 4, 1, heartbeat(1, "own")[4:])
    assert from_client(session, heartbeat(1)[half:] + heartbeat(2)) == heartbeat(1)[half:] + heartbeat(
        1, "own"
    ) + heartbeat(2)
    session.receive_from_broker(response(1) + response(1, 5) + response(2))
    assert session.next_response() is own
    assert session.next_response() is None
    assert joined(session.data_to_client()) == response(1) + response(2)


def test_what_waits_behind_a_response_that_is_decided_on_is_bounded() -> None:
    session = Session((), {HEARTBEAT}, limits=Limits(max_frame_size=30))
    from_client(session, b"".join(heartbeat(number) for number in range(9)))
    session.ask(HEARTBEAT, 4, 99, b"")
    session.receive_from_broker(response(0))
    assert session.next_response() is not None
    session.receive_from_broker(b"".join(response(number) for number in range(1, 9)))
    with pytest.raises(RemoteProtocolError, match="bytes wait for a response"):
        session.next_response()


@pytest.mark.parametrize(("stage", "move"), [(s, m) for s in Stage for m in Move if (s, m) not in MOVES])
def test_what_the_table_lacks_is_refused(stage: Stage, move: Move) -> None:
    session = Session({HEARTBEAT}, {HEARTBEAT})
    exchange = Exchange(HEARTBEAT, 4, 1)
    exchange.stage = stage
    with pytest.raises(LocalProtocolError, match=f"{move.name} is not possible"):
        session._move(exchange, move)
    with pytest.raises(LocalProtocolError, match="not to be decided on now"):
        session.forward(exchange)


def test_a_request_whose_answer_is_taken_away_cannot_be_forwarded_unanswered() -> None:
    session = Session({0}, ())
    session.receive_from_client(produce(1))
    exchange = session.next_request()
    assert exchange is not None
    with pytest.raises(LocalProtocolError, match="will not give"):
        session.forward(exchange, b"acks 0", is_answered=False)


def test_a_response_that_the_client_does_not_want_stays_here() -> None:
    session = Session({0}, ())
    session.receive_from_client(produce(0) + heartbeat(2))
    exchange = session.next_request()
    assert exchange is not None
    session.forward(exchange, produce(1)[4:], is_answered=True)
    assert session.next_request() is None
    assert from_broker(session, frame(b"\0\0\0\x01produced") + response(2)) == response(2)


# -------------------------------------------------------------------------------------------------------- back-pressure


def test_a_slow_broker_stops_the_client_and_a_slow_client_the_broker() -> None:
    session = Session(max_queued=100)
    session.receive_from_client(b"".join(map(heartbeat, range(40))))
    assert session.next_request() is None
    assert session.client_is_paused
    assert len(joined(session.data_to_broker())) < 200
    assert not session.client_is_paused
    session = Session(max_queued=100)
    from_client(session, heartbeat(1))
    session.receive_from_broker(struct.pack(">ii", 1000, 1) + bytes(200))
    assert session.next_response() is None
    assert session.broker_is_paused
    session.data_to_client()
    assert not session.broker_is_paused


def test_requests_in_flight_are_bounded() -> None:
    session = Session(limits=Limits(max_in_flight=2))
    assert from_client(session, heartbeat(1) + heartbeat(2) + heartbeat(3)) == heartbeat(1) + heartbeat(2)
    assert session.client_is_paused
    from_broker(session, response(1))
    assert from_client(session, b"") == heartbeat(3)


def test_answers_of_our_own_are_bounded_by_what_the_client_reads() -> None:
    session = Session({HEARTBEAT}, (), max_queued=100)
    session.receive_from_client(b"".join(map(heartbeat, range(100))))
    answered = 0
    while (exchange := session.next_request()) is not None:
        session.answer(exchange, bytes(50))
        answered += 1
    assert answered == 2
    assert session.client_is_paused


# --------------------------------------------------------------------------------------------------------------- logins


TOKEN = b"\0alice\0alice-secret"


def handshake(version: int) -> bytes:
    return encode_request(SaslHandshakeRequest(mechanism="PLAIN"), version=version, correlation_id=0)


def test_tokens_without_a_header_pass_until_a_request_comes() -> None:
    session = Session()
    asked = handshake(0) + frame(TOKEN) + frame(b"") + produce(1, 4)
    assert b"".join(from_client(session, asked[at : at + 1]) for at in range(len(asked))) == asked
    answered = encode_response(SaslHandshakeResponse(), version=0, correlation_id=0)
    answered += frame(b"") + frame(b"ok") + frame(b"\0\0\0\4done")
    assert from_broker(session, answered) == answered
    assert (session.state, session.is_idle) == (State.READY, True)


def test_a_token_is_bounded_and_nothing_is_asked_between_tokens() -> None:
    session = Session(limits=Limits(max_sasl_message_size=50))
    from_client(session, handshake(0))
    with pytest.raises(LocalProtocolError, match="PASSING_TOKENS"):
        session.ask(HEARTBEAT, 4, 1, b"")
    with pytest.raises(RemoteProtocolError, match="51 bytes"):
        from_client(session, struct.pack(">i", 51) + b"\xff" * 51)


@pytest.mark.parametrize("version", [0, 1])
def test_who_lets_clients_in_sees_tokens_and_nothing_else_before(version: int) -> None:
    session = Session({17, 36}, (), authenticates=True)
    session.receive_from_client(handshake(version))
    first = session.next_request()
    assert first is not None
    session.answer(first, b"go on")
    if version:
        session.receive_from_client(heartbeat(1))
        with pytest.raises(RemoteProtocolError, match="not allowed in state AUTHENTICATING"):
            session.next_request()
        return
    session.receive_from_client(frame(TOKEN) + heartbeat(1))
    token = session.next_request()
    assert token is not None
    assert (token.version, token.payload) == (BARE_TOKEN, TOKEN)
    session.answer(token, b"")
    session.authenticated()
    assert session.next_request() is None
    assert joined(session.data_to_broker()) == heartbeat(1)


def test_nothing_is_passed_on_before_a_client_is_let_in() -> None:
    session = Session(authenticates=True)
    with pytest.raises(RemoteProtocolError, match=r"HEARTBEAT .* is not allowed in state START"):
        from_client(session, heartbeat(1))
    session = Session(authenticates=True)
    with pytest.raises(RemoteProtocolError, match="before authentication"):
        from_client(session, struct.pack(">ihhih", 2**30, 18, 3, 5, -1))


# ------------------------------------------------------------------------------------------------------------ any bytes


@given(st.lists(st.binary(max_size=40), max_size=9), st.lists(st.binary(max_size=40), max_size=9), st.integers(0, 2))
def test_any_bytes_pass_or_are_one_error(asked: list[bytes], answered: list[bytes], looks: int) -> None:
    session = LOOKS[looks]()
    sent = returned = b""
    with suppress(RemoteProtocolError):
        for data in [heartbeat(1), *asked]:
            sent += from_client(session, data)
    with suppress(RemoteProtocolError):
        for data in answered:
            returned += from_broker(session, data)
    assert b"".join([heartbeat(1), *asked]).startswith(sent)
    assert b"".join(answered).startswith(returned)

"""A client connection that authenticates: what it sends, when it is ready, and how it ends when it is not let in."""

from __future__ import annotations

import pytest

from kafkawire import ApiKey
from kafkawire.errors import LocalProtocolError, RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.message import Request, Response
from kafkawire.messages import (
    ApiVersionsResponse,
    HeartbeatRequest,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kafkawire.messages.api_versions_response import ApiVersion
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import Event, VersionsNegotiated
from kafkawire.protocol.frames import decode_request, encode_response
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed, Mechanism
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram
from kafkawire.protocol.states import State
from tests.protocol.test_sasl import ScramServer

APIS = {ApiKey.HEARTBEAT: 4, ApiKey.SASL_HANDSHAKE: 1, ApiKey.API_VERSIONS: 4, ApiKey.SASL_AUTHENTICATE: 2}


class Broker:
    """The other end: takes one request after another, and says what the test says."""

    def __init__(self, mechanism: Mechanism, apis: dict[int, int] | None = None) -> None:
        self.connection = ClientConnection("me", limits=Limits(max_sasl_message_size=1_000), sasl=mechanism)
        self.apis = APIS if apis is None else apis
        self.connection.initiate()

    def state(self) -> State:
        return self.connection.state

    def take(self) -> Request:
        (frame,) = self.connection.data_to_send()
        self.header, request = decode_request(frame)
        return request

    def answer(self, response: Response) -> list[Event]:
        version, correlation_id = self.header.request_api_version, self.header.correlation_id
        return self.connection.receive_data(encode_response(response, version=version, correlation_id=correlation_id))

    def tell_versions(self) -> list[Event]:
        self.take()
        keys = [ApiVersion(api_key=key, min_version=0, max_version=newest) for key, newest in self.apis.items()]
        return self.answer(ApiVersionsResponse(api_keys=keys))

    def shake_hands(self) -> list[Event]:
        assert self.tell_versions() == []
        self.handshake = self.take()
        return self.answer(SaslHandshakeResponse(mechanisms=["PLAIN"]))

    def next_token(self) -> bytes:
        request = self.take()
        assert isinstance(request, SaslAuthenticateRequest)
        return bytes(request.auth_bytes)


def test_plain_takes_one_token_and_the_connection_is_ready_after_it() -> None:
    broker = Broker(Plain("alice", "secret"))
    assert broker.shake_hands() == []
    assert broker.handshake == SaslHandshakeRequest(mechanism="PLAIN")
    assert broker.state() is State.AUTHENTICATING
    with pytest.raises(LocalProtocolError, match="AUTHENTICATING"):
        broker.connection.send(HeartbeatRequest(), 4)
    assert broker.next_token() == b"\0alice\0secret"
    (event,) = broker.answer(SaslAuthenticateResponse())
    assert isinstance(event, VersionsNegotiated)
    assert broker.state() is State.READY
    broker.connection.send(HeartbeatRequest(), 4)


def test_scram_takes_two_tokens() -> None:
    broker = Broker(Scram("SCRAM-SHA-512", "alice", "secret"))
    server = ScramServer("sha512", "secret")
    broker.shake_hands()
    assert broker.answer(SaslAuthenticateResponse(auth_bytes=server.first(broker.next_token()))) == []
    (event,) = broker.answer(SaslAuthenticateResponse(auth_bytes=server.final(broker.next_token())))
    assert isinstance(event, VersionsNegotiated)


def test_a_broker_that_skips_the_proof_is_not_believed() -> None:
    broker = Broker(Scram("SCRAM-SHA-512", "alice", "secret"))
    broker.shake_hands()
    broker.take()
    with pytest.raises(AuthenticationFailed, match="must come first"):
        broker.answer(SaslAuthenticateResponse())
    assert broker.state() is State.CLOSED


def test_who_is_not_let_in_learns_why_and_the_connection_ends() -> None:
    broker = Broker(Plain("alice", "wrong"))
    broker.shake_hands()
    broker.take()
    with pytest.raises(AuthenticationFailed, match="PLAIN: no such user") as caught:
        broker.answer(SaslAuthenticateResponse(error_code=58, error_message="no such user"))
    assert (caught.value.code, caught.value.retriable) == (58, False)
    assert "wrong" not in str(caught.value)
    with pytest.raises(AuthenticationFailed):
        broker.connection.check()
    with pytest.raises(LocalProtocolError):
        broker.connection.send(HeartbeatRequest(), 4)


def test_an_unknown_mechanism_is_an_error_that_names_the_known_ones() -> None:
    broker = Broker(Plain("alice", "secret"))
    broker.tell_versions()
    broker.take()
    with pytest.raises(AuthenticationFailed, match="the broker offers GSSAPI, SCRAM-SHA-256"):
        broker.answer(SaslHandshakeResponse(error_code=33, mechanisms=["GSSAPI", "SCRAM-SHA-256"]))


def test_a_listener_without_sasl_is_an_error() -> None:
    broker = Broker(Plain("alice", "secret"))
    broker.tell_versions()
    broker.take()
    with pytest.raises(AuthenticationFailed, match="ILLEGAL_SASL_STATE"):
        broker.answer(SaslHandshakeResponse(error_code=34))


@pytest.mark.parametrize("without", [ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE])
def test_a_broker_that_knows_no_sasl_is_an_error(without: ApiKey) -> None:
    broker = Broker(Plain("alice", "secret"), {key: newest for key, newest in APIS.items() if key != without})
    with pytest.raises(AuthenticationFailed, match="the broker does not offer it"):
        broker.tell_versions()


def test_a_token_larger_than_the_limit_is_refused() -> None:
    broker = Broker(Scram("SCRAM-SHA-256", "alice", "secret"))
    broker.shake_hands()
    broker.take()
    with pytest.raises(AuthenticationFailed, match="a token of 1001 bytes"):
        broker.answer(SaslAuthenticateResponse(auth_bytes=b"r" * 1_001))


def test_an_answer_that_cannot_be_read_is_a_fault_of_the_peer() -> None:
    broker = Broker(Plain("alice", "secret"))
    broker.tell_versions()
    broker.take()
    frame = b"\0\0\0\x06" + broker.header.correlation_id.to_bytes(4, "big") + b"\0\0"
    with pytest.raises(RemoteProtocolError, match="SASL_HANDSHAKE"):
        broker.connection.receive_data(frame)

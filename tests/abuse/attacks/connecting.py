"""Connections that are many, half a request, half a handshake, or full of what is not a request."""

from __future__ import annotations

import ssl
import struct
from contextlib import suppress

from kafkawire.messages import MetadataRequest, SaslAuthenticateRequest, SaslHandshakeRequest
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.protocol.frames import encode_request
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Again, Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, frame

ALL = Collection()
_MOST = 100 << 20  # what both brokers take as the size of a frame


@ALL.attack()
def half_frames(stage: Stage) -> Attacking:
    """200 connections that each promise a frame of 100 MiB and send a byte of it every 10 ms."""
    return Exchange(stage.plain, [struct.pack(">i", _MOST) + bytes(10_000)] * 200, piece=1, pause=0.01, seconds=3)


@ALL.attack(more=True)
def frames_of_20_mb_unfinished(stage: Stage) -> Attacking:
    """20 connections that each promise a frame of 100 MiB, send 20 MB of it and stop."""
    return Exchange(stage.plain, [struct.pack(">i", _MOST) + bytes(20_000_000)] * 20, seconds=3)


@ALL.attack()
def connection_storm(stage: Stage) -> Attacking:
    """Connections as fast as they are taken for three seconds, 200 at a time, closed at once."""
    return Again(Exchange(stage.plain, [b""] * 200, leaves=True))


@ALL.attack()
def malformed_frames(stage: Stage) -> Attacking:
    """For three seconds, on 200 connections at a time, a Metadata request that cannot be decoded, until hung up on."""
    broken = struct.pack(">hhih", 3, 9, 1, 1) + b"c" + b"\0" + b"\x02\x7f" + b"only this"
    return Again(Exchange(stage.plain, [struct.pack(">i", len(broken)) + broken] * 200))


@ALL.attack(more=True)
def sizes_out_of_bounds(stage: Stage) -> Attacking:
    """For three seconds, on 200 connections at a time, a size of -1, until hung up on."""
    return Again(Exchange(stage.plain, [struct.pack(">i", -1)] * 200))


@ALL.attack()
def tls_handshakes_begun(stage: Stage) -> Attacking:
    """For three seconds, on 50 connections at a time, a TLS handshake that is left after the server's part."""
    context = ssl.create_default_context()
    written = ssl.MemoryBIO()
    hello = context.wrap_bio(ssl.MemoryBIO(), written, server_hostname="localhost")
    with suppress(ssl.SSLWantReadError):
        hello.do_handshake()
    # What comes back is no frame of Kafka's, so no answer is ever whole: a tenth of a second for each round.
    return Again(Exchange(stage.tls, [written.read()] * 50, seconds=0.1))


@ALL.attack(more=True)
def sasl_plain_wrong(stage: Stage) -> Attacking:
    """For three seconds, on 100 connections at a time, a login with a wrong password."""
    login = _handshake("PLAIN") + _authenticate(b"\0alice\0wrong")
    return Again(Exchange(stage.sasl, [login] * 100, answers=3))


@ALL.attack()
def sasl_scram_begun(stage: Stage) -> Attacking:
    """For three seconds, on 100 connections at a time, the first message of SCRAM for a user that is not there."""
    first = _handshake("SCRAM-SHA-256") + _authenticate(b"n,,n=nobody,r=" + b"x" * 24)
    return Again(Exchange(stage.sasl, [first] * 100, answers=2))


@ALL.attack(more=True)
def sasl_tokens_of_500_kb(stage: Stage) -> Attacking:
    """A token of 500 KB for PLAIN on each of 100 connections."""
    login = _handshake("PLAIN") + _authenticate(b"\0" + b"a" * 500_000 + b"\0b")
    return Exchange(stage.sasl, [login] * 100, answers=3, seconds=3)


@ALL.attack(more=True)
def client_ids_of_30_kb(stage: Stage) -> Attacking:
    """2,000 Metadata requests over ten connections, each with another client id of 30 KB."""
    request = MetadataRequest(topics=[MetadataRequestTopic(name=HONEST)], allow_auto_topic_creation=False)
    frames = [encode_request(request, version=12, correlation_id=n, client_id=f"{n:030000}") for n in range(2000)]
    return Exchange(stage.plain, [b"".join(frames[n::10]) for n in range(10)], answers=200)


@ALL.attack(more=True)
def tagged_fields(stage: Stage) -> Attacking:
    """100 Metadata requests on each of four connections, each with 9,999 tagged fields that nobody knows."""
    request = MetadataRequest(topics=[], unknown_tags=dict.fromkeys(range(1, 10000), b"x"))
    return Exchange(stage.plain, [frame(request, 12) * 100] * 4, answers=100)


def _handshake(mechanism: str) -> bytes:
    return frame(SaslHandshakeRequest(mechanism=mechanism), 1)


def _authenticate(token: bytes) -> bytes:
    return frame(SaslAuthenticateRequest(auth_bytes=token), 2)

"""Connections as state machines: frames, headers, versions. No I/O.

`ClientConnection` and `ServerConnection` take bytes and give events: messages, or for who only forwards the frames as
they came. `FrameReader` only cuts frames. Whoever has whole frames at hand needs `decode_request`, `encode_request` and
their like. Names load on first touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.errors import LocalProtocolError as LocalProtocolError
    from kafkawire.errors import ProtocolError as ProtocolError
    from kafkawire.errors import RemoteProtocolError as RemoteProtocolError
    from kafkawire.limits import Limits as Limits
    from kafkawire.message_set import MessageSet as MessageSet
    from kafkawire.messages import RequestHeader as RequestHeader
    from kafkawire.messages import ResponseHeader as ResponseHeader
    from kafkawire.packing import StoredBytes as StoredBytes
    from kafkawire.protocol.client import ClientConnection as ClientConnection
    from kafkawire.protocol.error_responses import error_response as error_response
    from kafkawire.protocol.events import Event as Event
    from kafkawire.protocol.events import RequestFrame as RequestFrame
    from kafkawire.protocol.events import RequestReceived as RequestReceived
    from kafkawire.protocol.events import ResponseFrame as ResponseFrame
    from kafkawire.protocol.events import ResponseReceived as ResponseReceived
    from kafkawire.protocol.events import VersionsNegotiated as VersionsNegotiated
    from kafkawire.protocol.frames import decode_request as decode_request
    from kafkawire.protocol.frames import decode_request_header as decode_request_header
    from kafkawire.protocol.frames import decode_request_payload as decode_request_payload
    from kafkawire.protocol.frames import decode_response as decode_response
    from kafkawire.protocol.frames import decode_response_payload as decode_response_payload
    from kafkawire.protocol.frames import encode_request as encode_request
    from kafkawire.protocol.frames import encode_request_pieces as encode_request_pieces
    from kafkawire.protocol.frames import encode_response as encode_response
    from kafkawire.protocol.frames import encode_response_pieces as encode_response_pieces
    from kafkawire.protocol.frames import expects_response as expects_response
    from kafkawire.protocol.frames import request_frame as request_frame
    from kafkawire.protocol.framing import FrameReader as FrameReader
    from kafkawire.protocol.sasl.mechanism import AuthenticationFailed as AuthenticationFailed
    from kafkawire.protocol.sasl.mechanism import Mechanism as Mechanism
    from kafkawire.protocol.sasl.server_mechanism import Refused as Refused
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism as ServerMechanism
    from kafkawire.protocol.server import BARE_TOKEN as BARE_TOKEN
    from kafkawire.protocol.server import ServerConnection as ServerConnection
    from kafkawire.protocol.states import State as State
    from kafkawire.protocol.versions import ApiVersions as ApiVersions

__all__ = [
    "BARE_TOKEN",
    "ApiVersions",
    "AuthenticationFailed",
    "ClientConnection",
    "Event",
    "FrameReader",
    "Limits",
    "LocalProtocolError",
    "Mechanism",
    "MessageSet",
    "ProtocolError",
    "Refused",
    "RemoteProtocolError",
    "RequestFrame",
    "RequestHeader",
    "RequestReceived",
    "ResponseFrame",
    "ResponseHeader",
    "ResponseReceived",
    "ServerConnection",
    "ServerMechanism",
    "State",
    "StoredBytes",
    "VersionsNegotiated",
    "decode_request",
    "decode_request_header",
    "decode_request_payload",
    "decode_response",
    "decode_response_payload",
    "encode_request",
    "encode_request_pieces",
    "encode_response",
    "encode_response_pieces",
    "error_response",
    "expects_response",
    "request_frame",
]

_HOME = {
    "ApiVersions": "kafkawire.protocol.versions",
    "AuthenticationFailed": "kafkawire.protocol.sasl.mechanism",
    "BARE_TOKEN": "kafkawire.protocol.server",
    "ClientConnection": "kafkawire.protocol.client",
    "Event": "kafkawire.protocol.events",
    "FrameReader": "kafkawire.protocol.framing",
    "Limits": "kafkawire.limits",
    "LocalProtocolError": "kafkawire.errors",
    "Mechanism": "kafkawire.protocol.sasl.mechanism",
    "MessageSet": "kafkawire.message_set",
    "ProtocolError": "kafkawire.errors",
    "Refused": "kafkawire.protocol.sasl.server_mechanism",
    "RemoteProtocolError": "kafkawire.errors",
    "RequestFrame": "kafkawire.protocol.events",
    "RequestHeader": "kafkawire.messages",
    "RequestReceived": "kafkawire.protocol.events",
    "ResponseFrame": "kafkawire.protocol.events",
    "ResponseHeader": "kafkawire.messages",
    "ResponseReceived": "kafkawire.protocol.events",
    "ServerConnection": "kafkawire.protocol.server",
    "ServerMechanism": "kafkawire.protocol.sasl.server_mechanism",
    "State": "kafkawire.protocol.states",
    "StoredBytes": "kafkawire.packing",
    "VersionsNegotiated": "kafkawire.protocol.events",
    "decode_request": "kafkawire.protocol.frames",
    "decode_request_header": "kafkawire.protocol.frames",
    "decode_request_payload": "kafkawire.protocol.frames",
    "decode_response": "kafkawire.protocol.frames",
    "decode_response_payload": "kafkawire.protocol.frames",
    "encode_request": "kafkawire.protocol.frames",
    "encode_request_pieces": "kafkawire.protocol.frames",
    "encode_response": "kafkawire.protocol.frames",
    "encode_response_pieces": "kafkawire.protocol.frames",
    "error_response": "kafkawire.protocol.error_responses",
    "expects_response": "kafkawire.protocol.frames",
    "request_frame": "kafkawire.protocol.frames",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)

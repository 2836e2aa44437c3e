"""Connections to one broker: request messages in, answers as decoded messages out. A closed connection is an answer."""

from __future__ import annotations

import socket
import struct
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.message import Request
from kafkawire.protocol.frames import decode_response_payload, encode_request

__all__ = ["CLOSED", "TIMEOUT", "Connection", "Ticket"]

CLOSED, TIMEOUT = {"connection": "closed"}, {"connection": "no answer"}
"""What stands in the place of an answer that never came."""
Ticket = tuple[int, int, int]
"""Correlation id, API key and version of a request that was sent."""


class Connection:
    """One connection. `timeout` is in seconds, for each answer."""

    def __init__(self, host: str, port: int, timeout: float = 10.0) -> None:
        self._socket = socket.create_connection((host, port), timeout)
        self._next = 0

    def send(self, request: Request, version: int, client_id: str | None = "interop") -> Ticket:
        """Send a request; the ticket is for `receive`."""
        number, self._next = self._next, self._next + 1
        self._socket.sendall(encode_request(request, version=version, correlation_id=number, client_id=client_id))
        return number, request.API_KEY, version

    def send_bytes(self, data: bytes) -> None:
        """Send anything."""
        self._socket.sendall(data)

    def receive(self, ticket: Ticket) -> tuple[Any, int] | None:
        """The answer and the version that it has; None if the broker hung up. Raises `TimeoutError`."""
        payload = self._frame()
        if payload is None:
            return None
        number, api_key, version = ticket
        assert int.from_bytes(payload[:4], "big", signed=True) == number, "an answer to another request"
        if api_key == ApiKey.API_VERSIONS and payload[4:6] == b"\x00\x23":
            version = 0  # UNSUPPORTED_VERSION is told in a version that everybody can read
        return decode_response_payload(payload, api_key, version)[1], version

    def exchange_bare(self, token: bytes) -> bytes | None:
        """Send a token without a header; the one that comes back, or None if the broker hung up."""
        self._socket.sendall(struct.pack(">i", len(token)) + token)
        return self._frame()

    def is_closed(self, wait: float) -> bool:
        """Whether the broker hangs up, without a byte, within so many seconds."""
        self._socket.settimeout(wait)
        try:
            return self._read(1) is None
        except TimeoutError:
            return False

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _frame(self) -> bytes | None:
        size = self._read(4)
        return None if size is None else self._read(*struct.unpack(">i", size))

    def _read(self, count: int) -> bytes | None:
        data = bytearray()
        while len(data) < count:
            try:
                piece = self._socket.recv(count - len(data))
            except ConnectionError:
                return None
            if not piece:
                return None
            data += piece
        return bytes(data)

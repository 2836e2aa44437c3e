"""What goes wrong below the protocol: no connection, a lost one, no answer in time."""

from __future__ import annotations

from kafkawire.errors import KafkaWireError, RemoteProtocolError

__all__ = [
    "ConnectFailed",
    "ConnectionLost",
    "RequestTimedOut",
    "TransportError",
    "Untrusted",
    "connect_failed",
    "named",
]


class TransportError(KafkaWireError):
    """The bytes did not get through. Trying again, perhaps elsewhere, may help."""


class ConnectFailed(TransportError, ConnectionError):
    """No connection could be opened."""


class Untrusted(KafkaWireError, ConnectionError):
    """The peer's certificate does not show that it is the one we asked for. Trying again does not help."""


class ConnectionLost(TransportError, ConnectionError):
    """The connection ended before the answer came; whether the request took effect is unknown."""


class RequestTimedOut(TransportError, TimeoutError):
    """The answer did not come in time; whether the request took effect is unknown."""


def connect_failed(peer: str, reason: object) -> ConnectFailed:
    """No connection to the peer, for a reason that may say already whose it is."""
    text = str(reason)
    return ConnectFailed(text if text.startswith(peer) else f"{peer}: {text}")


def named(error: RemoteProtocolError, peer: str) -> RemoteProtocolError:
    """The error, saying who broke the protocol."""
    found = RemoteProtocolError(f"{peer}: {error}")
    found.__cause__ = error.__cause__
    return found

"""What goes wrong below the protocol: no connection, a lost one, no answer in time."""

from __future__ import annotations

from kafkawire.errors import KafkaWireError

__all__ = ["ConnectFailed", "ConnectionLost", "RequestTimedOut", "TransportError", "Untrusted"]


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

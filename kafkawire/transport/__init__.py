"""Sockets: where bytes of the sans-I/O connections come from and go to. Nothing about Kafka is decided here.

For asyncio there are `connect` and `ClientStream`, without it `BlockingStream`; `MemoryNetwork` carries bytes within a
process. Names load on first touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.transport.aio import ClientStream as ClientStream
    from kafkawire.transport.aio import Dial as Dial
    from kafkawire.transport.aio import connect as connect
    from kafkawire.transport.aio import dialer as dialer
    from kafkawire.transport.aio import loop_factory as loop_factory
    from kafkawire.transport.blocking import BlockingStream as BlockingStream
    from kafkawire.transport.errors import ConnectFailed as ConnectFailed
    from kafkawire.transport.errors import ConnectionLost as ConnectionLost
    from kafkawire.transport.errors import RequestTimedOut as RequestTimedOut
    from kafkawire.transport.errors import TransportError as TransportError
    from kafkawire.transport.errors import Untrusted as Untrusted
    from kafkawire.transport.memory import MemoryNetwork as MemoryNetwork
    from kafkawire.transport.memory import MemoryTransport as MemoryTransport
    from kafkawire.transport.traffic import Recorded as Recorded
    from kafkawire.transport.traffic import Recorder as Recorder
    from kafkawire.transport.traffic import Traffic as Traffic

__all__ = [
    "BlockingStream",
    "ClientStream",
    "ConnectFailed",
    "ConnectionLost",
    "Dial",
    "MemoryNetwork",
    "MemoryTransport",
    "Recorded",
    "Recorder",
    "RequestTimedOut",
    "Traffic",
    "TransportError",
    "Untrusted",
    "connect",
    "dialer",
    "loop_factory",
]

_HOME = {
    "BlockingStream": "kafkawire.transport.blocking",
    "ClientStream": "kafkawire.transport.aio",
    "ConnectFailed": "kafkawire.transport.errors",
    "ConnectionLost": "kafkawire.transport.errors",
    "Dial": "kafkawire.transport.aio",
    "MemoryNetwork": "kafkawire.transport.memory",
    "MemoryTransport": "kafkawire.transport.memory",
    "Recorded": "kafkawire.transport.traffic",
    "Recorder": "kafkawire.transport.traffic",
    "RequestTimedOut": "kafkawire.transport.errors",
    "Traffic": "kafkawire.transport.traffic",
    "TransportError": "kafkawire.transport.errors",
    "Untrusted": "kafkawire.transport.errors",
    "connect": "kafkawire.transport.aio",
    "dialer": "kafkawire.transport.aio",
    "loop_factory": "kafkawire.transport.aio",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)

"""The end of a connection that is written to: answers go out as fast as they are read, out of files if it is worth it.

While the client does not read, or files are on their way to it, nothing more may be written (`_can_write`); whoever has
something to write is told when there is room again (`_go_on`).
"""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import cast

from kafkawire.broker.net.sending import FileSender, arrange
from kafkawire.protocol.frames import Piece
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["WritingEnd"]

_LOG = RateLimitedLogger("kafkawire.broker.connections")
_HIGH_WATER = 1 << 20


class WritingEnd(asyncio.Protocol):
    """A connection's writing half. `_socket` is there without TLS: files then go out without being read here."""

    _transport: asyncio.Transport

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._sender: FileSender | None = None
        self._can_write = True
        self._is_closing = False
        self._client_host = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=_HIGH_WATER)
        peer = transport.get_extra_info("peername")
        self._client_host = f"/{peer[0]}" if peer else ""

    def pause_writing(self) -> None:
        """The client does not read its answers."""
        self._can_write = False
        self._update_reading()

    def resume_writing(self) -> None:
        """The client has caught up with its answers."""
        self._can_write = True
        self._go_on()

    def close(self) -> None:
        """Send what is written already, and hang up."""
        self._is_closing = True
        if self._sender is None and hasattr(self, "_transport"):
            self._transport.close()

    def abort(self) -> None:
        """Hang up at once, whatever is still to be sent."""
        self._stop_sending()
        self._transport.abort()

    def _go_on(self) -> None:
        """There is room to write again."""
        raise NotImplementedError

    def _update_reading(self) -> None:
        """What counts for whether to read has changed."""
        raise NotImplementedError

    def _stop_sending(self) -> None:
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None

    def _write(self, pieces: list[Piece]) -> None:
        if len(pieces) == 1:
            self._transport.write(pieces[0])  # type: ignore[arg-type]  # one alone is never out of a file
            return
        sock = None if self._transport.get_write_buffer_size() else self._socket
        try:
            first, *rest = arrange(pieces, sendfile=sock is not None)
            if sock is None or not rest:
                self._transport.write(cast("bytes", first))
                return
            sender = FileSender(sock, [first, *rest])
            if not sender.start(self._sent):
                self._sender = sender
                self._can_write = False
                self._update_reading()
        except OSError as exc:
            self._break(exc)

    def _sent(self, error: OSError | None) -> None:
        """The last answer is out, or cannot be."""
        self._sender = None
        if error is not None:
            self._break(error)
        elif self._is_closing:
            self._transport.close()
        else:
            self.resume_writing()

    def _break(self, error: OSError) -> None:
        """Half an answer is out and the rest will never be: nothing that follows would make sense."""
        _LOG.log(
            logging.DEBUG if isinstance(error, ConnectionError) else logging.ERROR,
            "connection to %s cannot be written to: %s",
            self._client_host,
            error,
        )
        self._is_closing = True
        self.abort()

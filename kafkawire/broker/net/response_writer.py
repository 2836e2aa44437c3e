"""Writes responses to a client as fast as they are read, out of files if it is worth it.

While the client does not read, or files are on their way to it, nothing more may be written (`can_write`); whoever has
something to write is called when that changes.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import cast

from kafkawire.broker.net.sending import IS_POSSIBLE, FileSender, arrange
from kafkawire.protocol.frames import Piece
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["ResponseWriter"]

_LOG = RateLimitedLogger("kafkawire.broker.connections")
_HIGH_WATER = 1 << 20


class ResponseWriter:
    """The way to one client. `changed` is called with `can_write` whenever that has changed."""

    transport: asyncio.Transport

    def __init__(self, changed: Callable[[bool], object]) -> None:
        self.can_write = True
        self.watch: Callable[[bytes], object] | None = None
        """What sees all that is written, if anything does; files then go through memory."""
        self.is_closing = False
        """Whether the connection is about to end: no more is to be written."""
        self.client_host = ""
        """Where the client is, `/1.2.3.4` as Kafka has it in its logs."""
        self._changed = changed
        self._socket: socket.socket | None = None
        self._sender: FileSender | None = None

    def connect(self, transport: asyncio.BaseTransport, *, is_plain: bool) -> None:
        """The client is there. `is_plain`: without TLS, so that files go out without being read here."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=_HIGH_WATER)
        peer = transport.get_extra_info("peername")
        self.client_host = f"/{peer[0]}" if peer else ""
        if is_plain and IS_POSSIBLE:
            self._socket = transport.get_extra_info("socket")
        if self.is_closing:  # the broker was stopped between the accepting and this moment
            self.transport.close()

    def pause(self) -> None:
        """The client does not read its responses."""
        self.can_write = False
        self._changed(False)

    def resume(self) -> None:
        """The client has caught up with its responses."""
        self.can_write = True
        self._changed(True)

    def close(self) -> None:
        """Send what is written already, and hang up."""
        self.is_closing = True
        if self._sender is None and hasattr(self, "transport"):
            self.transport.close()

    def abort(self) -> None:
        """Hang up at once, whatever is still to be sent."""
        self.lost()
        self.transport.abort()

    def lost(self) -> None:
        """The client is gone: send no more."""
        self.is_closing = True
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None

    @property
    def is_sending_files(self) -> bool:
        """Whether a response out of files is on its way."""
        return self._sender is not None

    def write(self, pieces: list[Piece]) -> None:
        """Write a response, and perhaps others behind it, or what there is room for of it; the rest follows."""
        if len(pieces) == 1:
            self.transport.write(pieces[0])  # type: ignore[arg-type]  # one alone is never out of a file
            if self.watch is not None:
                self.watch(cast("bytes", pieces[0]))
            return
        sock = None if self.transport.get_write_buffer_size() or self.watch is not None else self._socket
        try:
            first, *rest = arrange(pieces, sendfile=sock is not None)
            if sock is None or not rest:
                self.transport.write(cast("bytes", first))
                if self.watch is not None:
                    self.watch(cast("bytes", first))
                return
            sender = FileSender(sock, [first, *rest])
            if not sender.start(self._sent):
                self._sender = sender
                self.pause()
        except OSError as exc:
            self._break(exc)

    def _sent(self, error: OSError | None) -> None:
        """The last response is out, or cannot be."""
        self._sender = None
        if error is not None:
            self._break(error)
        elif self.is_closing:
            self.transport.close()
        else:
            self.resume()

    def _break(self, error: OSError) -> None:
        """Half a response is out and the rest will never be: nothing that follows would make sense."""
        _LOG.log(
            logging.DEBUG if isinstance(error, ConnectionError) else logging.ERROR,
            "connection to %s cannot be written to: %s",
            self.client_host,
            error,
        )
        self.abort()

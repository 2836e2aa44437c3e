"""What whoever listens on a port needs of asyncio: an error that names the port, and an end that leaves no socket."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Iterable
from contextlib import suppress

__all__ = ["port_error", "stop_listening"]

_TURNS_OF_ARRIVAL = 4  # from the call that accepts a connection to its protocol's `connection_made`, and one to spare


def port_error(exc: OSError, host: str, port: int) -> OSError:
    """What to raise when a port cannot be taken: says which one, and what stands in the way."""
    if exc.errno == errno.EADDRINUSE:
        return OSError(exc.errno, f"{host}:{port} is in use by another program")
    if exc.errno is None or isinstance(exc, socket.gaierror):
        return OSError(exc.errno, f"{host}:{port}: {exc.strerror or exc}")
    return OSError(exc.errno, f"{host}:{port}: {os.strerror(exc.errno)}")  # asyncio's own words repeat the address


async def stop_listening(servers: Iterable[asyncio.Server]) -> None:
    """Close servers; returns when all connections that they had accepted have come to their protocols.

    asyncio accepts a connection in one turn of the event loop and tells its protocol in a later one. A server that is
    closed in between leaves the socket open, and whoever counts connections then finds none. So nothing more is
    accepted first, then what is on its way arrives, and then the server is closed.
    """
    servers = list(servers)
    loop = asyncio.get_running_loop()
    for server in servers:
        for listening in server.sockets:
            with suppress(NotImplementedError):  # Windows' own loop does not read by readers
                loop.remove_reader(listening.fileno())
    for _ in range(_TURNS_OF_ARRIVAL):
        await asyncio.sleep(0)
    for server in servers:
        server.close()

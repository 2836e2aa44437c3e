"""The least that a proxy in Python can do: `python -m benchmarks.proxy.pump PORT TARGET`, bytes in, the same bytes out.

It knows nothing of Kafka. What it costs is what asyncio asks for two sockets, and any proxy on asyncio pays. Memory is
kept as the command of our proxy keeps it: without that each read asks the system for 256 KiB, half of the time.
"""

from __future__ import annotations

import asyncio
import sys
from typing import cast

from kafkawire.limits import MIB
from kafkawire.malloc import keep_memory


class Half(asyncio.Protocol):
    """One of the two sockets."""

    other: Half
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is there."""
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """On with it."""
        self.other.transport.write(data)

    def pause_writing(self) -> None:
        """The other side has to wait."""
        self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        """And to go on."""
        self.other.transport.resume_reading()

    def connection_lost(self, _exc: Exception | None) -> None:
        """With one side the other is over."""
        self.other.transport.close()


class Client(Half):
    """The socket of a client, which waits for the other one."""

    def __init__(self, target: int) -> None:
        self._target = target

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connect to the target."""
        super().connection_made(transport)
        self.transport.pause_reading()
        self._opening = asyncio.ensure_future(self._open())

    async def _open(self) -> None:
        self.other = Half()
        self.other.other = self
        await asyncio.get_running_loop().create_connection(lambda: self.other, "127.0.0.1", self._target)
        self.transport.resume_reading()


async def serve(port: int, target: int) -> None:
    """Pump until the process is ended."""
    server = await asyncio.get_running_loop().create_server(lambda: Client(target), "127.0.0.1", port)
    print(f"listening on 127.0.0.1:{port}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    keep_memory(4 * MIB, 16 * MIB)
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))

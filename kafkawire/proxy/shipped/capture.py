"""Writes what passes into a capture, which `kafkawire capture` and Wireshark open.

```console
$ kafkawire proxy --upstream broker:9092 --filter capture:path=wire.pcapng
```

It writes what it sees in its place: requests as the filters before it have made them, responses as those behind it
have. Secrets are asterisks (`kafkawire.capture.recorder`); bare SASL tokens pass no filter, and are not in the file. A
disk that is slow leaves gaps in the recording, one that is full ends it with one warning, and the traffic goes on.
When the configuration is read again, the filter of the same path goes on with the file that is open.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from kafkawire.capture.recorder import Recorded, Recorder
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB
from kafkawire.message import Request, Response
from kafkawire.protocol.frames import encode_request, encode_response, frame_pieces
from kafkawire.protocol.server import BARE_TOKEN
from kafkawire.proxy.context import Connection, Context
from kafkawire.proxy.filters import Filter
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["Capture"]

_LOG = RateLimitedLogger("kafkawire.proxy.capture")
_ANYBODY = "User:ANONYMOUS"
_recorders: WeakValueDictionary[Path, Recorder] = WeakValueDictionary()


class Capture(Filter):
    """Writes to the file at `path`; one that has `max_bytes` is followed by the next, and `keep` of them stay.

    `max_queued` bytes may wait for the disk. With `secrets` tokens and passwords are written as they are.
    """

    decodes = False

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int = 256 * MIB,
        keep: int = 4,
        max_queued: int = 16 * MIB,
        secrets: bool = False,
    ) -> None:
        place = Path(path).absolute()
        found = _recorders.get(place)
        if found is None or not found.is_recording:
            found = Recorder(place, max_bytes=max_bytes, keep=keep, max_queued=max_queued, secrets=secrets)
            _recorders[place] = found
        self._recorder = found

    def opened(self, connection: Connection) -> None:
        """A client has connected."""
        facts = {"cluster": connection.cluster}
        connection.state[self] = self._recorder.open(connection.client_address, connection.broker_address, facts)

    def closed(self, connection: Connection) -> None:
        """A client is gone."""
        recorded: Recorded = connection.state.pop(self)
        recorded.end()

    def on_request(self, ctx: Context, header: Any, request: Request | None) -> None:
        """Write a request."""
        recorded: Recorded = ctx.connection.state[self]
        if ctx.principal != _ANYBODY:
            recorded.tell({"principal": ctx.principal})
        try:
            frame = _framed(ctx.payload) if request is None else encode_request(request, header=header)
        except KafkaWireError as exc:
            _LOG.warning("a request is not in the capture: %s", exc)
        else:
            recorded.request(frame)

    def on_response(self, ctx: Context, header: Any, response: Response | None) -> None:
        """Write a response."""
        if ctx.version == BARE_TOKEN:
            return
        recorded: Recorded = ctx.connection.state[self]
        try:
            if response is None:
                frame = _framed(ctx.payload)
            else:
                header.correlation_id = ctx.correlation_id or 0
                frame = encode_response(response, version=ctx.version, header=header)
        except KafkaWireError as exc:
            _LOG.warning("a response is not in the capture: %s", exc)
        else:
            recorded.response(frame)

    async def stop(self) -> None:
        """Close the file."""
        await asyncio.to_thread(self._recorder.close)  # it may wait for a disk


def _framed(payload: bytes) -> bytes:
    return b"".join(frame_pieces(payload))  # type: ignore[arg-type]

"""Captured traffic: packets of pcap and pcapng files as requests with their responses.

`read` gives the exchanges of a capture one after the other, in bounded memory, whatever the file holds. Names load on
first touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.capture.exchange import Exchange as Exchange
    from kafkawire.capture.exchange import FoundBatch as FoundBatch
    from kafkawire.capture.reader import Capture as Capture
    from kafkawire.capture.reader import read as read
    from kafkawire.capture.recorder import Recorder as Recorder
    from kafkawire.capture.tcp import CaptureLimits as CaptureLimits
    from kafkawire.capture.tcp import Connection as Connection
    from kafkawire.capture.writer import CaptureWriter as CaptureWriter

__all__ = ["Capture", "CaptureLimits", "CaptureWriter", "Connection", "Exchange", "FoundBatch", "Recorder", "read"]

_HOMES = {
    "Capture": ".reader",
    "CaptureLimits": ".tcp",
    "CaptureWriter": ".writer",
    "Connection": ".tcp",
    "Exchange": ".exchange",
    "FoundBatch": ".exchange",
    "Recorder": ".recorder",
    "read": ".reader",
}

if not TYPE_CHECKING:  # a type checker sees imports instead, and finds names that do not exist
    __getattr__, __dir__ = lazily(__name__, _HOMES)

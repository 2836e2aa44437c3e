"""`python -m benchmarks.opcodes`: how many bytecodes ten workloads execute, a measure that needs no clock.

The same Python executes the same bytecodes for the same work, on any machine and however busy it is. So a change that
makes a hot path longer is seen in a test (`tests/unit/test_opcodes.py`), which holds the counts against those in
`opcodes.json`. What C functions cost is not in them: they say that more was done, not how long it took.
"""

from __future__ import annotations

import importlib.util
import json
import platform
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks import reference
from benchmarks.libraries import kafkawire as ours
from benchmarks.traffic import TRAFFIC
from kafkawire.messages import HeartbeatResponse
from kafkawire.protocol import ServerConnection
from kafkawire.records import read_batches, write_batch

COMMITTED = Path(__file__).with_suffix(".json")
_MESSAGES = (
    "metadata_response.v12.cluster.decode",
    "fetch_response.v12.of_300.decode",
    "produce_request.v9.of_24.encode",
    "heartbeat_request.v4.decode",
    "api_versions_response.v3.encode",
)
_RECORDS = ("regular", "applications")
_RECORD_COUNT = 300

Work = Callable[[], object]


def workloads() -> dict[str, Work]:
    """What is counted, by name; each has done its work twice, so that what is made on first use is there."""
    made = {name: _message(name) for name in _MESSAGES}
    for name in _RECORDS:
        made[f"records.{name}.read"] = _reading(name)
        made[f"records.{name}.write"] = _writing(name)
    made["server_connection.heartbeat"] = _serving()
    for work in made.values():
        work()
        work()
    return made


def _message(name: str) -> Work:
    operation = ours.load().operations[name]
    argument = operation.argument()
    return lambda: operation.run(argument)


def _reading(name: str) -> Work:
    data = reference.write_batch(TRAFFIC[name].records(_RECORD_COUNT))
    return lambda: [record for batch in read_batches(data) for record in batch]


def _writing(name: str) -> Work:
    records = TRAFFIC[name].records(_RECORD_COUNT)
    return lambda: write_batch(records)


def _serving() -> Work:
    """A heartbeat comes in and is answered."""
    server = ServerConnection({12: range(5)})
    body = struct.pack(">hhih", 12, 4, 7, 7) + b"billing\0" + b"\x08billing" + bytes(4) + b"\x07member\0\0"
    frame = struct.pack(">i", len(body)) + body

    def serve() -> None:
        (request,) = server.receive_data(frame)
        server.send(request.correlation_id, HeartbeatResponse())
        server.data_to_send()

    return serve


def count(work: Work) -> int:
    """The bytecodes that `work` executes. Whatever traces at the time, a debugger or a measure of coverage, waits."""
    executed = 0

    def enter(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any]:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return step

    def step(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal executed
        executed += event == "opcode"
        return step

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        work()
    finally:
        sys.settrace(before)
    return executed


def setting() -> str:
    """What the counts depend on: each minor version of Python compiles otherwise, and numpy reads records."""
    numpy = "with" if importlib.util.find_spec("numpy") else "without"
    return f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]} {numpy} numpy"


def main() -> None:
    """Count, show what has changed, and commit to it."""
    committed = json.loads(COMMITTED.read_text()) if COMMITTED.exists() else {"counts": {}}
    counts = {name: count(work) for name, work in workloads().items()}
    for name, found in counts.items():
        before = committed["counts"].get(name, found)
        print(f"{name:<40}{found:>12,}{found / before - 1:>+9.1%}")
    COMMITTED.write_text(json.dumps({"setting": setting(), "counts": counts}, indent=1) + "\n")


if __name__ == "__main__":
    main()

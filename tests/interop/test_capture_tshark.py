"""Captures as Wireshark's dissector sees them: frame by frame the same, where it knows the version."""

from __future__ import annotations

import json
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import pytest

from kafkawire import capture
from kafkawire.capture import Exchange
from kafkawire.capture.frames import Frame
from kafkawire.message import Message
from kafkawire.spec import paths_of
from tests.corpus import path

pytestmark = pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed (apt install tshark)")

ROOT = path("captures")
SESSIONS = {
    line["name"]: line
    for line in map(
        json.loads, (ROOT / "SESSIONS.jsonl").read_text().splitlines() if (ROOT / "SESSIONS.jsonl").exists() else ()
    )
}
TWICE = "shuffled"  # what is sent twice out of order, tshark shows twice
CUT = ("midstream", "truncated", "snaplen", "errors-raw", "old-kafka-python")  # frames without heads, or no frames
CAPTURES = sorted(
    file.name for file in ROOT.glob("*.pcap*") if not file.name.startswith(CUT) and file.stat().st_size < 1_000_000
)
COMPLAINTS = {  # where it says that it cannot know
    "_ws.malformed",
    "kafka.pdu_length_mismatch",
    "kafka.unknown_api_key",
    "kafka.unsupported_api_version",
    "kafka.request_missing",
}
Seen = tuple[object, ...]


def _ports(name: str) -> list[int]:
    session = SESSIONS.get(name, {"ports": [24000, 24001, 24002, 24003]})
    ports: list[int] = session["ports"]
    return ports


def _by_tshark(name: str) -> Iterator[dict[str, list[str]]]:
    """The fields of each Kafka frame."""
    ports = (word for port in _ports(name) for word in ("-d", f"tcp.port=={port},kafka"))
    command = ["tshark", "-r", str(ROOT / name), *ports, "-Y", "kafka", "-T", "pdml"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        for _, packet in ET.iterparse(process.stdout):
            if packet.tag != "packet":
                continue
            for proto in packet.iter("proto"):
                if proto.get("name") == "kafka":
                    yield _fields(proto)
            packet.clear()


def _fields(proto: ET.Element) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for field in proto.iter("field"):
        found.setdefault(field.get("name", ""), []).append(field.get("show") or "")
    return found


def _tshark_frame(fields: dict[str, list[str]]) -> tuple[Seen, set[str] | None]:
    """Size, key, version, correlation id and client id; and topics, if it knows what it reads."""

    def number(*names: str) -> int | None:
        return next((int(fields[name][0]) for name in names if name in fields), None)

    key, version = number("kafka.api_key", "kafka.request_key"), number("kafka.api_version", "kafka.request.version")
    seen = (number("kafka.len"), key, version, number("kafka.correlation_id"))
    is_sure = not COMPLAINTS & set(fields)
    return seen, set(fields.get("kafka.topic_name", ())) if is_sure else None


def _ours(exchange: Exchange) -> Iterator[tuple[Seen, set[str]]]:
    asked = None if exchange.asked is None else exchange.asked.frame
    frames: list[tuple[Frame | None, Message | None]] = [
        (asked, exchange.request),
        (exchange.answer, exchange.response),
    ]
    for frame, message in frames:
        if frame is not None and frame.is_whole:
            topics = {name for name in _topics(message) if name}
            yield (frame.size, exchange.api_key, exchange.version, exchange.correlation_id), topics


def _topics(message: Message | None) -> Iterator[str]:
    if message is None:
        return
    for found in paths_of(type(message), "topicName"):
        for holder in found.holders(message):
            value = getattr(holder, found.field.attr)
            yield from value or () if found.field.is_array else (value,)


@pytest.mark.parametrize("name", CAPTURES)
def test_tshark_sees_the_same_frames(name: str) -> None:
    theirs = [_tshark_frame(fields) for fields in _by_tshark(name)]
    ours = [each for exchange in capture.read(ROOT / name, ports=_ports(name)) for each in _ours(exchange)]
    known = Counter(seen for seen, _ in ours)
    missing = Counter(seen for seen, _ in theirs if None not in seen) - known
    assert not missing or (name.startswith(TWICE) and set(missing) <= set(known))
    sure = [(seen, topics) for seen, topics in theirs if topics and None not in seen]
    named = Counter((seen, frozenset(topics)) for seen, topics in ours)
    different = Counter((seen, frozenset(topics)) for seen, topics in sure) - named
    assert not different
    assert theirs

"""Captures of real clients and brokers, as exchanges: each frame that was sent, and nothing else."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kafkawire import capture
from kafkawire.capture import CaptureLimits, Exchange
from kafkawire.errors import DecodeError
from kafkawire.messages import MetadataRequest, MetadataResponse
from kafkawire.protocol.frames import encode_request, encode_response
from tests.corpus import has_full_corpus, path

PORTS = range(24000, 24004)
ROOT = path("captures")
CAPTURES = sorted(str(file.relative_to(ROOT)) for file in ROOT.rglob("*.pcap*"))
CUT_FROM_OTHERS = ("midstream", "truncated", "snaplen")
LEFT_BY_LIBRDKAFKA = {  # behind Metadata 13 and AlterUserScramCredentials 0
    "request: 3 bytes are left over behind it",
    "request: 1 bytes are left over behind it",
}
OTHER_PORTS = {"any-mixed.pcap"}  # brokers among themselves, where the reference did not look


def _expected(name: str) -> list[dict[str, Any]]:
    lines = (ROOT / (name.partition(".")[0] + ".expected.jsonl")).read_text().splitlines()
    return [line for line in map(json.loads, lines) if "dir" in line]


def _read(name: str) -> tuple[list[Exchange], capture.Capture]:
    captured = capture.read(ROOT / name, ports=PORTS)
    return list(captured), captured


def _frames(found: list[Exchange]) -> Counter[tuple[object, ...]]:
    """Every frame: whose, which way, API, version, correlation id, size and checksum, as the reference has them."""
    frames: Counter[tuple[object, ...]] = Counter()
    for each in found:
        port = each.connection.client.address[1]
        what = (each.api_key, each.version, each.correlation_id)
        if each.asked is not None:
            frames[port, "request", *what, each.asked.frame.size, zlib.crc32(each.asked.frame.data)] += 1
        if each.answer is not None:
            corr = int.from_bytes(each.answer.data[:4], "big", signed=True) if not each.is_token else None
            frames[port, "response", *what[:2], corr, each.answer.size, zlib.crc32(each.answer.data)] += 1
    return frames


@pytest.mark.parametrize("name", [name for name in CAPTURES if not name.startswith(CUT_FROM_OTHERS)])
def test_every_frame_is_there_and_none_that_was_not_sent(name: str) -> None:
    found, captured = _read(name)
    lines = [line for line in _expected(name) if line.get("whole", True)]
    expected: Counter[tuple[object, ...]] = Counter(
        (line["port"], line["dir"], line["key"], line["ver"], line["corr"], line["size"], line["crc32"])
        for line in lines
    )
    frames = _frames(found)
    missing = expected - frames
    # What an unknown request got, and responses of size 0, have no API for the reference.
    assert {what[:2] for what in missing if what[2] is not None} == set()
    more = frames - expected
    cut = sum(each.error is not None and "bytes are in the capture" in each.error for each in found)
    broken = sum(1 for line in _expected(name) if not line.get("whole", True))
    assert more.total() - missing.total() <= max(cut, broken) or name in OTHER_PORTS
    assert not [note for note in captured.notes if "belong to no frame" in note] or name.startswith("errors-raw")


@pytest.mark.parametrize("name", CAPTURES)
def test_every_pair_is_there(name: str) -> None:
    lines = _expected(name)
    by_number = {line["n"]: line for line in lines}
    pairs = [(by_number[line["req"]], line) for line in lines if line["dir"] == "response" and line.get("req")]
    expected = Counter((a["port"], a["key"], a["ver"], a["corr"], a["size"], r["size"]) for a, r in pairs)
    found, _ = _read(name)
    pairs_found = Counter(
        (e.connection.client.address[1], e.api_key, e.version, e.correlation_id, e.asked.frame.size, e.answer.size)
        for e in found
        if e.asked is not None and e.answer is not None
    )
    assert not expected - pairs_found


@pytest.mark.parametrize("name", [n for n in CAPTURES if not n.startswith((*CUT_FROM_OTHERS, "errors-raw"))])
def test_every_message_decodes(name: str) -> None:
    problems = {each.error for each in _read(name)[0] if each.error}
    # A connection may end within a frame.
    assert not [text for text in problems if "left over behind it" not in text and "in the capture" not in text]
    assert {text for text in problems if "left over" in text} <= LEFT_BY_LIBRDKAFKA


@pytest.mark.parametrize("name", CAPTURES)
def test_connections_and_order_are_those_of_the_file(name: str) -> None:
    numbers = {(line["port"], line["conn"]) for line in _expected(name) if line["dir"] == "request"}
    found, _ = _read(name)
    if name.startswith(CUT_FROM_OTHERS) or name in OTHER_PORTS:
        return
    order = sorted({(e.connection.number, e.connection.client.address[1]) for e in found})
    ports = [port for port, _ in sorted(numbers, key=lambda each: each[1])]
    assert [port for _, port in order if port in ports] == ports


def test_a_gzipped_file_and_one_that_cannot_seek_are_read_as_the_file_is() -> None:
    data = (ROOT / "sasl-java.pcapng").read_bytes()
    plain = [(each.number, each.api, each.time_ns) for each in capture.read(ROOT / "sasl-java.pcapng")]

    class Slow:
        def __init__(self, content: bytes) -> None:
            self.file = io.BytesIO(content)

        def read(self, size: int, /) -> bytes:
            return self.file.read(min(size, 997))

    for file in (io.BytesIO(gzip.compress(data)), Slow(data), Slow(gzip.compress(data))):
        assert [(each.number, each.api, each.time_ns) for each in capture.read(file)] == plain


@pytest.mark.skipif(not has_full_corpus(), reason="its captures are in the full corpus")
def test_software_principal_and_topics() -> None:
    found = list(capture.read(ROOT / "sasl-confluent.pcap"))
    assert {each.connection.principal for each in found if each.api == "Metadata"} >= {"User:alice"}
    assert {each.connection.software_name for each in found} >= {"confluent-kafka-python"}
    java = list(capture.read(ROOT / "share-java.pcapng"))
    named = [each for each in java if each.api == "ShareFetch" and each.topics]
    assert named  # which names topics by their ids only
    batches = [each for exchange in java for each in exchange.record_batches()]
    assert batches
    assert {each.error for each in batches} == {None}
    assert all(each.topic and each.partition is not None for each in batches)


# ------------------------------------------------------------------------------------------------- made for a purpose

CLIENT, SERVER = (b"\x0a\0\0\1", 40000), (b"\x0a\0\0\2", 9092)
SYN, ACK, RST = 2, 16, 4


def _packet(
    source: tuple[bytes, int],
    target: tuple[bytes, int],
    sequence: int,
    data: bytes = b"",
    flags: int = ACK,
    ack: int = 0,
) -> bytes:
    tcp = struct.pack(">HHIIBBHHH", source[1], target[1], sequence % 2**32, ack, 5 << 4, flags, 0, 0, 0) + data
    return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0) + source[0] + target[0] + tcp


def _pcap(packets: list[bytes], link_type: int = 101) -> io.BytesIO:
    head = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, link_type)
    return io.BytesIO(head + b"".join(struct.pack("<IIII", 1, n, len(p), len(p)) + p for n, p in enumerate(packets)))


def _request(number: int, topics: None = None) -> bytes:
    return encode_request(MetadataRequest(topics=topics), version=9, correlation_id=number, client_id="c")


def _response(number: int) -> bytes:
    return encode_response(MetadataResponse(cluster_id="x"), version=9, correlation_id=number)


def _conversation(*frames: bytes) -> list[bytes]:
    packets = [_packet(CLIENT, SERVER, 2**32 - 1, flags=SYN), _packet(SERVER, CLIENT, 2**32 - 1, flags=SYN | ACK)]
    at = 0
    for frame in frames:
        packets.append(_packet(CLIENT, SERVER, at, frame))
        at += len(frame)
    return packets


LINKS = {
    1: bytes(12) + b"\x08\0",
    0: struct.pack("<I", 2),
    108: struct.pack(">I", 2),
    113: bytes(14) + b"\x08\0",
    276: b"\x08\0" + bytes(18),
    101: b"",
}


@pytest.mark.parametrize("link_type", LINKS)
def test_link_types(link_type: int) -> None:
    packets = [
        LINKS[link_type] + packet for packet in [*_conversation(_request(1)), _packet(SERVER, CLIENT, 0, _response(1))]
    ]
    (found,) = capture.read(_pcap(packets, link_type))
    assert (found.api, found.error, found.latency_ms) == ("Metadata", None, 0.000001)


def test_vlans() -> None:
    tags = bytes(12) + b"\x88\xa8\0\x05\x81\0\0\x07\x08\0"
    (found,) = capture.read(_pcap([tags + packet for packet in _conversation(_request(1))], 1))
    assert found.api == "Metadata"


def test_a_hole_ends_when_the_receiver_confirms_what_is_behind_it() -> None:
    frames = [_request(number) for number in range(200)]
    packets = _conversation(*frames)
    del packets[2 + 5]
    size = len(frames[0])
    with_acks = packets[:2]
    for number, packet in enumerate(packets[2:]):
        with_acks += [packet, _packet(SERVER, CLIENT, 0, ack=size * (number + 2))]
    captured = capture.read(_pcap(with_acks))
    first = next(each for each in captured if each.correlation_id == 6)
    assert not captured.is_at_end
    assert [each.correlation_id for each in captured] == list(range(7, 200))
    assert first.error is None
    assert captured.notes == [f"connection 1: {size} bytes are not in the capture"]


def test_a_request_that_is_sent_again_after_no_response_is_a_retry() -> None:
    again = [
        _packet((CLIENT[0], 40001), SERVER, 2**32 - 1, flags=SYN),
        _packet((CLIENT[0], 40001), SERVER, 0, _request(8)),
        _packet(SERVER, (CLIENT[0], 40001), 0, _response(8)),
        _packet((CLIENT[0], 40001), SERVER, len(_request(8)), _request(9)),
        _packet(SERVER, (CLIENT[0], 40001), len(_response(8)), _response(9)),
    ]
    found = sorted(capture.read(_pcap(_conversation(_request(1)) + again)), key=lambda each: each.correlation_id or 0)
    assert [each.retry_of for each in found] == [None, (1, 1), None]


def test_tls_is_said() -> None:
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)
    captured = capture.read(_pcap(_conversation(hello)))
    assert list(captured) == []
    assert captured.notes == [
        "connection 1, 10.0.0.1:40000 to 10.0.0.2:9092, is TLS: a key-log file and tshark are needed to look into it"
    ]


def test_more_connections_than_are_followed() -> None:
    packets = []
    for port in range(1, 300):
        client = (CLIENT[0], port)
        packets += [_packet(client, SERVER, 2**32 - 1, flags=SYN), _packet(client, SERVER, 0, _request(port))]
    captured = capture.read(_pcap(packets), limits=CaptureLimits(max_connections=50))
    assert {each.correlation_id for each in captured} == set(range(1, 300))
    assert captured.notes
    assert all("more than 50 connections" in note for note in captured.notes)


def test_bytes_behind_a_hole_are_bounded() -> None:
    filler = [_packet(CLIENT, SERVER, 10_000 + n * 1_000, bytes(1_000)) for n in range(500)]
    captured = capture.read(_pcap(_conversation(_request(1)) + filler), limits=CaptureLimits(max_held=100_000))
    assert [each.correlation_id for each in captured if each.api] == [1]
    assert captured.notes


def test_a_gzip_bomb_is_cut() -> None:
    head = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
    packet = struct.pack("<IIII", 0, 0, 50_000, 50_000) + bytes(50_000)
    captured = capture.read(io.BytesIO(gzip.compress(head + packet * 2_000, 9)))
    assert list(captured) == []
    assert "expand to more than 200 times as much" in captured.notes[0]


def test_zeros_in_place_of_packets_are_soon_given_up() -> None:
    head = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
    captured = capture.read(io.BytesIO(head + bytes(40_000_000)))
    assert list(captured) == []
    assert captured.notes == [
        "a packet of 0 bytes: the capture is damaged at byte 24",
        "nothing more was found behind it",
    ]


@pytest.mark.parametrize("content", [b"", b"abc", b"no capture at all", gzip.compress(b"no capture at all", mtime=0)])
def test_what_is_no_capture_raises(content: bytes) -> None:
    with pytest.raises(DecodeError, match="capture"):
        list(capture.read(io.BytesIO(content)))


def test_a_file_that_is_not_there_raises(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        list(capture.read(tmp_path / "gone.pcap"))


def test_what_all_connections_hold_together_is_bounded() -> None:
    packets = []
    for port in range(1, 81):
        client = (CLIENT[0], port)
        packets.append(_packet(client, SERVER, 2**32 - 1, flags=SYN))
        packets += [_packet(client, SERVER, n * 60_000, _start(n)) for n in range(10)]
    limits = CaptureLimits(max_held_together=5_000_000)
    captured = capture.read(_pcap([*packets, *_conversation(_request(7))]), limits=limits, ports=[9092])
    found = list(captured)
    assert [each.correlation_id for each in found if each.api == "Metadata" and not each.error] == [7]
    assert any("given up, too many bytes waited for others" in note for note in captured.notes)


def _start(number: int) -> bytes:
    """The first 60,000 bytes of a frame of 50 MB, or more of it."""
    head = struct.pack(">i", 50_000_000) + _request(1)[4:] if number == 0 else b""
    return head + bytes(60_000 - len(head))


def test_a_capture_that_ends_within_a_packet_says_so() -> None:
    whole = _pcap(_conversation(_request(1), _request(2))).read(1 << 20)
    assert _notes(whole) == []
    for missing in (1, 15, 17):
        (note,) = [text for text in _notes(whole[:-missing]) if "is cut" in text]
        assert note == f"the capture is cut: it ends within a packet, at byte {len(whole) - missing}"


@pytest.mark.parametrize("order", ["<", ">"])
def test_packets_that_the_recording_machine_dropped_are_told(order: str) -> None:
    def block(kind: int, body: bytes) -> bytes:
        size = struct.pack(order + "I", len(body) + 12)
        return struct.pack(order + "I", kind) + size + body + size

    def lost(interface: int, **options: int) -> bytes:
        codes = {"received": 4, "by_interface": 5, "by_system": 7}
        texts = [struct.pack(order + "HHQ", codes[name], 8, value) for name, value in options.items()]
        return block(5, struct.pack(order + "III", interface, 0, 0) + b"".join(texts))

    section = block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))
    interface = block(1, struct.pack(order + "HHI", 101, 0, 0))
    start = section + interface + interface
    assert _notes(start + lost(0, received=9, by_interface=0)) == []
    twice = lost(0, by_interface=3) + lost(0, received=99, by_interface=4, by_system=5)  # the later one counts
    (note,) = _notes(start + twice + lost(1, by_interface=10) + start + lost(0, by_system=100))
    assert note == "119 packets are not in the capture: the machine that recorded it dropped them"
    assert _notes(start + lost(2, by_interface=3)) == []  # of an interface that there is not
    assert _notes(start + block(5, bytes(4)) + block(5, struct.pack(order + "IIIHH", 0, 0, 0, 5, 8))) == []


def _notes(data: bytes) -> list[str]:
    captured = capture.read(io.BytesIO(data))
    for _ in captured:
        pass
    return captured.notes

"""Captures of real clients, read below Spark: the frames that were really sent, paired as they were."""

from __future__ import annotations

import json
import struct
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from kafkawire.capture.frames import Cutter, Frame, Looks
from kafkawire.client.errors import InvalidOption
from kafkawire.errors import DecodeError
from kafkawire.messages import ApiVersionsRequest, MetadataRequest, MetadataResponse
from kafkawire.protocol.frames import encode_request, encode_response
from kafkawire.spark.capture.files import find_captures
from kafkawire.spark.capture.options import parse_capture_options
from kafkawire.spark.capture.rows import capture_rows, read_capture
from kafkawire.spark.paths import FileFailed
from tests.corpus import path

Rows = list[dict[str, Any]]
PORTS = frozenset(range(24000, 24004))
CAPTURES = sorted(file.name for file in path("captures").glob("*.pcap*"))
# The last answer of a connection was cut off: here it is with its request, there it counts as none.
CUT = {"group-848-confluent.pcap", "idempotent-franz-go.pcap", "quorum-of-three.pcap", "shuffled-confluent.pcapng"}
OTHER_PORTS = {"any-mixed.pcap"}  # brokers among themselves, where the reference did not look
EMPTY_TOKEN = {"old-kafka-python.pcap"}  # its answer has no byte


def _expected(name: str) -> list[dict[str, Any]]:
    lines = path("captures", name.partition(".")[0] + ".expected.jsonl").read_text().splitlines()
    return [line for line in map(json.loads, lines) if "dir" in line]


def _port(row: dict[str, Any]) -> int:
    return int(row["client"].rpartition(":")[2])


@pytest.mark.parametrize("name", CAPTURES)
def test_every_request_that_was_sent_is_a_row(name: str) -> None:
    sent = [frame for frame in _expected(name) if frame["dir"] == "request"]
    whole = [frame for frame in sent if frame.get("whole", True)]
    expected: Counter[tuple[Any, ...]] = Counter(
        (f["port"], f["key"], f["ver"], f["corr"], f["size"] + 4) for f in whole
    )
    rows = [row for row in capture_rows(str(path("captures", name)), PORTS, bodies=False) if "requestSize" in row]
    names = ("apiKey", "apiVersion", "correlationId", "requestSize")
    found: Counter[tuple[Any, ...]] = Counter((_port(row), *(row.get(name) for name in names)) for row in rows)
    assert not expected - found
    extra = (found - expected).total() - (len(sent) - len(whole))
    assert extra == 0 or name in OTHER_PORTS


@pytest.mark.parametrize("name", CAPTURES)
def test_every_response_is_with_its_request(name: str) -> None:
    frames = _expected(name)
    by_number = {frame["n"]: frame for frame in frames}
    answers = [(frame, by_number[frame["req"]]) for frame in frames if frame["dir"] == "response" and frame.get("req")]
    expected: Counter[tuple[Any, ...]] = Counter(
        (f["port"], asked["corr"], asked["size"] + 4, f["size"] + 4) for f, asked in answers
    )
    rows = [row for row in capture_rows(str(path("captures", name)), PORTS, bodies=False) if "latencyUs" in row]
    assert all(row["latencyUs"] >= 0 for row in rows) or name.startswith("shuffled")
    names = ("correlationId", "requestSize", "responseSize")
    found: Counter[tuple[Any, ...]] = Counter((_port(row), *(row.get(name) for name in names)) for row in rows)
    assert not expected - found
    assert (found - expected).total() <= (name in CUT | EMPTY_TOKEN) or name in OTHER_PORTS


def test_bodies_are_json_and_secrets_are_hidden() -> None:
    rows = list(capture_rows(str(path("captures", "sasl-java.pcapng")), PORTS, bodies=True))
    assert not [row for row in rows if row["error"]]
    assert all(json.loads(row["request"]) is not None for row in rows)
    text = json.dumps(rows)
    assert "alice-secret" not in text
    assert {json.loads(row["request"])["authBytes"] for row in rows if row["apiName"] == "SASL_AUTHENTICATE"} == {
        "<hidden>"
    }


def test_what_was_cut_off_is_said_and_the_header_is_there() -> None:
    rows = list(capture_rows(str(path("captures", "snaplen128-confluent.pcap")), PORTS, bodies=True))
    cut = [row for row in rows if row["error"] and "bytes are in the capture" in row["error"]]
    assert cut
    assert all(row["apiName"] and row["correlationId"] is not None for row in cut)


# ----------------------------------------------------------------------------------------------------- made by hand

CLIENT, SERVER = (b"\x0a\0\0\1", 40000), (b"\x0a\0\0\2", 9092)
SYN, ACK = 2, 16


def _packet(source: tuple[bytes, int], target: tuple[bytes, int], sequence: int, flags: int, data: bytes) -> bytes:
    tcp = struct.pack(">HHIIBBHHH", source[1], target[1], sequence % 2**32, 0, 5 << 4, flags, 0, 0, 0) + data
    return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0) + source[0] + target[0] + tcp


def _capture(tmp_path: Path, packets: list[bytes], snap: int = 65535) -> str:
    head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, snap, 101)  # 101: IP without a link layer
    records = [struct.pack("<IIII", 1, n, len(p[:snap]), len(p)) + p[:snap] for n, p in enumerate(packets)]
    file = tmp_path / "made.pcap"
    file.write_bytes(head + b"".join(records))
    return str(file)


def _metadata(correlation_id: int) -> tuple[bytes, bytes]:
    asked = encode_request(MetadataRequest(topics=None), version=9, correlation_id=correlation_id, client_id="c")
    return asked, encode_response(MetadataResponse(cluster_id="x"), version=9, correlation_id=correlation_id)


def _rows(tmp_path: Path, packets: list[bytes], ports: frozenset[int] = frozenset()) -> Rows:
    return list(capture_rows(_capture(tmp_path, packets), ports, bodies=True))


def test_sequence_numbers_begin_again_at_zero(tmp_path: Path) -> None:
    asked, answer = _metadata(1)
    start = 2**32 - 5
    packets = [
        _packet(CLIENT, SERVER, start, SYN, b""),
        _packet(SERVER, CLIENT, 7, SYN | ACK, b""),
        _packet(CLIENT, SERVER, start + 1, ACK, asked[:8]),
        _packet(CLIENT, SERVER, start + 9, ACK, asked[8:]),
        _packet(SERVER, CLIENT, 8, ACK, answer),
    ]
    (row,) = _rows(tmp_path, packets)
    assert (row["client"], row["server"]) == ("10.0.0.1:40000", "10.0.0.2:9092")
    assert (row["apiName"], row["correlationId"], row["error"]) == ("METADATA", 1, None)
    assert row["latencyUs"] == 1


def test_segments_out_of_order_and_sent_twice_are_one_stream(tmp_path: Path) -> None:
    asked, answer = _metadata(1)
    parts = [_packet(CLIENT, SERVER, at, ACK, asked[at : at + 10]) for at in range(0, len(asked), 5)]
    packets = [*reversed(parts), _packet(SERVER, CLIENT, 0, ACK, answer)]
    packets.insert(0, _packet(CLIENT, SERVER, 2**32 - 1, SYN, b""))
    (row,) = _rows(tmp_path, packets)
    assert (row["apiName"], row["error"]) == ("METADATA", None)


def test_lost_bytes_cost_the_frames_that_they_are_in(tmp_path: Path) -> None:
    frames = [_metadata(n)[0] for n in range(4)]
    packets = [_packet(CLIENT, SERVER, 2**32 - 1, SYN, b"")]
    at = 0
    for n, frame in enumerate(frames):
        if n != 1:
            packets.append(_packet(CLIENT, SERVER, at, ACK, frame))
        at += len(frame)
    assert [row["correlationId"] for row in _rows(tmp_path, packets)] == [0, 2, 3]


def test_without_its_beginning_a_connection_is_read_from_the_next_frame(tmp_path: Path) -> None:
    (first, _), (second, answer) = _metadata(1), _metadata(2)
    packets = [
        _packet(SERVER, CLIENT, 50, ACK, b"the end of an answer"),
        _packet(CLIENT, SERVER, 100, ACK, first[20:]),
        _packet(CLIENT, SERVER, 100 + len(first) - 20, ACK, second),
        _packet(SERVER, CLIENT, 70, ACK, answer),
    ]
    (row,) = _rows(tmp_path, packets)
    assert (row["correlationId"], row["error"], row["client"]) == (2, None, "10.0.0.1:40000")


def test_a_request_without_answer_is_kept_and_an_answer_without_request_too(tmp_path: Path) -> None:
    (first, _), (_, other) = _metadata(1), _metadata(9)
    packets = [
        _packet(CLIENT, SERVER, 2**32 - 1, SYN, b""),
        _packet(SERVER, CLIENT, 2**32 - 1, SYN | ACK, b""),
        _packet(CLIENT, SERVER, 0, ACK, first),
        _packet(SERVER, CLIENT, 0, ACK, other),
    ]
    orphan, unanswered = _rows(tmp_path, packets)
    assert orphan["error"] == "response: its request is not in the capture"
    assert orphan["correlationId"] == 9
    assert "responseSize" not in unanswered


def test_a_port_that_is_used_anew_is_another_connection(tmp_path: Path) -> None:
    packets = []
    for start in (10, 5000):
        packets.append(_packet(CLIENT, SERVER, start, SYN, b""))
        packets.append(_packet(CLIENT, SERVER, start + 1, ACK, _metadata(start)[0]))
    assert [(row["connection"], row["correlationId"]) for row in _rows(tmp_path, packets)] == [(1, 10), (2, 5000)]


def test_what_is_not_kafka_gives_no_rows_unless_its_port_is_named(tmp_path: Path) -> None:
    packets = [_packet(CLIENT, SERVER, 0, SYN, b""), _packet(CLIENT, SERVER, 1, ACK, b"GET / HTTP/1.1\r\n\r\n")]
    assert _rows(tmp_path, packets) == []
    (row,) = _rows(tmp_path, packets, frozenset({9092}))
    assert row["error"] == "request: the frame says 1195725856 bytes"


def test_the_largest_size_that_a_frame_can_claim_is_a_row(tmp_path: Path) -> None:
    packets = [_packet(CLIENT, SERVER, 0, SYN, b""), _packet(CLIENT, SERVER, 1, ACK, b"\x7f\xff\xff\xff")]
    (batch,) = read_capture(_capture(tmp_path, packets), frozenset({9092}), bodies=True)
    assert batch.column("requestSize").to_pylist() == [2**31 + 3]


def test_a_stream_of_zeros_is_not_one_frame_after_the_other(tmp_path: Path) -> None:
    packets = [_packet(CLIENT, SERVER, 0, SYN, b""), _packet(CLIENT, SERVER, 1, ACK, bytes(4000))]
    assert [row["requestSize"] for row in _rows(tmp_path, packets, frozenset({9092}))] == [4, 4]


def test_what_looks_like_requests_and_is_none_is_not_decoded_again_and_again() -> None:
    """Else a capture of n packets could have nearly all of it decoded n times."""
    tried = 0

    def is_one(data: bytes) -> bool:
        nonlocal tried
        tried += len(data)
        return False

    found: list[Frame] = []
    cutter = Cutter(Looks(lambda _: True, is_one), found.append, has_start=False)
    size = 200_000
    for _ in range(size // 5):
        cutter.data(struct.pack(">i", size - 9) + b".", 0)
    cutter.end()
    assert found == []
    assert tried < 21 * size + 2 * 2**20


def test_an_old_broker_answers_api_versions_in_version_0(tmp_path: Path) -> None:
    asked = encode_request(ApiVersionsRequest(), version=3, correlation_id=1)
    answer = struct.pack(">iihi", 10, 1, 35, 0)
    packets = [
        _packet(CLIENT, SERVER, 2**32 - 1, SYN, b""),
        _packet(CLIENT, SERVER, 0, ACK, asked),
        _packet(SERVER, CLIENT, 0, ACK, answer),
    ]
    (row,) = _rows(tmp_path, packets)
    assert json.loads(row["response"])["errorCode"] == 35
    assert row["error"] is None


def test_any_cut_of_a_capture_gives_rows_or_one_kind_of_error(tmp_path: Path) -> None:
    for name in ("ipv6-kcat.pcap", "sasl-java.pcapng"):
        data = path("captures", name).read_bytes()
        file = tmp_path / name
        for cut in range(0, len(data), 1499):
            file.write_bytes(data[:cut])
            try:
                list(capture_rows(str(file), PORTS, bodies=False))
            except DecodeError:
                assert cut < 4


def test_turned_bytes_give_rows_or_one_kind_of_error(tmp_path: Path) -> None:
    for name in ("ipv6-kcat.pcap", "sasl-java.pcapng"):
        good = path("captures", name).read_bytes()
        file = tmp_path / name
        for at in range(0, min(len(good), 6000), 101):
            data = bytearray(good)
            data[at] ^= 0xFF
            file.write_bytes(data)
            try:
                list(capture_rows(str(file), PORTS, bodies=True))
            except DecodeError as exc:
                assert "damaged" in str(exc) or "not a capture" in str(exc) or "interface" in str(exc)


def test_a_time_that_spark_cannot_say_is_damage(tmp_path: Path) -> None:
    section = struct.pack("<IIIHHqI", 0x0A0D0D0A, 28, 0x1A2B3C4D, 1, 0, -1, 28)
    seconds = struct.pack("<HHB3xHH", 9, 1, 0, 0, 0)  # a unit of time is a second
    interface = struct.pack("<IIHHI", 1, 32, 101, 0, 0) + seconds + struct.pack("<I", 32)
    packet = struct.pack("<IIIIIIII", 6, 32, 0, 0xFFFFFFFF, 0, 0, 0, 32)
    file = tmp_path / "far.pcapng"
    file.write_bytes(section + interface + packet)
    with pytest.raises(DecodeError, match="seconds after 1970: the capture is damaged"):
        list(capture_rows(str(file), PORTS, bodies=False))


def test_captures_are_found_by_their_endings(tmp_path: Path) -> None:
    for name in ("a.pcap", "b.pcapng", "notes.txt"):
        (tmp_path / name).touch()
    assert [Path(found).name for found in find_captures([str(tmp_path)])] == ["a.pcap", "b.pcapng"]
    assert [Path(found).name for found in find_captures([str(tmp_path / "*.txt")])] == ["notes.txt"]
    with pytest.raises(InvalidOption, match="no capture there"):
        find_captures([str(tmp_path / "nothing")])


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "option 'path' is missing"),
        ({"path": "p", "port": "1"}, "unknown option 'port': the nearest valid one is 'ports'"),
        ({"path": "p", "ports": "kafka"}, "option 'ports' must be a whole number"),
    ],
)
def test_wrong_options_say_what_is_right(given: dict[str, str], text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        parse_capture_options(given)


@pytest.mark.parametrize(
    "content", [b"", b"no capture at all", struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 0, 1) + b"\xff" * 16]
)
def test_what_is_wrong_with_a_capture_names_the_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.pcap"
    file.write_bytes(content)
    with pytest.raises(DecodeError, match=rf"^{file}: .*capture"):
        list(capture_rows(str(file), frozenset(), bodies=True))


def test_a_capture_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileFailed, match=rf"^{tmp_path}/gone.pcap: "):
        list(capture_rows(f"{tmp_path}/gone.pcap", frozenset(), bodies=True))

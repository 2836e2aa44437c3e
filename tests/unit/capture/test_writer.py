"""kafkawire's own captures: read back by our reader, and by others that know nothing of Kafka or of us."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from kafkawire import capture
from kafkawire.capture import CaptureWriter
from kafkawire.messages import MetadataRequest, MetadataResponse
from kafkawire.protocol.frames import encode_request, encode_response

CLIENT, SERVER = ("10.0.0.1", 40000), ("10.0.0.2", 9092)
BIG = MetadataResponse(cluster_id="x" * 30_000)


def _asked(number: int) -> bytes:
    return encode_request(MetadataRequest(topics=None), version=9, correlation_id=number, client_id="me")


def _answer(number: int) -> bytes:
    return encode_response(BIG, version=9, correlation_id=number)


def _talk(writer: CaptureWriter, count: int = 3, client: tuple[str, int] = CLIENT) -> None:
    writer.open("c", client, SERVER, 1_000.0, {"principal": "User:CN=alice", "listener": "SSL"})
    for number in range(count):
        writer.write("c", "request", 1_000.5 + number, _asked(number))
        writer.write("c", "response", 1_000.75 + number, _answer(number))
    writer.end("c", 2_000.0)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    with CaptureWriter(tmp_path / "a.pcapng") as writer:
        _talk(writer)
    found = list(capture.read(tmp_path / "a.pcapng"))
    assert [(each.api, each.correlation_id, each.latency_ms, each.error) for each in found] == [
        ("Metadata", number, 250.0, None) for number in range(3)
    ]
    assert (found[0].client, found[0].server) == ("10.0.0.1:40000", "10.0.0.2:9092")
    assert found[0].connection.principal == "User:CN=alice"
    assert found[0].connection.facts["listener"] == "SSL"
    assert found[2].response == BIG


def test_frames_larger_than_a_packet_and_addresses_of_two_kinds(tmp_path: Path) -> None:
    with CaptureWriter(tmp_path / "a.pcapng") as writer:
        writer.open(1, ("::1", 5), SERVER, 1.0)
        for start in range(0, len(_asked(7)), 5):
            writer.write(1, "request", 1.0, _asked(7)[start : start + 5])
        writer.write(1, "response", 2.0, b"".join(map(_answer, (7, 8, 9, 10))))
    found = list(capture.read(tmp_path / "a.pcapng"))
    assert found[0].latency_ms == 1_000
    assert (found[0].client, found[0].server) == ("[::1]:5", "10.0.0.2:9092")
    assert [each.response_error for each in found[1:]] == ["its request is not in the capture"] * 3


def test_what_is_learned_later_is_in_a_comment(tmp_path: Path) -> None:
    with CaptureWriter(tmp_path / "a.pcapng") as writer:
        writer.open(1, CLIENT, SERVER, 1.0)
        writer.write(1, "request", 1.0, _asked(1))
        writer.tell(1, {"principal": "User:bob"})
        writer.write(1, "response", 2.0, _answer(1))
    (found,) = capture.read(tmp_path / "a.pcapng")
    assert found.connection.principal == "User:bob"


def test_a_port_that_is_used_again_is_another_connection(tmp_path: Path) -> None:
    with CaptureWriter(tmp_path / "a.pcapng") as writer:
        for _ in range(3):
            _talk(writer, 2)
    found = list(capture.read(tmp_path / "a.pcapng"))
    assert [each.connection.number for each in found] == [1, 1, 2, 2, 3, 3]
    assert not [each.error for each in found if each.error]


def test_ends_of_which_nothing_is_known_are_two_all_the_same(tmp_path: Path) -> None:
    with CaptureWriter(tmp_path / "a.pcapng") as writer:
        for number in range(2):
            writer.open(number, ("", 0), ("", 0), 1.0)
            writer.write(number, "request", 1.0, _asked(7))
            writer.write(number, "response", 2.0, _answer(7))
    found = list(capture.read(tmp_path / "a.pcapng"))
    assert [(each.api, each.latency_ms, each.connection.number) for each in found] == [
        ("Metadata", 1_000, 1),
        ("Metadata", 1_000, 2),
    ]


def test_files_rotate_and_each_is_a_capture_of_its_own(tmp_path: Path) -> None:
    with CaptureWriter(tmp_path / "a.pcapng", rotate_bytes=100_000, keep=2) as writer:
        _talk(writer, 14)
        assert writer.path.name == "a.3.pcapng"
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["a.2.pcapng", "a.3.pcapng"]
    for file in files:
        assert file.stat().st_size < 140_000
        found = list(capture.read(file))
        assert found
        assert {each.connection.principal for each in found} == {"User:CN=alice"}
        assert not [each.error for each in found if each.error]


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize("client", [CLIENT, ("::1", 5)])
def test_tshark_reads_it_without_complaint(tmp_path: Path, client: tuple[str, int]) -> None:
    with CaptureWriter(tmp_path / "a.pcapng") as writer:
        _talk(writer, client=client)
    fields = ("kafka.api_key", "kafka.correlation_id", "_ws.expert.message", "tcp.checksum.status", "frame.comment")
    checks = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-T", "json")
    command = ["tshark", "-r", str(tmp_path / "a.pcapng"), *checks, *(x for f in fields for x in ("-e", f))]
    packets = [
        p["_source"]["layers"] for p in json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    ]
    assert {status for p in packets for status in p["tcp.checksum.status"]} == {"1"}
    complaints = {text for p in packets for text in p.get("_ws.expert.message", ())}
    assert not [text for text in complaints if "onnection" not in text and "kafkawire" not in text]
    assert [number for p in packets for number in p.get("kafka.correlation_id", ())] == ["0", "0", "1", "1", "2", "2"]
    assert "User:CN=alice" in packets[0]["frame.comment"][0]

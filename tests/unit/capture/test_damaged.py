"""Files of our own recorder that are damaged: read as far as possible, and said what was skipped."""

from __future__ import annotations

import io
import tracemalloc
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from random import Random

import pytest

from kafkawire import capture
from kafkawire.capture import CaptureWriter
from kafkawire.capture.export import json_row
from kafkawire.capture.tcp import Side
from kafkawire.cli import main
from kafkawire.errors import DecodeError, KafkaWireError
from kafkawire.limits import MIB
from tests.corpus import has_full_corpus, path

ROOT = path("captures")
CAPTURES = sorted(str(file.relative_to(ROOT)) for file in ROOT.rglob("*.pcap*"))
DAMAGES = 8  # of each file
LARGEST = 100_000  # bytes of a file that is damaged


def _rewritten(name: str, directory: Path) -> list[Path]:
    """What a capture holds, as our recorder writes it, in files that follow each other."""
    with CaptureWriter(directory / "wire.pcapng", rotate_bytes=40_000) as writer:
        opened = set()
        for each in capture.read(ROOT / name):
            number, at = each.connection.number, each.time_ns / 1e9
            if number not in opened:
                opened.add(number)
                client, server = (_address(end) for end in (each.connection.client, each.connection.server))
                writer.open(number, client, server, at, {"a": "b"})
            if each.asked is not None:
                writer.write(number, "request", at, _framed(each.asked.frame.data))
            if each.answer is not None:
                writer.write(number, "response", at, _framed(each.answer.data))
    return [file for file in sorted(directory.iterdir()) if file.stat().st_size < LARGEST]


def _address(end: Side) -> tuple[str, int]:
    address, port = end.address
    return str(ip_address(address)), port


def _framed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _damaged(data: bytes, random: Random) -> bytes:
    """Bytes turned, a piece cut out, zeroed, doubled or moved, a size that lies, or an end that is missing."""
    at, size = random.randrange(len(data)), random.choice([1, 4, 60, 5_000])
    end = min(at + size, len(data))
    piece = data[at:end]
    kind = random.randrange(6)
    if kind == 0:
        piece = random.randbytes(len(piece))
    elif kind == 1:
        piece = b""
    elif kind == 2:
        piece = bytes(len(piece))
    elif kind == 3:
        piece += piece
    elif kind == 4:
        at = at & ~3
        end, piece = min(at + 4, len(data)), random.choice([b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", bytes(4)])
    else:
        end, piece = len(data), b""
    return data[:at] + piece + data[end:]


def _read(data: bytes) -> None:
    """As `kafkawire capture show --json` looks at it, and whoever opens the batches."""
    captured = capture.read(io.BytesIO(data))
    try:
        for each in captured:
            json_row(each)
            with suppress(KafkaWireError):
                list(each.record_batches())
    except DecodeError as exc:
        assert "capture" in str(exc)
        return
    assert captured.is_at_end
    assert len(captured.notes) < 10_000


@pytest.mark.skipif(not has_full_corpus(), reason="needs all captures")
@pytest.mark.parametrize("name", CAPTURES)
def test_a_damaged_file_of_ours_is_read_or_one_error(name: str, tmp_path: Path) -> None:
    random = Random(name)
    files = [file.read_bytes() for file in _rewritten(name, tmp_path)]
    for _ in range(DAMAGES if files else 0):
        _read(_damaged(random.choice(files), random))


def _spoilt(name: str, random: Random) -> bytes:
    """A capture that is damaged, cut, spliced with another, of other bytes, or empty."""
    data, other = (ROOT / name).read_bytes(), (ROOT / random.choice(CAPTURES)).read_bytes()
    kind = random.randrange(6)
    if kind == 0:
        return data[: random.randrange(len(data))]
    if kind == 1:
        return data[: random.randrange(len(data))] + other[random.randrange(len(other)) :][:LARGEST]
    if kind == 2:
        return data[:24] + random.randbytes(3_000)
    if kind == 3:
        return random.choice([b"", b"\x1f\x8b", Path(__file__).read_bytes()])
    return _damaged(data, random)


@pytest.mark.parametrize("name", [name for name in CAPTURES if (ROOT / name).stat().st_size < LARGEST][::3])
def test_every_command_ends_with_a_result_or_one_error(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random, file, sound = Random(f"commands {name}"), tmp_path / "a.pcap", str(ROOT / name)
    for words in (
        ["stats", "F"],
        ["export", "F", "O.csv"],
        ["follow", "F", "1"],
        ["diff", "F", "S"],
        ["diff", "S", "F"],
    ):
        file.write_bytes(_spoilt(name, random))
        named = {"F": str(file), "S": sound, "O.csv": str(tmp_path / "o.csv")}
        code = main(["capture", *(named.get(word, word) for word in words)])
        said = capsys.readouterr().err.splitlines()
        is_result = code == 0 or (code == 1 and words[0] == "diff")
        errors = [line for line in said if line.startswith("kafkawire: error: ")]
        assert len(errors) == 1 if not is_result else len(errors) <= 1, (words, code, said)
        assert all(
            line.startswith(("kafkawire: ", "usage: ")) or " compared, " in line or " in " in line for line in said
        )


@pytest.mark.parametrize("name", CAPTURES[:3])
def test_a_size_that_lies_takes_no_memory(name: str, tmp_path: Path) -> None:
    random = Random(name)
    files = [file.read_bytes() for file in _rewritten(name, tmp_path)]
    _read(files[0])  # loads modules
    for _ in range(3):
        data = _damaged(random.choice(files), random)
        tracemalloc.start()
        _read(data)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 16 * MIB

"""Damaged captures: read as far as possible, with a note, and never more than one kind of error."""

from __future__ import annotations

import io
import random
import tracemalloc

import pytest

from kafkawire import capture
from kafkawire.capture import CaptureLimits
from kafkawire.errors import DecodeError
from tests.corpus import path

PORTS = range(24000, 24004)
NAMES = [
    name
    for name in (
        "ipv6-kcat.pcap",
        "sasl-java.pcapng",
        "txn-java.pcapng",
        "errors-raw.pcap",
        "shuffled-confluent.pcapng",
    )
    if path("captures", name).exists()
]
HEAD = 200  # bytes: without them a file is no capture


def _damaged(data: bytes, chance: random.Random) -> bytes:
    """Bytes turned, taken out, put in, or cut off at the end; behind the head of the file."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        at = chance.randrange(HEAD, len(made) - 64)
        match chance.randrange(5):
            case 0:
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                del made[at : at + chance.randrange(1, 300)]
            case 2:
                made[at:at] = chance.randbytes(chance.randrange(1, 300))
            case 3:
                made[at : at + 16] = chance.choice((bytes(16), b"\xff" * 16, chance.randbytes(16)))
            case _:
                del made[-chance.randrange(1, 2_000) :]
    return bytes(made)


def _touch(captured: capture.Capture) -> int:
    """Ask every exchange everything."""
    count = 0
    for each in captured:
        count += 1
        _ = (each.time, each.client, each.error, each.error_codes, each.topics, each.groups, each.retry_of)
        for _ in each.record_batches():
            pass
    return count


@pytest.mark.parametrize("seed", range(200))
def test_damage_is_noted_and_the_rest_is_read(seed: int) -> None:
    chance = random.Random(seed)
    good = path("captures", NAMES[seed % len(NAMES)]).read_bytes()
    captured = capture.read(io.BytesIO(_damaged(good, chance)), ports=PORTS)
    _touch(captured)
    assert captured.is_at_end


@pytest.mark.parametrize("name", NAMES)
def test_one_damaged_length_costs_little(name: str) -> None:
    good = path("captures", name).read_bytes()
    whole = _touch(capture.read(io.BytesIO(good), ports=PORTS))
    for at in range(HEAD + 7, len(good) - 2_000, len(good) // 12):
        made = bytearray(good)
        made[at : at + 8] = b"\xff" * 8
        captured = capture.read(io.BytesIO(bytes(made)), ports=PORTS)
        assert _touch(captured) > whole * 0.4


def test_bytes_of_any_kind_are_bounded_in_memory() -> None:
    chance = random.Random(1)
    head = path("captures", "ipv6-kcat.pcap").read_bytes()[:24]
    content = head + chance.randbytes(2_000_000)
    tracemalloc.start()
    try:
        _touch(capture.read(io.BytesIO(content), limits=CaptureLimits(max_notes=10)))
        assert tracemalloc.get_traced_memory()[1] < 16_000_000
    finally:
        tracemalloc.stop()


def test_heads_of_any_kind_are_one_error_or_none() -> None:
    chance = random.Random(2)
    for name in NAMES:
        good = path("captures", name).read_bytes()[:3_000]
        for _ in range(100):
            made = bytearray(good)
            made[chance.randrange(HEAD)] = chance.randrange(256)
            try:
                _touch(capture.read(io.BytesIO(bytes(made))))
            except DecodeError as exc:
                assert "not a capture" in str(exc)

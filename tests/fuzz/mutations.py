"""Mutated vectors into every decoder: a message, or an error of the family that says where.

`python -m tests.fuzz.mutations COUNT SEED` does it with 3 GiB of address space and prints what came out. Whatever hangs
is ended with a traceback, whatever is raised besides `DecodeError` ends the run.
"""

from __future__ import annotations

import faulthandler
import re
import resource
import sys
from collections import Counter
from collections.abc import Callable
from random import Random

from kafkawire import DecodeError
from kafkawire.message import Message
from tests.agreement import assert_agreement
from tests.vectors import files, read

ADDRESS_SPACE = 3 * 1024**3
_STUCK = 60.0  # seconds after which a thousand messages count as a hang
_TEXT = re.compile(r"\w+ v\d+( \.\S+)?: .+ at offset \d+", re.DOTALL)

Seed = tuple[type[Message], int, bytes]


def load() -> list[Seed]:
    """All vectors as (class, version, bytes)."""
    return [(v.cls, v.version, v.data) for file in [*files(), *files("headers")] for v in read(file)]


def flip(data: bytearray, rng: Random, _other: bytes) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def put_byte(data: bytearray, rng: Random, _other: bytes) -> None:
    data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 0x7F, 0x80, 0x81, 0xFE, 0xFF, rng.randrange(256)))


def put_number(data: bytearray, rng: Random, _other: bytes) -> None:
    at = rng.randrange(len(data))
    number = rng.choice((0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE, 0x80000000, 0x00010000, 0x0000FFFF, len(data)))
    data[at : at + 4] = number.to_bytes(4, "big")[: len(data) - at]


def put_varint(data: bytearray, rng: Random, _other: bytes) -> None:
    at = rng.randrange(len(data))
    varints = (
        b"\x80\x00",
        b"\xff\xff\xff\xff\x0f",
        b"\xff\xff\xff\xff\xff\x01",
        b"\x80\x80\x80\x80\x80",
        b"\xff\xff\x03",
    )
    data[at : at + rng.randrange(4)] = rng.choice(varints)


def cut(data: bytearray, rng: Random, _other: bytes) -> None:
    del data[rng.randrange(len(data)) :]


def remove(data: bytearray, rng: Random, _other: bytes) -> None:
    at = rng.randrange(len(data))
    del data[at : at + rng.randrange(1, 9)]


def repeat(data: bytearray, rng: Random, _other: bytes) -> None:
    at = rng.randrange(len(data))
    data[at:at] = data[at : at + rng.randrange(1, 40)] * rng.choice((1, 2, 100))


def splice(data: bytearray, rng: Random, other: bytes) -> None:
    at = rng.randrange(len(data))
    data[at:] = other[rng.randrange(len(other) + 1) :]


MUTATIONS: tuple[Callable[[bytearray, Random, bytes], None], ...] = (
    flip,
    put_byte,
    put_number,
    put_varint,
    cut,
    remove,
    repeat,
    splice,
)


def mutate(data: bytes, rng: Random, other: bytes) -> bytes:
    """The bytes after one to three changes."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if out:
            rng.choice(MUTATIONS)(out, rng, other)
    return bytes(out)


def run(count: int, seed: int, *, every: int) -> Counter[str]:
    """Try that many mutations; one in `every` of those that still decode is held against the tracer as well."""
    rng, seeds = Random(seed), load()
    verdicts: Counter[str] = Counter()
    for index in range(count):
        if index % 1000 == 0:
            faulthandler.dump_traceback_later(_STUCK, exit=True)
        cls, version, data = rng.choice(seeds)
        verdicts[attempt(cls, version, mutate(data, rng, rng.choice(seeds)[2]), compare=rng.randrange(every) == 0)] += 1
    faulthandler.cancel_dump_traceback_later()
    return verdicts


def attempt(cls: type[Message], version: int, data: bytes, *, compare: bool) -> str:
    """The verdict on some bytes: `ok` or the name of the error."""
    try:
        if compare:
            return "ok" if assert_agreement(cls, data, version) is not None else "refused"
        cls.decode(data, version)
    except DecodeError as exc:
        assert _TEXT.fullmatch(str(exc)), f"{exc!r}: {cls.__name__} v{version} {data.hex()}"
        return type(exc).__name__
    except Exception as exc:
        raise AssertionError(f"{exc!r} left the decoder: {cls.__name__} v{version} {data.hex()}") from exc
    return "ok"


def main() -> None:
    """Run with bounded memory and print the counts."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    verdicts = run(count, seed, every=20)
    print(sum(verdicts.values()), dict(verdicts.most_common()))


if __name__ == "__main__":
    main()

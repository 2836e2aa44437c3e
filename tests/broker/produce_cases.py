"""Batches, good and bad, that were sent to Apache Kafka too; `verdicts/` has its answers, and what it stored.

A case is a name, and what is sent to a new topic: record sets one after the other, the options of the topic, the
version. The names are those of the verdicts.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from crc32c import crc32c

from kafkawire.compression import CODECS, compress
from kafkawire.records import write_batch
from kafkawire.varint import write_varint, write_varlong
from tests.broker.wire import NOW_MS

_HOUR = 3_600_000
_APPEND_TIME = {"message.timestamp.type": "LogAppendTime"}
_COMPACT = {"cleanup.policy": "compact"}


@dataclass
class Case:
    """What is sent. `topic` None: a new one with `options`."""

    name: str
    sends: tuple[bytes | None, ...]
    version: int = 9
    options: dict[str, str] = field(default_factory=dict)
    acks: int = 1
    partition: int = 0
    topic: str | None = None


def _case(name: str, *sends: bytes | None, v: int = 9, config: dict[str, str] | None = None, **more: Any) -> Case:
    return Case(name, sends, v, config or {}, **more)


def _batch(*values: bytes, key: bytes | None = b"k", ts: int = NOW_MS, **options: Any) -> bytes:
    return write_batch([(n, ts + n, key, value, ()) for n, value in enumerate(values)], **options)


def _sent(sequence: int, count: int = 1, *, epoch: int = 0, **options: Any) -> bytes:
    return _batch(*[b"v"] * count, producer_id=1000, producer_epoch=epoch, base_sequence=sequence, **options)


def _patch(batch: bytes, form: str, at: int, value: int, *, crc: bool = True) -> bytes:
    """Another number at a place of the head; the checksum is made to fit."""
    data = bytearray(batch)
    struct.pack_into(form, data, at, value)
    if crc:
        struct.pack_into(">I", data, 17, crc32c(bytes(data[21:])))
    return bytes(data)


def _raw(body: bytes, count: int, codec: int = 0) -> bytes:
    """A good head before any bytes."""
    head = bytearray(_batch(b"x")[:61])
    struct.pack_into(">i", head, 8, 49 + len(body))
    struct.pack_into(">hiqq", head, 21, codec, count - 1, NOW_MS, NOW_MS + count - 1)
    return _patch(bytes(head) + body, ">i", 57, count)


def _record(
    ts: int = 0, off: int = 0, key: bytes | None = b"k", value: bytes | None = b"v", tail: bytes = b"\0"
) -> bytes:
    blobs = b"".join(write_varint(-1) if b is None else write_varint(len(b)) + b for b in (key, value))
    body = b"\0" + write_varlong(ts) + write_varint(off) + blobs + tail
    return write_varint(len(body)) + body


_GOOD = _batch(b"a", b"b")
_RECORDS = _GOOD[61:]
_GZIP = _batch(b"a" * 50, b"b" * 50, compression="gzip")
_LARGE = _batch(b"z" * 3000)


def _heads() -> Iterator[Case]:  # noqa: C901 - a list, though it has loops
    flipped = _GOOD[:-1] + bytes([_GOOD[-1] ^ 1])
    bad_crc = _patch(_GOOD, ">I", 17, 1, crc=False)
    for version in (3, 7, 8, 12, 13):
        yield _case(f"good v{version}", _GOOD, v=version)
    yield _case("good", _GOOD)
    yield _case("crc wrong", bad_crc)
    yield _case("crc wrong v3", bad_crc, v=3)
    yield _case("body flipped", flipped)
    for magic in (-1, 3, 1, 0):
        yield _case(f"magic byte {magic}", _patch(_GOOD, ">b", 16, magic))
    for magic in (0, 1):
        yield _case(f"magic {magic} in v9", write_batch([(0, NOW_MS, b"k", b"v", ())], magic=magic))
    yield _case("two batches", _GOOD + _GOOD)
    yield _case("two batches second damaged", _GOOD + flipped)
    yield _case("batch and partial", _GOOD + _GOOD[:30])
    for count in (5, 12, 20):
        yield _case(f"batch and {count} {'bytes' if count == 5 else 'zero'}", _GOOD + bytes(count))
    yield _case("empty records", b"")
    for size in (5, 16, 17, 61):
        yield _case(f"short {size}", _GOOD[:size])
    yield _case("short by 1", _GOOD[:-1])
    for length in (0, -1, -100, 13, 14, 48, 49):
        yield _case(f"length {length}", _patch(_GOOD, ">i", 8, length, crc=False))
    yield _case("length more by 1", _patch(_GOOD, ">i", 8, len(_GOOD) - 11, crc=False))
    yield _case("length less by 1", _patch(_GOOD, ">i", 8, len(_GOOD) - 13, crc=False))
    for offset, name in ((7, "7"), (-1, "-1"), (2**63 - 1, "max")):
        yield _case(f"base offset {name}", _patch(_GOOD, ">q", 0, offset))
    for delta in (0, 2, -1, -2, 2**31 - 1):
        yield _case(f"last offset delta {delta}", _patch(_GOOD, ">i", 23, delta))
    for count in (1, 3, 0, -1):
        yield _case(f"count {count}", _patch(_GOOD, ">i", 57, count))
    for name, batch in (("", _GOOD), ("gzip ", _GZIP)):
        for count in (1, 3):
            yield _case(f"{name}count and delta {count}", _patch(_patch(batch, ">i", 23, count - 1), ">i", 57, count))
    for codec in (5, 6, 7):
        yield _case(f"codec {codec}", _patch(_GOOD, ">h", 21, codec))
    for bits, name in ((0x4000, "attributes high bits"), (0x40, "delete horizon bit"), (0x80, "attr bit 7")):
        yield _case(name, _patch(_GOOD, ">h", 21, bits))
    for version in (3, 6, 7):
        yield _case(f"zstd v{version}", _batch(b"a", compression="zstd"), v=version)
    yield _case("control", _batch(b"a", is_control=True))
    yield _case("transactional", _sent(0, is_transactional=True))
    yield _case("transactional without pid", _batch(b"a", is_transactional=True))


def _records() -> Iterator[Case]:
    bodies: dict[str, tuple[bytes, int]] = {
        "record size 0": (b"\0" + _RECORDS[1:], 2),
        "record size -1": (b"\1" + _RECORDS[1:], 2),
        "record size huge": (b"\xfe\xff\xff\xff\x0f" + _RECORDS[1:], 2),
        "garbage body": (b"\xff" * 30, 2),
        "trailing byte in body": (_RECORDS + b"\0", 2),
        "record attributes 1": (_RECORDS[:1] + b"\1" + _RECORDS[2:], 2),
        "offset deltas wrong": (_record(off=5) + _record(off=9), 2),
        "offset deltas repeat": (_record() + _record(), 2),
        "offset delta negative": (_record(off=-3) + _record(off=1), 2),
        "header count negative": (_record(tail=b"\1"), 1),
        "header count 5 no headers": (_record(tail=b"\x0a"), 1),
        "header null key": (_record(tail=b"\2\1\1"), 1),
        "header ok": (_record(tail=b"\2\4ab\2x"), 1),
        "header huge count": (_record(tail=b"\xfe\xff\xff\xff\x0f"), 1),
        "bytes left in record": (_record(tail=b"\0\0\0"), 1),
        "key length -2 b": (_record().replace(b"\2k", b"\3k"), 1),
        "key length 100": (_record().replace(b"\2k", b"\xc8\1"), 1),
        "value length -2": (_record().replace(b"\2v", b"\3v"), 1),
        "value length 100": (_record().replace(b"\2v", b"\xc8\1"), 1),
        "null key value": (_record(key=None, value=None), 1),
    }
    for name, (body, count) in bodies.items():
        yield _case(name, _raw(body, count))
    for name in (
        "offset deltas wrong",
        "header count negative",
        "header null key",
        "key length 100",
        "value length 100",
    ):
        body, count = bodies[name]
        yield _case(f"{name} gzip", _raw(compress("gzip", body), count, 1))
    for codec, name in enumerate(CODECS[1:], 1):
        good = compress(name, _record() + _record(off=1, ts=1))
        packed = {
            "good": good,
            "garbage": b"\x55" * 40,
            "cut": good[:-6],
            "trailing record": compress(name, _record() + _record(off=1) + _record(off=2)),
            "missing record": compress(name, _record()),
            "broken record": compress(name, b"\xff" * 30),
            "record size 0": compress(name, bytes(20)),
            "codec bits but plain": _RECORDS,
        }
        for what, body in packed.items():
            yield _case(f"{name} {what}", _raw(body, 2, codec))


def _times() -> Iterator[Case]:
    before = {"message.timestamp.before.max.ms": "3600000"}
    late = NOW_MS + 2 * _HOUR
    yield _case("ts -1", _raw(_record(ts=-NOW_MS - 1), 1))
    yield _case("ts no timestamp batch", _batch(b"a", ts=-1))
    yield _case("ts future", _batch(b"a", b"b", ts=late))
    yield _case("ts future v3", _batch(b"a", b"b", ts=late), v=3)
    yield _case("ts future gzip", _batch(b"a", b"b", ts=late, compression="gzip"))
    times = [NOW_MS, late, late]
    yield _case(
        "ts second future",
        write_batch([(n, ts, b"k", v, ()) for n, (ts, v) in enumerate(zip(times, [b"a", b"b", b"b"], strict=True))]),
    )
    yield _case("ts many future", _batch(*[b"x"] * 5, ts=late))
    yield _case("ts old ok", _batch(b"a", ts=1000))
    old = [(0, NOW_MS, b"k", b"a", ()), (1, NOW_MS - 2 * _HOUR, b"k", b"b", ())]
    yield _case("ts old refused", write_batch(old), config=before)
    yield _case("ts 0", _batch(b"a", ts=0), config=before)
    yield _case("ts -5", _batch(b"a", ts=-5))
    yield _case("ts -5 limited", _batch(b"a", ts=-5), config=before)
    yield _case("header max ts lies low", _patch(_GOOD, ">q", 35, 5))
    yield _case("header max ts lies high", _patch(_GOOD, ">q", 35, late))
    yield _case("header max ts lies low gzip", _patch(_GZIP, ">q", 35, 5))
    yield _case("header max ts future but records fine gz", _patch(_GZIP, ">q", 35, late))
    yield _case("header base ts shifted", _patch(_GOOD, ">q", 27, 1000))
    yield _case("deltas negative", write_batch([(0, NOW_MS, b"k", b"a", ()), (1, NOW_MS - 5, b"k", b"b", ())]))
    yield _case("append time bit from client", _patch(_GOOD, ">h", 21, 8))
    yield _case("append time bit from client, append topic", _patch(_GOOD, ">h", 21, 8), config=_APPEND_TIME)
    yield _case("append time bit gzip", _patch(_GZIP, ">h", 21, 9))
    yield _case("append time bit gzip, append topic", _patch(_GZIP, ">h", 21, 9), config=_APPEND_TIME)
    yield _case("append topic", _GOOD, config=_APPEND_TIME)
    yield _case("append topic gzip", _GZIP, config=_APPEND_TIME)
    yield _case("append topic future", _batch(b"a", b"b", ts=late), config=_APPEND_TIME)


def _producers() -> Iterator[Case]:
    yield _case("seq 0 1 2", _sent(0), _sent(1), _sent(2))
    yield _case("unknown producer seq 5", _sent(5), _sent(6), _sent(5), _sent(8), _sent(0))
    yield _case("negative seq", _sent(-1))
    yield _case("negative seq -5", _patch(_sent(3), ">i", 53, -5))
    yield _case("negative epoch", _patch(_sent(0), ">h", 51, -1))
    yield _case("pid -2", _patch(_sent(0), ">q", 43, -2))
    yield _case("seq without pid", _patch(_GOOD, ">i", 53, 7))
    yield _case("epoch without pid", _patch(_GOOD, ">h", 51, 7))
    again = [_sent(2 * n, 2) for n in range(6)]
    yield _case("dups of last five", *again, *reversed(again))
    yield _case("older duplicate", *[_sent(n) for n in range(7)], _sent(0))
    yield _case("dup partial overlap", _sent(0, 4), _sent(0, 2), _sent(2, 2), _sent(1, 4))
    yield _case("dup other content", _sent(0), _sent(0, key=b"other"))
    yield _case("gap", _sent(0), _sent(2))
    yield _case("dup different length within", _sent(0, 3), _sent(0, 4))
    top = 2**31 - 1
    yield _case("wrap", _sent(top), _sent(0), _sent(1))
    yield _case("wrap inside", _sent(top - 2, 3), _sent(0))
    yield _case("wrap across", _sent(top - 1, 3), _sent(1), _sent(top - 1, 3))
    yield _case("wrap gap", _sent(top), _sent(1))
    yield _case("epoch bump", _sent(0), _sent(0, epoch=1), _sent(1), _sent(1, epoch=1))
    yield _case("epoch bump nonzero", _sent(0), _sent(1, epoch=1))
    yield _case("epoch bump back", _sent(0, epoch=3), _sent(0, epoch=2))
    yield _case("epoch bump dup of old epoch", _sent(0), _sent(1), _sent(0, epoch=1), _sent(0))
    yield _case("epoch bump seq dup", _sent(0), _sent(0, epoch=1), _sent(0, epoch=1))
    yield _case("dup log append", _sent(0), _sent(0), config=_APPEND_TIME)
    yield _case("dup too late ts", _sent(0), _sent(0, ts=NOW_MS + 2 * _HOUR))
    yield _case("dup gzip and plain", _sent(0, 2, compression="gzip"), _sent(0, 2))


def _places() -> Iterator[Case]:
    bad_crc = _patch(_GOOD, ">I", 17, 1, crc=False)
    yield _case("acks 2", _GOOD, acks=2)
    yield _case("acks -2", _GOOD, acks=-2)
    yield _case("acks 2 unknown topic", _GOOD, acks=2, topic="nope")
    yield _case("acks 2 and bad crc", bad_crc, acks=2)
    yield _case("acks all", _GOOD, acks=-1)
    yield _case("acks all minisr 2", _GOOD, acks=-1, config={"min.insync.replicas": "2"})
    yield _case("acks 1 minisr 2", _GOOD, config={"min.insync.replicas": "2"})
    yield _case("unknown topic", _GOOD, topic="nope")
    yield _case("unknown topic empty records", b"", topic="nope")
    yield _case("unknown id", _GOOD, v=13, topic="nope")
    for version in (9, 13):
        yield _case(f"unknown partition{' v13' if version == 13 else ''}", _GOOD, v=version, partition=7)
    yield _case("negative partition", _GOOD, partition=-1)
    small = {"max.message.bytes": "1000"}
    yield _case("too large", _LARGE, config=small)
    yield _case("too large v3", _LARGE, v=3, config=small)
    yield _case("exact", _LARGE, config={"max.message.bytes": str(len(_LARGE))})
    yield _case("exact-1", _LARGE, config={"max.message.bytes": str(len(_LARGE) - 1)})
    yield _case("too large compressed fits", _batch(b"z" * 3000, compression="gzip"), config=small)
    noise = _batch(Random(1).randbytes(900) * 3, compression="gzip")
    swollen = {"max.message.bytes": "1500", "compression.type": "uncompressed"}
    yield _case("too large after recompress", noise, config=swollen)
    yield _case("too large before recompress", _LARGE, config={**small, "compression.type": "gzip"})
    yield _case("crc wrong and too large", _patch(_LARGE, ">I", 17, 1, crc=False), config=small)
    keyless = [(n, NOW_MS, b"k" if n == 0 else None, b"v", ()) for n in range(5)]
    for version in (3, 7, 8, 9):
        yield _case(f"keyless compacted v{version}", write_batch(keyless), v=version, config=_COMPACT)
    yield _case("keyless compacted gzip", write_batch(keyless[:2], compression="gzip"), config=_COMPACT)
    late = NOW_MS + 2 * _HOUR
    first = [(0, late, b"k", b"v", ()), (1, NOW_MS, None, b"v", ())]
    yield _case("keyless and future", write_batch(first), config=_COMPACT)
    yield _case("empty key compacted", write_batch([(0, NOW_MS, b"", b"v", ())]), config=_COMPACT)


def _recoded() -> Iterator[Case]:
    records: list[Any] = [
        (0, NOW_MS - 7, b"k", b"v" * 200, [("h", b"1"), ("h", None)]),
        (1, NOW_MS - 9, None, b"w" * 300, ()),
        (2, NOW_MS - 1, b"q", None, ()),
    ]
    for source in CODECS:
        for target in ("uncompressed", *CODECS[1:], "producer"):
            sends = [
                write_batch(records, compression=source, producer_id=77, producer_epoch=3, base_sequence=sequence)
                for sequence in (0, 3)
            ]
            yield _case(f"recompress {source} to {target}", *sends, config={"compression.type": target})
    lz4, gzip = {"compression.type": "lz4"}, {"compression.type": "gzip"}
    both = {**lz4, **_APPEND_TIME}
    yield _case("recompress append time", write_batch(records, compression="gzip"), config=both)
    yield _case("recompress plain append time", write_batch(records), config=both)
    yield _case("recompress zstd v3", _GOOD, v=3, config={"compression.type": "zstd"})
    twice = _sent(0, 2, compression="gzip")
    yield _case("recompress dup", twice, twice, config=lz4)
    yield _case("recompress future", _batch(b"a", ts=NOW_MS + 2 * _HOUR), config=lz4)
    yield _case("recompress wrong deltas", _raw(_record(off=5) + _record(off=9), 2), config=lz4)
    yield _case("recompress attributes high", _patch(_GOOD, ">h", 21, 0x4000), config=lz4)
    yield _case("recompress base ts shifted", _patch(_GOOD, ">q", 27, 1000), config=gzip)
    yield _case("recompress no ts", _batch(b"a", ts=-1), config=gzip)
    yield _case("recompress min ts", _raw(_record(ts=-NOW_MS - 1) + _record(off=1), 2), config=gzip)
    yield _case("recompress broken", _raw(compress("gzip", b"\xff" * 30), 2, 1), config=lz4)
    yield _case("recompress garbage", _raw(b"\x55" * 40, 2, 1), config=lz4)
    yield _case("recompress bad plain", _raw(b"\xff" * 30, 2), config=lz4)
    yield _case("recompress keyless", _batch(b"a", key=None), config={**gzip, **_COMPACT})


def _messages(magic: int, *values: bytes, off: int = 0, step: int = 1, ts: int = NOW_MS, codec: str = "none") -> bytes:
    rows: list[Any] = [(off + n * step, ts + n, b"k", value, ()) for n, value in enumerate(values)]
    return write_batch(rows, magic=magic, compression=codec)


def _wrapper(magic: int, inner: bytes, off: int, bits: int = 0) -> bytes:
    value = compress("gzip", inner, magic=magic)
    time = struct.pack(">q", NOW_MS) if magic else b""
    body = struct.pack(">bb", magic, 1 | bits) + time + struct.pack(">ii", -1, len(value)) + value
    return struct.pack(">qiI", off, len(body) + 4, zlib.crc32(body)) + body


def _with_attributes(message: bytes, attributes: int) -> bytes:
    data = bytearray(message)
    data[17] = attributes
    struct.pack_into(">I", data, 12, zlib.crc32(bytes(data[16:])))
    return bytes(data)


def old_cases() -> list[Case]:
    """Those of Produce v0-2, which Apache Kafka 3.9 was the last to serve."""
    return list(_old())


def _old() -> Iterator[Case]:
    for v in (0, 1, 2):
        for magic in (0, 1, 2):
            for codec in CODECS[:4]:
                yield _case(f"v{v} magic {magic} {codec}", _messages(magic, b"a" * 30, b"b" * 30, codec=codec), v=v)
        yield _case(f"v{v} empty", b"", v=v)
        keyless = write_batch([(0, NOW_MS, None, b"a", ())], magic=1)
        yield _case(f"v{v} magic 1 keyless compacted", keyless, v=v, config=_COMPACT)
    plain, one = _messages(1, b"a" * 30, b"b" * 30), _messages(1, b"a")
    two, zipped = _messages(1, b"a", b"b"), _messages(1, b"b", codec="gzip")
    sets = {
        "crc": plain[:20] + b"\xff" + plain[21:],
        "second crc": plain[:-1] + b"\xff",
        "partial tail": plain + plain[:10],
        "only partial": plain[:20],
        "mixed 2": one + _GOOD,
        "mixed 2 first": _GOOD + one,
        "two v2 batches": _GOOD + _GOOD,
        "two wrappers": _messages(1, b"a", codec="gzip") + zipped,
        "plain then wrapper": one + zipped,
        "wrapper then plain": zipped + one,
        "wrapper inner bad crc": _wrapper(1, plain[:-1] + b"\xff", 1),
        "wrapper empty": _wrapper(1, b"", 1),
        "wrapper inner abs": _wrapper(1, _messages(1, b"a", b"b", off=5), 6),
        "wrapper inner holes": _wrapper(1, _messages(1, b"a", b"b", step=3), 3),
        "wrapper offset 0": _wrapper(1, two, 0),
        "wrapper offset wrong": _wrapper(1, two, 9),
        "wrapper inner magic 0": _wrapper(1, _messages(0, b"a", b"b"), 1),
        "nested": _wrapper(1, _wrapper(1, two, 1), 1),
        "offsets odd": _messages(1, b"a", b"b", off=7, step=2),
        "offsets down": _messages(1, b"a", off=7) + _messages(1, b"b", off=3),
        "wrapper append": _wrapper(1, two, 1, 8),
        "-1 ts": _messages(1, b"a", ts=-1),
        "attributes 8": _with_attributes(one, 8),
        "attributes 16": _with_attributes(one, 16),
        "attributes 5": _with_attributes(one, 5),
        "v2batch zstd": _batch(b"a", compression="zstd"),
        "crc v2batch": _patch(_GOOD, ">I", 17, 1, crc=False),
    }
    for name, records in sets.items():
        yield _case(f"v2 {name}", records, v=2)
    yield _case("v0 wrapper inner magic 1", _wrapper(0, two, 1), v=0)
    yield _case("v2 idem", _sent(0), _sent(0), v=2)
    yield _case("v2 idem gap", _sent(0), _sent(2), v=2)
    yield _case("v2 after idem", _sent(0), _messages(1, b"x"), v=2)
    for v in (0, 2):
        magic = 1 if v else 0
        long = {"none": b"a" * 50, "gzip": b"a" * 50}
        for codec, name in (("none", "plain"), ("gzip", "gzip")):
            short = _messages(magic, b"a", b"b", codec=codec)
            yield _case(f"v{v} append topic {name}", short, v=v, config=_APPEND_TIME)
        plain, packed = (_messages(magic, long[codec], b"b" * 50, codec=codec) for codec in ("none", "gzip"))
        yield _case(f"v{v} to lz4", plain, v=v, config={"compression.type": "lz4"})
        yield _case(f"v{v} gzip to lz4", packed, v=v, config={"compression.type": "lz4"})
        yield _case(f"v{v} gzip to plain", packed, v=v, config={"compression.type": "uncompressed"})
        yield _case(f"v{v} gzip to zstd", packed, v=v, config={"compression.type": "zstd"})
        large = {"max.message.bytes": "1000"}
        yield _case(f"v{v} one large", _messages(magic, b"a" * 1600, b"b" * 600), v=v, config=large)
        packed = _messages(magic, b"a" * 1600, b"b" * 1600, codec="gzip")
        yield _case(f"v{v} large gzip", packed, v=v, config=large)
        yield _case(f"v{v} unknown", _GOOD, v=v, topic="nope")
        yield _case(f"v{v} acks 2", _messages(1, b"a"), v=v, acks=2)


def cases() -> list[Case]:
    """Those of Produce v3 and later."""
    return [*_heads(), *_records(), *_times(), *_producers(), *_places(), *_recoded()]

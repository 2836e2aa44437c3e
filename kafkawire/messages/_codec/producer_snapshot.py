# Generated from records-storage/ProducerSnapshot.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.producer_snapshot import ProducerEntry, ProducerSnapshot
from kafkawire.wire import Context, Put, Rows, absent, many, new, refuse_count, refuse_length, refuse_null, unknown_tags

Key = tuple[int, ...]

iter_producer_entry_v1 = Packer(">qhiqiqiq").iter_unpack
pack_Ii = Packer(">Ii").pack
pack_qhiqiqiq = Packer(">qhiqiqiq").pack
rows_producer_entry_v1 = Rows("qhiqiqiq")
unpack_Ii = Packer(">Ii").unpack_from
unpack_qhiqiqiq = Packer(">qhiqiqiq").unpack_from


def some_producer_entry_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ProducerEntry], int, Key]:
    out = many(ProducerEntry, count)
    for o in out:
        (
            o.producer_id,
            o.epoch,
            o.last_sequence,
            o.last_offset,
            o.offset_delta,
            o.timestamp,
            o.coordinator_epoch,
            o.current_txn_first_offset,
        ) = unpack_qhiqiqiq(buf, pos)
        o.unknown_tags = None
        pos += 46
    return out, pos, ()


def fill_producer_entry_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ProducerEntry]:
    out = many(ProducerEntry, count)
    o: ProducerEntry
    for o, row in zip(out, rows):
        (
            o.producer_id,
            o.epoch,
            o.last_sequence,
            o.last_offset,
            o.offset_delta,
            o.timestamp,
            o.coordinator_epoch,
            o.current_txn_first_offset,
        ) = row
        o.unknown_tags = None
    return out


def write_producer_entry_v1_array(items: Iterable[ProducerEntry], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(
            pack_qhiqiqiq(
                o.producer_id,
                o.epoch,
                o.last_sequence,
                o.last_offset,
                o.offset_delta,
                o.timestamp,
                o.coordinator_epoch,
                o.current_txn_first_offset,
            )
        )


def read_producer_snapshot_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProducerSnapshot, int]:
    o = new(ProducerSnapshot)
    o.crc, n1 = unpack_Ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.producer_entries = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 46 > end - pos or n1 > ctx.left:
            refuse_count(n1, 46, end - pos)
        ctx.left -= n1
        p = pos + n1 * 46
        o.producer_entries = fill_producer_entry_v1(iter_producer_entry_v1(buf[pos:p]), n1, (), ctx)
        pos = p
    o.unknown_tags = None
    return o, pos


def encode_producer_snapshot_v1(o: ProducerSnapshot) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.producer_entries
    if v1:
        put(pack_Ii(o.crc, len(v1)))
        write_producer_entry_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_Ii(o.crc, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ProducerSnapshot], bytes]] = {
    1: encode_producer_snapshot_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ProducerSnapshot, int]]] = {
    1: read_producer_snapshot_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ProducerSnapshot data 1 flexible=none
 Crc uint32 1
 ProducerEntries []ProducerEntry 1
  ProducerId int64 1
  Epoch int16 1
  LastSequence int32 1
  LastOffset int64 1
  OffsetDelta int32 1
  Timestamp int64 1
  CoordinatorEpoch int32 1
  CurrentTxnFirstOffset int64 1
"""

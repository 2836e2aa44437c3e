# Generated from records-share/ShareSnapshotValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.share_snapshot_value import ShareSnapshotValue, StateBatch
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    check_tag_size,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_state_batch_v0 = Packer(">qqbhx").iter_unpack
pack_i = Packer(">i").pack
pack_iiiqqq = Packer(">iiiqqq").pack
pack_iiiqqqB = Packer(">iiiqqqB").pack
pack_qqbhx = Packer(">qqbhx").pack
rows_state_batch_v0 = Rows("qqbh T")
unpack_i = Packer(">i").unpack_from
unpack_iiiqqqB = Packer(">iiiqqqB").unpack_from
unpack_qqbhB = Packer(">qqbhB").unpack_from


def some_state_batch_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[StateBatch], int, Key]:
    out = many(StateBatch, count)
    for o in out:
        o.first_offset, o.last_offset, o.delivery_state, o.delivery_count, t = unpack_qqbhB(buf, pos)
        o.unknown_tags = None
        pos += 20
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_state_batch_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[StateBatch]:
    out = many(StateBatch, count)
    o: StateBatch
    for o, row in zip(out, rows):
        o.first_offset, o.last_offset, o.delivery_state, o.delivery_count = row
        o.unknown_tags = None
    return out


def write_state_batch_v0_array(items: Iterable[StateBatch], put: Put) -> None:
    for o in items:
        data = pack_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_share_snapshot_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ShareSnapshotValue, int]:
    key_state_batch_v0: Key | None = None
    o = new(ShareSnapshotValue)
    (
        o.snapshot_epoch,
        o.state_epoch,
        o.leader_epoch,
        o.start_offset,
        o.create_timestamp,
        o.write_timestamp,
        n1,
    ) = unpack_iiiqqqB(buf, pos)
    pos += 37
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.state_batches = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 20 > end - pos or n1 > ctx.left:
            refuse_count(n1, 20, end - pos)
        ctx.left -= n1
        p = pos + n1 * 20
        if p > end or any(buf[pos + 19 : p : 20]):
            if n1 < 8 and key_state_batch_v0 is None:
                o.state_batches, pos, _ = some_state_batch_v0(buf, pos, end, n1, ctx)
            else:
                o.state_batches, pos, key_state_batch_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_state_batch_v0,
                    fill_state_batch_v0,
                    rows_state_batch_v0,
                    key_state_batch_v0,
                )
        else:
            o.state_batches = fill_state_batch_v0(iter_state_batch_v0(buf[pos:p]), n1, (), ctx)
            pos = p
    t = buf[pos]
    o.delivery_complete_count = -1
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_share_snapshot_value_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_share_snapshot_value_v0(o: ShareSnapshotValue, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.delivery_complete_count,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_share_snapshot_value_v0(o: ShareSnapshotValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.delivery_complete_count != -1:
        parts = []
        put = parts.append
        put(pack_i(o.delivery_complete_count))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_share_snapshot_value_v0(o: ShareSnapshotValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.state_batches
    if v1:
        put(
            pack_iiiqqq(
                o.snapshot_epoch, o.state_epoch, o.leader_epoch, o.start_offset, o.create_timestamp, o.write_timestamp
            )
        )
        put(COUNTS[len(v1)])
        write_state_batch_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(
            pack_iiiqqqB(
                o.snapshot_epoch,
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.create_timestamp,
                o.write_timestamp,
                1,
            )
        )
    if o.delivery_complete_count != -1 or o.unknown_tags:
        put(tagged_share_snapshot_value_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareSnapshotValue], bytes]] = {
    0: encode_share_snapshot_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareSnapshotValue, int]]] = {
    0: read_share_snapshot_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareSnapshotValue coordinator-value 0 flexible=0+
 SnapshotEpoch int32 0+
 StateEpoch int32 0+
 LeaderEpoch int32 0+
 StartOffset int64 0+
 DeliveryCompleteCount int32 0+ tag=0@0+ default=-1
 CreateTimestamp int64 0+
 WriteTimestamp int64 0+
 StateBatches []StateBatch 0+
  FirstOffset int64 0+
  LastOffset int64 0+
  DeliveryState int8 0+
  DeliveryCount int16 0+
"""

# Generated from records-share/ShareUpdateValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, check_tag_size, long_count, many, merge_tags, new, read_rows, refuse_count, tag_sections, unknown_tags
from kafkawire.messages.share_update_value import ShareUpdateValue, StateBatch

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
pack_iiq = Packer(">iiq").pack
pack_qqbhx = Packer(">qqbhx").pack
rows_state_batch_v0 = Rows("qqbhT", (), 1)
unpack_i = Packer(">i").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_qqbhB = Packer(">qqbhB").unpack_from

def some_state_batch_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[StateBatch]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(StateBatch)
        o.first_offset, o.last_offset, o.delivery_state, o.delivery_count, t = unpack_qqbhB(buf, pos)
        o.unknown_tags = None
        pos += 20
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, () if not t else None


def fill_state_batch_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[StateBatch]:
    out = many(StateBatch, count)
    o: StateBatch
    for o, (o.first_offset, o.last_offset, o.delivery_state, o.delivery_count) in zip(out, rows):
        o.unknown_tags = None
    return out


def write_state_batch_v0_array(items: Iterable[StateBatch], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            put(pack_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(pack_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))


def read_share_update_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ShareUpdateValue, int]:
    key_state_batch_v0: Key | None = None
    o = new(ShareUpdateValue)
    o.snapshot_epoch, o.leader_epoch, o.start_offset, n1 = unpack_iiqB(buf, pos)
    pos += 17
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.state_batches = []
    else:
        n1 -= 1
        if n1 * 20 > end - pos or n1 > ctx.left:
            refuse_count(n1, 20, end - pos)
        ctx.left -= n1
        o.state_batches, pos, key_state_batch_v0 = read_rows(buf, pos, end, n1, ctx, some_state_batch_v0, fill_state_batch_v0, rows_state_batch_v0, key_state_batch_v0)
    t = buf[pos]
    o.delivery_complete_count = -1
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_share_update_value_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_share_update_value_v0(o: ShareUpdateValue, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.max_tags)
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


def tagged_share_update_value_v0(o: ShareUpdateValue) -> bytes:
    known: dict[int, bytes] = {}
    if o.delivery_complete_count != -1:
        parts: list[bytes] = []
        put = parts.append
        put(pack_i(o.delivery_complete_count))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_share_update_value_v0(o: ShareUpdateValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.state_batches
    put(pack_iiq(o.snapshot_epoch, o.leader_epoch, o.start_offset))
    put(COUNTS[len(a1)])
    write_state_batch_v0_array(a1, put)
    put(b"\0" if not (o.delivery_complete_count != -1) and not o.unknown_tags else tagged_share_update_value_v0(o))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareUpdateValue], bytes]] = {
    0: encode_share_update_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareUpdateValue, int]]] = {
    0: read_share_update_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareUpdateValue coordinator-value 0 flexible=0+
 SnapshotEpoch int32 0+
 LeaderEpoch int32 0+
 StartOffset int64 0+
 DeliveryCompleteCount int32 0+ tag=0@0+ default=-1
 StateBatches []StateBatch 0+
  FirstOffset int64 0+
  LastOffset int64 0+
  DeliveryState int8 0+
  DeliveryCount int16 0+
"""

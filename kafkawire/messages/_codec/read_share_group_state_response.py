# Generated from rpc/ReadShareGroupStateResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.read_share_group_state_response import (
    PartitionResult,
    ReadShareGroupStateResponse,
    ReadStateResult,
    StateBatch,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_state_batch_v0 = Packer(">qqbhx").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_qqbhx = Packer(">qqbhx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_state_batch_v0 = Rows("qqbh T")
shapes_1 = Shapes("ihS%dsiq")
shapes_2 = Shapes("ihS%dsiqBx")
unpack_ihB = Packer(">ihB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_qqbhB = Packer(">qqbhB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


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


def read_partition_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionResult], int]:
    out = many(PartitionResult, count)
    key_state_batch_v0: Key | None = None
    for o in out:
        o.partition, o.error_code, n1 = unpack_ihB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 6
            o.error_message = buf[pos + 7 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 7
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
        o.state_epoch, o.start_offset, n2 = unpack_iqB(buf, pos)
        pos += 13
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.state_batches = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 20 > end - pos or n2 > ctx.left:
                refuse_count(n2, 20, end - pos)
            ctx.left -= n2
            p = pos + n2 * 20
            if p > end or any(buf[pos + 19 : p : 20]):
                if n2 < 8 and key_state_batch_v0 is None:
                    o.state_batches, pos, _ = some_state_batch_v0(buf, pos, end, n2, ctx)
                else:
                    o.state_batches, pos, key_state_batch_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_state_batch_v0,
                        fill_state_batch_v0,
                        rows_state_batch_v0,
                        key_state_batch_v0,
                    )
            else:
                o.state_batches = fill_state_batch_v0(iter_state_batch_v0(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_partition_result_v0_array(items: Iterable[PartitionResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.state_batches
        if v4:
            put(shapes_1[len(s1)](o.partition, o.error_code, n2, s1, o.state_epoch, o.start_offset))
            put(COUNTS[len(v4)])
            write_state_batch_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = b"\0"
        else:
            data = shapes_2[len(s1)](o.partition, o.error_code, n2, s1, o.state_epoch, o.start_offset, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_read_state_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReadStateResult], int]:
    out = many(ReadStateResult, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 21 > end - pos or n2 > ctx.left:
                refuse_count(n2, 21, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_result_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_read_state_result_v0_array(items: Iterable[ReadStateResult], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_result_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_read_share_group_state_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ReadShareGroupStateResponse, int]:
    o = new(ReadShareGroupStateResponse)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.results, pos = read_read_state_result_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_read_share_group_state_response_v0(o: ReadShareGroupStateResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(COUNTS[len(v1)])
        write_read_state_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ReadShareGroupStateResponse], bytes]] = {
    0: encode_read_share_group_state_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ReadShareGroupStateResponse, int]]] = {
    0: read_read_share_group_state_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ReadShareGroupStateResponse response 0 flexible=0+
 Results []ReadStateResult 0+
  TopicId uuid 0+
  Partitions []PartitionResult 0+
   Partition int32 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+ default=null
   StateEpoch int32 0+
   StartOffset int64 0+
   StateBatches []StateBatch 0+
    FirstOffset int64 0+
    LastOffset int64 0+
    DeliveryState int8 0+
    DeliveryCount int16 0+
"""

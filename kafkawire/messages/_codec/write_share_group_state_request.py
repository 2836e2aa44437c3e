# Generated from rpc/WriteShareGroupStateRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.write_share_group_state_request import (
    PartitionData,
    StateBatch,
    WriteShareGroupStateRequest,
    WriteStateData,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
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
pack_iiiq = Packer(">iiiq").pack
pack_iiiqBx = Packer(">iiiqBx").pack
pack_iiiqi = Packer(">iiiqi").pack
pack_iiiqiBx = Packer(">iiiqiBx").pack
pack_qqbhx = Packer(">qqbhx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_state_batch_v0 = Rows("qqbh T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
unpack_iiiqB = Packer(">iiiqB").unpack_from
unpack_iiiqiB = Packer(">iiiqiB").unpack_from
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


def read_partition_data_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_state_batch_v0: Key | None = None
    for o in out:
        o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count, n1 = unpack_iiiqiB(
            buf, pos
        )
        pos += 25
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
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_partition_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_state_batch_v0: Key | None = None
    for o in out:
        o.partition, o.state_epoch, o.leader_epoch, o.start_offset, n1 = unpack_iiiqB(buf, pos)
        pos += 21
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
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.state_batches
        if v1:
            put(pack_iiiqi(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count))
            put(COUNTS[len(v1)])
            write_state_batch_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_iiiqiBx(
                o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count, 1
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.state_batches
        if v1:
            put(pack_iiiq(o.partition, o.state_epoch, o.leader_epoch, o.start_offset))
            put(COUNTS[len(v1)])
            write_state_batch_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_iiiqBx(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_write_state_data_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WriteStateData], int]:
    out = many(WriteStateData, count)
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
            if n2 * 26 > end - pos or n2 > ctx.left:
                refuse_count(n2, 26, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v1_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_write_state_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WriteStateData], int]:
    out = many(WriteStateData, count)
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
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_write_state_data_v1_array(items: Iterable[WriteStateData], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_data_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_write_state_data_v0_array(items: Iterable[WriteStateData], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_data_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_write_share_group_state_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteShareGroupStateRequest, int]:
    o = new(WriteShareGroupStateRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        o.topics, pos = read_write_state_data_v1_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_write_share_group_state_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteShareGroupStateRequest, int]:
    o = new(WriteShareGroupStateRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        o.topics, pos = read_write_state_data_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_write_share_group_state_request_v1(o: WriteShareGroupStateRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_write_state_data_v1_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_2[n2](n2 + 1, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_write_share_group_state_request_v0(o: WriteShareGroupStateRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_write_state_data_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_2[n2](n2 + 1, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[WriteShareGroupStateRequest], bytes]] = {
    0: encode_write_share_group_state_request_v0,
    1: encode_write_share_group_state_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[WriteShareGroupStateRequest, int]]] = {
    0: read_write_share_group_state_request_v0,
    1: read_write_share_group_state_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
WriteShareGroupStateRequest request 0-1 flexible=0+
 GroupId string 0+
 Topics []WriteStateData 0+
  TopicId uuid 0+
  Partitions []PartitionData 0+
   Partition int32 0+
   StateEpoch int32 0+
   LeaderEpoch int32 0+
   StartOffset int64 0+
   DeliveryCompleteCount int32 1+ ignorable default=-1
   StateBatches []StateBatch 0+
    FirstOffset int64 0+
    LastOffset int64 0+
    DeliveryState int8 0+
    DeliveryCount int16 0+
"""

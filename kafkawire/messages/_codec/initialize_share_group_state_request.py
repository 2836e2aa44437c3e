# Generated from rpc/InitializeShareGroupStateRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.initialize_share_group_state_request import (
    InitializeShareGroupStateRequest,
    InitializeStateData,
    PartitionData,
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

iter_partition_data_v0 = Packer(">iiqx").iter_unpack
pack_iiqx = Packer(">iiqx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_partition_data_v0 = Rows("iiq T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition, o.state_epoch, o.start_offset, t = unpack_iiqB(buf, pos)
        o.unknown_tags = None
        pos += 17
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition, o.state_epoch, o.start_offset = row
        o.unknown_tags = None
    return out


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        data = pack_iiqx(o.partition, o.state_epoch, o.start_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_initialize_state_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[InitializeStateData], int]:
    out = many(InitializeStateData, count)
    key_partition_data_v0: Key | None = None
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
            if n2 * 17 > end - pos or n2 > ctx.left:
                refuse_count(n2, 17, end - pos)
            ctx.left -= n2
            p = pos + n2 * 17
            if p > end or any(buf[pos + 16 : p : 17]):
                if n2 < 8 and key_partition_data_v0 is None:
                    o.partitions, pos, _ = some_partition_data_v0(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_partition_data_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_partition_data_v0,
                        fill_partition_data_v0,
                        rows_partition_data_v0,
                        key_partition_data_v0,
                    )
            else:
                o.partitions = fill_partition_data_v0(iter_partition_data_v0(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_initialize_state_data_v0_array(items: Iterable[InitializeStateData], put: Put) -> None:
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


def read_initialize_share_group_state_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[InitializeShareGroupStateRequest, int]:
    o = new(InitializeShareGroupStateRequest)
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
        o.topics, pos = read_initialize_state_data_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_initialize_share_group_state_request_v0(o: InitializeShareGroupStateRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_initialize_state_data_v0_array(v3, put)
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


ENCODERS: dict[int, Callable[[InitializeShareGroupStateRequest], bytes]] = {
    0: encode_initialize_share_group_state_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[InitializeShareGroupStateRequest, int]]] = {
    0: read_initialize_share_group_state_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
InitializeShareGroupStateRequest request 0 flexible=0+
 GroupId string 0+
 Topics []InitializeStateData 0+
  TopicId uuid 0+
  Partitions []PartitionData 0+
   Partition int32 0+
   StateEpoch int32 0+
   StartOffset int64 0+
"""

# Generated from rpc/OffsetDeleteResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_delete_response import (
    OffsetDeleteResponse,
    OffsetDeleteResponsePartition,
    OffsetDeleteResponseTopic,
)
from kafkawire.wire import (
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    many,
    new,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
)

Key = tuple[int, ...]

iter_offset_delete_response_partition_v0 = Packer(">ih").iter_unpack
pack_hii = Packer(">hii").pack
pack_ih = Packer(">ih").pack
rows_offset_delete_response_partition_v0 = Rows("ih")
shapes_1 = Shapes("h%dsi")
unpack_h = Packer(">h").unpack_from
unpack_hii = Packer(">hii").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ih = Packer(">ih").unpack_from


def some_offset_delete_response_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetDeleteResponsePartition], int, Key]:
    out = many(OffsetDeleteResponsePartition, count)
    for o in out:
        o.partition_index, o.error_code = unpack_ih(buf, pos)
        o.unknown_tags = None
        pos += 6
    return out, pos, ()


def fill_offset_delete_response_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetDeleteResponsePartition]:
    out = many(OffsetDeleteResponsePartition, count)
    o: OffsetDeleteResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.error_code = row
        o.unknown_tags = None
    return out


def write_offset_delete_response_partition_v0_array(items: Iterable[OffsetDeleteResponsePartition], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ih(o.partition_index, o.error_code))


def read_offset_delete_response_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetDeleteResponseTopic], int]:
    out = many(OffsetDeleteResponseTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            p = pos + n2 * 6
            o.partitions = fill_offset_delete_response_partition_v0(
                iter_offset_delete_response_partition_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_offset_delete_response_topic_v0_array(items: Iterable[OffsetDeleteResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_delete_response_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_offset_delete_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetDeleteResponse, int]:
    o = new(OffsetDeleteResponse)
    o.error_code, o.throttle_time_ms, n1 = unpack_hii(buf, pos)
    pos += 10
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_delete_response_topic_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_offset_delete_response_v0(o: OffsetDeleteResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_hii(o.error_code, o.throttle_time_ms, len(v1)))
        write_offset_delete_response_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hii(o.error_code, o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetDeleteResponse], bytes]] = {
    0: encode_offset_delete_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetDeleteResponse, int]]] = {
    0: read_offset_delete_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetDeleteResponse response 0 flexible=none
 ErrorCode int16 0+
 ThrottleTimeMs int32 0+ ignorable
 Topics []OffsetDeleteResponseTopic 0+
  Name string 0+
  Partitions []OffsetDeleteResponsePartition 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
"""

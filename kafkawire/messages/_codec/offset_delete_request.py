# Generated from rpc/OffsetDeleteRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_delete_request import (
    OffsetDeleteRequest,
    OffsetDeleteRequestPartition,
    OffsetDeleteRequestTopic,
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

iter_offset_delete_request_partition_v0 = Packer(">i").iter_unpack
pack_i = Packer(">i").pack
rows_offset_delete_request_partition_v0 = Rows("i")
shapes_1 = Shapes("h%dsi")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_offset_delete_request_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetDeleteRequestPartition], int, Key]:
    out = many(OffsetDeleteRequestPartition, count)
    for o in out:
        (o.partition_index,) = unpack_i(buf, pos)
        o.unknown_tags = None
        pos += 4
    return out, pos, ()


def fill_offset_delete_request_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetDeleteRequestPartition]:
    out = many(OffsetDeleteRequestPartition, count)
    o: OffsetDeleteRequestPartition
    for o, row in zip(out, rows):
        (o.partition_index,) = row
        o.unknown_tags = None
    return out


def write_offset_delete_request_partition_v0_array(items: Iterable[OffsetDeleteRequestPartition], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_i(o.partition_index))


def read_offset_delete_request_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetDeleteRequestTopic], int]:
    out = many(OffsetDeleteRequestTopic, count)
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
            if n2 * 4 > end - pos or n2 > ctx.left:
                refuse_count(n2, 4, end - pos)
            ctx.left -= n2
            p = pos + n2 * 4
            o.partitions = fill_offset_delete_request_partition_v0(
                iter_offset_delete_request_partition_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_offset_delete_request_topic_v0_array(items: Iterable[OffsetDeleteRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_delete_request_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_offset_delete_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetDeleteRequest, int]:
    o = new(OffsetDeleteRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.topics = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        o.topics, pos = read_offset_delete_request_topic_v0_array(buf, pos, end, n2, ctx)
    o.unknown_tags = None
    return o, pos


def encode_offset_delete_request_v0(o: OffsetDeleteRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2, s1, len(v3)))
        write_offset_delete_request_topic_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_1[n2](n2, s1, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetDeleteRequest], bytes]] = {
    0: encode_offset_delete_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetDeleteRequest, int]]] = {
    0: read_offset_delete_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetDeleteRequest request 0 flexible=none
 GroupId string 0+
 Topics []OffsetDeleteRequestTopic 0+
  Name string 0+
  Partitions []OffsetDeleteRequestPartition 0+
   PartitionIndex int32 0+
"""

# Generated from rpc/ControlledShutdownResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.controlled_shutdown_response import ControlledShutdownResponse, RemainingPartition
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
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

pack_h = Packer(">h").pack
pack_hBx = Packer(">hBx").pack
pack_hi = Packer(">hi").pack
rows_remaining_partition_v0 = Rows("Y1 i")
rows_remaining_partition_v3 = Rows("P1 i T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%dsix")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from


def some_remaining_partition_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[RemainingPartition], int, Key]:
    out = many(RemainingPartition, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        o.partition_index, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_remaining_partition_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[RemainingPartition]:
    out = many(RemainingPartition, count)
    o: RemainingPartition
    for o, row in zip(out, rows):
        v0, o.partition_index = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def some_remaining_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[RemainingPartition], int, Key]:
    out = many(RemainingPartition, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        (o.partition_index,) = unpack_i(buf, pos)
        o.unknown_tags = None
        pos += 4
    return out, pos, (n1,)


def fill_remaining_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[RemainingPartition]:
    out = many(RemainingPartition, count)
    o: RemainingPartition
    for o, row in zip(out, rows):
        v0, o.partition_index = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def write_remaining_partition_v3_array(items: Iterable[RemainingPartition], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.partition_index)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_remaining_partition_v0_array(items: Iterable[RemainingPartition], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.partition_index))


def read_controlled_shutdown_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControlledShutdownResponse, int]:
    key_remaining_partition_v3: Key | None = None
    o = new(ControlledShutdownResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.remaining_partitions = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_remaining_partition_v3 is None:
            o.remaining_partitions, pos, _ = some_remaining_partition_v3(buf, pos, end, n1, ctx)
        else:
            o.remaining_partitions, pos, key_remaining_partition_v3 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_remaining_partition_v3,
                fill_remaining_partition_v3,
                rows_remaining_partition_v3,
                key_remaining_partition_v3,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_controlled_shutdown_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControlledShutdownResponse, int]:
    key_remaining_partition_v0: Key | None = None
    o = new(ControlledShutdownResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.remaining_partitions = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_remaining_partition_v0 is None:
            o.remaining_partitions, pos, _ = some_remaining_partition_v0(buf, pos, end, n1, ctx)
        else:
            o.remaining_partitions, pos, key_remaining_partition_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_remaining_partition_v0,
                fill_remaining_partition_v0,
                rows_remaining_partition_v0,
                key_remaining_partition_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_controlled_shutdown_response_v3(o: ControlledShutdownResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.remaining_partitions
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_remaining_partition_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_hBx(o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_controlled_shutdown_response_v0(o: ControlledShutdownResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.remaining_partitions
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_remaining_partition_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ControlledShutdownResponse], bytes]] = {
    0: encode_controlled_shutdown_response_v0,
    1: encode_controlled_shutdown_response_v0,
    2: encode_controlled_shutdown_response_v0,
    3: encode_controlled_shutdown_response_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ControlledShutdownResponse, int]]] = {
    0: read_controlled_shutdown_response_v0,
    1: read_controlled_shutdown_response_v0,
    2: read_controlled_shutdown_response_v0,
    3: read_controlled_shutdown_response_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
ControlledShutdownResponse response 0-3 flexible=3+
 ErrorCode int16 0+
 RemainingPartitions []RemainingPartition 0+
  TopicName string 0+
  PartitionIndex int32 0+
"""

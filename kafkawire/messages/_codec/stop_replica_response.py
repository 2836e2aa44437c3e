# Generated from rpc/StopReplicaResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.stop_replica_response import StopReplicaPartitionError, StopReplicaResponse
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
rows_stop_replica_partition_error_v0 = Rows("Y1 ih")
rows_stop_replica_partition_error_v2 = Rows("P1 ih T")
shapes_1 = Shapes("h%dsih")
shapes_2 = Shapes("S%dsihx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def some_stop_replica_partition_error_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaPartitionError], int, Key]:
    out = many(StopReplicaPartitionError, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        o.partition_index, o.error_code, t = unpack_ihB(buf, pos)
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_stop_replica_partition_error_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[StopReplicaPartitionError]:
    out = many(StopReplicaPartitionError, count)
    o: StopReplicaPartitionError
    for o, row in zip(out, rows):
        v0, o.partition_index, o.error_code = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def some_stop_replica_partition_error_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaPartitionError], int, Key]:
    out = many(StopReplicaPartitionError, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        o.partition_index, o.error_code = unpack_ih(buf, pos)
        o.unknown_tags = None
        pos += 6
    return out, pos, (n1,)


def fill_stop_replica_partition_error_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[StopReplicaPartitionError]:
    out = many(StopReplicaPartitionError, count)
    o: StopReplicaPartitionError
    for o, row in zip(out, rows):
        v0, o.partition_index, o.error_code = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def write_stop_replica_partition_error_v2_array(items: Iterable[StopReplicaPartitionError], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.partition_index, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_stop_replica_partition_error_v0_array(items: Iterable[StopReplicaPartitionError], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.partition_index, o.error_code))


def read_stop_replica_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaResponse, int]:
    key_stop_replica_partition_error_v2: Key | None = None
    o = new(StopReplicaResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.partition_errors = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_stop_replica_partition_error_v2 is None:
            o.partition_errors, pos, _ = some_stop_replica_partition_error_v2(buf, pos, end, n1, ctx)
        else:
            o.partition_errors, pos, key_stop_replica_partition_error_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_stop_replica_partition_error_v2,
                fill_stop_replica_partition_error_v2,
                rows_stop_replica_partition_error_v2,
                key_stop_replica_partition_error_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_stop_replica_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaResponse, int]:
    key_stop_replica_partition_error_v0: Key | None = None
    o = new(StopReplicaResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.partition_errors = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_stop_replica_partition_error_v0 is None:
            o.partition_errors, pos, _ = some_stop_replica_partition_error_v0(buf, pos, end, n1, ctx)
        else:
            o.partition_errors, pos, key_stop_replica_partition_error_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_stop_replica_partition_error_v0,
                fill_stop_replica_partition_error_v0,
                rows_stop_replica_partition_error_v0,
                key_stop_replica_partition_error_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_stop_replica_response_v2(o: StopReplicaResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.partition_errors
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_stop_replica_partition_error_v2_array(v1, put)
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


def encode_stop_replica_response_v0(o: StopReplicaResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.partition_errors
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_stop_replica_partition_error_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StopReplicaResponse], bytes]] = {
    0: encode_stop_replica_response_v0,
    1: encode_stop_replica_response_v0,
    2: encode_stop_replica_response_v2,
    3: encode_stop_replica_response_v2,
    4: encode_stop_replica_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StopReplicaResponse, int]]] = {
    0: read_stop_replica_response_v0,
    1: read_stop_replica_response_v0,
    2: read_stop_replica_response_v2,
    3: read_stop_replica_response_v2,
    4: read_stop_replica_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
StopReplicaResponse response 0-4 flexible=2+
 ErrorCode int16 0+
 PartitionErrors []StopReplicaPartitionError 0+
  TopicName string 0+
  PartitionIndex int32 0+
  ErrorCode int16 0+
"""

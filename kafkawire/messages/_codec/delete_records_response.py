# Generated from rpc/DeleteRecordsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_records_response import (
    DeleteRecordsPartitionResult,
    DeleteRecordsResponse,
    DeleteRecordsTopicResult,
)
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

iter_delete_records_partition_result_v0 = Packer(">iqh").iter_unpack
iter_delete_records_partition_result_v2 = Packer(">iqhx").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
pack_iqh = Packer(">iqh").pack
pack_iqhx = Packer(">iqhx").pack
rows_delete_records_partition_result_v0 = Rows("iqh")
rows_delete_records_partition_result_v2 = Rows("iqh T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iqh = Packer(">iqh").unpack_from
unpack_iqhB = Packer(">iqhB").unpack_from


def some_delete_records_partition_result_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteRecordsPartitionResult], int, Key]:
    out = many(DeleteRecordsPartitionResult, count)
    for o in out:
        o.partition_index, o.low_watermark, o.error_code, t = unpack_iqhB(buf, pos)
        o.unknown_tags = None
        pos += 15
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_delete_records_partition_result_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteRecordsPartitionResult]:
    out = many(DeleteRecordsPartitionResult, count)
    o: DeleteRecordsPartitionResult
    for o, row in zip(out, rows):
        o.partition_index, o.low_watermark, o.error_code = row
        o.unknown_tags = None
    return out


def some_delete_records_partition_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteRecordsPartitionResult], int, Key]:
    out = many(DeleteRecordsPartitionResult, count)
    for o in out:
        o.partition_index, o.low_watermark, o.error_code = unpack_iqh(buf, pos)
        o.unknown_tags = None
        pos += 14
    return out, pos, ()


def fill_delete_records_partition_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteRecordsPartitionResult]:
    out = many(DeleteRecordsPartitionResult, count)
    o: DeleteRecordsPartitionResult
    for o, row in zip(out, rows):
        o.partition_index, o.low_watermark, o.error_code = row
        o.unknown_tags = None
    return out


def write_delete_records_partition_result_v2_array(items: Iterable[DeleteRecordsPartitionResult], put: Put) -> None:
    for o in items:
        data = pack_iqhx(o.partition_index, o.low_watermark, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_delete_records_partition_result_v0_array(items: Iterable[DeleteRecordsPartitionResult], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iqh(o.partition_index, o.low_watermark, o.error_code))


def read_delete_records_topic_result_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteRecordsTopicResult], int]:
    out = many(DeleteRecordsTopicResult, count)
    key_delete_records_partition_result_v2: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 15 > end - pos or n2 > ctx.left:
                refuse_count(n2, 15, end - pos)
            ctx.left -= n2
            p = pos + n2 * 15
            if p > end or any(buf[pos + 14 : p : 15]):
                if n2 < 8 and key_delete_records_partition_result_v2 is None:
                    o.partitions, pos, _ = some_delete_records_partition_result_v2(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_delete_records_partition_result_v2 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_delete_records_partition_result_v2,
                        fill_delete_records_partition_result_v2,
                        rows_delete_records_partition_result_v2,
                        key_delete_records_partition_result_v2,
                    )
            else:
                o.partitions = fill_delete_records_partition_result_v2(
                    iter_delete_records_partition_result_v2(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_delete_records_topic_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteRecordsTopicResult], int]:
    out = many(DeleteRecordsTopicResult, count)
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
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            p = pos + n2 * 14
            o.partitions = fill_delete_records_partition_result_v0(
                iter_delete_records_partition_result_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_delete_records_topic_result_v2_array(items: Iterable[DeleteRecordsTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_delete_records_partition_result_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_delete_records_topic_result_v0_array(items: Iterable[DeleteRecordsTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_delete_records_partition_result_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_delete_records_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteRecordsResponse, int]:
    o = new(DeleteRecordsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_delete_records_topic_result_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_records_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteRecordsResponse, int]:
    o = new(DeleteRecordsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_delete_records_topic_result_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_delete_records_response_v2(o: DeleteRecordsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_delete_records_topic_result_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_delete_records_response_v0(o: DeleteRecordsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_delete_records_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteRecordsResponse], bytes]] = {
    0: encode_delete_records_response_v0,
    1: encode_delete_records_response_v0,
    2: encode_delete_records_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteRecordsResponse, int]]] = {
    0: read_delete_records_response_v0,
    1: read_delete_records_response_v0,
    2: read_delete_records_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteRecordsResponse response 0-2 flexible=2+
 ThrottleTimeMs int32 0+
 Topics []DeleteRecordsTopicResult 0+
  Name string 0+
  Partitions []DeleteRecordsPartitionResult 0+
   PartitionIndex int32 0+
   LowWatermark int64 0+
   ErrorCode int16 0+
"""

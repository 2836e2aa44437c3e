# Generated from rpc/ReadShareGroupStateSummaryResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.read_share_group_state_summary_response import (
    PartitionResult,
    ReadShareGroupStateSummaryResponse,
    ReadStateSummaryResult,
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

pack_Bx = Packer(">Bx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_partition_result_v0 = Rows("ih P1 iiq T")
rows_partition_result_v1 = Rows("ih P1 iiqi T")
shapes_1 = Shapes("ihS%dsiiqx")
shapes_2 = Shapes("ihS%dsiiqix")
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_iiqiB = Packer(">iiqiB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_partition_result_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionResult], int, Key]:
    out = many(PartitionResult, count)
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
        o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count, t = unpack_iiqiB(buf, pos)
        o.unknown_tags = None
        pos += 21
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_partition_result_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionResult]:
    k0, _ = key
    out = many(PartitionResult, count)
    o: PartitionResult
    for o, row in zip(out, rows):
        o.partition, o.error_code, v2, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count = row
        o.error_message = v2.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_partition_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionResult], int, Key]:
    out = many(PartitionResult, count)
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
        o.state_epoch, o.leader_epoch, o.start_offset, t = unpack_iiqB(buf, pos)
        o.delivery_complete_count = -1
        o.unknown_tags = None
        pos += 17
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_partition_result_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionResult]:
    k0, _ = key
    out = many(PartitionResult, count)
    o: PartitionResult
    for o, row in zip(out, rows):
        o.partition, o.error_code, v2, o.state_epoch, o.leader_epoch, o.start_offset = row
        o.error_message = v2.decode() if k0 else None
        o.delivery_complete_count = -1
        o.unknown_tags = None
    return out


def write_partition_result_v1_array(items: Iterable[PartitionResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_2[len(s1)](
            o.partition, o.error_code, n2, s1, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_result_v0_array(items: Iterable[PartitionResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_1[len(s1)](o.partition, o.error_code, n2, s1, o.state_epoch, o.leader_epoch, o.start_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_read_state_summary_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReadStateSummaryResult], int]:
    out = many(ReadStateSummaryResult, count)
    key_partition_result_v1: Key | None = None
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
            if n2 * 28 > end - pos or n2 > ctx.left:
                refuse_count(n2, 28, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_partition_result_v1 is None:
                o.partitions, pos, _ = some_partition_result_v1(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_partition_result_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_partition_result_v1,
                    fill_partition_result_v1,
                    rows_partition_result_v1,
                    key_partition_result_v1,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_read_state_summary_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReadStateSummaryResult], int]:
    out = many(ReadStateSummaryResult, count)
    key_partition_result_v0: Key | None = None
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
            if n2 * 24 > end - pos or n2 > ctx.left:
                refuse_count(n2, 24, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_partition_result_v0 is None:
                o.partitions, pos, _ = some_partition_result_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_partition_result_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_partition_result_v0,
                    fill_partition_result_v0,
                    rows_partition_result_v0,
                    key_partition_result_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_read_state_summary_result_v1_array(items: Iterable[ReadStateSummaryResult], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_result_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_read_state_summary_result_v0_array(items: Iterable[ReadStateSummaryResult], put: Put) -> None:
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


def read_read_share_group_state_summary_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ReadShareGroupStateSummaryResponse, int]:
    o = new(ReadShareGroupStateSummaryResponse)
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
        o.results, pos = read_read_state_summary_result_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_read_share_group_state_summary_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ReadShareGroupStateSummaryResponse, int]:
    o = new(ReadShareGroupStateSummaryResponse)
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
        o.results, pos = read_read_state_summary_result_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_read_share_group_state_summary_response_v1(o: ReadShareGroupStateSummaryResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(COUNTS[len(v1)])
        write_read_state_summary_result_v1_array(v1, put)
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


def encode_read_share_group_state_summary_response_v0(o: ReadShareGroupStateSummaryResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(COUNTS[len(v1)])
        write_read_state_summary_result_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[ReadShareGroupStateSummaryResponse], bytes]] = {
    0: encode_read_share_group_state_summary_response_v0,
    1: encode_read_share_group_state_summary_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ReadShareGroupStateSummaryResponse, int]]] = {
    0: read_read_share_group_state_summary_response_v0,
    1: read_read_share_group_state_summary_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ReadShareGroupStateSummaryResponse response 0-1 flexible=0+
 Results []ReadStateSummaryResult 0+
  TopicId uuid 0+
  Partitions []PartitionResult 0+
   Partition int32 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+ default=null
   StateEpoch int32 0+
   LeaderEpoch int32 0+
   StartOffset int64 0+
   DeliveryCompleteCount int32 1+ ignorable default=-1
"""

# Generated from rpc/WriteTxnMarkersResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.write_txn_markers_response import (
    WritableTxnMarkerPartitionResult,
    WritableTxnMarkerResult,
    WritableTxnMarkerTopicResult,
    WriteTxnMarkersResponse,
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

iter_writable_txn_marker_partition_result_v0 = Packer(">ih").iter_unpack
iter_writable_txn_marker_partition_result_v1 = Packer(">ihx").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_ih = Packer(">ih").pack
pack_ihx = Packer(">ihx").pack
pack_q = Packer(">q").pack
pack_qBx = Packer(">qBx").pack
pack_qi = Packer(">qi").pack
rows_writable_txn_marker_partition_result_v0 = Rows("ih")
rows_writable_txn_marker_partition_result_v1 = Rows("ih T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_qB = Packer(">qB").unpack_from
unpack_qi = Packer(">qi").unpack_from


def some_writable_txn_marker_partition_result_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerPartitionResult], int, Key]:
    out = many(WritableTxnMarkerPartitionResult, count)
    for o in out:
        o.partition_index, o.error_code, t = unpack_ihB(buf, pos)
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_writable_txn_marker_partition_result_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[WritableTxnMarkerPartitionResult]:
    out = many(WritableTxnMarkerPartitionResult, count)
    o: WritableTxnMarkerPartitionResult
    for o, row in zip(out, rows):
        o.partition_index, o.error_code = row
        o.unknown_tags = None
    return out


def some_writable_txn_marker_partition_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerPartitionResult], int, Key]:
    out = many(WritableTxnMarkerPartitionResult, count)
    for o in out:
        o.partition_index, o.error_code = unpack_ih(buf, pos)
        o.unknown_tags = None
        pos += 6
    return out, pos, ()


def fill_writable_txn_marker_partition_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[WritableTxnMarkerPartitionResult]:
    out = many(WritableTxnMarkerPartitionResult, count)
    o: WritableTxnMarkerPartitionResult
    for o, row in zip(out, rows):
        o.partition_index, o.error_code = row
        o.unknown_tags = None
    return out


def write_writable_txn_marker_partition_result_v1_array(
    items: Iterable[WritableTxnMarkerPartitionResult], put: Put
) -> None:
    for o in items:
        data = pack_ihx(o.partition_index, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_writable_txn_marker_partition_result_v0_array(
    items: Iterable[WritableTxnMarkerPartitionResult], put: Put
) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ih(o.partition_index, o.error_code))


def read_writable_txn_marker_topic_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerTopicResult], int]:
    out = many(WritableTxnMarkerTopicResult, count)
    key_writable_txn_marker_partition_result_v1: Key | None = None
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
            if n2 * 7 > end - pos or n2 > ctx.left:
                refuse_count(n2, 7, end - pos)
            ctx.left -= n2
            p = pos + n2 * 7
            if p > end or any(buf[pos + 6 : p : 7]):
                if n2 < 8 and key_writable_txn_marker_partition_result_v1 is None:
                    o.partitions, pos, _ = some_writable_txn_marker_partition_result_v1(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_writable_txn_marker_partition_result_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_writable_txn_marker_partition_result_v1,
                        fill_writable_txn_marker_partition_result_v1,
                        rows_writable_txn_marker_partition_result_v1,
                        key_writable_txn_marker_partition_result_v1,
                    )
            else:
                o.partitions = fill_writable_txn_marker_partition_result_v1(
                    iter_writable_txn_marker_partition_result_v1(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_writable_txn_marker_topic_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerTopicResult], int]:
    out = many(WritableTxnMarkerTopicResult, count)
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
            o.partitions = fill_writable_txn_marker_partition_result_v0(
                iter_writable_txn_marker_partition_result_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_writable_txn_marker_topic_result_v1_array(items: Iterable[WritableTxnMarkerTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_writable_txn_marker_partition_result_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_writable_txn_marker_topic_result_v0_array(items: Iterable[WritableTxnMarkerTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_writable_txn_marker_partition_result_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_writable_txn_marker_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerResult], int]:
    out = many(WritableTxnMarkerResult, count)
    for o in out:
        o.producer_id, n1 = unpack_qB(buf, pos)
        pos += 9
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topics = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            o.topics, pos = read_writable_txn_marker_topic_result_v1_array(buf, pos, end, n1, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_writable_txn_marker_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerResult], int]:
    out = many(WritableTxnMarkerResult, count)
    for o in out:
        o.producer_id, n1 = unpack_qi(buf, pos)
        pos += 12
        if n1 < 1:
            o.topics = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 6 > end - pos or n1 > ctx.left:
                refuse_count(n1, 6, end - pos)
            ctx.left -= n1
            o.topics, pos = read_writable_txn_marker_topic_result_v0_array(buf, pos, end, n1, ctx)
        o.unknown_tags = None
    return out, pos


def write_writable_txn_marker_result_v1_array(items: Iterable[WritableTxnMarkerResult], put: Put) -> None:
    for o in items:
        v1 = o.topics
        if v1:
            put(pack_q(o.producer_id))
            put(COUNTS[len(v1)])
            write_writable_txn_marker_topic_result_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_qBx(o.producer_id, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_writable_txn_marker_result_v0_array(items: Iterable[WritableTxnMarkerResult], put: Put) -> None:
    for o in items:
        v1 = o.topics
        if v1:
            put(pack_qi(o.producer_id, len(v1)))
            write_writable_txn_marker_topic_result_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v1:
            put(pack_qi(o.producer_id, 0))


def read_write_txn_markers_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteTxnMarkersResponse, int]:
    o = new(WriteTxnMarkersResponse)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.markers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 10 > end - pos or n1 > ctx.left:
            refuse_count(n1, 10, end - pos)
        ctx.left -= n1
        o.markers, pos = read_writable_txn_marker_result_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_write_txn_markers_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteTxnMarkersResponse, int]:
    o = new(WriteTxnMarkersResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.markers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        o.markers, pos = read_writable_txn_marker_result_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_write_txn_markers_response_v1(o: WriteTxnMarkersResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.markers
    if v1:
        put(COUNTS[len(v1)])
        write_writable_txn_marker_result_v1_array(v1, put)
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


def encode_write_txn_markers_response_v0(o: WriteTxnMarkersResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.markers
    if v1:
        put(pack_i(len(v1)))
        write_writable_txn_marker_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[WriteTxnMarkersResponse], bytes]] = {
    0: encode_write_txn_markers_response_v0,
    1: encode_write_txn_markers_response_v1,
    2: encode_write_txn_markers_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[WriteTxnMarkersResponse, int]]] = {
    0: read_write_txn_markers_response_v0,
    1: read_write_txn_markers_response_v1,
    2: read_write_txn_markers_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
WriteTxnMarkersResponse response 0-2 flexible=1+
 Markers []WritableTxnMarkerResult 0+
  ProducerId int64 0+
  Topics []WritableTxnMarkerTopicResult 0+
   Name string 0+
   Partitions []WritableTxnMarkerPartitionResult 0+
    PartitionIndex int32 0+
    ErrorCode int16 0+
"""

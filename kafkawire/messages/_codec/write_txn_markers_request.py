# Generated from rpc/WriteTxnMarkersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.write_txn_markers_request import (
    WritableTxnMarker,
    WritableTxnMarkerTopic,
    WriteTxnMarkersRequest,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
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

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_ibx = Packer(">ibx").pack
pack_ix = Packer(">ix").pack
pack_qht = Packer(">qh?").pack
pack_qhtBibx = Packer(">qh?Bibx").pack
pack_qhtBix = Packer(">qh?Bix").pack
pack_qhti = Packer(">qh?i").pack
pack_qhtii = Packer(">qh?ii").pack
rows_writable_txn_marker_topic_v0 = Rows("Y1 G1")
rows_writable_txn_marker_topic_v1 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
shapes_2 = Shapes("S%dsP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ibB = Packer(">ibB").unpack_from
unpack_qhtB = Packer(">qh?B").unpack_from
unpack_qhti = Packer(">qh?i").unpack_from


def some_writable_txn_marker_topic_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerTopic], int, Key]:
    out = many(WritableTxnMarkerTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partition_indexes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_writable_txn_marker_topic_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[WritableTxnMarkerTopic]:
    groups = compact_groups(ctx)
    out = many(WritableTxnMarkerTopic, count)
    o: WritableTxnMarkerTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_writable_txn_marker_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarkerTopic], int, Key]:
    out = many(WritableTxnMarkerTopic, count)
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
        if 0 <= n2 < 128:
            o.partition_indexes = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partition_indexes, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_writable_txn_marker_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[WritableTxnMarkerTopic]:
    groups = legacy_groups(ctx)
    out = many(WritableTxnMarkerTopic, count)
    o: WritableTxnMarkerTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_writable_txn_marker_topic_v1_array(items: Iterable[WritableTxnMarkerTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_2[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_2[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_writable_txn_marker_topic_v0_array(items: Iterable[WritableTxnMarkerTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_writable_txn_marker_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarker], int]:
    out = many(WritableTxnMarker, count)
    key_writable_txn_marker_topic_v1: Key | None = None
    for o in out:
        o.producer_id, o.producer_epoch, o.transaction_result, n1 = unpack_qhtB(buf, pos)
        pos += 12
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topics = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_writable_txn_marker_topic_v1 is None:
                o.topics, pos, _ = some_writable_txn_marker_topic_v1(buf, pos, end, n1, ctx)
            else:
                o.topics, pos, key_writable_txn_marker_topic_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_writable_txn_marker_topic_v1,
                    fill_writable_txn_marker_topic_v1,
                    rows_writable_txn_marker_topic_v1,
                    key_writable_txn_marker_topic_v1,
                )
        o.coordinator_epoch, o.transaction_version, t = unpack_ibB(buf, pos)
        o.unknown_tags = None
        pos += 6
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_writable_txn_marker_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarker], int]:
    out = many(WritableTxnMarker, count)
    key_writable_txn_marker_topic_v1: Key | None = None
    for o in out:
        o.producer_id, o.producer_epoch, o.transaction_result, n1 = unpack_qhtB(buf, pos)
        pos += 12
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topics = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_writable_txn_marker_topic_v1 is None:
                o.topics, pos, _ = some_writable_txn_marker_topic_v1(buf, pos, end, n1, ctx)
            else:
                o.topics, pos, key_writable_txn_marker_topic_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_writable_txn_marker_topic_v1,
                    fill_writable_txn_marker_topic_v1,
                    rows_writable_txn_marker_topic_v1,
                    key_writable_txn_marker_topic_v1,
                )
        o.coordinator_epoch, t = unpack_iB(buf, pos)
        o.transaction_version = 0
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_writable_txn_marker_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[WritableTxnMarker], int]:
    out = many(WritableTxnMarker, count)
    key_writable_txn_marker_topic_v0: Key | None = None
    for o in out:
        o.producer_id, o.producer_epoch, o.transaction_result, n1 = unpack_qhti(buf, pos)
        pos += 15
        if n1 < 1:
            o.topics = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 6 > end - pos or n1 > ctx.left:
                refuse_count(n1, 6, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_writable_txn_marker_topic_v0 is None:
                o.topics, pos, _ = some_writable_txn_marker_topic_v0(buf, pos, end, n1, ctx)
            else:
                o.topics, pos, key_writable_txn_marker_topic_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_writable_txn_marker_topic_v0,
                    fill_writable_txn_marker_topic_v0,
                    rows_writable_txn_marker_topic_v0,
                    key_writable_txn_marker_topic_v0,
                )
        (o.coordinator_epoch,) = unpack_i(buf, pos)
        o.transaction_version = 0
        o.unknown_tags = None
        pos += 4
    return out, pos


def write_writable_txn_marker_v2_array(items: Iterable[WritableTxnMarker], put: Put) -> None:
    for o in items:
        v1 = o.topics
        if v1:
            put(pack_qht(o.producer_id, o.producer_epoch, o.transaction_result))
            put(COUNTS[len(v1)])
            write_writable_txn_marker_topic_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = pack_ibx(o.coordinator_epoch, o.transaction_version)
        else:
            data = pack_qhtBibx(
                o.producer_id, o.producer_epoch, o.transaction_result, 1, o.coordinator_epoch, o.transaction_version
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_writable_txn_marker_v1_array(items: Iterable[WritableTxnMarker], put: Put) -> None:
    for o in items:
        v1 = o.topics
        if v1:
            put(pack_qht(o.producer_id, o.producer_epoch, o.transaction_result))
            put(COUNTS[len(v1)])
            write_writable_txn_marker_topic_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = pack_ix(o.coordinator_epoch)
        else:
            data = pack_qhtBix(o.producer_id, o.producer_epoch, o.transaction_result, 1, o.coordinator_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_writable_txn_marker_v0_array(items: Iterable[WritableTxnMarker], put: Put) -> None:
    for o in items:
        v1 = o.topics
        if v1:
            put(pack_qhti(o.producer_id, o.producer_epoch, o.transaction_result, len(v1)))
            write_writable_txn_marker_topic_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v1:
            put(pack_i(o.coordinator_epoch))
        else:
            put(pack_qhtii(o.producer_id, o.producer_epoch, o.transaction_result, 0, o.coordinator_epoch))


def read_write_txn_markers_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteTxnMarkersRequest, int]:
    o = new(WriteTxnMarkersRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.markers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.markers, pos = read_writable_txn_marker_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_write_txn_markers_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteTxnMarkersRequest, int]:
    o = new(WriteTxnMarkersRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.markers = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 17 > end - pos or n1 > ctx.left:
            refuse_count(n1, 17, end - pos)
        ctx.left -= n1
        o.markers, pos = read_writable_txn_marker_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_write_txn_markers_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[WriteTxnMarkersRequest, int]:
    o = new(WriteTxnMarkersRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.markers = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 19 > end - pos or n1 > ctx.left:
            refuse_count(n1, 19, end - pos)
        ctx.left -= n1
        o.markers, pos = read_writable_txn_marker_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_write_txn_markers_request_v2(o: WriteTxnMarkersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.markers
    if v1:
        put(COUNTS[len(v1)])
        write_writable_txn_marker_v2_array(v1, put)
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


def encode_write_txn_markers_request_v1(o: WriteTxnMarkersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.markers
    if v1:
        put(COUNTS[len(v1)])
        write_writable_txn_marker_v1_array(v1, put)
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


def encode_write_txn_markers_request_v0(o: WriteTxnMarkersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.markers
    if v1:
        put(pack_i(len(v1)))
        write_writable_txn_marker_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[WriteTxnMarkersRequest], bytes]] = {
    0: encode_write_txn_markers_request_v0,
    1: encode_write_txn_markers_request_v1,
    2: encode_write_txn_markers_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[WriteTxnMarkersRequest, int]]] = {
    0: read_write_txn_markers_request_v0,
    1: read_write_txn_markers_request_v1,
    2: read_write_txn_markers_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
WriteTxnMarkersRequest request 0-2 flexible=1+
 Markers []WritableTxnMarker 0+
  ProducerId int64 0+
  ProducerEpoch int16 0+
  TransactionResult bool 0+
  Topics []WritableTxnMarkerTopic 0+
   Name string 0+
   PartitionIndexes []int32 0+
  CoordinatorEpoch int32 0+
  TransactionVersion int8 2+ ignorable default=0
"""

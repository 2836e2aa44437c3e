# Generated from rpc/TxnOffsetCommitResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.txn_offset_commit_response import (
    TxnOffsetCommitResponse,
    TxnOffsetCommitResponsePartition,
    TxnOffsetCommitResponseTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
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

iter_txn_offset_commit_response_partition_v0 = Packer(">ih").iter_unpack
iter_txn_offset_commit_response_partition_v3 = Packer(">ihx").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ih = Packer(">ih").pack
pack_ihx = Packer(">ihx").pack
pack_ii = Packer(">ii").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_txn_offset_commit_response_partition_v0 = Rows("ih")
rows_txn_offset_commit_response_partition_v3 = Rows("ih T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_txn_offset_commit_response_partition_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitResponsePartition], int, Key]:
    out = many(TxnOffsetCommitResponsePartition, count)
    for o in out:
        o.partition_index, o.error_code, t = unpack_ihB(buf, pos)
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_txn_offset_commit_response_partition_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[TxnOffsetCommitResponsePartition]:
    out = many(TxnOffsetCommitResponsePartition, count)
    o: TxnOffsetCommitResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.error_code = row
        o.unknown_tags = None
    return out


def some_txn_offset_commit_response_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitResponsePartition], int, Key]:
    out = many(TxnOffsetCommitResponsePartition, count)
    for o in out:
        o.partition_index, o.error_code = unpack_ih(buf, pos)
        o.unknown_tags = None
        pos += 6
    return out, pos, ()


def fill_txn_offset_commit_response_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[TxnOffsetCommitResponsePartition]:
    out = many(TxnOffsetCommitResponsePartition, count)
    o: TxnOffsetCommitResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.error_code = row
        o.unknown_tags = None
    return out


def write_txn_offset_commit_response_partition_v3_array(
    items: Iterable[TxnOffsetCommitResponsePartition], put: Put
) -> None:
    for o in items:
        data = pack_ihx(o.partition_index, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_txn_offset_commit_response_partition_v0_array(
    items: Iterable[TxnOffsetCommitResponsePartition], put: Put
) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ih(o.partition_index, o.error_code))


def read_txn_offset_commit_response_topic_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitResponseTopic], int]:
    out = many(TxnOffsetCommitResponseTopic, count)
    key_txn_offset_commit_response_partition_v3: Key | None = None
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
            if n2 * 7 > end - pos or n2 > ctx.left:
                refuse_count(n2, 7, end - pos)
            ctx.left -= n2
            p = pos + n2 * 7
            if p > end or any(buf[pos + 6 : p : 7]):
                if n2 < 8 and key_txn_offset_commit_response_partition_v3 is None:
                    o.partitions, pos, _ = some_txn_offset_commit_response_partition_v3(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_txn_offset_commit_response_partition_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_txn_offset_commit_response_partition_v3,
                        fill_txn_offset_commit_response_partition_v3,
                        rows_txn_offset_commit_response_partition_v3,
                        key_txn_offset_commit_response_partition_v3,
                    )
            else:
                o.partitions = fill_txn_offset_commit_response_partition_v3(
                    iter_txn_offset_commit_response_partition_v3(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_txn_offset_commit_response_topic_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitResponseTopic], int]:
    out = many(TxnOffsetCommitResponseTopic, count)
    key_txn_offset_commit_response_partition_v3: Key | None = None
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
                if n2 < 8 and key_txn_offset_commit_response_partition_v3 is None:
                    o.partitions, pos, _ = some_txn_offset_commit_response_partition_v3(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_txn_offset_commit_response_partition_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_txn_offset_commit_response_partition_v3,
                        fill_txn_offset_commit_response_partition_v3,
                        rows_txn_offset_commit_response_partition_v3,
                        key_txn_offset_commit_response_partition_v3,
                    )
            else:
                o.partitions = fill_txn_offset_commit_response_partition_v3(
                    iter_txn_offset_commit_response_partition_v3(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_txn_offset_commit_response_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitResponseTopic], int]:
    out = many(TxnOffsetCommitResponseTopic, count)
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
            o.partitions = fill_txn_offset_commit_response_partition_v0(
                iter_txn_offset_commit_response_partition_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def write_txn_offset_commit_response_topic_v6_array(items: Iterable[TxnOffsetCommitResponseTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_txn_offset_commit_response_partition_v3_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_txn_offset_commit_response_topic_v3_array(items: Iterable[TxnOffsetCommitResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_txn_offset_commit_response_partition_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_txn_offset_commit_response_topic_v0_array(items: Iterable[TxnOffsetCommitResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_txn_offset_commit_response_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_txn_offset_commit_response_v6(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitResponse, int]:
    o = new(TxnOffsetCommitResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_txn_offset_commit_response_topic_v6_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_txn_offset_commit_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitResponse, int]:
    o = new(TxnOffsetCommitResponse)
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
        o.topics, pos = read_txn_offset_commit_response_topic_v3_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_txn_offset_commit_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitResponse, int]:
    o = new(TxnOffsetCommitResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_txn_offset_commit_response_topic_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_txn_offset_commit_response_v6(o: TxnOffsetCommitResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_txn_offset_commit_response_topic_v6_array(v1, put)
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


def encode_txn_offset_commit_response_v3(o: TxnOffsetCommitResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_txn_offset_commit_response_topic_v3_array(v1, put)
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


def encode_txn_offset_commit_response_v0(o: TxnOffsetCommitResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_txn_offset_commit_response_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[TxnOffsetCommitResponse], bytes]] = {
    0: encode_txn_offset_commit_response_v0,
    1: encode_txn_offset_commit_response_v0,
    2: encode_txn_offset_commit_response_v0,
    3: encode_txn_offset_commit_response_v3,
    4: encode_txn_offset_commit_response_v3,
    5: encode_txn_offset_commit_response_v3,
    6: encode_txn_offset_commit_response_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[TxnOffsetCommitResponse, int]]] = {
    0: read_txn_offset_commit_response_v0,
    1: read_txn_offset_commit_response_v0,
    2: read_txn_offset_commit_response_v0,
    3: read_txn_offset_commit_response_v3,
    4: read_txn_offset_commit_response_v3,
    5: read_txn_offset_commit_response_v3,
    6: read_txn_offset_commit_response_v6,
}
NEEDS_CONTEXT = True
SPEC = """\
TxnOffsetCommitResponse response 0-6 flexible=3+
 ThrottleTimeMs int32 0+
 Topics []TxnOffsetCommitResponseTopic 0+
  Name string 0-5 ignorable
  TopicId uuid 6+ ignorable
  Partitions []TxnOffsetCommitResponsePartition 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
"""

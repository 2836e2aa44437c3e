# Generated from rpc/LeaderAndIsrResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.leader_and_isr_response import (
    LeaderAndIsrPartitionError,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicError,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

iter_leader_and_isr_partition_error_v5 = Packer(">ihx").iter_unpack
pack_h = Packer(">h").pack
pack_hBx = Packer(">hBx").pack
pack_hi = Packer(">hi").pack
pack_ihx = Packer(">ihx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_leader_and_isr_partition_error_v0 = Rows("Y1 ih")
rows_leader_and_isr_partition_error_v4 = Rows("P1 ih T")
rows_leader_and_isr_partition_error_v5 = Rows("ih T")
shapes_1 = Shapes("h%dsih")
shapes_2 = Shapes("S%dsihx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_leader_and_isr_partition_error_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionError], int, Key]:
    out = many(LeaderAndIsrPartitionError, count)
    for o in out:
        o.partition_index, o.error_code, t = unpack_ihB(buf, pos)
        o.topic_name = ""
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_leader_and_isr_partition_error_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionError]:
    out = many(LeaderAndIsrPartitionError, count)
    o: LeaderAndIsrPartitionError
    for o, row in zip(out, rows):
        o.partition_index, o.error_code = row
        o.topic_name = ""
        o.unknown_tags = None
    return out


def write_leader_and_isr_partition_error_v5_array(items: Iterable[LeaderAndIsrPartitionError], put: Put) -> None:
    for o in items:
        data = pack_ihx(o.partition_index, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_leader_and_isr_topic_error_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrTopicError], int]:
    out = many(LeaderAndIsrTopicError, count)
    key_leader_and_isr_partition_error_v5: Key | None = None
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_errors = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 7 > end - pos or n2 > ctx.left:
                refuse_count(n2, 7, end - pos)
            ctx.left -= n2
            p = pos + n2 * 7
            if p > end or any(buf[pos + 6 : p : 7]):
                if n2 < 8 and key_leader_and_isr_partition_error_v5 is None:
                    o.partition_errors, pos, _ = some_leader_and_isr_partition_error_v5(buf, pos, end, n2, ctx)
                else:
                    o.partition_errors, pos, key_leader_and_isr_partition_error_v5 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_leader_and_isr_partition_error_v5,
                        fill_leader_and_isr_partition_error_v5,
                        rows_leader_and_isr_partition_error_v5,
                        key_leader_and_isr_partition_error_v5,
                    )
            else:
                o.partition_errors = fill_leader_and_isr_partition_error_v5(
                    iter_leader_and_isr_partition_error_v5(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_leader_and_isr_partition_error_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionError], int, Key]:
    out = many(LeaderAndIsrPartitionError, count)
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


def fill_leader_and_isr_partition_error_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionError]:
    out = many(LeaderAndIsrPartitionError, count)
    o: LeaderAndIsrPartitionError
    for o, row in zip(out, rows):
        v0, o.partition_index, o.error_code = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def some_leader_and_isr_partition_error_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderAndIsrPartitionError], int, Key]:
    out = many(LeaderAndIsrPartitionError, count)
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


def fill_leader_and_isr_partition_error_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LeaderAndIsrPartitionError]:
    out = many(LeaderAndIsrPartitionError, count)
    o: LeaderAndIsrPartitionError
    for o, row in zip(out, rows):
        v0, o.partition_index, o.error_code = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def write_leader_and_isr_topic_error_v5_array(items: Iterable[LeaderAndIsrTopicError], put: Put) -> None:
    for o in items:
        v1 = o.partition_errors
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_leader_and_isr_partition_error_v5_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_partition_error_v4_array(items: Iterable[LeaderAndIsrPartitionError], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.partition_index, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_and_isr_partition_error_v0_array(items: Iterable[LeaderAndIsrPartitionError], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.partition_index, o.error_code))


def read_leader_and_isr_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrResponse, int]:
    o = new(LeaderAndIsrResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_leader_and_isr_topic_error_v5_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.partition_errors = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_and_isr_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrResponse, int]:
    key_leader_and_isr_partition_error_v4: Key | None = None
    o = new(LeaderAndIsrResponse)
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
        if n1 < 8 and key_leader_and_isr_partition_error_v4 is None:
            o.partition_errors, pos, _ = some_leader_and_isr_partition_error_v4(buf, pos, end, n1, ctx)
        else:
            o.partition_errors, pos, key_leader_and_isr_partition_error_v4 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_leader_and_isr_partition_error_v4,
                fill_leader_and_isr_partition_error_v4,
                rows_leader_and_isr_partition_error_v4,
                key_leader_and_isr_partition_error_v4,
            )
    t = buf[pos]
    o.topics = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_leader_and_isr_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderAndIsrResponse, int]:
    key_leader_and_isr_partition_error_v0: Key | None = None
    o = new(LeaderAndIsrResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.partition_errors = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_leader_and_isr_partition_error_v0 is None:
            o.partition_errors, pos, _ = some_leader_and_isr_partition_error_v0(buf, pos, end, n1, ctx)
        else:
            o.partition_errors, pos, key_leader_and_isr_partition_error_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_leader_and_isr_partition_error_v0,
                fill_leader_and_isr_partition_error_v0,
                rows_leader_and_isr_partition_error_v0,
                key_leader_and_isr_partition_error_v0,
            )
    o.topics = []
    o.unknown_tags = None
    return o, pos


def encode_leader_and_isr_response_v5(o: LeaderAndIsrResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.partition_errors:
        absent(o, "partition_errors")
    v1 = o.topics
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_leader_and_isr_topic_error_v5_array(v1, put)
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


def encode_leader_and_isr_response_v4(o: LeaderAndIsrResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topics:
        absent(o, "topics")
    v1 = o.partition_errors
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_leader_and_isr_partition_error_v4_array(v1, put)
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


def encode_leader_and_isr_response_v0(o: LeaderAndIsrResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topics:
        absent(o, "topics")
    v1 = o.partition_errors
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_leader_and_isr_partition_error_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[LeaderAndIsrResponse], bytes]] = {
    0: encode_leader_and_isr_response_v0,
    1: encode_leader_and_isr_response_v0,
    2: encode_leader_and_isr_response_v0,
    3: encode_leader_and_isr_response_v0,
    4: encode_leader_and_isr_response_v4,
    5: encode_leader_and_isr_response_v5,
    6: encode_leader_and_isr_response_v5,
    7: encode_leader_and_isr_response_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LeaderAndIsrResponse, int]]] = {
    0: read_leader_and_isr_response_v0,
    1: read_leader_and_isr_response_v0,
    2: read_leader_and_isr_response_v0,
    3: read_leader_and_isr_response_v0,
    4: read_leader_and_isr_response_v4,
    5: read_leader_and_isr_response_v5,
    6: read_leader_and_isr_response_v5,
    7: read_leader_and_isr_response_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
LeaderAndIsrResponse response 0-7 flexible=4+
 ErrorCode int16 0+
 PartitionErrors []LeaderAndIsrPartitionError 0-4
 Topics []LeaderAndIsrTopicError 5+
  TopicId uuid 5+
  PartitionErrors []LeaderAndIsrPartitionError 5+
struct LeaderAndIsrPartitionError
 TopicName string 0-4 ignorable
 PartitionIndex int32 0+
 ErrorCode int16 0+
"""

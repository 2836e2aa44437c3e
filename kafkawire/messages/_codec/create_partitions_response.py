# Generated from rpc/CreatePartitionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_partitions_response import CreatePartitionsResponse, CreatePartitionsTopicResult
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_create_partitions_topic_result_v0 = Rows("Y1 h Y1")
rows_create_partitions_topic_result_v2 = Rows("P1 h P1 T")
shapes_1 = Shapes("h%dshh%ds")
shapes_2 = Shapes("S%dshS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_create_partitions_topic_result_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatePartitionsTopicResult], int, Key]:
    out = many(CreatePartitionsTopicResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.error_code, n2 = unpack_hB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n2 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_create_partitions_topic_result_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatePartitionsTopicResult]:
    k0, k1, _ = key
    out = many(CreatePartitionsTopicResult, count)
    o: CreatePartitionsTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.name = v0.decode()
        o.error_message = v2.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_create_partitions_topic_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatePartitionsTopicResult], int, Key]:
    out = many(CreatePartitionsTopicResult, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        o.error_code, n2 = unpack_hh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n2)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_create_partitions_topic_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatePartitionsTopicResult]:
    k0, k1 = key
    out = many(CreatePartitionsTopicResult, count)
    o: CreatePartitionsTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.name = v0.decode()
        o.error_message = v2.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_create_partitions_topic_result_v2_array(items: Iterable[CreatePartitionsTopicResult], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_2[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_2[last7, last8]
        data = pack6(n2 + 1, s1, o.error_code, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_create_partitions_topic_result_v0_array(items: Iterable[CreatePartitionsTopicResult], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = -1
        else:
            s3 = v5.encode()
            n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_1[last7, last8]
        put(pack6(n2, s1, o.error_code, n4, s3))


def read_create_partitions_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreatePartitionsResponse, int]:
    key_create_partitions_topic_result_v2: Key | None = None
    o = new(CreatePartitionsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_create_partitions_topic_result_v2 is None:
            o.results, pos, _ = some_create_partitions_topic_result_v2(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_create_partitions_topic_result_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_create_partitions_topic_result_v2,
                fill_create_partitions_topic_result_v2,
                rows_create_partitions_topic_result_v2,
                key_create_partitions_topic_result_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_partitions_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreatePartitionsResponse, int]:
    key_create_partitions_topic_result_v0: Key | None = None
    o = new(CreatePartitionsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_create_partitions_topic_result_v0 is None:
            o.results, pos, _ = some_create_partitions_topic_result_v0(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_create_partitions_topic_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_create_partitions_topic_result_v0,
                fill_create_partitions_topic_result_v0,
                rows_create_partitions_topic_result_v0,
                key_create_partitions_topic_result_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_create_partitions_response_v2(o: CreatePartitionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_create_partitions_topic_result_v2_array(v1, put)
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


def encode_create_partitions_response_v0(o: CreatePartitionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_create_partitions_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreatePartitionsResponse], bytes]] = {
    0: encode_create_partitions_response_v0,
    1: encode_create_partitions_response_v0,
    2: encode_create_partitions_response_v2,
    3: encode_create_partitions_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreatePartitionsResponse, int]]] = {
    0: read_create_partitions_response_v0,
    1: read_create_partitions_response_v0,
    2: read_create_partitions_response_v2,
    3: read_create_partitions_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
CreatePartitionsResponse response 0-3 flexible=2+
 ThrottleTimeMs int32 0+
 Results []CreatePartitionsTopicResult 0+
  Name string 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+ default=null
"""

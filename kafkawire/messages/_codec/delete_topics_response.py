# Generated from rpc/DeleteTopicsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_topics_response import DeletableTopicResult, DeleteTopicsResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
    long_string,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_deletable_topic_result_v0 = Rows("Y1 h")
rows_deletable_topic_result_v4 = Rows("P1 h T")
rows_deletable_topic_result_v5 = Rows("P1 h P1 T")
rows_deletable_topic_result_v6 = Rows("P1 16sh P1 T")
shapes_1 = Shapes("h%dsh")
shapes_2 = Shapes("S%dshx")
shapes_3 = Shapes("S%dshS%dsx")
shapes_4 = Shapes("S%ds16shS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_uhB = Packer(">16shB").unpack_from


def some_deletable_topic_result_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableTopicResult], int, Key]:
    out = many(DeletableTopicResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        elif n1 == 0:
            o.name = None
            pos = pos + 1
        else:
            o.name, pos = long_string_or_null(buf, pos + 1, n1)
        u2, o.error_code, n3 = unpack_uhB(buf, pos)
        o.topic_id = make_uuid(u2)
        if 0 < n3 < 128:
            p = pos + n3 + 18
            o.error_message = buf[pos + 19 : p].decode()
            pos = p
        elif n3 == 0:
            o.error_message = None
            pos = pos + 19
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 19, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n3, t)


def fill_deletable_topic_result_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableTopicResult]:
    k0, k1, _ = key
    out = many(DeletableTopicResult, count)
    o: DeletableTopicResult
    for o, row in zip(out, rows):
        v0, v1, o.error_code, v3 = row
        o.name = v0.decode() if k0 else None
        o.topic_id = make_uuid(v1)
        o.error_message = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_deletable_topic_result_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableTopicResult], int, Key]:
    out = many(DeletableTopicResult, count)
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
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_deletable_topic_result_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableTopicResult]:
    k0, k1, _ = key
    out = many(DeletableTopicResult, count)
    o: DeletableTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.name = v0.decode()
        o.error_message = v2.decode() if k1 else None
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out


def some_deletable_topic_result_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableTopicResult], int, Key]:
    out = many(DeletableTopicResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.error_code, t = unpack_hB(buf, pos)
        o.topic_id = ZERO_UUID
        o.error_message = None
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_deletable_topic_result_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableTopicResult]:
    out = many(DeletableTopicResult, count)
    o: DeletableTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code = row
        o.name = v0.decode()
        o.topic_id = ZERO_UUID
        o.error_message = None
        o.unknown_tags = None
    return out


def some_deletable_topic_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableTopicResult], int, Key]:
    out = many(DeletableTopicResult, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (o.error_code,) = unpack_h(buf, pos)
        o.topic_id = ZERO_UUID
        o.error_message = None
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1,)


def fill_deletable_topic_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableTopicResult]:
    out = many(DeletableTopicResult, count)
    o: DeletableTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code = row
        o.name = v0.decode()
        o.topic_id = ZERO_UUID
        o.error_message = None
        o.unknown_tags = None
    return out


def write_deletable_topic_result_v6_array(items: Iterable[DeletableTopicResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_4[0, 0]
    for o in items:
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v6 = o.error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if last8 != len(s1) or last9 != len(s4):
            last8, last9 = len(s1), len(s4)
            pack7 = shapes_4[last8, last9]
        data = pack7(n2, s1, o.topic_id.bytes, o.error_code, n5, s4)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_deletable_topic_result_v5_array(items: Iterable[DeletableTopicResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_3[0, 0]
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        v6 = o.error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if last8 != n2 or last9 != len(s4):
            last8, last9 = n2, len(s4)
            pack7 = shapes_3[last8, last9]
        data = pack7(n2 + 1, s1, o.error_code, n5, s4)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_deletable_topic_result_v4_array(items: Iterable[DeletableTopicResult], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_deletable_topic_result_v0_array(items: Iterable[DeletableTopicResult], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.error_code))


def read_delete_topics_response_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsResponse, int]:
    key_deletable_topic_result_v6: Key | None = None
    o = new(DeleteTopicsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 21 > end - pos or n1 > ctx.left:
            refuse_count(n1, 21, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_topic_result_v6 is None:
            o.responses, pos, _ = some_deletable_topic_result_v6(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_deletable_topic_result_v6 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_topic_result_v6,
                fill_deletable_topic_result_v6,
                rows_deletable_topic_result_v6,
                key_deletable_topic_result_v6,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_topics_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsResponse, int]:
    key_deletable_topic_result_v5: Key | None = None
    o = new(DeleteTopicsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_topic_result_v5 is None:
            o.responses, pos, _ = some_deletable_topic_result_v5(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_deletable_topic_result_v5 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_topic_result_v5,
                fill_deletable_topic_result_v5,
                rows_deletable_topic_result_v5,
                key_deletable_topic_result_v5,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_topics_response_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsResponse, int]:
    key_deletable_topic_result_v4: Key | None = None
    o = new(DeleteTopicsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_topic_result_v4 is None:
            o.responses, pos, _ = some_deletable_topic_result_v4(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_deletable_topic_result_v4 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_topic_result_v4,
                fill_deletable_topic_result_v4,
                rows_deletable_topic_result_v4,
                key_deletable_topic_result_v4,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_topics_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsResponse, int]:
    key_deletable_topic_result_v0: Key | None = None
    o = new(DeleteTopicsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_topic_result_v0 is None:
            o.responses, pos, _ = some_deletable_topic_result_v0(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_deletable_topic_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_topic_result_v0,
                fill_deletable_topic_result_v0,
                rows_deletable_topic_result_v0,
                key_deletable_topic_result_v0,
            )
    o.unknown_tags = None
    return o, pos


def read_delete_topics_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsResponse, int]:
    key_deletable_topic_result_v0: Key | None = None
    o = new(DeleteTopicsResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_topic_result_v0 is None:
            o.responses, pos, _ = some_deletable_topic_result_v0(buf, pos, end, n1, ctx)
        else:
            o.responses, pos, key_deletable_topic_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_topic_result_v0,
                fill_deletable_topic_result_v0,
                rows_deletable_topic_result_v0,
                key_deletable_topic_result_v0,
            )
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_delete_topics_response_v6(o: DeleteTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_deletable_topic_result_v6_array(v1, put)
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


def encode_delete_topics_response_v5(o: DeleteTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_deletable_topic_result_v5_array(v1, put)
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


def encode_delete_topics_response_v4(o: DeleteTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_deletable_topic_result_v4_array(v1, put)
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


def encode_delete_topics_response_v1(o: DeleteTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_deletable_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_delete_topics_response_v0(o: DeleteTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_deletable_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteTopicsResponse], bytes]] = {
    0: encode_delete_topics_response_v0,
    1: encode_delete_topics_response_v1,
    2: encode_delete_topics_response_v1,
    3: encode_delete_topics_response_v1,
    4: encode_delete_topics_response_v4,
    5: encode_delete_topics_response_v5,
    6: encode_delete_topics_response_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteTopicsResponse, int]]] = {
    0: read_delete_topics_response_v0,
    1: read_delete_topics_response_v1,
    2: read_delete_topics_response_v1,
    3: read_delete_topics_response_v1,
    4: read_delete_topics_response_v4,
    5: read_delete_topics_response_v5,
    6: read_delete_topics_response_v6,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteTopicsResponse response 0-6 flexible=4+
 ThrottleTimeMs int32 1+ ignorable
 Responses []DeletableTopicResult 0+
  Name string 0+ null=6+
  TopicId uuid 6+ ignorable
  ErrorCode int16 0+
  ErrorMessage string 5+ null=5+ ignorable default=null
"""

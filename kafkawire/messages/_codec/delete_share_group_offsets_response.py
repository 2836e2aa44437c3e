# Generated from rpc/DeleteShareGroupOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_share_group_offsets_response import (
    DeleteShareGroupOffsetsResponse,
    DeleteShareGroupOffsetsResponseTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

rows_delete_share_group_offsets_response_topic_v0 = Rows("P1 16sh P1 T")
shapes_1 = Shapes("ihS%ds")
shapes_2 = Shapes("ihS%dsBx")
shapes_3 = Shapes("S%ds16shS%dsx")
unpack_ihB = Packer(">ihB").unpack_from
unpack_uhB = Packer(">16shB").unpack_from


def some_delete_share_group_offsets_response_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteShareGroupOffsetsResponseTopic], int, Key]:
    out = many(DeleteShareGroupOffsetsResponseTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
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


def fill_delete_share_group_offsets_response_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteShareGroupOffsetsResponseTopic]:
    k0, k1, _ = key
    out = many(DeleteShareGroupOffsetsResponseTopic, count)
    o: DeleteShareGroupOffsetsResponseTopic
    for o, row in zip(out, rows):
        v0, v1, o.error_code, v3 = row
        o.topic_name = v0.decode()
        o.topic_id = make_uuid(v1)
        o.error_message = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_delete_share_group_offsets_response_topic_v0_array(
    items: Iterable[DeleteShareGroupOffsetsResponseTopic], put: Put
) -> None:
    last7 = last8 = -1
    pack6 = shapes_3[0, 0]
    for o in items:
        s1 = o.topic_name.encode()
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
            pack6 = shapes_3[last7, last8]
        data = pack6(n2 + 1, s1, o.topic_id.bytes, o.error_code, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_delete_share_group_offsets_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DeleteShareGroupOffsetsResponse, int]:
    key_delete_share_group_offsets_response_topic_v0: Key | None = None
    o = new(DeleteShareGroupOffsetsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.responses = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 21 > end - pos or n2 > ctx.left:
            refuse_count(n2, 21, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_delete_share_group_offsets_response_topic_v0 is None:
            o.responses, pos, _ = some_delete_share_group_offsets_response_topic_v0(buf, pos, end, n2, ctx)
        else:
            o.responses, pos, key_delete_share_group_offsets_response_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_delete_share_group_offsets_response_topic_v0,
                fill_delete_share_group_offsets_response_topic_v0,
                rows_delete_share_group_offsets_response_topic_v0,
                key_delete_share_group_offsets_response_topic_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_delete_share_group_offsets_response_v0(o: DeleteShareGroupOffsetsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.responses
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_delete_share_group_offsets_response_topic_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteShareGroupOffsetsResponse], bytes]] = {
    0: encode_delete_share_group_offsets_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteShareGroupOffsetsResponse, int]]] = {
    0: read_delete_share_group_offsets_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteShareGroupOffsetsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+ default=null
 Responses []DeleteShareGroupOffsetsResponseTopic 0+
  TopicName string 0+
  TopicId uuid 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+ default=null
"""

# Generated from rpc/DeleteShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kafkawire.messages.delete_share_group_offsets_request import (
    DeleteShareGroupOffsetsRequest,
    DeleteShareGroupOffsetsRequestTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

rows_delete_share_group_offsets_request_topic_v0 = Rows("P1 T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("S%dsx")


def some_delete_share_group_offsets_request_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteShareGroupOffsetsRequestTopic], int, Key]:
    out = many(DeleteShareGroupOffsetsRequestTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_delete_share_group_offsets_request_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeleteShareGroupOffsetsRequestTopic]:
    out = many(DeleteShareGroupOffsetsRequestTopic, count)
    o: DeleteShareGroupOffsetsRequestTopic
    for o, row in zip(out, rows):
        (v0,) = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def write_delete_share_group_offsets_request_topic_v0_array(
    items: Iterable[DeleteShareGroupOffsetsRequestTopic], put: Put
) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        data = shapes_3[n2](n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_delete_share_group_offsets_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DeleteShareGroupOffsetsRequest, int]:
    key_delete_share_group_offsets_request_topic_v0: Key | None = None
    o = new(DeleteShareGroupOffsetsRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 2 > end - pos or n2 > ctx.left:
            refuse_count(n2, 2, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_delete_share_group_offsets_request_topic_v0 is None:
            o.topics, pos, _ = some_delete_share_group_offsets_request_topic_v0(buf, pos, end, n2, ctx)
        else:
            o.topics, pos, key_delete_share_group_offsets_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_delete_share_group_offsets_request_topic_v0,
                fill_delete_share_group_offsets_request_topic_v0,
                rows_delete_share_group_offsets_request_topic_v0,
                key_delete_share_group_offsets_request_topic_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_delete_share_group_offsets_request_v0(o: DeleteShareGroupOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_delete_share_group_offsets_request_topic_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_2[n2](n2 + 1, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteShareGroupOffsetsRequest], bytes]] = {
    0: encode_delete_share_group_offsets_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteShareGroupOffsetsRequest, int]]] = {
    0: read_delete_share_group_offsets_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteShareGroupOffsetsRequest request 0 flexible=0+
 GroupId string 0+
 Topics []DeleteShareGroupOffsetsRequestTopic 0+
  TopicName string 0+
"""

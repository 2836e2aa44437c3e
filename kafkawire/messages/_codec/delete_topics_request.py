# Generated from rpc/DeleteTopicsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_topics_request import DeleteTopicState, DeleteTopicsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    compact_strings,
    legacy_strings,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    put_compact_strings,
    put_legacy_strings,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bix = Packer(">Bix").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_ix = Packer(">ix").pack
rows_delete_topic_state_v6 = Rows("P1 16s T")
shapes_1 = Shapes("S%ds16sx")
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_delete_topic_state_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeleteTopicState], int, Key]:
    out = many(DeleteTopicState, count)
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
        u2, t = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u2)
        o.unknown_tags = None
        pos += 17
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_delete_topic_state_v6(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DeleteTopicState]:
    k0, _ = key
    out = many(DeleteTopicState, count)
    o: DeleteTopicState
    for o, row in zip(out, rows):
        v0, v1 = row
        o.name = v0.decode() if k0 else None
        o.topic_id = make_uuid(v1)
        o.unknown_tags = None
    return out


def write_delete_topic_state_v6_array(items: Iterable[DeleteTopicState], put: Put) -> None:
    for o in items:
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_1[len(s1)](n2, s1, o.topic_id.bytes)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_delete_topics_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsRequest, int]:
    key_delete_topic_state_v6: Key | None = None
    o = new(DeleteTopicsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_delete_topic_state_v6 is None:
            o.topics, pos, _ = some_delete_topic_state_v6(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_delete_topic_state_v6 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_delete_topic_state_v6,
                fill_delete_topic_state_v6,
                rows_delete_topic_state_v6,
                key_delete_topic_state_v6,
            )
    o.timeout_ms, t = unpack_iB(buf, pos)
    o.topic_names = []
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_topics_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsRequest, int]:
    o = new(DeleteTopicsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_names = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.topic_names, pos = compact_strings(buf, pos, n1)
    o.timeout_ms, t = unpack_iB(buf, pos)
    o.topics = []
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_topics_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteTopicsRequest, int]:
    o = new(DeleteTopicsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topic_names = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.topic_names, pos = legacy_strings(buf, pos, n1)
    (o.timeout_ms,) = unpack_i(buf, pos)
    o.topics = []
    o.unknown_tags = None
    return o, pos + 4


def encode_delete_topics_request_v6(o: DeleteTopicsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_delete_topic_state_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ix(o.timeout_ms)
    else:
        data = pack_Bix(1, o.timeout_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_delete_topics_request_v4(o: DeleteTopicsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topics:
        absent(o, "topics")
    v1 = o.topic_names
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ix(o.timeout_ms)
    else:
        data = pack_Bix(1, o.timeout_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_delete_topics_request_v0(o: DeleteTopicsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topics:
        absent(o, "topics")
    v1 = o.topic_names
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.timeout_ms))
    else:
        put(pack_ii(0, o.timeout_ms))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteTopicsRequest], bytes]] = {
    0: encode_delete_topics_request_v0,
    1: encode_delete_topics_request_v0,
    2: encode_delete_topics_request_v0,
    3: encode_delete_topics_request_v0,
    4: encode_delete_topics_request_v4,
    5: encode_delete_topics_request_v4,
    6: encode_delete_topics_request_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteTopicsRequest, int]]] = {
    0: read_delete_topics_request_v0,
    1: read_delete_topics_request_v0,
    2: read_delete_topics_request_v0,
    3: read_delete_topics_request_v0,
    4: read_delete_topics_request_v4,
    5: read_delete_topics_request_v4,
    6: read_delete_topics_request_v6,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteTopicsRequest request 0-6 flexible=4+
 Topics []DeleteTopicState 6+
  Name string 6+ null=6+ default=null
  TopicId uuid 6+
 TopicNames []string 0-5 ignorable
 TimeoutMs int32 0+
"""

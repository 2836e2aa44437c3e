# Generated from rpc/DescribeTopicPartitionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_topic_partitions_request import Cursor, DescribeTopicPartitionsRequest, TopicRequest
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

pack_Bi = Packer(">Bi").pack
pack_i = Packer(">i").pack
rows_topic_request_v0 = Rows("P1 T")
shapes_1 = Shapes("S%dsix")
shapes_2 = Shapes("S%dsx")
unpack_iB = Packer(">iB").unpack_from
unpack_ib = Packer(">ib").unpack_from


def read_cursor_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Cursor, int]:
    o = new(Cursor)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.topic_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.topic_name, pos = long_string(buf, pos + 1, n1)
    o.partition_index, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def some_topic_request_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicRequest], int, Key]:
    out = many(TopicRequest, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_topic_request_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicRequest]:
    out = many(TopicRequest, count)
    o: TopicRequest
    for o, row in zip(out, rows):
        (v0,) = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_topic_request_v0_array(items: Iterable[TopicRequest], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_cursor_v0(o: Cursor, put: Put) -> None:
    s1 = o.topic_name.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1, o.partition_index)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_describe_topic_partitions_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeTopicPartitionsRequest, int]:
    key_topic_request_v0: Key | None = None
    o = new(DescribeTopicPartitionsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_request_v0 is None:
            o.topics, pos, _ = some_topic_request_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_topic_request_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_topic_request_v0,
                fill_topic_request_v0,
                rows_topic_request_v0,
                key_topic_request_v0,
            )
    o.response_partition_limit, n2 = unpack_ib(buf, pos)
    pos += 5
    if n2 >= 0:
        o.cursor, pos = read_cursor_v0(buf, pos, end, ctx)
    else:
        o.cursor = None
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_topic_partitions_request_v0(o: DescribeTopicPartitionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_topic_request_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        put(pack_i(o.response_partition_limit))
    else:
        put(pack_Bi(1, o.response_partition_limit))
    v2 = o.cursor
    if v2 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_cursor_v0(v2, put)
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeTopicPartitionsRequest], bytes]] = {
    0: encode_describe_topic_partitions_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeTopicPartitionsRequest, int]]] = {
    0: read_describe_topic_partitions_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeTopicPartitionsRequest request 0 flexible=0+
 Topics []TopicRequest 0+
  Name string 0+
 ResponsePartitionLimit int32 0+ default=2000
 Cursor Cursor 0+ null=0+ default=null
  TopicName string 0+
  PartitionIndex int32 0+
"""

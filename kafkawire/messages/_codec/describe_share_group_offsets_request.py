# Generated from rpc/DescribeShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, first_ints, long_count, long_count_or_null, long_numbers, long_string, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.describe_share_group_offsets_request import DescribeShareGroupOffsetsRequest, DescribeShareGroupOffsetsRequestGroup, DescribeShareGroupOffsetsRequestTopic

Put = Callable[[bytes], object]
Key = tuple[int, ...]
rows_describe_share_group_offsets_request_topic_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsP%dix")

def some_describe_share_group_offsets_request_topic_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[DescribeShareGroupOffsetsRequestTopic]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsRequestTopic)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.partitions, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_describe_share_group_offsets_request_topic_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DescribeShareGroupOffsetsRequestTopic]:
    ints = ctx.ints or first_ints(ctx)
    out = many(DescribeShareGroupOffsetsRequestTopic, count)
    o: DescribeShareGroupOffsetsRequestTopic
    for o, (v0, v1) in zip(out, rows):
        o.topic_name = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def write_describe_share_group_offsets_request_topic_v0_array(items: Iterable[DescribeShareGroupOffsetsRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def read_describe_share_group_offsets_request_group_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[DescribeShareGroupOffsetsRequestGroup], int]:
    out: list[DescribeShareGroupOffsetsRequestGroup] = []
    key_describe_share_group_offsets_request_topic_v0: Key | None = None
    for _ in range(count):
        o = new(DescribeShareGroupOffsetsRequestGroup)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count_or_null(buf, pos, n2)
        if n2 == 1:
            o.topics = []
        elif n2 > 1:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            o.topics, pos, key_describe_share_group_offsets_request_topic_v0 = read_rows(buf, pos, end, n2, ctx, some_describe_share_group_offsets_request_topic_v0, fill_describe_share_group_offsets_request_topic_v0, rows_describe_share_group_offsets_request_topic_v0, key_describe_share_group_offsets_request_topic_v0)
        else:
            o.topics = None
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def write_describe_share_group_offsets_request_group_v0_array(items: Iterable[DescribeShareGroupOffsetsRequestGroup], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        a3 = o.topics
        put(shapes_1[n2](n2 + 1, s1))
        if a3 is None:
            put(b"\0")
        else:
            put(COUNTS[len(a3)])
            write_describe_share_group_offsets_request_topic_v0_array(a3, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def read_describe_share_group_offsets_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeShareGroupOffsetsRequest, int]:
    o = new(DescribeShareGroupOffsetsRequest)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.groups = []
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.groups, pos = read_describe_share_group_offsets_request_group_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_share_group_offsets_request_v0(o: DescribeShareGroupOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.groups
    put(COUNTS[len(a1)])
    write_describe_share_group_offsets_request_group_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeShareGroupOffsetsRequest], bytes]] = {
    0: encode_describe_share_group_offsets_request_v0,
    1: encode_describe_share_group_offsets_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeShareGroupOffsetsRequest, int]]] = {
    0: read_describe_share_group_offsets_request_v0,
    1: read_describe_share_group_offsets_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeShareGroupOffsetsRequest request 0-1 flexible=0+
 Groups []DescribeShareGroupOffsetsRequestGroup 0+
  GroupId string 0+
  Topics []DescribeShareGroupOffsetsRequestTopic 0+ null=0+
   TopicName string 0+
   Partitions []int32 0+
"""

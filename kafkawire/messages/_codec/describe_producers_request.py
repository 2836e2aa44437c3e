# Generated from rpc/DescribeProducersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, first_ints, long_count, long_numbers, long_string, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.describe_producers_request import DescribeProducersRequest, TopicRequest

Put = Callable[[bytes], object]
Key = tuple[int, ...]
rows_topic_request_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("S%dsP%dix")

def some_topic_request_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TopicRequest]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TopicRequest)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.partition_indexes, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_topic_request_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicRequest]:
    ints = ctx.ints or first_ints(ctx)
    out = many(TopicRequest, count)
    o: TopicRequest
    for o, (v0, v1) in zip(out, rows):
        o.name = v0.decode()
        o.partition_indexes = ints[v1]
        o.unknown_tags = None
    return out


def write_topic_request_v0_array(items: Iterable[TopicRequest], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        a3 = o.partition_indexes
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_1[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_1[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def read_describe_producers_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeProducersRequest, int]:
    key_topic_request_v0: Key | None = None
    o = new(DescribeProducersRequest)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.topics = []
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos, key_topic_request_v0 = read_rows(buf, pos, end, n1, ctx, some_topic_request_v0, fill_topic_request_v0, rows_topic_request_v0, key_topic_request_v0)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_producers_request_v0(o: DescribeProducersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.topics
    put(COUNTS[len(a1)])
    write_topic_request_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeProducersRequest], bytes]] = {
    0: encode_describe_producers_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeProducersRequest, int]]] = {
    0: read_describe_producers_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeProducersRequest request 0 flexible=0+
 Topics []TopicRequest 0+
  Name string 0+
  PartitionIndexes []int32 0+
"""

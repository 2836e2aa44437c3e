# Generated from rpc/DescribeLogDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, absent, first_ints, long_count, long_count_or_null, long_numbers, long_string, many, merge_tags, new, null_or_refuse, read_rows, refuse_count, refuse_length, unknown_tags
from kafkawire.messages.describe_log_dirs_request import DescribableLogDirTopic, DescribeLogDirsRequest

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
rows_describable_log_dir_topic_v0 = Rows("Y%dsZ%ds", (1, 4,), 0)
rows_describable_log_dir_topic_v2 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
shapes_2 = Shapes("S%dsP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from

def some_describable_log_dir_topic_v2(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[DescribableLogDirTopic]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(DescribableLogDirTopic)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
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


def fill_describable_log_dir_topic_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DescribableLogDirTopic]:
    ints = ctx.ints or first_ints(ctx)
    out = many(DescribableLogDirTopic, count)
    o: DescribableLogDirTopic
    for o, (v0, v1) in zip(out, rows):
        o.topic = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def some_describable_log_dir_topic_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[DescribableLogDirTopic]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(DescribableLogDirTopic)
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2:p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = long_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
        out.append(o)
    return pos, (n1, n2) if max(n1, n2) < 128 else None


def fill_describable_log_dir_topic_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DescribableLogDirTopic]:
    ints = ctx.ints or first_ints(ctx)
    out = many(DescribableLogDirTopic, count)
    o: DescribableLogDirTopic
    for o, (v0, v1) in zip(out, rows):
        o.topic = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def write_describable_log_dir_topic_v2_array(items: Iterable[DescribableLogDirTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_2[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def write_describable_log_dir_topic_v0_array(items: Iterable[DescribableLogDirTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2, n4](n2, s1, n4, *a3))


def read_describe_log_dirs_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeLogDirsRequest, int]:
    key_describable_log_dir_topic_v2: Key | None = None
    o = new(DescribeLogDirsRequest)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count_or_null(buf, pos, n1)
    if n1 == 1:
        o.topics = []
    elif n1 > 1:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos, key_describable_log_dir_topic_v2 = read_rows(buf, pos, end, n1, ctx, some_describable_log_dir_topic_v2, fill_describable_log_dir_topic_v2, rows_describable_log_dir_topic_v2, key_describable_log_dir_topic_v2)
    else:
        o.topics = None
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_log_dirs_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeLogDirsRequest, int]:
    key_describable_log_dir_topic_v0: Key | None = None
    o = new(DescribeLogDirsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 == 0:
        o.topics = []
    elif n1 > 0:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos, key_describable_log_dir_topic_v0 = read_rows(buf, pos, end, n1, ctx, some_describable_log_dir_topic_v0, fill_describable_log_dir_topic_v0, rows_describable_log_dir_topic_v0, key_describable_log_dir_topic_v0)
    else:
        o.topics = null_or_refuse(n1)
    o.unknown_tags = None
    return o, pos


def encode_describe_log_dirs_request_v2(o: DescribeLogDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.topics
    if a1 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a1)])
        write_describable_log_dir_topic_v2_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_describe_log_dirs_request_v0(o: DescribeLogDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.topics
    if a1 is None:
        put(b"\xff\xff\xff\xff")
    else:
        put(pack_i(len(a1)))
        write_describable_log_dir_topic_v0_array(a1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeLogDirsRequest], bytes]] = {
    0: encode_describe_log_dirs_request_v0,
    1: encode_describe_log_dirs_request_v0,
    2: encode_describe_log_dirs_request_v2,
    3: encode_describe_log_dirs_request_v2,
    4: encode_describe_log_dirs_request_v2,
    5: encode_describe_log_dirs_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeLogDirsRequest, int]]] = {
    0: read_describe_log_dirs_request_v0,
    1: read_describe_log_dirs_request_v0,
    2: read_describe_log_dirs_request_v2,
    3: read_describe_log_dirs_request_v2,
    4: read_describe_log_dirs_request_v2,
    5: read_describe_log_dirs_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeLogDirsRequest request 0-5 flexible=2+
 Topics []DescribableLogDirTopic 0+ null=0+
  Topic string 0+
  Partitions []int32 0+
"""

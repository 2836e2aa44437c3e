# Generated from rpc/DescribeLogDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_log_dirs_request import DescribableLogDirTopic, DescribeLogDirsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
    long_string,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
rows_describable_log_dir_topic_v0 = Rows("Y1 G1")
rows_describable_log_dir_topic_v2 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
shapes_2 = Shapes("S%dsP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_describable_log_dir_topic_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribableLogDirTopic], int, Key]:
    out = many(DescribableLogDirTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partitions, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_describable_log_dir_topic_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribableLogDirTopic]:
    groups = compact_groups(ctx)
    out = many(DescribableLogDirTopic, count)
    o: DescribableLogDirTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_describable_log_dir_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribableLogDirTopic], int, Key]:
    out = many(DescribableLogDirTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_describable_log_dir_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribableLogDirTopic]:
    groups = legacy_groups(ctx)
    out = many(DescribableLogDirTopic, count)
    o: DescribableLogDirTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_describable_log_dir_topic_v2_array(items: Iterable[DescribableLogDirTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_2[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_2[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describable_log_dir_topic_v0_array(items: Iterable[DescribableLogDirTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_describe_log_dirs_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsRequest, int]:
    key_describable_log_dir_topic_v2: Key | None = None
    o = new(DescribeLogDirsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else None
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_describable_log_dir_topic_v2 is None:
            o.topics, pos, _ = some_describable_log_dir_topic_v2(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_describable_log_dir_topic_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_describable_log_dir_topic_v2,
                fill_describable_log_dir_topic_v2,
                rows_describable_log_dir_topic_v2,
                key_describable_log_dir_topic_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_log_dirs_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsRequest, int]:
    key_describable_log_dir_topic_v0: Key | None = None
    o = new(DescribeLogDirsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else null_or_refuse(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_describable_log_dir_topic_v0 is None:
            o.topics, pos, _ = some_describable_log_dir_topic_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_describable_log_dir_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_describable_log_dir_topic_v0,
                fill_describable_log_dir_topic_v0,
                rows_describable_log_dir_topic_v0,
                key_describable_log_dir_topic_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_describe_log_dirs_request_v2(o: DescribeLogDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_describable_log_dir_topic_v2_array(v1, put)
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(v1 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_log_dirs_request_v0(o: DescribeLogDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_describable_log_dir_topic_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(-(v1 is None)))
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

# Generated from rpc/DescribeShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_share_group_offsets_request import (
    DescribeShareGroupOffsetsRequest,
    DescribeShareGroupOffsetsRequestGroup,
    DescribeShareGroupOffsetsRequestTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    compact_groups,
    compact_numbers,
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

pack_Bx = Packer(">Bx").pack
rows_describe_share_group_offsets_request_topic_v0 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("S%dsP%dix")


def some_describe_share_group_offsets_request_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsRequestTopic], int, Key]:
    out = many(DescribeShareGroupOffsetsRequestTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
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


def fill_describe_share_group_offsets_request_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeShareGroupOffsetsRequestTopic]:
    groups = compact_groups(ctx)
    out = many(DescribeShareGroupOffsetsRequestTopic, count)
    o: DescribeShareGroupOffsetsRequestTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic_name = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_describe_share_group_offsets_request_topic_v0_array(
    items: Iterable[DescribeShareGroupOffsetsRequestTopic], put: Put
) -> None:
    last6 = last7 = -1
    pack5 = shapes_3[0, 0]
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_3[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_share_group_offsets_request_group_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeShareGroupOffsetsRequestGroup], int]:
    out = many(DescribeShareGroupOffsetsRequestGroup, count)
    key_describe_share_group_offsets_request_topic_v0: Key | None = None
    for o in out:
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
            o.topics = [] if n2 else None
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_describe_share_group_offsets_request_topic_v0 is None:
                o.topics, pos, _ = some_describe_share_group_offsets_request_topic_v0(buf, pos, end, n2, ctx)
            else:
                o.topics, pos, key_describe_share_group_offsets_request_topic_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_describe_share_group_offsets_request_topic_v0,
                    fill_describe_share_group_offsets_request_topic_v0,
                    rows_describe_share_group_offsets_request_topic_v0,
                    key_describe_share_group_offsets_request_topic_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_describe_share_group_offsets_request_group_v0_array(
    items: Iterable[DescribeShareGroupOffsetsRequestGroup], put: Put
) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_share_group_offsets_request_topic_v0_array(v3, put)
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, v3 is not None)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_share_group_offsets_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeShareGroupOffsetsRequest, int]:
    o = new(DescribeShareGroupOffsetsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
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
    v1 = o.groups
    if v1:
        put(COUNTS[len(v1)])
        write_describe_share_group_offsets_request_group_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
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

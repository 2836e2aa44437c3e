# Generated from rpc/ElectLeadersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.elect_leaders_request import ElectLeadersRequest, TopicPartitions
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

pack_b = Packer(">b").pack
pack_bBix = Packer(">bBix").pack
pack_bi = Packer(">bi").pack
pack_bii = Packer(">bii").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_ix = Packer(">ix").pack
rows_topic_partitions_v0 = Rows("Y1 G1")
rows_topic_partitions_v2 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
shapes_2 = Shapes("S%dsP%dix")
unpack_bBi = Packer(">bBi").unpack_from
unpack_bii = Packer(">bii").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_topic_partitions_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartitions], int, Key]:
    out = many(TopicPartitions, count)
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


def fill_topic_partitions_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartitions]:
    groups = compact_groups(ctx)
    out = many(TopicPartitions, count)
    o: TopicPartitions
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_topic_partitions_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartitions], int, Key]:
    out = many(TopicPartitions, count)
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


def fill_topic_partitions_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartitions]:
    groups = legacy_groups(ctx)
    out = many(TopicPartitions, count)
    o: TopicPartitions
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_partitions_v2_array(items: Iterable[TopicPartitions], put: Put) -> None:
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


def write_topic_partitions_v0_array(items: Iterable[TopicPartitions], put: Put) -> None:
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


def read_elect_leaders_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ElectLeadersRequest, int]:
    key_topic_partitions_v2: Key | None = None
    o = new(ElectLeadersRequest)
    o.election_type, n1, o.timeout_ms = unpack_bBi(buf, pos)
    if n1 < 2:
        o.topic_partitions = [] if n1 else None
        pos += 6
    else:
        pos += 2
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topic_partitions = [] if n1 else None
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_topic_partitions_v2 is None:
                o.topic_partitions, pos, _ = some_topic_partitions_v2(buf, pos, end, n1, ctx)
            else:
                o.topic_partitions, pos, key_topic_partitions_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_topic_partitions_v2,
                    fill_topic_partitions_v2,
                    rows_topic_partitions_v2,
                    key_topic_partitions_v2,
                )
        (o.timeout_ms,) = unpack_i(buf, pos)
        pos += 4
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_elect_leaders_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ElectLeadersRequest, int]:
    key_topic_partitions_v0: Key | None = None
    o = new(ElectLeadersRequest)
    o.election_type, n1, o.timeout_ms = unpack_bii(buf, pos)
    if n1 < 1:
        o.topic_partitions = [] if n1 == 0 else null_or_refuse(n1)
        pos += 9
    else:
        pos += 5
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partitions_v0 is None:
            o.topic_partitions, pos, _ = some_topic_partitions_v0(buf, pos, end, n1, ctx)
        else:
            o.topic_partitions, pos, key_topic_partitions_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_topic_partitions_v0,
                fill_topic_partitions_v0,
                rows_topic_partitions_v0,
                key_topic_partitions_v0,
            )
        (o.timeout_ms,) = unpack_i(buf, pos)
        pos += 4
    o.unknown_tags = None
    return o, pos


def read_elect_leaders_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ElectLeadersRequest, int]:
    key_topic_partitions_v0: Key | None = None
    o = new(ElectLeadersRequest)
    n1, o.timeout_ms = unpack_ii(buf, pos)
    if n1 < 1:
        o.topic_partitions = [] if n1 == 0 else null_or_refuse(n1)
        pos += 8
    else:
        pos += 4
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partitions_v0 is None:
            o.topic_partitions, pos, _ = some_topic_partitions_v0(buf, pos, end, n1, ctx)
        else:
            o.topic_partitions, pos, key_topic_partitions_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_topic_partitions_v0,
                fill_topic_partitions_v0,
                rows_topic_partitions_v0,
                key_topic_partitions_v0,
            )
        (o.timeout_ms,) = unpack_i(buf, pos)
        pos += 4
    o.election_type = 0
    o.unknown_tags = None
    return o, pos


def encode_elect_leaders_request_v2(o: ElectLeadersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topic_partitions
    if v1:
        put(pack_b(o.election_type))
        put(COUNTS[len(v1)])
        write_topic_partitions_v2_array(v1, put)
    if v1:
        data = pack_ix(o.timeout_ms)
    else:
        data = pack_bBix(o.election_type, v1 is not None, o.timeout_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_elect_leaders_request_v1(o: ElectLeadersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topic_partitions
    if v1:
        put(pack_bi(o.election_type, len(v1)))
        write_topic_partitions_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.timeout_ms))
    else:
        put(pack_bii(o.election_type, -(v1 is None), o.timeout_ms))
    return b"".join(parts)


def encode_elect_leaders_request_v0(o: ElectLeadersRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.election_type != 0:
        absent(o, "election_type")
    v1 = o.topic_partitions
    if v1:
        put(pack_i(len(v1)))
        write_topic_partitions_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.timeout_ms))
    else:
        put(pack_ii(-(v1 is None), o.timeout_ms))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ElectLeadersRequest], bytes]] = {
    0: encode_elect_leaders_request_v0,
    1: encode_elect_leaders_request_v1,
    2: encode_elect_leaders_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ElectLeadersRequest, int]]] = {
    0: read_elect_leaders_request_v0,
    1: read_elect_leaders_request_v1,
    2: read_elect_leaders_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
ElectLeadersRequest request 0-2 flexible=2+
 ElectionType int8 1+
 TopicPartitions []TopicPartitions 0+ null=0+
  Topic string 0+
  Partitions []int32 0+
 TimeoutMs int32 0+ default=60000
"""

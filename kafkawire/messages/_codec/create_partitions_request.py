# Generated from rpc/CreatePartitionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_partitions_request import (
    CreatePartitionsAssignment,
    CreatePartitionsRequest,
    CreatePartitionsTopic,
)
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
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bitx = Packer(">Bi?x").pack
pack_i = Packer(">i").pack
pack_iit = Packer(">ii?").pack
pack_it = Packer(">i?").pack
pack_itx = Packer(">i?x").pack
rows_create_partitions_assignment_v0 = Rows("G1")
rows_create_partitions_assignment_v2 = Rows("g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsii")
shapes_2 = Shapes("S%dsi")
shapes_3 = Shapes("S%dsiBx")
shapes_4 = Shapes("i%di")
shapes_5 = Shapes("P%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_it = Packer(">i?").unpack_from
unpack_itB = Packer(">i?B").unpack_from


def some_create_partitions_assignment_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatePartitionsAssignment], int, Key]:
    out = many(CreatePartitionsAssignment, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            o.broker_ids = runs_i[n1 - 1](buf, pos + 1)
            pos += n1 * 4 - 3
        else:
            o.broker_ids, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_create_partitions_assignment_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatePartitionsAssignment]:
    groups = compact_groups(ctx)
    out = many(CreatePartitionsAssignment, count)
    o: CreatePartitionsAssignment
    try:
        for o, row in zip(out, rows):
            (v0,) = row
            (o.broker_ids,) = groups[v0]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_create_partitions_assignment_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatePartitionsAssignment], int, Key]:
    out = many(CreatePartitionsAssignment, count)
    for o in out:
        (n1,) = unpack_i(buf, pos)
        if 0 <= n1 < 128:
            o.broker_ids = runs_i[n1](buf, pos + 4)
            pos += n1 * 4 + 4
        else:
            o.broker_ids, pos = legacy_numbers(buf, pos + 4, end, n1, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_create_partitions_assignment_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatePartitionsAssignment]:
    groups = legacy_groups(ctx)
    out = many(CreatePartitionsAssignment, count)
    o: CreatePartitionsAssignment
    try:
        for o, row in zip(out, rows):
            (v0,) = row
            (o.broker_ids,) = groups[v0]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_create_partitions_assignment_v2_array(items: Iterable[CreatePartitionsAssignment], put: Put) -> None:
    for o in items:
        v1 = o.broker_ids
        n2 = len(v1)
        data = shapes_5[n2](n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_create_partitions_assignment_v0_array(items: Iterable[CreatePartitionsAssignment], put: Put) -> None:
    for o in items:
        v1 = o.broker_ids
        n2 = len(v1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_4[n2](n2, *v1))


def read_create_partitions_topic_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatePartitionsTopic], int]:
    out = many(CreatePartitionsTopic, count)
    key_create_partitions_assignment_v2: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.count, n2 = unpack_iB(buf, pos)
        pos += 5
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.assignments = [] if n2 else None
        else:
            n2 -= 1
            if n2 * 2 > end - pos or n2 > ctx.left:
                refuse_count(n2, 2, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_create_partitions_assignment_v2 is None:
                o.assignments, pos, _ = some_create_partitions_assignment_v2(buf, pos, end, n2, ctx)
            else:
                o.assignments, pos, key_create_partitions_assignment_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_create_partitions_assignment_v2,
                    fill_create_partitions_assignment_v2,
                    rows_create_partitions_assignment_v2,
                    key_create_partitions_assignment_v2,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_create_partitions_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatePartitionsTopic], int]:
    out = many(CreatePartitionsTopic, count)
    key_create_partitions_assignment_v0: Key | None = None
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        o.count, n2 = unpack_ii(buf, pos)
        pos += 8
        if n2 < 1:
            o.assignments = [] if n2 == 0 else null_or_refuse(n2)
        else:
            if n2 * 4 > end - pos or n2 > ctx.left:
                refuse_count(n2, 4, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_create_partitions_assignment_v0 is None:
                o.assignments, pos, _ = some_create_partitions_assignment_v0(buf, pos, end, n2, ctx)
            else:
                o.assignments, pos, key_create_partitions_assignment_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_create_partitions_assignment_v0,
                    fill_create_partitions_assignment_v0,
                    rows_create_partitions_assignment_v0,
                    key_create_partitions_assignment_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_create_partitions_topic_v2_array(items: Iterable[CreatePartitionsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.assignments
        if v3:
            put(shapes_2[n2](n2 + 1, s1, o.count))
            put(COUNTS[len(v3)])
            write_create_partitions_assignment_v2_array(v3, put)
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, o.count, v3 is not None)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_create_partitions_topic_v0_array(items: Iterable[CreatePartitionsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.assignments
        if v3:
            put(shapes_1[n2](n2, s1, o.count, len(v3)))
            write_create_partitions_assignment_v0_array(v3, put)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, o.count, -(v3 is None)))


def read_create_partitions_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreatePartitionsRequest, int]:
    o = new(CreatePartitionsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.topics, pos = read_create_partitions_topic_v2_array(buf, pos, end, n1, ctx)
    o.timeout_ms, o.validate_only, t = unpack_itB(buf, pos)
    o.unknown_tags = None
    pos += 6
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_partitions_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[CreatePartitionsRequest, int]:
    o = new(CreatePartitionsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 10 > end - pos or n1 > ctx.left:
            refuse_count(n1, 10, end - pos)
        ctx.left -= n1
        o.topics, pos = read_create_partitions_topic_v0_array(buf, pos, end, n1, ctx)
    o.timeout_ms, o.validate_only = unpack_it(buf, pos)
    o.unknown_tags = None
    return o, pos + 5


def encode_create_partitions_request_v2(o: CreatePartitionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_create_partitions_topic_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_itx(o.timeout_ms, o.validate_only)
    else:
        data = pack_Bitx(1, o.timeout_ms, o.validate_only)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_partitions_request_v0(o: CreatePartitionsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_create_partitions_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_it(o.timeout_ms, o.validate_only))
    else:
        put(pack_iit(0, o.timeout_ms, o.validate_only))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreatePartitionsRequest], bytes]] = {
    0: encode_create_partitions_request_v0,
    1: encode_create_partitions_request_v0,
    2: encode_create_partitions_request_v2,
    3: encode_create_partitions_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreatePartitionsRequest, int]]] = {
    0: read_create_partitions_request_v0,
    1: read_create_partitions_request_v0,
    2: read_create_partitions_request_v2,
    3: read_create_partitions_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
CreatePartitionsRequest request 0-3 flexible=2+
 Topics []CreatePartitionsTopic 0+
  Name string 0+
  Count int32 0+
  Assignments []CreatePartitionsAssignment 0+ null=0+
   BrokerIds []int32 0+
 TimeoutMs int32 0+
 ValidateOnly bool 0+
"""

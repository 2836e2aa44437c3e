# Generated from rpc/AlterPartitionReassignmentsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_partition_reassignments_request import (
    AlterPartitionReassignmentsRequest,
    ReassignablePartition,
    ReassignableTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_it = Packer(">i?").pack
pack_itBx = Packer(">i?Bx").pack
rows_reassignable_partition_v0 = Rows("i P4 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("iP%dix")
unpack_iB = Packer(">iB").unpack_from
unpack_itB = Packer(">i?B").unpack_from


def some_reassignable_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReassignablePartition], int, Key]:
    out = many(ReassignablePartition, count)
    for o in out:
        o.partition_index, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            o.replicas = runs_i[n1 - 1](buf, pos + 5)
            pos += n1 * 4 + 1
        elif n1 == 0:
            o.replicas = None
            pos = pos + 5
        else:
            o.replicas, pos = compact_numbers(buf, pos + 5, end, n1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_reassignable_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ReassignablePartition]:
    k0, _ = key
    out = many(ReassignablePartition, count)
    o: ReassignablePartition
    for o, row in zip(out, rows):
        o.partition_index, v1 = row
        o.replicas = runs_i[k0 - 1](v1, 0) if k0 else None
        o.unknown_tags = None
    return out


def write_reassignable_partition_v0_array(items: Iterable[ReassignablePartition], put: Put) -> None:
    for o in items:
        v1 = o.replicas
        if v1 is None:
            v1 = ()
            n2 = 0
        else:
            n2 = len(v1) + 1
        data = shapes_3[len(v1)](o.partition_index, n2, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_reassignable_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReassignableTopic], int]:
    out = many(ReassignableTopic, count)
    key_reassignable_partition_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_reassignable_partition_v0 is None:
                o.partitions, pos, _ = some_reassignable_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_reassignable_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_reassignable_partition_v0,
                    fill_reassignable_partition_v0,
                    rows_reassignable_partition_v0,
                    key_reassignable_partition_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_reassignable_topic_v0_array(items: Iterable[ReassignableTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_reassignable_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_alter_partition_reassignments_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterPartitionReassignmentsRequest, int]:
    o = new(AlterPartitionReassignmentsRequest)
    o.timeout_ms, o.allow_replication_factor_change, n1 = unpack_itB(buf, pos)
    pos += 6
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_reassignable_topic_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_partition_reassignments_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterPartitionReassignmentsRequest, int]:
    o = new(AlterPartitionReassignmentsRequest)
    o.timeout_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_reassignable_topic_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.allow_replication_factor_change = True
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_alter_partition_reassignments_request_v1(o: AlterPartitionReassignmentsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_it(o.timeout_ms, o.allow_replication_factor_change))
        put(COUNTS[len(v1)])
        write_reassignable_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_itBx(o.timeout_ms, o.allow_replication_factor_change, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_alter_partition_reassignments_request_v0(o: AlterPartitionReassignmentsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if not o.allow_replication_factor_change:
        absent(o, "allow_replication_factor_change")
    v1 = o.topics
    if v1:
        put(pack_i(o.timeout_ms))
        put(COUNTS[len(v1)])
        write_reassignable_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.timeout_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AlterPartitionReassignmentsRequest], bytes]] = {
    0: encode_alter_partition_reassignments_request_v0,
    1: encode_alter_partition_reassignments_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterPartitionReassignmentsRequest, int]]] = {
    0: read_alter_partition_reassignments_request_v0,
    1: read_alter_partition_reassignments_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterPartitionReassignmentsRequest request 0-1 flexible=0+
 TimeoutMs int32 0+ default=60000
 AllowReplicationFactorChange bool 1+ default=true
 Topics []ReassignableTopic 0+
  Name string 0+
  Partitions []ReassignablePartition 0+
   PartitionIndex int32 0+
   Replicas []int32 0+ null=0+ default=null
"""

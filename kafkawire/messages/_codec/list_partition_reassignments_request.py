# Generated from rpc/ListPartitionReassignmentsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_partition_reassignments_request import (
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsTopics,
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
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_list_partition_reassignments_topics_v0 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsP%dix")
unpack_iB = Packer(">iB").unpack_from


def some_list_partition_reassignments_topics_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ListPartitionReassignmentsTopics], int, Key]:
    out = many(ListPartitionReassignmentsTopics, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partition_indexes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_list_partition_reassignments_topics_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ListPartitionReassignmentsTopics]:
    groups = compact_groups(ctx)
    out = many(ListPartitionReassignmentsTopics, count)
    o: ListPartitionReassignmentsTopics
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_list_partition_reassignments_topics_v0_array(
    items: Iterable[ListPartitionReassignmentsTopics], put: Put
) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_list_partition_reassignments_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListPartitionReassignmentsRequest, int]:
    key_list_partition_reassignments_topics_v0: Key | None = None
    o = new(ListPartitionReassignmentsRequest)
    o.timeout_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else None
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_list_partition_reassignments_topics_v0 is None:
            o.topics, pos, _ = some_list_partition_reassignments_topics_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_list_partition_reassignments_topics_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_list_partition_reassignments_topics_v0,
                fill_list_partition_reassignments_topics_v0,
                rows_list_partition_reassignments_topics_v0,
                key_list_partition_reassignments_topics_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_list_partition_reassignments_request_v0(o: ListPartitionReassignmentsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.timeout_ms))
        put(COUNTS[len(v1)])
        write_list_partition_reassignments_topics_v0_array(v1, put)
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.timeout_ms, v1 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListPartitionReassignmentsRequest], bytes]] = {
    0: encode_list_partition_reassignments_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListPartitionReassignmentsRequest, int]]] = {
    0: read_list_partition_reassignments_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ListPartitionReassignmentsRequest request 0 flexible=0+
 TimeoutMs int32 0+ default=60000
 Topics []ListPartitionReassignmentsTopics 0+ null=0+ default=null
  Name string 0+
  PartitionIndexes []int32 0+
"""

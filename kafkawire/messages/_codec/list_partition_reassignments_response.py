# Generated from rpc/ListPartitionReassignmentsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.list_partition_reassignments_response import (
    ListPartitionReassignmentsResponse,
    OngoingPartitionReassignment,
    OngoingTopicReassignment,
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
    long_string_or_null,
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

rows_ongoing_partition_reassignment_v0 = Rows("i g3 T")
runs_i = Runs("i")
shapes_1 = Shapes("ihS%ds")
shapes_2 = Shapes("ihS%dsBx")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("S%dsBx")
shapes_5 = Shapes("iP%diP%diP%dix")
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def some_ongoing_partition_reassignment_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OngoingPartitionReassignment], int, Key]:
    out = many(OngoingPartitionReassignment, count)
    for o in out:
        o.partition_index, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            o.replicas = runs_i[n1 - 1](buf, pos + 5)
            pos += n1 * 4 + 1
        else:
            o.replicas, pos = compact_numbers(buf, pos + 5, end, n1, "i", ctx)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.adding_replicas = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.adding_replicas, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.removing_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.removing_replicas, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_ongoing_partition_reassignment_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OngoingPartitionReassignment]:
    groups = compact_groups(ctx)
    out = many(OngoingPartitionReassignment, count)
    o: OngoingPartitionReassignment
    try:
        for o, row in zip(out, rows):
            o.partition_index, v1 = row
            o.replicas, o.adding_replicas, o.removing_replicas = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_ongoing_partition_reassignment_v0_array(items: Iterable[OngoingPartitionReassignment], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_5[0, 0, 0]
    for o in items:
        v1 = o.replicas
        n2 = len(v1)
        v3 = o.adding_replicas
        n4 = len(v3)
        v5 = o.removing_replicas
        n6 = len(v5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_5[last8, last9, last10]
        data = pack7(o.partition_index, n2 + 1, *v1, n4 + 1, *v3, n6 + 1, *v5)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_ongoing_topic_reassignment_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OngoingTopicReassignment], int]:
    out = many(OngoingTopicReassignment, count)
    key_ongoing_partition_reassignment_v0: Key | None = None
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
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_ongoing_partition_reassignment_v0 is None:
                o.partitions, pos, _ = some_ongoing_partition_reassignment_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_ongoing_partition_reassignment_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_ongoing_partition_reassignment_v0,
                    fill_ongoing_partition_reassignment_v0,
                    rows_ongoing_partition_reassignment_v0,
                    key_ongoing_partition_reassignment_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_ongoing_topic_reassignment_v0_array(items: Iterable[OngoingTopicReassignment], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_ongoing_partition_reassignment_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_list_partition_reassignments_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ListPartitionReassignmentsResponse, int]:
    o = new(ListPartitionReassignmentsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.topics, pos = read_ongoing_topic_reassignment_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_list_partition_reassignments_response_v0(o: ListPartitionReassignmentsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.topics
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_ongoing_topic_reassignment_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ListPartitionReassignmentsResponse], bytes]] = {
    0: encode_list_partition_reassignments_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListPartitionReassignmentsResponse, int]]] = {
    0: read_list_partition_reassignments_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ListPartitionReassignmentsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 Topics []OngoingTopicReassignment 0+
  Name string 0+
  Partitions []OngoingPartitionReassignment 0+
   PartitionIndex int32 0+
   Replicas []int32 0+
   AddingReplicas []int32 0+
   RemovingReplicas []int32 0+
"""

# Generated from records-group/StreamsGroupTargetAssignmentMemberValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_target_assignment_member_value import (
    StreamsGroupTargetAssignmentMemberValue,
    TaskIds,
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

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
rows_task_ids_v0 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsP%dix")


def some_task_ids_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TaskIds], int, Key]:
    out = many(TaskIds, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
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


def fill_task_ids_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskIds]:
    groups = compact_groups(ctx)
    out = many(TaskIds, count)
    o: TaskIds
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.subtopology_id = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_task_ids_v0_array(items: Iterable[TaskIds], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_streams_group_target_assignment_member_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupTargetAssignmentMemberValue, int]:
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupTargetAssignmentMemberValue)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.active_tasks = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_task_ids_v0 is None:
            o.active_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n1, ctx)
        else:
            o.active_tasks, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n1, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.standby_tasks = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_task_ids_v0 is None:
            o.standby_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n2, ctx)
        else:
            o.standby_tasks, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n2, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.warmup_tasks = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 3, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_task_ids_v0 is None:
            o.warmup_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n3, ctx)
        else:
            o.warmup_tasks, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n3, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_target_assignment_member_value_v0(o: StreamsGroupTargetAssignmentMemberValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.active_tasks
    if v1:
        put(COUNTS[len(v1)])
        write_task_ids_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.standby_tasks
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        write_task_ids_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v3 = o.warmup_tasks
    if not v2:
        put(pack_B(1))
    if v3:
        put(COUNTS[len(v3)])
        write_task_ids_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupTargetAssignmentMemberValue], bytes]] = {
    0: encode_streams_group_target_assignment_member_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupTargetAssignmentMemberValue, int]]] = {
    0: read_streams_group_target_assignment_member_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupTargetAssignmentMemberValue coordinator-value 0 flexible=0+
 ActiveTasks []TaskIds 0+
 StandbyTasks []TaskIds 0+
 WarmupTasks []TaskIds 0+
struct TaskIds
 SubtopologyId string 0+
 Partitions []int32 0+
"""

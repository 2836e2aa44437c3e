# Generated from records-group/StreamsGroupTargetAssignmentMemberValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, first_ints, long_count, long_numbers, long_string, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.streams_group_target_assignment_member_value import StreamsGroupTargetAssignmentMemberValue, TaskIds

Put = Callable[[bytes], object]
Key = tuple[int, ...]
rows_task_ids_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("S%dsP%dix")

def some_task_ids_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TaskIds]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TaskIds)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
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


def fill_task_ids_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskIds]:
    ints = ctx.ints or first_ints(ctx)
    out = many(TaskIds, count)
    o: TaskIds
    for o, (v0, v1) in zip(out, rows):
        o.subtopology_id = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def write_task_ids_v0_array(items: Iterable[TaskIds], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_1[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_1[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def read_streams_group_target_assignment_member_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StreamsGroupTargetAssignmentMemberValue, int]:
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupTargetAssignmentMemberValue)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.active_tasks = []
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.active_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n1, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    n2 = buf[pos]
    pos += 1
    if not 0 < n2 < 128:
        n2, pos = long_count(buf, pos, n2)
    if n2 == 1:
        o.standby_tasks = []
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.standby_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n2, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    n3 = buf[pos]
    pos += 1
    if not 0 < n3 < 128:
        n3, pos = long_count(buf, pos, n3)
    if n3 == 1:
        o.warmup_tasks = []
    else:
        n3 -= 1
        if n3 * 3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 3, end - pos)
        ctx.left -= n3
        o.warmup_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n3, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_target_assignment_member_value_v0(o: StreamsGroupTargetAssignmentMemberValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.active_tasks
    put(COUNTS[len(a1)])
    write_task_ids_v0_array(a1, put)
    a2 = o.standby_tasks
    put(COUNTS[len(a2)])
    write_task_ids_v0_array(a2, put)
    a3 = o.warmup_tasks
    put(COUNTS[len(a3)])
    write_task_ids_v0_array(a3, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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

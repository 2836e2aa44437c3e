# Generated from records-group/StreamsGroupCurrentMemberAssignmentValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_current_member_assignment_value import (
    StreamsGroupCurrentMemberAssignmentValue,
    TaskIds,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    check_tag_size,
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
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
pack_iib = Packer(">iib").pack
pack_iibB = Packer(">iibB").pack
rows_task_ids_v0 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsP%di")
shapes_2 = Shapes("P%di")
unpack_iibB = Packer(">iibB").unpack_from


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
        o.assignment_epochs = ()
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_task_ids_v0(o, buf, pos, end, t, ctx)
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
            o.assignment_epochs = ()
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def tags_task_ids_v0(o: TaskIds, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                o.assignment_epochs = runs_i[n1 - 1](buf, pos + 1)
                pos += n1 * 4 - 3
            elif n1 == 0:
                o.assignment_epochs = None
                pos = pos + 1
            else:
                o.assignment_epochs, pos = compact_numbers(buf, pos + 1, end, n1, "i", ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_task_ids_v0(o: TaskIds) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.assignment_epochs is None or o.assignment_epochs:
        parts = []
        put = parts.append
        v1 = o.assignment_epochs
        if v1 is None:
            v1 = ()
            n2 = 0
        else:
            n2 = len(v1) + 1
        put(shapes_2[len(v1)](n2, *v1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


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
        put(pack5(n2 + 1, s1, n4 + 1, *v3))
        if (o.assignment_epochs is None or o.assignment_epochs) or o.unknown_tags:
            put(tagged_task_ids_v0(o))
        else:
            put(b"\0")


def read_streams_group_current_member_assignment_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupCurrentMemberAssignmentValue, int]:
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupCurrentMemberAssignmentValue)
    o.member_epoch, o.previous_member_epoch, o.state, n1 = unpack_iibB(buf, pos)
    pos += 10
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
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.active_tasks_pending_revocation = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 3 > end - pos or n4 > ctx.left:
            refuse_count(n4, 3, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_task_ids_v0 is None:
            o.active_tasks_pending_revocation, pos, _ = some_task_ids_v0(buf, pos, end, n4, ctx)
        else:
            o.active_tasks_pending_revocation, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n4, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.standby_tasks_pending_revocation = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 3 > end - pos or n5 > ctx.left:
            refuse_count(n5, 3, end - pos)
        ctx.left -= n5
        if n5 < 8 and key_task_ids_v0 is None:
            o.standby_tasks_pending_revocation, pos, _ = some_task_ids_v0(buf, pos, end, n5, ctx)
        else:
            o.standby_tasks_pending_revocation, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n5, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    n6 = buf[pos]
    pos += 1
    if n6 > 127:
        n6, pos = uvarint_rest(buf, pos, n6)
    if n6 < 2:
        o.warmup_tasks_pending_revocation = [] if n6 else refuse_length(-1)
    else:
        n6 -= 1
        if n6 * 3 > end - pos or n6 > ctx.left:
            refuse_count(n6, 3, end - pos)
        ctx.left -= n6
        if n6 < 8 and key_task_ids_v0 is None:
            o.warmup_tasks_pending_revocation, pos, _ = some_task_ids_v0(buf, pos, end, n6, ctx)
        else:
            o.warmup_tasks_pending_revocation, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_current_member_assignment_value_v0(o: StreamsGroupCurrentMemberAssignmentValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.active_tasks
    if v1:
        put(pack_iib(o.member_epoch, o.previous_member_epoch, o.state))
        put(COUNTS[len(v1)])
        write_task_ids_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.standby_tasks
    if not v1:
        put(pack_iibB(o.member_epoch, o.previous_member_epoch, o.state, 1))
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
    v4 = o.active_tasks_pending_revocation
    if not v3:
        put(pack_B(1))
    if v4:
        put(COUNTS[len(v4)])
        write_task_ids_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    v5 = o.standby_tasks_pending_revocation
    if not v4:
        put(pack_B(1))
    if v5:
        put(COUNTS[len(v5)])
        write_task_ids_v0_array(v5, put)
    elif v5 is None:
        refuse_null()
    v6 = o.warmup_tasks_pending_revocation
    if not v5:
        put(pack_B(1))
    if v6:
        put(COUNTS[len(v6)])
        write_task_ids_v0_array(v6, put)
    elif v6 is None:
        refuse_null()
    if v6:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupCurrentMemberAssignmentValue], bytes]] = {
    0: encode_streams_group_current_member_assignment_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupCurrentMemberAssignmentValue, int]]] = {
    0: read_streams_group_current_member_assignment_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupCurrentMemberAssignmentValue coordinator-value 0 flexible=0+
 MemberEpoch int32 0+
 PreviousMemberEpoch int32 0+
 State int8 0+
 ActiveTasks []TaskIds 0+
 StandbyTasks []TaskIds 0+
 WarmupTasks []TaskIds 0+
 ActiveTasksPendingRevocation []TaskIds 0+
 StandbyTasksPendingRevocation []TaskIds 0+
 WarmupTasksPendingRevocation []TaskIds 0+
struct TaskIds
 SubtopologyId string 0+
 Partitions []int32 0+
 AssignmentEpochs []int32 0+ null=0+ tag=0@0+
"""

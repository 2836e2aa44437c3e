# Generated from records-group/ConsumerGroupCurrentMemberAssignmentValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_group_current_member_assignment_value import (
    ConsumerGroupCurrentMemberAssignmentValue,
    TopicPartitions,
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
    make_uuid,
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

pack_Bx = Packer(">Bx").pack
pack_iib = Packer(">iib").pack
pack_iibB = Packer(">iibB").pack
rows_topic_partitions_v0 = Rows("16s g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("16sP%di")
shapes_2 = Shapes("P%di")
unpack_iibB = Packer(">iibB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_topic_partitions_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartitions], int, Key]:
    out = many(TopicPartitions, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 17)
            pos += n2 * 4 + 13
        else:
            o.partitions, pos = compact_numbers(buf, pos + 17, end, n2, "i", ctx)
        t = buf[pos]
        o.assignment_epochs = ()
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_topic_partitions_v0(o, buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_topic_partitions_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartitions]:
    groups = compact_groups(ctx)
    out = many(TopicPartitions, count)
    o: TopicPartitions
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic_id = make_uuid(v0)
            (o.partitions,) = groups[v1]
            o.assignment_epochs = ()
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def tags_topic_partitions_v0(o: TopicPartitions, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
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


def tagged_topic_partitions_v0(o: TopicPartitions) -> bytes:
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


def write_topic_partitions_v0_array(items: Iterable[TopicPartitions], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        n2 = len(v1)
        put(shapes_1[n2](o.topic_id.bytes, n2 + 1, *v1))
        if (o.assignment_epochs is None or o.assignment_epochs) or o.unknown_tags:
            put(tagged_topic_partitions_v0(o))
        else:
            put(b"\0")


def read_consumer_group_current_member_assignment_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupCurrentMemberAssignmentValue, int]:
    key_topic_partitions_v0: Key | None = None
    o = new(ConsumerGroupCurrentMemberAssignmentValue)
    o.member_epoch, o.previous_member_epoch, o.state, n1 = unpack_iibB(buf, pos)
    pos += 10
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.assigned_partitions = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partitions_v0 is None:
            o.assigned_partitions, pos, _ = some_topic_partitions_v0(buf, pos, end, n1, ctx)
        else:
            o.assigned_partitions, pos, key_topic_partitions_v0 = read_rows(
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
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.partitions_pending_revocation = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_topic_partitions_v0 is None:
            o.partitions_pending_revocation, pos, _ = some_topic_partitions_v0(buf, pos, end, n2, ctx)
        else:
            o.partitions_pending_revocation, pos, key_topic_partitions_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_topic_partitions_v0,
                fill_topic_partitions_v0,
                rows_topic_partitions_v0,
                key_topic_partitions_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_consumer_group_current_member_assignment_value_v0(o: ConsumerGroupCurrentMemberAssignmentValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.assigned_partitions
    if v1:
        put(pack_iib(o.member_epoch, o.previous_member_epoch, o.state))
        put(COUNTS[len(v1)])
        write_topic_partitions_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.partitions_pending_revocation
    if not v1:
        put(pack_iibB(o.member_epoch, o.previous_member_epoch, o.state, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_topic_partitions_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerGroupCurrentMemberAssignmentValue], bytes]] = {
    0: encode_consumer_group_current_member_assignment_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupCurrentMemberAssignmentValue, int]]] = {
    0: read_consumer_group_current_member_assignment_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupCurrentMemberAssignmentValue coordinator-value 0 flexible=0+
 MemberEpoch int32 0+
 PreviousMemberEpoch int32 0+
 State int8 0+
 AssignedPartitions []TopicPartitions 0+
 PartitionsPendingRevocation []TopicPartitions 0+
struct TopicPartitions
 TopicId uuid 0+
 Partitions []int32 0+
 AssignmentEpochs []int32 0+ null=0+ tag=0@0+
"""

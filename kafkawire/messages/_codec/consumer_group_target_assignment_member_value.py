# Generated from records-group/ConsumerGroupTargetAssignmentMemberValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_group_target_assignment_member_value import (
    ConsumerGroupTargetAssignmentMemberValue,
    TopicPartition,
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
    make_uuid,
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
rows_topic_partition_v0 = Rows("16s g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("16sP%dix")
unpack_uB = Packer(">16sB").unpack_from


def some_topic_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartition], int, Key]:
    out = many(TopicPartition, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 17)
            pos += n2 * 4 + 13
        else:
            o.partitions, pos = compact_numbers(buf, pos + 17, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_topic_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartition]:
    groups = compact_groups(ctx)
    out = many(TopicPartition, count)
    o: TopicPartition
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic_id = make_uuid(v0)
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_partition_v0_array(items: Iterable[TopicPartition], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        n2 = len(v1)
        data = shapes_1[n2](o.topic_id.bytes, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_consumer_group_target_assignment_member_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupTargetAssignmentMemberValue, int]:
    key_topic_partition_v0: Key | None = None
    o = new(ConsumerGroupTargetAssignmentMemberValue)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_partitions = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partition_v0 is None:
            o.topic_partitions, pos, _ = some_topic_partition_v0(buf, pos, end, n1, ctx)
        else:
            o.topic_partitions, pos, key_topic_partition_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_topic_partition_v0,
                fill_topic_partition_v0,
                rows_topic_partition_v0,
                key_topic_partition_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_consumer_group_target_assignment_member_value_v0(o: ConsumerGroupTargetAssignmentMemberValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topic_partitions
    if v1:
        put(COUNTS[len(v1)])
        write_topic_partition_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[ConsumerGroupTargetAssignmentMemberValue], bytes]] = {
    0: encode_consumer_group_target_assignment_member_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupTargetAssignmentMemberValue, int]]] = {
    0: read_consumer_group_target_assignment_member_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupTargetAssignmentMemberValue coordinator-value 0 flexible=0+
 TopicPartitions []TopicPartition 0+
  TopicId uuid 0+
  Partitions []int32 0+
"""

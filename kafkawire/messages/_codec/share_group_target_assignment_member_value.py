# Generated from records-group/ShareGroupTargetAssignmentMemberValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, first_ints, long_count, long_numbers, make_uuid, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.share_group_target_assignment_member_value import ShareGroupTargetAssignmentMemberValue, TopicPartition

Put = Callable[[bytes], object]
Key = tuple[int, ...]
rows_topic_partition_v0 = Rows("16sP%dsT", (4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("16sP%dix")
unpack_uB = Packer(">16sB").unpack_from

def some_topic_partition_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TopicPartition]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TopicPartition)
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 17)
            pos += n2 * 4 + 13
        else:
            n2, pos = long_count(buf, pos + 17, n2)
            o.partitions, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n2,) if not t and n2 < 128 else None


def fill_topic_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartition]:
    ints = ctx.ints or first_ints(ctx)
    out = many(TopicPartition, count)
    o: TopicPartition
    for o, (v0, v1) in zip(out, rows):
        o.topic_id = make_uuid(v0)
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def write_topic_partition_v0_array(items: Iterable[TopicPartition], put: Put) -> None:
    for o in items:
        a1 = o.partitions
        n2 = len(a1)
        if o.unknown_tags:
            put(shapes_1[n2](o.topic_id.bytes, n2 + 1, *a1)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_1[n2](o.topic_id.bytes, n2 + 1, *a1))


def read_share_group_target_assignment_member_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ShareGroupTargetAssignmentMemberValue, int]:
    key_topic_partition_v0: Key | None = None
    o = new(ShareGroupTargetAssignmentMemberValue)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.topic_partitions = []
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topic_partitions, pos, key_topic_partition_v0 = read_rows(buf, pos, end, n1, ctx, some_topic_partition_v0, fill_topic_partition_v0, rows_topic_partition_v0, key_topic_partition_v0)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_target_assignment_member_value_v0(o: ShareGroupTargetAssignmentMemberValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.topic_partitions
    put(COUNTS[len(a1)])
    write_topic_partition_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupTargetAssignmentMemberValue], bytes]] = {
    0: encode_share_group_target_assignment_member_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupTargetAssignmentMemberValue, int]]] = {
    0: read_share_group_target_assignment_member_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupTargetAssignmentMemberValue coordinator-value 0 flexible=0+
 TopicPartitions []TopicPartition 0+
  TopicId uuid 0+
  Partitions []int32 0+
"""

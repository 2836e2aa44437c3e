# Generated from data/ConsumerProtocolAssignment.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_protocol_assignment import ConsumerProtocolAssignment, TopicPartition
from kafkawire.wire import (
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    legacy_groups,
    legacy_numbers,
    many,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
rows_topic_partition_v0 = Rows("Y1 G1")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def some_topic_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartition], int, Key]:
    out = many(TopicPartition, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_topic_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartition]:
    groups = legacy_groups(ctx)
    out = many(TopicPartition, count)
    o: TopicPartition
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_partition_v0_array(items: Iterable[TopicPartition], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_consumer_protocol_assignment_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerProtocolAssignment, int]:
    key_topic_partition_v0: Key | None = None
    o = new(ConsumerProtocolAssignment)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.assigned_partitions = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partition_v0 is None:
            o.assigned_partitions, pos, _ = some_topic_partition_v0(buf, pos, end, n1, ctx)
        else:
            o.assigned_partitions, pos, key_topic_partition_v0 = read_rows(
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
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.user_data = ctx.blob[pos + 4 : p]
        pos = p
    else:
        o.user_data = null_or_refuse(n2)
        pos = pos + 4
    o.unknown_tags = None
    return o, pos


def encode_consumer_protocol_assignment_v0(o: ConsumerProtocolAssignment) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.assigned_partitions
    if v1:
        put(pack_i(len(v1)))
        write_topic_partition_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.user_data
    if v1:
        put(pack_i(-1 if v2 is None else len(v2)))
    else:
        put(pack_ii(0, -1 if v2 is None else len(v2)))
    if v2 is not None:
        put(v2)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerProtocolAssignment], bytes]] = {
    0: encode_consumer_protocol_assignment_v0,
    1: encode_consumer_protocol_assignment_v0,
    2: encode_consumer_protocol_assignment_v0,
    3: encode_consumer_protocol_assignment_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerProtocolAssignment, int]]] = {
    0: read_consumer_protocol_assignment_v0,
    1: read_consumer_protocol_assignment_v0,
    2: read_consumer_protocol_assignment_v0,
    3: read_consumer_protocol_assignment_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerProtocolAssignment data 0-3 flexible=none
 AssignedPartitions []TopicPartition 0+
  Topic string 0+
  Partitions []int32 0+
 UserData bytes 0+ null=0+ zerocopy default=null
"""

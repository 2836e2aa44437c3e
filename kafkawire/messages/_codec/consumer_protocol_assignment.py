# Generated from data/ConsumerProtocolAssignment.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import Context, Rows, Runs, Shapes, absent, first_ints, long_numbers, many, new, null_or_refuse, read_rows, refuse_count, refuse_length, unknown_tags
from kafkawire.messages.consumer_protocol_assignment import ConsumerProtocolAssignment, TopicPartition

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
rows_topic_partition_v0 = Rows("Y%dsZ%ds", (1, 4,), 0)
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi%di")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from

def some_topic_partition_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TopicPartition]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TopicPartition)
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2:p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = long_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
        out.append(o)
    return pos, (n1, n2) if max(n1, n2) < 128 else None


def fill_topic_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartition]:
    ints = ctx.ints or first_ints(ctx)
    out = many(TopicPartition, count)
    o: TopicPartition
    for o, (v0, v1) in zip(out, rows):
        o.topic = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def write_topic_partition_v0_array(items: Iterable[TopicPartition], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2, n4](n2, s1, n4, *a3))


def read_consumer_protocol_assignment_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ConsumerProtocolAssignment, int]:
    key_topic_partition_v0: Key | None = None
    o = new(ConsumerProtocolAssignment)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 == 0:
        o.assigned_partitions = []
    elif n1 > 0:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.assigned_partitions, pos, key_topic_partition_v0 = read_rows(buf, pos, end, n1, ctx, some_topic_partition_v0, fill_topic_partition_v0, rows_topic_partition_v0, key_topic_partition_v0)
    else:
        o.assigned_partitions = refuse_length(n1)
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.user_data = ctx.blob[pos + 4:p]
        pos = p
    else:
        o.user_data = null_or_refuse(n2)
        pos = pos + 4
    o.unknown_tags = None
    return o, pos


def encode_consumer_protocol_assignment_v0(o: ConsumerProtocolAssignment) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.assigned_partitions
    put(pack_i(len(a1)))
    write_topic_partition_v0_array(a1, put)
    b2 = o.user_data
    if b2 is None:
        put(b"\xff\xff\xff\xff")
    else:
        put(pack_i(len(b2)))
        put(b2)
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

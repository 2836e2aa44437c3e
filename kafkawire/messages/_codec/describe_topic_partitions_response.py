# Generated from rpc/DescribeTopicPartitionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, first_ints, long_count, long_count_or_null, long_numbers, long_string, long_string_or_null, make_uuid, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.describe_topic_partitions_response import Cursor, DescribeTopicPartitionsResponse, DescribeTopicPartitionsResponsePartition, DescribeTopicPartitionsResponseTopic

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
pack_ix = Packer(">ix").pack
rows_describe_topic_partitions_response_partition_v0 = Rows("hiiiP%dsP%dsP%dsP%dsP%dsT", (4, 4, 4, 4, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("S%dsix")
shapes_2 = Shapes("hS%ds16s?")
shapes_3 = Shapes("hiiiP%diP%diP%di")
shapes_4 = Shapes("P%diP%dix")
unpack_b = Packer(">b").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hiiiB = Packer(">hiiiB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_utB = Packer(">16s?B").unpack_from

def some_describe_topic_partitions_response_partition_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[DescribeTopicPartitionsResponsePartition]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(DescribeTopicPartitionsResponsePartition)
        o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n1 = unpack_hiiiB(buf, pos)
        if 0 < n1 < 128:
            o.replica_nodes = runs_i[n1 - 1](buf, pos + 15)
            pos += n1 * 4 + 11
        else:
            n1, pos = long_count(buf, pos + 15, n1)
            o.replica_nodes, pos = long_numbers(buf, pos, end, n1 - 1, "i", ctx)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.isr_nodes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.isr_nodes, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.eligible_leader_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        elif n3 == 0:
            o.eligible_leader_replicas = None
            pos = pos + 1
        else:
            n3, pos = long_count_or_null(buf, pos + 1, n3)
            o.eligible_leader_replicas, pos = long_numbers(buf, pos, end, n3 - 1, "i", ctx)
        n4 = buf[pos]
        if 0 < n4 < 128:
            o.last_known_elr = runs_i[n4 - 1](buf, pos + 1)
            pos += n4 * 4 - 3
        elif n4 == 0:
            o.last_known_elr = None
            pos = pos + 1
        else:
            n4, pos = long_count_or_null(buf, pos + 1, n4)
            o.last_known_elr, pos = long_numbers(buf, pos, end, n4 - 1, "i", ctx)
        n5 = buf[pos]
        if 0 < n5 < 128:
            o.offline_replicas = runs_i[n5 - 1](buf, pos + 1)
            pos += n5 * 4 - 3
        else:
            n5, pos = long_count(buf, pos + 1, n5)
            o.offline_replicas, pos = long_numbers(buf, pos, end, n5 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2, n3, n4, n5) if not t and max(n1, n2, n3, n4, n5) < 128 else None


def fill_describe_topic_partitions_response_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[DescribeTopicPartitionsResponsePartition]:
    k0, k1, k2, k3, k4 = key
    ints = ctx.ints or first_ints(ctx)
    out = many(DescribeTopicPartitionsResponsePartition, count)
    o: DescribeTopicPartitionsResponsePartition
    for o, (o.error_code, o.partition_index, o.leader_id, o.leader_epoch, v4, v5, v6, v7, v8) in zip(out, rows):
        o.replica_nodes = ints[v4]
        o.isr_nodes = ints[v5]
        o.eligible_leader_replicas = ints[v6] if k2 else None
        o.last_known_elr = ints[v7] if k3 else None
        o.offline_replicas = ints[v8]
        o.unknown_tags = None
    return out


def write_describe_topic_partitions_response_partition_v0_array(items: Iterable[DescribeTopicPartitionsResponsePartition], put: Put) -> None:
    for o in items:
        a1 = o.replica_nodes
        n2 = len(a1)
        a3 = o.isr_nodes
        n4 = len(a3)
        a5 = o.eligible_leader_replicas
        if a5 is None:
            a5 = ()
            n6 = 0
        else:
            n6 = len(a5) + 1
        a7 = o.last_known_elr
        put(shapes_3[n2, n4, len(a5)](o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n2 + 1, *a1, n4 + 1, *a3, n6, *a5))
        if a7 is None:
            a7 = ()
            n8 = 0
        else:
            n8 = len(a7) + 1
        a9 = o.offline_replicas
        n10 = len(a9)
        if o.unknown_tags:
            put(shapes_4[len(a7), n10](n8, *a7, n10 + 1, *a9)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_4[len(a7), n10](n8, *a7, n10 + 1, *a9))


def read_cursor_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Cursor, int]:
    o = new(Cursor)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.topic_name = buf[pos + 1:p].decode()
        pos = p
    else:
        o.topic_name, pos = long_string(buf, pos + 1, n1)
    o.partition_index, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_topic_partitions_response_topic_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[DescribeTopicPartitionsResponseTopic], int]:
    out: list[DescribeTopicPartitionsResponseTopic] = []
    key_describe_topic_partitions_response_partition_v0: Key | None = None
    for _ in range(count):
        o = new(DescribeTopicPartitionsResponseTopic)
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.name = buf[pos + 3:p].decode()
            pos = p
        else:
            o.name, pos = long_string_or_null(buf, pos + 3, n1)
        u2, o.is_internal, n3 = unpack_utB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 18
        if not 0 < n3 < 128:
            n3, pos = long_count(buf, pos, n3)
        if n3 == 1:
            o.partitions = []
        else:
            n3 -= 1
            if n3 * 20 > end - pos or n3 > ctx.left:
                refuse_count(n3, 20, end - pos)
            ctx.left -= n3
            o.partitions, pos, key_describe_topic_partitions_response_partition_v0 = read_rows(buf, pos, end, n3, ctx, some_describe_topic_partitions_response_partition_v0, fill_describe_topic_partitions_response_partition_v0, rows_describe_topic_partitions_response_partition_v0, key_describe_topic_partitions_response_partition_v0)
        o.topic_authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def write_describe_topic_partitions_response_topic_v0_array(items: Iterable[DescribeTopicPartitionsResponseTopic], put: Put) -> None:
    for o in items:
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        a4 = o.partitions
        put(shapes_2[len(s1)](o.error_code, n2, s1, o.topic_id.bytes, o.is_internal))
        put(COUNTS[len(a4)])
        write_describe_topic_partitions_response_partition_v0_array(a4, put)
        if o.unknown_tags:
            put(pack_ix(o.topic_authorized_operations)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(pack_ix(o.topic_authorized_operations))


def write_cursor_v0(o: Cursor, put: Put) -> None:
    s1 = o.topic_name.encode()
    n2 = len(s1)
    if o.unknown_tags:
        put(shapes_1[n2](n2 + 1, s1, o.partition_index)[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(shapes_1[n2](n2 + 1, s1, o.partition_index))


def read_describe_topic_partitions_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeTopicPartitionsResponse, int]:
    o = new(DescribeTopicPartitionsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.topics = []
    else:
        n1 -= 1
        if n1 * 26 > end - pos or n1 > ctx.left:
            refuse_count(n1, 26, end - pos)
        ctx.left -= n1
        o.topics, pos = read_describe_topic_partitions_response_topic_v0_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_b(buf, pos)
    pos += 1
    if n2 >= 0:
        o.next_cursor, pos = read_cursor_v0(buf, pos, end, ctx)
    else:
        o.next_cursor = None
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_topic_partitions_response_v0(o: DescribeTopicPartitionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.topics
    put(pack_i(o.throttle_time_ms))
    put(COUNTS[len(a1)])
    write_describe_topic_partitions_response_topic_v0_array(a1, put)
    v2 = o.next_cursor
    if v2 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_cursor_v0(v2, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeTopicPartitionsResponse], bytes]] = {
    0: encode_describe_topic_partitions_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeTopicPartitionsResponse, int]]] = {
    0: read_describe_topic_partitions_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeTopicPartitionsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+ ignorable
 Topics []DescribeTopicPartitionsResponseTopic 0+
  ErrorCode int16 0+
  Name string 0+ null=0+
  TopicId uuid 0+ ignorable
  IsInternal bool 0+ ignorable default=false
  Partitions []DescribeTopicPartitionsResponsePartition 0+
   ErrorCode int16 0+
   PartitionIndex int32 0+
   LeaderId int32 0+
   LeaderEpoch int32 0+ ignorable default=-1
   ReplicaNodes []int32 0+
   IsrNodes []int32 0+
   EligibleLeaderReplicas []int32 0+ null=0+ default=null
   LastKnownElr []int32 0+ null=0+ default=null
   OfflineReplicas []int32 0+ ignorable
  TopicAuthorizedOperations int32 0+ default=-2147483648
 NextCursor Cursor 0+ null=0+ default=null
  TopicName string 0+
  PartitionIndex int32 0+
"""

# Generated from rpc/DescribeTopicPartitionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_topic_partitions_response import (
    Cursor,
    DescribeTopicPartitionsResponse,
    DescribeTopicPartitionsResponsePartition,
    DescribeTopicPartitionsResponseTopic,
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

pack_i = Packer(">i").pack
pack_iB = Packer(">iB").pack
pack_ix = Packer(">ix").pack
rows_describe_topic_partitions_response_partition_v0 = Rows("hiii g2 P4 P4 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsix")
shapes_2 = Shapes("hS%ds16s?")
shapes_3 = Shapes("hS%ds16s?Bix")
shapes_4 = Shapes("hiiiP%diP%diP%di")
shapes_5 = Shapes("P%diP%dix")
unpack_b = Packer(">b").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hiiiB = Packer(">hiiiB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_utB = Packer(">16s?B").unpack_from


def some_describe_topic_partitions_response_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeTopicPartitionsResponsePartition], int, Key]:
    out = many(DescribeTopicPartitionsResponsePartition, count)
    for o in out:
        o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n1 = unpack_hiiiB(buf, pos)
        if 0 < n1 < 128:
            o.replica_nodes = runs_i[n1 - 1](buf, pos + 15)
            pos += n1 * 4 + 11
        else:
            o.replica_nodes, pos = compact_numbers(buf, pos + 15, end, n1, "i", ctx)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.isr_nodes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.isr_nodes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.eligible_leader_replicas = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        elif n3 == 0:
            o.eligible_leader_replicas = None
            pos = pos + 1
        else:
            o.eligible_leader_replicas, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        n4 = buf[pos]
        if 0 < n4 < 128:
            o.last_known_elr = runs_i[n4 - 1](buf, pos + 1)
            pos += n4 * 4 - 3
        elif n4 == 0:
            o.last_known_elr = None
            pos = pos + 1
        else:
            o.last_known_elr, pos = compact_numbers(buf, pos + 1, end, n4, "i", ctx)
        n5 = buf[pos]
        if 0 < n5 < 128:
            o.offline_replicas = runs_i[n5 - 1](buf, pos + 1)
            pos += n5 * 4 - 3
        else:
            o.offline_replicas, pos = compact_numbers(buf, pos + 1, end, n5, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, n4, n5, t)


def fill_describe_topic_partitions_response_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeTopicPartitionsResponsePartition]:
    k0, k1, k2, k3, k4, _ = key
    groups = compact_groups(ctx)
    out = many(DescribeTopicPartitionsResponsePartition, count)
    o: DescribeTopicPartitionsResponsePartition
    try:
        for o, row in zip(out, rows):
            o.error_code, o.partition_index, o.leader_id, o.leader_epoch, v4, v5, v6, v7 = row
            o.replica_nodes, o.isr_nodes = groups[v4]
            o.eligible_leader_replicas = runs_i[k2 - 1](v5, 0) if k2 else None
            o.last_known_elr = runs_i[k3 - 1](v6, 0) if k3 else None
            (o.offline_replicas,) = groups[v7]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_describe_topic_partitions_response_partition_v0_array(
    items: Iterable[DescribeTopicPartitionsResponsePartition], put: Put
) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_4[0, 0, 0]
    last16 = last17 = -1
    pack15 = shapes_5[0, 0]
    for o in items:
        v1 = o.replica_nodes
        n2 = len(v1)
        v3 = o.isr_nodes
        n4 = len(v3)
        v5 = o.eligible_leader_replicas
        if v5 is None:
            v5 = ()
            n6 = 0
        else:
            n6 = len(v5) + 1
        v7 = o.last_known_elr
        if last9 != n2 or last10 != n4 or last11 != len(v5):
            last9, last10, last11 = n2, n4, len(v5)
            pack8 = shapes_4[last9, last10, last11]
        put(pack8(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n2 + 1, *v1, n4 + 1, *v3, n6, *v5))
        if v7 is None:
            v7 = ()
            n12 = 0
        else:
            n12 = len(v7) + 1
        v13 = o.offline_replicas
        n14 = len(v13)
        if last16 != len(v7) or last17 != n14:
            last16, last17 = len(v7), n14
            pack15 = shapes_5[last16, last17]
        data = pack15(n12, *v7, n14 + 1, *v13)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_cursor_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Cursor, int]:
    o = new(Cursor)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.topic_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.topic_name, pos = long_string(buf, pos + 1, n1)
    o.partition_index, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_topic_partitions_response_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeTopicPartitionsResponseTopic], int]:
    out = many(DescribeTopicPartitionsResponseTopic, count)
    key_describe_topic_partitions_response_partition_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.name = buf[pos + 3 : p].decode()
            pos = p
        elif n1 == 0:
            o.name = None
            pos = pos + 3
        else:
            o.name, pos = long_string_or_null(buf, pos + 3, n1)
        u2, o.is_internal, n3 = unpack_utB(buf, pos)
        o.topic_id = make_uuid(u2)
        pos += 18
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partitions = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 20 > end - pos or n3 > ctx.left:
                refuse_count(n3, 20, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_topic_partitions_response_partition_v0 is None:
                o.partitions, pos, _ = some_describe_topic_partitions_response_partition_v0(buf, pos, end, n3, ctx)
            else:
                o.partitions, pos, key_describe_topic_partitions_response_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_topic_partitions_response_partition_v0,
                    fill_describe_topic_partitions_response_partition_v0,
                    rows_describe_topic_partitions_response_partition_v0,
                    key_describe_topic_partitions_response_partition_v0,
                )
        o.topic_authorized_operations, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_describe_topic_partitions_response_topic_v0_array(
    items: Iterable[DescribeTopicPartitionsResponseTopic], put: Put
) -> None:
    for o in items:
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.partitions
        if v4:
            put(shapes_2[len(s1)](o.error_code, n2, s1, o.topic_id.bytes, o.is_internal))
            put(COUNTS[len(v4)])
            write_describe_topic_partitions_response_partition_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = pack_ix(o.topic_authorized_operations)
        else:
            data = shapes_3[len(s1)](
                o.error_code, n2, s1, o.topic_id.bytes, o.is_internal, 1, o.topic_authorized_operations
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_cursor_v0(o: Cursor, put: Put) -> None:
    s1 = o.topic_name.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1, o.partition_index)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_describe_topic_partitions_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeTopicPartitionsResponse, int]:
    o = new(DescribeTopicPartitionsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
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
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_describe_topic_partitions_response_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if not v1:
        put(pack_iB(o.throttle_time_ms, 1))
    v2 = o.next_cursor
    if v2 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_cursor_v0(v2, put)
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
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

# Generated from rpc/StopReplicaRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.stop_replica_request import (
    StopReplicaPartitionState,
    StopReplicaPartitionV0,
    StopReplicaRequest,
    StopReplicaTopicState,
    StopReplicaTopicV1,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
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

iter_stop_replica_partition_state_v3 = Packer(">ii?x").iter_unpack
pack_iiq = Packer(">iiq").pack
pack_iiqBx = Packer(">iiqBx").pack
pack_iiqt = Packer(">iiq?").pack
pack_iiqtBx = Packer(">iiq?Bx").pack
pack_iiqti = Packer(">iiq?i").pack
pack_iiti = Packer(">ii?i").pack
pack_iitx = Packer(">ii?x").pack
pack_itiq = Packer(">i?iq").pack
pack_itiqBx = Packer(">i?iqBx").pack
rows_stop_replica_partition_state_v3 = Rows("ii? T")
rows_stop_replica_partition_v0_v0 = Rows("Y1 i")
rows_stop_replica_topic_v1_v1 = Rows("Y1 G1")
rows_stop_replica_topic_v1_v2 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("h%dsi%di")
shapes_3 = Shapes("S%dsP%dix")
shapes_4 = Shapes("S%ds")
shapes_5 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_iiqtB = Packer(">iiq?B").unpack_from
unpack_iiqti = Packer(">iiq?i").unpack_from
unpack_iitB = Packer(">ii?B").unpack_from
unpack_iiti = Packer(">ii?i").unpack_from
unpack_itiqB = Packer(">i?iqB").unpack_from


def some_stop_replica_partition_state_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaPartitionState], int, Key]:
    out = many(StopReplicaPartitionState, count)
    for o in out:
        o.partition_index, o.leader_epoch, o.delete_partition, t = unpack_iitB(buf, pos)
        o.unknown_tags = None
        pos += 10
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_stop_replica_partition_state_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[StopReplicaPartitionState]:
    out = many(StopReplicaPartitionState, count)
    o: StopReplicaPartitionState
    for o, row in zip(out, rows):
        o.partition_index, o.leader_epoch, o.delete_partition = row
        o.unknown_tags = None
    return out


def write_stop_replica_partition_state_v3_array(items: Iterable[StopReplicaPartitionState], put: Put) -> None:
    for o in items:
        data = pack_iitx(o.partition_index, o.leader_epoch, o.delete_partition)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_stop_replica_topic_state_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaTopicState], int]:
    out = many(StopReplicaTopicState, count)
    key_stop_replica_partition_state_v3: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_states = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 10 > end - pos or n2 > ctx.left:
                refuse_count(n2, 10, end - pos)
            ctx.left -= n2
            p = pos + n2 * 10
            if p > end or any(buf[pos + 9 : p : 10]):
                if n2 < 8 and key_stop_replica_partition_state_v3 is None:
                    o.partition_states, pos, _ = some_stop_replica_partition_state_v3(buf, pos, end, n2, ctx)
                else:
                    o.partition_states, pos, key_stop_replica_partition_state_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_stop_replica_partition_state_v3,
                        fill_stop_replica_partition_state_v3,
                        rows_stop_replica_partition_state_v3,
                        key_stop_replica_partition_state_v3,
                    )
            else:
                o.partition_states = fill_stop_replica_partition_state_v3(
                    iter_stop_replica_partition_state_v3(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_stop_replica_topic_v1_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaTopicV1], int, Key]:
    out = many(StopReplicaTopicV1, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partition_indexes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_stop_replica_topic_v1_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[StopReplicaTopicV1]:
    groups = compact_groups(ctx)
    out = many(StopReplicaTopicV1, count)
    o: StopReplicaTopicV1
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_stop_replica_topic_v1_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaTopicV1], int, Key]:
    out = many(StopReplicaTopicV1, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partition_indexes = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partition_indexes, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_stop_replica_topic_v1_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[StopReplicaTopicV1]:
    groups = legacy_groups(ctx)
    out = many(StopReplicaTopicV1, count)
    o: StopReplicaTopicV1
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_stop_replica_partition_v0_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[StopReplicaPartitionV0], int, Key]:
    out = many(StopReplicaPartitionV0, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        (o.partition_index,) = unpack_i(buf, pos)
        o.unknown_tags = None
        pos += 4
    return out, pos, (n1,)


def fill_stop_replica_partition_v0_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[StopReplicaPartitionV0]:
    out = many(StopReplicaPartitionV0, count)
    o: StopReplicaPartitionV0
    for o, row in zip(out, rows):
        v0, o.partition_index = row
        o.topic_name = v0.decode()
        o.unknown_tags = None
    return out


def write_stop_replica_topic_state_v3_array(items: Iterable[StopReplicaTopicState], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_states
        if v3:
            put(shapes_4[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_stop_replica_partition_state_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_5[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_stop_replica_topic_v1_v2_array(items: Iterable[StopReplicaTopicV1], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_3[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_3[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_stop_replica_topic_v1_v1_array(items: Iterable[StopReplicaTopicV1], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_2[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_2[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def write_stop_replica_partition_v0_v0_array(items: Iterable[StopReplicaPartitionV0], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.partition_index))


def read_stop_replica_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaRequest, int]:
    o = new(StopReplicaRequest)
    o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, n1 = unpack_itiqB(buf, pos)
    pos += 18
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_stop_replica_topic_state_v3_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.delete_partitions = False
    o.ungrouped_partitions = []
    o.topics = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_stop_replica_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaRequest, int]:
    o = new(StopReplicaRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n1 = unpack_iiqB(buf, pos)
    pos += 17
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topic_states = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topic_states, pos = read_stop_replica_topic_state_v3_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.is_kraft_controller = False
    o.delete_partitions = False
    o.ungrouped_partitions = []
    o.topics = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_stop_replica_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaRequest, int]:
    key_stop_replica_topic_v1_v2: Key | None = None
    o = new(StopReplicaRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, n1 = unpack_iiqtB(buf, pos)
    pos += 18
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_stop_replica_topic_v1_v2 is None:
            o.topics, pos, _ = some_stop_replica_topic_v1_v2(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_stop_replica_topic_v1_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_stop_replica_topic_v1_v2,
                fill_stop_replica_topic_v1_v2,
                rows_stop_replica_topic_v1_v2,
                key_stop_replica_topic_v1_v2,
            )
    t = buf[pos]
    o.is_kraft_controller = False
    o.ungrouped_partitions = []
    o.topic_states = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_stop_replica_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaRequest, int]:
    key_stop_replica_topic_v1_v1: Key | None = None
    o = new(StopReplicaRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, n1 = unpack_iiqti(buf, pos)
    pos += 21
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_stop_replica_topic_v1_v1 is None:
            o.topics, pos, _ = some_stop_replica_topic_v1_v1(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_stop_replica_topic_v1_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_stop_replica_topic_v1_v1,
                fill_stop_replica_topic_v1_v1,
                rows_stop_replica_topic_v1_v1,
                key_stop_replica_topic_v1_v1,
            )
    o.is_kraft_controller = False
    o.ungrouped_partitions = []
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def read_stop_replica_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StopReplicaRequest, int]:
    key_stop_replica_partition_v0_v0: Key | None = None
    o = new(StopReplicaRequest)
    o.controller_id, o.controller_epoch, o.delete_partitions, n1 = unpack_iiti(buf, pos)
    pos += 13
    if n1 < 1:
        o.ungrouped_partitions = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_stop_replica_partition_v0_v0 is None:
            o.ungrouped_partitions, pos, _ = some_stop_replica_partition_v0_v0(buf, pos, end, n1, ctx)
        else:
            o.ungrouped_partitions, pos, key_stop_replica_partition_v0_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_stop_replica_partition_v0_v0,
                fill_stop_replica_partition_v0_v0,
                rows_stop_replica_partition_v0_v0,
                key_stop_replica_partition_v0_v0,
            )
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.topics = []
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def encode_stop_replica_request_v4(o: StopReplicaRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.delete_partitions:
        absent(o, "delete_partitions")
    if o.ungrouped_partitions:
        absent(o, "ungrouped_partitions")
    if o.topics:
        absent(o, "topics")
    v1 = o.topic_states
    if v1:
        put(pack_itiq(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_stop_replica_topic_state_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_itiqBx(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_stop_replica_request_v3(o: StopReplicaRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.delete_partitions:
        absent(o, "delete_partitions")
    if o.ungrouped_partitions:
        absent(o, "ungrouped_partitions")
    if o.topics:
        absent(o, "topics")
    v1 = o.topic_states
    if v1:
        put(pack_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_stop_replica_topic_state_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iiqBx(o.controller_id, o.controller_epoch, o.broker_epoch, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_stop_replica_request_v2(o: StopReplicaRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.ungrouped_partitions:
        absent(o, "ungrouped_partitions")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.topics
    if v1:
        put(pack_iiqt(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions))
        put(COUNTS[len(v1)])
        write_stop_replica_topic_v1_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iiqtBx(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_stop_replica_request_v1(o: StopReplicaRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.ungrouped_partitions:
        absent(o, "ungrouped_partitions")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.topics
    if v1:
        put(pack_iiqti(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, len(v1)))
        write_stop_replica_topic_v1_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_iiqti(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, 0))
    return b"".join(parts)


def encode_stop_replica_request_v0(o: StopReplicaRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_kraft_controller:
        absent(o, "is_kraft_controller")
    if o.topics:
        absent(o, "topics")
    if o.topic_states:
        absent(o, "topic_states")
    v1 = o.ungrouped_partitions
    if v1:
        put(pack_iiti(o.controller_id, o.controller_epoch, o.delete_partitions, len(v1)))
        write_stop_replica_partition_v0_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_iiti(o.controller_id, o.controller_epoch, o.delete_partitions, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StopReplicaRequest], bytes]] = {
    0: encode_stop_replica_request_v0,
    1: encode_stop_replica_request_v1,
    2: encode_stop_replica_request_v2,
    3: encode_stop_replica_request_v3,
    4: encode_stop_replica_request_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StopReplicaRequest, int]]] = {
    0: read_stop_replica_request_v0,
    1: read_stop_replica_request_v1,
    2: read_stop_replica_request_v2,
    3: read_stop_replica_request_v3,
    4: read_stop_replica_request_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
StopReplicaRequest request 0-4 flexible=2+
 ControllerId int32 0+
 IsKRaftController bool 4+ default=false
 ControllerEpoch int32 0+
 BrokerEpoch int64 1+ ignorable default=-1
 DeletePartitions bool 0-2
 UngroupedPartitions []StopReplicaPartitionV0 0
  TopicName string 0
  PartitionIndex int32 0
 Topics []StopReplicaTopicV1 1-2
  Name string 1-2
  PartitionIndexes []int32 1-2
 TopicStates []StopReplicaTopicState 3+
  TopicName string 3+
  PartitionStates []StopReplicaPartitionState 3+
   PartitionIndex int32 3+
   LeaderEpoch int32 3+ default=-1
   DeletePartition bool 3+
"""

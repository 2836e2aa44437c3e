# Generated from rpc/DescribeQuorumResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_quorum_response import (
    DescribeQuorumResponse,
    Listener,
    Node,
    PartitionData,
    ReplicaState,
    TopicData,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
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

iter_replica_state_v0 = Packer(">iqx").iter_unpack
iter_replica_state_v1 = Packer(">iqqqx").iter_unpack
iter_replica_state_v2 = Packer(">i16sqqqx").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_h = Packer(">h").pack
pack_hBx = Packer(">hBx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ihiiq = Packer(">ihiiq").pack
pack_ihiiqB = Packer(">ihiiqB").pack
pack_iqqqx = Packer(">iqqqx").pack
pack_iqx = Packer(">iqx").pack
pack_iuqqqx = Packer(">i16sqqqx").pack
rows_listener_v2 = Rows("P1 P1 H T")
rows_replica_state_v0 = Rows("iq T")
rows_replica_state_v1 = Rows("iqqq T")
rows_replica_state_v2 = Rows("i16sqqq T")
shapes_1 = Shapes("hS%ds")
shapes_2 = Shapes("hS%dsB")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("S%dsBx")
shapes_5 = Shapes("ihS%dsiiq")
shapes_6 = Shapes("ihS%dsiiqB")
shapes_7 = Shapes("S%dsS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihiiqB = Packer(">ihiiqB").unpack_from
unpack_iiqB = Packer(">iiqB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_iqqqB = Packer(">iqqqB").unpack_from
unpack_iuqqqB = Packer(">i16sqqqB").unpack_from


def some_replica_state_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReplicaState], int, Key]:
    out = many(ReplicaState, count)
    for o in out:
        o.replica_id, u1, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp, t = unpack_iuqqqB(
            buf, pos
        )
        o.replica_directory_id = make_uuid(u1)
        o.unknown_tags = None
        pos += 45
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_replica_state_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ReplicaState]:
    out = many(ReplicaState, count)
    o: ReplicaState
    for o, row in zip(out, rows):
        o.replica_id, v1, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp = row
        o.replica_directory_id = make_uuid(v1)
        o.unknown_tags = None
    return out


def some_replica_state_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReplicaState], int, Key]:
    out = many(ReplicaState, count)
    for o in out:
        o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp, t = unpack_iqqqB(buf, pos)
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
        pos += 29
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_replica_state_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ReplicaState]:
    out = many(ReplicaState, count)
    o: ReplicaState
    for o, row in zip(out, rows):
        o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp = row
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
    return out


def some_replica_state_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReplicaState], int, Key]:
    out = many(ReplicaState, count)
    for o in out:
        o.replica_id, o.log_end_offset, t = unpack_iqB(buf, pos)
        o.replica_directory_id = ZERO_UUID
        o.last_fetch_timestamp = -1
        o.last_caught_up_timestamp = -1
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_replica_state_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ReplicaState]:
    out = many(ReplicaState, count)
    o: ReplicaState
    for o, row in zip(out, rows):
        o.replica_id, o.log_end_offset = row
        o.replica_directory_id = ZERO_UUID
        o.last_fetch_timestamp = -1
        o.last_caught_up_timestamp = -1
        o.unknown_tags = None
    return out


def write_replica_state_v2_array(items: Iterable[ReplicaState], put: Put) -> None:
    for o in items:
        data = pack_iuqqqx(
            o.replica_id,
            o.replica_directory_id.bytes,
            o.log_end_offset,
            o.last_fetch_timestamp,
            o.last_caught_up_timestamp,
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_replica_state_v1_array(items: Iterable[ReplicaState], put: Put) -> None:
    for o in items:
        if o.replica_directory_id != ZERO_UUID:
            absent(o, "replica_directory_id")
        data = pack_iqqqx(o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_replica_state_v0_array(items: Iterable[ReplicaState], put: Put) -> None:
    for o in items:
        if o.replica_directory_id != ZERO_UUID:
            absent(o, "replica_directory_id")
        data = pack_iqx(o.replica_id, o.log_end_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def some_listener_v2(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Listener], int, Key]:
    out = many(Listener, count)
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
            p = pos + n2
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n2)
        o.port, t = unpack_HB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_listener_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Listener]:
    out = many(Listener, count)
    o: Listener
    for o, row in zip(out, rows):
        v0, v1, o.port = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def read_partition_data_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_replica_state_v2: Key | None = None
    for o in out:
        o.partition_index, o.error_code, n1 = unpack_ihB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 6
            o.error_message = buf[pos + 7 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 7
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
        o.leader_id, o.leader_epoch, o.high_watermark, n2 = unpack_iiqB(buf, pos)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.current_voters = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 45 > end - pos or n2 > ctx.left:
                refuse_count(n2, 45, end - pos)
            ctx.left -= n2
            p = pos + n2 * 45
            if p > end or any(buf[pos + 44 : p : 45]):
                if n2 < 8 and key_replica_state_v2 is None:
                    o.current_voters, pos, _ = some_replica_state_v2(buf, pos, end, n2, ctx)
                else:
                    o.current_voters, pos, key_replica_state_v2 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_replica_state_v2,
                        fill_replica_state_v2,
                        rows_replica_state_v2,
                        key_replica_state_v2,
                    )
            else:
                o.current_voters = fill_replica_state_v2(iter_replica_state_v2(buf[pos:p]), n2, (), ctx)
                pos = p
        n3 = buf[pos]
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.observers = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 45 > end - pos or n3 > ctx.left:
                refuse_count(n3, 45, end - pos)
            ctx.left -= n3
            p = pos + n3 * 45
            if p > end or any(buf[pos + 44 : p : 45]):
                if n3 < 8 and key_replica_state_v2 is None:
                    o.observers, pos, _ = some_replica_state_v2(buf, pos, end, n3, ctx)
                else:
                    o.observers, pos, key_replica_state_v2 = read_rows(
                        buf,
                        pos,
                        end,
                        n3,
                        ctx,
                        some_replica_state_v2,
                        fill_replica_state_v2,
                        rows_replica_state_v2,
                        key_replica_state_v2,
                    )
            else:
                o.observers = fill_replica_state_v2(iter_replica_state_v2(buf[pos:p]), n3, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_partition_data_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_replica_state_v1: Key | None = None
    for o in out:
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, n1 = unpack_ihiiqB(buf, pos)
        pos += 23
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.current_voters = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 29 > end - pos or n1 > ctx.left:
                refuse_count(n1, 29, end - pos)
            ctx.left -= n1
            p = pos + n1 * 29
            if p > end or any(buf[pos + 28 : p : 29]):
                if n1 < 8 and key_replica_state_v1 is None:
                    o.current_voters, pos, _ = some_replica_state_v1(buf, pos, end, n1, ctx)
                else:
                    o.current_voters, pos, key_replica_state_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_replica_state_v1,
                        fill_replica_state_v1,
                        rows_replica_state_v1,
                        key_replica_state_v1,
                    )
            else:
                o.current_voters = fill_replica_state_v1(iter_replica_state_v1(buf[pos:p]), n1, (), ctx)
                pos = p
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.observers = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 29 > end - pos or n2 > ctx.left:
                refuse_count(n2, 29, end - pos)
            ctx.left -= n2
            p = pos + n2 * 29
            if p > end or any(buf[pos + 28 : p : 29]):
                if n2 < 8 and key_replica_state_v1 is None:
                    o.observers, pos, _ = some_replica_state_v1(buf, pos, end, n2, ctx)
                else:
                    o.observers, pos, key_replica_state_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_replica_state_v1,
                        fill_replica_state_v1,
                        rows_replica_state_v1,
                        key_replica_state_v1,
                    )
            else:
                o.observers = fill_replica_state_v1(iter_replica_state_v1(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.error_message = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_partition_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_replica_state_v0: Key | None = None
    for o in out:
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, n1 = unpack_ihiiqB(buf, pos)
        pos += 23
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.current_voters = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 13 > end - pos or n1 > ctx.left:
                refuse_count(n1, 13, end - pos)
            ctx.left -= n1
            p = pos + n1 * 13
            if p > end or any(buf[pos + 12 : p : 13]):
                if n1 < 8 and key_replica_state_v0 is None:
                    o.current_voters, pos, _ = some_replica_state_v0(buf, pos, end, n1, ctx)
                else:
                    o.current_voters, pos, key_replica_state_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_replica_state_v0,
                        fill_replica_state_v0,
                        rows_replica_state_v0,
                        key_replica_state_v0,
                    )
            else:
                o.current_voters = fill_replica_state_v0(iter_replica_state_v0(buf[pos:p]), n1, (), ctx)
                pos = p
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.observers = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 13 > end - pos or n2 > ctx.left:
                refuse_count(n2, 13, end - pos)
            ctx.left -= n2
            p = pos + n2 * 13
            if p > end or any(buf[pos + 12 : p : 13]):
                if n2 < 8 and key_replica_state_v0 is None:
                    o.observers, pos, _ = some_replica_state_v0(buf, pos, end, n2, ctx)
                else:
                    o.observers, pos, key_replica_state_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_replica_state_v0,
                        fill_replica_state_v0,
                        rows_replica_state_v0,
                        key_replica_state_v0,
                    )
            else:
                o.observers = fill_replica_state_v0(iter_replica_state_v0(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.error_message = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_listener_v2_array(items: Iterable[Listener], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_7[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_7[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v2_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.current_voters
        if v4:
            put(
                shapes_5[len(s1)](
                    o.partition_index, o.error_code, n2, s1, o.leader_id, o.leader_epoch, o.high_watermark
                )
            )
            put(COUNTS[len(v4)])
            write_replica_state_v2_array(v4, put)
        elif v4 is None:
            refuse_null()
        v5 = o.observers
        if not v4:
            put(
                shapes_6[len(s1)](
                    o.partition_index, o.error_code, n2, s1, o.leader_id, o.leader_epoch, o.high_watermark, 1
                )
            )
        if v5:
            put(COUNTS[len(v5)])
            write_replica_state_v2_array(v5, put)
        elif v5 is None:
            refuse_null()
        if v5:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.current_voters
        if v1:
            put(pack_ihiiq(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark))
            put(COUNTS[len(v1)])
            write_replica_state_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        v2 = o.observers
        if not v1:
            put(pack_ihiiqB(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, 1))
        if v2:
            put(COUNTS[len(v2)])
            write_replica_state_v1_array(v2, put)
        elif v2 is None:
            refuse_null()
        if v2:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.current_voters
        if v1:
            put(pack_ihiiq(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark))
            put(COUNTS[len(v1)])
            write_replica_state_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        v2 = o.observers
        if not v1:
            put(pack_ihiiqB(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, 1))
        if v2:
            put(COUNTS[len(v2)])
            write_replica_state_v0_array(v2, put)
        elif v2 is None:
            refuse_null()
        if v2:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_node_v2_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Node], int]:
    out = many(Node, count)
    key_listener_v2: Key | None = None
    for o in out:
        o.node_id, n1 = unpack_iB(buf, pos)
        pos += 5
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.listeners = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 5 > end - pos or n1 > ctx.left:
                refuse_count(n1, 5, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_listener_v2 is None:
                o.listeners, pos, _ = some_listener_v2(buf, pos, end, n1, ctx)
            else:
                o.listeners, pos, key_listener_v2 = read_rows(
                    buf, pos, end, n1, ctx, some_listener_v2, fill_listener_v2, rows_listener_v2, key_listener_v2
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v2_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
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
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 26 > end - pos or n2 > ctx.left:
                refuse_count(n2, 26, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v2_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
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
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 25 > end - pos or n2 > ctx.left:
                refuse_count(n2, 25, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v1_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
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
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 25 > end - pos or n2 > ctx.left:
                refuse_count(n2, 25, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_node_v2_array(items: Iterable[Node], put: Put) -> None:
    for o in items:
        v1 = o.listeners
        if v1:
            put(pack_i(o.node_id))
            put(COUNTS[len(v1)])
            write_listener_v2_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_iBx(o.node_id, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v2_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v1_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_quorum_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeQuorumResponse, int]:
    o = new(DescribeQuorumResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 2
        o.error_message = buf[pos + 3 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 3
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 3, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.topics, pos = read_topic_data_v2_array(buf, pos, end, n2, ctx)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.nodes = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.nodes, pos = read_node_v2_array(buf, pos, end, n3, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_quorum_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeQuorumResponse, int]:
    o = new(DescribeQuorumResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.error_message = ""
    o.nodes = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_quorum_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeQuorumResponse, int]:
    o = new(DescribeQuorumResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.error_message = ""
    o.nodes = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_quorum_response_v2(o: DescribeQuorumResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.topics
    if v4:
        put(shapes_1[len(s1)](o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_topic_data_v2_array(v4, put)
    elif v4 is None:
        refuse_null()
    v5 = o.nodes
    if not v4:
        put(shapes_2[len(s1)](o.error_code, n2, s1, 1))
    if v5:
        put(COUNTS[len(v5)])
        write_node_v2_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_quorum_response_v1(o: DescribeQuorumResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.nodes:
        absent(o, "nodes")
    v1 = o.topics
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_topic_data_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_hBx(o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_quorum_response_v0(o: DescribeQuorumResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.nodes:
        absent(o, "nodes")
    v1 = o.topics
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_topic_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_hBx(o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeQuorumResponse], bytes]] = {
    0: encode_describe_quorum_response_v0,
    1: encode_describe_quorum_response_v1,
    2: encode_describe_quorum_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeQuorumResponse, int]]] = {
    0: read_describe_quorum_response_v0,
    1: read_describe_quorum_response_v1,
    2: read_describe_quorum_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeQuorumResponse response 0-2 flexible=0+
 ErrorCode int16 0+
 ErrorMessage string 2+ null=2+ ignorable
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   ErrorMessage string 2+ null=2+ ignorable
   LeaderId int32 0+
   LeaderEpoch int32 0+
   HighWatermark int64 0+
   CurrentVoters []ReplicaState 0+
   Observers []ReplicaState 0+
 Nodes []Node 2+
  NodeId int32 2+
  Listeners []Listener 2+
   Name string 2+
   Host string 2+
   Port uint16 2+
struct ReplicaState
 ReplicaId int32 0+
 ReplicaDirectoryId uuid 2+
 LogEndOffset int64 0+
 LastFetchTimestamp int64 1+ ignorable default=-1
 LastCaughtUpTimestamp int64 1+ ignorable default=-1
"""

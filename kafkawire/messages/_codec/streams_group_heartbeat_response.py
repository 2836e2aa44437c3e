# Generated from rpc/StreamsGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_heartbeat_response import (
    Endpoint,
    EndpointToPartitions,
    Status,
    StreamsGroupHeartbeatResponse,
    TaskIds,
    TopicPartition,
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
    long_string,
    long_string_or_null,
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

pack_B = Packer(">B").pack
pack_Bi = Packer(">Bi").pack
pack_Bti = Packer(">B?i").pack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_ti = Packer(">?i").pack
rows_status_v0 = Rows("b P1 T")
rows_task_ids_v0 = Rows("P1 g1 T")
rows_topic_partition_v0 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("ihS%dsS%dsiiii")
shapes_2 = Shapes("ihS%dsS%dsiiiiB")
shapes_3 = Shapes("ihS%dsS%dsiiiq")
shapes_4 = Shapes("ihS%dsS%dsiiiqB")
shapes_5 = Shapes("bS%dsx")
shapes_6 = Shapes("S%dsP%dix")
shapes_7 = Shapes("S%dsHx")
unpack_Bi = Packer(">Bi").unpack_from
unpack_Bti = Packer(">B?i").unpack_from
unpack_HB = Packer(">HB").unpack_from
unpack_bB = Packer(">bB").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiiiB = Packer(">iiiiB").unpack_from
unpack_iiiqB = Packer(">iiiqB").unpack_from
unpack_ti = Packer(">?i").unpack_from


def some_topic_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartition], int, Key]:
    out = many(TopicPartition, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partitions, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_topic_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartition]:
    groups = compact_groups(ctx)
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
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_endpoint_v0(o: Endpoint, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    data = shapes_7[n2](n2 + 1, s1, o.port)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_endpoint_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Endpoint, int]:
    o = new(Endpoint)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.host = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 1, n1)
    o.port, t = unpack_HB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_endpoint_to_partitions_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[EndpointToPartitions], int]:
    out = many(EndpointToPartitions, count)
    key_topic_partition_v0: Key | None = None
    for o in out:
        o.user_endpoint, pos = read_endpoint_v0(buf, pos, end, ctx)
        n1 = buf[pos]
        pos += 1
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.active_partitions = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_topic_partition_v0 is None:
                o.active_partitions, pos, _ = some_topic_partition_v0(buf, pos, end, n1, ctx)
            else:
                o.active_partitions, pos, key_topic_partition_v0 = read_rows(
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
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.standby_partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_topic_partition_v0 is None:
                o.standby_partitions, pos, _ = some_topic_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.standby_partitions, pos, key_topic_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
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
    return out, pos


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
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
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
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_status_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Status], int, Key]:
    out = many(Status, count)
    for o in out:
        o.status_code, n1 = unpack_bB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 1
            o.status_detail = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.status_detail, pos = long_string(buf, pos + 2, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_status_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Status]:
    out = many(Status, count)
    o: Status
    for o, row in zip(out, rows):
        o.status_code, v1 = row
        o.status_detail = v1.decode()
        o.unknown_tags = None
    return out


def write_endpoint_to_partitions_v0_array(items: Iterable[EndpointToPartitions], put: Put) -> None:
    for o in items:
        write_endpoint_v0(o.user_endpoint, put)
        v1 = o.active_partitions
        if v1:
            put(COUNTS[len(v1)])
            write_topic_partition_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        v2 = o.standby_partitions
        if not v1:
            put(pack_B(1))
        if v2:
            put(COUNTS[len(v2)])
            write_topic_partition_v0_array(v2, put)
        elif v2 is None:
            refuse_null()
        if v2:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_task_ids_v0_array(items: Iterable[TaskIds], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_status_v0_array(items: Iterable[Status], put: Put) -> None:
    for o in items:
        s1 = o.status_detail.encode()
        n2 = len(s1)
        data = shapes_5[n2](o.status_code, n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_streams_group_heartbeat_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupHeartbeatResponse, int]:
    key_status_v0: Key | None = None
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag, n3 = unpack_iiiqB(
        buf, pos
    )
    if n3 < 2:
        o.status = [] if n3 else None
        pos += 21
    else:
        pos += 21
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.status = [] if n3 else None
        else:
            n3 -= 1
            if n3 * 3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 3, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_status_v0 is None:
                o.status, pos, _ = some_status_v0(buf, pos, end, n3, ctx)
            else:
                o.status, pos, key_status_v0 = read_rows(
                    buf, pos, end, n3, ctx, some_status_v0, fill_status_v0, rows_status_v0, key_status_v0
                )
    n4 = buf[pos]
    if n4 < 2:
        o.active_tasks = [] if n4 else None
        pos += 1
    else:
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.active_tasks = [] if n4 else None
        else:
            n4 -= 1
            if n4 * 3 > end - pos or n4 > ctx.left:
                refuse_count(n4, 3, end - pos)
            ctx.left -= n4
            if n4 < 8 and key_task_ids_v0 is None:
                o.active_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n4, ctx)
            else:
                o.active_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n4, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
    n5 = buf[pos]
    if n5 < 2:
        o.standby_tasks = [] if n5 else None
        pos += 1
    else:
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.standby_tasks = [] if n5 else None
        else:
            n5 -= 1
            if n5 * 3 > end - pos or n5 > ctx.left:
                refuse_count(n5, 3, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_task_ids_v0 is None:
                o.standby_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n5, ctx)
            else:
                o.standby_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n5, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
    n6, o.topology_description_required, o.endpoint_information_epoch = unpack_Bti(buf, pos)
    if n6 < 2:
        o.warmup_tasks = [] if n6 else None
        pos += 6
    else:
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.warmup_tasks = [] if n6 else None
        else:
            n6 -= 1
            if n6 * 3 > end - pos or n6 > ctx.left:
                refuse_count(n6, 3, end - pos)
            ctx.left -= n6
            if n6 < 8 and key_task_ids_v0 is None:
                o.warmup_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n6, ctx)
            else:
                o.warmup_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
        o.topology_description_required, o.endpoint_information_epoch = unpack_ti(buf, pos)
        pos += 5
    n7 = buf[pos]
    pos += 1
    if n7 > 127:
        n7, pos = uvarint_rest(buf, pos, n7)
    if n7 < 2:
        o.partitions_by_user_endpoint = [] if n7 else None
    else:
        n7 -= 1
        if n7 * 7 > end - pos or n7 > ctx.left:
            refuse_count(n7, 7, end - pos)
        ctx.left -= n7
        o.partitions_by_user_endpoint, pos = read_endpoint_to_partitions_v0_array(buf, pos, end, n7, ctx)
    t = buf[pos]
    o.acceptable_recovery_lag_legacy = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_streams_group_heartbeat_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupHeartbeatResponse, int]:
    key_status_v0: Key | None = None
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    (
        o.member_epoch,
        o.heartbeat_interval_ms,
        o.acceptable_recovery_lag_legacy,
        o.task_offset_interval_ms,
        n3,
    ) = unpack_iiiiB(buf, pos)
    if n3 < 2:
        o.status = [] if n3 else None
        pos += 17
    else:
        pos += 17
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.status = [] if n3 else None
        else:
            n3 -= 1
            if n3 * 3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 3, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_status_v0 is None:
                o.status, pos, _ = some_status_v0(buf, pos, end, n3, ctx)
            else:
                o.status, pos, key_status_v0 = read_rows(
                    buf, pos, end, n3, ctx, some_status_v0, fill_status_v0, rows_status_v0, key_status_v0
                )
    n4 = buf[pos]
    if n4 < 2:
        o.active_tasks = [] if n4 else None
        pos += 1
    else:
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.active_tasks = [] if n4 else None
        else:
            n4 -= 1
            if n4 * 3 > end - pos or n4 > ctx.left:
                refuse_count(n4, 3, end - pos)
            ctx.left -= n4
            if n4 < 8 and key_task_ids_v0 is None:
                o.active_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n4, ctx)
            else:
                o.active_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n4, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
    n5 = buf[pos]
    if n5 < 2:
        o.standby_tasks = [] if n5 else None
        pos += 1
    else:
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.standby_tasks = [] if n5 else None
        else:
            n5 -= 1
            if n5 * 3 > end - pos or n5 > ctx.left:
                refuse_count(n5, 3, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_task_ids_v0 is None:
                o.standby_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n5, ctx)
            else:
                o.standby_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n5, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
    n6, o.endpoint_information_epoch = unpack_Bi(buf, pos)
    if n6 < 2:
        o.warmup_tasks = [] if n6 else None
        pos += 5
    else:
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.warmup_tasks = [] if n6 else None
        else:
            n6 -= 1
            if n6 * 3 > end - pos or n6 > ctx.left:
                refuse_count(n6, 3, end - pos)
            ctx.left -= n6
            if n6 < 8 and key_task_ids_v0 is None:
                o.warmup_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n6, ctx)
            else:
                o.warmup_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
        (o.endpoint_information_epoch,) = unpack_i(buf, pos)
        pos += 4
    n7 = buf[pos]
    pos += 1
    if n7 > 127:
        n7, pos = uvarint_rest(buf, pos, n7)
    if n7 < 2:
        o.partitions_by_user_endpoint = [] if n7 else None
    else:
        n7 -= 1
        if n7 * 7 > end - pos or n7 > ctx.left:
            refuse_count(n7, 7, end - pos)
        ctx.left -= n7
        o.partitions_by_user_endpoint, pos = read_endpoint_to_partitions_v0_array(buf, pos, end, n7, ctx)
    t = buf[pos]
    o.acceptable_recovery_lag = -1
    o.topology_description_required = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_heartbeat_response_v1(o: StreamsGroupHeartbeatResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.acceptable_recovery_lag_legacy != 0:
        absent(o, "acceptable_recovery_lag_legacy")
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.member_id.encode()
    n5 = len(s4)
    v6 = o.status
    if v6:
        put(
            shapes_3[len(s1), n5](
                o.throttle_time_ms,
                o.error_code,
                n2,
                s1,
                n5 + 1,
                s4,
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.task_offset_interval_ms,
                o.acceptable_recovery_lag,
            )
        )
        put(COUNTS[len(v6)])
        write_status_v0_array(v6, put)
    v7 = o.active_tasks
    if not v6:
        put(
            shapes_4[len(s1), n5](
                o.throttle_time_ms,
                o.error_code,
                n2,
                s1,
                n5 + 1,
                s4,
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.task_offset_interval_ms,
                o.acceptable_recovery_lag,
                v6 is not None,
            )
        )
    if v7:
        put(COUNTS[len(v7)])
        write_task_ids_v0_array(v7, put)
    v8 = o.standby_tasks
    if not v7:
        put(pack_B(v7 is not None))
    if v8:
        put(COUNTS[len(v8)])
        write_task_ids_v0_array(v8, put)
    v9 = o.warmup_tasks
    if not v8:
        put(pack_B(v8 is not None))
    if v9:
        put(COUNTS[len(v9)])
        write_task_ids_v0_array(v9, put)
    v10 = o.partitions_by_user_endpoint
    if v9:
        put(pack_ti(o.topology_description_required, o.endpoint_information_epoch))
    else:
        put(pack_Bti(v9 is not None, o.topology_description_required, o.endpoint_information_epoch))
    if v10:
        put(COUNTS[len(v10)])
        write_endpoint_to_partitions_v0_array(v10, put)
    if v10:
        data = b"\0"
    else:
        data = pack_Bx(v10 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_streams_group_heartbeat_response_v0(o: StreamsGroupHeartbeatResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topology_description_required:
        absent(o, "topology_description_required")
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.member_id.encode()
    n5 = len(s4)
    v6 = o.status
    if v6:
        put(
            shapes_1[len(s1), n5](
                o.throttle_time_ms,
                o.error_code,
                n2,
                s1,
                n5 + 1,
                s4,
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.acceptable_recovery_lag_legacy,
                o.task_offset_interval_ms,
            )
        )
        put(COUNTS[len(v6)])
        write_status_v0_array(v6, put)
    v7 = o.active_tasks
    if not v6:
        put(
            shapes_2[len(s1), n5](
                o.throttle_time_ms,
                o.error_code,
                n2,
                s1,
                n5 + 1,
                s4,
                o.member_epoch,
                o.heartbeat_interval_ms,
                o.acceptable_recovery_lag_legacy,
                o.task_offset_interval_ms,
                v6 is not None,
            )
        )
    if v7:
        put(COUNTS[len(v7)])
        write_task_ids_v0_array(v7, put)
    v8 = o.standby_tasks
    if not v7:
        put(pack_B(v7 is not None))
    if v8:
        put(COUNTS[len(v8)])
        write_task_ids_v0_array(v8, put)
    v9 = o.warmup_tasks
    if not v8:
        put(pack_B(v8 is not None))
    if v9:
        put(COUNTS[len(v9)])
        write_task_ids_v0_array(v9, put)
    v10 = o.partitions_by_user_endpoint
    if v9:
        put(pack_i(o.endpoint_information_epoch))
    else:
        put(pack_Bi(v9 is not None, o.endpoint_information_epoch))
    if v10:
        put(COUNTS[len(v10)])
        write_endpoint_to_partitions_v0_array(v10, put)
    if v10:
        data = b"\0"
    else:
        data = pack_Bx(v10 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupHeartbeatResponse], bytes]] = {
    0: encode_streams_group_heartbeat_response_v0,
    1: encode_streams_group_heartbeat_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupHeartbeatResponse, int]]] = {
    0: read_streams_group_heartbeat_response_v0,
    1: read_streams_group_heartbeat_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupHeartbeatResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+ default=null
 MemberId string 0+
 MemberEpoch int32 0+
 HeartbeatIntervalMs int32 0+
 AcceptableRecoveryLagLegacy int32 0
 TaskOffsetIntervalMs int32 0+
 AcceptableRecoveryLag int64 1+ ignorable default=-1
 Status []Status 0+ null=0+
 ActiveTasks []TaskIds 0+ null=0+ default=null
 StandbyTasks []TaskIds 0+ null=0+ default=null
 WarmupTasks []TaskIds 0+ null=0+ default=null
 TopologyDescriptionRequired bool 1+ default=false
 EndpointInformationEpoch int32 0+
 PartitionsByUserEndpoint []EndpointToPartitions 0+ null=0+ default=null
  UserEndpoint Endpoint 0+
  ActivePartitions []TopicPartition 0+
  StandbyPartitions []TopicPartition 0+
struct Status
 StatusCode int8 0+
 StatusDetail string 0+
struct TaskIds
 SubtopologyId string 0+
 Partitions []int32 0+
struct Endpoint
 Host string 0+
 Port uint16 0+
struct TopicPartition
 Topic string 0+
 Partitions []int32 0+
"""

# Generated from rpc/StreamsGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, absent, first_ints, long_count, long_count_or_null, long_numbers, long_string, long_string_or_null, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.streams_group_heartbeat_response import Endpoint, EndpointToPartitions, Status, StreamsGroupHeartbeatResponse, TaskIds, TopicPartition

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
pack_ti = Packer(">?i").pack
rows_status_v0 = Rows("bP%dsT", (1,), 1)
rows_task_ids_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
rows_topic_partition_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
runs_i = Runs("i")
shapes_1 = Shapes("ihS%dsS%dsiiii")
shapes_2 = Shapes("ihS%dsS%dsiiiq")
shapes_3 = Shapes("bS%dsx")
shapes_4 = Shapes("S%dsP%dix")
shapes_5 = Shapes("S%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_bB = Packer(">bB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiiiB = Packer(">iiiiB").unpack_from
unpack_iiiqB = Packer(">iiiqB").unpack_from
unpack_tiB = Packer(">?iB").unpack_from

def some_topic_partition_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TopicPartition]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TopicPartition)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1:p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.partitions, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


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
            put(shapes_4[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_4[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def write_endpoint_v0(o: Endpoint, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    if o.unknown_tags:
        put(shapes_5[n2](n2 + 1, s1, o.port)[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(shapes_5[n2](n2 + 1, s1, o.port))


def read_endpoint_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Endpoint, int]:
    o = new(Endpoint)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.host = buf[pos + 1:p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 1, n1)
    o.port, t = unpack_HB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_endpoint_to_partitions_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[EndpointToPartitions], int]:
    out: list[EndpointToPartitions] = []
    key_topic_partition_v0: Key | None = None
    for _ in range(count):
        o = new(EndpointToPartitions)
        o.user_endpoint, pos = read_endpoint_v0(buf, pos, end, ctx)
        n1 = buf[pos]
        pos += 1
        if not 0 < n1 < 128:
            n1, pos = long_count(buf, pos, n1)
        if n1 == 1:
            o.active_partitions = []
        else:
            n1 -= 1
            if n1 * 3 > end - pos or n1 > ctx.left:
                refuse_count(n1, 3, end - pos)
            ctx.left -= n1
            o.active_partitions, pos, key_topic_partition_v0 = read_rows(buf, pos, end, n1, ctx, some_topic_partition_v0, fill_topic_partition_v0, rows_topic_partition_v0, key_topic_partition_v0)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.standby_partitions = []
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            o.standby_partitions, pos, key_topic_partition_v0 = read_rows(buf, pos, end, n2, ctx, some_topic_partition_v0, fill_topic_partition_v0, rows_topic_partition_v0, key_topic_partition_v0)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def some_task_ids_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TaskIds]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TaskIds)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.partitions, pos = long_numbers(buf, pos, end, n2 - 1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_task_ids_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskIds]:
    ints = ctx.ints or first_ints(ctx)
    out = many(TaskIds, count)
    o: TaskIds
    for o, (v0, v1) in zip(out, rows):
        o.subtopology_id = v0.decode()
        o.partitions = ints[v1]
        o.unknown_tags = None
    return out


def some_status_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[Status]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(Status)
        o.status_code, n1 = unpack_bB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 1
            o.status_detail = buf[pos + 2:p].decode()
            pos = p
        else:
            o.status_detail, pos = long_string(buf, pos + 2, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_status_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Status]:
    out = many(Status, count)
    o: Status
    for o, (o.status_code, v1) in zip(out, rows):
        o.status_detail = v1.decode()
        o.unknown_tags = None
    return out


def write_endpoint_to_partitions_v0_array(items: Iterable[EndpointToPartitions], put: Put) -> None:
    for o in items:
        write_endpoint_v0(o.user_endpoint, put)
        a1 = o.active_partitions
        put(COUNTS[len(a1)])
        write_topic_partition_v0_array(a1, put)
        a2 = o.standby_partitions
        put(COUNTS[len(a2)])
        write_topic_partition_v0_array(a2, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def write_task_ids_v0_array(items: Iterable[TaskIds], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_4[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_4[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def write_status_v0_array(items: Iterable[Status], put: Put) -> None:
    for o in items:
        s1 = o.status_detail.encode()
        n2 = len(s1)
        if o.unknown_tags:
            put(shapes_3[n2](o.status_code, n2 + 1, s1)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_3[n2](o.status_code, n2 + 1, s1))


def read_streams_group_heartbeat_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StreamsGroupHeartbeatResponse, int]:
    key_status_v0: Key | None = None
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7:p].decode()
        pos = p
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1:p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag, n3 = unpack_iiiqB(buf, pos)
    pos += 21
    if not 0 < n3 < 128:
        n3, pos = long_count_or_null(buf, pos, n3)
    if n3 == 1:
        o.status = []
    elif n3 > 1:
        n3 -= 1
        if n3 * 3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 3, end - pos)
        ctx.left -= n3
        o.status, pos, key_status_v0 = read_rows(buf, pos, end, n3, ctx, some_status_v0, fill_status_v0, rows_status_v0, key_status_v0)
    else:
        o.status = None
    n4 = buf[pos]
    pos += 1
    if not 0 < n4 < 128:
        n4, pos = long_count_or_null(buf, pos, n4)
    if n4 == 1:
        o.active_tasks = []
    elif n4 > 1:
        n4 -= 1
        if n4 * 3 > end - pos or n4 > ctx.left:
            refuse_count(n4, 3, end - pos)
        ctx.left -= n4
        o.active_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n4, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.active_tasks = None
    n5 = buf[pos]
    pos += 1
    if not 0 < n5 < 128:
        n5, pos = long_count_or_null(buf, pos, n5)
    if n5 == 1:
        o.standby_tasks = []
    elif n5 > 1:
        n5 -= 1
        if n5 * 3 > end - pos or n5 > ctx.left:
            refuse_count(n5, 3, end - pos)
        ctx.left -= n5
        o.standby_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n5, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.standby_tasks = None
    n6 = buf[pos]
    pos += 1
    if not 0 < n6 < 128:
        n6, pos = long_count_or_null(buf, pos, n6)
    if n6 == 1:
        o.warmup_tasks = []
    elif n6 > 1:
        n6 -= 1
        if n6 * 3 > end - pos or n6 > ctx.left:
            refuse_count(n6, 3, end - pos)
        ctx.left -= n6
        o.warmup_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.warmup_tasks = None
    o.topology_description_required, o.endpoint_information_epoch, n7 = unpack_tiB(buf, pos)
    pos += 6
    if not 0 < n7 < 128:
        n7, pos = long_count_or_null(buf, pos, n7)
    if n7 == 1:
        o.partitions_by_user_endpoint = []
    elif n7 > 1:
        n7 -= 1
        if n7 * 7 > end - pos or n7 > ctx.left:
            refuse_count(n7, 7, end - pos)
        ctx.left -= n7
        o.partitions_by_user_endpoint, pos = read_endpoint_to_partitions_v0_array(buf, pos, end, n7, ctx)
    else:
        o.partitions_by_user_endpoint = None
    t = buf[pos]
    o.acceptable_recovery_lag_legacy = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_streams_group_heartbeat_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StreamsGroupHeartbeatResponse, int]:
    key_status_v0: Key | None = None
    key_task_ids_v0: Key | None = None
    o = new(StreamsGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7:p].decode()
        pos = p
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1:p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, o.heartbeat_interval_ms, o.acceptable_recovery_lag_legacy, o.task_offset_interval_ms, n3 = unpack_iiiiB(buf, pos)
    pos += 17
    if not 0 < n3 < 128:
        n3, pos = long_count_or_null(buf, pos, n3)
    if n3 == 1:
        o.status = []
    elif n3 > 1:
        n3 -= 1
        if n3 * 3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 3, end - pos)
        ctx.left -= n3
        o.status, pos, key_status_v0 = read_rows(buf, pos, end, n3, ctx, some_status_v0, fill_status_v0, rows_status_v0, key_status_v0)
    else:
        o.status = None
    n4 = buf[pos]
    pos += 1
    if not 0 < n4 < 128:
        n4, pos = long_count_or_null(buf, pos, n4)
    if n4 == 1:
        o.active_tasks = []
    elif n4 > 1:
        n4 -= 1
        if n4 * 3 > end - pos or n4 > ctx.left:
            refuse_count(n4, 3, end - pos)
        ctx.left -= n4
        o.active_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n4, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.active_tasks = None
    n5 = buf[pos]
    pos += 1
    if not 0 < n5 < 128:
        n5, pos = long_count_or_null(buf, pos, n5)
    if n5 == 1:
        o.standby_tasks = []
    elif n5 > 1:
        n5 -= 1
        if n5 * 3 > end - pos or n5 > ctx.left:
            refuse_count(n5, 3, end - pos)
        ctx.left -= n5
        o.standby_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n5, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.standby_tasks = None
    n6 = buf[pos]
    pos += 1
    if not 0 < n6 < 128:
        n6, pos = long_count_or_null(buf, pos, n6)
    if n6 == 1:
        o.warmup_tasks = []
    elif n6 > 1:
        n6 -= 1
        if n6 * 3 > end - pos or n6 > ctx.left:
            refuse_count(n6, 3, end - pos)
        ctx.left -= n6
        o.warmup_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.warmup_tasks = None
    o.endpoint_information_epoch, n7 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n7 < 128:
        n7, pos = long_count_or_null(buf, pos, n7)
    if n7 == 1:
        o.partitions_by_user_endpoint = []
    elif n7 > 1:
        n7 -= 1
        if n7 * 7 > end - pos or n7 > ctx.left:
            refuse_count(n7, 7, end - pos)
        ctx.left -= n7
        o.partitions_by_user_endpoint, pos = read_endpoint_to_partitions_v0_array(buf, pos, end, n7, ctx)
    else:
        o.partitions_by_user_endpoint = None
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
    a6 = o.status
    put(shapes_2[len(s1), n5](o.throttle_time_ms, o.error_code, n2, s1, n5 + 1, s4, o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag))
    if a6 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a6)])
        write_status_v0_array(a6, put)
    a7 = o.active_tasks
    if a7 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a7)])
        write_task_ids_v0_array(a7, put)
    a8 = o.standby_tasks
    if a8 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a8)])
        write_task_ids_v0_array(a8, put)
    a9 = o.warmup_tasks
    if a9 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a9)])
        write_task_ids_v0_array(a9, put)
    a10 = o.partitions_by_user_endpoint
    put(pack_ti(o.topology_description_required, o.endpoint_information_epoch))
    if a10 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a10)])
        write_endpoint_to_partitions_v0_array(a10, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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
    a6 = o.status
    put(shapes_1[len(s1), n5](o.throttle_time_ms, o.error_code, n2, s1, n5 + 1, s4, o.member_epoch, o.heartbeat_interval_ms, o.acceptable_recovery_lag_legacy, o.task_offset_interval_ms))
    if a6 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a6)])
        write_status_v0_array(a6, put)
    a7 = o.active_tasks
    if a7 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a7)])
        write_task_ids_v0_array(a7, put)
    a8 = o.standby_tasks
    if a8 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a8)])
        write_task_ids_v0_array(a8, put)
    a9 = o.warmup_tasks
    if a9 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a9)])
        write_task_ids_v0_array(a9, put)
    a10 = o.partitions_by_user_endpoint
    put(pack_i(o.endpoint_information_epoch))
    if a10 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a10)])
        write_endpoint_to_partitions_v0_array(a10, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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

# Generated from rpc/StreamsGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Runs, Shapes, compact_strings, first_ints, long_count, long_count_or_null, long_numbers, long_string, long_string_or_null, many, merge_tags, new, put_compact_strings, read_rows, refuse_count, unknown_tags
from kafkawire.messages.streams_group_heartbeat_request import CopartitionGroup, Endpoint, KeyValue, StreamsGroupHeartbeatRequest, Subtopology, TaskIds, TaskOffset, TopicInfo, Topology

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_i = Packer(">i").pack
pack_tx = Packer(">?x").pack
rows_copartition_group_v0 = Rows("P%dsP%dsP%dsT", (2, 2, 2,), 1)
rows_key_value_v0 = Rows("P%dsP%dsT", (1, 1,), 1)
rows_task_ids_v0 = Rows("P%dsP%dsT", (1, 4,), 1)
rows_task_offset_v0 = Rows("P%dsiqT", (1,), 1)
runs_h = Runs("h")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsS%dsiiS%ds")
shapes_2 = Shapes("S%dsi")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("S%dsHx")
shapes_5 = Shapes("S%dsP%dix")
shapes_6 = Shapes("S%dsS%dsx")
shapes_7 = Shapes("S%dsiqx")
shapes_8 = Shapes("S%dsih")
shapes_9 = Shapes("P%dhP%dhP%dhx")
unpack_HB = Packer(">HB").unpack_from
unpack_b = Packer(">b").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ib = Packer(">ib").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_tB = Packer(">?B").unpack_from

def some_copartition_group_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[CopartitionGroup]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(CopartitionGroup)
        n1 = buf[pos]
        if 0 < n1 < 128:
            o.source_topics = runs_h[n1 - 1](buf, pos + 1)
            pos += n1 * 2 - 1
        else:
            n1, pos = long_count(buf, pos + 1, n1)
            o.source_topics, pos = long_numbers(buf, pos, end, n1 - 1, "h", ctx)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.source_topic_regex = runs_h[n2 - 1](buf, pos + 1)
            pos += n2 * 2 - 1
        else:
            n2, pos = long_count(buf, pos + 1, n2)
            o.source_topic_regex, pos = long_numbers(buf, pos, end, n2 - 1, "h", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.repartition_source_topics = runs_h[n3 - 1](buf, pos + 1)
            pos += n3 * 2 - 1
        else:
            n3, pos = long_count(buf, pos + 1, n3)
            o.repartition_source_topics, pos = long_numbers(buf, pos, end, n3 - 1, "h", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2, n3) if not t and max(n1, n2, n3) < 128 else None


def fill_copartition_group_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[CopartitionGroup]:
    k0, k1, k2 = key
    out = many(CopartitionGroup, count)
    o: CopartitionGroup
    for o, (v0, v1, v2) in zip(out, rows):
        o.source_topics = runs_h[k0 - 1](v0, 0)
        o.source_topic_regex = runs_h[k1 - 1](v1, 0)
        o.repartition_source_topics = runs_h[k2 - 1](v2, 0)
        o.unknown_tags = None
    return out


def read_topic_info_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicInfo], int]:
    out: list[TopicInfo] = []
    key_key_value_v0: Key | None = None
    for _ in range(count):
        o = new(TopicInfo)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.partitions, o.replication_factor, n2 = unpack_ihB(buf, pos)
        pos += 7
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.topic_configs = []
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            o.topic_configs, pos, key_key_value_v0 = read_rows(buf, pos, end, n2, ctx, some_key_value_v0, fill_key_value_v0, rows_key_value_v0, key_key_value_v0)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def read_subtopology_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Subtopology], int]:
    out: list[Subtopology] = []
    key_copartition_group_v0: Key | None = None
    for _ in range(count):
        o = new(Subtopology)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if not 0 < n2 < 128:
            n2, pos = long_count(buf, pos, n2)
        if n2 == 1:
            o.source_topics = []
        else:
            n2 -= 1
            if n2 > end - pos or n2 > ctx.left:
                refuse_count(n2, 1, end - pos)
            ctx.left -= n2
            o.source_topics, pos = compact_strings(buf, pos, n2)
        n3 = buf[pos]
        pos += 1
        if not 0 < n3 < 128:
            n3, pos = long_count(buf, pos, n3)
        if n3 == 1:
            o.source_topic_regex = []
        else:
            n3 -= 1
            if n3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 1, end - pos)
            ctx.left -= n3
            o.source_topic_regex, pos = compact_strings(buf, pos, n3)
        n4 = buf[pos]
        pos += 1
        if not 0 < n4 < 128:
            n4, pos = long_count(buf, pos, n4)
        if n4 == 1:
            o.state_changelog_topics = []
        else:
            n4 -= 1
            if n4 * 9 > end - pos or n4 > ctx.left:
                refuse_count(n4, 9, end - pos)
            ctx.left -= n4
            o.state_changelog_topics, pos = read_topic_info_v0_array(buf, pos, end, n4, ctx)
        n5 = buf[pos]
        pos += 1
        if not 0 < n5 < 128:
            n5, pos = long_count(buf, pos, n5)
        if n5 == 1:
            o.repartition_sink_topics = []
        else:
            n5 -= 1
            if n5 > end - pos or n5 > ctx.left:
                refuse_count(n5, 1, end - pos)
            ctx.left -= n5
            o.repartition_sink_topics, pos = compact_strings(buf, pos, n5)
        n6 = buf[pos]
        pos += 1
        if not 0 < n6 < 128:
            n6, pos = long_count(buf, pos, n6)
        if n6 == 1:
            o.repartition_source_topics = []
        else:
            n6 -= 1
            if n6 * 9 > end - pos or n6 > ctx.left:
                refuse_count(n6, 9, end - pos)
            ctx.left -= n6
            o.repartition_source_topics, pos = read_topic_info_v0_array(buf, pos, end, n6, ctx)
        n7 = buf[pos]
        pos += 1
        if not 0 < n7 < 128:
            n7, pos = long_count(buf, pos, n7)
        if n7 == 1:
            o.copartition_groups = []
        else:
            n7 -= 1
            if n7 * 4 > end - pos or n7 > ctx.left:
                refuse_count(n7, 4, end - pos)
            ctx.left -= n7
            o.copartition_groups, pos, key_copartition_group_v0 = read_rows(buf, pos, end, n7, ctx, some_copartition_group_v0, fill_copartition_group_v0, rows_copartition_group_v0, key_copartition_group_v0)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return out, pos


def write_copartition_group_v0_array(items: Iterable[CopartitionGroup], put: Put) -> None:
    for o in items:
        a1 = o.source_topics
        n2 = len(a1)
        a3 = o.source_topic_regex
        n4 = len(a3)
        a5 = o.repartition_source_topics
        n6 = len(a5)
        if o.unknown_tags:
            put(shapes_9[n2, n4, n6](n2 + 1, *a1, n4 + 1, *a3, n6 + 1, *a5)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_9[n2, n4, n6](n2 + 1, *a1, n4 + 1, *a3, n6 + 1, *a5))


def write_topic_info_v0_array(items: Iterable[TopicInfo], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        a3 = o.topic_configs
        put(shapes_8[n2](n2 + 1, s1, o.partitions, o.replication_factor))
        put(COUNTS[len(a3)])
        write_key_value_v0_array(a3, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


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


def read_topology_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Topology, int]:
    o = new(Topology)
    o.epoch, n1 = unpack_iB(buf, pos)
    pos += 5
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.subtopologies = []
    else:
        n1 -= 1
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.subtopologies, pos = read_subtopology_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def some_task_offset_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[TaskOffset]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(TaskOffset)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1:p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
        o.partition, o.offset, t = unpack_iqB(buf, pos)
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_task_offset_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskOffset]:
    out = many(TaskOffset, count)
    o: TaskOffset
    for o, (v0, o.partition, o.offset) in zip(out, rows):
        o.subtopology_id = v0.decode()
        o.unknown_tags = None
    return out


def some_key_value_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[KeyValue]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(KeyValue)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1:p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.value = buf[pos + 1:p].decode()
            pos = p
        else:
            o.value, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1, n2) if not t and max(n1, n2) < 128 else None


def fill_key_value_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[KeyValue]:
    out = many(KeyValue, count)
    o: KeyValue
    for o, (v0, v1) in zip(out, rows):
        o.key = v0.decode()
        o.value = v1.decode()
        o.unknown_tags = None
    return out


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


def write_subtopology_v0_array(items: Iterable[Subtopology], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        a3 = o.source_topics
        put(shapes_3[n2](n2 + 1, s1))
        put(COUNTS[len(a3)])
        put_compact_strings(put, a3)
        a4 = o.source_topic_regex
        put(COUNTS[len(a4)])
        put_compact_strings(put, a4)
        a5 = o.state_changelog_topics
        put(COUNTS[len(a5)])
        write_topic_info_v0_array(a5, put)
        a6 = o.repartition_sink_topics
        put(COUNTS[len(a6)])
        put_compact_strings(put, a6)
        a7 = o.repartition_source_topics
        put(COUNTS[len(a7)])
        write_topic_info_v0_array(a7, put)
        a8 = o.copartition_groups
        put(COUNTS[len(a8)])
        write_copartition_group_v0_array(a8, put)
        if o.unknown_tags:
            put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(b"\0")


def write_task_offset_v0_array(items: Iterable[TaskOffset], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        if o.unknown_tags:
            put(shapes_7[n2](n2 + 1, s1, o.partition, o.offset)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_7[n2](n2 + 1, s1, o.partition, o.offset))


def write_key_value_v0_array(items: Iterable[KeyValue], put: Put) -> None:
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.value.encode()
        n4 = len(s3)
        if o.unknown_tags:
            put(shapes_6[n2, n4](n2 + 1, s1, n4 + 1, s3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_6[n2, n4](n2 + 1, s1, n4 + 1, s3))


def write_task_ids_v0_array(items: Iterable[TaskIds], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        a3 = o.partitions
        n4 = len(a3)
        if o.unknown_tags:
            put(shapes_5[n2, n4](n2 + 1, s1, n4 + 1, *a3)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_5[n2, n4](n2 + 1, s1, n4 + 1, *a3))


def write_endpoint_v0(o: Endpoint, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    if o.unknown_tags:
        put(shapes_4[n2](n2 + 1, s1, o.port)[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(shapes_4[n2](n2 + 1, s1, o.port))


def write_topology_v0(o: Topology, put: Put) -> None:
    a1 = o.subtopologies
    put(pack_i(o.epoch))
    put(COUNTS[len(a1)])
    write_subtopology_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")


def read_streams_group_heartbeat_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[StreamsGroupHeartbeatRequest, int]:
    key_task_ids_v0: Key | None = None
    key_key_value_v0: Key | None = None
    key_task_offset_v0: Key | None = None
    o = new(StreamsGroupHeartbeatRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1:p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1:p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, o.endpoint_information_epoch, n3 = unpack_iiB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 8
        o.instance_id = buf[pos + 9:p].decode()
        pos = p
    else:
        o.instance_id, pos = long_string_or_null(buf, pos + 9, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack_id = buf[pos + 1:p].decode()
        pos = p
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 1, n4)
    o.rebalance_timeout_ms, n5 = unpack_ib(buf, pos)
    pos += 5
    if n5 >= 0:
        o.topology, pos = read_topology_v0(buf, pos, end, ctx)
    else:
        o.topology = None
    n6 = buf[pos]
    pos += 1
    if not 0 < n6 < 128:
        n6, pos = long_count_or_null(buf, pos, n6)
    if n6 == 1:
        o.active_tasks = []
    elif n6 > 1:
        n6 -= 1
        if n6 * 3 > end - pos or n6 > ctx.left:
            refuse_count(n6, 3, end - pos)
        ctx.left -= n6
        o.active_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.active_tasks = None
    n7 = buf[pos]
    pos += 1
    if not 0 < n7 < 128:
        n7, pos = long_count_or_null(buf, pos, n7)
    if n7 == 1:
        o.standby_tasks = []
    elif n7 > 1:
        n7 -= 1
        if n7 * 3 > end - pos or n7 > ctx.left:
            refuse_count(n7, 3, end - pos)
        ctx.left -= n7
        o.standby_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n7, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.standby_tasks = None
    n8 = buf[pos]
    pos += 1
    if not 0 < n8 < 128:
        n8, pos = long_count_or_null(buf, pos, n8)
    if n8 == 1:
        o.warmup_tasks = []
    elif n8 > 1:
        n8 -= 1
        if n8 * 3 > end - pos or n8 > ctx.left:
            refuse_count(n8, 3, end - pos)
        ctx.left -= n8
        o.warmup_tasks, pos, key_task_ids_v0 = read_rows(buf, pos, end, n8, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0)
    else:
        o.warmup_tasks = None
    n9 = buf[pos]
    if 0 < n9 < 128:
        p = pos + n9
        o.process_id = buf[pos + 1:p].decode()
        pos = p
    else:
        o.process_id, pos = long_string_or_null(buf, pos + 1, n9)
    (n10,) = unpack_b(buf, pos)
    pos += 1
    if n10 >= 0:
        o.user_endpoint, pos = read_endpoint_v0(buf, pos, end, ctx)
    else:
        o.user_endpoint = None
    n11 = buf[pos]
    pos += 1
    if not 0 < n11 < 128:
        n11, pos = long_count_or_null(buf, pos, n11)
    if n11 == 1:
        o.client_tags = []
    elif n11 > 1:
        n11 -= 1
        if n11 * 3 > end - pos or n11 > ctx.left:
            refuse_count(n11, 3, end - pos)
        ctx.left -= n11
        o.client_tags, pos, key_key_value_v0 = read_rows(buf, pos, end, n11, ctx, some_key_value_v0, fill_key_value_v0, rows_key_value_v0, key_key_value_v0)
    else:
        o.client_tags = None
    n12 = buf[pos]
    pos += 1
    if not 0 < n12 < 128:
        n12, pos = long_count_or_null(buf, pos, n12)
    if n12 == 1:
        o.task_offsets = []
    elif n12 > 1:
        n12 -= 1
        if n12 * 14 > end - pos or n12 > ctx.left:
            refuse_count(n12, 14, end - pos)
        ctx.left -= n12
        o.task_offsets, pos, key_task_offset_v0 = read_rows(buf, pos, end, n12, ctx, some_task_offset_v0, fill_task_offset_v0, rows_task_offset_v0, key_task_offset_v0)
    else:
        o.task_offsets = None
    n13 = buf[pos]
    pos += 1
    if not 0 < n13 < 128:
        n13, pos = long_count_or_null(buf, pos, n13)
    if n13 == 1:
        o.task_end_offsets = []
    elif n13 > 1:
        n13 -= 1
        if n13 * 14 > end - pos or n13 > ctx.left:
            refuse_count(n13, 14, end - pos)
        ctx.left -= n13
        o.task_end_offsets, pos, key_task_offset_v0 = read_rows(buf, pos, end, n13, ctx, some_task_offset_v0, fill_task_offset_v0, rows_task_offset_v0, key_task_offset_v0)
    else:
        o.task_end_offsets = None
    o.shutdown_application, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_heartbeat_request_v0(o: StreamsGroupHeartbeatRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    put(shapes_1[n2, n4, len(s5)](n2 + 1, s1, n4 + 1, s3, o.member_epoch, o.endpoint_information_epoch, n6, s5))
    v10 = o.rack_id
    if v10 is None:
        s8 = b""
        n9 = 0
    else:
        s8 = v10.encode()
        n9 = len(s8) + 1
    put(shapes_2[len(s8)](n9, s8, o.rebalance_timeout_ms))
    v11 = o.topology
    if v11 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_topology_v0(v11, put)
    a12 = o.active_tasks
    if a12 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a12)])
        write_task_ids_v0_array(a12, put)
    a13 = o.standby_tasks
    if a13 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a13)])
        write_task_ids_v0_array(a13, put)
    a14 = o.warmup_tasks
    if a14 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a14)])
        write_task_ids_v0_array(a14, put)
    v17 = o.process_id
    if v17 is None:
        s15 = b""
        n16 = 0
    else:
        s15 = v17.encode()
        n16 = len(s15) + 1
    put(shapes_3[len(s15)](n16, s15))
    v18 = o.user_endpoint
    if v18 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_endpoint_v0(v18, put)
    a19 = o.client_tags
    if a19 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a19)])
        write_key_value_v0_array(a19, put)
    a20 = o.task_offsets
    if a20 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a20)])
        write_task_offset_v0_array(a20, put)
    a21 = o.task_end_offsets
    if a21 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a21)])
        write_task_offset_v0_array(a21, put)
    if o.unknown_tags:
        put(pack_tx(o.shutdown_application)[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(pack_tx(o.shutdown_application))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupHeartbeatRequest], bytes]] = {
    0: encode_streams_group_heartbeat_request_v0,
    1: encode_streams_group_heartbeat_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupHeartbeatRequest, int]]] = {
    0: read_streams_group_heartbeat_request_v0,
    1: read_streams_group_heartbeat_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupHeartbeatRequest request 0-1 flexible=0+
 GroupId string 0+
 MemberId string 0+
 MemberEpoch int32 0+
 EndpointInformationEpoch int32 0+
 InstanceId string 0+ null=0+ default=null
 RackId string 0+ null=0+ default=null
 RebalanceTimeoutMs int32 0+ default=-1
 Topology Topology 0+ null=0+ default=null
  Epoch int32 0+
  Subtopologies []Subtopology 0+
   SubtopologyId string 0+
   SourceTopics []string 0+
   SourceTopicRegex []string 0+
   StateChangelogTopics []TopicInfo 0+
   RepartitionSinkTopics []string 0+
   RepartitionSourceTopics []TopicInfo 0+
   CopartitionGroups []CopartitionGroup 0+
    SourceTopics []int16 0+
    SourceTopicRegex []int16 0+
    RepartitionSourceTopics []int16 0+
 ActiveTasks []TaskIds 0+ null=0+ default=null
 StandbyTasks []TaskIds 0+ null=0+ default=null
 WarmupTasks []TaskIds 0+ null=0+ default=null
 ProcessId string 0+ null=0+ default=null
 UserEndpoint Endpoint 0+ null=0+ default=null
 ClientTags []KeyValue 0+ null=0+ default=null
 TaskOffsets []TaskOffset 0+ null=0+ default=null
 TaskEndOffsets []TaskOffset 0+ null=0+ default=null
 ShutdownApplication bool 0+ default=false
struct TopicInfo
 Name string 0+
 Partitions int32 0+
 ReplicationFactor int16 0+
 TopicConfigs []KeyValue 0+
struct KeyValue
 Key string 0+
 Value string 0+
struct TaskIds
 SubtopologyId string 0+
 Partitions []int32 0+
struct Endpoint
 Host string 0+
 Port uint16 0+
struct TaskOffset
 SubtopologyId string 0+
 Partition int32 0+
 Offset int64 0+
"""

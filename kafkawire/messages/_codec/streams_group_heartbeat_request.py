# Generated from rpc/StreamsGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_heartbeat_request import (
    CopartitionGroup,
    Endpoint,
    KeyValue,
    StreamsGroupHeartbeatRequest,
    Subtopology,
    TaskIds,
    TaskOffset,
    TopicInfo,
    Topology,
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
    compact_strings,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    put_compact_strings,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_B = Packer(">B").pack
pack_Btx = Packer(">B?x").pack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_tx = Packer(">?x").pack
rows_copartition_group_v0 = Rows("P2 P2 P2 T")
rows_key_value_v0 = Rows("P1 P1 T")
rows_task_ids_v0 = Rows("P1 g1 T")
rows_task_offset_v0 = Rows("P1 iq T")
runs_h = Runs("h")
runs_i = Runs("i")
shapes_1 = Shapes("S%dsS%dsiiS%ds")
shapes_10 = Shapes("S%dsih")
shapes_11 = Shapes("S%dsihBx")
shapes_12 = Shapes("P%dhP%dhP%dhx")
shapes_2 = Shapes("S%dsi")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("BS%ds")
shapes_5 = Shapes("S%dsHx")
shapes_6 = Shapes("S%dsP%dix")
shapes_7 = Shapes("S%dsS%dsx")
shapes_8 = Shapes("S%dsiqx")
shapes_9 = Shapes("S%dsB")
unpack_BB = Packer(">BB").unpack_from
unpack_Bt = Packer(">B?").unpack_from
unpack_HB = Packer(">HB").unpack_from
unpack_b = Packer(">b").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ib = Packer(">ib").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_t = Packer(">?").unpack_from


def some_copartition_group_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CopartitionGroup], int, Key]:
    out = many(CopartitionGroup, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            o.source_topics = runs_h[n1 - 1](buf, pos + 1)
            pos += n1 * 2 - 1
        else:
            o.source_topics, pos = compact_numbers(buf, pos + 1, end, n1, "h", ctx)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.source_topic_regex = runs_h[n2 - 1](buf, pos + 1)
            pos += n2 * 2 - 1
        else:
            o.source_topic_regex, pos = compact_numbers(buf, pos + 1, end, n2, "h", ctx)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.repartition_source_topics = runs_h[n3 - 1](buf, pos + 1)
            pos += n3 * 2 - 1
        else:
            o.repartition_source_topics, pos = compact_numbers(buf, pos + 1, end, n3, "h", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_copartition_group_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[CopartitionGroup]:
    k0, k1, k2, _ = key
    out = many(CopartitionGroup, count)
    o: CopartitionGroup
    for o, row in zip(out, rows):
        v0, v1, v2 = row
        o.source_topics = runs_h[k0 - 1](v0, 0)
        o.source_topic_regex = runs_h[k1 - 1](v1, 0)
        o.repartition_source_topics = runs_h[k2 - 1](v2, 0)
        o.unknown_tags = None
    return out


def read_topic_info_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicInfo], int]:
    out = many(TopicInfo, count)
    key_key_value_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.partitions, o.replication_factor, n2 = unpack_ihB(buf, pos)
        pos += 7
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topic_configs = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_key_value_v0 is None:
                o.topic_configs, pos, _ = some_key_value_v0(buf, pos, end, n2, ctx)
            else:
                o.topic_configs, pos, key_key_value_v0 = read_rows(
                    buf, pos, end, n2, ctx, some_key_value_v0, fill_key_value_v0, rows_key_value_v0, key_key_value_v0
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_subtopology_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[Subtopology], int]:
    out = many(Subtopology, count)
    key_copartition_group_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.source_topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 > end - pos or n2 > ctx.left:
                refuse_count(n2, 1, end - pos)
            ctx.left -= n2
            o.source_topics, pos = compact_strings(buf, pos, n2)
        n3 = buf[pos]
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.source_topic_regex = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 1, end - pos)
            ctx.left -= n3
            o.source_topic_regex, pos = compact_strings(buf, pos, n3)
        n4 = buf[pos]
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.state_changelog_topics = [] if n4 else refuse_length(-1)
        else:
            n4 -= 1
            if n4 * 9 > end - pos or n4 > ctx.left:
                refuse_count(n4, 9, end - pos)
            ctx.left -= n4
            o.state_changelog_topics, pos = read_topic_info_v0_array(buf, pos, end, n4, ctx)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.repartition_sink_topics = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 > end - pos or n5 > ctx.left:
                refuse_count(n5, 1, end - pos)
            ctx.left -= n5
            o.repartition_sink_topics, pos = compact_strings(buf, pos, n5)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.repartition_source_topics = [] if n6 else refuse_length(-1)
        else:
            n6 -= 1
            if n6 * 9 > end - pos or n6 > ctx.left:
                refuse_count(n6, 9, end - pos)
            ctx.left -= n6
            o.repartition_source_topics, pos = read_topic_info_v0_array(buf, pos, end, n6, ctx)
        n7 = buf[pos]
        pos += 1
        if n7 > 127:
            n7, pos = uvarint_rest(buf, pos, n7)
        if n7 < 2:
            o.copartition_groups = [] if n7 else refuse_length(-1)
        else:
            n7 -= 1
            if n7 * 4 > end - pos or n7 > ctx.left:
                refuse_count(n7, 4, end - pos)
            ctx.left -= n7
            if n7 < 8 and key_copartition_group_v0 is None:
                o.copartition_groups, pos, _ = some_copartition_group_v0(buf, pos, end, n7, ctx)
            else:
                o.copartition_groups, pos, key_copartition_group_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n7,
                    ctx,
                    some_copartition_group_v0,
                    fill_copartition_group_v0,
                    rows_copartition_group_v0,
                    key_copartition_group_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_copartition_group_v0_array(items: Iterable[CopartitionGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_12[0, 0, 0]
    for o in items:
        v1 = o.source_topics
        n2 = len(v1)
        v3 = o.source_topic_regex
        n4 = len(v3)
        v5 = o.repartition_source_topics
        n6 = len(v5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_12[last8, last9, last10]
        data = pack7(n2 + 1, *v1, n4 + 1, *v3, n6 + 1, *v5)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_info_v0_array(items: Iterable[TopicInfo], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.topic_configs
        if v3:
            put(shapes_10[n2](n2 + 1, s1, o.partitions, o.replication_factor))
            put(COUNTS[len(v3)])
            write_key_value_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_11[n2](n2 + 1, s1, o.partitions, o.replication_factor, 1)
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


def read_topology_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Topology, int]:
    o = new(Topology)
    o.epoch, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.subtopologies = [] if n1 else refuse_length(-1)
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


def some_task_offset_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TaskOffset], int, Key]:
    out = many(TaskOffset, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.subtopology_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.subtopology_id, pos = long_string(buf, pos + 1, n1)
        o.partition, o.offset, t = unpack_iqB(buf, pos)
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_task_offset_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TaskOffset]:
    out = many(TaskOffset, count)
    o: TaskOffset
    for o, row in zip(out, rows):
        v0, o.partition, o.offset = row
        o.subtopology_id = v0.decode()
        o.unknown_tags = None
    return out


def some_key_value_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[KeyValue], int, Key]:
    out = many(KeyValue, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.value = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.value, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_key_value_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[KeyValue]:
    out = many(KeyValue, count)
    o: KeyValue
    for o, row in zip(out, rows):
        v0, v1 = row
        o.key = v0.decode()
        o.value = v1.decode()
        o.unknown_tags = None
    return out


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


def write_subtopology_v0_array(items: Iterable[Subtopology], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.source_topics
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            put_compact_strings(put, v3)
        elif v3 is None:
            refuse_null()
        v4 = o.source_topic_regex
        if not v3:
            put(shapes_9[n2](n2 + 1, s1, 1))
        if v4:
            put(COUNTS[len(v4)])
            put_compact_strings(put, v4)
        elif v4 is None:
            refuse_null()
        v5 = o.state_changelog_topics
        if not v4:
            put(pack_B(1))
        if v5:
            put(COUNTS[len(v5)])
            write_topic_info_v0_array(v5, put)
        elif v5 is None:
            refuse_null()
        v6 = o.repartition_sink_topics
        if not v5:
            put(pack_B(1))
        if v6:
            put(COUNTS[len(v6)])
            put_compact_strings(put, v6)
        elif v6 is None:
            refuse_null()
        v7 = o.repartition_source_topics
        if not v6:
            put(pack_B(1))
        if v7:
            put(COUNTS[len(v7)])
            write_topic_info_v0_array(v7, put)
        elif v7 is None:
            refuse_null()
        v8 = o.copartition_groups
        if not v7:
            put(pack_B(1))
        if v8:
            put(COUNTS[len(v8)])
            write_copartition_group_v0_array(v8, put)
        elif v8 is None:
            refuse_null()
        if v8:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_task_offset_v0_array(items: Iterable[TaskOffset], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        data = shapes_8[n2](n2 + 1, s1, o.partition, o.offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_key_value_v0_array(items: Iterable[KeyValue], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_7[0, 0]
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.value.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_7[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
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


def write_endpoint_v0(o: Endpoint, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    data = shapes_5[n2](n2 + 1, s1, o.port)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_topology_v0(o: Topology, put: Put) -> None:
    v1 = o.subtopologies
    if v1:
        put(pack_i(o.epoch))
        put(COUNTS[len(v1)])
        write_subtopology_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.epoch, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_streams_group_heartbeat_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupHeartbeatRequest, int]:
    key_task_ids_v0: Key | None = None
    key_key_value_v0: Key | None = None
    key_task_offset_v0: Key | None = None
    o = new(StreamsGroupHeartbeatRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 1, n2)
    o.member_epoch, o.endpoint_information_epoch, n3 = unpack_iiB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 8
        o.instance_id = buf[pos + 9 : p].decode()
        pos = p
    elif n3 == 0:
        o.instance_id = None
        pos = pos + 9
    else:
        o.instance_id, pos = long_string_or_null(buf, pos + 9, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.rack_id = None
        pos = pos + 1
    else:
        o.rack_id, pos = long_string_or_null(buf, pos + 1, n4)
    o.rebalance_timeout_ms, n5 = unpack_ib(buf, pos)
    pos += 5
    if n5 >= 0:
        o.topology, pos = read_topology_v0(buf, pos, end, ctx)
    else:
        o.topology = None
    n6 = buf[pos]
    if n6 < 2:
        o.active_tasks = [] if n6 else None
        pos += 1
    else:
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6 < 2:
            o.active_tasks = [] if n6 else None
        else:
            n6 -= 1
            if n6 * 3 > end - pos or n6 > ctx.left:
                refuse_count(n6, 3, end - pos)
            ctx.left -= n6
            if n6 < 8 and key_task_ids_v0 is None:
                o.active_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n6, ctx)
            else:
                o.active_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n6, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
    n7 = buf[pos]
    if n7 < 2:
        o.standby_tasks = [] if n7 else None
        pos += 1
    else:
        pos += 1
        if n7 > 127:
            n7, pos = uvarint_rest(buf, pos, n7)
        if n7 < 2:
            o.standby_tasks = [] if n7 else None
        else:
            n7 -= 1
            if n7 * 3 > end - pos or n7 > ctx.left:
                refuse_count(n7, 3, end - pos)
            ctx.left -= n7
            if n7 < 8 and key_task_ids_v0 is None:
                o.standby_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n7, ctx)
            else:
                o.standby_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n7, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
    n8, n9 = unpack_BB(buf, pos)
    if n8 < 2:
        o.warmup_tasks = [] if n8 else None
        pos += 2
    else:
        pos += 1
        if n8 > 127:
            n8, pos = uvarint_rest(buf, pos, n8)
        if n8 < 2:
            o.warmup_tasks = [] if n8 else None
        else:
            n8 -= 1
            if n8 * 3 > end - pos or n8 > ctx.left:
                refuse_count(n8, 3, end - pos)
            ctx.left -= n8
            if n8 < 8 and key_task_ids_v0 is None:
                o.warmup_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n8, ctx)
            else:
                o.warmup_tasks, pos, key_task_ids_v0 = read_rows(
                    buf, pos, end, n8, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
                )
        n9 = buf[pos]
        pos += 1
    if 0 < n9 < 128:
        p = pos + n9 - 1
        o.process_id = buf[pos:p].decode()
        pos = p
    elif n9 == 0:
        o.process_id = None
        pos = pos
    else:
        o.process_id, pos = long_string_or_null(buf, pos, n9)
    (n10,) = unpack_b(buf, pos)
    pos += 1
    if n10 >= 0:
        o.user_endpoint, pos = read_endpoint_v0(buf, pos, end, ctx)
    else:
        o.user_endpoint = None
    n11 = buf[pos]
    if n11 < 2:
        o.client_tags = [] if n11 else None
        pos += 1
    else:
        pos += 1
        if n11 > 127:
            n11, pos = uvarint_rest(buf, pos, n11)
        if n11 < 2:
            o.client_tags = [] if n11 else None
        else:
            n11 -= 1
            if n11 * 3 > end - pos or n11 > ctx.left:
                refuse_count(n11, 3, end - pos)
            ctx.left -= n11
            if n11 < 8 and key_key_value_v0 is None:
                o.client_tags, pos, _ = some_key_value_v0(buf, pos, end, n11, ctx)
            else:
                o.client_tags, pos, key_key_value_v0 = read_rows(
                    buf, pos, end, n11, ctx, some_key_value_v0, fill_key_value_v0, rows_key_value_v0, key_key_value_v0
                )
    n12 = buf[pos]
    if n12 < 2:
        o.task_offsets = [] if n12 else None
        pos += 1
    else:
        pos += 1
        if n12 > 127:
            n12, pos = uvarint_rest(buf, pos, n12)
        if n12 < 2:
            o.task_offsets = [] if n12 else None
        else:
            n12 -= 1
            if n12 * 14 > end - pos or n12 > ctx.left:
                refuse_count(n12, 14, end - pos)
            ctx.left -= n12
            if n12 < 8 and key_task_offset_v0 is None:
                o.task_offsets, pos, _ = some_task_offset_v0(buf, pos, end, n12, ctx)
            else:
                o.task_offsets, pos, key_task_offset_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n12,
                    ctx,
                    some_task_offset_v0,
                    fill_task_offset_v0,
                    rows_task_offset_v0,
                    key_task_offset_v0,
                )
    n13, o.shutdown_application = unpack_Bt(buf, pos)
    if n13 < 2:
        o.task_end_offsets = [] if n13 else None
        pos += 2
    else:
        pos += 1
        if n13 > 127:
            n13, pos = uvarint_rest(buf, pos, n13)
        if n13 < 2:
            o.task_end_offsets = [] if n13 else None
        else:
            n13 -= 1
            if n13 * 14 > end - pos or n13 > ctx.left:
                refuse_count(n13, 14, end - pos)
            ctx.left -= n13
            if n13 < 8 and key_task_offset_v0 is None:
                o.task_end_offsets, pos, _ = some_task_offset_v0(buf, pos, end, n13, ctx)
            else:
                o.task_end_offsets, pos, key_task_offset_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n13,
                    ctx,
                    some_task_offset_v0,
                    fill_task_offset_v0,
                    rows_task_offset_v0,
                    key_task_offset_v0,
                )
        (o.shutdown_application,) = unpack_t(buf, pos)
        pos += 1
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
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
    v12 = o.active_tasks
    if v12:
        put(COUNTS[len(v12)])
        write_task_ids_v0_array(v12, put)
    v13 = o.standby_tasks
    if not v12:
        put(pack_B(v12 is not None))
    if v13:
        put(COUNTS[len(v13)])
        write_task_ids_v0_array(v13, put)
    v14 = o.warmup_tasks
    if not v13:
        put(pack_B(v13 is not None))
    if v14:
        put(COUNTS[len(v14)])
        write_task_ids_v0_array(v14, put)
    v17 = o.process_id
    if v17 is None:
        s15 = b""
        n16 = 0
    else:
        s15 = v17.encode()
        n16 = len(s15) + 1
    if v14:
        put(shapes_3[len(s15)](n16, s15))
    else:
        put(shapes_4[len(s15)](v14 is not None, n16, s15))
    v18 = o.user_endpoint
    if v18 is None:
        put(b"\xff")
    else:
        put(b"\1")
        write_endpoint_v0(v18, put)
    v19 = o.client_tags
    if v19:
        put(COUNTS[len(v19)])
        write_key_value_v0_array(v19, put)
    v20 = o.task_offsets
    if not v19:
        put(pack_B(v19 is not None))
    if v20:
        put(COUNTS[len(v20)])
        write_task_offset_v0_array(v20, put)
    v21 = o.task_end_offsets
    if not v20:
        put(pack_B(v20 is not None))
    if v21:
        put(COUNTS[len(v21)])
        write_task_offset_v0_array(v21, put)
    if v21:
        data = pack_tx(o.shutdown_application)
    else:
        data = pack_Btx(v21 is not None, o.shutdown_application)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
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

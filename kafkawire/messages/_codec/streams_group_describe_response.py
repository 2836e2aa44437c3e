# Generated from rpc/StreamsGroupDescribeResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_describe_response import (
    Assignment,
    DescribedGroup,
    Endpoint,
    KeyValue,
    Member,
    StreamsGroupDescribeResponse,
    Subtopology,
    TaskIds,
    TaskOffset,
    TopicInfo,
    Topology,
    TopologyDescription,
    TopologyDescriptionGlobalStore,
    TopologyDescriptionNode,
    TopologyDescriptionSubtopology,
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
pack_Bi = Packer(">Bi").pack
pack_Bix = Packer(">Bix").pack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ix = Packer(">ix").pack
pack_tx = Packer(">?x").pack
rows_key_value_v0 = Rows("P1 P1 T")
rows_task_ids_v0 = Rows("P1 g1 T")
rows_task_offset_v0 = Rows("P1 iq T")
runs_i = Runs("i")
shapes_1 = Shapes("hS%dsS%dsS%dsii")
shapes_10 = Shapes("S%dsbBS%ds")
shapes_11 = Shapes("S%dsS%dsx")
shapes_12 = Shapes("S%dsiqx")
shapes_13 = Shapes("S%dsih")
shapes_14 = Shapes("S%dsihBx")
shapes_15 = Shapes("S%dsP%dix")
shapes_2 = Shapes("bS%dsx")
shapes_3 = Shapes("S%dsiS%dsS%ds")
shapes_4 = Shapes("S%dsS%dsiS%ds")
shapes_5 = Shapes("S%ds")
shapes_6 = Shapes("S%dsB")
shapes_7 = Shapes("S%dsBx")
shapes_8 = Shapes("S%dsHx")
shapes_9 = Shapes("S%dsb")
unpack_HB = Packer(">HB").unpack_from
unpack_b = Packer(">b").unpack_from
unpack_bB = Packer(">bB").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ib = Packer(">ib").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iib = Packer(">iib").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_tB = Packer(">?B").unpack_from


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


def read_topology_description_node_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopologyDescriptionNode], int]:
    out = many(TopologyDescriptionNode, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.node_type, n2 = unpack_bB(buf, pos)
        pos += 2
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
        if 0 < n3 < 128:
            p = pos + n3
            o.sink_topic = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.sink_topic = None
            pos = pos + 1
        else:
            o.sink_topic, pos = long_string_or_null(buf, pos + 1, n3)
        n4 = buf[pos]
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.stores = [] if n4 else refuse_length(-1)
        else:
            n4 -= 1
            if n4 > end - pos or n4 > ctx.left:
                refuse_count(n4, 1, end - pos)
            ctx.left -= n4
            o.stores, pos = compact_strings(buf, pos, n4)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.successors = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 > end - pos or n5 > ctx.left:
                refuse_count(n5, 1, end - pos)
            ctx.left -= n5
            o.successors, pos = compact_strings(buf, pos, n5)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


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


def write_task_ids_v0_array(items: Iterable[TaskIds], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_15[0, 0]
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_15[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_node_v1_array(items: Iterable[TopologyDescriptionNode], put: Put) -> None:
    last9 = last10 = -1
    pack8 = shapes_10[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.source_topics
        if v3:
            put(shapes_9[n2](n2 + 1, s1, o.node_type))
            put(COUNTS[len(v3)])
            put_compact_strings(put, v3)
        elif v3 is None:
            refuse_null()
        v6 = o.sink_topic
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        v7 = o.stores
        if v3:
            put(shapes_5[len(s4)](n5, s4))
        else:
            if last9 != n2 or last10 != len(s4):
                last9, last10 = n2, len(s4)
                pack8 = shapes_10[last9, last10]
            put(pack8(n2 + 1, s1, o.node_type, 1, n5, s4))
        if v7:
            put(COUNTS[len(v7)])
            put_compact_strings(put, v7)
        elif v7 is None:
            refuse_null()
        v11 = o.successors
        if not v7:
            put(pack_B(1))
        if v11:
            put(COUNTS[len(v11)])
            put_compact_strings(put, v11)
        elif v11 is None:
            refuse_null()
        if v11:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_info_v0_array(items: Iterable[TopicInfo], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.topic_configs
        if v3:
            put(shapes_13[n2](n2 + 1, s1, o.partitions, o.replication_factor))
            put(COUNTS[len(v3)])
            write_key_value_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_14[n2](n2 + 1, s1, o.partitions, o.replication_factor, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_task_offset_v0_array(items: Iterable[TaskOffset], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        data = shapes_12[n2](n2 + 1, s1, o.partition, o.offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_key_value_v0_array(items: Iterable[KeyValue], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_11[0, 0]
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.value.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_11[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_node_v1(o: TopologyDescriptionNode, put: Put) -> None:
    s1 = o.name.encode()
    n2 = len(s1)
    v3 = o.source_topics
    if v3:
        put(shapes_9[n2](n2 + 1, s1, o.node_type))
        put(COUNTS[len(v3)])
        put_compact_strings(put, v3)
    elif v3 is None:
        refuse_null()
    v6 = o.sink_topic
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    v7 = o.stores
    if v3:
        put(shapes_5[len(s4)](n5, s4))
    else:
        put(shapes_10[n2, len(s4)](n2 + 1, s1, o.node_type, 1, n5, s4))
    if v7:
        put(COUNTS[len(v7)])
        put_compact_strings(put, v7)
    elif v7 is None:
        refuse_null()
    v8 = o.successors
    if not v7:
        put(pack_B(1))
    if v8:
        put(COUNTS[len(v8)])
        put_compact_strings(put, v8)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_assignment_v0(o: Assignment, put: Put) -> None:
    v1 = o.active_tasks
    if v1:
        put(COUNTS[len(v1)])
        write_task_ids_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.standby_tasks
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        write_task_ids_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v3 = o.warmup_tasks
    if not v2:
        put(pack_B(1))
    if v3:
        put(COUNTS[len(v3)])
        write_task_ids_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_endpoint_v0(o: Endpoint, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    data = shapes_8[n2](n2 + 1, s1, o.port)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_topology_description_node_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TopologyDescriptionNode, int]:
    o = new(TopologyDescriptionNode)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n1)
    o.node_type, n2 = unpack_bB(buf, pos)
    pos += 2
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
    if 0 < n3 < 128:
        p = pos + n3
        o.sink_topic = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.sink_topic = None
        pos = pos + 1
    else:
        o.sink_topic, pos = long_string_or_null(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.stores = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 > end - pos or n4 > ctx.left:
            refuse_count(n4, 1, end - pos)
        ctx.left -= n4
        o.stores, pos = compact_strings(buf, pos, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.successors = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 > end - pos or n5 > ctx.left:
            refuse_count(n5, 1, end - pos)
        ctx.left -= n5
        o.successors, pos = compact_strings(buf, pos, n5)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_assignment_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[Assignment, int]:
    key_task_ids_v0: Key | None = None
    o = new(Assignment)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.active_tasks = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_task_ids_v0 is None:
            o.active_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n1, ctx)
        else:
            o.active_tasks, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n1, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.standby_tasks = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_task_ids_v0 is None:
            o.standby_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n2, ctx)
        else:
            o.standby_tasks, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n2, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.warmup_tasks = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 3, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_task_ids_v0 is None:
            o.warmup_tasks, pos, _ = some_task_ids_v0(buf, pos, end, n3, ctx)
        else:
            o.warmup_tasks, pos, key_task_ids_v0 = read_rows(
                buf, pos, end, n3, ctx, some_task_ids_v0, fill_task_ids_v0, rows_task_ids_v0, key_task_ids_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


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


def read_topology_description_global_store_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopologyDescriptionGlobalStore], int]:
    out = many(TopologyDescriptionGlobalStore, count)
    for o in out:
        o.source, pos = read_topology_description_node_v1(buf, pos, end, ctx)
        o.processor, pos = read_topology_description_node_v1(buf, pos, end, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topology_description_subtopology_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopologyDescriptionSubtopology], int]:
    out = many(TopologyDescriptionSubtopology, count)
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
            o.nodes = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 7 > end - pos or n2 > ctx.left:
                refuse_count(n2, 7, end - pos)
            ctx.left -= n2
            o.nodes, pos = read_topology_description_node_v1_array(buf, pos, end, n2, ctx)
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
            o.repartition_sink_topics = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 1, end - pos)
            ctx.left -= n3
            o.repartition_sink_topics, pos = compact_strings(buf, pos, n3)
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
            o.repartition_source_topics = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 * 9 > end - pos or n5 > ctx.left:
                refuse_count(n5, 9, end - pos)
            ctx.left -= n5
            o.repartition_source_topics, pos = read_topic_info_v0_array(buf, pos, end, n5, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_member_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Member], int]:
    out = many(Member, count)
    key_key_value_v0: Key | None = None
    key_task_offset_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.member_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.member_id, pos = long_string(buf, pos + 1, n1)
        o.member_epoch, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.instance_id = buf[pos + 5 : p].decode()
            pos = p
        elif n2 == 0:
            o.instance_id = None
            pos = pos + 5
        else:
            o.instance_id, pos = long_string_or_null(buf, pos + 5, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.rack_id = buf[pos + 1 : p].decode()
            pos = p
        elif n3 == 0:
            o.rack_id = None
            pos = pos + 1
        else:
            o.rack_id, pos = long_string_or_null(buf, pos + 1, n3)
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.client_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_id, pos = long_string(buf, pos + 1, n4)
        n5 = buf[pos]
        if 0 < n5 < 128:
            p = pos + n5
            o.client_host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.client_host, pos = long_string(buf, pos + 1, n5)
        o.topology_epoch, n6 = unpack_iB(buf, pos)
        if 0 < n6 < 128:
            p = pos + n6 + 4
            o.process_id = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.process_id, pos = long_string(buf, pos + 5, n6)
        (n7,) = unpack_b(buf, pos)
        pos += 1
        if n7 >= 0:
            o.user_endpoint, pos = read_endpoint_v0(buf, pos, end, ctx)
        else:
            o.user_endpoint = None
        n8 = buf[pos]
        pos += 1
        if n8 > 127:
            n8, pos = uvarint_rest(buf, pos, n8)
        if n8 < 2:
            o.client_tags = [] if n8 else refuse_length(-1)
        else:
            n8 -= 1
            if n8 * 3 > end - pos or n8 > ctx.left:
                refuse_count(n8, 3, end - pos)
            ctx.left -= n8
            if n8 < 8 and key_key_value_v0 is None:
                o.client_tags, pos, _ = some_key_value_v0(buf, pos, end, n8, ctx)
            else:
                o.client_tags, pos, key_key_value_v0 = read_rows(
                    buf, pos, end, n8, ctx, some_key_value_v0, fill_key_value_v0, rows_key_value_v0, key_key_value_v0
                )
        n9 = buf[pos]
        pos += 1
        if n9 > 127:
            n9, pos = uvarint_rest(buf, pos, n9)
        if n9 < 2:
            o.task_offsets = [] if n9 else refuse_length(-1)
        else:
            n9 -= 1
            if n9 * 14 > end - pos or n9 > ctx.left:
                refuse_count(n9, 14, end - pos)
            ctx.left -= n9
            if n9 < 8 and key_task_offset_v0 is None:
                o.task_offsets, pos, _ = some_task_offset_v0(buf, pos, end, n9, ctx)
            else:
                o.task_offsets, pos, key_task_offset_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n9,
                    ctx,
                    some_task_offset_v0,
                    fill_task_offset_v0,
                    rows_task_offset_v0,
                    key_task_offset_v0,
                )
        n10 = buf[pos]
        pos += 1
        if n10 > 127:
            n10, pos = uvarint_rest(buf, pos, n10)
        if n10 < 2:
            o.task_end_offsets = [] if n10 else refuse_length(-1)
        else:
            n10 -= 1
            if n10 * 14 > end - pos or n10 > ctx.left:
                refuse_count(n10, 14, end - pos)
            ctx.left -= n10
            if n10 < 8 and key_task_offset_v0 is None:
                o.task_end_offsets, pos, _ = some_task_offset_v0(buf, pos, end, n10, ctx)
            else:
                o.task_end_offsets, pos, key_task_offset_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n10,
                    ctx,
                    some_task_offset_v0,
                    fill_task_offset_v0,
                    rows_task_offset_v0,
                    key_task_offset_v0,
                )
        o.assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        o.target_assignment, pos = read_assignment_v0(buf, pos, end, ctx)
        o.is_classic, t = unpack_tB(buf, pos)
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topology_description_global_store_v1_array(items: Iterable[TopologyDescriptionGlobalStore], put: Put) -> None:
    for o in items:
        write_topology_description_node_v1(o.source, put)
        write_topology_description_node_v1(o.processor, put)
        data = b"\0"
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_subtopology_v1_array(items: Iterable[TopologyDescriptionSubtopology], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.nodes
        if v3:
            put(shapes_5[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_topology_description_node_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_7[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_subtopology_v0_array(items: Iterable[Subtopology], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.source_topics
        if v3:
            put(shapes_5[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            put_compact_strings(put, v3)
        elif v3 is None:
            refuse_null()
        v4 = o.repartition_sink_topics
        if not v3:
            put(shapes_6[n2](n2 + 1, s1, 1))
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
        v6 = o.repartition_source_topics
        if not v5:
            put(pack_B(1))
        if v6:
            put(COUNTS[len(v6)])
            write_topic_info_v0_array(v6, put)
        elif v6 is None:
            refuse_null()
        if v6:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_member_v0_array(items: Iterable[Member], put: Put) -> None:
    last10 = last11 = last12 = -1
    pack9 = shapes_3[0, 0, 0]
    last20 = last21 = last22 = -1
    pack19 = shapes_4[0, 0, 0]
    for o in items:
        s1 = o.member_id.encode()
        n2 = len(s1)
        v5 = o.instance_id
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v8 = o.rack_id
        if v8 is None:
            s6 = b""
            n7 = 0
        else:
            s6 = v8.encode()
            n7 = len(s6) + 1
        if last10 != n2 or last11 != len(s3) or last12 != len(s6):
            last10, last11, last12 = n2, len(s3), len(s6)
            pack9 = shapes_3[last10, last11, last12]
        put(pack9(n2 + 1, s1, o.member_epoch, n4, s3, n7, s6))
        s13 = o.client_id.encode()
        n14 = len(s13)
        s15 = o.client_host.encode()
        n16 = len(s15)
        s17 = o.process_id.encode()
        n18 = len(s17)
        if last20 != n14 or last21 != n16 or last22 != n18:
            last20, last21, last22 = n14, n16, n18
            pack19 = shapes_4[last20, last21, last22]
        put(pack19(n14 + 1, s13, n16 + 1, s15, o.topology_epoch, n18 + 1, s17))
        v23 = o.user_endpoint
        if v23 is None:
            put(b"\xff")
        else:
            put(b"\1")
            write_endpoint_v0(v23, put)
        v24 = o.client_tags
        if v24:
            put(COUNTS[len(v24)])
            write_key_value_v0_array(v24, put)
        elif v24 is None:
            refuse_null()
        v25 = o.task_offsets
        if not v24:
            put(pack_B(1))
        if v25:
            put(COUNTS[len(v25)])
            write_task_offset_v0_array(v25, put)
        elif v25 is None:
            refuse_null()
        v26 = o.task_end_offsets
        if not v25:
            put(pack_B(1))
        if v26:
            put(COUNTS[len(v26)])
            write_task_offset_v0_array(v26, put)
        elif v26 is None:
            refuse_null()
        if not v26:
            put(pack_B(1))
        write_assignment_v0(o.assignment, put)
        write_assignment_v0(o.target_assignment, put)
        data = pack_tx(o.is_classic)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topology_description_v1(o: TopologyDescription, put: Put) -> None:
    v1 = o.subtopologies
    if v1:
        put(COUNTS[len(v1)])
        write_topology_description_subtopology_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.global_stores
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        write_topology_description_global_store_v1_array(v2, put)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def write_topology_v0(o: Topology, put: Put) -> None:
    v1 = o.subtopologies
    if v1:
        put(pack_i(o.epoch))
        put(COUNTS[len(v1)])
        write_subtopology_v0_array(v1, put)
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.epoch, v1 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_topology_description_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TopologyDescription, int]:
    o = new(TopologyDescription)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.subtopologies = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.subtopologies, pos = read_topology_description_subtopology_v1_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.global_stores = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 15 > end - pos or n2 > ctx.left:
            refuse_count(n2, 15, end - pos)
        ctx.left -= n2
        o.global_stores, pos = read_topology_description_global_store_v1_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
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
        o.subtopologies = [] if n1 else None
    else:
        n1 -= 1
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.subtopologies, pos = read_subtopology_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_described_group_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    for o in out:
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
        if 0 < n2 < 128:
            p = pos + n2
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.group_state = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_state, pos = long_string(buf, pos + 1, n3)
        o.group_epoch, o.assignment_epoch, n4 = unpack_iib(buf, pos)
        pos += 9
        if n4 >= 0:
            o.topology, pos = read_topology_v0(buf, pos, end, ctx)
        else:
            o.topology = None
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.members = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 * 28 > end - pos or n5 > ctx.left:
                refuse_count(n5, 28, end - pos)
            ctx.left -= n5
            o.members, pos = read_member_v0_array(buf, pos, end, n5, ctx)
        o.authorized_operations, n6 = unpack_ib(buf, pos)
        pos += 5
        if n6 >= 0:
            o.topology_description, pos = read_topology_description_v1(buf, pos, end, ctx)
        else:
            o.topology_description = None
        o.topology_description_status, n7 = unpack_bB(buf, pos)
        if 0 < n7 < 128:
            p = pos + n7 + 1
            o.assignor_name = buf[pos + 2 : p].decode()
            pos = p
        elif n7 == 0:
            o.assignor_name = None
            pos = pos + 2
        else:
            o.assignor_name, pos = long_string_or_null(buf, pos + 2, n7)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_described_group_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedGroup], int]:
    out = many(DescribedGroup, count)
    for o in out:
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
        if 0 < n2 < 128:
            p = pos + n2
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.group_state = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_state, pos = long_string(buf, pos + 1, n3)
        o.group_epoch, o.assignment_epoch, n4 = unpack_iib(buf, pos)
        pos += 9
        if n4 >= 0:
            o.topology, pos = read_topology_v0(buf, pos, end, ctx)
        else:
            o.topology = None
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.members = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 * 28 > end - pos or n5 > ctx.left:
                refuse_count(n5, 28, end - pos)
            ctx.left -= n5
            o.members, pos = read_member_v0_array(buf, pos, end, n5, ctx)
        o.authorized_operations, t = unpack_iB(buf, pos)
        o.topology_description = None
        o.topology_description_status = 0
        o.assignor_name = None
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_described_group_v1_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_1[0, 0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        s4 = o.group_id.encode()
        n5 = len(s4)
        s6 = o.group_state.encode()
        n7 = len(s6)
        if last9 != len(s1) or last10 != n5 or last11 != n7:
            last9, last10, last11 = len(s1), n5, n7
            pack8 = shapes_1[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, n5 + 1, s4, n7 + 1, s6, o.group_epoch, o.assignment_epoch))
        v12 = o.topology
        if v12 is None:
            put(b"\xff")
        else:
            put(b"\1")
            write_topology_v0(v12, put)
        v13 = o.members
        if v13:
            put(COUNTS[len(v13)])
            write_member_v0_array(v13, put)
        elif v13 is None:
            refuse_null()
        if v13:
            put(pack_i(o.authorized_operations))
        else:
            put(pack_Bi(1, o.authorized_operations))
        v14 = o.topology_description
        if v14 is None:
            put(b"\xff")
        else:
            put(b"\1")
            write_topology_description_v1(v14, put)
        v17 = o.assignor_name
        if v17 is None:
            s15 = b""
            n16 = 0
        else:
            s15 = v17.encode()
            n16 = len(s15) + 1
        data = shapes_2[len(s15)](o.topology_description_status, n16, s15)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_group_v0_array(items: Iterable[DescribedGroup], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_1[0, 0, 0]
    for o in items:
        if o.topology_description is not None:
            absent(o, "topology_description")
        if o.topology_description_status != 0:
            absent(o, "topology_description_status")
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        s4 = o.group_id.encode()
        n5 = len(s4)
        s6 = o.group_state.encode()
        n7 = len(s6)
        if last9 != len(s1) or last10 != n5 or last11 != n7:
            last9, last10, last11 = len(s1), n5, n7
            pack8 = shapes_1[last9, last10, last11]
        put(pack8(o.error_code, n2, s1, n5 + 1, s4, n7 + 1, s6, o.group_epoch, o.assignment_epoch))
        v12 = o.topology
        if v12 is None:
            put(b"\xff")
        else:
            put(b"\1")
            write_topology_v0(v12, put)
        v13 = o.members
        if v13:
            put(COUNTS[len(v13)])
            write_member_v0_array(v13, put)
        elif v13 is None:
            refuse_null()
        if v13:
            data = pack_ix(o.authorized_operations)
        else:
            data = pack_Bix(1, o.authorized_operations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_streams_group_describe_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupDescribeResponse, int]:
    o = new(StreamsGroupDescribeResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 23 > end - pos or n1 > ctx.left:
            refuse_count(n1, 23, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_streams_group_describe_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupDescribeResponse, int]:
    o = new(StreamsGroupDescribeResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 20 > end - pos or n1 > ctx.left:
            refuse_count(n1, 20, end - pos)
        ctx.left -= n1
        o.groups, pos = read_described_group_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_streams_group_describe_response_v1(o: StreamsGroupDescribeResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_described_group_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_streams_group_describe_response_v0(o: StreamsGroupDescribeResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_described_group_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupDescribeResponse], bytes]] = {
    0: encode_streams_group_describe_response_v0,
    1: encode_streams_group_describe_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupDescribeResponse, int]]] = {
    0: read_streams_group_describe_response_v0,
    1: read_streams_group_describe_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupDescribeResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 Groups []DescribedGroup 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+ default=null
  GroupId string 0+
  GroupState string 0+
  GroupEpoch int32 0+
  AssignmentEpoch int32 0+
  Topology Topology 0+ null=0+ default=null
   Epoch int32 0+
   Subtopologies []Subtopology 0+ null=0+ default=null
    SubtopologyId string 0+
    SourceTopics []string 0+
    RepartitionSinkTopics []string 0+
    StateChangelogTopics []TopicInfo 0+
    RepartitionSourceTopics []TopicInfo 0+
  Members []Member 0+
   MemberId string 0+
   MemberEpoch int32 0+
   InstanceId string 0+ null=0+ default=null
   RackId string 0+ null=0+ default=null
   ClientId string 0+
   ClientHost string 0+
   TopologyEpoch int32 0+
   ProcessId string 0+
   UserEndpoint Endpoint 0+ null=0+ default=null
   ClientTags []KeyValue 0+
   TaskOffsets []TaskOffset 0+
   TaskEndOffsets []TaskOffset 0+
   Assignment Assignment 0+
   TargetAssignment Assignment 0+
   IsClassic bool 0+
  AuthorizedOperations int32 0+ default=-2147483648
  TopologyDescription TopologyDescription 1+ null=1+ default=null
  TopologyDescriptionStatus int8 1+ default=0
  AssignorName string 1+ null=1+ ignorable default=null
struct TopicInfo
 Name string 0+
 Partitions int32 0+
 ReplicationFactor int16 0+
 TopicConfigs []KeyValue 0+
struct KeyValue
 Key string 0+
 Value string 0+
struct Endpoint
 Host string 0+
 Port uint16 0+
struct TaskOffset
 SubtopologyId string 0+
 Partition int32 0+
 Offset int64 0+
struct Assignment
 ActiveTasks []TaskIds 0+
 StandbyTasks []TaskIds 0+
 WarmupTasks []TaskIds 0+
struct TaskIds
 SubtopologyId string 0+
 Partitions []int32 0+
struct TopologyDescription
 Subtopologies []TopologyDescriptionSubtopology 1+
 GlobalStores []TopologyDescriptionGlobalStore 1+
struct TopologyDescriptionSubtopology
 SubtopologyId string 1+
 Nodes []TopologyDescriptionNode 1+
struct TopologyDescriptionNode
 Name string 1+
 NodeType int8 1+
 SourceTopics []string 1+
 SinkTopic string 1+ null=1+ default=null
 Stores []string 1+
 Successors []string 1+
struct TopologyDescriptionGlobalStore
 Source TopologyDescriptionNode 1+
 Processor TopologyDescriptionNode 1+
"""

# Generated from records-group/StreamsGroupTopologyValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_topology_value import (
    CopartitionGroup,
    StreamsGroupTopologyValue,
    Subtopology,
    TopicConfig,
    TopicInfo,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    compact_numbers,
    compact_strings,
    long_string,
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
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_copartition_group_v0 = Rows("P2 P2 P2 T")
rows_topic_config_v0 = Rows("P1 P1 T")
runs_h = Runs("h")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsB")
shapes_3 = Shapes("S%dsih")
shapes_4 = Shapes("S%dsihBx")
shapes_5 = Shapes("P%dhP%dhP%dhx")
shapes_6 = Shapes("S%dsS%dsx")
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def some_topic_config_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicConfig], int, Key]:
    out = many(TopicConfig, count)
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


def fill_topic_config_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicConfig]:
    out = many(TopicConfig, count)
    o: TopicConfig
    for o, row in zip(out, rows):
        v0, v1 = row
        o.key = v0.decode()
        o.value = v1.decode()
        o.unknown_tags = None
    return out


def write_topic_config_v0_array(items: Iterable[TopicConfig], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.value.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


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
    key_topic_config_v0: Key | None = None
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
            if n2 < 8 and key_topic_config_v0 is None:
                o.topic_configs, pos, _ = some_topic_config_v0(buf, pos, end, n2, ctx)
            else:
                o.topic_configs, pos, key_topic_config_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_topic_config_v0,
                    fill_topic_config_v0,
                    rows_topic_config_v0,
                    key_topic_config_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_copartition_group_v0_array(items: Iterable[CopartitionGroup], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_5[0, 0, 0]
    for o in items:
        v1 = o.source_topics
        n2 = len(v1)
        v3 = o.source_topic_regex
        n4 = len(v3)
        v5 = o.repartition_source_topics
        n6 = len(v5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_5[last8, last9, last10]
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
            put(shapes_3[n2](n2 + 1, s1, o.partitions, o.replication_factor))
            put(COUNTS[len(v3)])
            write_topic_config_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, o.partitions, o.replication_factor, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


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


def write_subtopology_v0_array(items: Iterable[Subtopology], put: Put) -> None:
    for o in items:
        s1 = o.subtopology_id.encode()
        n2 = len(s1)
        v3 = o.source_topics
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            put_compact_strings(put, v3)
        elif v3 is None:
            refuse_null()
        v4 = o.source_topic_regex
        if not v3:
            put(shapes_2[n2](n2 + 1, s1, 1))
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


def read_streams_group_topology_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupTopologyValue, int]:
    o = new(StreamsGroupTopologyValue)
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


def encode_streams_group_topology_value_v0(o: StreamsGroupTopologyValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
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
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupTopologyValue], bytes]] = {
    0: encode_streams_group_topology_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupTopologyValue, int]]] = {
    0: read_streams_group_topology_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupTopologyValue coordinator-value 0 flexible=0+
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
struct TopicInfo
 Name string 0+
 Partitions int32 0+
 ReplicationFactor int16 0+
 TopicConfigs []TopicConfig 0+
struct TopicConfig
 Key string 0+
 Value string 0+
"""

# Generated from rpc/OffsetFetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_fetch_response import (
    OffsetFetchResponse,
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
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
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_h = Packer(">h").pack
pack_hx = Packer(">hx").pack
pack_i = Packer(">i").pack
pack_iBhx = Packer(">iBhx").pack
pack_iBx = Packer(">iBx").pack
pack_ih = Packer(">ih").pack
pack_ii = Packer(">ii").pack
pack_iih = Packer(">iih").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_offset_fetch_response_partition_v0 = Rows("iq Y1 h")
rows_offset_fetch_response_partition_v5 = Rows("iqi Y1 h")
rows_offset_fetch_response_partition_v6 = Rows("iqi P1 h T")
rows_offset_fetch_response_partitions_v8 = Rows("iqi P1 h T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("S%dsBhx")
shapes_5 = Shapes("iqh%dsh")
shapes_6 = Shapes("iqih%dsh")
shapes_7 = Shapes("iqiS%dshx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iqh = Packer(">iqh").unpack_from
unpack_iqiB = Packer(">iqiB").unpack_from
unpack_iqih = Packer(">iqih").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_offset_fetch_response_partitions_v8(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponsePartitions], int, Key]:
    out = many(OffsetFetchResponsePartitions, count)
    for o in out:
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n1 = unpack_iqiB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 16
            o.metadata = buf[pos + 17 : p].decode()
            pos = p
        elif n1 == 0:
            o.metadata = None
            pos = pos + 17
        else:
            o.metadata, pos = long_string_or_null(buf, pos + 17, n1)
        o.error_code, t = unpack_hB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_offset_fetch_response_partitions_v8(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchResponsePartitions]:
    k0, _ = key
    out = many(OffsetFetchResponsePartitions, count)
    o: OffsetFetchResponsePartitions
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3, o.error_code = row
        o.metadata = v3.decode() if k0 else None
        o.unknown_tags = None
    return out


def write_offset_fetch_response_partitions_v8_array(items: Iterable[OffsetFetchResponsePartitions], put: Put) -> None:
    for o in items:
        v3 = o.metadata
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_7[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_offset_fetch_response_topics_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseTopics], int]:
    out = many(OffsetFetchResponseTopics, count)
    key_offset_fetch_response_partitions_v8: Key | None = None
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 20 > end - pos or n2 > ctx.left:
                refuse_count(n2, 20, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_response_partitions_v8 is None:
                o.partitions, pos, _ = some_offset_fetch_response_partitions_v8(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_fetch_response_partitions_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_response_partitions_v8,
                    fill_offset_fetch_response_partitions_v8,
                    rows_offset_fetch_response_partitions_v8,
                    key_offset_fetch_response_partitions_v8,
                )
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_fetch_response_topics_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseTopics], int]:
    out = many(OffsetFetchResponseTopics, count)
    key_offset_fetch_response_partitions_v8: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 20 > end - pos or n2 > ctx.left:
                refuse_count(n2, 20, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_response_partitions_v8 is None:
                o.partitions, pos, _ = some_offset_fetch_response_partitions_v8(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_fetch_response_partitions_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_response_partitions_v8,
                    fill_offset_fetch_response_partitions_v8,
                    rows_offset_fetch_response_partitions_v8,
                    key_offset_fetch_response_partitions_v8,
                )
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_offset_fetch_response_partition_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponsePartition], int, Key]:
    out = many(OffsetFetchResponsePartition, count)
    for o in out:
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n1 = unpack_iqiB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 16
            o.metadata = buf[pos + 17 : p].decode()
            pos = p
        elif n1 == 0:
            o.metadata = None
            pos = pos + 17
        else:
            o.metadata, pos = long_string_or_null(buf, pos + 17, n1)
        o.error_code, t = unpack_hB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_offset_fetch_response_partition_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchResponsePartition]:
    k0, _ = key
    out = many(OffsetFetchResponsePartition, count)
    o: OffsetFetchResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3, o.error_code = row
        o.metadata = v3.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_offset_fetch_response_partition_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponsePartition], int, Key]:
    out = many(OffsetFetchResponsePartition, count)
    for o in out:
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n1 = unpack_iqih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 18
            o.metadata = buf[pos + 18 : p].decode()
            pos = p
        else:
            o.metadata = null_or_refuse(n1)
            pos = pos + 18
        (o.error_code,) = unpack_h(buf, pos)
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1,)


def fill_offset_fetch_response_partition_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchResponsePartition]:
    (k0,) = key
    out = many(OffsetFetchResponsePartition, count)
    o: OffsetFetchResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3, o.error_code = row
        o.metadata = v3.decode() if k0 >= 0 else None
        o.unknown_tags = None
    return out


def some_offset_fetch_response_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponsePartition], int, Key]:
    out = many(OffsetFetchResponsePartition, count)
    for o in out:
        o.partition_index, o.committed_offset, n1 = unpack_iqh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 14
            o.metadata = buf[pos + 14 : p].decode()
            pos = p
        else:
            o.metadata = null_or_refuse(n1)
            pos = pos + 14
        (o.error_code,) = unpack_h(buf, pos)
        o.committed_leader_epoch = -1
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1,)


def fill_offset_fetch_response_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchResponsePartition]:
    (k0,) = key
    out = many(OffsetFetchResponsePartition, count)
    o: OffsetFetchResponsePartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, v2, o.error_code = row
        o.metadata = v2.decode() if k0 >= 0 else None
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out


def write_offset_fetch_response_topics_v10_array(items: Iterable[OffsetFetchResponseTopics], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_offset_fetch_response_partitions_v8_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_response_topics_v8_array(items: Iterable[OffsetFetchResponseTopics], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_fetch_response_partitions_v8_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_response_partition_v6_array(items: Iterable[OffsetFetchResponsePartition], put: Put) -> None:
    for o in items:
        v3 = o.metadata
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_7[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_response_partition_v5_array(items: Iterable[OffsetFetchResponsePartition], put: Put) -> None:
    for o in items:
        v3 = o.metadata
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_6[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1, o.error_code))


def write_offset_fetch_response_partition_v0_array(items: Iterable[OffsetFetchResponsePartition], put: Put) -> None:
    for o in items:
        v3 = o.metadata
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_5[len(s1)](o.partition_index, o.committed_offset, n2, s1, o.error_code))


def read_offset_fetch_response_group_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseGroup], int]:
    out = many(OffsetFetchResponseGroup, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            o.topics, pos = read_offset_fetch_response_topics_v10_array(buf, pos, end, n2, ctx)
        o.error_code, t = unpack_hB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_fetch_response_group_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseGroup], int]:
    out = many(OffsetFetchResponseGroup, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
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
            o.topics, pos = read_offset_fetch_response_topics_v8_array(buf, pos, end, n2, ctx)
        o.error_code, t = unpack_hB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_fetch_response_topic_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseTopic], int]:
    out = many(OffsetFetchResponseTopic, count)
    key_offset_fetch_response_partition_v6: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 20 > end - pos or n2 > ctx.left:
                refuse_count(n2, 20, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_response_partition_v6 is None:
                o.partitions, pos, _ = some_offset_fetch_response_partition_v6(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_fetch_response_partition_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_response_partition_v6,
                    fill_offset_fetch_response_partition_v6,
                    rows_offset_fetch_response_partition_v6,
                    key_offset_fetch_response_partition_v6,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_fetch_response_topic_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseTopic], int]:
    out = many(OffsetFetchResponseTopic, count)
    key_offset_fetch_response_partition_v5: Key | None = None
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
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 20 > end - pos or n2 > ctx.left:
                refuse_count(n2, 20, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_response_partition_v5 is None:
                o.partitions, pos, _ = some_offset_fetch_response_partition_v5(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_fetch_response_partition_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_response_partition_v5,
                    fill_offset_fetch_response_partition_v5,
                    rows_offset_fetch_response_partition_v5,
                    key_offset_fetch_response_partition_v5,
                )
        o.unknown_tags = None
    return out, pos


def read_offset_fetch_response_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchResponseTopic], int]:
    out = many(OffsetFetchResponseTopic, count)
    key_offset_fetch_response_partition_v0: Key | None = None
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
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 16 > end - pos or n2 > ctx.left:
                refuse_count(n2, 16, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_response_partition_v0 is None:
                o.partitions, pos, _ = some_offset_fetch_response_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_fetch_response_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_response_partition_v0,
                    fill_offset_fetch_response_partition_v0,
                    rows_offset_fetch_response_partition_v0,
                    key_offset_fetch_response_partition_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_offset_fetch_response_group_v10_array(items: Iterable[OffsetFetchResponseGroup], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_fetch_response_topics_v10_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = pack_hx(o.error_code)
        else:
            data = shapes_4[n2](n2 + 1, s1, 1, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_response_group_v8_array(items: Iterable[OffsetFetchResponseGroup], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_fetch_response_topics_v8_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = pack_hx(o.error_code)
        else:
            data = shapes_4[n2](n2 + 1, s1, 1, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_response_topic_v6_array(items: Iterable[OffsetFetchResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_fetch_response_partition_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_response_topic_v5_array(items: Iterable[OffsetFetchResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_fetch_response_partition_v5_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_offset_fetch_response_topic_v0_array(items: Iterable[OffsetFetchResponseTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_fetch_response_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_offset_fetch_response_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        o.groups, pos = read_offset_fetch_response_group_v10_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.topics = []
    o.error_code = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_response_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        o.groups, pos = read_offset_fetch_response_group_v8_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.topics = []
    o.error_code = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_response_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_fetch_response_topic_v6_array(buf, pos, end, n1, ctx)
    o.error_code, t = unpack_hB(buf, pos)
    o.groups = []
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_fetch_response_topic_v5_array(buf, pos, end, n1, ctx)
    (o.error_code,) = unpack_h(buf, pos)
    o.groups = []
    o.unknown_tags = None
    return o, pos + 2


def read_offset_fetch_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_fetch_response_topic_v0_array(buf, pos, end, n1, ctx)
    (o.error_code,) = unpack_h(buf, pos)
    o.groups = []
    o.unknown_tags = None
    return o, pos + 2


def read_offset_fetch_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_fetch_response_topic_v0_array(buf, pos, end, n1, ctx)
    (o.error_code,) = unpack_h(buf, pos)
    o.throttle_time_ms = 0
    o.groups = []
    o.unknown_tags = None
    return o, pos + 2


def read_offset_fetch_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchResponse, int]:
    o = new(OffsetFetchResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_offset_fetch_response_topic_v0_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.error_code = 0
    o.groups = []
    o.unknown_tags = None
    return o, pos


def encode_offset_fetch_response_v10(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topics:
        absent(o, "topics")
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_offset_fetch_response_group_v10_array(v1, put)
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


def encode_offset_fetch_response_v8(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.topics:
        absent(o, "topics")
    v1 = o.groups
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_offset_fetch_response_group_v8_array(v1, put)
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


def encode_offset_fetch_response_v6(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_offset_fetch_response_topic_v6_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_hx(o.error_code)
    else:
        data = pack_iBhx(o.throttle_time_ms, 1, o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_fetch_response_v5(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_offset_fetch_response_topic_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_h(o.error_code))
    else:
        put(pack_iih(o.throttle_time_ms, 0, o.error_code))
    return b"".join(parts)


def encode_offset_fetch_response_v3(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_offset_fetch_response_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_h(o.error_code))
    else:
        put(pack_iih(o.throttle_time_ms, 0, o.error_code))
    return b"".join(parts)


def encode_offset_fetch_response_v2(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_offset_fetch_response_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_h(o.error_code))
    else:
        put(pack_ih(0, o.error_code))
    return b"".join(parts)


def encode_offset_fetch_response_v0(o: OffsetFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_offset_fetch_response_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetFetchResponse], bytes]] = {
    0: encode_offset_fetch_response_v0,
    1: encode_offset_fetch_response_v0,
    2: encode_offset_fetch_response_v2,
    3: encode_offset_fetch_response_v3,
    4: encode_offset_fetch_response_v3,
    5: encode_offset_fetch_response_v5,
    6: encode_offset_fetch_response_v6,
    7: encode_offset_fetch_response_v6,
    8: encode_offset_fetch_response_v8,
    9: encode_offset_fetch_response_v8,
    10: encode_offset_fetch_response_v10,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetFetchResponse, int]]] = {
    0: read_offset_fetch_response_v0,
    1: read_offset_fetch_response_v0,
    2: read_offset_fetch_response_v2,
    3: read_offset_fetch_response_v3,
    4: read_offset_fetch_response_v3,
    5: read_offset_fetch_response_v5,
    6: read_offset_fetch_response_v6,
    7: read_offset_fetch_response_v6,
    8: read_offset_fetch_response_v8,
    9: read_offset_fetch_response_v8,
    10: read_offset_fetch_response_v10,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetFetchResponse response 0-10 flexible=6+
 ThrottleTimeMs int32 3+ ignorable
 Topics []OffsetFetchResponseTopic 0-7
  Name string 0-7
  Partitions []OffsetFetchResponsePartition 0-7
   PartitionIndex int32 0-7
   CommittedOffset int64 0-7
   CommittedLeaderEpoch int32 5-7 ignorable default=-1
   Metadata string 0-7 null=0-7
   ErrorCode int16 0-7
 ErrorCode int16 2-7 ignorable default=0
 Groups []OffsetFetchResponseGroup 8+
  GroupId string 8+
  Topics []OffsetFetchResponseTopics 8+
   Name string 8-9 ignorable
   TopicId uuid 10+ ignorable
   Partitions []OffsetFetchResponsePartitions 8+
    PartitionIndex int32 8+
    CommittedOffset int64 8+
    CommittedLeaderEpoch int32 8+ ignorable default=-1
    Metadata string 8+ null=8+
    ErrorCode int16 8+
  ErrorCode int16 8+ default=0
"""

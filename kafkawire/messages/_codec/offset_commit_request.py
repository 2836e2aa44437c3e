# Generated from rpc/OffsetCommitRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_commit_request import (
    OffsetCommitRequest,
    OffsetCommitRequestPartition,
    OffsetCommitRequestTopic,
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

pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_offset_commit_request_partition_v0 = Rows("iq Y1")
rows_offset_commit_request_partition_v1 = Rows("iqq Y1")
rows_offset_commit_request_partition_v6 = Rows("iqi Y1")
rows_offset_commit_request_partition_v8 = Rows("iqi P1 T")
shapes_1 = Shapes("h%dsi")
shapes_10 = Shapes("iqqh%ds")
shapes_11 = Shapes("iqih%ds")
shapes_12 = Shapes("iqiS%dsx")
shapes_2 = Shapes("h%dsih%dsi")
shapes_3 = Shapes("h%dsih%dsqi")
shapes_4 = Shapes("h%dsih%dsh%dsi")
shapes_5 = Shapes("S%dsiS%dsS%ds")
shapes_6 = Shapes("S%dsiS%dsS%dsBx")
shapes_7 = Shapes("S%ds")
shapes_8 = Shapes("S%dsBx")
shapes_9 = Shapes("iqh%ds")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_iqh = Packer(">iqh").unpack_from
unpack_iqiB = Packer(">iqiB").unpack_from
unpack_iqih = Packer(">iqih").unpack_from
unpack_iqqh = Packer(">iqqh").unpack_from
unpack_qi = Packer(">qi").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_offset_commit_request_partition_v8(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestPartition], int, Key]:
    out = many(OffsetCommitRequestPartition, count)
    for o in out:
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n1 = unpack_iqiB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 16
            o.committed_metadata = buf[pos + 17 : p].decode()
            pos = p
        elif n1 == 0:
            o.committed_metadata = None
            pos = pos + 17
        else:
            o.committed_metadata, pos = long_string_or_null(buf, pos + 17, n1)
        t = buf[pos]
        o.commit_timestamp = -1
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_offset_commit_request_partition_v8(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetCommitRequestPartition]:
    k0, _ = key
    out = many(OffsetCommitRequestPartition, count)
    o: OffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3 = row
        o.committed_metadata = v3.decode() if k0 else None
        o.commit_timestamp = -1
        o.unknown_tags = None
    return out


def some_offset_commit_request_partition_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestPartition], int, Key]:
    out = many(OffsetCommitRequestPartition, count)
    for o in out:
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n1 = unpack_iqih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 18
            o.committed_metadata = buf[pos + 18 : p].decode()
            pos = p
        else:
            o.committed_metadata = null_or_refuse(n1)
            pos = pos + 18
        o.commit_timestamp = -1
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_offset_commit_request_partition_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetCommitRequestPartition]:
    (k0,) = key
    out = many(OffsetCommitRequestPartition, count)
    o: OffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3 = row
        o.committed_metadata = v3.decode() if k0 >= 0 else None
        o.commit_timestamp = -1
        o.unknown_tags = None
    return out


def some_offset_commit_request_partition_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestPartition], int, Key]:
    out = many(OffsetCommitRequestPartition, count)
    for o in out:
        o.partition_index, o.committed_offset, o.commit_timestamp, n1 = unpack_iqqh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 22
            o.committed_metadata = buf[pos + 22 : p].decode()
            pos = p
        else:
            o.committed_metadata = null_or_refuse(n1)
            pos = pos + 22
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_offset_commit_request_partition_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetCommitRequestPartition]:
    (k0,) = key
    out = many(OffsetCommitRequestPartition, count)
    o: OffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.commit_timestamp, v3 = row
        o.committed_metadata = v3.decode() if k0 >= 0 else None
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out


def some_offset_commit_request_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestPartition], int, Key]:
    out = many(OffsetCommitRequestPartition, count)
    for o in out:
        o.partition_index, o.committed_offset, n1 = unpack_iqh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 14
            o.committed_metadata = buf[pos + 14 : p].decode()
            pos = p
        else:
            o.committed_metadata = null_or_refuse(n1)
            pos = pos + 14
        o.commit_timestamp = -1
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_offset_commit_request_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetCommitRequestPartition]:
    (k0,) = key
    out = many(OffsetCommitRequestPartition, count)
    o: OffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, v2 = row
        o.committed_metadata = v2.decode() if k0 >= 0 else None
        o.commit_timestamp = -1
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out


def write_offset_commit_request_partition_v8_array(items: Iterable[OffsetCommitRequestPartition], put: Put) -> None:
    for o in items:
        if o.commit_timestamp != -1:
            absent(o, "commit_timestamp")
        v3 = o.committed_metadata
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_12[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_commit_request_partition_v6_array(items: Iterable[OffsetCommitRequestPartition], put: Put) -> None:
    for o in items:
        if o.commit_timestamp != -1:
            absent(o, "commit_timestamp")
        v3 = o.committed_metadata
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_11[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1))


def write_offset_commit_request_partition_v1_array(items: Iterable[OffsetCommitRequestPartition], put: Put) -> None:
    for o in items:
        v3 = o.committed_metadata
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_10[len(s1)](o.partition_index, o.committed_offset, o.commit_timestamp, n2, s1))


def write_offset_commit_request_partition_v0_array(items: Iterable[OffsetCommitRequestPartition], put: Put) -> None:
    for o in items:
        if o.commit_timestamp != -1:
            absent(o, "commit_timestamp")
        v3 = o.committed_metadata
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_9[len(s1)](o.partition_index, o.committed_offset, n2, s1))


def read_offset_commit_request_topic_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestTopic], int]:
    out = many(OffsetCommitRequestTopic, count)
    key_offset_commit_request_partition_v8: Key | None = None
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
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_commit_request_partition_v8 is None:
                o.partitions, pos, _ = some_offset_commit_request_partition_v8(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_commit_request_partition_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_commit_request_partition_v8,
                    fill_offset_commit_request_partition_v8,
                    rows_offset_commit_request_partition_v8,
                    key_offset_commit_request_partition_v8,
                )
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_commit_request_topic_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestTopic], int]:
    out = many(OffsetCommitRequestTopic, count)
    key_offset_commit_request_partition_v8: Key | None = None
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
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_commit_request_partition_v8 is None:
                o.partitions, pos, _ = some_offset_commit_request_partition_v8(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_commit_request_partition_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_commit_request_partition_v8,
                    fill_offset_commit_request_partition_v8,
                    rows_offset_commit_request_partition_v8,
                    key_offset_commit_request_partition_v8,
                )
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_commit_request_topic_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestTopic], int]:
    out = many(OffsetCommitRequestTopic, count)
    key_offset_commit_request_partition_v6: Key | None = None
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
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_commit_request_partition_v6 is None:
                o.partitions, pos, _ = some_offset_commit_request_partition_v6(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_commit_request_partition_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_commit_request_partition_v6,
                    fill_offset_commit_request_partition_v6,
                    rows_offset_commit_request_partition_v6,
                    key_offset_commit_request_partition_v6,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_offset_commit_request_topic_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestTopic], int]:
    out = many(OffsetCommitRequestTopic, count)
    key_offset_commit_request_partition_v1: Key | None = None
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
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_commit_request_partition_v1 is None:
                o.partitions, pos, _ = some_offset_commit_request_partition_v1(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_commit_request_partition_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_commit_request_partition_v1,
                    fill_offset_commit_request_partition_v1,
                    rows_offset_commit_request_partition_v1,
                    key_offset_commit_request_partition_v1,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_offset_commit_request_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetCommitRequestTopic], int]:
    out = many(OffsetCommitRequestTopic, count)
    key_offset_commit_request_partition_v0: Key | None = None
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
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_commit_request_partition_v0 is None:
                o.partitions, pos, _ = some_offset_commit_request_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_offset_commit_request_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_commit_request_partition_v0,
                    fill_offset_commit_request_partition_v0,
                    rows_offset_commit_request_partition_v0,
                    key_offset_commit_request_partition_v0,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def write_offset_commit_request_topic_v10_array(items: Iterable[OffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_offset_commit_request_partition_v8_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_commit_request_topic_v8_array(items: Iterable[OffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_7[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_commit_request_partition_v8_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_8[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_commit_request_topic_v6_array(items: Iterable[OffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_commit_request_partition_v6_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_offset_commit_request_topic_v1_array(items: Iterable[OffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_commit_request_partition_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_offset_commit_request_topic_v0_array(items: Iterable[OffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_offset_commit_request_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_offset_commit_request_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.generation_id_or_member_epoch, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.member_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 5, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.topics = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 18 > end - pos or n4 > ctx.left:
            refuse_count(n4, 18, end - pos)
        ctx.left -= n4
        o.topics, pos = read_offset_commit_request_topic_v10_array(buf, pos, end, n4, ctx)
    t = buf[pos]
    o.retention_time_ms = -1
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_commit_request_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.generation_id_or_member_epoch, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.member_id = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 5, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n3)
    n4 = buf[pos]
    pos += 1
    if n4 > 127:
        n4, pos = uvarint_rest(buf, pos, n4)
    if n4 < 2:
        o.topics = [] if n4 else refuse_length(-1)
    else:
        n4 -= 1
        if n4 * 3 > end - pos or n4 > ctx.left:
            refuse_count(n4, 3, end - pos)
        ctx.left -= n4
        o.topics, pos = read_offset_commit_request_topic_v8_array(buf, pos, end, n4, ctx)
    t = buf[pos]
    o.retention_time_ms = -1
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_commit_request_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id_or_member_epoch, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.group_instance_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_instance_id = null_or_refuse(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.topics = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        o.topics, pos = read_offset_commit_request_topic_v6_array(buf, pos, end, n4, ctx)
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def read_offset_commit_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id_or_member_epoch, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.topics, pos = read_offset_commit_request_topic_v6_array(buf, pos, end, n3, ctx)
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def read_offset_commit_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id_or_member_epoch, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.topics, pos = read_offset_commit_request_topic_v0_array(buf, pos, end, n3, ctx)
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def read_offset_commit_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id_or_member_epoch, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    o.retention_time_ms, n3 = unpack_qi(buf, pos)
    pos += 12
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.topics, pos = read_offset_commit_request_topic_v0_array(buf, pos, end, n3, ctx)
    o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def read_offset_commit_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.generation_id_or_member_epoch, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.member_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 6
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.topics, pos = read_offset_commit_request_topic_v1_array(buf, pos, end, n3, ctx)
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def read_offset_commit_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitRequest, int]:
    o = new(OffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.topics = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        o.topics, pos = read_offset_commit_request_topic_v0_array(buf, pos, end, n2, ctx)
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def encode_offset_commit_request_v10(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    v8 = o.topics
    if v8:
        put(shapes_5[n2, n4, len(s5)](n2 + 1, s1, o.generation_id_or_member_epoch, n4 + 1, s3, n6, s5))
        put(COUNTS[len(v8)])
        write_offset_commit_request_topic_v10_array(v8, put)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = shapes_6[n2, n4, len(s5)](n2 + 1, s1, o.generation_id_or_member_epoch, n4 + 1, s3, n6, s5, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_commit_request_v8(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    v8 = o.topics
    if v8:
        put(shapes_5[n2, n4, len(s5)](n2 + 1, s1, o.generation_id_or_member_epoch, n4 + 1, s3, n6, s5))
        put(COUNTS[len(v8)])
        write_offset_commit_request_topic_v8_array(v8, put)
    elif v8 is None:
        refuse_null()
    if v8:
        data = b"\0"
    else:
        data = shapes_6[n2, n4, len(s5)](n2 + 1, s1, o.generation_id_or_member_epoch, n4 + 1, s3, n6, s5, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_commit_request_v7(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v7 = o.group_instance_id
    if v7 is None:
        s5 = b""
        n6 = -1
    else:
        s5 = v7.encode()
        n6 = len(s5)
    v8 = o.topics
    if v8:
        put(shapes_4[n2, n4, len(s5)](n2, s1, o.generation_id_or_member_epoch, n4, s3, n6, s5, len(v8)))
        write_offset_commit_request_topic_v6_array(v8, put)
    elif v8 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v8:
        put(shapes_4[n2, n4, len(s5)](n2, s1, o.generation_id_or_member_epoch, n4, s3, n6, s5, 0))
    return b"".join(parts)


def encode_offset_commit_request_v6(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v5 = o.topics
    if v5:
        put(shapes_2[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, len(v5)))
        write_offset_commit_request_topic_v6_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_2[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, 0))
    return b"".join(parts)


def encode_offset_commit_request_v5(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v5 = o.topics
    if v5:
        put(shapes_2[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, len(v5)))
        write_offset_commit_request_topic_v0_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_2[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, 0))
    return b"".join(parts)


def encode_offset_commit_request_v2(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v5 = o.topics
    if v5:
        put(shapes_3[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, o.retention_time_ms, len(v5)))
        write_offset_commit_request_topic_v0_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_3[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, o.retention_time_ms, 0))
    return b"".join(parts)


def encode_offset_commit_request_v1(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    v5 = o.topics
    if v5:
        put(shapes_2[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, len(v5)))
        write_offset_commit_request_topic_v1_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_2[n2, n4](n2, s1, o.generation_id_or_member_epoch, n4, s3, 0))
    return b"".join(parts)


def encode_offset_commit_request_v0(o: OffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2, s1, len(v3)))
        write_offset_commit_request_topic_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_1[n2](n2, s1, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetCommitRequest], bytes]] = {
    0: encode_offset_commit_request_v0,
    1: encode_offset_commit_request_v1,
    2: encode_offset_commit_request_v2,
    3: encode_offset_commit_request_v2,
    4: encode_offset_commit_request_v2,
    5: encode_offset_commit_request_v5,
    6: encode_offset_commit_request_v6,
    7: encode_offset_commit_request_v7,
    8: encode_offset_commit_request_v8,
    9: encode_offset_commit_request_v8,
    10: encode_offset_commit_request_v10,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetCommitRequest, int]]] = {
    0: read_offset_commit_request_v0,
    1: read_offset_commit_request_v1,
    2: read_offset_commit_request_v2,
    3: read_offset_commit_request_v2,
    4: read_offset_commit_request_v2,
    5: read_offset_commit_request_v5,
    6: read_offset_commit_request_v6,
    7: read_offset_commit_request_v7,
    8: read_offset_commit_request_v8,
    9: read_offset_commit_request_v8,
    10: read_offset_commit_request_v10,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetCommitRequest request 0-10 flexible=8+
 GroupId string 0+
 GenerationIdOrMemberEpoch int32 1+ ignorable default=-1
 MemberId string 1+ ignorable
 GroupInstanceId string 7+ null=7+ default=null
 RetentionTimeMs int64 2-4 ignorable default=-1
 Topics []OffsetCommitRequestTopic 0+
  Name string 0-9 ignorable
  TopicId uuid 10+ ignorable
  Partitions []OffsetCommitRequestPartition 0+
   PartitionIndex int32 0+
   CommittedOffset int64 0+
   CommitTimestamp int64 1 default=-1
   CommittedLeaderEpoch int32 6+ ignorable default=-1
   CommittedMetadata string 0+ null=0+
"""

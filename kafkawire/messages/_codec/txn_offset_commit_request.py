# Generated from rpc/TxnOffsetCommitRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.txn_offset_commit_request import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitRequestPartition,
    TxnOffsetCommitRequestTopic,
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
rows_txn_offset_commit_request_partition_v0 = Rows("iq Y1")
rows_txn_offset_commit_request_partition_v2 = Rows("iqi Y1")
rows_txn_offset_commit_request_partition_v3 = Rows("iqi P1 T")
shapes_1 = Shapes("h%dsh%dsqhi")
shapes_2 = Shapes("S%dsS%dsqhiS%ds")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("S%dsBx")
shapes_5 = Shapes("h%dsi")
shapes_6 = Shapes("iqh%ds")
shapes_7 = Shapes("iqih%ds")
shapes_8 = Shapes("iqiS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iqh = Packer(">iqh").unpack_from
unpack_iqiB = Packer(">iqiB").unpack_from
unpack_iqih = Packer(">iqih").unpack_from
unpack_qhi = Packer(">qhi").unpack_from
unpack_qhiB = Packer(">qhiB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_txn_offset_commit_request_partition_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestPartition], int, Key]:
    out = many(TxnOffsetCommitRequestPartition, count)
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
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_txn_offset_commit_request_partition_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[TxnOffsetCommitRequestPartition]:
    k0, _ = key
    out = many(TxnOffsetCommitRequestPartition, count)
    o: TxnOffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3 = row
        o.committed_metadata = v3.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_txn_offset_commit_request_partition_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestPartition], int, Key]:
    out = many(TxnOffsetCommitRequestPartition, count)
    for o in out:
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n1 = unpack_iqih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 18
            o.committed_metadata = buf[pos + 18 : p].decode()
            pos = p
        else:
            o.committed_metadata = null_or_refuse(n1)
            pos = pos + 18
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_txn_offset_commit_request_partition_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[TxnOffsetCommitRequestPartition]:
    (k0,) = key
    out = many(TxnOffsetCommitRequestPartition, count)
    o: TxnOffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, o.committed_leader_epoch, v3 = row
        o.committed_metadata = v3.decode() if k0 >= 0 else None
        o.unknown_tags = None
    return out


def some_txn_offset_commit_request_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestPartition], int, Key]:
    out = many(TxnOffsetCommitRequestPartition, count)
    for o in out:
        o.partition_index, o.committed_offset, n1 = unpack_iqh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 14
            o.committed_metadata = buf[pos + 14 : p].decode()
            pos = p
        else:
            o.committed_metadata = null_or_refuse(n1)
            pos = pos + 14
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_txn_offset_commit_request_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[TxnOffsetCommitRequestPartition]:
    (k0,) = key
    out = many(TxnOffsetCommitRequestPartition, count)
    o: TxnOffsetCommitRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.committed_offset, v2 = row
        o.committed_metadata = v2.decode() if k0 >= 0 else None
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return out


def write_txn_offset_commit_request_partition_v3_array(
    items: Iterable[TxnOffsetCommitRequestPartition], put: Put
) -> None:
    for o in items:
        v3 = o.committed_metadata
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_8[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_txn_offset_commit_request_partition_v2_array(
    items: Iterable[TxnOffsetCommitRequestPartition], put: Put
) -> None:
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
        put(shapes_7[len(s1)](o.partition_index, o.committed_offset, o.committed_leader_epoch, n2, s1))


def write_txn_offset_commit_request_partition_v0_array(
    items: Iterable[TxnOffsetCommitRequestPartition], put: Put
) -> None:
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
        put(shapes_6[len(s1)](o.partition_index, o.committed_offset, n2, s1))


def read_txn_offset_commit_request_topic_v6_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestTopic], int]:
    out = many(TxnOffsetCommitRequestTopic, count)
    key_txn_offset_commit_request_partition_v3: Key | None = None
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
            if n2 < 8 and key_txn_offset_commit_request_partition_v3 is None:
                o.partitions, pos, _ = some_txn_offset_commit_request_partition_v3(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_txn_offset_commit_request_partition_v3 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_txn_offset_commit_request_partition_v3,
                    fill_txn_offset_commit_request_partition_v3,
                    rows_txn_offset_commit_request_partition_v3,
                    key_txn_offset_commit_request_partition_v3,
                )
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_txn_offset_commit_request_topic_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestTopic], int]:
    out = many(TxnOffsetCommitRequestTopic, count)
    key_txn_offset_commit_request_partition_v3: Key | None = None
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
            if n2 < 8 and key_txn_offset_commit_request_partition_v3 is None:
                o.partitions, pos, _ = some_txn_offset_commit_request_partition_v3(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_txn_offset_commit_request_partition_v3 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_txn_offset_commit_request_partition_v3,
                    fill_txn_offset_commit_request_partition_v3,
                    rows_txn_offset_commit_request_partition_v3,
                    key_txn_offset_commit_request_partition_v3,
                )
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_txn_offset_commit_request_topic_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestTopic], int]:
    out = many(TxnOffsetCommitRequestTopic, count)
    key_txn_offset_commit_request_partition_v2: Key | None = None
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
            if n2 < 8 and key_txn_offset_commit_request_partition_v2 is None:
                o.partitions, pos, _ = some_txn_offset_commit_request_partition_v2(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_txn_offset_commit_request_partition_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_txn_offset_commit_request_partition_v2,
                    fill_txn_offset_commit_request_partition_v2,
                    rows_txn_offset_commit_request_partition_v2,
                    key_txn_offset_commit_request_partition_v2,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_txn_offset_commit_request_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TxnOffsetCommitRequestTopic], int]:
    out = many(TxnOffsetCommitRequestTopic, count)
    key_txn_offset_commit_request_partition_v0: Key | None = None
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
            if n2 < 8 and key_txn_offset_commit_request_partition_v0 is None:
                o.partitions, pos, _ = some_txn_offset_commit_request_partition_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_txn_offset_commit_request_partition_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_txn_offset_commit_request_partition_v0,
                    fill_txn_offset_commit_request_partition_v0,
                    rows_txn_offset_commit_request_partition_v0,
                    key_txn_offset_commit_request_partition_v0,
                )
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def write_txn_offset_commit_request_topic_v6_array(items: Iterable[TxnOffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_txn_offset_commit_request_partition_v3_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_txn_offset_commit_request_topic_v3_array(items: Iterable[TxnOffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_txn_offset_commit_request_partition_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_txn_offset_commit_request_topic_v2_array(items: Iterable[TxnOffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_5[n2](n2, s1, len(v3)))
            write_txn_offset_commit_request_partition_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_5[n2](n2, s1, 0))


def write_txn_offset_commit_request_topic_v0_array(items: Iterable[TxnOffsetCommitRequestTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_5[n2](n2, s1, len(v3)))
            write_txn_offset_commit_request_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_5[n2](n2, s1, 0))


def read_txn_offset_commit_request_v6(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitRequest, int]:
    o = new(TxnOffsetCommitRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.transactional_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n2)
    o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n3 = unpack_qhiB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 14
        o.member_id = buf[pos + 15 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 15, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.topics = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 18 > end - pos or n5 > ctx.left:
            refuse_count(n5, 18, end - pos)
        ctx.left -= n5
        o.topics, pos = read_txn_offset_commit_request_topic_v6_array(buf, pos, end, n5, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_txn_offset_commit_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitRequest, int]:
    o = new(TxnOffsetCommitRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.transactional_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n2)
    o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n3 = unpack_qhiB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 14
        o.member_id = buf[pos + 15 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 15, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.group_instance_id = buf[pos + 1 : p].decode()
        pos = p
    elif n4 == 0:
        o.group_instance_id = None
        pos = pos + 1
    else:
        o.group_instance_id, pos = long_string_or_null(buf, pos + 1, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.topics = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 3 > end - pos or n5 > ctx.left:
            refuse_count(n5, 3, end - pos)
        ctx.left -= n5
        o.topics, pos = read_txn_offset_commit_request_topic_v3_array(buf, pos, end, n5, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_txn_offset_commit_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitRequest, int]:
    o = new(TxnOffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n2)
        pos = pos + 2
    o.producer_id, o.producer_epoch, n3 = unpack_qhi(buf, pos)
    pos += 14
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.topics, pos = read_txn_offset_commit_request_topic_v2_array(buf, pos, end, n3, ctx)
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def read_txn_offset_commit_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[TxnOffsetCommitRequest, int]:
    o = new(TxnOffsetCommitRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n2)
        pos = pos + 2
    o.producer_id, o.producer_epoch, n3 = unpack_qhi(buf, pos)
    pos += 14
    if n3 < 1:
        o.topics = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        o.topics, pos = read_txn_offset_commit_request_topic_v0_array(buf, pos, end, n3, ctx)
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def encode_txn_offset_commit_request_v6(o: TxnOffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    s3 = o.group_id.encode()
    n4 = len(s3)
    s5 = o.member_id.encode()
    n6 = len(s5)
    put(
        shapes_2[n2, n4, n6](
            n2 + 1, s1, n4 + 1, s3, o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n6 + 1, s5
        )
    )
    v9 = o.group_instance_id
    if v9 is None:
        s7 = b""
        n8 = 0
    else:
        s7 = v9.encode()
        n8 = len(s7) + 1
    v10 = o.topics
    if v10:
        put(shapes_3[len(s7)](n8, s7))
        put(COUNTS[len(v10)])
        write_txn_offset_commit_request_topic_v6_array(v10, put)
    elif v10 is None:
        refuse_null()
    if v10:
        data = b"\0"
    else:
        data = shapes_4[len(s7)](n8, s7, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_txn_offset_commit_request_v3(o: TxnOffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    s3 = o.group_id.encode()
    n4 = len(s3)
    s5 = o.member_id.encode()
    n6 = len(s5)
    put(
        shapes_2[n2, n4, n6](
            n2 + 1, s1, n4 + 1, s3, o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n6 + 1, s5
        )
    )
    v9 = o.group_instance_id
    if v9 is None:
        s7 = b""
        n8 = 0
    else:
        s7 = v9.encode()
        n8 = len(s7) + 1
    v10 = o.topics
    if v10:
        put(shapes_3[len(s7)](n8, s7))
        put(COUNTS[len(v10)])
        write_txn_offset_commit_request_topic_v3_array(v10, put)
    elif v10 is None:
        refuse_null()
    if v10:
        data = b"\0"
    else:
        data = shapes_4[len(s7)](n8, s7, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_txn_offset_commit_request_v2(o: TxnOffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.generation_id_or_member_epoch != -1:
        absent(o, "generation_id_or_member_epoch")
    if o.member_id != "":
        absent(o, "member_id")
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    s3 = o.group_id.encode()
    n4 = len(s3)
    v5 = o.topics
    if v5:
        put(shapes_1[n2, n4](n2, s1, n4, s3, o.producer_id, o.producer_epoch, len(v5)))
        write_txn_offset_commit_request_topic_v2_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_1[n2, n4](n2, s1, n4, s3, o.producer_id, o.producer_epoch, 0))
    return b"".join(parts)


def encode_txn_offset_commit_request_v0(o: TxnOffsetCommitRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.generation_id_or_member_epoch != -1:
        absent(o, "generation_id_or_member_epoch")
    if o.member_id != "":
        absent(o, "member_id")
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    s3 = o.group_id.encode()
    n4 = len(s3)
    v5 = o.topics
    if v5:
        put(shapes_1[n2, n4](n2, s1, n4, s3, o.producer_id, o.producer_epoch, len(v5)))
        write_txn_offset_commit_request_topic_v0_array(v5, put)
    elif v5 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v5:
        put(shapes_1[n2, n4](n2, s1, n4, s3, o.producer_id, o.producer_epoch, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[TxnOffsetCommitRequest], bytes]] = {
    0: encode_txn_offset_commit_request_v0,
    1: encode_txn_offset_commit_request_v0,
    2: encode_txn_offset_commit_request_v2,
    3: encode_txn_offset_commit_request_v3,
    4: encode_txn_offset_commit_request_v3,
    5: encode_txn_offset_commit_request_v3,
    6: encode_txn_offset_commit_request_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[TxnOffsetCommitRequest, int]]] = {
    0: read_txn_offset_commit_request_v0,
    1: read_txn_offset_commit_request_v0,
    2: read_txn_offset_commit_request_v2,
    3: read_txn_offset_commit_request_v3,
    4: read_txn_offset_commit_request_v3,
    5: read_txn_offset_commit_request_v3,
    6: read_txn_offset_commit_request_v6,
}
NEEDS_CONTEXT = True
SPEC = """\
TxnOffsetCommitRequest request 0-6 flexible=3+
 TransactionalId string 0+
 GroupId string 0+
 ProducerId int64 0+
 ProducerEpoch int16 0+
 GenerationIdOrMemberEpoch int32 3+ default=-1
 MemberId string 3+
 GroupInstanceId string 3+ null=3+ default=null
 Topics []TxnOffsetCommitRequestTopic 0+
  Name string 0-5 ignorable
  TopicId uuid 6+ ignorable
  Partitions []TxnOffsetCommitRequestPartition 0+
   PartitionIndex int32 0+
   CommittedOffset int64 0+
   CommittedLeaderEpoch int32 2+ ignorable default=-1
   CommittedMetadata string 0+ null=0+
"""

# Generated from rpc/FetchRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.fetch_request import FetchPartition, FetchRequest, FetchTopic, ForgottenTopic, ReplicaState
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    ZERO_UUID,
    absent,
    check_tag_size,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
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
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_fetch_partition_v0 = Packer(">iqi").iter_unpack
iter_fetch_partition_v12 = Packer(">iiqiqix").iter_unpack
iter_fetch_partition_v17 = Packer(">iiqiqix").iter_unpack
iter_fetch_partition_v18 = Packer(">iiqiqix").iter_unpack
iter_fetch_partition_v5 = Packer(">iqqi").iter_unpack
iter_fetch_partition_v9 = Packer(">iiqqi").iter_unpack
pack_i = Packer(">i").pack
pack_iiibii = Packer(">iiibii").pack
pack_iiibiiB = Packer(">iiibiiB").pack
pack_iiii = Packer(">iiii").pack
pack_iiiibi = Packer(">iiiibi").pack
pack_iiiibii = Packer(">iiiibii").pack
pack_iiiibiiB = Packer(">iiiibiiB").pack
pack_iiiibiii = Packer(">iiiibiii").pack
pack_iiiii = Packer(">iiiii").pack
pack_iiqiqi = Packer(">iiqiqi").pack
pack_iiqiqix = Packer(">iiqiqix").pack
pack_iiqqi = Packer(">iiqqi").pack
pack_iqi = Packer(">iqi").pack
pack_iqqi = Packer(">iqqi").pack
pack_iqx = Packer(">iqx").pack
pack_q = Packer(">q").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_fetch_partition_v0 = Rows("iqi")
rows_fetch_partition_v12 = Rows("iiqiqi T")
rows_fetch_partition_v17 = Rows("iiqiqi T")
rows_fetch_partition_v18 = Rows("iiqiqi T")
rows_fetch_partition_v5 = Rows("iqqi")
rows_fetch_partition_v9 = Rows("iiqqi")
rows_forgotten_topic_v12 = Rows("P1 g1 T")
rows_forgotten_topic_v13 = Rows("16s g1 T")
rows_forgotten_topic_v7 = Rows("Y1 G1")
runs_i = Runs("i")
shapes_1 = Shapes("h%ds")
shapes_2 = Shapes("ih%ds")
shapes_3 = Shapes("S%ds")
shapes_4 = Shapes("BS%ds")
shapes_5 = Shapes("h%dsi")
shapes_6 = Shapes("h%dsi%di")
shapes_7 = Shapes("S%dsBx")
shapes_8 = Shapes("S%dsP%dix")
shapes_9 = Shapes("16sP%dix")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iiibiiB = Packer(">iiibiiB").unpack_from
unpack_iiii = Packer(">iiii").unpack_from
unpack_iiiibi = Packer(">iiiibi").unpack_from
unpack_iiiibiiB = Packer(">iiiibiiB").unpack_from
unpack_iiiibiii = Packer(">iiiibiii").unpack_from
unpack_iiiii = Packer(">iiiii").unpack_from
unpack_iiqiqiB = Packer(">iiqiqiB").unpack_from
unpack_iiqqi = Packer(">iiqqi").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_iqi = Packer(">iqi").unpack_from
unpack_iqqi = Packer(">iqqi").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_u = Packer(">16s").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_fetch_partition_v18(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchPartition], int, Key]:
    out = many(FetchPartition, count)
    for o in out:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
            t,
        ) = unpack_iiqiqiB(buf, pos)
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        pos += 33
        if t:
            pos = tags_fetch_partition_v18(o, buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_fetch_partition_v18(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FetchPartition]:
    out = many(FetchPartition, count)
    o: FetchPartition
    for o, row in zip(out, rows):
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
        ) = row
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return out


def some_fetch_partition_v17(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchPartition], int, Key]:
    out = many(FetchPartition, count)
    for o in out:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
            t,
        ) = unpack_iiqiqiB(buf, pos)
        o.high_watermark = 9223372036854775807
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
        pos += 33
        if t:
            pos = tags_fetch_partition_v17(o, buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_fetch_partition_v17(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FetchPartition]:
    out = many(FetchPartition, count)
    o: FetchPartition
    for o, row in zip(out, rows):
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
        ) = row
        o.high_watermark = 9223372036854775807
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
    return out


def some_fetch_partition_v12(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchPartition], int, Key]:
    out = many(FetchPartition, count)
    for o in out:
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
            t,
        ) = unpack_iiqiqiB(buf, pos)
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        pos += 33
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0, 1))
    return out, pos, (t,)


def fill_fetch_partition_v12(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FetchPartition]:
    out = many(FetchPartition, count)
    o: FetchPartition
    for o, row in zip(out, rows):
        (
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
        ) = row
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return out


def some_fetch_partition_v9(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchPartition], int, Key]:
    out = many(FetchPartition, count)
    for o in out:
        o.partition, o.current_leader_epoch, o.fetch_offset, o.log_start_offset, o.partition_max_bytes = unpack_iiqqi(
            buf, pos
        )
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        pos += 28
    return out, pos, ()


def fill_fetch_partition_v9(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FetchPartition]:
    out = many(FetchPartition, count)
    o: FetchPartition
    for o, row in zip(out, rows):
        o.partition, o.current_leader_epoch, o.fetch_offset, o.log_start_offset, o.partition_max_bytes = row
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return out


def some_fetch_partition_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchPartition], int, Key]:
    out = many(FetchPartition, count)
    for o in out:
        o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes = unpack_iqqi(buf, pos)
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        pos += 24
    return out, pos, ()


def fill_fetch_partition_v5(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FetchPartition]:
    out = many(FetchPartition, count)
    o: FetchPartition
    for o, row in zip(out, rows):
        o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes = row
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return out


def some_fetch_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchPartition], int, Key]:
    out = many(FetchPartition, count)
    for o in out:
        o.partition, o.fetch_offset, o.partition_max_bytes = unpack_iqi(buf, pos)
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.log_start_offset = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
        pos += 16
    return out, pos, ()


def fill_fetch_partition_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FetchPartition]:
    out = many(FetchPartition, count)
    o: FetchPartition
    for o, row in zip(out, rows):
        o.partition, o.fetch_offset, o.partition_max_bytes = row
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.log_start_offset = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tags = None
    return out


def tags_fetch_partition_v18(o: FetchPartition, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (u1,) = unpack_u(buf, pos)
            o.replica_directory_id = make_uuid(u1)
            pos += 16
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.high_watermark,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_partition_v18(o: FetchPartition) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.replica_directory_id != ZERO_UUID:
        parts = []
        put = parts.append
        put(pack_u(o.replica_directory_id.bytes))
        known[0] = b"".join(parts)
    if o.high_watermark != 9223372036854775807:
        parts = []
        put = parts.append
        put(pack_q(o.high_watermark))
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def write_fetch_partition_v18_array(items: Iterable[FetchPartition], put: Put) -> None:
    for o in items:
        put(
            pack_iiqiqi(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            )
        )
        if o.replica_directory_id != ZERO_UUID or o.high_watermark != 9223372036854775807 or o.unknown_tags:
            put(tagged_fetch_partition_v18(o))
        else:
            put(b"\0")


def tags_fetch_partition_v17(o: FetchPartition, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1,))
    for tag, pos, stop in sections:
        if tag == 0:
            (u1,) = unpack_u(buf, pos)
            o.replica_directory_id = make_uuid(u1)
            pos += 16
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_partition_v17(o: FetchPartition) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.replica_directory_id != ZERO_UUID:
        parts = []
        put = parts.append
        put(pack_u(o.replica_directory_id.bytes))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def write_fetch_partition_v17_array(items: Iterable[FetchPartition], put: Put) -> None:
    for o in items:
        put(
            pack_iiqiqi(
                o.partition,
                o.current_leader_epoch,
                o.fetch_offset,
                o.last_fetched_epoch,
                o.log_start_offset,
                o.partition_max_bytes,
            )
        )
        if o.replica_directory_id != ZERO_UUID or o.unknown_tags:
            put(tagged_fetch_partition_v17(o))
        else:
            put(b"\0")


def write_fetch_partition_v12_array(items: Iterable[FetchPartition], put: Put) -> None:
    for o in items:
        data = pack_iiqiqix(
            o.partition,
            o.current_leader_epoch,
            o.fetch_offset,
            o.last_fetched_epoch,
            o.log_start_offset,
            o.partition_max_bytes,
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, (0, 1))
        put(data)


def write_fetch_partition_v9_array(items: Iterable[FetchPartition], put: Put) -> None:
    for o in items:
        if o.last_fetched_epoch != -1:
            absent(o, "last_fetched_epoch")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iiqqi(o.partition, o.current_leader_epoch, o.fetch_offset, o.log_start_offset, o.partition_max_bytes))


def write_fetch_partition_v5_array(items: Iterable[FetchPartition], put: Put) -> None:
    for o in items:
        if o.last_fetched_epoch != -1:
            absent(o, "last_fetched_epoch")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iqqi(o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes))


def write_fetch_partition_v0_array(items: Iterable[FetchPartition], put: Put) -> None:
    for o in items:
        if o.last_fetched_epoch != -1:
            absent(o, "last_fetched_epoch")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iqi(o.partition, o.fetch_offset, o.partition_max_bytes))


def read_fetch_topic_v18_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    key_fetch_partition_v18: Key | None = None
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
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            p = pos + n2 * 33
            if p > end or any(buf[pos + 32 : p : 33]):
                if n2 < 8 and key_fetch_partition_v18 is None:
                    o.partitions, pos, _ = some_fetch_partition_v18(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_fetch_partition_v18 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_fetch_partition_v18,
                        fill_fetch_partition_v18,
                        rows_fetch_partition_v18,
                        key_fetch_partition_v18,
                    )
            else:
                o.partitions = fill_fetch_partition_v18(iter_fetch_partition_v18(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.topic = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_fetch_topic_v17_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    key_fetch_partition_v17: Key | None = None
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
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            p = pos + n2 * 33
            if p > end or any(buf[pos + 32 : p : 33]):
                if n2 < 8 and key_fetch_partition_v17 is None:
                    o.partitions, pos, _ = some_fetch_partition_v17(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_fetch_partition_v17 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_fetch_partition_v17,
                        fill_fetch_partition_v17,
                        rows_fetch_partition_v17,
                        key_fetch_partition_v17,
                    )
            else:
                o.partitions = fill_fetch_partition_v17(iter_fetch_partition_v17(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.topic = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_forgotten_topic_v13(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ForgottenTopic], int, Key]:
    out = many(ForgottenTopic, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            o.partitions = runs_i[n2 - 1](buf, pos + 17)
            pos += n2 * 4 + 13
        else:
            o.partitions, pos = compact_numbers(buf, pos + 17, end, n2, "i", ctx)
        t = buf[pos]
        o.topic = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_forgotten_topic_v13(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ForgottenTopic]:
    groups = compact_groups(ctx)
    out = many(ForgottenTopic, count)
    o: ForgottenTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic_id = make_uuid(v0)
            (o.partitions,) = groups[v1]
            o.topic = ""
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def read_fetch_topic_v13_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    key_fetch_partition_v12: Key | None = None
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
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            p = pos + n2 * 33
            if p > end or any(buf[pos + 32 : p : 33]):
                if n2 < 8 and key_fetch_partition_v12 is None:
                    o.partitions, pos, _ = some_fetch_partition_v12(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_fetch_partition_v12 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_fetch_partition_v12,
                        fill_fetch_partition_v12,
                        rows_fetch_partition_v12,
                        key_fetch_partition_v12,
                    )
            else:
                o.partitions = fill_fetch_partition_v12(iter_fetch_partition_v12(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.topic = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_forgotten_topic_v12(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ForgottenTopic], int, Key]:
    out = many(ForgottenTopic, count)
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
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_forgotten_topic_v12(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ForgottenTopic]:
    groups = compact_groups(ctx)
    out = many(ForgottenTopic, count)
    o: ForgottenTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.topic_id = ZERO_UUID
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def read_fetch_topic_v12_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    key_fetch_partition_v12: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            p = pos + n2 * 33
            if p > end or any(buf[pos + 32 : p : 33]):
                if n2 < 8 and key_fetch_partition_v12 is None:
                    o.partitions, pos, _ = some_fetch_partition_v12(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_fetch_partition_v12 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_fetch_partition_v12,
                        fill_fetch_partition_v12,
                        rows_fetch_partition_v12,
                        key_fetch_partition_v12,
                    )
            else:
                o.partitions = fill_fetch_partition_v12(iter_fetch_partition_v12(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_fetch_topic_v9_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 28 > end - pos or n2 > ctx.left:
                refuse_count(n2, 28, end - pos)
            ctx.left -= n2
            p = pos + n2 * 28
            o.partitions = fill_fetch_partition_v9(iter_fetch_partition_v9(buf[pos:p]), n2, (), ctx)
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def some_forgotten_topic_v7(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ForgottenTopic], int, Key]:
    out = many(ForgottenTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_forgotten_topic_v7(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ForgottenTopic]:
    groups = legacy_groups(ctx)
    out = many(ForgottenTopic, count)
    o: ForgottenTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.topic_id = ZERO_UUID
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def read_fetch_topic_v5_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 24 > end - pos or n2 > ctx.left:
                refuse_count(n2, 24, end - pos)
            ctx.left -= n2
            p = pos + n2 * 24
            o.partitions = fill_fetch_partition_v5(iter_fetch_partition_v5(buf[pos:p]), n2, (), ctx)
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_fetch_topic_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[FetchTopic], int]:
    out = many(FetchTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 16 > end - pos or n2 > ctx.left:
                refuse_count(n2, 16, end - pos)
            ctx.left -= n2
            p = pos + n2 * 16
            o.partitions = fill_fetch_partition_v0(iter_fetch_partition_v0(buf[pos:p]), n2, (), ctx)
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def write_fetch_topic_v18_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_fetch_partition_v18_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetch_topic_v17_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_fetch_partition_v17_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_forgotten_topic_v13_array(items: Iterable[ForgottenTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        n2 = len(v1)
        data = shapes_9[n2](o.topic_id.bytes, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetch_topic_v13_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_fetch_partition_v12_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_forgotten_topic_v12_array(items: Iterable[ForgottenTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_8[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_8[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetch_topic_v12_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_3[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_fetch_partition_v12_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_7[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_fetch_topic_v9_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_5[n2](n2, s1, len(v3)))
            write_fetch_partition_v9_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_5[n2](n2, s1, 0))


def write_forgotten_topic_v7_array(items: Iterable[ForgottenTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def write_fetch_topic_v5_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_5[n2](n2, s1, len(v3)))
            write_fetch_partition_v5_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_5[n2](n2, s1, 0))


def write_fetch_topic_v0_array(items: Iterable[FetchTopic], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_5[n2](n2, s1, len(v3)))
            write_fetch_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_5[n2](n2, s1, 0))


def write_replica_state_v15(o: ReplicaState, put: Put) -> None:
    data = pack_iqx(o.replica_id, o.replica_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_fetch_request_v18(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v13: Key | None = None
    o = new(FetchRequest)
    o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n1 = unpack_iiibiiB(
        buf, pos
    )
    pos += 22
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v18_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.forgotten_topics_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v13 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v13(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v13 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v13,
                fill_forgotten_topic_v13,
                rows_forgotten_topic_v13,
                key_forgotten_topic_v13,
            )
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.rack_id, pos = long_string(buf, pos + 1, n3)
    t = buf[pos]
    o.replica_id = -1
    o.cluster_id = None
    o.replica_state = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_request_v18(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_request_v17(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v13: Key | None = None
    o = new(FetchRequest)
    o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n1 = unpack_iiibiiB(
        buf, pos
    )
    pos += 22
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v17_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.forgotten_topics_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v13 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v13(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v13 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v13,
                fill_forgotten_topic_v13,
                rows_forgotten_topic_v13,
                key_forgotten_topic_v13,
            )
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.rack_id, pos = long_string(buf, pos + 1, n3)
    t = buf[pos]
    o.replica_id = -1
    o.cluster_id = None
    o.replica_state = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_request_v17(o, buf, pos, end, t, ctx)
    return o, pos


def read_replica_state_v15(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ReplicaState, int]:
    o = new(ReplicaState)
    o.replica_id, o.replica_epoch, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_fetch_request_v15(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v13: Key | None = None
    o = new(FetchRequest)
    o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n1 = unpack_iiibiiB(
        buf, pos
    )
    pos += 22
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v13_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.forgotten_topics_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v13 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v13(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v13 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v13,
                fill_forgotten_topic_v13,
                rows_forgotten_topic_v13,
                key_forgotten_topic_v13,
            )
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.rack_id, pos = long_string(buf, pos + 1, n3)
    t = buf[pos]
    o.replica_id = -1
    o.cluster_id = None
    o.replica_state = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_request_v15(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_request_v13(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v13: Key | None = None
    o = new(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n1,
    ) = unpack_iiiibiiB(buf, pos)
    pos += 26
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v13_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.forgotten_topics_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v13 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v13(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v13 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v13,
                fill_forgotten_topic_v13,
                rows_forgotten_topic_v13,
                key_forgotten_topic_v13,
            )
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.rack_id, pos = long_string(buf, pos + 1, n3)
    t = buf[pos]
    o.replica_state = None
    o.cluster_id = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_request_v13(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_request_v12(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v12: Key | None = None
    o = new(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n1,
    ) = unpack_iiiibiiB(buf, pos)
    pos += 26
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v12_array(buf, pos, end, n1, ctx)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.forgotten_topics_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v12 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v12(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v12 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v12,
                fill_forgotten_topic_v12,
                rows_forgotten_topic_v12,
                key_forgotten_topic_v12,
            )
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.rack_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.rack_id, pos = long_string(buf, pos + 1, n3)
    t = buf[pos]
    o.replica_state = None
    o.cluster_id = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_fetch_request_v12(o, buf, pos, end, t, ctx)
    return o, pos


def read_fetch_request_v11(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v7: Key | None = None
    o = new(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n1,
    ) = unpack_iiiibiii(buf, pos)
    pos += 29
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v9_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.forgotten_topics_data = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v7 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v7(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v7 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v7,
                fill_forgotten_topic_v7,
                rows_forgotten_topic_v7,
                key_forgotten_topic_v7,
            )
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.rack_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.rack_id = refuse_length(n3)
        pos = pos + 2
    o.cluster_id = None
    o.replica_state = None
    o.unknown_tags = None
    return o, pos


def read_fetch_request_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v7: Key | None = None
    o = new(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n1,
    ) = unpack_iiiibiii(buf, pos)
    pos += 29
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v9_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.forgotten_topics_data = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v7 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v7(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v7 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v7,
                fill_forgotten_topic_v7,
                rows_forgotten_topic_v7,
                key_forgotten_topic_v7,
            )
    o.cluster_id = None
    o.replica_state = None
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def read_fetch_request_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    key_forgotten_topic_v7: Key | None = None
    o = new(FetchRequest)
    (
        o.replica_id,
        o.max_wait_ms,
        o.min_bytes,
        o.max_bytes,
        o.isolation_level,
        o.session_id,
        o.session_epoch,
        n1,
    ) = unpack_iiiibiii(buf, pos)
    pos += 29
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v5_array(buf, pos, end, n1, ctx)
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.forgotten_topics_data = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_forgotten_topic_v7 is None:
            o.forgotten_topics_data, pos, _ = some_forgotten_topic_v7(buf, pos, end, n2, ctx)
        else:
            o.forgotten_topics_data, pos, key_forgotten_topic_v7 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_forgotten_topic_v7,
                fill_forgotten_topic_v7,
                rows_forgotten_topic_v7,
                key_forgotten_topic_v7,
            )
    o.cluster_id = None
    o.replica_state = None
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def read_fetch_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    o = new(FetchRequest)
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, n1 = unpack_iiiibi(buf, pos)
    pos += 21
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v5_array(buf, pos, end, n1, ctx)
    o.cluster_id = None
    o.replica_state = None
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def read_fetch_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    o = new(FetchRequest)
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, n1 = unpack_iiiibi(buf, pos)
    pos += 21
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v0_array(buf, pos, end, n1, ctx)
    o.cluster_id = None
    o.replica_state = None
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def read_fetch_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    o = new(FetchRequest)
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, n1 = unpack_iiiii(buf, pos)
    pos += 20
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v0_array(buf, pos, end, n1, ctx)
    o.cluster_id = None
    o.replica_state = None
    o.isolation_level = 0
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def read_fetch_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FetchRequest, int]:
    o = new(FetchRequest)
    o.replica_id, o.max_wait_ms, o.min_bytes, n1 = unpack_iiii(buf, pos)
    pos += 16
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topics, pos = read_fetch_topic_v0_array(buf, pos, end, n1, ctx)
    o.cluster_id = None
    o.replica_state = None
    o.max_bytes = 2147483647
    o.isolation_level = 0
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = []
    o.rack_id = ""
    o.unknown_tags = None
    return o, pos


def tags_fetch_request_v18(o: FetchRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            o.replica_state, pos = read_replica_state_v15(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_request_v18(o: FetchRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_3[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    if o.replica_state is not None and o.replica_state != ReplicaState():
        parts = []
        put = parts.append
        write_replica_state_v15(o.replica_state, put)
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_fetch_request_v18(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_id != -1:
        absent(o, "replica_id")
    v1 = o.topics
    if v1:
        put(pack_iiibii(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(COUNTS[len(v1)])
        write_fetch_topic_v18_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(pack_iiibiiB(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_forgotten_topic_v13_array(v2, put)
    elif v2 is None:
        refuse_null()
    s3 = o.rack_id.encode()
    n4 = len(s3)
    if v2:
        put(shapes_3[n4](n4 + 1, s3))
    else:
        put(shapes_4[n4](1, n4 + 1, s3))
    if o.cluster_id is not None or o.replica_state is not None or o.unknown_tags:
        put(tagged_fetch_request_v18(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_fetch_request_v17(o: FetchRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            o.replica_state, pos = read_replica_state_v15(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_request_v17(o: FetchRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_3[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    if o.replica_state is not None and o.replica_state != ReplicaState():
        parts = []
        put = parts.append
        write_replica_state_v15(o.replica_state, put)
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_fetch_request_v17(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_id != -1:
        absent(o, "replica_id")
    v1 = o.topics
    if v1:
        put(pack_iiibii(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(COUNTS[len(v1)])
        write_fetch_topic_v17_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(pack_iiibiiB(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_forgotten_topic_v13_array(v2, put)
    elif v2 is None:
        refuse_null()
    s3 = o.rack_id.encode()
    n4 = len(s3)
    if v2:
        put(shapes_3[n4](n4 + 1, s3))
    else:
        put(shapes_4[n4](1, n4 + 1, s3))
    if o.cluster_id is not None or o.replica_state is not None or o.unknown_tags:
        put(tagged_fetch_request_v17(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_fetch_request_v15(o: FetchRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            o.replica_state, pos = read_replica_state_v15(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_request_v15(o: FetchRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_3[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    if o.replica_state is not None and o.replica_state != ReplicaState():
        parts = []
        put = parts.append
        write_replica_state_v15(o.replica_state, put)
        known[1] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_fetch_request_v15(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_id != -1:
        absent(o, "replica_id")
    v1 = o.topics
    if v1:
        put(pack_iiibii(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(COUNTS[len(v1)])
        write_fetch_topic_v13_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(pack_iiibiiB(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, 1))
    if v2:
        put(COUNTS[len(v2)])
        write_forgotten_topic_v13_array(v2, put)
    elif v2 is None:
        refuse_null()
    s3 = o.rack_id.encode()
    n4 = len(s3)
    if v2:
        put(shapes_3[n4](n4 + 1, s3))
    else:
        put(shapes_4[n4](1, n4 + 1, s3))
    if o.cluster_id is not None or o.replica_state is not None or o.unknown_tags:
        put(tagged_fetch_request_v15(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_fetch_request_v13(o: FetchRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1,))
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_request_v13(o: FetchRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_3[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_fetch_request_v13(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    v1 = o.topics
    if v1:
        put(
            pack_iiiibii(
                o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch
            )
        )
        put(COUNTS[len(v1)])
        write_fetch_topic_v13_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(
            pack_iiiibiiB(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                1,
            )
        )
    if v2:
        put(COUNTS[len(v2)])
        write_forgotten_topic_v13_array(v2, put)
    elif v2 is None:
        refuse_null()
    s3 = o.rack_id.encode()
    n4 = len(s3)
    if v2:
        put(shapes_3[n4](n4 + 1, s3))
    else:
        put(shapes_4[n4](1, n4 + 1, s3))
    if o.cluster_id is not None or o.unknown_tags:
        put(tagged_fetch_request_v13(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_fetch_request_v12(o: FetchRequest, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits, (1,))
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.cluster_id = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.cluster_id = None
                pos = pos + 1
            else:
                o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_fetch_request_v12(o: FetchRequest) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.cluster_id is not None:
        parts = []
        put = parts.append
        v3 = o.cluster_id
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_3[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1))


def encode_fetch_request_v12(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    v1 = o.topics
    if v1:
        put(
            pack_iiiibii(
                o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch
            )
        )
        put(COUNTS[len(v1)])
        write_fetch_topic_v12_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(
            pack_iiiibiiB(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                1,
            )
        )
    if v2:
        put(COUNTS[len(v2)])
        write_forgotten_topic_v12_array(v2, put)
    elif v2 is None:
        refuse_null()
    s3 = o.rack_id.encode()
    n4 = len(s3)
    if v2:
        put(shapes_3[n4](n4 + 1, s3))
    else:
        put(shapes_4[n4](1, n4 + 1, s3))
    if o.cluster_id is not None or o.unknown_tags:
        put(tagged_fetch_request_v12(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_fetch_request_v11(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    v1 = o.topics
    if v1:
        put(
            pack_iiiibiii(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                len(v1),
            )
        )
        write_fetch_topic_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(
            pack_iiiibiii(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                0,
            )
        )
    if v2:
        put(pack_i(len(v2)))
        write_forgotten_topic_v7_array(v2, put)
    elif v2 is None:
        refuse_null()
    s3 = o.rack_id.encode()
    n4 = len(s3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v2:
        put(shapes_1[n4](n4, s3))
    else:
        put(shapes_2[n4](0, n4, s3))
    return b"".join(parts)


def encode_fetch_request_v9(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    v1 = o.topics
    if v1:
        put(
            pack_iiiibiii(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                len(v1),
            )
        )
        write_fetch_topic_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(
            pack_iiiibiii(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                0,
            )
        )
    if v2:
        put(pack_i(len(v2)))
        write_forgotten_topic_v7_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_fetch_request_v7(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    v1 = o.topics
    if v1:
        put(
            pack_iiiibiii(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                len(v1),
            )
        )
        write_fetch_topic_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.forgotten_topics_data
    if not v1:
        put(
            pack_iiiibiii(
                o.replica_id,
                o.max_wait_ms,
                o.min_bytes,
                o.max_bytes,
                o.isolation_level,
                o.session_id,
                o.session_epoch,
                0,
            )
        )
    if v2:
        put(pack_i(len(v2)))
        write_forgotten_topic_v7_array(v2, put)
    elif v2 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v2:
        put(pack_i(0))
    return b"".join(parts)


def encode_fetch_request_v5(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    if o.forgotten_topics_data:
        absent(o, "forgotten_topics_data")
    v1 = o.topics
    if v1:
        put(pack_iiiibi(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, len(v1)))
        write_fetch_topic_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_iiiibi(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, 0))
    return b"".join(parts)


def encode_fetch_request_v4(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    if o.forgotten_topics_data:
        absent(o, "forgotten_topics_data")
    v1 = o.topics
    if v1:
        put(pack_iiiibi(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, len(v1)))
        write_fetch_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_iiiibi(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, 0))
    return b"".join(parts)


def encode_fetch_request_v3(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    if o.forgotten_topics_data:
        absent(o, "forgotten_topics_data")
    v1 = o.topics
    if v1:
        put(pack_iiiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, len(v1)))
        write_fetch_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_iiiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, 0))
    return b"".join(parts)


def encode_fetch_request_v0(o: FetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.replica_state is not None and o.replica_state != ReplicaState():
        absent(o, "replica_state")
    if o.forgotten_topics_data:
        absent(o, "forgotten_topics_data")
    v1 = o.topics
    if v1:
        put(pack_iiii(o.replica_id, o.max_wait_ms, o.min_bytes, len(v1)))
        write_fetch_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_iiii(o.replica_id, o.max_wait_ms, o.min_bytes, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[FetchRequest], bytes]] = {
    0: encode_fetch_request_v0,
    1: encode_fetch_request_v0,
    2: encode_fetch_request_v0,
    3: encode_fetch_request_v3,
    4: encode_fetch_request_v4,
    5: encode_fetch_request_v5,
    6: encode_fetch_request_v5,
    7: encode_fetch_request_v7,
    8: encode_fetch_request_v7,
    9: encode_fetch_request_v9,
    10: encode_fetch_request_v9,
    11: encode_fetch_request_v11,
    12: encode_fetch_request_v12,
    13: encode_fetch_request_v13,
    14: encode_fetch_request_v13,
    15: encode_fetch_request_v15,
    16: encode_fetch_request_v15,
    17: encode_fetch_request_v17,
    18: encode_fetch_request_v18,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FetchRequest, int]]] = {
    0: read_fetch_request_v0,
    1: read_fetch_request_v0,
    2: read_fetch_request_v0,
    3: read_fetch_request_v3,
    4: read_fetch_request_v4,
    5: read_fetch_request_v5,
    6: read_fetch_request_v5,
    7: read_fetch_request_v7,
    8: read_fetch_request_v7,
    9: read_fetch_request_v9,
    10: read_fetch_request_v9,
    11: read_fetch_request_v11,
    12: read_fetch_request_v12,
    13: read_fetch_request_v13,
    14: read_fetch_request_v13,
    15: read_fetch_request_v15,
    16: read_fetch_request_v15,
    17: read_fetch_request_v17,
    18: read_fetch_request_v18,
}
NEEDS_CONTEXT = True
SPEC = """\
FetchRequest request 0-18 flexible=12+
 ClusterId string 12+ null=12+ tag=0@12+ ignorable default=null
 ReplicaId int32 0-14 default=-1
 ReplicaState ReplicaState 15+ tag=1@15+
  ReplicaId int32 15+ default=-1
  ReplicaEpoch int64 15+ default=-1
 MaxWaitMs int32 0+
 MinBytes int32 0+
 MaxBytes int32 3+ ignorable default=0x7fffffff
 IsolationLevel int8 4+ ignorable default=0
 SessionId int32 7+ ignorable default=0
 SessionEpoch int32 7+ ignorable default=-1
 Topics []FetchTopic 0+
  Topic string 0-12 ignorable
  TopicId uuid 13+ ignorable
  Partitions []FetchPartition 0+
   Partition int32 0+
   CurrentLeaderEpoch int32 9+ ignorable default=-1
   FetchOffset int64 0+
   LastFetchedEpoch int32 12+ default=-1
   LogStartOffset int64 5+ ignorable default=-1
   PartitionMaxBytes int32 0+
   ReplicaDirectoryId uuid 17+ tag=0@17+ ignorable
   HighWatermark int64 18+ tag=1@18+ ignorable default=9223372036854775807
 ForgottenTopicsData []ForgottenTopic 7+
  Topic string 7-12 ignorable
  TopicId uuid 13+ ignorable
  Partitions []int32 7+
 RackId string 11+ ignorable
"""

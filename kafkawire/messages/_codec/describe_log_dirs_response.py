# Generated from rpc/DescribeLogDirsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_log_dirs_response import (
    DescribeLogDirsPartition,
    DescribeLogDirsResponse,
    DescribeLogDirsResult,
    DescribeLogDirsTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
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

iter_describe_log_dirs_partition_v0 = Packer(">iqq?").iter_unpack
iter_describe_log_dirs_partition_v2 = Packer(">iqq?x").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ih = Packer(">ih").pack
pack_ihBx = Packer(">ihBx").pack
pack_ii = Packer(">ii").pack
pack_iqqt = Packer(">iqq?").pack
pack_iqqtx = Packer(">iqq?x").pack
pack_qqtx = Packer(">qq?x").pack
pack_qqx = Packer(">qqx").pack
rows_describe_log_dirs_partition_v0 = Rows("iqq?")
rows_describe_log_dirs_partition_v2 = Rows("iqq? T")
shapes_1 = Shapes("hh%dsi")
shapes_2 = Shapes("hS%ds")
shapes_3 = Shapes("hS%dsBx")
shapes_4 = Shapes("hS%dsBqqx")
shapes_5 = Shapes("hS%dsBqq?x")
shapes_6 = Shapes("h%dsi")
shapes_7 = Shapes("S%ds")
shapes_8 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_iqqt = Packer(">iqq?").unpack_from
unpack_iqqtB = Packer(">iqq?B").unpack_from
unpack_qqB = Packer(">qqB").unpack_from
unpack_qqtB = Packer(">qq?B").unpack_from


def some_describe_log_dirs_partition_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsPartition], int, Key]:
    out = many(DescribeLogDirsPartition, count)
    for o in out:
        o.partition_index, o.partition_size, o.offset_lag, o.is_future_key, t = unpack_iqqtB(buf, pos)
        o.unknown_tags = None
        pos += 22
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_describe_log_dirs_partition_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeLogDirsPartition]:
    out = many(DescribeLogDirsPartition, count)
    o: DescribeLogDirsPartition
    for o, row in zip(out, rows):
        o.partition_index, o.partition_size, o.offset_lag, o.is_future_key = row
        o.unknown_tags = None
    return out


def some_describe_log_dirs_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsPartition], int, Key]:
    out = many(DescribeLogDirsPartition, count)
    for o in out:
        o.partition_index, o.partition_size, o.offset_lag, o.is_future_key = unpack_iqqt(buf, pos)
        o.unknown_tags = None
        pos += 21
    return out, pos, ()


def fill_describe_log_dirs_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeLogDirsPartition]:
    out = many(DescribeLogDirsPartition, count)
    o: DescribeLogDirsPartition
    for o, row in zip(out, rows):
        o.partition_index, o.partition_size, o.offset_lag, o.is_future_key = row
        o.unknown_tags = None
    return out


def write_describe_log_dirs_partition_v2_array(items: Iterable[DescribeLogDirsPartition], put: Put) -> None:
    for o in items:
        data = pack_iqqtx(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_log_dirs_partition_v0_array(items: Iterable[DescribeLogDirsPartition], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iqqt(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))


def read_describe_log_dirs_topic_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsTopic], int]:
    out = many(DescribeLogDirsTopic, count)
    key_describe_log_dirs_partition_v2: Key | None = None
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
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            p = pos + n2 * 22
            if p > end or any(buf[pos + 21 : p : 22]):
                if n2 < 8 and key_describe_log_dirs_partition_v2 is None:
                    o.partitions, pos, _ = some_describe_log_dirs_partition_v2(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_describe_log_dirs_partition_v2 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_describe_log_dirs_partition_v2,
                        fill_describe_log_dirs_partition_v2,
                        rows_describe_log_dirs_partition_v2,
                        key_describe_log_dirs_partition_v2,
                    )
            else:
                o.partitions = fill_describe_log_dirs_partition_v2(
                    iter_describe_log_dirs_partition_v2(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_log_dirs_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsTopic], int]:
    out = many(DescribeLogDirsTopic, count)
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
            if n2 * 21 > end - pos or n2 > ctx.left:
                refuse_count(n2, 21, end - pos)
            ctx.left -= n2
            p = pos + n2 * 21
            o.partitions = fill_describe_log_dirs_partition_v0(
                iter_describe_log_dirs_partition_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_describe_log_dirs_topic_v2_array(items: Iterable[DescribeLogDirsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_7[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_log_dirs_partition_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_8[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_log_dirs_topic_v0_array(items: Iterable[DescribeLogDirsTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_6[n2](n2, s1, len(v3)))
            write_describe_log_dirs_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_6[n2](n2, s1, 0))


def read_describe_log_dirs_result_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsResult], int]:
    out = many(DescribeLogDirsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.log_dir = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.log_dir, pos = long_string(buf, pos + 3, n1)
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
            o.topics, pos = read_describe_log_dirs_topic_v2_array(buf, pos, end, n2, ctx)
        o.total_bytes, o.usable_bytes, o.is_cordoned, t = unpack_qqtB(buf, pos)
        o.unknown_tags = None
        pos += 18
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_log_dirs_result_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsResult], int]:
    out = many(DescribeLogDirsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.log_dir = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.log_dir, pos = long_string(buf, pos + 3, n1)
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
            o.topics, pos = read_describe_log_dirs_topic_v2_array(buf, pos, end, n2, ctx)
        o.total_bytes, o.usable_bytes, t = unpack_qqB(buf, pos)
        o.is_cordoned = False
        o.unknown_tags = None
        pos += 17
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_log_dirs_result_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsResult], int]:
    out = many(DescribeLogDirsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.log_dir = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.log_dir, pos = long_string(buf, pos + 3, n1)
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
            o.topics, pos = read_describe_log_dirs_topic_v2_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.total_bytes = -1
        o.usable_bytes = -1
        o.is_cordoned = False
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_log_dirs_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeLogDirsResult], int]:
    out = many(DescribeLogDirsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.log_dir = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.log_dir = refuse_length(n1)
            pos = pos + 4
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.topics = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            o.topics, pos = read_describe_log_dirs_topic_v0_array(buf, pos, end, n2, ctx)
        o.total_bytes = -1
        o.usable_bytes = -1
        o.is_cordoned = False
        o.unknown_tags = None
    return out, pos


def write_describe_log_dirs_result_v5_array(items: Iterable[DescribeLogDirsResult], put: Put) -> None:
    for o in items:
        s1 = o.log_dir.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](o.error_code, n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_log_dirs_topic_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = pack_qqtx(o.total_bytes, o.usable_bytes, o.is_cordoned)
        else:
            data = shapes_5[n2](o.error_code, n2 + 1, s1, 1, o.total_bytes, o.usable_bytes, o.is_cordoned)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_log_dirs_result_v4_array(items: Iterable[DescribeLogDirsResult], put: Put) -> None:
    for o in items:
        s1 = o.log_dir.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](o.error_code, n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_log_dirs_topic_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = pack_qqx(o.total_bytes, o.usable_bytes)
        else:
            data = shapes_4[n2](o.error_code, n2 + 1, s1, 1, o.total_bytes, o.usable_bytes)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_log_dirs_result_v2_array(items: Iterable[DescribeLogDirsResult], put: Put) -> None:
    for o in items:
        s1 = o.log_dir.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](o.error_code, n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_describe_log_dirs_topic_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](o.error_code, n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_log_dirs_result_v0_array(items: Iterable[DescribeLogDirsResult], put: Put) -> None:
    for o in items:
        s1 = o.log_dir.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_1[n2](o.error_code, n2, s1, len(v3)))
            write_describe_log_dirs_topic_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](o.error_code, n2, s1, 0))


def read_describe_log_dirs_response_v5(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsResponse, int]:
    o = new(DescribeLogDirsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 22 > end - pos or n1 > ctx.left:
            refuse_count(n1, 22, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_log_dirs_result_v5_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_log_dirs_response_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsResponse, int]:
    o = new(DescribeLogDirsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 21 > end - pos or n1 > ctx.left:
            refuse_count(n1, 21, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_log_dirs_result_v4_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_log_dirs_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsResponse, int]:
    o = new(DescribeLogDirsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_log_dirs_result_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_log_dirs_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsResponse, int]:
    o = new(DescribeLogDirsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_log_dirs_result_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.error_code = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_log_dirs_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeLogDirsResponse, int]:
    o = new(DescribeLogDirsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_log_dirs_result_v0_array(buf, pos, end, n1, ctx)
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def encode_describe_log_dirs_response_v5(o: DescribeLogDirsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_describe_log_dirs_result_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihBx(o.throttle_time_ms, o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_log_dirs_response_v4(o: DescribeLogDirsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_describe_log_dirs_result_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihBx(o.throttle_time_ms, o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_log_dirs_response_v3(o: DescribeLogDirsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_describe_log_dirs_result_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihBx(o.throttle_time_ms, o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_log_dirs_response_v2(o: DescribeLogDirsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_describe_log_dirs_result_v2_array(v1, put)
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


def encode_describe_log_dirs_response_v0(o: DescribeLogDirsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_describe_log_dirs_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeLogDirsResponse], bytes]] = {
    0: encode_describe_log_dirs_response_v0,
    1: encode_describe_log_dirs_response_v0,
    2: encode_describe_log_dirs_response_v2,
    3: encode_describe_log_dirs_response_v3,
    4: encode_describe_log_dirs_response_v4,
    5: encode_describe_log_dirs_response_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeLogDirsResponse, int]]] = {
    0: read_describe_log_dirs_response_v0,
    1: read_describe_log_dirs_response_v0,
    2: read_describe_log_dirs_response_v2,
    3: read_describe_log_dirs_response_v3,
    4: read_describe_log_dirs_response_v4,
    5: read_describe_log_dirs_response_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeLogDirsResponse response 0-5 flexible=2+
 ThrottleTimeMs int32 0+
 ErrorCode int16 3+ ignorable
 Results []DescribeLogDirsResult 0+
  ErrorCode int16 0+
  LogDir string 0+
  Topics []DescribeLogDirsTopic 0+
   Name string 0+
   Partitions []DescribeLogDirsPartition 0+
    PartitionIndex int32 0+
    PartitionSize int64 0+
    OffsetLag int64 0+
    IsFutureKey bool 0+
  TotalBytes int64 4+ ignorable default=-1
  UsableBytes int64 4+ ignorable default=-1
  IsCordoned bool 5+ ignorable default=false
"""

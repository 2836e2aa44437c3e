# Generated from rpc/DeleteGroupsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.delete_groups_response import DeletableGroupResult, DeleteGroupsResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
    long_string_or_null,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_deletable_group_result_v0 = Rows("Y1 h")
rows_deletable_group_result_v2 = Rows("P1 h T")
rows_deletable_group_result_v3 = Rows("P1 h P1 T")
shapes_1 = Shapes("h%dsh")
shapes_2 = Shapes("S%dshx")
shapes_3 = Shapes("S%dshS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_deletable_group_result_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableGroupResult], int, Key]:
    out = many(DeletableGroupResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        o.error_code, n2 = unpack_hB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n2 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_deletable_group_result_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableGroupResult]:
    k0, k1, _ = key
    out = many(DeletableGroupResult, count)
    o: DeletableGroupResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.group_id = v0.decode()
        o.error_message = v2.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_deletable_group_result_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableGroupResult], int, Key]:
    out = many(DeletableGroupResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.group_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.group_id, pos = long_string(buf, pos + 1, n1)
        o.error_code, t = unpack_hB(buf, pos)
        o.error_message = None
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_deletable_group_result_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableGroupResult]:
    out = many(DeletableGroupResult, count)
    o: DeletableGroupResult
    for o, row in zip(out, rows):
        v0, o.error_code = row
        o.group_id = v0.decode()
        o.error_message = None
        o.unknown_tags = None
    return out


def some_deletable_group_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DeletableGroupResult], int, Key]:
    out = many(DeletableGroupResult, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.group_id = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.group_id = refuse_length(n1)
            pos = pos + 2
        (o.error_code,) = unpack_h(buf, pos)
        o.error_message = None
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1,)


def fill_deletable_group_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DeletableGroupResult]:
    out = many(DeletableGroupResult, count)
    o: DeletableGroupResult
    for o, row in zip(out, rows):
        v0, o.error_code = row
        o.group_id = v0.decode()
        o.error_message = None
        o.unknown_tags = None
    return out


def write_deletable_group_result_v3_array(items: Iterable[DeletableGroupResult], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_3[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_3[last7, last8]
        data = pack6(n2 + 1, s1, o.error_code, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_deletable_group_result_v2_array(items: Iterable[DeletableGroupResult], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_deletable_group_result_v0_array(items: Iterable[DeletableGroupResult], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.error_code))


def read_delete_groups_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteGroupsResponse, int]:
    key_deletable_group_result_v3: Key | None = None
    o = new(DeleteGroupsResponse)
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
        if n1 < 8 and key_deletable_group_result_v3 is None:
            o.results, pos, _ = some_deletable_group_result_v3(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_deletable_group_result_v3 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_group_result_v3,
                fill_deletable_group_result_v3,
                rows_deletable_group_result_v3,
                key_deletable_group_result_v3,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_groups_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteGroupsResponse, int]:
    key_deletable_group_result_v2: Key | None = None
    o = new(DeleteGroupsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_group_result_v2 is None:
            o.results, pos, _ = some_deletable_group_result_v2(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_deletable_group_result_v2 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_group_result_v2,
                fill_deletable_group_result_v2,
                rows_deletable_group_result_v2,
                key_deletable_group_result_v2,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_groups_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteGroupsResponse, int]:
    key_deletable_group_result_v0: Key | None = None
    o = new(DeleteGroupsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_deletable_group_result_v0 is None:
            o.results, pos, _ = some_deletable_group_result_v0(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_deletable_group_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_deletable_group_result_v0,
                fill_deletable_group_result_v0,
                rows_deletable_group_result_v0,
                key_deletable_group_result_v0,
            )
    o.unknown_tags = None
    return o, pos


def encode_delete_groups_response_v3(o: DeleteGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_deletable_group_result_v3_array(v1, put)
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


def encode_delete_groups_response_v2(o: DeleteGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_deletable_group_result_v2_array(v1, put)
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


def encode_delete_groups_response_v0(o: DeleteGroupsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_deletable_group_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteGroupsResponse], bytes]] = {
    0: encode_delete_groups_response_v0,
    1: encode_delete_groups_response_v0,
    2: encode_delete_groups_response_v2,
    3: encode_delete_groups_response_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteGroupsResponse, int]]] = {
    0: read_delete_groups_response_v0,
    1: read_delete_groups_response_v0,
    2: read_delete_groups_response_v2,
    3: read_delete_groups_response_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteGroupsResponse response 0-3 flexible=2+
 ThrottleTimeMs int32 0+
 Results []DeletableGroupResult 0+
  GroupId string 0+
  ErrorCode int16 0+
  ErrorMessage string 3+ null=3+ ignorable default=null
"""

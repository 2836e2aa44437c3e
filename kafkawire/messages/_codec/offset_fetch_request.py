# Generated from rpc/OffsetFetchRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.offset_fetch_request import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    ZERO_UUID,
    absent,
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
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Btx = Packer(">B?x").pack
pack_tx = Packer(">?x").pack
rows_offset_fetch_request_topic_v0 = Rows("Y1 G1")
rows_offset_fetch_request_topic_v6 = Rows("P1 g1 T")
rows_offset_fetch_request_topics_v10 = Rows("16s g1 T")
rows_offset_fetch_request_topics_v8 = Rows("P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("S%dsB?x")
shapes_5 = Shapes("h%dsi%di")
shapes_6 = Shapes("S%dsP%dix")
shapes_7 = Shapes("S%dsS%dsi")
shapes_8 = Shapes("S%dsS%dsiBx")
shapes_9 = Shapes("16sP%dix")
unpack_Bt = Packer(">B?").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tB = Packer(">?B").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_offset_fetch_request_topics_v10(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestTopics], int, Key]:
    out = many(OffsetFetchRequestTopics, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 17)
            pos += n2 * 4 + 13
        else:
            o.partition_indexes, pos = compact_numbers(buf, pos + 17, end, n2, "i", ctx)
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_offset_fetch_request_topics_v10(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchRequestTopics]:
    groups = compact_groups(ctx)
    out = many(OffsetFetchRequestTopics, count)
    o: OffsetFetchRequestTopics
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic_id = make_uuid(v0)
            (o.partition_indexes,) = groups[v1]
            o.name = ""
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_offset_fetch_request_topics_v8(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestTopics], int, Key]:
    out = many(OffsetFetchRequestTopics, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partition_indexes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_offset_fetch_request_topics_v8(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchRequestTopics]:
    groups = compact_groups(ctx)
    out = many(OffsetFetchRequestTopics, count)
    o: OffsetFetchRequestTopics
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.topic_id = ZERO_UUID
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_offset_fetch_request_topics_v10_array(items: Iterable[OffsetFetchRequestTopics], put: Put) -> None:
    for o in items:
        v1 = o.partition_indexes
        n2 = len(v1)
        data = shapes_9[n2](o.topic_id.bytes, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_request_topics_v8_array(items: Iterable[OffsetFetchRequestTopics], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_offset_fetch_request_group_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestGroup], int]:
    out = many(OffsetFetchRequestGroup, count)
    key_offset_fetch_request_topics_v10: Key | None = None
    for o in out:
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
        elif n2 == 0:
            o.member_id = None
            pos = pos + 1
        else:
            o.member_id, pos = long_string_or_null(buf, pos + 1, n2)
        o.member_epoch, n3 = unpack_iB(buf, pos)
        pos += 5
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.topics = [] if n3 else None
        else:
            n3 -= 1
            if n3 * 18 > end - pos or n3 > ctx.left:
                refuse_count(n3, 18, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_offset_fetch_request_topics_v10 is None:
                o.topics, pos, _ = some_offset_fetch_request_topics_v10(buf, pos, end, n3, ctx)
            else:
                o.topics, pos, key_offset_fetch_request_topics_v10 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_offset_fetch_request_topics_v10,
                    fill_offset_fetch_request_topics_v10,
                    rows_offset_fetch_request_topics_v10,
                    key_offset_fetch_request_topics_v10,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_fetch_request_group_v9_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestGroup], int]:
    out = many(OffsetFetchRequestGroup, count)
    key_offset_fetch_request_topics_v8: Key | None = None
    for o in out:
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
        elif n2 == 0:
            o.member_id = None
            pos = pos + 1
        else:
            o.member_id, pos = long_string_or_null(buf, pos + 1, n2)
        o.member_epoch, n3 = unpack_iB(buf, pos)
        pos += 5
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.topics = [] if n3 else None
        else:
            n3 -= 1
            if n3 * 3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 3, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_offset_fetch_request_topics_v8 is None:
                o.topics, pos, _ = some_offset_fetch_request_topics_v8(buf, pos, end, n3, ctx)
            else:
                o.topics, pos, key_offset_fetch_request_topics_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_offset_fetch_request_topics_v8,
                    fill_offset_fetch_request_topics_v8,
                    rows_offset_fetch_request_topics_v8,
                    key_offset_fetch_request_topics_v8,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_offset_fetch_request_group_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestGroup], int]:
    out = many(OffsetFetchRequestGroup, count)
    key_offset_fetch_request_topics_v8: Key | None = None
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
            o.topics = [] if n2 else None
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_request_topics_v8 is None:
                o.topics, pos, _ = some_offset_fetch_request_topics_v8(buf, pos, end, n2, ctx)
            else:
                o.topics, pos, key_offset_fetch_request_topics_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_request_topics_v8,
                    fill_offset_fetch_request_topics_v8,
                    rows_offset_fetch_request_topics_v8,
                    key_offset_fetch_request_topics_v8,
                )
        t = buf[pos]
        o.member_id = None
        o.member_epoch = -1
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_offset_fetch_request_topic_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestTopic], int, Key]:
    out = many(OffsetFetchRequestTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            o.partition_indexes = runs_i[n2 - 1](buf, pos + 1)
            pos += n2 * 4 - 3
        else:
            o.partition_indexes, pos = compact_numbers(buf, pos + 1, end, n2, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_offset_fetch_request_topic_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchRequestTopic]:
    groups = compact_groups(ctx)
    out = many(OffsetFetchRequestTopic, count)
    o: OffsetFetchRequestTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_offset_fetch_request_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[OffsetFetchRequestTopic], int, Key]:
    out = many(OffsetFetchRequestTopic, count)
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
        if 0 <= n2 < 128:
            o.partition_indexes = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partition_indexes, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_offset_fetch_request_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[OffsetFetchRequestTopic]:
    groups = legacy_groups(ctx)
    out = many(OffsetFetchRequestTopic, count)
    o: OffsetFetchRequestTopic
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.name = v0.decode()
            (o.partition_indexes,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_offset_fetch_request_group_v10_array(items: Iterable[OffsetFetchRequestGroup], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_7[0, 0]
    last11 = last12 = -1
    pack10 = shapes_8[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v5 = o.member_id
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v6 = o.topics
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_7[last8, last9]
            put(pack7(n2 + 1, s1, n4, s3, o.member_epoch))
            put(COUNTS[len(v6)])
            write_offset_fetch_request_topics_v10_array(v6, put)
        if v6:
            data = b"\0"
        else:
            if last11 != n2 or last12 != len(s3):
                last11, last12 = n2, len(s3)
                pack10 = shapes_8[last11, last12]
            data = pack10(n2 + 1, s1, n4, s3, o.member_epoch, v6 is not None)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_request_group_v9_array(items: Iterable[OffsetFetchRequestGroup], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_7[0, 0]
    last11 = last12 = -1
    pack10 = shapes_8[0, 0]
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v5 = o.member_id
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v6 = o.topics
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_7[last8, last9]
            put(pack7(n2 + 1, s1, n4, s3, o.member_epoch))
            put(COUNTS[len(v6)])
            write_offset_fetch_request_topics_v8_array(v6, put)
        if v6:
            data = b"\0"
        else:
            if last11 != n2 or last12 != len(s3):
                last11, last12 = n2, len(s3)
                pack10 = shapes_8[last11, last12]
            data = pack10(n2 + 1, s1, n4, s3, o.member_epoch, v6 is not None)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_request_group_v8_array(items: Iterable[OffsetFetchRequestGroup], put: Put) -> None:
    for o in items:
        s1 = o.group_id.encode()
        n2 = len(s1)
        v3 = o.topics
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_offset_fetch_request_topics_v8_array(v3, put)
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, v3 is not None)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_request_topic_v6_array(items: Iterable[OffsetFetchRequestTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_offset_fetch_request_topic_v0_array(items: Iterable[OffsetFetchRequestTopic], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_indexes
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_5[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_offset_fetch_request_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    o = new(OffsetFetchRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.groups, pos = read_offset_fetch_request_group_v10_array(buf, pos, end, n1, ctx)
    o.require_stable, t = unpack_tB(buf, pos)
    o.group_id = ""
    o.topics = []
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_request_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    o = new(OffsetFetchRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 8 > end - pos or n1 > ctx.left:
            refuse_count(n1, 8, end - pos)
        ctx.left -= n1
        o.groups, pos = read_offset_fetch_request_group_v9_array(buf, pos, end, n1, ctx)
    o.require_stable, t = unpack_tB(buf, pos)
    o.group_id = ""
    o.topics = []
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_request_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    o = new(OffsetFetchRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.groups, pos = read_offset_fetch_request_group_v8_array(buf, pos, end, n1, ctx)
    o.require_stable, t = unpack_tB(buf, pos)
    o.group_id = ""
    o.topics = []
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_request_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    key_offset_fetch_request_topic_v6: Key | None = None
    o = new(OffsetFetchRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2, o.require_stable = unpack_Bt(buf, pos)
    if n2 < 2:
        o.topics = [] if n2 else None
        pos += 2
    else:
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else None
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_offset_fetch_request_topic_v6 is None:
                o.topics, pos, _ = some_offset_fetch_request_topic_v6(buf, pos, end, n2, ctx)
            else:
                o.topics, pos, key_offset_fetch_request_topic_v6 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_offset_fetch_request_topic_v6,
                    fill_offset_fetch_request_topic_v6,
                    rows_offset_fetch_request_topic_v6,
                    key_offset_fetch_request_topic_v6,
                )
        (o.require_stable,) = unpack_t(buf, pos)
        pos += 1
    t = buf[pos]
    o.groups = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    key_offset_fetch_request_topic_v6: Key | None = None
    o = new(OffsetFetchRequest)
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
        o.topics = [] if n2 else None
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_offset_fetch_request_topic_v6 is None:
            o.topics, pos, _ = some_offset_fetch_request_topic_v6(buf, pos, end, n2, ctx)
        else:
            o.topics, pos, key_offset_fetch_request_topic_v6 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_offset_fetch_request_topic_v6,
                fill_offset_fetch_request_topic_v6,
                rows_offset_fetch_request_topic_v6,
                key_offset_fetch_request_topic_v6,
            )
    t = buf[pos]
    o.groups = []
    o.require_stable = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_offset_fetch_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    key_offset_fetch_request_topic_v0: Key | None = None
    o = new(OffsetFetchRequest)
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
        o.topics = [] if n2 == 0 else null_or_refuse(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_offset_fetch_request_topic_v0 is None:
            o.topics, pos, _ = some_offset_fetch_request_topic_v0(buf, pos, end, n2, ctx)
        else:
            o.topics, pos, key_offset_fetch_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_offset_fetch_request_topic_v0,
                fill_offset_fetch_request_topic_v0,
                rows_offset_fetch_request_topic_v0,
                key_offset_fetch_request_topic_v0,
            )
    o.groups = []
    o.require_stable = False
    o.unknown_tags = None
    return o, pos


def read_offset_fetch_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetFetchRequest, int]:
    key_offset_fetch_request_topic_v0: Key | None = None
    o = new(OffsetFetchRequest)
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
        if n2 < 8 and key_offset_fetch_request_topic_v0 is None:
            o.topics, pos, _ = some_offset_fetch_request_topic_v0(buf, pos, end, n2, ctx)
        else:
            o.topics, pos, key_offset_fetch_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_offset_fetch_request_topic_v0,
                fill_offset_fetch_request_topic_v0,
                rows_offset_fetch_request_topic_v0,
                key_offset_fetch_request_topic_v0,
            )
    o.groups = []
    o.require_stable = False
    o.unknown_tags = None
    return o, pos


def encode_offset_fetch_request_v10(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_id != "":
        absent(o, "group_id")
    if o.topics is None or o.topics:
        absent(o, "topics")
    v1 = o.groups
    if v1:
        put(COUNTS[len(v1)])
        write_offset_fetch_request_group_v10_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.require_stable)
    else:
        data = pack_Btx(1, o.require_stable)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_fetch_request_v9(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_id != "":
        absent(o, "group_id")
    if o.topics is None or o.topics:
        absent(o, "topics")
    v1 = o.groups
    if v1:
        put(COUNTS[len(v1)])
        write_offset_fetch_request_group_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.require_stable)
    else:
        data = pack_Btx(1, o.require_stable)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_fetch_request_v8(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_id != "":
        absent(o, "group_id")
    if o.topics is None or o.topics:
        absent(o, "topics")
    v1 = o.groups
    if v1:
        put(COUNTS[len(v1)])
        write_offset_fetch_request_group_v8_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.require_stable)
    else:
        data = pack_Btx(1, o.require_stable)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_fetch_request_v7(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_2[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_offset_fetch_request_topic_v6_array(v3, put)
    if v3:
        data = pack_tx(o.require_stable)
    else:
        data = shapes_4[n2](n2 + 1, s1, v3 is not None, o.require_stable)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_fetch_request_v6(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    if o.require_stable:
        absent(o, "require_stable")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_2[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_offset_fetch_request_topic_v6_array(v3, put)
    if v3:
        data = b"\0"
    else:
        data = shapes_3[n2](n2 + 1, s1, v3 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_offset_fetch_request_v2(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    if o.require_stable:
        absent(o, "require_stable")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2, s1, len(v3)))
        write_offset_fetch_request_topic_v0_array(v3, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_1[n2](n2, s1, -(v3 is None)))
    return b"".join(parts)


def encode_offset_fetch_request_v0(o: OffsetFetchRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.groups:
        absent(o, "groups")
    if o.require_stable:
        absent(o, "require_stable")
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3: Any = o.topics
    if v3:
        put(shapes_1[n2](n2, s1, len(v3)))
        write_offset_fetch_request_topic_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(shapes_1[n2](n2, s1, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[OffsetFetchRequest], bytes]] = {
    0: encode_offset_fetch_request_v0,
    1: encode_offset_fetch_request_v0,
    2: encode_offset_fetch_request_v2,
    3: encode_offset_fetch_request_v2,
    4: encode_offset_fetch_request_v2,
    5: encode_offset_fetch_request_v2,
    6: encode_offset_fetch_request_v6,
    7: encode_offset_fetch_request_v7,
    8: encode_offset_fetch_request_v8,
    9: encode_offset_fetch_request_v9,
    10: encode_offset_fetch_request_v10,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetFetchRequest, int]]] = {
    0: read_offset_fetch_request_v0,
    1: read_offset_fetch_request_v0,
    2: read_offset_fetch_request_v2,
    3: read_offset_fetch_request_v2,
    4: read_offset_fetch_request_v2,
    5: read_offset_fetch_request_v2,
    6: read_offset_fetch_request_v6,
    7: read_offset_fetch_request_v7,
    8: read_offset_fetch_request_v8,
    9: read_offset_fetch_request_v9,
    10: read_offset_fetch_request_v10,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetFetchRequest request 0-10 flexible=6+
 GroupId string 0-7
 Topics []OffsetFetchRequestTopic 0-7 null=2-7
  Name string 0-7
  PartitionIndexes []int32 0-7
 Groups []OffsetFetchRequestGroup 8+
  GroupId string 8+
  MemberId string 9+ null=9+ ignorable default=null
  MemberEpoch int32 9+ ignorable default=-1
  Topics []OffsetFetchRequestTopics 8+ null=8+
   Name string 8-9 ignorable
   TopicId uuid 10+ ignorable
   PartitionIndexes []int32 8+
 RequireStable bool 7+ default=false
"""

# Generated from rpc/MetadataRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.metadata_request import MetadataRequest, MetadataRequestTopic
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

pack_Btttx = Packer(">B???x").pack
pack_Bttx = Packer(">B??x").pack
pack_i = Packer(">i").pack
pack_it = Packer(">i?").pack
pack_ittt = Packer(">i???").pack
pack_t = Packer(">?").pack
pack_ttt = Packer(">???").pack
pack_tttx = Packer(">???x").pack
pack_ttx = Packer(">??x").pack
rows_metadata_request_topic_v0 = Rows("Y1")
rows_metadata_request_topic_v10 = Rows("16s P1 T")
rows_metadata_request_topic_v9 = Rows("P1 T")
shapes_1 = Shapes("h%ds")
shapes_2 = Shapes("S%dsx")
shapes_3 = Shapes("16sS%dsx")
unpack_Btt = Packer(">B??").unpack_from
unpack_Bttt = Packer(">B???").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_it = Packer(">i?").unpack_from
unpack_ittt = Packer(">i???").unpack_from
unpack_t = Packer(">?").unpack_from
unpack_tt = Packer(">??").unpack_from
unpack_ttt = Packer(">???").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_metadata_request_topic_v10(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataRequestTopic], int, Key]:
    out = many(MetadataRequestTopic, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            p = pos + n2 + 16
            o.name = buf[pos + 17 : p].decode()
            pos = p
        elif n2 == 0:
            o.name = None
            pos = pos + 17
        else:
            o.name, pos = long_string_or_null(buf, pos + 17, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_metadata_request_topic_v10(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataRequestTopic]:
    k0, _ = key
    out = many(MetadataRequestTopic, count)
    o: MetadataRequestTopic
    for o, row in zip(out, rows):
        v0, v1 = row
        o.topic_id = make_uuid(v0)
        o.name = v1.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_metadata_request_topic_v9(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataRequestTopic], int, Key]:
    out = many(MetadataRequestTopic, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_metadata_request_topic_v9(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataRequestTopic]:
    out = many(MetadataRequestTopic, count)
    o: MetadataRequestTopic
    for o, row in zip(out, rows):
        (v0,) = row
        o.name = v0.decode()
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out


def some_metadata_request_topic_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[MetadataRequestTopic], int, Key]:
    out = many(MetadataRequestTopic, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_metadata_request_topic_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[MetadataRequestTopic]:
    out = many(MetadataRequestTopic, count)
    o: MetadataRequestTopic
    for o, row in zip(out, rows):
        (v0,) = row
        o.name = v0.decode()
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out


def write_metadata_request_topic_v10_array(items: Iterable[MetadataRequestTopic], put: Put) -> None:
    for o in items:
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_3[len(s1)](o.topic_id.bytes, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_request_topic_v9_array(items: Iterable[MetadataRequestTopic], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_metadata_request_topic_v0_array(items: Iterable[MetadataRequestTopic], put: Put) -> None:
    for o in items:
        v3: Any = o.name
        s1 = v3.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1))


def read_metadata_request_v11(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v10: Key | None = None
    o = new(MetadataRequest)
    n1, o.allow_auto_topic_creation, o.include_topic_authorized_operations = unpack_Btt(buf, pos)
    if n1 < 2:
        o.topics = [] if n1 else None
        pos += 3
    else:
        pos += 1
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topics = [] if n1 else None
        else:
            n1 -= 1
            if n1 * 18 > end - pos or n1 > ctx.left:
                refuse_count(n1, 18, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_metadata_request_topic_v10 is None:
                o.topics, pos, _ = some_metadata_request_topic_v10(buf, pos, end, n1, ctx)
            else:
                o.topics, pos, key_metadata_request_topic_v10 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_metadata_request_topic_v10,
                    fill_metadata_request_topic_v10,
                    rows_metadata_request_topic_v10,
                    key_metadata_request_topic_v10,
                )
        o.allow_auto_topic_creation, o.include_topic_authorized_operations = unpack_tt(buf, pos)
        pos += 2
    t = buf[pos]
    o.include_cluster_authorized_operations = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_request_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v10: Key | None = None
    o = new(MetadataRequest)
    (
        n1,
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
    ) = unpack_Bttt(buf, pos)
    if n1 < 2:
        o.topics = [] if n1 else None
        pos += 4
    else:
        pos += 1
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topics = [] if n1 else None
        else:
            n1 -= 1
            if n1 * 18 > end - pos or n1 > ctx.left:
                refuse_count(n1, 18, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_metadata_request_topic_v10 is None:
                o.topics, pos, _ = some_metadata_request_topic_v10(buf, pos, end, n1, ctx)
            else:
                o.topics, pos, key_metadata_request_topic_v10 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_metadata_request_topic_v10,
                    fill_metadata_request_topic_v10,
                    rows_metadata_request_topic_v10,
                    key_metadata_request_topic_v10,
                )
        (
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ) = unpack_ttt(buf, pos)
        pos += 3
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_request_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v9: Key | None = None
    o = new(MetadataRequest)
    (
        n1,
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
    ) = unpack_Bttt(buf, pos)
    if n1 < 2:
        o.topics = [] if n1 else None
        pos += 4
    else:
        pos += 1
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.topics = [] if n1 else None
        else:
            n1 -= 1
            if n1 * 2 > end - pos or n1 > ctx.left:
                refuse_count(n1, 2, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_metadata_request_topic_v9 is None:
                o.topics, pos, _ = some_metadata_request_topic_v9(buf, pos, end, n1, ctx)
            else:
                o.topics, pos, key_metadata_request_topic_v9 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_metadata_request_topic_v9,
                    fill_metadata_request_topic_v9,
                    rows_metadata_request_topic_v9,
                    key_metadata_request_topic_v9,
                )
        (
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ) = unpack_ttt(buf, pos)
        pos += 3
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_metadata_request_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v0: Key | None = None
    o = new(MetadataRequest)
    (
        n1,
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
    ) = unpack_ittt(buf, pos)
    if n1 < 1:
        o.topics = [] if n1 == 0 else null_or_refuse(n1)
        pos += 7
    else:
        pos += 4
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_request_topic_v0 is None:
            o.topics, pos, _ = some_metadata_request_topic_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_metadata_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_request_topic_v0,
                fill_metadata_request_topic_v0,
                rows_metadata_request_topic_v0,
                key_metadata_request_topic_v0,
            )
        (
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ) = unpack_ttt(buf, pos)
        pos += 3
    o.unknown_tags = None
    return o, pos


def read_metadata_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v0: Key | None = None
    o = new(MetadataRequest)
    n1, o.allow_auto_topic_creation = unpack_it(buf, pos)
    if n1 < 1:
        o.topics = [] if n1 == 0 else null_or_refuse(n1)
        pos += 5
    else:
        pos += 4
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_request_topic_v0 is None:
            o.topics, pos, _ = some_metadata_request_topic_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_metadata_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_request_topic_v0,
                fill_metadata_request_topic_v0,
                rows_metadata_request_topic_v0,
                key_metadata_request_topic_v0,
            )
        (o.allow_auto_topic_creation,) = unpack_t(buf, pos)
        pos += 1
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def read_metadata_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v0: Key | None = None
    o = new(MetadataRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else null_or_refuse(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_request_topic_v0 is None:
            o.topics, pos, _ = some_metadata_request_topic_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_metadata_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_request_topic_v0,
                fill_metadata_request_topic_v0,
                rows_metadata_request_topic_v0,
                key_metadata_request_topic_v0,
            )
    o.allow_auto_topic_creation = True
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def read_metadata_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[MetadataRequest, int]:
    key_metadata_request_topic_v0: Key | None = None
    o = new(MetadataRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_metadata_request_topic_v0 is None:
            o.topics, pos, _ = some_metadata_request_topic_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_metadata_request_topic_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_metadata_request_topic_v0,
                fill_metadata_request_topic_v0,
                rows_metadata_request_topic_v0,
                key_metadata_request_topic_v0,
            )
    o.allow_auto_topic_creation = True
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def encode_metadata_request_v11(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.include_cluster_authorized_operations:
        absent(o, "include_cluster_authorized_operations")
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_metadata_request_topic_v10_array(v1, put)
    if v1:
        data = pack_ttx(o.allow_auto_topic_creation, o.include_topic_authorized_operations)
    else:
        data = pack_Bttx(v1 is not None, o.allow_auto_topic_creation, o.include_topic_authorized_operations)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_request_v10(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_metadata_request_topic_v10_array(v1, put)
    if v1:
        data = pack_tttx(
            o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations
        )
    else:
        data = pack_Btttx(
            v1 is not None,
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_request_v9(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_metadata_request_topic_v9_array(v1, put)
    if v1:
        data = pack_tttx(
            o.allow_auto_topic_creation, o.include_cluster_authorized_operations, o.include_topic_authorized_operations
        )
    else:
        data = pack_Btttx(
            v1 is not None,
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_metadata_request_v8(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_metadata_request_topic_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(
            pack_ttt(
                o.allow_auto_topic_creation,
                o.include_cluster_authorized_operations,
                o.include_topic_authorized_operations,
            )
        )
    else:
        put(
            pack_ittt(
                -(v1 is None),
                o.allow_auto_topic_creation,
                o.include_cluster_authorized_operations,
                o.include_topic_authorized_operations,
            )
        )
    return b"".join(parts)


def encode_metadata_request_v4(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.include_cluster_authorized_operations:
        absent(o, "include_cluster_authorized_operations")
    if o.include_topic_authorized_operations:
        absent(o, "include_topic_authorized_operations")
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_metadata_request_topic_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_t(o.allow_auto_topic_creation))
    else:
        put(pack_it(-(v1 is None), o.allow_auto_topic_creation))
    return b"".join(parts)


def encode_metadata_request_v1(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if not o.allow_auto_topic_creation:
        absent(o, "allow_auto_topic_creation")
    if o.include_cluster_authorized_operations:
        absent(o, "include_cluster_authorized_operations")
    if o.include_topic_authorized_operations:
        absent(o, "include_topic_authorized_operations")
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_metadata_request_topic_v0_array(v1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(-(v1 is None)))
    return b"".join(parts)


def encode_metadata_request_v0(o: MetadataRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if not o.allow_auto_topic_creation:
        absent(o, "allow_auto_topic_creation")
    if o.include_cluster_authorized_operations:
        absent(o, "include_cluster_authorized_operations")
    if o.include_topic_authorized_operations:
        absent(o, "include_topic_authorized_operations")
    v1: Any = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_metadata_request_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[MetadataRequest], bytes]] = {
    0: encode_metadata_request_v0,
    1: encode_metadata_request_v1,
    2: encode_metadata_request_v1,
    3: encode_metadata_request_v1,
    4: encode_metadata_request_v4,
    5: encode_metadata_request_v4,
    6: encode_metadata_request_v4,
    7: encode_metadata_request_v4,
    8: encode_metadata_request_v8,
    9: encode_metadata_request_v9,
    10: encode_metadata_request_v10,
    11: encode_metadata_request_v11,
    12: encode_metadata_request_v11,
    13: encode_metadata_request_v11,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[MetadataRequest, int]]] = {
    0: read_metadata_request_v0,
    1: read_metadata_request_v1,
    2: read_metadata_request_v1,
    3: read_metadata_request_v1,
    4: read_metadata_request_v4,
    5: read_metadata_request_v4,
    6: read_metadata_request_v4,
    7: read_metadata_request_v4,
    8: read_metadata_request_v8,
    9: read_metadata_request_v9,
    10: read_metadata_request_v10,
    11: read_metadata_request_v11,
    12: read_metadata_request_v11,
    13: read_metadata_request_v11,
}
NEEDS_CONTEXT = True
SPEC = """\
MetadataRequest request 0-13 flexible=9+
 Topics []MetadataRequestTopic 0+ null=1+
  TopicId uuid 10+ ignorable
  Name string 0+ null=10+
 AllowAutoTopicCreation bool 4+ default=true
 IncludeClusterAuthorizedOperations bool 8-10
 IncludeTopicAuthorizedOperations bool 8+
"""

# Generated from rpc/JoinGroupRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.join_group_request import JoinGroupRequest, JoinGroupRequestProtocol
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
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

rows_join_group_request_protocol_v0 = Rows("Y1 Z1")
rows_join_group_request_protocol_v6 = Rows("P1 P1 T")
shapes_1 = Shapes("h%dsih%dsh%dsi")
shapes_10 = Shapes("h%dsi%ds")
shapes_11 = Shapes("S%dsP%dsx")
shapes_2 = Shapes("h%dsiih%dsh%dsi")
shapes_3 = Shapes("h%dsiih%dsh%ds")
shapes_4 = Shapes("h%dsi")
shapes_5 = Shapes("S%dsiiS%dsS%ds")
shapes_6 = Shapes("S%ds")
shapes_7 = Shapes("S%dsBx")
shapes_8 = Shapes("S%dsx")
shapes_9 = Shapes("S%dsBS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_iih = Packer(">iih").unpack_from


def some_join_group_request_protocol_v6(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[JoinGroupRequestProtocol], int, Key]:
    out = many(JoinGroupRequestProtocol, count)
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
        if n2:
            p = pos + n2 - 1
            o.metadata = buf[pos:p]
            pos = p
        else:
            o.metadata = refuse_length(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_join_group_request_protocol_v6(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[JoinGroupRequestProtocol]:
    out = many(JoinGroupRequestProtocol, count)
    o: JoinGroupRequestProtocol
    for o, row in zip(out, rows):
        v0, o.metadata = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_join_group_request_protocol_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[JoinGroupRequestProtocol], int, Key]:
    out = many(JoinGroupRequestProtocol, count)
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
        if n2 >= 0:
            p = pos + n2 + 4
            o.metadata = buf[pos + 4 : p]
            pos = p
        else:
            o.metadata = refuse_length(n2)
            pos = pos + 4
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_join_group_request_protocol_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[JoinGroupRequestProtocol]:
    out = many(JoinGroupRequestProtocol, count)
    o: JoinGroupRequestProtocol
    for o, row in zip(out, rows):
        v0, o.metadata = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_join_group_request_protocol_v6_array(items: Iterable[JoinGroupRequestProtocol], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_11[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        b3 = o.metadata
        n4 = len(b3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_11[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, b3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_join_group_request_protocol_v0_array(items: Iterable[JoinGroupRequestProtocol], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_10[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        b3 = o.metadata
        n4 = len(b3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_10[last6, last7]
        put(pack5(n2, s1, n4, b3))


def read_join_group_request_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupRequest, int]:
    key_join_group_request_protocol_v6: Key | None = None
    o = new(JoinGroupRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.session_timeout_ms, o.rebalance_timeout_ms, n2 = unpack_iiB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 8
        o.member_id = buf[pos + 9 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 9, n2)
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
    if 0 < n4 < 128:
        p = pos + n4
        o.protocol_type = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.protocol_type, pos = long_string(buf, pos + 1, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.protocols = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 3 > end - pos or n5 > ctx.left:
            refuse_count(n5, 3, end - pos)
        ctx.left -= n5
        if n5 < 8 and key_join_group_request_protocol_v6 is None:
            o.protocols, pos, _ = some_join_group_request_protocol_v6(buf, pos, end, n5, ctx)
        else:
            o.protocols, pos, key_join_group_request_protocol_v6 = read_rows(
                buf,
                pos,
                end,
                n5,
                ctx,
                some_join_group_request_protocol_v6,
                fill_join_group_request_protocol_v6,
                rows_join_group_request_protocol_v6,
                key_join_group_request_protocol_v6,
            )
    n6 = buf[pos]
    if 0 < n6 < 128:
        p = pos + n6
        o.reason = buf[pos + 1 : p].decode()
        pos = p
    elif n6 == 0:
        o.reason = None
        pos = pos + 1
    else:
        o.reason, pos = long_string_or_null(buf, pos + 1, n6)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_join_group_request_v6(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupRequest, int]:
    key_join_group_request_protocol_v6: Key | None = None
    o = new(JoinGroupRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    o.session_timeout_ms, o.rebalance_timeout_ms, n2 = unpack_iiB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 8
        o.member_id = buf[pos + 9 : p].decode()
        pos = p
    else:
        o.member_id, pos = long_string(buf, pos + 9, n2)
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
    if 0 < n4 < 128:
        p = pos + n4
        o.protocol_type = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.protocol_type, pos = long_string(buf, pos + 1, n4)
    n5 = buf[pos]
    pos += 1
    if n5 > 127:
        n5, pos = uvarint_rest(buf, pos, n5)
    if n5 < 2:
        o.protocols = [] if n5 else refuse_length(-1)
    else:
        n5 -= 1
        if n5 * 3 > end - pos or n5 > ctx.left:
            refuse_count(n5, 3, end - pos)
        ctx.left -= n5
        if n5 < 8 and key_join_group_request_protocol_v6 is None:
            o.protocols, pos, _ = some_join_group_request_protocol_v6(buf, pos, end, n5, ctx)
        else:
            o.protocols, pos, key_join_group_request_protocol_v6 = read_rows(
                buf,
                pos,
                end,
                n5,
                ctx,
                some_join_group_request_protocol_v6,
                fill_join_group_request_protocol_v6,
                rows_join_group_request_protocol_v6,
                key_join_group_request_protocol_v6,
            )
    t = buf[pos]
    o.reason = None
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_join_group_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupRequest, int]:
    key_join_group_request_protocol_v0: Key | None = None
    o = new(JoinGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.session_timeout_ms, o.rebalance_timeout_ms, n2 = unpack_iih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 10
        o.member_id = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 10
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.group_instance_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_instance_id = null_or_refuse(n3)
        pos = pos + 2
    (n4,) = unpack_h(buf, pos)
    if n4 >= 0:
        p = pos + n4 + 2
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n4)
        pos = pos + 2
    (n5,) = unpack_i(buf, pos)
    pos += 4
    if n5 < 1:
        o.protocols = [] if n5 == 0 else refuse_length(n5)
    else:
        if n5 * 6 > end - pos or n5 > ctx.left:
            refuse_count(n5, 6, end - pos)
        ctx.left -= n5
        if n5 < 8 and key_join_group_request_protocol_v0 is None:
            o.protocols, pos, _ = some_join_group_request_protocol_v0(buf, pos, end, n5, ctx)
        else:
            o.protocols, pos, key_join_group_request_protocol_v0 = read_rows(
                buf,
                pos,
                end,
                n5,
                ctx,
                some_join_group_request_protocol_v0,
                fill_join_group_request_protocol_v0,
                rows_join_group_request_protocol_v0,
                key_join_group_request_protocol_v0,
            )
    o.reason = None
    o.unknown_tags = None
    return o, pos


def read_join_group_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupRequest, int]:
    key_join_group_request_protocol_v0: Key | None = None
    o = new(JoinGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.session_timeout_ms, o.rebalance_timeout_ms, n2 = unpack_iih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 10
        o.member_id = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 10
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.protocols = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_join_group_request_protocol_v0 is None:
            o.protocols, pos, _ = some_join_group_request_protocol_v0(buf, pos, end, n4, ctx)
        else:
            o.protocols, pos, key_join_group_request_protocol_v0 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_join_group_request_protocol_v0,
                fill_join_group_request_protocol_v0,
                rows_join_group_request_protocol_v0,
                key_join_group_request_protocol_v0,
            )
    o.group_instance_id = None
    o.reason = None
    o.unknown_tags = None
    return o, pos


def read_join_group_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[JoinGroupRequest, int]:
    key_join_group_request_protocol_v0: Key | None = None
    o = new(JoinGroupRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.session_timeout_ms, n2 = unpack_ih(buf, pos)
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
        o.protocol_type = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.protocol_type = refuse_length(n3)
        pos = pos + 2
    (n4,) = unpack_i(buf, pos)
    pos += 4
    if n4 < 1:
        o.protocols = [] if n4 == 0 else refuse_length(n4)
    else:
        if n4 * 6 > end - pos or n4 > ctx.left:
            refuse_count(n4, 6, end - pos)
        ctx.left -= n4
        if n4 < 8 and key_join_group_request_protocol_v0 is None:
            o.protocols, pos, _ = some_join_group_request_protocol_v0(buf, pos, end, n4, ctx)
        else:
            o.protocols, pos, key_join_group_request_protocol_v0 = read_rows(
                buf,
                pos,
                end,
                n4,
                ctx,
                some_join_group_request_protocol_v0,
                fill_join_group_request_protocol_v0,
                rows_join_group_request_protocol_v0,
                key_join_group_request_protocol_v0,
            )
    o.rebalance_timeout_ms = -1
    o.group_instance_id = None
    o.reason = None
    o.unknown_tags = None
    return o, pos


def encode_join_group_request_v8(o: JoinGroupRequest) -> bytes:
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
    put(shapes_5[n2, n4, len(s5)](n2 + 1, s1, o.session_timeout_ms, o.rebalance_timeout_ms, n4 + 1, s3, n6, s5))
    s8 = o.protocol_type.encode()
    n9 = len(s8)
    v10 = o.protocols
    if v10:
        put(shapes_6[n9](n9 + 1, s8))
        put(COUNTS[len(v10)])
        write_join_group_request_protocol_v6_array(v10, put)
    elif v10 is None:
        refuse_null()
    v13 = o.reason
    if v13 is None:
        s11 = b""
        n12 = 0
    else:
        s11 = v13.encode()
        n12 = len(s11) + 1
    if v10:
        data = shapes_8[len(s11)](n12, s11)
    else:
        data = shapes_9[n9, len(s11)](n9 + 1, s8, 1, n12, s11)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_join_group_request_v6(o: JoinGroupRequest) -> bytes:
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
    put(shapes_5[n2, n4, len(s5)](n2 + 1, s1, o.session_timeout_ms, o.rebalance_timeout_ms, n4 + 1, s3, n6, s5))
    s8 = o.protocol_type.encode()
    n9 = len(s8)
    v10 = o.protocols
    if v10:
        put(shapes_6[n9](n9 + 1, s8))
        put(COUNTS[len(v10)])
        write_join_group_request_protocol_v6_array(v10, put)
    elif v10 is None:
        refuse_null()
    if v10:
        data = b"\0"
    else:
        data = shapes_7[n9](n9 + 1, s8, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_join_group_request_v5(o: JoinGroupRequest) -> bytes:
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
    put(shapes_3[n2, n4, len(s5)](n2, s1, o.session_timeout_ms, o.rebalance_timeout_ms, n4, s3, n6, s5))
    s8 = o.protocol_type.encode()
    n9 = len(s8)
    v10 = o.protocols
    if v10:
        put(shapes_4[n9](n9, s8, len(v10)))
        write_join_group_request_protocol_v0_array(v10, put)
    elif v10 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v10:
        put(shapes_4[n9](n9, s8, 0))
    return b"".join(parts)


def encode_join_group_request_v1(o: JoinGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    s5 = o.protocol_type.encode()
    n6 = len(s5)
    v7 = o.protocols
    if v7:
        put(shapes_2[n2, n4, n6](n2, s1, o.session_timeout_ms, o.rebalance_timeout_ms, n4, s3, n6, s5, len(v7)))
        write_join_group_request_protocol_v0_array(v7, put)
    elif v7 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v7:
        put(shapes_2[n2, n4, n6](n2, s1, o.session_timeout_ms, o.rebalance_timeout_ms, n4, s3, n6, s5, 0))
    return b"".join(parts)


def encode_join_group_request_v0(o: JoinGroupRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.group_instance_id is not None:
        absent(o, "group_instance_id")
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    s5 = o.protocol_type.encode()
    n6 = len(s5)
    v7 = o.protocols
    if v7:
        put(shapes_1[n2, n4, n6](n2, s1, o.session_timeout_ms, n4, s3, n6, s5, len(v7)))
        write_join_group_request_protocol_v0_array(v7, put)
    elif v7 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v7:
        put(shapes_1[n2, n4, n6](n2, s1, o.session_timeout_ms, n4, s3, n6, s5, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[JoinGroupRequest], bytes]] = {
    0: encode_join_group_request_v0,
    1: encode_join_group_request_v1,
    2: encode_join_group_request_v1,
    3: encode_join_group_request_v1,
    4: encode_join_group_request_v1,
    5: encode_join_group_request_v5,
    6: encode_join_group_request_v6,
    7: encode_join_group_request_v6,
    8: encode_join_group_request_v8,
    9: encode_join_group_request_v8,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[JoinGroupRequest, int]]] = {
    0: read_join_group_request_v0,
    1: read_join_group_request_v1,
    2: read_join_group_request_v1,
    3: read_join_group_request_v1,
    4: read_join_group_request_v1,
    5: read_join_group_request_v5,
    6: read_join_group_request_v6,
    7: read_join_group_request_v6,
    8: read_join_group_request_v8,
    9: read_join_group_request_v8,
}
NEEDS_CONTEXT = True
SPEC = """\
JoinGroupRequest request 0-9 flexible=6+
 GroupId string 0+
 SessionTimeoutMs int32 0+
 RebalanceTimeoutMs int32 1+ ignorable default=-1
 MemberId string 0+
 GroupInstanceId string 5+ null=5+ default=null
 ProtocolType string 0+
 Protocols []JoinGroupRequestProtocol 0+
  Name string 0+
  Metadata bytes 0+
 Reason string 8+ null=8+ ignorable default=null
"""

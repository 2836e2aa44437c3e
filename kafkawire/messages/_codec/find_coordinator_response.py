# Generated from rpc/FindCoordinatorResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.find_coordinator_response import Coordinator, FindCoordinatorResponse
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_coordinator_v4 = Rows("P1 i P1 ih P1 T")
shapes_1 = Shapes("hih%dsi")
shapes_2 = Shapes("ihh%dsih%dsi")
shapes_3 = Shapes("ihS%dsiS%dsix")
shapes_4 = Shapes("S%dsiS%dsihS%dsx")
unpack_hih = Packer(">hih").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihh = Packer(">ihh").unpack_from


def some_coordinator_v4(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[Coordinator], int, Key]:
    out = many(Coordinator, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        o.node_id, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n2)
        o.port, o.error_code, n3 = unpack_ihB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 6
            o.error_message = buf[pos + 7 : p].decode()
            pos = p
        elif n3 == 0:
            o.error_message = None
            pos = pos + 7
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 7, n3)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, n3, t)


def fill_coordinator_v4(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[Coordinator]:
    k0, k1, k2, _ = key
    out = many(Coordinator, count)
    o: Coordinator
    for o, row in zip(out, rows):
        v0, o.node_id, v2, o.port, o.error_code, v5 = row
        o.key = v0.decode()
        o.host = v2.decode()
        o.error_message = v5.decode() if k2 else None
        o.unknown_tags = None
    return out


def write_coordinator_v4_array(items: Iterable[Coordinator], put: Put) -> None:
    last9 = last10 = last11 = -1
    pack8 = shapes_4[0, 0, 0]
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        v7 = o.error_message
        if v7 is None:
            s5 = b""
            n6 = 0
        else:
            s5 = v7.encode()
            n6 = len(s5) + 1
        if last9 != n2 or last10 != n4 or last11 != len(s5):
            last9, last10, last11 = n2, n4, len(s5)
            pack8 = shapes_4[last9, last10, last11]
        data = pack8(n2 + 1, s1, o.node_id, n4 + 1, s3, o.port, o.error_code, n6, s5)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_find_coordinator_response_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorResponse, int]:
    key_coordinator_v4: Key | None = None
    o = new(FindCoordinatorResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.coordinators = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 14 > end - pos or n1 > ctx.left:
            refuse_count(n1, 14, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_coordinator_v4 is None:
            o.coordinators, pos, _ = some_coordinator_v4(buf, pos, end, n1, ctx)
        else:
            o.coordinators, pos, key_coordinator_v4 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_coordinator_v4,
                fill_coordinator_v4,
                rows_coordinator_v4,
                key_coordinator_v4,
            )
    t = buf[pos]
    o.error_code = 0
    o.error_message = ""
    o.node_id = 0
    o.host = ""
    o.port = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_find_coordinator_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorResponse, int]:
    o = new(FindCoordinatorResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    o.node_id, n2 = unpack_iB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 4
        o.host = buf[pos + 5 : p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 5, n2)
    o.port, t = unpack_iB(buf, pos)
    o.coordinators = []
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_find_coordinator_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorResponse, int]:
    o = new(FindCoordinatorResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.error_message = buf[pos + 8 : p].decode()
        pos = p
    else:
        o.error_message = null_or_refuse(n1)
        pos = pos + 8
    o.node_id, n2 = unpack_ih(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 6
        o.host = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.host = refuse_length(n2)
        pos = pos + 6
    (o.port,) = unpack_i(buf, pos)
    o.coordinators = []
    o.unknown_tags = None
    return o, pos + 4


def read_find_coordinator_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorResponse, int]:
    o = new(FindCoordinatorResponse)
    o.error_code, o.node_id, n1 = unpack_hih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 8
        o.host = buf[pos + 8 : p].decode()
        pos = p
    else:
        o.host = refuse_length(n1)
        pos = pos + 8
    (o.port,) = unpack_i(buf, pos)
    o.throttle_time_ms = 0
    o.error_message = ""
    o.coordinators = []
    o.unknown_tags = None
    return o, pos + 4


def encode_find_coordinator_response_v4(o: FindCoordinatorResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.error_code != 0:
        absent(o, "error_code")
    if o.node_id != 0:
        absent(o, "node_id")
    if o.host != "":
        absent(o, "host")
    if o.port != 0:
        absent(o, "port")
    v1 = o.coordinators
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_coordinator_v4_array(v1, put)
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


def encode_find_coordinator_response_v3(o: FindCoordinatorResponse) -> bytes:
    if o.coordinators:
        absent(o, "coordinators")
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.host.encode()
    n5 = len(s4)
    data = shapes_3[len(s1), n5](o.throttle_time_ms, o.error_code, n2, s1, o.node_id, n5 + 1, s4, o.port)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_find_coordinator_response_v1(o: FindCoordinatorResponse) -> bytes:
    if o.coordinators:
        absent(o, "coordinators")
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    s4 = o.host.encode()
    n5 = len(s4)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[len(s1), n5](o.throttle_time_ms, o.error_code, n2, s1, o.node_id, n5, s4, o.port)


def encode_find_coordinator_response_v0(o: FindCoordinatorResponse) -> bytes:
    if o.coordinators:
        absent(o, "coordinators")
    s1 = o.host.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](o.error_code, o.node_id, n2, s1, o.port)


ENCODERS: dict[int, Callable[[FindCoordinatorResponse], bytes]] = {
    0: encode_find_coordinator_response_v0,
    1: encode_find_coordinator_response_v1,
    2: encode_find_coordinator_response_v1,
    3: encode_find_coordinator_response_v3,
    4: encode_find_coordinator_response_v4,
    5: encode_find_coordinator_response_v4,
    6: encode_find_coordinator_response_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FindCoordinatorResponse, int]]] = {
    0: read_find_coordinator_response_v0,
    1: read_find_coordinator_response_v1,
    2: read_find_coordinator_response_v1,
    3: read_find_coordinator_response_v3,
    4: read_find_coordinator_response_v4,
    5: read_find_coordinator_response_v4,
    6: read_find_coordinator_response_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
FindCoordinatorResponse response 0-6 flexible=3+
 ThrottleTimeMs int32 1+ ignorable
 ErrorCode int16 0-3
 ErrorMessage string 1-3 null=1-3 ignorable
 NodeId int32 0-3
 Host string 0-3
 Port int32 0-3
 Coordinators []Coordinator 4+
  Key string 4+
  NodeId int32 4+
  Host string 4+
  Port int32 4+
  ErrorCode int16 4+
  ErrorMessage string 4+ null=4+ ignorable
"""

# Generated from rpc/FindCoordinatorRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Shapes,
    absent,
    compact_strings,
    long_string,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_b = Packer(">b").pack
pack_bBx = Packer(">bBx").pack
shapes_1 = Shapes("h%ds")
shapes_2 = Shapes("h%dsb")
shapes_3 = Shapes("S%dsbx")
unpack_b = Packer(">b").unpack_from
unpack_bB = Packer(">bB").unpack_from
unpack_h = Packer(">h").unpack_from


def read_find_coordinator_request_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorRequest, int]:
    o = new(FindCoordinatorRequest)
    o.key_type, n1 = unpack_bB(buf, pos)
    pos += 2
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.coordinator_keys = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.coordinator_keys, pos = compact_strings(buf, pos, n1)
    t = buf[pos]
    o.key = ""
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_find_coordinator_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorRequest, int]:
    o = new(FindCoordinatorRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.key = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.key, pos = long_string(buf, pos + 1, n1)
    o.key_type, t = unpack_bB(buf, pos)
    o.coordinator_keys = []
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_find_coordinator_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorRequest, int]:
    o = new(FindCoordinatorRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.key = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.key = refuse_length(n1)
        pos = pos + 2
    (o.key_type,) = unpack_b(buf, pos)
    o.coordinator_keys = []
    o.unknown_tags = None
    return o, pos + 1


def read_find_coordinator_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[FindCoordinatorRequest, int]:
    o = new(FindCoordinatorRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.key = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.key = refuse_length(n1)
        pos = pos + 2
    o.key_type = 0
    o.coordinator_keys = []
    o.unknown_tags = None
    return o, pos


def encode_find_coordinator_request_v4(o: FindCoordinatorRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.key != "":
        absent(o, "key")
    v1 = o.coordinator_keys
    if v1:
        put(pack_b(o.key_type))
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_bBx(o.key_type, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_find_coordinator_request_v3(o: FindCoordinatorRequest) -> bytes:
    if o.coordinator_keys:
        absent(o, "coordinator_keys")
    s1 = o.key.encode()
    n2 = len(s1)
    data = shapes_3[n2](n2 + 1, s1, o.key_type)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_find_coordinator_request_v1(o: FindCoordinatorRequest) -> bytes:
    if o.coordinator_keys:
        absent(o, "coordinator_keys")
    s1 = o.key.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[n2](n2, s1, o.key_type)


def encode_find_coordinator_request_v0(o: FindCoordinatorRequest) -> bytes:
    if o.key_type != 0:
        absent(o, "key_type")
    if o.coordinator_keys:
        absent(o, "coordinator_keys")
    s1 = o.key.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1)


ENCODERS: dict[int, Callable[[FindCoordinatorRequest], bytes]] = {
    0: encode_find_coordinator_request_v0,
    1: encode_find_coordinator_request_v1,
    2: encode_find_coordinator_request_v1,
    3: encode_find_coordinator_request_v3,
    4: encode_find_coordinator_request_v4,
    5: encode_find_coordinator_request_v4,
    6: encode_find_coordinator_request_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FindCoordinatorRequest, int]]] = {
    0: read_find_coordinator_request_v0,
    1: read_find_coordinator_request_v1,
    2: read_find_coordinator_request_v1,
    3: read_find_coordinator_request_v3,
    4: read_find_coordinator_request_v4,
    5: read_find_coordinator_request_v4,
    6: read_find_coordinator_request_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
FindCoordinatorRequest request 0-6 flexible=3+
 Key string 0-3
 KeyType int8 1+ default=0
 CoordinatorKeys []string 4+
"""

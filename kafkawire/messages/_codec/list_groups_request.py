# Generated from rpc/ListGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.list_groups_request import ListGroupsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    absent,
    compact_strings,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack


def read_list_groups_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsRequest, int]:
    o = new(ListGroupsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.states_filter = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.states_filter, pos = compact_strings(buf, pos, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.types_filter = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 > end - pos or n2 > ctx.left:
            refuse_count(n2, 1, end - pos)
        ctx.left -= n2
        o.types_filter, pos = compact_strings(buf, pos, n2)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_groups_request_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsRequest, int]:
    o = new(ListGroupsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.states_filter = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.states_filter, pos = compact_strings(buf, pos, n1)
    t = buf[pos]
    o.types_filter = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_groups_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsRequest, int]:
    o = new(ListGroupsRequest)
    t = buf[pos]
    o.states_filter = []
    o.types_filter = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_list_groups_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ListGroupsRequest, int]:
    o = new(ListGroupsRequest)
    o.states_filter = []
    o.types_filter = []
    o.unknown_tags = None
    return o, pos


def encode_list_groups_request_v5(o: ListGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.states_filter
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.types_filter
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        put_compact_strings(put, v2)
    elif v2 is None:
        refuse_null()
    if v2:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_groups_request_v4(o: ListGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.types_filter:
        absent(o, "types_filter")
    v1 = o.states_filter
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_list_groups_request_v3(o: ListGroupsRequest) -> bytes:
    if o.states_filter:
        absent(o, "states_filter")
    if o.types_filter:
        absent(o, "types_filter")
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_list_groups_request_v0(o: ListGroupsRequest) -> bytes:
    if o.states_filter:
        absent(o, "states_filter")
    if o.types_filter:
        absent(o, "types_filter")
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return b""


ENCODERS: dict[int, Callable[[ListGroupsRequest], bytes]] = {
    0: encode_list_groups_request_v0,
    1: encode_list_groups_request_v0,
    2: encode_list_groups_request_v0,
    3: encode_list_groups_request_v3,
    4: encode_list_groups_request_v4,
    5: encode_list_groups_request_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ListGroupsRequest, int]]] = {
    0: read_list_groups_request_v0,
    1: read_list_groups_request_v0,
    2: read_list_groups_request_v0,
    3: read_list_groups_request_v3,
    4: read_list_groups_request_v4,
    5: read_list_groups_request_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
ListGroupsRequest request 0-5 flexible=3+
 StatesFilter []string 4+
 TypesFilter []string 5+
"""

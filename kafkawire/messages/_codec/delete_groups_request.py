# Generated from rpc/DeleteGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    absent,
    compact_strings,
    legacy_strings,
    merge_tags,
    new,
    put_compact_strings,
    put_legacy_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
unpack_i = Packer(">i").unpack_from


def read_delete_groups_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteGroupsRequest, int]:
    o = new(DeleteGroupsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.groups_names = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.groups_names, pos = compact_strings(buf, pos, n1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_delete_groups_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DeleteGroupsRequest, int]:
    o = new(DeleteGroupsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.groups_names = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.groups_names, pos = legacy_strings(buf, pos, n1)
    o.unknown_tags = None
    return o, pos


def encode_delete_groups_request_v2(o: DeleteGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups_names
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


def encode_delete_groups_request_v0(o: DeleteGroupsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.groups_names
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DeleteGroupsRequest], bytes]] = {
    0: encode_delete_groups_request_v0,
    1: encode_delete_groups_request_v0,
    2: encode_delete_groups_request_v2,
    3: encode_delete_groups_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DeleteGroupsRequest, int]]] = {
    0: read_delete_groups_request_v0,
    1: read_delete_groups_request_v0,
    2: read_delete_groups_request_v2,
    3: read_delete_groups_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
DeleteGroupsRequest request 0-3 flexible=2+
 GroupsNames []string 0+
"""

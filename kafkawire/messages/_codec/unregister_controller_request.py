# Generated from rpc/UnregisterControllerRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.unregister_controller_request import UnregisterControllerRequest
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_ix = Packer(">ix").pack
unpack_iB = Packer(">iB").unpack_from


def read_unregister_controller_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UnregisterControllerRequest, int]:
    o = new(UnregisterControllerRequest)
    o.controller_id, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_unregister_controller_request_v0(o: UnregisterControllerRequest) -> bytes:
    data = pack_ix(o.controller_id)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[UnregisterControllerRequest], bytes]] = {
    0: encode_unregister_controller_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UnregisterControllerRequest, int]]] = {
    0: read_unregister_controller_request_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
UnregisterControllerRequest request 0 flexible=0+
 ControllerId int32 0+
"""

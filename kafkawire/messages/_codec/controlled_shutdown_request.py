# Generated from rpc/ControlledShutdownRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.controlled_shutdown_request import ControlledShutdownRequest
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_i = Packer(">i").pack
pack_iq = Packer(">iq").pack
pack_iqx = Packer(">iqx").pack
unpack_i = Packer(">i").unpack_from
unpack_iq = Packer(">iq").unpack_from
unpack_iqB = Packer(">iqB").unpack_from


def read_controlled_shutdown_request_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControlledShutdownRequest, int]:
    o = new(ControlledShutdownRequest)
    o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_controlled_shutdown_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControlledShutdownRequest, int]:
    o = new(ControlledShutdownRequest)
    o.broker_id, o.broker_epoch = unpack_iq(buf, pos)
    o.unknown_tags = None
    return o, pos + 12


def read_controlled_shutdown_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControlledShutdownRequest, int]:
    o = new(ControlledShutdownRequest)
    (o.broker_id,) = unpack_i(buf, pos)
    o.broker_epoch = -1
    o.unknown_tags = None
    return o, pos + 4


def encode_controlled_shutdown_request_v3(o: ControlledShutdownRequest) -> bytes:
    data = pack_iqx(o.broker_id, o.broker_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_controlled_shutdown_request_v2(o: ControlledShutdownRequest) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_iq(o.broker_id, o.broker_epoch)


def encode_controlled_shutdown_request_v0(o: ControlledShutdownRequest) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_i(o.broker_id)


ENCODERS: dict[int, Callable[[ControlledShutdownRequest], bytes]] = {
    0: encode_controlled_shutdown_request_v0,
    1: encode_controlled_shutdown_request_v0,
    2: encode_controlled_shutdown_request_v2,
    3: encode_controlled_shutdown_request_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ControlledShutdownRequest, int]]] = {
    0: read_controlled_shutdown_request_v0,
    1: read_controlled_shutdown_request_v0,
    2: read_controlled_shutdown_request_v2,
    3: read_controlled_shutdown_request_v3,
}
NEEDS_CONTEXT = False
SPEC = """\
ControlledShutdownRequest request 0-3 flexible=3+
 BrokerId int32 0+
 BrokerEpoch int64 2+ ignorable default=-1
"""

# Generated from rpc/AddOffsetsToTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.add_offsets_to_txn_response import AddOffsetsToTxnResponse
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_ih = Packer(">ih").pack
pack_ihx = Packer(">ihx").pack
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def read_add_offsets_to_txn_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddOffsetsToTxnResponse, int]:
    o = new(AddOffsetsToTxnResponse)
    o.throttle_time_ms, o.error_code, t = unpack_ihB(buf, pos)
    o.unknown_tags = None
    pos += 7
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_add_offsets_to_txn_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddOffsetsToTxnResponse, int]:
    o = new(AddOffsetsToTxnResponse)
    o.throttle_time_ms, o.error_code = unpack_ih(buf, pos)
    o.unknown_tags = None
    return o, pos + 6


def encode_add_offsets_to_txn_response_v3(o: AddOffsetsToTxnResponse) -> bytes:
    data = pack_ihx(o.throttle_time_ms, o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_add_offsets_to_txn_response_v0(o: AddOffsetsToTxnResponse) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_ih(o.throttle_time_ms, o.error_code)


ENCODERS: dict[int, Callable[[AddOffsetsToTxnResponse], bytes]] = {
    0: encode_add_offsets_to_txn_response_v0,
    1: encode_add_offsets_to_txn_response_v0,
    2: encode_add_offsets_to_txn_response_v0,
    3: encode_add_offsets_to_txn_response_v3,
    4: encode_add_offsets_to_txn_response_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AddOffsetsToTxnResponse, int]]] = {
    0: read_add_offsets_to_txn_response_v0,
    1: read_add_offsets_to_txn_response_v0,
    2: read_add_offsets_to_txn_response_v0,
    3: read_add_offsets_to_txn_response_v3,
    4: read_add_offsets_to_txn_response_v3,
}
NEEDS_CONTEXT = False
SPEC = """\
AddOffsetsToTxnResponse response 0-4 flexible=3+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
"""

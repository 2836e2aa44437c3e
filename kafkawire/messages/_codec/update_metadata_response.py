# Generated from rpc/UpdateMetadataResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.update_metadata_response import UpdateMetadataResponse
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_h = Packer(">h").pack
pack_hx = Packer(">hx").pack
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from


def read_update_metadata_response_v6(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UpdateMetadataResponse, int]:
    o = new(UpdateMetadataResponse)
    o.error_code, t = unpack_hB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_update_metadata_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UpdateMetadataResponse, int]:
    o = new(UpdateMetadataResponse)
    (o.error_code,) = unpack_h(buf, pos)
    o.unknown_tags = None
    return o, pos + 2


def encode_update_metadata_response_v6(o: UpdateMetadataResponse) -> bytes:
    data = pack_hx(o.error_code)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_update_metadata_response_v0(o: UpdateMetadataResponse) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_h(o.error_code)


ENCODERS: dict[int, Callable[[UpdateMetadataResponse], bytes]] = {
    0: encode_update_metadata_response_v0,
    1: encode_update_metadata_response_v0,
    2: encode_update_metadata_response_v0,
    3: encode_update_metadata_response_v0,
    4: encode_update_metadata_response_v0,
    5: encode_update_metadata_response_v0,
    6: encode_update_metadata_response_v6,
    7: encode_update_metadata_response_v6,
    8: encode_update_metadata_response_v6,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UpdateMetadataResponse, int]]] = {
    0: read_update_metadata_response_v0,
    1: read_update_metadata_response_v0,
    2: read_update_metadata_response_v0,
    3: read_update_metadata_response_v0,
    4: read_update_metadata_response_v0,
    5: read_update_metadata_response_v0,
    6: read_update_metadata_response_v6,
    7: read_update_metadata_response_v6,
    8: read_update_metadata_response_v6,
}
NEEDS_CONTEXT = False
SPEC = """\
UpdateMetadataResponse response 0-8 flexible=6+
 ErrorCode int16 0+
"""

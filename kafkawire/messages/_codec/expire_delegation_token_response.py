# Generated from rpc/ExpireDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.expire_delegation_token_response import ExpireDelegationTokenResponse
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_hqi = Packer(">hqi").pack
pack_hqix = Packer(">hqix").pack
unpack_hqi = Packer(">hqi").unpack_from
unpack_hqiB = Packer(">hqiB").unpack_from


def read_expire_delegation_token_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ExpireDelegationTokenResponse, int]:
    o = new(ExpireDelegationTokenResponse)
    o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms, t = unpack_hqiB(buf, pos)
    o.unknown_tags = None
    pos += 15
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_expire_delegation_token_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ExpireDelegationTokenResponse, int]:
    o = new(ExpireDelegationTokenResponse)
    o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms = unpack_hqi(buf, pos)
    o.unknown_tags = None
    return o, pos + 14


def encode_expire_delegation_token_response_v2(o: ExpireDelegationTokenResponse) -> bytes:
    data = pack_hqix(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_expire_delegation_token_response_v0(o: ExpireDelegationTokenResponse) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_hqi(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms)


ENCODERS: dict[int, Callable[[ExpireDelegationTokenResponse], bytes]] = {
    0: encode_expire_delegation_token_response_v0,
    1: encode_expire_delegation_token_response_v0,
    2: encode_expire_delegation_token_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ExpireDelegationTokenResponse, int]]] = {
    0: read_expire_delegation_token_response_v0,
    1: read_expire_delegation_token_response_v0,
    2: read_expire_delegation_token_response_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
ExpireDelegationTokenResponse response 0-2 flexible=2+
 ErrorCode int16 0+
 ExpiryTimestampMs int64 0+
 ThrottleTimeMs int32 0+
"""

# Generated from rpc/RemoveRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.remove_raft_voter_response import RemoveRaftVoterResponse
from kafkawire.wire import Context, Shapes, long_string_or_null, merge_tags, new, unknown_tags

shapes_1 = Shapes("ihS%dsx")
unpack_ihB = Packer(">ihB").unpack_from


def read_remove_raft_voter_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoveRaftVoterResponse, int]:
    o = new(RemoveRaftVoterResponse)
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
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remove_raft_voter_response_v0(o: RemoveRaftVoterResponse) -> bytes:
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    data = shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[RemoveRaftVoterResponse], bytes]] = {
    0: encode_remove_raft_voter_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoveRaftVoterResponse, int]]] = {
    0: read_remove_raft_voter_response_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
RemoveRaftVoterResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+ ignorable
"""

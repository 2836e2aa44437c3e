# Generated from rpc/RemoveRaftVoterRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.wire import Context, Shapes, long_string_or_null, make_uuid, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%dsi16sx")
unpack_iuB = Packer(">i16sB").unpack_from


def read_remove_raft_voter_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoveRaftVoterRequest, int]:
    o = new(RemoveRaftVoterRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.voter_id, u2, t = unpack_iuB(buf, pos)
    o.voter_directory_id = make_uuid(u2)
    o.unknown_tags = None
    pos += 21
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remove_raft_voter_request_v0(o: RemoveRaftVoterRequest) -> bytes:
    v3 = o.cluster_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    data = shapes_1[len(s1)](n2, s1, o.voter_id, o.voter_directory_id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[RemoveRaftVoterRequest], bytes]] = {
    0: encode_remove_raft_voter_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoveRaftVoterRequest, int]]] = {
    0: read_remove_raft_voter_request_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
RemoveRaftVoterRequest request 0 flexible=0+
 ClusterId string 0+ null=0+
 VoterId int32 0+
 VoterDirectoryId uuid 0+
"""

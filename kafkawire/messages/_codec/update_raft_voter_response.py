# Generated from rpc/UpdateRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.update_raft_voter_response import CurrentLeader, UpdateRaftVoterResponse
from kafkawire.wire import (
    Context,
    Put,
    Shapes,
    check_tag_size,
    long_string,
    merge_tags,
    new,
    tag_sections,
    unknown_tags,
)

pack_ih = Packer(">ih").pack
shapes_1 = Shapes("iiS%dsix")
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from


def write_current_leader_v0(o: CurrentLeader, put: Put) -> None:
    s1 = o.host.encode()
    n2 = len(s1)
    data = shapes_1[n2](o.leader_id, o.leader_epoch, n2 + 1, s1, o.port)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_current_leader_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CurrentLeader, int]:
    o = new(CurrentLeader)
    o.leader_id, o.leader_epoch, n1 = unpack_iiB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 8
        o.host = buf[pos + 9 : p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 9, n1)
    o.port, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_update_raft_voter_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UpdateRaftVoterResponse, int]:
    o = new(UpdateRaftVoterResponse)
    o.throttle_time_ms, o.error_code, t = unpack_ihB(buf, pos)
    o.current_leader = None
    o.unknown_tags = None
    pos += 7
    if t:
        pos = tags_update_raft_voter_response_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_update_raft_voter_response_v0(
    o: UpdateRaftVoterResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            o.current_leader, pos = read_current_leader_v0(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_update_raft_voter_response_v0(o: UpdateRaftVoterResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.current_leader is not None and o.current_leader != CurrentLeader():
        parts = []
        put = parts.append
        write_current_leader_v0(o.current_leader, put)
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_update_raft_voter_response_v0(o: UpdateRaftVoterResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_ih(o.throttle_time_ms, o.error_code))
    if o.current_leader is not None or o.unknown_tags:
        put(tagged_update_raft_voter_response_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[UpdateRaftVoterResponse], bytes]] = {
    0: encode_update_raft_voter_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UpdateRaftVoterResponse, int]]] = {
    0: read_update_raft_voter_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
UpdateRaftVoterResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 CurrentLeader CurrentLeader 0+ tag=0@0+
  LeaderId int32 0+ default=-1
  LeaderEpoch int32 0+ default=-1
  Host string 0+
  Port int32 0+
"""

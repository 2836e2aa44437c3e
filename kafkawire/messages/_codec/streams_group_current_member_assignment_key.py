# Generated from records-group/StreamsGroupCurrentMemberAssignmentKey.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.streams_group_current_member_assignment_key import StreamsGroupCurrentMemberAssignmentKey
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%dsh%ds")
unpack_h = Packer(">h").unpack_from


def read_streams_group_current_member_assignment_key_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupCurrentMemberAssignmentKey, int]:
    o = new(StreamsGroupCurrentMemberAssignmentKey)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.member_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.member_id = refuse_length(n2)
        pos = pos + 2
    o.unknown_tags = None
    return o, pos


def encode_streams_group_current_member_assignment_key_v0(o: StreamsGroupCurrentMemberAssignmentKey) -> bytes:
    s1 = o.group_id.encode()
    n2 = len(s1)
    s3 = o.member_id.encode()
    n4 = len(s3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2, n4](n2, s1, n4, s3)


ENCODERS: dict[int, Callable[[StreamsGroupCurrentMemberAssignmentKey], bytes]] = {
    0: encode_streams_group_current_member_assignment_key_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupCurrentMemberAssignmentKey, int]]] = {
    0: read_streams_group_current_member_assignment_key_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
StreamsGroupCurrentMemberAssignmentKey coordinator-key 0 flexible=none
 GroupId string 0
 MemberId string 0
"""

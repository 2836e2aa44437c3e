# Generated from records-group/ShareGroupTargetAssignmentMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.share_group_target_assignment_metadata_value import ShareGroupTargetAssignmentMetadataValue
from kafkawire.wire import Context, check_tag_size, merge_tags, new, tag_sections, unknown_tags

pack_i = Packer(">i").pack
pack_q = Packer(">q").pack
unpack_iB = Packer(">iB").unpack_from
unpack_q = Packer(">q").unpack_from


def read_share_group_target_assignment_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupTargetAssignmentMetadataValue, int]:
    o = new(ShareGroupTargetAssignmentMetadataValue)
    o.assignment_epoch, t = unpack_iB(buf, pos)
    o.assignment_timestamp = 0
    o.unknown_tags = None
    pos += 5
    if t:
        pos = tags_share_group_target_assignment_metadata_value_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_share_group_target_assignment_metadata_value_v0(
    o: ShareGroupTargetAssignmentMetadataValue, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.assignment_timestamp,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_share_group_target_assignment_metadata_value_v0(o: ShareGroupTargetAssignmentMetadataValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.assignment_timestamp != 0:
        parts = []
        put = parts.append
        put(pack_q(o.assignment_timestamp))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_share_group_target_assignment_metadata_value_v0(o: ShareGroupTargetAssignmentMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_i(o.assignment_epoch))
    if o.assignment_timestamp != 0 or o.unknown_tags:
        put(tagged_share_group_target_assignment_metadata_value_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupTargetAssignmentMetadataValue], bytes]] = {
    0: encode_share_group_target_assignment_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupTargetAssignmentMetadataValue, int]]] = {
    0: read_share_group_target_assignment_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupTargetAssignmentMetadataValue coordinator-value 0 flexible=0+
 AssignmentEpoch int32 0+
 AssignmentTimestamp int64 0+ tag=0@0+ ignorable default=0
"""

# Generated from records-group/ConsumerGroupTargetAssignmentMetadataKey.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.consumer_group_target_assignment_metadata_key import ConsumerGroupTargetAssignmentMetadataKey
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%ds")
unpack_h = Packer(">h").unpack_from


def read_consumer_group_target_assignment_metadata_key_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupTargetAssignmentMetadataKey, int]:
    o = new(ConsumerGroupTargetAssignmentMetadataKey)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    o.unknown_tags = None
    return o, pos


def encode_consumer_group_target_assignment_metadata_key_v0(o: ConsumerGroupTargetAssignmentMetadataKey) -> bytes:
    s1 = o.group_id.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1)


ENCODERS: dict[int, Callable[[ConsumerGroupTargetAssignmentMetadataKey], bytes]] = {
    0: encode_consumer_group_target_assignment_metadata_key_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupTargetAssignmentMetadataKey, int]]] = {
    0: read_consumer_group_target_assignment_metadata_key_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ConsumerGroupTargetAssignmentMetadataKey coordinator-key 0 flexible=none
 GroupId string 0
"""

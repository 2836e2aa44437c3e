# Generated from records-group/ShareGroupPartitionMetadataKey.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.share_group_partition_metadata_key import ShareGroupPartitionMetadataKey
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%ds")
unpack_h = Packer(">h").unpack_from


def read_share_group_partition_metadata_key_v9(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupPartitionMetadataKey, int]:
    o = new(ShareGroupPartitionMetadataKey)
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


def encode_share_group_partition_metadata_key_v9(o: ShareGroupPartitionMetadataKey) -> bytes:
    s1 = o.group_id.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1)


ENCODERS: dict[int, Callable[[ShareGroupPartitionMetadataKey], bytes]] = {
    9: encode_share_group_partition_metadata_key_v9,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupPartitionMetadataKey, int]]] = {
    9: read_share_group_partition_metadata_key_v9,
}
NEEDS_CONTEXT = False
SPEC = """\
ShareGroupPartitionMetadataKey data 9 flexible=none
 GroupId string 9
"""

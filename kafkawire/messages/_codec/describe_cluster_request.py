# Generated from rpc/DescribeClusterRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.wire import Context, absent, merge_tags, new, unknown_tags

pack_tbtx = Packer(">?b?x").pack
pack_tbx = Packer(">?bx").pack
pack_tx = Packer(">?x").pack
unpack_tB = Packer(">?B").unpack_from
unpack_tbB = Packer(">?bB").unpack_from
unpack_tbtB = Packer(">?b?B").unpack_from


def read_describe_cluster_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClusterRequest, int]:
    o = new(DescribeClusterRequest)
    o.include_cluster_authorized_operations, o.endpoint_type, o.include_fenced_brokers, t = unpack_tbtB(buf, pos)
    o.unknown_tags = None
    pos += 4
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_cluster_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClusterRequest, int]:
    o = new(DescribeClusterRequest)
    o.include_cluster_authorized_operations, o.endpoint_type, t = unpack_tbB(buf, pos)
    o.include_fenced_brokers = False
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_cluster_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeClusterRequest, int]:
    o = new(DescribeClusterRequest)
    o.include_cluster_authorized_operations, t = unpack_tB(buf, pos)
    o.endpoint_type = 1
    o.include_fenced_brokers = False
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_cluster_request_v2(o: DescribeClusterRequest) -> bytes:
    data = pack_tbtx(o.include_cluster_authorized_operations, o.endpoint_type, o.include_fenced_brokers)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_describe_cluster_request_v1(o: DescribeClusterRequest) -> bytes:
    if o.include_fenced_brokers:
        absent(o, "include_fenced_brokers")
    data = pack_tbx(o.include_cluster_authorized_operations, o.endpoint_type)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_describe_cluster_request_v0(o: DescribeClusterRequest) -> bytes:
    if o.endpoint_type != 1:
        absent(o, "endpoint_type")
    if o.include_fenced_brokers:
        absent(o, "include_fenced_brokers")
    data = pack_tx(o.include_cluster_authorized_operations)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[DescribeClusterRequest], bytes]] = {
    0: encode_describe_cluster_request_v0,
    1: encode_describe_cluster_request_v1,
    2: encode_describe_cluster_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeClusterRequest, int]]] = {
    0: read_describe_cluster_request_v0,
    1: read_describe_cluster_request_v1,
    2: read_describe_cluster_request_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
DescribeClusterRequest request 0-2 flexible=0+
 IncludeClusterAuthorizedOperations bool 0+
 EndpointType int8 1+ default=1
 IncludeFencedBrokers bool 2+
"""

# Generated from rpc/ApiVersionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.api_versions_request import ApiVersionsRequest
from kafkawire.wire import Context, Shapes, absent, long_string, long_string_or_null, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%dsS%dsx")
shapes_2 = Shapes("S%dsS%dsS%dsix")
unpack_iB = Packer(">iB").unpack_from


def read_api_versions_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsRequest, int]:
    o = new(ApiVersionsRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.client_software_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_software_name, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.client_software_version = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_software_version, pos = long_string(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n3)
    o.node_id, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_api_versions_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsRequest, int]:
    o = new(ApiVersionsRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.client_software_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_software_name, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.client_software_version = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.client_software_version, pos = long_string(buf, pos + 1, n2)
    t = buf[pos]
    o.cluster_id = None
    o.node_id = -1
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_api_versions_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsRequest, int]:
    o = new(ApiVersionsRequest)
    o.client_software_name = ""
    o.client_software_version = ""
    o.cluster_id = None
    o.node_id = -1
    o.unknown_tags = None
    return o, pos


def encode_api_versions_request_v5(o: ApiVersionsRequest) -> bytes:
    s1 = o.client_software_name.encode()
    n2 = len(s1)
    s3 = o.client_software_version.encode()
    n4 = len(s3)
    v7 = o.cluster_id
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    data = shapes_2[n2, n4, len(s5)](n2 + 1, s1, n4 + 1, s3, n6, s5, o.node_id)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_api_versions_request_v3(o: ApiVersionsRequest) -> bytes:
    s1 = o.client_software_name.encode()
    n2 = len(s1)
    s3 = o.client_software_version.encode()
    n4 = len(s3)
    data = shapes_1[n2, n4](n2 + 1, s1, n4 + 1, s3)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_api_versions_request_v0(o: ApiVersionsRequest) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return b""


ENCODERS: dict[int, Callable[[ApiVersionsRequest], bytes]] = {
    0: encode_api_versions_request_v0,
    1: encode_api_versions_request_v0,
    2: encode_api_versions_request_v0,
    3: encode_api_versions_request_v3,
    4: encode_api_versions_request_v3,
    5: encode_api_versions_request_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ApiVersionsRequest, int]]] = {
    0: read_api_versions_request_v0,
    1: read_api_versions_request_v0,
    2: read_api_versions_request_v0,
    3: read_api_versions_request_v3,
    4: read_api_versions_request_v3,
    5: read_api_versions_request_v5,
}
NEEDS_CONTEXT = False
SPEC = """\
ApiVersionsRequest request 0-5 flexible=3+
 ClientSoftwareName string 3+ ignorable
 ClientSoftwareVersion string 3+ ignorable
 ClusterId string 5+ null=5+ ignorable default=null
 NodeId int32 5+ ignorable default=-1
"""

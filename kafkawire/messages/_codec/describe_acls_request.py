# Generated from rpc/DescribeAclsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.describe_acls_request import DescribeAclsRequest
from kafkawire.wire import Context, Shapes, absent, long_string_or_null, merge_tags, new, null_or_refuse, unknown_tags

shapes_1 = Shapes("bh%dsh%dsh%dsbb")
shapes_2 = Shapes("bh%dsbh%dsh%dsbb")
shapes_3 = Shapes("bS%dsbS%dsS%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bb = Packer(">bb").unpack_from
unpack_bbB = Packer(">bbB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from


def read_describe_acls_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeAclsRequest, int]:
    o = new(DescribeAclsRequest)
    o.resource_type_filter, n1 = unpack_bB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 1
        o.resource_name_filter = buf[pos + 2 : p].decode()
        pos = p
    elif n1 == 0:
        o.resource_name_filter = None
        pos = pos + 2
    else:
        o.resource_name_filter, pos = long_string_or_null(buf, pos + 2, n1)
    o.pattern_type_filter, n2 = unpack_bB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 1
        o.principal_filter = buf[pos + 2 : p].decode()
        pos = p
    elif n2 == 0:
        o.principal_filter = None
        pos = pos + 2
    else:
        o.principal_filter, pos = long_string_or_null(buf, pos + 2, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.host_filter = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.host_filter = None
        pos = pos + 1
    else:
        o.host_filter, pos = long_string_or_null(buf, pos + 1, n3)
    o.operation, o.permission_type, t = unpack_bbB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_acls_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeAclsRequest, int]:
    o = new(DescribeAclsRequest)
    o.resource_type_filter, n1 = unpack_bh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 3
        o.resource_name_filter = buf[pos + 3 : p].decode()
        pos = p
    else:
        o.resource_name_filter = null_or_refuse(n1)
        pos = pos + 3
    o.pattern_type_filter, n2 = unpack_bh(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 3
        o.principal_filter = buf[pos + 3 : p].decode()
        pos = p
    else:
        o.principal_filter = null_or_refuse(n2)
        pos = pos + 3
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.host_filter = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.host_filter = null_or_refuse(n3)
        pos = pos + 2
    o.operation, o.permission_type = unpack_bb(buf, pos)
    o.unknown_tags = None
    return o, pos + 2


def read_describe_acls_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeAclsRequest, int]:
    o = new(DescribeAclsRequest)
    o.resource_type_filter, n1 = unpack_bh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 3
        o.resource_name_filter = buf[pos + 3 : p].decode()
        pos = p
    else:
        o.resource_name_filter = null_or_refuse(n1)
        pos = pos + 3
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.principal_filter = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.principal_filter = null_or_refuse(n2)
        pos = pos + 2
    (n3,) = unpack_h(buf, pos)
    if n3 >= 0:
        p = pos + n3 + 2
        o.host_filter = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.host_filter = null_or_refuse(n3)
        pos = pos + 2
    o.operation, o.permission_type = unpack_bb(buf, pos)
    o.pattern_type_filter = 3
    o.unknown_tags = None
    return o, pos + 2


def encode_describe_acls_request_v2(o: DescribeAclsRequest) -> bytes:
    v3 = o.resource_name_filter
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.principal_filter
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    v9 = o.host_filter
    if v9 is None:
        s7 = b""
        n8 = 0
    else:
        s7 = v9.encode()
        n8 = len(s7) + 1
    data = shapes_3[len(s1), len(s4), len(s7)](
        o.resource_type_filter, n2, s1, o.pattern_type_filter, n5, s4, n8, s7, o.operation, o.permission_type
    )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_describe_acls_request_v1(o: DescribeAclsRequest) -> bytes:
    v3 = o.resource_name_filter
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v6 = o.principal_filter
    if v6 is None:
        s4 = b""
        n5 = -1
    else:
        s4 = v6.encode()
        n5 = len(s4)
    v9 = o.host_filter
    if v9 is None:
        s7 = b""
        n8 = -1
    else:
        s7 = v9.encode()
        n8 = len(s7)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[len(s1), len(s4), len(s7)](
        o.resource_type_filter, n2, s1, o.pattern_type_filter, n5, s4, n8, s7, o.operation, o.permission_type
    )


def encode_describe_acls_request_v0(o: DescribeAclsRequest) -> bytes:
    if o.pattern_type_filter != 3:
        absent(o, "pattern_type_filter")
    v3 = o.resource_name_filter
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v6 = o.principal_filter
    if v6 is None:
        s4 = b""
        n5 = -1
    else:
        s4 = v6.encode()
        n5 = len(s4)
    v9 = o.host_filter
    if v9 is None:
        s7 = b""
        n8 = -1
    else:
        s7 = v9.encode()
        n8 = len(s7)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[len(s1), len(s4), len(s7)](
        o.resource_type_filter, n2, s1, n5, s4, n8, s7, o.operation, o.permission_type
    )


ENCODERS: dict[int, Callable[[DescribeAclsRequest], bytes]] = {
    0: encode_describe_acls_request_v0,
    1: encode_describe_acls_request_v1,
    2: encode_describe_acls_request_v2,
    3: encode_describe_acls_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeAclsRequest, int]]] = {
    0: read_describe_acls_request_v0,
    1: read_describe_acls_request_v1,
    2: read_describe_acls_request_v2,
    3: read_describe_acls_request_v2,
}
NEEDS_CONTEXT = False
SPEC = """\
DescribeAclsRequest request 0-3 flexible=2+
 ResourceTypeFilter int8 0+
 ResourceNameFilter string 0+ null=0+
 PatternTypeFilter int8 1+ default=3
 PrincipalFilter string 0+ null=0+
 HostFilter string 0+ null=0+
 Operation int8 0+
 PermissionType int8 0+
"""

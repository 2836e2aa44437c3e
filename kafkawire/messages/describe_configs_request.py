# Generated from rpc/DescribeConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeConfigsResource(Struct):
    """Part of DescribeConfigsRequest."""

    resource_type: int = 0
    resource_name: str = ""
    configuration_keys: list[str] | None = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsRequest(Request):
    """Request of DESCRIBE_CONFIGS (32). Versions 0-4, flexible from 4.

    Its structs, in this module: DescribeConfigsResource.
    """

    API_KEY = 32
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4
    DEPRECATED_VERSIONS = range(0, 1)

    resources: list[DescribeConfigsResource] = field(default_factory=list)
    include_synonyms: bool = False  # 1+
    include_documentation: bool = False  # 3+
    unknown_tags: dict[int, bytes] | None = None

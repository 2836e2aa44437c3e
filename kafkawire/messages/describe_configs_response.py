# Generated from rpc/DescribeConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeConfigsSynonym(Struct):
    """Part of DescribeConfigsResponse, 1+."""

    name: str = ""  # 1+
    value: str | None = ""  # 1+
    source: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsResourceResult(Struct):
    """Part of DescribeConfigsResponse."""

    name: str = ""
    value: str | None = ""
    read_only: bool = False
    is_default: bool = False  # 0
    config_source: int = -1  # 1+
    is_sensitive: bool = False
    synonyms: list[DescribeConfigsSynonym] = field(default_factory=list)  # 1+
    config_type: int = 0  # 3+
    documentation: str | None = ""  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsResult(Struct):
    """Part of DescribeConfigsResponse."""

    error_code: int = 0
    error_message: str | None = ""
    resource_type: int = 0
    resource_name: str = ""
    configs: list[DescribeConfigsResourceResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsResponse(Response):
    """Response of DESCRIBE_CONFIGS (32). Versions 0-4, flexible from 4.

    Its structs, in this module: DescribeConfigsResult, DescribeConfigsResourceResult, DescribeConfigsSynonym.
    """

    API_KEY = 32
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0
    results: list[DescribeConfigsResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None

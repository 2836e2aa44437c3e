# Generated from rpc/DescribeConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeConfigsResource(Struct):
    """Part of DescribeConfigsRequest."""

    resource_type: int = 0
    """Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group."""
    resource_name: str = ""
    """Name of the topic or group, or a broker id as text; empty for the defaults of all brokers."""
    configuration_keys: list[str] | None = field(default_factory=list)
    """Names of the options wanted, null for all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsRequest(Request):
    """Request of DESCRIBE_CONFIGS (32). Versions 0-4, flexible from 4.

    Asks for the options of topics, brokers, groups and other resources.

    Its structs, in this module: DescribeConfigsResource.
    """

    API_KEY = 32
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4
    DEPRECATED_VERSIONS = range(0, 1)

    resources: list[DescribeConfigsResource] = field(default_factory=list)
    """Resources whose options are wanted."""
    include_synonyms: bool = False  # 1+
    """Whether to list the other places that set the option, in the order in which they count."""
    include_documentation: bool = False  # 3+
    """Whether to explain each option."""
    unknown_tags: dict[int, bytes] | None = None

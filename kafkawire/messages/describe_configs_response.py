# Generated from rpc/DescribeConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeConfigsSynonym(Struct):
    """Part of DescribeConfigsResponse, 1+."""

    name: str = ""  # 1+
    """Name of the option in that place, such as `log.retention.ms` of a broker."""
    value: str | None = ""  # 1+
    """Value in that place as text, null if it is sensitive or has none."""
    source: int = 0  # 1+
    """Which place it is, numbered as in `config_source`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsResourceResult(Struct):
    """Part of DescribeConfigsResponse."""

    name: str = ""
    """Name of the option, such as `retention.ms`."""
    value: str | None = ""
    """Value of the option as text, null if it is sensitive or has none."""
    read_only: bool = False
    """Whether the option cannot be changed while the broker runs."""
    is_default: bool = False  # 0
    """Whether the value is the default; versions 1+ have `config_source`."""
    config_source: int = -1  # 1+
    """Set by 1 topic, 2 broker, 3 all brokers, 4 broker's file, 5 default, 6 logger, 7 metrics, 8 group, -1 unknown."""
    is_sensitive: bool = False
    """Whether the value is a secret and therefore not shown."""
    synonyms: list[DescribeConfigsSynonym] = field(default_factory=list)  # 1+
    """Places that set the option, the one that counts first; empty if not asked for."""
    config_type: int = 0  # 3+
    """Type of the value: 1 boolean, 2 string, 3 int, 4 short, 5 long, 6 double, 7 list, 8 class, 9 password."""
    documentation: str | None = ""  # 3+
    """Explains the option, null if not asked for."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsResult(Struct):
    """Part of DescribeConfigsResponse."""

    error_code: int = 0
    """0, or UNKNOWN_TOPIC_OR_PARTITION, INVALID_REQUEST, TOPIC_AUTHORIZATION_FAILED, ..."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    resource_type: int = 0
    """Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group."""
    resource_name: str = ""
    """Name of the topic or group, or a broker id as text; empty for the defaults of all brokers."""
    configs: list[DescribeConfigsResourceResult] = field(default_factory=list)
    """Options of the resource."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeConfigsResponse(Response):
    """Response of DESCRIBE_CONFIGS (32). Versions 0-4, flexible from 4.

    Options and their values, by resource.

    Its structs, in this module: DescribeConfigsResult, DescribeConfigsResourceResult, DescribeConfigsSynonym.
    """

    API_KEY = 32
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    results: list[DescribeConfigsResult] = field(default_factory=list)
    """Outcome for each resource."""
    unknown_tags: dict[int, bytes] | None = None

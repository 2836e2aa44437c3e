# Generated from rpc/ApiVersionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ApiVersion(Struct):
    """Part of ApiVersionsResponse."""

    api_key: int = 0
    min_version: int = 0
    max_version: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SupportedFeatureKey(Struct):
    """Part of ApiVersionsResponse, 3+."""

    name: str = ""  # 3+
    min_version: int = 0  # 3+
    max_version: int = 0  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FinalizedFeatureKey(Struct):
    """Part of ApiVersionsResponse, 3+."""

    name: str = ""  # 3+
    max_version_level: int = 0  # 3+
    min_version_level: int = 0  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ApiVersionsResponse(Response):
    """Response of API_VERSIONS (18). Versions 0-5, flexible from 3.

    Its structs, in this module: ApiVersion, SupportedFeatureKey, FinalizedFeatureKey.
    """

    API_KEY = 18
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    error_code: int = 0
    api_keys: list[ApiVersion] = field(default_factory=list)
    throttle_time_ms: int = 0  # 1+
    supported_features: list[SupportedFeatureKey] = field(default_factory=list)  # 3+, tag 0
    finalized_features_epoch: int = -1  # 3+, tag 1
    finalized_features: list[FinalizedFeatureKey] = field(default_factory=list)  # 3+, tag 2
    zk_migration_ready: bool = False  # 3+, tag 3
    unknown_tags: dict[int, bytes] | None = None

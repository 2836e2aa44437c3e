# Generated from rpc/ApiVersionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ApiVersion(Struct):
    """Part of ApiVersionsResponse."""

    api_key: int = 0
    """Number of the API; `ApiKey` names them."""
    min_version: int = 0
    """Lowest version that is served."""
    max_version: int = 0
    """Highest version that is served."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SupportedFeatureKey(Struct):
    """Part of ApiVersionsResponse, 3+."""

    name: str = ""  # 3+
    """Name of the feature, such as `group.version`."""
    min_version: int = 0  # 3+
    """Lowest level of the feature that this broker knows."""
    max_version: int = 0  # 3+
    """Highest level of the feature that this broker knows."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FinalizedFeatureKey(Struct):
    """Part of ApiVersionsResponse, 3+."""

    name: str = ""  # 3+
    """Name of the feature, such as `group.version`."""
    max_version_level: int = 0  # 3+
    """Highest level that is switched on."""
    min_version_level: int = 0  # 3+
    """Lowest level that is switched on."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ApiVersionsResponse(Response):
    """Response of API_VERSIONS (18). Versions 0-5, flexible from 3.

    The APIs that the broker serves. It has response header 0 in all versions, so that any client can read it.

    Its structs, in this module: ApiVersion, SupportedFeatureKey, FinalizedFeatureKey.
    """

    API_KEY = 18
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    error_code: int = 0
    """0, or UNSUPPORTED_VERSION: the body then comes in version 0 and names the versions of ApiVersions."""
    api_keys: list[ApiVersion] = field(default_factory=list)
    """APIs that the broker serves, each with a range of versions."""
    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    supported_features: list[SupportedFeatureKey] = field(default_factory=list)  # 3+, tag 0
    """Features that this broker knows, each with a range of levels (KIP-584)."""
    finalized_features_epoch: int = -1  # 3+, tag 1
    """Metadata offset that the finalized features were read at, -1 if it is not known."""
    finalized_features: list[FinalizedFeatureKey] = field(default_factory=list)  # 3+, tag 2
    """Features that the cluster has switched on."""
    zk_migration_ready: bool = False  # 3+, tag 3
    """Whether a controller is ready to take brokers over from ZooKeeper (KIP-866); false since 4.0."""
    unknown_tags: dict[int, bytes] | None = None

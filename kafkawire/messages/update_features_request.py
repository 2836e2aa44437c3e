# Generated from rpc/UpdateFeaturesRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class FeatureUpdateKey(Struct):
    """Part of UpdateFeaturesRequest."""

    feature: str = ""
    """Name of the feature, such as `metadata.version`."""
    max_version_level: int = 0
    """Level to switch to; below 1 the feature is switched off."""
    allow_downgrade: bool = False  # 0
    """Whether the level may become lower; versions 1+ have `upgrade_type`."""
    upgrade_type: int = 1  # 1+
    """1 only up, 2 down if no metadata is lost, 3 down even if metadata is lost."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateFeaturesRequest(Request):
    """Request of UPDATE_FEATURES (57). Versions 0-2, flexible from 0.

    Switches features of the cluster to other levels (KIP-584).

    Its structs, in this module: FeatureUpdateKey.
    """

    API_KEY = 57
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    timeout_ms: int = 60000
    """How long the broker may wait for the controller, in ms."""
    feature_updates: list[FeatureUpdateKey] = field(default_factory=list)
    """Features to change."""
    validate_only: bool = False  # 1+
    """Only check the request and change nothing."""
    unknown_tags: dict[int, bytes] | None = None

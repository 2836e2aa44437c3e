"""Features (KIP-584): what this broker can do beyond the versions of its APIs, at which level it does it.

The levels are fixed: there is no older node that they would have to wait for. `metadata.version` is the level of the
records in the metadata log: those of level 7 on are read, and new ones have level 30, which is Apache Kafka 4.3.
"""

from __future__ import annotations

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["FINALIZED", "SUPPORTED", "check_update"]

SUPPORTED = {
    "group.version": range(2),
    "kraft.version": range(1),
    "metadata.version": range(7, 31),
    "share.version": range(2),
    "transaction.version": range(3),
}
"""Feature -> the levels that are known. `group.version` 1 is KIP-848, `share.version` 1 is KIP-932, and
`transaction.version` 2 is KIP-890."""
FINALIZED = {"group.version": 1, "metadata.version": 30, "share.version": 1, "transaction.version": 2}
"""Feature -> the level in force; 0 where there is none."""
_UPGRADE, _SAFE_DOWNGRADE, _UNSAFE_DOWNGRADE = 1, 2, 3


def check_update(node_id: int, feature: str, level: int, upgrade_type: int) -> None:
    """Refuse a level that is not in force. Raises `KafkaError`, in Kafka's words where it would refuse it too."""
    fault = _fault(node_id, feature, level, upgrade_type)
    if fault:
        raise KafkaError(
            ErrorCode.INVALID_UPDATE_VERSION, f"Invalid update version {level} for feature {feature}. {fault}"
        )


def _fault(node_id: int, feature: str, level: int, upgrade_type: int) -> str:
    supported, current = SUPPORTED.get(feature), FINALIZED.get(feature, 0)
    if upgrade_type not in (_UPGRADE, _SAFE_DOWNGRADE, _UNSAFE_DOWNGRADE):
        return "The controller does not support the given upgrade type."
    if level < 0:
        return "A feature version cannot be less than 0."
    if supported is None:
        return f"Local controller {node_id} does not support this feature."
    if level not in supported:
        return f"Local controller {node_id} only supports versions {supported[0]}-{supported[-1]}"
    if level < current and upgrade_type == _UPGRADE:
        return (
            "Can't downgrade the version of this feature without setting the upgrade type to either safe or unsafe "
            "downgrade."
        )
    return "" if level == current else "This broker does not change its features."

"""What can be set for share groups (KIP-932): for all of them by broker options, for single ones by group options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.broker.config.broker import BrokerConfig

__all__ = ["NUMBERS", "OWN", "ShareOptions", "by_duration_ms", "share_fault", "share_options", "value_fault"]

NUMBERS = {
    "share.assignment.interval.ms": "group.share.assignment.interval.ms",
    "share.delivery.count.limit": "group.share.delivery.count.limit",
    "share.heartbeat.interval.ms": "group.share.heartbeat.interval.ms",
    "share.partition.max.record.locks": "group.share.partition.max.record.locks",
    "share.record.lock.duration.ms": "group.share.record.lock.duration.ms",
    "share.session.timeout.ms": "group.share.session.timeout.ms",
}
"""Group option -> the broker option that it falls back on."""
OWN = {
    "share.auto.offset.reset": "latest",
    "share.isolation.level": "read_uncommitted",
    "share.renew.acknowledge.enable": "true",
}
"""Group options that are not a broker's, with their defaults."""
_CHOICES = {
    "share.isolation.level": ("read_committed", "read_uncommitted"),
    "share.renew.acknowledge.enable": ("true", "false"),
}
_DURATION = re.compile(
    r"by_duration:P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,9})?)S)?)?", re.IGNORECASE
)
_TOO_LONG = 2**63
_DAY, _HOUR, _MINUTE, _SECOND = 86_400_000, 3_600_000, 60_000, 1_000


class ShareOptions(NamedTuple):
    """What a share group goes by; times in milliseconds."""

    session_timeout_ms: int
    heartbeat_interval_ms: int
    assignment_interval_ms: int
    delivery_count_limit: int
    max_record_locks: int
    lock_duration_ms: int
    max_size: int
    auto_offset_reset: str
    is_committed: bool
    may_renew: bool


def share_options(config: BrokerConfig, options: Mapping[str, str]) -> ShareOptions:
    """The options in force for a group that sets `options`."""
    numbers = _numbers(config, options)
    own = {name: options.get(name, default) for name, default in OWN.items()}
    return ShareOptions(
        session_timeout_ms=numbers["share.session.timeout.ms"],
        heartbeat_interval_ms=numbers["share.heartbeat.interval.ms"],
        assignment_interval_ms=numbers["share.assignment.interval.ms"],
        delivery_count_limit=numbers["share.delivery.count.limit"],
        max_record_locks=numbers["share.partition.max.record.locks"],
        lock_duration_ms=numbers["share.record.lock.duration.ms"],
        max_size=config.group_share_max_size,
        auto_offset_reset=own["share.auto.offset.reset"].lower(),
        is_committed=own["share.isolation.level"].lower() == "read_committed",
        may_renew=own["share.renew.acknowledge.enable"].lower() == "true",
    )


def by_duration_ms(text: str) -> int | None:
    """Milliseconds of a `by_duration:PnDTnHnMn.nS`; None for anything else."""
    found = _DURATION.fullmatch(text)
    if found is None or not any(found.groups()):
        return None
    days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
    milliseconds = days * _DAY + hours * _HOUR + minutes * _MINUTE + seconds * _SECOND
    return int(milliseconds) if milliseconds < _TOO_LONG else None


def value_fault(name: str, text: str) -> str | None:
    """Why a group option of share groups cannot have that value, in Kafka's words."""
    choices = _CHOICES.get(name)
    if choices is not None and text.lower() not in choices:
        kind = "Expected value to be either true or false" if "true" in choices else "String must be one of: "
        listed = "" if "true" in choices else ", ".join(choices)
        return f"Invalid value {text} for configuration {name}: {kind}{listed}"
    if name == "share.auto.offset.reset" and text not in ("earliest", "latest") and by_duration_ms(text) is None:
        return (
            f"Invalid value {text} for configuration {name}: Invalid value `{text}` for configuration {name}. "
            "The value must be either 'earliest', 'latest' or of the format 'by_duration:<PnDTnHnMn.nS.>'."
        )
    return None


def share_fault(config: BrokerConfig, options: Mapping[str, str], prefix: str = "") -> str | None:
    """Why these numbers cannot be, in Kafka's words; the names are those of broker options with prefix `group.`."""
    numbers = _numbers(config, options)
    for name, value in numbers.items():
        short = name.removeprefix("share.")
        least, most = (f"group.share.{bound}.{short}" for bound in ("min", "max"))
        if value < getattr(config, least.replace(".", "_")):
            return f"{prefix}{name} must be greater than or equal to {least}"
        if value > getattr(config, most.replace(".", "_")):
            return f"{prefix}{name} must be less than or equal to {most}"
    if numbers["share.session.timeout.ms"] <= numbers["share.heartbeat.interval.ms"]:
        return f"{prefix}share.session.timeout.ms must be greater than {prefix}share.heartbeat.interval.ms"
    return None


def _numbers(config: BrokerConfig, options: Mapping[str, str]) -> dict[str, int]:
    return {
        name: int(options[name]) if name in options else getattr(config, broker.replace(".", "_"))
        for name, broker in NUMBERS.items()
    }

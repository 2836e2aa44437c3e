"""What can be set for groups of KIP-848 and share groups: for all by broker options, for single ones by group options.

A group option falls back on the broker option of nearly the same name, and must lie between two more of those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.config.options import InvalidOption, option_name
from kafkawire.broker.config.share_groups import NUMBERS, OWN, share_fault, value_fault
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.broker.config.broker import BrokerConfig

__all__ = [
    "ASSIGNOR_NAMES",
    "GROUP_OPTIONS",
    "MIGRATION_POLICIES",
    "ConsumerOptions",
    "assignors_of",
    "check_broker",
    "check_group",
    "check_types",
    "consumer_options",
]

ASSIGNOR_NAMES = ("uniform", "range")
MIGRATION_POLICIES = {
    "bidirectional": frozenset({"upgrade", "downgrade"}),
    "upgrade": frozenset({"upgrade"}),
    "downgrade": frozenset({"downgrade"}),
    "disabled": frozenset(),
}
"""`group.consumer.migration.policy`: which ways are open from one protocol to the other."""
_LIMITED = ("heartbeat_interval_ms", "session_timeout_ms", "assignment_interval_ms")
GROUP_OPTIONS = {option_name(f"consumer_{name}"): option_name(f"group_consumer_{name}") for name in _LIMITED} | NUMBERS
"""Group option -> the broker option that it falls back on."""


class ConsumerOptions(NamedTuple):
    """What a consumer group goes by. Of the assignors the first is taken where no member asks for one."""

    session_timeout: float = 45.0
    heartbeat_interval_ms: int = 5000
    assignment_interval_ms: int = 0
    max_size: int = 2**31 - 1
    assignors: tuple[str, ...] = ASSIGNOR_NAMES


def consumer_options(config: BrokerConfig, options: Mapping[str, str]) -> ConsumerOptions:
    """The options in force for a group that sets `options`."""
    heartbeat_ms, session_ms, assignment_ms = _values(config, options)
    return ConsumerOptions(
        session_ms / 1000, heartbeat_ms, assignment_ms, config.group_consumer_max_size, assignors_of(config)
    )


def check_group(config: BrokerConfig, options: Mapping[str, str]) -> None:
    """Refuse options that a group cannot have, in Kafka's words. Raises `KafkaError`."""
    check_types(options)
    reason = _out_of_bounds(config, _values(config, options), "consumer_") or share_fault(config, options)
    if reason is not None:
        raise KafkaError(ErrorCode.INVALID_CONFIG, reason)


def check_types(options: Mapping[str, str]) -> None:
    """Refuse what is no option of a group, or no number. Raises `KafkaError`."""
    for name, text in options.items():
        if name not in GROUP_OPTIONS and name not in OWN:
            raise KafkaError(ErrorCode.INVALID_CONFIG, f"Unknown group config name: {name}")
        if name in OWN:
            fault = value_fault(name, text)
            if fault is not None:
                raise KafkaError(ErrorCode.INVALID_CONFIG, fault)
            continue
        if not _is_int32(text):
            reason = f"Invalid value {text} for configuration {name}: Not a number of type INT"
            raise KafkaError(ErrorCode.INVALID_CONFIG, reason)


def _is_int32(text: str) -> bool:
    try:
        return "_" not in text and -(1 << 31) <= int(text) < 1 << 31
    except ValueError:  # also for more digits than Python reads
        return False


def check_broker(config: BrokerConfig) -> None:
    """Refuse broker options that contradict each other. Raises `InvalidOption`."""
    reason = _out_of_bounds(config, _values(config, {}), "group_consumer_") or share_fault(config, {}, "group.")
    if reason is not None:
        raise InvalidOption(reason)
    unknown = set(assignors_of(config)) - set(ASSIGNOR_NAMES)
    if unknown or not assignors_of(config):
        raise InvalidOption(
            f"group.consumer.assignors: {config.group_consumer_assignors!r} is not out of uniform, range"
        )
    if config.group_consumer_migration_policy.lower() not in MIGRATION_POLICIES:
        known = ", ".join(MIGRATION_POLICIES)
        raise InvalidOption(
            f"group.consumer.migration.policy: {config.group_consumer_migration_policy!r} is none of {known}"
        )


def assignors_of(config: BrokerConfig) -> tuple[str, ...]:
    """The assignors that members may ask for."""
    return tuple(name.strip() for name in config.group_consumer_assignors.split(",") if name.strip())


def _values(config: BrokerConfig, options: Mapping[str, str]) -> list[int]:
    return [
        int(options.get(option_name(f"consumer_{name}"), getattr(config, f"group_consumer_{name}")))
        for name in _LIMITED
    ]


def _out_of_bounds(config: BrokerConfig, values: list[int], prefix: str) -> str | None:
    for name, value in zip(_LIMITED, values, strict=True):
        option = option_name(f"{prefix}{name}")
        least, most = (f"group_consumer_{bound}_{name}" for bound in ("min", "max"))
        if value < getattr(config, least):
            return f"{option} must be greater than or equal to {option_name(least)}"
        if value > getattr(config, most):
            return f"{option} must be less than or equal to {option_name(most)}"
    heartbeat_ms, session_ms, _ = values
    if session_ms <= heartbeat_ms:
        names = [option_name(f"{prefix}{name}") for name in ("session_timeout_ms", "heartbeat_interval_ms")]
        return f"{names[0]} must be greater than {names[1]}"
    return None

"""Subscriptions for metrics of clients (KIP-714): kept and told. Nobody takes the metrics, so no client is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["DEFAULTS", "check_subscription"]

DEFAULTS = {"interval.ms": "300000", "match": "", "metrics": ""}
"""Option -> value if it is not set."""
_INTERVALS = range(100, 3_600_001)
_MOST_DIGITS = 10
_MATCHED = (
    "client_id",
    "client_instance_id",
    "client_software_name",
    "client_software_version",
    "client_source_address",
    "client_source_port",
)
_PATTERN = re.compile(rf"\s*({'|'.join(_MATCHED)})\s*=(.+)", re.DOTALL)


def check_subscription(name: str, options: Mapping[str, str]) -> None:
    """Refuse options that a subscription cannot have, in Kafka's words. Raises `KafkaError`."""
    if not name:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Subscription name can't be empty")
    for option, value in options.items():
        if option not in DEFAULTS:
            raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unknown client metrics configuration: {option}")
        if option == "interval.ms":
            _check_interval(value)
        if option == "match":
            _check_match(value)


def _check_interval(value: str) -> None:
    digits = value.strip()
    if not digits.isdecimal() or len(digits) > _MOST_DIGITS or int(digits) not in _INTERVALS:
        raise KafkaError(
            ErrorCode.INVALID_REQUEST,
            f"Invalid value {value} for interval.ms, interval must be between 100 and 3600000 (1 hour)",
        )


def _check_match(value: str) -> None:
    for part in filter(str.strip, value.split(",")):
        if _PATTERN.fullmatch(part) is None:
            raise KafkaError(ErrorCode.INVALID_CONFIG, f"Illegal client matching pattern: {part}")

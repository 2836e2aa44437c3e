"""What a topic may be called, in Kafka's words."""

from __future__ import annotations

import re
from uuid import UUID

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = [
    "METADATA_ID",
    "METADATA_PARTITION",
    "METADATA_TOPIC",
    "check_topic_name",
    "refuse_own_log",
    "topic_name_fault",
]

METADATA_TOPIC = "__cluster_metadata"
"""The name of the node's own log, of topics, users and rules. It is a topic to nobody."""
METADATA_PARTITION = 0
METADATA_ID = UUID(int=1)
"""The id that Kafka gives to that log. No topic has it either."""

_LEGAL = re.compile(r"[a-zA-Z0-9._-]*")
_LONGEST = 249


def topic_name_fault(name: str) -> str | None:
    """What is wrong with a name, if anything is."""
    if not name:
        return "Topic name is invalid: the empty string is not allowed"
    if name in (".", ".."):
        return f"Topic name is invalid: '{name}' is not allowed"
    if len(name) > _LONGEST:
        return f"Topic name is invalid: the length of '{name}' is longer than the max allowed length {_LONGEST}"
    if not _LEGAL.fullmatch(name):
        legal = "ASCII alphanumerics, '.', '_' and '-'"
        return f"Topic name is invalid: '{name}' contains one or more characters other than {legal}"
    return None


def refuse_own_log(name: str) -> None:
    """Raise `KafkaError` INVALID_REQUEST if that is the name of the node's own log."""
    if name == METADATA_TOPIC:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Creation of internal topic {name} is prohibited.")


def check_topic_name(name: str) -> None:
    """Raise `KafkaError` INVALID_TOPIC_EXCEPTION if no topic can have that name."""
    fault = topic_name_fault(name)
    if fault:
        raise KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION, fault)

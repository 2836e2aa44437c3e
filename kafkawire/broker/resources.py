"""What AlterConfigs and IncrementalAlterConfigs change: a topic's options, this broker's, or those of all brokers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from kafkawire.broker.dispatch import Context
from kafkawire.broker.dynamic import CLUSTER
from kafkawire.broker.options import InvalidOption
from kafkawire.broker.topics import Topic
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["BROKER", "TOPIC", "alter", "attempt", "broker_id_of", "options_of", "reason", "topic_of"]

_LOG = logging.getLogger("kafkawire.broker.configs")
TOPIC, BROKER = 2, 4


def options_of(ctx: Context, resource_type: int, name: str) -> Mapping[str, str]:
    """The options that are set for a resource. Raises `KafkaError` if there is no such resource."""
    if resource_type == TOPIC:
        return topic_of(ctx, name).options
    if resource_type == BROKER:
        return ctx.node.dynamic.options[broker_id_of(ctx, name)]
    raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unknown resource type {resource_type}")


def alter(
    ctx: Context, resource_type: int, name: str, options: Mapping[str, str], *, validate_only: bool
) -> tuple[int, str | None]:
    """Let exactly `options` be set for a resource; returns error code and message."""
    try:
        if resource_type == TOPIC:
            ctx.topics.alter(topic_of(ctx, name), options, ctx.time_ms(), validate_only=validate_only)
        else:
            ctx.topics.alter_broker(broker_id_of(ctx, name), options, ctx.time_ms(), validate_only=validate_only)
    except InvalidOption as exc:
        return ErrorCode.INVALID_REQUEST, str(exc)  # of a broker; Kafka has no better code for it (KAFKA-13609)
    except OSError as exc:
        _LOG.error("options of %r cannot be changed: %s", name, exc)
        return ErrorCode.KAFKA_STORAGE_ERROR, str(exc)
    return ErrorCode.NONE, None


def attempt(change: Callable[[], tuple[int, str | None]]) -> tuple[int, str | None]:
    """Error code and message of a change that may be refused."""
    try:
        return change()
    except KafkaError as exc:
        return exc.code, reason(exc)


def reason(exc: KafkaError) -> str | None:
    """What the error says, without its code."""
    return str(exc).partition(": ")[2] or None


def topic_of(ctx: Context, name: str) -> Topic:
    """The topic of that name. Raises `KafkaError`."""
    if not name:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Default topic resources are not allowed.")
    topic = ctx.topics.get(name)
    if topic is None:
        raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"The topic '{name}' does not exist.")
    return topic


def broker_id_of(ctx: Context, name: str) -> str:
    """The resource name of this broker, or that of all brokers. Raises `KafkaError` for any other."""
    expected = str(ctx.node.config.node_id)
    if name in (CLUSTER, expected):
        return name
    if not name.removeprefix("-").isdecimal():
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Node id must be an integer, but it is: {name}")
    raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unexpected broker id, expected {expected}, but received {name}")

"""What AlterConfigs and IncrementalAlterConfigs change: a topic's options, this broker's, or those of all brokers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from typing import Protocol, TypeVar

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.config.dynamic import CLUSTER, MIN_INSYNC
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.log.metadata import MOST_RECORDS, TOO_MANY_RECORDS
from kafkawire.broker.log.topic_names import check_topic_name
from kafkawire.broker.metadata.records import BROKER, CLIENT_METRICS, GROUP, TOPIC
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = [
    "BROKER",
    "CLIENT_METRICS",
    "CLUSTER_DENIED",
    "GROUP",
    "LOGGER",
    "MALFORMED",
    "TOPIC",
    "Outcome",
    "alter",
    "broker_id_of",
    "change_each",
    "check_allowed",
    "check_names",
    "options_of",
    "reason",
    "topic_of",
]

_LOG = RateLimitedLogger("kafkawire.broker.configs")
LOGGER = 8  # the one type of resource that is not kept
MALFORMED = (
    "This most likely occurs because of a request being malformed by the client library or the message was sent to an "
    "incompatible broker. See the broker logs for more details."
)
"""What Kafka says of a request that no client should send."""
CLUSTER_DENIED = "Cluster authorization failed."
Outcome = tuple[int, str | None]
"""Error code and message."""


class _Resource(Protocol):
    resource_type: int
    resource_name: str

    @property
    def configs(self) -> Sized:
        """What is to be changed."""


R = TypeVar("R", bound=_Resource)
S = TypeVar("S")


def check_allowed(ctx: Context, operation: Operation, resource_type: int, name: str) -> None:
    """Refuse what the client may not do; all but topics and groups is a matter of the cluster. Raises `KafkaError`."""
    if resource_type == TOPIC and not ctx.allows(operation, ResourceType.TOPIC, name):
        raise KafkaError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Topic authorization failed.")
    if resource_type == GROUP and not ctx.allows(operation, ResourceType.GROUP, name):
        raise KafkaError(ErrorCode.GROUP_AUTHORIZATION_FAILED, "Group authorization failed.")
    if resource_type in (BROKER, LOGGER, CLIENT_METRICS) and not ctx.allows(operation, ResourceType.CLUSTER):
        raise KafkaError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)


def options_of(ctx: Context, resource_type: int, name: str) -> Mapping[str, str]:
    """The options that are set for a resource. Raises `KafkaError` if there is no such resource."""
    if resource_type == TOPIC:
        return topic_of(ctx, name).options
    if resource_type == BROKER:
        return ctx.node.dynamic.options[broker_id_of(ctx, name)]
    if resource_type == CLIENT_METRICS:
        return ctx.node.dynamic.client_metrics.get(name, {})
    if resource_type == GROUP and name:
        return ctx.node.dynamic.of_group(name)
    if resource_type == GROUP:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Default group resources are not allowed.")
    raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unknown resource type {resource_type}")


def alter(
    ctx: Context,
    resource_type: int,
    name: str,
    options: Mapping[str, str],
    *,
    named: Collection[str],
    validate_only: bool,
) -> Outcome:
    """Let exactly `options` be set for a resource, of which a request has `named` some; error code and message."""
    try:
        if resource_type == TOPIC:
            ctx.node.controller.alter(topic_of(ctx, name), options, ctx.time_ms(), validate_only=validate_only)
        elif resource_type == GROUP:
            ctx.node.controller.alter_group(name, options, ctx.time_ms(), validate_only=validate_only)
        elif resource_type == CLIENT_METRICS:
            ctx.node.controller.alter_client_metrics(name, options, ctx.time_ms(), validate_only=validate_only)
        else:
            ctx.node.dynamic.check(broker_id_of(ctx, name), options)
            _check_min_insync(name, options, named)
            ctx.node.controller.alter_broker(name, options, ctx.time_ms(), validate_only=validate_only)
    except InvalidOption as exc:
        return ErrorCode.INVALID_REQUEST, str(exc)  # of a broker; Kafka has no better code for it (KAFKA-13609)
    except OSError as exc:
        _LOG.error("options of %r cannot be changed: %s", name, exc)
        return ErrorCode.KAFKA_STORAGE_ERROR, str(exc)
    return ErrorCode.NONE, None


def _check_min_insync(resource: str, options: Mapping[str, str], named: Collection[str]) -> None:
    """`min.insync.replicas` is set for all brokers, as eligible leader replicas want it (KIP-966), and stays so."""
    if resource == CLUSTER and MIN_INSYNC not in options:
        fault = f"Cluster-level {MIN_INSYNC} cannot be removed while ELR is enabled."
        raise KafkaError(ErrorCode.INVALID_CONFIG, fault)
    if resource != CLUSTER and MIN_INSYNC in named:
        raise KafkaError(ErrorCode.INVALID_CONFIG, f"Broker-level {MIN_INSYNC} cannot be altered while ELR is enabled.")


async def change_each(
    ctx: Context, resources: Sequence[R], change: Callable[[R], Outcome], result: Callable[..., S]
) -> list[S]:
    """Try a change for each resource of a request, and make a `result` of it; one named twice is not touched."""
    asked = Counter((resource.resource_type, resource.resource_name) for resource in resources)
    is_too_large = sum(len(resource.configs) for resource in resources) > MOST_RECORDS
    results = []
    async for resource in ctx.paced(resources):
        kind, name = resource.resource_type, resource.resource_name
        try:
            if is_too_large:
                raise KafkaError(ErrorCode.POLICY_VIOLATION, TOO_MANY_RECORDS)
            if asked[kind, name] > 1:
                raise KafkaError(ErrorCode.INVALID_REQUEST, "Each resource must appear at most once.")
            code, message = change(resource)
        except KafkaError as exc:
            code, message = exc.code, reason(exc)
        results.append(result(error_code=code, error_message=message, resource_type=kind, resource_name=name))
    return results


def check_names(names: Iterable[str], without_value: Sequence[str]) -> None:
    """Refuse a request that names an option twice, or leaves out a value. Raises `KafkaError`."""
    if max(Counter(names).values(), default=0) > 1:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Error due to duplicate config keys")
    if without_value:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Null value not supported for : {','.join(without_value)}")


def reason(exc: KafkaError) -> str | None:
    """What the error says, without its code."""
    return str(exc).partition(": ")[2] or None


def topic_of(ctx: Context, name: str) -> Topic:
    """The topic of that name. Raises `KafkaError`."""
    if not name:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Default topic resources are not allowed.")
    check_topic_name(name)
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

"""CreateTopics: v0-7. Replica assignments are taken if they name this broker alone."""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.options import as_text, option_name
from kafkawire.broker.topics import Topic
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import CreateTopicsRequest, CreateTopicsResponse
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.create_topics_response import CreatableTopicConfigs, CreatableTopicResult

__all__ = ["create_topics"]

_LOG = logging.getLogger("kafkawire.broker")
_DEFAULT = -1
_SET_FOR_TOPIC, _BROKER_DEFAULT = 1, 5


@handles(ApiKey.CREATE_TOPICS, versions=range(8))
def create_topics(ctx: Context, request: CreateTopicsRequest) -> CreateTopicsResponse:
    """Make each topic, or say why not."""
    asked = Counter(topic.name for topic in request.topics)
    return CreateTopicsResponse(
        topics=[_create(ctx, wanted, request.validate_only, asked[wanted.name] > 1) for wanted in request.topics]
    )


def _create(ctx: Context, wanted: CreatableTopic, validate_only: bool, is_repeated: bool) -> CreatableTopicResult:
    try:
        if is_repeated:
            raise KafkaError(ErrorCode.INVALID_REQUEST, "Duplicate topic name.")
        options = {config.name: config.value for config in wanted.configs if config.value is not None}
        partitions = _partitions(ctx, wanted)
        topic = ctx.topics.create(wanted.name, partitions, options, ctx.time_ms(), validate_only=validate_only)
    except KafkaError as exc:
        return _failed(wanted.name, exc.code, str(exc).partition(": ")[2] or None)
    except OSError as exc:
        _LOG.error("topic %s cannot be made: %s", wanted.name, exc)
        return _failed(wanted.name, ErrorCode.KAFKA_STORAGE_ERROR, str(exc))
    return CreatableTopicResult(
        name=topic.name,
        topic_id=topic.topic_id,
        error_message=None,
        num_partitions=partitions,
        replication_factor=1,
        configs=_configs(ctx, topic),
    )


def _partitions(ctx: Context, wanted: CreatableTopic) -> int:
    if wanted.assignments:
        return _assigned(ctx, wanted)
    if wanted.replication_factor not in (_DEFAULT, 1):
        raise KafkaError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"Unable to replicate the partition {wanted.replication_factor} time(s): there is 1 broker.",
        )
    return ctx.node.config.num_partitions if wanted.num_partitions == _DEFAULT else wanted.num_partitions


def _assigned(ctx: Context, wanted: CreatableTopic) -> int:
    if (wanted.num_partitions, wanted.replication_factor) != (_DEFAULT, _DEFAULT):
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Counts and a replica assignment cannot both be given.")
    numbers = sorted(assignment.partition_index for assignment in wanted.assignments)
    here = all(list(assignment.broker_ids) == [ctx.node.config.node_id] for assignment in wanted.assignments)
    if numbers != list(range(len(numbers))) or not here:
        raise KafkaError(
            ErrorCode.INVALID_REPLICA_ASSIGNMENT, f"Broker {ctx.node.config.node_id} is the only one there is."
        )
    return len(numbers)


def _failed(name: str, code: int, message: str | None) -> CreatableTopicResult:
    return CreatableTopicResult(name=name, error_code=code, error_message=message, configs=None)


def _configs(ctx: Context, topic: Topic) -> list[CreatableTopicConfigs]:
    config = ctx.topics.config_of(topic)
    names = [field.name for field in dataclasses.fields(LogConfig)]
    return [
        CreatableTopicConfigs(
            name=option_name(name),
            value=as_text(getattr(config, name)),
            read_only=False,
            config_source=_source(topic, option_name(name)),
            is_sensitive=False,
        )
        for name in names
    ]


def _source(topic: Topic, option: str) -> int:
    return _SET_FOR_TOPIC if option in topic.options else _BROKER_DEFAULT

"""DescribeConfigs: v0-4, of topics, of this broker and of all brokers. No logger levels, groups or client metrics."""

from __future__ import annotations

import dataclasses
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.broker.config import BrokerConfig, topic_options
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.dynamic import CLUSTER, DynamicConfig, is_dynamic
from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.option_docs import TEXTS, config_type
from kafkawire.broker.options import as_text, option_name
from kafkawire.broker.resources import BROKER, TOPIC, broker_id_of, reason
from kafkawire.broker.topics import Topic
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import DescribeConfigsRequest, DescribeConfigsResponse
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.describe_configs_response import (
    DescribeConfigsResourceResult,
    DescribeConfigsResult,
    DescribeConfigsSynonym,
)

__all__ = ["describe_configs"]

_SET_FOR_TOPIC, _SET_FOR_BROKER, _SET_FOR_ALL, _SET_AT_START, _DEFAULT = range(1, 6)


@handles(ApiKey.DESCRIBE_CONFIGS, versions=range(5))
def describe_configs(ctx: Context, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
    """Tell the options of each topic or broker, and where their values come from."""
    return DescribeConfigsResponse(results=[_resource(ctx, wanted, request) for wanted in request.resources])


def _resource(ctx: Context, wanted: DescribeConfigsResource, request: DescribeConfigsRequest) -> DescribeConfigsResult:
    result = DescribeConfigsResult(
        resource_type=wanted.resource_type, resource_name=wanted.resource_name, error_message=None
    )
    try:
        configs = _configs(ctx, wanted)
    except KafkaError as exc:
        result.error_code, result.error_message = exc.code, reason(exc)
        return result
    keys = wanted.configuration_keys
    result.configs = [config for config in configs if keys is None or config.name in keys]
    for config in result.configs:
        config.is_default = ctx.version == 0 and config.config_source == _DEFAULT  # later versions name the source
        if not request.include_synonyms:
            config.synonyms = []
        if not request.include_documentation:
            config.documentation = None
    return result


def _configs(ctx: Context, wanted: DescribeConfigsResource) -> list[DescribeConfigsResourceResult]:
    if wanted.resource_type == TOPIC:
        topic = ctx.topics.get(wanted.resource_name)
        if topic is None:
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        return _of_topic(ctx, topic)
    if wanted.resource_type != BROKER:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unsupported resource type: {wanted.resource_type}")
    configs = _of_broker(ctx.node.dynamic)
    if broker_id_of(ctx, wanted.resource_name) != CLUSTER:
        return configs
    # All brokers together have only what was set for all of them.
    return [_for_all(config) for config in configs if config.name in ctx.node.dynamic.options[CLUSTER]]


def _for_all(config: DescribeConfigsResourceResult) -> DescribeConfigsResourceResult:
    synonyms = [synonym for synonym in config.synonyms if synonym.source == _SET_FOR_ALL]
    return dataclasses.replace(config, value=synonyms[0].value, config_source=_SET_FOR_ALL, synonyms=synonyms)


def _of_topic(ctx: Context, topic: Topic) -> list[DescribeConfigsResourceResult]:
    config = ctx.topics.config_of(topic)
    broker = {entry.name: entry for entry in _of_broker(ctx.node.dynamic)}
    found = []
    for field in dataclasses.fields(LogConfig):
        entry = _entry(field, getattr(config, field.name))
        inherited = broker.get(topic_options().get(entry.name, ""))
        if inherited is not None:
            entry.config_source, entry.synonyms = inherited.config_source, list(inherited.synonyms)
        if entry.name in topic.options:
            entry.config_source = _SET_FOR_TOPIC
            entry.synonyms.insert(0, DescribeConfigsSynonym(entry.name, entry.value, _SET_FOR_TOPIC))
        found.append(entry)
    return found


def _of_broker(dynamic: DynamicConfig) -> list[DescribeConfigsResourceResult]:
    found = []
    for field in dataclasses.fields(BrokerConfig):
        entry = _entry(field, getattr(dynamic.current, field.name))
        entry.read_only = not is_dynamic(entry.name)
        entry.synonyms = _synonyms(dynamic, entry.name, field)
        entry.config_source = entry.synonyms[0].source
        found.append(entry)
    return found


def _synonyms(dynamic: DynamicConfig, name: str, field: dataclasses.Field[Any]) -> list[DescribeConfigsSynonym]:
    """Where the option has a value, what counts most first."""
    static = getattr(dynamic.static, field.name)
    places = ((_SET_FOR_BROKER, str(dynamic.static.node_id)), (_SET_FOR_ALL, CLUSTER))
    found = [
        DescribeConfigsSynonym(name, dynamic.options[place][name], source)
        for source, place in places
        if name in dynamic.options[place]
    ]
    if static != field.default:
        found.append(DescribeConfigsSynonym(name, as_text(static), _SET_AT_START))
    return [*found, DescribeConfigsSynonym(name, as_text(field.default), _DEFAULT)]


def _entry(field: dataclasses.Field[Any], value: object) -> DescribeConfigsResourceResult:
    name = option_name(field.name)
    of_topic = {broker: topic for topic, broker in topic_options().items()}
    return DescribeConfigsResourceResult(
        name=name,
        value=as_text(value),
        config_source=_DEFAULT,
        config_type=config_type(name, str(field.type)),
        documentation=TEXTS.get(name) or TEXTS.get(of_topic.get(name, "")),
    )

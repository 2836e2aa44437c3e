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
from kafkawire.broker.resources import BROKER, TOPIC, reason
from kafkawire.broker.topic_names import check_topic_name
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

_TYPES = (TOPIC, BROKER, 8, 16, 32)  # and broker loggers, client metrics and groups, which have no options here
_MALFORMED = (
    "This most likely occurs because of a request being malformed by the client library or the message was sent to an "
    "incompatible broker. See the broker logs for more details."
)
_SET_FOR_TOPIC, _SET_FOR_BROKER, _SET_FOR_ALL, _SET_AT_START, _DEFAULT = range(1, 6)


@handles(ApiKey.DESCRIBE_CONFIGS, versions=range(5))
def describe_configs(ctx: Context, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
    """Tell the options of each topic or broker, and where their values come from."""
    if any(wanted.resource_type not in _TYPES for wanted in request.resources):
        malformed = KafkaError(ErrorCode.INVALID_REQUEST, _MALFORMED)
        return DescribeConfigsResponse(results=[_refused(wanted, malformed) for wanted in request.resources])
    return DescribeConfigsResponse(results=[_resource(ctx, wanted, request) for wanted in request.resources])


def _resource(ctx: Context, wanted: DescribeConfigsResource, request: DescribeConfigsRequest) -> DescribeConfigsResult:
    result = DescribeConfigsResult(resource_type=wanted.resource_type, resource_name=wanted.resource_name)
    try:
        configs = _configs(ctx, wanted)
    except KafkaError as exc:
        return _refused(wanted, exc)
    keys = wanted.configuration_keys
    result.configs = [config for config in configs if keys is None or config.name in keys]
    for config in result.configs:
        config.is_default = ctx.version == 0 and config.config_source == _DEFAULT  # later versions name the source
        if not request.include_synonyms:
            config.synonyms = []
        if not request.include_documentation:
            config.documentation = None
    return result


def _refused(wanted: DescribeConfigsResource, exc: KafkaError) -> DescribeConfigsResult:
    return DescribeConfigsResult(exc.code, reason(exc) or "", wanted.resource_type, wanted.resource_name)


def _configs(ctx: Context, wanted: DescribeConfigsResource) -> list[DescribeConfigsResourceResult]:
    if wanted.resource_type == TOPIC:
        check_topic_name(wanted.resource_name)
        topic = ctx.topics.get(wanted.resource_name)
        if topic is None:
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        return _of_topic(ctx, topic)
    name, node_id = wanted.resource_name, str(ctx.node.config.node_id)
    if wanted.resource_type != BROKER:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unsupported resource type: {wanted.resource_type}")
    if name and not name.removeprefix("-").isdecimal():
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Broker id must be an integer, but it is: {name}")
    if name not in (CLUSTER, node_id):
        expected = f"expected {node_id} or empty string, but received {name}"
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unexpected broker id, {expected}")
    configs = _of_broker(ctx.node.dynamic)
    if name != CLUSTER:
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

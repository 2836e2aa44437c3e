"""DescribeConfigs: v0-4, of topics and of this broker. No documentation texts."""

from __future__ import annotations

import dataclasses
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.broker.config import BrokerConfig, topic_synonym
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.log.config import LogConfig
from kafkawire.broker.options import as_text, option_name
from kafkawire.broker.topics import Topic
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeConfigsRequest, DescribeConfigsResponse
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.describe_configs_response import (
    DescribeConfigsResourceResult,
    DescribeConfigsResult,
    DescribeConfigsSynonym,
)

__all__ = ["describe_configs"]

_TOPIC, _BROKER = 2, 4
_SET_FOR_TOPIC, _SET_AT_START, _DEFAULT = 1, 4, 5
_TYPES = {"bool": 1, "str": 2, "int": 5}  # as Kafka numbers them; every number is given as a long


@handles(ApiKey.DESCRIBE_CONFIGS, versions=range(5))
def describe_configs(ctx: Context, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
    """Tell the options of each topic or broker, and where their values come from."""
    return DescribeConfigsResponse(results=[_resource(ctx, wanted, request) for wanted in request.resources])


def _resource(ctx: Context, wanted: DescribeConfigsResource, request: DescribeConfigsRequest) -> DescribeConfigsResult:
    result = DescribeConfigsResult(
        resource_type=wanted.resource_type, resource_name=wanted.resource_name, error_message=None
    )
    if wanted.resource_type == _TOPIC:
        topic = ctx.topics.get(wanted.resource_name)
        if topic is None:
            result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            return result
        configs = _of_topic(ctx, topic)
    elif wanted.resource_type == _BROKER and wanted.resource_name in ("", str(ctx.node.config.node_id)):
        configs = _of_broker(ctx.node.config)
    else:
        result.error_code, result.error_message = ErrorCode.INVALID_REQUEST, "No such resource is described here."
        return result
    keys = wanted.configuration_keys
    result.configs = [config for config in configs if keys is None or config.name in keys]
    for config in result.configs:
        config.is_default = ctx.version == 0 and config.config_source == _DEFAULT  # later versions name the source
        if not request.include_synonyms:
            config.synonyms = []
    return result


def _of_topic(ctx: Context, topic: Topic) -> list[DescribeConfigsResourceResult]:
    config = ctx.topics.config_of(topic)
    broker = {entry.name: entry for entry in _of_broker(ctx.node.config)}
    found = []
    for field in dataclasses.fields(LogConfig):
        name = option_name(field.name)
        inherited = broker[topic_synonym(name)]
        entry = _entry(field, getattr(config, field.name), inherited.config_source)
        entry.synonyms = list(inherited.synonyms)
        if name in topic.options:
            entry.config_source = _SET_FOR_TOPIC
            entry.synonyms.insert(0, DescribeConfigsSynonym(name, entry.value, _SET_FOR_TOPIC))
        found.append(entry)
    return found


def _of_broker(config: BrokerConfig) -> list[DescribeConfigsResourceResult]:
    found = []
    for field in dataclasses.fields(BrokerConfig):
        value = getattr(config, field.name)
        is_set = value != field.default
        entry = _entry(field, value, _SET_AT_START if is_set else _DEFAULT)
        entry.read_only = True  # nothing can be changed while the broker runs
        if is_set:
            entry.synonyms.append(DescribeConfigsSynonym(entry.name, entry.value, _SET_AT_START))
        entry.synonyms.append(DescribeConfigsSynonym(entry.name, as_text(field.default), _DEFAULT))
        found.append(entry)
    return found


def _entry(field: dataclasses.Field[Any], value: object, source: int) -> DescribeConfigsResourceResult:
    return DescribeConfigsResourceResult(
        name=option_name(field.name),
        value=as_text(value),
        config_source=source,
        config_type=_TYPES[str(field.type)],
        documentation=None,
    )

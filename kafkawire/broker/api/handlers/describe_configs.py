"""DescribeConfigs: v0-4, of topics, groups, client metrics, loggers, of this broker and of all brokers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import (
    BROKER,
    CLIENT_METRICS,
    GROUP,
    LOGGER,
    MALFORMED,
    TOPIC,
    check_allowed,
    reason,
)
from kafkawire.broker.config.broker import BrokerConfig, option_instead, topic_options
from kafkawire.broker.config.client_metrics import DEFAULTS
from kafkawire.broker.config.dynamic import CLUSTER, DynamicConfig, is_dynamic
from kafkawire.broker.config.groups import GROUP_OPTIONS
from kafkawire.broker.config.loggers import level_of, logger_names
from kafkawire.broker.config.option_docs import TEXTS, config_type, is_of_authorizer, is_secret
from kafkawire.broker.config.options import as_text, option_fields, option_name
from kafkawire.broker.config.share_groups import OWN
from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.topic_names import check_topic_name
from kafkawire.broker.security.authorizer import Operation
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import DescribeConfigsRequest, DescribeConfigsResponse
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.describe_configs_response import (
    DescribeConfigsResourceResult,
    DescribeConfigsResult,
    DescribeConfigsSynonym,
)

__all__ = ["describe_configs", "options_of_topic"]

_TYPES = (TOPIC, BROKER, LOGGER, CLIENT_METRICS, GROUP)
_SET_FOR_TOPIC, _SET_FOR_BROKER, _SET_FOR_ALL, _SET_AT_START, _DEFAULT = range(1, 6)
_LOGGER_LEVEL, _SET_FOR_METRICS, _SET_FOR_GROUP = range(6, 9)
_UNKNOWN_TYPE, _LIST = 0, 7
_Known = dict[object, list[DescribeConfigsResourceResult]]


@handles(ApiKey.DESCRIBE_CONFIGS, versions=range(5))
async def describe_configs(ctx: Context, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
    """Tell the options of each topic or broker, and where their values come from."""
    if any(wanted.resource_type not in _TYPES for wanted in request.resources):
        malformed = KafkaError(ErrorCode.INVALID_REQUEST, MALFORMED)
        return DescribeConfigsResponse(results=[_refused(wanted, malformed) for wanted in request.resources])
    known: _Known = {}
    return DescribeConfigsResponse(
        results=[_resource(ctx, wanted, request, known) async for wanted in ctx.paced(request.resources)]
    )


def _resource(
    ctx: Context, wanted: DescribeConfigsResource, request: DescribeConfigsRequest, known: _Known
) -> DescribeConfigsResult:
    result = DescribeConfigsResult(resource_type=wanted.resource_type, resource_name=wanted.resource_name)
    try:
        check_allowed(ctx, Operation.DESCRIBE_CONFIGS, wanted.resource_type, wanted.resource_name)
        like = _like(ctx, wanted)
        configs = known.get(like) or _told(_configs(ctx, wanted), wanted, request)
    except KafkaError as exc:
        return _refused(wanted, exc)
    known[like] = configs
    keys = wanted.configuration_keys
    result.configs = configs if keys is None else [config for config in configs if config.name in keys]
    return result


def _like(ctx: Context, wanted: DescribeConfigsResource) -> object:
    """What resources have in common whose options are the same, and told by the same objects: they may be thousands."""
    topic = ctx.topics.get(wanted.resource_name) if wanted.resource_type == TOPIC else None
    if topic is not None:
        return TOPIC, frozenset(topic.options.items())
    if wanted.resource_type == GROUP and wanted.resource_name:
        return GROUP, frozenset(ctx.node.dynamic.groups.get(wanted.resource_name, {}).items())
    return wanted.resource_type, wanted.resource_name


def _told(
    configs: list[DescribeConfigsResourceResult], wanted: DescribeConfigsResource, request: DescribeConfigsRequest
) -> list[DescribeConfigsResourceResult]:
    for config in configs:
        if not request.include_synonyms:
            config.synonyms = []
        if not request.include_documentation and wanted.resource_type != LOGGER:
            config.documentation = None
    return configs


def _refused(wanted: DescribeConfigsResource, exc: KafkaError) -> DescribeConfigsResult:
    return DescribeConfigsResult(
        error_code=exc.code,
        error_message=reason(exc) or "",
        resource_type=wanted.resource_type,
        resource_name=wanted.resource_name,
    )


def _configs(ctx: Context, wanted: DescribeConfigsResource) -> list[DescribeConfigsResourceResult]:
    if wanted.resource_type == TOPIC:
        check_topic_name(wanted.resource_name)
        topic = ctx.topics.get(wanted.resource_name)
        if topic is None:
            raise KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        return options_of_topic(ctx, topic.options)
    if wanted.resource_type == GROUP:
        return _of_group(ctx, wanted.resource_name)
    if wanted.resource_type == CLIENT_METRICS:
        return _of_client_metrics(ctx, wanted.resource_name)
    _check_broker(ctx, wanted)
    if wanted.resource_type == LOGGER:
        return [_logger(name) for name in logger_names()]
    configs = _of_broker(ctx.node.dynamic) + _unknown(ctx.node.dynamic)
    if wanted.resource_name != CLUSTER:
        return configs
    # All brokers together have only what was set for all of them.
    return [_for_all(config) for config in configs if config.name in ctx.node.dynamic.options[CLUSTER]]


def _check_broker(ctx: Context, wanted: DescribeConfigsResource) -> None:
    name, node_id, is_logger = wanted.resource_name, ctx.node.config.node_id, wanted.resource_type == LOGGER
    if not name and not is_logger:
        return
    if not name:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Broker id must not be empty")
    if not name.removeprefix("-").isdecimal():
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Broker id must be an integer, but it is: {name}")
    if int(name) != node_id:
        expected = f"expected {node_id}{'' if is_logger else ' or empty string,'} but received {name}"
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unexpected broker id, {expected}")


def _logger(name: str) -> DescribeConfigsResourceResult:
    return DescribeConfigsResourceResult(
        name=name, value=level_of(name), config_source=_LOGGER_LEVEL, config_type=_UNKNOWN_TYPE, documentation=""
    )


def _of_client_metrics(ctx: Context, name: str) -> list[DescribeConfigsResourceResult]:
    if not name:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Client metrics subscription name must not be empty")
    own = ctx.node.dynamic.client_metrics.get(name, {})
    return [
        DescribeConfigsResourceResult(
            name=option,
            value=own.get(option, default),
            config_source=_SET_FOR_METRICS if option in own else _DEFAULT,
            config_type=config_type(option, "int"),
            documentation=TEXTS[option],
        )
        for option, default in DEFAULTS.items()
    ]


def _unknown(dynamic: DynamicConfig) -> list[DescribeConfigsResourceResult]:
    """Options that were set and that are not the broker's own. They may be secret, so their values are not told."""
    static = dynamic.static
    of_authorizer = [field for field in option_fields(BrokerConfig) if is_of_authorizer(option_name(field.name))]
    at_start = {option_name(each.name) for each in of_authorizer if getattr(static, each.name) != each.default}
    scopes = (
        (_SET_FOR_BROKER, dynamic.options[str(static.node_id)].keys()),
        (_SET_FOR_ALL, dynamic.options[CLUSTER].keys()),
        (_SET_AT_START, at_start),
    )
    known = {name for name in _broker_fields() if not is_of_authorizer(name)}
    found: dict[str, DescribeConfigsResourceResult] = {}
    for source, names in scopes:
        for name in names - known:
            entry = DescribeConfigsResourceResult(name=name, value=None, config_source=source, documentation=None)
            entry.read_only = entry.is_sensitive = True
            found.setdefault(name, entry).synonyms.append(DescribeConfigsSynonym(name=name, value=None, source=source))
    return list(found.values())


def _for_all(config: DescribeConfigsResourceResult) -> DescribeConfigsResourceResult:
    synonyms = [synonym for synonym in config.synonyms if synonym.source == _SET_FOR_ALL]
    return dataclasses.replace(config, value=synonyms[0].value, config_source=_SET_FOR_ALL, synonyms=synonyms)


def options_of_topic(ctx: Context, options: Mapping[str, str]) -> list[DescribeConfigsResourceResult]:
    """All options of a topic that sets `options`, with what they fall back on."""
    config = ctx.node.config.topic_config(options)
    broker = {entry.name: entry for entry in _of_broker(ctx.node.dynamic)}
    found = []
    for field in dataclasses.fields(LogConfig):
        entry = _entry(field, getattr(config, field.name))
        inherited = broker.get(topic_options().get(entry.name, ""))
        if inherited is not None:
            entry.config_source, entry.synonyms = inherited.config_source, list(inherited.synonyms)
        if entry.name in options:
            entry.config_source = _SET_FOR_TOPIC
            entry.synonyms.insert(0, DescribeConfigsSynonym(name=entry.name, value=entry.value, source=_SET_FOR_TOPIC))
        found.append(entry)
    return found


def _of_group(ctx: Context, group_id: str) -> list[DescribeConfigsResourceResult]:
    if not group_id:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Group name must not be empty")
    own = ctx.node.dynamic.groups.get(group_id, {})
    broker = {entry.name: entry for entry in _of_broker(ctx.node.dynamic)}
    found = [_option_of_group(name, own.get(name), broker[inherited]) for name, inherited in GROUP_OPTIONS.items()]
    return found + [_own_option_of_group(name, own.get(name), default) for name, default in OWN.items()]


def _own_option_of_group(name: str, value: str | None, default: str) -> DescribeConfigsResourceResult:
    """One that no broker option stands behind."""
    synonyms = [DescribeConfigsSynonym(name=name, value=value, source=_SET_FOR_GROUP)] if value is not None else []
    return DescribeConfigsResourceResult(
        name=name,
        value=default if value is None else value,
        config_source=_DEFAULT if value is None else _SET_FOR_GROUP,
        config_type=config_type(name, "bool" if default == "true" else "str"),
        documentation=TEXTS[name],
        synonyms=[*synonyms, DescribeConfigsSynonym(name=name, value=default, source=_DEFAULT)],
    )


def _option_of_group(
    name: str, value: str | None, inherited: DescribeConfigsResourceResult
) -> DescribeConfigsResourceResult:
    entry = dataclasses.replace(inherited, name=name, read_only=False)
    if value is not None:
        entry.value, entry.config_source = value, _SET_FOR_GROUP
        entry.synonyms = [DescribeConfigsSynonym(name=name, value=value, source=_SET_FOR_GROUP), *inherited.synonyms]
    return entry


def _of_broker(dynamic: DynamicConfig) -> list[DescribeConfigsResourceResult]:
    found = []
    for name, field in _broker_fields().items():
        if is_of_authorizer(name):
            continue
        entry = _entry(field, getattr(dynamic.current, field.name))
        entry.read_only = not is_dynamic(entry.name)
        if entry.value is not None:
            entry.synonyms = _synonyms(dynamic, entry.name, field)
            entry.config_source = entry.synonyms[0].source
        if is_secret(entry.name):
            _hide(entry)
        found.append(entry)
    return found


def _hide(entry: DescribeConfigsResourceResult) -> None:
    entry.is_sensitive, entry.value = True, None
    for synonym in entry.synonyms:
        synonym.value = None


def _synonyms(dynamic: DynamicConfig, name: str, field: dataclasses.Field[Any]) -> list[DescribeConfigsSynonym]:
    """Where the option has a value, what counts most first."""
    static = getattr(dynamic.static, field.name)
    scopes = ((_SET_FOR_BROKER, str(dynamic.static.node_id)), (_SET_FOR_ALL, CLUSTER))
    found = [
        DescribeConfigsSynonym(name=name, value=dynamic.options[resource][name], source=source)
        for source, resource in scopes
        if name in dynamic.options[resource]
    ]
    if static != field.default:
        found.append(DescribeConfigsSynonym(name=name, value=as_text(static), source=_SET_AT_START))
    if field.default is not None:
        found.append(DescribeConfigsSynonym(name=name, value=as_text(field.default), source=_DEFAULT))
    instead = option_instead(name)
    if instead is not None:
        found += _synonyms(dynamic, instead, _broker_fields()[instead])
    return found


@cache
def _broker_fields() -> dict[str, dataclasses.Field[Any]]:
    return {option_name(field.name): field for field in option_fields(BrokerConfig)}


@cache
def _of_topic() -> dict[str, str]:
    """Broker option -> the topic option that falls back on it."""
    return {broker: topic for topic, broker in topic_options().items()}


def _entry(field: dataclasses.Field[Any], value: object) -> DescribeConfigsResourceResult:
    name = option_name(field.name)
    return DescribeConfigsResourceResult(
        name=name,
        value=None if value is None else as_text(value),
        config_source=_DEFAULT,
        config_type=config_type(name, str(field.type)),
        documentation=TEXTS.get(name) or TEXTS.get(_of_topic().get(name, "")),
    )

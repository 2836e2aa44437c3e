"""Options of what is neither a topic nor a broker we know all options of: clients' metrics, loggers, plugins' options.

The expected codes and words are those of Apache Kafka 4.3.
"""

from __future__ import annotations

import asyncio
import logging

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeConfigsRequest, ListConfigResourcesRequest
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from tests.broker.test_config import BROKER, DELETE, SET, TOPIC, Change, alter, replace
from tests.broker.test_server import run
from tests.broker.wire import Wire, new_broker

LOGGER, METRICS = 8, 16
INVALID = ErrorCode.INVALID_REQUEST


async def described(wire: Wire, kind: int, name: str, *keys: str) -> dict[str, tuple[str | None, int]]:
    resource = DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=list(keys) or None)
    (result,) = (await wire.ask(DescribeConfigsRequest(resources=[resource]), 4)).results
    assert result.error_code == 0, result
    return {config.name: (config.value, config.config_source) for config in result.configs}


def test_a_subscription_for_metrics_is_kept_and_told() -> None:
    files = MemoryFiles()
    defaults = {"interval.ms": ("300000", 5), "match": ("", 5), "metrics": ("", 5)}

    async def body() -> None:
        async with new_broker(files) as broker:
            wire = await Wire.to(broker)
            assert await described(wire, METRICS, "s") == defaults
            assert (await alter(wire, METRICS, "s", ("interval.ms", SET, "5000"))).error_code == 0
            assert (await alter(wire, METRICS, "gone", ("match", SET, "client_id=a.*"))).error_code == 0
            assert (await alter(wire, METRICS, "gone", ("match", DELETE, None))).error_code == 0
            await wire.close()
        async with new_broker(files) as broker:
            wire = await Wire.to(broker)
            assert await described(wire, METRICS, "s") == {**defaults, "interval.ms": ("5000", 7)}
            listed = (await wire.ask(ListConfigResourcesRequest(), 0)).config_resources
            assert [resource.resource_name for resource in listed] == ["s"]
            await wire.close()

    asyncio.run(body())


@pytest.mark.parametrize(
    ("kind", "name", "change", "code", "said"),
    [
        (METRICS, "s", ("interval.ms", SET, "5"), INVALID, "interval must be between 100 and 3600000 (1 hour)"),
        (METRICS, "s", ("interval.ms", SET, "x"), INVALID, "Invalid value x for interval.ms"),
        (METRICS, "s", ("interval.ms", SET, "9" * 5000), INVALID, "interval must be between 100 and 3600000 (1 hour)"),
        (
            METRICS,
            "s",
            ("match", SET, "client_id"),
            ErrorCode.INVALID_CONFIG,
            "Illegal client matching pattern: client_id",
        ),
        (METRICS, "s", ("match", SET, "no=x"), ErrorCode.INVALID_CONFIG, "Illegal client matching pattern: no=x"),
        (METRICS, "s", ("other", SET, "1"), INVALID, "Unknown client metrics configuration: other"),
        (METRICS, "", ("interval.ms", SET, "5000"), INVALID, "Subscription name can't be empty"),
        (LOGGER, "1", ("no.such", SET, "INFO"), ErrorCode.INVALID_CONFIG, "Logger no.such does not exist!"),
        (LOGGER, "1", ("root", SET, "LOUD"), ErrorCode.INVALID_CONFIG, "are DEBUG, ERROR, FATAL, INFO, TRACE, WARN"),
        (LOGGER, "1", ("root", 2, "INFO"), INVALID, "APPEND operation is not allowed for the BROKER_LOGGER resource"),
        (LOGGER, "1", ("root", DELETE, None), INVALID, "Removing the log level of the root logger is not allowed"),
        (LOGGER, "2", ("root", SET, "INFO"), INVALID, "Unexpected node id. Expected 1, but received 2"),
        (TOPIC, "t", ("cleanup.policy", SET, "compact,x"), ErrorCode.INVALID_CONFIG, "must be one of: compact, delete"),
        (TOPIC, "t", ("segment.bytes", SET, "99999999999"), ErrorCode.INVALID_CONFIG, "Not a number of type INT"),
        (TOPIC, "t", ("remote.storage.enable", SET, "true"), ErrorCode.INVALID_CONFIG, "tiered storage is not there"),
        (
            BROKER,
            "1",
            ("log.retention.ms", SET, ""),
            INVALID,
            "Invalid value  for configuration log.retention.ms: Not a",
        ),
        (BROKER, "1", ("log.cleaner.min.compaction.lag.ms", SET, "-2"), INVALID, "configuration log.cleaner.min.comp"),
    ],
)
def test_what_a_resource_cannot_have_is_refused(
    kind: int, name: str, change: Change, code: ErrorCode, said: str
) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        answer = await alter(wire, kind, name, change)
        assert (answer.error_code, said in answer.error_message) == (code, True), answer

    run(body)


@pytest.mark.parametrize(
    ("name", "own"),
    [("kafka.server.KafkaApis", "kafkawire.broker.connections"), ("org.apache.kafka", "kafkawire")],
)
def test_names_of_apache_kafkas_loggers_stand_for_ours(name: str, own: str) -> None:
    logger = logging.getLogger(own)

    async def body(_: Broker, wire: Wire) -> None:
        assert name in await described(wire, LOGGER, "1")
        assert (await alter(wire, LOGGER, "1", (name, SET, "ERROR"))).error_code == 0
        assert logger.level == logging.ERROR
        assert await described(wire, LOGGER, "1", name) == {name: ("ERROR", 6)}
        assert await described(wire, LOGGER, "1", own) == {own: ("ERROR", 6)}
        assert (await alter(wire, LOGGER, "1", (name, DELETE, None))).error_code == 0
        assert logger.level == logging.NOTSET

    run(body)


def test_levels_of_loggers_are_told_and_changed() -> None:
    name = "kafkawire.broker.tests"
    logger = logging.getLogger(name)

    async def body(broker: Broker, wire: Wire) -> None:
        assert (await alter(wire, LOGGER, "1", (name, SET, "ERROR"), dry=True)).error_code == 0
        assert logger.level == logging.NOTSET
        assert (await alter(wire, LOGGER, "1", (name, SET, "ERROR"))).error_code == 0
        assert logger.level == logging.ERROR
        assert await described(wire, LOGGER, "1", name) == {name: ("ERROR", 6)}
        assert "root" in await described(wire, LOGGER, "1")
        assert (await alter(wire, LOGGER, "1", (name, DELETE, None))).error_code == 0
        assert logger.level == logging.NOTSET
        assert (await replace(wire, LOGGER, "1", {name: "INFO"})).error_code == INVALID

    run(body)


def test_an_option_of_a_plugin_is_kept_for_a_broker_and_its_value_not_told() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for name in ("", "1"):
            assert (await alter(wire, BROKER, name, ("my.plugin.option", SET, "secret"))).error_code == 0
        assert await described(wire, BROKER, "1", "my.plugin.option") == {"my.plugin.option": (None, 2)}
        assert await described(wire, BROKER, "", "my.plugin.option") == {"my.plugin.option": (None, 3)}
        assert (await alter(wire, BROKER, "1", ("my.plugin.option", DELETE, None))).error_code == 0
        assert await described(wire, BROKER, "1", "my.plugin.option") == {"my.plugin.option": (None, 3)}

    run(body)


def test_options_about_what_is_not_here_can_be_set_by_tools_that_set_everything() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        options = {"unclean.leader.election.enable": "false", "leader.replication.throttled.replicas": "*"}
        options |= {"remote.storage.enable": "false", "local.retention.ms": "-2", "cleanup.policy": "delete,delete"}
        assert (await replace(wire, TOPIC, "t", dict(options))).error_code == 0
        assert await described(wire, TOPIC, "t", *options) == {name: (value, 1) for name, value in options.items()}

    run(body)

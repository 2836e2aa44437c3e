"""Options of groups: what may be set (KIP-848), what members are told, and that it is kept. Words are Kafka's."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.config.options import InvalidOption
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    ConsumerGroupDescribeRequest,
    DescribeConfigsRequest,
    IncrementalAlterConfigsRequest,
    ListConfigResourcesRequest,
)
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.incremental_alter_configs_request import AlterableConfig, AlterConfigsResource
from tests.broker.test_groups_served import heartbeat
from tests.broker.test_server import run
from tests.broker.wire import Wire

GROUP = 32
SESSION, HEARTBEAT = "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms"
LOW: dict[str, Any] = {"group_consumer_min_session_timeout_ms": 3000, "group_consumer_min_heartbeat_interval_ms": 1000}


async def alter(wire: Wire, group_id: str, **texts: str | None) -> tuple[ErrorCode, str | None]:
    configs = [
        AlterableConfig(name=name.replace("_", "."), config_operation=0 if text else 1, value=text)
        for name, text in texts.items()
    ]
    request = IncrementalAlterConfigsRequest(
        resources=[AlterConfigsResource(resource_type=GROUP, resource_name=group_id, configs=configs)]
    )
    answer = (await wire.ask(request, 1)).responses[0]
    return ErrorCode.of(answer.error_code), answer.error_message


async def described(wire: Wire, group_id: str = "g") -> dict[str, Any]:
    request = DescribeConfigsRequest(
        resources=[DescribeConfigsResource(resource_type=GROUP, resource_name=group_id, configuration_keys=None)],
        include_synonyms=True,
    )
    return {config.name: config for config in (await wire.ask(request, 4)).results[0].configs}


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ({"consumer_session_timeout_ms": "50"}, f"{SESSION} must be greater than or equal to group.{'consumer.min'}"),
        ({"consumer_session_timeout_ms": "500000"}, f"{SESSION} must be less than or equal to group.consumer.max"),
        ({"consumer_heartbeat_interval_ms": "100"}, f"{HEARTBEAT} must be greater than or equal to group.consumer.min"),
        ({"consumer_heartbeat_interval_ms": "16000"}, f"{HEARTBEAT} must be less than or equal to group.consumer.max"),
        ({"consumer_session_timeout_ms": "5000"}, f"{SESSION} must be greater than {HEARTBEAT}"),
        (
            {"consumer_session_timeout_ms": "x"},
            f"Invalid value x for configuration {SESSION}: Not a number of type INT",
        ),
        ({"consumer_session_timeout_ms": "+-5"}, "Not a number of type INT"),
        ({"consumer_session_timeout_ms": "9" * 5000}, "Not a number of type INT"),
        ({"share_delivery_count_limit": "3000000000"}, "Not a number of type INT"),
        ({"consumer_session": "5"}, "Unknown group config name: consumer.session"),
    ],
)
def test_an_option_that_a_group_cannot_have_is_refused(texts: dict[str, str], reason: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        error, message = await alter(wire, "g", **texts)
        assert error is ErrorCode.INVALID_CONFIG
        assert reason in (message or "")
        assert broker.node.dynamic.groups == {}

    run(body, **LOW)


def test_options_of_no_group_are_refused() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        refused = await alter(wire, "", consumer_session_timeout_ms="50000")
        assert refused == (ErrorCode.INVALID_REQUEST, "Default group resources are not allowed.")

    run(body)


def test_options_of_a_group_are_followed_told_and_kept() -> None:
    files = MemoryFiles()

    async def setting(broker: Broker, wire: Wire) -> None:
        set_ = await alter(wire, "g", consumer_session_timeout_ms="5000", consumer_heartbeat_interval_ms="2000")
        assert set_ == (ErrorCode.NONE, None)
        assert (await wire.ask(heartbeat(), 1)).heartbeat_interval_ms == 2000
        assert broker.node.groups.consumer_group("g").next_deadline() == pytest.approx(
            broker.node.clock.now() + 5, abs=1
        )
        other = heartbeat()
        other.group_id = "h"
        assert (await wire.ask(other, 1)).heartbeat_interval_ms == 5000

    async def again(broker: Broker, wire: Wire) -> None:
        config = (await described(wire))[SESSION]
        assert (config.value, config.config_source, config.config_type, config.read_only) == ("5000", 8, 3, False)
        assert [(s.name, s.value, s.source) for s in config.synonyms] == [
            (SESSION, "5000", 8),
            ("group.consumer.session.timeout.ms", "45000", 5),
        ]
        listed = (await wire.ask(ListConfigResourcesRequest(resource_types=[GROUP]), 1)).config_resources
        assert [(found.resource_name, found.resource_type) for found in listed] == [("g", GROUP)]
        await alter(wire, "g", consumer_session_timeout_ms=None, consumer_heartbeat_interval_ms=None)
        config = (await described(wire))[SESSION]
        assert (config.value, config.config_source) == ("45000", 5)
        assert (await wire.ask(ListConfigResourcesRequest(resource_types=[GROUP]), 1)).config_resources == []

    run(setting, files=files, **LOW)
    run(again, files=files, **LOW)


def test_changes_are_gathered_for_the_assignment_interval() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert (await wire.ask(heartbeat("a"), 1)).member_epoch == 2
        assert (await wire.ask(heartbeat("b"), 1)).member_epoch == 2  # as far as the last assignment goes
        group = (await wire.ask(ConsumerGroupDescribeRequest(group_ids=["g"]), 1)).groups[0]
        assert (group.group_state, group.group_epoch, group.assignment_epoch) == ("Assigning", 3, 2)
        assert await alter(wire, "g", consumer_assignment_interval_ms="0") == (ErrorCode.NONE, None)
        assert (await wire.ask(heartbeat("b", 2), 1)).member_epoch == 3

    run(body, group_consumer_assignment_interval_ms=1000)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"group.consumer.session.timeout.ms": "1000"},
            "group.consumer.session.timeout.ms must be greater than or equal",
        ),
        ({"group.consumer.heartbeat.interval.ms": "20000"}, "must be less than or equal"),
        ({"group.consumer.assignors": "sticky"}, "group.consumer.assignors"),
        ({"group.consumer.migration.policy": "maybe"}, "group.consumer.migration.policy"),
    ],
)
def test_broker_options_that_make_no_sense_are_refused(options: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        BrokerConfig.from_options(options)


def test_only_the_assignors_of_the_broker_may_be_asked_for() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        refused = await wire.ask(heartbeat(server_assignor="uniform"), 1)
        assert ErrorCode.of(refused.error_code) is ErrorCode.UNSUPPORTED_ASSIGNOR
        assert refused.error_message == "ServerAssignor uniform is not supported. Supported assignors: range."
        assert (await wire.ask(heartbeat(), 1)).error_code == 0
        assert (await wire.ask(ConsumerGroupDescribeRequest(group_ids=["g"]), 1)).groups[0].assignor_name == "range"

    run(body, group_consumer_assignors="range")

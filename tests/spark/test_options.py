from __future__ import annotations

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import EARLIEST, LATEST
from kafkawire.spark.options import parse_options

GIVEN = {"kafka.bootstrap.servers": "127.0.0.1:9092", "subscribe": "flights"}


def test_two_options_are_enough() -> None:
    options = parse_options(GIVEN)
    assert options.bootstrap_servers == "127.0.0.1:9092"
    assert options.topics == ("flights",)
    assert (options.starting, options.ending) == (EARLIEST, LATEST)
    assert options.fail_on_data_loss
    assert not options.include_headers


def test_names_are_case_insensitive_as_spark_hands_them_over_in_lower_case() -> None:
    options = parse_options({name.lower(): value for name, value in (GIVEN | {"includeHeaders": "TRUE"}).items()})
    assert options.include_headers


def test_topics_are_separated_by_commas_and_read_once() -> None:
    assert parse_options(GIVEN | {"subscribe": " a, b,,a"}).topics == ("a", "b")


def test_assign_names_partitions() -> None:
    given = {"kafka.bootstrap.servers": "h:1", "assign": '{"a": [0, 2], "b": [1]}'}
    assert parse_options(given).assigned == (TopicPartition("a", 0), TopicPartition("a", 2), TopicPartition("b", 1))


def test_kafka_options_become_options_of_the_client_in_its_types() -> None:
    client = parse_options(GIVEN | {"kafka.fetch.max.bytes": "1000", "kafka.check.crcs": "false"}).client
    assert client["fetch_max_bytes"] == 1000
    assert client["check_crcs"] is False


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"startingOfsets": "earliest"}, "'startingOfsets': the nearest valid one is 'startingOffsets'"),
        ({"includeHeader": "true"}, "the nearest valid one is 'includeHeaders'"),
        ({"kafka.fetch.max.byte": "1"}, "'kafka.fetch.max.byte': the nearest valid one is 'kafka.fetch.max.bytes'"),
        ({"kafka.bootstrap.server": "h:1"}, "the nearest valid one is 'kafka.bootstrap.servers'"),
        ({"kafka.auto.offset.reset": "latest"}, "use startingOffsets instead"),
        ({"kafka.fetch.max.bytes": "many"}, "'kafka.fetch.max.bytes' must be a whole number"),
        ({"kafka.fetch.max.bytes": "0"}, "'fetch_max_bytes' must be 1 or more"),
        ({"kafka.isolation.level": "dirty"}, "'isolation_level' must be one of"),
        ({"minPartitions": "0"}, "'minPartitions' must be a whole number of 1 or more"),
        ({"failOnDataLoss": "yes"}, "'failOnDataLoss' must be true or false, not 'yes'"),
        ({"startingOffsets": "latest"}, "'startingOffsets' cannot be latest"),
        ({"endingOffsets": "earliest"}, "'endingOffsets' cannot be earliest"),
        ({"startingOffsets": '{"flights": {"0": -1}}'}, "'startingOffsets' cannot be latest"),
        ({"assign": '{"a": [0]}'}, "found subscribe and assign"),
        ({"subscribe": " , "}, "'subscribe' names no topic"),
        ({"kafka.bootstrap.servers": ""}, "'kafka.bootstrap.servers' is missing"),
    ],
)
def test_a_wrong_option_is_named(changes: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        parse_options(GIVEN | changes)
    assert said in str(caught.value)


def test_something_to_read_has_to_be_chosen() -> None:
    with pytest.raises(InvalidOption, match="found none"):
        parse_options({"kafka.bootstrap.servers": "h:1"})


def test_a_pattern_that_is_none_is_said() -> None:
    with pytest.raises(InvalidOption, match="'subscribePattern' is no regular expression"):
        parse_options({"kafka.bootstrap.servers": "h:1", "subscribePattern": "a("})

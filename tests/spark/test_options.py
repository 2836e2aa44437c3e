from __future__ import annotations

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import EARLIEST, LATEST, AtTimestamp
from kafkawire.spark.options import parse_options

GIVEN = {"kafka.bootstrap.servers": "127.0.0.1:9092", "subscribe": "flights"}


def test_two_options_are_enough() -> None:
    options = parse_options(GIVEN)
    assert options.bootstrap_servers == "127.0.0.1:9092"
    assert options.topics == ("flights",)
    assert (options.starting, options.ending) == (EARLIEST, LATEST)
    assert options.fail_on_data_loss
    assert "headers" not in options.columns


def test_names_are_case_insensitive_as_spark_hands_them_over_in_lower_case() -> None:
    options = parse_options({name.lower(): value for name, value in (GIVEN | {"includeHeaders": "TRUE"}).items()})
    assert "headers" in options.columns


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
        ({"kafka.fetch.max.bytes": "0"}, "'kafka.fetch.max.bytes' must be 1 or more"),
        ({"kafka.isolation.level": "dirty"}, "'kafka.isolation.level' must be one of"),
        ({"minPartitions": "0"}, "'minPartitions' must be a whole number of 1 or more"),
        ({"failOnDataLoss": "yes"}, "'failOnDataLoss' must be true or false, not 'yes'"),
        ({"startingTimestamp": "soon"}, "'startingTimestamp' must be a whole number"),
        (
            {"startingOffsetsByTimestampStrategy": "guess"},
            "'startingOffsetsByTimestampStrategy' must be error or latest",
        ),
        ({"maxTriggerDelay": "1 fortnight"}, "'maxTriggerDelay' must be a time such as"),
        ({"minOffsetsPerTrigger": "9", "maxOffsetsPerTrigger": "8"}, "(9) is above 'maxOffsetsPerTrigger' (8)"),
        ({"columns": "value,vlaue"}, "'columns': 'vlaue' is no column"),
        ({"columns": ","}, "'columns' names no column"),
        ({"groupId": " "}, "'groupId' is empty"),
        ({"onCorrupt": "ignore"}, "'onCorrupt' must be fail, skip or quarantine"),
        ({"onCorrupt": "quarantine"}, "go together"),
        ({"quarantinePath": "/tmp/q"}, "go together"),
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
    for pattern in ("a(", " "):
        with pytest.raises(InvalidOption, match="'subscribePattern' is"):
            parse_options({"kafka.bootstrap.servers": "h:1", "subscribePattern": pattern})


def test_a_streaming_query_begins_at_the_end_by_default_and_a_batch_at_the_beginning() -> None:
    assert parse_options(GIVEN, "stream").starting == LATEST
    assert parse_options(GIVEN, "batch").starting == EARLIEST


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"startingOffsets": "latest"}, "'startingOffsets' cannot be latest"),
        ({"endingOffsets": "earliest"}, "'endingOffsets' cannot be earliest"),
        ({"startingOffsets": '{"flights": {"0": -1}}'}, "'startingOffsets' cannot be latest"),
        (
            {"startingOffsets": '{"flights": {"0": 9}}', "endingOffsets": '{"flights": {"0": 8}}'},
            r"flights-0: the beginning (9) is behind the end (8)",
        ),
    ],
)
def test_what_makes_no_sense_in_a_batch_query_is_fine_elsewhere(changes: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        parse_options(GIVEN | changes, "batch")
    assert said in str(caught.value)
    parse_options(GIVEN | changes)


@pytest.mark.parametrize("name", ["endingOffsets", "endingTimestamp", "endingOffsetsByTimestamp"])
def test_a_streaming_query_has_no_end(name: str) -> None:
    text = "5" if name == "endingTimestamp" else '{"flights": {"0": 5}}'
    with pytest.raises(InvalidOption, match=f"{name!r} makes no sense in a streaming query"):
        parse_options(GIVEN | {name: text}, "stream")


def test_a_time_goes_before_times_for_each_partition_and_those_before_offsets() -> None:
    offsets = {"startingOffsets": "earliest"}
    for_each = offsets | {"startingOffsetsByTimestamp": '{"flights": {"0": 7}}'}
    for_all = for_each | {"startingTimestamp": "9", "startingOffsetsByTimestampStrategy": "LATEST"}
    assert parse_options(GIVEN | for_each).starting == AtTimestamp(
        "startingOffsetsByTimestamp", {TopicPartition("flights", 0): 7}
    )
    assert parse_options(GIVEN | for_all).starting == AtTimestamp("startingTimestamp", 9, latest_if_none=True)


@pytest.mark.parametrize(
    ("text", "ms"), [("500", 500), ("500ms", 500), ("10s", 10_000), ("15m", 900_000), ("1 h", 3_600_000)]
)
def test_times_are_written_as_in_spark(text: str, ms: int) -> None:
    assert parse_options(GIVEN | {"maxTriggerDelay": text}).limits.longest_delay_ms == ms


def test_columns_are_those_that_are_named_in_their_order() -> None:
    assert parse_options(GIVEN | {"columns": "Offset, value,offset"}).columns == ("offset", "value")
    assert parse_options(GIVEN).columns == (
        "key",
        "value",
        "topic",
        "partition",
        "offset",
        "timestamp",
        "timestampType",
    )


def test_no_secret_is_shown() -> None:
    login = {"kafka.security.protocol": "SASL_PLAINTEXT", "kafka.sasl.mechanism": "PLAIN"}
    login["kafka.sasl.jaas.config"] = 'a.PlainLoginModule required username="alice" password="hush";'
    assert "hush" not in repr(parse_options(GIVEN | login))

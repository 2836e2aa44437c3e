from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.sink.options import parse_sink_options

GIVEN = {"kafka.bootstrap.servers": "127.0.0.1:9092", "topic": "flights"}


def test_two_options_are_enough() -> None:
    options = parse_sink_options(GIVEN)
    assert (options.bootstrap_servers, options.topic) == ("127.0.0.1:9092", "flights")
    assert (options.partitioner, options.delivery, options.exactly_once) == ("murmur2", "at-least-once", False)


def test_names_are_case_insensitive_and_options_of_the_query_are_left_out() -> None:
    given = {name.lower(): value for name, value in (GIVEN | {"checkpointLocation": "/c", "queryName": "q"}).items()}
    assert parse_sink_options(given | {"PARTITIONER": "Round_Robin"}).partitioner == "round_robin"


def test_kafka_options_are_options_of_the_producer_in_its_types() -> None:
    given = {"kafka.compression.type": "LZ4", "kafka.acks": "1", "kafka.linger.ms": "5", "kafka.retries": "3"}
    client = parse_sink_options(GIVEN | given).client
    assert (client["compression_type"], client["acks"], client["linger_ms"]) == ("lz4", 1, 5)
    assert "retries" not in client
    assert parse_sink_options(GIVEN | {"kafka.partitioner.ignore.keys": "true"}).ignores_keys


def test_state_is_kept_in_the_name_of_the_topic_that_is_written_to() -> None:
    assert parse_sink_options(GIVEN | {"delivery": "exactly-once"}).state_topic == "flights"
    assert parse_sink_options(GIVEN | {"delivery": "exactly-once", "stateTopic": "s"}).state_topic == "s"


def test_a_batch_is_no_larger_than_half_a_request() -> None:
    assert parse_sink_options(GIVEN).batch_size == 256 * 1024
    assert parse_sink_options(GIVEN | {"kafka.max.request.size": "1000"}).batch_size == 500
    assert parse_sink_options(GIVEN | {"kafka.max.request.size": "1"}).batch_size == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"tpic": "x"}, "unknown option 'tpic': the nearest valid one is 'topic'"),
        ({"kafka.compresion.type": "lz4"}, "the nearest valid one is 'kafka.compression.type'"),
        ({"kafka.transactional.id": "x"}, "use delivery=exactly-once"),
        ({"kafka.key.serializer": "x"}, "encode them with functions of Spark"),
        ({"kafka.partitioner.class": "x"}, "use the option 'partitioner': murmur2, crc32, round_robin"),
        ({"partitioner": "random"}, "'partitioner' must be one of murmur2, crc32, round_robin, not 'random'"),
        ({"delivery": "twice"}, "'delivery' must be one of at-least-once, exactly-once, not 'twice'"),
        ({"delivery": "exactly-once", "kafka.acks": "1"}, "needs kafka.acks=all"),
        ({"delivery": "exactly-once", "transactionalIdPrefix": "a b"}, "may have letters, digits"),
        ({"writeId": "monday"}, "option 'writeId' needs delivery=exactly-once"),
        ({"topic": " "}, "option 'topic' is empty"),
        ({"kafka.bootstrap.servers": ""}, "'kafka.bootstrap.servers' is missing"),
    ],
)
def test_a_wrong_option_is_named(changes: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        parse_sink_options(GIVEN | changes)
    assert said in str(caught.value)


def test_without_a_topic_exactly_once_needs_to_be_told_where_its_state_is() -> None:
    with pytest.raises(InvalidOption, match="needs 'stateTopic'"):
        parse_sink_options({"kafka.bootstrap.servers": "h:1", "delivery": "exactly-once"})

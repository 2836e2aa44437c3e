"""Records as Apache Kafka writes them into its own topics."""

from __future__ import annotations

import json
import uuid

import pytest

from kafkawire.messages import OffsetCommitKey, OffsetCommitValue, TopicRecord
from tests.spark.values.pieces import decoded, values

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
pytest.importorskip("numpy")

KEY = b"\0\1" + OffsetCommitKey(group="g", topic="t", partition=2).encode(0)
VALUE = b"\0\3" + OffsetCommitValue(offset=7, metadata="m", commit_timestamp=5).encode(3)


def test_keys_and_values_are_json_with_the_names_of_their_messages() -> None:
    rows = decoded([(KEY, VALUE), (KEY, None)], "__consumer_offsets", valueFormat="kafka-internal")
    assert list(rows[0])[:5] == ["key", "keyType", "value", "valueType", "topic"]
    assert (rows[0]["keyType"], rows[0]["valueType"]) == ("OffsetCommitKey", "OffsetCommitValue")
    assert json.loads(rows[0]["key"]) == {"group": "g", "topic": "t", "partition": 2}
    assert json.loads(rows[0]["value"])["offset"] == 7
    assert (rows[1]["keyType"], rows[1]["value"], rows[1]["valueType"]) == ("OffsetCommitKey", None, None)


def test_only_the_columns_that_are_wanted() -> None:
    rows = decoded([(KEY, VALUE)], "__consumer_offsets", valueFormat="kafka-internal", columns="value,offset")
    assert [list(row) for row in rows] == [["value", "valueType", "offset"]]


def test_metadata_has_no_keys() -> None:
    record = TopicRecord(name="t", topic_id=uuid.UUID(int=5))
    (row,) = decoded([(None, b"\1\2\0" + record.encode(0))], "__cluster_metadata", valueFormat="kafka-internal")
    assert (row["key"], row["keyType"], row["valueType"]) == (None, None, "TopicRecord")
    assert json.loads(row["value"])["name"] == "t"


@pytest.mark.parametrize(("key", "value"), [(b"", VALUE), (b"\x7f\0", VALUE), (KEY[:-1], VALUE), (KEY, VALUE[:-1])])
def test_what_is_no_such_record_says_where_it_is(key: bytes, value: bytes) -> None:
    from kafkawire.serde.framing import Malformed

    pairs = [(KEY, VALUE), (key, value)]
    with pytest.raises(Malformed, match="__consumer_offsets-3, offset 101: the record is malformed"):
        decoded(pairs, "__consumer_offsets", valueFormat="kafka-internal")
    found = decoded(pairs, "__consumer_offsets", valueFormat="kafka-internal", onMalformed="null")
    assert [row["valueType"] for row in found] == ["OffsetCommitValue", None]


def test_a_pattern_that_finds_other_topics_is_told_so() -> None:
    from kafkawire.serde.framing import Malformed
    from kafkawire.spark.options import parse_options
    from kafkawire.spark.values.decoding import DecodingConverter
    from tests.spark.values.pieces import piece

    given = {"kafka.bootstrap.servers": "a:1", "subscribePattern": ".*", "valueFormat": "kafka-internal"}
    options = parse_options(given)
    with pytest.raises(Malformed, match="flights is none of Kafka's own topics"):
        list(DecodingConverter(options.columns, options.formats).arrow_batches(piece([(None, b"")])))
    assert values([], "__share_group_state", valueFormat="kafka-internal") == []

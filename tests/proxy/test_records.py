"""Batches in messages that pass: what is rewritten, and what stays byte for byte."""

from __future__ import annotations

import pytest

from kafkawire.errors import ValueOutOfRange
from kafkawire.messages import FetchResponse, ProduceRequest, ShareFetchResponse
from kafkawire.messages import fetch_response as fetch
from kafkawire.messages import produce_request as produce
from kafkawire.messages import share_fetch_response as share
from kafkawire.proxy.records import batches_of, partitions_of
from kafkawire.records import Record, TimestampType, read_batches, write_batch

RECORDS = [(n, 1000 + n, b"k", b"v%d" % n, ()) for n in range(3)]


def upper(record: Record) -> Record:
    record.value = record.value and record.value.upper()
    return record


def fetched(data: bytes) -> FetchResponse:
    partition = fetch.PartitionData(partition_index=4, records=data)
    return FetchResponse(responses=[fetch.FetchableTopicResponse(topic="t", partitions=[partition])])


def test_only_the_batch_that_is_rewritten_changes_and_what_is_cut_off_stays() -> None:
    first = write_batch(RECORDS, partition_leader_epoch=9)
    second = write_batch(RECORDS, base_offset=10, last_offset=19)  # as compaction leaves one
    response = fetched(first + second + first[:30])
    for batch in batches_of(response):
        assert (batch.topic, batch.partition) == ("t", 4)
        if batch.batch.base_offset == 0:
            batch.rewrite(upper)
    records = bytes(response.responses[0].partitions[0].records or b"")
    assert records.endswith(second + first[:30])
    changed = next(iter(read_batches(records)))
    assert [record.value for record in changed] == [b"V0", b"V1", b"V2"]
    assert changed.partition_leader_epoch == 9


def test_who_stops_early_loses_nothing() -> None:
    first, second = write_batch(RECORDS), write_batch(RECORDS, base_offset=0, producer_id=5)
    response = fetched(first + second)
    for batch in batches_of(response):
        batch.rewrite(upper)
        break
    records = bytes(response.responses[0].partitions[0].records or b"")
    assert records.endswith(second)
    assert [record.value for record in next(iter(read_batches(records)))] == [b"V0", b"V1", b"V2"]


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("codec", ["none", "gzip"])
def test_old_messages_are_rewritten_in_their_format(magic: int, codec: str) -> None:
    data = write_batch(RECORDS, magic=magic, compression=codec)
    partition = produce.PartitionProduceData(index=1, records=data)
    request = ProduceRequest(topic_data=[produce.TopicProduceData(name="t", partition_data=[partition])])
    for batch in batches_of(request):
        batch.rewrite(upper)
    found = [record for batch in read_batches(partition.records or b"") for record in batch]
    assert [(record.offset, record.value) for record in found] == [(0, b"V0"), (1, b"V1"), (2, b"V2")]
    assert {batch.magic for batch in read_batches(partition.records or b"")} == {magic}


def test_the_time_of_the_append_stays() -> None:
    data = write_batch(RECORDS, timestamp_type=TimestampType.LOG_APPEND_TIME, max_timestamp=5000)
    response = fetched(data)
    for batch in batches_of(response):
        batch.rewrite(upper)
    [after] = read_batches(response.responses[0].partitions[0].records or b"")
    assert after.timestamp_type == TimestampType.LOG_APPEND_TIME
    assert {record.timestamp for record in after} == {5000}


def test_control_batches_stay_and_share_groups_are_seen() -> None:
    data = write_batch([(0, 1, b"\0\0\0\1", b"\0\0\0\0\0\0", ())], is_control=True, producer_id=1, producer_epoch=0)
    partition = share.PartitionData(records=data)
    topic = share.ShareFetchableTopicResponse(partitions=[partition])
    response = ShareFetchResponse(responses=[topic])
    [batch] = batches_of(response)
    batch.rewrite(upper)
    assert (batch.is_control, batch.topic_id, partition.records) == (True, topic.topic_id, data)


def test_a_record_keeps_its_offset() -> None:
    response = fetched(write_batch(RECORDS))
    [batch] = batches_of(response)
    with pytest.raises(ValueOutOfRange, match="keeps its offset"):
        batch.rewrite(lambda record: Record(7, 0, None, None, ()))


def test_rows_take_the_place_of_records_and_the_partition_has_them_at_the_end() -> None:
    response = fetched(write_batch(RECORDS, producer_id=3) + write_batch(RECORDS, base_offset=3))
    [partition] = partitions_of(response)
    assert (partition.topic, partition.partition) == ("t", 4)
    for batch in partition:
        if not batch.batch.base_offset:
            batch.replace([(record.offset, record.timestamp, None, b"new", ()) for record in batch])
    first, second = read_batches(bytes(partition.data))
    assert ([record.value for record in first], first.producer_id) == ([b"new"] * 3, 3)
    assert [record.value for record in second] == [b"v0", b"v1", b"v2"]

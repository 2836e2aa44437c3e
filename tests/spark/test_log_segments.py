"""Segments of real brokers, read below Spark: every record and batch as Apache Kafka's own dump tool printed it."""

from __future__ import annotations

import base64
import gzip
import json
import os
import shutil
import struct
import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import CorruptBatch
from kafkawire.messages import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    GroupMetadataKey,
    GroupMetadataValue,
)
from kafkawire.messages.consumer_protocol_assignment import TopicPartition as AssignedPartition
from kafkawire.messages.group_metadata_value import MemberMetadata
from kafkawire.records import ControlRecordType, EndTxnMarker, write_batch, write_end_txn_marker
from kafkawire.spark.log import planning
from kafkawire.spark.log.batches import read_batch_rows
from kafkawire.spark.log.files import find_segments, open_segment
from kafkawire.spark.log.options import parse_log_options
from kafkawire.spark.log.planning import Wanted
from kafkawire.spark.log.reading import read_parts
from kafkawire.spark.log.transactions import read_transactions
from kafkawire.spark.paths import FileFailed
from tests.corpus import OWN, path
from tests.golden.dumps import DumpedFile, read_dump

Rows = list[dict[str, Any]]
STATES = ("clean", "unclean", "old", "damaged/recovered")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("segments")
    for state in (*STATES, "damaged"):
        archive = path("segments", *state.split("/"), "logs.tar.xz")
        if archive.exists():
            with tarfile.open(archive) as tar:
                tar.extractall(root / state.replace("/", "-"), filter="data")
    return root


EVERYTHING = Wanted()


def _records(wanted: Wanted = EVERYTHING, **given: str) -> Rows:
    options = parse_log_options({name.replace("_", "."): text for name, text in given.items()})
    tasks = planning.plan(options, planning.chosen(options), wanted)
    return [row for task in tasks for batch in read_parts(options, task) for row in batch.to_pylist()]


def _batches(**given: str) -> Rows:
    options = parse_log_options(given | {"mode": "batches", "decompress": "true"})
    tasks = planning.plan_whole(options, planning.chosen(options))
    found = [batch for task in tasks for batch in read_batch_rows(task, look_inside=True)]
    return [row for batch in found for row in batch.to_pylist()]


def _dumps(state: str) -> Iterator[DumpedFile]:
    for file in sorted(path("segments", *state.split("/"), "dump").glob("*.log.txt.gz")):
        yield from (dumped for dumped in read_dump(file) if dumped.name.endswith(".log"))


def _ms(row: dict[str, Any], name: str) -> int:
    return -1 if row[name] is None else round(row[name].timestamp() * 1000)


def _states() -> list[str]:
    return [state for state in STATES if path("segments", *state.split("/"), "logs.tar.xz").exists()]


@pytest.mark.parametrize("state", _states())
def test_records_are_those_that_kafka_dump_log_prints(logs: Path, state: str) -> None:
    expected = {
        (dumped.name.partition("/")[0], record.offset): (record.timestamp, record.key_size, record.value_size)
        for dumped in _dumps(state)
        for batch in dumped.batches
        if batch.fields.get("isControl") != "true"
        for record in batch.records
    }
    found = {
        (f"{row['topic']}-{row['partition']}", row["offset"]): (_ms(row, "timestamp"), *_sizes(row))
        for row in _records(path=str(logs / state.replace("/", "-")))
    }
    compared = {name for name, _ in expected}
    assert {place: row for place, row in found.items() if place[0] in compared} == expected


def _sizes(row: dict[str, Any]) -> list[int]:
    return [-1 if row[name] is None else len(row[name]) for name in ("key", "value")]


@pytest.mark.parametrize("state", _states())
def test_batches_are_those_that_kafka_dump_log_prints(logs: Path, state: str) -> None:
    rows = _batches(path=str(logs / state.replace("/", "-")))
    found = {("/".join(row["segment"].split("/")[-2:]), row["position"]): row for row in rows}
    for dumped in _dumps(state):
        for batch in dumped.batches:
            row, fields = found[dumped.name, int(batch.fields["position"])], batch.fields
            assert row["error"] is None
            assert str(row["crcOk"]).lower() == fields["isvalid"]
            assert [row["size"], row["magic"], row["crcStored"]] == [int(fields[n]) for n in ("size", "magic", "crc")]
            assert row["codec"] == fields["compresscodec"].lower()
            assert row["recordCount"] == len(batch.records)
            if row["magic"] == 2:
                assert row["lastOffset"] == int(fields["lastOffset"])
                assert row["baseOffset"] == int(fields["baseOffset"])
                assert row["producerId"] == int(fields["producerId"])
                assert row["leaderEpoch"] == int(fields["partitionLeaderEpoch"])
                assert str(row["transactional"]).lower() == fields["isTransactional"]
                assert (row["control"] is not None) == (fields["isControl"] == "true")


@pytest.mark.parametrize("state", _states())
def test_cutting_segments_changes_no_row(logs: Path, state: str) -> None:
    where = str(logs / state.replace("/", "-"))
    assert _records(path=where, maxPartitionBytes="9000") == _records(path=where)


def test_without_indexes_segments_are_cut_by_their_batches(logs: Path, tmp_path: Path) -> None:
    for log in (logs / "clean" / "even-codec-zstd-0").glob("*.log"):
        (tmp_path / "even-codec-zstd-0").mkdir(exist_ok=True)
        shutil.copy(log, tmp_path / "even-codec-zstd-0")
    options = parse_log_options({"path": str(tmp_path), "maxPartitionBytes": "2000"})
    assert len(planning.plan(options, planning.chosen(options), Wanted())) > 1
    assert _records(path=str(tmp_path), maxPartitionBytes="2000") == _records(path=str(tmp_path))


def test_an_index_of_random_bytes_misleads_nobody(logs: Path, tmp_path: Path) -> None:
    where = tmp_path / "even-codec-zstd-0"
    shutil.copytree(logs / "clean" / "even-codec-zstd-0", where)
    expected = _records(path=str(where))
    rising = b"".join(struct.pack(">ii", n, 100 * n + 7) for n in range(1, 40))
    for content in (os.urandom(800), rising):
        for index in where.glob("*.index"):
            index.write_bytes(content)
        assert _records(path=str(where), maxPartitionBytes="1500") == expected
        least = expected[len(expected) // 2]["offset"]
        assert _records(Wanted(offsets=(least, 2**63 - 1)), path=str(where)) == expected[len(expected) // 2 :]


def test_offsets_narrow_what_is_read_to_what_a_filter_leaves(logs: Path) -> None:
    where = str(logs / "clean" / "even-txn-0")
    rows = _records(path=where)
    for least, most in ((0, 2**63 - 1), (rows[3]["offset"], rows[-3]["offset"]), (rows[-1]["offset"], 2**63 - 1)):
        expected = [row for row in rows if least <= row["offset"] < most]
        assert _records(Wanted(offsets=(least, most)), path=where) == expected


def test_segments_that_are_too_old_are_not_read(logs: Path) -> None:
    where = str(logs / "clean" / "even-txn-0")
    rows = _records(path=where)
    times = sorted(_ms(row, "timestamp") for row in rows)
    bound = times[len(times) // 2]
    found = _records(Wanted(times=(bound, 2**63 - 1)), path=where)
    assert [row for row in found if _ms(row, "timestamp") >= bound] == [
        row for row in rows if _ms(row, "timestamp") >= bound
    ]
    assert len(found) < len(rows)


def test_records_without_timestamps_are_read(tmp_path: Path) -> None:
    _write(tmp_path / "t-0", write_batch([(0, -1, None, b"v", [])]))
    assert [row["value"] for row in _records(path=str(tmp_path))] == [b"v"]


# ------------------------------------------------------------------------------------------------------- transactions


def _write(directory: Path, data: bytes, name: str = "00000000000000000000.log") -> Path:
    directory.mkdir(exist_ok=True)
    (directory / name).write_bytes(data)
    return directory


def _transactional(offset: int, producer_id: int, value: bytes = b"v") -> bytes:
    return write_batch(
        [(offset, 1, None, value, [])],
        producer_id=producer_id,
        producer_epoch=0,
        base_sequence=0,
        is_transactional=True,
    )


def _end(offset: int, producer_id: int, *, commit: bool) -> bytes:
    kind = ControlRecordType.COMMIT if commit else ControlRecordType.ABORT
    marker = EndTxnMarker(kind, coordinator_epoch=0)
    return write_end_txn_marker(marker, producer_id=producer_id, producer_epoch=0, timestamp=1, base_offset=offset)


def test_read_committed_hides_what_was_aborted_and_what_is_undecided(tmp_path: Path) -> None:
    log = [
        _transactional(0, 1),
        _transactional(1, 2),
        _end(2, 1, commit=False),
        _end(3, 2, commit=True),
        _transactional(4, 1),
        write_batch([(5, 1, None, b"plain", [])]),
        _transactional(6, 3),
        _end(7, 1, commit=True),
        write_batch([(8, 1, None, b"behind", [])]),
    ]
    _write(tmp_path / "t-0", b"".join(log))
    committed = _records(path=str(tmp_path), isolation_level="read_committed")
    assert [row["offset"] for row in committed] == [1, 4, 5]
    cut = _records(path=str(tmp_path), isolation_level="read_committed", maxPartitionBytes="100")
    assert cut == committed
    assert [row["offset"] for row in _records(path=str(tmp_path))] == [0, 1, 4, 5, 6, 8]


def test_read_committed_knows_of_aborted_transactions_by_their_index(tmp_path: Path) -> None:
    marker = bytearray(_end(1, 1, commit=False))
    marker[-1] ^= 1  # its checksum does not fit any more
    log = [_transactional(0, 1), bytes(marker), _transactional(2, 1), _end(3, 1, commit=True)]
    directory = _write(tmp_path / "t-0", b"".join(log))
    (directory / "00000000000000000000.txnindex").write_bytes(struct.pack(">hqqqq", 0, 1, 0, 1, 2))
    rows = _records(path=str(tmp_path), isolation_level="read_committed")
    assert [row["offset"] for row in rows] == [2]


def test_a_transaction_whose_marker_is_damaged_is_not_open_for_ever(tmp_path: Path) -> None:
    marker = bytearray(_end(1, 1, commit=False))
    marker[-1] ^= 1
    log = [_transactional(0, 1), bytes(marker), write_batch([(2, 1, None, b"plain", [])])]
    directory = _write(tmp_path / "t-0", b"".join(log))
    (directory / "00000000000000000000.txnindex").write_bytes(struct.pack(">hqqqq", 0, 1, 0, 1, 2))
    rows = _records(path=str(tmp_path), isolation_level="read_committed")
    assert [row["offset"] for row in rows] == [2]


def test_a_marker_that_nobody_can_read_is_damage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    marker = bytearray(_end(1, 1, commit=True))
    marker[-1] ^= 1
    log = [_transactional(0, 1), bytes(marker), write_batch([(2, 1, None, b"plain", [])])]
    directory = _write(tmp_path / "t-0", b"".join(log))
    given: dict[str, Any] = {"path": str(directory), "isolation_level": "read_committed"}
    with pytest.raises(CorruptBatch, match="t-0, offset 1: the marker that ends the transaction from offset 0 on"):
        _records(**given)
    assert _records(**given, onCorrupt="skip") == []
    assert "t-0: a transaction from offset 0 on is not decided: it is left out, and all behind it" in caplog.text


@pytest.mark.parametrize("has_index", [True, False])
def test_aborted_transactions_are_those_that_apache_kafka_named_in_its_answers(tmp_path: Path, has_index: bool) -> None:
    data = OWN / "transactions"
    with tarfile.open(data / "logs.tar.xz") as tar:
        tar.extractall(tmp_path, filter="data")
    for index in () if has_index else tmp_path.rglob("*.txnindex"):
        index.unlink()
    answers = json.loads(gzip.decompress((data / "fetched.json.gz").read_bytes()))
    committed = [answer for answer in answers if answer[0] == 1 and not answer[3]]
    ((_, segments),) = find_segments(str(d) for d in tmp_path.rglob("*-0")).items()
    found = read_transactions(segments)
    assert {(producer, first) for producer, first, _ in found.aborted} == {
        tuple(aborted) for answer in committed for aborted in answer[8]
    }
    (stable,) = {answer[5] for answer in committed}
    (end,) = {answer[4] for answer in committed}
    assert found.last_stable_offset(end) == stable


# -------------------------------------------------------------------------------------------------------------- damage


def _with_damage(tmp_path: Path, at: int = 2) -> tuple[Path, list[bytes]]:
    """A log of four batches, of which the third is damaged; the index knows of all."""
    batches = [write_batch([(n, 1, None, b"value %d" % n, [])]) for n in range(4)]
    positions = [sum(map(len, batches[:n])) for n in range(4)]
    damaged = bytearray(b"".join(batches))
    damaged[positions[2] + 16] = 9  # the magic byte
    directory = _write(tmp_path / "t-0", bytes(damaged))
    index = b"".join(struct.pack(">ii", n, position) for n, position in enumerate(positions) if n)
    (directory / "00000000000000000000.index").write_bytes(index)
    return directory, batches


def test_damage_is_an_error_that_names_file_and_position(tmp_path: Path) -> None:
    directory, batches = _with_damage(tmp_path)
    where = rf"{directory}/0{{20}}.log, position {2 * len(batches[0])}: "
    with pytest.raises(CorruptBatch, match=f"t-0, offset 2: {where}"):
        _records(path=str(tmp_path))


def test_behind_damage_reading_goes_on_where_the_index_says(tmp_path: Path) -> None:
    _with_damage(tmp_path)
    assert [row["offset"] for row in _records(path=str(tmp_path), onCorrupt="skip")] == [0, 1, 3]


def test_quarantine_has_what_was_left_out(tmp_path: Path) -> None:
    import pyarrow.parquet

    _with_damage(tmp_path)
    quarantine = tmp_path / "quarantine"
    rows = _records(path=str(tmp_path / "t-0"), onCorrupt="quarantine", quarantinePath=str(quarantine))
    (left,) = pyarrow.parquet.read_table(quarantine).to_pylist()
    assert [row["offset"] for row in rows] == [0, 1, 3]
    assert (left["firstOffset"], left["lastOffset"]) == (2, 2)


@pytest.mark.parametrize("tail", [b"\0" * 100, write_batch([(1, 1, None, b"v", [])])[:-1], b"\0" * 5], ids=len)
def test_what_a_crash_leaves_at_the_end_is_said_and_no_error(
    tmp_path: Path, tail: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    _write(tmp_path / "t-0", write_batch([(0, 1, None, b"v", [])]) + tail)
    assert len(_records(path=str(tmp_path))) == 1
    assert f"the last {len(tail)} bytes of the log are no whole batch" in caplog.text
    assert "the log ends here" in _batches(path=str(tmp_path))[1]["error"]


def test_a_torn_batch_in_the_middle_of_the_log_is_damage(tmp_path: Path) -> None:
    directory = _write(tmp_path / "t-0", write_batch([(0, 1, None, b"v", [])])[:-1])
    _write(directory, write_batch([(1, 1, None, b"v", [])]), f"{1:020d}.log")
    with pytest.raises(CorruptBatch, match="t-0, offset 0"):
        _records(path=str(tmp_path))
    assert [row["offset"] for row in _records(path=str(tmp_path), onCorrupt="skip")] == [1]


@pytest.mark.parametrize("name", ["clean/even-txn-0", "old/v3-mixed-0", "old/v3-v0-snappy-0"])
def test_bytes_that_were_changed_cost_what_they_are_in_and_no_more_than_that(
    logs: Path, tmp_path: Path, name: str
) -> None:
    where = tmp_path / name.partition("/")[2]
    shutil.copytree(logs / name, where)
    log = min(where.glob("*.log"))
    good = log.read_bytes()
    rows = {row["offset"]: row for row in _records(path=str(where))}
    random = Random(7)
    for _ in range(25):
        data = bytearray(good)
        at = random.randrange(len(data))
        data[at : at + 4] = random.randbytes(4)
        log.write_bytes(data[: random.choice((len(data), random.randrange(len(data))))])
        found = _records(path=str(where), onCorrupt="skip", isolation_level="read_committed", maxPartitionBytes="900")
        # Base offset and leader epoch are not covered by the checksum.
        assert all(row["value"] in {r["value"] for r in rows.values()} for row in found)
        assert _batches(path=str(where))


def test_batches_say_what_is_missing_and_what_is_wrong(tmp_path: Path) -> None:
    good = write_batch([(0, 1, None, b"v", [])])
    bad = bytearray(write_batch([(5, 1, None, b"v", [])]))
    bad[-1] ^= 1
    directory = _write(tmp_path / "t-0", good + bytes(bad))
    _write(directory, write_batch([(9, 1, None, b"v", [])]), f"{8:020d}.log")
    rows = _batches(path=str(tmp_path))
    assert [row["gapBefore"] for row in rows] == [0, 4, 3]
    assert [row["crcOk"] for row in rows] == [True, False, True]
    assert "the checksum is" in rows[1]["error"]


# --------------------------------------------------------------------------------------------------- internal topics


def test_internal_records_are_decoded(logs: Path) -> None:
    rows = _records(path=str(logs / "clean"), topic="__cluster_metadata", valueFormat="kafka-internal")
    assert not [row for row in rows if row["error"]]
    assert {"BeginTransactionRecord", "TopicRecord", "PartitionRecord"} <= {row["type"] for row in rows}


def test_what_members_subscribe_to_and_have_is_decoded(tmp_path: Path) -> None:
    subscription = ConsumerProtocolSubscription(topics=["orders"], user_data=b"u", generation_id=7)
    assigned = ConsumerProtocolAssignment(assigned_partitions=[AssignedPartition(topic="orders", partitions=[0, 2])])
    given = [
        ("consumer", b"\0\2" + subscription.encode(2), b"\0\1" + assigned.encode(1)),
        ("consumer", b"\0\x09" + subscription.encode(3), b""),  # newer than we know, and nothing yet
        ("consumer", b"\x7f", b"\0\0\xff"),  # another dialect
        ("connect", b"\0\1" + subscription.encode(1), b""),
    ]
    records: list[Any] = []
    for offset, (protocol, subscribed, assignment) in enumerate(given):
        member = MemberMetadata(member_id="m", subscription=subscribed, assignment=assignment)
        value = GroupMetadataValue(protocol_type=protocol, members=[member]).encode(3)
        records.append((offset, 1, b"\0\2" + GroupMetadataKey(group="g").encode(0), b"\0\3" + value, []))
    _write(tmp_path / "__consumer_offsets-0", write_batch(records))
    rows = _records(path=str(tmp_path), valueFormat="kafka-internal")
    shown = [json.loads(row["value"])["members"][0] for row in rows]
    assert (shown[0]["subscription"]["version"], shown[0]["subscription"]["topics"]) == (2, ["orders"])
    assert shown[0]["assignment"]["assignedPartitions"] == [{"topic": "orders", "partitions": [0, 2]}]
    assert (shown[1]["subscription"]["topics"], shown[1]["assignment"]) == (["orders"], "")
    assert shown[2]["subscription"] == base64.b64encode(given[2][1]).decode()
    assert shown[3]["subscription"] == base64.b64encode(given[3][1]).decode()


def test_paths_as_spark_s_catalog_writes_them(tmp_path: Path) -> None:
    (tmp_path / "with blanks").mkdir()
    _write(tmp_path / "with blanks" / "t-0", write_batch([(0, 1, None, b"v", [])]))
    for place in (f"file:{tmp_path}/with blanks", f"file:{tmp_path}/with*/t-*"):
        assert len(_records(path=place)) == 1


def test_a_segment_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (found,) = find_segments([str(_write(tmp_path / "t-0", write_batch([(0, 1, None, b"v", [])])))]).values()
    Path(found[0].path).unlink()
    with pytest.raises(FileFailed, match=rf"^{found[0].path}: "):
        open_segment(found[0])


def test_a_topic_that_is_not_internal_is_refused(tmp_path: Path) -> None:
    _write(tmp_path / "t-0", write_batch([(0, 1, None, b"v", [])]))
    with pytest.raises(InvalidOption, match="t is none of __consumer_offsets"):
        _records(path=str(tmp_path), valueFormat="kafka-internal")


# --------------------------------------------------------------------------------------------------------- the places


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (["{}"], ["t-0", "u-3"]),
        (["file://{}"], ["t-0", "u-3"]),
        (["{}/t-0", "{}/u-3"], ["t-0", "u-3"]),
        (["{}/t-0", "{}"], ["t-0", "u-3"]),
        (["{}/t-0"], ["t-0"]),
        (["{}/t-[0-9]"], ["t-0"]),
        (["{}/t-0/*.log"], ["t-0"]),
        (["file://{}/t*"], ["t-0"]),
    ],
)
def test_places_may_be_directories_files_and_patterns(tmp_path: Path, places: list[str], expected: list[str]) -> None:
    for name in ("t-0", "u-3", "t-1.0123456789abcdef0123456789abcdef-delete"):
        _write(tmp_path / name, write_batch([(0, 1, None, b"v", [])]))
    (tmp_path / "no segments").mkdir()
    found = find_segments([place.format(tmp_path) for place in places])
    assert [str(tp) for tp in found] == expected
    assert [len(segments) for segments in found.values()] == [1] * len(expected)


def test_a_partition_in_two_places_is_refused(tmp_path: Path) -> None:
    for disk in ("a", "b"):
        (tmp_path / disk).mkdir()
        _write(tmp_path / disk / "t-0", b"")
    with pytest.raises(InvalidOption, match=r"t-0 is in .*a/t-0 and in .*b/t-0"):
        find_segments([str(tmp_path / "*")])


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "option 'path' is missing"),
        ({"path": "p", "pth": "q"}, "unknown option 'pth': the nearest valid one is 'path'"),
        ({"path": "p", "mode": "rows"}, "option 'mode' must be records or batches, not 'rows'"),
        ({"path": "p", "mode": "batches", "valueFormat": "kafka-internal"}, "mode=batches does not show any"),
        ({"path": "p", "onCorrupt": "quarantine"}, "go together"),
        ({"path": "p", "maxPartitionBytes": "1m"}, "option 'maxPartitionBytes' must be a whole number"),
    ],
)
def test_wrong_options_say_what_is_right(given: dict[str, str], text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        parse_log_options(given)


@pytest.mark.parametrize("place", ["/there/is/nothing", "gs3://bucket/logs"])
def test_a_place_without_segments_is_an_error(place: str) -> None:
    with pytest.raises(InvalidOption, match=place):
        find_segments([place])

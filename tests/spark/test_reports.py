"""Reports through Spark, against what is known of the logs; and the command around them without Spark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from kafkawire.cli import main, spark_audit_plot, spark_plot
from kafkawire.cli import spark as command
from kafkawire.client import TopicPartition
from kafkawire.messages import OffsetCommitKey, OffsetCommitValue
from kafkawire.records import write_batch
from kafkawire.spark.report_source import ReportSource
from kafkawire.spark.reports import audit_findings

Rows = list[dict[str, Any]]


def _segment(directory: Path, name: str, *batches: bytes) -> None:
    (directory / name).mkdir(parents=True)
    (directory / name / f"{0:020d}.log").write_bytes(b"".join(batches))


def _batch(*records: tuple[int, bytes | None, bytes | None], **fields: Any) -> bytes:
    return write_batch([(offset, 1000 * offset, key, value, []) for offset, key, value in records], **fields)


def _commit(offset: int, group: str, topic: str, committed: int | None) -> tuple[int, bytes, bytes | None]:
    key = b"\0\1" + OffsetCommitKey(group=group, topic=topic, partition=0).encode(0)
    value = None if committed is None else b"\0\3" + OffsetCommitValue(offset=committed).encode(3)
    return offset, key, value


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A damaged partition, one with an open transaction, one to compact, and what groups have committed."""
    root = tmp_path_factory.mktemp("logs")
    bad = bytearray(_batch((5, b"k", b"v")))
    bad[-1] ^= 1
    _segment(root, "damaged-0", _batch((0, b"k", b"v")), bytes(bad))
    opened = {"producer_id": 7, "producer_epoch": 0, "base_sequence": 0, "is_transactional": True}
    _segment(root, "open-0", _batch((0, b"k", b"v"), **opened))
    table = [(0, b"a", b"1"), (1, b"b", b"22"), (2, b"a", b"333"), (3, b"b", None), (4, None, b"4")]
    _segment(root, "table-0", _batch(*table, compression="lz4"))
    offsets = [
        _commit(0, "readers", "table", 1),
        _commit(1, "readers", "table", 3),
        _commit(2, "left", "table", 2),
        _commit(3, "left", "table", None),
        _commit(4, "readers", "gone", 9),
    ]
    _segment(root, "__consumer_offsets-0", _batch(*offsets))
    return root


@pytest.fixture
def report(spark: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command in the session that the tests share."""

    @contextmanager
    def shared(args: Any) -> Iterator[Any]:
        yield spark

    monkeypatch.setattr(command, "_session", shared)

    def run(*words: str) -> tuple[int, dict[str, Any], str]:
        code = main(["spark", *words, "--json"])
        printed = capsys.readouterr()
        rows = json.loads(printed.out)
        return code, {f"{row.get('group', '')} {row['topic']}".strip(): row for row in rows}, printed.err

    return run


@pytest.mark.jvm
def test_audit_finds_damage_gaps_and_open_transactions_and_fails(
    report: Any, spark: Any, logs: Path, tmp_path: Path
) -> None:
    code, rows, error = report("audit", str(logs), "--png", str(tmp_path / "a.png"), "--parquet", str(tmp_path / "p"))
    assert code == 1
    assert "1 of 4 partitions are damaged" in error
    assert "damaged-0/00000000000000000000.log, position 70: the checksum is" in error
    assert (rows["damaged"]["damaged"], rows["damaged"]["gaps"], rows["damaged"]["missingOffsets"]) == (1, 1, 4)
    assert {topic: row["openTransactions"] for topic, row in rows.items() if row["openTransactions"]} == {"open": 1}
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    found = [row for row in audit_findings(spark, ReportSource(str(logs))).collect() if row["kind"]]
    assert [(row.topic, row.kind, row["first"], row["last"], row["begin"], row["end"]) for row in found] == [
        ("damaged", "gap", 1, 4, 0, 6),
        ("damaged", "damage", 5, 5, 0, 6),
        ("open", "open transaction", 0, 0, 0, 1),
    ]
    import pyarrow.parquet

    assert len(pyarrow.parquet.read_table(tmp_path / "p").to_pylist()) == 4


@pytest.mark.jvm
def test_stats_preview_and_lag_of_a_directory(report: Any, logs: Path) -> None:
    _, stats, _ = report("topic-stats", str(logs), "--topic", "table")
    size = (logs / "table-0" / f"{0:020d}.log").stat().st_size
    (row,) = stats.values()
    assert (row["records"], row["bytes"], row["batches"], row["codecs"]) == (5, size, 1, "lz4")
    assert (row["oldest"], row["newest"]) == ("1970-01-01 00:00:00+00:00", "1970-01-01 00:00:04+00:00")
    _, preview, _ = report("compaction-preview", str(logs), "--topic", "table")
    (row,) = preview.values()
    assert [row[name] for name in ("records", "recordsAfter", "tombstones", "withoutKey")] == [5, 2, 1, 1]
    assert [row["bytes"], row["bytesAfter"]] == [11, 5]
    code, lag, _ = report("lag", str(logs))
    assert code == 0
    assert {name: (row["committed"], row["end"], row["lag"]) for name, row in lag.items()} == {
        "readers table": (3, 5, 2),
        "readers gone": (9, None, None),
    }


@pytest.mark.jvm
def test_stats_and_preview_of_a_broker(report: Any, broker: str) -> None:
    from kafkawire.client.blocking import Producer

    with Producer(broker) as producer:
        for value in (b"1", b"22", None):
            producer.send("reported", value, key=b"k").result()
    _, stats, _ = report("topic-stats", broker, "--topic", "reported", "-X", "client.id=reports")
    (row,) = stats.values()
    assert [row[name] for name in ("records", "bytes", "firstOffset", "lastOffset")] == [3, 6, 0, 2]
    _, preview, _ = report("compaction-preview", broker)
    assert "reported" not in preview  # nobody compacts it
    _, preview, _ = report("compaction-preview", broker, "--topic", "reported")
    (row,) = preview.values()
    assert [row[name] for name in ("records", "recordsAfter", "tombstones", "bytesAfter")] == [3, 1, 1, 1]


# ------------------------------------------------------------------------------------------------------ without Spark


def test_a_broker_has_no_segments_to_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spark", "audit", "127.0.0.1:1"]) == 2
    assert "name a log directory, not a broker" in capsys.readouterr().err


def test_without_java_it_is_said_what_to_install(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kafkawire.spark import session

    monkeypatch.setattr(session, "_started", [])
    monkeypatch.setenv("JAVA_HOME", "/there/is/none")
    assert main(["spark", "audit", str(logs)]) == 1
    assert "/there/is/none/bin/java is none: install Java 17" in capsys.readouterr().err


def test_without_matplotlib_a_picture_is_refused_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spark_plot, "find_spec", lambda _: None)
    assert main(["spark", "audit", ".", "--png", "a.png"]) == 2
    assert "pip install 'kafkawire[plots]'" in capsys.readouterr().err


def test_lag_of_a_cluster_needs_no_spark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], broker: str
) -> None:
    from kafkawire.client.blocking import Admin, Producer

    with Producer(broker) as producer:
        producer.send("lagging", b"v").result()
    with Admin(broker) as admin:
        admin.alter_group_offsets({"slow": {TopicPartition("lagging", 0): 0}})
    assert main(["spark", "lag", broker, "--topic", "lagging", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"group": "slow", "topic": "lagging", "partition": 0, "committed": 0, "end": 1, "lag": 1}
    ]


def test_the_picture_of_an_audit_has_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure
    drawn: list[Any] = []
    monkeypatch.setattr(figure, "savefig", lambda self, *_, **__: drawn.append(self))
    rows = [
        _found("bad", 0, 100, ("damage", 50, 59), ("gap", 10, 10)),
        _found("good", 5, 6),
        _found("lost", None, None, ("damage", 0, 0)),
        _found("open", 0, 100, *(("gap", n, n + 2) for n in range(0, 80, 10)), ("open transaction", 90, 99)),
    ]
    spark_audit_plot.draw_findings([row for found in rows for row in found], "source", "a.png")
    axes = drawn[0].axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["bad-0", "lost-0", "open-0", "good-0"]
    assert drawn[0].get_suptitle() == "4 partitions: 2 damaged, 1 open transaction, 9 gaps"
    said = {text.get_text() for text in axes.texts}
    assert {"damage at 50–59; gap at 10", "no offset can be read"} <= said
    assert "open transaction at 90–99; gap at 0–2; gap at 10–12; 6 more gaps" in said
    places = [
        (bar.get_x(), bar.get_width()) for bars in axes.containers for bar in bars if bar.get_facecolor()[0] > 0.8
    ]
    assert (0.5, pytest.approx(0.1)) in places


def _found(topic: str, begin: int | None, end: int | None, *kinds: tuple[str, int, int]) -> Rows:
    row = {"topic": topic, "partition": 0, "begin": begin, "end": end, "kind": None, "first": None, "last": None}
    return [row | dict(zip(("kind", "first", "last"), kind, strict=True)) for kind in kinds] or [row]


def test_pictures_of_many_rows_say_what_they_leave_out(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    rows = [{"topic": "t" * 99, "partition": n, "bytes": n, "bytes_after": None} for n in range(50)]
    spark_plot.draw_report(rows, ("bytes", "bytes_after"), "title", "source", str(tmp_path / "a.png"))
    assert (tmp_path / "a.png").stat().st_size > 10_000

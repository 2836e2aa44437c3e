"""`kafkawire spark`: reports about log directories and clusters, computed by Spark."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.cli import admin_command as command
from kafkawire.cli import spark_audit_plot, spark_plot
from kafkawire.cli.usage import UsageError
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kafkawire.spark.report_source import ReportSource

__all__ = ["add_parser"]

_BOOTSTRAP = re.compile(r"(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}(,(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5})*")
_ABOUT = "reports about log directories and clusters, computed by Spark"
_NOTE = """
DIR is a partition directory, a broker's log directory, or a pattern; BOOTSTRAP is HOST:PORT,...
Needs the packages of 'kafkawire[spark]' and Java 17 or newer; --png those of 'kafkawire[plots]'."""

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class _Report:
    """One kind of report. `query` is a name in `kafkawire.spark.reports`."""

    query: str
    about: str
    example: str
    title: str
    bars: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    """Columns that the table leaves out: too wide, or told in other words."""
    takes_brokers: bool = True
    findings: str | None = None
    """The query whose rows the picture shows, in place of bars."""


_REPORTS = {
    "audit": _Report(
        "audit",
        "check every batch: checksums, gaps, order, producers, unfinished transactions",
        "/var/lib/kafka/data --png audit.png",
        "",
        (),
        ("first_damage", "producers"),
        takes_brokers=False,
        findings="audit_findings",
    ),
    "topic-stats": _Report(
        "topic_stats",
        "records, bytes, batches, codecs and time span of each partition",
        "/var/lib/kafka/data --parquet stats",
        "Bytes by partition",
        ("bytes",),
        ("first_offset", "last_offset"),
    ),
    "compaction-preview": _Report(
        "compaction_preview",
        "what compaction would leave of each partition",
        "/var/lib/kafka/data --topic customers",
        "Keys and values now and after compaction",
        ("bytes", "bytes_after"),
    ),
    "lag": _Report(
        "lag",
        "how far groups are behind: of a cluster, or as a log directory has it",
        "127.0.0.1:9092 --json",
        "Records that groups have still to read",
        ("lag",),
    ),
}


def add_parser(subparsers: command.Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    commands = command.add_command(subparsers, "spark", _ABOUT, "audit /var/lib/kafka/data")
    for name, report in _REPORTS.items():
        parser = commands.add(name, _run, report.about, report.example)
        parser.epilog = f"{parser.epilog}\n{_NOTE}"
        what = "DIR_OR_BOOTSTRAP" if report.takes_brokers else "DIR"
        parser.add_argument("source", metavar=what, help="segments, or the brokers that have them")
        parser.add_argument("--topic", action="append", default=[], help="only this topic; may be repeated")
        parser.add_argument("--png", metavar="FILE", help="draw a picture, too")
        parser.add_argument("--parquet", metavar="DIR", help="write the rows as Parquet, too")
        parser.add_argument("--master", metavar="URL", help="a Spark cluster (default: this machine)")
        parser.set_defaults(report=name)


def _run(args: argparse.Namespace) -> int:
    report = _REPORTS[args.report]
    source = _source(args, report)
    if args.png:
        spark_plot.ensure_drawable()
    findings: Rows = []
    if source.is_bootstrap and args.report == "lag":
        rows = _lag_of_cluster(args)
    else:
        rows, findings = _queried(args, report, source)
    if rows:
        columns = [name for name in rows[0] if args.json or name not in report.hidden]
        command.show(args, rows, columns)
    elif args.json:
        command.show(args, rows, ())
    if args.parquet:
        _write_parquet(rows, args.parquet)
    if args.png and rows:
        title = f"{args.report} of {args.source}"
        if report.findings:
            spark_audit_plot.draw_findings(findings, title, args.png)
        else:
            spark_plot.draw_report(rows, report.bars, report.title, title, args.png)
    return _verdict(args, rows)


def _verdict(args: argparse.Namespace, rows: Rows) -> int:
    """An audit that finds damage fails, with the first place of each partition."""
    bad = [row for row in rows if row.get("damaged") or row.get("disorder")]
    if not rows and not args.json:
        print("nothing found")
    if not bad:
        return 0
    places = "; ".join(row["first_damage"] or f"{row['topic']}-{row['partition']}: out of order" for row in bad)
    raise KafkaWireError(f"{len(bad)} of {len(rows)} partitions are damaged: {places}")


def _source(args: argparse.Namespace, report: _Report) -> ReportSource:
    is_bootstrap = not Path(args.source).exists() and _BOOTSTRAP.fullmatch(args.source) is not None
    if is_bootstrap and not report.takes_brokers:
        raise UsageError(f"{args.report} looks at batches as they are stored: name a log directory, not a broker")
    if args.brokers is not None:
        raise UsageError("name the brokers in place of the directory, not with --brokers")
    from kafkawire.spark.report_source import ReportSource

    args.brokers = args.source if is_bootstrap else None
    return ReportSource(args.source, is_bootstrap, tuple(args.topic), _client(args) if is_bootstrap else {})


def _client(args: argparse.Namespace) -> dict[str, str]:
    """The options of the client as those of the source: the file's, then those of `-X`."""
    from kafkawire.cli import properties

    found = properties.parse(Path(args.command_config).read_bytes()) if args.command_config else {}
    found |= command.pairs(args.set, "-X")
    return {f"kafka.{name.replace('_', '.')}": text for name, text in found.items()}


def _queried(args: argparse.Namespace, report: _Report, source: ReportSource) -> tuple[Rows, Rows]:
    """The rows of the report, and where a picture wants them, its findings."""
    wanted = [report.query, *([report.findings] if args.png and report.findings else [])]
    with _session(args) as spark:
        results = [_rows_of(spark, query, source) for query in wanted]
    return results[0], results[1] if len(results) > 1 else []


def _rows_of(spark: SparkSession, name: str, source: ReportSource) -> Rows:
    from kafkawire.spark import reports

    query: Callable[[SparkSession, ReportSource], Any] = getattr(reports, name)
    return [_in_utc(row.asDict()) for row in query(spark, source).collect()]


def _in_utc(row: dict[str, Any]) -> dict[str, Any]:
    """Spark gives times in that of this machine, without saying so."""
    return {
        name: value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo is None else value
        for name, value in row.items()
    }


@contextmanager
def _session(args: argparse.Namespace) -> Iterator[SparkSession]:
    """A session for one report. What Spark says is cut down to what was wrong."""
    from kafkawire.spark.errors import cause_of
    from kafkawire.spark.session import SparkError, local_session

    conf = {"spark.master": args.master} if args.master else {}
    spark = local_session(f"kafkawire {args.report}", cores=os.cpu_count() or 1, conf=conf)
    try:
        yield spark
    except SparkError as exc:
        raise KafkaWireError(cause_of(exc)) from exc
    finally:
        spark.stop()


def _lag_of_cluster(args: argparse.Namespace) -> Rows:
    """Without Spark: the brokers know."""
    from kafkawire.cli.groups import lag_of

    with command.connected(args) as admin:
        rows = [row for group in admin.list_groups() for row in lag_of(admin, group.group_id)]
    return [row for row in rows if not args.topic or row["topic"] in args.topic]


def _write_parquet(rows: Sequence[dict[str, Any]], directory: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    Path(directory).mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pa.Table.from_pylist(list(rows)), Path(directory) / "part-00000.parquet")

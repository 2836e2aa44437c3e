"""What Spark's workers found in the broker's segments: a verdict and a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from kafkawire.demo.errors import DemoFailed

__all__ = ["audit_table", "check_audit"]

_FAULTS = ("damaged", "gaps", "disorder", "open_transactions")
_COLUMNS = ("segments", "batches", "bytes", *_FAULTS)


def check_audit(rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise `DemoFailed` for the first partition with a fault: a topic that was written once has none."""
    for row in rows:
        for fault in _FAULTS:
            if row[fault]:
                where = f"{row['topic']}-{row['partition']}"
                raise DemoFailed(f"{where}: {row[fault]} {fault}: {row['first_damage'] or 'by its offsets'}")


def audit_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """A row for each partition: what is stored, and how much of it is wrong."""
    table = Table(title="Every batch on disk, checked by Spark's workers", title_style="bold", box=None)
    table.add_column("partition")
    for name in _COLUMNS:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(f"{row['topic']}-{row['partition']}", *(f"{row[name]:,}" for name in _COLUMNS))
    return table

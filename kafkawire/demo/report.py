"""What the demo shows: progress on the way, the delays as a table, and the closing figures."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from kafkawire.demo.delays import Delay

__all__ = ["closing_table", "delay_tables", "new_progress", "write_csv"]

_MEGABYTE = 1_000_000
_HOUR_WIDTH, _CELL_WIDTH = 6, 7
_LATE, _VERY_LATE = 15.0, 30.0  # minutes


def new_progress(console: Console) -> Progress:
    """Progress bars, one per step."""
    return Progress(
        SpinnerColumn(finished_text="[green]✓"),
        TextColumn("{task.description:<34}"),
        BarColumn(bar_width=28),
        MofNCompleteColumn(),
        TextColumn("{task.fields[unit]:<7}"),
        TimeElapsedColumn(),
        console=console,
    )


def delay_tables(delays: Sequence[Delay], width: int) -> list[Table]:
    """Average delays: a row per hour and a column per carrier, in as many tables as `width` makes necessary."""
    carriers = sorted({delay.carrier for delay in delays})
    hours = sorted({delay.hour for delay in delays})
    averages = {(delay.carrier, delay.hour): delay.average for delay in delays}
    fitting = max(1, (width - _HOUR_WIDTH) // _CELL_WIDTH)
    tables = []
    for first in range(0, len(carriers), fitting):
        some = carriers[first : first + fitting]
        table = Table("hour", box=None, padding=(0, 1, 0, 0), header_style="bold")
        for carrier in some:
            table.add_column(carrier, justify="right", min_width=_CELL_WIDTH - 1)
        for hour in hours:
            table.add_row(f"{hour:02d}", *(_cell(averages.get((carrier, hour))) for carrier in some))
        tables.append(table)
    return tables


def _cell(average: float | None) -> Text:
    if average is None:
        return Text("–", style="dim")
    style = "red" if average >= _VERY_LATE else "yellow" if average >= _LATE else ""
    return Text(f"{average:.1f}", style=style)


def write_csv(delays: Sequence[Delay], path: Path) -> None:
    """All figures of the delays, for spreadsheets."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Delay._fields)
        writer.writerows(delays)


def closing_table(figures: Mapping[str, Any]) -> Table:
    """Counts, rates and sizes of the steps that ran, out of the figures that `--json` prints."""
    table = Table(title="kafkawire demo", title_style="bold", caption=_caption(figures))
    table.add_column("step")
    for heading in ("records", "time", "records/s", "payload", "rate"):
        table.add_column(heading, justify="right")
    for name, about in (("produce", "produced"), ("consume", "consumed, compared"), ("spark", "read by Spark")):
        step = figures.get(name)
        if step is not None:
            table.add_row(about, *_cells(step))
    return table


def _cells(step: Mapping[str, Any]) -> list[str]:
    seconds = step["seconds"]
    megabytes = step["payload_bytes"] / _MEGABYTE
    return [
        f"{step['records']:,}",
        f"{seconds:.2f} s",
        f"{step['records'] / seconds:,.0f}",
        f"{megabytes:.1f} MB",
        f"{megabytes / seconds:.1f} MB/s",
    ]


def _caption(figures: Mapping[str, Any]) -> str:
    payload, log = figures["payload_bytes"], figures["log_bytes"]
    size = f"{payload / _MEGABYTE:.1f} MB of keys and values take {log / _MEGABYTE:.1f} MB on disk with zstd"
    spark = figures.get("spark")
    if spark is None:
        return size
    return f"{size}\nSpark's {spark['groups']} averages equal pandas'; it took {spark['start_seconds']:.1f} s to start"

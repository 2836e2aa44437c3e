"""The results as a picture: one panel a measure, one bar a client, targets as lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Picture

from benchmarks.client.libraries import AIOKAFKA, BLOCKING, COLUMNS, CONFLUENT, KAFKA_PYTHON, ONE_BY_ONE, OURS, UVLOOP
from benchmarks.client.results import Results, Row
from benchmarks.client.targets import targets_of

_COLOURS = {
    OURS: "#4c78a8",
    UVLOOP: "#7fa8d1",
    BLOCKING: "#2f4b6e",
    COLUMNS: "#3aa6a6",
    ONE_BY_ONE: "#a9c4de",
    AIOKAFKA: "#e45756",
    CONFLUENT: "#f2a93b",
    KAFKA_PYTHON: "#9d9d9d",
}
_PANELS = (
    "produce 100 B",
    "produce 1 KB",
    "produce 100 B, 1 MB batches",
    "produce 100 B, zstd",
    "consume 100 B",
    "consume 1 KB",
    "awaited send, p50",
    "awaited send, p99",
)


def draw(results: Results, path: Path) -> None:
    """Write the PNG."""
    mpl.rcParams["font.size"] = 9
    rows = [results.rows[name] for name in _PANELS if name in results.rows]
    picture = Picture(figsize=(15, 7.5), layout="constrained")
    for axes, row in zip(picture.subplots(2, 4).flat, rows, strict=False):
        _bars(axes, row, results.clients)
    for axes in picture.axes:
        if not axes.has_data():
            axes.set_axis_off()
    _legend(picture, results)
    picture.savefig(path, dpi=100, metadata={"Software": None})


def _bars(axes: Any, row: Row, clients: list[str]) -> None:
    names = [name for name in clients if name in row.rounds]
    axes.bar(range(len(names)), [row.value(name) or 0 for name in names], color=[_COLOURS[name] for name in names])
    for place, name in enumerate(names):
        axes.vlines(place, min(row.rounds[name]), max(row.rounds[name]), color="#333333", linewidth=1)
    for target in targets_of(row.measure):
        peer = row.value(target.peer) if target.peer else None
        if peer is not None:
            axes.axhline(target.bound * peer, color=_COLOURS[target.peer], linewidth=1, linestyle="--")
    axes.set_xticks([])
    axes.set_title(row.measure, fontsize=9.5)
    axes.set_ylabel(row.unit)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _legend(picture: Any, results: Results) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [Patch(color=_COLOURS[name], label=name) for name in results.clients]
    handles.append(Line2D([], [], color="black", linestyle="--", linewidth=1, label="target, by its peer's colour"))
    handles.append(Line2D([], [], color="#333333", linewidth=1, label="lowest to highest round"))
    picture.legend(handles=handles, loc="outside upper center", ncols=5, frameon=False)

"""The results as a picture: one panel a measure, one bar a broker, the target as a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Picture

from benchmarks.broker.brokers import KAFKA, KFAKE, OURS, UVLOOP
from benchmarks.broker.results import Results, Row
from benchmarks.broker.targets import targets_of

_COLOURS = {OURS: "#4c78a8", UVLOOP: "#7fa8d1", KAFKA: "#f2a93b", KFAKE: "#59a14f"}
_PANELS = (
    "produce 1 KB",
    "produce 100 B",
    "consume 1 KB",
    "consume 100 B",
    "produce 1 KB, 16 KB batches",
    "produce 1 KB: processor time of the broker",
    "acks=1 at 1,000/s, p99",
    "ready, as a command",
    "5,000 partitions, create",
)
_GROWTH = "memory after {} MB"


def draw(results: Results, path: Path) -> None:
    """Write the PNG."""
    mpl.rcParams["font.size"] = 9
    rows = [results.rows[name] for name in _PANELS if name in results.rows]
    picture = Picture(figsize=(15, 8.5), layout="constrained")
    panels = picture.subplots(2, 5).flat
    for axes, row in zip(panels, rows, strict=False):
        _bars(axes, row, results.brokers)
    _memory(panels[-1] if hasattr(panels, "__getitem__") else list(picture.axes)[-1], results)
    for axes in picture.axes:
        if not axes.has_data():
            axes.set_axis_off()
    _legend(picture, results)
    picture.savefig(path, dpi=100, metadata={"Software": None})


def _bars(axes: Any, row: Row, brokers: list[str]) -> None:
    names = [name for name in brokers if name in row.rounds]
    values = [row.value(name) or 0 for name in names]
    axes.bar(range(len(names)), values, color=[_COLOURS.get(name, "#999999") for name in names])
    for place, name in enumerate(names):
        axes.vlines(place, min(row.rounds[name]), max(row.rounds[name]), color="#333333", linewidth=1)
    axes.set_xticks([])
    kafka = row.value(KAFKA)
    for target in targets_of(row.measure):
        bound = target.bound * kafka if target.against_kafka and kafka else target.bound
        if kafka or not target.against_kafka:
            axes.axhline(bound, color="black", linewidth=1, linestyle="--")
    if max(values) > 20 * max(min(values), 1e-9):
        axes.set_yscale("log")
    _dress(axes, row.measure.replace(": ", ":\n"), row.unit)


def _memory(axes: Any, results: Results) -> None:
    sizes = (0, 250, 500, 1000)
    rows = [results.rows.get(_GROWTH.format(f"{size:,}")) for size in sizes]
    if not all(rows):
        return
    for name in results.brokers:
        values = [row.value(name) for row in rows if row]
        if None not in values:
            axes.plot(sizes, values, marker="o", color=_COLOURS.get(name, "#999999"))
    axes.axhline(80, color="black", linewidth=1, linestyle="--")
    axes.set_yscale("log")
    axes.set_xticks(sizes)
    axes.set_xlabel("MB produced")
    _dress(axes, "memory of the broker", "MB")


def _dress(axes: Any, title: str, unit: str) -> None:
    axes.set_title(title, fontsize=9.5)
    axes.set_ylabel(unit)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _legend(picture: Any, results: Results) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [
        Patch(color=_COLOURS.get(name, "#999999"), label=f"{name} {version}".strip())
        for name, version in results.versions.items()
    ]
    handles.append(Line2D([], [], color="black", linestyle="--", linewidth=1, label="target"))
    handles.append(Line2D([], [], color="#333333", linewidth=1, label="lowest to highest round"))
    picture.legend(handles=handles, loc="outside upper center", ncols=len(handles), frameon=False)

"""The results as a picture: one panel a measure, one bar a broker, the target as a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks import panels
from benchmarks.broker.brokers import KAFKA, KFAKE
from benchmarks.rounds import OURS, UVLOOP, Results, Row

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
_GROWTH = "memory after {:,} MB"
_SIZES = (0, 250, 500, 1000)


def draw(results: Results, path: Path) -> None:
    """Write the PNG."""
    rows = [results.rows[name] for name in _PANELS if name in results.rows]
    picture = panels.new_picture(15, 8.5)
    *places, last = picture.subplots(2, 5).flat
    for axes, row in zip(places, rows, strict=False):
        _bars(axes, results, row)
    _memory(last, results)
    legend = {f"{name} {version}".strip(): _COLOURS[name] for name, version in results.versions.items()}
    panels.save(picture, path, legend, "target")


def _bars(axes: Any, results: Results, row: Row) -> None:
    heights = panels.bars(axes, row, _COLOURS)
    for target in results.targets_of(row):
        panels.target_line(axes, target.height(row))
    if max(heights) > 20 * max(min(heights), 1e-9):
        axes.set_yscale("log")


def _memory(axes: Any, results: Results) -> None:
    rows = [results.rows[name] for size in _SIZES if (name := _GROWTH.format(size)) in results.rows]
    if len(rows) < len(_SIZES):
        return
    for name in results.names:
        values = [row.value(name) for row in rows]
        if None not in values:
            axes.plot(_SIZES, values, marker="o", color=_COLOURS[name])
    panels.target_line(axes, 80)
    axes.set_yscale("log")
    axes.set_xticks(_SIZES)
    axes.set_xlabel("MB produced")
    panels.dress(axes, "memory of the broker", "MB")

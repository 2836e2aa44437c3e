"""The results as a picture: one panel a measure, one bar a client, targets as lines."""

from __future__ import annotations

from pathlib import Path

from benchmarks import panels
from benchmarks.client.libraries import AIOKAFKA, BLOCKING, COLUMNS, CONFLUENT, KAFKA_PYTHON, ONE_BY_ONE
from benchmarks.rounds import OURS, UVLOOP, Results

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
    rows = [results.rows[name] for name in _PANELS if name in results.rows]
    picture = panels.new_picture(15, 7.5)
    for axes, row in zip(picture.subplots(2, 4).flat, rows, strict=False):
        panels.bars(axes, row, _COLOURS)
        for target in results.targets_of(row):
            panels.target_line(axes, target.height(row), _COLOURS.get(target.peer, panels.BLACK))
    legend = {name: _COLOURS[name] for name in results.names}
    panels.save(picture, path, legend, "target, by its peer's colour", ncols=5)

"""The results as a picture: how many times as fast kafkawire is, on a logarithmic scale, targets as ticks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Picture

from benchmarks.measure import Results, Row
from benchmarks.targets import targets_of

_COLOURS = {"kafka-python": "#4c78a8", "kio": "#f2a93b", "aiokafka": "#59a14f"}
_OTHER = "#999999"
_BAR = 0.26
_TICKS = (0.2, 0.5, 1, 2, 5, 10, 20, 50)


def draw(results: Results, path: Path) -> None:
    """Write the PNG: decoding on the left, encoding on the right, one group of bars per workload."""
    encoding = [row for row in results.rows if row.operation.endswith(".encode")]
    decoding = [row for row in results.rows if row not in encoding]
    peers = [name for name in results.libraries if any(name in row.peers for row in results.rows)]
    mpl.rcParams["font.size"] = 9
    picture = Picture(figsize=(15, 2 + 0.36 * max(len(decoding), len(encoding))), layout="constrained")
    for axes, rows, what in zip(picture.subplots(1, 2), (decoding, encoding), ("decode", "encode"), strict=True):
        _panel(axes, rows, peers, what)
    _legend(picture, results, peers)
    picture.savefig(path, dpi=110, metadata={"Software": None})


def _panel(axes: Any, rows: list[Row], peers: list[str], what: str) -> None:
    for place, row in enumerate(rows):
        for turn, peer in enumerate(peers):
            _bar(axes, place + (turn - (len(peers) - 1) / 2) * _BAR, row, peer)
    axes.set_yticks(range(len(rows)), [row.operation.replace(f".{what}", "") for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xscale("log")
    axes.set_xticks(_TICKS, [f"{tick:g}×" for tick in _TICKS])
    axes.set_xticks([], minor=True)
    axes.axvline(1, color="#666666", linewidth=0.8)
    axes.grid(axis="x", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_title(f"{what}: time of the peer ÷ time of kafkawire")


def _bar(axes: Any, place: float, row: Row, peer: str) -> None:
    """From 1 to the ratio, so that slower points left; red ink where a target is missed."""
    if peer not in row.peers:
        return
    ratio = row.peers[peer].ratio
    axes.barh(place, ratio - 1, _BAR * 0.9, left=1, color=_COLOURS.get(peer, _OTHER))
    factor = targets_of(row.operation).get(peer)
    if factor is not None:
        missed = ratio < factor
        half = _BAR * 0.62
        axes.vlines(factor, place - half, place + half, color="#d62728" if missed else "black", linewidth=2.6, zorder=3)


def _legend(picture: Any, results: Results, peers: list[str]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [Patch(color=_COLOURS.get(p, _OTHER), label=f"{p} {results.libraries[p]}") for p in peers]
    for colour, words in (("black", "target, met"), ("#d62728", "target, missed")):
        handles.append(
            Line2D([], [], color=colour, linewidth=2.2, linestyle="", marker="|", markersize=11, label=words)
        )
        handles[-1].set_markeredgewidth(2.2)
    picture.legend(handles=handles, loc="outside upper center", ncols=len(handles), frameon=False)

"""The picture of an audit: a line for each partition, from its first offset to its last, with what was found on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kafkawire.cli.spark_plot import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_findings"]

_COLOURS = {"gap": "#fdae61", "open transaction": "#4575b4", "disorder": "#762a83", "damage": "#d73027"}
"""What is drawn later lies on top."""
_MANY = {"gap": "gaps", "open transaction": "open transactions", "disorder": "out of order", "damage": "damaged"}
_SEVERITY = {kind: number for number, kind in enumerate(_COLOURS)}
_MOST = 40  # partitions that can still be read
_NARROWEST = 0.006  # of the width; less could not be seen
_NAMED = 3  # findings of a partition whose offsets are written out

Row = Mapping[str, Any]


def draw_findings(rows: Sequence[Row], source: str, path: str) -> None:
    """Write a PNG of the rows of `audit_findings`, the partitions with the worst first; `source` is said below.

    Each line is as wide as all others, whatever it holds: the offsets at its ends say how much that is.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    ordered = sorted(_by_partition(rows), key=_urgency)
    shown = ordered[:_MOST]
    figure = Figure(figsize=(13, 2.2 + 0.5 * max(3, len(shown))), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for line, found in enumerate(shown):
        _draw_line(axes, line, found)
    axes.set_yticks(range(len(shown)), [_name(found[0]) for found in shown])
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(-0.002, 1.002)
    axes.set_xticks([])
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    kinds = [Patch(color=_COLOURS[kind], label=kind) for kind in reversed(_COLOURS)]
    kinds.append(Patch(color="0.85", label="sound"))
    figure.legend(handles=kinds, loc="outside lower right", ncols=len(kinds), frameon=False)
    figure.suptitle(_headline(ordered), x=0.01, ha="left", fontsize=14, weight="bold")
    figure.supxlabel(f"{source}{_left_out(ordered[_MOST:])}", x=0.01, ha="left", fontsize=9, color="0.35")
    figure.savefig(path, dpi=120)


def _by_partition(rows: Sequence[Row]) -> list[list[Row]]:
    def partition(row: Row) -> tuple[str, int]:
        return row["topic"], row["partition"]

    return [list(found) for _, found in groupby(sorted(rows, key=partition), key=partition)]


def _urgency(found: Sequence[Row]) -> tuple[int, int, str]:
    worst = max((_SEVERITY[row["kind"]] for row in found if row["kind"]), default=-1)
    return -worst, -len(found), _name(found[0])


def _draw_line(axes: Axes, line: int, found: Sequence[Row]) -> None:
    begin, end = found[0]["begin"], found[0]["end"]
    real = [row for row in found if row["kind"]]
    width = max(1, (end or 0) - (begin or 0))
    axes.barh(line, 1, 0.34, color="0.85")
    for row in sorted(real, key=lambda row: _SEVERITY[row["kind"]]):
        left = min(max((row["first"] - (begin or 0)) / width, 0), 1 - _NARROWEST)
        share = max((row["last"] + 1 - row["first"]) / width, _NARROWEST)
        axes.barh(line, min(share, 1 - left), 0.34, left=left, color=_COLOURS[row["kind"]])
    small: dict[str, Any] = {"fontsize": 8, "color": "0.35", "va": "center"}
    ends = ("no offset can be read", "") if end is None else (f"{begin:,}", f"{end - 1:,}")
    axes.text(0, line + 0.32, ends[0], ha="left", **small)
    axes.text(1, line + 0.32, ends[1], ha="right", **small)
    axes.text(0.5, line + 0.32, _said(real), ha="center", **{**small, "color": "0.1"})


def _said(found: Sequence[Row]) -> str:
    """What was found, in words: the worst with their offsets, the rest by number."""
    ordered = sorted(found, key=lambda row: (-_SEVERITY[row["kind"]], row["first"]))
    words = [f"{row['kind']} at {_span(row)}" for row in ordered[:_NAMED]]
    rest = Counter(row["kind"] for row in ordered[_NAMED:])
    return "; ".join([*words, *(f"{count:,} more {_named(kind, count)}" for kind, count in rest.items())])


def _named(kind: str, count: int) -> str:
    return _MANY[kind].removesuffix("s") if count == 1 else _MANY[kind]


def _span(row: Row) -> str:
    first, last = row["first"], row["last"]
    return f"{first:,}" if last <= first else f"{first:,}\N{EN DASH}{last:,}"


def _headline(partitions: Sequence[Sequence[Row]]) -> str:
    kinds = Counter(row["kind"] for found in partitions for row in found if row["kind"])
    whole = f"{len(partitions)} partition{'' if len(partitions) == 1 else 's'}"
    if not kinds:
        return f"{whole}, nothing found"
    counts = [f"{count:,} {_named(kind, count)}" for kind in reversed(_COLOURS) if (count := kinds[kind])]
    return f"{whole}: {', '.join(counts)}"


def _left_out(partitions: Sequence[Sequence[Row]]) -> str:
    if not partitions:
        return ""
    bad = sum(1 for found in partitions if any(row["kind"] for row in found))
    return f"; {len(partitions)} more partitions are left out, {bad} of them with findings"


def _name(row: Row) -> str:
    return f"{shortened(row['topic'])}-{row['partition']}"

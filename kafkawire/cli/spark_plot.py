"""The pictures of `kafkawire spark`: a bar for each partition, or several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from kafkawire.cli.usage import UsageError

__all__ = ["draw_report", "ensure_drawable", "shortened"]

_MOST = 40  # bars that can still be read; the rest is said
_COLOURS = ("#4575b4", "#f46d43")
_LONGEST = 44  # letters of a name


def ensure_drawable() -> None:
    """Raises `UsageError` where there is nothing to draw with: before the query runs, not after it."""
    if find_spec("matplotlib") is None:
        raise UsageError("--png needs matplotlib, which is not installed: pip install 'kafkawire[plots]'")


def draw_report(rows: Sequence[Mapping[str, Any]], bars: Sequence[str], title: str, source: str, path: str) -> None:
    """Write a PNG with the columns `bars` of each row, the largest first; `source` is said below."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    ordered = sorted(rows, key=lambda row: -max((row[bar] or 0) for bar in bars))
    shown = ordered[:_MOST]
    figure = Figure(figsize=(11, 1.8 + 0.3 * max(4, len(shown))), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    height = 0.8 / len(bars)
    for number, bar in enumerate(bars):
        places = [index + (number - (len(bars) - 1) / 2) * height for index in range(len(shown))]
        drawn = axes.barh(places, [row[bar] or 0 for row in shown], height, color=_COLOURS[number])
        axes.bar_label(drawn, [_number(row[bar]) for row in shown], padding=4, fontsize=8, color="0.3")
    axes.set_yticks(range(len(shown)), [_name(row) for row in shown])
    axes.invert_yaxis()
    axes.margins(x=0.12, y=0.02)
    axes.set_xlabel(" and ".join(map(_words, bars)))
    axes.xaxis.set_major_formatter(lambda value, _: _number(round(value)))
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    if len(bars) > 1:
        key = [Patch(color=colour, label=_words(bar)) for bar, colour in zip(bars, _COLOURS, strict=False)]
        axes.legend(handles=key, loc="lower right", frameon=False)
    figure.suptitle(title, fontsize=14, weight="bold")
    left_out = f"; {len(rows) - _MOST} smaller ones are left out" if len(rows) > _MOST else ""
    figure.supxlabel(f"{source}{left_out}", fontsize=9, color="0.35")
    figure.savefig(path, dpi=120)


def _name(row: Mapping[str, Any]) -> str:
    partition = shortened(row["topic"]) + f"-{row['partition']}"
    return f"{shortened(row['group'])}: {partition}" if "group" in row else partition


def shortened(name: str) -> str:
    """A name that leaves room for the picture."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 :]}"


def _words(column: str) -> str:
    return column.replace("_", " ")


def _number(value: Any) -> str:
    return "" if value is None else f"{value:,}"

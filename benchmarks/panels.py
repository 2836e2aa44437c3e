"""A picture of `rounds.py`'s results: one panel a measure, one bar a column, with its lowest and highest round."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Picture

from benchmarks.rounds import Row

BLACK, _GREY = "black", "#333333"


def new_picture(width: float, height: float) -> Picture:
    """An empty one, in inches."""
    mpl.rcParams["font.size"] = 9
    return Picture(figsize=(width, height), layout="constrained")


def bars(axes: Any, row: Row, colours: Mapping[str, str]) -> list[float]:
    """A panel, columns in the order of their colours. Returns the heights."""
    names = [name for name in colours if name in row.rounds]
    heights = [row.value(name) or 0 for name in names]
    axes.bar(range(len(names)), heights, color=[colours[name] for name in names])
    for place, name in enumerate(names):
        axes.vlines(place, min(row.rounds[name]), max(row.rounds[name]), color=_GREY, linewidth=1)
    axes.set_xticks([])
    dress(axes, row.measure.replace(": ", ":\n"), row.unit)
    return heights


def target_line(axes: Any, height: float | None, colour: str = BLACK) -> None:
    """A bound, if there is one."""
    if height is not None:
        axes.axhline(height, color=colour, linewidth=1, linestyle="--")


def dress(axes: Any, title: str, unit: str) -> None:
    """Title, unit and grid."""
    axes.set_title(title, fontsize=9.5)
    axes.set_ylabel(unit)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def save(picture: Picture, path: Path, legend: Mapping[str, str], target: str, *, ncols: int | None = None) -> None:
    """Write the PNG. `legend` has the colours by their words, `target` the words for a bound."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    for axes in picture.axes:
        if not axes.has_data():
            axes.set_axis_off()
    handles: list[Any] = [Patch(color=colour, label=words) for words, colour in legend.items()]
    handles.append(Line2D([], [], color=BLACK, linestyle="--", linewidth=1, label=target))
    handles.append(Line2D([], [], color=_GREY, linewidth=1, label="lowest to highest round"))
    picture.legend(handles=handles, loc="outside upper center", ncols=ncols or len(handles), frameon=False)
    picture.savefig(path, dpi=100, metadata={"Software": None})

"""The picture: average departure delay by carrier and hour of the day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.demo.delays import Delay

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_delays"]

_LARGEST = 60  # minutes; the few averages above share the last colour
_FEW = 20  # departures of a carrier in an hour, all year, below which an average says little
_MINUTES = "minutes"


def draw_delays(delays: Sequence[Delay], airlines: Mapping[str, str], source: str, path: Path) -> None:
    """Write a PNG: a heat map, each hour's average over all carriers above it, each carrier's beside it.

    `source` says under the picture where the numbers come from.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 8.5), layout="constrained")
    FigureCanvasAgg(figure)
    hours = list(range(min(d.hour for d in delays if d.departed), max(d.hour for d in delays if d.departed) + 1))
    carriers = sorted({d.carrier for d in delays}, key=lambda carrier: _mean(d for d in delays if d.carrier == carrier))
    axes = figure.subplot_mosaic([["top", "."], ["map", "side"]], width_ratios=[6, 1], height_ratios=[1, 5])
    _draw_map(figure, axes["map"], delays, hours, carriers, airlines)
    _draw_hours(axes["top"], delays, hours)
    _draw_carriers(axes["side"], delays, carriers)
    figure.suptitle("How late flights left New York City in 2013", fontsize=16, weight="bold")
    figure.supxlabel(source, fontsize=9, color="0.35")
    figure.savefig(path, dpi=120)


def _mean(delays: Any) -> float:
    chosen = list(delays)
    departed = sum(d.departed for d in chosen)
    return sum(d.total for d in chosen) / departed if departed else 0.0


def _draw_map(
    figure: Figure,
    axes: Axes,
    delays: Sequence[Delay],
    hours: list[int],
    carriers: list[str],
    airlines: Mapping[str, str],
) -> None:
    from matplotlib.colors import TwoSlopeNorm

    grid = [[float("nan")] * len(hours) for _ in carriers]
    for delay in delays:
        if delay.average is not None:
            row, column = carriers.index(delay.carrier), hours.index(delay.hour)
            grid[row][column] = delay.average
            _write_number(axes, column, row, delay)
    axes.set_facecolor("0.93")
    norm = TwoSlopeNorm(0, vmin=-_LARGEST / 3, vmax=_LARGEST)
    image = axes.imshow(grid, cmap="RdYlBu_r", norm=norm, aspect="auto")
    axes.set_xticks(range(len(hours)), [f"{hour:02d}" for hour in hours])
    axes.set_yticks(range(len(carriers)), [f"{airlines.get(code, code)} ({code})" for code in carriers])
    axes.set_xlabel("scheduled hour of departure (local time)")
    axes.tick_params(length=0)
    bar = figure.colorbar(image, ax=axes, location="bottom", extend="max", shrink=0.6, aspect=45, pad=0.02)
    bar.set_label(f"average departure delay ({_MINUTES}); grey: no departures; small: fewer than {_FEW}")
    bar.set_ticks([-20, -10, 0, 15, 30, 45, 60])


def _write_number(axes: Axes, column: int, row: int, delay: Delay) -> None:
    assert delay.average is not None
    few = delay.departed < _FEW
    # The ends of the colour map are dark, its middle is light.
    color = "white" if delay.average > 0.8 * _LARGEST or delay.average < -_LARGEST / 4 else "0.15"
    text = str(round(delay.average)).replace("-", "\N{MINUS SIGN}")
    axes.text(column, row, text, ha="center", va="center", color=color, fontsize=6.5 if few else 9)


def _draw_hours(axes: Axes, delays: Sequence[Delay], hours: list[int]) -> None:
    means = [_mean(d for d in delays if d.hour == hour) for hour in hours]
    axes.bar(range(len(hours)), means, color="0.55", width=0.8, label="all carriers")
    axes.set_xlim(-0.5, len(hours) - 0.5)
    axes.set_xticks([])
    axes.set_ylabel(_MINUTES)
    axes.legend(loc="upper left", frameon=False)
    _no_frame(axes)


def _draw_carriers(axes: Axes, delays: Sequence[Delay], carriers: list[str]) -> None:
    means = [_mean(d for d in delays if d.carrier == carrier) for carrier in carriers]
    axes.barh(range(len(carriers)), means, color="0.55", height=0.8, label="all day")
    axes.set_ylim(len(carriers) - 0.5, -0.5)
    axes.set_yticks([])
    axes.set_xlabel(_MINUTES)
    axes.legend(loc="upper right", frameon=False)
    _no_frame(axes)


def _no_frame(axes: Axes) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)

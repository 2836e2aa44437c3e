"""What came out, as a table with verdicts, a plot, and JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

__all__ = ["Run", "is_kept", "write"]

HERE = Path(__file__).resolve().parent
LEAST_GAIN = 1.7  # two cores beside one
MOST_GROWTH = 1.15  # of the time per byte, and of a task's memory, from the smallest topic to the largest


@dataclass(frozen=True, slots=True)
class Run:
    """A topic of `size` bytes, read once by `local[cores]`; `pinned`: Spark and the broker share one core.

    `peak` is the memory in bytes of the Python worker that had most.
    """

    size: int
    cores: int
    pinned: bool
    seconds: float
    peak: int


def best(runs: Sequence[Run]) -> dict[tuple[int, int, bool], Run]:
    """Of the same session in several rounds the quickest: what is slower has waited for something else."""
    found: dict[tuple[int, int, bool], Run] = {}
    for run in sorted(runs, key=lambda run: -run.seconds):
        found[run.size, run.cores, run.pinned] = run
    return dict(sorted(found.items()))


def verdicts(runs: Sequence[Run]) -> Iterator[tuple[str, float, bool]]:
    """What was promised, the figure, and whether it is kept."""
    chosen = best(runs)
    sizes = sorted({size for size, _, _ in chosen})
    small, large = chosen[sizes[0], 2, False], chosen[sizes[-1], 2, False]
    memory = large.peak / small.peak
    yield f"memory of a task, largest topic by smallest: at most {MOST_GROWTH}", memory, memory <= MOST_GROWTH
    slope = (large.seconds / large.size) / (small.seconds / small.size)
    yield f"time per byte, largest topic by smallest: at most {MOST_GROWTH}", slope, slope <= MOST_GROWTH
    for what, pinned in (("`local[1]`", False), ("`local[1]` on one core", True)):
        gain = chosen[sizes[-1], 1, pinned].seconds / large.seconds
        yield f"`local[2]` beside {what}: at least {LEAST_GAIN} times as fast", gain, gain >= LEAST_GAIN


def is_kept(runs: Sequence[Run]) -> bool:
    """Whether all is as promised."""
    return all(kept for _, _, kept in verdicts(runs))


def write(runs: Sequence[Run], gigabytes: float) -> None:
    """README.md, results.json and results.png in this directory."""
    rows = list(best(runs).values())
    (HERE / "results.json").write_text(json.dumps([asdict(run) for run in runs], indent=1) + "\n")
    (HERE / "README.md").write_text(_text(runs, rows, gigabytes))
    _draw(rows, HERE / "results.png")


def _text(runs: Sequence[Run], rows: Sequence[Run], gigabytes: float) -> str:
    import pyspark

    where = f"PySpark {pyspark.__version__}, Python {platform.python_version()}, {os.cpu_count()} processors"
    lines = [
        "# How reading with Spark grows",
        "",
        f"Written by `make scale-spark`: a topic of four partitions that grows to {gigabytes:g} GB, values of 1 KB",
        "that cannot be compressed, counted by partition. The broker runs on the same machine. Memory is the highest",
        f"resident set of a Python worker. {where}.",
        "",
        "| promised | found | kept |",
        "|---|---|---|",
        *(f"| {what} | {figure:.2f} | {'yes' if kept else 'NO'} |" for what, figure, kept in verdicts(runs)),
        "",
        "| topic | Spark | seconds | MB/s | memory of a worker |",
        "|---|---|---:|---:|---:|",
        *map(_line, rows),
        "",
        "With `local[1]` Java works on what Python has read while Python reads on and the broker sends more, which",
        "takes more than one core already. What a second core brings shows when there is but one for all three.",
        "",
        "![seconds and memory](results.png)",
    ]
    return "\n".join(lines) + "\n"


def _line(run: Run) -> str:
    rate, peak = run.size / run.seconds / 1e6, run.peak / 1e6
    return f"| {run.size / 1e9:g} GB | {_name(run)} | {run.seconds:.1f} | {rate:.0f} | {peak:.0f} MB |"


def _name(run: Run) -> str:
    return f"`local[{run.cores}]`" + (", all on one core" if run.pinned else "")


def _draw(rows: Sequence[Run], path: Path) -> None:
    from matplotlib.figure import Figure

    picture = Figure(figsize=(10, 4), layout="constrained")
    time, memory = picture.subplots(1, 2)
    for cores, colour in ((1, "#f2a93b"), (2, "#4c78a8")):
        chosen = [run for run in rows if run.cores == cores and not run.pinned]
        sizes = [run.size / 1e9 for run in chosen]
        time.plot(sizes, [run.seconds for run in chosen], "o-", color=colour, label=f"local[{cores}]")
        memory.plot(sizes, [run.peak / 1e6 for run in chosen], "o-", color=colour, label=f"local[{cores}]")
    for axes, what in ((time, "seconds to read it"), (memory, "highest memory of a Python worker (MB)")):
        axes.set_xlabel("topic (GB)")
        axes.set_ylabel(what)
        axes.set_xlim(left=0)
        axes.set_ylim(0, axes.get_ylim()[1] * 1.2)
        axes.legend()
    picture.savefig(path, dpi=110, metadata={"Software": None})

"""What the benchmarks' command lines have in common: options, how a run goes and ends, and what is kept of it."""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from benchmarks import ROOT, tables
from benchmarks.conversation import ProcessFailed
from benchmarks.report import write_into
from benchmarks.rounds import Results, Session, verdicts
from kafkawire.errors import KafkaWireError

S = TypeVar("S", bound=Session)


@dataclass(frozen=True)
class Outcome:
    """A run as it is shown and kept."""

    results: object
    summary: str
    section: str
    json: str
    met: bool


def options(package: str, description: str | None, *, quick: str, only: str) -> argparse.ArgumentParser:
    """The options of all; `columns` are those that take turns, if some can be chosen."""
    parser = argparse.ArgumentParser(prog=f"python -m {package}", description=description)
    parser.add_argument("--quick", action="store_true", help=f"{quick}: for a first look")
    parser.add_argument("--only", action="append", metavar="WHAT*", help=only)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    parser.add_argument("--no-write", action="store_true", help="leave README.md, results.json and results.png alone")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.set_defaults(columns=None)
    return parser


def options_with_columns(
    package: str, description: str | None, columns: str, measures: Mapping[str, object]
) -> argparse.ArgumentParser:
    """The options of a benchmark in which `columns`, clients or brokers, take turns."""
    only = f"some of {', '.join(measures)}"
    parser = options(package, description, quick="a tenth of everything", only=only)
    parser.add_argument("--rounds", type=int, default=5, help=f"rounds in which the {columns} take turns (5)")
    chosen = f"{columns} that match, such as 'kafkawire*'"
    parser.add_argument(f"--{columns}", dest="columns", action="append", metavar="NAME*", help=chosen)
    return parser


def matches(name: str, patterns: list[str] | None) -> bool:
    """Whether one of the patterns fits; all names do without patterns."""
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def machine() -> dict[str, str]:
    """What figures depend on, without a name."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return {
        "cores": f"{os.cpu_count()} cores",
        "memory": f"{memory:.0f} GB of memory",
        "load": f"load {os.getloadavg()[0]:.1f} before the run",
        "system": f"{platform.system()} on {platform.machine()}",
        "python": f"Python {platform.python_version()}",
    }


def measure(session: S, measures: Mapping[str, Callable[[S], None]], only: list[str] | None) -> None:
    """Take the measures that match, and print as it goes."""
    for name, take in measures.items():
        if matches(name, only):
            seen = len(session.results.rows)
            take(session)
            for row in list(session.results.rows.values())[seen:]:
                print(tables.line(session.results, row), flush=True)


def outcome(results: Results, section: str) -> Outcome:
    """What a run with columns comes to; `section` is its part of README.md."""
    met = all(verdict.met for verdict in verdicts(results))
    return Outcome(results, tables.summary(results), section, tables.as_json(results), met)


def finish(package: str, args: argparse.Namespace, run: Callable[[argparse.Namespace], Outcome]) -> int:
    """Run; a partial run (`--only`, `--quick`, some columns) is printed but not kept. Returns the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # processes are ended however this ends
    try:
        found = run(args)
    except (ProcessFailed, KafkaWireError) as exc:
        print(exc, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; nothing is written", file=sys.stderr)
        return 130
    print(found.summary)
    if args.json:
        args.json.write_text(found.json, "utf-8")
    if not (args.no_write or args.only or args.columns or args.quick):
        _keep(package, found)
    return 1 if args.strict and not found.met else 0


def _keep(package: str, found: Outcome) -> None:
    """The tables, the figures and the picture that are kept in the repository."""
    folder = ROOT / package.replace(".", "/")
    write_into(folder / "README.md", "results", found.section)
    (folder / "results.json").write_text(found.json, "utf-8")
    try:
        chart: Any = import_module(f"{package}.chart")
    except ImportError as exc:
        print(f"no picture: {exc}", file=sys.stderr)
    else:
        chart.draw(found.results, folder / "results.png")

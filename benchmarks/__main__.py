"""`python -m benchmarks`: every operation, every installed library, against what is promised."""

from __future__ import annotations

import argparse
import platform
import sys
from contextlib import ExitStack

from benchmarks import command, report
from benchmarks.conversation import ProcessFailed
from benchmarks.libraries import NAMES, OURS
from benchmarks.measure import Results, Worker, measure


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    only = "operations that match, such as 'records.*'"
    parser = command.options("benchmarks", __doc__, quick="short slices and few rounds", only=only)
    parser.add_argument("--rounds", type=int, help="rounds in which the libraries take turns (9; 3 if quick)")
    parser.add_argument("--ms", type=float, help="processor time of one slice in milliseconds (40; 8 if quick)")
    args = parser.parse_args(given)
    args.rounds = args.rounds or (3 if args.quick else 9)
    args.ms = args.ms or (8 if args.quick else 40)
    return args


def start_workers(stack: ExitStack) -> list[Worker]:
    """One process per library; those that are not installed are named and left out."""
    workers = []
    for name in NAMES:
        worker = Worker(name)
        stack.callback(worker.close)
        if worker.absent is None:
            workers.append(worker)
        elif name == OURS:
            raise ProcessFailed(f"kafkawire cannot be measured: {worker.absent}")
        else:
            print(f"skipped {name}: {worker.absent}", file=sys.stderr)
    return workers


def select(operations: list[str], patterns: list[str] | None) -> list[str]:
    """The operations that match one of the patterns; all without patterns."""
    return [name for name in operations if command.matches(name, patterns)]


def run(args: argparse.Namespace) -> command.Outcome:
    """Measure and print as it goes."""
    with ExitStack() as stack:
        results = measure_all(start_workers(stack), args)
    met = not any(map(report.misses, results.rows))
    return command.Outcome(results, report.summary(results), report.markdown(results), report.as_json(results), met)


def measure_all(workers: list[Worker], args: argparse.Namespace) -> Results:
    """Every operation that was asked for, a line for each."""
    ours = next(worker for worker in workers if worker.name == OURS)
    peers = [worker.name for worker in workers if worker is not ours]
    results = Results(platform.python_version(), {worker.name: worker.version for worker in workers})
    operations = select(ours.operations, args.only)
    if not operations:
        raise ProcessFailed(f"no operation matches; there are {', '.join(ours.operations)}")
    print(report.head_line(peers))
    for number, operation in enumerate(operations, 1):
        _progress(f"{number} of {len(operations)}: {operation} ...")
        row = measure(operation, workers, args.rounds, args.ms)
        _progress("")
        print(report.line(row, peers), flush=True)
        results.rows.append(row)
    return results


def _progress(text: str) -> None:
    """A line that the next one overwrites; only for people who watch."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(command.finish("benchmarks", arguments(), run))

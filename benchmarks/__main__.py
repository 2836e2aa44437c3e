"""`python -m benchmarks`: every operation, every installed library, against what is promised."""

from __future__ import annotations

import argparse
import platform
import sys
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks import report
from benchmarks.libraries import NAMES, OURS
from benchmarks.measure import Results, Worker, WorkerFailed, measure

HERE = Path(__file__).resolve().parent


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short slices and few rounds: for a first look")
    parser.add_argument("--only", action="append", metavar="OP*", help="operations that match, such as 'records.*'")
    parser.add_argument("--rounds", type=int, help="rounds in which the libraries take turns (9; 3 if quick)")
    parser.add_argument("--ms", type=float, help="processor time of one slice in milliseconds (40; 8 if quick)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    parser.add_argument("--no-write", action="store_true", help="leave README.md, results.json and results.png alone")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    args = parser.parse_args(given)
    args.rounds = args.rounds or (3 if args.quick else 9)
    args.ms = args.ms or (8 if args.quick else 40)
    return args


def start_workers() -> list[Worker]:
    """One process per library; those that are not installed are named and left out."""
    workers = []
    for name in NAMES:
        worker = Worker(name)
        if worker.absent is None:
            workers.append(worker)
        elif name == OURS:
            raise WorkerFailed(f"kafkawire cannot be measured: {worker.absent}")
        else:
            print(f"skipped {name}: {worker.absent}", file=sys.stderr)
            worker.close()
    return workers


def select(operations: list[str], patterns: list[str] | None) -> list[str]:
    """The operations that match one of the patterns; all without patterns."""
    return [name for name in operations if not patterns or any(fnmatchcase(name, p) for p in patterns)]


def run(workers: list[Worker], args: argparse.Namespace) -> Results:
    """Measure and print as it goes."""
    ours = next(worker for worker in workers if worker.name == OURS)
    peers = [worker.name for worker in workers if worker is not ours]
    results = Results(platform.python_version(), {worker.name: worker.version for worker in workers})
    operations = select(ours.operations, args.only)
    if not operations:
        raise WorkerFailed(f"no operation matches; there are {', '.join(ours.operations)}")
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


def write(results: Results) -> None:
    """The table, the figures and the picture that are kept in the repository."""
    report.write_into(HERE / "README.md", "results", report.markdown(results))
    (HERE / "results.json").write_text(report.as_json(results), "utf-8")
    try:
        from benchmarks.chart import draw
    except ImportError as exc:
        print(f"no picture: {exc}", file=sys.stderr)
    else:
        draw(results, HERE / "results.png")


def main() -> int:
    """Measure all; a partial run (`--only`, `--quick`) is printed but not kept."""
    args = arguments()
    workers: list[Worker] = []
    try:
        workers = start_workers()
        results = run(workers, args)
    except WorkerFailed as exc:
        print(exc, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; nothing is written", file=sys.stderr)
        return 130
    finally:
        for worker in workers:
            worker.close()
    print(report.summary(results))
    if args.json:
        args.json.write_text(report.as_json(results), "utf-8")
    if not (args.no_write or args.only or args.quick):
        write(results)
    return 1 if args.strict and any(map(report.misses, results.rows)) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Change one token of the code, run the tests that pass through it, and name each change that no test noticed."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutate.changes import Change
from tests.mutate.sample import AREAS, draw, state_of, where_tested
from tests.mutate.trees import TOP, Map, Tree

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
_EXAMPLE = """example:
  python -m tests.mutate --only kafkawire/records/skim.py --count 40 --seed 3

First all tests of the areas run once under coverage.py, in a copy of the tree, to see which pass through which line;
then each change meets as many of those that pass through its line as --budget allows, the quickest of each function
first. A change that nobody can notice is named in tests/mutate/equivalent.toml with the reason, and not tried again.
exit codes: 0 nothing survived, 1 something did
"""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change that leaves the behaviour as it is; known by its lines, as numbers move."""

    file: str
    line: str
    becomes: str
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one change."""

    change: Change
    outcome: str  # killed, hung, survived, untested or equivalent
    tests: int
    diff: str

    def json(self) -> dict[str, object]:
        """For `--json`."""
        where = {"file": self.change.path, "line": self.change.line, "kind": self.change.kind}
        return where | {"outcome": self.outcome, "tests": self.tests, "diff": self.diff}


class Trial:
    """Changes tried one after the other, in as many copies of the tree as there are jobs."""

    def __init__(self, trees: Sequence[Tree], where: Map, budget: float) -> None:
        self._trees: SimpleQueue[Tree] = SimpleQueue()
        for tree in trees:
            self._trees.put(tree)
        self._map, self._budget = where, budget
        self._equivalent = {(one.file, one.line, one.becomes) for one in read_equivalent()}

    def result(self, change: Change) -> Result:
        """Of one change."""
        source = (TOP / change.path).read_bytes()
        tests = self._map.tests(change, self._budget)
        return Result(change, self._outcome(change, source, tests), len(tests), diff(change, source))

    def _outcome(self, change: Change, source: bytes, tests: list[str]) -> str:
        if (change.path, *change.lines(source)) in self._equivalent:
            return "equivalent"
        if not tests:
            return "untested"
        tree = self._trees.get()
        try:
            return tree.outcome(change, tests, patience=60 + 4 * self._budget)
        finally:
            self._trees.put(tree)


def read_equivalent() -> list[Equivalent]:
    """What the file names."""
    return [Equivalent(**entry) for entry in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", ())]


def diff(change: Change, source: bytes) -> str:
    """The change as a patch."""
    texts = (source.decode().splitlines(), change.apply(source).decode().splitlines())
    return "\n".join(difflib.unified_diff(*texts, change.path, change.path, n=2, lineterm=""))


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if nothing survived, else 1."""
    args = _parser().parse_args(arguments)
    paths = [str(path).rstrip("/") for path in args.only or AREAS]
    chosen = draw(paths, args.count, args.seed)
    with tempfile.TemporaryDirectory(prefix="mutate-") as place:
        trees = [Tree(Path(place, str(number))) for number in range(args.jobs)]
        trial = Trial(trees, _map(args.map, trees[0], paths), args.budget)
        with ThreadPoolExecutor(args.jobs) as jobs:
            results = list(map(_told, jobs.map(trial.result, chosen)))
    if args.json:
        args.json.write_text(json.dumps([result.json() for result in results], indent=1) + "\n")
    counts = Counter(result.outcome for result in results)
    print(f"{len(results)} changes, seed {args.seed}: " + ", ".join(f"{n} {what}" for what, n in counts.most_common()))
    return 1 if counts["survived"] or counts["untested"] else 0


def _map(file: Path | None, tree: Tree, paths: Sequence[str]) -> Map:
    tests = where_tested(paths)
    state = state_of([*AREAS, *tests])
    if file is not None and file.exists():
        kept = json.loads(file.read_text())
        if kept.pop("state") == state:
            return Map(**kept)
    made = tree.record(list(AREAS), tests)
    if file is not None:
        file.write_text(json.dumps({"seconds": made.seconds, "lines": made.lines, "state": state}))
    return made


def _told(result: Result) -> Result:
    if result.outcome in ("survived", "untested"):
        print(f"{result.change.path}:{result.change.line}: {result.change.kind} {result.outcome}", end="")
        print(f" ({result.tests} tests)\n{result.diff}\n", flush=True)
    return result


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutate",
        description=__doc__,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn (default 1)")
    parser.add_argument("--count", type=int, default=300, help="how many, shared out among the paths (default 300)")
    parser.add_argument("--only", metavar="PATH", nargs="+", type=Path, help=f"instead of {' '.join(AREAS)}")
    parser.add_argument("--budget", metavar="SECONDS", type=float, default=60, help="of tests for each (default 60)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (default 1)")
    parser.add_argument("--map", metavar="FILE", type=Path, help="keep what tests pass through, for this tree")
    parser.add_argument("--json", metavar="FILE", type=Path, help="all results")
    return parser


if __name__ == "__main__":
    sys.exit(main())

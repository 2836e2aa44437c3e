"""`python -m benchmarks.start_up`: what an import, a first message and an installation cost.

Every figure is the median over fresh processes that take turns with a bare Python, in processor time. Byte code is
there already, as it is after an installation.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import ROOT, report, workloads

_BARE = """
import sys, time
print([time.process_time() * 1e3, len(sys.modules)])
"""
_IMPORT = f"import kafkawire\n{_BARE}"
_FIRST = """
import sys, time
data = sys.stdin.buffer.read()
import kafkawire
modules, begin = len(sys.modules), time.process_time()
from kafkawire.messages import MetadataResponse
MetadataResponse.decode(data, 12)
print([(time.process_time() - begin) * 1e3, len(sys.modules) - modules])
"""


@dataclass(frozen=True)
class Cost:
    """One figure and what it has to stay below, if anything."""

    what: str
    value: float
    unit: str
    below: float | None = None

    @property
    def met(self) -> bool:
        """Whether the figure is small enough."""
        return self.below is None or self.value < self.below


def run_fresh(code: str, data: bytes = b"") -> tuple[float, int]:
    """What a new process prints: milliseconds and a number of modules."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True, cwd=ROOT, env=env)
    milliseconds, modules = json.loads(done.stdout)
    return milliseconds, modules


def import_cost(rounds: int) -> list[Cost]:
    """What `import kafkawire` takes over bare Python, from the start of the process."""
    run_fresh(_IMPORT)  # so that there is byte code
    pairs = [(run_fresh(_BARE), run_fresh(_IMPORT)) for _ in range(rounds)]
    return [
        Cost("import kafkawire, over bare Python", median(ours[0] - bare[0] for bare, ours in pairs), "ms", 10),
        Cost("bare Python", median(bare[0] for bare, _ in pairs), "ms"),
        Cost("modules that the import loads", pairs[0][1][1] - pairs[0][0][1], ""),
    ]


def first_message_cost(rounds: int) -> list[Cost]:
    """From after the import to a decoded metadata response of 1,000 partitions: its class and codec load on the way."""
    golden = next(load.golden for load in workloads.messages() if load.name == "metadata_response.v12")
    run_fresh(_FIRST, golden)
    found = [run_fresh(_FIRST, golden) for _ in range(rounds)]
    return [
        Cost("first MetadataResponse v12, class and codec loaded", median(ms for ms, _ in found), "ms", 5),
        Cost("modules that it loads", found[0][1], ""),
    ]


def wheel_cost() -> list[Cost]:
    """The size of the wheel; none where it cannot be built, such as without a network."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, "."]
        env = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=env)
        if done.returncode:
            print(f"no wheel: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            return []
        (wheel,) = Path(folder).glob("*.whl")
        return [Cost("wheel", wheel.stat().st_size / 1e6, "MB", 1)]


def markdown(costs: list[Cost]) -> str:
    """The table of README.md."""
    lines = ["| cost | measured | target | met |", "| --- | ---: | ---: | --- |"]
    for cost in costs:
        target = "" if cost.below is None else f"< {cost.below:g} {cost.unit}"
        met = "" if cost.below is None else "yes" if cost.met else "**NO**"
        lines.append(f"| {cost.what} | {_shown(cost)} | {target} | {met} |")
    return "\n".join(lines)


def _shown(cost: Cost) -> str:
    return f"{cost.value:.2f} {cost.unit}" if cost.unit else f"{cost.value:g}"


def main() -> int:
    """Measure, print, and keep the table in README.md."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start_up", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="fresh processes of each kind")
    parser.add_argument("--no-wheel", action="store_true", help="do not build the wheel")
    parser.add_argument("--no-write", action="store_true", help="leave README.md alone")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    args = parser.parse_args()
    costs = [*import_cost(args.rounds), *first_message_cost(args.rounds), *([] if args.no_wheel else wheel_cost())]
    print(markdown(costs))
    if not (args.no_write or args.no_wheel):
        report.write_into(Path(__file__).with_name("README.md"), "start-up", markdown(costs))
    return 1 if args.strict and not all(cost.met for cost in costs) else 0


if __name__ == "__main__":
    sys.exit(main())

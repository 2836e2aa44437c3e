"""`python -m benchmarks.spark`: reading, writing and segments; writes README.md, results.json and results.png.

The sources and sinks take turns, a Spark session each, against one broker. `--quick` is a look at whether all runs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.spark import report, segments, topics
from kafkawire.demo.broker import BrokerProcess
from tests.spark.interop.jars import connector_settings

READERS = ("kafka", "kafkawire")
WRITERS = ("kafka", "kafkawire", "kafkawire exactly once")
PARTS = ("traffic", "read", "write", "segments")
_WRITE_SCALE = 0.25  # of the records read: a sink takes several times as long
_QUICK = {"rounds": 1, "scale": 0.02}

Rounds = list[dict[str, dict[str, Any]]]


def main() -> int:
    """Measure, and write what came out. 1 if a promise is not kept."""
    given = _arguments()
    settings = json.dumps(connector_settings(given.jars))
    results: dict[str, Any] = {"broker": "Apache Kafka" if given.kafka else "kafkawire's broker"}
    if set(given.only) != {"traffic"}:
        results["scale"] = given.scale
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = given.kafka or stack.enter_context(BrokerProcess(folder / "broker")).address
        _say("topics are being filled")
        topics.fill_small(address)
        is_regular = not {"segments", "read"}.isdisjoint(given.only)
        named = topics.fill(address, given.scale) if is_regular else {}
        if "segments" in given.only and not given.kafka:
            results["segments"] = segments.measure(folder / "broker", named, given.rounds)
            _say("segments are done")
            report.write(results, to=given.to)  # after each part: a run that is stopped leaves what it has
        if "traffic" in given.only:
            pairs = [f"{name}={topic}" for name, topic in topics.fill_traffic(address, given.scale).items()]
            results["traffic_scale"] = given.scale
            results["traffic"] = _rounds(READERS, given.rounds, ["session", address, settings, *pairs])
            report.write(results, to=given.to)
        if "read" in given.only:
            pairs = [f"{name}={topic}" for name, topic in named.items()]
            results["read"] = _rounds(READERS, given.rounds, ["session", address, settings, *pairs])
            report.write(results, to=given.to)
        if "write" in given.only:
            for load in topics.loads(given.scale * _WRITE_SCALE):
                topics.make_rows(folder / load.name, load)
            names = [load.name for load in topics.loads(given.scale)]
            results["write"] = _rounds(WRITERS, given.rounds, ["write", address, settings, str(folder), *names])
    return 0 if report.write(results, to=given.to) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark", description=__doc__)
    parser.add_argument("--kafka", metavar="HOST:PORT", help="a running Apache Kafka, instead of our broker")
    parser.add_argument("--jars", type=Path, metavar="DIR", help="the connector's jars, instead of Maven Central")
    parser.add_argument("--rounds", type=int, default=5, help="sessions of each source (%(default)s)")
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of records (%(default)s)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="some of the parts")
    parser.add_argument("--to", type=Path, default=report.HERE, metavar="DIR", help="where the report goes")
    parser.add_argument("--quick", action="store_true", help="one round of few records")
    given = parser.parse_args()
    if given.quick:
        vars(given).update(_QUICK)
    return given


def _rounds(names: Sequence[str], rounds: int, arguments: Sequence[str]) -> Rounds:
    """Each of them once a round, in an order that turns."""
    found: Rounds = []
    for number in range(rounds):
        order = names if number % 2 else names[::-1]
        found.append({name: _session(name, *arguments) for name in order})
        _say(f"{arguments[0]}: round {number + 1} of {rounds} is done")
    return found


def _session(name: str, module: str, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", f"benchmarks.spark.{module}", name, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

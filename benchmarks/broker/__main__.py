"""`python -m benchmarks.broker`: our broker, Apache Kafka and kfake in turns, against what is promised."""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks import report as files
from benchmarks.broker import report
from benchmarks.broker.brokers import Starter, find_libs, starters
from benchmarks.broker.measures import MEASURES
from benchmarks.broker.process import BrokerFailed
from benchmarks.broker.results import Results, as_json, verdicts
from benchmarks.broker.session import Client, ClientFailed, Session

HERE = Path(__file__).resolve().parent


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.broker", description=__doc__)
    parser.add_argument("--kafka", metavar="HOST:PORT", help="an Apache Kafka that runs, instead of starting one")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="its jars (KAFKA_HOME/libs)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds in which the brokers take turns (5)")
    parser.add_argument("--only", action="append", metavar="WHAT*", help=f"some of {', '.join(MEASURES)}")
    parser.add_argument("--brokers", action="append", metavar="NAME*", help="brokers that match, such as 'kafkawire*'")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything: for a first look")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    parser.add_argument("--no-write", action="store_true", help="leave README.md, results.json and results.png alone")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    return parser.parse_args(given)


def machine(client: Client) -> dict[str, str]:
    """What figures depend on, without a name."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return {
        "cores": f"{os.cpu_count()} cores",
        "memory": f"{memory:.0f} GB of memory",
        "load": f"load {os.getloadavg()[0]:.1f} before the run",
        "system": f"{platform.system()} on {platform.machine()}",
        "python": f"Python {platform.python_version()}",
        "client": "client {name} {version} on librdkafka {librdkafka}".format(**client.hello),
    }


def run(args: argparse.Namespace, scratch: Path) -> Results:
    """Measure and print as it goes."""
    client = Client()
    try:
        found: list[Starter] = list(starters(args.kafka, args.kafka_libs or find_libs(), scratch))
        found = [one for one in found if _matches(one.name, args.brokers)]
        results = Results(machine(client), {one.name: one.version for one in found})
        session = Session(found, client, results, scratch, args.rounds, 0.1 if args.quick else 1.0)
        for name, measure in MEASURES.items():
            if _matches(name, args.only):
                seen = set(results.rows)
                measure(session)
                for row in list(results.rows.values()):
                    if row.measure not in seen:
                        print(report.line(results, row), flush=True)
        return results
    finally:
        client.close()


def _matches(name: str, patterns: list[str] | None) -> bool:
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def write(results: Results) -> None:
    """The tables, the figures and the picture that are kept in the repository."""
    files.write_into(HERE / "README.md", "results", report.markdown(results))
    (HERE / "results.json").write_text(as_json(results), "utf-8")
    try:
        from benchmarks.broker.chart import draw
    except ImportError as exc:
        print(f"no picture: {exc}", file=sys.stderr)
    else:
        draw(results, HERE / "results.png")


def main() -> int:
    """Measure all; a partial run (`--only`, `--brokers`, `--quick`) is printed but not kept."""
    args = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # brokers are ended however this ends
    try:
        with tempfile.TemporaryDirectory(prefix="kafkawire-benchmark-") as scratch:
            results = run(args, Path(scratch))
    except (BrokerFailed, ClientFailed) as exc:
        print(exc, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; nothing is written", file=sys.stderr)
        return 130
    print(report.summary(results))
    if args.json:
        args.json.write_text(as_json(results), "utf-8")
    if not (args.no_write or args.only or args.brokers or args.quick):
        write(results)
    return 1 if args.strict and not all(verdict.met for verdict in verdicts(results)) else 0


if __name__ == "__main__":
    sys.exit(main())

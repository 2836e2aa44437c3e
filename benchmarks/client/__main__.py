"""`python -m benchmarks.client`: our client, aiokafka, confluent-kafka and kafka-python in turns, on one broker."""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
import tempfile
from contextlib import ExitStack
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks import report as files
from benchmarks.broker.brokers import Given, Kafkawire, running
from benchmarks.broker.process import BrokerFailed
from benchmarks.client import report
from benchmarks.client.libraries import MODULES
from benchmarks.client.measures import MEASURES
from benchmarks.client.results import Results, as_json, verdicts
from benchmarks.client.session import Client, ClientFailed, Session

HERE = Path(__file__).resolve().parent


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.client", description=__doc__)
    parser.add_argument("--broker", metavar="HOST:PORT", help="a broker that runs, instead of starting ours")
    parser.add_argument("--rounds", type=int, default=5, help="rounds in which the clients take turns (5)")
    parser.add_argument("--only", action="append", metavar="WHAT*", help=f"some of {', '.join(MEASURES)}")
    parser.add_argument("--clients", action="append", metavar="NAME*", help="clients that match, such as 'kafkawire*'")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything: for a first look")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    parser.add_argument("--no-write", action="store_true", help="leave README.md, results.json and results.png alone")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    return parser.parse_args(given)


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


def start_clients(patterns: list[str] | None) -> dict[str, Client]:
    """A process for each client that is installed; a word on stderr about the others."""
    clients = {}
    for name in MODULES:
        if _matches(name, patterns):
            client = Client(name)
            if client.absent is None:
                clients[name] = client
            else:
                print(f"left out {name}: {client.absent}", file=sys.stderr)
    return clients


def run(args: argparse.Namespace, scratch: Path) -> Results:
    """Measure and print as it goes."""
    with ExitStack() as stack:
        starter = Given(args.broker) if args.broker else Kafkawire("broker", "asyncio")
        broker = stack.enter_context(running(starter, scratch / "broker"))
        clients = start_clients(args.clients)
        for client in clients.values():
            stack.callback(client.close)
        results = Results(machine(), {name: client.version for name, client in clients.items()})
        session = Session(broker, clients, results, args.rounds, 0.1 if args.quick else 1.0)
        for name, measure in MEASURES.items():
            if _matches(name, args.only) and (name != "memory" or broker.pid is not None):
                seen = set(results.rows)
                measure(session)
                for row in list(results.rows.values()):
                    if row.measure not in seen:
                        print(report.line(results, row), flush=True)
        return results


def _matches(name: str, patterns: list[str] | None) -> bool:
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def write(results: Results) -> None:
    """The tables, the figures and the picture that are kept in the repository."""
    files.write_into(HERE / "README.md", "results", report.markdown(results))
    (HERE / "results.json").write_text(as_json(results), "utf-8")
    try:
        from benchmarks.client.chart import draw
    except ImportError as exc:
        print(f"no picture: {exc}", file=sys.stderr)
    else:
        draw(results, HERE / "results.png")


def main() -> int:
    """Measure all; a partial run (`--only`, `--clients`, `--quick`) is printed but not kept."""
    args = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the broker is ended however this ends
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
    if not (args.no_write or args.only or args.clients or args.quick):
        write(results)
    return 1 if args.strict and not all(verdict.met for verdict in verdicts(results)) else 0


if __name__ == "__main__":
    sys.exit(main())

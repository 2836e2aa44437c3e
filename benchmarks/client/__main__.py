"""`python -m benchmarks.client`: our client, aiokafka, confluent-kafka and kafka-python in turns, on one broker."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks import command
from benchmarks.broker.brokers import Given, Kafkawire, running
from benchmarks.client import report
from benchmarks.client.libraries import MODULES
from benchmarks.client.measures import MEASURES
from benchmarks.client.session import Client, Session
from benchmarks.client.targets import PEERS, TARGETS
from benchmarks.rounds import Results


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = command.options_with_columns("benchmarks.client", __doc__, "clients", MEASURES)
    parser.add_argument("--broker", metavar="HOST:PORT", help="a broker that runs, instead of starting ours")
    return parser.parse_args(given)


def start_clients(stack: ExitStack, patterns: list[str] | None) -> dict[str, Client]:
    """A process for each client that is installed; a word on stderr about the others."""
    clients = {}
    for name in MODULES:
        if command.matches(name, patterns):
            client = Client(name)
            stack.callback(client.close)
            if client.absent is None:
                clients[name] = client
            else:
                print(f"left out {name}: {client.absent}", file=sys.stderr)
    return clients


def run(args: argparse.Namespace) -> command.Outcome:
    """Measure and print as it goes."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-benchmark-")))
        starter = Given(args.broker) if args.broker else Kafkawire("broker", "asyncio")
        broker = stack.enter_context(running(starter, scratch / "broker"))
        clients = start_clients(stack, args.columns)
        versions = {name: client.version for name, client in clients.items()}
        results = Results(command.machine(), versions, TARGETS, PEERS)
        scale = 0.1 if args.quick else 1.0
        session = Session(results=results, rounds=args.rounds, scale=scale, broker=broker, clients=clients)
        command.measure(session, MEASURES, args.only)
    return command.outcome(results, report.markdown(results))


if __name__ == "__main__":
    sys.exit(command.finish("benchmarks.client", arguments(), run))

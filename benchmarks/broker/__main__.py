"""`python -m benchmarks.broker`: our broker, Apache Kafka and kfake in turns, against what is promised."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks import command
from benchmarks.broker import report
from benchmarks.broker.brokers import find_libs, starters
from benchmarks.broker.measures import MEASURES
from benchmarks.broker.session import Client, Session
from benchmarks.broker.targets import PEERS, TARGETS
from benchmarks.rounds import Results


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = command.options_with_columns("benchmarks.broker", __doc__, "brokers", MEASURES)
    parser.add_argument("--kafka", metavar="HOST:PORT", help="an Apache Kafka that runs, instead of starting one")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="its jars (KAFKA_HOME/libs)")
    parser.add_argument("--before", type=Path, metavar="DIR", help="another checkout of kafkawire to compare with")
    return parser.parse_args(given)


def machine(client: Client) -> dict[str, str]:
    """What figures depend on, the client too."""
    words = "client {name} {version} on librdkafka {librdkafka}"
    return command.machine() | {"client": words.format(**client.hello)}


def run(args: argparse.Namespace) -> command.Outcome:
    """Measure and print as it goes."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-benchmark-")))
        client = Client()
        stack.callback(client.close)
        there = starters(args.kafka, args.kafka_libs or find_libs(), scratch, args.before)
        found = [starter for starter in there if command.matches(starter.name, args.columns)]
        results = Results(machine(client), {one.name: one.version for one in found}, TARGETS, PEERS)
        session = Session(
            results=results,
            rounds=args.rounds,
            scale=0.1 if args.quick else 1.0,
            starters=found,
            client=client,
            scratch=scratch,
        )
        command.measure(session, MEASURES, args.only)
    return command.outcome(results, report.markdown(results))


if __name__ == "__main__":
    sys.exit(command.finish("benchmarks.broker", arguments(), run))

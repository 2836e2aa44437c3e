"""`python -m benchmarks.proxy`: our proxy, a bare byte pump, Kroxylicious and no proxy in turns."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks import command
from benchmarks.broker.session import Client
from benchmarks.proxy import report
from benchmarks.proxy.measures import MEASURES, Session
from benchmarks.proxy.proxies import starters, upstream
from benchmarks.proxy.targets import PEERS, TARGETS
from benchmarks.rounds import Results


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = command.options_with_columns("benchmarks.proxy", __doc__, "proxies", MEASURES)
    parser.add_argument(
        "--kroxylicious-libs", type=Path, metavar="DIR", help="the jars that kroxylicious/pom.xml names"
    )
    parser.add_argument("--before", type=Path, metavar="DIR", help="another checkout of kafkawire to compare with")
    return parser.parse_args(given)


def run(args: argparse.Namespace) -> command.Outcome:
    """Measure and print as it goes."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-benchmark-")))
        client = Client()
        stack.callback(client.close)
        broker = upstream(scratch / "data")
        stack.callback(broker.broker.kill)
        there = list(starters(broker, scratch, args.kroxylicious_libs, args.before))
        found = [one for one in there if command.matches(one.name, args.columns)]
        proxies = []
        for one in found:
            proxies.append(one.start())
            stack.callback(proxies[-1].kill)
        results = Results(command.machine(), {one.name: one.version for one in found}, TARGETS, PEERS)
        session = Session(
            results=results, rounds=args.rounds, scale=0.1 if args.quick else 1.0, proxies=proxies, client=client
        )
        command.measure(session, MEASURES, args.only)
    return command.outcome(results, report.markdown(results))


if __name__ == "__main__":
    sys.exit(command.finish("benchmarks.proxy", arguments(), run))

"""`kafkawire demo`: real data through broker, producer, consumer and Spark, checked at each step."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from kafkawire.cli.usage import positive

if TYPE_CHECKING:
    from kafkawire.demo.run import Settings

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Sends the 336,776 flights that left New York City in 2013 through a broker of its own, reads them back and compares
each record with the source, lets Spark compute the average delay by carrier and hour out of the same topic, and
compares that with what pandas computes out of the source.
"""
_EXAMPLE = """\
examples:
  kafkawire demo                        all of it; picture and figures go to ./demo-output
  kafkawire demo --records 10000        quickly
  kafkawire demo --workers 2            Spark on a master with two workers, which check the broker's segments as well
  kafkawire demo --json > figures.json  the closing figures for scripts; everything else goes to stderr

With --data-dir the broker's files stay, and --step runs one step on them. So you can damage a record and see that it
is found: the last command below fails and names partition and offset.
  kafkawire demo --data-dir ./demo-data --step produce
  printf 'X' | dd of=demo-data/flights-0/00000000000000000000.log bs=1 seek=5000 conv=notrunc
  kafkawire demo --data-dir ./demo-data --step consume

The Spark step needs Java 17 or newer; without it, it is left out, which is said.
exit codes: 0 everything that ran is as it should be, 1 something is not, 2 wrong options, 130 stopped by Ctrl-C
"""
_TERMINATED = 128 + signal.SIGTERM


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "demo",
        help="real data through broker, producer, consumer and Spark",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--records", metavar="N", type=positive, help="only the first N flights; the same N for each step"
    )
    parser.add_argument("--port", metavar="PORT", type=_port, default=0, help="the broker's port (default: a free one)")
    parser.add_argument("--data-dir", metavar="DIR", type=Path, help="keep the broker's data there (default: removed)")
    parser.add_argument("--output", metavar="DIR", type=Path, default=Path("demo-output"), help="default ./demo-output")
    parser.add_argument(
        "--step", choices=("all", "produce", "consume", "spark"), default="all", help="one step; needs --data-dir"
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        default=0,
        help="start a Spark master with N workers, 1 core and 1 GB each",
    )
    parser.add_argument("--json", action="store_true", help="print the closing figures as JSON")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Run it. Returns 0; whatever is not as it should be is raised, for `main` to say."""
    settings = _settings(args)
    from rich.console import Console

    from kafkawire.demo.run import Demo

    demo = Demo(settings, Console(stderr=args.json))
    with _stopped_by_sigterm():
        demo.run()
    if args.json:
        json.dump(demo.figures, sys.stdout, indent=2)
        print()
    return 0


def _settings(args: argparse.Namespace) -> Settings:
    if args.step != "all" and args.data_dir is None:
        args.parser.error(f"--step {args.step} needs --data-dir: the broker's data has to outlive the step")
    from kafkawire.demo.run import STEPS, STEPS_ON_WORKERS, Settings

    everything = STEPS_ON_WORKERS if args.workers else STEPS
    return Settings(
        output=args.output,
        data_dir=args.data_dir,
        port=args.port,
        steps=everything if args.step == "all" else (args.step,),
        limit=args.records,
        workers=args.workers,
    )


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """SIGTERM ends the block as Ctrl-C does, so that the broker is stopped and nothing is left behind."""

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(_TERMINATED)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _port(text: str) -> int:
    value = int(text)
    if not 0 <= value < 65536:
        raise ValueError(text)
    return value


_port.__name__ = "port number"  # what argparse calls the type in its error

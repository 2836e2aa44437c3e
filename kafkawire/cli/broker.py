"""`kafkawire broker`: run a broker until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kafkawire.cli.errors import UsageError
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.broker.config import BrokerConfig

__all__ = ["add_parser", "run"]

_EXAMPLE = """\
example:
  kafkawire broker --listen 127.0.0.1:9092 --data-dir ./data --set num.partitions=3

Port 0 takes a free one. When the broker is ready it prints one line, "kafkawire broker listening on HOST:PORT".
Ctrl-C or SIGTERM stops it cleanly. Options of --set and --config have Kafka's names.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "broker",
        help="run a broker",
        description="Run a broker on one node.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--listen", metavar="HOST:PORT", help="where clients connect (default 127.0.0.1:9092)")
    parser.add_argument("--data-dir", metavar="DIR", help="where the logs are kept (default ./kafkawire-data)")
    parser.add_argument("--config", metavar="FILE", help="a properties file with options")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="an option; may be repeated")
    parser.add_argument("--log-level", default="WARNING", choices=("DEBUG", "INFO", "WARNING", "ERROR"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run it; returns 0 after a clean stop.

    Raises `UsageError` if the options are wrong, `OSError` or `KafkaWireError` if it cannot start or its disk fails.
    """
    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.options import InvalidOption

    logging.basicConfig(level=args.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        config = BrokerConfig.from_options(_options(args))
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(config))
    except InvalidOption as exc:
        raise UsageError(str(exc)) from exc
    except OSError as exc:
        if exc.filename is not None or exc.strerror is None:
            raise
        raise KafkaWireError(
            exc.strerror
        ) from exc  # it says already what is in use, no number needs to stand before it
    return 0


def _options(args: argparse.Namespace) -> Mapping[str, str]:
    from kafkawire.broker.log.checkpoints import parse_properties
    from kafkawire.broker.options import InvalidOption

    options: dict[str, str] = {}
    if args.config:
        with open(args.config, "rb") as file:
            options |= parse_properties(file.read())
    if args.listen:
        options["listeners"] = args.listen
    if args.data_dir:
        options["log.dirs"] = args.data_dir
    for pair in args.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidOption(f"--set {pair}: want KEY=VALUE")
        options[name.strip()] = value
    return options


async def _serve(config: BrokerConfig) -> None:
    from kafkawire.broker.server import Broker

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with Broker(config) as broker:
        print(f"kafkawire broker listening on {broker.bootstrap_servers}", flush=True)
        await stop.wait()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop  # type: ignore[no-any-return, unused-ignore]

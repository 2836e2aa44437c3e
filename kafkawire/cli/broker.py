"""`kafkawire broker`: run a broker until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kafkawire.cli import recording
from kafkawire.cli.signals import stopped_by_signal
from kafkawire.cli.usage import UsageError, listen_port
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB
from kafkawire.malloc import keep_memory

if TYPE_CHECKING:
    from kafkawire.broker.server.broker import Broker

__all__ = ["add_parser", "run"]

_LOG = logging.getLogger("kafkawire.broker")
_SWITCH_INTERVAL = 0.0005  # seconds that a thread may keep the event loop waiting (Python: 0.005)
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_EXAMPLE = """\
example:
  kafkawire broker --listen 127.0.0.1:9092 --data-dir ./data --set num.partitions=3

Port 0 takes a free one. When the broker is ready it prints one line, "kafkawire broker listening on HOST:PORT", or
with --json an object that has it as "bootstrap_servers"; an object with "error" says why it does not start.
Ctrl-C or SIGTERM stops it cleanly; a second one ends it at once. Options of --set and --config have Kafka's names.

exit codes: 0 stopped cleanly, 1 it could not start or its disk failed, 2 an option is wrong
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
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="an option; may be repeated")
    parser.add_argument(
        "--users", metavar="FILE", help="who may log in on listeners with SASL: a line NAME:PASSWORD for each"
    )
    parser.add_argument("--check-config", action="store_true", help="say whether the options are right, and end")
    recording.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the line, or the error, as JSON")
    parser.add_argument(
        "--metrics-port", metavar="PORT", type=listen_port, help="serve metrics for Prometheus on this port"
    )
    parser.add_argument(
        "--log",
        metavar="AREA=LEVEL",
        action="append",
        default=[],
        help="a level for one area, such as connections=DEBUG; may be repeated",
    )
    parser.add_argument("--log-level", default="WARNING", choices=_LEVELS, help="what is logged (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run it; returns 0 after a clean stop.

    Raises `UsageError` if the options are wrong, `OSError` or `KafkaWireError` if it cannot start or its disk fails;
    with `--json` these become a line and an exit code.
    """
    if not args.json:
        return _run(args)
    try:
        return _run(args)
    except OSError as exc:
        _say(args, "", event="error", error=f"{exc.filename}: {exc.strerror}" if exc.filename else str(exc))
        return 1
    except (KafkaWireError, UsageError) as exc:
        _say(args, "", event="error", error=str(exc))
        return 2 if isinstance(exc, UsageError) else 1


def _run(args: argparse.Namespace) -> int:
    from kafkawire.broker.config.broker import BrokerConfig
    from kafkawire.broker.config.options import InvalidOption
    from kafkawire.broker.log.open_files import raise_limit
    from kafkawire.broker.server.broker import Broker

    _set_up_logging(args)
    try:
        config, users = BrokerConfig.from_options(_options(args)), _users(args.users)
        if args.check_config:
            Broker(config, users=users)
            _say(args, "the configuration is valid", event="valid")
            return 0
        raise_limit()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        keep_memory(4 * MIB, 16 * MIB)  # large frames come and go: a third of Produce is page faults otherwise
        with recording.recorder_of(args) as recorder:
            broker = Broker(config, users=users, recorder=recorder)
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(_serve(broker, args, _metrics_port(args)))
    except InvalidOption as exc:
        raise UsageError(str(exc)) from exc
    except OSError as exc:
        if exc.filename is not None or exc.strerror is None:
            raise
        raise KafkaWireError(exc.strerror) from exc  # says what is in use, and needs no number before it
    return 0


def _options(args: argparse.Namespace) -> Mapping[str, str]:
    from kafkawire.broker.config.options import InvalidOption
    from kafkawire.cli.properties import parse

    options: dict[str, str] = {}
    if args.config:
        with open(args.config, "rb") as file:
            options |= parse(file.read())
    if args.listen:
        options["listeners"] = args.listen
    if args.data_dir:
        options["log.dirs"] = args.data_dir
    for pair in args.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidOption(f"--set {pair}: want NAME=VALUE")
        options[name.strip()] = value
    return options


def _users(path: str | None) -> dict[str, str]:
    """Name -> password; the error for a bad line does not show it."""
    users: dict[str, str] = {}
    if path is None:
        return users
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            name, colon, password = line.rstrip("\r\n").partition(":")
            if colon:
                users[name] = password
            elif line.strip():
                raise UsageError(f"{path}, line {number}: want NAME:PASSWORD")
    return users


async def _serve(broker: Broker, args: argparse.Namespace, metrics_port: int | None) -> None:
    stop = stopped_by_signal()
    async with broker, _metrics(broker, metrics_port) as metrics:
        address = broker.bootstrap_servers
        facts = {"node_id": broker.config.node_id, "cluster_id": broker.node.cluster_id, "pid": os.getpid()}
        text = f"kafkawire broker listening on {address}"
        gc.freeze()  # what is there now stays: whoever makes many objects need not have it all looked at for garbage
        _say(args, text, event="listening", bootstrap_servers=address, metrics_port=metrics, **facts)
        await stop.wait()


def _say(args: argparse.Namespace, text: str, **facts: object) -> None:
    from kafkawire.cli.output import json_text

    print(json_text(facts) if args.json else text, flush=True)


@asynccontextmanager
async def _metrics(broker: Broker, port: int | None) -> AsyncIterator[int | None]:
    if port is None:
        yield None
        return
    from kafkawire.broker.server.metrics import MetricsServer

    server = MetricsServer(broker.node, broker.host, port)
    _LOG.info("metrics on http://%s:%d/metrics", broker.host or "*", server.port)
    try:
        yield server.port
    finally:
        await asyncio.to_thread(server.close)


def _set_up_logging(args: argparse.Namespace) -> None:
    logging.basicConfig(level=args.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for pair in args.log:
        area, _, level = pair.partition("=")
        if level not in _LEVELS:
            raise UsageError(f"--log {pair}: want AREA=LEVEL, with one of {', '.join(_LEVELS)}")
        logging.getLogger(f"kafkawire.broker.{area}").setLevel(level)


def _metrics_port(args: argparse.Namespace) -> int | None:
    port: int | None = args.metrics_port
    if port is not None and find_spec("prometheus_client") is None:
        raise UsageError("--metrics-port needs a package that is not installed: pip install 'kafkawire[metrics]'")
    return port


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop  # type: ignore[no-any-return, unused-ignore]

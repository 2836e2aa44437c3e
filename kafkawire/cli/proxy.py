"""`kafkawire proxy`: stand between clients and a cluster until told to stop."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
from typing import TYPE_CHECKING, Any

from kafkawire.cli.signals import stopped_by_signal
from kafkawire.cli.usage import UsageError

if TYPE_CHECKING:
    from kafkawire.proxy.cluster import VirtualCluster
    from kafkawire.proxy.filters import Filter
    from kafkawire.proxy.server import Proxy

__all__ = ["add_parser", "run"]

_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_EXAMPLE = """\
examples:
  kafkawire proxy --upstream kafka.example.com:9092 --listen 127.0.0.1:19092
  kafkawire proxy --upstream 127.0.0.1:9092 --filter my_filters:Rename:prefix=team-
  kafkawire proxy --upstream a:9093,b:9093 -X security.protocol=SSL --broker-ports 20000-20009

A filter is a name among the entry points kafkawire.proxy.filters, or MODULE:CLASS; its options follow behind a colon,
OPTION=VALUE,OPTION=VALUE. Requests pass the filters in the order given, responses the other way.

Clients begin at --listen. A port stands for each broker: --broker-ports, by default the 100 behind that of --listen.
When the proxy is ready it prints one line, "kafkawire proxy listening on HOST:PORT", or with --json an object.
Ctrl-C or SIGTERM ends it once open requests are answered; a second one ends it at once.

exit codes: 0 stopped cleanly, 1 it could not start, 2 an option is wrong
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "proxy",
        help="stand between clients and a cluster",
        description="Pass on what clients and brokers say to each other, past filters that see and change it.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--upstream", metavar="HOST:PORT,...", required=True, help="the brokers of the real cluster")
    parser.add_argument("--listen", metavar="HOST:PORT", default="127.0.0.1:19092", help="default 127.0.0.1:19092")
    parser.add_argument("--broker-ports", metavar="FIRST-LAST", help="ports that stand for brokers, by their numbers")
    parser.add_argument("--first-broker", metavar="ID", type=int, default=0, help="whose port is the first (default 0)")
    parser.add_argument("--advertised-host", metavar="HOST", help="what clients are told (default: that of --listen)")
    parser.add_argument("--filter", metavar="NAME[:OPTION=VALUE,...]", action="append", default=[])
    parser.add_argument("--close-on-error", action="store_true", help="hang up when a filter fails; else answer so")
    parser.add_argument("--tls", metavar="FILE", help="have clients speak TLS: key and certificates in PEM")
    parser.add_argument(
        "-X", "--set", action="append", default=[], metavar="NAME=VALUE",
        help="an option for connecting to the cluster, security.protocol=SSL say; may be repeated",
    )  # fmt: skip
    parser.add_argument("--max-connections", metavar="N", type=int, default=10_000)
    parser.add_argument("--drain-timeout", metavar="SECONDS", type=float, default=30.0)
    parser.add_argument("--check-config", action="store_true", help="say whether the options are right, and end")
    parser.add_argument("--json", action="store_true", help="print the line as JSON")
    parser.add_argument("--log-level", default="WARNING", choices=_LEVELS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run it; returns 0 after a clean stop. Raises `UsageError` if an option is wrong, `OSError` if it cannot start."""
    from kafkawire.proxy.server import Proxy
    from kafkawire.transport.aio import loop_factory

    logging.basicConfig(level=args.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    cluster, filters = _cluster(args), _filters(args.filter)

    async def main() -> None:
        proxy = Proxy(
            [cluster],
            filters,
            closes_on_error=args.close_on_error,
            max_connections=args.max_connections,
            drain_timeout=args.drain_timeout,
        )
        await _serve(proxy, args)

    if args.check_config:
        _check(cluster, filters)
        _say(args, "the configuration is valid", event="valid")
        return 0
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())
    return 0


async def _serve(proxy: Proxy, args: argparse.Namespace) -> None:
    stop = stopped_by_signal()
    async with proxy:
        gc.freeze()  # what is there now stays, and need not be looked at for garbage again
        address = proxy.bootstrap_servers
        text = f"kafkawire proxy listening on {address}"
        _say(args, text, event="listening", bootstrap_servers=address, pid=os.getpid())
        await stop.wait()


def _cluster(args: argparse.Namespace) -> VirtualCluster:
    from kafkawire.cli.client_options import client_options
    from kafkawire.client.errors import InvalidOption
    from kafkawire.client.options import ClientOptions
    from kafkawire.proxy.cluster import VirtualCluster

    options = client_options(args.set, ClientOptions, {"client_id": "kafkawire-proxy"})
    try:
        return VirtualCluster(
            args.upstream,
            listen=args.listen,
            broker_ports=_ports(args.broker_ports),
            first_broker=args.first_broker,
            advertised_host=args.advertised_host,
            ssl_context=_tls(args.tls),
            upstream_ssl_context=options.pop("ssl_context", None),
            **options,
        )
    except InvalidOption as exc:
        raise UsageError(str(exc)) from exc


def _ports(text: str | None) -> range | None:
    if text is None:
        return None
    first, _, last = text.partition("-")
    if not (first.isdigit() and (last or first).isdigit() and 0 < int(first) <= int(last or first) < 65_536):
        raise UsageError(f"--broker-ports {text}: want FIRST-LAST")
    return range(int(first), int(last or first) + 1)


def _tls(path: str | None) -> Any:
    if path is None:
        return None
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(path)
    except ssl.SSLError as exc:
        raise UsageError(f"--tls {path}: {exc}") from exc
    return context


def _filters(texts: list[str]) -> list[Filter]:
    from kafkawire.proxy.loading import FilterNotFound, InvalidFilterOption, load_filter

    try:
        return [load_filter(text) for text in texts]
    except (FilterNotFound, InvalidFilterOption) as exc:
        raise UsageError(f"--filter {exc}") from exc


def _check(cluster: VirtualCluster, filters: list[Filter]) -> None:
    from kafkawire.proxy.chain import Chain

    try:
        Chain([*filters, *cluster.filters])
    except TypeError as exc:  # a hook whose name is none
        raise UsageError(f"--filter {exc}") from exc


def _say(args: argparse.Namespace, text: str, **facts: object) -> None:
    from kafkawire.cli.output import json_text

    print(json_text(facts) if args.json else text, flush=True)

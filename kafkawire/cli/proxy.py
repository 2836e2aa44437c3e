"""`kafkawire proxy`: stand between clients and a cluster until told to stop."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from kafkawire.cli import recording
from kafkawire.cli.signals import stopped_by_signal
from kafkawire.cli.usage import UsageError, duration_ms, listen_port
from kafkawire.limits import MIB
from kafkawire.malloc import keep_memory

if TYPE_CHECKING:
    import ssl

    from kafkawire.cli.proxy_config import ProxyConfig
    from kafkawire.proxy.cluster import VirtualCluster
    from kafkawire.proxy.filters import Filter
    from kafkawire.proxy.server import Proxy
    from kafkawire.testing.fault_filter import FaultFilter

__all__ = ["add_parser", "run"]

T = TypeVar("T")
_LOG = logging.getLogger("kafkawire.proxy")
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
With --config FILE all that stands in a file of TOML, for any number of clusters; at SIGHUP it is read again, and its
filters and certificates are those of new connections.
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
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--upstream", metavar="HOST:PORT,...", help="the brokers of the real cluster")
    what.add_argument("--config", metavar="FILE", help="clusters and filters out of a file of TOML instead")
    parser.add_argument("--listen", metavar="HOST:PORT", default="127.0.0.1:19092", help="default 127.0.0.1:19092")
    parser.add_argument("--broker-ports", metavar="FIRST-LAST", help="ports that stand for brokers, by their numbers")
    parser.add_argument("--first-broker", metavar="ID", type=int, default=0, help="whose port is the first (default 0)")
    parser.add_argument("--advertised-host", metavar="HOST", help="what clients are told (default: that of --listen)")
    about = "what requests and responses pass; may be repeated, see below"
    parser.add_argument("--filter", metavar="NAME[:OPTION=VALUE,...]", action="append", default=[], help=about)
    recording.add_arguments(parser)
    parser.add_argument("--close-on-error", action="store_true", help="hang up when a filter fails; else answer so")
    parser.add_argument("--tls", metavar="FILE", help="have clients speak TLS: key and certificates in PEM")
    _add_names(parser)
    parser.add_argument(
        "-X", "--set", action="append", default=[], metavar="NAME=VALUE",
        help="an option for connecting to the cluster, security.protocol=SSL say; may be repeated",
    )  # fmt: skip
    parser.add_argument("--max-connections", metavar="N", type=int, default=10_000, help="of clients (default: 10000)")
    about = "when it ends: for so long open requests may still be answered (default: 30s)"
    parser.add_argument("--drain-timeout", metavar="SPAN", type=duration_ms, default=30_000, help=about)
    parser.add_argument(
        "--metrics-port", metavar="PORT", type=listen_port, help="serve metrics for Prometheus on this port"
    )
    parser.add_argument(
        "--admin-port", metavar="PORT", type=listen_port, help="let faults come and go by HTTP, on this machine"
    )
    parser.add_argument("--check-config", action="store_true", help="say whether the options are right, and end")
    parser.add_argument("--json", action="store_true", help="print the line as JSON")
    parser.add_argument("--log-level", default="WARNING", choices=_LEVELS, help="what is logged (default: %(default)s)")
    parser.set_defaults(run=run)


def _add_names(parser: argparse.ArgumentParser) -> None:
    """Options by which it is known who clients are, and which broker they want."""
    names = parser.add_argument_group("names")
    names.add_argument(
        "--tls-client-ca", metavar="FILE", help="clients must show a certificate that one of these signed"
    )
    names.add_argument(
        "--principal-mapping-rules", metavar="RULES", default="DEFAULT", help="Kafka's, for certificates"
    )
    names.add_argument("--broker-hosts", metavar="PATTERN", help="brokers by TLS host name: broker-{id}.example.com")
    names.add_argument(
        "--proxy-protocol-from", metavar="NETWORK,...", help="load balancers, which have to send a PROXY header"
    )


def run(args: argparse.Namespace) -> int:
    """Run it; returns 0 after a clean stop. Raises `UsageError` if an option is wrong, `OSError` if it cannot start."""
    from kafkawire.broker.log.open_files import raise_limit
    from kafkawire.transport.aio import loop_factory

    logging.basicConfig(level=args.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if args.metrics_port is not None and find_spec("prometheus_client") is None:
        raise UsageError("--metrics-port needs a package that is not installed: pip install 'kafkawire[metrics]'")
    if not {"", os.getcwd()} & {*sys.path}:  # an installed command has its own directory there instead
        sys.path.append(os.getcwd())  # where MODULE:CLASS mostly is
    config = _config(args)
    if args.check_config:
        _say(args, "the configuration is valid", event="valid")
        return 0
    raise_limit()
    keep_memory(4 * MIB, 16 * MIB)  # each read takes a block of 256 KiB: from the system it costs as much as the read
    reads_headers = any(cluster.proxy_protocol_from for cluster in config.clusters)
    with asyncio.Runner(loop_factory=None if reads_headers else loop_factory()) as runner:  # uvloop's cannot
        runner.run(_serve(config, args))
    return 0


async def _serve(config: ProxyConfig, args: argparse.Namespace) -> None:
    from kafkawire.proxy.server import Proxy
    from kafkawire.testing.fault_filter import FaultFilter

    stop = stopped_by_signal()
    faults = [] if args.admin_port is None else [FaultFilter()]
    proxy = Proxy(config.clusters, [*config.filters, *faults], **config.options)
    metrics_server = _metrics(proxy, config.clusters[0].host, args.metrics_port)
    async with proxy, metrics_server as metrics, _admin(faults, args.admin_port) as admin:
        if args.config is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, _reload, proxy, args.config, faults)
        gc.freeze()  # what is there now stays, and need not be looked at for garbage again
        address = proxy.bootstrap_servers
        text = f"kafkawire proxy listening on {', '.join(proxy.addresses.values())}"
        facts = {
            "bootstrap_servers": address,
            "addresses": proxy.addresses,
            "metrics_port": metrics,
            "admin_port": admin,
        }
        _say(args, text, event="listening", **facts, pid=os.getpid())
        await stop.wait()


def _reload(proxy: Proxy, path: str, faults: list[FaultFilter]) -> None:
    """SIGHUP: new connections get what the file says now; if that is wrong, all stays as it is."""
    from kafkawire.cli.proxy_config import read_config
    from kafkawire.client.errors import InvalidOption

    try:
        config = read_config(path)
        proxy.reload(config.clusters, [*config.filters, *faults])
    except (UsageError, InvalidOption, OSError) as exc:
        _LOG.error("%s is not taken over: %s", path, exc)
    else:
        _LOG.warning("%s is taken over for new connections", path)


@asynccontextmanager
async def _metrics(proxy: Proxy, host: str, port: int | None) -> AsyncIterator[int | None]:
    if port is None:
        yield None
        return
    from kafkawire.proxy.metrics import MetricsServer

    server = MetricsServer(proxy, host, port)
    try:
        yield server.port
    finally:
        await asyncio.to_thread(server.close)


@asynccontextmanager
async def _admin(faults: list[FaultFilter], port: int | None) -> AsyncIterator[int | None]:
    if port is None:
        yield None
        return
    from kafkawire.testing.fault_admin import FaultAdmin

    admin = FaultAdmin(faults[0].faults, port)
    try:
        yield admin.port
    finally:
        await asyncio.to_thread(admin.close)


def _config(args: argparse.Namespace) -> ProxyConfig:
    """What the options say, or the file that they name."""
    from kafkawire.cli.proxy_config import ProxyConfig, read_config

    if args.config is not None:
        if args.capture is not None:
            raise UsageError("--capture goes with --upstream; in a file it is the filter capture")
        return read_config(args.config)
    cluster, filters = _cluster(args), _filters(args.filter)
    _check(cluster, filters)
    if args.capture is not None and not args.check_config:
        filters.insert(0, _capture(args))
    options = {
        "closes_on_error": args.close_on_error,
        "max_connections": args.max_connections,
        "drain_timeout": args.drain_timeout / 1000,
    }
    return ProxyConfig([cluster], filters, options)


def _cluster(args: argparse.Namespace) -> VirtualCluster:
    from kafkawire.cli.client_options import client_options
    from kafkawire.cli.proxy_config import networks_of, ports_of
    from kafkawire.client.errors import InvalidOption
    from kafkawire.client.options import ClientOptions
    from kafkawire.proxy.cluster import VirtualCluster

    options = client_options(args.set, ClientOptions, {"client_id": "kafkawire-proxy"})
    try:
        return VirtualCluster(
            args.upstream,
            listen=args.listen,
            broker_ports=_made("--broker-ports", args.broker_ports, ports_of),
            first_broker=args.first_broker,
            advertised_host=args.advertised_host,
            ssl_context=_tls(args),
            broker_hosts=args.broker_hosts,
            principal_mapping_rules=args.principal_mapping_rules,
            proxy_protocol_from=_made("--proxy-protocol-from", args.proxy_protocol_from, networks_of) or (),
            upstream_ssl_context=options.pop("ssl_context", None),
            **options,
        )
    except InvalidOption as exc:
        raise UsageError(str(exc)) from exc


def _tls(args: argparse.Namespace) -> ssl.SSLContext | None:
    from kafkawire.cli.proxy_config import server_context, trust_clients

    context = _made("--tls", args.tls, server_context)
    if context is None and args.tls_client_ca is not None:
        raise UsageError("--tls-client-ca: clients have certificates in TLS: give --tls")
    if context is not None:
        _made("--tls-client-ca", args.tls_client_ca, partial(trust_clients, context))
    return context


def _made(option: str, value: str | None, make: Callable[[str], T]) -> T | None:
    """What becomes of the text of an option."""
    try:
        return None if value is None else make(value)
    except ValueError as exc:
        raise UsageError(f"{option} {exc}") from exc


def _filters(texts: list[str]) -> list[Filter]:
    from kafkawire.proxy.loading import FilterNotFound, InvalidFilterOption, load_filter

    try:
        return [load_filter(text) for text in texts]
    except (FilterNotFound, InvalidFilterOption) as exc:
        raise UsageError(f"--filter {exc}") from exc


def _capture(args: argparse.Namespace) -> Filter:
    """What clients see is recorded, so it comes before all other filters."""
    from kafkawire.proxy.shipped.capture import Capture

    return Capture(args.capture, **recording.options_of(args))


def _check(cluster: VirtualCluster, filters: list[Filter]) -> None:
    from kafkawire.proxy.chain import Chain

    try:
        Chain([*filters, *cluster.filters])
    except TypeError as exc:  # a hook whose name is none
        raise UsageError(f"--filter {exc}") from exc


def _say(args: argparse.Namespace, text: str, **facts: object) -> None:
    from kafkawire.cli.output import json_text

    print(json_text(facts) if args.json else text, flush=True)

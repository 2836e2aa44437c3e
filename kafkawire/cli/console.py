"""`kafkawire console`: captures, log files, schemas and clusters in a browser."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.cli import names
from kafkawire.cli.client_options import add_client_arguments, connection_of
from kafkawire.cli.output import Told, named
from kafkawire.cli.signals import stopped_by_signal
from kafkawire.cli.usage import UsageError, positive
from kafkawire.logfiles.finding import kind_of

if TYPE_CHECKING:
    from kafkawire.console import View

__all__ = ["add_parser"]

_EXAMPLES = """\
examples:
  kafkawire console traffic.pcap                    what went over the wire
  kafkawire console 00000000000000000000.log        a segment: batches, records, indexes
  kafkawire console -b localhost:9092               a cluster
  kafkawire console wire.pcapng --follow            what a proxy or broker records with --capture, as it comes
  tcpdump -i lo -U -w - port 9092 | kafkawire console -
  kafkawire console traffic.pcap --export page.html the same page as one file

The address that is printed has a token; whoever has it sees what the console sees. Stop it with Ctrl-C."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    about = "captures, log files, schemas and clusters in a browser"
    parser = subparsers.add_parser(
        "console",
        help=about,
        description=f"Show {about}, on a page that this machine alone can see.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    about = "captures (- is standard input), segments (.log), log directories"
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help=about)
    parser.add_argument(
        "--listen", metavar="HOST:PORT", default="127.0.0.1:0", help="default: a free port of 127.0.0.1"
    )
    parser.add_argument("--export", metavar="FILE.html", type=Path, help="write the page as a file instead")
    parser.add_argument("--filter", metavar="FILTER", default="", help="with --export: only messages that it fits")
    parser.add_argument("--follow", action="store_true", help="captures grow: show what is appended, as by a proxy")
    parser.add_argument("--topic", metavar="NAME", help="whose records are in the segments, if no directory says so")
    about = "of a server: everything there counts as Kafka's, however broken; may be repeated"
    parser.add_argument("--port", metavar="PORT", type=positive, action="append", default=[], help=about)
    parser.add_argument("--key-log", metavar="FILE", help="keys of TLS: show what went through it to --port")
    parser.add_argument("--secrets", action="store_true", help="show passwords and the like")
    names.add_messages(parser)
    add_client_arguments(parser)


def _run(args: argparse.Namespace) -> int:
    if args.export is not None:
        return _export(args)
    if args.filter:
        raise UsageError("--filter goes with --export; the page has a filter of its own")
    asyncio.run(_serve(args))
    return 0


def _views(args: argparse.Namespace) -> Sequence[View]:
    """The tabs, in their order."""
    from kafkawire.console.schemas import SchemasView

    recorded, cluster = [_wire(args), *_files(args)], _cluster(args)
    first = [cluster, *recorded] if args.brokers and not args.files else [*recorded, cluster]
    return [*first, SchemasView()]


def _cluster(args: argparse.Namespace) -> View:
    from kafkawire.client.options import ClientOptions
    from kafkawire.console.cluster import ClusterView

    return ClusterView(*connection_of(args, ClientOptions, {"default_api_timeout_ms": 5_000}))


def _wire(args: argparse.Namespace) -> View:
    from kafkawire.capture.query import QueryError
    from kafkawire.console.traffic import Traffic
    from kafkawire.console.wire import WireView

    messages = names.message_set(args.messages)
    captures = [Path("/dev/stdin") if str(path) == "-" else path for path in args.files if not _is_of_a_broker(path)]
    for path in captures:
        if not path.exists() or path.is_file():  # a pipe that is opened and closed has ended
            path.open("rb").close()  # so that a name with a slip is said here, and not on the page
    how: dict[str, Any] = {"ports": args.port, "key_log": args.key_log, "live": args.follow}
    try:
        traffics = [Traffic(str(path), messages, **how) for path in captures]
        return WireView(traffics, messages, show_secrets=args.secrets, chosen=args.filter)
    except QueryError as exc:
        raise UsageError(str(exc)) from exc


def _files(args: argparse.Namespace) -> list[View]:
    from kafkawire.console.files import FilesView

    paths = [str(path) for path in args.files if _is_of_a_broker(path)]
    return [FilesView(paths, args.topic)] if paths else []


def _is_of_a_broker(path: Path) -> bool:
    return path.is_dir() or kind_of(str(path)) is not None


async def _serve(args: argparse.Namespace) -> None:
    from kafkawire.console import Console

    stop = stopped_by_signal()
    host, port = _address(args.listen)
    async with Console(_views(args), host, port) as console:
        print(f"kafkawire console: open {console.url}", flush=True)
        await stop.wait()


def _export(args: argparse.Namespace) -> int:
    from kafkawire.console.document import document

    told = Told("exported")

    async def embedded() -> tuple[list[View], dict[str, object]]:
        if args.follow:
            raise UsageError("--follow has no end, which --export needs")
        views = _views(args)
        found = {view.name: await view.embed(told.at) for view in views}
        for view in views:
            await view.close()
        return [view for view in views if found[view.name] is not None], found

    try:
        views, found = asyncio.run(embedded())
    finally:
        told.clear()
    html = document(views, embedded=found).html
    with named(args.export):
        args.export.write_text(html, encoding="utf-8")
    print(f"{args.export}: {', '.join(view.title for view in views)}, {len(html.encode())} bytes")
    return 0


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal():
        raise UsageError(f"--listen {text}: want HOST:PORT")
    if int(port) > 65535:
        raise UsageError(f"--listen {text}: ports are 1 to 65535, or 0 for a free one")
    return host.strip("[]"), int(port)

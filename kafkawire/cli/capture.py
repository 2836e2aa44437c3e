"""`kafkawire capture`: what went over the wire, out of a capture file or as it happens."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any

from kafkawire.capture import Capture, Exchange, read
from kafkawire.capture.columns import COLUMNS
from kafkawire.capture.compare import Comparison, differences
from kafkawire.capture.export import FORMATS, export, json_row
from kafkawire.capture.query import QueryError, parse_filter
from kafkawire.capture.stats import Stats
from kafkawire.cli import names, output
from kafkawire.cli.client_options import add_client_arguments, connection_of
from kafkawire.cli.progress import some
from kafkawire.cli.usage import NotThere, UsageError, duration_ms, port, positive
from kafkawire.cli.usage import names as names_by_commas

__all__ = ["add_parser"]

_EXAMPLES = """\
examples:
  kafkawire capture show wire.pcapng
  kafkawire capture show wire.pcapng 'api==Fetch and latency_ms>50 and topic~"ord.*"'
  kafkawire capture show wire.pcapng --number 17
  kafkawire capture stats wire.pcapng
  kafkawire capture follow wire.pcapng 3
  kafkawire capture export wire.pcapng wire.parquet
  kafkawire capture diff before.pcapng after.pcapng --ignore clusterId
  kafkawire capture replay wire.pcapng -b localhost:9092
  kafkawire capture lo --port 9092
  tcpdump -i eth0 -U -w - port 9092 | kafkawire capture show -

`kafkawire capture COMMAND --help` tells more."""

_FILTERS = "\n".join(
    [
        "columns of filters:",
        *(f"  {name:15} {column.about}" for name, column in COLUMNS.items()),
        "",
        "Operators are == != < <= > >= ~ !~ (regular expression) and in (...); and, or, not and brackets combine.",
        "request.acks, response.topics.name and the like look into messages.",
    ]
)
_SHOWN = "number,time,connection,api,version,latency_ms,request_size,response_size,client_id,topic,error,problem"
_WIDTHS = {"number": 6, "time": 15, "connection": 4, "api": 24, "version": 3, "latency_ms": 10, "client_id": 12}
_HEADINGS = {
    "number": "#",
    "connection": "conn",
    "version": "v",
    "request_size": "request",
    "response_size": "response",
}
_NUMBERS = {name for name, column in COLUMNS.items() if column.kind == "number"}

Run = Callable[[argparse.Namespace], int]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    about = "what went over the wire: requests and responses of a capture, or live"
    parser = subparsers.add_parser(
        "capture",
        help=about,
        description=f"Say {about}.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    about = "list requests with their responses, or show one in full"
    showing = _add_command(commands, "show", _show, about, "wire.pcapng 'api==Fetch and latency_ms>50'")
    _add_shown(showing)
    showing.add_argument(
        "--number", "-n", metavar="N", type=positive, help="this one as an annotated dump of its bytes"
    )
    stats = _add_command(commands, "stats", _stats, "count requests, and say how long they took", "wire.pcapng")
    stats.add_argument("--json", action="store_true", help="a line of JSON for each API and version, and each client")
    about = "what one connection said, in full"
    following = _add_command(commands, "follow", _follow, about, "wire.pcapng 3", with_filter=False)
    following.add_argument("connection", metavar="CONNECTION", type=positive, help="its number, as `show` lists it")
    following.add_argument("--json", action="store_true", help="a line of JSON for each exchange")
    about = "write a file for other tools"
    exporting = _add_command(commands, "export", _export, about, "wire.pcapng wire.parquet", with_filter=False)
    exporting.add_argument("target", metavar="TARGET", type=Path, help=f"the file to write: .{', .'.join(FORMATS)}")
    exporting.add_argument("filter", metavar="FILTER", nargs="?", help="only what it fits")
    exporting.add_argument("--file-format", choices=FORMATS, help="of TARGET (default: by its ending)")
    exporting.add_argument("--no-bodies", action="store_true", help="without requests and responses in full")
    about, example = "compare the responses of two captures", "before.pcapng after.pcapng --ignore isrNodes"
    comparing = _add_command(commands, "diff", _diff, about, example, with_filter=False)
    comparing.add_argument("other", metavar="OTHER", help="another capture, of the same requests")
    comparing.add_argument("filter", metavar="FILTER", nargs="?", help="only what it fits")
    _add_compared(comparing)
    comparing.add_argument("--json", action="store_true", help="a line of JSON for each field that differs")
    about, example = "ask a broker what was asked, and compare what it says", "wire.pcapng -b new-broker:9092"
    replaying = _add_command(commands, "replay", _replay, about, example)
    _add_replay(replaying)
    for name in dict.fromkeys((*(name for _, name in socket.if_nameindex()), "any")):
        _add_live(commands, name)


def _add_command(
    commands: Any, name: str, run: Run, about: str, example: str, *, with_filter: bool = True
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=f"example:\n  kafkawire capture {name} {example}" + f"\n\n{_FILTERS}" * (name != "follow"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, parser=parser)
    parser.add_argument("file", metavar="FILE", help="pcap or pcapng, also gzip'd; - is standard input")
    if with_filter and name != "replay":
        parser.add_argument("filter", metavar="FILTER", nargs="?", help="only what it fits, such as 'api==Fetch'")
    about = "keys of TLS: show what went through it to --port; tshark decrypts it"
    parser.add_argument("--key-log", metavar="FILE", help=about)
    _add_common(parser)
    return parser


def _add_live(commands: Any, interface: str) -> None:
    parser = commands.add_parser(
        interface,
        description=f"Show what goes over {interface} as it happens. tcpdump records it, and needs the right to.",
        epilog=f"example:\n  kafkawire capture {interface} --port 9092 'error!=none'\n\n{_FILTERS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_live, parser=parser, interface=interface, number=None)
    parser.add_argument("filter", metavar="FILTER", nargs="?", help="only what it fits, such as 'api==Fetch'")
    _add_common(parser)
    _add_shown(parser)


def _add_compared(parser: argparse.ArgumentParser) -> None:
    about = "fields that may differ, by commas, such as isrNodes,leaderEpoch; may be repeated"
    parser.add_argument("--ignore", metavar="NAMES", type=names_by_commas, action="extend", default=[], help=about)
    about = "compare also what has to differ between two brokers: times, ids, addresses, throttling"
    parser.add_argument("--all", action="store_true", help=about)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    add_client_arguments(parser)
    about = "as soon as order allows, or with the pauses that were recorded (default asap)"
    parser.add_argument("--pace", choices=("asap", "recorded"), default="asap", help=about)
    parser.add_argument("--only", metavar="FILTER", dest="filter", help="only requests that it fits; see below")
    about = "write what is asked and answered now into a capture"
    parser.add_argument("-o", "--output", metavar="FILE", help=about)
    about = "so long a response is waited for (default: 30s)"
    parser.add_argument("--timeout", metavar="SPAN", type=duration_ms, default=30_000, help=about)
    _add_compared(parser)
    about = "a line for each field that differs, with a count, instead of one for each time"
    parser.add_argument("--summary", action="store_true", help=about)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each field that differs")


def _add_common(parser: argparse.ArgumentParser) -> None:
    about = "of a server: everything there counts as Kafka's, however broken; may be repeated"
    parser.add_argument("--port", metavar="PORT", type=port, action="append", default=[], help=about)
    parser.add_argument("--secrets", action="store_true", help="show passwords and the like")
    names.add_messages(parser)


def _add_shown(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--columns", metavar="NAMES", default=_SHOWN, help="which, by commas; see below")
    parser.add_argument("--limit", metavar="N", type=positive, help="stop after so many")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each, with bodies")


# ------------------------------------------------------------------------------------------------------- the commands


def _show(args: argparse.Namespace) -> int:
    captured = _read(args)
    if args.number is not None:
        return _dump(args, captured)
    _list(args, captured)
    return _told(captured)


def _list(args: argparse.Namespace, captured: Capture) -> None:
    columns = _columns(args.columns)
    found = islice(_fitting(args, captured), args.limit)
    if args.json:
        for exchange in found:
            output.print_json_line(json_row(exchange, secrets=args.secrets))
    else:
        for line in _lines(found, columns):
            print(line, flush=args.file == "-" or "interface" in args)


def _dump(args: argparse.Namespace, captured: Capture) -> int:
    exchange = next((each for each in captured if each.number == args.number), None)
    if exchange is None:
        raise NotThere(f"--number {args.number}: {args.file} has no exchange of that number")
    from kafkawire.annotate.exchanges import exchange_sections
    from kafkawire.annotate.sections import json_lines
    from kafkawire.cli.annotate import text_lines

    if not args.json:
        print(*_about(exchange), sep="\n")
    for section in exchange_sections(exchange, names.message_set(args.messages), show_secrets=args.secrets):
        if args.json:
            for line in json_lines(section):
                output.print_json_line(line)
        else:
            print(*text_lines(section), sep="\n")
    return _told(captured)


def _about(exchange: Exchange) -> Iterator[str]:
    for name, column in COLUMNS.items():
        text = _text(column.get(exchange))
        if text:
            yield f"{name:15} {text}"
    if exchange.retry_of is not None:
        connection, correlation_id = exchange.retry_of
        yield f"{'retry of':15} connection {connection}, correlation id {correlation_id}"


def _stats(args: argparse.Namespace) -> int:
    captured = _read(args)
    stats = Stats()
    stats.add_all(_fitting(args, captured))
    rows = [each.row() for _, each in sorted(stats.apis.items())]
    clients = [
        dict(zip(("client_id", "software", "principal", "server", "requests"), (*key, count), strict=True))
        for key, count in stats.clients.most_common()
    ]
    if args.json:
        for row in rows:
            output.print_json_line({"api": row})
        for client in clients:
            output.print_json_line({"client": client})
        return _told(captured)
    _print_rows(rows, numeric=range(1, 11))
    print()
    _print_rows(clients, numeric=(4,))
    return _told(captured)


def _print_rows(rows: list[dict[str, Any]], numeric: Iterable[int]) -> None:
    if rows:
        cells = [[output.printable(_text(value)) for value in row.values()] for row in rows]
        output.print_table([name.replace("_", " ") for name in rows[0]], cells, numeric=numeric)


def _follow(args: argparse.Namespace) -> int:
    captured = _read(args)
    found = (each for each in captured if each.connection.number == args.connection)
    count = 0
    for exchange in found:
        row = json_row(exchange, secrets=args.secrets)
        if args.json:
            output.print_json_line(row)
        else:
            _print_talk(exchange, row, is_first=count == 0)
        count += 1
    if not count:
        raise NotThere(f"connection {args.connection}: nothing of Kafka's was found on one of that number")
    return _told(captured)


def _print_talk(exchange: Exchange, row: dict[str, Any], *, is_first: bool) -> None:
    if is_first:
        print(f"connection {exchange.connection.number}: {exchange.client} to {exchange.server}")
    what = f"{exchange.api or f'API {exchange.api_key}'} v{exchange.version}, id {exchange.correlation_id}"
    print(f"\n#{exchange.number} {_clock(exchange.time)} > {what}")
    print(output.json_text(row["request"], indent=2) if row["request"] else exchange.request_error or "")
    if exchange.answer is None:
        print("no response")
        return
    print(f"#{exchange.number} after {_text(exchange.latency_ms)} ms < {', '.join(exchange.error_codes) or 'no error'}")
    print(output.json_text(row["response"], indent=2) if row["response"] else exchange.response_error or "")


def _export(args: argparse.Namespace) -> int:
    form = args.file_format or args.target.suffix.removeprefix(".")
    if form not in FORMATS:
        raise UsageError(f"{args.target}: its ending says no format; --file-format takes {', '.join(FORMATS)}")
    captured = _read(args)
    with output.named(args.target):
        count = export(_fitting(args, captured), args.target, form, bodies=not args.no_bodies, secrets=args.secrets)
    print(f"{some(count, 'exchange')} in {args.target}", file=sys.stderr)
    return _told(captured)


def _diff(args: argparse.Namespace) -> int:
    """0 if nothing differs, else 1."""
    captured = _read(args)
    other = read(args.other, names.message_set(args.messages), ports=args.port)
    found, number = Comparison(), 0
    first, second = _fitting(args, captured), _fitting(args, other)
    for each in differences(first, second, found, ignored=args.ignore, is_strict=args.all):
        if args.json:
            row = {"first": each.first.number, "second": each.second.number, "api": each.first.api}
            output.print_json_line(row | {"path": each.path, "was": each.was, "now": each.now})
            continue
        if each.first.number != number:
            number = each.first.number
            print(f"#{number} / #{each.second.number}: {each.first.api} v{each.first.version}")
        print(f"  {each.path}: {output.json_text(each.was)} / {output.json_text(each.now)}")
    only = f"{found.only_first} only in {args.file}, {found.only_second} only in {args.other}"
    print(f"{found.compared} responses compared, {len(found.differing)} differ; {only}", file=sys.stderr)
    _told(other)
    _told(captured)
    return 1 if found.differing else 0


def _replay(args: argparse.Namespace) -> int:
    """0 if nothing differs, else 1."""
    from kafkawire.cli import capture_replay
    from kafkawire.client.options import ClientOptions

    servers, options = connection_of(args, ClientOptions, {})
    captured = _read(args)
    code = capture_replay.run(args, _fitting(args, captured), servers, options)
    _told(captured)
    return code


def _live(args: argparse.Namespace) -> int:
    from kafkawire.capture.live import live_packets

    args.file = args.interface
    ports = f" port {', '.join(map(str, args.port))}" if args.port else ""
    with live_packets(args.interface, args.port) as packets, _ended_by_signal(packets.stop) as was_ended:
        print(f"kafkawire: recording on {args.interface}{ports}; Ctrl-C ends it", file=sys.stderr, flush=True)
        captured = read(packets, names.message_set(args.messages), ports=args.port)
        _list(args, captured)
    if packets.dropped:
        captured.note(f"{packets.dropped} packets were not recorded: they came quicker than they were taken")
    _told(captured)
    if was_ended():
        raise KeyboardInterrupt
    return 0


@contextmanager
def _ended_by_signal(end: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C ends the recording, so that what is there is still read and told; the next one ends us."""
    seen: list[int] = []

    def first(number: int, _: object) -> None:
        seen.append(number)
        signal.signal(number, before)
        end()

    before = signal.signal(signal.SIGINT, first)
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)


# ------------------------------------------------------------------------------------------------------------ helpers


def _read(args: argparse.Namespace) -> Capture:
    if args.key_log is not None and (args.file == "-" or not args.port):
        raise UsageError("--key-log needs the name of a file, and --port of the server")
    source = os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0) if args.file == "-" else args.file
    return read(source, names.message_set(args.messages), ports=args.port, key_log=args.key_log)


def _fitting(args: argparse.Namespace, captured: Iterable[Exchange]) -> Iterator[Exchange]:
    try:
        fits = parse_filter(args.filter, messages=names.message_set(args.messages)) if args.filter else None
    except QueryError as exc:
        raise UsageError(str(exc)) from exc
    return (each for each in captured if fits is None or fits(each))


def _columns(text: str) -> list[str]:
    chosen = [name.strip().replace("-", "_") for name in text.split(",") if name.strip()]
    unknown = [name for name in chosen if name not in COLUMNS]
    if unknown:
        raise UsageError(f"--columns: there is no column {unknown[0]!r}; there are {', '.join(COLUMNS)}")
    return chosen


def _lines(exchanges: Iterable[Exchange], columns: list[str]) -> Iterator[str]:
    """A table that is printed as it comes: columns grow with what is in them. The first row may raise instead."""
    rows = iter(exchanges)
    first = list(islice(rows, 1))
    headings = [_HEADINGS.get(name, name) for name in columns]
    widths = [max(_WIDTHS.get(name, 0), len(heading)) for name, heading in zip(columns, headings, strict=True)]
    yield _line(columns, headings, widths)
    for exchange in chain(first, rows):
        cells = [output.printable(_short(COLUMNS[name].get(exchange))) for name in columns]
        widths = [max(width, min(len(cell), 40)) for width, cell in zip(widths, cells, strict=True)]
        yield _line(columns, cells, widths)


def _line(columns: list[str], cells: list[str], widths: list[int]) -> str:
    return "  ".join(
        cell.rjust(width) if name in _NUMBERS else cell.ljust(width)
        for name, cell, width in zip(columns, cells, widths, strict=True)
    ).rstrip()


def _text(value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "yes"
        case datetime():
            return _clock(value)
        case float():
            return f"{value:.3f}"
        case list():
            return ",".join(map(str, value))
        case dict():
            return " ".join(f"{name}:{count}" for name, count in value.items())
        case _:
            return str(value)


def _short(value: Any) -> str:
    """As in a table: of a long list the beginning, and how many more there are."""
    return f"{_text(value[:3])} +{len(value) - 3}" if isinstance(value, list) and len(value) > 3 else _text(value)


def _clock(time: datetime) -> str:
    return time.strftime("%H:%M:%S.%f")


def _told(captured: Capture) -> int:
    """What was skipped, as the last word."""
    for note in captured.notes:
        print(f"kafkawire: note: {note}", file=sys.stderr)
    return 0

"""`kafkawire decode`: what bytes mean, as JSON or as an annotated dump."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kafkawire.cli import names, output, source
from kafkawire.cli.usage import UsageError
from kafkawire.errors import DecodeError, KafkaWireError, UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.annotate.sections import Section
    from kafkawire.message import Message

__all__ = ["add_parser", "run"]

_EXAMPLE = """\
examples:
  kafkawire decode request 0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100
  kafkawire decode request 0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100 --annotate
  kafkawire decode response --api fetch --version 12 --file answer.bin --records
  kafkawire decode message OffsetCommitValue --version 1 --base64 AAAAAAAAACr/AAAAAAGN
  kafkawire decode message AuditRecord --messages my_package.messages --version 1 --file record.bin
  kafkawire decode records 00000000000000000000.log
  tcpdump_to_hex | kafkawire decode request --hex -

`kafkawire decode KIND --help` tells more. Passwords and the like are hidden unless --secrets is given."""

_RECORDS_EXAMPLE = """\
examples:
  kafkawire decode records 00000000000000000000.log
  kafkawire decode records --file records.bin --annotate
  kafkawire decode records segment.log --headers-only | head

Each line is an object with one key that says what it is: batch, record, error, or partial for bytes at the end that are
no whole batch. Keys and values are text where they are printable, else base64 under keyBase64 and valueBase64."""

Run = Callable[[argparse.Namespace], int]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "decode",
        help="say what bytes mean: a request, a response, any message, record batches",
        description="Say what bytes mean, as JSON or as a dump with the name of each field beside its bytes.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(title="kinds", metavar="KIND", required=True)
    _add_request(kinds)
    _add_response(kinds)
    _add_message(kinds)
    _add_records(kinds)


def run(args: argparse.Namespace) -> int:
    """Decode one thing and print it."""
    command: Run = args.decode
    return command(args)


def _kind(kinds: Any, name: str, command: Run, about: str, example: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = kinds.add_parser(
        name,
        help=about,
        description=f"Decode {about}.",
        epilog=example,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, decode=command)
    parser.add_argument("--annotate", action="store_true", help="print a dump: offset, bytes, field, type, value")
    parser.add_argument(
        "--json", action="store_true", help="print JSON (the default; with --annotate, a line per field)"
    )
    return parser


def _add_request(kinds: Any) -> None:
    example = (
        "examples:\n"
        "  kafkawire decode request 0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100\n"
        "  kafkawire decode request --file frame.bin --annotate"
    )
    parser = _kind(kinds, "request", _request, "a request with its header", example)
    source.add_arguments(parser)
    _add_framing(parser)
    _add_body_options(parser)


def _add_response(kinds: Any) -> None:
    example = "example:\n  kafkawire decode response --api heartbeat --version 4 0000000c 00000007 00 00000000 001b 00"
    parser = _kind(kinds, "response", _response, "a response with its header", example)
    source.add_arguments(parser)
    about = "the API that it answers, by name or key: a response does not say"
    parser.add_argument("--api", metavar="NAME", required=True, help=about)
    parser.add_argument(
        "--version", metavar="N", type=int, required=True, help="version of the request that it answers"
    )
    _add_framing(parser)
    _add_body_options(parser)


def _add_message(kinds: Any) -> None:
    example = (
        "example:\n  kafkawire decode message OffsetCommitValue --version 3 --base64 AAAAAAAAACr/////AAF4AAABi8/laAA="
    )
    parser = _kind(kinds, "message", _message, "any message without a frame", example)
    parser.add_argument("name", metavar="NAME", help="name of the message, such as MetadataResponse")
    source.add_arguments(parser)
    parser.add_argument("--version", metavar="N", type=int, required=True, help="version of the message")
    _add_body_options(parser)


def _add_records(kinds: Any) -> None:
    about = "record batches: a fetched record set, or a log segment"
    parser = _kind(kinds, "records", _records, about, _RECORDS_EXAMPLE)
    source.add_arguments(parser)
    parser.add_argument("--headers-only", action="store_true", help="only what the headers of batches say")
    parser.add_argument("--base64-values", action="store_true", help="all keys and values as base64, printable or not")
    parser.add_argument("--no-crc", action="store_true", help="read records although the checksum is wrong")


def _add_framing(parser: argparse.ArgumentParser) -> None:
    framing = parser.add_mutually_exclusive_group()
    about = "the bytes begin with the frame's size (default: see whether they do)"
    framing.add_argument("--sized", action="store_true", default=None, help=about)
    about = "the bytes begin with the header"
    framing.add_argument("--bare", dest="sized", action="store_false", default=None, help=about)


def _add_body_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--records", action="store_true", help="decode the record batches inside as well")
    parser.add_argument("--secrets", action="store_true", help="show passwords and the like")
    names.add_messages(parser)


# --------------------------------------------------------------------------------------------------------- the kinds


def _request(args: argparse.Namespace) -> int:
    from kafkawire.annotate.sections import begins_a_request, is_sized
    from kafkawire.protocol.frames import decode_request, decode_request_payload

    messages = names.message_set(args.messages)
    data = source.read(args)
    sized = is_sized(data, args.sized, begins_a_request(data, messages))
    if args.annotate:
        from kafkawire.annotate.sections import request_section

        return _print_sections([request_section(data, sized, messages, args.secrets)], args.json)
    header, message = _explained(decode_request if sized else decode_request_payload, data, messages=messages)
    key, version = header.request_api_key, header.request_api_version
    frame = {"kind": "request", "api": {"key": key, "name": names.api_name(key, messages), "version": version}}
    return _print_frame(frame, header, messages.request(key, version)[1], message, version, args)


def _response(args: argparse.Namespace) -> int:
    from kafkawire.annotate.sections import is_sized
    from kafkawire.protocol.frames import decode_response, decode_response_payload, is_refusal

    messages = names.message_set(args.messages)
    key = names.api_key(args.api, messages)
    data = source.read(args)
    sized = is_sized(data, args.sized, True)
    version = 0 if is_refusal(data[4:] if sized else data, key) else args.version
    try:
        _, header_version = messages.response(key, version)
    except UnsupportedVersion as exc:
        raise UsageError(str(exc)) from exc
    if args.annotate:
        from kafkawire.annotate.sections import response_section

        return _print_sections([response_section(data, key, version, sized, messages, args.secrets)], args.json)
    decode = decode_response if sized else decode_response_payload
    header, message = _explained(decode, data, key, version, messages=messages)
    frame = {"kind": "response", "api": {"key": key, "name": names.api_name(key, messages), "version": version}}
    return _print_frame(frame, header, header_version, message, version, args)


def _message(args: argparse.Namespace) -> int:
    from kafkawire.cli.notes import with_notes

    cls = names.message_named(args.name, args.version, names.message_set(args.messages))
    data = source.read(args)
    if args.annotate:
        from kafkawire.annotate.sections import message_section

        return _print_sections([message_section(cls, data, args.version, args.secrets)], args.json)
    message = cls.decode(data, args.version)
    head = {"message": cls.__name__, "version": args.version}
    output.print_json(head | with_notes(message, args.version, secrets=args.secrets, records=args.records))
    return 0


def _records(args: argparse.Namespace) -> int:
    data = source.read(args)
    if args.annotate:
        from kafkawire.annotate.batches import batch_sections

        return _print_sections(batch_sections(data, check_crc=not args.no_crc), args.json)
    from kafkawire.annotate.batch_json import batch_lines

    failed = whole = 0
    lines = batch_lines(data, as_base64=args.base64_values, headers_only=args.headers_only, check_crc=not args.no_crc)
    for line in lines:
        failed += "error" in line
        whole += "partial" not in line
        output.print_json_line(line)
    if data and not whole:
        raise DecodeError(f"there is no whole batch in these {len(data)} bytes")
    if failed:
        raise DecodeError(f"{failed} of the batches cannot be read; the lines `error` say why")
    return 0


# ------------------------------------------------------------------------------------------------------------- frames


def _explained(decode: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The decoded frame, or an error that says what to try next."""
    try:
        return decode(*args, **kwargs)
    except DecodeError as exc:
        raise type(exc)(f"{exc} (--annotate shows the fields up to there; --sized and --bare how it begins)") from exc


def _print_frame(
    frame: dict[str, Any],
    header: Message,
    header_version: int,
    message: Message,
    version: int,
    args: argparse.Namespace,
) -> int:
    from kafkawire.cli.notes import with_notes

    head = with_notes(header, header_version)
    frame |= {"headerVersion": header_version, "header": head["body"]}
    if "unknownTags" in head:
        frame["headerUnknownTags"] = head["unknownTags"]
    output.print_json(frame | with_notes(message, version, secrets=args.secrets, records=args.records))
    return 0


def _print_sections(sections: Iterable[Section], as_json: bool) -> int:
    """Print dumps; where one ends in an error, that error is the last word."""
    from kafkawire.annotate.sections import json_lines
    from kafkawire.cli.annotate import text_lines

    error: KafkaWireError | None = None
    for section in sections:
        if as_json:
            for line in json_lines(section):
                output.print_json_line(line)
        else:
            print(*text_lines(section), sep="\n")
        error = error or section.error
    sys.stdout.flush()  # before the error, which goes another way
    if error is not None:
        raise error
    return 0

"""Where the bytes come from: hex or base64 on the command line, or a file, or standard input."""

from __future__ import annotations

import argparse
import base64
import binascii
import os
import sys
from pathlib import Path

from kafkawire.cli.usage import UsageError

__all__ = ["add_arguments", "read"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that say where the bytes are."""
    parser.add_argument(
        "data",
        metavar="DATA",
        nargs="*",
        help="hex digits (spaces, line ends, colons and 0x do not matter), or the name of a file, or - for stdin",
    )
    parser.add_argument("--file", metavar="PATH", help="read the bytes from a file; - is stdin")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--hex", action="store_true", help="DATA or the file holds hex digits, not bytes")
    form.add_argument("--base64", action="store_true", help="DATA or the file holds base64")


def read(args: argparse.Namespace) -> bytes:
    """The bytes. Raises `UsageError` for text that is not what it should be, `OSError` for a file."""
    if args.file is not None and args.data:
        raise UsageError("give the bytes as DATA or with --file, not both")
    file = args.file if args.file is not None else _file_among(args)
    if file is not None:
        raw = _read_file(file)
        return _from_text(_ascii(raw, file), args.base64) if args.hex or args.base64 else raw
    if not args.data:
        raise UsageError("no bytes given: hex digits, --base64 TEXT, --file PATH, or - for stdin")
    return _from_text(" ".join(args.data), args.base64)


def _file_among(args: argparse.Namespace) -> str | None:
    """The file that DATA names, if it does. A file that exists wins over digits, unless --hex or --base64 is given."""
    if len(args.data) != 1:
        return None
    word: str = args.data[0]
    if word == "-":
        return word
    return word if not (args.hex or args.base64) and os.path.isfile(word) else None


def _read_file(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _ascii(raw: bytes, name: str) -> str:
    try:
        return raw.decode("ascii")
    except UnicodeDecodeError as exc:
        raise UsageError(f"{name} holds bytes, not text; leave out --hex and --base64") from exc


def _from_text(text: str, is_base64: bool) -> bytes:
    return _from_base64(text) if is_base64 else _from_hex(text)


def _from_hex(text: str) -> bytes:
    from kafkawire.annotate.hexadecimal import NotHex, from_hex

    try:
        return from_hex(text)
    except NotHex as exc:
        hint = f", and there is no file {_short(text)!r}" if exc.digit else ""
        raise UsageError(f"{exc}{hint}") from exc


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()).replace("-", "+").replace("_", "/"), validate=True)
    except binascii.Error as exc:
        raise UsageError(f"not base64: {exc}") from exc


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}..."

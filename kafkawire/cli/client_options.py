"""What `produce` and `consume` have in common: where the brokers are, and options by their names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any

from kafkawire.cli.errors import UsageError

__all__ = ["add_client_arguments", "client_options", "escaped"]

_START_TIMEOUT_MS = 10_000  # people wait for less than programs do
_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}


def add_client_arguments(parser: argparse.ArgumentParser) -> None:
    """`-b` and `--set`."""
    parser.add_argument(
        "-b", "--brokers", default="127.0.0.1:9092", metavar="HOST:PORT,...", help="default: %(default)s"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the client; may be repeated"
    )


def client_options(pairs: Iterable[str], kind: type[Any], given: Mapping[str, object]) -> dict[str, object]:
    """Options of `--set` over those that the command gives itself, each turned into the type that its option has.

    Raises `UsageError` for what is no option.
    """
    from kafkawire.client.errors import InvalidOption
    from kafkawire.client.options import make_options

    options: dict[str, object] = {"default_api_timeout_ms": _START_TIMEOUT_MS} | dict(given)
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise UsageError(f"--set {pair}: want NAME=VALUE")
        options[name.strip().replace(".", "_")] = _value(text.strip())
    try:
        make_options(kind, options)
    except InvalidOption as exc:
        raise UsageError(str(exc)) from exc
    return options


def _value(text: str) -> object:
    known: dict[str, object] = {"true": True, "false": False, "null": None}
    if text in known:
        return known[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def escaped(text: str) -> bytes:
    r"""Bytes of a format or delimiter: `\n`, `\r`, `\t`, `\0`, `\\` and `\xHH` stand for what they do elsewhere."""
    out, pos = bytearray(), 0
    while pos < len(text):
        char, pos = text[pos], pos + 1
        if char != "\\" or pos == len(text):
            out += char.encode()
            continue
        char, pos = text[pos], pos + 1
        if char == "x":
            out += _hex_byte(text[pos : pos + 2])
            pos += 2
        else:
            out += _ESCAPES.get(char, f"\\{char}".encode())
    return bytes(out)


def _hex_byte(digits: str) -> bytes:
    try:
        if len(digits) == 2:
            return bytes.fromhex(digits)
    except ValueError:
        pass
    raise UsageError(f"\\x{digits}: want two hexadecimal digits")

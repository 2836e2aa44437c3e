"""What all commands that talk to brokers have in common: where these are, and options of the client by their names.

Options come from a properties file, as Kafka's own tools take with `--command-config`, and from `-X NAME=VALUE`. Names
are those of `kafkawire.client.options`, with dots or underscores; those that Java's clients and librdkafka have for TLS
and SASL are understood as well, so that a file that works there works here.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from kafkawire.cli import properties
from kafkawire.cli.usage import UsageError
from kafkawire.errors import DecodeError

__all__ = ["add_client_arguments", "client_options", "connection_of", "escaped"]

_DEFAULT_BROKERS = "127.0.0.1:9092"
_BROKERS_VARIABLE, _CONFIG_VARIABLE = "KAFKAWIRE_BROKERS", "KAFKAWIRE_COMMAND_CONFIG"
_START_TIMEOUT_MS = 10_000  # people wait for less than programs do
_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}
_SERVERS = ("bootstrap.servers", "metadata.broker.list")
_OTHER_NAMES = {"sasl.mechanisms": "sasl.mechanism", "ssl.ca.location": "ssl.truststore.location"}
_PAIR_OF_FILES = {"ssl.key.location": "ssl.keystore.key", "ssl.certificate.location": "ssl.keystore.certificate.chain"}
_OURS = {"security.protocol", "sasl.mechanism", "sasl.username", "sasl.password"}


def add_client_arguments(parser: argparse.ArgumentParser) -> None:
    """`-b`, `-X` and `--command-config`."""
    parser.add_argument(
        "-b", "--brokers", metavar="HOST:PORT,...", help=f"default: ${_BROKERS_VARIABLE}, or {_DEFAULT_BROKERS}"
    )
    parser.add_argument(
        "-X",
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the client, security.protocol=SSL say; may be repeated",
    )
    parser.add_argument(
        "--command-config",
        metavar="FILE",
        help=f"a properties file with options of the client (default: ${_CONFIG_VARIABLE})",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error what the client does")


def connection_of(args: argparse.Namespace, kind: type[Any], given: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The brokers and the options of a command: its own, then those of the file, then those of `-X`."""
    _set_up_logging(args.verbose)
    config = args.command_config or os.environ.get(_CONFIG_VARIABLE)
    found = _of_file(config, kind) if config else {}
    default = os.environ.get(_BROKERS_VARIABLE) or _DEFAULT_BROKERS
    servers = next((found.pop(name) for name in _SERVERS if name in found), default)
    pairs = [f"{name}={text}" for name, text in found.items()]
    return args.brokers or servers, client_options([*pairs, *args.set], kind, given)


def _set_up_logging(verbose: bool) -> None:
    """What goes wrong is told in one line at the end; the log tells how it came to that, to those who want to know."""
    logger = logging.getLogger("kafkawire")
    if not verbose:
        logger.addHandler(logging.NullHandler())
        return
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logger.setLevel(logging.DEBUG)


def client_options(pairs: Iterable[str], kind: type[Any], given: Mapping[str, object]) -> dict[str, Any]:
    """Options of `-X` over those that the command gives itself, each turned into the type that its option has.

    Raises `UsageError` for what is no option.
    """
    from kafkawire.client.errors import InvalidOption
    from kafkawire.client.options import make_options
    from kafkawire.client.security import security_of

    hints = get_type_hints(kind)
    texts = _pairs(pairs)
    options: dict[str, Any] = {"default_api_timeout_ms": _START_TIMEOUT_MS} | dict(given)
    try:
        options |= _security(texts)
        for name, text in texts.items():
            options[name.replace(".", "_")] = _value(text, hints.get(name.replace(".", "_")))
        security_of(make_options(kind, options))
    except InvalidOption as exc:
        raise UsageError(str(exc).replace("'kafka.", "'")) from exc
    return options


def _pairs(pairs: Iterable[str]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise UsageError(f"-X {name.split()[0] if name.strip() else name!r}: want NAME=VALUE")
        name = name.strip().replace("_", ".")
        texts[_OTHER_NAMES.get(name, name)] = text.strip()
    return texts


def _of_file(name: str, kind: type[Any]) -> dict[str, str]:
    """The options of a properties file, without those that other kinds of clients have: one file serves them all."""
    from kafkawire.client.options import ConsumerOptions, ProducerOptions

    try:
        found = properties.parse(Path(name).read_bytes())
    except DecodeError as exc:
        raise UsageError(f"{name}: {exc}") from exc
    fields = kind.__dataclass_fields__
    others = {**ConsumerOptions.__dataclass_fields__, **ProducerOptions.__dataclass_fields__}.keys() - fields.keys()
    return {key: text for key, text in found.items() if key.replace(".", "_") not in others}


def _security(texts: dict[str, str]) -> dict[str, Any]:
    """Takes out of the texts what Java's clients and librdkafka have for TLS and SASL; what all have may stay."""
    if not any(name.startswith(("ssl.", "sasl.", "security.")) for name in texts):
        return {}
    from kafkawire.spark.security import SECURITY_OPTIONS, open_arguments, security_arguments

    _look_for_files(texts)
    if "ssl.truststore.location" in texts:
        texts.setdefault("ssl.truststore.type", "PEM")
    for file, text in _PAIR_OF_FILES.items():
        if file in texts:
            texts[text] = Path(texts.pop(file)).read_text()
    if not texts.keys() & (SECURITY_OPTIONS - _OURS):
        return {}
    return open_arguments(security_arguments({name: texts.pop(name) for name in SECURITY_OPTIONS & texts.keys()}))


def _look_for_files(texts: Mapping[str, str]) -> None:
    """Raise `UsageError` that names option and file where one cannot be read; OpenSSL would name neither."""
    for name, path in texts.items():
        if name.startswith("ssl.") and name.endswith(".location"):
            try:
                Path(path).open("rb").close()
            except OSError as exc:
                raise UsageError(f"{name}: {path}: {exc.strerror}") from exc


def _value(text: str, hint: Any) -> object:
    if text != "null" and (hint is str or str in get_args(hint)):
        return text
    if get_origin(hint) is tuple:
        return tuple(word.strip() for word in text.split(","))
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

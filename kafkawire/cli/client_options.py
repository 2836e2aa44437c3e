"""What all commands have in common that talk to brokers: their arguments, and options as clients take them.

Names are those of `kafkawire.client.options`, with dots or underscores; those that librdkafka and Java's clients have
are understood as well, so that a file that works there works here.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from kafkawire.cli.option_names import REGISTRY, SERVERS
from kafkawire.cli.settings import (
    DEFAULT_BROKERS,
    PROFILE_VARIABLE,
    Settings,
    add_file_arguments,
    known_options,
    pairs_of,
    settings_of,
)
from kafkawire.cli.usage import UsageError

__all__ = ["add_client_arguments", "checked_options", "client_options", "connection_of", "escaped"]

_START_TIMEOUT_MS = 10_000  # people wait for less than programs do
_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}
_PAIR_OF_FILES = {"ssl.key.location": "ssl.keystore.key", "ssl.certificate.location": "ssl.keystore.certificate.chain"}
_OURS = {"security.protocol", "sasl.mechanism", "sasl.username", "sasl.password"}


def add_client_arguments(parser: argparse.ArgumentParser) -> None:
    """`-b`, `-X`, `-F`, `--command-config`, `--profile` and `-v`."""
    add_file_arguments(parser)
    parser.add_argument(
        "--profile", metavar="NAME", help=f"options of this profile (default: ${PROFILE_VARIABLE}, or the one in use)"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error what the client does")


def connection_of(args: argparse.Namespace, kind: type[Any], given: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The brokers and the options of a command; `given` are those that its own arguments say."""
    _set_up_logging(args.verbose)
    settings = settings_of(args)
    return settings.get(SERVERS) or DEFAULT_BROKERS, _typed(settings, kind, given)


def checked_options(given: Mapping[str, str]) -> dict[str, str]:
    """Options by our names. Raises `UsageError` for those that no client takes."""
    from kafkawire.client.options import ConsumerOptions, ProducerOptions

    options = known_options("", given)
    for kind in (ProducerOptions, ConsumerOptions):
        _typed(Settings({}, options), kind, {})
    return options


class _Told(logging.Handler):
    """What nobody would hear of otherwise: that a recording has ended, since its disk is full."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"kafkawire: {record.getMessage()}", file=sys.stderr)


_TOLD = _Told(logging.WARNING)


def _set_up_logging(verbose: bool) -> None:
    """What goes wrong is told in one line at the end; the log tells how it came to that, to those who want to know."""
    logger = logging.getLogger("kafkawire")
    if not verbose:
        logger.addHandler(logging.NullHandler())
        logging.getLogger("kafkawire.capture").addHandler(_TOLD)
        return
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logger.setLevel(logging.DEBUG)


def client_options(pairs: Iterable[str], kind: type[Any], given: Mapping[str, object]) -> dict[str, Any]:
    """Options of `-X` over those that a command gives itself, each turned into the type that its option has.

    Raises `UsageError` for what is no option.
    """
    return _typed(Settings(known_options("", pairs_of(pairs)), {}), kind, given)


def _typed(settings: Settings, kind: type[Any], given: Mapping[str, object]) -> dict[str, Any]:
    """Keyword arguments of a client. Files serve all kinds of clients: of them only what this kind has counts."""
    from kafkawire.client.errors import InvalidOption
    from kafkawire.client.options import make_options
    from kafkawire.client.security import security_of
    from kafkawire.spark.security import SECURITY_OPTIONS

    hints = get_type_hints(kind)
    own = {name.replace("_", ".") for name in hints} | SECURITY_OPTIONS | _PAIR_OF_FILES.keys()
    texts = {name: text for name, text in settings.below.items() if name in own} | settings.above
    texts = {name: text for name, text in texts.items() if name != SERVERS and not name.startswith(REGISTRY)}
    options: dict[str, Any] = {"default_api_timeout_ms": _START_TIMEOUT_MS}
    try:
        options |= _security(texts)
        for name, text in texts.items():
            options[name.replace(".", "_")] = _value(text, hints.get(name.replace(".", "_")))
        options |= {name: value for name, value in given.items() if name.replace("_", ".") not in settings.above}
        security_of(make_options(kind, options))
    except InvalidOption as exc:
        hint = "; it is PLAINTEXT unless -X security.protocol=SASL_SSL (or SASL_PLAINTEXT) says otherwise"
        is_forgotten = "no effect with security_protocol 'PLAINTEXT'" in str(exc)
        raise UsageError(str(exc).replace("'kafka.", "'") + hint * is_forgotten) from exc
    return options


def _security(texts: dict[str, str]) -> dict[str, Any]:
    """Takes out of the texts what Java's clients and librdkafka have for TLS and SASL; what all have may stay."""
    if not any(name.startswith(("ssl.", "sasl.", "security.")) for name in texts):
        return {}
    from kafkawire.client.errors import InvalidOption
    from kafkawire.spark.security import SECURITY_OPTIONS, open_arguments, security_arguments

    _look_for_files(texts)
    if "ssl.certificate.location" in texts and "ssl.key.location" not in texts:
        raise UsageError("ssl.certificate.location needs ssl.key.location, the key of that certificate")
    if "ssl.truststore.location" in texts:
        texts.setdefault("ssl.truststore.type", "PEM")
    files = {text: f"{file}: {texts[file]}" for file, text in _PAIR_OF_FILES.items() if file in texts}
    for file, text in _PAIR_OF_FILES.items():
        if file in texts:
            texts[text] = Path(texts.pop(file)).read_text("latin-1")
    if not texts.keys() & (SECURITY_OPTIONS - _OURS):
        return {}
    try:
        return open_arguments(security_arguments({name: texts.pop(name) for name in SECURITY_OPTIONS & texts.keys()}))
    except InvalidOption as exc:
        said = str(exc)
        for name, file in files.items():
            said = said.replace(f"option 'kafka.{name}'", file)
        raise InvalidOption(said) from exc


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

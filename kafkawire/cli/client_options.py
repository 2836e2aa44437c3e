"""What all commands have in common that talk to brokers: where these are, and options of the client by their names.

An option counts from the first of these places that has it: `-b` and `-X`; the file of `-F` or `--command-config`; the
environment; the profile in use; the default. Names are those of `kafkawire.client.options`, with dots or underscores;
those that librdkafka and Java's clients have are understood as well, so that a file that works there works here.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from kafkawire.cli import properties
from kafkawire.cli.option_names import REGISTRY, SERVERS, known_names, other_names, translated, unknown
from kafkawire.cli.profiles import Profiles, config_directory
from kafkawire.cli.usage import UsageError
from kafkawire.errors import DecodeError

__all__ = [
    "Settings",
    "add_client_arguments",
    "add_file_arguments",
    "checked_options",
    "client_options",
    "connection_of",
    "escaped",
    "file_options",
    "pairs_of",
    "settings_of",
]

_DEFAULT_BROKERS = "127.0.0.1:9092"
_VARIABLES = "KAFKAWIRE_"
_CONFIG_VARIABLE, _PROFILE_VARIABLE = "KAFKAWIRE_COMMAND_CONFIG", "KAFKAWIRE_PROFILE"
_KCAT_VARIABLE = "KCAT_CONFIG"
_NO_PROFILE = "none"
_START_TIMEOUT_MS = 10_000  # people wait for less than programs do
_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\"}
_PAIR_OF_FILES = {"ssl.key.location": "ssl.keystore.key", "ssl.certificate.location": "ssl.keystore.certificate.chain"}
_OURS = {"security.protocol", "sasl.mechanism", "sasl.username", "sasl.password"}


class Settings(NamedTuple):
    """Options as texts, by our names with dots: those of `-b` and `-X`, and what stands below them."""

    above: dict[str, str]
    below: dict[str, str]

    def get(self, name: str) -> str | None:
        """The value that counts."""
        return self.above.get(name, self.below.get(name))

    def registry(self) -> dict[str, str]:
        """The options of a schema registry's client, without what they begin with."""
        both = self.below | self.above
        return {name.removeprefix(REGISTRY): text for name, text in both.items() if name.startswith(REGISTRY)}


def add_client_arguments(parser: argparse.ArgumentParser) -> None:
    """`-b`, `-X`, `-F`, `--command-config`, `--profile` and `-v`."""
    add_file_arguments(parser)
    parser.add_argument(
        "--profile", metavar="NAME", help=f"options of this profile (default: ${_PROFILE_VARIABLE}, or the one in use)"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error what the client does")


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """`-b`, `-X`, `-F` and `--command-config`."""
    parser.add_argument(
        "-b",
        "--brokers",
        metavar="HOST:PORT,...",
        help=f"default: $KAFKAWIRE_BOOTSTRAP_SERVERS, those of the profile, or {_DEFAULT_BROKERS}",
    )
    parser.add_argument(
        "-X",
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the client, security.protocol=SSL say; may be repeated",
    )
    files = parser.add_mutually_exclusive_group()
    files.add_argument("-F", "--kcat-config", metavar="FILE", help="a file of kcat or librdkafka with options")
    files.add_argument(
        "--command-config",
        metavar="FILE",
        help=f"a properties file of Java's clients with options (default: ${_CONFIG_VARIABLE})",
    )


def connection_of(args: argparse.Namespace, kind: type[Any], given: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The brokers and the options of a command; `given` are those that its own arguments say."""
    _set_up_logging(args.verbose)
    settings = settings_of(args)
    return settings.get(SERVERS) or _DEFAULT_BROKERS, _typed(settings, kind, given)


def settings_of(args: argparse.Namespace) -> Settings:
    """What all places say together, found once. Raises `UsageError` for unknown names, for all of a place at once."""
    if not hasattr(args, "settings"):
        args.settings = _all_places(args)
    settings: Settings = args.settings
    return settings


def _all_places(args: argparse.Namespace) -> Settings:
    above = _translated("", pairs_of(args.set))
    if args.brokers:
        above[SERVERS] = args.brokers
    environment = _of_environment()
    if args.command_config or args.kcat_config:
        if args.profile:
            raise UsageError("--profile: options come from a profile or from a file, not both")
        where = args.command_config or args.kcat_config
        return Settings(above, environment | _translated(where, file_options(args)))
    return Settings(above, _beneath(args.profile, {**environment, **above}) | environment)


def _beneath(profile: str | None, named: Mapping[str, str]) -> dict[str, str]:
    """Options of the one profile or file that counts where nothing else does."""
    config = os.environ.get(_CONFIG_VARIABLE)
    if config and not profile:
        return _translated(config, _of_properties(config))
    profiles = Profiles.load()
    name = profile or os.environ.get(_PROFILE_VARIABLE) or profiles.current
    if name and name != _NO_PROFILE:
        return _translated(f"profile {name}", profiles.of(name))
    kcat = Path(os.environ.get(_KCAT_VARIABLE) or config_directory() / "kcat.conf")
    if SERVERS in named or name == _NO_PROFILE or not kcat.is_file():
        return {}
    print(f"kafkawire: options of {kcat}", file=sys.stderr)  # as kcat says, since nobody has named it here
    return _translated(str(kcat), properties.parse_plain(kcat.read_text("utf-8")))


def file_options(args: argparse.Namespace) -> dict[str, str]:
    """The options of the file that the arguments name, by the names there."""
    if args.kcat_config:
        try:
            return properties.parse_plain(Path(args.kcat_config).expanduser().read_text("utf-8"))
        except (DecodeError, UnicodeDecodeError) as exc:
            raise UsageError(f"{args.kcat_config}: {exc}") from exc
    return _of_properties(args.command_config) if args.command_config else {}


def _of_properties(name: str) -> dict[str, str]:
    try:
        return properties.parse(Path(name).expanduser().read_bytes())
    except DecodeError as exc:
        raise UsageError(f"{name}: {exc}") from exc


def _of_environment() -> dict[str, str]:
    """`KAFKAWIRE_SASL_USERNAME` is `sasl.username`. Of other variables those are told that are nearly one."""
    names = {_VARIABLES + name.upper().replace(".", "_"): name for name in (*known_names(), *other_names())}
    found, wrong = {}, []
    for variable, text in os.environ.items():
        if variable in names:
            found[names[variable]] = text
        elif variable.startswith(f"{_VARIABLES}SCHEMA_REGISTRY_"):
            found[variable.removeprefix(_VARIABLES).lower().replace("_", ".")] = text
        elif variable.startswith(_VARIABLES) and (near := get_close_matches(variable, names, n=1, cutoff=0.92)):
            wrong.append(f"{variable} in the environment is no option: did you mean {near[0]}?")
    if wrong:
        raise UsageError(*wrong)
    return _translated("the environment", found)


def _translated(where: str, given: Mapping[str, str]) -> dict[str, str]:
    options, without_effect, nobodys = translated(given)
    if nobodys:
        raise UsageError(*unknown(nobodys, f"{where}: " if where else ""))
    if without_effect:
        print(f"kafkawire: {where or '-X'}: no effect here: {', '.join(without_effect)}", file=sys.stderr)
    return options


def checked_options(given: Mapping[str, str]) -> dict[str, str]:
    """Options by our names. Raises `UsageError` for those that no client takes."""
    from kafkawire.client.options import ConsumerOptions, ProducerOptions

    options = _translated("", given)
    for kind in (ProducerOptions, ConsumerOptions):
        _typed(Settings({}, options), kind, {})
    return options


def _set_up_logging(verbose: bool) -> None:
    """What goes wrong is told in one line at the end; the log tells how it came to that, to those who want to know."""
    logger = logging.getLogger("kafkawire")
    if not verbose:
        logger.addHandler(logging.NullHandler())
        return
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logger.setLevel(logging.DEBUG)


def client_options(pairs: Iterable[str], kind: type[Any], given: Mapping[str, object]) -> dict[str, Any]:
    """Options of `-X` over those that a command gives itself, each turned into the type that its option has.

    Raises `UsageError` for what is no option.
    """
    return _typed(Settings(_translated("", pairs_of(pairs)), {}), kind, given)


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


def pairs_of(pairs: Iterable[str]) -> dict[str, str]:
    """What `-X` says, by the names there. Raises `UsageError`, which shows no value."""
    texts: dict[str, str] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise UsageError(f"-X {name.split()[0] if name.strip() else name!r}: want NAME=VALUE")
        texts[name.strip()] = text.strip()
    return texts


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

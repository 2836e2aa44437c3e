"""Where options of clients come from, as texts by our names with dots.

An option counts from the first of these places that has it: `-b` and `-X`; the file of `-F` or `--command-config`; the
environment; the file that it names, or the profile in use; the default.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from kafkawire.cli import properties
from kafkawire.cli.option_names import REGISTRY, SERVERS, known_names, other_names, translated, unknown
from kafkawire.cli.profiles import Profiles, config_directory
from kafkawire.cli.usage import UsageError
from kafkawire.errors import DecodeError

__all__ = [
    "CONFIG_VARIABLE",
    "DEFAULT_BROKERS",
    "PROFILE_VARIABLE",
    "Settings",
    "add_file_arguments",
    "file_options",
    "known_options",
    "pairs_of",
    "settings_of",
]

DEFAULT_BROKERS = "127.0.0.1:9092"
CONFIG_VARIABLE, PROFILE_VARIABLE = "KAFKAWIRE_COMMAND_CONFIG", "KAFKAWIRE_PROFILE"
_VARIABLES = "KAFKAWIRE_"
_KCAT_VARIABLE = "KCAT_CONFIG"
_NO_PROFILE = "none"


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


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """`-b`, `-X`, `-F` and `--command-config`."""
    parser.add_argument(
        "-b",
        "--brokers",
        "--bootstrap-server",  # as Kafka's own tools call it
        metavar="HOST:PORT,...",
        help=f"default: $KAFKAWIRE_BOOTSTRAP_SERVERS, those of the profile, or {DEFAULT_BROKERS}",
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
        help=f"a properties file of Java's clients with options (default: ${CONFIG_VARIABLE})",
    )


def settings_of(args: argparse.Namespace) -> Settings:
    """What all places say together, found once. Raises `UsageError` for unknown names, for all of a place at once."""
    if not hasattr(args, "settings"):
        args.settings = _all_places(args)
    settings: Settings = args.settings
    return settings


def _all_places(args: argparse.Namespace) -> Settings:
    above = known_options("", pairs_of(args.set))
    if args.brokers:
        above[SERVERS] = args.brokers
    environment = _of_environment()
    if args.command_config or args.kcat_config:
        if args.profile:
            raise UsageError("--profile: options come from a profile or from a file, not both")
        where = args.command_config or args.kcat_config
        return Settings(above, environment | known_options(where, file_options(args)))
    return Settings(above, _beneath(args.profile, {**environment, **above}) | environment)


def _beneath(profile: str | None, named: Mapping[str, str]) -> dict[str, str]:
    """Options of the one profile or file that counts where nothing else does."""
    config = os.environ.get(CONFIG_VARIABLE)
    if config and not profile:
        return known_options(config, _of_properties(config))
    profiles = Profiles.load()
    name = profile or os.environ.get(PROFILE_VARIABLE) or profiles.current
    if name and name != _NO_PROFILE:
        return known_options(f"profile {name}", profiles.of(name))
    kcat = Path(os.environ.get(_KCAT_VARIABLE) or config_directory() / "kcat.conf")
    if SERVERS in named or name == _NO_PROFILE or not kcat.is_file():
        return {}
    print(f"kafkawire: options of {kcat}", file=sys.stderr)  # as kcat says, since nobody has named it here
    return known_options(str(kcat), _of_kcat(kcat))


def file_options(args: argparse.Namespace) -> dict[str, str]:
    """The options of the file that the arguments name, by the names there."""
    if args.kcat_config:
        return _of_kcat(Path(args.kcat_config).expanduser())
    return _of_properties(args.command_config) if args.command_config else {}


def _of_kcat(path: Path) -> dict[str, str]:
    try:
        return properties.parse_plain(path.read_text("utf-8"))
    except (DecodeError, UnicodeDecodeError) as exc:
        raise UsageError(f"{path}: {exc}") from exc


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
    return known_options("the environment", found)


def known_options(where: str, given: Mapping[str, str]) -> dict[str, str]:
    """Options by our names; those without effect are told. Raises `UsageError` with all names that nobody knows."""
    options, without_effect, nobodys = translated(given)
    if nobodys:
        raise UsageError(*unknown(nobodys, f"{where}: " if where else ""))
    if without_effect:
        print(f"kafkawire: {where or '-X'}: no effect here: {', '.join(without_effect)}", file=sys.stderr)
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

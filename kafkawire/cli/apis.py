"""`kafkawire apis`: which APIs and versions there are, here or in a Kafka release, and what changed between two."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kafkawire.cli import names, output
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

__all__ = ["add_parser", "run"]

_EXAMPLE = """\
examples:
  kafkawire apis                       every API and version that kafkawire knows
  kafkawire apis --release 3.9         what a broker of the newest 3.9 release speaks
  kafkawire apis --diff 3.9 4.0        what the second release added, dropped and changed
  kafkawire apis fetch produce --json  two APIs, for a script
  kafkawire apis --messages my_package.messages   with messages of your own

`flexible` is the first version with compact forms and tagged fields. `stable` is the highest version that a broker
offers without being asked for unstable ones."""


@dataclass(frozen=True, slots=True)
class _Api:
    key: int
    name: str
    low: int
    high: int
    unstable: bool
    flexible: int | None
    """The first flexible version, if there is one."""

    @property
    def stable(self) -> int:
        return self.high - self.unstable

    @property
    def versions(self) -> str:
        """`0-13`, or `6` where there is only one."""
        return f"{self.low}-{self.high}" if self.high > self.low else str(self.low)

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "minVersion": self.low,
            "maxVersion": self.high,
            "latestStableVersion": self.stable,
            "flexibleFrom": self.flexible,
        }


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "apis",
        help="list APIs and versions, of kafkawire or of a Kafka release",
        description="List the APIs of the protocol with their keys and versions.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("apis", metavar="API", nargs="*", help="only these: a name or a key (default: all)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--release", metavar="R", help="what a broker of that release speaks: 3.9, 3.9.2, 4.4")
    which.add_argument("--diff", metavar=("OLD", "NEW"), nargs=2, help="what changed between two releases")
    names.add_messages(which)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    from kafkawire.releases import RELEASES

    messages = names.message_set(args.messages)
    wanted = {names.api_key(text, messages) for text in args.apis}
    if args.diff:
        old, new = (names.release(text, RELEASES) for text in args.diff)
        _print_changes(old, new, wanted, args.json)
        return 0
    release = names.release(args.release, RELEASES) if args.release else None
    known = (_known(key, messages) for key in messages) if release is None else _of_release(release)
    apis = [api for api in known if not wanted or api.key in wanted]
    if args.json:
        output.print_json({"release": release, "apis": [api.as_json() for api in apis]})
    else:
        of = "kafkawire, all releases together" if release is None else f"Kafka {release}"
        _print_apis(apis, of if args.messages is None else f"{of}, and of {args.messages}")
    return 0


def _of_release(release: str) -> list[_Api]:
    """The APIs that a release speaks."""
    from kafkawire.releases import RELEASES

    return [_spoken(key, *versions) for key, versions in sorted(RELEASES[release].items())]


def _known(key: int, messages: MessageSet) -> _Api:
    """An API with all versions that a set has of it."""
    classes = messages.request_classes(key)
    low, high = min(cls.VERSIONS.start for cls in classes), max(cls.VERSIONS.stop for cls in classes) - 1
    newest = messages.message_class(key, "request", high)
    return _spoken(key, low, high, high > newest.LATEST_STABLE_VERSION, messages)


def _spoken(key: int, low: int, high: int, unstable: bool, messages: MessageSet = PROTOCOL) -> _Api:
    starts = [cls.FLEXIBLE_VERSIONS.start for cls in messages.request_classes(key) if cls.FLEXIBLE_VERSIONS]
    first = max(min(starts), low) if starts and min(starts) <= high else None
    return _Api(key, names.api_name(key, messages), low, high, unstable, first)


def _print_apis(apis: Iterable[_Api], of: str) -> None:
    rows = [
        (str(api.key), api.name, api.versions, "" if api.flexible is None else f"{api.flexible}+", str(api.stable))
        for api in apis
    ]
    output.print_table(("key", "name", "versions", "flexible", "stable"), rows, numeric=(0, 4))
    print(f"\n{len(rows)} APIs of {of}")


def _print_changes(old: str, new: str, wanted: set[int], as_json: bool) -> None:
    before = {api.key: api for api in _of_release(old)}
    after = {api.key: api for api in _of_release(new)}
    changed = [key for key in sorted(before.keys() | after.keys()) if _range(before.get(key)) != _range(after.get(key))]
    changed = [key for key in changed if not wanted or key in wanted]
    if as_json:
        changes = [
            {"key": key, "name": names.api_name(key), "old": _as_json(before.get(key)), "new": _as_json(after.get(key))}
            for key in changed
        ]
        output.print_json({"old": old, "new": new, "changes": changes})
        return
    rows = [(str(key), names.api_name(key), _text(before.get(key)), _text(after.get(key))) for key in changed]
    output.print_table(("key", "name", old, new), rows, numeric=(0,))
    print(f"\n{len(rows)} APIs differ between Kafka {old} and {new}")


def _range(api: _Api | None) -> tuple[int, int, bool] | None:
    return None if api is None else (api.low, api.high, api.unstable)


def _text(api: _Api | None) -> str:
    if api is None:
        return "-"
    return api.versions + (f" ({api.high} unstable)" if api.unstable else "")


def _as_json(api: _Api | None) -> dict[str, Any] | None:
    return None if api is None else api.as_json()

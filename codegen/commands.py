"""What the commands do. Each takes its parsed arguments, prints, and returns the exit code."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict

from . import diff as changes
from .dump import dump, folder
from .errors import printable
from .generated import (
    INSTALLED,
    Package,
    UsageError,
    default_schemas,
    load_releases,
    own_package,
    package_of,
    write_file,
)
from .merge import described_by, merge_releases
from .model import MessageSpec
from .read_back import PackageSpecs
from .show import show as grammar

Specs = Mapping[str, MessageSpec]


def generate(args: argparse.Namespace) -> int:
    """Write the generated files, and take away those that no schema gives any more."""
    done = _generated(args).write()
    print(f"{done.out}: {len(done.written)} of {len(done.files)} files written, {len(done.removed)} removed")
    return 0


def check(args: argparse.Namespace) -> int:
    """Compare the generated files with what is there; 1 where they differ."""
    package = _generated(args)
    wrong = package.differences()
    print(*wrong or [f"{package.out}: all {len(package.files)} files are up to date"], sep="\n")
    return 1 if wrong else 0


def diff(args: argparse.Namespace) -> int:
    """Print what changed between two releases; 1 where anything did."""
    warnings: list[str] = []
    old, new = load_releases([args.old or default_schemas(), args.new], warnings)
    if args.merged:
        new = merge_releases([old, new], warnings)
    _print_warnings(args, warnings)
    found = changes.diff(old, new)
    if args.json:
        print(json.dumps({"changes": [asdict(change) for change in found]}, indent=2))
    else:
        print(changes.text(found), end="")
    return 1 if found else 0


def merge(args: argparse.Namespace) -> int:
    """Write the schema files of several releases in one, with the descriptions that the first has."""
    warnings: list[str] = []
    releases = load_releases(args.schemas, warnings)
    merged = described_by(releases[0], merge_releases(releases, warnings))
    _print_warnings(args, warnings)
    files = {_place(spec, releases[0]): dump(spec) for spec in merged.values()}
    written = [path for path, content in files.items() if write_file(args.out / path, content)]
    print(f"{args.out}: {len(written)} of {len(files)} files written")
    return 0


def show(args: argparse.Namespace) -> int:
    """Print the grammar of one version of a message, or of both messages of an API."""
    warnings: list[str] = []
    sources: list[Specs] = [*load_releases([args.schemas or default_schemas()], warnings)]
    _print_warnings(args, warnings)
    if args.messages is not None:
        sources.insert(0, _package(args.messages))
    try:
        names = _named(args.message, {name for specs in sources for name in specs})
        grammars = [grammar(_in_version(name, args.version, sources), args.version) for name in names]
    except ValueError as exc:
        raise UsageError(str(exc)) from exc
    print("\n".join(grammars), end="")
    return 0


def _package(name: str) -> Specs:
    try:
        return PackageSpecs(name)
    except ImportError as exc:
        raise UsageError(f"--messages {name}: {exc}") from exc


def _in_version(name: str, version: int | None, sources: Sequence[Specs]) -> MessageSpec:
    """The first spec of that name that has the version, else the first of that name."""
    found = [specs[name] for specs in sources if name in specs]
    return next((spec for spec in found if version is None or version in spec.valid_versions), found[0])


def _generated(args: argparse.Namespace) -> Package:
    """The package that the command is about: kafkawire's own unless the command line says otherwise."""
    if args.out is None and (args.schemas or INSTALLED):
        raise UsageError("--out must say where the generated files are")
    warnings: list[str] = []
    if args.out is None:
        package = own_package(warnings)
    else:
        package = package_of(args.schemas or default_schemas(), args.out, args.package, warnings)
    _print_warnings(args, warnings)
    return package


def _print_warnings(args: argparse.Namespace, warnings: Sequence[str]) -> None:
    for line in () if args.quiet else warnings:
        print(printable(f"warning: {line}"), file=sys.stderr)


def _named(name: str, known: Collection[str]) -> list[str]:
    """The message of that name, or an API's request and response; case and underscores do not matter."""
    wanted = _plain(name)
    for names in ((wanted,), (wanted + "request", wanted + "response")):
        found = sorted(message for message in known if _plain(message) in names)
        if found:
            return found
    by_plain = {_plain(message): message for message in known}
    by_plain |= {_plain(name): name for name in map(_api_name, known) if name}
    near = [by_plain[close] for close in difflib.get_close_matches(wanted, by_plain, n=3)]
    raise UsageError(f"no message {name}" + (f"; is it {' or '.join(near)}?" if near else ""))


def _api_name(message: str) -> str:
    return message.removesuffix("Request") if message.endswith("Request") else ""


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _place(spec: MessageSpec, known: Specs) -> str:
    """Where a merged schema goes: the folder its API has in the first release, else the one for its kind."""
    for other in known.values():
        same_api = spec.kind in ("request", "response") and (other.kind, other.api_key) == (spec.kind, spec.api_key)
        parent = other.source.rpartition("/")[0]
        if (other.name == spec.name or same_api) and "/" not in parent:
            return f"{parent}/{spec.name}.json".lstrip("/")
    return f"{folder(spec)}/{spec.name}.json"

"""What the commands do. Each takes its parsed arguments, prints, and returns the exit code."""

from __future__ import annotations

import argparse
import difflib
import json
import keyword
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from . import diff as changes
from .dump import dump, folder
from .errors import printable
from .merge import merge_releases
from .model import MessageSpec
from .package import PackageSpecs
from .schema import load_directory, load_file
from .show import show as grammar

Specs = Mapping[str, MessageSpec]

_HERE = Path(__file__).resolve().parent
_INSTALLED = _HERE.name == "_codegen"


class UsageError(Exception):
    """The command line asks for what cannot be done; the text says why."""


def default_schemas() -> Path:
    """The schemas that come with this package: `schemas` beside it in a checkout, `_schemas` in a wheel."""
    return _HERE.parent / ("_schemas" if _INSTALLED else "schemas")


def generate(args: argparse.Namespace) -> int:
    """Write the generated files, and take away those that no schema gives any more."""
    out, files = _render(args)
    written = [path for path, content in files.items() if _write(out / path, content)]
    stale = _stale(out, files)
    for path in stale:
        (out / path).unlink()
    print(f"{out}: {len(written)} of {len(files)} files written, {len(stale)} removed")
    return 0


def check(args: argparse.Namespace) -> int:
    """Compare the generated files with what is there; 1 where they differ."""
    out, files = _render(args)
    present = {path: _read(out / path) for path in files}
    wrong = [f"missing: {path}" for path in files if present[path] is None]
    wrong += [f"differs: {path}" for path, content in files.items() if present[path] not in (None, content)]
    wrong += [f"stale: {path}" for path in _stale(out, files)]
    print(*wrong or [f"{out}: all {len(files)} files are up to date"], sep="\n")
    return 1 if wrong else 0


def diff(args: argparse.Namespace) -> int:
    """Print what changed between two releases; 1 where anything did."""
    warnings: list[str] = []
    old, new = _load(args.old or default_schemas(), warnings), _load(args.new, warnings)
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
    """Write the schema files of several releases in one."""
    warnings: list[str] = []
    releases = [_load(path, warnings) for path in args.schemas]
    merged = merge_releases(releases, warnings)
    _print_warnings(args, warnings)
    files = {_place(spec, releases[0]): dump(spec) for spec in merged.values()}
    written = [path for path, content in files.items() if _write(args.out / path, content)]
    print(f"{args.out}: {len(written)} of {len(files)} files written")
    return 0


def show(args: argparse.Namespace) -> int:
    """Print the grammar of one version of a message, or of both messages of an API."""
    warnings: list[str] = []
    sources: list[Specs] = [_load(args.schemas or default_schemas(), warnings)]
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


def _render(args: argparse.Namespace) -> tuple[Path, dict[str, str]]:
    """The output directory, and the generated files by their path below it. The one place that calls the emitters."""
    from . import generate as emitters  # loaded late: the other commands have no use for them

    if args.out is None and (args.schemas or _INSTALLED):
        raise UsageError("--out must say where the generated files are")
    specs = _load_all(args)
    if args.out is not None:
        return args.out, emitters.render(specs, _import_name(args.out, args.package))
    files = {f"messages/{path}": text for path, text in emitters.render(specs, "kafkawire.messages").items()}
    return _HERE.parent / "kafkawire", files | emitters.render_tables(specs, default_schemas())


def _import_name(out: Path, given: str | None) -> str:
    """The dotted name of a directory as a package: its own name below those of the packages that it lies in."""
    place = out.resolve()
    names = given.split(".") if given else [place.name]
    while not given and (place := place.parent).joinpath("__init__.py").exists():
        names.insert(0, place.name)
    if not all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
        raise UsageError(f"{'.'.join(names)} cannot be imported: give another --out, or the name with --package")
    return ".".join(names)


def _load_all(args: argparse.Namespace) -> dict[str, MessageSpec]:
    warnings: list[str] = []
    paths = args.schemas or [default_schemas()]
    specs = merge_releases([_load(path, warnings) for path in paths], warnings)
    _print_warnings(args, warnings)
    if not specs:
        raise UsageError(f"no message in {', '.join(map(str, paths))}")
    return specs


def _load(path: Path, warnings: list[str]) -> dict[str, MessageSpec]:
    if path.is_dir():
        return load_directory(path, warnings)
    if not path.exists():
        raise UsageError(f"no such file or directory: {path}")
    spec = load_file(path, warnings)
    return {spec.name: spec} if spec.valid_versions else {}


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


def _stale(out: Path, files: Mapping[str, str]) -> list[str]:
    """Generated files that no schema gives any more, in the directories that generated files go to."""
    folders = sorted({(out / path).parent for path in files})
    found = [file for place in folders for file in sorted(place.glob("*.py")) if _is_generated(file)]
    return [path for file in found if (path := file.relative_to(out).as_posix()) not in files]


def _is_generated(file: Path) -> bool:
    """Whether the first line says so, as that of every generated file does. What people wrote must never be removed."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline().startswith("# Generated ")


def _read(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None


def _write(path: Path, content: str) -> bool:
    """Write the file unless it has that content already; tells whether it did."""
    if _read(path) == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8"))
    return True

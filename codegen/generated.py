"""A package of generated modules: made from schemas, written to a directory, or held against what is there."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import Problem, collected, refuse
from .merge import merge_releases
from .model import MessageSpec
from .schema import load_directory, load_file

Paths = Path | str | Sequence[Path | str]
"""A schema directory or file, or several of them, one for each release, the oldest first."""

_HERE = Path(__file__).resolve().parent
INSTALLED = _HERE.name == "_codegen"
"""Whether this is a wheel, where the generator lies inside kafkawire."""


class UsageError(Exception):
    """The caller asks for what cannot be done; the text says why."""


@dataclass(frozen=True, slots=True)
class Generated:
    """What `generate` did: the files of the package, those that it had to write, and those that it took away.

    All are paths below `out`.
    """

    out: Path
    files: tuple[str, ...]
    written: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Package:
    """The text of every generated file by its path below `out`."""

    out: Path
    files: Mapping[str, str]

    def write(self) -> Generated:
        """Write what is new or differs, and take away generated files that no schema gives any more."""
        written = tuple(path for path, content in self.files.items() if write_file(self.out / path, content))
        removed = tuple(self.stale())
        for path in removed:
            (self.out / path).unlink()
        return Generated(self.out, tuple(self.files), written, removed)

    def differences(self) -> list[str]:
        """What `write` would do: a line for each file that is missing, differs or is stale."""
        present = {path: _read(self.out / path) for path in self.files}
        wrong = [f"missing: {path}" for path in self.files if present[path] is None]
        wrong += [f"differs: {path}" for path, content in self.files.items() if present[path] not in (None, content)]
        return wrong + [f"stale: {path}" for path in self.stale()]

    def stale(self) -> list[str]:
        """Generated files that no schema gives any more, in the directories that generated files go to."""
        folders = sorted({(self.out / path).parent for path in self.files})
        found = [file for place in folders for file in sorted(place.glob("*.py")) if _is_generated(file)]
        return [path for file in found if (path := file.relative_to(self.out).as_posix()) not in self.files]


def generate(
    schemas: Paths, out: Path | str, *, package: str | None = None, warnings: list[str] | None = None
) -> Generated:
    """Compile schemas into a package of message classes and their codecs, written below the directory `out`.

    `schemas` is a directory or a file, or one for each release, the oldest first: the newest wins where two have the
    same version. `package` is the import name of `out`; without it, that is told by the `__init__.py` files around it.
    What is odd but harmless is added to `warnings`.

    Raises `SchemaError` with every problem of every file, and writes nothing then; `UsageError` where there is no
    schema, or where `out` cannot be imported; `OSError`.
    """
    return package_of(schemas, Path(out), package, warnings).write()


def check(
    schemas: Paths, out: Path | str, *, package: str | None = None, warnings: list[str] | None = None
) -> list[str]:
    """What `generate` with the same arguments would change: a line for each file, none where all are up to date."""
    return package_of(schemas, Path(out), package, warnings).differences()


def package_of(schemas: Paths, out: Path, package: str | None, warnings: list[str] | None) -> Package:
    """The package that schemas give, not yet written."""
    from .render import render  # loaded late: `diff`, `merge` and `show` have no use for the emitters

    name = _import_name(out, package)
    return Package(out, render(load_schemas(schemas, warnings), name))


def own_package(warnings: list[str] | None) -> Package:
    """Kafkawire's own messages, and the tables beside them."""
    from .render import render, render_tables

    specs = load_schemas(default_schemas(), warnings)
    files = {f"messages/{path}": text for path, text in render(specs, "kafkawire.messages").items()}
    return Package(_HERE.parent / "kafkawire", files | render_tables(specs, default_schemas()))


def default_schemas() -> Path:
    """The schemas that come with this package: `schemas` beside it in a checkout, `_schemas` in a wheel."""
    return _HERE.parent / ("_schemas" if INSTALLED else "schemas")


def load_schemas(schemas: Paths, warnings: list[str] | None = None) -> dict[str, MessageSpec]:
    """The messages of one or more releases in one. Raises `SchemaError` with every problem of every release."""
    paths = [schemas] if isinstance(schemas, (str, Path)) else list(schemas)
    specs = merge_releases(load_releases(paths, warnings), warnings)
    if not specs:
        raise UsageError(f"no message in {', '.join(map(str, paths))}")
    return specs


def load_releases(paths: Sequence[Path | str], warnings: list[str] | None = None) -> list[dict[str, MessageSpec]]:
    """The messages of each release."""
    problems: list[Problem] = []
    releases = []
    for path in paths:
        with collected(problems):
            releases.append(_load(Path(path), warnings))
    refuse(problems)
    return releases


def _load(path: Path, warnings: list[str] | None) -> dict[str, MessageSpec]:
    if path.is_dir():
        return load_directory(path, warnings)
    if not path.exists():
        raise UsageError(f"no such file or directory: {path}")
    spec = load_file(path, warnings)
    return {spec.name: spec} if spec.valid_versions else {}


def _import_name(out: Path, given: str | None) -> str:
    """The dotted name of a directory as a package: its own name below those of the packages that it lies in."""
    place = out.resolve()
    names = given.split(".") if given else [place.name]
    while not given and (place := place.parent).joinpath("__init__.py").exists():
        names.insert(0, place.name)
    if not all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
        raise UsageError(f"{'.'.join(names)} cannot be imported: give another directory, or its name as a package")
    return ".".join(names)


def _is_generated(file: Path) -> bool:
    """Whether the first line says so, as that of every generated file does. What people wrote must never be removed."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline().startswith("# Generated ")


def _read(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None


def write_file(path: Path, content: str) -> bool:
    """Write the file unless it has that content already; tells whether it did."""
    if _read(path) == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8"))
    return True

"""Each format has one owner, and what begins with an underscore stays where it is: read from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkawire.records import header
from tests.corpus import ROOT

PACKAGES = ("kafkawire", "codegen", "pyspark_kafkawire", "pyspark_kafkawire_log", "pyspark_kafkawire_capture")
HEADER_OWNER = "kafkawire/records/header.py"
OFFSETS = {"CRC", "MAGIC", "ATTRIBUTES", "HEADER_SIZE", "LOG_OVERHEAD", "MAX_TIMESTAMP_AT"}


NAMES = set(header.BatchHeader._fields)


def sources(*packages: str) -> Iterator[tuple[str, ast.Module]]:
    """Path and syntax tree of what is written by hand; a generated module says so in its first line."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if not text.startswith("# Generated "):
                yield path.relative_to(ROOT).as_posix(), ast.parse(text)


# -------------------------------------------------------------------------------------------------- header of a batch


def knows_the_header(tree: ast.Module) -> Iterator[str]:
    """What in a module says where the fields of a batch header lie, or what the bits of its attributes mean."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if re.search(r"^>?[\dx]*(q?ii?bI|qiI|hiq{2,}|.*i4xb)", text):
                yield f"line {node.lineno}: the struct {text!r}"
            case ast.Assign(targets=[target], value=value):
                names = {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
                numbers = {n.value for n in ast.walk(value) if isinstance(n, ast.Constant) and type(n.value) is int}
                known = {name for name in names for part in OFFSETS if part in name}
                if known and numbers and not any(isinstance(n, ast.Call) for n in ast.walk(value)):
                    yield f"line {node.lineno}: {sorted(known)} = {sorted(numbers)}"
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr(), left=left, right=ast.Constant(value=int(bits))):
                if "attributes" in ast.unparse(left):
                    yield f"line {node.lineno}: bits {bits:#x} of the attributes"
            case ast.Tuple(elts=[ast.Constant(value=str(name)), ast.Constant(value=str(kind))]) if name in NAMES:
                yield f"line {node.lineno}: the field {name}, {kind}"
            case ast.Subscript(slice=ast.Constant(value=16 | 17 | 21 | 22 | 23 | 57 as at)):
                yield f"line {node.lineno}: byte {at}"


ELSEWHERE = {  # no header of a batch: a snapshot file of producers, and the frames of lz4
    "kafkawire/logfiles/producer_snapshot.py",
    "kafkawire/compression/lz4.py",
}


def test_only_its_owner_knows_where_things_lie_in_the_header_of_a_batch() -> None:
    found = {path: list(knows_the_header(tree)) for path, tree in sources(*PACKAGES) if path not in ELSEWHERE}
    assert found.pop(HEADER_OWNER)
    assert {path: what for path, what in found.items() if what} == {}


def test_the_fields_of_the_header_are_those_of_the_table() -> None:
    assert header.BatchHeader._fields == tuple(name for name, _ in header.FIELDS)


def test_sizes_and_positions_are_those_of_kafkas_documentation() -> None:
    assert (header.HEADER_SIZE, header.LOG_OVERHEAD, header.PREFIX_SIZE) == (61, 12, 16)
    assert (header.MAGIC_AT, header.CRC_START, header.ATTRIBUTES_AT) == (16, 21, 22)
    assert (header.MESSAGE_CRC_START, header.KEY_AT, header.MIN_LENGTHS) == (16, (18, 26), (14, 22, 49))


# ------------------------------------------------------------------------------------------------ private to a module


def private_imports(path: str, tree: ast.Module) -> Iterator[str]:
    """Imported names that begin with an underscore. A package may import its own private modules."""
    package = Path(path).parent.as_posix().replace("/", ".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _is_foreign(alias.name, package))
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, package)
            if _is_foreign(origin, package):
                yield origin
            for name in (alias.name for alias in node.names if alias.name.startswith("_")):
                is_module = (ROOT / origin.replace(".", "/") / f"{name}.py").exists()
                if not name.startswith("__") and (not is_module or _is_foreign(f"{origin}.{name}", package)):
                    yield f"{origin}.{name}"


def _origin(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])


def _is_foreign(module: str, package: str) -> bool:
    """Whether a module has a private part in its name, and does not lie in or above `package`."""
    parts = module.split(".")
    private = next((at for at, part in enumerate(parts) if part.startswith("_") and not part.startswith("__")), None)
    if private is None or parts[0] not in PACKAGES:
        return False
    home = ".".join(parts[:private])
    return not f"{package}.".startswith(f"{home}.")


@pytest.mark.parametrize("package", PACKAGES)
def test_what_begins_with_an_underscore_is_not_imported_from_elsewhere(package: str) -> None:
    found = {path: {*private_imports(path, tree)} for path, tree in sources(package)}
    assert {path: names for path, names in found.items() if names} == {}

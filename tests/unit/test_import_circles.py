"""No module is loaded by what it loads: imports at run time, also those inside of functions, go round in no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.corpus import ROOT

PACKAGES = ("kafkawire.broker", "kafkawire.client", "kafkawire.proxy", "kafkawire.spark")


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, the first of them again at the end; none if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as exc:
        return list(exc.args[1])
    return []


def imports(package: str, root: Path = ROOT) -> dict[str, set[str]]:
    """Module -> the modules of the package that it needs at run time."""
    paths = {_name(path, root): path for path in (root / package.replace(".", "/")).rglob("*.py")}
    return {
        module: {_module(name, paths) for name in _imported(module, path)} & paths.keys() - {module}
        for module, path in paths.items()
    }


def _name(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _module(name: str, modules: dict[str, Path]) -> str:
    """The module that an imported name is, or is in."""
    return name if name in modules else name.rpartition(".")[0]


def _imported(module: str, path: Path) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in _at_run_time(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def _at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            yield node
            yield from _at_run_time(node)


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_round_in_no_circle(package: str) -> None:
    graph = imports(package)
    assert sum(map(len, graph.values())) > len(graph)  # they were read
    assert circle(graph) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("from pack.two import two", "import pack.one", True),
        ("from . import two", "def late():\n    from .one import name", True),
        ("from .two import two", "if TYPE_CHECKING:\n    from pack.one import name", False),
        ("from pack import two", "import sys", False),
    ],
)
def test_a_circle_is_found_and_what_only_type_checkers_see_is_none(
    tmp_path: Path, first: str, second: str, *, expected: bool
) -> None:
    (tmp_path / "pack").mkdir()
    for name, text in {"__init__": "", "one": first, "two": second}.items():
        (tmp_path / "pack" / f"{name}.py").write_text(text)
    assert bool(circle(imports("pack", tmp_path))) is expected

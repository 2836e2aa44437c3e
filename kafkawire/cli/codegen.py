"""`kafkawire codegen`: hands everything to the code generator, which has a command line of its own."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import kafkawire
from kafkawire.cli.errors import UsageError

__all__ = ["add_parser", "run"]

_PACKAGE = "kafkawire._codegen"  # its name in a wheel; in a checkout it lies beside the package, as `codegen`


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line. Options and help are the generator's own."""
    # With a prefix that nobody types, nothing looks like an option, and all of it ends up in `words`.
    parser = subparsers.add_parser("codegen", prefix_chars="\0", add_help=False)
    parser.add_argument("words", nargs="*")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the generator and return its exit code."""
    if find_spec(_PACKAGE) is None:
        _load_from_checkout(Path(kafkawire.__file__).resolve().parent.parent / "codegen")
    generator = import_module(f"{_PACKAGE}.__main__")
    code: int = generator.main(args.words, prog="kafkawire codegen")
    return code


def _load_from_checkout(directory: Path) -> None:
    """Import the directory under the name it has in a wheel. It uses relative imports only, so any name will do."""
    init = directory / "__init__.py"
    spec = spec_from_file_location(_PACKAGE, init, submodule_search_locations=[str(directory)])
    if not init.exists() or spec is None or spec.loader is None:
        raise UsageError("this installation of kafkawire has no code generator; install the wheel or use a checkout")
    module = sys.modules[_PACKAGE] = module_from_spec(spec)
    spec.loader.exec_module(module)

"""The code generator from Python: `generate` compiles message schemas into a package, `check` says what would change.

    from kafkawire import codegen

    codegen.generate("my_schemas", "my_package/messages", package="my_package.messages")

`kafkawire codegen` is its command line. The generator imports nothing of kafkawire, so that a broken package can be
generated anew; it is loaded here on first touch.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kafkawire

if TYPE_CHECKING:  # in a checkout, type checkers do not find it
    from kafkawire._codegen import (
        Generated,
        Problem,
        SchemaError,
        UsageError,
        check,
        generate,
    )

__all__ = ["Generated", "Problem", "SchemaError", "UsageError", "check", "generate"]

_PACKAGE = "kafkawire._codegen"  # its name in a wheel; in a checkout it lies beside the package, as `codegen`


def load_generator(module: str = "") -> Any:
    """The generator, or the module of that name in it. `ImportError` where it was not installed."""
    if find_spec(_PACKAGE) is None:
        _load_from_checkout(Path(kafkawire.__file__).resolve().parent.parent / "codegen")
    return import_module(f"{_PACKAGE}.{module}" if module else _PACKAGE)


def _load_from_checkout(directory: Path) -> None:
    """Import the directory under the name it has in a wheel. It uses relative imports only, so any name will do."""
    init = directory / "__init__.py"
    spec = spec_from_file_location(_PACKAGE, init, submodule_search_locations=[str(directory)])
    if not init.exists() or spec is None or spec.loader is None:
        raise ImportError("this installation of kafkawire has no code generator; install the wheel or use a checkout")
    module = sys.modules[_PACKAGE] = module_from_spec(spec)
    spec.loader.exec_module(module)


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(load_generator(), name)
    return value


def __dir__() -> list[str]:
    return __all__

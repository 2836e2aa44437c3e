"""Names of a package that load the module they come from when they are first touched.

```python
if not TYPE_CHECKING:  # a type checker sees imports instead, and finds names that do not exist
    __getattr__, __dir__ = lazily(__name__, _HOMES)
```
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # what `typing` calls so; to import it would double the cost of importing kafkawire
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

__all__ = ["lazily"]


def lazily(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module, from the module that each of its names comes from.

    A home may be relative to `package` (`.consumer`), and may say how the object is called there (`a.b:Name`). `dir`
    shows what `__all__` says.
    """

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home, _, there = homes[name].partition(":")
        value = getattr(import_module(home, package), there or name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return load, names

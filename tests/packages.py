"""Messages of a test's own: schemas compiled into a package below a temporary directory."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from codegen.render import render
from codegen.schema import parse_message


def make_package(directory: Path, name: str, schemas: list[dict[str, Any]]) -> ModuleType:
    """Write the package that `schemas` give and import it. The name must be one that no other test uses."""
    specs = [parse_message(json.dumps(schema), f"{schema['name']}.json") for schema in schemas]
    files = render({spec.name: spec for spec in specs}, name)
    for path, text in files.items():
        target = directory / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(directory))
    try:
        importlib.invalidate_caches()
        package = importlib.import_module(name)
        for schema in schemas:
            message_class = getattr(package, schema["name"])
            _ = message_class._decoders  # loads the codec while the directory is on the path
    finally:
        sys.path.remove(str(directory))
    return package

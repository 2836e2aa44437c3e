"""Specs -> the text of every generated file."""

from __future__ import annotations

import json
from pathlib import Path

from . import emit_tables
from .emit_codec import codec_modules
from .emit_message import message_module
from .model import MessageSpec
from .names import snake


def render(specs: dict[str, MessageSpec], package: str) -> dict[str, str]:
    """Every module of a messages package, by its path below that package.

    `package` is its import name, such as `kafkawire.messages`.
    """
    files = {"__init__.py": emit_tables.index_module(specs), "_protocol.py": emit_tables.protocol_module(specs)}
    files["_codec/__init__.py"] = '"""Straight-line codecs, generated; each is loaded on first use."""\n'
    for spec in specs.values():
        name = snake(spec.name)
        files[f"{name}.py"] = message_module(spec)
    for name, text in codec_modules(specs.values(), package).items():
        files[f"_codec/{name}.py"] = text
    return files


def render_tables(specs: dict[str, MessageSpec], schemas: Path) -> dict[str, str]:
    """The enums and tables beside kafkawire's own messages."""
    errors = json.loads((schemas / "errors.json").read_text(encoding="utf-8"))
    releases = json.loads((schemas / "releases.json").read_text(encoding="utf-8"))
    return {
        "api_key.py": emit_tables.api_key_module(specs),
        "error_code.py": emit_tables.error_code_module(errors),
        "releases.py": emit_tables.releases_module(releases),
    }

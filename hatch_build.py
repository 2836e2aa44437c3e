"""Puts the schemas into the wheel as one file: as 291 they would take three times the room."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SchemaBundle(BuildHookInterface):  # type: ignore[misc]
    """`schemas/` -> `kafkawire/_schemas/bundle.json`, read back by `codegen/schema.py`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the bundle, unless the build is an editable one: that reads the files themselves."""
        if version == "editable":
            return
        schemas = Path(self.root) / "schemas"
        messages = {
            file.relative_to(schemas).as_posix(): json.loads(file.read_text(encoding="utf-8"))
            for file in sorted(schemas.glob("*/*.json"))
        }
        bundle = Path(tempfile.mkdtemp()) / "bundle.json"
        bundle.write_text(json.dumps(messages, separators=(",", ":")), encoding="utf-8")
        build_data["force_include"][str(bundle)] = "kafkawire/_schemas/bundle.json"

"""What building the package needs beyond pyproject.toml: the schemas as one file, and the page that an index shows."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_IMAGE = re.compile(r"!\[[^\]]*\]\((?!https?:)([^)]+)\)")
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


class PackagePage(MetadataHookInterface):
    """README.md as a package index shows it, where no file of the repository lies beside it.

    Links lead to `Source` of `[project.urls]`, at the newest state there; without that they are plain text.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the page."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_the_index(text, source)}


def for_the_index(text: str, source: str | None) -> str:
    """Markdown whose links need no files beside it. Images, which an index does not hold, are left out."""
    text = _LINK.sub(lambda link: link[0] if link[1] else "", _IMAGE.sub("", text))
    target = rf"[\1]({source.rstrip('/')}/blob/HEAD/\2)" if source else r"\1"
    return _LINK.sub(target, text)


class SchemaBundle(BuildHookInterface[BuilderConfig]):
    """`schemas/` -> `kafkawire/_schemas/bundle.json`, read back by `codegen/schema.py`.

    As one file they take a third of the room that 291 would.
    """

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

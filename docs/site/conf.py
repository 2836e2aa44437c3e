"""The site of the documentation: the same pages as on GitHub, and the reference from docstrings. `make docs` builds it.

The source directory is the root of the repository, so that a link from one page to another is the same link everywhere.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import kafkawire

project = "kafkawire"
version = release = kafkawire.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
_everywhere = ("docs", "benchmarks")
include_patterns = ["*.md", *(f"{top}/{below}*.md" for top in _everywhere for below in ("", "**/")), "schemas/*.md"]
include_patterns += ["changelog.d/README.md"]
root_doc = "docs/site/contents"
html_theme = "furo"
html_title = f"kafkawire {version}"
html_static_path: list[str] = []
html_copy_source = False
myst_enable_extensions = ["attrs_block", "colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {
    "members": True,
    "inherited-members": "BaseException, Exception, int, object, tuple, Generic",
}
python_use_unqualified_type_names = True
nitpicky = False

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")


def _to_restructured_text(_app: Any, _kind: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Docstrings are in Markdown, which editors show as it is: code and fences are all that differs."""
    kept: list[str] = []

    def keep(text: str) -> str:
        kept.append(text)
        return f"\0{len(kept) - 1}\0"

    def fence(found: re.Match[str]) -> str:
        body = "".join(f"   {line}\n" for line in found[2].splitlines())
        return keep(f".. code-block:: {found[1] or 'text'}\n\n{body}")

    text = _FENCE.sub(fence, "\n".join(lines))
    text = _CODE.sub(lambda found: keep(f"``{' '.join(found[1].split())}``\\ "), text)  # the end of a word, or not
    text = re.sub(r"([*`|])", r"\\\1", text)
    lines[:] = re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], text).splitlines()


def _skip_again(app: Any, _kind: str, _name: str, obj: object, skip: bool, _options: object) -> bool | None:
    """What several packages export is described where it is met first."""
    if not isinstance(obj, type) or skip:
        return None
    place = app.env.current_document.docname
    return True if app.env.__dict__.setdefault("kafkawire_homes", {}).setdefault(obj, place) != place else None


def _lead_to_contents(app: Any, _problem: Exception | None) -> None:
    """The first page is where a server looks for it."""
    target = f"{app.config.root_doc}.html"
    page = f'<!doctype html><meta http-equiv="refresh" content="0; url={target}"><a href="{target}">kafkawire</a>\n'
    (Path(app.outdir) / "index.html").write_text(page, "utf-8")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _to_restructured_text)
    app.connect("autodoc-skip-member", _skip_again)
    app.connect("build-finished", _lead_to_contents)

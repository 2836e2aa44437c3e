"""The page as one HTML document, served or exported, with a policy that lets nothing run but what stands in `page/`."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafkawire.console.view import View

__all__ = ["Document", "document"]

_PAGE = Path(__file__).parent / "page"
_PLACE = re.compile(r"<!--(\w+)-->")


@dataclass(frozen=True, slots=True)
class Document:
    """The page, and the Content-Security-Policy that it is to be served with."""

    html: str
    policy: str


def document(views: Iterable[View], *, writes: bool = False, embedded: Mapping[str, Any] | None = None) -> Document:
    """The page with these views. One with `embedded` data, by view, asks no server and carries its policy itself."""
    views = list(views)
    style = _file("style.css")
    scripts = [_file(name) for name in ("kw.js", "pieces.js", *(f"{view.name}.js" for view in views), "start.js")]
    policy = _policy(style, scripts, "'self'" if embedded is None else "'none'")
    data = {"views": [view.name for view in views], "writes": writes, "embedded": embedded}
    parts = {
        "policy": "" if embedded is None else f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        "style": f"<style>{style}</style>",
        "data": f'<script type="application/json" id="kw-data">{_as_text(data)}</script>',
        "scripts": "".join(f"<script>{script}</script>\n" for script in scripts),
    }
    html = _PLACE.sub(lambda found: parts[found[1]], _file("index.html"))
    return Document(html, f"{policy}; frame-ancestors 'none'")  # which a page cannot say of itself


def _file(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8")


def _policy(style: str, scripts: Iterable[str], connect: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_hash, scripts))}",
            f"style-src {_hash(style)}",
            f"connect-src {connect}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",  # no innerHTML, whoever writes the next view
            "trusted-types 'none'",
        )
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _as_text(data: Any) -> str:
    """JSON that cannot end the element that it stands in, whatever came over the wire."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

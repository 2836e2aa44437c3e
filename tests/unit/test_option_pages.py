"""The pages about options say what the code has; `make docs` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docs.site.options import PAGES


@pytest.mark.parametrize(("path", "page"), PAGES.items(), ids=lambda each: getattr(each, "name", ""))
def test_the_page_is_what_the_code_says(path: Path, page: Callable[[], str]) -> None:
    assert path.read_text("utf-8") == page(), "run `make docs`"


def test_every_option_says_what_it_does() -> None:
    lines = [line for page in PAGES.values() for line in page().splitlines() if line.startswith("- **")]
    assert len(lines) > 200
    assert not [line for line in lines if line.endswith(": ")]

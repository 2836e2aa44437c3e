"""The page of what is public names modules that are there, with a list of names and a first line each."""

from __future__ import annotations

import importlib
import re

import pytest

from tests import corpus

_PAGE = (corpus.ROOT / "docs" / "public.md").read_text(encoding="utf-8")
_MODULES = re.findall(r"^\| `(kafkawire[.\w]*)` \|", _PAGE, re.MULTILINE)


@pytest.mark.parametrize("name", _MODULES)
def test_a_public_module_lists_its_names(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert module.__all__
    assert [name for name in module.__all__ if not hasattr(module, name)] == []

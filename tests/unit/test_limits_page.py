"""The table of limits on the page of errors and limits says what the code has."""

from __future__ import annotations

import re

from kafkawire import DEFAULT_LIMITS
from kafkawire.slotted import field_names
from tests import corpus

_ROW = re.compile(r"^\| `(\w+)` \| ([\d,]+)( KiB| MiB)? \|", re.MULTILINE)
_UNITS = {"": 1, " KiB": 1024, " MiB": 1024 * 1024}


def test_the_table_of_limits_has_every_limit_and_its_default() -> None:
    page = (corpus.ROOT / "docs" / "errors-and-limits.md").read_text(encoding="utf-8")
    said = {name: int(number.replace(",", "")) * _UNITS[unit] for name, number, unit in _ROW.findall(page)}
    assert said == {name: getattr(DEFAULT_LIMITS, name) for name in field_names(DEFAULT_LIMITS)}

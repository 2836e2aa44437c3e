"""Generated packages say which interface they were made for, and do not load with another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen import emit_tables
from kafkawire.runtime import RUNTIME, require_runtime
from tests.packages import make_package

from .helpers import field, schema


def test_the_generator_writes_for_the_interface_that_kafkawire_has() -> None:
    assert emit_tables.RUNTIME == RUNTIME
    require_runtime(RUNTIME, "mine")


@pytest.mark.parametrize(
    ("needed", "advice"),
    [(RUNTIME + 1, "a newer kafkawire is needed"), (RUNTIME - 1, "generate it again with this kafkawire")],
)
def test_a_package_for_another_interface_is_not_loaded(
    needed: int, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emit_tables, "RUNTIME", needed)
    name = f"messages_for_runtime_{needed}"
    wanted = (
        f"{name} was generated for version {needed} of kafkawire's interface to generated code, but this kafkawire has "
        f"version {RUNTIME}: {advice}"
    )
    with pytest.raises(ImportError, match=re.escape(wanted)):
        make_package(tmp_path, name, [schema(field("A"))])

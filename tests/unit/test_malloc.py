from __future__ import annotations

import sys

import pytest

from kafkawire import malloc


def test_both_thresholds_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[int, int]] = []

    def set_option(option: int, size: int) -> int:
        said.append((option, size))
        return 1

    monkeypatch.setattr(malloc, "_mallopt", lambda: set_option)
    malloc.keep_memory(4096, 8192)
    assert said == [(-3, 4096), (-1, 8192)]  # M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of malloc.h


def test_another_c_library_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert malloc._mallopt() is None
    malloc.keep_memory(4096, 8192)

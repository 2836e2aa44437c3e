from __future__ import annotations

import pytest

from codegen.versions import NONE, Versions


@pytest.mark.parametrize("text", ["0", "7", "0-4", "3-17", "7+", "none"])
def test_prints_as_written(text: str) -> None:
    assert str(Versions.parse(text)) == text


@pytest.mark.parametrize("text", ["", "+", "-1", "1-", "4-3", "1,2", "all", "1 - 2", "32768"])
def test_refuses_what_is_no_range(text: str) -> None:
    with pytest.raises(ValueError, match="not a range of versions"):
        Versions.parse(text)


def test_a_range_of_one_version_prints_as_that_version() -> None:
    assert str(Versions.parse("3-3")) == "3"


def test_contains_both_ends_and_nothing_beyond() -> None:
    versions = Versions.parse("2-4")
    assert [version for version in range(7) if version in versions] == [2, 3, 4] == list(versions)


def test_open_end_goes_on_to_the_highest_version() -> None:
    assert 32767 in Versions.parse("5+")
    assert 4 not in Versions.parse("5+")


def test_none_is_empty_and_false() -> None:
    assert not Versions.parse("none")
    assert list(NONE) == []
    assert 0 not in NONE


def test_intersection() -> None:
    assert Versions.parse("0-5") & Versions.parse("3+") == Versions.parse("3-5")
    assert Versions.parse("0-2") & Versions.parse("3+") == NONE


def test_covers() -> None:
    assert Versions.parse("0+").covers(Versions.parse("3-5"))
    assert not Versions.parse("0-4").covers(Versions.parse("3+"))
    assert Versions.parse("9").covers(NONE)
    assert not NONE.covers(Versions.parse("0"))

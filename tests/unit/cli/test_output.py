"""Tables in plain text and with rich, and JSON that every terminal survives."""

from __future__ import annotations

import io
import json
import sys

import pytest

from kafkawire.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_columns_are_aligned() -> None:
    lines = output.text_table(("key", "name"), [("1", "Fetch"), ("12", "Heartbeat")], numeric=(0,))
    assert lines == ["key  name", "  1  Fetch", " 12  Heartbeat"]


def test_table_without_rows() -> None:
    assert output.text_table(("key", "name"), []) == ["key  name"]


def test_rich_only_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    plain, terminal = io.StringIO(), Terminal()
    for out in (plain, terminal):
        monkeypatch.setattr(sys, "stdout", out)
        output.print_table(("name",), [("[red]brackets[/red]",)])
    assert plain.getvalue() == "name\n[red]brackets[/red]\n"
    assert "[red]brackets[/red]" in terminal.getvalue()


def test_terminal_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    output.print_table(("name",), [("x",)])
    assert terminal.getvalue() == "name\nx\n"


@pytest.mark.parametrize("value", ["Straße", "日本", "a\nb", "\x1b[31m", "\x9b31m", "\u202e", "\U000e0001", '"\\'])
def test_json_is_the_same_value_again(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding in ("utf-8", "latin-1"):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        text = output.json_text({"a": value}, indent=2)
        assert json.loads(text) == {"a": value}
        assert all(char.isprintable() or char == "\n" for char in text)
        text.encode(encoding)


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [
        (-1, None),
        (1_700_000_000_000, "2023-11-14 22:13:20+00:00"),
        (1_700_000_000_123, "2023-11-14 22:13:20.123+00:00"),
        (2**62, f"{2**62} ms"),
    ],
)
def test_times_have_a_zone(milliseconds: int, shown: str | None) -> None:
    assert output.moment(milliseconds) == shown

"""Printing: tables and JSON. `rich` draws the table where it is installed and somebody looks; else text in columns.

Text from messages may hold anything. What a terminal could take for a command is escaped.
"""

from __future__ import annotations

import io
import json
import re
import select
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "Told",
    "expect_reader",
    "json_line",
    "json_text",
    "moment",
    "named",
    "print_json",
    "print_json_line",
    "print_table",
    "printable",
    "text_table",
]

Row = Sequence[str]

_UNUSUAL = re.compile(r"[^\n -~]")


def json_text(value: Any, indent: int | None = None) -> str:
    """A value as JSON. Letters of all scripts stay readable; control characters and the like are escaped."""
    if not (sys.stdout.encoding or "").lower().startswith("utf"):
        return json.dumps(value, indent=indent)
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return _UNUSUAL.sub(_plain_or_escaped, text)


def json_line(value: Any) -> bytes:
    """An object on a line of its own, in UTF-8, for files and other programs."""
    text = _UNUSUAL.sub(_plain_or_escaped, json.dumps(value, ensure_ascii=False))
    return text.encode() + b"\n"


def _plain_or_escaped(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def printable(text: str) -> str:
    """Text on one line, without what a terminal could take for a command."""
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def expect_reader() -> None:
    """Raise `BrokenPipeError` if nobody reads the output any more (`| head`): else only the next record would."""
    try:
        number = sys.stdout.fileno()
    except io.UnsupportedOperation:
        return  # it goes to no file
    if not hasattr(select, "poll"):
        return  # Windows
    watched = select.poll()
    watched.register(number, 0)
    if any(events & (select.POLLERR | select.POLLHUP) for _, events in watched.poll(0)):
        raise BrokenPipeError


def moment(timestamp_ms: int) -> str | None:
    """A time with its zone, for people; None for -1, which stands for none."""
    if timestamp_ms < 0:
        return None
    try:
        return datetime.fromtimestamp(timestamp_ms / 1000, UTC).isoformat(" ", "milliseconds").replace(".000+", "+")
    except (ValueError, OverflowError, OSError):
        return f"{timestamp_ms} ms"  # what a producer wrote there, in no calendar


def print_json(value: Any) -> None:
    """An object, indented, in the order of its keys."""
    print(json_text(value, indent=2))


def print_json_line(value: Any) -> None:
    """An object on one line, for JSON lines."""
    print(json_text(value))


@contextmanager
def named(path: str | Path) -> Iterator[None]:
    """Around what writes a file: an error that does not say which (the disk is full, say) becomes one that does."""
    try:
        yield
    except OSError as exc:
        if exc.filename is not None:
            raise
        raise OSError(exc.errno, exc.strerror or str(exc), str(path)) from exc


class Told:
    """How far a long file is: a line on standard error that is written anew, where somebody looks."""

    def __init__(self, verb: str) -> None:
        self._verb = verb
        self._shown = 0

    def at(self, path: str, position: int, size: int) -> None:
        """So far of a file of so many bytes; cut to the width of the terminal."""
        if not sys.stderr.isatty():
            return
        line = f"{self._verb} {position / max(size, 1):4.0%} of {printable(path)}"[: get_terminal_size().columns - 1]
        print(f"\r{line:{self._shown}}", end="", file=sys.stderr, flush=True)
        self._shown = len(line)

    def clear(self) -> None:
        """Make room for something else."""
        if self._shown:
            print(f"\r{'':{self._shown}}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0


def print_table(headings: Row, rows: Iterable[Row], *, numeric: Iterable[int] = ()) -> None:
    """A table. `numeric` are the columns that are aligned to the right."""
    if sys.stdout.isatty() and find_spec("rich") is not None:
        _print_rich(headings, rows, set(numeric))
    else:
        print(*text_table(headings, list(rows), numeric=numeric), sep="\n")


def text_table(headings: Row, rows: Sequence[Row], *, numeric: Iterable[int] = ()) -> list[str]:
    """The lines of a table in plain text."""
    right = set(numeric)
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (headings, *rows)
    ]


def _print_rich(headings: Row, rows: Iterable[Row], right: set[int]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="right" if index in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # as Text, so that brackets in a name are not taken for markup
    Console().print(table)

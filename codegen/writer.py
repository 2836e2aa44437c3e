"""Lines of Python, indented, and folded as the project's formatter folds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

WIDTH = 120


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose arguments may have to stand on lines of their own."""

    func: str
    args: Sequence[str | Call]

    def __str__(self) -> str:
        return f"{self.func}({', '.join(map(str, self.args))})"


class Writer:
    """Collects lines of code."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self._depth = depth

    def line(self, text: str = "") -> None:
        """Add a line at the current depth."""
        self.lines.append("    " * self._depth + text if text else "")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line, and what is added within the `with` one step deeper."""
        self.line(head)
        with self.deeper():
            yield

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """What is added within the `with` stands one step deeper."""
        self._depth += 1
        yield
        self._depth -= 1

    @property
    def width(self) -> int:
        """The characters that a line may have behind its indent."""
        return WIDTH - 4 * self._depth

    @property
    def indent(self) -> str:
        """What a line at the current depth begins with."""
        return "    " * self._depth

    def child(self) -> Writer:
        """A writer at the same depth, whose lines are added later with `adopt`."""
        return Writer(self._depth)

    def adopt(self, child: Writer) -> None:
        """Add the lines of a child."""
        self.lines += child.lines

    def fits(self, text: str) -> bool:
        """Whether a line is short enough at the current depth."""
        return 4 * self._depth + len(text) <= WIDTH

    def call(self, before: str, call: Call, after: str = "") -> None:
        """A statement that is, or ends in, a call; folded where it is too long."""
        text = f"{before}{call}{after}"
        if self.fits(text):
            self.line(text)
            return
        self.line(f"{before}{call.func}(")
        with self.deeper():
            self._arguments(call.args)
        self.line(f"){after}")

    def _arguments(self, args: Sequence[str | Call]) -> None:
        flat = ", ".join(map(str, args))
        if self.fits(flat):
            self.line(flat)
            return
        comma = "," if len(args) > 1 else ""
        for arg in args:
            if isinstance(arg, Call):
                self.call("", arg, comma)
            else:
                self.line(arg + comma)

    @contextmanager
    def function(self, name: str, params: Sequence[str], returns: str) -> Iterator[None]:
        """`def …:`, and what is added within the `with` as its body."""
        start = len(self.lines)
        self.call("def ", Call(name, params), f" -> {returns}:")
        if len(self.lines) == start + 3 and len(params) == 1:
            self.lines[start + 1] += ","  # a lone parameter on a line of its own gets one
        with self.deeper():
            yield

    def constant(self, name: str, value: str) -> None:
        """`NAME = value`, where the value may be a call that has to be folded."""
        func, bracket, args = value.partition("(")
        if bracket and value.endswith(")"):
            self.call(f"{name} = ", Call(func, [args.removesuffix(")")]))
        else:
            self.line(f"{name} = {value}")

    def unpack(self, targets: Sequence[str], source: str) -> None:
        """Assign to several targets at once; `source` is a name or a call."""
        if len(targets) == 1:
            self.line(f"({targets[0]},) = {source}")
            return
        flat = ", ".join(targets)
        if self.fits(f"{flat} = {source}"):
            self.line(f"{flat} = {source}")
            return
        func, bracket, args = source.partition("(")
        if bracket and self.fits(f"{flat} = {func}("):
            self.line(f"{flat} = {func}(")
            with self.deeper():
                self.line(args.removesuffix(")"))
            self.line(")")
            return
        self.line("(")
        with self.deeper():
            for target in targets:
                self.line(f"{target},")
        self.line(f") = {source}")

    def choice(self, target: str, value: str, test: str, other: str) -> None:
        """`target = value if test else other`, folded where it is too long."""
        flat = f"{value} if {test} else {other}"
        if self.fits(f"{target} = {flat}"):
            self.line(f"{target} = {flat}")
            return
        self.line(f"{target} = (")
        with self.deeper():
            for line in [flat] if self.fits(flat) else [value, f"if {test}", f"else {other}"]:
                self.line(line)
        self.line(")")

    def objects(self, cls: str) -> None:
        """`out = …`: `count` empty objects. One is made at a third of what it costs to make many."""
        self.choice("out", f"[new({cls})]", "count == 1", f"many({cls}, count)")

    def condition(self, keyword: str, tests: Sequence[str]) -> None:
        """The head of an `if` over tests joined by `or`."""
        test = " or ".join(tests)
        if len(tests) == 1 and test.startswith("("):
            test = test[1:-1]
        flat = f"{keyword} {test}:"
        if self.fits(flat):
            self.line(flat)
            return
        self.line(f"{keyword} (")
        with self.deeper():
            for index, test in enumerate(tests):
                self.line(f"or {test}" if index else test)
        self.line("):")

    def text(self) -> str:
        """All of it, ending in a line feed."""
        return "\n".join(self.lines) + "\n"


def from_import(module: str, names: Sequence[str], width: int) -> list[str]:
    """`from … import …`, one name a line where it is too long."""
    text = f"from {module} import {', '.join(names)}"
    if len(text) <= width:
        return [text]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]

"""What counts as a change, which ones are drawn, and which tests meet them."""

from __future__ import annotations

import ast
import textwrap

import pytest

from tests.mutate.__main__ import diff, read_equivalent
from tests.mutate.changes import Change, changes
from tests.mutate.choosing import quickest, spread
from tests.mutate.sample import AREAS, draw, where_tested
from tests.mutate.trees import TOP, Map


def results(text: str) -> set[str]:
    """The texts that one change makes of a text."""
    source = textwrap.dedent(text).encode()
    return {change.apply(source).decode() for change in changes("m.py", source)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a <= b", {"x = a < b"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = (a) == (b)", {"x = (a) != (b)"}),
        ("x = a < b <= c", {"x = a <= b <= c", "x = a < b < c"}),
        ("x = a and (b or c)", {"x = a or (b or c)", "x = a and (b and c)"}),
        ("x = a << b", {"x = a >> b"}),
        ("x = 'ü' + b", {"x = 'ü' - b"}),
        ("x = 7", {"x = 8", "x = 6"}),
        ("x = True", {"x = False"}),
        ("x = not a", {"x = a"}),
        ("x = b if a else c", {"x = b if not (a) else c"}),
        ("while a.b:\n    pass", {"while not (a.b):\n    pass"}),
        ("if a():\n    x = b", {"if not (a()):\n    x = b"}),
        ("for i in range(a, b):\n    continue", {
            "for i in range(a, (b) + 1):\n    continue", "for i in range(a, b):\n    break"}),
        ("x = a[b:]", {"x = a[(b) + 1:]"}),
        ("f(a,\n  b)", {"pass"}),
        ("a.b = c", {"pass"}),
        ("a += b", {"pass"}),
        ("raise a", {"pass"}),
        ("def f():\n    return a", {"def f():\n    return None"}),
        ("def f(a=True): ...", {"def f(a=False): ..."}),
    ],
)  # fmt: skip
def test_each_kind_of_change(before: str, after: set[str]) -> None:
    assert results(before) == after


@pytest.mark.parametrize(
    "text",
    [
        '"""Text."""',
        "__all__ = [f(1)]",
        "x: Literal[1]",
        "@dataclass(slots=True)\nclass A: ...",
        "def f(a: Literal[1]) -> Literal[2]: ...",
        "if TYPE_CHECKING:\n    x = 1",
        'x = f"{a + 1}"',
        "def f():\n    return None",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert results(text) == set()


def test_a_change_says_where_it_acts() -> None:
    source = b"x = 1\n\ndef f():\n    return (a and\n            b)\n"
    found = changes("m.py", source)
    assert [(change.line, change.in_function) for change in found] == [(1, False), (1, False), (4, True), (4, True)]
    assert found[-1].lines(source) == ("return (a and", "return (a or")
    assert "-    return (a and\n+    return (a or" in diff(found[-1], source)


def test_every_change_of_this_package_can_be_parsed() -> None:
    for change in draw(["tests/mutate"], 10_000, 1):
        ast.parse(change.apply((TOP / change.path).read_bytes()))


def test_a_seed_draws_the_same_and_no_line_twice() -> None:
    drawn = draw(["kafkawire/records", "codegen"], 41, 5)
    assert drawn == draw(["kafkawire/records", "codegen"], 41, 5)
    assert drawn != draw(["kafkawire/records", "codegen"], 41, 6)
    assert len({(change.path, change.line) for change in drawn}) == 41
    assert sum(change.path.startswith("codegen") for change in drawn) == 20


def test_the_quickest_case_of_each_function_comes_first() -> None:
    seconds = {"a[1]": 3.0, "a[2]": 1.0, "b": 2.0, "c": 9.0}
    assert spread(seconds, seconds) == ["a[2]", "b", "c", "a[1]"]
    assert quickest(seconds, seconds, 4) == ["a[2]", "b"]
    assert quickest(["c"], seconds, 4) == ["c"]
    assert quickest([], seconds, 4) == []


def test_a_change_meets_the_tests_of_its_line_or_of_its_module() -> None:
    where = Map({"a": 1.0, "b": 1.0}, {"m.py": {"1": [], "2": ["a"], "3": ["b"]}})
    assert where.tests(Change("m.py", 2, "", 0, 0, "", in_function=True), 9) == ["a"]
    assert where.tests(Change("m.py", 1, "", 0, 0, "", in_function=True), 9) == []
    assert where.tests(Change("m.py", 1, "", 0, 0, "", in_function=False), 9) == ["a", "b"]
    assert where.tests(Change("n.py", 1, "", 0, 0, "", in_function=False), 9) == []


def test_tests_of_an_area() -> None:
    assert where_tested(["kafkawire/client/retry.py"]) == ["tests/client"]
    assert where_tested(["codegen", "kafkawire"]) == list(dict.fromkeys(sum(AREAS.values(), ())))


def test_equivalent_changes_have_reasons() -> None:
    for one in read_equivalent():
        assert one.line != one.becomes
        assert one.file.startswith(tuple(AREAS))
        assert len(one.reason.split()) > 3, one

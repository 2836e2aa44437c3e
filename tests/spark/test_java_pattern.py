from __future__ import annotations

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.java_pattern import compile_java


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        ("flights.*", ["flights", "flights-1"], ["my-flights"]),
        (r"a\.b", ["a.b"], ["axb"]),
        (r"\Qa.b\E+", ["a.b", "a.bb"], ["axb", "a.ba.b"]),
        (r"\Qa.*", ["a.*"], ["ab"]),
        (r"t-\p{Alpha}[\p{Digit}_]", ["t-x1", "t-x_"], ["t-11", "t-xx"]),
        (r"(?<name>a|b)-\d++", ["a-12"], ["c-1"]),
        (r"(?<!x)a(?<=a)", ["a"], ["b"]),
        (r"(?i)ORDERS", ["orders", "Orders"], ["order"]),
        (r"a\z", ["a"], ["a\n"]),
        (r"[]a]+", ["]a"], ["b"]),
        (r"[^]a]", ["b"], ["]", "a"]),
        (r"[a^][b]", ["ab", "^b"], ["a", "b"]),
        (r"[a&]&&", ["&&&"], ["&&"]),
        (r"\w+", ["abc_1"], ["ä"]),
    ],
)
def test_patterns_mean_what_they_mean_in_java(pattern: str, matching: list[str], others: list[str]) -> None:
    compiled = compile_java("subscribePattern", pattern)
    assert all(compiled.fullmatch(name) for name in matching)
    assert not any(compiled.fullmatch(name) for name in others)


REFUSED = ["[a-z&&[^b]]", "[a[bc]]", "[a-z&&b]", r"\R", r"\p{IsLatin}", r"\h+", "a(", "a**", "(?u)a", r"\0101"]


@pytest.mark.parametrize("pattern", REFUSED)
def test_what_python_would_read_otherwise_is_refused_by_name(pattern: str) -> None:
    with pytest.raises(InvalidOption, match="'subscribePattern'"):
        compile_java("subscribePattern", pattern)

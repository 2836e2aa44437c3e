from __future__ import annotations

import re
import time

import pytest

from kafkawire.broker.groups.topic_regex import InvalidRegex, TopicRegex

NAMES = ["a", "ab", "abb", "b", "topic-1", "topic-12", "Topic", "__offsets", "x.y", "x-y", "a_b", "aa" * 20]
SHARED_WITH_PYTHON = r"""
a ab* ab+ ab? a|b (a|b)+ topic-\d topic-\d{1,2} topic-\d{2,} [a-c]+ [^a-c]+ . .* x\.y x[.-]y (?:x)(.)(y) (?P<name>a)b
(?i)topic (?i:T)opic ^a$ \Aab a\b.* a\B.* \w+ \W* a{2} (aa){20} a??b ab*? [\w.]+ []a] [a\-b]+ (|a)b \x61
"""
INVALID = r"""
( ) [ [a a** * +a a{2}{3} a{1001} a{3,2} \ (?=a) (?<!a) (a)\1 [b-a] \y (?P<>a) [[:what:]] (?z)a (? \x6 \x{} (?<n
((a{1000}){1000}) ((){1000}){1000}
"""


@pytest.mark.parametrize("pattern", [*SHARED_WITH_PYTHON.split(), ""])
def test_names_match_as_they_do_for_python(pattern: str) -> None:
    ours = TopicRegex(pattern)
    assert [name for name in NAMES if ours.matches(name)] == [name for name in NAMES if re.fullmatch(pattern, name)]


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("[[:alpha:]]+", "abc"),
        ("[[:^digit:]]", "a"),
        ("\\Qa.b\\E", "a.b"),
        ("(?<n>a)", "a"),
        ("a\\z", "a"),
        ("\\x{61}", "a"),
        ("a{,2}", "a{,2}"),  # no count
    ],
)
def test_what_python_does_not_know(pattern: str, name: str) -> None:
    assert TopicRegex(pattern).matches(name)
    assert not TopicRegex(pattern).matches("5" + name)


@pytest.mark.parametrize("pattern", [*INVALID.split(), "(" * 101 + ")" * 101])
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(InvalidRegex):
        TopicRegex(pattern)


def test_no_pattern_takes_long() -> None:
    started = time.monotonic()
    assert not TopicRegex("(a*)*(a*)*(a|aa)+x").matches("a" * 249)
    assert time.monotonic() - started < 1

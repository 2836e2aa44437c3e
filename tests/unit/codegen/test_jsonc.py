from __future__ import annotations

import pytest

from codegen import jsonc


def test_comments_of_both_kinds_and_trailing_commas() -> None:
    text = """// a licence
    /* and
       more */ {"a": [1, 2, /* three */ ], // end
    "b": {"c": 1,},
    }"""
    assert jsonc.loads(text) == {"a": [1, 2], "b": {"c": 1}}


def test_what_looks_like_a_comment_or_comma_inside_a_string_stays() -> None:
    text = r'{"url": "http://x/*y*/", "comma": ",]", "quote": "\"//"}'
    assert jsonc.loads(text) == {"url": "http://x/*y*/", "comma": ",]", "quote": '"//'}


def test_a_byte_order_mark_is_passed_over() -> None:
    assert jsonc.loads("\ufeff[1]") == [1]


def test_closing_brackets_after_the_end_are_a_warning() -> None:
    warnings: list[str] = []
    assert jsonc.loads('{"a": 1}\n]}', warnings) == {"a": 1}
    assert warnings == ["']}' after the end of the value is passed over"]


def test_a_key_given_twice_is_a_warning_and_the_last_counts() -> None:
    warnings: list[str] = []
    assert jsonc.loads('{"a": 1, "a": 2}', warnings) == {"a": 2}
    assert warnings == ["key given twice, the last counts: a"]


def test_other_text_after_the_end_is_refused() -> None:
    with pytest.raises(ValueError, match="text after the end"):
        jsonc.loads('{"a": 1} {"b": 2}')


def test_errors_give_the_line_and_column_of_the_file() -> None:
    with pytest.raises(ValueError, match="line 3 column 6"):
        jsonc.loads('// one\n/* two */ {"a": 1,\n "b" 2}')


@pytest.mark.parametrize("text", ["", "//", "{", '{"a"}', "[1"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line"):
        jsonc.loads(text)

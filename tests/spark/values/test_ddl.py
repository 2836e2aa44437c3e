from __future__ import annotations

import pytest

from kafkawire.client.errors import InvalidOption

pa = pytest.importorskip("pyarrow")

UTC = pa.timestamp("us", tz="UTC")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("id INT", "struct<`id`:int>"),
        ("id BIGINT NOT NULL, `a b` string COMMENT 'it''s'", None),
        ("a int, b array<struct<c: date, d map<string, decimal(5,2)>>>", None),
        ("a: timestamp", "struct<`a`:timestamp>"),
        ("a timestamp_ntz", "struct<`a`:timestamp_ntz>"),
        ("array<int>", "array<int>"),
        ("struct<a: tinyint, b: smallint>", "struct<`a`:tinyint,`b`:smallint>"),
        ("`we``ird` DECIMAL", "struct<`we``ird`:decimal(10,0)>"),
    ],
)
def test_types_of_spark_are_read_and_written(text: str, wanted: str | None) -> None:
    from kafkawire.spark.values.ddl import from_ddl, to_ddl

    if "''" in text:
        text = text.replace("it''s", "it\\'s")
    kind = from_ddl("valueSchema", text)
    written = to_ddl(kind)
    assert wanted is None or written == wanted
    assert from_ddl("valueSchema", written) == kind


def test_the_arrow_types_are_those_of_spark() -> None:
    from kafkawire.spark.values.ddl import from_ddl

    found = from_ddl("valueSchema", "a LONG, b ARRAY<TIMESTAMP>, c MAP<STRING, BINARY>, d DECIMAL(38, 10)")
    assert [field.type for field in found] == [
        pa.int64(),
        pa.list_(pa.field("element", UTC)),
        pa.map_(pa.string(), pa.binary()),
        pa.decimal128(38, 10),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "id",
        "id INT,",
        "id INTT",
        "id INT name STRING",
        "a array<int",
        "a map<int>",
        "a decimal(39,0)",
        "a decimal(2,3)",
        "a int, a int",
        "a int; drop",
        "array<" * 10_000,
    ],
)
def test_other_text_is_an_error_that_names_the_option(text: str) -> None:
    from kafkawire.spark.values.ddl import from_ddl

    with pytest.raises(InvalidOption, match=r"option 'valueSchema': .*id INT, name STRING"):
        from_ddl("valueSchema", text)


@pytest.mark.parametrize(("text", "wrong"), [("id INTT", "intt"), ("strin", "strin"), ("a int, b array<nt>", "nt")])
def test_the_error_names_the_type_that_there_is_not(text: str, wrong: str) -> None:
    from kafkawire.spark.values.ddl import from_ddl

    with pytest.raises(InvalidOption, match=f"'{wrong}' is no type"):
        from_ddl("valueSchema", text)

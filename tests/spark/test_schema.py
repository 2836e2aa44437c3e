from __future__ import annotations

import pytest

from kafkawire.spark.schema import arrow_schema, column_names, spark_schema

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("headers", [False, True])
def test_arrow_and_spark_mean_the_same(headers: bool) -> None:
    from pyspark.sql.pandas.types import to_arrow_schema

    columns = column_names(None, headers=headers)
    wanted = spark_schema(columns)
    assert to_arrow_schema(wanted, timezone="UTC").equals(arrow_schema(columns))
    assert ("headers" in wanted.fieldNames()) is headers

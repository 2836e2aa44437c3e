"""Spark finds the format by itself: it imports all modules whose names begin with `pyspark_`."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["pyspark_kafkawire", "pyspark_kafkawire_log", "pyspark_kafkawire_capture"])
def test_the_module_that_spark_imports_loads_nothing_until_it_is_asked(name: str) -> None:
    script = f"import sys, {name}; print(any(m.split('.')[0] in ('pyspark', 'kafkawire') for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_pyspark_there_is_no_source_and_no_other_error() -> None:
    script = """
import sys, pyspark_kafkawire
sys.modules["pyspark"] = None  # importing it fails
print(hasattr(pyspark_kafkawire, "DefaultSource"), hasattr(pyspark_kafkawire, "something"))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"


def test_the_source_has_the_name_of_the_format() -> None:
    pytest.importorskip("pyspark")
    import pyspark_kafkawire
    import pyspark_kafkawire_capture
    import pyspark_kafkawire_log

    assert pyspark_kafkawire.DefaultSource.name() == "kafkawire"
    assert pyspark_kafkawire_log.DefaultSource.name() == "kafkawire.log"
    assert pyspark_kafkawire_capture.DefaultSource.name() == "kafkawire.capture"


@pytest.mark.jvm
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")
def test_spark_itself_looks_it_up(java: None) -> None:
    from io import BytesIO

    from pyspark.sql.worker import lookup_data_sources

    out = BytesIO()
    lookup_data_sources._main(BytesIO(), out)
    out.seek(0)

    def read_int() -> int:
        return int.from_bytes(out.read(4), "big")

    names = []
    for _ in range(read_int()):
        names.append(out.read(read_int()).decode())
        out.read(read_int())
    assert "kafkawire" in names

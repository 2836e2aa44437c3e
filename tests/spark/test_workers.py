from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

ZIP = "pyspark/python/lib/pyspark.zip"
SETTLED = "import gc, kafkawire.spark.worker as w; w.settle_in(); w.settle_in(); print(gc.get_freeze_count() > 0)"


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ([f"/env/{ZIP}", "/env/py4j.zip", "/env"], ["/env/py4j.zip", "/env"]),
        ([f"/env/{ZIP}", "/other"], [f"/env/{ZIP}", "/other"]),  # a Spark that was unpacked: its only pyspark
        (["/spark/python/lib/pyspark.zip", "/spark", ""], ["/spark/python/lib/pyspark.zip", "/spark", ""]),
    ],
)
def test_a_zip_is_left_out_only_if_its_original_is_there(given: list[str], left: list[str]) -> None:
    from kafkawire.spark.daemon import without_copies

    assert without_copies(given) == left


@pytest.mark.parametrize(("setting", "frozen"), [({"SPARK_BUFFER_SIZE": "65536"}, "True"), ({}, "False")])
def test_modules_are_taken_out_of_the_search_for_garbage_in_workers_only(setting: dict[str, str], frozen: str) -> None:
    done = subprocess.run([sys.executable, "-c", SETTLED], env=setting, cwd=Path(__file__).parents[2],
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout.strip() == frozen


@pytest.mark.jvm
def test_workers_of_a_session_of_ours_take_the_pyspark_that_is_installed() -> None:
    code = """
import pyspark
from kafkawire.spark import local_session
spark = local_session("workers", cores=1)
def home(_):
    import pyspark
    return pyspark.__file__
print([home(0)] == spark.sparkContext.parallelize([0], 1).map(home).collect())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True,
                          text=True, check=True)  # fmt: skip
    assert done.stdout.split() == ["True"]

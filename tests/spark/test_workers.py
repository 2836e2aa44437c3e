from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.spark.launch import interpreter, without_copies

pytest.importorskip("pyspark")

ZIP = "pyspark/python/lib/pyspark.zip"
TUNED = """
import kafkawire.malloc as m
import kafkawire.spark.worker as w
said = []
m._mallopt = lambda: lambda option, size: said.append((option, size >> 10))
try:
    with w.tuned({wanted}):
        said.append("task")
        raise KeyError
except KeyError:
    print(said)
"""


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ([f"/env/{ZIP}", "/env/py4j.zip", "/env"], ["/env/py4j.zip", "/env"]),
        ([f"/env/{ZIP}", "/other"], [f"/env/{ZIP}", "/other"]),  # a Spark that was unpacked: its only pyspark
        (["/spark/python/lib/pyspark.zip", "/spark", ""], ["/spark/python/lib/pyspark.zip", "/spark", ""]),
    ],
)
def test_a_zip_is_left_out_only_if_its_original_is_there(given: list[str], left: list[str]) -> None:
    assert without_copies(given) == left


def test_a_module_is_run_as_python_runs_it(tmp_path: Path) -> None:
    (tmp_path / "shown.py").write_text("import sys; print(__name__, sys.argv[1:], sys.path[0], 'main' in dir())")
    here = str(tmp_path.resolve())
    found = [
        subprocess.run([python, "-m", "shown", "-m", "x"], cwd=here, capture_output=True, text=True, check=True).stdout
        for python in (interpreter(), sys.executable)
    ]
    assert found == [f"__main__ ['-m', 'x'] {here} False\n"] * 2


@pytest.mark.parametrize("arguments", [["-c", "import sys; print(sys.argv, sys.path[0])", "-m"], ["-V"]])
def test_what_is_no_module_is_left_to_python(arguments: list[str]) -> None:
    ours, theirs = (
        subprocess.run([python, *arguments], capture_output=True, text=True, check=False)
        for python in (interpreter(), sys.executable)
    )
    assert (ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)


def test_where_the_command_is_not_installed_spark_gets_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert Path(interpreter()).name == "kafkawire-python"
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    assert interpreter() == sys.executable


@pytest.mark.parametrize(
    ("setting", "wanted", "seen"),
    [
        ({"SPARK_BUFFER_SIZE": "65536"}, True, "[(-3, 32768), (-1, 65536), 'task', (-3, 128), (-1, 128)]"),
        ({"SPARK_BUFFER_SIZE": "65536"}, False, "['task']"),
        ({}, True, "['task']"),
    ],
)
def test_a_worker_is_tuned_for_a_task_that_wants_it_and_put_back(
    setting: dict[str, str], wanted: bool, seen: str
) -> None:
    command, home = [sys.executable, "-c", TUNED.format(wanted=wanted)], Path(__file__).parents[2]
    done = subprocess.run(command, env=setting, cwd=home, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == seen


@pytest.mark.jvm
def test_workers_of_a_session_of_ours_take_the_pyspark_that_is_installed(java: None) -> None:
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

"""What a schema refers to, in whatever way a registry is asked."""

import subprocess
import sys

import pytest

from kafkawire.serde.registered import Reference, RegistryFailed, texts_of


def test_each_name_comes_once_and_behind_what_it_needs() -> None:
    below: dict[str, list[Reference]] = {
        "middle": [("n.Inner", "inner", 1)],
        "inner": [("n.Middle", "middle", 1)],  # which refers back
        "other": [("n.Inner", "inner", 2)],  # another version of what is there already
    }
    asked = []

    def fetch(subject: str, version: int) -> tuple[str, list[Reference]]:
        asked.append((subject, version))
        return f"{subject} {version}", below[subject]

    found = texts_of([("n.Middle", "middle", 1), ("n.Other", "other", 1)], fetch)
    assert found == (("n.Inner", "inner 1"), ("n.Middle", "middle 1"), ("n.Other", "other 1"))
    assert asked == [("middle", 1), ("inner", 1), ("other", 1)]


def test_references_without_end_are_given_up() -> None:
    asked = []

    def fetch(subject: str, version: int) -> tuple[str, list[Reference]]:
        asked.append(version)
        return "x", [(f"n{version + 1}", "s", version + 1)]

    with pytest.raises(RegistryFailed, match="more than 200"):
        texts_of([("n1", "s", 1)], fetch)
    assert len(asked) == 200


def test_asking_over_http_takes_no_package() -> None:
    code = (
        "import sys, kafkawire.serde.over_http as m; print({'fastavro', 'google', 'confluent_kafka'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

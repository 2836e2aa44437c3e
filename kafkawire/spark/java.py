"""Finding Java, which Spark runs on, and saying what to install where there is none."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from kafkawire.errors import KafkaWireError

__all__ = ["LEAST_JAVA", "JavaMissing", "find_java"]

LEAST_JAVA = 17
_VERSION = re.compile(r'version "(\d+)(?:\.(\d+))?')
_INSTALL = (
    f"install Java {LEAST_JAVA} or newer (Debian, Ubuntu: apt install openjdk-17-jre-headless; "
    "Fedora: dnf install java-17-openjdk-headless; macOS: brew install openjdk@17) or set JAVA_HOME"
)


class JavaMissing(KafkaWireError):
    """There is no Java that Spark can run on; the text names what to install."""


def find_java() -> str:
    """The path of a Java that is new enough: the one in JAVA_HOME, or on the path. Raises `JavaMissing`."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java")
    if java is None:
        raise JavaMissing(f"Spark needs Java and there is none: {_INSTALL}")
    version = _version(java)
    if version is None:
        raise JavaMissing(f"Spark needs Java and {java} is none: {_INSTALL}")
    if version < LEAST_JAVA:
        raise JavaMissing(f"{java} is Java {version}, too old for Spark: {_INSTALL}")
    return java


def _version(java: str) -> int | None:
    try:
        done = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    found = _VERSION.search(done.stderr + done.stdout)
    if found is None:
        return None
    major, minor = int(found[1]), int(found[2] or 0)
    return minor if major == 1 else major  # Java 8 calls itself 1.8

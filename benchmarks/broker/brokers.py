"""How each of the brokers is started, each in a directory of its own, and which of them can be had here."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from benchmarks import ROOT
from benchmarks.broker.process import Broker, first_line, greet, spawn, wait_for_answer
from benchmarks.rounds import OURS, UVLOOP

HERE = Path(__file__).resolve().parent
KAFKA, KFAKE, BEFORE = "Apache Kafka", "kfake", "kafkawire before"


class Starter(Protocol):
    """How a broker is started."""

    name: str
    version: str

    def start(self, directory: Path) -> Broker:
        """Start it in an empty directory, or one that it has used before; return when it answers."""


class Kafkawire:
    """Ours, as the command, of this checkout or of another one."""

    def __init__(self, name: str, loop: str, checkout: Path = ROOT) -> None:
        from kafkawire import __version__

        self.name, self.version, self._loop, self._checkout = name, __version__, loop, checkout

    def start(self, directory: Path) -> Broker:
        """Start it; the command says itself when it is ready."""
        main = "import sys; from kafkawire.cli import main; sys.exit(main())"
        if self._loop == "asyncio":  # the command takes uvloop where it is installed
            main = f"import sys; sys.modules['uvloop'] = None\n{main}"
        command = [sys.executable, "-c", main, "broker", "--listen", "127.0.0.1:0", "--data-dir", str(directory)]
        env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        process = spawn(command, cwd=self._checkout, env=env)
        return Broker(self.name, first_line(self.name, process).rpartition(" ")[2], process)


class ApacheKafka:
    """A broker out of a directory of jars, alone, with its defaults, a heap of 1 GB as its scripts have it."""

    name = KAFKA

    def __init__(self, libs: Path) -> None:
        self.version = _version_of(libs)
        self._java = ["java", "-cp", f"{libs}/*"]
        self._libs = libs

    def start(self, directory: Path) -> Broker:
        """Format the directory if it is new, start, and wait until it answers."""
        port, controller = _free_ports(2)
        directory.mkdir(parents=True, exist_ok=True)
        options, quiet = directory / "server.properties", directory / "log4j2.properties"
        options.write_text(_KAFKA_OPTIONS.format(port=port, controller=controller, directory=directory))
        quiet.write_text("rootLogger.level=warn\n")
        java = [*self._java, f"-Dlog4j2.configurationFile={quiet}"]
        if not (directory / "logs").exists():
            command = [*java, "kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c", str(options)]
            subprocess.run(command, check=True, capture_output=True)
        process = spawn([*java, "-Xmx1g", "-Xms1g", "-XX:+UseG1GC", "kafka.Kafka", str(options)], cwd=directory)
        wait_for_answer(self.name, port, process)
        return Broker(self.name, f"127.0.0.1:{port}", process)


_KAFKA_OPTIONS = """\
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
controller.listener.names=CONTROLLER
log.dirs={directory}/logs
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
"""


class Kfake:
    """The broker for tests of franz-go, in memory; built by Go in a directory that is thrown away."""

    name = KFAKE

    def __init__(self, scratch: Path) -> None:
        folder = scratch / "kfake-build"
        shutil.copytree(HERE / "kfake", folder)
        subprocess.run(["go", "build", "-o", "kfake", "."], cwd=folder, check=True, capture_output=True, text=True)
        self._binary = folder / "kfake"
        lines = (folder / "go.mod").read_text().splitlines()
        self.version = next(line.rpartition("-")[2] for line in lines if "pkg/kfake v" in line)

    def start(self, directory: Path) -> Broker:
        """Start it; its directory stays empty."""
        directory.mkdir(parents=True, exist_ok=True)
        process = spawn([str(self._binary)], cwd=directory)
        return Broker(self.name, first_line(self.name, process), process)


class Given:
    """A broker at an address. It is neither started nor stopped, nor can its memory be seen."""

    version = ""

    def __init__(self, address: str) -> None:
        self.name, self._address = KAFKA, address

    def start(self, directory: Path) -> Broker:  # noqa: ARG002
        """It runs already."""
        return Broker(self.name, self._address)


def starters(kafka: str | None, libs: Path | None, scratch: Path, before: Path | None = None) -> Iterator[Starter]:
    """Every broker that can be had here; a word on stderr about those that cannot. `before`: a checkout to compare."""
    yield Kafkawire(OURS, "asyncio")
    if before is not None:
        yield Kafkawire(BEFORE, "asyncio", before)
    if find_spec("uvloop") is not None:
        yield Kafkawire(UVLOOP, "uvloop")
    else:
        _left_out(UVLOOP, "uvloop is not installed")
    if kafka:
        yield Given(kafka)
    elif libs is not None and shutil.which("java"):
        yield ApacheKafka(libs)
    else:
        _left_out(KAFKA, "no Java, or no --kafka HOST:PORT, no --kafka-libs DIR and no KAFKA_HOME")
    if shutil.which("go"):
        try:
            yield Kfake(scratch)
        except subprocess.CalledProcessError as exc:
            _left_out(KFAKE, exc.stderr.strip())
    else:
        _left_out(KFAKE, "Go is not installed")


def find_libs() -> Path | None:
    """Kafka's jars: those of KAFKA_HOME, or those that stand in `shared/` beside this checkout."""
    places = [Path(os.environ["KAFKA_HOME"]) / "libs"] if "KAFKA_HOME" in os.environ else []
    places += sorted((ROOT.parent / "shared").glob("**/kafka-4.3.1"))
    return next((place for place in places if any(place.glob("kafka-server*.jar"))), None)


def _left_out(name: str, why: str) -> None:
    print(f"left out {name}: {why}", file=sys.stderr)


@contextmanager
def running(starter: Starter, directory: Path) -> Iterator[Broker]:
    """A broker for a while. It is not stopped but ended: to flush what is thrown away would disturb the next one."""
    broker = starter.start(directory)
    try:
        yield broker
    finally:
        broker.kill()
        shutil.rmtree(directory, ignore_errors=True)


def start(starter: Starter, directory: Path) -> tuple[float, float]:
    """Milliseconds from the start of the process until it answers, and of processor time; the directory is new."""
    begin = time.perf_counter()
    with running(starter, directory) as broker:
        greet(broker.address).close()
        return (time.perf_counter() - begin) * 1e3, (broker.cpu() or 0) * 1e3


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def _version_of(libs: Path) -> str:
    for jar in libs.glob("kafka-clients-*.jar"):
        return jar.stem.removeprefix("kafka-clients-")
    return "?"

"""How the broker and each of the proxies before it are started, and which of them can be had here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import ROOT
from benchmarks.broker.process import Broker, first_line, greet, spawn
from benchmarks.rounds import OURS
from tests.ports import free_ports

HERE = Path(__file__).resolve().parent
DIRECT, PUMP, KROXYLICIOUS = "no proxy", "byte pump", "Kroxylicious"
TENANT, PREFIX = f"{OURS}, tenant", "blue-"
_MAIN = "import sys; sys.modules['uvloop'] = None; from kafkawire.cli import main; sys.exit(main())"


@dataclass(frozen=True)
class Upstream:
    """The broker behind all of them. Clients that come to `for_pump` are told that it is at `pump`."""

    broker: Broker
    direct: int
    for_pump: int
    pump: int


def upstream(directory: Path) -> Upstream:
    """Start it: two listeners, since a pump cannot rewrite what clients are told."""
    direct = free_ports(3)
    pumped, pump = direct + 1, direct + 2
    settings = {
        "listeners": f"PLAINTEXT://127.0.0.1:{direct},PUMPED://127.0.0.1:{pumped}",
        "advertised.listeners": f"PLAINTEXT://127.0.0.1:{direct},PUMPED://127.0.0.1:{pump}",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,PUMPED:PLAINTEXT",
    }
    chosen = [word for name, text in settings.items() for word in ("--set", f"{name}={text}")]
    process = spawn([sys.executable, "-c", _MAIN, "broker", "--data-dir", str(directory), *chosen], cwd=ROOT)
    first_line("the broker", process)
    return Upstream(Broker("the broker", f"127.0.0.1:{direct}", process), direct, pumped, pump)


@dataclass(frozen=True)
class Direct:
    """Nothing between client and broker."""

    upstream: Upstream
    name: str = DIRECT
    version: str = ""

    def start(self) -> Broker:
        """It is there already."""
        return Broker(self.name, self.upstream.broker.address)


@dataclass(frozen=True)
class Pump:
    """The bare byte pump."""

    upstream: Upstream
    name: str = PUMP
    version: str = ""

    def start(self) -> Broker:
        """Start it where the broker says that it is."""
        up = self.upstream
        process = spawn([sys.executable, "-m", "benchmarks.proxy.pump", str(up.pump), str(up.for_pump)], cwd=ROOT)
        return Broker(self.name, first_line(self.name, process).rpartition(" ")[2], process)


class Kafkawire:
    """Ours, as the command; of this checkout or of another one. `options`: filters, of which there are none else."""

    def __init__(
        self, upstream: Upstream, name: str = OURS, checkout: Path = ROOT, options: tuple[str, ...] = ()
    ) -> None:
        from kafkawire import __version__

        self.name, self.version, self._upstream, self._checkout = name, __version__, upstream, checkout
        self._options = options

    def start(self) -> Broker:
        """Start it; the command says itself when it is ready."""
        options = ["--listen", "127.0.0.1:0", "--upstream", f"127.0.0.1:{self._upstream.direct}", *self._options]
        env = {name: text for name, text in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}
        process = spawn([sys.executable, "-c", _MAIN, "proxy", *options], cwd=self._checkout, env=env)
        return Broker(self.name, first_line(self.name, process).rpartition(" ")[2], process)


class Kroxylicious:
    """The kit for the JVM, its defaults and no filters, out of a directory of jars; `Main.java` starts it."""

    name = KROXYLICIOUS

    def __init__(self, upstream: Upstream, libs: Path, scratch: Path) -> None:
        self._upstream, self._scratch, self._path = upstream, scratch, f"{libs}/*:{scratch / 'classes'}"
        self.version = next(libs.glob("kroxylicious-runtime-*.jar")).stem.rpartition("-")[2]
        source = str(HERE / "kroxylicious" / "Main.java")
        subprocess.run(["javac", "-cp", f"{libs}/*", "-d", str(scratch / "classes"), source], check=True)

    def start(self) -> Broker:
        """Start it, and wait until it answers."""
        port = free_ports(2)
        config = self._scratch / "kroxylicious.yaml"
        config.write_text(_CONFIG.format(upstream=self._upstream.direct, first=port, second=port + 1))
        process = spawn(["java", "-cp", self._path, "Main", str(config)], cwd=self._scratch)
        first_line(self.name, process)
        greet(f"127.0.0.1:{port}").close()
        return Broker(self.name, f"127.0.0.1:{port}", process)


_CONFIG = """\
virtualClusters:
- name: benchmark
  targetCluster:
    bootstrapServers: 127.0.0.1:{upstream}
  gateways:
  - name: default
    portIdentifiesNode:
      bootstrapAddress: 127.0.0.1:{first}
      nodeStartPort: {second}
      nodeIdRanges:
      - name: brokers
        start: 1
        end: 1
"""

Starter = Direct | Pump | Kafkawire | Kroxylicious


def starters(
    upstream: Upstream, scratch: Path, libs: Path | None = None, before: Path | None = None
) -> Iterator[Starter]:
    """Every one that can be had here; a word on stderr about those that cannot. `before`: a checkout to compare."""
    yield Direct(upstream)
    yield Pump(upstream)
    yield Kafkawire(upstream)
    yield Kafkawire(upstream, TENANT, options=("--filter", f"tenant:prefix={PREFIX}"))
    if before is not None:
        yield Kafkawire(upstream, f"{OURS} before", before)
    if libs is not None and shutil.which("javac"):
        yield Kroxylicious(upstream, libs, scratch)
    else:
        print(f"left out {KROXYLICIOUS}: no Java, or no --kroxylicious-libs DIR", file=sys.stderr)

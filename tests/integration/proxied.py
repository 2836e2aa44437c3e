"""The proxy as a command, before the listeners of a broker."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.integration.certificates import Certificates

__all__ = ["by_proxy", "proxy_before", "speaks_tls"]


def speaks_tls(certificates: Certificates) -> str:
    """The line of a configuration that has the proxy speak TLS to the broker. Tokens of clients pass within that."""
    return f'options = {{ "security.protocol" = "SSL", "ssl.ca.location" = "{certificates.authority}" }}\n'


@contextmanager
def proxy_before(
    directory: Path, clusters: Mapping[str, tuple[str, str]], filters: str = ""
) -> Iterator[dict[str, str]]:
    """Run one for clusters, each a broker and further lines of configuration; yields where clients of each begin."""
    file = directory / "proxy.toml"
    listed = (
        f'[[cluster]]\nname = "{name}"\nupstream = "{broker}"\nlisten = "127.0.0.1:0"\n{more}'
        for name, (broker, more) in clusters.items()
    )
    file.write_text(filters + "".join(listed))
    command = [sys.executable, "-m", "kafkawire", "proxy", "--config", str(file), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["addresses"]
        finally:
            process.terminate()


@contextmanager
def by_proxy(environment: Mapping[str, str], certificates: Certificates) -> Iterator[dict[str, str]]:
    """The environment of tests, with a proxy before each listener; TLS of either side ends at it."""
    names = [name for name in environment if name.endswith("_BROKER")]
    tls = f'tls = "{certificates.server}"\n' + speaks_tls(certificates)
    clusters = {name: (environment[name], tls if "TLS" in name else "") for name in names}
    with proxy_before(certificates.authority.parent, clusters) as addresses:
        yield {**environment, **addresses}

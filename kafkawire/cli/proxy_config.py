"""The configuration of a proxy out of a file: TOML, which Python reads by itself, and which has comments.

All that is wrong with it is said at once, each thing with its line. The library tells lines of broken TOML alone, so
those of the values are found here, by the headers and keys in the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.cli.usage import UsageError
from kafkawire.client.errors import InvalidOption

if TYPE_CHECKING:
    import ssl

    from kafkawire.proxy.cluster import VirtualCluster
    from kafkawire.proxy.filters import Filter

__all__ = ["ProxyConfig", "networks_of", "ports_of", "read_config", "server_context", "trust_clients"]

_HEADER = re.compile(r"\s*(\[{1,2})\s*([\w.\-\" ]+?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w\-]+|\"[^\"]+\")\s*[=.]")
_LONG_TEXT = re.compile(r'"""(?:\\.|.)*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
Place = tuple[str | int, ...]

_PROXY: dict[str, type | tuple[type, ...]] = {
    "close-on-error": bool,
    "max-connections": int,
    "max-connections-per-ip": int,
    "connect-timeout": (int, float),
    "idle-timeout": (int, float),
    "request-timeout": (int, float),
    "drain-timeout": (int, float),
}
_CLUSTER: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "upstream": str,
    "listen": str,
    "broker-ports": str,
    "first-broker": int,
    "advertised-host": str,
    "broker-hosts": str,
    "tls": str,
    "tls-client-ca": str,
    "principal-mapping-rules": str,
    "proxy-protocol-from": str,
    "options": dict,
}
_OTHER_NAMES = {"close_on_error": "closes_on_error"}


@dataclass
class ProxyConfig:
    """What a file says."""

    clusters: list[VirtualCluster] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    """Keywords of `Proxy`."""


def read_config(path: str) -> ProxyConfig:
    """Read and check a file. Raises `UsageError` with all that is wrong, a line each, or `OSError`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        tree = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise UsageError(f"{path}: {exc}") from exc
    except RecursionError as exc:
        raise UsageError(f"{path}: too many brackets within each other") from exc
    reader = _Reader(tree)
    if reader.problems:
        lines = lines_of(text)
        found = sorted((_line(lines, place), what) for place, what in reader.problems)
        raise UsageError(*(f"{path}:{line}: {what}" for line, what in found))
    return reader.config


def ports_of(text: str) -> range:
    """The ports of `FIRST-LAST`. Raises `ValueError`."""
    first, _, last = text.partition("-")
    if not (first.isdigit() and (last or first).isdigit() and 0 < int(first) <= int(last or first) < 65_536):
        raise ValueError(f"{text}: want FIRST-LAST")
    return range(int(first), int(last or first) + 1)


def server_context(path: str) -> ssl.SSLContext:
    """What has clients speak TLS, out of a file with key and certificates. Raises `ValueError`."""
    import ssl

    from kafkawire.transport.pem import load_key

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        load_key(context, path)
    except ValueError as exc:
        raise ValueError(f"{path}: {exc}") from exc
    return context


def trust_clients(context: ssl.SSLContext, path: str) -> None:
    """Let in those alone whose certificate an authority of that file has signed. Raises `ValueError`."""
    import ssl

    from kafkawire.transport.pem import load_trusted

    try:
        load_trusted(context, path)
    except ValueError as exc:
        raise ValueError(f"{path}: {exc}") from exc
    context.verify_mode = ssl.CERT_REQUIRED


def networks_of(text: str) -> list[str]:
    """The networks of `A/N,B/N`; `VirtualCluster` says which of them is none."""
    return [part.strip() for part in text.split(",")]


class _Reader:
    """Goes through a file's tables, and notes what is wrong with its place."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self.config = ProxyConfig()
        self.problems: list[tuple[Place, str]] = []
        self._places: list[Place] = []  # of the clusters
        plain = {name: value for name, value in tree.items() if name not in ("cluster", "filter")}
        for name, value in self._known((), plain, _PROXY):
            attr = name.replace("-", "_")
            self.config.options[_OTHER_NAMES.get(attr, attr)] = value
        self.config.filters = self._filters((), tree)
        clusters = self._tables((), tree, "cluster")
        if not clusters:
            self.problems.append(((), "there is no [[cluster]]"))
        for number, table in enumerate(clusters):
            self._cluster(("cluster", number), table)
        self._check_ports()

    def _known(
        self, place: Place, table: Mapping[str, Any], known: Mapping[str, type | tuple[type, ...]]
    ) -> Iterator[tuple[str, Any]]:
        from difflib import get_close_matches

        for name, value in table.items():
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                self.problems.append(((*place, name), f"{name}: not known{hint}"))
            elif not isinstance(value, known[name]) or (isinstance(value, bool) and known[name] is not bool):
                self.problems.append(((*place, name), f"{name}: {value!r} is of the wrong kind"))
            else:
                yield name, value

    def _tables(self, place: Place, table: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
        found = table.get(name, [])
        if isinstance(found, list) and all(isinstance(one, dict) for one in found):
            return found
        self.problems.append(((*place, name), f"{name}: want [[{'.'.join(str(p) for p in (*place[:1], name))}]]"))
        return []

    def _filters(self, place: Place, table: Mapping[str, Any]) -> list[Filter]:
        from kafkawire.proxy.chain import Chain
        from kafkawire.proxy.loading import FilterNotFound, InvalidFilterOption, make_filter

        found: list[Filter] = []
        for number, given in enumerate(self._tables(place, table, "filter")):
            here = (*place, "filter", number)
            options = {name: value for name, value in given.items() if name != "use"}
            name = given.get("use")
            if not isinstance(name, str):
                self.problems.append((here, "use: want the name of a filter, or MODULE:CLASS"))
                continue
            try:
                made = make_filter(name, options)
                Chain([made])
            except (FilterNotFound, InvalidFilterOption, TypeError) as exc:
                self.problems.append((here, f"filter: {exc}"))
            else:
                found.append(made)
        return found

    def _cluster(self, place: Place, table: Mapping[str, Any]) -> None:
        from kafkawire.proxy.cluster import VirtualCluster

        before = len(self.problems)
        filters = self._filters(place, table)
        plain = {name: value for name, value in table.items() if name != "filter"}
        given = dict(self._known(place, plain, _CLUSTER))
        if "upstream" not in table:
            self.problems.append((place, "upstream: is missing"))
        options: dict[str, Any] = self._made(place, given, "options", _client_options) or {}
        ports = self._made(place, given, "broker-ports", ports_of)
        context = self._made(place, given, "tls", server_context)
        if context is not None:
            self._made(place, given, "tls-client-ca", partial(trust_clients, context))
        elif "tls-client-ca" in given and "tls" not in table:
            self.problems.append(
                ((*place, "tls-client-ca"), "tls-client-ca: clients have certificates in TLS: set tls")
            )
        senders = self._made(place, given, "proxy-protocol-from", networks_of) or ()
        if len(self.problems) > before:
            return
        keywords = {name.replace("-", "_"): value for name, value in given.items()}
        upstream = keywords.pop("upstream")
        options = {"client_id": "kafkawire-proxy", **options}
        if "ssl_context" in options:
            options["upstream_ssl_context"] = options.pop("ssl_context")
        keywords = {"name": f"cluster-{place[1]}", **keywords} | {"broker_ports": ports, "proxy_protocol_from": senders}
        try:
            cluster = VirtualCluster(upstream, **keywords, ssl_context=context, filters=filters, **options)
        except (InvalidOption, TypeError) as exc:
            what = str(exc).partition(":")[0].replace("_", "-")  # most begin with what it is
            self.problems.append(((*place, what), str(exc)))
        else:
            self.config.clusters.append(cluster)
            self._places.append(place)

    def _made(self, place: Place, given: dict[str, Any], name: str, make: Any) -> Any:
        """What becomes of a value that needs more than to be of its kind."""
        value = given.pop(name, None)
        if value is None:
            return None
        try:
            return make(value)
        except (ValueError, OSError, UsageError) as exc:
            self.problems.append(((*place, name), f"{name}: {exc}"))
            return None

    def _check_ports(self) -> None:
        """No two clusters may have one name or one port."""
        names: set[str] = set()
        taken: dict[tuple[str, int], str] = {}
        for place, cluster in zip(self._places, self.config.clusters, strict=True):
            if cluster.name in names:
                self.problems.append(((*place, "name"), f"name: there are two clusters {cluster.name!r}"))
            names.add(cluster.name)
            asked = cluster.broker_ports if cluster.asked_for_ports else ()
            for port in (cluster.port, *(asked or ())):
                other = taken.setdefault((cluster.host, port), cluster.name)
                if port and other != cluster.name:
                    what = f"listen: port {port} is that of cluster {other!r}, too"
                    self.problems.append(((*place, "listen"), what))
                    break


def _client_options(table: Mapping[str, Any]) -> dict[str, Any]:
    from kafkawire.cli.client_options import client_options
    from kafkawire.client.options import ClientOptions

    return client_options([f"{name}={value}" for name, value in _flat(table)], ClientOptions, {})


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """`security.protocol = "SSL"` without quotes is a table in a table."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def lines_of(text: str) -> dict[Place, int]:
    """Where the tables and keys of a TOML text stand: `("cluster", 0, "listen")` -> line, counted from 1."""
    text = _LONG_TEXT.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    here: Place = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            here = ()
            for name in (part.strip(' "') for part in header[2].split(".")):
                here = (*here, counts[here]) if here in counts else here
                here = (*here, name)
            if header[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = (*here, counts[here])
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            lines.setdefault((*here, key[1].strip('"')), number)
    return lines


def _line(lines: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or of the table that it would be in."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)

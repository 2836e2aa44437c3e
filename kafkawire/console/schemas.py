"""The view of the protocol: every message, its fields by version, what changed, and which release speaks what."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from kafkawire.codegen import load_generator
from kafkawire.console.parameters import number
from kafkawire.console.view import Refused, Route, Told
from kafkawire.releases import RELEASES

__all__ = ["SchemasView"]

_RPC = ("request", "response")

Params = Mapping[str, Any]


class SchemasView:
    """Messages, as the schemas that kafkawire is made from say them."""

    name, title = "schemas", "Schemas"

    def routes(self) -> Mapping[str, Route]:
        """What can be asked of it."""
        parts = {"index": _index, "message": _message, "between": _between, "releases": _releases}

        def in_thread(part: Any) -> Route:
            async def answer(params: Params) -> Any:
                return await asyncio.to_thread(part, params)  # the schemas are read when somebody first looks

            return answer

        return {name: in_thread(part) for name, part in parts.items()}

    def writing(self) -> Mapping[str, Route]:
        """Nothing is changed."""
        return {}

    async def embed(self, _: Told, /) -> Any | None:
        """An exported page is about what was recorded."""
        return None

    async def close(self) -> None:
        """Nothing is open."""


@cache
def _specs() -> dict[str, Any]:
    """All messages by name."""
    generated = load_generator("generated")
    specs: dict[str, Any] = generated.load_schemas(generated.default_schemas())
    return specs


def _spec(params: Params) -> Any:
    spec = _specs().get(str(params.get("message")))
    if spec is None:
        raise Refused(f"there is no message {params.get('message')!r}")
    return spec


def _version(params: Params, name: str, spec: Any) -> int:
    version = number(params, name, spec.valid_versions.high)
    if version not in spec.valid_versions:
        raise Refused(f"{spec.name} has versions {spec.valid_versions}, not {version}")
    return version


def _index(_: Params) -> Any:
    """Every message, APIs first by their keys, and all releases, oldest first."""
    order = sorted(_specs().values(), key=lambda spec: (spec.kind not in _RPC, _key(spec), spec.kind, spec.name))
    return {
        "messages": [
            {
                "name": spec.name,
                "kind": spec.kind,
                "key": spec.api_key,
                "versions": _text(spec.valid_versions),
                "flexible": _text(spec.flexible_versions),
                "about": spec.root.about,
            }
            for spec in order
        ],
        "releases": [*RELEASES],
    }


def _key(spec: Any) -> int:
    return -1 if spec.api_key is None else int(spec.api_key)


def _message(params: Params) -> Any:
    """One version of a message: its grammar, and its fields as a tree; those of other versions are marked."""
    spec = _spec(params)
    version = _version(params, "version", spec)
    return {
        "name": spec.name,
        "kind": spec.kind,
        "key": spec.api_key,
        "about": spec.root.about,
        "versions": [*spec.valid_versions],
        "flexible": _text(spec.flexible_versions),
        "deprecated": _text(spec.deprecated_versions),
        "unstable": spec.valid_versions.high if spec.latest_version_unstable else None,
        "listeners": list(spec.listeners),
        "version": version,
        "grammar": load_generator("show").show(spec, version),
        "fields": [_field(field, spec, version, ()) for field in spec.root.fields],
        "spoken": _spoken(spec),
    }


def _field(field: Any, spec: Any, version: int, above: tuple[str, ...]) -> dict[str, Any]:
    below = field.struct.fields if field.struct is not None and field.struct.name not in above else ()
    inside = (*above, field.struct.name) if field.struct is not None else above
    return {
        "name": field.name,
        "type": field.type,
        "here": version in field.versions,
        "versions": _text(field.versions, spec),
        "nullable": _text(field.nullable_versions, spec),
        "tag": field.tag,
        "tagged": _text(field.tagged_versions, spec),
        "default": field.default,
        "entity": field.entity_type,
        "ignorable": field.ignorable,
        "mapKey": field.map_key,
        "about": field.about,
        "fields": [_field(each, spec, version, inside) for each in below],
    }


def _text(versions: Any, spec: Any | None = None) -> str:
    """`3+` for versions that go on to the newest one, "" for none."""
    if not versions:
        return ""
    if spec is not None and versions.high >= spec.valid_versions.high and versions.low != versions.high:
        return f"{versions.low}+"
    return str(versions)


def _spoken(spec: Any) -> list[dict[str, Any]]:
    """Per release the versions of the API that its brokers offer."""
    if spec.kind not in _RPC:
        return []
    found = ((release, apis.get(spec.api_key)) for release, apis in RELEASES.items())
    return [{"release": release, "versions": None if said is None else _range(*said)} for release, said in found]


def _range(low: int, high: int, unstable: bool) -> str:
    return (f"{low}-{high}" if high > low else str(low)) + (f" ({high} unstable)" if unstable else "")


def _between(params: Params) -> Any:
    """What changed from one version of a message to another."""
    spec = _spec(params)
    old, new = _version(params, "old", spec), _version(params, "new", spec)
    return {"changes": _changes(spec, old, new)}


def _changes(spec: Any, old: int, new: int) -> list[dict[str, Any]]:
    return [asdict(change) for change in load_generator("diff").between(spec, old, new)]


def _releases(params: Params) -> Any:
    """Which APIs two releases speak differently, and what is in the versions that only the new one has."""
    old, new = (_release(params, name) for name in ("old", "new"))
    before, after = RELEASES[old], RELEASES[new]
    keys = [key for key in sorted(before.keys() | after.keys()) if before.get(key) != after.get(key)]
    by_key: dict[int, list[Any]] = {}
    for spec in _specs().values():
        if spec.kind in _RPC:
            by_key.setdefault(spec.api_key, []).append(spec)
    return {
        "old": old,
        "new": new,
        "apis": [
            {
                "key": key,
                "name": min(spec.name for spec in by_key[key]).removesuffix("Request"),
                "old": None if key not in before else _range(*before[key]),
                "new": None if key not in after else _range(*after[key]),
                "messages": _new_versions(by_key[key], before.get(key), after.get(key)),
            }
            for key in keys
        ],
    }


def _release(params: Params, name: str) -> str:
    value = str(params.get(name))
    if value not in RELEASES:
        raise Refused(f"{name} is to be a release, not {value!r}")
    return value


def _new_versions(
    specs: list[Any], before: tuple[int, int, bool] | None, after: tuple[int, int, bool] | None
) -> list[dict[str, Any]]:
    """Per message the changes of each version that came, beside the version before it."""
    if before is None or after is None:
        return []
    versions = range(before[1] + 1, after[1] + 1)
    return [
        {"message": spec.name, "version": version, "changes": _changes(spec, version - 1, version)}
        for spec in sorted(specs, key=lambda spec: str(spec.kind))
        for version in versions
        if version in spec.valid_versions and version - 1 in spec.valid_versions
    ]

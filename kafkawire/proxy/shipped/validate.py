"""Refuses records that are not as they have to be, before they are in the log.

```console
$ kafkawire proxy --upstream broker:9092 --filter "validate:topics=orders,schema=order.json,key_required=true"
$ kafkawire proxy --upstream broker:9092 --filter "validate:topics=orders-.*,ids=12;17,max_size=100000"
```

A batch with a record that is not right is refused as a broker does it: INVALID_RECORD for its partition, and which
records are at fault, and why. Other partitions of the request go on. A null value deletes a key, and has no schema.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kafkawire.messages import ProduceRequest, ProduceResponse
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import Filter, Result
from kafkawire.proxy.records import PassingBatch
from kafkawire.proxy.shipped.json_values import NotJson, parse
from kafkawire.proxy.shipped.partitions import BadRecords, Refusals, Topics, change_written, texts
from kafkawire.records import Record
from kafkawire.serde.framing import is_framed, split_frame

__all__ = ["Validate"]

_MOST_IDS = 10_000  # that are known to exist
_MOST_TEXT = 200

HasId = Callable[[int], Awaitable[bool]]
"""Whether a schema registry has a schema of that id. Ids that exist are asked for once."""


class Validate(Filter):
    """Validates what is written to topics whose names match `topics`.

    `schema`: a JSON Schema, or the path of one; it may not refer to others elsewhere. `ids`: the values begin with the
    id of a schema, as serializers for a schema registry write it, and with one of these; `has_id` asks a registry in
    their place. `key_required` and `max_size`, of a value in bytes, are what they say. Raises `ValueError`, `OSError`.
    """

    def __init__(
        self,
        topics: str,
        *,
        schema: str | Path | Mapping[str, Any] = "",
        ids: str | Sequence[int] = (),
        has_id: HasId | None = None,
        key_required: bool = False,
        max_size: int | None = None,
    ) -> None:
        self._topics = Topics(topics)
        self._errors = _validator(schema) if schema else None
        self._ids = {int(one) for one in (texts(ids) if isinstance(ids, str) else ids)}
        self._has_id = has_id
        self._is_framed = bool(self._ids) or has_id is not None
        self._key_required, self._max_size = key_required, max_size

    async def on_produce_request(self, ctx: Context, header: Any, request: ProduceRequest) -> Result:  # noqa: ARG002
        """Let pass what is right."""
        return await change_written(self, self._topics, ctx, request, self._check, rewrites=False)

    def on_produce_response(self, ctx: Context, header: Any, response: ProduceResponse) -> Result:  # noqa: ARG002
        """Tell of what was refused."""
        return Refusals.told(self, ctx, response)

    async def _check(self, topic: str, batch: PassingBatch) -> None:  # noqa: ARG002 - all topics are validated alike
        records = list(batch)
        unknown = await self._unknown_ids(records) if self._is_framed else frozenset()
        faults = [(number, self._fault(record, unknown)) for number, record in enumerate(records)]
        found = [(number, fault) for number, fault in faults if fault]
        if found:
            number, fault = found[0]
            text = f"{len(found)} of {len(records)} records are not valid; record {number}: {fault}"
            raise BadRecords(text, found)

    def _fault(self, record: Record, unknown: frozenset[int]) -> str | None:
        """What is wrong with a record, without saying what is in it."""
        value: bytes | None = record.value
        if self._key_required and record.key is None:
            return "it has no key"
        if value is None:
            return None
        if self._max_size is not None and len(value) > self._max_size:
            return f"its value has {len(value)} bytes, more than {self._max_size}"
        number, text = split_frame(value) if is_framed(value) else (None, value)
        if self._is_framed and number is None:
            return "its value does not begin with a schema's id"
        if number in unknown:
            return f"there is no schema of id {number}"
        return self._errors(text) if self._errors else None

    async def _unknown_ids(self, records: list[Record]) -> frozenset[int]:
        """The ids of a batch that do not exist. After one nobody is asked for others: the batch is refused."""
        ids = {split_frame(each.value)[0] for each in records if each.value and is_framed(each.value)}
        for number in sorted(ids - self._ids):
            if self._has_id is None or not await self._has_id(number):
                return frozenset(ids - self._ids)
            if len(self._ids) < _MOST_IDS:
                self._ids.add(number)
        return frozenset()


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError as exc:
        raise ValueError(f"{path} is not JSON: {exc}") from exc


def _validator(schema: str | Path | Mapping[str, Any]) -> Callable[[bytes], str | None]:
    """What says of a JSON text what is wrong with it."""
    try:
        from jsonschema.exceptions import SchemaError
        from jsonschema.validators import validator_for
        from referencing import Registry
    except ImportError as exc:
        raise ImportError("JSON Schema needs the package jsonschema: pip install 'kafkawire[proxy]'") from exc
    found = _read(Path(schema)) if isinstance(schema, str | Path) else schema
    cls = validator_for(found)
    try:
        cls.check_schema(found)
    except SchemaError as exc:
        raise ValueError(f"this is no JSON Schema: {exc.message}") from exc
    return partial(_fault_in, cls(found, registry=Registry()))  # a registry that fetches nothing


def _fault_in(validator: Any, text: bytes) -> str | None:
    try:
        error = next(validator.iter_errors(parse(text)), None)
    except NotJson as exc:
        return str(exc)
    except RecursionError:
        return "the value is nested too deeply"
    if error is None:
        return None
    found = f"{error.json_path} is not as the schema wants it: {error.validator} {error.validator_value}"
    return found[:_MOST_TEXT]

"""Masks fields of JSON values: for whoever reads, or before they are written.

```console
$ kafkawire proxy --upstream broker:9092 --filter "mask:topics=orders,fields=card.number;customer.*"
$ kafkawire proxy --upstream broker:9092 --filter "mask:topics=orders,fields=email,how=hash,secret_file=s,on=produce"
```

A field is a way of names with dots between them, `*` for any name; lists on the way are gone through. It is replaced by
a text, dropped, or replaced by a hash that is the same for equal values, so that they can still be counted and joined:
HMAC-SHA-256 with a secret, as without one whoever has a list of addresses finds out whose it is.

All values of these topics are written anew, so that nothing hides in a field that is there twice; numbers that are no
integers become doubles. Keys, headers and null values stay. A value that is no JSON is refused: INVALID_RECORD when it
is written, CORRUPT_MESSAGE when it is read. Five bytes of a schema registry before a value stay.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kafkawire.message_set import MessageSet
from kafkawire.messages import FetchResponse, ProduceRequest, ProduceResponse, ShareFetchResponse
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import Filter, Hook, Result
from kafkawire.proxy.records import PassingBatch
from kafkawire.proxy.shipped.json_values import NotJson, parse, render
from kafkawire.proxy.shipped.partitions import BadRecords, Refusals, Topics, change_fetched, change_written, texts
from kafkawire.records import Record
from kafkawire.serde.framing import HEADER, is_framed

__all__ = ["Mask"]

_HOOKS = {"fetch": ("fetch", "share_fetch"), "produce": ("produce",)}
_HOWS = ("replace", "hash", "drop")

Change = Callable[[dict[str, Any], str], None]


class Mask(Filter):
    """Masks `fields`, a list or a text with `;` between them, of JSON values in topics whose names match `topics`.

    `how` is "replace" (by `replacement`), "hash" (with the secret in `secret_file`) or "drop"; `on` is "fetch" or
    "produce". With `passes_other` values that are no JSON pass.
    """

    def __init__(
        self,
        topics: str,
        fields: str | Sequence[str],
        *,
        how: str = "replace",
        replacement: str = "***",
        secret_file: str | Path = "",
        on: str = "fetch",
        passes_other: bool = False,
    ) -> None:
        self._topics = Topics(topics)
        self._ways = [field.split(".") for field in texts(fields)]
        if not self._ways or not all(map(all, self._ways)):
            raise ValueError("fields are names with dots between them, such as card.number")
        for option, value, known in (("how", how, _HOWS), ("on", on, _HOOKS)):
            if value not in known:
                raise ValueError(f"{option} is one of {', '.join(known)}, not {value!r}")
        self._change = _change(how, replacement, Path(secret_file) if secret_file else None)
        self._on, self._passes_other = on, passes_other

    def hooks(self, messages: MessageSet) -> Iterator[Hook]:
        """Those of the side on which values are masked."""
        apis = {key for key in messages if messages.api_name(key).lower() in _HOOKS[self._on]}
        return (hook for hook in super().hooks(messages) if hook.api_key in apis)

    async def on_produce_request(self, ctx: Context, header: Any, request: ProduceRequest) -> Result:  # noqa: ARG002
        """Mask what is to be written."""
        return await change_written(self, self._topics, ctx, request, self._mask)

    def on_produce_response(self, ctx: Context, header: Any, response: ProduceResponse) -> Result:  # noqa: ARG002
        """Tell of what was refused."""
        return Refusals.told(self, ctx, response)

    async def on_fetch_response(self, ctx: Context, header: Any, response: FetchResponse) -> Result:  # noqa: ARG002
        """Mask what is read."""
        return await change_fetched(self._topics, ctx, response, self._mask)

    async def on_share_fetch_response(self, ctx: Context, header: Any, response: ShareFetchResponse) -> Result:  # noqa: ARG002
        """Mask what is read."""
        return await change_fetched(self._topics, ctx, response, self._mask)

    async def _mask(self, topic: str, batch: PassingBatch) -> None:  # noqa: ARG002 - all topics are masked alike
        if not batch.is_control:
            batch.replace([self._masked(number, record) for number, record in enumerate(batch)])

    def _masked(self, number: int, record: Record) -> Record:
        if record.value is None:
            return record
        header = record.value[: HEADER if is_framed(record.value) else 0]
        try:
            found = parse(record.value[len(header) :])
            for way in self._ways:
                _mask_at(found, way, self._change)
            record.value = header + render(found)
        except NotJson as exc:
            if not self._passes_other:
                raise BadRecords(f"record {number}: {exc}", [(number, str(exc))]) from None
        return record


def _mask_at(value: Any, way: list[str], change: Change) -> None:
    """Mask what a way leads to, below all elements of lists."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            name, rest = way[0], way[1:]
            for key in list(found) if name == "*" else [name] if name in found else []:
                if rest:
                    _mask_at(found[key], rest, change)
                else:
                    change(found, key)


def _change(how: str, replacement: str, secret_file: Path | None) -> Change:
    if how == "replace":
        return lambda holder, name: holder.update({name: replacement})
    if how == "drop":
        return lambda holder, name: holder.pop(name)
    secret = secret_file.read_bytes().strip() if secret_file else b""
    if not secret:
        raise ValueError("a hash needs a secret, in secret_file")

    def put_hash(holder: dict[str, Any], name: str) -> None:
        found = holder[name]
        text = found.encode("utf-8", "surrogatepass") if isinstance(found, str) else render(found, sort_keys=True)
        holder[name] = hmac.digest(secret, text, "sha256").hex()

    return put_hash

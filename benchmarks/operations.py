"""What a library has to bring: for each operation a function, its argument, and a check of what comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks import reference, workloads
from benchmarks.message_load import MessageLoad
from benchmarks.reference import Record
from benchmarks.workloads import BatchLoad


@dataclass(frozen=True)
class Operation:
    """One thing to measure. The argument is made before the clock runs, the check once before the first slice."""

    run: Callable[[Any], Any]
    argument: Callable[[], Any]
    check: Callable[[Any], str | None]
    note: str = ""
    """What the library loses, if it cannot give the exact values."""


@dataclass
class Library:
    """An installed library and its operations by name."""

    name: str
    version: str
    operations: dict[str, Operation] = field(default_factory=dict)

    def add_message(
        self,
        load: MessageLoad,
        *,
        decode: Callable[[bytes], Any],
        plain: Callable[[Any], Any],
        build: Callable[[Any], Any],
        encode: Callable[[Any], Any],
        decode_views: Callable[[bytes], Any] | None = None,
    ) -> None:
        """Decoding and encoding of a message; `decode_views` leaves its blobs in place, if the library can."""

        def check_values(result: Any) -> str | None:
            return _difference(plain(result), load.value)

        def check_bytes(result: Any) -> str | None:
            return None if bytes(result) == load.golden else "its bytes are not the golden ones"

        self.operations[f"{load.name}.decode"] = Operation(decode, lambda: load.golden, check_values)
        if load.has_blobs:
            views = Operation(decode_views or decode, lambda: load.golden, check_values)
            self.operations[f"{load.name}.decode.zero_copy"] = views
        self.operations[f"{load.name}.encode"] = Operation(encode, lambda: build(load.value), check_bytes)

    def add_batch(
        self,
        load: BatchLoad,
        *,
        decode: Callable[[bytes], Any],
        plain: Callable[[Any], list[Record]],
        encode: Callable[[Any], Any],
        build: Callable[[list[Record]], Any] = list,
        known: Callable[[Record], Record] | None = None,
        note: str = "",
    ) -> None:
        """Decoding and encoding of a record batch, checksum included."""
        self.add_reader(load, decode=decode, plain=plain, known=known, note=note)
        check = _check_compressed if load.codec != "none" else _check_batch
        encoding = Operation(encode, lambda: build(load.records), lambda result: check(load, bytes(result)))
        self.operations[f"{load.name}.encode"] = encoding

    def add_reader(
        self,
        load: BatchLoad,
        *,
        decode: Callable[[bytes], Any],
        plain: Callable[[Any], list[Record]],
        known: Callable[[Record], Record] | None = None,
        note: str = "",
    ) -> None:
        """Decoding only. `known` is what a library makes of a record, if it loses something; `note` says what."""

        def check_values(result: Any) -> str | None:
            return _difference(plain(result), list(map(known, load.records)) if known else load.records)

        self.operations[f"{load.name}.decode"] = Operation(decode, lambda: load.golden, check_values, note)

    def add_varints(
        self,
        read_all: Callable[[Any], list[int]],
        write_all: Callable[[Sequence[int]], Any],
        buffer: Callable[[bytes], Any] = bytes,
    ) -> None:
        """Reading (from a `buffer`) and writing of 2,000 varints by the library's own functions."""

        def check_values(result: list[int]) -> str | None:
            return _difference(tuple(result), workloads.varints())

        def check_bytes(result: Any) -> str | None:
            return None if bytes(result) == workloads.varint_bytes() else "its bytes are not the golden ones"

        reading = Operation(read_all, lambda: buffer(workloads.varint_bytes()), check_values)
        self.operations["varint.decode"] = reading
        self.operations["varint.encode"] = Operation(write_all, workloads.varints, check_bytes)


def _difference(got: Any, wanted: Any) -> str | None:
    return None if got == wanted else f"its values are not the golden ones: {str(got)[:60]} ..."


def _check_batch(load: BatchLoad, data: bytes) -> str | None:
    """Every byte but the leader epoch, which libraries fill in as they like, and which no checksum covers."""
    same = data[:12] + data[16:] == load.golden[:12] + load.golden[16:]
    return None if same else "its bytes are not the golden ones"


def _check_compressed(load: BatchLoad, data: bytes) -> str | None:
    """Compressors differ in their bytes: the reference reads the batch back. It has to be compressed as asked."""
    if reference.CODECS[data[22] & 7] != load.codec:
        return f"it is not compressed with {load.codec}"
    return _difference(reference.read_batch(data), load.records)

"""Keys for the filter that encrypts: what a provider of keys is, and one that has master keys in a file.

A data key encrypts records. It is made by the provider, and its id, which travels with each record, is all that the
provider needs to find it again. `FileKeys` has the id hold the data key itself, wrapped by a master key (RFC 3394).
A key management service's `GenerateDataKey` and `Decrypt` fit as well: its encrypted blob, as text, is the id.
"""

from __future__ import annotations

import binascii
import os
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from kafkawire.errors import KafkaWireError

__all__ = ["DataKey", "FileKeys", "KeyNotFound", "KeyProvider"]

_SIZE = 32  # bytes of a key of AES-256


class KeyNotFound(KafkaWireError):
    """There is no key of that id, or it is not for us."""


@dataclass(frozen=True, slots=True)
class DataKey:
    """32 bytes to encrypt with, and the id by which the provider will find them again."""

    id: str
    secret: bytes = field(repr=False)


@runtime_checkable
class KeyProvider(Protocol):
    """Where keys come from. Both methods may be asked by several clients at once; found keys are kept by the filter."""

    async def new_key(self, topic: str) -> DataKey:
        """A data key that nobody has had before, for new records of a topic."""

    async def find_key(self, topic: str, key_id: str) -> bytes:
        """The secret of a data key. Raises `KeyNotFound`."""


class FileKeys:
    """Master keys in a file: a line for each, with a name and 32 bytes in base64. The last one wraps new data keys.

    To rotate the master key append a line; old ones are needed as long as records are that they have to do with. The
    file is read again when it has changed. Raises `ValueError` for a file that is not so, `OSError`.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._stamp = (0, 0)
        self._masters: dict[str, bytes] = {}
        self._read()

    def _read(self) -> None:
        found = self._path.stat()
        if (stamp := (found.st_mtime_ns, found.st_size)) == self._stamp:
            return
        masters: dict[str, bytes] = {}
        for number, line in enumerate(self._path.read_text("utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                name, _, text = line.strip().partition(" ")
                if name in masters or ":" in name:
                    raise ValueError(f"{self._path}, line {number}: {name!r} is there twice, or has a colon")
                masters[name] = self._secret(text, number)
        if not masters:
            raise ValueError(f"{self._path} has no key")
        self._masters, self._stamp = masters, stamp

    def _secret(self, text: str, number: int) -> bytes:
        try:
            secret = b64decode(text.strip(), validate=True)
        except binascii.Error:
            secret = b""
        if len(secret) != _SIZE:
            raise ValueError(f"{self._path}, line {number}: want a name and {_SIZE} bytes in base64")
        return secret

    async def new_key(self, topic: str) -> DataKey:  # noqa: ARG002 - any topic gets one of its own
        """A random data key, wrapped by the last master key of the file."""
        from cryptography.hazmat.primitives.keywrap import aes_key_wrap

        self._read()
        name, master = list(self._masters.items())[-1]
        secret = os.urandom(_SIZE)
        return DataKey(f"{name}:{urlsafe_b64encode(aes_key_wrap(master, secret)).decode()}", secret)

    async def find_key(self, topic: str, key_id: str) -> bytes:  # noqa: ARG002 - the filter binds records to topics
        """Unwrap a data key. Raises `KeyNotFound`."""
        from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap

        name, _, wrapped = key_id.partition(":")
        if name not in self._masters:
            self._read()
        if name not in self._masters:
            raise KeyNotFound(f"{self._path} has no master key {name!r}")
        try:
            secret: bytes = aes_key_unwrap(self._masters[name], urlsafe_b64decode(wrapped))
        except (InvalidUnwrap, ValueError) as exc:
            raise KeyNotFound(f"master key {name!r} of {self._path} is not the one that wrapped the data key") from exc
        if len(secret) != _SIZE:
            raise KeyNotFound(f"the data key has {len(secret)} bytes")
        return secret

# Generated from rpc/CreateDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatableRenewers(Struct):
    """Part of CreateDelegationTokenRequest."""

    principal_type: str = ""
    """Type of the principal, mostly `User`."""
    principal_name: str = ""
    """Name of the principal, without its type."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreateDelegationTokenRequest(Request):
    """Request of CREATE_DELEGATION_TOKEN (38). Versions 0-3, flexible from 2.

    Makes a delegation token, with which others can authenticate as its owner (KIP-48).

    Its structs, in this module: CreatableRenewers.
    """

    API_KEY = 38
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    owner_principal_type: str | None = ""  # 3+
    """Type of the owner, mostly `User`; null for whoever asks (KIP-373)."""
    owner_principal_name: str | None = ""  # 3+
    """Name of the owner; null for whoever asks (KIP-373)."""
    renewers: list[CreatableRenewers] = field(default_factory=list)
    """Principals that may renew the token, besides its owner."""
    max_lifetime_ms: int = 0
    """How long the token may live in all, in ms; -1 for the broker's limit."""
    unknown_tags: dict[int, bytes] | None = None

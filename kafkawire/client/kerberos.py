"""A Kerberos context for SASL GSSAPI, made with the package `gssapi`: `pip install kafkawire[gssapi]`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.protocol.sasl.gssapi import GssContext
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["check_installed", "kerberos_context"]


def check_installed() -> None:
    """Raises `InvalidOption`, saying what to install, where the package is missing or finds no Kerberos library."""
    try:
        import_module("gssapi")
    except (ImportError, OSError) as exc:
        hint = "pip install 'kafkawire[gssapi]' (on Linux it is compiled, and needs the headers of MIT Kerberos)"
        raise InvalidOption(f"sasl_mechanism 'GSSAPI' needs the package gssapi ({exc}): {hint}") from exc


def kerberos_context(service: str, host: str) -> GssContext:
    """A context with `service` on `host`, as whom the process has tickets for. Raises `AuthenticationFailed`."""
    gssapi: Any = import_module("gssapi")
    try:
        name = gssapi.Name(f"{service}@{host}", gssapi.NameType.hostbased_service)
        flags = [gssapi.RequirementFlag.mutual_authentication, gssapi.RequirementFlag.integrity]
        context = gssapi.SecurityContext(name=name, usage="initiate", mech=gssapi.MechType.kerberos, flags=flags)
    except gssapi.exceptions.GSSError as exc:
        raise _failed(exc) from exc
    return _Context(context, gssapi.exceptions.GSSError)


def _failed(error: Exception) -> AuthenticationFailed:
    return AuthenticationFailed(f"GSSAPI: {error}")


class _Context:
    """The package's context, with errors of our own."""

    def __init__(self, context: Any, error: type[Exception]) -> None:
        self._context = context
        self._error = error

    @property
    def complete(self) -> bool:
        return bool(self._context.complete)

    def step(self, token: bytes | None) -> bytes | None:
        try:
            return self._context.step(token)  # type: ignore[no-any-return]
        except self._error as exc:
            raise _failed(exc) from exc

    def wrap(self, message: bytes) -> bytes:
        try:
            return self._context.wrap(message, False).message  # type: ignore[no-any-return]
        except self._error as exc:
            raise _failed(exc) from exc

    def unwrap(self, message: bytes) -> bytes:
        try:
            return self._context.unwrap(message).message  # type: ignore[no-any-return]
        except self._error as exc:
            raise _failed(exc) from exc

"""Keys and certificates in PEM, and what is wrong with them, which the TLS library does not say in words of people."""

from __future__ import annotations

import ssl
from pathlib import Path

__all__ = ["load_key", "load_trusted", "wrong_with_key", "wrong_with_trusted"]


def load_key(context: ssl.SSLContext, path: str, password: str | None = None, option: str = "a password") -> None:
    """Show the certificates of a file, with the key that is in it; `option` is called so where the password comes from.

    Raises `ValueError`, which says what is wrong with the file, and shows neither key nor password.
    """
    try:
        context.load_cert_chain(path, password=password or "")  # with None the library asks on the terminal
    except ssl.SSLError as exc:
        raise ValueError(wrong_with_key(exc, Path(path).read_text("latin-1"), password, option)) from exc
    except OSError as exc:
        raise ValueError(exc.strerror) from exc


def wrong_with_key(error: ssl.SSLError, pem: str, password: str | None, option: str) -> str:
    """Why `pem` is not a key with its certificate."""
    if error.reason == "KEY_VALUES_MISMATCH":
        return "the key is not that of the certificate"
    if "ENCRYPTED" in pem:
        return f"{option} {'does not open' if password else 'is missing for'} the key"
    if "PRIVATE KEY-----" not in pem:
        return "there is no key in PEM in it"
    return f"there is no certificate in PEM that belongs to the key ({error.reason or error})"


def load_trusted(context: ssl.SSLContext, path: str) -> None:
    """Trust the authorities in a file. Raises `ValueError`, which says what is wrong with it."""
    try:
        context.load_verify_locations(path)
    except ssl.SSLError as exc:
        raise ValueError(wrong_with_trusted(exc)) from exc
    except OSError as exc:
        raise ValueError(exc.strerror) from exc


def wrong_with_trusted(error: ssl.SSLError) -> str:
    """Why nobody can be trusted by what is in a file."""
    return f"there is no certificate in PEM in it ({error.reason or error})"

"""PLAIN (RFC 4616): the password in clear text, for connections with TLS."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

from kraft_wire.errors import SaslError, SaslRefusedError
from kraft_wire.sasl.client import check_credentials
from kraft_wire.sasl.server import DIFFERENT_ID, SaslServer

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

__all__ = ["PLAIN", "PlainServer", "plain_tokens"]

PLAIN: Final = "PLAIN"


def plain_tokens(user: str, password: str) -> Generator[bytes, bytes, None]:
    """Yield the only token of a client.

    Raises SaslError for a NUL, which separates the parts, and for text that is not Unicode.
    """
    if "\0" in user or "\0" in password:
        raise SaslError("PLAIN does not allow NUL in a user name or password")
    check_credentials(user, password)
    yield f"\0{user}\0{password}".encode()


class PlainServer(SaslServer):
    """One exchange, with the passwords by user (PlainSaslServer, PlainServerCallbackHandler)."""

    def __init__(self, passwords: Mapping[str, str]) -> None:
        self._passwords = passwords

    def evaluate(self, token: bytes, wall_ms: int) -> bytes:  # noqa: ARG002
        """Check the token; the answer is empty. Raises SaslRefusedError."""
        parts = token.decode(errors="replace").split("\0", 3)
        if len(parts) != 3:
            raise SaslRefusedError(
                f"Invalid SASL/PLAIN response: expected 3 tokens, got {len(parts)}"
            )
        authorization_id, user, password = parts
        if not user:
            raise SaslRefusedError("Authentication failed: username not specified")
        if not password:
            raise SaslRefusedError("Authentication failed: password not specified")
        expected = self._passwords.get(user)
        # an unknown user takes as long as a wrong password
        is_equal = hmac.compare_digest((expected or "").encode(), password.encode())
        if expected is None or not is_equal:
            raise SaslRefusedError("Authentication failed: Invalid username or password")
        if authorization_id not in {"", user}:
            raise SaslRefusedError(DIFFERENT_ID)
        self.principal = user
        return b""

"""The server's side of a mechanism: one exchange on one connection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

__all__ = ["DIFFERENT_ID", "SaslServer"]

DIFFERENT_ID: Final = (
    "Authentication failed: Client requested an authorization id that is different from username"
)


class SaslServer(ABC):
    """One exchange: a token of the client in, the answer out, until `principal` is set.

    After an error it is over.
    """

    principal: str | None = None
    """The name of the client, when it is proved."""

    expires_ms: int | None = None
    """The expiry of the credential, in milliseconds since 1970; None if it does not expire."""

    @abstractmethod
    def evaluate(self, token: bytes, wall_ms: int) -> bytes:
        """Return the answer to a token. `wall_ms` is the time in milliseconds since 1970.

        Raises SaslRefusedError, whose text is for the client, or another SaslError, whose text is
        not: the client gets to know only that authentication failed.
        """

"""The client's side of the SASL mechanisms, without IO: tokens in, tokens out (KIP-43, KIP-152)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.security.errors import AuthenticationError
from kraft_core.security.oauthbearer import client_first
from kraft_core.security.scram import SCRAM_MECHANISMS, ScramClient

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from kraft_core.security.oauthbearer import TokenSource

PLAIN: Final = "PLAIN"
OAUTHBEARER: Final = "OAUTHBEARER"
MECHANISMS: Final = (PLAIN, *SCRAM_MECHANISMS, OAUTHBEARER)

_NONCE_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class Credentials:
    """The name of a client, and the mechanism and secret that prove it.

    OAUTHBEARER has neither name nor password, but tokens, which say the name.
    """

    mechanism: str
    user: str = ""
    password: str = field(default="", repr=False)
    tokens: TokenSource | None = None
    extensions: Mapping[str, str] = field(default_factory=dict, repr=False)


def client_tokens(credentials: Credentials) -> Generator[bytes, bytes, None]:
    """Yield the tokens for the server, each in return for the server's last one.

    Each yielded token has to be answered by `send`. Raises AuthenticationError when the server
    could not prove that it knows the secret.
    """
    if credentials.mechanism == PLAIN:
        yield f"\0{credentials.user}\0{credentials.password}".encode()
        return
    if credentials.tokens is not None:
        refusal = yield client_first(credentials.tokens.token(), credentials.extensions)
        if refusal:
            # the server says what is wrong in the answer to this acknowledgement (RFC 7628, 3.2.3)
            yield b"\x01"
            raise AuthenticationError("the server refuses the token and says no reason")
        return
    client = ScramClient(
        credentials.mechanism,
        credentials.user,
        credentials.password,
        secrets.token_urlsafe(_NONCE_BYTES),
    )
    server_first = yield client.first()
    server_final = yield client.final(server_first)
    client.check(server_final)

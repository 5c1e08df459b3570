"""The credentials of a client, and the whole exchange of SASL as requests and responses.

The messages of the mechanisms are in `kraft_wire.sasl`; this serves clients and nodes alike.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kraft_core.security.errors import AuthenticationError
from kraft_wire import sasl
from kraft_wire.errors import SaslError
from kraft_wire.sasl import OAUTHBEARER, PLAIN, SCRAM_MECHANISMS, ScramClient

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from kraft_core.security.oauthbearer import TokenSource
    from kraft_wire.message import Message, Request
    from kraft_wire.sasl import SaltedPassword
    from kraft_wire.schema import VersionRange

MECHANISMS: Final = (PLAIN, *SCRAM_MECHANISMS, OAUTHBEARER)

_EARLIEST, _LATEST = 0.85, 0.95


@dataclass(slots=True)
class _Kept:
    """Values that one exchange stores for the next one."""

    salted_password: SaltedPassword | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """The name of a client, and the mechanism and secret that prove it.

    OAUTHBEARER has neither name nor password, but tokens, which say the name. With SCRAM the salted
    password of the last exchange that succeeded is kept: servers of one cluster have one salt.
    """

    mechanism: str
    user: str = ""
    password: str = field(default="", repr=False)
    tokens: TokenSource | None = None
    extensions: Mapping[str, str] = field(default_factory=dict, repr=False)
    _kept: _Kept = field(default_factory=_Kept, init=False, repr=False, compare=False)


def authentication(
    credentials: Credentials, versions: Mapping[int, VersionRange]
) -> Generator[tuple[Request[Any], int | None], Message, float]:
    """Yield requests with their versions, each in return for the response to the last one.

    A version of None is the newest that both sides support. The result is the time in seconds until
    the client has to authenticate again, 0 for never (KIP-368). Raises AuthenticationError.
    """
    mechanism = credentials.mechanism
    try:
        lifetime_ms = yield from sasl.authentication(mechanism, _tokens(credentials), versions)
    except SaslError as error:
        raise AuthenticationError(str(error)) from None
    # spread, so that not all clients of a server reconnect at once (SaslClientAuthenticator)
    share = random.uniform(_EARLIEST, _LATEST)  # noqa: S311
    return lifetime_ms * share / 1000


def _tokens(credentials: Credentials) -> Generator[bytes, bytes, None]:
    if credentials.mechanism == PLAIN:
        yield from sasl.plain_tokens(credentials.user, credentials.password)
    elif credentials.tokens is not None:
        yield from sasl.bearer_tokens(credentials.tokens.token(), credentials.extensions)
    else:
        kept = credentials._kept
        client = ScramClient(
            credentials.mechanism,
            credentials.user,
            credentials.password,
            salted_password=kept.salted_password,
        )
        yield from sasl.scram_tokens(client)
        # the server has proved that it knows the password: only then may it replace the kept one
        kept.salted_password = client.salted_password

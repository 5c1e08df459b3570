"""SASL without IO: the tokens that authenticate a client, on both sides of a connection.

A client is a generator of tokens: `plain_tokens`, `scram_tokens`, `bearer_tokens`; `authentication`
wraps them into Kafka's requests. A server is an object for one exchange, whose `evaluate` returns
the answer to a token: `PlainServer`, `ScramServer`, `BearerServer`. Passwords, credentials and the
check of bearer tokens are passed in, and so is the time.

SCRAM costs CPU: `ScramClient.final` takes 5 ms for 4096 iterations and up to a second for the most
that it accepts, which the server chooses. It may run in a thread.

Reading order: `server`, `plain`, `scram`, `bearer`, `client`.
"""

from __future__ import annotations

from kraft_wire.sasl.bearer import (
    OAUTHBEARER,
    BearerServer,
    Claims,
    ClientFirst,
    TokenRefusedError,
    TokenValidator,
    bearer_tokens,
    check_extensions,
    client_first,
    is_bearer_token,
    parse_client_first,
)
from kraft_wire.sasl.client import authentication
from kraft_wire.sasl.plain import PLAIN, PlainServer, plain_tokens
from kraft_wire.sasl.scram import (
    ITERATIONS_MAX,
    SCRAM_MECHANISMS,
    SaltedPassword,
    ScramClient,
    ScramCredential,
    ScramMechanism,
    ScramServer,
    scram_tokens,
)
from kraft_wire.sasl.server import SaslServer

__all__ = [
    "ITERATIONS_MAX",
    "OAUTHBEARER",
    "PLAIN",
    "SCRAM_MECHANISMS",
    "BearerServer",
    "Claims",
    "ClientFirst",
    "PlainServer",
    "SaltedPassword",
    "SaslServer",
    "ScramClient",
    "ScramCredential",
    "ScramMechanism",
    "ScramServer",
    "TokenRefusedError",
    "TokenValidator",
    "authentication",
    "bearer_tokens",
    "check_extensions",
    "client_first",
    "is_bearer_token",
    "parse_client_first",
    "plain_tokens",
    "scram_tokens",
]

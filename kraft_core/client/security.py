"""TLS and SASL of a client: what its configuration says, and the exchange on a fresh connection.

The mechanisms, stores and keys are those of `kraft_core.security`; its errors become ClientErrors
here. SaslHandshake comes first, then SaslAuthenticate (KIP-43, KIP-152).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.client.errors import AuthenticationError, SecurityConfigError
from kraft_core.security import client_keys, errors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.client.session import Session
    from kraft_core.client.steps import Operation
    from kraft_core.security.client_keys import ClientSecurity
    from kraft_core.security.sasl_client import Credentials


def read_security(values: Mapping[str, str]) -> ClientSecurity:
    """Read Kafka's keys; other keys have no meaning here. Raises SecurityConfigError.

    Files are read now. Without `security.protocol` nothing else of it counts, as in Kafka.
    """
    try:
        return client_keys.read_security(values)
    except errors.SecurityConfigError as error:
        raise SecurityConfigError(str(error)) from None


def authenticate(session: Session, credentials: Credentials) -> Operation[None]:
    """Authenticate on a new connection. Raises AuthenticationError."""
    from kraft_core.security.sasl_client import authentication  # only with SASL

    exchange = authentication(credentials, session.versions)
    try:
        request, version = next(exchange)
        while True:
            response = yield from session.call(request, version=version)
            request, version = exchange.send(response)
    except StopIteration:
        return
    except errors.AuthenticationError as error:
        raise AuthenticationError(f"{session.endpoint}: {error}") from None

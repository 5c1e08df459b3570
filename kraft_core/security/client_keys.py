"""Security settings of a client's configuration, as one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.security.errors import SecurityConfigError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

    from kraft_core.security.sasl_client import Credentials

PROTOCOL: Final = "security.protocol"
_PLAINTEXT: Final = "PLAINTEXT"
_WITH_TLS: Final = ("SSL", "SASL_SSL")
_WITH_SASL: Final = ("SASL_PLAINTEXT", "SASL_SSL")
PROTOCOLS: Final = (_PLAINTEXT, "SSL", *_WITH_SASL)
MECHANISM: Final = "sasl.mechanism"
JAAS: Final = "sasl.jaas.config"
LOGIN_HANDLER: Final = "sasl.login.callback.handler.class"
TOKEN_URL: Final = "sasl.oauthbearer.token.endpoint.url"  # noqa: S105  # a key
_REFUSED: Final = (
    "sasl.client.callback.handler.class",
    "sasl.login.class",
    "sasl.oauthbearer.jwt.retriever.class",
)
KEYS: Final = (
    JAAS,
    LOGIN_HANDLER,
    MECHANISM,
    TOKEN_URL,
    PROTOCOL,
    "ssl.cipher.suites",
    "ssl.enabled.protocols",
    "ssl.endpoint.identification.algorithm",
    "ssl.key.password",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.type",
    "ssl.protocol",
    "ssl.truststore.certificates",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.truststore.type",
)
"""Keys that are understood, here and in `tls`."""

_PLAIN_MODULE: Final = "org.apache.kafka.common.security.plain.PlainLoginModule"
_TOKEN_MODULE: Final = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"  # noqa: S105
_TOKEN_HANDLERS: Final = (
    "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
    # its name before 3.9; Kafka still accepts it
    "org.apache.kafka.common.security.oauthbearer.secured.OAuthBearerLoginCallbackHandler",
)
_SCRAM_MODULE: Final = "org.apache.kafka.common.security.scram.ScramLoginModule"


class ClientSecurity(NamedTuple):
    """The values for `tls` of `Client`, `Admin` and `tail`, and for `sasl` of `Settings`."""

    tls: ssl.SSLContext | None = None
    sasl: Credentials | None = None


def read_security(values: Mapping[str, str]) -> ClientSecurity:
    """Read Kafka's keys; other keys have no meaning here. Raises SecurityConfigError.

    Files are read now. Without `security.protocol` nothing else of it counts, as in Kafka.
    """
    protocol = values.get(PROTOCOL, _PLAINTEXT).strip().upper()
    if protocol not in PROTOCOLS:
        raise SecurityConfigError(f"{PROTOCOL}={protocol}: expected one of {', '.join(PROTOCOLS)}.")
    return ClientSecurity(
        _tls(values) if protocol in _WITH_TLS else None,
        _credentials(values) if protocol in _WITH_SASL else None,
    )


def _tls(values: Mapping[str, str]) -> ssl.SSLContext:
    from kraft_core.security.tls import client_context  # ssl is slow

    return client_context(values)


def _credentials(values: Mapping[str, str]) -> Credentials:
    from kraft_core.security.jaas import parse_jaas  # only with SASL
    from kraft_core.security.sasl_client import MECHANISMS, Credentials
    from kraft_wire.sasl import OAUTHBEARER, PLAIN

    for key in _REFUSED:
        if values.get(key):
            raise SecurityConfigError(f"{key} is not supported: it names a Java class.")
    mechanism = values.get(MECHANISM, "GSSAPI").strip()
    if mechanism not in MECHANISMS:
        raise SecurityConfigError(
            f"{MECHANISM}={mechanism} is not supported; supported are {', '.join(MECHANISMS)}."
        )
    handler = values.get(LOGIN_HANDLER, "").strip()
    if handler and (mechanism != OAUTHBEARER or handler not in _TOKEN_HANDLERS):
        raise SecurityConfigError(f"{LOGIN_HANDLER}={handler} is not supported.")
    module = parse_jaas(values.get(JAAS, ""))
    expected = {PLAIN: _PLAIN_MODULE, OAUTHBEARER: _TOKEN_MODULE}.get(mechanism, _SCRAM_MODULE)
    if module.name != expected:
        raise SecurityConfigError(f"{JAAS}: {mechanism} needs {expected}.")
    if mechanism == OAUTHBEARER:
        return _bearer(values, module.options, is_file=bool(handler))
    if module.options.get("tokenauth", "false").lower() == "true":
        raise SecurityConfigError(f"{JAAS}: delegation tokens (tokenauth) are not supported.")
    missing = [name for name in ("username", "password") if name not in module.options]
    if missing:
        raise SecurityConfigError(f"{JAAS} lacks {missing[0]}.")
    return Credentials(mechanism, module.options["username"], module.options["password"])


def _bearer(values: Mapping[str, str], options: Mapping[str, str], *, is_file: bool) -> Credentials:
    """Choose the login by its handler: tokens of a file or unsecured ones, as in Kafka."""
    from kraft_core.security.oauthbearer import (  # only with OAUTHBEARER
        check_extensions,
        token_file,
        unsecured_login,
    )
    from kraft_core.security.sasl_client import Credentials
    from kraft_wire.sasl import OAUTHBEARER

    url = values.get(TOKEN_URL, "").strip()
    if not is_file:
        if url:
            raise SecurityConfigError(f"{TOKEN_URL} needs {LOGIN_HANDLER}={_TOKEN_HANDLERS[0]}.")
        unsecured, extensions = unsecured_login(options)
        return Credentials(OAUTHBEARER, tokens=unsecured, extensions=extensions)
    prefix = "extension_"
    extensions = {
        key.removeprefix(prefix): value for key, value in options.items() if key.startswith(prefix)
    }
    check_extensions(extensions)
    return Credentials(OAUTHBEARER, tokens=token_file(url), extensions=extensions)

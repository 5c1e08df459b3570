"""TLS contexts out of Kafka's `ssl.*` keys, for clients and for listeners.

Stores are PEM, as a file or as a value, and Java's PKCS12 and JKS (`stores`). A client without a
trust store trusts the certificates of the system. What would make a connection safer than it is
without being supported is refused: other providers, cipher suites that are not known.
"""

from __future__ import annotations

import base64
import os
import re
import ssl
import tempfile
import textwrap
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.stores import STORE_BYTES_MAX, read_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kraft_core.security.stores import Store

_REFUSED: Final = {
    "ssl.engine.factory.class": "org.apache.kafka.common.security.ssl.DefaultSslEngineFactory",
    "ssl.provider": None,
}
"""Keys that must not be ignored, each with the only value that has no effect."""

CIPHER_SUITES: Final = "ssl.cipher.suites"

CLIENT_AUTH: Final = "ssl.client.auth"
_CLIENT_AUTH: Final = {
    "none": ssl.CERT_NONE,
    "requested": ssl.CERT_OPTIONAL,
    "required": ssl.CERT_REQUIRED,
}
_TYPES: Final = ("JKS", "PKCS12", "PEM")
_BLOCK: Final = re.compile(r"-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----")
_LINE: Final = 64
_PROTOCOLS: Final = {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}
_OLD_PROTOCOLS: Final = frozenset(("SSLv2Hello", "SSLv3", "TLSv1", "TLSv1.1"))
_SSL_PROTOCOLS: Final = frozenset(("TLS", "TLSv1", "TLSv1.1", *_PROTOCOLS))
_TLS_1_3_SUITES: Final = frozenset(
    ("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256")
)
_NO_SUITE: Final = "TLS_EMPTY_RENEGOTIATION_INFO_SCSV"
_SUITE: Final = re.compile(
    r"TLS_(?:(?P<exchange>ECDHE|DHE)_)?(?P<key>RSA|ECDSA)_WITH_"
    r"(?:AES_(?P<bits>128|256)_(?P<mode>GCM|CBC)_(?P<hash>SHA(?:256|384)?)"
    r"|(?P<chacha>CHACHA20_POLY1305)_SHA256)"
)
"""Suites of TLS 1.2 by their IANA names."""


_HANDSHAKE_ROUNDS: Final = 4


def client_context(values: Mapping[str, str]) -> ssl.SSLContext:
    """Make the context of a client. Raises SecurityConfigError, which shows no secret."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT, values)
    _set_name_check(context, values)
    if not _load_trusted(context, values):
        context.load_default_certs()
    _load_own(context, values)
    return context


def server_context(values: Mapping[str, str]) -> ssl.SSLContext:
    """Make the context of a listener. Raises SecurityConfigError, which shows no secret.

    Keys and certificates that change need another context: OpenSSL only adds to this one.
    """
    client_auth = values.get(CLIENT_AUTH) or "none"
    if client_auth not in _CLIENT_AUTH:  # case-sensitive, as in Kafka
        raise SecurityConfigError(
            f"{CLIENT_AUTH}={client_auth}: expected one of {', '.join(_CLIENT_AUTH)}."
        )
    context = _context(ssl.PROTOCOL_TLS_SERVER, values)
    context.verify_mode = _CLIENT_AUTH[client_auth]
    # a resumed session keeps the client's certificate, although it may have expired or its CA may
    # no longer be trusted: no tickets (TLS 1.3, TLS 1.2)
    context.num_tickets = 0
    context.options |= ssl.OP_NO_TICKET | ssl.OP_NO_RENEGOTIATION
    if not _load_trusted(context, values) and context.verify_mode is not ssl.CERT_NONE:
        # Java would accept any certificate of a public CA
        raise SecurityConfigError(f"{CLIENT_AUTH}={client_auth} needs ssl.truststore.location.")
    if not _load_own(context, values):
        raise SecurityConfigError("ssl.keystore.location: a listener with TLS needs a key store.")
    return context


def handshake(client: ssl.SSLContext, server: ssl.SSLContext) -> None:
    """Perform a handshake in memory; raises ssl.SSLError if one side refuses the other."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(to_client, to_server),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for _ in range(_HANDSHAKE_ROUNDS):
        for end in ends:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    # in TLS 1.3 the server reads the client's certificate after the client has finished
    with suppress(ssl.SSLWantReadError):
        ends[0].read(1)


def _context(protocol: int, values: Mapping[str, str]) -> ssl.SSLContext:
    for key, harmless in _REFUSED.items():
        if values.get(key) not in {None, "", harmless}:
            raise SecurityConfigError(f"{key}={values[key]} is not supported.")
    context = ssl.SSLContext(protocol)
    # to Java every certificate of a trust store is an anchor, one of an intermediate CA too
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    _limit_versions(context, values)
    return context


def _limit_versions(context: ssl.SSLContext, values: Mapping[str, str]) -> None:
    key = "ssl.enabled.protocols"
    names = [name.strip() for name in (values.get(key) or "TLSv1.2,TLSv1.3").split(",")]
    # versions that OpenSSL dropped are left out while another one remains: that is only safer
    known = [name for name in names if name in _PROTOCOLS]
    unknown = [name for name in names if name not in _PROTOCOLS.keys() | _OLD_PROTOCOLS]
    if unknown or not known:
        wrong = (unknown or names)[0]
        raise SecurityConfigError(f"{key}: {wrong!r} is not one of {', '.join(_PROTOCOLS)}.")
    protocol = values.get("ssl.protocol") or "TLSv1.3"
    if protocol not in _SSL_PROTOCOLS:
        raise SecurityConfigError(
            f"ssl.protocol={protocol}: expected one of {', '.join(_PROTOCOLS)}."
        )
    versions = _limit_suites(context, values, {_PROTOCOLS[name] for name in known})
    context.minimum_version, context.maximum_version = min(versions), max(versions)


def _limit_suites(
    context: ssl.SSLContext, values: Mapping[str, str], versions: set[ssl.TLSVersion]
) -> set[ssl.TLSVersion]:
    """Allow the listed suites, and return the protocol versions that they permit.

    The three suites of TLS 1.3 go together: OpenSSL's context cannot choose among them.
    """
    names = [name.strip() for name in (values.get(CIPHER_SUITES) or "").split(",")]
    names = [name for name in names if name and name != _NO_SUITE]
    if not names:
        return versions
    older = [_openssl_suite(name) for name in names if name not in _TLS_1_3_SUITES]
    found = set()
    if older:
        found.add(ssl.TLSVersion.TLSv1_2)
        try:
            context.set_ciphers(":".join(older))
        except ssl.SSLError:
            raise SecurityConfigError(f"{CIPHER_SUITES}: OpenSSL supports none of these.") from None
    if len(older) < len(names):
        found.add(ssl.TLSVersion.TLSv1_3)
    if not found & versions:
        raise SecurityConfigError(
            f"{CIPHER_SUITES}: none of these belongs to a version of ssl.enabled.protocols."
        )
    return found & versions


def _openssl_suite(name: str) -> str:
    """Return OpenSSL's name of a suite of TLS 1.2."""
    match = _SUITE.fullmatch(name)
    if match is None:
        raise SecurityConfigError(f"{CIPHER_SUITES}: {name!r} is not supported.")
    begin = f"{match['exchange']}-{match['key']}-" if match["exchange"] else ""
    if match["chacha"]:
        return f"{begin}CHACHA20-POLY1305"
    mode = "-GCM" if match["mode"] == "GCM" else ""
    return f"{begin}AES{match['bits']}{mode}-{match['hash']}"


def _set_name_check(context: ssl.SSLContext, values: Mapping[str, str]) -> None:
    key = "ssl.endpoint.identification.algorithm"
    algorithm = values.get(key, "https").strip().lower()
    if algorithm not in {"https", ""}:
        raise SecurityConfigError(
            f"{key}={algorithm}: expected https, or an empty value to disable host name "
            "verification."
        )
    context.check_hostname = algorithm == "https"


def _load_trusted(context: ssl.SSLContext, values: Mapping[str, str]) -> bool:
    """Load the trust store; without one return False."""
    where, text = values.get("ssl.truststore.location"), values.get("ssl.truststore.certificates")
    if where and text:
        raise SecurityConfigError(
            "ssl.truststore.location and ssl.truststore.certificates exclude each other."
        )
    if not where and not text:
        return False
    is_pem = _is_pem(values, "ssl.truststore", is_inline=not where)
    key = "ssl.truststore.location" if where else "ssl.truststore.certificates"
    trusted: str | bytes | None
    if not where:
        trusted = _in_lines(key, text or "")
    else:
        password = values.get("ssl.truststore.password")
        trusted = (
            None if is_pem else b"".join(_store(key, where, password, only_trusted=True).trusted)
        )
        if trusted == b"":
            raise SecurityConfigError(f"{key}={where} cannot be read: it holds no certificate.")
    try:
        context.load_verify_locations(cafile=where if is_pem and where else None, cadata=trusted)
    except OSError as error:
        raise SecurityConfigError(_unreadable(key, where, error)) from None
    return True


def _load_own(context: ssl.SSLContext, values: Mapping[str, str]) -> bool:
    """Load the key store, which a client needs only if the server requests a certificate."""
    where = values.get("ssl.keystore.location")
    key, chain = values.get("ssl.keystore.key"), values.get("ssl.keystore.certificate.chain")
    if bool(key) != bool(chain) or (where and key):
        raise SecurityConfigError(
            "ssl.keystore.key and ssl.keystore.certificate.chain must be set together, instead "
            "of ssl.keystore.location."
        )
    if not where and not key:
        return False
    key_password = values.get("ssl.key.password")
    if _is_pem(values, "ssl.keystore", is_inline=not where):
        if where:
            _load_chain(context, where, key_password, where)
            return True
        pem = _in_lines("ssl.keystore.key", key or "").encode()
        pem += _in_lines("ssl.keystore.certificate.chain", chain or "").encode()
    else:
        name = "ssl.keystore.location"
        password = values.get("ssl.keystore.password")
        if not password:
            raise SecurityConfigError("ssl.keystore.password is missing.")
        keys = _store(name, where or "", password, key_password).keys
        if len(keys) != 1:
            raise SecurityConfigError(
                f"{name}={where} cannot be read: it holds {len(keys)} private keys, expected one."
            )
        pem, key_password = keys[0].to_pem(), None
    with _as_file(pem) as path:
        _load_chain(context, path, key_password, where)
    return True


def own_certificate(values: Mapping[str, str]) -> bytes | None:
    """Return the certificate of the key store in DER, or None; raises SecurityConfigError."""
    where = values.get("ssl.keystore.location")
    if not where and not values.get("ssl.keystore.certificate.chain"):
        return None
    if not _is_pem(values, "ssl.keystore", is_inline=not where):
        name, password = "ssl.keystore.location", values.get("ssl.keystore.password")
        keys = _store(name, where or "", password, values.get("ssl.key.password")).keys
        return keys[0].chain[0]
    if where:
        try:
            with Path(where).open("rb") as file:
                text = file.read(STORE_BYTES_MAX).decode("latin-1")
        except OSError as error:
            raise SecurityConfigError(_unreadable("ssl.keystore.location", where, error)) from None
    else:
        text = values["ssl.keystore.certificate.chain"]
    for kind, body in _BLOCK.findall(text):
        if kind in {"CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"}:
            return base64.b64decode(body)
    raise SecurityConfigError("ssl.keystore.location: the key store holds no certificate.")


@contextmanager
def _as_file(data: bytes) -> Iterator[str]:
    """Provide a file for OpenSSL, which reads keys from files only; in memory where possible."""
    if not hasattr(os, "memfd_create"):
        with tempfile.NamedTemporaryFile("wb", suffix=".pem") as file:  # readable by this user only
            file.write(data)
            file.flush()
            yield file.name
        return
    with open(os.memfd_create("key"), "wb") as file:  # noqa: PTH123  # a descriptor has no path
        file.write(data)
        file.flush()
        yield f"/proc/self/fd/{file.fileno()}"


def _load_chain(
    context: ssl.SSLContext, path: str, key_password: str | None, where: str | None
) -> None:
    try:
        # without a password OpenSSL would ask for it on the terminal
        context.load_cert_chain(path, password=key_password or "")
    except OSError as error:
        name = "ssl.keystore.location" if where else "ssl.keystore.key"
        raise SecurityConfigError(_unreadable(name, where, error)) from None


def _store(
    key: str,
    where: str,
    password: str | None,
    key_password: str | None = None,
    *,
    only_trusted: bool = False,
) -> Store:
    try:
        with Path(where).open("rb") as file:
            data = file.read(STORE_BYTES_MAX + 1)
        return read_store(data, password or None, key_password or None, only_trusted=only_trusted)
    except SecurityConfigError as error:
        raise SecurityConfigError(f"{key}={where} cannot be read: {error}.") from None
    except OSError as error:
        raise SecurityConfigError(_unreadable(key, where, error)) from None


def _is_pem(values: Mapping[str, str], prefix: str, *, is_inline: bool) -> bool:
    """Return True if a store is PEM.

    Otherwise its content decides between JKS and PKCS12, as in Java.
    """
    kind = (values.get(f"{prefix}.type") or "JKS").strip().upper()
    if kind not in _TYPES:
        raise SecurityConfigError(f"{prefix}.type={kind}: expected one of {', '.join(_TYPES)}.")
    if is_inline and kind != "PEM":
        raise SecurityConfigError(f"{prefix}.type={kind}: inline values need {prefix}.type=PEM.")
    if kind == "PEM" and values.get(f"{prefix}.password"):
        raise SecurityConfigError(
            f"{prefix}.password: a PEM store has no password; only its key has one "
            "(ssl.key.password)."
        )
    return kind == "PEM"


def _unreadable(key: str, where: str | None, error: OSError) -> str:
    reason = error.reason if isinstance(error, ssl.SSLError) else error.strerror
    return f"{key}{f'={where}' if where else ''} cannot be read: {reason or 'it is not PEM'}."


def _in_lines(key: str, pem: str) -> str:
    """Return the blocks of a PEM text, also of one line, in the lines that OpenSSL expects."""
    blocks = []
    for kind, body in _BLOCK.findall(pem):
        lines = textwrap.wrap("".join(body.split()), _LINE)
        blocks.append("\n".join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----", "")))
    if not blocks:
        raise SecurityConfigError(f"{key} cannot be read: it is not PEM.")
    return "".join(blocks)

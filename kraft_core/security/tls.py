"""A TLS context out of Kafka's `ssl.*` keys: PEM stores, as a file or as a value.

A trust store of nothing means the certificates that the system trusts. Java's own stores (JKS,
PKCS12) cannot be read by Python's ssl and are refused, like everything else that would make a
connection safer than this one: ciphers of one's own, other providers.
"""

from __future__ import annotations

import re
import ssl
import tempfile
import textwrap
from typing import TYPE_CHECKING, Final

from kraft_core.security.errors import SecurityConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNSUPPORTED: Final = "this client does not support it"
_REFUSED: Final = {
    "ssl.cipher.suites": _UNSUPPORTED,
    "ssl.engine.factory.class": _UNSUPPORTED,
    "ssl.keystore.password": "a PEM key store has none, only its key has (ssl.key.password)",
    "ssl.provider": _UNSUPPORTED,
    "ssl.truststore.password": "a PEM trust store has none",
}
"""What would be missed if it were ignored, and why it is refused."""

_BLOCK: Final = re.compile(r"-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----")
_LINE: Final = 64
_PROTOCOLS: Final = {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}


def tls_context(values: Mapping[str, str]) -> ssl.SSLContext:
    """Make the context of a client. Raises SecurityConfigError, which shows no secret."""
    for key, reason in _REFUSED.items():
        if values.get(key):
            raise SecurityConfigError(f"{key}: {reason}.")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    _limit_versions(context, values)
    _set_name_check(context, values)
    _load_trusted(context, values)
    _load_own(context, values)
    return context


def _limit_versions(context: ssl.SSLContext, values: Mapping[str, str]) -> None:
    key = "ssl.enabled.protocols"
    names = [name.strip() for name in values.get(key, "TLSv1.2,TLSv1.3").split(",")]
    unknown = [name for name in names if name not in _PROTOCOLS]
    if unknown:
        raise SecurityConfigError(f"{key}: {unknown[0]!r} is none of {', '.join(_PROTOCOLS)}.")
    context.minimum_version = min(_PROTOCOLS[name] for name in names)
    context.maximum_version = max(_PROTOCOLS[name] for name in names)


def _set_name_check(context: ssl.SSLContext, values: Mapping[str, str]) -> None:
    key = "ssl.endpoint.identification.algorithm"
    algorithm = values.get(key, "https").strip().lower()
    if algorithm not in {"https", ""}:
        raise SecurityConfigError(f"{key}={algorithm}: https is expected, or nothing at all.")
    context.check_hostname = algorithm == "https"


def _load_trusted(context: ssl.SSLContext, values: Mapping[str, str]) -> None:
    where, text = values.get("ssl.truststore.location"), values.get("ssl.truststore.certificates")
    if where and text:
        raise SecurityConfigError(
            "ssl.truststore.location and ssl.truststore.certificates exclude each other."
        )
    if not where and not text:
        context.load_default_certs()
        return
    _require_pem(values, "ssl.truststore.type")
    key = "ssl.truststore.location" if where else "ssl.truststore.certificates"
    certificates = None if where else _in_lines(key, text or "")
    try:
        context.load_verify_locations(cafile=where or None, cadata=certificates)
    except OSError as error:
        raise SecurityConfigError(_unreadable(key, where, error)) from None


def _load_own(context: ssl.SSLContext, values: Mapping[str, str]) -> None:
    """Load the client's own certificate, for a server that wants one."""
    where = values.get("ssl.keystore.location")
    key, chain = values.get("ssl.keystore.key"), values.get("ssl.keystore.certificate.chain")
    if bool(key) != bool(chain) or (where and key):
        raise SecurityConfigError(
            "ssl.keystore.key and ssl.keystore.certificate.chain go together, in place of"
            " ssl.keystore.location."
        )
    if where:
        _require_pem(values, "ssl.keystore.type")
        _load_chain(context, where, values)
    elif key and chain:
        _require_pem(values, "ssl.keystore.type")
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:  # readable by nobody else
            file.write(_in_lines("ssl.keystore.key", key))
            file.write(_in_lines("ssl.keystore.certificate.chain", chain))
            file.flush()
            _load_chain(context, file.name, values)


def _load_chain(context: ssl.SSLContext, path: str, values: Mapping[str, str]) -> None:
    # without a password OpenSSL would ask for it on the terminal
    password = values.get("ssl.key.password") or ""
    try:
        context.load_cert_chain(path, password=password)
    except OSError as error:
        given = values.get("ssl.keystore.location")
        name = "ssl.keystore.location" if given else "ssl.keystore.key"
        raise SecurityConfigError(_unreadable(name, given, error)) from None


def _require_pem(values: Mapping[str, str], key: str) -> None:
    kind = values.get(key, "JKS").strip().upper()
    if kind != "PEM":
        raise SecurityConfigError(f"{key}={kind}: only PEM can be read; set {key}=PEM.")


def _unreadable(key: str, where: str | None, error: OSError) -> str:
    reason = error.reason if isinstance(error, ssl.SSLError) else error.strerror
    return f"{key}{f'={where}' if where else ''} cannot be read: {reason or 'it is no PEM'}."


def _in_lines(key: str, pem: str) -> str:
    """The blocks of a PEM text, which may stand in one line, as OpenSSL wants them."""
    blocks = []
    for kind, body in _BLOCK.findall(pem):
        lines = textwrap.wrap("".join(body.split()), _LINE)
        blocks.append("\n".join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----", "")))
    if not blocks:
        raise SecurityConfigError(f"{key} cannot be read: it is no PEM.")
    return "".join(blocks)

"""Java's key stores and trust stores: PKCS12 and JKS, as values that OpenSSL can use.

PEM needs none of this: OpenSSL reads it. As in Java, the content decides between JKS and PKCS12,
regardless of `ssl.*store.type`. PKCS12 is read by the package `cryptography`; JKS, which no
maintained package reads, by `_JksReader` (format of sun.security.provider.JavaKeyStore).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import textwrap
from typing import Final, NamedTuple

from kraft_core.security import der
from kraft_core.security.errors import SecurityConfigError
from kraft_wire.extras import missing

STORE_BYTES_MAX: Final = 16 << 20
"""The largest file that is read as a store; the JDK's own trust store has 0.2 MB."""

_JKS: Final = b"\xfe\xed\xfe\xed"
_JCEKS: Final = b"\xce\xce\xce\xce"
_PEM: Final = b"-----BEGIN "
_JKS_VERSION: Final = 2
_JKS_KEY, _JKS_CERTIFICATE = 1, 2
_DIGEST_BYTES: Final = 20
_KEY_PROTECTOR: Final = "1.3.6.1.4.1.42.2.17.1.1"
"""The algorithm of protected keys in JKS (sun.security.provider.KeyProtector)."""


class PrivateKey(NamedTuple):
    """A key in PKCS#8 and its certificates in DER, that of the key first."""

    key: bytes
    chain: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"PrivateKey(<hidden>, {len(self.chain)} certificates)"

    def to_pem(self) -> bytes:
        """Write the key and then the chain, as OpenSSL reads them."""
        blocks = [("PRIVATE KEY", self.key), *(("CERTIFICATE", one) for one in self.chain)]
        return b"".join(_pem_block(kind, data) for kind, data in blocks)


class Store(NamedTuple):
    """The content of a store: private keys, and trusted certificates."""

    keys: tuple[PrivateKey, ...]
    trusted: tuple[bytes, ...]


def read_store(
    data: bytes,
    password: str | None,
    key_password: str | None = None,
    *,
    only_trusted: bool = False,
) -> Store:
    """Read a store of Java's; raises SecurityConfigError, which shows no secret and no file name.

    `key_password` protects the keys of JKS; without it `password` does. With `only_trusted` keys
    are skipped and need no password. The integrity of JKS is checked only with a password, as in
    Java.
    """
    if len(data) > STORE_BYTES_MAX:
        raise SecurityConfigError(f"it is larger than {STORE_BYTES_MAX} bytes")
    if data.startswith(_JKS):
        try:
            return _JksReader(data, password, key_password).store(only_trusted=only_trusted)
        except ValueError as error:
            raise SecurityConfigError(f"it is damaged: {error}") from None
    if data.startswith(_JCEKS):
        raise SecurityConfigError("it is a JCEKS store; convert it to PKCS12 with keytool")
    if data.lstrip().startswith(_PEM):
        raise SecurityConfigError("it is a PEM file; set the type of the store to PEM")
    return _read_pkcs12(data, password, key_password)


def _pem_block(kind: str, data: bytes) -> bytes:
    lines = textwrap.wrap(base64.b64encode(data).decode(), 64)
    return "\n".join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----", "")).encode()


def _read_pkcs12(data: bytes, password: str | None, key_password: str | None) -> Store:
    try:
        from cryptography.hazmat.primitives import serialization  # optional
        from cryptography.hazmat.primitives.serialization import pkcs12
    except ImportError:
        raise SecurityConfigError(missing("PKCS12", "cryptography")) from None
    if not data.startswith(b"\x30"):
        raise SecurityConfigError("it is not JKS, PKCS12 or PEM")
    if password is None:
        raise SecurityConfigError("a PKCS12 store needs its password")
    if key_password is not None and key_password != password:
        raise SecurityConfigError(
            "a PKCS12 store whose key has a different password is not supported"
        )
    try:
        bag = pkcs12.load_pkcs12(data, password.encode())
    except (ValueError, TypeError):  # its messages vary by release and say no more
        raise SecurityConfigError("the password is wrong or the store is damaged") from None
    as_der = serialization.Encoding.DER
    certificates = tuple(
        one.certificate.public_bytes(as_der)
        for one in ((bag.cert,) if bag.cert else ()) + tuple(bag.additional_certs)
    )
    if bag.key is None:
        return Store((), certificates)
    key = bag.key.private_bytes(
        as_der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    if bag.cert is None:
        raise SecurityConfigError("its private key has no certificate")
    # the attributes that say which other certificates Java would trust are not exposed
    return Store((PrivateKey(key, certificates),), certificates[:1])


class _JksReader:
    """Reads one JKS store; ValueError means that bytes are missing or wrong."""

    def __init__(self, data: bytes, password: str | None, key_password: str | None) -> None:
        self._data = data
        self._end = len(data) - _DIGEST_BYTES
        self._at = len(_JKS)
        self._password = password
        self._key_password = password if key_password is None else key_password

    def store(self, *, only_trusted: bool) -> Store:
        if self._password is not None:
            self._check_integrity(self._password)
        if self._number(4) != _JKS_VERSION:
            raise ValueError("the version of the format is not 2")
        keys, trusted = [], []
        for _ in range(self._number(4)):
            tag = self._number(4)
            self._take(self._number(2))  # the alias
            self._take(8)  # the creation date
            if tag == _JKS_KEY:
                protected = self._take(self._number(4))
                chain = tuple(self._certificate() for _ in range(self._number(4)))
                if not chain:
                    raise ValueError("a private key has no certificate")
                if not only_trusted:
                    keys.append(PrivateKey(self._recovered(protected), chain))
                # the certificate of a private key is a trust anchor too (TrustStoreUtil)
                trusted.append(chain[0])
            elif tag == _JKS_CERTIFICATE:
                trusted.append(self._certificate())
            else:
                raise ValueError(f"an entry has the unknown tag {tag}")
        if self._at != self._end:
            raise ValueError("bytes follow its last entry")
        return Store(tuple(keys), tuple(trusted))

    def _check_integrity(self, password: str) -> None:
        """Check the digest as JavaKeyStore.getPreKeyedHash does, with its constant text."""
        digest = hashlib.sha1(password.encode("utf-16-be"), usedforsecurity=False)
        digest.update(b"Mighty Aphrodite")
        digest.update(self._data[: max(self._end, 0)])
        if not hmac.compare_digest(digest.digest(), self._data[max(self._end, 0) :]):
            raise SecurityConfigError("the password is wrong or the store is damaged")

    def _take(self, size: int) -> bytes:
        if size > self._end - self._at:
            raise ValueError("it ends inside an entry")
        self._at += size
        return self._data[self._at - size : self._at]

    def _number(self, size: int) -> int:
        return int.from_bytes(self._take(size), "big")

    def _certificate(self) -> bytes:
        kind = self._take(self._number(2))
        if kind != b"X.509":
            raise ValueError("a certificate is not X.509")
        return self._take(self._number(4))

    def _recovered(self, protected: bytes) -> bytes:
        """Undo KeyProtector.protect: a chain of SHA-1 digests over the password is the key stream.

        The digest at the end is over the password and the plain key.
        """
        if self._key_password is None:
            raise SecurityConfigError("its private key needs a password")
        algorithm, content = der.read(protected, tag=der.SEQUENCE).children()
        if der.oid_text(algorithm.children()[0].content) != _KEY_PROTECTOR:
            raise ValueError("a private key has an unknown encryption scheme")
        secret = self._key_password.encode("utf-16-be")
        block = content.content[:_DIGEST_BYTES]
        masked, check = content.content[_DIGEST_BYTES:-_DIGEST_BYTES], content.content[-20:]
        stream = bytearray()
        while len(stream) < len(masked):
            block = hashlib.sha1(secret + block, usedforsecurity=False).digest()
            stream += block
        key = bytes(one ^ other for one, other in zip(masked, stream, strict=False))
        if not hmac.compare_digest(
            hashlib.sha1(secret + key, usedforsecurity=False).digest(), check
        ):
            raise SecurityConfigError("the password of its private key is wrong")
        return key

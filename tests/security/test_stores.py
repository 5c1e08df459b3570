"""Stores that keytool and openssl made, and what becomes of damaged ones."""

from __future__ import annotations

import hashlib
import random
import ssl
import sys
from pathlib import Path

import pytest

from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.stores import STORE_BYTES_MAX, read_store
from tests.client.loopback import PEM

HERE = Path(__file__).parent
CERTIFICATE = ssl.PEM_cert_to_DER_cert(
    "-----BEGIN CERTIFICATE-----" + PEM.read_text().split("-----BEGIN CERTIFICATE-----")[1]
)


def data(name):
    return (HERE / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "key_password"),
    [("localhost.jks", "other-hidden"), ("localhost.p12", None), ("localhost-keytool.p12", None)],
)
def test_a_key_store_has_the_key_and_its_certificate(name, key_password, tmp_path):
    store = read_store(data(name), "hidden", key_password)
    (key,) = store.keys
    assert key.chain == store.trusted == (CERTIFICATE,)
    assert key.key.hex() not in repr(store)
    assert repr(key.key) not in repr(store)
    path = tmp_path / "key.pem"
    path.write_bytes(key.to_pem())
    # raises if the key does not belong to the certificate
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)


@pytest.mark.parametrize(
    ("name", "password"),
    [("trusted.jks", "hidden"), ("trusted.jks", None), ("trusted.p12", "hidden")],
)
def test_a_trust_store_has_no_key(name, password):
    assert read_store(data(name), password) == ((), (CERTIFICATE,))


def sealed(body):
    """Append the digest of JKS."""
    secret = "hidden".encode("utf-16-be") + b"Mighty Aphrodite"
    return body + hashlib.sha1(secret + body, usedforsecurity=False).digest()


HEAD = b"\xfe\xed\xfe\xed\0\0\0\2"
ENTRY = b"\0\1a" + bytes(8)


@pytest.mark.parametrize(
    ("store", "sentence"),
    [
        (b"", "not JKS, PKCS12 or PEM"),
        (b"\xce\xce\xce\xce", "a JCEKS store"),
        (b"-----BEGIN CERTIFICATE-----", "a PEM file"),
        (b"\x30\x80", "the password is wrong or the store is damaged"),
        (bytes(STORE_BYTES_MAX + 1), "larger than 16777216 bytes"),
        (b"\xfe\xed\xfe\xed", "the password is wrong or the store is damaged"),
        (sealed(HEAD), "ends inside an entry"),
        (sealed(b"\xfe\xed\xfe\xed\0\0\0\1\0\0\0\0"), "version of the format is not 2"),
        (sealed(HEAD + b"\0\0\0\0x"), "bytes follow its last entry"),
        (sealed(HEAD + b"\xff\xff\xff\xff"), "ends inside an entry"),
        (sealed(HEAD + b"\0\0\0\1\0\0\0\3" + ENTRY), "unknown tag 3"),
        (sealed(HEAD + b"\0\0\0\1\0\0\0\2" + ENTRY + b"\0\3PGP\0\0\0\0"), "not X.509"),
        (sealed(HEAD + b"\0\0\0\1\0\0\0\1" + ENTRY + b"\0\0\0\0\0\0\0\0"), "has no certificate"),
    ],
)
def test_invalid_store_is_refused(store, sentence):
    with pytest.raises(SecurityConfigError, match=sentence):
        read_store(store, "hidden")


def test_any_damage_is_refused_in_a_sentence():
    draw = random.Random(3)
    for name in ("localhost.jks", "localhost.p12"):
        whole = data(name)
        for _ in range(300):
            body = bytearray(
                whole[: draw.randrange(4, len(whole))] if draw.random() < 0.3 else whole
            )
            body[draw.randrange(4, len(body))] ^= draw.randrange(1, 256)
            # resealed, so that the digest of JKS does not hide what comes after it
            store = sealed(bytes(body[:-20])) if name.endswith("jks") else bytes(body)
            try:
                read_store(store, "hidden", "other-hidden" if name.endswith("jks") else None)
            except SecurityConfigError:
                continue


def test_pkcs12_without_its_package_is_reported_in_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.serialization", None)
    with pytest.raises(SecurityConfigError, match="cryptography, which the extra security"):
        read_store(data("localhost.p12"), "hidden")

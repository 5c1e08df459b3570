"""The keys and the exchange of RFC 7677, section 3.

test_security of tests/conformance asks Kafka; the keys of kafka-storage are in
tests/node/test_scram.py.
"""

from __future__ import annotations

import base64

import pytest

from kraft_core.security.errors import AuthenticationError
from kraft_core.security.scram import SCRAM_MECHANISMS, ScramClient, ScramServer

NONCE = "rOprNGfwEbeRWgbNEkqO"
SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
SALT = "W22ZaJ0SNY7soEsUEjb6gQ=="
SERVER_FIRST = f"r={NONCE}{SERVER_NONCE},s={SALT},i=4096".encode()
SERVER_FINAL = b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def client(user="user"):
    return ScramClient("SCRAM-SHA-256", user, "pencil", NONCE)


def test_the_exchange_of_the_rfc():
    asked = client()
    assert asked.first() == b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO"
    assert asked.final(SERVER_FIRST) == (
        b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
        b"p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
    )
    asked.check(SERVER_FINAL)


def test_names_are_escaped():
    assert client("a=b,c").first() == b"n,,n=a=3Db=2Cc,r=rOprNGfwEbeRWgbNEkqO"


@pytest.mark.parametrize(
    ("server_first", "sentence"),
    [
        (b"\xff", "not UTF-8"),
        (b"e=other-error", "lacks r, s, i"),
        (f"r={NONCE},s={SALT},i=4096".encode(), "does not go on"),
        (f"r=x{NONCE},s={SALT},i=4096".encode(), "does not go on"),
        (f"r={NONCE}x,s=?,i=4096".encode(), "not base64"),
        (f"r={NONCE}x,s=\u00e4,i=4096".encode(), "not base64"),
        (f"r={NONCE}x,s={SALT},i=many".encode(), "no number"),
        (f"r={NONCE}x,s={SALT},i=4095".encode(), "4095 iterations"),
        (f"r={NONCE}x,s={SALT},i=1000001".encode(), "1000001 iterations"),
    ],
)
def test_what_a_server_may_not_say_first(server_first, sentence):
    with pytest.raises(AuthenticationError, match=sentence):
        client().final(server_first)


@pytest.mark.parametrize(
    ("server_final", "sentence"),
    [
        (b"v=" + b"A" * 43 + b"=", "does not know the password"),
        (b"v=", "does not know the password"),
        (b"v=?", "not base64"),
        (b"", "lacks v"),
        (b"e=invalid-proof", "refuses SCRAM-SHA-256: invalid-proof"),
    ],
)
def test_a_server_that_does_not_know_the_password_is_left(server_final, sentence):
    asked = client()
    asked.final(SERVER_FIRST)
    with pytest.raises(AuthenticationError, match=sentence):
        asked.check(server_final)


SIGNED = (
    b"n=user,r=rOprNGfwEbeRWgbNEkqO,"
    b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
    b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
)
PROOF = "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
VERIFIER = "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def test_the_keys_of_the_rfc():
    mechanism = SCRAM_MECHANISMS["SCRAM-SHA-256"]
    salt = base64.b64decode("W22ZaJ0SNY7soEsUEjb6gQ==")
    salted = mechanism.salted_password("pencil", salt, 4096)
    assert mechanism.sign(mechanism.server_key(salted), SIGNED) == base64.b64decode(VERIFIER)
    key = mechanism.client_key(salted)
    signature = mechanism.sign(mechanism.stored_key(key), SIGNED)
    assert bytes(a ^ b for a, b in zip(key, signature, strict=True)) == base64.b64decode(PROOF)


def test_passwords_are_utf_8_as_they_are():
    """SASLprep would make an "a" of the first and a "1" of the other."""
    mechanism = SCRAM_MECHANISMS["SCRAM-SHA-512"]
    plain = [mechanism.salted_password(text, b"salt", 4096) for text in ("a", "1")]
    odd = [mechanism.salted_password(text, b"salt", 4096) for text in ("\u00aa", "\u00b9")]
    assert len({*plain, *odd}) == 4
    assert len(mechanism.stored_key(plain[0])) == 64


def test_numbers_and_bounds_are_those_of_kafka():
    found = {name: (one.number, one.lowest, one.highest) for name, one in SCRAM_MECHANISMS.items()}
    assert found == {"SCRAM-SHA-256": (1, 4096, 16384), "SCRAM-SHA-512": (2, 4096, 16384)}


@pytest.mark.parametrize("extension", ["x", "1=a", "x=", ""])
def test_last_message_with_an_invalid_extension_is_refused(extension):
    server = ScramServer("SCRAM-SHA-256", b"key", nonce="s")
    server.parse_first(b"n,,n=user,r=c")
    server.first(None)
    with pytest.raises(ValueError, match="the message is not valid"):
        server.final(f"c=biws,r=cs,{extension},p={PROOF}".encode())
    with pytest.raises(ValueError, match="the user has no credential"):
        server.final(f"c=biws,r=cs,x=y,p={PROOF}".encode())


@pytest.mark.parametrize(
    ("bare", "sentence"), [("n=user", "no valid header"), ("m=x,n=user", "lacks a nonce")]
)
def test_first_message_without_a_nonce_is_refused(bare, sentence):
    with pytest.raises(ValueError, match=sentence):
        ScramServer("SCRAM-SHA-256", b"key").parse_first(f"n,,{bare}".encode())

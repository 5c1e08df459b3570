"""The keys and the exchange of RFC 7677, section 3.

test_security of tests/conformance asks Kafka; the keys of kafka-storage are in
tests/node/test_scram.py.
"""

from __future__ import annotations

import base64

import pytest

from kraft_wire.errors import SaslError
from kraft_wire.sasl import (
    ITERATIONS_MAX,
    SCRAM_MECHANISMS,
    SaltedPassword,
    ScramClient,
    ScramServer,
    scram_tokens,
)

NONCE = "rOprNGfwEbeRWgbNEkqO"
SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
SALT = "W22ZaJ0SNY7soEsUEjb6gQ=="
SERVER_FIRST = f"r={NONCE}{SERVER_NONCE},s={SALT},i=4096".encode()
SERVER_FINAL = b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def client(user="user"):
    return ScramClient("SCRAM-SHA-256", user, "pencil", nonce=NONCE)


def test_client_matches_exchange_of_rfc_7677():
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
        (f"r={NONCE},s={SALT},i=4096".encode(), "does not start with"),
        (f"r=x{NONCE},s={SALT},i=4096".encode(), "does not start with"),
        (f"r={NONCE}x,s=?,i=4096".encode(), "not base64"),
        (f"r={NONCE}x,s=\u00e4,i=4096".encode(), "not base64"),
        (f"r={NONCE}x,s={SALT},i=many".encode(), "not a number"),
        (f"r={NONCE}x,s={SALT},i=4095".encode(), "4095 iterations"),
        (f"r={NONCE}x,s={SALT},i=1000001".encode(), "1000001 iterations"),
    ],
)
def test_invalid_first_server_message_is_refused(server_first, sentence):
    with pytest.raises(SaslError, match=sentence):
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
    with pytest.raises(SaslError, match=sentence):
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


def none(_user):
    """No user has a credential."""


def rfc_credential(user):
    mechanism = SCRAM_MECHANISMS["SCRAM-SHA-256"]
    salt = base64.b64decode(SALT)
    salted = mechanism.salted_password("pencil", salt, 4096)
    return mechanism.credential(salted, salt, 4096) if user == "user" else None


def test_server_matches_exchange_of_rfc_7677():
    server = ScramServer("SCRAM-SHA-256", rfc_credential, b"key", nonce=SERVER_NONCE)
    asked = client()
    assert server.evaluate(asked.first(), 0) == SERVER_FIRST
    assert server.principal is None
    assert server.evaluate(asked.final(SERVER_FIRST), 0) == SERVER_FINAL
    assert server.principal == "user"
    with pytest.raises(SaslError, match="the SCRAM exchange is over"):
        server.evaluate(asked.first(), 0)


@pytest.mark.parametrize("mechanism", SCRAM_MECHANISMS)
def test_client_and_server_agree(mechanism):
    keys = SCRAM_MECHANISMS[mechanism]
    kept = keys.credential(keys.salted_password("p\u00e4ss", b"s", 5000), b"s", 5000)
    server = ScramServer(mechanism, {"a=b,c": kept}.get, b"key")
    tokens = scram_tokens(ScramClient(mechanism, "a=b,c", "p\u00e4ss"))
    final = tokens.send(server.evaluate(next(tokens), 0))
    with pytest.raises(StopIteration):
        tokens.send(server.evaluate(final, 0))
    assert server.principal == "a=b,c"


def test_wrong_password_is_refused_and_ends_the_exchange():
    server = ScramServer("SCRAM-SHA-256", rfc_credential, b"key")
    asked = ScramClient("SCRAM-SHA-256", "user", "pen")
    final = asked.final(server.evaluate(asked.first(), 0))
    with pytest.raises(SaslError, match="the proof is wrong"):
        server.evaluate(final, 0)
    with pytest.raises(SaslError, match="exchange is over"):
        server.evaluate(final, 0)
    assert server.principal is None


def test_signature_proves_nothing_before_final():
    with pytest.raises(SaslError, match="does not know the password"):
        client().check(b"v=")


def test_kept_salted_password_saves_the_iterations(monkeypatch):
    first = client()
    message = first.final(SERVER_FIRST)
    kept = first.salted_password
    calls = []

    def salted_password(self, password, salt, iterations):
        calls.append((salt, iterations))
        return b"x" * 32

    monkeypatch.setattr(type(SCRAM_MECHANISMS["SCRAM-SHA-256"]), "salted_password", salted_password)
    again = ScramClient("SCRAM-SHA-256", "user", "pencil", salted_password=kept, nonce=NONCE)
    assert again.final(SERVER_FIRST) == message
    assert not calls
    again.final(SERVER_FIRST.replace(b"i=4096", b"i=4097"))
    assert calls == [(base64.b64decode(SALT), 4097)]
    assert again.salted_password == SaltedPassword("SCRAM-SHA-256", *calls[0], b"x" * 32)
    assert "x" * 32 not in repr(again.salted_password)
    other = ScramClient("SCRAM-SHA-512", "user", "pencil", salted_password=kept, nonce=NONCE)
    other.final(SERVER_FIRST)
    assert len(calls) == 2


def test_iterations_max_bounds_what_a_server_can_cost():
    asked = ScramClient("SCRAM-SHA-256", "user", "pencil", iterations_max=4095, nonce=NONCE)
    with pytest.raises(SaslError, match="4096 to 4095 are allowed"):
        asked.final(SERVER_FIRST)
    assert ITERATIONS_MAX == 1_000_000


@pytest.mark.parametrize("parts", [("a\ud800", "c"), ("a", "\udcff")])
def test_credentials_that_are_not_unicode_text_are_refused(parts):
    with pytest.raises(SaslError, match="lone surrogate"):
        ScramClient("SCRAM-SHA-256", *parts)


def test_unknown_mechanism_is_refused():
    with pytest.raises(SaslError, match="SCRAM-SHA-1 is not a SCRAM mechanism"):
        ScramClient("SCRAM-SHA-1", "user", "pencil")
    with pytest.raises(SaslError, match="SCRAM-SHA-1 is not a SCRAM mechanism"):
        ScramServer("SCRAM-SHA-1", none, b"key")


@pytest.mark.parametrize("extension", ["x", "1=a", "x=", ""])
def test_last_message_with_an_invalid_extension_is_refused(extension):
    def last(more):
        server = ScramServer("SCRAM-SHA-256", none, b"key", nonce="s")
        server.evaluate(b"n,,n=user,r=c", 0)
        server.evaluate(f"c=biws,r=cs,{more},p={PROOF}".encode(), 0)

    with pytest.raises(SaslError, match="the message is not valid"):
        last(extension)
    with pytest.raises(SaslError, match="the user has no credential"):
        last("x=y")


@pytest.mark.parametrize(
    ("bare", "sentence"), [("n=user", "no valid header"), ("m=x,n=user", "lacks a nonce")]
)
def test_first_message_without_a_nonce_is_refused(bare, sentence):
    with pytest.raises(SaslError, match=sentence):
        ScramServer("SCRAM-SHA-256", none, b"key").evaluate(f"n,,{bare}".encode(), 0)

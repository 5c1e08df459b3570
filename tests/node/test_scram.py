"""SCRAM credentials: keys as Kafka and RFC 7677 have them, refusals in Kafka's words."""

from __future__ import annotations

import base64
import hmac

import pytest

from kraft_core.node.errors import FormatError
from kraft_core.node.scram import scram_record


def signed(*numbers):
    return bytes(number % 256 for number in numbers)


def test_the_keys_are_those_that_kafka_storage_wrote():
    record = scram_record(
        'SCRAM-SHA-256=[name=alice,salt="N3E=",iterations=4096,password=alice-secret]'
    )
    assert (record.name, record.mechanism, record.iterations) == ("alice", 1, 4096)
    assert record.salt == b"7q"
    assert record.stored_key == signed(
        *(-3, 40, -104, -70, -32, 74, 103, 108, 80, 96, 21, 70, 77, -23, -6, -115),
        *(39, -17, -124, 70, 66, 127, 13, -83, -4, 123, 34, 89, 21, 109, -107, 54),
    )
    assert record.server_key == signed(
        *(74, 72, -56, 1, -64, -34, -66, 116, -126, 90, -126, -78, -73, 74, 54, 16),
        *(23, 40, 100, -124, -89, -59, 37, -86, -13, 87, 11, 44, 61, 16, -45, -99),
    )


def test_the_server_signature_of_rfc_7677_follows_from_the_server_key():
    record = scram_record(
        "SCRAM-SHA-256=[name=user,password=pencil,salt=W22ZaJ0SNY7soEsUEjb6gQ==,iterations=4096]"
    )
    message = (
        "n=user,r=rOprNGfwEbeRWgbNEkqO,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
        "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
        "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
    )
    signature = hmac.digest(record.server_key, message.encode(), "sha256")
    assert base64.b64encode(signature) == b"6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def test_defaults_and_the_other_mechanism():
    first = scram_record("SCRAM-SHA-512=[name=a,password=b]")
    second = scram_record("SCRAM-SHA-512=[name=a,password=b]")
    assert (first.mechanism, first.iterations, len(first.stored_key)) == (2, 4096, 64)
    assert first.salt != second.salt


def test_a_salted_password_needs_its_salt():
    record = scram_record('SCRAM-SHA-256=[name=a,salt="N3E=",saltedpassword="YCE="]')
    assert len(record.server_key) == 32
    with pytest.raises(FormatError, match="'salt' with 'saltedpassword'"):
        scram_record('SCRAM-SHA-256=[name=a,saltedpassword="YCE="]')


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("foo", "Failed to find equals sign in SCRAM argument 'foo'"),
        ("PLAIN=[]", "The add-scram mechanism PLAIN is not supported."),
        ("SCRAM-SHA-256=name", "start with \\["),
        ("SCRAM-SHA-256=[name", "end with \\]"),
        ("SCRAM-SHA-256=[name]", "No equals sign found in SCRAM component: name"),
        ("SCRAM-SHA-256=[password=x]", "You must supply 'name' to add-scram"),
        ("SCRAM-SHA-256=[name=a]", "one of 'password' or 'saltedpassword'"),
        ("SCRAM-SHA-256=[name=a,password=x,salt=?]", "Failed to decode given salt"),
        ("SCRAM-SHA-256=[name=a,password=x,iterations=x]", "Failed to parse iterations count: x"),
        ("SCRAM-SHA-256=[name=a,password=x,iterations=1]", ">= 4096 for .* SCRAM_SHA_256"),
        ("SCRAM-SHA-256=[name=a,password=x,iterations=16385]", "<= 16384"),
        ("SCRAM-SHA-256=[name=a,password=x,b=1,a=2]", "Unknown SCRAM configurations: a, b"),
    ],
)
def test_refusals(argument, sentence):
    with pytest.raises(FormatError, match=sentence):
        scram_record(argument)

from __future__ import annotations

from kraft_spark.decoding.redaction import redact, secret_fields
from kraft_wire.json_form import to_json
from kraft_wire.messages import ConfigRecord, DelegationTokenRecord, UserScramCredentialRecord

TOPIC, BROKER = 2, 4


def test_configs_are_open_only_if_kafka_knows_them():
    def secrets(kind, name, value="x"):
        return secret_fields(ConfigRecord(resource_type=kind, name=name, value=value))

    assert secrets(TOPIC, "retention.ms") == ()
    assert secrets(TOPIC, "no.such.config") == ("value",)
    assert secrets(BROKER, "ssl.keystore.password") == ("value",)
    assert secrets(99, "retention.ms") == ("value",)
    assert secrets(BROKER, "ssl.keystore.password", None) == ()


def test_credentials_are_hidden_in_the_json_form():
    record = UserScramCredentialRecord(
        name="alice", mechanism=1, salt=b"s", stored_key=b"k", server_key=b"v", iterations=4096
    )
    form = to_json(record, 0)
    assert redact(form, record)
    assert (form["salt"], form["storedKey"], form["serverKey"]) == ("(redacted)",) * 3
    assert (form["name"], form["iterations"]) == ("alice", 4096)


def test_a_token_record_holds_no_secret():
    record = DelegationTokenRecord(owner="User:a", token_id="t")  # noqa: S106  # an id
    form = to_json(record, 0)
    assert not redact(form, record)
    assert form["tokenId"] == "t"

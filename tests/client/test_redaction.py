from __future__ import annotations

import pytest

from kraft_core.client.redaction import redacted, secret_fields
from kraft_wire.messages import (
    ConfigRecord,
    DelegationTokenRecord,
    RemoveDelegationTokenRecord,
    TopicRecord,
    UserScramCredentialRecord,
)

TOKEN_ID = "id"  # noqa: S105  # that is what is hidden
HIDDEN = "(redacted)"
TOPIC, BROKER, CLIENT_METRICS, GROUP = 2, 4, 16, 32


def config(resource_type, name, value="v"):
    return ConfigRecord(resource_type=resource_type, resource_name="1", name=name, value=value)


@pytest.mark.parametrize(
    ("resource_type", "name"),
    [
        (BROKER, "ssl.keystore.password"),
        (BROKER, "ssl.keystore.key"),
        (BROKER, "sasl.jaas.config"),
        (BROKER, "listener.name.x.ssl.keystore.location"),
        (BROKER, "my.own.thing"),
        (BROKER, "Retention.ms"),
        (TOPIC, "ssl.keystore.location"),
        (TOPIC, "unheard.of"),
        (GROUP, "retention.ms"),
        (8, "log4j"),
        (99, "retention.ms"),
    ],
)
def test_passwords_and_unknown_configs_are_secrets(resource_type, name):
    record = config(resource_type, name, "hush")
    assert secret_fields(record) == ("value",)
    hidden = redacted(record)
    assert hidden.value == HIDDEN
    assert (hidden.resource_type, hidden.resource_name, hidden.name) == (resource_type, "1", name)
    assert record.value == "hush"


@pytest.mark.parametrize(
    ("resource_type", "name"),
    [
        (TOPIC, "retention.ms"),
        (TOPIC, "cleanup.policy"),
        (BROKER, "log.retention.ms"),
        (BROKER, "ssl.keystore.location"),
        (BROKER, "min.insync.replicas"),
        (CLIENT_METRICS, "interval.ms"),
        (GROUP, "consumer.session.timeout.ms"),
    ],
)
def test_known_configs_are_shown(resource_type, name):
    record = config(resource_type, name)
    assert redacted(record) is record


def test_a_deleted_config_has_nothing_to_hide():
    record = config(BROKER, "sasl.jaas.config", None)
    assert redacted(record) is record


def test_scram_credentials():
    record = UserScramCredentialRecord(
        name="alice",
        mechanism=1,
        salt=b"salt",
        stored_key=b"stored",
        server_key=b"server",
        iterations=4096,
    )
    hidden = redacted(record)
    assert (hidden.salt, hidden.stored_key, hidden.server_key) == (b"(redacted)",) * 3
    assert (hidden.name, hidden.mechanism, hidden.iterations) == ("alice", 1, 4096)


def test_delegation_tokens():
    record = DelegationTokenRecord(owner="User:a", requester="User:a", token_id=TOKEN_ID)
    assert redacted(record).token_id == HIDDEN
    assert redacted(record).owner == "User:a"
    assert redacted(RemoveDelegationTokenRecord(token_id=TOKEN_ID)).token_id == HIDDEN


def test_other_records_have_no_secrets():
    record = TopicRecord(name="t")
    assert secret_fields(record) == ()
    assert redacted(record) is record


def test_unknown_tagged_fields_are_kept():
    record = RemoveDelegationTokenRecord(token_id=TOKEN_ID, unknown_tagged_fields=((9, b"x"),))
    assert redacted(record).unknown_tagged_fields == ((9, b"x"),)

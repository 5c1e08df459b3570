"""The table of secrets: complete over all schemas, and used by everything that shows messages."""

from __future__ import annotations

import re

import pytest

from kraft_wire import messages
from kraft_wire.connection import ClientConnection, ServerConnection
from kraft_wire.explain.messages import explain_request
from kraft_wire.headers import encode_request
from kraft_wire.json_form import to_json
from kraft_wire.messages import (
    AlterConfigsRequest,
    AlterUserScramCredentialsRequest,
    ConfigRecord,
    CreateDelegationTokenResponse,
    DelegationTokenRecord,
    DescribeDelegationTokenResponse,
    FetchResponse,
    IncrementalAlterConfigsRequest,
    MetadataRequest,
    RemoveDelegationTokenRecord,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
    TopicRecord,
    UserScramCredentialRecord,
    VoteRequest,
)
from kraft_wire.records.metadata_frame import OpaqueMetadataRecord
from kraft_wire.secrets import SECRETS, hidden, redact_json, redacted
from tests.support.packages import make_package

SUSPICIOUS = re.compile(
    "password|passphrase|secret|token|salt|key|auth|hmac|credential|private|sasl|scram|jaas|cert",
    re.IGNORECASE,
)
EXEMPT = {
    r"apiKeys?|requestApiKey": "number of an API",
    r"(cluster|topic)?authorizedOperations|include(Cluster|Topic)?AuthorizedOperations": (
        "what the client may do, as a bit field"
    ),
    r"tokenRequesterPrincipal(Type|Name)": "who asked for a token, not the token",
    r"tokens": "array of structures, whose own fields are looked at",
    r"tokenAuthenticated": "whether a token was used",
    r"credentialInfos": "mechanism and iterations of credentials",
    r"isFutureKey": "whether a replica is a future one",
    r"coordinatorKeys|keyType": "names of groups and transactions, and which of them",
    r"configurationKeys": "names of configs",
}
EXEMPT_KEYS = {
    "AlterClientQuotasRequest": "name of a quota",
    "ClientQuotaRecord": "name of a quota",
    "DescribeClientQuotasResponse": "name of a quota",
    "FindCoordinatorRequest": "name of a group or transaction",
    "FindCoordinatorResponse": "name of a group or transaction",
    "StreamsGroupDescribeResponse": "name of a config or client tag",
    "StreamsGroupHeartbeatRequest": "name of a config or client tag",
    "StreamsGroupMemberMetadataValue": "name of a client tag",
    "StreamsGroupMetadataValue": "name of an assignment config",
    "StreamsGroupTopologyValue": "name of a topic config",
}


def structures(cls):
    """Every structure of a message with its name as the table has it."""

    def walk(struct, name):
        yield name, struct
        for field in struct.fields:
            if field.struct is not None:
                yield from walk(field.struct, f"{cls.__name__}.{field.struct.name}")

    yield from walk(cls.schema().root, cls.__name__)


def all_classes():
    known = messages.kafka_messages()
    return [known.message_class(name) for name in sorted(known.entries)]


def reason_to_show(cls, field):
    if field == "key":
        return EXEMPT_KEYS.get(cls.__name__)
    return next((r for name, r in EXEMPT.items() if re.fullmatch(name, field, re.IGNORECASE)), None)


def test_every_field_that_sounds_like_a_secret_is_in_the_table_or_exempt():
    listed = {(secret.structure, secret.field) for secret in SECRETS}
    unexplained = [
        f"{name}.{field.json_name}"
        for cls in all_classes()
        for name, struct in structures(cls)
        for field in struct.fields
        if SUSPICIOUS.search(field.json_name)
        and (name, field.json_name) not in listed
        and not reason_to_show(cls, field.json_name)
    ]
    assert unexplained == []


def test_every_exemption_and_every_row_is_of_a_field_that_exists():
    found = {
        (name, field.json_name): (cls, field)
        for cls in all_classes()
        for name, struct in structures(cls)
        for field in struct.fields
    }
    names = {field for _, field in found}
    for exemption in EXEMPT:
        assert any(re.fullmatch(exemption, name, re.IGNORECASE) for name in names), exemption
    assert {name.partition(".")[0] for name, field in found if field == "key"} == set(EXEMPT_KEYS)
    for secret in SECRETS:
        cls, field = found[secret.structure, secret.field]
        first = int(secret.versions.removesuffix("+"))
        assert secret.versions.endswith("+") is (field.versions[1] == cls.VERSIONS[1])
        assert first <= field.versions[0]


def test_a_release_of_codegen_is_held_to_the_same_table(tmp_path):
    fields = [
        {"name": "Name", "type": "string", "versions": "0+"},
        {"name": "StoredKey", "type": "bytes", "versions": "0+"},
    ]
    schema = {
        "name": "UserScramCredentialRecord",
        "type": "metadata",
        "apiKey": 11,
        "validVersions": "0",
        "flexibleVersions": "none",
        "fields": fields,
    }
    cls = make_package(tmp_path, "old_secrets", [schema]).message_class(schema["name"])
    record = cls(name="a", stored_key=b"hush")
    assert "hush" not in repr(record)
    assert redacted(record) == cls(name="a", stored_key=b"(redacted)")


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
    assert hidden(record) == {"value": "value"}
    shown = redacted(record)
    assert shown.value == HIDDEN
    assert (shown.resource_type, shown.resource_name, shown.name) == (resource_type, "1", name)
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


def test_scram_credentials_are_redacted():
    record = UserScramCredentialRecord(
        name="alice",
        mechanism=1,
        salt=b"salt",
        stored_key=b"stored",
        server_key=b"server",
        iterations=4096,
    )
    shown = redacted(record)
    assert (shown.salt, shown.stored_key, shown.server_key) == (b"(redacted)",) * 3
    assert (shown.name, shown.mechanism, shown.iterations) == ("alice", 1, 4096)


def test_delegation_tokens_are_redacted():
    record = DelegationTokenRecord(owner="User:a", requester="User:a", token_id=TOKEN_ID)
    assert redacted(record).token_id == HIDDEN
    assert redacted(record).owner == "User:a"
    assert redacted(RemoveDelegationTokenRecord(token_id=TOKEN_ID)).token_id == HIDDEN


def test_other_records_have_no_secrets():
    record = TopicRecord(name="t")
    assert hidden(record) == {}
    assert redacted(record) is record


def test_unknown_tagged_fields_are_kept():
    record = RemoveDelegationTokenRecord(token_id=TOKEN_ID, unknown_tagged_fields=((9, b"x"),))
    assert redacted(record).unknown_tagged_fields == ((9, b"x"),)


def scram(password=b"hush"):
    upsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
        name="alice", salt=b"hush", salted_password=password
    )
    return AlterUserScramCredentialsRequest(upsertions=[upsertion])


def test_secrets_inside_structures_are_redacted():
    hidden_request = redacted(scram())
    (upsertion,) = hidden_request.upsertions
    assert (upsertion.name, upsertion.salt) == ("alice", b"(redacted)")
    assert upsertion.salted_password == b"(redacted)"
    form = to_json(scram(), 0)
    assert redact_json(form, scram())
    assert form["upsertions"][0]["saltedPassword"] == "(redacted)"
    assert form["upsertions"][0]["name"] == "alice"


def test_the_json_form_of_records():
    record = DelegationTokenRecord(owner="User:a", token_id=TOKEN_ID)
    form = to_json(record, 0)
    assert redact_json(form, record)
    assert (form["tokenId"], form["owner"]) == (HIDDEN, "User:a")
    shown = config(TOPIC, "retention.ms")
    form = to_json(shown, 0)
    assert not redact_json(form, shown)
    assert form["value"] == "v"
    assert not redact_json(to_json(TopicRecord(), 0), TopicRecord())


SECRET_MESSAGES = [
    scram(),
    scram().upsertions[0],
    config(BROKER, "ssl.keystore.password", "hush"),
    UserScramCredentialRecord(salt=b"hush", stored_key=b"hush", server_key=b"hush"),
    CreateDelegationTokenResponse(token_id="hush", hmac=b"hush"),  # noqa: S106
    DescribeDelegationTokenResponse(
        tokens=[DescribeDelegationTokenResponse.DescribedDelegationToken(hmac=b"hush")]
    ),
    SaslAuthenticateRequest(auth_bytes=b"\0alice\0hush"),
    *(
        cls(resources=[cls.AlterConfigsResource(configs=[cls.AlterableConfig(value="hush")])])
        for cls in (AlterConfigsRequest, IncrementalAlterConfigsRequest)
    ),
]


def leaves(value):
    """All values of a structure that are no structures, as they are."""
    if hasattr(value, "unknown_tagged_fields"):
        value = tuple(getattr(value, name) for name in value.__slots__)
    if not isinstance(value, tuple):
        return [value]
    return [leaf for element in value for leaf in leaves(element)]


@pytest.mark.parametrize("message", SECRET_MESSAGES, ids=lambda message: type(message).__name__)
def test_no_repr_shows_a_secret(message):
    assert "hush" not in repr(message)
    assert "(redacted)" in repr(message)
    assert "hush" in "".join(map(repr, leaves(message)))
    assert "hush" not in "".join(map(repr, leaves(redacted(message))))


def sasl_connections(is_opaque):
    """Both sides of a connection, in the midst of SASL tokens unless requests are forwarded."""
    server = ServerConnection({} if is_opaque else None, is_opaque=is_opaque)
    client = ClientConnection(versions={17: (0, 0), 36: (0, 2)})
    if not is_opaque:
        client.send(SaslHandshakeRequest(mechanism="PLAIN"))
        (asked,) = server.receive(client.data_to_send())
        server.reply(asked, SaslHandshakeResponse())
        client.receive(server.data_to_send())
    return client, server


def test_no_event_of_a_connection_shows_a_token():
    client, server = sasl_connections(is_opaque=False)
    client.send_sasl_token(b"\0alice\0hush")
    (at_server,) = server.receive(client.data_to_send())
    server.send_sasl_token(b"hush")
    (at_client,) = client.receive(server.data_to_send())
    assert (at_server.token, at_client.token) == (b"\0alice\0hush", b"hush")
    assert "hush" not in repr([at_server, at_client])


@pytest.mark.parametrize("is_opaque", [False, True])
def test_no_event_of_a_connection_shows_sasl_authenticate(is_opaque):
    client, server = sasl_connections(is_opaque=True)
    if not is_opaque:
        server = ServerConnection()
    request = SaslAuthenticateRequest(auth_bytes=b"\0alice\0hush")
    sent = client.forward(encode_request(request, 2, 7)) if is_opaque else client.send(request)
    (asked,) = server.receive(client.data_to_send())
    answer = b"\0\0\0\0" + b"\0" + SaslAuthenticateResponse(auth_bytes=b"hush").encode(2)
    server.reply_opaque(asked, answer)
    (answered,) = client.receive(server.data_to_send())
    for shown in (sent, asked, answered):
        assert "hush" not in repr(shown)


def test_repr_shows_no_opaque_bytes():
    assert repr(OpaqueMetadataRecord(999, 1, b"hush")) == "OpaqueMetadataRecord(999, 1, <4 bytes>)"
    request = encode_request(SaslAuthenticateRequest(auth_bytes=b"hush"), 2, 7)
    assert "hush" not in repr(explain_request(request))


def test_a_users_subclass_keeps_its_secrets():
    class MyRecord(UserScramCredentialRecord):
        __slots__ = ()

    record = MyRecord(name="alice", salt=b"hush")
    assert "hush" not in repr(record)
    assert "name='alice'" in repr(record)
    shown = redacted(record)
    assert (type(shown), shown.name, shown.salt) == (MyRecord, "alice", b"(redacted)")


def test_a_repr_is_short():
    topic = MetadataRequest.MetadataRequestTopic(name="n" * 1000)
    text = repr(MetadataRequest(topics=[topic] * 100_000))
    assert len(text) < 1000
    assert "100000 in all" in text
    assert "1000 characters" in text
    partition = FetchResponse.PartitionData(records=b"r" * 5000)
    assert "records=<5000 bytes>" in repr(partition)
    numbers = VoteRequest(unknown_tagged_fields=tuple((tag, b"") for tag in range(50)))
    assert "50 in all" in repr(numbers)

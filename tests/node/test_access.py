"""Rights by API, the errors of refusals, and what the audit log says of them.

Divergence N29, N31 to N34.
"""

import logging
from dataclasses import replace

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.node.access import Access, AuditLog, AuthorizerSettings, api_name, unguarded
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.service import SERVED, RequestContext, ServedRequest, refusal
from kraft_core.security.authorizer import STANDARD_AUTHORIZER, Operation, ResourceType
from kraft_core.security.listener_keys import ListenerKeys, SecurityKeys
from kraft_core.security.principals import Principal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AccessControlEntryRecord,
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    FetchRequest,
    VoteRequest,
    request_class,
)
from kraft_wire.primitives import Uuid

ALICE = RequestContext(Principal("User", "alice"), "10.0.0.1", "SASL_SSL")
ROOT = RequestContext(Principal("User", "root"), "10.0.0.2", "SASL_SSL")
RAFT = {1, 52, 53, 54, 59}

NEEDS = {
    **dict.fromkeys(RAFT | {82, 56, 58, 62, 63, 67, 70, 73}, Operation.CLUSTER_ACTION),
    **dict.fromkeys({29, 46, 55}, Operation.DESCRIBE),
    **dict.fromkeys({30, 31, 43, 45, 51, 57, 64, 80, 81, 94}, Operation.ALTER),
    49: Operation.ALTER_CONFIGS,
}
"""After ControllerApis; the others are decided by resource, or by nobody (17, 18, 36)."""
BY_RESOURCE = {19, 20, 32, 33, 37, 38, 39, 40, 41, 44, 50, 60}


def guarded(*operations, is_loaded=True):
    access = Access(AuthorizerSettings(super_users=frozenset({"User:root"})))
    access.authorizer.is_loaded = is_loaded
    for number, operation in enumerate(operations, 1):
        access.authorizer.add(
            AccessControlEntryRecord(
                id=Uuid(number.to_bytes(16, "big")),
                resource_type=4,
                resource_name="kafka-cluster",
                pattern_type=3,
                principal="User:alice",
                host="*",
                operation=operation,
                permission_type=3,
            )
        )
    return access


def test_every_served_api_is_in_the_table_or_decided_by_resource():
    assert NEEDS.keys() | BY_RESOURCE | {17, 18, 36} == SERVED.keys()


@pytest.mark.parametrize("api_key", sorted(NEEDS))
def test_an_api_needs_just_its_own_right(api_key):
    others = [each for each in Operation if each not in {Operation.ALL, NEEDS[api_key]}]
    if NEEDS[api_key] is Operation.DESCRIBE:
        implying = {Operation.READ, Operation.WRITE, Operation.DELETE, Operation.ALTER}
        others = [each for each in others if each not in implying]
    refused = guarded(*others).refused(api_key, ALICE)
    expected = ErrorCode.UNKNOWN_SERVER_ERROR if api_key in RAFT else 31
    assert refused.code == expected
    assert guarded(NEEDS[api_key]).refused(api_key, ALICE) is None
    assert guarded().refused(api_key, ROOT) is None
    assert Access().refused(api_key, ALICE) is None


@pytest.mark.parametrize("api_key", sorted(SERVED.keys() - {17, 18, 36}))
def test_before_the_load_only_super_users_get_through(api_key):
    access = guarded(Operation.ALL, is_loaded=False)
    assert access.refused(api_key, ALICE).code == ErrorCode.UNKNOWN_SERVER_ERROR
    assert access.refused(api_key, ROOT) is None


@pytest.mark.parametrize("api_key", [17, 18, 36])
def test_the_exchange_before_authentication_needs_no_right(api_key):
    assert guarded(is_loaded=False).refused(api_key, ALICE) is None


def test_a_refused_raft_request_never_says_what_ends_a_java_peer():
    for api_key in RAFT:
        code, text = guarded().refused(api_key, ALICE)
        version = SERVED[api_key][1]
        answer = refusal(request_class(api_key)(), version, code, text)
        assert answer.error_code == -1
        assert type(answer).decode(answer.encode(version), version).error_code == -1


def test_operations_on_the_cluster():
    assert guarded(Operation.ALTER).cluster_operations(ALICE) == 0x180
    assert guarded(Operation.CREATE).cluster_operations(ALICE) == 0  # no DESCRIBE
    assert guarded().cluster_operations(ROOT) == 0x1FA0
    assert Access().cluster_operations(ALICE) == 0x1FA0


def test_describe_cluster_needs_alter():
    assert guarded(Operation.DESCRIBE).refused_description(ALICE).code == 31
    assert guarded(Operation.ALTER).refused_description(ALICE) is None
    assert guarded(Operation.DESCRIBE).refused(60, ALICE) is None  # metadata.version comes first


def test_decisions_know_the_allowed_operations_on_resources():
    access = guarded()
    assert not access.allows(ALICE, 19)(Operation.CREATE, ResourceType.TOPIC, "t")
    assert access.allows(ROOT, 19)(Operation.CREATE, ResourceType.TOPIC, "t")


# -- the audit log ---------------------------------------------------------------------------------


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.DEBUG, "kraft.authorizer")
    return caplog


def test_a_refusal_is_a_line_in_kafkas_words_once(lines):
    access = guarded()
    for _ in range(3):
        access.refused(55, ALICE)
    assert lines.messages == [
        (
            "Principal = User:alice is Denied operation = DESCRIBE from host = 10.0.0.1"
            " on resource = Cluster:LITERAL:kafka-cluster for request = DescribeQuorum"
            " with resourceRefCount = 1 based on rule DefaultDeny"
        )
    ]
    assert access.denied == 3


def test_a_refused_raft_request_is_an_error_that_names_the_missing_entry(lines):
    guarded().refused(52, ALICE)
    (record,) = lines.records
    assert record.levelname == "ERROR"
    assert "Vote of User:alice from 10.0.0.1 is refused" in record.getMessage()
    assert "add User:alice to super.users of this node" in record.getMessage()


def test_further_refusals_are_counted_every_ten_seconds(lines):
    clock = Clock()
    audit = AuditLog(clock)
    for _ in range(4):
        audit.denied(ALICE, 55, "refused")
    audit.denied(ROOT, 55, "refused")
    clock.now_s = 9.9
    audit.look()
    assert lines.messages == ["refused", "refused"]
    clock.now_s = 10.0
    audit.look()
    clock.now_s = 30.0
    audit.look()
    assert lines.messages[2:] == ["3 more refusals of DescribeQuorum to User:alice from 10.0.0.1"]
    audit.denied(ALICE, 55, "refused")
    clock.now_s = 39.9
    audit.look()
    assert len(lines.messages) == 3
    clock.now_s = 40.0
    audit.look()
    assert len(lines.messages) == 4


def test_strangers_cannot_fill_memory_or_log(lines):
    clock = Clock()
    audit = AuditLog(clock)
    for _ in range(2):
        for number in range(1500):
            audit.denied(RequestContext(ALICE.principal, f"10.0.{number}"), 55, "refused")
    assert len(audit._more) == 1000
    for number in range(500, 1500):
        audit.denied(RequestContext(ALICE.principal, f"10.0.{number}"), 55, "refused")
    lines.clear()
    clock.now_s = 10.0
    audit.look()
    assert len(lines.messages) == 21
    assert lines.messages[-1] == "980 more refusals to others"


def followed(message, answer, context=ROOT):
    answers = []
    request = ServedRequest("CONTROLLER", 0, message, answers.append, context=context)
    AuditLog().follow(request).reply(answer)
    assert answers == [answer]


def test_a_change_of_voters_is_always_a_line_with_its_outcome(lines):
    asked = AddRaftVoterRequest(
        voter_id=3,
        voter_directory_id=Uuid(bytes(16)),
        listeners=(AddRaftVoterRequest.Listener(name="C", host="h", port=9),),
    )
    for code in (0, 7):
        followed(asked, AddRaftVoterResponse(error_code=code))
    said = "AddRaftVoter by User:root from 10.0.0.2: voter 3-AAAAAAAAAAAAAAAAAAAAAA, C://h:9; "
    assert lines.messages == [said + "NONE", said + "REQUEST_TIMED_OUT"]


def test_no_secret_and_no_line_break_is_in_the_line_of_a_credential(lines):
    cls = AlterUserScramCredentialsRequest
    asked = cls(
        deletions=(cls.ScramCredentialDeletion(name="bob", mechanism=1),),
        upsertions=(
            cls.ScramCredentialUpsertion(
                name="eve\nERROR", mechanism=2, iterations=4096, salt=b"sa", salted_password=b"pw"
            ),
        ),
    )
    results = AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult
    answer = AlterUserScramCredentialsResponse(
        results=(results(user="bob", error_code=91), results(user="eve"))
    )
    followed(asked, answer)
    assert lines.messages == [
        (
            "AlterUserScramCredentials by User:root from 10.0.0.2: delete SCRAM-SHA-256 of bob,"
            " set SCRAM-SHA-512 of eve?ERROR; 1 of 2 failed: RESOURCE_NOT_FOUND"
        )
    ]


def test_other_requests_are_no_changes(lines):
    request = ServedRequest("CONTROLLER", 0, VoteRequest(), print)
    assert AuditLog().follow(request) is request
    assert not lines.messages


def test_names_of_apis_are_kafkas():
    assert [api_name(key) for key in (1, 52, 82)] == ["Fetch", "Vote", "UpdateRaftVoter"]
    assert request_class(1) is FetchRequest


# -- configuration ---------------------------------------------------------------------------------

BASE = {
    "process.roles": "controller",
    "node.id": "1",
    "listeners": "CTRL://127.0.0.1:9093,OTHER://127.0.0.1:9094",
    "controller.listener.names": "CTRL,OTHER",
    "controller.quorum.bootstrap.servers": "127.0.0.1:9093",
    "log.dirs": "/nowhere",
}


def read(**more):
    values = {name.replace("_", "."): value for name, value in more.items()}
    return NodeConfiguration.of({**BASE, **values}).authorizer


def test_the_keys_of_the_authorizer():
    assert read() is None
    assert read(authorizer_class_name="") is None
    assert read(authorizer_class_name=STANDARD_AUTHORIZER) == AuthorizerSettings()
    assert read(
        authorizer_class_name=STANDARD_AUTHORIZER,
        super_users="User:a; User:CN=b",
        allow_everyone_if_no_acl_found="TRUE",
        early_start_listeners="CTRL",
    ) == AuthorizerSettings(
        super_users=frozenset({"User:a", "User:CN=b"}),
        allows_unlisted=True,
        late_listeners=frozenset({"OTHER"}),
    )


def test_listener_with_required_client_certificates_is_not_unguarded():
    addresses = {"advertised.listeners": "CTRL://here:1,OTHER://here:2"}
    values = {**BASE, **addresses, "listeners": "CTRL://:1,OTHER://:2"}
    configuration = NodeConfiguration.of(values)
    keys = SecurityKeys(
        listeners={
            "CTRL": ListenerKeys(name="CTRL", protocol="SSL", tls={"ssl.client.auth": "required"}),
            "OTHER": ListenerKeys(name="OTHER", protocol="SSL"),
        }
    )
    found = unguarded(replace(configuration, security=keys))
    assert [each.name for each in found] == ["OTHER"]


@pytest.mark.parametrize(
    ("listeners", "more", "open_to_all"),
    [
        ("CTRL://127.0.0.1:1,OTHER://[::1]:2", {}, []),
        ("CTRL://localhost:1,OTHER://10.0.0.1:2", {}, ["OTHER"]),
        ("CTRL://:1,OTHER://0.0.0.0:2", {}, ["CTRL", "OTHER"]),
        ("CTRL://:1,OTHER://:2", {"authorizer_class_name": STANDARD_AUTHORIZER}, []),
    ],
)
def test_listeners_where_nobody_is_kept_from_anything(listeners, more, open_to_all):
    values = {name.replace("_", "."): value for name, value in more.items()}
    addresses = {"advertised.listeners": "CTRL://here:1,OTHER://here:2", "listeners": listeners}
    configuration = NodeConfiguration.of({**BASE, **addresses, **values})
    assert [each.name for each in unguarded(configuration)] == open_to_all


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"authorizer_class_name": "org.example.Own"}, "org.example.Own is not supported"),
        (
            {"authorizer_class_name": STANDARD_AUTHORIZER, "super_users": "admin"},
            "principalType:principalName but got admin",
        ),
        ({"early_start_listeners": "ctrl"}, "contains listener ctrl"),
    ],
)
def test_invalid_keys_are_reported_in_one_line(more, text):
    with pytest.raises(ConfigurationError, match=text):
        read(**more)

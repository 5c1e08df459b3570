"""Controllers with an authorizer: what is answered to whom, over connections."""

from __future__ import annotations

import asyncio
import logging

import pytest

from kraft_core.controller.published import PublishedSecurity
from kraft_core.security.authorizer import (
    STANDARD_AUTHORIZER,
    Action,
    Operation,
    StandardAuthorizer,
)
from kraft_core.security.principals import Principal
from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    ApiVersionsRequest,
    BeginTransactionRecord,
    DefaultPrincipalData,
    DescribeClusterRequest,
    DescribeQuorumRequest,
    EndTransactionRecord,
    EnvelopeRequest,
    FetchRequest,
    RemoveAccessControlEntryRecord,
    RemoveDelegationTokenRecord,
    RemoveRaftVoterRequest,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
    VoteRequest,
)
from kraft_wire.primitives import Uuid
from tests.controller.content import feature, value_of
from tests.controller.running import Controllers
from tests.node.cluster import CLUSTER_ID, run
from tests.node.raw_client import RawClient

pytestmark = pytest.mark.node
KEYS = {"authorizer.class.name": STANDARD_AUTHORIZER}
QUORUM = DescribeQuorumRequest(
    topics=(
        DescribeQuorumRequest.TopicData(
            topic_name="__cluster_metadata",
            partitions=(DescribeQuorumRequest.PartitionData(partition_index=0),),
        ),
    )
)
ACL = AccessControlEntryRecord(
    id=Uuid(b"1" * 16),
    resource_type=4,
    resource_name="kafka-cluster",
    pattern_type=3,
    principal="User:ANONYMOUS",
    host="127.0.0.1",
    operation=7,
    permission_type=3,
)


def envelope(name, message, version, address=b"\x0a\0\0\1"):
    data = DefaultPrincipalData(type="User", name=name)
    return EnvelopeRequest(
        request_data=encode_request(message, version, 7, "broker"),
        request_principal=b"\0\0" + data.encode(0),
        client_host_address=address,
    )


def test_a_stranger_is_refused_and_rights_come_and_go_with_the_log(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **KEYS, **{"super.users": "User:root"}) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            assert (
                await quorum.ask(
                    1, ApiVersionsRequest(client_software_name="a", client_software_version="b"), 3
                )
            ).error_code == 0
            refused = await quorum.ask(1, QUORUM, 2)
            assert (refused.error_code, refused.topics) == (31, ())
            for raft, version in ((FetchRequest(), 17), (VoteRequest(), 2)):
                assert (await quorum.ask(1, raft, version)).error_code == -1
            describe = DescribeClusterRequest(
                endpoint_type=2, include_cluster_authorized_operations=True
            )
            assert (await quorum.ask(1, describe, 1)).error_code == 31

            await node.append([value_of(ACL)])
            assert (await quorum.ask(1, QUORUM, 2)).error_code == 0
            answer = await quorum.ask(1, describe, 1)
            assert (answer.error_code, answer.cluster_authorized_operations) == (0, 0x180)
            assert (await quorum.ask(1, FetchRequest(), 17)).error_code == -1

            # it is a witness now, and a witness that leads appends nothing
            removal = value_of(RemoveAccessControlEntryRecord(id=ACL.id))
            quorum.controllers[1].published.replay(removal)
            assert (await quorum.ask(1, QUORUM, 2)).error_code == 31

    run(story())


def test_an_envelope_needs_the_right_of_its_sender_and_of_who_is_inside(tmp_path, caplog):
    caplog.set_level(logging.INFO, "kraft.authorizer")

    async def story(super_users, sender_code, inner):
        root = tmp_path / super_users.replace(":", "-").replace(";", "-")
        root.mkdir()
        async with Controllers(root, 1, **KEYS, **{"super.users": super_users}) as quorum:
            await quorum.active()
            for name, code in inner.items():
                answer = await quorum.ask(1, envelope(name, QUORUM, 2), 0)
                assert answer.error_code == sender_code
                if code is not None:
                    assert RawClient.read(answer.response_data, 55, 2).error_code == code

    run(story("User:root", 31, {"root": None}))
    run(story("User:ANONYMOUS;User:root", 0, {"root": 0, "alice": 31}))
    assert any("host = 10.0.0.1" in line and "User:alice" in line for line in caplog.messages)


def test_a_removal_of_a_voter_is_noted_with_who_asked(tmp_path, caplog):
    caplog.set_level(logging.INFO, "kraft.authorizer")

    async def story():
        async with Controllers(tmp_path, 1) as quorum:
            await quorum.active()
            remove = RemoveRaftVoterRequest(
                cluster_id=CLUSTER_ID, voter_id=9, voter_directory_id=Uuid(b"\1" * 16)
            )
            assert (await quorum.ask(1, remove, 0)).error_code == 127

    run(story())
    assert [line for line in caplog.messages if "RemoveRaftVoter" in line] == [
        (
            "RemoveRaftVoter by User:ANONYMOUS from 127.0.0.1: voter 9-AQEBAQEBAQEBAQEBAQEBAQ;"
            " VOTER_NOT_FOUND"
        )
    ]


def test_three_voters_elect_when_each_is_a_super_user_of_the_others(tmp_path):
    async def story():
        keys = {**KEYS, "super.users": "User:ANONYMOUS"}
        async with Controllers(tmp_path, 3, **keys) as quorum:
            active = await quorum.active()
            for node in quorum.nodes.values():
                await node.until(lambda node=node: node.access.authorizer.is_loaded)
            assert (await quorum.ask(active, QUORUM, 2)).error_code == 0

    run(story())


def test_a_late_listener_takes_nobody_before_the_acls_are_loaded(tmp_path):
    async def story():
        keys = {**KEYS, "super.users": "User:ANONYMOUS", "early.start.listeners": ""}
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            async with asyncio.timeout(30):
                assert (await quorum.ask(1, QUORUM, 2)).error_code == 0

    run(story())


def test_without_a_leader_only_super_users_are_answered(tmp_path):
    async def story():
        quorum = Controllers(tmp_path, 2, **KEYS, **{"super.users": "User:root"})
        await quorum.start(1)
        try:
            assert (await quorum.ask(1, QUORUM, 2)).error_code == -1
            assert (await quorum.ask(1, VoteRequest(), 2)).error_code == -1
            assert (await quorum.ask(1, envelope("root", QUORUM, 2), 0)).error_code == -1
        finally:
            await quorum.__aexit__()

    run(story())


# -- ACLs that are not understood ------------------------------------------------------------------


def published(*records):
    authorizer = StandardAuthorizer()
    authorizer.is_loaded = True
    followed = PublishedSecurity(authorizer)
    for record in records:
        followed.replay(value_of(record))
    return followed, authorizer


def changed(**values):
    return AccessControlEntryRecord(**{name: getattr(ACL, name) for name in ACL._FIELDS} | values)


@pytest.mark.parametrize(
    ("unknown", "why"),
    [
        ({"permission_type": 9}, "its permission is not known: it denies"),
        ({"operation": 99, "permission_type": 2}, "denies everything of that resource type"),
        ({"pattern_type": 9, "permission_type": 2}, "denies everything of that resource type"),
        ({"operation": 99}, "its operation is not known: it allows nothing"),
        ({"resource_type": 99}, "its resource type is not known"),
    ],
)
def test_each_acl_with_an_unknown_code_has_an_error_line(caplog, unknown, why):
    published(ACL, changed(**unknown))
    (line,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert why in line.getMessage()
    assert "principal=User:ANONYMOUS" in line.getMessage()


def unknown_version(record):
    value = bytearray(value_of(record))
    value[2] = 9  # of the record; before it are the version of the frame and the kind
    return bytes(value)


def allows(authorizer, name="ANONYMOUS"):
    action = Action(Operation.ALTER)
    return authorizer.authorize(Principal("User", name), "127.0.0.1", action).is_allowed


REMOVAL = RemoveAccessControlEntryRecord(id=ACL.id)


@pytest.mark.parametrize(
    "record",
    [
        ACL,
        REMOVAL,
        BeginTransactionRecord(name="t"),
        EndTransactionRecord(),
        AbortTransactionRecord(reason="r"),
    ],
)
def test_unreadable_change_of_acls_denies_until_a_snapshot(caplog, record):
    """Divergence A36."""
    followed, authorizer = published(ACL)
    authorizer.super_users = frozenset({"User:root"})
    assert allows(authorizer)
    followed.replay(unknown_version(record))
    assert not allows(authorizer)
    assert allows(authorizer, "root")
    *_, line = caplog.records  # after that of credentials, for a transaction
    assert line.levelname == "ERROR"
    assert "all but super users are denied" in line.getMessage()
    followed.replay(value_of(changed(id=Uuid(b"2" * 16))))
    assert not allows(authorizer)
    followed.begin_load()
    followed.replay(value_of(ACL))
    assert not allows(authorizer)
    followed.end_load()
    assert allows(authorizer)


def test_unreadable_acl_of_a_snapshot_denies_until_the_next_one():
    followed, authorizer = published(ACL)
    followed.begin_load()
    followed.replay(value_of(ACL))
    followed.replay(unknown_version(changed(id=Uuid(b"2" * 16), permission_type=2)))
    assert allows(authorizer)
    followed.end_load()
    assert not allows(authorizer)
    followed.begin_load()
    followed.replay(value_of(ACL))
    followed.end_load()
    assert allows(authorizer)


CREDENTIAL = UserScramCredentialRecord(
    name="a", mechanism=1, salt=b"s", stored_key=b"k", server_key=b"k", iterations=4096
)


@pytest.mark.parametrize(
    "record",
    [
        CREDENTIAL,
        RemoveUserScramCredentialRecord(name="a", mechanism=1),
        EndTransactionRecord(),
    ],
)
@pytest.mark.parametrize("in_snapshot", [False, True])
def test_no_user_logs_in_after_an_unreadable_change_of_credentials(caplog, record, in_snapshot):
    """Divergence A43: the credential that is kept may be one that was taken back."""
    followed, _ = published(ACL, CREDENTIAL)
    assert followed.scram_credential(1, "a") == CREDENTIAL
    if in_snapshot:
        followed.begin_load()
        followed.replay(value_of(CREDENTIAL))
    followed.replay(unknown_version(record))
    if in_snapshot:
        followed.end_load()
    assert followed.scram_credential(1, "a") is None
    assert followed.unreadable_credentials == 1
    assert "no user of the metadata can log in here" in caplog.text
    followed.begin_load()
    followed.replay(value_of(CREDENTIAL))
    followed.end_load()
    assert followed.scram_credential(1, "a") == CREDENTIAL


def test_removal_of_no_credential_leaves_the_others(caplog):
    followed, _ = published(CREDENTIAL)
    followed.replay(value_of(RemoveUserScramCredentialRecord(name="b", mechanism=1)))
    assert followed.scram_credential(1, "a") == CREDENTIAL


def test_removal_of_no_acl_and_unreadable_records_of_other_kinds_deny_nothing(caplog):
    followed, authorizer = published(ACL)
    followed.replay(value_of(RemoveAccessControlEntryRecord(id=Uuid(b"3" * 16))))
    followed.replay(unknown_version(RemoveDelegationTokenRecord()))
    assert allows(authorizer)
    assert len(caplog.records) == 2


def test_acls_with_unknown_codes_are_counted(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **KEYS, **{"super.users": "User:root"}) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            assert "\nkraft_acls_not_understood 0.0\n" in node.metrics.text()
            await node.append([value_of(ACL), value_of(changed(id=Uuid(b"2" * 16), operation=99))])
            assert "\nkraft_acls_not_understood 1.0\n" in node.metrics.text()
            removal = value_of(RemoveAccessControlEntryRecord(id=Uuid(b"2" * 16)))
            quorum.controllers[1].published.replay(removal)
            assert "\nkraft_acls_not_understood 0.0\n" in node.metrics.text()
            quorum.controllers[1].published.replay(unknown_version(ACL))
            assert "\nkraft_acls_not_understood 1.0\n" in node.metrics.text()

    run(story())


def test_unknown_acls_of_a_snapshot_have_a_bounded_number_of_lines(caplog):
    followed, _ = published()
    followed.begin_load()
    for number in range(30):
        acl_id = Uuid(number.to_bytes(16, "big"))
        followed.replay(value_of(changed(id=acl_id, permission_type=9)))
    assert caplog.records == []
    followed.end_load()
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 21
    assert lines[-1] == "10 more ACLs are not understood"


def test_unknown_acls_that_come_singly_have_a_bounded_number_of_lines(caplog):
    followed, authorizer = published()
    for number in range(1000):
        acl_id = Uuid(number.to_bytes(16, "big"))
        followed.replay(value_of(changed(id=acl_id, permission_type=9)))
        followed.replay(unknown_version(ACL))
    assert (len(authorizer.not_understood), authorizer.unreadable) == (1000, 1000)
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 2 * (20 + 10)
    assert lines[-2:] == [
        "512 more ACLs are not understood",
        "512 more changes of the ACLs cannot be read",
    ]


def test_transaction_of_acls_counts_as_a_whole():
    followed, authorizer = published(ACL)
    begin, end = value_of(BeginTransactionRecord(name="t")), value_of(EndTransactionRecord())
    other = changed(id=Uuid(b"2" * 16), operation=99)
    for value in (begin, value_of(REMOVAL), value_of(other)):
        followed.replay(value)
    assert authorizer.ids == {ACL.id}
    followed.replay(end)
    assert authorizer.ids == authorizer.not_understood == {other.id}


@pytest.mark.parametrize("in_snapshot", [False, True])
def test_a_level_above_the_newest_makes_unknown_hosts_deny(caplog, in_snapshot):
    newer = feature("metadata.version", 34)
    denying = changed(id=Uuid(b"2" * 16), host="10.0.0.1-9", permission_type=2)
    followed, authorizer = published(feature("metadata.version", 33), ACL, denying)
    assert not authorizer.of_newer_release
    if in_snapshot:
        followed.begin_load()
        for record in (ACL, denying):
            followed.replay(value_of(record))
        followed.replay(value_of(newer))
        followed.end_load()
    else:
        followed.replay(value_of(newer))
    assert authorizer.of_newer_release
    (line,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert "host=10.0.0.1-9" in line.getMessage()
    assert "denies every host: metadata.version 34 is above 33" in line.getMessage()
    followed.replay(value_of(changed(id=Uuid(b"3" * 16), host="10.0.0.1-9", permission_type=2)))
    assert len(caplog.records) == 2
    followed.replay(value_of(feature("metadata.version", 33)))
    assert not authorizer.of_newer_release


def test_count_of_unreadable_changes_restarts_after_a_snapshot(caplog):
    """Of a storm only the first ones have lines of their own; a snapshot ends it."""
    followed, _ = published(ACL)

    def told():
        caplog.clear()
        followed.replay(unknown_version(ACL))
        return " ".join(each.getMessage() for each in caplog.records)

    first = told()
    assert "cannot be read" in first
    while told() == first:
        pass
    assert told() != first
    followed.begin_load()
    followed.end_load()
    assert told() == first

"""The index of ACLs and the rules of the authorizer; Kafka's own verdicts are in conformance."""

import pytest

from kraft_core.security.authorizer import (
    Action,
    NotLoadedError,
    Operation,
    PatternType,
    Permission,
    ResourceType,
    StandardAuthorizer,
    parse_super_users,
)
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.principals import Principal
from kraft_wire.messages import AccessControlEntryRecord
from kraft_wire.primitives import Uuid

ALICE = Principal("User", "alice")
HOST = "10.0.0.1"


def acl(number=1, **values):
    return AccessControlEntryRecord(
        **{
            "id": Uuid(number.to_bytes(16, "big")),
            "resource_type": ResourceType.CLUSTER,
            "resource_name": "kafka-cluster",
            "pattern_type": 3,
            "principal": "User:alice",
            "host": "*",
            "operation": Operation.ALTER,
            "permission_type": 3,
            **values,
        }
    )


def loaded(*records, **settings):
    authorizer = StandardAuthorizer(**settings)
    authorizer.is_loaded = True
    authorizer.replace(records)
    return authorizer


def test_before_the_load_only_super_users_are_answered():
    authorizer = StandardAuthorizer(parse_super_users("User:alice"))
    assert authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    with pytest.raises(NotLoadedError):
        authorizer.authorize(Principal("User", "bob"), HOST, Action(Operation.ALTER))


def test_a_removed_acl_no_longer_allows():
    authorizer = loaded(acl())
    assert authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    authorizer.remove(acl().id)
    assert not authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    assert len(authorizer) == 0


def test_a_snapshot_replaces_all_acls():
    authorizer = loaded(acl(1))
    authorizer.replace([acl(2, operation=Operation.CREATE)])
    assert not authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    assert authorizer.authorize(ALICE, HOST, Action(Operation.CREATE)).is_allowed


def test_changes_leave_the_lists_alone_that_another_thread_reads():
    """A DENY that a reader misses for a moment would allow what is forbidden."""
    records = [acl(number, principal=f"User:u{number}") for number in range(4)]
    authorizer = loaded(*records)
    place = (ResourceType.CLUSTER, "kafka-cluster")
    expected = list(authorizer._entries(*place))
    reading = authorizer._entries(*place)
    seen = [next(reading)]
    authorizer.remove(records[0].id)
    authorizer.add(acl(9, principal="User:u9"))
    assert [*seen, *reading] == expected


def test_a_snapshot_replaces_all_acls_at_once():
    authorizer = loaded(acl())

    def records():
        assert authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
        yield acl(2)
        assert len(authorizer) == 1
        yield acl(3)

    authorizer.replace(records())
    assert len(authorizer) == 2


def test_an_id_that_is_used_again_takes_the_place_of_the_first():
    authorizer = loaded(acl(1), acl(1, operation=Operation.CREATE))
    assert len(authorizer) == 1
    assert not authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed


def test_the_operations_on_the_cluster_are_bits():
    authorizer = loaded(acl())
    assert authorizer.cluster_operations(ALICE, HOST) == 0x180  # ALTER implies DESCRIBE
    everything = loaded(super_users=["User:alice"])
    assert everything.cluster_operations(ALICE, HOST) == 0x1FA0


def test_a_forwarded_type_with_a_colon_is_another_principal():
    authorizer = loaded(acl(principal="User:a:b"))
    action = Action(Operation.ALTER)
    assert authorizer.authorize(Principal("User", "a:b"), HOST, action).is_allowed
    assert not authorizer.authorize(Principal("User:a", "b"), HOST, action).is_allowed


def test_unknown_codes_of_a_newer_release_match_nothing_and_do_not_fail():
    authorizer = loaded(acl(resource_type=99, operation=99, permission_type=99, pattern_type=99))
    assert not authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", set()),
        ("User:a", {"User:a"}),
        (" User:a ;; User:CN=b,O=c;", {"User:a", "User:CN=b,O=c"}),
    ],
)
def test_super_users_are_separated_by_semicolons(text, expected):
    assert parse_super_users(text) == expected


def test_a_super_user_without_a_type_is_refused():
    with pytest.raises(SecurityConfigError, match="principalType:principalName but got admin"):
        parse_super_users("User:a;admin")


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (PatternType, "UNKNOWN ANY MATCH LITERAL PREFIXED"),
        (Permission, "UNKNOWN ANY DENY ALLOW"),
        (
            ResourceType,
            "UNKNOWN ANY TOPIC GROUP CLUSTER TRANSACTIONAL_ID DELEGATION_TOKEN USER",
        ),
    ],
)
def test_numbers_are_those_of_kafka(kind, names):
    """PatternType, AclPermissionType and ResourceType of org.apache.kafka.common."""
    assert [kind(number).name for number in range(len(kind))] == names.split()

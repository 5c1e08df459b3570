"""The index of ACLs and the rules of the authorizer; Kafka's own verdicts are in conformance."""

import contextlib
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

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
from kraft_core.security.host_ranges import Address, RangeError, parse_address, parse_range
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


# -- which ACL counts (KIP-801, StandardAuthorizerData.findAclRule) --------------------------------

DENIED, ALLOWED = 2, 3
PREFIXED = 4


def topic_acl(number, permission, **values):
    of_topic = {"resource_type": ResourceType.TOPIC, "resource_name": "abc"}
    return acl(number, permission_type=permission, **{**of_topic, **values})


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
@pytest.mark.parametrize(
    "deny",
    [
        {"operation": Operation.ALL},
        {"principal": "User:*"},
        {"host": HOST},
        {"resource_name": "ab", "pattern_type": PREFIXED},
        {"resource_name": "", "pattern_type": PREFIXED},
        {"resource_name": "*"},
    ],
)
def test_any_deny_wins_over_an_allow_that_comes_before_it(deny, order):
    records = {1: topic_acl(1, ALLOWED), 2: topic_acl(2, DENIED, **deny)}
    action = Action(Operation.ALTER, ResourceType.TOPIC, "abc")
    authorizer = StandardAuthorizer(allows_unlisted=True)
    authorizer.is_loaded = True
    for number in order:
        authorizer.add(records[number])
    assert not authorizer.authorize(ALICE, HOST, action).is_allowed
    assert not loaded(*records.values()).authorize(ALICE, HOST, action).is_allowed
    assert loaded(records[1]).authorize(ALICE, HOST, action).is_allowed


@pytest.mark.parametrize("granted", [Operation.READ, Operation.WRITE, Operation.DELETE])
def test_allow_grants_describe_and_deny_does_not_take_it(granted):
    action = Action(Operation.DESCRIBE, ResourceType.TOPIC, "abc")
    assert (
        loaded(topic_acl(1, ALLOWED, operation=granted)).authorize(ALICE, HOST, action).is_allowed
    )
    all_but_one = topic_acl(1, ALLOWED, operation=Operation.ALL)
    denied = topic_acl(2, DENIED, operation=granted)
    assert loaded(all_but_one, denied).authorize(ALICE, HOST, action).is_allowed


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


# -- hosts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("127.0.0.0/8", "127.0.0.1"),
        ("10.1.2.9/8", "10.0.0.0"),  # host bits do not count, the first address does
        ("10.1.2.9/8", "10.255.255.255"),
        ("010.0.0.0/08", "10.1.2.3"),
        ("0.0.0.0/0", "1.2.3.4"),
        ("10.0.0.1/32", "10.0.0.1"),
        ("2001:db8::/32", "2001:db8:0:0:0:0:0:1"),
        ("::/0", "0:0:0:0:0:0:0:1"),
        ("fe80::%2/10", "fe80:0:0:0:0:0:0:1%7"),
        ("[fe80::]/+10", "fe80:0:0:0:0:0:0:1"),
    ],
)
def test_host_of_an_acl_can_be_a_range(host, client):
    allowing, denying = acl(host=host), acl(2, host=host, permission_type=2)
    action = Action(Operation.ALTER)
    assert loaded(allowing).authorize(ALICE, client, action).is_allowed
    everybody = acl(3, principal="User:*")
    assert not loaded(everybody, denying).authorize(ALICE, client, action).is_allowed
    assert not loaded(allowing).authorize(ALICE, "11.0.0.1", action).is_allowed or "/0" in host


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("10/8", "10.0.0.1"),
        ("10.0.0.0/255.0.0.0", "10.0.0.1"),
        ("10.0.0.0/33", "10.0.0.1"),
        ("256.0.0.0/8", "10.0.0.1"),
        (" 10.0.0.0/8", "10.0.0.1"),
        ("10.0.0.0/8 ", "10.0.0.1"),
        ("10.0.0.0/-8", "10.0.0.1"),
        ("::ffff:10.0.0.0/104", "10.0.0.1"),
        ("0.0.0.0/0", "0.0.0.0"),  # noqa: S104
        ("0.0.0.0/0", "0:0:0:0:0:0:0:1"),
        ("::/0", "10.0.0.1"),
        ("::/129", "0:0:0:0:0:0:0:1"),
        ("fe80::%/10", "fe80:0:0:0:0:0:0:1"),
        ("localhost", "127.0.0.1"),
        ("::1", "0:0:0:0:0:0:0:1"),
        ("", "10.0.0.1"),
    ],
)
def test_host_that_is_neither_the_address_nor_a_range_of_it_matches_nothing(host, client):
    everybody = acl(principal="User:*")
    denying = acl(2, host=host, permission_type=2)
    action = Action(Operation.ALTER)
    assert loaded(everybody, denying).authorize(ALICE, client, action).is_allowed
    assert not loaded(acl(host=host)).authorize(ALICE, client, action).is_allowed


@pytest.mark.parametrize(
    "text",
    [
        "1:::2",
        "1:::",
        ":::",
        "::::",
        "1::2::3",
        "1::2::",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        ":1",
    ],
)
def test_address_with_more_than_one_gap_is_none(text):
    """IPAddressUtil.textToNumericFormatV6."""
    assert parse_address(text) is None


def test_ipv4_address_in_ipv6_is_one_of_ipv4():
    assert parse_address("::ffff:10.0.0.1") == Address(32, 0x0A000001)
    assert parse_address("::ffff:a00:1") == Address(32, 0x0A000001)


def test_range_is_neither_more_nor_less_specific_than_an_address():
    action = Action(Operation.ALTER)
    for allowed, denied in (("10.0.0.0/8", HOST), (HOST, "10.0.0.0/8"), ("10.0.0.1/32", "*")):
        authorizer = loaded(acl(host=allowed), acl(2, host=denied, permission_type=2))
        assert not authorizer.authorize(ALICE, HOST, action).is_allowed


def test_ipv4_inside_of_ipv6_has_at_most_15_characters():
    """As InetAddress.getByName of Java 17 says."""
    expected = Address(128, 0x01020304)
    assert parse_address("::000000001.2.3.4") == expected
    assert parse_address("::0000000001.2.3.4") is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("10.256.0.0/8", "Value [256] not in range [0,255]"),
        ("10.0.0.0/33", "Value [33] not in range [0,32]"),
    ],
)
def test_numbers_of_an_ipv4_range_have_a_limit(text, error):
    with pytest.raises(RangeError, match=re.escape(error)):
        parse_range(text)


DIGITS = ["0", "1", "9", "255", "\u0660", "\u00b2", "f"]
SIGNS = ["::", ":", ".", "/", "%", "[", "]", "+", "-", " ", "1.2.3.4", "10.0.0.0/8", "::/0", "/96"]
LONG_TEXTS = st.lists(
    st.tuples(st.sampled_from(DIGITS + SIGNS) | st.characters(), st.sampled_from([1, 1, 5, 5000])),
    max_size=9,
).map(lambda parts: "".join(part * times for part, times in parts)[:10_000])


@given(LONG_TEXTS)
@example("::" + "0" * 5000 + "1.2.3.4/96")
@example("::1.2.3." + "9" * 5000 + "/96")
@example("::/" + "1" * 9000)
@example("fe80::%" + "1" * 9000 + "/10")
@settings(deadline=None)
def test_long_host_is_a_range_or_a_typed_error(text):
    for host in (text, f"::{text}/96", f"::1.2.3.{text}/96"):
        parse_address(host)
        with contextlib.suppress(RangeError):
            parse_range(host)
        authorizer = loaded(acl(host=host))
        authorizer.of_newer_release = True
        authorizer.authorize(ALICE, HOST, Action(Operation.ALTER))


def test_scope_with_the_name_of_an_interface_denies_and_allows_nothing():
    """Kafka matches it where the machine has that interface (divergence A37)."""
    client, action = "fe80:0:0:0:0:0:0:1", Action(Operation.ALTER)
    denying = acl(2, host="fe80::%eth0/10", permission_type=2)
    assert not loaded(acl(), denying).authorize(ALICE, client, action).is_allowed
    assert not loaded(acl(host="fe80::%eth0/10")).authorize(ALICE, client, action).is_allowed


# -- what is not known fails closed (divergence A36) -----------------------------------------------

CODES = (99, -1, 0, 1)


@pytest.mark.parametrize("code", CODES)
def test_unknown_permission_denies(code):
    authorizer = loaded(acl(), acl(2, permission_type=code))
    assert not authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    assert "permission is not known: it denies" in authorizer.entries[1].why_unknown()


@pytest.mark.parametrize(
    "unknown", [{"operation": code} for code in CODES] + [{"pattern_type": c} for c in (*CODES, 2)]
)
def test_unknown_operation_or_pattern_denies_the_resource_type_and_allows_nothing(unknown):
    topic = Action(Operation.READ, ResourceType.TOPIC, "a")
    other = Principal("User", "bob")
    reading = {"resource_type": ResourceType.TOPIC, "operation": Operation.READ}
    everybody = acl(principal="User:*", resource_name="*", **reading)
    denying = acl(2, **(reading | unknown), resource_name="b", permission_type=2)
    authorizer = loaded(everybody, denying, acl(3))
    assert not authorizer.authorize(ALICE, HOST, topic).is_allowed
    assert authorizer.authorize(other, HOST, topic).is_allowed
    assert authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    assert "denies everything of that resource type" in authorizer.entries[1].why_unknown()

    allowing = acl(2, **(reading | unknown), resource_name="a")
    authorizer = loaded(allowing, allows_unlisted=True)
    if unknown.get("operation") is None:
        assert not authorizer.authorize(ALICE, HOST, topic).is_allowed
    for operation in tuple(Operation)[3:]:
        asked = Action(operation, ResourceType.TOPIC, "a")
        assert not authorizer.authorize(ALICE, HOST, asked).is_allowed
    assert "allows nothing" in authorizer.entries[0].why_unknown()


class CountedIds(set):
    """Raises if it is copied: that takes as long as there are ACLs."""

    def copy(self):
        raise AssertionError

    __or__ = __ior__ = __sub__ = __isub__ = copy


def test_many_acls_that_are_not_understood_are_replaced_and_changed_without_copies(monkeypatch):
    monkeypatch.setattr(StandardAuthorizer, "add", None)  # which sorts all of one place again
    authorizer = StandardAuthorizer()
    authorizer.replace(acl(number, pattern_type=9, permission_type=2) for number in range(100))
    assert len(authorizer.not_understood) == len(authorizer) == 100
    monkeypatch.undo()
    authorizer.not_understood = CountedIds(authorizer.not_understood)
    authorizer.add(acl(200, operation=99))
    authorizer.remove(acl(1).id)
    assert len(authorizer.not_understood) == 100


def test_unknown_resource_type_concerns_no_request():
    authorizer = loaded(acl(), acl(2, resource_type=99, permission_type=2))
    assert authorizer.authorize(ALICE, HOST, Action(Operation.ALTER)).is_allowed
    assert "resource type is not known" in authorizer.entries[1].why_unknown()
    assert authorizer.entries[0].why_unknown() is None


@pytest.mark.parametrize("host", ["10.0.0.0-10.0.0.9", "10/8", "name", ""])
def test_denied_host_in_an_unknown_form_is_every_host_above_the_newest_level(host):
    action = Action(Operation.ALTER)
    authorizer = loaded(acl(), acl(2, host=host, permission_type=2))
    assert authorizer.authorize(ALICE, HOST, action).is_allowed
    authorizer.of_newer_release = True
    assert not authorizer.authorize(ALICE, HOST, action).is_allowed
    allowing = loaded(acl(host=host))
    allowing.of_newer_release = True
    assert not allowing.authorize(ALICE, HOST, action).is_allowed
    for known in ("11.0.0.1", "11.0.0.0/8", "::1", "0:0:0:0:0:0:0:1"):
        authorizer = loaded(acl(), acl(2, host=known, permission_type=2))
        authorizer.of_newer_release = True
        assert authorizer.authorize(ALICE, HOST, action).is_allowed


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

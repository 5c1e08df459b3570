"""ACLs and questions about them, drawn, and Kafka's verdicts compared with kraft's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kraft_core.security.authorizer import (
    Action,
    Entry,
    Operation,
    ResourceType,
    StandardAuthorizer,
    audit_text,
    parse_super_users,
)
from kraft_core.security.principals import Principal, host_text
from kraft_wire.messages import AccessControlEntryRecord
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

QUESTIONS = 120
SUPER_USERS = " User:root ;User:CN=a,O=b;; Group:admin;User:x:y"
PRINCIPALS = (
    Principal("User", "alice"),
    Principal("User", "bob"),
    Principal("User", "ANONYMOUS"),
    Principal("User", "*"),
    Principal("Group", "admin"),
    Principal("Group", "staff"),
    Principal("User", "root"),
    Principal("User", "Root"),
    Principal("User:x", "y"),
    Principal("User:al", "ice"),
    Principal("User", "al:ice"),
    Principal("User", "CN=a,O=b"),
)
IN_ACLS = (
    "User:alice",
    "User:bob",
    "User:*",
    "User:ANONYMOUS",
    "Group:staff",
    "Group:*",
    "User:al:ice",
    "User:root",
)
HOSTS = ("10.1.2.3", "127.0.0.1", "::1", "2001:db8::a:0:1", "::ffff:10.1.2.3", "fe80::1")
HOSTS_IN_ACLS = ("*", "*", "10.1.2.3", "127.0.0.1", "localhost", "::1", "0:0:0:0:0:0:0:1")
RANGES = (
    *("10.0.0.0/8", "10.1.2.9/30", "10.1.2.3/32", "0.0.0.0/0", "127.0.0.0/08", "010.1.0.0/16"),
    *("::/0", "::1/128", "2001:db8::/32", "fe80::%2/10", "[fe80::]/+10", "::ffff:10.0.0.0/104"),
    *("::000000001.2.3.4/96", "::0000000001.2.3.4/96"),  # 15 characters of IPv4, and 16
    *("10/8", "10.0.0.0/255.0.0.0", "10.0.0.0/33", " 10.0.0.0/8", "::/129", "/", "256.0.0.0/8"),
)
"""Hosts of ACLs that 4.4 reads as ranges, or looks at and refuses."""

NAMES = (
    "*",
    "**",
    "*a",
    "a",
    "ab",
    "abc",
    "abd",
    "b",
    "a*",
    "+",
    "!",
    "kafka-cluster",
    "\u00e4\U0001f600",
    "\u00e4",
)
RESOURCE_TYPES = tuple(ResourceType)[2:]
OPERATIONS = tuple(Operation)[3:15]  # 3.9.2 does not know the newest one
ROUND = str.maketrans("[]", "()")
API_KEYS = (1, 19, 20, 52, 55, 58, 59, 80)


@dataclass
class Round:
    """What an authorizer knows, and what it is asked: JSON values only."""

    allows_unlisted: bool
    acls: list[dict[str, Any]]
    removed: list[str]
    asked: list[list[Any]]
    """Type and name of a principal, host, operation, resource type and name, API key."""

    @classmethod
    def drawn(cls, draw: random.Random, release: str) -> Round:
        """Draw ACLs of a few resources, and questions about these."""
        # releases before 4.4 compare a range as text: kraft does not, at any level (divergence A37)
        hosts = HOSTS_IN_ACLS + (RANGES if release == "4.4.0" else ())
        allows_unlisted = draw.random() < 0.3
        space = Space.drawn(draw, hosts)
        drawn = [space.acl(draw) for _ in range(draw.choice((0, 10, 40, 80, 80, 80)))]
        # Kafka refuses a second ACL that is equal to one there is
        records = list({Entry.of(each): each for each in drawn}.values())
        removed = draw.sample(records, len(records) // 4)
        asked = [space.question(draw) for _ in range(QUESTIONS)]
        return cls(
            allows_unlisted,
            [fields_of(record) for record in records],
            [str(record.id) for record in removed],
            asked,
        )

    def preparations(self) -> list[dict[str, Any]]:
        """What the oracle is told."""
        return [
            {
                "op": "configure",
                "super_users": SUPER_USERS,
                "allows_unlisted": "true" if self.allows_unlisted else "false",
                "is_loaded": True,
            },
            *({"op": "add", **acl} for acl in self.acls),
            *({"op": "remove", "id": acl_id} for acl_id in self.removed),
        ]

    def authorizer(self) -> StandardAuthorizer:
        """Tell kraft's authorizer the same."""
        super_users = parse_super_users(SUPER_USERS)
        authorizer = StandardAuthorizer(super_users, allows_unlisted=self.allows_unlisted)
        authorizer.is_loaded = True
        for acl in self.acls:
            authorizer.add(AccessControlEntryRecord(**{**acl, "id": Uuid.parse(acl["id"])}))
        for acl_id in self.removed:
            authorizer.remove(Uuid.parse(acl_id))
        return authorizer


@dataclass
class Space:
    """What the ACLs and the questions of a round are about: little, so that many ACLs match."""

    names: tuple[str, ...]
    hosts: tuple[str, ...]
    types: tuple[ResourceType, ...]
    operations: tuple[Operation, ...]
    listed: tuple[str, ...]

    @classmethod
    def drawn(cls, draw: random.Random, hosts: tuple[str, ...]) -> Space:
        return cls(
            tuple(draw.sample(NAMES, 4)),
            (*draw.sample(hosts, 5), *("*",) * 5),
            tuple(draw.sample(RESOURCE_TYPES[:4], 2)),
            tuple(draw.sample(OPERATIONS, 4)),
            tuple(draw.sample(IN_ACLS, 4)),
        )

    def acl(self, draw: random.Random) -> AccessControlEntryRecord:
        return AccessControlEntryRecord(
            id=Uuid(draw.randbytes(16)),
            resource_type=draw.choice(self.types),
            resource_name=draw.choice(self.names),
            pattern_type=draw.choice((3, 3, 4)),
            principal=draw.choice(self.listed),
            host=draw.choice(self.hosts),
            operation=draw.choice((2, *self.operations)),
            permission_type=draw.choice((2, 3, 3, 3)),
        )

    def question(self, draw: random.Random) -> list[Any]:
        if draw.random() < 0.8:
            kind, _, name = draw.choice(self.listed).partition(":")
            principal = kind, draw.choice(("alice", "bob")) if name == "*" else name
        else:
            principal = draw.choice(PRINCIPALS)
        operations = self.operations if draw.random() < 0.8 else OPERATIONS
        types = self.types if draw.random() < 0.9 else RESOURCE_TYPES[:4]
        what = draw.choice(operations), draw.choice(types), draw.choice(self.names)
        return [*principal, draw.choice(HOSTS), *what, draw.choice(API_KEYS)]


def fields_of(record: AccessControlEntryRecord) -> dict[str, Any]:
    values = {name: getattr(record, name) for name in record._FIELDS}
    return {**values, "id": str(record.id)}


def questions(authorizer: StandardAuthorizer, asked: Sequence[Any]) -> list[dict[str, Any]]:
    """Write the questions for the oracle."""
    names = ("type", "name", "host", "operation", "resource_type", "resource_name", "api_key")
    return [
        {
            "op": "authorize",
            **dict(zip(names, one, strict=True)),
            "is_super_user": authorizer.is_super_user(Principal(one[0], one[1])),
        }
        for one in asked
    ]


def compare(
    authorizer: StandardAuthorizer,
    asked: Sequence[Any],
    answers: Sequence[dict[str, Any]],
    brackets: dict[int, str],
) -> set[str]:
    """Compare verdicts, rules and audit lines; return the kinds of rules."""
    rules = set()
    for question, answer in zip(asked, answers, strict=True):
        kind, name, host, operation, resource_type, resource_name, api_key = question
        principal, host = Principal(kind, name), host_text(host)
        action = Action(Operation(operation), ResourceType(resource_type), resource_name)
        if principal == ("User", "*") and "IllegalArgument" in answer.get("error", ""):
            continue  # 4.3.1 fails to make a set of this principal and the wildcard
        assert host == answer["host"]
        verdict = authorizer.authorize(principal, host, action)
        assert verdict.is_allowed == answer["is_allowed"], question
        if "rule" in answer:
            audit = audit_text(verdict, principal, host, action, api_key)
            assert verdict.rule.translate(brackets) == answer["rule"], question
            assert audit.translate(brackets) == answer["audit"]
        else:
            assert verdict.rule == "SuperUser"
        rules.add(verdict.rule.partition("(")[0])
    return rules

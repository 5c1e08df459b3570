"""Authorization: Kafka's StandardAuthorizer over the ACLs of the metadata log.

`StandardAuthorizer` is the index that questions are answered from; the caller feeds it committed
ACLs (AclCache) and says when those of the first high watermark are there. An index and not the
image itself, because an active controller's image is ahead of the commit.

The rules are those of StandardAuthorizerData: super users first, then DENY before ALLOW over the
ACLs of the exact name, of its prefixes and of the wildcard, then the default. Principals and names
are compared as text, hosts as text or as a range of addresses (KIP-1276, at every level of
metadata.version).

What this release does not know fails closed. A permission other than ALLOW denies, as in Kafka. An
operation or pattern type that is not known denies all of that resource type to the principals of a
DENY, and grants nothing in an ALLOW. While a change of the ACLs could not be read, all but super
users are denied. At a metadata.version above the newest known, a DENY of a host
in an unknown form is one of every host.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.host_ranges import HostRange, parse_address, parse_range
from kraft_wire.messages import request_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.security.principals import Principal
    from kraft_wire.messages import AccessControlEntryRecord
    from kraft_wire.primitives import Uuid

STANDARD_AUTHORIZER: Final = "org.apache.kafka.metadata.authorizer.StandardAuthorizer"
"""The only value of `authorizer.class.name` that is supported."""

CLUSTER_NAME: Final = "kafka-cluster"
"""The name of the one resource of type CLUSTER."""

_JAVA_BLANKS: Final = "".join(map(chr, range(0x21)))
"""Characters that Java's String.trim removes."""

_ANYTHING: Final = "*"
_EVERYBODY: Final = "User:*"


class Operation(IntEnum):
    """An operation of a principal, as ACLs number it (AclOperation)."""

    UNKNOWN = 0
    ANY = 1
    ALL = 2
    READ = 3
    WRITE = 4
    CREATE = 5
    DELETE = 6
    ALTER = 7
    DESCRIBE = 8
    CLUSTER_ACTION = 9
    DESCRIBE_CONFIGS = 10
    ALTER_CONFIGS = 11
    IDEMPOTENT_WRITE = 12
    CREATE_TOKENS = 13
    DESCRIBE_TOKENS = 14
    TWO_PHASE_COMMIT = 15


class ResourceType(IntEnum):
    """The type of a resource, as ACLs number it."""

    UNKNOWN = 0
    ANY = 1
    TOPIC = 2
    GROUP = 3
    CLUSTER = 4
    TRANSACTIONAL_ID = 5
    DELEGATION_TOKEN = 6
    USER = 7


class PatternType(IntEnum):
    """The interpretation of the resource name of an ACL."""

    UNKNOWN = 0
    ANY = 1
    MATCH = 2
    LITERAL = 3
    PREFIXED = 4


class Permission(IntEnum):
    """The permission of an ACL (AclPermissionType)."""

    UNKNOWN = 0
    ANY = 1
    DENY = 2
    ALLOW = 3


CLUSTER_OPERATIONS: Final = (
    Operation.CREATE,
    Operation.CLUSTER_ACTION,
    Operation.DESCRIBE_CONFIGS,
    Operation.ALTER_CONFIGS,
    Operation.IDEMPOTENT_WRITE,
    Operation.ALTER,
    Operation.DESCRIBE,
)
"""Operations on the cluster (AclEntry.supportedOperations)."""

_IMPLIED_BY: Final = {
    Operation.DESCRIBE: frozenset(
        {
            Operation.DESCRIBE,
            Operation.READ,
            Operation.WRITE,
            Operation.DELETE,
            Operation.ALTER,
        }
    ),
    Operation.DESCRIBE_CONFIGS: frozenset({Operation.DESCRIBE_CONFIGS, Operation.ALTER_CONFIGS}),
}
"""Operations whose ALLOW, not DENY, holds for another one too."""


class NotLoadedError(Exception):
    """ACLs are not known yet, so only super users can be answered (AuthorizerNotReadyException)."""


class Action(NamedTuple):
    """One operation on one resource, by default the cluster."""

    operation: Operation
    resource_type: ResourceType = ResourceType.CLUSTER
    name: str = CLUSTER_NAME


class Entry(NamedTuple):
    """An ACL without its id (StandardAcl), in the order in which Kafka compares two of one name."""

    resource_type: int
    resource_name: str
    pattern_type: int
    operation: int
    principal: str
    host: str
    permission: int
    hosts: HostRange | None = None
    """The host, if it is a range of addresses."""

    @classmethod
    def of(cls, record: AccessControlEntryRecord) -> Entry:
        """Return the ACL of a record; unknown codes are UNKNOWN, as in Kafka."""
        return cls(
            _known(record.resource_type, ResourceType),
            record.resource_name,
            _known(record.pattern_type, PatternType),
            _known(record.operation, Operation),
            record.principal,
            record.host,
            _known(record.permission_type, Permission),
            _hosts(record.host),
        )

    def __str__(self) -> str:
        return (
            f"StandardAcl[resourceType={ResourceType(self.resource_type).name},"
            f" resourceName={self.resource_name},"
            f" patternType={PatternType(self.pattern_type).name}, principal={self.principal},"
            f" host={self.host}, operation={Operation(self.operation).name},"
            f" permissionType={Permission(self.permission).name}]"
        )

    @property
    def denies(self) -> bool:
        """Return True unless the permission is ALLOW: any other one denies, as in Kafka."""
        return self.permission != Permission.ALLOW

    @property
    def has_unknown_pattern(self) -> bool:
        """Return True if the pattern type is neither LITERAL nor PREFIXED."""
        return self.pattern_type not in (PatternType.LITERAL, PatternType.PREFIXED)

    @property
    def has_unknown_operation(self) -> bool:
        """Return True if the operation is UNKNOWN or ANY."""
        return self.operation in (Operation.UNKNOWN, Operation.ANY)

    @property
    def has_unknown_host(self) -> bool:
        """Return True if the host matches nothing here: no wildcard, address or range."""
        return self.host != _ANYTHING and self.hosts is None and parse_address(self.host) is None

    def why_unknown(self) -> str | None:
        """Return what this release does not understand of the ACL, and the effect; else None."""
        if self.resource_type in (ResourceType.UNKNOWN, ResourceType.ANY):
            return "its resource type is not known: it concerns no request here"
        if self.permission not in (Permission.ALLOW, Permission.DENY):
            return "its permission is not known: it denies"
        for what, is_unknown in (
            ("pattern type", self.has_unknown_pattern),
            ("operation", self.has_unknown_operation),
        ):
            if is_unknown and self.denies:
                return f"its {what} is not known: it denies everything of that resource type"
            if is_unknown:
                return f"its {what} is not known: it allows nothing"
        return None

    def fits(
        self, principal: Principal, host: str, operation: int, *, of_newer_release: bool = False
    ) -> bool:
        """Return True if the ACL covers this caller and operation (findResult).

        With `of_newer_release`, a DENY with an unknown form of host covers every host.
        """
        allows = not self.denies
        if not self._is_of_host(host, allows=allows, of_newer_release=of_newer_release):
            return False
        if self.principal != _EVERYBODY:
            kind, _, name = self.principal.partition(":")
            # the type of a forwarded principal can contain a ":": compare type and name
            if (kind, name) != (principal.type, principal.name):
                return False
        if self.has_unknown_pattern or self.has_unknown_operation:
            return not allows
        if self.operation in (Operation.ALL, operation):
            return True
        implied_by = _IMPLIED_BY.get(operation)  # type: ignore[call-overload]  # any number
        return (
            implied_by is not None
            and self.permission == Permission.ALLOW
            and self.operation in implied_by
        )

    def _is_of_host(self, host: str, *, allows: bool, of_newer_release: bool) -> bool:
        if self.host in (_ANYTHING, host):
            return True
        if self.hosts is not None:
            # a scope that is the name of an interface is known to one machine only: no reason to
            # allow, and enough to deny
            if allows and self.hosts.has_named_scope:
                return False
            return self.hosts.has(parse_address(host))
        return of_newer_release and not allows and self.has_unknown_host


def _hosts(host: str) -> HostRange | None:
    # CidrUtils.isInRange: a string that is not a range matches nothing
    if "/" not in host:
        return None
    try:
        return parse_range(host)
    except ValueError:  # RangeError is one, and nothing else in a host may end a node
        return None


def _known(code: int, codes: type[IntEnum]) -> int:
    return code if 0 <= code < len(codes) else 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and its rule, as the text of Kafka's audit log."""

    is_allowed: bool
    rule: str


_SUPER_USER: Final = Verdict(is_allowed=True, rule="SuperUser")
_DEFAULT_ALLOW: Final = Verdict(is_allowed=True, rule="DefaultAllow")
_DEFAULT_DENY: Final = Verdict(is_allowed=False, rule="DefaultDeny")
_UNREADABLE: Final = Verdict(is_allowed=False, rule="UnreadableAcls")


class StandardAuthorizer:
    """The committed ACLs, and the super users.

    One thread changes it. Others may ask meanwhile, as large decisions of a controller do: a list
    of ACLs is replaced, never changed.

    `super_users` are principals as text, `TYPE:NAME`. With `allows_unlisted`
    (allow.everyone.if.no.acl.found) everybody may use a resource that no ACL is about.
    """

    def __init__(self, super_users: Iterable[str] = (), *, allows_unlisted: bool = False) -> None:
        self.super_users = frozenset(super_users)
        self.is_loaded = False
        """True if the ACLs up to the first high watermark are loaded."""
        self.allows_unlisted = allows_unlisted
        self.of_newer_release = False
        """True if the metadata.version is above the newest one that is known."""
        self.not_understood: set[Uuid] = set()
        """The ids of ACLs with codes that are not known."""
        self.unreadable = 0
        """Changes of the ACLs that cannot be read: above 0 only super users are allowed."""
        self._by_id: dict[Uuid, Entry] = {}
        self._by_name: dict[tuple[int, bool, str], list[Entry]] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    @property
    def ids(self) -> frozenset[Uuid]:
        """The ids of all ACLs."""
        return frozenset(self._by_id)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All ACLs."""
        return tuple(self._by_id.values())

    # -- the ACLs -----------------------------------------------------------------------------

    def replace(self, records: Iterable[AccessControlEntryRecord]) -> None:
        """Replace all ACLs by those of a snapshot."""
        by_id = {record.id: Entry.of(record) for record in records}
        by_name: dict[tuple[int, bool, str], list[Entry]] = {}
        for entry in by_id.values():
            by_name.setdefault(_place(entry), []).append(entry)
        for entries in by_name.values():
            entries.sort()
        self._by_id, self._by_name = by_id, by_name
        self.not_understood = {
            acl_id for acl_id, entry in by_id.items() if entry.why_unknown() is not None
        }

    def add(self, record: AccessControlEntryRecord) -> None:
        """Add a committed ACL; it replaces one with the same id."""
        self.remove(record.id)
        entry = Entry.of(record)
        self._by_id[record.id] = entry
        place = _place(entry)
        self._by_name[place] = sorted((*self._by_name.get(place, ()), entry))
        if entry.why_unknown() is not None:
            self.not_understood.add(record.id)

    def remove(self, acl_id: Uuid) -> None:
        """Remove an ACL; do nothing if the id is unknown."""
        entry = self._by_id.pop(acl_id, None)
        if entry is None:
            return
        self.not_understood.discard(acl_id)
        place = _place(entry)
        entries = self._by_name[place].copy()
        entries.remove(entry)
        if entries:
            self._by_name[place] = entries
        else:
            del self._by_name[place]

    # -- the questions ------------------------------------------------------------------------

    def is_super_user(self, principal: Principal) -> bool:
        """Return True if no ACL applies to this principal."""
        return str(principal) in self.super_users

    def authorize(self, principal: Principal, host: str, action: Action) -> Verdict:
        """Decide about one operation on one resource; raises NotLoadedError.

        `host` is an address in Java's form (`principals.host_text`).
        """
        if self.is_super_user(principal):
            return _SUPER_USER
        if not self.is_loaded:
            raise NotLoadedError("the ACLs are not loaded yet")
        if self.unreadable:
            return _UNREADABLE
        allowing: Entry | None = None
        has_entries = False
        for entry in self._entries(action.resource_type, action.name):
            has_entries = True
            if not entry.fits(
                principal, host, action.operation, of_newer_release=self.of_newer_release
            ):
                continue
            if entry.denies:
                return Verdict(is_allowed=False, rule=f"MatchingAcl(acl={entry})")
            allowing = entry
        if allowing is not None:
            return Verdict(is_allowed=True, rule=f"MatchingAcl(acl={allowing})")
        # an ACL on the resource for somebody else turns the default off
        is_default = self.allows_unlisted and not has_entries
        return _DEFAULT_ALLOW if is_default else _DEFAULT_DENY

    def cluster_operations(self, principal: Principal, host: str) -> int:
        """Return a bit field of what is allowed on the cluster; raises NotLoadedError."""
        return bit_field(
            operation
            for operation in CLUSTER_OPERATIONS
            if self.authorize(principal, host, Action(operation)).is_allowed
        )

    def _entries(self, resource_type: int, name: str) -> Iterator[Entry]:
        """Yield the ACLs for a resource in Kafka's order: longest name first, wildcard last."""
        by_name = self._by_name
        yield from by_name.get((resource_type, True, name), ())
        for length in range(len(name), -1, -1):
            yield from by_name.get((resource_type, False, name[:length]), ())
        # StandardAuthorizerData.checkSection treats the wildcard as the prefix of a name that
        # begins with "*" and skips it, like every LITERAL prefix
        if not name.startswith(_ANYTHING):
            yield from by_name.get((resource_type, True, _ANYTHING), ())


def audit_text(
    verdict: Verdict, principal: Principal, host: str, action: Action, api_key: int
) -> str:
    """Return the text of Kafka's `kafka.authorizer.logger` for a verdict."""
    type_name = "".join(part.capitalize() for part in action.resource_type.name.split("_"))
    return (
        f"Principal = {principal} is {'Allowed' if verdict.is_allowed else 'Denied'}"
        f" operation = {action.operation.name} from host = {host}"
        f" on resource = {type_name}:LITERAL:{action.name}"
        f" for request = {request_class(api_key).__name__.removesuffix('Request')}"
        f" with resourceRefCount = 1 based on rule {verdict.rule}"
    )


def bit_field(operations: Iterable[Operation]) -> int:
    """Encode operations as responses do: bit n for operation n (Utils.to32BitField)."""
    field = 0
    for operation in operations:
        field |= 1 << operation
    return field


def _place(entry: Entry) -> tuple[int, bool, str]:
    if entry.has_unknown_pattern or (entry.has_unknown_operation and entry.denies):
        return entry.resource_type, False, ""  # about every resource of the type
    is_literal = entry.pattern_type == PatternType.LITERAL
    return entry.resource_type, is_literal, entry.resource_name


def parse_super_users(text: str) -> frozenset[str]:
    """Read `super.users`: TYPE:NAME entries, separated by semicolons; SecurityConfigError.

    Follows StandardAuthorizer.getConfiguredSuperUsers: whitespace around entries and empty entries
    are ignored.
    """
    entries = [entry.strip(_JAVA_BLANKS) for entry in text.split(";")]
    for entry in entries:
        if entry and ":" not in entry:
            raise SecurityConfigError(
                f"super.users: expected a string in format principalType:principalName but got"
                f" {entry}"
            )
    return frozenset(entry for entry in entries if entry)

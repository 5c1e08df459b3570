"""ACLs: CreateAcls (30), DeleteAcls (31) and DescribeAcls (29).

Follows Kafka's AclControlManager, and AclApis for the checks that come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.config.feature_levels import version_name
from kraft_core.config.gates import Gate
from kraft_core.controller.context import MAX_RECORDS_PER_BATCH, Decision, Refusal, check_batch
from kraft_core.security.authorizer import CLUSTER_NAME, Operation, ResourceType
from kraft_core.security.host_ranges import RangeError, parse_range
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AccessControlEntryRecord,
    CreateAclsResponse,
    DeleteAclsResponse,
    DescribeAclsResponse,
    RemoveAccessControlEntryRecord,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kraft_core.controller.context import Context, ControllerState
    from kraft_wire.messages import CreateAclsRequest, DeleteAclsRequest, DescribeAclsRequest
    from kraft_wire.primitives import Uuid

_ANY: Final = 1
"""Of types, patterns, operations and permissions: matches all of them."""
_MATCH, _LITERAL, _PREFIXED = 2, 3, 4
_PATTERNS: Final = ("UNKNOWN", "ANY", "MATCH", "LITERAL", "PREFIXED")
_DENY, _ALLOW = 2, 3
_PERMISSIONS: Final = ("UNKNOWN", "ANY", "DENY", "ALLOW")
_WILDCARD: Final = "*"


class Acl(NamedTuple):
    """An ACL without its id: equal ones in a request or in the log are the same."""

    resource_type: int
    resource_name: str
    pattern_type: int
    principal: str
    host: str
    operation: int
    permission_type: int

    @classmethod
    def of(cls, record: AccessControlEntryRecord) -> Acl:
        """Return the ACL that a record describes."""
        return cls(*(getattr(record, name) for name in cls._fields))


class _Filter(NamedTuple):
    """Which ACLs match; None matches any text."""

    resource_type: int
    resource_name: str | None
    pattern_type: int
    principal: str | None
    host: str | None
    operation: int
    permission_type: int

    @classmethod
    def of(cls, asked: Any) -> _Filter:
        return cls(
            asked.resource_type_filter,
            asked.resource_name_filter,
            asked.pattern_type_filter,
            asked.principal_filter,
            asked.host_filter,
            asked.operation,
            asked.permission_type,
        )

    def matches(self, acl: Acl) -> bool:
        """Return True if the filter matches, as AclBindingFilter.matches does."""
        return (
            self.resource_type in (_ANY, acl.resource_type)
            and self._matches_pattern(acl)
            and self.principal in (None, acl.principal)
            and self.host in (None, acl.host)
            and self.operation in (_ANY, acl.operation)
            and self.permission_type in (_ANY, acl.permission_type)
        )

    def _matches_pattern(self, acl: Acl) -> bool:
        if self.pattern_type not in (_ANY, _MATCH, acl.pattern_type):
            return False
        if self.resource_name is None:
            return True
        if self.pattern_type != _MATCH:
            return self.resource_name == acl.resource_name
        if acl.pattern_type == _PREFIXED:
            return self.resource_name.startswith(acl.resource_name)
        return acl.resource_name in (self.resource_name, _WILDCARD)

    def check(self) -> None:
        """Refuse values that this release does not know."""
        if not (
            _is_known(self.resource_type, ResourceType) and 1 <= self.pattern_type <= _PREFIXED
        ):
            raise Refusal(ErrorCode.INVALID_REQUEST, "Unknown patternFilter.")
        if not (_is_known(self.operation, Operation) and 1 <= self.permission_type <= _ALLOW):
            raise Refusal(ErrorCode.INVALID_REQUEST, "Unknown entryFilter.")


class _KnownAcls:
    """The ACLs by the name of their resource: a request has thousands of filters."""

    def __init__(self, acls: Mapping[Uuid, AccessControlEntryRecord]) -> None:
        self._all = [(acl_id, Acl.of(record)) for acl_id, record in acls.items()]
        self._by_name: dict[str, list[int]] = {}
        self._prefixed: list[int] = []
        for place, (_, acl) in enumerate(self._all):
            self._by_name.setdefault(acl.resource_name, []).append(place)
            if acl.pattern_type == _PREFIXED:
                self._prefixed.append(place)

    def candidates(self, matcher: _Filter) -> Iterator[tuple[Uuid, Acl]]:
        """Yield what a filter can match, in order."""
        name = matcher.resource_name
        if name is None:
            yield from self._all
            return
        places = set(self._by_name.get(name, ()))
        if matcher.pattern_type == _MATCH:
            places.update(self._by_name.get(_WILDCARD, ()), self._prefixed)
        for place in sorted(places):
            yield self._all[place]


def _is_known(number: int, numbers: type[ResourceType | Operation]) -> bool:
    return 1 <= number < len(numbers)


def _check_authorizer(context: Context, text: str) -> None:
    if not context.has_authorizer:
        raise Refusal(ErrorCode.SECURITY_DISABLED, text)


# -- CreateAcls (30) ----------------------------------------------------------------------------


def create_acls(state: ControllerState, request: CreateAclsRequest, context: Context) -> Decision:
    """Add ACLs; existing ones count as added."""
    context.require(Operation.ALTER)
    _check_authorizer(context, "No Authorizer is configured.")
    cls = CreateAclsResponse.AclCreationResult
    known = {Acl.of(record) for record in state.image.acls.values()}
    records: list[AccessControlEntryRecord] = []
    results = []
    for asked in request.creations:
        acl = Acl(
            asked.resource_type,
            asked.resource_name,
            asked.resource_pattern_type,
            asked.principal,
            asked.host,
            asked.operation,
            asked.permission_type,
        )
        try:
            _check_acl(acl, state.metadata_version)
        except Refusal as refusal:
            results.append(cls(error_code=refusal.code, error_message=refusal.text))
            continue
        results.append(cls())
        if acl not in known:
            known.add(acl)
            records.append(AccessControlEntryRecord(id=_new_id(state), **acl._asdict()))
            check_batch(records)
    return Decision(CreateAclsResponse(results=tuple(results)), tuple(records), is_atomic=True)


def _new_id(state: ControllerState) -> Uuid:
    while (drawn := state.random_id()) in state.image.acls:
        pass
    return drawn


def _check_acl(acl: Acl, metadata_version: int) -> None:
    def refuse(text: str) -> Refusal:
        return Refusal(ErrorCode.INVALID_REQUEST, text)

    if acl.resource_type == ResourceType.CLUSTER and acl.resource_name != CLUSTER_NAME:
        raise refuse(f"The only valid name for the CLUSTER resource is {CLUSTER_NAME}")
    if not acl.resource_name:
        raise refuse("Invalid empty resource name")
    if acl.resource_type == _ANY or not _is_known(acl.resource_type, ResourceType):
        raise refuse(f"Invalid resourceType {_name(acl.resource_type, ('UNKNOWN', 'ANY'))}")
    if acl.pattern_type not in (_LITERAL, _PREFIXED):
        raise refuse(f"Invalid patternType {_name(acl.pattern_type, _PATTERNS)}")
    if acl.operation == _ANY or not _is_known(acl.operation, Operation):
        raise refuse(f"Invalid operation {_name(acl.operation, ('UNKNOWN', 'ANY'))}")
    if acl.permission_type not in (_DENY, _ALLOW):
        raise refuse(f"Invalid permissionType {_name(acl.permission_type, _PERMISSIONS)}")
    if ":" not in acl.principal:
        raise refuse(
            f"Could not parse principal from `{acl.principal}` (no colon is present separating the"
            " principal type from the principal name)"
        )
    _check_host(acl.host, metadata_version)


def _check_host(host: str, metadata_version: int) -> None:
    """Check a host as AclControlManager.validateHostPattern does: only text like a range."""
    if not host:
        raise Refusal(ErrorCode.INVALID_REQUEST, "Host pattern cannot be null or empty")
    if "/" not in host:
        return
    if not Gate.CIDR_ACLS.is_open(metadata_version):
        raise Refusal(
            ErrorCode.UNSUPPORTED_VERSION,
            "CIDR-based ACL host patterns require metadata version"
            f" {version_name(Gate.CIDR_ACLS.first)} or higher.",
        )
    try:
        parse_range(host)
    except RangeError as error:
        raise Refusal(
            ErrorCode.INVALID_REQUEST, f"Invalid CIDR notation '{host}': {error}"
        ) from None


def _name(number: int, names: tuple[str, ...]) -> str:
    return names[number] if 0 <= number < len(names) else names[0]


# -- DeleteAcls (31) ----------------------------------------------------------------------------


def delete_acls(state: ControllerState, request: DeleteAclsRequest, context: Context) -> Decision:
    """Remove the ACLs that filters match, and return them."""
    context.require(Operation.ALTER)
    _check_authorizer(context, "No Authorizer is configured.")
    cls = DeleteAclsResponse
    removed: dict[Uuid, None] = {}
    results = []
    known = _KnownAcls(state.image.acls)
    for asked in request.filters:
        matcher = _Filter.of(asked)
        try:
            matcher.check()
        except Refusal as refusal:
            results.append(
                cls.DeleteAclsFilterResult(error_code=refusal.code, error_message=refusal.text)
            )
            continue
        matching = []
        for acl_id, acl in known.candidates(matcher):
            if not matcher.matches(acl):
                continue
            if len(removed) >= MAX_RECORDS_PER_BATCH:
                raise Refusal(
                    ErrorCode.INVALID_REQUEST,
                    f"Cannot remove more than {MAX_RECORDS_PER_BATCH} acls in a single delete"
                    " operation.",
                )
            removed[acl_id] = None
            matching.append(cls.DeleteAclsMatchingAcl(error_message=None, **acl._asdict()))
        results.append(
            cls.DeleteAclsFilterResult(error_message=None, matching_acls=tuple(matching))
        )
    records = tuple(RemoveAccessControlEntryRecord(id=acl_id) for acl_id in removed)
    return Decision(cls(filter_results=tuple(results)), records, is_atomic=True)


# -- DescribeAcls (29) --------------------------------------------------------------------------


def describe_acls(
    state: ControllerState, request: DescribeAclsRequest, context: Context
) -> Decision:
    """List the ACLs that a filter matches, by resource."""
    context.require(Operation.DESCRIBE)
    _check_authorizer(context, "No Authorizer is configured on the broker")
    matcher = _Filter.of(request)
    matcher.check()
    cls = DescribeAclsResponse
    by_resource: dict[tuple[int, str, int], list[DescribeAclsResponse.AclDescription]] = {}
    for record in state.image.acls.values():
        acl = Acl.of(record)
        if matcher.matches(acl):
            by_resource.setdefault(acl[:3], []).append(
                cls.AclDescription(
                    principal=acl.principal,
                    host=acl.host,
                    operation=acl.operation,
                    permission_type=acl.permission_type,
                )
            )
    resources = tuple(
        cls.DescribeAclsResource(
            resource_type=kind, resource_name=name, pattern_type=pattern, acls=tuple(acls)
        )
        for (kind, name, pattern), acls in by_resource.items()
    )
    return Decision(cls(resources=resources))

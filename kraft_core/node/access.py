"""Access to a node: rights by API, refusals, and the audit log.

`Access` has Kafka's table of ControllerApis: the operation on the cluster that each API needs. It
is checked before a request reaches any handler. APIs that need rights on topics, configs or tokens
are checked by their handlers with the result of `allows`.

A raft request without permission gets UNKNOWN_SERVER_ERROR (-1), never CLUSTER_AUTHORIZATION_FAILED
(31): 31 in such an answer ends a Java controller or broker (KafkaRaftClient.handleTopLevelError
throws), so one missing entry here would take down the peer it is missing for.

`AuditLog` is Kafka's `kafka.authorizer.logger`, limited: the first refusal of a principal, address
and API is a line, others are counted. Changes of voters, features, ACLs and credentials are always
a line, with who asked and what became of it.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.config.errors import ConfigurationError
from kraft_core.security.authorizer import (
    CLUSTER_OPERATIONS,
    STANDARD_AUTHORIZER,
    Action,
    NotLoadedError,
    Operation,
    Permission,
    ResourceType,
    StandardAuthorizer,
    audit_text,
    bit_field,
    parse_super_users,
)
from kraft_core.security.errors import SecurityConfigError
from kraft_wire.errors import ErrorCode
from kraft_wire.message import Struct
from kraft_wire.messages import ApiKey, request_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.config.process_keys import Listener, ProcessConfiguration
    from kraft_core.config.properties import Properties
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.service import RequestContext, ServedRequest
    from kraft_wire.message import Message

_AUDIT: Final = logging.getLogger("kraft.authorizer")

CLASS_KEY: Final = "authorizer.class.name"
EARLY_KEY: Final = "early.start.listeners"
FAILED_TEXT: Final = "Cluster authorization failed."
_UNEXPECTED_TEXT: Final = "The server experienced an unexpected error when processing the request."


# -- configuration ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizerSettings:
    """The keys of StandardAuthorizer.

    `late_listeners` accept no requests before ACLs are loaded.
    """

    super_users: frozenset[str] = frozenset()
    allows_unlisted: bool = False
    late_listeners: frozenset[str] = frozenset()

    @classmethod
    def read(
        cls, properties: Properties, process: ProcessConfiguration
    ) -> AuthorizerSettings | None:
        """Read a configuration, None without an authorizer; raises ConfigurationError."""
        late = _late_listeners(properties, process)
        class_name = (properties.text(CLASS_KEY) or "").strip()
        if not class_name:
            return None
        if class_name != STANDARD_AUTHORIZER:
            raise ConfigurationError(
                f"{CLASS_KEY}={class_name} is not supported; only {STANDARD_AUTHORIZER} is."
            )
        try:
            super_users = parse_super_users(properties.text("super.users") or "")
        except SecurityConfigError as error:
            raise ConfigurationError(f"{error}.") from None
        # as Boolean.parseBoolean reads it, all other texts mean false
        unlisted = (properties.text("allow.everyone.if.no.acl.found") or "").strip().lower()
        return cls(super_users=super_users, allows_unlisted=unlisted == "true", late_listeners=late)


def _late_listeners(properties: Properties, process: ProcessConfiguration) -> frozenset[str]:
    text = properties.text(EARLY_KEY)
    if text is None:
        return frozenset()  # KafkaConfig.earlyStartListeners: all controller listeners are early
    known = {listener.name for listener in process.listeners} | set(process.controller_names)
    early = {name.strip() for name in text.split(",") if name.strip()}
    for name in sorted(early - known):
        raise ConfigurationError(
            f"{EARLY_KEY} contains listener {name}, but this is not contained in listeners or"
            " controller.listener.names"
        )
    return frozenset(process.controller_names) - early


def unguarded(configuration: NodeConfiguration) -> list[Listener]:
    """Return listeners beyond this machine without authentication and authorization."""
    if configuration.authorizer is not None:
        return []
    keys = configuration.security.listeners
    return [
        each
        for each in configuration.bound
        if not _is_loopback(each.host) and not (each.name in keys and keys[each.name].authenticates)
    ]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


# -- rights ----------------------------------------------------------------------------------------

_RAFT: Final = frozenset(
    {
        ApiKey.FETCH,
        ApiKey.VOTE,
        ApiKey.BEGIN_QUORUM_EPOCH,
        ApiKey.END_QUORUM_EPOCH,
        ApiKey.FETCH_SNAPSHOT,
    }
)
_WITHOUT_RIGHTS: Final = frozenset(
    {ApiKey.SASL_HANDSHAKE, ApiKey.API_VERSIONS, ApiKey.SASL_AUTHENTICATE}
)
_NEEDS: Final[dict[int, Operation]] = {
    **dict.fromkeys(
        (
            *_RAFT,
            ApiKey.UPDATE_RAFT_VOTER,
            ApiKey.ALTER_PARTITION,
            ApiKey.ENVELOPE,
            ApiKey.BROKER_REGISTRATION,
            ApiKey.BROKER_HEARTBEAT,
            ApiKey.ALLOCATE_PRODUCER_IDS,
            ApiKey.CONTROLLER_REGISTRATION,
            ApiKey.ASSIGN_REPLICAS_TO_DIRS,
        ),
        Operation.CLUSTER_ACTION,
    ),
    **dict.fromkeys(
        (ApiKey.DESCRIBE_ACLS, ApiKey.LIST_PARTITION_REASSIGNMENTS, ApiKey.DESCRIBE_QUORUM),
        Operation.DESCRIBE,
    ),
    **dict.fromkeys(
        (
            ApiKey.CREATE_ACLS,
            ApiKey.DELETE_ACLS,
            ApiKey.ELECT_LEADERS,
            ApiKey.ALTER_PARTITION_REASSIGNMENTS,
            ApiKey.ALTER_USER_SCRAM_CREDENTIALS,
            ApiKey.UPDATE_FEATURES,
            ApiKey.UNREGISTER_BROKER,
            ApiKey.UNREGISTER_CONTROLLER,
            ApiKey.ADD_RAFT_VOTER,
            ApiKey.REMOVE_RAFT_VOTER,
        ),
        Operation.ALTER,
    ),
    ApiKey.ALTER_CLIENT_QUOTAS: Operation.ALTER_CONFIGS,
}
"""Operation that an API needs on the cluster. DescribeCluster needs ALTER, but Kafka looks at
metadata.version before: whoever answers it asks `refused_description`."""


class Refused(NamedTuple):
    """The error that a request is answered with."""

    code: ErrorCode
    text: str | None


class Access:
    """The rights of all clients of this node; without settings everything is allowed."""

    def __init__(self, settings: AuthorizerSettings | None = None) -> None:
        self.authorizer: StandardAuthorizer | None = None
        if settings is not None:
            self.authorizer = StandardAuthorizer(
                settings.super_users, allows_unlisted=settings.allows_unlisted
            )
        self.audit = AuditLog()
        self.allowed = 0
        self.denied = 0

    @property
    def has_authorizer(self) -> bool:
        """Return True if an authorizer is configured."""
        return self.authorizer is not None

    def refused(self, api_key: int, context: RequestContext) -> Refused | None:
        """Check a request; return None if it is allowed, else the error of the response."""
        if self.authorizer is None or api_key in _WITHOUT_RIGHTS:
            return None
        return self._refused(self.authorizer, api_key, context, _NEEDS.get(api_key))

    def refused_description(self, context: RequestContext) -> Refused | None:
        """Check DescribeCluster in the same way, once its metadata.version was checked."""
        if self.authorizer is None:
            return None
        return self._refused(self.authorizer, ApiKey.DESCRIBE_CLUSTER, context, Operation.ALTER)

    def _refused(
        self,
        authorizer: StandardAuthorizer,
        api_key: int,
        context: RequestContext,
        needed: Operation | None,
    ) -> Refused | None:
        try:
            if needed is None:
                # its rights are checked later, but no request is answered before the ACLs are
                # loaded
                if not authorizer.is_loaded:
                    self._require_loaded(authorizer, context)
                return None
            if self._is_allowed(context, Action(needed), api_key):
                return None
        except NotLoadedError:
            self.denied += 1
            self.audit.not_loaded(context, api_key)
            return Refused(ErrorCode.UNKNOWN_SERVER_ERROR, _UNEXPECTED_TEXT)
        if api_key in _RAFT:
            return Refused(ErrorCode.UNKNOWN_SERVER_ERROR, None)
        return Refused(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, FAILED_TEXT)

    @staticmethod
    def _require_loaded(authorizer: StandardAuthorizer, context: RequestContext) -> None:
        authorizer.authorize(context.principal, context.host, Action(Operation.DESCRIBE))

    def allows(
        self, context: RequestContext, api_key: int
    ) -> Callable[[Operation, ResourceType, str], bool]:
        """Return a function that checks the caller's rights; it raises NotLoadedError."""
        return partial(self._allows, context, api_key)

    def _allows(
        self,
        context: RequestContext,
        api_key: int,
        operation: Operation,
        resource_type: ResourceType,
        name: str,
    ) -> bool:
        return self._is_allowed(context, Action(operation, resource_type, name), api_key)

    def _is_allowed(self, context: RequestContext, action: Action, api_key: int) -> bool:
        if self.authorizer is None:
            return True
        verdict = self.authorizer.authorize(context.principal, context.host, action)
        if verdict.is_allowed:
            self.allowed += 1
            return True
        self.denied += 1
        if not _is_first_attempt(action, api_key):
            self.audit.denied(
                context,
                api_key,
                audit_text(verdict, context.principal, context.host, action, api_key),
            )
        return False

    def cluster_operations(self, context: RequestContext) -> int:
        """Return the caller's operations on the cluster, in the form of responses.

        0 without DESCRIBE, as AuthHelper.computeDescribeClusterResponse.
        """
        if self.authorizer is None:
            return bit_field(CLUSTER_OPERATIONS)
        found = self.authorizer.cluster_operations(context.principal, context.host)
        return found if found & 1 << Operation.DESCRIBE else 0


def _is_first_attempt(action: Action, api_key: int) -> bool:
    """Return True for actions that Kafka does not audit (logIfDenied in ControllerApis)."""
    if action.operation is Operation.DESCRIBE_CONFIGS:
        return api_key == ApiKey.CREATE_TOPICS
    is_on_cluster = action.resource_type is ResourceType.CLUSTER
    return is_on_cluster and action.operation in {Operation.CREATE, Operation.DELETE}


# -- the audit log ---------------------------------------------------------------------------------

_COUNT_EVERY_S: Final = 10.0
_REMEMBERED: Final = 1_000
_COUNTED_LINES: Final = 20


class AuditLog:
    """Lines about refusals and changes. Call `look` about once a second."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._counted_at_s = now_s()
        # by principal, address and API: further denials since the last count
        self._more: OrderedDict[tuple[str, str, int], int] = OrderedDict()

    def denied(self, context: RequestContext, api_key: int, text: str) -> None:
        """Log a denied request, once for each principal and API."""
        if not self._is_first(context, api_key):
            return
        if api_key not in _RAFT:
            _AUDIT.info("%s", text)
            return
        _AUDIT.error(
            "%s of %s from %s is refused, so it cannot join the quorum through this node: add %s to"
            " super.users of this node, or an ACL for CLUSTER_ACTION on the cluster (%s)",
            *(api_name(api_key), context.principal, context.host, context.principal, text),
        )

    def not_loaded(self, context: RequestContext, api_key: int) -> None:
        """Count a request of a normal user that came before the ACLs were loaded."""
        if self._is_first(context, api_key):
            level = logging.ERROR if api_key in _RAFT else logging.INFO
            _AUDIT.log(
                level,
                "%s of %s from %s is refused: ACLs are not loaded yet, and it is not a super user",
                *(api_name(api_key), context.principal, context.host),
            )

    def _is_first(self, context: RequestContext, api_key: int) -> bool:
        key = (str(context.principal), context.host, api_key)
        known = self._more.get(key)
        self._more[key] = 0 if known is None else known + 1
        self._more.move_to_end(key)
        if len(self._more) > _REMEMBERED:
            self._more.popitem(last=False)
        return known is None

    def look(self) -> None:
        """Every ten seconds, log the number of refusals that were not logged individually."""
        if self._now_s() - self._counted_at_s < _COUNT_EVERY_S:
            return
        self._counted_at_s = self._now_s()
        counted = [(key, count) for key, count in self._more.items() if count]
        for key, _ in counted:
            self._more[key] = 0
        counted.sort(key=lambda each: -each[1])
        for (principal, host, api_key), count in counted[:_COUNTED_LINES]:
            _AUDIT.info(
                "%d more refusals of %s to %s from %s", count, api_name(api_key), principal, host
            )
        rest = sum(count for _, count in counted[_COUNTED_LINES:])
        if rest:
            _AUDIT.info("%d more refusals to others", rest)

    def follow(self, request: ServedRequest) -> ServedRequest:
        """Return the request, changed to log its answer if it is a change that is always logged."""
        if request.message.API_KEY not in _CHANGES:
            return request
        message, context, later = request.message, request.context, request.reply_later

        def noted(answer: Message) -> Message:
            self.changed(message, context, answer)
            return answer

        return replace(
            request,
            reply=lambda answer: request.reply(noted(answer)),
            reply_later=None if later is None else lambda build: later(lambda: noted(build())),
        )

    def changed(self, message: Message, context: RequestContext, answer: Message) -> None:
        """Write the line of a change: its principal and its result."""
        api_key = message.API_KEY or 0
        describe = _CHANGES.get(api_key)
        if describe is None:
            return
        _AUDIT.info(
            "%s by %s from %s%s: %s; %s",
            api_name(api_key),
            context.principal,
            context.host or "this node",
            " (forwarded)" if context.is_forwarded else "",
            _shortened(describe(message)),
            outcome_text(answer),
        )


def api_name(api_key: int) -> str:
    """Return Kafka's name of an API."""
    return request_class(api_key).__name__.removesuffix("Request")


_TEXT_MAX: Final = 1_000


def _shortened(parts: Iterable[str]) -> str:
    text = ", ".join(parts)
    text = "".join(each if each.isprintable() else "?" for each in text)  # one line each
    return text if len(text) <= _TEXT_MAX else text[:_TEXT_MAX] + "..."


def outcome_text(answer: Message) -> str:
    """Count the errors of an answer: `NONE`, or `2 of 3 failed: INVALID_REQUEST`."""
    top = getattr(answer, "error_code", 0)
    if top:
        return _error_name(top)
    codes = Counter(
        int(getattr(each, "error_code", 0))
        for name in answer._FIELDS
        if isinstance(items := getattr(answer, name), tuple)
        for each in items
        if isinstance(each, Struct) and "error_code" in each._FIELDS
    )
    failed = {code: count for code, count in codes.items() if code}
    if not failed:
        return "NONE"
    names = ", ".join(sorted(map(_error_name, failed)))
    return f"{sum(failed.values())} of {sum(codes.values())} failed: {names}"


def _error_name(code: int) -> str:
    try:
        return ErrorCode(code).name
    except ValueError:
        return str(code)


def _replica(message: Any) -> str:
    return f"voter {message.voter_id}-{message.voter_directory_id}"


def _addition(message: Any) -> Iterable[str]:
    yield _replica(message)
    for listener in message.listeners:
        yield f"{listener.name}://{listener.host}:{listener.port}"


def _removal(message: Any) -> Iterable[str]:
    yield _replica(message)


def _unregistration(message: Any) -> Iterable[str]:
    yield f"controller {message.controller_id}"


def _features(message: Any) -> Iterable[str]:
    if message.validate_only:
        yield "validate only"
    for update in message.feature_updates:
        yield f"{update.feature}={update.max_version_level}"


def _acl_words(
    resource: int, name: str | None, pattern: str, operation: int, permission: int
) -> str:
    def named(codes: type[Operation | ResourceType | Permission], code: int) -> str:
        return codes(code).name if 0 <= code < len(codes) else str(code)

    return (
        f"{named(Permission, permission)} {named(Operation, operation)} on"
        f" {named(ResourceType, resource)} {name or '*'} {pattern}"
    )


def _created_acls(message: Any) -> Iterable[str]:
    for each in message.creations:
        words = _acl_words(
            each.resource_type,
            each.resource_name,
            f"(pattern type {each.resource_pattern_type})",
            each.operation,
            each.permission_type,
        )
        yield f"{words} for {each.principal} from {each.host}"


def _deleted_acls(message: Any) -> Iterable[str]:
    for each in message.filters:
        words = _acl_words(
            each.resource_type_filter,
            each.resource_name_filter,
            f"(pattern type {each.pattern_type_filter})",
            each.operation,
            each.permission_type,
        )
        yield f"{words} for {each.principal_filter or '*'} from {each.host_filter or '*'}"


_SCRAM_NAMES: Final = {1: "SCRAM-SHA-256", 2: "SCRAM-SHA-512"}


def _credentials(message: Any) -> Iterable[str]:
    for each in message.deletions:
        yield f"delete {_SCRAM_NAMES.get(each.mechanism, each.mechanism)} of {each.name}"
    for each in message.upsertions:
        yield f"set {_SCRAM_NAMES.get(each.mechanism, each.mechanism)} of {each.name}"


def _new_token(message: Any) -> Iterable[str]:
    if message.owner_principal_name:
        yield f"owner {message.owner_principal_type}:{message.owner_principal_name}"
    else:
        yield "owner is who asks"


def _token(_: Any) -> Iterable[str]:
    yield "a delegation token"


_CHANGES: Final[dict[int, Callable[[Any], Iterable[str]]]] = {
    ApiKey.CREATE_ACLS: _created_acls,
    ApiKey.DELETE_ACLS: _deleted_acls,
    ApiKey.CREATE_DELEGATION_TOKEN: _new_token,
    ApiKey.RENEW_DELEGATION_TOKEN: _token,
    ApiKey.EXPIRE_DELEGATION_TOKEN: _token,
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: _credentials,
    ApiKey.UPDATE_FEATURES: _features,
    ApiKey.ADD_RAFT_VOTER: _addition,
    ApiKey.REMOVE_RAFT_VOTER: _removal,
    ApiKey.UNREGISTER_CONTROLLER: _unregistration,
}
"""Requests that are always logged, and the logged fields: never a secret."""

"""Requests that the replica does not handle: ApiVersions, refusals, and a `Service`.

- ApiVersions as a controller of Kafka 4.3.1 answers it, with UnregisterController of 4.4: APIs and
  versions of its controller listener, supported and finalized features (KIP-584, KIP-511).
- Refusals: one error for a whole request, in each place that its answer has for one
  (`getErrorResponse` of each request in Kafka). Most answers have one place, at the top. The others
  have one for each thing that was asked about, and name it.
- `Service` is what a custom quorum needs: nothing but the requests of the replica. A controller is
  another one and lists more APIs in `served`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from kraft_core.config.feature_levels import KRAFT_VERSION
from kraft_core.raft.replica.rpc_mapping import ANSWERED_API_KEYS
from kraft_core.security.principals import ANONYMOUS, Principal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ApiKey,
    ApiVersionsRequest,
    ApiVersionsResponse,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
    response_class,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from kraft_core.node.node import RaftNode
    from kraft_wire.message import Message
    from kraft_wire.sasl import ScramCredential


# -- ApiVersions -----------------------------------------------------------------------------------

_TABLE: Final = (
    "1:4-18 17:0-1 18:0-4 19:2-7 20:1-6 29:1-3 30:1-3 31:1-3 32:1-4 33:0-2 36:0-2 37:0-3 38:1-3"
    " 39:1-2 40:1-2 41:1-3 43:0-2 44:0-1 45:0-1 46:0-0 49:0-1 50:0-0 51:0-0 52:0-2 53:0-1 54:0-1"
    " 55:0-2 56:2-3 57:0-2 58:0-0 59:0-1 60:0-2 62:0-4 63:0-2 64:0-0 67:0-0 70:0-0 73:0-0 80:0-1"
    " 81:0-0 82:0-0 94:0-0"
)


def _served() -> dict[int, tuple[int, int]]:
    found = {}
    for entry in _TABLE.split():
        key, _, versions = entry.partition(":")
        lowest, _, highest = versions.partition("-")
        found[int(key)] = (int(lowest), int(highest))
    return found


SERVED: Final = _served()
"""Lowest and highest version of each API of the controller listener, by API key."""

REPLICA_APIS: Final = {
    key: SERVED[key]
    for key in sorted(
        (ApiKey.SASL_HANDSHAKE, ApiKey.API_VERSIONS, ApiKey.SASL_AUTHENTICATE, *ANSWERED_API_KEYS)
    )
}
"""The APIs that a replica answers itself, ApiVersions, and SASL."""

JAVA_SOFTWARE: Final = "apache-kafka-java"
OWN_SOFTWARE: Final = "kraft"
WITNESS_SOFTWARE: Final = "kraft-witness"
"""Software names of Fetch connections that show whether their replica can lead."""

_SOFTWARE: Final = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?")
_NAMED_FROM: Final = 3
_LOW_FEATURES_FROM: Final = 4


@dataclass(frozen=True, slots=True)
class FinalizedFeatures:
    """The levels that the metadata log has set, and the offset up to which it was read.

    `levels` is None and `epoch` -1 as long as no metadata.version is committed: then nothing is
    reported as finalized, kraft.version neither (KAFKA-19964, FinalizedFeatures.unknown).
    """

    levels: Mapping[str, int] | None = None
    epoch: int = -1


@dataclass(frozen=True, slots=True)
class SelfDescription:
    """The node's description: APIs, supported and finalized features, and kraft.version."""

    served: Mapping[int, tuple[int, int]]
    supported: Mapping[str, tuple[int, int]]
    finalized: FinalizedFeatures
    kraft_version: int


class ApiVersionsAnswers:
    """Answers ApiVersions requests. An answer is made once for each description.

    A client can ask without pause: making 60 objects is most of the cost.
    """

    def __init__(self) -> None:
        self._description: SelfDescription | None = None
        self._made: dict[bool, ApiVersionsResponse] = {}

    def answer(
        self, request: ApiVersionsRequest, api_version: int, description: SelfDescription
    ) -> ApiVersionsResponse:
        """Return the answer; error 42 for a software name or version that is not valid."""
        # KIP-511, ApiVersionsRequest.isValid
        if api_version >= _NAMED_FROM and not _is_named(request):
            return ApiVersionsResponse(error_code=ErrorCode.INVALID_REQUEST)
        if description != self._description:
            self._description = description
            self._made.clear()
        has_low = api_version >= _LOW_FEATURES_FROM
        answer = self._made.get(has_low)
        if answer is None:
            answer = self._made[has_low] = _described(description, has_low=has_low)
        return answer


def _described(description: SelfDescription, *, has_low: bool) -> ApiVersionsResponse:
    cls = ApiVersionsResponse
    levels = dict(description.finalized.levels or {})
    if description.finalized.levels is not None and description.kraft_version:
        levels[KRAFT_VERSION] = description.kraft_version
    return cls(
        api_keys=tuple(
            cls.ApiVersion(api_key=key, min_version=lowest, max_version=highest)
            for key, (lowest, highest) in description.served.items()
        ),
        supported_features=tuple(
            cls.SupportedFeatureKey(name=name, min_version=lowest, max_version=highest)
            for name, (lowest, highest) in description.supported.items()
            # KAFKA-17011: readers of versions below 4 fail on a lowest level of 0, so that they do
            # not see kraft.version among the supported features
            if lowest or has_low
        ),
        finalized_features_epoch=description.finalized.epoch,
        finalized_features=tuple(
            cls.FinalizedFeatureKey(name=name, max_version_level=level, min_version_level=level)
            # level 0 means that a feature is off, so it is not finalized (KIP-584); kraft.version
            # is among these in every version that has the field
            for name, level in levels.items()
            if level
        ),
    )


def may_lead(software_name: str) -> bool | None:
    """Return True if a replica that fetches with this software can lead.

    None if it does not say.
    """
    return {JAVA_SOFTWARE: True, OWN_SOFTWARE: True, WITNESS_SOFTWARE: False}.get(software_name)


def _is_named(request: ApiVersionsRequest) -> bool:
    return all(
        _SOFTWARE.fullmatch(text)
        for text in (request.client_software_name, request.client_software_version)
    )


# -- refusals --------------------------------------------------------------------------------------


class _Items(NamedTuple):
    """The fields that list the items of a request and of its response."""

    asked: tuple[str, ...]
    answered: str
    structure: str
    copied: tuple[tuple[str, str], ...] = ()


_RESOURCE: Final = (("resource_type", "resource_type"), ("resource_name", "resource_name"))
_NAME: Final = (("name", "name"),)
_ITEMS: Final[dict[int, _Items]] = {
    ApiKey.CREATE_TOPICS: _Items(("topics",), "topics", "CreatableTopicResult", _NAME),
    ApiKey.DELETE_TOPICS: _Items(
        ("topics",), "responses", "DeletableTopicResult", (*_NAME, ("topic_id", "topic_id"))
    ),
    ApiKey.CREATE_ACLS: _Items(("creations",), "results", "AclCreationResult"),
    ApiKey.DELETE_ACLS: _Items(("filters",), "filter_results", "DeleteAclsFilterResult"),
    ApiKey.DESCRIBE_CONFIGS: _Items(("resources",), "results", "DescribeConfigsResult", _RESOURCE),
    ApiKey.ALTER_CONFIGS: _Items(
        ("resources",), "responses", "AlterConfigsResourceResponse", _RESOURCE
    ),
    ApiKey.CREATE_PARTITIONS: _Items(("topics",), "results", "CreatePartitionsTopicResult", _NAME),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: _Items(
        ("resources",), "responses", "AlterConfigsResourceResponse", _RESOURCE
    ),
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: _Items(
        ("deletions", "upsertions"),
        "results",
        "AlterUserScramCredentialsResult",
        (("name", "user"),),
    ),
}


def refusal(
    request: Message, api_version: int, code: ErrorCode, text: str | None = None
) -> Message:
    """Build a refusal: an error code, and a message if the response has a field for it."""
    api_key = request.API_KEY or 0
    response: Any = response_class(api_key)
    error = _error(response, code, text)
    if api_key == ApiKey.ELECT_LEADERS:
        return _elections(request, response, code, text, has_top=api_version > 0)
    if error:
        refused: Message = response(**error)
        if api_key == ApiKey.ALTER_PARTITION_REASSIGNMENTS:
            refused = response(**error, responses=_reassignments(request, response, code, text))
        if api_key == ApiKey.LIST_PARTITION_REASSIGNMENTS:
            refused = response(**error, topics=_ongoing(request, response))
        return refused
    listed: Message
    if api_key == ApiKey.ALTER_CLIENT_QUOTAS:
        listed = response(entries=tuple(_quota_entries(request, response, code, text)))
        return listed
    items = _ITEMS.get(api_key)
    if items is None:
        listed = response()
        return listed
    listed = response(**{items.answered: tuple(_refused(items, request, response, code, text))})
    return listed


def _error(structure: Any, code: ErrorCode, text: str | None) -> dict[str, Any]:
    """Return the fields of an error that a structure has."""
    fields = {"error_code": code, "error_message": text}
    return {name: value for name, value in fields.items() if name in structure._FIELDS}


def _refused(
    items: _Items, request: Any, response: Any, code: ErrorCode, text: str | None
) -> Iterator[Any]:
    structure = getattr(response, items.structure)
    error = _error(structure, code, text)
    for asked in _asked(items, request):
        copied = {to: getattr(asked, of) for of, to in items.copied}
        yield structure(**copied, **error)
    if request.API_KEY == ApiKey.DELETE_TOPICS:
        for name in request.topic_names:
            yield structure(name=name, **error)


def _asked(items: _Items, request: Any) -> Iterable[Any]:
    """Return the items of a request; the first of each name, where two lists have names."""
    found = [each for name in items.asked for each in getattr(request, name)]
    if len(items.asked) == 1:
        return found
    firsts: dict[str, Any] = {}
    for each in found:
        firsts.setdefault(each.name, each)
    return firsts.values()


def _quota_entries(request: Any, response: Any, code: ErrorCode, text: str | None) -> Iterator[Any]:
    error = _error(response.EntryData, code, text)
    for entry in request.entries:
        entity = tuple(
            response.EntityData(entity_type=each.entity_type, entity_name=each.entity_name)
            for each in entry.entity
        )
        yield response.EntryData(entity=entity, **error)


def _reassignments(
    request: Any, response: Any, code: ErrorCode, text: str | None
) -> tuple[Any, ...]:
    """Return one error for each partition, in addition to the top-level one."""
    error = _error(response.ReassignablePartitionResponse, code, text)
    return tuple(
        response.ReassignableTopicResponse(
            name=topic.name,
            partitions=tuple(
                response.ReassignablePartitionResponse(
                    partition_index=partition.partition_index, **error
                )
                for partition in topic.partitions
            ),
        )
        for topic in request.topics
    )


def _ongoing(request: Any, response: Any) -> tuple[Any, ...]:
    """Return each requested partition, without any replicas in motion."""
    return tuple(
        response.OngoingTopicReassignment(
            name=topic.name,
            partitions=tuple(
                response.OngoingPartitionReassignment(partition_index=index)
                for index in topic.partition_indexes
            ),
        )
        for topic in request.topics or ()
    )


def _elections(
    request: Any, response: Any, code: ErrorCode, text: str | None, *, has_top: bool
) -> Message:
    """Return one error for each partition; the top-level field exists from version 1 on."""
    error = _error(response.PartitionResult, code, text)
    results = tuple(
        response.ReplicaElectionResult(
            topic=topic.topic,
            partition_result=tuple(
                response.PartitionResult(partition_id=partition, **error)
                for partition in topic.partitions
            ),
        )
        for topic in request.topic_partitions or ()
    )
    answer: Message = response(
        replica_election_results=results, **(_error(response, code, text) if has_top else {})
    )
    return answer


# -- the service -----------------------------------------------------------------------------------

_NO_FEATURES: Final = FinalizedFeatures(levels={})


@dataclass(frozen=True, slots=True)
class RequestContext:
    """The sender of a request.

    Of a forwarded request, the broker's client (Kafka's RequestContext).

    `host` is the address in Java's form, as the hosts of ACLs are written. `security_protocol` is
    that of the connection, also for a forwarded request. `has_token` says that a delegation token
    proved the principal.
    """

    principal: Principal = ANONYMOUS
    host: str = ""
    security_protocol: str = "PLAINTEXT"
    client_id: str | None = None
    has_token: bool = False
    is_forwarded: bool = False


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request that the replica does not handle. Call `reply` once, now or later.

    `inner` is what `Service.unpack` returned for the message. `reply_later` is for a large
    request: it runs a function that builds the answer in another thread. `busy_ns`
    returns the time that the request took of the event loop.
    """

    listener: str
    api_version: int
    message: Message
    reply: Callable[[Message], None]
    inner: object = None
    reply_later: Callable[[Callable[[], Message]], None] | None = None
    context: RequestContext = RequestContext()
    busy_ns: Callable[[], int] = lambda: 0

    def refuse(self, code: ErrorCode, text: str | None = None) -> None:
        """Answer with one error for each item; for a large request this takes a while."""
        build = partial(refusal, self.message, self.api_version, code, text)
        if self.reply_later is None:
            self.reply(build())
        else:
            self.reply_later(build)


class Sample(NamedTuple):
    """A metric of a service: its name, its description, and its current value.

    The name of a counter is written without `_total`, which is added. A summary has three names:
    `suffix` is "" for a quantile, `_count` and `_sum`.
    """

    name: str
    about: str
    value: float
    labels: tuple[tuple[str, str], ...] = ()
    kind: Literal["gauge", "counter", "summary"] = "gauge"
    suffix: str = ""


EXEMPT: Final = frozenset((*ANSWERED_API_KEYS, ApiKey.ALTER_PARTITION, ApiKey.ENVELOPE))
"""The APIs that count for no quota of requests, unless they are denied: raft must not wait for one
(ControllerApis.handleRaftRequest, sendResponseExemptThrottle; KIP-124). An envelope is charged to
the client whose request is in it."""


def throttled(response: Any, throttle_ms: int) -> Message:
    """Return the answer with this throttle time, unless it has a longer one or no field for it."""
    answer: Message = response
    if getattr(response, "throttle_time_ms", throttle_ms) < throttle_ms:
        answer = response.replace(throttle_time_ms=throttle_ms)
    return answer


NO_SASL: Final = "SaslAuthenticate request received after successful authentication"


class Service:
    """Serves no API by itself. `attach` is called before the first request."""

    served: Mapping[int, tuple[int, int]] = REPLICA_APIS
    supported: Mapping[str, tuple[int, int]] = {"kraft.version": (0, 1)}

    def attach(self, node: RaftNode) -> None:
        """Receive the node, before it starts."""

    def unpack(self, message: Message) -> object:
        """Decode the content of a request for `ServedRequest.inner`; called in any thread."""
        del message
        return None

    def housekeep(self) -> None:
        """Do periodic work, about once per second."""

    def charge(self, context: RequestContext, time_ns: int) -> int:
        """Count the time of a request for its client. Return how long to mute the client, in ms."""
        del context, time_ns
        return 0

    def note_time(self, context: RequestContext, time_ns: int) -> None:
        """Count time for a client without muting it now."""

    def samples(self) -> Iterable[Sample]:
        """Return the metrics of the service, as they are now."""
        return ()

    def why_not_ready(self) -> str | None:
        """Return why the service cannot do its work; None if it can."""
        return None

    def unreadable_credentials(self) -> int:
        """Return the number of changes of SCRAM credentials that could not be read."""
        return 0

    async def close(self, timeout_s: float) -> None:
        """Release resources when the node ends."""

    def finalized_features(self) -> FinalizedFeatures:
        """Return the levels of all features except kraft.version, which the replica has."""
        return _NO_FEATURES

    def receive(self, request: ServedRequest) -> None:
        """Answer a request of `served` that the replica does not handle."""
        if isinstance(request.message, SaslHandshakeRequest | SaslAuthenticateRequest):
            # a listener with SASL answers these before they get here
            request.refuse(ErrorCode.ILLEGAL_SASL_STATE, NO_SASL)
        else:
            request.refuse(ErrorCode.UNSUPPORTED_VERSION)

    def scram_credential(self, mechanism: str, user: str) -> ScramCredential | None:
        """Return the credential in the committed metadata; None for an unknown user."""
        del mechanism, user
        return None

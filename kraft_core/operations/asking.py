"""Ask the nodes of a quorum what each of them knows: the reports of a `QuorumView`.

Each node is asked separately and at once, so that one that is dead or cut off costs no more than
its timeout and cannot hide the others. A node is asked for ApiVersions (features), DescribeCluster
(the cluster id and the registered controllers), DescribeQuorum (of a leader the replicas, of every
kraft node its state document) and, if it does not lead, a Fetch of a consumer (replica -1), whose
refusal names leader and epoch. Findings are not decided here.
"""

from __future__ import annotations

import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from socket import gaierror
from typing import TYPE_CHECKING, Any, Final

from kraft_core.client.blocking import BlockingDriver
from kraft_core.client.errors import (
    AuthenticationError,
    ClientError,
    ConnectionLostError,
    CorruptAnswerError,
    is_tls_spoken,
    tls_reason,
)
from kraft_core.client.metadata_log import (
    TOPIC,
    describe_quorum_request,
    fetch_answer,
    fetch_request,
    holds_voters,
    whole_batches,
)
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint, Settings, parse_endpoints
from kraft_core.config.errors import CANNOT_BECOME_ACTIVE
from kraft_core.config.process_keys import AUTO_JOIN
from kraft_core.net.addresses import Addresses
from kraft_core.net.resolver import NameTimeoutError
from kraft_core.operations.checks import examined
from kraft_core.operations.node_state import ReplicaId, decode_node_state
from kraft_core.operations.reports import (
    Description,
    Failure,
    Listener,
    LocalNode,
    NodeReport,
    PendingChange,
    Reach,
    ReplicaReport,
    reach_of,
)
from kraft_core.operations.view import QuorumView, quorum_view
from kraft_core.raft.quorum_state import QuorumState, decode_state
from kraft_wire import messages
from kraft_wire.errors import ErrorCode, UnsupportedVersionError, WireError
from kraft_wire.messages import ApiKey
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kraft_core.client.session import Session
    from kraft_core.client.steps import Operation

TIMEOUT_S: Final = 3.0
_AT_ONCE: Final = 32
_REASON_BYTES_MAX: Final = 200
_ROUNDS: Final = 2
_REGISTERED_MAX: Final = 100
_BROKER_CONFIG: Final = 4
_UNCOMMITTED_BYTES: Final = 1 << 20
_UNCOMMITTED_FETCHES: Final = 8
"""Limits for reading the uncommitted end of a log: bytes per response, and responses."""
_NO_MECHANISM: Final = "NONE"
"""Refused by every listener with SASL, which names its mechanisms then."""
_CONTROLLERS: Final = 2
"""DescribeCluster's endpoint type for controllers."""


def observe(
    endpoints: Sequence[Endpoint],
    *,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
    ready_port: int | None = None,
    local: LocalNode | None = None,
    for_plan: bool = False,
) -> QuorumView:
    """Ask these controllers and those that they know; never raises ClientError.

    With `ready_port` each is asked for `/ready` there (`kraft.metrics.listener`). With `for_plan`
    all registered controllers are asked, and what a plan for the voters needs: the uncommitted end
    of the leader's log, and whether a node adds itself.
    """
    brief = _brief(settings)
    asked = list(endpoints)
    reports = _ask_all(asked, brief, tls, ready_port, for_plan=for_plan)
    for _ in range(_ROUNDS):  # a follower knows the leader, the leader all voters
        more = _others(reports, asked)
        if for_plan:
            more += _registered(reports, [*asked, *more])
        if not more:
            break
        asked += more
        reports += _ask_all(more, brief, tls, ready_port, for_plan=for_plan)
    return examined(quorum_view(reports, _now_ms(), local))


def reports_of(
    endpoints: Sequence[Endpoint],
    *,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
) -> list[NodeReport]:
    """Ask only the nodes at these addresses, in their order, for what a plan needs."""
    return _ask_all(endpoints, _brief(settings), tls, None, for_plan=True)


def _brief(settings: Settings | None) -> Settings:
    given = settings or Settings()
    return replace(
        given,
        connect_timeout_s=min(given.connect_timeout_s, TIMEOUT_S),
        request_timeout_s=min(given.request_timeout_s, TIMEOUT_S),
    )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _ask_all(
    endpoints: Iterable[Endpoint],
    settings: Settings,
    tls: ssl.SSLContext | None,
    ready_port: int | None,
    *,
    for_plan: bool,
) -> list[NodeReport]:
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = [
            pool.submit(_ask, each, settings, tls, ready_port, for_plan=for_plan)
            for each in endpoints
        ]
        return [each.result() for each in asked]


def _others(reports: Iterable[NodeReport], asked: Iterable[Endpoint]) -> list[Endpoint]:
    """Return the first address of each voter that was not queried at any address.

    A leader that has answered can be known by another name; one that has not is asked where its
    followers, or the registrations, say that it listens.
    """
    known = set(map(str, asked))
    found: dict[str, None] = {}
    answered = {each.description.leader_id for each in reports if each.description is not None}
    for report in reports:
        description = report.description or report.forwarded
        if description is not None:
            for node_id, addresses in description.addresses.items():
                if node_id not in answered and addresses and not known.intersection(addresses):
                    found[addresses[0]] = None
        elif report.sees_leader is not None and report.sees_leader not in {-1, *answered}:
            address = (report.registered or {}).get(report.sees_leader, report.leader_address)
            if address is not None and address not in known:
                found[address] = None
    return [endpoint for address in found for endpoint in _endpoints(address)]


def _registered(reports: Iterable[NodeReport], asked: Iterable[Endpoint]) -> list[Endpoint]:
    """Return the registered addresses that were not asked: those of candidates are among them."""
    known = set(map(str, asked))
    found = {
        address: None
        for report in reports
        if report.description is not None
        for address in (report.registered or {}).values()
        if address not in known
    }
    return [endpoint for address in found for endpoint in _endpoints(address)][:_REGISTERED_MAX]


def _endpoints(address: str) -> tuple[Endpoint, ...]:
    """Return an address of a peer as an endpoint; nothing if it is not valid."""
    try:
        return parse_endpoints(address)
    except ValueError:
        return ()


# -- one node --------------------------------------------------------------------------------------


def _ask(
    endpoint: Endpoint,
    settings: Settings,
    tls: ssl.SSLContext | None,
    ready_port: int | None,
    *,
    for_plan: bool,
) -> NodeReport:
    driver = BlockingDriver(tls)
    began_s = time.monotonic()
    said: dict[str, Any] = {}
    try:
        driver.run(_interview(endpoint, settings, said, for_plan=for_plan))
        said["answered_ms"] = round((time.monotonic() - began_s) * 1000)
    except (ClientError, OSError, WireError) as error:
        said["failure"] = _explained(error, endpoint, settings, tls)
        said["listener"] = _listener(error)
    finally:
        driver.close()
    if driver.was_accepted:
        said["listener"] = Listener.ACCEPTS
    if ready_port is not None:
        said |= _readiness(endpoint.host, ready_port)
    return NodeReport(address=str(endpoint), at_ms=_now_ms(), **said)


def _interview(
    endpoint: Endpoint, settings: Settings, said: dict[str, Any], *, for_plan: bool
) -> Operation[None]:
    """Fill in the fields of a `NodeReport`; answers received before an error stay."""
    session = yield from open_session(endpoint, settings)
    said["is_broker"] = is_broker = not session.serves(ApiKey.VOTE)
    versions = yield from session.call(
        messages.ApiVersionsRequest(client_software_name="kraft", client_software_version="1")
    )
    said["ranges"] = {
        each.name: (each.min_version, each.max_version) for each in versions.supported_features
    }
    # before there is a high watermark releases below 4.4 report level 7 (KAFKA-19964)
    if versions.finalized_features_epoch >= 0:
        said["levels"] = {each.name: each.max_version_level for each in versions.finalized_features}
        # the offset of a published image, which has only committed records (KRaftMetadataCache)
        said["committed_end"] = versions.finalized_features_epoch + 1
    yield from _ask_for_cluster(session, said)
    answer = yield from session.call(describe_quorum_request())
    if answer.error_code:
        said["failure"] = _refusal(answer.error_code)
        return
    topics = answer.topics
    if len(topics) != 1 or topics[0].topic_name != TOPIC or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("the DescribeQuorum response does not contain the metadata log")
    _take_state(answer, said)
    partition = topics[0].partitions[0]
    if is_broker:  # a broker forwards DescribeQuorum and has no controller state
        if partition.error_code:
            said["failure"] = _refusal(partition.error_code)
        else:
            said["forwarded"] = _description(answer, said)
        return
    yield from _ask_for_changes(session, said)
    if for_plan:
        yield from _ask_for_auto_join(session, said)
    if not partition.error_code:
        said["description"] = _description(answer, said)
        said["sees_leader"], said["sees_epoch"] = partition.leader_id, partition.leader_epoch
        if for_plan:
            said["pending"] = yield from _pending_change(session, settings, said["description"])
        return
    # not the leader: its refusal of a Fetch states its view
    fetched = fetch_answer(
        (
            yield from session.call(
                fetch_request(settings, leader_epoch=-1, offset=0, last_fetched_epoch=0)
            )
        )
    )
    if fetched.top_error:
        if "state" not in said:  # which already reported it
            said["failure"] = _refusal(fetched.top_error)
        return
    said["sees_leader"], said["sees_epoch"] = fetched.leader_id, fetched.leader_epoch
    if fetched.leader_endpoint is not None:
        said["leader_address"] = str(fetched.leader_endpoint)
    said["log_start"] = fetched.log_start_offset if fetched.log_start_offset >= 0 else None


def _ask_for_cluster(session: Session, said: dict[str, Any]) -> Operation[None]:
    """Ask for the cluster id and the registered controllers (KIP-919); it needs no right."""
    try:
        answer = yield from session.call(
            messages.DescribeClusterRequest(endpoint_type=_CONTROLLERS)
        )
    except UnsupportedVersionError:
        return
    if answer.error_code == ErrorCode.MISMATCHED_ENDPOINT_TYPE:  # a listener of a broker
        answer = yield from session.call(messages.DescribeClusterRequest())
    if not answer.error_code:
        said["cluster_id"] = answer.cluster_id or None
        if said["is_broker"]:
            return
        said["registered"] = {
            each.broker_id: str(Endpoint(each.host, each.port)) for each in answer.brokers
        }


def _take_state(answer: messages.DescribeQuorumResponse, said: dict[str, Any]) -> None:
    try:
        state = decode_node_state(answer.unknown_tagged_fields)
    except ValueError as error:
        said["state_error"] = str(error)
        return
    if state is not None:
        said["state"] = state
        said["cluster_id"] = state.cluster_id
        said["log_start"] = state.log_start
        said["committed_end"] = max(state.high_watermark or 0, said.get("committed_end") or 0)
        said["obstacle"] = state.obstacle
        said["sees_leader"] = -1 if state.leader_id is None else state.leader_id
        said["sees_epoch"] = state.epoch


def _description(answer: messages.DescribeQuorumResponse, said: dict[str, Any]) -> Description:
    """Read the description of a leader; a leader that is in no list is added as an observer."""
    partition = answer.topics[0].partitions[0]
    try:
        more = decode_state(answer.unknown_tagged_fields)
    except ValueError as error:
        said["state_error"], more = str(error), QuorumState()
    voters, observers = _replicas(partition.current_voters), _replicas(partition.observers)
    leader_id = partition.leader_id
    if leader_id not in {each.key.node_id for each in (*voters, *observers)}:
        observers = (*observers, ReplicaReport(ReplicaId(leader_id)))
    return Description(
        leader_id=leader_id,
        epoch=partition.leader_epoch,
        high_watermark=partition.high_watermark,
        voters=voters,
        observers=observers,
        addresses={
            node.node_id: tuple(str(Endpoint(each.host, each.port)) for each in node.listeners)
            for node in answer.nodes
        },
        listeners={
            node.node_id: tuple(each.name for each in node.listeners) for node in answer.nodes
        },
        contested=more.contested,
        regressed=more.regressed,
    )


def _replicas(
    states: Iterable[messages.DescribeQuorumResponse.ReplicaState],
) -> tuple[ReplicaReport, ...]:
    return tuple(
        ReplicaReport(
            ReplicaId(
                each.replica_id,
                None if each.replica_directory_id == ZERO_UUID else str(each.replica_directory_id),
            ),
            each.log_end_offset,
            each.last_fetch_timestamp,
            each.last_caught_up_timestamp,
        )
        for each in states
    )


def _ask_for_changes(session: Session, said: dict[str, Any]) -> Operation[None]:
    """Send requests that a kraft node answers only as the active controller.

    Kafka's controllers answer it in any role, and a quorum that is not of controllers has no such
    request. It needs DESCRIBE on the cluster, like DescribeQuorum.
    """
    name = messages.ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics
    request = messages.ListPartitionReassignmentsRequest(topics=(name(name=TOPIC),))
    try:
        answer = yield from session.call(request)
    except UnsupportedVersionError:
        return
    if answer.error_code in {ErrorCode.NONE, ErrorCode.NOT_CONTROLLER}:
        said["is_active"] = answer.error_code == ErrorCode.NONE
    text = answer.error_message or ""
    if said.get("is_active") is False and CANNOT_BECOME_ACTIVE in text:
        said["obstacle"] = text.partition(CANNOT_BECOME_ACTIVE)[2].strip().rstrip(".")


def _ask_for_auto_join(session: Session, said: dict[str, Any]) -> Operation[None]:
    """Ask a controller for its own key (KIP-1186); it needs DESCRIBE_CONFIGS on the cluster.

    A controller describes the configuration of its own node id alone, and says its id in no
    answer: the one of the connection is that of the registration, or of the state document.
    """
    node_id = None
    if said.get("state") is not None:
        node_id = said["state"].key.node_id
    else:
        at = str(session.endpoint)
        ids = [each for each, where in (said.get("registered") or {}).items() if where == at]
        node_id = ids[0] if len(ids) == 1 else None
    if node_id is None:
        return
    resource = messages.DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=_BROKER_CONFIG,
        resource_name=str(node_id),
        configuration_keys=(AUTO_JOIN,),
    )
    request = messages.DescribeConfigsRequest(resources=(resource,))
    try:
        answer = yield from session.call(request)
    except UnsupportedVersionError:
        return
    if len(answer.results) != 1 or answer.results[0].error_code:
        return
    values = [each.value for each in answer.results[0].configs if each.name == AUTO_JOIN]
    # a release without the key (below 4.2) does not add itself
    said["joins_alone"] = values == ["true"]


def _pending_change(
    session: Session, settings: Settings, description: Description
) -> Operation[PendingChange]:
    """Look for voters in the uncommitted end of the leader's log: DescribeQuorum hides it.

    The record before the high watermark is of the leader's epoch, since a leader commits nothing
    before it has committed its own first record.
    """
    offset, epoch = description.high_watermark, description.epoch
    if offset < 0:
        return PendingChange(unknown="the leader has no high watermark yet")
    for _ in range(_UNCOMMITTED_FETCHES):
        if offset >= description.leader.log_end:
            return PendingChange()
        request = fetch_request(
            settings,
            leader_epoch=epoch,
            offset=offset,
            last_fetched_epoch=epoch,
            max_bytes=_UNCOMMITTED_BYTES,
        )
        answer = fetch_answer((yield from session.call(request)))
        if answer.top_error or answer.error:
            name = ErrorCode(answer.top_error or answer.error).name
            return PendingChange(unknown=f"a Fetch of the leader's log is answered with {name}")
        batches = list(whole_batches(answer.records))
        if not batches:
            break
        for batch in batches:
            if batch.last_offset >= offset and holds_voters(batch):
                return PendingChange(offset=batch.base_offset)
        offset = batches[-1].last_offset + 1
    return PendingChange(unknown="the uncommitted end of the log was not read completely")


# -- failures --------------------------------------------------------------------------------------


def _reason(error: Exception) -> Exception:
    if isinstance(error, ConnectionLostError) and error.cause is not None:
        return error.cause
    return error


def _listener(error: Exception) -> Listener:
    """Return the evidence of a connection that was not opened."""
    is_refused = isinstance(_reason(error), ConnectionRefusedError)
    return Listener.REFUSES if is_refused else Listener.UNKNOWN


def _failure(error: Exception) -> Failure:
    """Classify an error by the types of its causes."""
    reason = _reason(error)
    text = str(reason).rstrip(".") or type(reason).__name__
    match reason:
        case AuthenticationError():
            return Failure(Reach.NOT_AUTHENTICATED, text)
        case gaierror():
            return Failure(Reach.UNRESOLVED, reason.strerror or text)
        case ssl.SSLError():
            return Failure(Reach.TLS_FAILED, tls_reason(reason))
        case WireError():
            return Failure(reach_of(reason), text)
        case EOFError():
            return Failure(Reach.UNREACHABLE, "the connection was closed in place of an answer")
        case NameTimeoutError():
            return Failure(Reach.UNRESOLVED, "the name service does not answer")
        case TimeoutError():
            return Failure(Reach.UNREACHABLE, "no answer in time")
        case OSError():
            return Failure(Reach.UNREACHABLE, (reason.strerror or text).lower())
        case CorruptAnswerError():
            return Failure(Reach.ERROR, text)
        case ConnectionLostError():
            return Failure(Reach.UNREACHABLE, text)
        case _:
            return Failure(Reach.ERROR, text)


def _explained(
    error: Exception, endpoint: Endpoint, settings: Settings, tls: ssl.SSLContext | None
) -> Failure:
    """Return the failure; probe the protocol of the listener if that can be the cause.

    A listener without TLS, and one with SASL, close the connection without a word (Kafka's
    SocketServer and SaslServerAuthenticator).
    """
    failure, reason = _failure(error), _reason(error)
    failure = replace(failure, text=failure.text.removeprefix(f"{endpoint}: "))
    if failure.reach is Reach.NOT_AUTHENTICATED:
        spoken = _spoken(endpoint, settings, tls)
        return spoken if spoken.reach is Reach.LOGIN_NOT_OFFERED else failure
    if not _can_be_another_protocol(reason):
        return failure
    if tls is not None:
        spoken = _spoken(endpoint, settings, None)
        if spoken.reach in {Reach.LOGIN_REQUIRED, Reach.LOGIN_NOT_OFFERED}:
            return Failure(Reach.SPEAKS_PLAINTEXT, failure.text)
        if spoken.reach is Reach.NOT_KAFKA:
            return spoken
    if settings.sasl is None:
        spoken = _spoken(endpoint, settings, tls)
        if spoken.reach is Reach.LOGIN_REQUIRED:
            return spoken
    if isinstance(reason, ssl.SSLEOFError):
        return Failure(Reach.UNREACHABLE, "the connection was closed in the TLS handshake")
    return failure


def _can_be_another_protocol(reason: Exception) -> bool:
    """Return True if the peer closed the connection, or did not answer a handshake with TLS."""
    if isinstance(reason, ConnectionError):
        return not isinstance(reason, ConnectionRefusedError)
    if isinstance(reason, ssl.SSLError):
        return not is_tls_spoken(reason)
    return isinstance(reason, EOFError)


def _spoken(endpoint: Endpoint, settings: Settings, tls: ssl.SSLContext | None) -> Failure:
    """Return LOGIN_REQUIRED, LOGIN_NOT_OFFERED, or why a connection without SASL fails."""
    driver = BlockingDriver(tls)
    try:
        answer = driver.run(_ask_for_mechanisms(endpoint, settings))
    except (ClientError, OSError, WireError) as error:
        return _failure(error)
    finally:
        driver.close()
    match answer.error_code:
        case ErrorCode.UNSUPPORTED_SASL_MECHANISM:
            return Failure(Reach.LOGIN_REQUIRED, ", ".join(answer.mechanisms))
        case ErrorCode.ILLEGAL_SASL_STATE:
            return Failure(Reach.LOGIN_NOT_OFFERED, ErrorCode(answer.error_code).name)
        case _:
            return _refusal(answer.error_code)


def _ask_for_mechanisms(
    endpoint: Endpoint, settings: Settings
) -> Operation[messages.SaslHandshakeResponse]:
    session = yield from open_session(endpoint, replace(settings, sasl=None))
    return (yield from session.call(messages.SaslHandshakeRequest(mechanism=_NO_MECHANISM)))


def _refusal(code: int) -> Failure:
    name = ErrorCode(code).name
    # a controller that has not loaded its ACLs yet answers UNKNOWN_SERVER_ERROR
    denied = {ErrorCode.CLUSTER_AUTHORIZATION_FAILED, ErrorCode.UNKNOWN_SERVER_ERROR}
    if code in denied:
        return Failure(Reach.NO_RIGHT, name)
    if code == ErrorCode.INCONSISTENT_CLUSTER_ID:
        return Failure(Reach.OTHER_CLUSTER, name)
    return Failure(Reach.ERROR, name)


def _readiness(host: str, port: int) -> dict[str, Any]:
    connection = HTTPConnection(host, port, timeout=TIMEOUT_S)
    try:
        connection.sock = Addresses().connect_blocking(host, port, TIMEOUT_S)
        connection.sock.settimeout(TIMEOUT_S)
        connection.request("GET", "/ready")
        response = connection.getresponse()
        if response.status == 200:  # HTTP's OK
            return {"is_ready": True}
        reason = response.read(_REASON_BYTES_MAX).decode(errors="replace")
        text = " ".join(reason.split()).rstrip(".") or f"HTTP status {response.status}"
    except (OSError, HTTPException):
        return {}
    finally:
        connection.close()
    return {"is_ready": False, "not_ready": text}

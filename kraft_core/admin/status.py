"""The state of a quorum from all its controllers: who answers, what each sees, what is wrong.

Each node is asked by itself and at once (ApiVersions, DescribeQuorum, a Fetch of one byte), so that
one that is dead or cut off costs no more than its timeout and cannot hide the others. What the
leader says of replicas comes from its DescribeQuorum; what a node sees, from its own answers.
"""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any, Final

from kraft_core.client.blocking import BlockingDriver
from kraft_core.client.errors import ClientError, CorruptAnswerError
from kraft_core.client.metadata_log import (
    TOPIC,
    describe_quorum_request,
    fetch_answer,
    fetch_request,
)
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint, Settings
from kraft_core.config.errors import CANNOT_BECOME_ACTIVE
from kraft_core.net.addresses import Addresses
from kraft_core.raft.quorum_state import QuorumState, decode_state
from kraft_wire import messages
from kraft_wire.errors import ErrorCode, UnsupportedVersionError, WireError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Sequence

    from kraft_core.client.session import Session
    from kraft_core.client.steps import Operation
    from kraft_core.raft.quorum_state import ContestedEntry, RegressedEntry

METADATA_VERSION: Final = "metadata.version"
KRAFT_VERSION: Final = "kraft.version"
TIMEOUT_S: Final = 3.0
LAG_MAX: Final = 1_000
"""Records that a voter may lag before that is reported."""
SILENCE_MS_MAX: Final = 10_000
_WANTED_ACCESS: Final = "it needs DESCRIBE on the cluster"
_AT_ONCE: Final = 32
_REASON_BYTES_MAX: Final = 200
_SSL_ERROR: Final = re.compile(r"\[SSL: \w+\] (.*) \(_ssl\.c:\d+\)")
_TLS_MARK: Final = "these bytes are a TLS"
"""Of what `kraft_wire.framing` says of a listener with TLS that is asked in plain text."""


@dataclass(slots=True)
class NodeView:
    """What is known of one replica; None where nobody says it."""

    address: str | None = None
    node_id: int | None = None
    role: str | None = None
    """Leader, Voter or Observer, as the leader says."""
    directory_id: str | None = None
    log_end_offset: int | None = None
    lag: int | None = None
    last_fetch_ms: int | None = None
    """How long ago it fetched, by the leader's clock."""
    sees_leader: int | None = None
    """The leader that the node itself knows, -1 for none."""
    sees_epoch: int | None = None
    metadata_version: int | None = None
    kraft_version: int | None = None
    kraft_version_max: int | None = None
    """The highest kraft.version that it supports."""
    is_active: bool | None = None
    """Whether it answers what a kraft node answers as the active controller only."""
    obstacle: str | None = None
    """Why it cannot become the active controller, in its own words."""
    answered_ms: int | None = None
    is_ready: bool | None = None
    not_ready: str | None = None
    """Why it is not, as `/ready` says."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong; `error` means that the quorum does not work, `warning` that it may stop."""

    severity: str
    text: str


@dataclass(slots=True)
class QuorumStatus:
    """The quorum as its nodes describe it; ids and offsets are None without a leader."""

    leader_id: int | None = None
    epoch: int | None = None
    high_watermark: int | None = None
    clock_ahead_ms: int | None = None
    """How far the clock of who asks is ahead of the leader's, if the leader says its time."""
    contested: list[ContestedEntry] = field(default_factory=list)
    """Voters whose key two processes use, as a kraft leader says; Kafka's leaders do not."""
    regressed: list[RegressedEntry] = field(default_factory=list)
    """Voters that have less than they acknowledged, as a kraft leader says; Kafka's do not."""
    state_error: str | None = None
    nodes: list[NodeView] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def voters(self) -> list[NodeView]:
        """The voters, the leader included."""
        return [each for each in self.nodes if each.role in {"Leader", "Voter"}]

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON."""
        return asdict(self)


@dataclass(slots=True)
class _Answers:
    """What a node has answered."""

    endpoint: Endpoint
    view: NodeView
    description: messages.DescribeQuorumResponse | None = None


def quorum_status(
    endpoints: Sequence[Endpoint],
    *,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
    ready_port: int | None = None,
) -> QuorumStatus:
    """Ask these controllers, and those that the leader knows besides; never raises ClientError.

    With `ready_port` each is asked for `/ready` there (`kraft.metrics.listener`).
    """
    given = settings or Settings()
    brief = replace(
        given,
        connect_timeout_s=min(given.connect_timeout_s, TIMEOUT_S),
        request_timeout_s=min(given.request_timeout_s, TIMEOUT_S),
    )
    answers = _ask_all(endpoints, brief, tls, ready_port)
    described = _newest(answers)
    if described is not None:
        more = _others(described, endpoints)
        answers += _ask_all(more, brief, tls, ready_port)
        described = _newest(answers) or described
    return combine(answers, described, time.time_ns() // 1_000_000)


# -- asking ----------------------------------------------------------------------------------------


def _ask_all(
    endpoints: Iterable[Endpoint],
    settings: Settings,
    tls: ssl.SSLContext | None,
    ready_port: int | None,
) -> list[_Answers]:
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = [pool.submit(_ask, each, settings, tls, ready_port) for each in endpoints]
        return [each.result() for each in asked]


def _ask(
    endpoint: Endpoint, settings: Settings, tls: ssl.SSLContext | None, ready_port: int | None
) -> _Answers:
    answers = _Answers(endpoint, NodeView(address=str(endpoint)))
    driver = BlockingDriver(tls)
    began_s = time.monotonic()
    try:
        driver.run(_interview(answers, settings))
        answers.view.answered_ms = round((time.monotonic() - began_s) * 1000)
    except (ClientError, OSError, WireError) as error:
        answers.view.error = _reason(endpoint, str(error))
    finally:
        driver.close()
    if ready_port is not None:
        _ask_whether_ready(answers.view, endpoint.host, ready_port)
    return answers


def _interview(answers: _Answers, settings: Settings) -> Operation[None]:
    session = yield from open_session(answers.endpoint, settings)
    view = answers.view
    versions = yield from session.call(
        messages.ApiVersionsRequest(client_software_name="kraft", client_software_version="1")
    )
    levels: dict[str, int | None] = {
        each.name: each.max_version_level for each in versions.finalized_features
    }
    highest = {each.name: each.max_version for each in versions.supported_features}
    # before there is a high watermark releases below 4.4 report level 7 (KAFKA-19964)
    is_known = versions.finalized_features_epoch >= 0
    view.metadata_version = levels.get(METADATA_VERSION) if is_known else None
    view.kraft_version = levels.get(KRAFT_VERSION, 0 if is_known else None)
    view.kraft_version_max = highest.get(KRAFT_VERSION, 0)
    description = yield from session.call(describe_quorum_request())
    if description.error_code:
        view.error = _refusal(description.error_code)
        return
    yield from _ask_for_changes(view, session)
    topics = description.topics
    if len(topics) != 1 or topics[0].topic_name != TOPIC or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("a DescribeQuorum answer is not about the metadata log")
    partition = topics[0].partitions[0]
    if not partition.error_code:
        answers.description = description
        view.node_id = view.sees_leader = partition.leader_id
        view.sees_epoch = partition.leader_epoch
        return
    # not the leader: what it sees is in the answer to a Fetch, which it refuses
    answer = yield from session.call(
        fetch_request(settings, leader_epoch=-1, offset=0, last_fetched_epoch=0)
    )
    found = fetch_answer(answer)
    if found.top_error:
        view.error = _refusal(found.top_error)
        return
    view.sees_leader, view.sees_epoch = found.leader_id, found.leader_epoch


def _ask_for_changes(view: NodeView, session: Session) -> Operation[None]:
    """Ask for something that a kraft node answers as the active controller only.

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
        view.is_active = answer.error_code == ErrorCode.NONE
    text = answer.error_message or ""
    if view.is_active is False and CANNOT_BECOME_ACTIVE in text:
        view.obstacle = text.partition(CANNOT_BECOME_ACTIVE)[2].strip().rstrip(".")


def _reason(endpoint: Endpoint, text: str) -> str:
    """Why a node could not be asked, without its address, which whoever reports it has."""
    if _TLS_MARK in text:
        return "its listener speaks TLS: give --command-config with security.protocol"
    text = text.removeprefix(f"{endpoint}: ").replace(f" by {endpoint}", "").rstrip(".")
    return _SSL_ERROR.sub(r"TLS failed: \1", text)


def _refusal(code: int) -> str:
    if code == ErrorCode.CLUSTER_AUTHORIZATION_FAILED:
        return f"refuses to say ({ErrorCode.CLUSTER_AUTHORIZATION_FAILED.name}): {_WANTED_ACCESS}"
    if code == ErrorCode.UNKNOWN_SERVER_ERROR:
        return "refuses to say (UNKNOWN_SERVER_ERROR): no right, or its ACLs are not loaded yet"
    try:
        return f"answers {ErrorCode(code).name}"
    except ValueError:
        return f"answers error {code}"


def _ask_whether_ready(view: NodeView, host: str, port: int) -> None:
    connection = HTTPConnection(host, port, timeout=TIMEOUT_S)
    try:
        connection.sock = Addresses().connect_blocking(host, port, TIMEOUT_S)
        connection.sock.settimeout(TIMEOUT_S)
        connection.request("GET", "/ready")
        response = connection.getresponse()
        view.is_ready = response.status == 200  # HTTP's OK
        if not view.is_ready:
            reason = response.read(_REASON_BYTES_MAX).decode(errors="replace").strip()
            view.not_ready = " ".join(reason.split()) or f"HTTP status {response.status}"
    except (OSError, HTTPException):
        return
    finally:
        connection.close()


# -- what the answers mean -------------------------------------------------------------------------


def _newest(answers: Iterable[_Answers]) -> messages.DescribeQuorumResponse | None:
    """The description of the leader with the highest epoch: an old one may not know better."""
    described = [each.description for each in answers if each.description is not None]
    return max(described, key=lambda each: _partition(each).leader_epoch, default=None)


def _partition(
    described: messages.DescribeQuorumResponse,
) -> messages.DescribeQuorumResponse.PartitionData:
    return described.topics[0].partitions[0]  # what has none was refused when it came


def _addresses(described: messages.DescribeQuorumResponse) -> dict[int, list[Endpoint]]:
    return {
        node.node_id: [Endpoint(each.host, each.port) for each in node.listeners]
        for node in described.nodes
    }


def _others(
    described: messages.DescribeQuorumResponse, asked: Iterable[Endpoint]
) -> list[Endpoint]:
    """The first address of each voter none of whose addresses was asked.

    The leader, which has answered, may be known by another name.
    """
    known = set(asked)
    leader_id = _partition(described).leader_id
    return [
        found[0]
        for node_id, found in _addresses(described).items()
        if found and not known.intersection(found) and node_id != leader_id
    ]


def combine(
    answers: Sequence[_Answers],
    described: messages.DescribeQuorumResponse | None,
    wall_ms: int,
) -> QuorumStatus:
    """Put together what nodes say of themselves and what the leader says of them."""
    status = QuorumStatus(nodes=[each.view for each in answers])
    if described is not None:
        partition = _partition(described)
        status.leader_id, status.epoch = partition.leader_id, partition.leader_epoch
        status.high_watermark = partition.high_watermark
        _identify(answers, described)
        voters = partition.current_voters
        leaders = [each for each in voters if each.replica_id == status.leader_id]
        leader_end = max(
            (each.log_end_offset for each in leaders), default=partition.high_watermark
        )
        # the leader's own entry has the time of its answer, by the clock of the other times
        now_ms = max((each.last_fetch_timestamp for each in leaders), default=-1)
        status.clock_ahead_ms = wall_ms - now_ms if now_ms > 0 else None
        now_ms = now_ms if now_ms > 0 else wall_ms
        voter_ids = {each.replica_id for each in voters}
        for replicas, role in ((voters, "Voter"), (partition.observers, "Observer")):
            for replica in replicas:
                # a voter that leads is the leader; an observer of its id is another process
                is_second = role == "Observer" and replica.replica_id in voter_ids
                view = _view_of(status, replica.replica_id, is_second=is_second)
                is_leader = replica.replica_id == status.leader_id and not is_second
                view.role = "Leader" if is_leader else role
                view.directory_id = str(replica.replica_directory_id)
                view.log_end_offset = replica.log_end_offset
                if replica.log_end_offset >= 0:
                    view.lag = max(0, leader_end - replica.log_end_offset)
                if replica.last_fetch_timestamp >= 0 and view.role != "Leader":
                    view.last_fetch_ms = max(0, now_ms - replica.last_fetch_timestamp)
        state, status.state_error = _state_of(described)
        status.contested, status.regressed = list(state.contested), list(state.regressed)
    status.nodes.sort(key=_order)
    status.problems = list(_problems(status))
    return status


def _state_of(described: messages.DescribeQuorumResponse) -> tuple[QuorumState, str | None]:
    try:
        return decode_state(described.unknown_tagged_fields), None
    except ValueError as error:
        return QuorumState(), str(error)


def _order(view: NodeView) -> tuple[bool, bool, int]:
    return view.role == "Observer", view.node_id is None, view.node_id or 0


def _identify(answers: Sequence[_Answers], described: messages.DescribeQuorumResponse) -> None:
    by_address = {
        address: node_id for node_id, found in _addresses(described).items() for address in found
    }
    for each in answers:
        if each.view.node_id is None:
            each.view.node_id = by_address.get(each.endpoint)


def _view_of(status: QuorumStatus, node_id: int, *, is_second: bool) -> NodeView:
    """Return the row of that replica, a new one if it is the second process with its node id.

    Addresses are known of voters alone, so that a node that answered is the voter.
    """
    for view in status.nodes:
        if view.node_id == node_id and not is_second:
            return view
    view = NodeView(node_id=node_id)
    status.nodes.append(view)
    return view


def _problems(status: QuorumStatus) -> Iterable[Problem]:
    """What is wrong, in one sentence each; the worst first."""
    if status.leader_id is None:
        yield Problem("error", _why_no_leader(status))
    for view in status.nodes:
        if view.error is not None:
            who = f"{view.address}" + ("" if view.node_id is None else f" (node {view.node_id})")
            yield Problem("warning", f"{who}: {view.error}.")
    if status.leader_id is None:
        return
    yield from _problems_of_controllers(status)
    yield from _problems_of_voters(status)
    for view in status.nodes:
        if view.sees_epoch is not None and view.sees_epoch < (status.epoch or 0):
            yield Problem(
                "warning",
                f"{view.address} is in epoch {view.sees_epoch}, the leader in {status.epoch}: it is"
                " cut off from the leader, or an election has just ended.",
            )
        if view.is_ready is False:
            yield Problem("warning", f"{view.address} is not ready: {view.not_ready}.")


def _why_no_leader(status: QuorumStatus) -> str:
    answering = [view for view in status.nodes if view.sees_epoch is not None]
    if not answering:
        return "No controller answers, so that nothing is known of the quorum."
    seen = {view.sees_leader for view in answering}
    named = sorted(each for each in seen if each is not None and each >= 0)
    if named:
        names = ", ".join(map(str, named))
        return f"The leader that nodes name ({names}) was not among those that answered."
    return (
        f"{len(answering)} controllers answer and none of them knows a leader: fewer than a"
        " majority of the voters run or reach each other."
    )


def _time_text(wall_ms: int) -> str:
    """A time of the leader's clock in UTC; the number itself if it is none."""
    try:
        when = datetime.fromtimestamp(wall_ms / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return f"{wall_ms} ms"
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


def _problems_of_ids(status: QuorumStatus) -> Iterable[Problem]:
    """Yield what is wrong with ids: two processes with one key, or with one node id."""
    for each in status.contested:
        places = " and ".join(each.addresses)
        yield Problem(
            "warning",
            f"Two processes run as voter {each.voter_id} with directory id {each.directory_id}, at"
            f" {places}: a machine or a directory was copied. Stop the copy, and format its"
            " directory with another node id before it starts again.",
        )
    for fallen in status.regressed:
        when = _time_text(fallen.wall_ms)
        yield Problem(
            "warning",
            f"Voter {fallen.voter_id} with directory id {fallen.directory_id} acknowledged records"
            f" up to offset {fallen.acknowledged}, and at {when} it fetched from"
            f" {fallen.fetched}: its directory was restored from an older copy, or a second process"
            " runs with its key. Records may be lost if this leader ends before that voter is"
            " level. Stop the voter, remove it (kraft metadata-quorum remove-controller), format"
            " its directory, and add it again.",
        )
    if status.state_error is not None:
        yield Problem(
            "warning", f"The leader's answer cannot be read in full: {status.state_error}."
        )
    voters = {each.node_id: each for each in status.voters}
    for view in status.nodes:
        voter = voters.get(view.node_id)
        if view.role == "Observer" and voter is not None:
            yield Problem(
                "warning",
                f"Node id {view.node_id} is used twice: voter {view.node_id} has directory id"
                f" {voter.directory_id}, and an observer with the same node id has"
                f" {view.directory_id}. If the disk of the voter was replaced, remove the old entry"
                f" (kraft metadata-quorum remove-controller --controller-id {view.node_id}"
                f" --controller-directory-id {voter.directory_id}) and add the new one; else give"
                " one of the two processes another node id.",
            )


def _problems_of_controllers(status: QuorumStatus) -> Iterable[Problem]:
    for view in status.nodes:
        why = "" if view.obstacle is None else f": {view.obstacle}"
        if view.node_id == status.leader_id and view.is_active is False:
            yield Problem(
                "error",
                f"There is no active controller: node {view.node_id} leads and does not act{why}.",
            )
        elif view.obstacle is not None:
            who = view.address if view.node_id is None else f"Node {view.node_id}"
            yield Problem("warning", f"{who} cannot become the active controller{why}.")


def _problems_of_voters(status: QuorumStatus) -> Iterable[Problem]:
    yield from _problems_of_ids(status)
    voters = status.voters
    majority = len(voters) // 2 + 1
    silent = [
        each
        for each in voters
        if each.role != "Leader"
        and (each.last_fetch_ms is None or each.last_fetch_ms > SILENCE_MS_MAX)
    ]
    for view in silent:
        since = (
            "since the leader was elected"
            if view.last_fetch_ms is None
            else f"for {view.last_fetch_ms / 1000:.0f} s"
        )
        yield Problem(
            "warning", f"Voter {view.node_id} has not fetched {since}: it is down or cut off."
        )
    alive = len(voters) - len(silent)
    if silent and alive == majority:
        yield Problem(
            "warning",
            f"{alive} of {len(voters)} voters follow, which is just a majority: one more loss stops"
            " the quorum.",
        )
    for view in voters:
        if view not in silent and view.lag is not None and view.lag > LAG_MAX:
            yield Problem("warning", f"Voter {view.node_id} lags by {view.lag} records.")
    if len(voters) % 2 == 0:
        yield Problem(
            "warning",
            f"{len(voters)} voters stand no more losses than {len(voters) - 1}: use an odd number.",
        )

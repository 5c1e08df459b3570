"""Makes old voters that came back follow the leader of a recovered quorum.

BeginQuorumEpoch in the name and epoch of the new leader turns an old voter into a follower, which
then downloads the snapshot of the recovery and is an observer. A broken condition can end a Java
process or let it campaign above the leader, so `refusal_of` checks all of them first
(docs/decisions/0012-recovery-facts.md). It is pure; `Fencing` asks and sends.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from kraft_core.client.blocking import BlockingDriver
from kraft_core.client.errors import ClientError
from kraft_core.client.metadata_log import TOPIC
from kraft_core.client.session import open_session
from kraft_core.client.settings import Settings, parse_endpoints
from kraft_core.operations.asking import observe, reports_of
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.recovery.verdicts import RecoveryError, old_disks
from kraft_core.operations.reports import Listener
from kraft_wire.errors import ErrorCode, UnsupportedVersionError, WireError
from kraft_wire.messages import ApiKey, BeginQuorumEpochRequest, BeginQuorumEpochResponse
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    import ssl
    from collections.abc import Sequence

    from kraft_core.client.settings import Endpoint
    from kraft_core.client.steps import Operation
    from kraft_core.operations.recovery.verify import Expected
    from kraft_core.operations.reports import Failure, NodeReport
    from kraft_core.operations.view import QuorumView

ENDPOINTS_VERSION: Final = 1
"""The first BeginQuorumEpoch with endpoints (KIP-853)."""


class FenceRefusedError(RecoveryError):
    """The leader of the recovered quorum is not known: nothing can be fenced."""


class Reason(StrEnum):
    """Reason for which a node was not sent BeginQuorumEpoch; the values are public."""

    NOT_LISTENING = "not-listening"
    """The machine refuses the connection."""
    GONE = "gone"
    """The machine does not answer, and the operator named it as gone."""
    NO_ANSWER = "no-answer"
    """Silence, or a connection that is closed: an old voter can run there."""
    NO_REPORT = "no-report"
    """A process answers, and denies, wants a log-in or TLS, or is not a controller."""
    UNKNOWN_CLUSTER = "unknown-cluster"
    OTHER_CLUSTER = "other-cluster"
    UNKNOWN_ID = "unknown-id"
    LEADER_ID = "leader-id"
    NEW_VOTER = "new-voter"
    UNKNOWN_EPOCH = "unknown-epoch"
    HIGHER_EPOCH = "higher-epoch"
    TWO_LEADERS = "two-leaders"
    NO_ENDPOINTS = "no-endpoints"
    STATIC = "static"
    AUTO_JOIN = "auto-join"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A condition that does not hold, as a sentence."""

    reason: Reason
    text: str


@dataclass(frozen=True, slots=True)
class OldNode:
    """An address where an old voter can answer; `node_id` as the operator gave it.

    `is_gone`: the operator states that its machine no longer exists.
    """

    address: str
    node_id: int | None = None
    is_gone: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class NewLeader:
    """The leader of the recovered quorum: its key, epoch and endpoints (listener, address)."""

    key: ReplicaId
    epoch: int
    voters: frozenset[ReplicaId]
    endpoints: tuple[tuple[str, str], ...]
    rivals: tuple[int, ...] = ()
    """Other nodes that lead the same epoch."""


class State(StrEnum):
    """State of an old address; the values are public."""

    FOLLOWS = "follows"
    """It follows the new leader, in its epoch: nothing is left to do."""
    CAN_BE_FENCED = "can-be-fenced"
    FENCED = "fenced"
    """It was sent BeginQuorumEpoch and accepted it."""
    REFUSED = "refused"
    """A condition does not hold, or the node refused; nothing was changed."""
    ABSENT = "absent"
    """Nothing listens there, or the machine is gone as the operator states."""
    UNKNOWN = "unknown"
    """An old voter can run there: it is neither known to be absent nor does it answer."""


_STATES: Final = {
    Reason.NOT_LISTENING: State.ABSENT,
    Reason.GONE: State.ABSENT,
    Reason.NO_ANSWER: State.UNKNOWN,
}
"""The state of an address by the refusal; REFUSED for the others."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """State of an address, a sentence about it, and other facts for the operator."""

    node: OldNode
    state: State
    text: str
    reason: Reason | None = None
    notes: tuple[str, ...] = ()


def new_leader(expected: Expected, view: QuorumView) -> NewLeader:
    """Return the leader that old nodes are to follow. Raises FenceRefusedError."""
    description = view.description
    if description is None or view.cluster_id is None:
        raise FenceRefusedError(
            "no leader of the recovered quorum answers: start its voters before you fence."
            f" {old_disks(expected.old_voters)}"
        )
    if view.cluster_id.value != expected.cluster_id:
        raise FenceRefusedError(
            f"the voters of the plan answer for cluster {view.cluster_id.value}, but the plan is"
            f" for {expected.cluster_id}"
        )
    if description.epoch <= expected.snapshot_id.epoch:
        raise FenceRefusedError(
            f"node {description.leader_id} leads epoch {description.epoch}, which is not above"
            f" {expected.snapshot_id.epoch} of the plan: it is the leader of the old quorum"
        )
    if description.high_watermark <= expected.snapshot_id.offset:
        raise FenceRefusedError(
            f"node {description.leader_id} has committed nothing above snapshot"
            f" {expected.snapshot_id}: start a majority of the voters before you fence"
        )
    if not expected.kraft_version:
        raise FenceRefusedError(
            "the quorum is static: an old node has the old voters in its configuration and would"
            " campaign again; destroy its directory"
        )
    names = description.listeners.get(description.leader_id, ())
    addresses = description.addresses.get(description.leader_id, ())
    return NewLeader(
        key=description.leader.key,
        epoch=description.epoch,
        voters=description.keys,
        endpoints=tuple(zip(names, addresses, strict=True)),
        rivals=tuple(
            other.leader_id
            for _, other in view.others
            if other.epoch == description.epoch and other.leader_id != description.leader_id
        ),
    )


def node_id_of(old: OldNode, report: NodeReport) -> int | None:
    """Return the id of the node at an address, from the operator, the node or a registration."""
    if report.state is not None:
        return report.state.key.node_id
    if report.description is not None:
        return report.description.leader_id
    registered = report.registered or {}
    found = [each for each, address in registered.items() if address == report.address]
    return old.node_id if old.node_id is not None or len(found) != 1 else found[0]


def refusal_of(
    expected: Expected,
    leader: NewLeader,
    old: OldNode,
    report: NodeReport,
    *,
    accepts_auto_join: bool,
) -> Refusal | None:
    """Return the first condition that does not hold; None if BeginQuorumEpoch can be sent.

    An unknown condition does not hold.
    """
    address = report.address
    if report.is_broker:
        return Refusal(Reason.NO_REPORT, f"{address} is a listener of a broker")
    if report.failure is not None and report.sees_epoch is None:
        return _silence_refusal(old, report, report.failure)
    if report.cluster_id is None:
        return Refusal(Reason.UNKNOWN_CLUSTER, f"{address} did not report its cluster id")
    if report.cluster_id != expected.cluster_id:
        return Refusal(
            Reason.OTHER_CLUSTER, f"{address} belongs to another cluster, {report.cluster_id}"
        )
    node_id = node_id_of(old, report)
    if node_id is None:
        return Refusal(
            Reason.UNKNOWN_ID, f"{address} did not report its node id: specify it as ID@{address}"
        )
    if old.node_id is not None and old.node_id != node_id:
        return Refusal(Reason.UNKNOWN_ID, f"{address} is node {node_id}, not node {old.node_id}")
    # QuorumState.transitionToFollower: a replica that receives its own id as the leader's ends its
    # process
    if node_id == leader.key.node_id:
        return Refusal(
            Reason.LEADER_ID,
            f"{address} has the id of the new leader, {node_id}: BeginQuorumEpoch would end a Java"
            " process; destroy its directory, or fence while another voter leads",
        )
    if any(each.node_id == node_id for each in leader.voters):
        return Refusal(
            Reason.NEW_VOTER, f"node {node_id} at {address} is a voter of the new quorum"
        )
    return _epoch_refusal(leader, report) or _release_refusal(
        leader, report, accepts_auto_join=accepts_auto_join
    )


def _silence_refusal(old: OldNode, report: NodeReport, failure: Failure) -> Refusal:
    """Return why a node says nothing; only a machine that refuses the connection has none.

    The kernel accepts connections for a process that is stopped, so one that is accepted proves a
    process, also if it is closed or times out.
    """
    address, text = report.address, failure.text
    if not failure.is_silence:
        return Refusal(Reason.NO_REPORT, f"{address} runs and does not report its state: {text}")
    if report.listener is Listener.REFUSES:
        return Refusal(Reason.NOT_LISTENING, f"nothing listens at {address}: {text}")
    if report.listener is Listener.ACCEPTS:
        return Refusal(
            Reason.NO_ANSWER,
            f"a process accepts connections at {address} and does not report its state ({text}):"
            " if it is an old voter, stop it and destroy its directory",
        )
    if old.is_gone:
        return Refusal(Reason.GONE, f"{address} is gone as you state, and does not answer: {text}")
    return Refusal(
        Reason.NO_ANSWER,
        f"{address} does not answer ({text}), and an old voter can run there: look at its machine,"
        f" or name it with --gone {address} if the machine no longer exists",
    )


def _epoch_refusal(leader: NewLeader, report: NodeReport) -> Refusal | None:
    address, epoch = report.address, report.sees_epoch
    if leader.rivals:
        return Refusal(
            Reason.TWO_LEADERS,
            f"node {leader.rivals[0]} also leads epoch {leader.epoch}: a second leader of one epoch"
            " would end a Java process",
        )
    if epoch is None:
        return Refusal(Reason.UNKNOWN_EPOCH, f"{address} did not report its epoch")
    if epoch == leader.epoch and report.sees_leader not in {-1, leader.key.node_id}:
        return Refusal(
            Reason.TWO_LEADERS,
            f"{address} knows node {report.sees_leader} as the leader of epoch {epoch}: a second"
            " leader would end a Java process",
        )
    if epoch >= leader.epoch:
        return Refusal(
            Reason.HIGHER_EPOCH,
            f"{address} is in epoch {epoch}, not below {leader.epoch} of the new leader",
        )
    return None


def _release_refusal(
    leader: NewLeader, report: NodeReport, *, accepts_auto_join: bool
) -> Refusal | None:
    # without them the node looks for the leader where its own voter set says, and 3.9.2 then
    # campaigns in epochs above the leader's
    if not leader.endpoints:
        return Refusal(
            Reason.NO_ENDPOINTS,
            f"node {leader.key.node_id} did not report its endpoints, and without them an old node"
            " cannot find it",
        )
    if report.joins_alone and not accepts_auto_join:
        return Refusal(
            Reason.AUTO_JOIN,
            f"{report.address} has controller.quorum.auto.join.enable=true: it would add itself to"
            " the new quorum; set it to false and restart the node, or use --accept-auto-join",
        )
    return None


def follows(leader: NewLeader, report: NodeReport) -> bool:
    """Return True if a node follows the new leader in its epoch."""
    return (report.sees_leader, report.sees_epoch) == (leader.key.node_id, leader.epoch)


def begin_quorum_epoch(
    expected: Expected, leader: NewLeader, node: ReplicaId
) -> BeginQuorumEpochRequest:
    """Return the request of the new leader to an old node."""
    partition = BeginQuorumEpochRequest.PartitionData(
        voter_directory_id=Uuid.parse(node.directory_id) if node.directory_id else Uuid(bytes(16)),
        leader_id=leader.key.node_id,
        leader_epoch=leader.epoch,
    )
    endpoints = []
    for name, address in leader.endpoints:
        (each,) = parse_endpoints(address)
        endpoints.append(
            BeginQuorumEpochRequest.LeaderEndpoint(name=name, host=each.host, port=each.port)
        )
    return BeginQuorumEpochRequest(
        cluster_id=expected.cluster_id,
        voter_id=node.node_id,
        topics=[BeginQuorumEpochRequest.TopicData(topic_name=TOPIC, partitions=[partition])],
        leader_endpoints=endpoints,
    )


# -- asking and sending ----------------------------------------------------------------------------


class Fencing:
    """Looks at old addresses, and fences the nodes there.

    `bootstrap` are addresses of the new quorum.
    """

    def __init__(
        self,
        expected: Expected,
        bootstrap: Sequence[Endpoint],
        *,
        tls: ssl.SSLContext | None = None,
        settings: Settings | None = None,
        accepts_auto_join: bool = False,
    ) -> None:
        self._expected = expected
        self._bootstrap = bootstrap
        self._tls = tls
        self._settings = settings or Settings()
        self._accepts_auto_join = accepts_auto_join

    def leader(self) -> NewLeader:
        """Ask the new quorum for its leader. Raises FenceRefusedError."""
        view = observe(self._bootstrap, tls=self._tls, settings=self._settings)
        return new_leader(self._expected, view)

    def run(self, old: Sequence[OldNode], *, sends: bool) -> list[Outcome]:
        """Check each address; send requests where allowed if `sends`. Raises FenceRefusedError."""
        leader = self.leader()
        endpoints = [endpoint for each in old for endpoint in parse_endpoints(each.address)]
        reports = reports_of(endpoints, tls=self._tls, settings=self._settings)
        return [
            self._one(leader, each, report, sends=sends)
            for each, report in zip(old, reports, strict=True)
        ]

    def _one(self, leader: NewLeader, old: OldNode, report: NodeReport, *, sends: bool) -> Outcome:
        address = report.address
        if report.cluster_id == self._expected.cluster_id and follows(leader, report):
            return Outcome(
                old, State.FOLLOWS, f"{address} follows node {leader.key.node_id} already"
            )
        refusal = refusal_of(
            self._expected, leader, old, report, accepts_auto_join=self._accepts_auto_join
        )
        if refusal is not None:
            state = _STATES.get(refusal.reason, State.REFUSED)
            return Outcome(old, state, refusal.text, refusal.reason)
        node_id = node_id_of(old, report)
        assert node_id is not None  # noqa: S101  # without it there is a refusal
        notes = _notes(report)
        if not sends:
            text = f"{address} is node {node_id} of the old quorum, in epoch {report.sees_epoch}"
            return Outcome(old, State.CAN_BE_FENCED, text, None, notes)
        # an absent key counts as a match
        key = ReplicaId(node_id) if report.state is None else report.state.key
        fault = self._send(address, begin_quorum_epoch(self._expected, leader, key))
        if fault is not None:
            return Outcome(old, State.REFUSED, f"{address}: {fault}", None, notes)
        text = f"{address} (node {node_id}) accepted node {leader.key.node_id} as its leader"
        return Outcome(old, State.FENCED, text, None, notes)

    def _send(self, address: str, request: BeginQuorumEpochRequest) -> str | None:
        """Send the request; return why it was not accepted."""
        (endpoint,) = parse_endpoints(address)

        def ask() -> Operation[BeginQuorumEpochResponse]:
            session = yield from open_session(endpoint, self._settings)
            if session.version_for(ApiKey.BEGIN_QUORUM_EPOCH) < ENDPOINTS_VERSION:
                raise UnsupportedVersionError(
                    "it has no BeginQuorumEpoch with endpoints (Kafka 3.9 and later)"
                )
            return (yield from session.call(request))

        driver = BlockingDriver(self._tls)
        try:
            response = driver.run(ask())
        except UnsupportedVersionError as error:
            return str(error)
        except (ClientError, OSError, WireError) as error:
            return f"BeginQuorumEpoch may have arrived, look again: {error}"
        finally:
            driver.close()
        codes = [response.error_code]
        codes += [one.error_code for each in response.topics for one in each.partitions]
        # the receiver follows the leader before it compares the voter key (KafkaRaftClient)
        accepted = {ErrorCode.NONE, ErrorCode.INVALID_VOTER_KEY}
        bad = next((each for each in codes if each not in accepted), None)
        return None if bad is None else f"it refused BeginQuorumEpoch: {ErrorCode(bad).name}"


def _notes(report: NodeReport) -> tuple[str, ...]:
    notes = []
    if report.description is not None:
        notes.append(
            f"{report.address} leads the old quorum: read what only it has before you fence it,"
            f" with `kraft backup {report.address} --to FOLDER`"
        )
    if report.joins_alone:
        notes.append(f"{report.address} will add itself to the new quorum (auto join)")
    elif report.joins_alone is None:
        notes.append(
            f"{report.address} does not say if controller.quorum.auto.join.enable is true: if it"
            " is, the node adds itself to the new quorum"
        )
    return tuple(notes)

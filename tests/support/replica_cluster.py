"""Whole replicas in virtual time: real consensus, real bytes on the wire, disks in memory.

`kraft_core.sim.quorum` is the thorough one. This one stays because its tests need what that hides:
disks and a state machine that record each call (a load
from its begin to its end), values that are bytes of any size, and `HostileCluster`, which puts
other messages in the place of those on the wire.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    Endpoint,
    FailureReason,
    KRaftVersion,
    Node,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, static_voter
from kraft_core.raft.replica.appends import AppendOutcome, AppendTicket
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.replica import Replica
from kraft_core.sim.quorum.timeline import DriftingClock, Timeline
from kraft_wire.messages import (
    AddRaftVoterRequest,
    ApiVersionsRequest,
    ApiVersionsResponse,
    RemoveRaftVoterRequest,
    request_class,
    response_class,
)
from kraft_wire.primitives import Uuid
from tests.support.replica_files import FileDisk
from tests.support.replica_ports import MemoryDisk, Values, snapshot_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.replica.rpc_mapping import WireRequest
    from kraft_wire.message import Message

RELEASES = {
    "3.9": {1: 17, 52: 1, 80: 0},
    "4.0": {1: 17, 52: 2, 80: 0},
    "4.3": {1: 18, 52: 2, 80: 1},
}
"""Highest versions that differ between releases, by API key."""

LISTENER = "CONTROLLER"


def directory(node_id: int) -> bytes:
    return bytes([node_id]) * 16


def endpoint(node_id: int) -> Endpoint:
    return Endpoint(LISTENER, f"host{node_id}", node_id)


def voter(node_id: int) -> Voter:
    key = ReplicaKey(node_id, directory(node_id))
    return Voter(key, (endpoint(node_id),), VersionRange(0, 1))


@dataclass
class Member:
    """A node: its disk outlives its replica."""

    node_id: int
    disk: Any
    release: str
    replica: Replica | None = None
    machine: Values = field(default_factory=Values)
    life: int = 0
    alarm: int = -1
    is_turn_due: bool = False


@dataclass
class Link:
    """The network port of one member."""

    cluster: ReplicaCluster
    member: Member

    def send(self, request_id: int, to: Node, request: WireRequest) -> None:
        self.cluster.send(self.member, request_id, to, request)

    def respond(self, reply_to: int, response: Message, api_version: int) -> None:
        self.cluster.respond(reply_to, response.encode(api_version))


class ReplicaCluster:
    def __init__(
        self,
        ids: list[int],
        seed: int = 1,
        *,
        level: int = 1,
        releases: tuple[str, ...] = ("4.3",),
        on_files: bool = False,
    ) -> None:
        self.rng = random.Random(seed)
        self.timeline = Timeline()
        self.clock = DriftingClock(self.timeline)
        self.level = level
        self.on_files = on_files
        self.loss = 0
        self.cut: set[int] = set()
        self.members: dict[int, Member] = {}
        self.config = ReplicaConfig(
            linger_ms=5, snapshot_bytes=1_500, apply_bytes_per_turn=400, read_bytes=300
        )
        self.releases = releases
        self.initial = VoterSet.of(
            voter(each) if level else static_voter(each, endpoint(each)) for each in ids
        )
        self._replies: dict[int, Callable[[bytes], None]] = {}
        self._last_reply = 0
        for each in ids:
            self.add(each)

    # -- nodes --------------------------------------------------------------------------------

    def add(self, node_id: int) -> Member:
        """Start a node on its formatted disk."""
        member = Member(node_id, self._disk(node_id), self.rng.choice(self.releases))
        self.members[node_id] = member
        self.start(member)
        return member

    def _disk(self, node_id: int) -> Any:
        static = None if self.level else self.initial
        is_first = bool(self.level) and node_id in self.initial.ids
        if self.on_files:
            voters = self.initial if is_first else None
            return FileDisk(node_id, directory(node_id), voters, static)
        disk = MemoryDisk(static)
        if is_first:
            controls = (KRaftVersion(1), Voters(self.initial))
            disk.snapshots.files[BOOTSTRAP_SNAPSHOT_ID] = snapshot_bytes([], 0, controls)
        return disk

    def start(self, member: Member) -> None:
        config = RaftConfig(
            node_id=member.node_id,
            directory_id=directory(member.node_id),
            cluster_id="cluster",
            endpoints=(endpoint(member.node_id),),
            bootstrap_servers=tuple((f"host{each}", each) for each in self.members),
        )
        core = RaftCore(config, random.Random(self.rng.randrange(1 << 30)))
        member.machine = Values()
        member.life += 1
        recovered = member.disk.open()
        ports = member.disk.ports(self.clock, Link(self, member))  # type: ignore[arg-type]
        member.replica = Replica(
            core, ports, member.machine, self.config, wake=lambda: self.turn_soon(member)
        )
        member.replica.start(recovered)
        self.turn_soon(member)

    def crash(self, node_id: int) -> None:
        """Lose power: unflushed data is lost."""
        member = self.members[node_id]
        assert member.replica is not None
        member.replica.close()
        member.replica = None
        member.disk.lose_power(self.rng)

    # -- time ---------------------------------------------------------------------------------

    def at(self, delay_ms: int, action: Callable[[], None]) -> None:
        self.timeline.at(delay_ms, action)

    def in_life(self, member: Member, delay_ms: int, action: Callable[[Replica], object]) -> None:
        """Schedule a function, unless the node goes down before."""
        life = member.life

        def act() -> None:
            if member.replica is not None and member.life == life:
                action(member.replica)
                self.turn_soon(member)

        self.at(delay_ms, act)

    def turn_soon(self, member: Member) -> None:
        if not member.is_turn_due:
            member.is_turn_due = True
            self.at(0, lambda: self._turn(member))

    def _turn(self, member: Member) -> None:
        member.is_turn_due = False
        if member.replica is None:
            return
        member.replica.end_turn()
        for event in member.disk.flush():
            self.in_life(member, self.rng.randrange(3), lambda up, event=event: up.feed(event))
        deadline = member.replica.deadline_ms
        if deadline is not None and deadline != member.alarm:
            member.alarm = deadline
            self.at(max(deadline - self.timeline.now_ms, 0), lambda: self._ring(member, deadline))

    def _ring(self, member: Member, deadline: int) -> None:
        if member.alarm == deadline:
            member.alarm = -1
            self.turn_soon(member)

    def run(self, duration_ms: int) -> None:
        self.timeline.run_until(self.timeline.now_ms + duration_ms)

    def run_until(self, holds: Callable[[], bool], limit_ms: int = 60_000) -> None:
        came = self.timeline.run_while(lambda: not holds(), limit_ms, every_ms=10)
        assert came, "it did not come to be in time"

    # -- messages -----------------------------------------------------------------------------

    def send(self, sender: Member, request_id: int, to: Node, request: WireRequest) -> None:
        target = self.members.get(to.port)
        if target is None:
            self._fail(sender, request_id, FailureReason.REFUSED)
            return
        versions = [RELEASES[each.release].get(request.api_key) for each in (sender, target)]
        version = min([request.versions.highest, *(each for each in versions if each is not None)])
        if version not in request.versions:
            self._fail(sender, request_id, FailureReason.UNSUPPORTED)
            return
        data = request.message(version).encode(version)
        if self._is_lost(sender, target):
            return

        def answered(answer: bytes) -> None:
            if not self._is_lost(sender, target):
                message = response_class(request.api_key).decode(answer, version)
                delay = self.rng.randrange(1, 4)
                self.in_life(sender, delay, lambda up: up.receive_response(request_id, message))

        delay = self.rng.randrange(1, 4)
        self.at(delay, lambda: self._deliver(target, request.api_key, version, data, answered))

    def _deliver(
        self,
        target: Member,
        api_key: int,
        version: int,
        data: bytes,
        answered: Callable[[bytes], None],
    ) -> None:
        if target.replica is None:
            return
        message = request_class(api_key).decode(data, version)
        if isinstance(message, ApiVersionsRequest):
            feature = ApiVersionsResponse.SupportedFeatureKey(name="kraft.version", max_version=1)
            answered(ApiVersionsResponse(supported_features=(feature,)).encode(version))
            return
        self._last_reply += 1
        self._replies[self._last_reply] = answered
        target.replica.receive_request(self._last_reply, LISTENER, version, message)
        self.turn_soon(target)

    def respond(self, reply_to: int, answer: bytes) -> None:
        self._replies.pop(reply_to)(answer)

    def _fail(self, sender: Member, request_id: int, reason: FailureReason) -> None:
        self.in_life(sender, 1, lambda up: up.feed(ev.RequestFailed(request_id, reason)))

    def _is_lost(self, sender: Member, target: Member) -> bool:
        is_cut = sender.node_id in self.cut or target.node_id in self.cut
        return is_cut or self.rng.randrange(100) < self.loss

    # -- operators ----------------------------------------------------------------------------

    def leader(self) -> Member | None:
        """Return the leader of the highest epoch, once it has claimed it."""
        leading = [
            (each.replica.leading_epoch, each.node_id)
            for each in self.members.values()
            if each.replica is not None and each.replica.leading_epoch is not None
        ]
        return self.members[max(leading)[1]] if leading else None

    def await_leader(self) -> Member:
        def has_leader() -> bool:
            leader = self.leader()
            if leader is None or leader.replica is None:
                return False
            return leader.replica.leader_and_epoch in leader.machine.seen

        self.run_until(has_leader)
        leader = self.leader()
        assert leader is not None
        return leader

    def append(self, value: bytes) -> AppendTicket:
        """Append until the value is committed; repeat if it is rejected."""
        while True:
            leader = self.await_leader().replica
            assert leader is not None
            ticket = self.ended(leader.append_nowait([value]))
            if ticket.outcome is not AppendOutcome.REJECTED:
                return ticket

    def ended(self, ticket: AppendTicket) -> AppendTicket:
        self.run_until(lambda: ticket.has_ended)
        return ticket

    def ask_leader(self, message: Message, version: int = 0) -> Message:
        """Send a request to the leader and return the response."""
        leader, answers = self.await_leader(), []
        api_key = message.API_KEY or 0
        self._deliver(leader, api_key, version, message.encode(version), answers.append)
        self.run_until(lambda: bool(answers))
        return response_class(api_key).decode(answers[0], version)

    def add_voter(self, node_id: int) -> int:
        return self._changed(
            AddRaftVoterRequest(
                cluster_id="cluster",
                voter_id=node_id,
                voter_directory_id=Uuid(directory(node_id)),
                listeners=(AddRaftVoterRequest.Listener(name=LISTENER, host="host", port=node_id),),
            )
        )

    def remove_voter(self, node_id: int) -> int:
        return self._changed(
            RemoveRaftVoterRequest(
                cluster_id="cluster",
                voter_id=node_id,
                voter_directory_id=Uuid(directory(node_id)),
            )
        )

    def _changed(self, message: Message) -> int:
        answer = self.ask_leader(message)
        return int(getattr(answer, "error_code"))  # noqa: B009 - of any response

    def run_until_equal(self) -> list[bytes]:
        """Run until every node that is up has applied everything."""

        def is_equal() -> bool:
            up = [each for each in self.members.values() if each.replica is not None]
            ends = {each.replica.applied for each in up if each.replica is not None}
            values = {tuple(each.machine.values) for each in up}
            return len(ends) == 1 and len(values) == 1

        self.run_until(is_equal)
        return next(iter(self.members.values())).machine.values

"""A small cluster in virtual time: real cores, fake disks, a network that loses and delays.

For tests of the core alone; `kraft_core.sim.quorum` runs whole replicas. It stays because those
tests decide what that draws or does by itself: when a flush ends, which response comes to which
request, and what a disk holds, without batches, files or an encoding (scenario files, KIP examples,
hostile peers).
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.values import (
    Endpoint,
    FailureReason,
    PeerVersions,
    ReplicaKey,
    VersionRange,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, static_voter
from kraft_core.sim.quorum.timeline import Timeline
from tests.support.fake_disk import FakeDisk
from tests.support.fake_replica import FakeReplica
from tests.support.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable


def directory(number: int) -> bytes:
    return bytes([number]) * 16


def endpoint(node_id: int) -> Endpoint:
    return Endpoint("CONTROLLER", f"node{node_id}", 9000 + node_id)


def voter(node_id: int, directory_number: int | None = None) -> Voter:
    key = ReplicaKey(node_id, directory(directory_number or node_id))
    return Voter(key, (endpoint(node_id),), VersionRange(0, 1))


@dataclass
class Network:
    """Chances out of 1000, delays in ms, and links that are cut (from, to)."""

    loss: int = 0
    duplication: int = 0
    delay: tuple[int, int] = (1, 5)
    cut: set[tuple[int, int]] = field(default_factory=set)


class Cluster:
    """Replicas by node id. Everything random comes from the seed."""

    keeps_deadlines = True

    def __init__(self, ids: list[int], seed: int = 1, *, level: int = 1, **config: object) -> None:
        self.rng = random.Random(seed)
        self.timeline = Timeline()
        self.wall_offset_ms = 1_700_000_000_000
        self.network = Network()
        self.flush_delay = (0, 3)
        self.ledger = Ledger()
        self.overrides = config
        self.level = level
        self.initial = VoterSet.of(
            voter(each) if level else static_voter(each, endpoint(each)) for each in ids
        )
        self.replicas: dict[int, FakeReplica] = {}
        self.disks: dict[int, FakeDisk] = {}
        self.bootstrap = tuple((f"node{each}", 9000 + each) for each in ids)
        self.digest = hashlib.sha256()
        self._sequence = 0
        self._outstanding: dict[tuple[int, int], tuple[FakeReplica, int]] = {}
        for each in ids:
            self.start(each)

    # -- nodes --------------------------------------------------------------------------------

    def start(
        self, node_id: int, directory_number: int | None = None, **config: object
    ) -> FakeReplica:
        """Start a node on its disk, or on a new one."""
        disk = self.disks.get(node_id) or self.new_disk(node_id, directory_number)
        values = {
            "node_id": node_id,
            "directory_id": disk.directory_id,
            "cluster_id": "cluster",
            "endpoints": (endpoint(node_id),),
            "bootstrap_servers": self.bootstrap,
            **self.overrides,
            **config,
        }
        core = RaftCore(RaftConfig(**values), random.Random(self.rng.randrange(1 << 30)))
        replica = self.replicas[node_id] = FakeReplica(self, node_id, core, disk)
        log, history, stored = disk.recover()
        replica.feed(ev.Started(disk.election, log, history, stored))
        versions = PeerVersions(2, 18)
        for each in sorted({*self.replicas, *self.initial.ids}):
            replica.feed(ev.PeerDescribed(each, versions))
            if each in self.replicas:
                self.replicas[each].feed(ev.PeerDescribed(node_id, versions))
        return replica

    def new_disk(self, node_id: int, directory_number: int | None = None) -> FakeDisk:
        """Return an empty disk, formatted with all initial voters for one of them."""
        disk = self.disks[node_id] = FakeDisk(self.initial if not self.level else VoterSet())
        disk.directory_id = directory(directory_number or node_id)
        if self.level and self.initial.has(ReplicaKey(node_id, disk.directory_id)):
            disk.format(self.initial)
        return disk

    def trace_effects(
        self, replica: FakeReplica, event: ev.Event, effects: list[fx.Effect]
    ) -> None:
        """Do nothing; subclasses observe effects here."""

    def crash(self, node_id: int, *, power: bool = True) -> None:
        """Stop a node at once. Nodes with a connection to it can see the reset."""
        self.replicas.pop(node_id).is_up = False
        for (_, target), (sender, request_id) in list(self._outstanding.items()):
            if target == node_id and self.rng.randrange(2):
                self._refuse(sender, node_id, request_id)
        if power:
            self.disks[node_id].lose_power()

    def lose_disk(self, node_id: int) -> None:
        del self.disks[node_id]

    # -- time ---------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        return self.timeline.now_ms

    def at(self, time_ms: int, action: Callable[[], None]) -> None:
        self.timeline.at(max(time_ms - self.now_ms, 0), action)

    def run(self, duration_ms: int) -> None:
        self.timeline.run_until(self.now_ms + duration_ms)

    def run_until(self, condition: Callable[[], bool], limit_ms: int = 60_000) -> bool:
        return self.timeline.run_while(lambda: not condition(), limit_ms, every_ms=1)

    def random_in(self, bounds: tuple[int, int]) -> int:
        return self.rng.randint(*bounds)

    # -- messages -----------------------------------------------------------------------------

    def send(self, sender: FakeReplica, effect: fx.SendRequest) -> None:
        target = int(effect.to.host.removeprefix("node"))
        link = (sender.node_id, target)
        if target not in self.replicas and self.rng.randrange(2):
            self._refuse(sender, effect.to.id, effect.request_id)
            return
        self._outstanding[link] = (sender, effect.request_id)
        if link in self.network.cut or self.rng.randrange(1000) < self.network.loss:
            return
        copies = 2 if self.rng.randrange(1000) < self.network.duplication else 1
        for _ in range(copies):
            delay = self.random_in(self.network.delay)
            self.at(self.now_ms + delay, lambda: self._deliver(sender, target, effect))

    def _refuse(self, sender: FakeReplica, node_id: int, request_id: int) -> None:
        def refuse() -> None:
            sender.feed(ev.RequestFailed(request_id, FailureReason.REFUSED))
            leader = sender.core.leader_and_epoch
            if leader.leader_id == node_id and node_id not in self.replicas:
                sender.feed(ev.LeaderUnreachable(node_id, leader.epoch))

        self.at(self.now_ms + 1, refuse)

    def _deliver(self, sender: FakeReplica, target: int, effect: fx.SendRequest) -> None:
        receiver = self.replicas.get(target)
        if receiver is None:
            return
        if isinstance(effect.request, rpc.ApiVersions):
            self.answer_probe(sender, target, effect.request_id)
            return
        self._sequence += 1
        reply_to = self._sequence
        receiver.asked[reply_to] = lambda response: self._reply(sender, target, effect, response)
        receiver.feed(ev.RequestReceived(reply_to, "CONTROLLER", effect.request))

    def answer_probe(self, sender: FakeReplica, _target: int, request_id: int) -> None:
        answer = rpc.ApiVersionsResponse(kraft_range=VersionRange(0, 1))
        self.at(self.now_ms + 1, lambda: sender.feed(ev.ResponseReceived(request_id, answer)))

    def _reply(
        self, sender: FakeReplica, target: int, effect: fx.SendRequest, response: rpc.Response
    ) -> None:
        link = (target, sender.node_id)
        if link in self.network.cut or self.rng.randrange(1000) < self.network.loss:
            return
        assert not isinstance(response, rpc.DescribeQuorumResponse)
        received = ev.ResponseReceived(effect.request_id, response)
        delay = self.random_in(self.network.delay)
        self.at(self.now_ms + delay, lambda: sender.feed(received))

    def ask(self, node_id: int, request: rpc.Request) -> list[rpc.Response]:
        """Send a request to a node as a client; the list receives the answer."""
        answers: list[rpc.Response] = []
        self._sequence += 1
        replica = self.replicas[node_id]
        replica.asked[self._sequence] = answers.append
        replica.feed(ev.RequestReceived(self._sequence, "CONTROLLER", request))
        return answers

    # -- looking ------------------------------------------------------------------------------

    @property
    def leader(self) -> FakeReplica | None:
        """The leader of the highest epoch."""
        leaders = [each for each in self.replicas.values() if isinstance(each.core.role, Leader)]
        return max(leaders, key=lambda each: each.core.role.epoch, default=None)

    def elect(self, limit_ms: int = 60_000) -> FakeReplica:
        """Run until a leader has committed in its epoch."""

        def committed() -> bool:
            leader = self.leader
            role = None if leader is None else leader.core.role
            return isinstance(role, Leader) and role.high_watermark is not None

        assert self.run_until(committed, limit_ms)
        leader = self.leader
        assert leader is not None
        return leader

    def heal(self) -> None:
        self.network = Network()
        for node_id in sorted(self.disks):
            if node_id not in self.replicas:
                self.start(node_id)

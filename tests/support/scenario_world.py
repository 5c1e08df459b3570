"""The world of scenario files: real cores, fake disks, messages that wait to be delivered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.raft.consensus.values import (
    BatchSummary,
    FailureReason,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
)
from tests.support.cluster import Cluster, directory, endpoint
from tests.support.fake_disk import FakeLog, StoredBatch
from tests.support.scenario_trace import described, request_name, status

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus import effects as fx
    from kraft_core.raft.consensus.values import Endpoint
    from tests.support.fake_replica import FakeReplica


@dataclass
class Message:
    """Something under way: what it is called and what its arrival does."""

    sender: int
    target: int
    name: str
    arrive: Callable[[], None]


class ManualCluster(Cluster):
    """Messages wait; disks are as fast as the scenario wants."""

    keeps_deadlines = False

    def __init__(self, ids: list[int], logs: dict[int, str], **options: object) -> None:
        self.under_way: list[Message] = []
        self.lines: list[str] = []
        self.logs = logs
        self.ports: dict[int, int] = {}
        level = options.pop("level", 1)
        assert isinstance(level, int)
        super().__init__(ids, seed=1, level=level, **options)
        self.flush_delay = (0, 0)

    def start(
        self, node_id: int, directory_number: int | None = None, **config: object
    ) -> FakeReplica:
        if node_id in self.logs and node_id not in self.disks:
            self._fill(node_id, self.logs[node_id])
        if node_id in self.ports:
            config = {"endpoints": (self.endpoint(node_id),), **config}
        replica = super().start(node_id, directory_number, **config)
        self.lines.clear()
        return replica

    def endpoint(self, node_id: int) -> Endpoint:
        """Return the address at which the node listens now."""
        known = endpoint(node_id)
        return replace(known, port=self.ports.get(node_id, known.port))

    def _fill(self, node_id: int, epochs: str) -> None:
        """Write records up to END@EPOCH/...: `2@1/5@3` is two of epoch 1, then three of epoch 3."""
        disk = self.new_disk(node_id, None)
        batches: list[StoredBatch] = []
        for part in epochs.split("/"):
            end, epoch = (int(each) for each in part.split("@"))
            batches.extend(
                StoredBatch(BatchSummary(at, at, epoch, 2), f"{at:02}".encode())
                for at in range(len(batches), end)
            )
        disk.cache = FakeLog(batches=tuple(batches))

    def send(self, sender: FakeReplica, effect: fx.SendRequest) -> None:
        host = effect.to.host
        target = int(host.removeprefix("node"))
        link = (sender.node_id, target)
        self.under_way = [
            each
            for each in self.under_way
            if (each.sender, each.target) != link or each.name.startswith("answer")
        ]
        name = request_name(effect.request)
        if effect.to.port != self.endpoint(target).port:
            failed = ev.RequestFailed(effect.request_id, FailureReason.REFUSED)
            self.lines.append(f"{sender.node_id} is refused: {target} has moved")
            self.at(self.now_ms, lambda: sender.feed(failed))
            return
        self.under_way.append(Message(*link, name, lambda: self._deliver(sender, target, effect)))

    def answer_probe(self, sender: FakeReplica, target: int, request_id: int) -> None:
        answer = ev.ResponseReceived(
            request_id, rpc.ApiVersionsResponse(kraft_range=VersionRange(0, 1))
        )
        message = Message(target, sender.node_id, "answer ApiVersions", lambda: sender.feed(answer))
        self.under_way.append(message)

    def _reply(
        self, sender: FakeReplica, target: int, effect: fx.SendRequest, response: rpc.Response
    ) -> None:
        assert not isinstance(response, rpc.DescribeQuorumResponse)
        received = ev.ResponseReceived(effect.request_id, response)
        name = f"answer {request_name(effect.request)}"
        message = Message(target, sender.node_id, name, lambda: sender.feed(received))
        self.under_way.append(message)

    def wait(self, duration_ms: int) -> None:
        """Advance the time and meet all deadlines in order."""
        end = self.now_ms + duration_ms
        while True:
            due = [
                (each.core.deadline_ms, each.node_id)
                for each in self.replicas.values()
                if each.core.deadline_ms is not None and each.core.deadline_ms <= end
            ]
            if not due:
                break
            deadline, node_id = min(due)
            self.run(max(0, deadline - self.now_ms))
            self.replicas[node_id].feed(ev.DeadlineReached())
            self.run(0)
        self.run(end - self.now_ms)

    def trace_effects(
        self, replica: FakeReplica, event: ev.Event, effects: list[fx.Effect]
    ) -> None:
        self.lines += described(replica.node_id, event, effects)


class World:
    """Performs commands; each returns the lines of its effects."""

    def __init__(self) -> None:
        self._cluster: ManualCluster | None = None
        self._directories = 50
        self._append_id = 0

    @property
    def cluster(self) -> ManualCluster:
        assert self._cluster is not None, "the first command is `cluster`"
        return self._cluster

    def do(self, command: str) -> list[str]:
        name, *words = command.split()
        if self._cluster is not None:
            self.cluster.lines.clear()
        getattr(self, f"do_{name}")(*words)
        self.cluster.run(0)
        return list(self.cluster.lines)

    def replica(self, word: str) -> FakeReplica:
        return self.cluster.replicas[int(word)]

    # -- time and messages --------------------------------------------------------------------

    def do_cluster(self, *words: str) -> None:
        options: dict[str, object] = {}
        ids: list[int] = []
        logs: dict[int, str] = {}
        for word in words:
            name, value = word.split("=")
            if name == "voters":
                ids = [int(each) for each in value.split(",")]
            elif name.startswith("log"):
                for each in [int(name[4:])] if name != "log" else ids:
                    logs[each] = value
            else:
                options[name] = int(value)
        self._cluster = ManualCluster(ids, logs, **options)
        self.cluster.run(0)
        self.cluster.under_way.clear()
        self.cluster.lines.clear()

    def do_deadline(self, word: str) -> None:
        replica = self.replica(word)
        deadline = replica.core.deadline_ms
        assert deadline is not None
        self.cluster.timeline.now_ms = max(self.cluster.now_ms, deadline)
        replica.feed(ev.DeadlineReached())

    def do_campaign(self, word: str) -> None:
        """Let deadlines of the replica expire until it requests votes or pre-votes."""
        replica = self.replica(word)
        for _ in range(200):
            if any(each.sender == int(word) and "Vote" in each.name for each in self.under_way):
                return
            self.cluster.under_way = [each for each in self.under_way if each.sender != int(word)]
            self.do_deadline(word)
        raise AssertionError(replica.core.role)

    @property
    def under_way(self) -> list[Message]:
        return self.cluster.under_way

    def do_wait(self, word: str) -> None:
        self.cluster.wait(int(word))

    def do_live(self, word: str) -> None:
        """Let time pass; everything arrives after ten milliseconds."""
        end = self.cluster.now_ms + int(word)
        while self.cluster.now_ms < end:
            self.cluster.wait(10)
            self.do_deliver()

    def do_deliver(self, *words: str) -> None:
        targets = {int(word) for word in words}
        arriving = [each for each in self.under_way if not targets or each.target in targets]
        self.cluster.under_way = [each for each in self.under_way if each not in arriving]
        for message in arriving:
            message.arrive()
            self.cluster.run(0)

    def do_settle(self) -> None:
        for _ in range(100):
            if not self.under_way:
                self.cluster.run(5)
            if not self.under_way:
                return
            self.do_deliver()
        raise AssertionError("it does not settle")

    def do_drop(self, *words: str) -> None:
        for word in words:
            sender, _, target = word.rpartition("->")
            self.cluster.under_way = [
                each
                for each in self.under_way
                if each.target != int(target) or (sender and each.sender != int(sender))
            ]

    def do_unreachable(self, word: str) -> None:
        replica = self.replica(word)
        role = replica.core.role
        assert isinstance(role, Follower)
        for message in [each for each in self.under_way if each.sender == int(word)]:
            self.under_way.remove(message)
        for sent in list(replica.core._state.in_flight._awaited.values()):
            replica.feed(ev.RequestFailed(sent.request_id, FailureReason.REFUSED))
        replica.feed(ev.LeaderUnreachable(role.leader_id, role.epoch))

    # -- disks and processes ------------------------------------------------------------------

    def do_hold(self, word: str) -> None:
        self.replica(word).holds = True

    def do_flush(self, word: str) -> None:
        self.replica(word).release()

    def do_crash(self, word: str) -> None:
        self.do_drop(word)
        self.cluster.crash(int(word))

    def do_kill(self, word: str) -> None:
        """Crash the process without power loss: the page cache survives."""
        self.do_drop(word)
        self.cluster.crash(int(word), power=False)

    def do_move(self, word: str) -> None:
        """Start again at another address."""
        self.cluster.ports[int(word)] = 9500 + int(word)
        self.cluster.start(int(word))

    def do_restart(self, word: str) -> None:
        if int(word) not in self.cluster.disks:
            self._directories += 1
            self.cluster.start(int(word), self._directories)
        else:
            self.cluster.start(int(word))

    def do_lose(self, word: str) -> None:
        self.cluster.lose_disk(int(word))

    def do_start(self, word: str) -> None:
        self.cluster.start(int(word))

    def do_snapshot(self, word: str) -> None:
        replica = self.replica(word)
        epoch = replica.core.log.epoch_at(replica.applied_end - 1)
        at = OffsetAndEpoch(replica.applied_end, epoch)
        replica.feed(ev.SnapshotRequested(at))
        self.cluster.run(10)
        replica.feed(ev.PrefixExpired(at))

    # -- users and operators ------------------------------------------------------------------

    def do_append(self, word: str, *values: str) -> None:
        for value in values:
            self._append_id += 1
            self.replica(word).append(self._append_id, value)
            self.cluster.run(0)

    def do_add(self, word: str, _to: str, leader: str) -> None:
        disk = self.cluster.disks.get(int(word))
        key = ReplicaKey(int(word), disk.directory_id if disk else directory(int(word)))
        self._ask(leader, rpc.AddRaftVoter(None, key, (self.cluster.endpoint(int(word)),)))

    def do_remove(self, word: str, _from: str, leader: str) -> None:
        entry = self.replica(leader).core.voters.get(int(word))
        assert entry is not None
        self._ask(leader, rpc.RemoveRaftVoter(None, entry.key))

    def _ask(self, leader: str, request: rpc.Request) -> None:
        name = type(request).__name__
        self.cluster._sequence += 1
        replica = self.replica(leader)

        def answered(response: rpc.Response) -> None:
            error = getattr(response, "error")  # noqa: B009
            self.cluster.lines.append(f"client: {name} {error.name}")

        replica.asked[self.cluster._sequence] = answered
        event = ev.RequestReceived(self.cluster._sequence, "CONTROLLER", request)
        replica.feed(event)

    def do_upgrade(self, word: str) -> None:
        self._append_id += 1
        replica = self.replica(word)
        assert isinstance(replica.core.role, Leader)
        replica.feed(ev.UpgradeRequested(self._append_id, replica.core.role.epoch, 1))

    def do_resign(self, word: str) -> None:
        replica = self.replica(word)
        replica.feed(ev.ResignRequested(replica.core.role.epoch))

    def do_shutdown(self, word: str) -> None:
        self.replica(word).feed(ev.ShutdownRequested())

    def do_witness(self, word: str, on: str) -> None:
        self.replica(word).feed(ev.WitnessChanged(on == "on"))
        for other in self.cluster.replicas.values():
            other.feed(ev.PeerDescribed(int(word), may_lead=on != "on"))

    def do_able(self, *words: str) -> None:
        for replica in self.cluster.replicas.values():
            for word in words:
                replica.feed(ev.PeerDescribed(int(word), may_lead=True))

    def do_state(self) -> None:
        for node_id in sorted(self.cluster.replicas):
            self.cluster.lines.append(status(self.cluster.replicas[node_id]))

"""A random run of a small cluster: faults and operators drawn from a seed, then repair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.values import OffsetAndEpoch, ReplicaKey
from tests.support.cluster import Cluster, Network, directory, endpoint

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.fake_replica import FakeReplica

STEPS = 60
NEW_IDS = (4, 5, 6, 7)


class Campaign:
    """One seed: `run` injects faults, `settle` repairs and demands convergence."""

    def __init__(self, seed: int, *, level: int | None = None, **config: object) -> None:
        self.cluster = Cluster([1], seed) if seed < 0 else self._cluster(seed, level, config)
        self.rng = self.cluster.rng
        self.appends = 0
        self.directories = 100
        self.actions: list[tuple[int, Callable[[], None]]] = [
            (30, self.append_some),
            (8, self.crash_one),
            (10, self.bounce),
            (14, self.restart_all),
            (6, self.spoil_network),
            (10, self.mend_network),
            (5, self.cut_one_off),
            (8, self.add_voter),
            (6, self.remove_voter),
            (2, self.replace_disk),
            (2, self.resign),
            (6, self.snapshot),
            (2, self.toggle_witness),
            (2, self.upgrade),
            (2, self.slow_disks),
        ]

    @staticmethod
    def _cluster(seed: int, level: int | None, config: dict[str, object]) -> Cluster:
        size = (3, 3, 5, 4, 2)[seed % 5]
        if level is None:
            level = 0 if seed % 7 == 3 else 1
        config = {"auto_join": seed % 4 == 1, **config}
        return Cluster(list(range(1, size + 1)), seed, level=level, **config)

    def run(self, steps: int = STEPS) -> None:
        weights = [weight for weight, _ in self.actions]
        actions = [action for _, action in self.actions]
        for _ in range(steps):
            self.rng.choices(actions, weights)[0]()
            self.cluster.run(self.rng.choice((1, 5, 20, 100, 400, 1500)))

    # -- random events ------------------------------------------------------------------------

    def pick(self) -> FakeReplica | None:
        replicas = list(self.cluster.replicas.values())
        return self.rng.choice(replicas) if replicas else None

    def leaders(self) -> list[FakeReplica]:
        replicas = self.cluster.replicas.values()
        return [each for each in replicas if isinstance(each.core.role, Leader)]

    def append_some(self) -> None:
        for leader in self.leaders():
            for _ in range(self.rng.randint(1, 4)):
                self.appends += 1
                leader.append(self.appends, f"value {self.appends}")

    def crash_one(self) -> None:
        replica = self.pick()
        if replica is not None:
            self.cluster.crash(replica.node_id, power=self.rng.random() < 0.7)

    def bounce(self) -> None:
        """Cut the power of a replica, often of a leader, and start it again at once."""
        leaders = self.leaders()
        replica = self.rng.choice(leaders) if leaders and self.rng.random() < 0.5 else self.pick()
        if replica is not None:
            self.cluster.crash(replica.node_id)
            self.cluster.start(replica.node_id)

    def restart_all(self) -> None:
        for node_id in sorted(self.cluster.disks):
            if node_id not in self.cluster.replicas and self.rng.random() < 0.7:
                self.cluster.start(node_id)

    def spoil_network(self) -> None:
        slow = self.rng.choice((5, 50, 600))
        self.cluster.network = Network(self.rng.choice((0, 50, 300)), 50, (1, slow))

    def mend_network(self) -> None:
        self.cluster.network = Network()

    def cut_one_off(self) -> None:
        replica = self.pick()
        if replica is not None:
            for other in self.cluster.disks:
                pair = (replica.node_id, other)
                self.cluster.network.cut.add(pair)
                if self.rng.random() < 0.7:
                    self.cluster.network.cut.add((pair[1], pair[0]))

    def slow_disks(self) -> None:
        self.cluster.flush_delay = self.rng.choice(((0, 3), (0, 40), (50, 900)))

    def add_voter(self) -> None:
        node_id = self.rng.choice(NEW_IDS)
        if node_id not in self.cluster.disks:
            self.cluster.start(node_id)
            self.cluster.run(self.rng.choice((0, 300, 1500)))
        self.ask_leaders(lambda: self._add_request(node_id))

    def _add_request(self, node_id: int) -> rpc.Request:
        disk = self.cluster.disks.get(node_id)
        key = ReplicaKey(node_id, disk.directory_id if disk else directory(node_id))
        return rpc.AddRaftVoter(None, key, (endpoint(node_id),))

    def remove_voter(self) -> None:
        for leader in self.leaders():
            key = self.rng.choice(leader.core.voters.voters).key
            if key.directory_id is not None:
                self.cluster.ask(leader.node_id, rpc.RemoveRaftVoter(None, key))

    def replace_disk(self) -> None:
        """Replace the disk of a node that is not a voter: the simulator covers voters."""
        replica = self.pick()
        others = self.cluster.replicas.values()
        if replica is None or self.cluster.level == 0:
            return
        key = ReplicaKey(replica.node_id, replica.disk.directory_id)
        in_files = [each.recover()[1].sets for each in self.cluster.disks.values()]
        known = any(voters.has(key) for sets in in_files for _, voters in sets)
        if known or any(each.core.voters.has(key) for each in others):
            return
        self.cluster.crash(replica.node_id)
        self.cluster.lose_disk(replica.node_id)
        self.directories += 1
        self.cluster.start(replica.node_id, self.directories)

    def ask_leaders(self, request: Callable[[], rpc.Request]) -> None:
        for leader in self.leaders():
            self.cluster.ask(leader.node_id, request())

    def resign(self) -> None:
        for leader in self.leaders():
            leader.feed(ev.ResignRequested(leader.core.role.epoch))

    def snapshot(self) -> None:
        replica = self.pick()
        if replica is None or replica.applied_end == 0:
            return
        at = OffsetAndEpoch(replica.applied_end, replica.core.log.epoch_at(replica.applied_end - 1))
        replica.feed(ev.SnapshotRequested(at))
        self.cluster.run(10)
        stored = sorted(replica.disk.snapshots, key=lambda each: each.offset)
        if stored and replica.is_up and self.rng.random() < 0.7:
            replica.feed(ev.PrefixExpired(stored[-1]))

    def toggle_witness(self) -> None:
        replica = self.pick()
        if replica is not None:
            on = self.rng.random() < 0.5
            replica.feed(ev.WitnessChanged(on))
            for other in self.cluster.replicas.values():
                other.feed(ev.PeerDescribed(replica.node_id, may_lead=not on))

    def upgrade(self) -> None:
        for leader in self.leaders():
            self.appends += 1
            epoch = leader.core.role.epoch
            leader.feed(ev.UpgradeRequested(self.appends, epoch, 1))

    # -- convergence --------------------------------------------------------------------------

    def settle(self, limit_ms: int = 120_000) -> None:
        cluster = self.cluster
        cluster.flush_delay = (0, 3)
        cluster.heal()
        for replica in list(cluster.replicas.values()):
            replica.feed(ev.WitnessChanged(on=False))
        leader = cluster.elect(limit_ms)
        cluster.run(5000)
        leader = cluster.elect(limit_ms)
        self.appends += 1
        leader.append(self.appends, "last")
        assert cluster.run_until(self.is_settled, limit_ms)
        self.check_end()

    def is_settled(self) -> bool:
        leader = self.cluster.leader
        role = None if leader is None else leader.core.role
        if leader is None or not isinstance(role, Leader) or role.change is not None:
            return False
        end = leader.core.log.end_offset
        return role.high_watermark == end and all(
            each.core.log.end_offset == end
            and each.applied_end == end
            and each.core.leader_and_epoch.epoch == role.epoch
            for each in self.cluster.replicas.values()
        )

    def check_end(self) -> None:
        leader = self.cluster.leader
        assert leader is not None
        for replica in self.cluster.replicas.values():
            assert replica.applied == leader.applied
            assert replica.core.voters == leader.core.voters
            assert replica.core.kraft_version == leader.core.kraft_version
        values = dict(leader.applied)
        for offset, data in self.cluster.ledger.acks.items():
            assert values[offset] == data.decode()

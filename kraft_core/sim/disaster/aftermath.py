"""After a recovery: the new quorum starts, old disks come back before and after the fence.

Fenced means that an operator sends BeginQuorumEpoch in the name of the new leader to each old
replica that runs, until it follows. `kraft recover fence` refuses a node whose epoch is above the
leader's: the operator stops that node permanently instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_core.sim.quorum.convergence import restore
from kraft_core.sim.quorum.network import LISTENER
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_core.sim.quorum.steps.targets import chance
from kraft_core.sim.quorum.workload import Kind
from kraft_wire.messages import BeginQuorumEpochRequest
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from random import Random

    from kraft_core.sim.disaster.recovery import Recovered
    from kraft_core.sim.disaster.simulator import DisasterSimulator
    from kraft_core.sim.quorum.node import SimulatedNode

LIMIT_MS: Final = 60_000
_LOOK_MS: Final = 100
_FENCE_MS: Final = 700
_FENCED_FROM_MS: Final = 8_000
_RETURN_MS: Final = 14_000
_RETURN_CHANCE: Final = 650
_WRONG_DISK_CHANCE: Final = 500
_WRONG_DISK_MS: Final = 5_000
_FRESH_AGAIN_MS: Final = 3_000
_VERSION: Final = 1
_TOLERANT: Final = 2
"""More voters than this can elect while one of them runs with its old disk.

Without a leader that disk campaigns in epochs of the new quorum, and replicas that have learned of
them follow no leader of a lower epoch.
"""


class Aftermath:
    """The run of one recovered quorum."""

    def __init__(self, simulator: DisasterSimulator, recovered: Recovered, rng: Random) -> None:
        self._simulator = simulator
        self._cluster = simulator.cluster
        self._recovered = recovered
        self._rng = rng
        self._started = [self._cluster.nodes[each] for each in recovered.voters.ids]
        self._is_fenced = False

    def run(self) -> None:
        """Start everything, and require that it becomes one quorum."""
        cluster, rng = self._cluster, self._rng
        cluster.network.restore_all()
        old = [each for each in cluster.nodes.values() if each not in self._started]
        for node in self._started:
            restore(node)
        for node in old:
            if chance(rng, _RETURN_CHANCE):
                cluster.timeline.at(rng.randrange(_RETURN_MS), lambda node=node: self._back(node))  # type: ignore[misc]
        cluster.timeline.at(_FENCED_FROM_MS, self._fence)
        cluster.timeline.run_until(cluster.now_ms + _RETURN_MS)
        self._settle()
        old_disks = list(self._recovered.old_disks)
        is_tolerant = len(self._recovered.voters) > _TOLERANT
        if old_disks and is_tolerant and chance(rng, _WRONG_DISK_CHANCE):
            node_id = rng.choice(old_disks)
            self._start_wrong_disk(cluster.nodes[node_id])
            self._settle()
        for invariant in self._simulator.checks:
            invariant.settled(self._recovered, self._started)

    def _back(self, node: SimulatedNode) -> None:
        self._simulator.tell(f"old node {node.node_id} comes back")
        restore(node)
        self._started.append(node)

    # -- the fence ----------------------------------------------------------------------------

    def _fence(self) -> None:
        """Send old replicas to the new leader, again and again."""
        if not self._is_fenced:
            self._simulator.tell("fence")
        self._is_fenced = True
        leader = self._leader()
        if leader is not None:
            for node in list(self._started):
                if self._is_out_of_reach(node, leader):
                    self._destroy(node)
                elif self._is_stray(node, leader):
                    self._cluster.ask(node.node_id, begin_quorum_epoch(leader, node), _VERSION)
        self._cluster.timeline.at(_FENCE_MS, self._fence)

    def _is_stray(self, node: SimulatedNode, leader: SimulatedNode) -> bool:
        # BeginQuorumEpoch that names the receiver's own id as the leader ends a Java process
        if not node.is_up or self._recovered.is_new(node) or node.node_id == leader.node_id:
            return False
        role = node.core.role
        return not isinstance(role, Follower) or role.leader_id != leader.node_id

    def _is_out_of_reach(self, node: SimulatedNode, leader: SimulatedNode) -> bool:
        """Return True for an old replica that has learned of a higher epoch than the leader's."""
        if not node.is_up or self._recovered.is_new(node):
            return False
        return node.core.role.epoch > leader.core.role.epoch

    def _destroy(self, node: SimulatedNode) -> None:
        self._simulator.tell(f"node {node.node_id} is in a higher epoch: it is destroyed")
        self._started.remove(node)
        node.crash()

    def _leader(self) -> SimulatedNode | None:
        """Return the leader of the new quorum."""
        leading = [
            node
            for node in self._started
            if node.is_up and isinstance(node.core.role, Leader) and self._recovered.is_new(node)
        ]
        return max(leading, key=lambda node: node.core.role.epoch, default=None)

    def _start_wrong_disk(self, node: SimulatedNode) -> None:
        """Start a new voter with its former disk, for a while."""
        cluster = self._cluster
        new = (node.disk, node.directory_id)
        self._simulator.tell(f"node {node.node_id} starts with its old disk")
        node.crash()
        node.change_disk(*self._recovered.old_disks[node.node_id])
        node.start()
        cluster.timeline.run_until(cluster.now_ms + _WRONG_DISK_MS)
        for invariant in self._simulator.checks:
            invariant.old_disk_ran(self._recovered, node, self._leader())
        self._simulator.tell(f"node {node.node_id} starts with its new disk")
        node.crash()
        node.change_disk(*new)
        node.start()

    # -- one quorum ---------------------------------------------------------------------------

    def _settle(self) -> None:
        """Let time pass until all replicas follow one leader and new appends commit."""
        cluster, workload = self._cluster, self._simulator.workload
        fresh_at_ms = 0

        def goes_on() -> bool:
            nonlocal fresh_at_ms
            if self._unsettled() is None:
                return False
            if cluster.now_ms >= fresh_at_ms:
                fresh_at_ms = cluster.now_ms + _FRESH_AGAIN_MS
                workload.append_fresh()
            return True

        if not cluster.timeline.run_while(goes_on, LIMIT_MS, _LOOK_MS):
            missing = self._unsettled()
            if missing is not None:
                cluster.fail("OneQuorum", missing)

    def _unsettled(self) -> str | None:
        leader = self._leader()
        if leader is None:
            return "the new quorum has no leader"
        for node in self._started:
            if not node.is_up:
                return f"node {node.node_id} is down"
            role, epoch = node.core.role, leader.core.role.epoch
            if node is not leader and not (
                isinstance(role, Follower)
                and (role.leader_id, role.epoch) == (leader.node_id, epoch)
            ):
                return f"node {node.node_id} does not follow {leader.node_id}: {role}"
            if node.log.end_offset != leader.log.end_offset:
                return f"the log of node {node.node_id} ends at {node.log.end_offset}"
            if node.machine.digest != leader.machine.digest:
                return f"node {node.node_id} has another state than leader {leader.node_id}"
        kinds = {each.kind for each in self._simulator.workload.fresh_committed}
        if kinds != {Kind.WRITE, Kind.READ}:
            return "a new write and a new read are not both committed"
        return None


def begin_quorum_epoch(leader: SimulatedNode, node: SimulatedNode) -> BeginQuorumEpochRequest:
    """Return the request that sends a replica to the leader."""
    partition = BeginQuorumEpochRequest.PartitionData(
        partition_index=0,
        voter_directory_id=Uuid(node.directory_id),
        leader_id=leader.node_id,
        leader_epoch=leader.core.role.epoch,
    )
    topic = BeginQuorumEpochRequest.TopicData(topic_name=KAFKAS_TOPIC.name, partitions=(partition,))
    endpoint = BeginQuorumEpochRequest.LeaderEndpoint(
        name=LISTENER, host=leader.endpoint.host, port=leader.endpoint.port
    )
    return BeginQuorumEpochRequest(
        cluster_id=CLUSTER_ID,
        voter_id=node.node_id,
        topics=(topic,),
        leader_endpoints=(endpoint,),
    )

"""Nodes whose state machine is the production controller, and its host in virtual time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, TypeVar, cast

from kraft_core.controller.context import ControllerSettings
from kraft_core.controller.host import Host
from kraft_core.controller.metadata_image import MetadataImage
from kraft_core.controller.service import Controller
from kraft_core.node.access import Access
from kraft_core.node.configuration import ControllerSettings as TaskSettings
from kraft_core.sim.cluster.model import Model
from kraft_core.sim.cluster.requests import Requests, registration_request
from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.machine import SimulatedMachine
from kraft_core.sim.quorum.node import SimulatedNode
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_wire.messages import FeatureLevelRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
    from random import Random

    from kraft_core.controller.host import Cancellable
    from kraft_core.metadata import ClusterImage
    from kraft_core.node.node import RaftNode
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_core.raft.replica import AppendTicket
    from kraft_core.sim.quorum.plan import ClusterPlan, Release
    from kraft_wire.records import RecordBatch

T = TypeVar("T")

_HOUSEKEEPING_MS: Final = 1000
_THREAD_MS: Final = (0, 0, 1, 5, 40)
_SLICES_S: Final = (0.0, 0.0, 0.0, 0.0, 0.006)
"""Share of the time for decisions that passes between two looks at the clock."""

TASKS: Final = TaskSettings(
    serves_brokers=True,
    max_idle_interval_ms=500,
    session_timeout_ms=3000,
    heartbeat_interval_ms=500,
    leader_balance_interval_ms=1500,
    unclean_election_interval_ms=2000,
    token_expiry_check_interval_ms=3000,
)
"""Shorter than Kafka's defaults, so that all of it happens within a run."""


class ControllerCluster(Cluster):
    """Nodes that are controllers. `levels` are the features that formatting leaves.

    `tasks` can differ from `TASKS` in all but the session timeout.
    """

    def __init__(
        self,
        seed: int,
        plan: ClusterPlan,
        levels: Mapping[str, int],
        tasks: TaskSettings = TASKS,
    ) -> None:
        self.levels = levels
        self.tasks = tasks
        self.model = Model(self)
        self.on_event: Callable[[str], None] | None = None
        super().__init__(seed, plan)
        self.requests = Requests(self, self.new_rng())

    def new_node(self, node_id: int, release: Release) -> SimulatedNode:
        return ControllerNode(self, node_id, release)

    @property
    def controllers(self) -> list[ControllerNode]:
        """All nodes."""
        return [cast("ControllerNode", node) for node in self.nodes.values()]

    def tell(self, line: str) -> None:
        """Add a line to the trace."""
        if self.on_event is not None:
            self.on_event(f"{self.now_ms:6d} ms  {line}")


class ControllerNode(SimulatedNode):
    """A node with a controller in place of names and values."""

    cluster: ControllerCluster

    @property
    def first_records(self) -> tuple[bytes, ...]:
        """The finalized features that formatting leaves."""
        return tuple(
            encode_metadata_record(
                MetadataRecord(FeatureLevelRecord(name=name, feature_level=level), 0)
            )
            for name, level in self.cluster.levels.items()
        )

    def new_machine(self) -> SimulatedMachine:
        """Create the controller of an incarnation."""
        return ControllerMachine(self, self._applied)

    @property
    def controller(self) -> SimulatedController:
        return cast("ControllerMachine", self.machine).controller


class ControllerMachine(SimulatedMachine):
    """Passes everything to a controller, and shows the effects to the model."""

    def __init__(self, node: ControllerNode, on_applied: Callable[[int, int], None]) -> None:
        super().__init__(lambda _: None, on_applied)
        self._node = node
        self._model = node.cluster.model
        self.controller = SimulatedController(node)
        if node.is_up:
            node.after(_HOUSEKEEPING_MS, self._housekeep)

    def apply(self, batch: RecordBatch) -> None:
        self._model.take(batch)
        self.controller.apply(batch)
        self._reached(batch.next_offset)

    def apply_control(self, batch: RecordBatch) -> None:
        self._model.take(batch)
        self.controller.apply_control(batch)
        self._reached(batch.next_offset)

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        self.controller.begin_load(snapshot_id)

    def load(self, batch: RecordBatch) -> None:
        """Apply a batch of a snapshot."""
        self.controller.load(batch)

    def end_load(self, snapshot_id: SnapshotId) -> None:
        """End the load of a snapshot."""
        self.controller.end_load(snapshot_id)
        self._reached(snapshot_id.offset)

    def snapshot_values(self) -> Iterable[bytes]:
        """Return the committed image as records; the model reads them too."""
        values = list(self.controller.snapshot_values())
        self._model.snapshot_written(self._node, self.applied_end, values)
        return values

    def can_write_snapshot(self) -> bool:
        """Return True if the controller can write one now."""
        return self.controller.can_write_snapshot()

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        self.leader = leader
        was_active = self.controller.is_active
        self.controller.leader_changed(leader)
        if was_active and not self.controller.is_active:
            self._model.renounced(self._node, self.applied_end, self.controller.image.cluster)
        if self.controller.is_active:
            self._node.cluster.tell(f"controller {self._node.node_id} is active, {leader.epoch}")
            self._model.claimed(self._node, self.controller.image.cluster)

    def _reached(self, end_offset: int) -> None:
        self.applied_end = end_offset
        if self.controller.is_active:
            digest = self._model.digest_at(end_offset)
        else:
            digest = self._model.standby(self._node, end_offset, self.controller.image.cluster)
        self.digest = digest
        self._on_applied(end_offset, digest)

    def _housekeep(self) -> None:
        self.controller.housekeep()
        self._node.after(_HOUSEKEEPING_MS, self._housekeep)


class SimulatedController(Controller):
    """The controller of production, attached to a simulated node."""

    def __init__(self, node: ControllerNode) -> None:
        super().__init__()
        self._simulated = node
        self._node = cast("RaftNode", _NodeView(node))
        self._serves_brokers = True
        self.image = MetadataImage(serves_brokers=True)
        self.incarnation_id = Uuid(node.cluster.new_rng().randbytes(16))
        request = registration_request(node.node_id, self.incarnation_id)
        view = SimpleNamespace(
            incarnation_id=self.incarnation_id,
            request=lambda: request,
            is_held=False,
            applied=lambda _: None,
        )
        self._registration = cast("object", view)  # type: ignore[assignment]
        self._copying = SimpleNamespace(applied=lambda _: None)  # type: ignore[assignment]

    def housekeep(self) -> None:
        if self._active is not None:
            self._register_by(self._active)
        else:
            self._simulated.cluster.requests.register_controller(self._simulated)

    def _host(self) -> Host:
        return SimulatedHost(self._simulated)


class _NodeView:
    """The part of a RaftNode that a controller uses."""

    def __init__(self, node: ControllerNode) -> None:
        self._node = node
        self.access = Access()
        self.tasks = SimpleNamespace(later=lambda delay_s, call: later(node, delay_s, call))
        self.configuration = SimpleNamespace(
            node_id=node.node_id, controller=node.cluster.tasks, witness="false"
        )

    @property
    def directory(self) -> object:
        meta = SimpleNamespace(cluster_id=CLUSTER_ID)
        return SimpleNamespace(root=self._node.disk.root, meta=meta)

    @property
    def core(self) -> object:
        return self._node.core

    @property
    def replica(self) -> object:
        return self._node.replica

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        return self._node.replica.leader_and_epoch

    @property
    def is_leading(self) -> bool:
        return self._node.replica.leading_epoch is not None


class _Alarm:
    def __init__(self) -> None:
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


def later(node: SimulatedNode, delay_s: float, call: Callable[[], None]) -> Cancellable:
    """Call a function after a time of the node's own clock, unless its incarnation ends."""
    alarm = _Alarm()
    clock = node.clock

    def ring() -> None:
        if not alarm.is_cancelled:
            call()

    node.after(clock.true_delay_ms(clock.now_ms() + round(delay_s * 1000)), ring)
    return alarm


class _Wait:
    """A delay that a coroutine awaits, in milliseconds."""

    def __init__(self, delay_ms: int) -> None:
        self._delay_ms = delay_ms

    def __await__(self) -> Generator[int, None, None]:
        yield self._delay_ms


class SimulatedHost(Host):
    """Runs an active controller in virtual time."""

    def __init__(self, node: ControllerNode) -> None:
        self._node = node
        self._precise_s = 0.0
        self.chance: Random = node.cluster.new_rng()
        self._draw: Random = node.cluster.new_rng()

    @property
    def task_settings(self) -> TaskSettings:
        """The settings, which are the same on all nodes."""
        return self._node.cluster.tasks

    @property
    def settings(self) -> ControllerSettings:
        return ControllerSettings(
            node_id=self._node.node_id,
            cluster_id=CLUSTER_ID,
            session_timeout_ms=TASKS.session_timeout_ms,
        )

    def now_ms(self) -> int:
        """Return the node's monotonic clock, which drifts."""
        return self._node.clock.now_ms()

    def wall_ms(self) -> int:
        """Return the node's wall clock, which jumps."""
        return self._node.clock.wall_ms()

    def precise_s(self) -> float:
        """Return a time that sometimes advances during decisions."""
        self._precise_s += self._draw.choice(_SLICES_S)
        return self._precise_s

    def later(self, delay_s: float, call: Callable[[], None]) -> Cancellable:
        return later(self._node, delay_s, call)

    def start(self, work: Coroutine[object, object, None], name: str) -> None:
        del name

        def go_on() -> None:
            try:
                delay_ms = work.send(None)
            except StopIteration:
                return
            self._node.after(cast("int", delay_ms), go_on)

        go_on()

    async def in_thread(self, call: Callable[[], T]) -> T:
        """Call it at a random time within a delay."""
        await _Wait(self._draw.choice(_THREAD_MS))
        result = call()
        await _Wait(self._draw.choice(_THREAD_MS))
        return result

    async def pause(self, delay_s: float = 0) -> None:
        await _Wait(round(delay_s * 1000))

    @property
    def kraft_version(self) -> int:
        return self._node.core.kraft_version

    @property
    def core(self) -> RaftCore:
        return self._node.core

    @property
    def lacks_room(self) -> bool:
        """Return True if the disk is nearly full."""
        return self._node.lacks_room

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset of the next record."""
        return self._node.replica.append_offset(epoch, size_bytes)

    def append_at_once(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        ticket = self._node.replica.append_at_once(values, epoch)
        self._node.turn_soon()
        return ticket

    def upgrade_nowait(self, level: int, *, validate_only: bool) -> AppendTicket:
        ticket = self._node.replica.upgrade_nowait(level, validate_only=validate_only)
        self._node.turn_soon()
        return ticket

    def replayed(self, image: ClusterImage, last_offset: int) -> None:
        """Let the model check the state ahead of the commit."""
        self._node.cluster.model.decided(self._node, image, last_offset)

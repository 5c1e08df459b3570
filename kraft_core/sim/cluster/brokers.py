"""Simulated brokers: they register, send heartbeats, change ISRs, stop, end and come back.

A broker knows what is committed, some time after it is. It serves no data: which replicas are in
sync is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.feature_levels import SUPPORTED
from kraft_core.metadata import ClusterImage
from kraft_core.metadata.partition_index import PartitionKey
from kraft_core.sim.cluster.requests import error_of
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_wire.messages import (
    AllocateProducerIdsRequest,
    AlterPartitionRequest,
    AlterPartitionResponse,
    AssignReplicasToDirsRequest,
    BrokerHeartbeatRequest,
    BrokerHeartbeatResponse,
    BrokerRegistrationRequest,
    BrokerRegistrationResponse,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_core.metadata import Partition
    from kraft_core.sim.cluster.controllers import ControllerCluster
    from kraft_wire.message import Message

FIRST_BROKER: Final = 101
_HEARTBEAT_MS: Final = 500
_LATE: Final = 3
_BUSY_MS: Final = (60, 400)
_STALE_EPOCH: Final = 77
_RESTART_MS: Final = (100, 800, 4000)
_NO_RECOVERY: Final = 0


class SimulatedBroker:
    """One broker; `incarnation` counts its starts, `busy_ms` is the pause between requests."""

    def __init__(
        self,
        cluster: ControllerCluster,
        broker_id: int,
        rng: Random,
        busy_ms: tuple[int, int] = _BUSY_MS,
    ) -> None:
        self.cluster = cluster
        self._busy_ms = busy_ms
        self.broker_id = broker_id
        self._rng = rng
        self._rack = rng.choice((None, "a", "b"))
        self.directories = [self._new_id() for _ in range(rng.choice((1, 1, 2)))]
        self.offline: set[Uuid] = set()
        self.incarnation = 0
        self.is_up = self.is_paused = False
        self.is_stopping = False
        self.epoch: int | None = None
        self._incarnation_id = self._new_id()
        self._clean_epoch = -1
        self._is_serving = False
        self.view = ClusterImage(indexed=True)
        self._view_place = 0
        self.view_end = 0
        self._asked: dict[PartitionKey, int] = {}
        """The partition epoch that a partition must reach before its ISR is changed again."""
        self._first_epochs: dict[int, int] = {}
        """The epochs of other brokers when they were first followers of this one."""

    def _new_id(self) -> Uuid:
        return Uuid(b"\x10" + self._rng.randbytes(15))

    # -- starts and ends ----------------------------------------------------------------------

    def start(self) -> None:
        if self.is_up:
            return
        self.incarnation += 1
        self._incarnation_id = self._new_id()
        self.is_up, self.is_stopping, self._is_serving = True, False, False
        self.epoch = None
        self._asked.clear()
        if self.offline:  # it was repaired, with an empty disk
            kept = [one for one in self.directories if one not in self.offline]
            self.directories = [*kept, *(self._new_id() for _ in self.offline)]
            self.offline.clear()
        self._later(0, self._beat)
        self._later(self._rng.randrange(*self._busy_ms), self._work)

    def kill(self) -> None:
        """End it; the shutdown was not clean."""
        self.is_up = False
        self._clean_epoch = -1

    def shut_down(self) -> None:
        """Ask for a controlled shutdown, with each heartbeat from now on."""
        self.is_stopping = True

    def pause(self, duration_ms: int) -> None:
        self.is_paused = True

        def go_on() -> None:
            self.is_paused = False

        self.cluster.timeline.at(duration_ms, go_on)

    def lose_directory(self) -> None:
        online = [one for one in self.directories if one not in self.offline]
        if len(online) > 1:
            self.offline.add(self._rng.choice(online))

    def _later(self, delay_ms: int, action: Callable[[], None]) -> None:
        incarnation = self.incarnation

        def act() -> None:
            if self.is_up and self.incarnation == incarnation:
                action()

        self.cluster.timeline.at(delay_ms, act)

    # -- the controller -----------------------------------------------------------------------

    def ask(self, message: Message, version: int, on_answer: Callable[[Any], None]) -> None:
        """Ask a controller; an answer to an earlier incarnation is dropped."""
        incarnation = self.incarnation

        def answered(answer: Message | None) -> None:
            if answer is not None:
                self.cluster.model.answered(message, answer)
            if self.is_up and self.incarnation == incarnation:
                on_answer(answer)

        self.cluster.requests.ask(self.broker_id, message, version, answered)

    def _beat(self) -> None:
        self._later(_HEARTBEAT_MS + self._rng.randrange(-50, 50), self._beat)
        if self.is_paused:
            return
        self._fetch()
        if self.epoch is None:
            self._register()
        else:
            self._send_heartbeat()

    def _fetch(self) -> None:
        """Read committed records, as far as the leader knows them."""
        leader = self.cluster.leader()
        if leader is None or self.broker_id in self.cluster.requests.cut:
            return
        end = min(leader.high_watermark, self.cluster.model.end)
        if not self._rng.randrange(4):
            end -= self._rng.randrange(20)
        log = self.cluster.model.log
        while self._view_place < len(log) and log[self._view_place][0] < end:
            offset, message = log[self._view_place]
            self.view.replay_metadata(message, offset)
            self._view_place += 1
        self.view_end = max(self.view_end, end)

    def _register(self) -> None:
        cls = BrokerRegistrationRequest
        request = cls(
            broker_id=self.broker_id,
            cluster_id=CLUSTER_ID,
            incarnation_id=self._incarnation_id,
            listeners=(cls.Listener(name="P", host="h", port=9092, security_protocol=0),),
            features=tuple(
                cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
                for name, (low, high) in SUPPORTED.items()
            ),
            rack=self._rack,
            log_dirs=tuple(self.directories),
            previous_broker_epoch=self._clean_epoch,
        )

        def answered(answer: BrokerRegistrationResponse | None) -> None:
            if answer is not None and not answer.error_code and self.epoch is None:
                self.epoch = answer.broker_epoch
                self._clean_epoch = -1

        self.ask(request, 4, answered)

    def _send_heartbeat(self) -> None:
        request = BrokerHeartbeatRequest(
            broker_id=self.broker_id,
            broker_epoch=self.epoch or 0,
            current_metadata_offset=self.view_end - 1,
            want_fence=not self._is_serving and not self.is_stopping,
            want_shut_down=self.is_stopping,
            offline_log_dirs=tuple(sorted(self.offline)),
        )

        def answered(answer: BrokerHeartbeatResponse | None) -> None:
            if answer is None:
                return
            if error_of(answer) == _STALE_EPOCH:  # it was removed: an operator restarts it
                self.kill()
                self.cluster.timeline.at(self._rng.choice(_RESTART_MS), self.start)
            elif not answer.error_code:
                self._is_serving = self._is_serving or answer.is_caught_up
                if answer.should_shut_down and self.is_stopping:
                    self._clean_epoch, self.is_up = request.broker_epoch, False

        self.ask(request, 1, answered)

    # -- other actions of a broker ------------------------------------------------------------

    def _work(self) -> None:
        self._later(self._rng.randrange(*self._busy_ms), self._work)
        if self.is_paused or not self._is_serving or self.cluster.is_repaired:
            return
        match self._rng.randrange(12):
            case 0:
                self._allocate_ids()
            case 1:
                self._assign_directories()
            case _:
                self._change_isrs()

    def _allocate_ids(self) -> None:
        request = AllocateProducerIdsRequest(broker_id=self.broker_id, broker_epoch=self.epoch or 0)
        self.ask(request, 0, lambda _: None)

    def _led(self) -> list[tuple[PartitionKey, Partition]]:
        """Return the partitions that it leads, as far as it knows, except those being changed."""
        index = self.view.index
        found = []
        for key in index.led.get(self.broker_id, ()) if index is not None else ():
            state = self.view.partition(key)
            if state is not None and state.partition_epoch >= self._asked.get(key, -1):
                found.append((key, state))
        return found

    def _change_isrs(self) -> None:
        led = self._led()
        if not led:
            return
        by_topic: dict[Uuid, list[AlterPartitionRequest.PartitionData]] = {}
        for key, state in self._rng.sample(led, min(len(led), self._rng.choice((1, 2, 5)))):
            wanted = self._wanted_isr(state)
            self._asked[key] = state.partition_epoch + 1
            is_late = state.partition_epoch % 4 == _LATE
            by_topic.setdefault(key.topic_id, []).append(
                AlterPartitionRequest.PartitionData(
                    partition_index=key.number,
                    leader_epoch=state.leader_epoch,
                    new_isr_with_epochs=tuple(
                        AlterPartitionRequest.BrokerState(
                            broker_id=each, broker_epoch=self._epoch_of(each, is_late=is_late)
                        )
                        for each in wanted
                    ),
                    leader_recovery_state=_NO_RECOVERY,
                    partition_epoch=state.partition_epoch,
                )
            )
        request = AlterPartitionRequest(
            broker_id=self.broker_id,
            broker_epoch=self.epoch or 0,
            topics=tuple(
                AlterPartitionRequest.TopicData(topic_id=topic_id, partitions=tuple(partitions))
                for topic_id, partitions in by_topic.items()
            ),
        )

        def answered(answer: AlterPartitionResponse | None) -> None:
            for topic in answer.topics if answer is not None else ():
                for each in topic.partitions:
                    if each.error_code:
                        self._asked.pop(PartitionKey(topic.topic_id, each.partition_index), None)
            if answer is None or answer.error_code:
                self._asked.clear()

        self.ask(request, 3, answered)

    def _epoch_of(self, broker_id: int, *, is_late: bool) -> int:
        """Return the epoch of an ISR member; a late Fetch can be from an earlier incarnation."""
        known = self.view.brokers.get(broker_id)
        if known is None:
            return -1
        first = self._first_epochs.setdefault(broker_id, known.epoch)
        return first if is_late and broker_id != self.broker_id else known.epoch

    def _wanted_isr(self, state: Partition) -> tuple[int, ...]:
        """Return an ISR with one member less, or one more live replica."""
        others = [each for each in state.isr if each != self.broker_id]
        missing = [
            each
            for each in state.replicas
            if each not in state.isr and each in self.view.brokers
            if self.view.brokers[each].is_active or not self._rng.randrange(10)
        ]
        if missing and (not others or self._rng.randrange(3)):
            return (*state.isr, self._rng.choice(missing))
        if others:
            gone = self._rng.choice(others)
            return tuple(each for each in state.isr if each != gone)
        return state.isr

    def _assign_directories(self) -> None:
        """Report where replicas are; a broker with one directory has nothing to say."""
        held = [
            key
            for topic in self.view.topics.values()
            for number, state in topic.partitions.items()
            if self.broker_id in state.replicas
            for key in (PartitionKey(topic.topic_id, number),)
        ]
        if not held:
            return
        cls = AssignReplicasToDirsRequest
        chosen = self._rng.sample(held, min(len(held), 3))
        request = cls(
            broker_id=self.broker_id,
            broker_epoch=self.epoch or 0,
            directories=(
                cls.DirectoryData(
                    id=self._rng.choice(self.directories),
                    topics=tuple(
                        cls.TopicData(
                            topic_id=key.topic_id,
                            partitions=(cls.PartitionData(partition_index=key.number),),
                        )
                        for key in chosen
                    ),
                ),
            ),
        )
        self.ask(request, 0, lambda _: None)

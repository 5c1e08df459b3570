"""Invariants of a cluster with brokers, and conditions that must follow once it is repaired.

Each is computed in a naive way from images, committed records and answers.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from kraft_core.metadata import BROKER_CONFIG, TOPIC_CONFIG
from kraft_core.metadata.partition_index import PartitionIndex, PartitionKey
from kraft_core.sim.cluster.controllers import TASKS, ControllerCluster
from kraft_core.sim.cluster.model import state_of
from kraft_core.sim.quorum.invariants.invariant import Invariant
from kraft_wire.messages import (
    AllocateProducerIdsRequest,
    AllocateProducerIdsResponse,
    AlterPartitionRequest,
    AlterPartitionResponse,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    BrokerRegistrationResponse,
    CreateTopicsRequest,
    CreateTopicsResponse,
    ElectLeadersRequest,
    PartitionChangeRecord,
    RegisterBrokerRecord,
)

if TYPE_CHECKING:
    from kraft_core.metadata import ClusterImage, Partition
    from kraft_core.sim.cluster.brokers import SimulatedBroker
    from kraft_core.sim.cluster.controllers import ControllerNode
    from kraft_core.sim.cluster.model import Model, Observers
    from kraft_wire.message import Message
    from kraft_wire.primitives import Uuid

NO_LEADER: Final = -1
_RECOVERING: Final = 1
_UNCLEAN_ELECTION: Final = 1
_ASKED_MS: Final = 3000
_UNCLEAN: Final = "unclean.leader.election.enable"


class ClusterInvariant(Invariant):
    """An invariant of a cluster with brokers."""

    @property
    def model(self) -> Model:
        """The committed state, and what is observed."""
        return cast("ControllerCluster", self.cluster).model

    @property
    def observers(self) -> Observers:
        return self.model.observers


Partitions = dict[PartitionKey, "Partition"]


def partitions_of(image: ClusterImage) -> Partitions:
    """Return all partitions of an image."""
    return {
        PartitionKey(topic_id, number): state
        for topic_id, topic in image.topics.items()
        for number, state in topic.partitions.items()
    }


class Change(NamedTuple):
    """A decision's change of a partition; None where the partition did not exist."""

    offset: int
    key: PartitionKey
    old: Partition | None
    new: Partition

    def __str__(self) -> str:
        return f"{self.key} at {self.offset}: {self.old} became {self.new}"


class _Changes(ClusterInvariant):
    """Checks the partitions that each decision changes."""

    def watch(self) -> None:
        """Subscribe to all partitions at the claim, and after each decision."""
        self._before: dict[int, Partitions] = {}
        self.observers.claimed.append(self._claimed)
        self.observers.decided.append(self._decided)

    def _claimed(self, node: ControllerNode, image: ClusterImage) -> None:
        self._before[node.node_id] = partitions_of(image)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        before, after = self._before[node.node_id], partitions_of(image)
        for key, state in after.items():
            old = before.get(key)
            if old is not state and old != state:
                self.look(node, image, Change(offset, key, old, state))
        self._before[node.node_id] = after

    @abstractmethod
    def look(self, node: ControllerNode, image: ClusterImage, change: Change) -> None:
        """Check a partition that was created or changed."""


class LeaderByRules(_Changes):
    """Checks that elections follow the rules."""

    name = "leader-by-rules"
    meaning = (
        "A leader is in the ISR, and came from the ISR before, or from the ELR if no member of the"
        " ISR is alive; any other is marked as recovering, and its topic allows that or it was the"
        " last one in sync."
    )
    source = "KIP-631, KIP-966"
    coverage = "Another replica than before was elected."

    def watch(self) -> None:
        """Subscribe to requests for unclean elections too."""
        super().watch()
        self._asked_ms: dict[int, int] = {}
        self.observers.requests.append(self._delivered)

    def _delivered(self, node: ControllerNode, message: Message) -> None:
        if isinstance(message, ElectLeadersRequest) and message.election_type == _UNCLEAN_ELECTION:
            self._asked_ms[node.node_id] = self.cluster.now_ms

    def _is_asked(self, node: ControllerNode) -> bool:
        """Return True if an operator requested unclean elections, which can wait for a while."""
        asked_ms = self._asked_ms.get(node.node_id)
        return asked_ms is not None and self.cluster.now_ms - asked_ms < _ASKED_MS

    def look(self, node: ControllerNode, image: ClusterImage, change: Change) -> None:
        old, new = change.old, change.new
        if new.leader == NO_LEADER:
            return
        self.ensure(new.leader in new.isr, change)
        if old is None or old.leader == new.leader:
            return
        self.reached += 1
        is_reassigned = old.is_reassigning and not new.is_reassigning
        if new.leader in old.isr or is_reassigned:
            return
        if new.leader in old.eligible_leader_replicas:
            # it may lack records that members of the ISR have acknowledged
            self.ensure(not set(old.isr) & set(_living(image, new)), change)
            return
        name = image.topics[change.key.topic_id].name
        is_last_known = old.last_known_elr == (new.leader,) or self._is_asked(node)
        is_marked = new.leader_recovery_state == _RECOVERING
        self.ensure(is_marked and (is_last_known or _allows_unclean(image, name)), change)


def _allows_unclean(image: ClusterImage, topic: str) -> bool:
    for resource in ((TOPIC_CONFIG, topic), (BROKER_CONFIG, "")):
        value = image.configs.get(resource, {}).get(_UNCLEAN)
        if value is not None:
            return value == "true"
    return False


class EpochsGrow(_Changes):
    """The epochs by which brokers notice a change."""

    name = "partition-epochs-grow"
    meaning = (
        "With each change of a partition its partition epoch grows, and with another leader its"
        " leader epoch too."
    )
    source = "KIP-631, KIP-841"
    coverage = "A partition was changed."

    def look(self, node: ControllerNode, image: ClusterImage, change: Change) -> None:
        del node, image
        old, new = change.old, change.new
        if old is None:
            self.ensure((new.leader_epoch, new.partition_epoch) == (0, 0), change)
            return
        self.reached += 1
        has_new_leader = new.leader != old.leader
        self.ensure(new.partition_epoch > old.partition_epoch, change)
        self.ensure(new.leader_epoch >= old.leader_epoch + has_new_leader, change)


class ReplicasInOrder(_Changes):
    name = "replica-lists-agree"
    meaning = (
        "ISR, ELR and last known leader are replicas; ISR and ELR are disjoint; each replica has"
        " one directory."
    )
    source = "KIP-858, KIP-966"
    coverage = "A partition has an ELR."

    def look(self, node: ControllerNode, image: ClusterImage, change: Change) -> None:
        del node, image
        new = change.new
        isr, elr = set(new.isr), set(new.eligible_leader_replicas)
        self.reached += bool(elr)
        self.ensure(len(isr) == len(new.isr) and not isr & elr, change)
        self.ensure({*isr, *elr, *new.last_known_elr} <= set(new.replicas), change)
        self.ensure(len(new.directories) == len(new.replicas), change)


class ReassignmentReachesTargets(_Changes):
    name = "reassignment-reaches-targets"
    meaning = (
        "A reassignment that ends leaves exactly its targets, one that is cancelled what there was"
        " before, and nobody else in the ISR or the ELR."
    )
    source = "KIP-455"
    coverage = "A reassignment ended."

    def look(self, node: ControllerNode, image: ClusterImage, change: Change) -> None:
        del node, image
        old, new = change.old, change.new
        if old is None or not old.is_reassigning or new.is_reassigning:
            return
        self.reached += 1
        replicas = set(new.replicas)
        targets = set(old.replicas) - set(old.removing_replicas)
        before = set(old.replicas) - set(old.adding_replicas)
        self.ensure(replicas in (targets, before), change)
        self.ensure({*new.isr, *new.eligible_leader_replicas} <= replicas, change)


class LivingReplicaLeads(ClusterInvariant):
    name = "living-replica-leads"
    meaning = "After each decision no partition is offline while a member of its ISR or ELR lives."
    source = "KIP-631, KIP-966"
    coverage = "A partition was offline."

    def watch(self) -> None:
        self.observers.decided.append(self._decided)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        del node
        for key, state in partitions_of(image).items():
            if state.leader == NO_LEADER:
                self.reached += 1
                eligible = state.isr or state.eligible_leader_replicas
                living = [each for each in _living(image, state) if each in eligible]
                self.ensure(not living, f"{key} at {offset}: {living} could lead {state}")


class FencedLeadNothing(ClusterInvariant):
    name = "fenced-brokers-lead-nothing"
    meaning = "After each decision all leaders, and all of their ISRs, are registered and active."
    source = "KIP-631, KIP-841"
    coverage = "A broker was fenced or shutting down while a partition had a replica there."

    def watch(self) -> None:
        self.observers.decided.append(self._decided)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        del node
        active = {broker_id for broker_id, one in image.brokers.items() if one.is_active}
        for key, state in partitions_of(image).items():
            if state.leader != NO_LEADER:
                self.reached += not set(state.replicas) <= active
                self.ensure(
                    {state.leader, *state.isr} <= active,
                    f"{key} at {offset}: {state}, active are {sorted(active)}",
                )


class IndexEqualsImage(ClusterInvariant):
    name = "index-equals-image"
    meaning = "The index of partitions says what the partitions say, after an undo too."
    source = "kraft: an index that misses a partition never moves its leader"
    coverage = "A decision was replayed by a controller that was active before."

    def watch(self) -> None:
        self._claims = 0
        self.observers.claimed.append(self._claimed)
        self.observers.decided.append(self._decided)
        self.observers.renounced.append(self._decided_by)

    def _claimed(self, node: ControllerNode, image: ClusterImage) -> None:
        self._claims += 1
        self._decided(node, image, -1)

    def _decided_by(self, node: ControllerNode, end: int, image: ClusterImage) -> None:
        self._decided(node, image, end)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        if image.index is None:
            return
        expected = PartitionIndex()
        for key, state in partitions_of(image).items():
            expected.change(key, None, state)
        self.reached += self._claims > 1
        for name, found in vars(image.index).items():
            wanted = vars(expected)[name]
            self.ensure(found == wanted, f"{name} of node {node.node_id} at {offset}: {found}")


class ActiveEqualsReplay(ClusterInvariant):
    """The image ahead of the commit."""

    name = "active-equals-replay"
    meaning = "At the end of each committed decision the image was what the log replays to."
    source = "kraft: what is ahead of the commit is what standbys will have"
    coverage = "A decision was committed in the epoch in which it was taken."

    def watch(self) -> None:
        self._states: dict[tuple[int, int], int] = {}
        self.observers.decided.append(self._decided)
        self.observers.committed.append(self._committed)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        epoch = node.replica.leading_epoch
        if epoch is not None:
            self._states[epoch, offset] = state_of(image)
            self.model.want(epoch, offset)

    def _committed(self, epoch: int, offset: int, digest: int) -> None:
        self.reached += 1
        self.ensure(self._states[epoch, offset] == digest, f"epoch {epoch}, offset {offset}")


class StandbyEqualsActive(ClusterInvariant):
    name = "standby-equals-active"
    meaning = "The image of a standby is the committed state, from the log or from a snapshot."
    source = "kraft: any standby can take over"
    coverage = "A standby applied something."

    def watch(self) -> None:
        """Subscribe to batches that a standby applied."""
        self.observers.standby.append(self._standby)

    def _standby(self, node: ControllerNode, end: int, digest: int) -> None:
        self.reached += 1
        self.ensure(not node.controller.image.is_foreign, node.controller.image.unreadable)
        self.ensure(digest == self.model.digest_at(end), f"node {node.node_id} at {end}")


class RenouncedIsCommitted(ClusterInvariant):
    """The undo at the loss of leadership."""

    name = "renounced-is-committed"
    meaning = "A controller that is not active any more has exactly the committed state."
    source = "QuorumController.renounce"
    coverage = "An active controller lost its leadership."

    def watch(self) -> None:
        self.observers.renounced.append(self._renounced)

    def _renounced(self, node: ControllerNode, end: int, image: ClusterImage) -> None:
        self.reached += 1
        self.ensure(state_of(image) == self.model.digest_at(end), f"node {node.node_id} at {end}")


class SnapshotEqualsImage(ClusterInvariant):
    name = "snapshot-equals-image"
    meaning = "A snapshot replays to the committed state at its end, also one of the active."
    source = "Kafka's snapshots are those of the published image"
    coverage = "An active controller wrote a snapshot."

    def watch(self) -> None:
        self.observers.snapshots.append(self._written)

    def _written(self, node: ControllerNode, end: int, wanted: int, found: int) -> None:
        self.reached += node.controller.is_active
        self.ensure(wanted == found, f"node {node.node_id} at {end}")


class BrokerEpochsUnique(ClusterInvariant):
    name = "broker-epochs-unique"
    meaning = "A broker epoch belongs to one incarnation of one broker, and grows."
    source = "KIP-631: the epoch is the offset of the first record of the registration"
    coverage = "A broker registered again."

    def watch(self) -> None:
        self._owners: dict[int, tuple[int, Uuid]] = {}
        self._latest: dict[int, int] = {}
        self.observers.records.append(self._record)

    def _record(self, offset: int, message: Message) -> None:
        if not isinstance(message, RegisterBrokerRecord):
            return
        owner = (message.broker_id, message.incarnation_id)
        epoch = message.broker_epoch
        where = f"{owner} at {offset} with epoch {epoch}"
        self.reached += message.broker_id in self._latest
        self.ensure(self._owners.setdefault(epoch, owner) == owner, where)
        self.ensure(self._latest.get(message.broker_id, -1) <= epoch <= offset, where)
        self._latest[message.broker_id] = epoch


class AcknowledgedIsrKept(ClusterInvariant):
    name = "acknowledged-isr-kept"
    meaning = "An ISR that a leader was answered is committed, with its partition epoch."
    source = "KIP-497: a leader acknowledges records by that ISR"
    coverage = "A change of an ISR was acknowledged."

    def watch(self) -> None:
        self.observers.answers.setdefault(AlterPartitionRequest, []).append(self._answered)

    def _answered(self, request: Message, answer: Message) -> None:
        del request
        assert isinstance(answer, AlterPartitionResponse)  # noqa: S101 - of that request
        for topic in answer.topics:
            for each in topic.partitions:
                if each.error_code:
                    continue
                self.reached += 1
                key = PartitionKey(topic.topic_id, each.partition_index)
                known = self.model.history.get(key, {}).get(each.partition_epoch)
                self.ensure(
                    known is not None
                    and (known.isr, known.leader_epoch) == (tuple(each.isr), each.leader_epoch),
                    f"{key}: {each} was acknowledged, {known} is committed",
                )


class IsrChangesAreCurrent(ClusterInvariant):
    """Checks what leaders know when they change an ISR."""

    name = "isr-changes-are-current"
    meaning = (
        "A change of an ISR that succeeded was asked with the partition epoch before it, and with"
        " the epochs that its members had when it was written."
    )
    source = "KIP-497, KIP-903"
    coverage = "A change of an ISR was acknowledged."

    def watch(self) -> None:
        """Subscribe to committed records, and responses to AlterPartition."""
        self._epochs: dict[int, int] = {}
        self._written: dict[tuple[PartitionKey, int], dict[int, int]] = {}
        self.observers.records.append(self._record)
        self.observers.answers.setdefault(AlterPartitionRequest, []).append(self._answered)

    def _record(self, offset: int, message: Message) -> None:
        del offset
        if isinstance(message, RegisterBrokerRecord):
            self._epochs[message.broker_id] = message.broker_epoch
        elif isinstance(message, PartitionChangeRecord):
            key = PartitionKey(message.topic_id, message.partition_id)
            before = self.model.image.partition(key)
            if before is not None:
                self._written[key, before.partition_epoch + 1] = self._epochs.copy()

    def _answered(self, request: Message, answer: Message) -> None:
        assert isinstance(request, AlterPartitionRequest)  # noqa: S101
        assert isinstance(answer, AlterPartitionResponse)  # noqa: S101
        asked = {
            PartitionKey(topic.topic_id, each.partition_index): each
            for topic in request.topics
            for each in topic.partitions
        }
        for topic in answer.topics:
            for each in topic.partitions:
                key = PartitionKey(topic.topic_id, each.partition_index)
                if not each.error_code:
                    self._look(key, asked[key], each.partition_epoch)

    def _look(self, key: PartitionKey, asked: Any, partition_epoch: int) -> None:
        self.reached += 1
        self.ensure(
            asked.partition_epoch <= partition_epoch <= asked.partition_epoch + 1,
            f"{key}: {asked} led to partition epoch {partition_epoch}",
        )
        epochs = self._written.get((key, partition_epoch))
        if partition_epoch == asked.partition_epoch or epochs is None:
            return
        for member in asked.new_isr_with_epochs:
            self.ensure(
                member.broker_epoch in (-1, epochs.get(member.broker_id)),
                f"{key}: {asked}, but the epochs are {epochs}",
            )


class ShutdownsEndLast(ClusterInvariant):
    name = "shutdowns-end-last"
    meaning = (
        "A broker that shuts down leads nothing when it may end, and each active broker knows that."
    )
    source = "KIP-631: BrokerHeartbeatManager.calculateNextBrokerState"
    coverage = "A controlled shutdown ended."

    def watch(self) -> None:
        """Subscribe to heartbeats that arrive, and to decisions."""
        self._contacts: dict[tuple[int, int, int], int] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._begun: dict[tuple[int, int, int], int] = {}
        self._before: dict[int, dict[int, tuple[int, bool, bool]]] = {}
        self.observers.requests.append(self._heartbeat)
        self.observers.claimed.append(self._claimed)
        self.observers.decided.append(self._decided)

    def _heartbeat(self, node: ControllerNode, message: Message) -> None:
        if isinstance(message, BrokerHeartbeatRequest):
            key = (node.node_id, message.broker_id, message.broker_epoch)
            self._contacts[key] = node.clock.now_ms()
            known = (node.node_id, message.broker_id)
            self._known[known] = max(self._known.get(known, -1), message.current_metadata_offset)

    def _claimed(self, node: ControllerNode, image: ClusterImage) -> None:
        """Forget the shutdowns of the previous term: a new term does not know them."""
        self._begun = {key: at for key, at in self._begun.items() if key[0] != node.node_id}
        self._before[node.node_id] = _shutdowns(image)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        before, after = self._before[node.node_id], _shutdowns(image)
        self._before[node.node_id] = after
        for broker_id, (epoch, is_fenced, is_stopping) in after.items():
            key = (node.node_id, broker_id, epoch)
            old = before.get(broker_id)
            if is_stopping and old == (epoch, False, False):
                self._begun[key] = offset
            silent_ms = node.clock.now_ms() - self._contacts.get(key, -1 << 40)
            if not is_fenced or key not in self._begun or old is None or old[1]:
                continue
            begun = self._begun.pop(key)
            if silent_ms >= TASKS.session_timeout_ms:
                continue  # its session expired
            self.reached += 1
            self._look(node, image, broker_id, begun)

    def _look(self, node: ControllerNode, image: ClusterImage, broker_id: int, begun: int) -> None:
        leads = [key for key, one in partitions_of(image).items() if one.leader == broker_id]
        self.ensure(not leads, f"broker {broker_id} ends and leads {leads}")
        unaware = [
            other
            for other, one in image.brokers.items()
            if one.is_active and self._known.get((node.node_id, other), -1) < begun
        ]
        self.ensure(
            not unaware,
            f"broker {broker_id} ends, {unaware} do not know of its shutdown at {begun}",
        )


def _shutdowns(image: ClusterImage) -> dict[int, tuple[int, bool, bool]]:
    return {
        broker_id: (one.epoch, one.fenced, one.in_controlled_shutdown)
        for broker_id, one in image.brokers.items()
    }


class AcknowledgedRegistrationKept(ClusterInvariant):
    """Broker epochs in answers to registrations."""

    name = "acknowledged-registration-kept"
    meaning = "A broker epoch that was answered is committed, for the incarnation that asked."
    source = "KIP-631"
    coverage = "A registration was acknowledged."

    def watch(self) -> None:
        """Subscribe to registrations and their responses."""
        self._known: dict[int, tuple[int, Uuid]] = {}
        self.observers.records.append(self._record)
        self.observers.answers.setdefault(BrokerRegistrationRequest, []).append(self._answered)

    def _record(self, offset: int, message: Message) -> None:
        del offset
        if isinstance(message, RegisterBrokerRecord):
            self._known[message.broker_epoch] = (message.broker_id, message.incarnation_id)

    def _answered(self, request: Message, answer: Message) -> None:
        assert isinstance(request, BrokerRegistrationRequest)  # noqa: S101
        assert isinstance(answer, BrokerRegistrationResponse)  # noqa: S101
        if answer.error_code:
            return
        self.reached += 1
        owner = (request.broker_id, request.incarnation_id)
        known = self._known.get(answer.broker_epoch)
        self.ensure(known == owner, f"epoch {answer.broker_epoch} of {owner} is that of {known}")


class AcknowledgedTopicKept(ClusterInvariant):
    name = "acknowledged-topic-kept"
    meaning = "A topic whose creation was answered is committed, with all of its partitions."
    source = "Kafka's answers leave when their records are committed"
    coverage = "A creation was acknowledged."

    def watch(self) -> None:
        self.observers.answers.setdefault(CreateTopicsRequest, []).append(self._answered)

    def _answered(self, request: Message, answer: Message) -> None:
        del request
        assert isinstance(answer, CreateTopicsResponse)  # noqa: S101 - of that request
        for each in answer.topics:
            if each.error_code:
                continue
            self.reached += 1
            keys = (PartitionKey(each.topic_id, one) for one in range(each.num_partitions))
            self.ensure(all(key in self.model.history for key in keys), each)


class ProducerIdsDisjoint(ClusterInvariant):
    name = "producer-ids-disjoint"
    meaning = "No producer id is handed out twice."
    source = "KIP-730"
    coverage = "A second block was handed out."

    def watch(self) -> None:
        self._blocks: list[range] = []
        self.observers.answers.setdefault(AllocateProducerIdsRequest, []).append(self._answered)

    def _answered(self, request: Message, answer: Message) -> None:
        del request
        assert isinstance(answer, AllocateProducerIdsResponse)  # noqa: S101 - of that request
        if answer.error_code:
            return
        block = range(answer.producer_id_start, answer.producer_id_start + answer.producer_id_len)
        self.reached += bool(self._blocks)
        overlaps = any(one.start < block.stop and block.start < one.stop for one in self._blocks)
        self.ensure(bool(block) and not overlaps, f"{block} again, after {self._blocks[-3:]}")
        self._blocks.append(block)


class LiveBrokerNotFenced(ClusterInvariant):
    name = "live-broker-not-fenced"
    meaning = "A broker in contact with the active controller is fenced only if it asks for that."
    source = "KIP-631: the session timeout"
    coverage = "A broker was fenced because its session expired."

    def watch(self) -> None:
        """Subscribe to heartbeats that arrive, and to decisions."""
        self._contacts: dict[tuple[int, int, int], int] = {}
        self._asks: dict[tuple[int, int, int], int] = {}
        self._fenced: dict[int, dict[int, tuple[int, bool]]] = {}
        self.observers.requests.append(self._heartbeat)
        self.observers.claimed.append(self._claimed)
        self.observers.decided.append(self._decided)

    def _heartbeat(self, node: ControllerNode, message: Message) -> None:
        if isinstance(message, BrokerHeartbeatRequest):
            key = (node.node_id, message.broker_id, message.broker_epoch)
            self._contacts[key] = node.clock.now_ms()
            if message.want_fence or message.want_shut_down:
                self._asks[key] = node.clock.now_ms()

    def _claimed(self, node: ControllerNode, image: ClusterImage) -> None:
        self._fenced[node.node_id] = _fenced(image)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        before, after = self._fenced[node.node_id], _fenced(image)
        self._fenced[node.node_id] = after
        for broker_id, (epoch, is_fenced) in after.items():
            if not is_fenced or before.get(broker_id) != (epoch, False):
                continue
            key, now_ms = (node.node_id, broker_id, epoch), node.clock.now_ms()
            if key in self._asks:
                continue  # it may have waited in the queue
            self.reached += 1
            silent_ms = now_ms - self._contacts.get(key, -1 << 40)
            self.ensure(
                silent_ms >= TASKS.session_timeout_ms,
                f"broker {broker_id} at {offset}, {silent_ms} ms after its last heartbeat",
            )


def _fenced(image: ClusterImage) -> dict[int, tuple[int, bool]]:
    return {broker_id: (one.epoch, one.fenced) for broker_id, one in image.brokers.items()}


class NoDecisionFails(ClusterInvariant):
    name = "no-decision-fails"
    meaning = "No decision raises, and strict replay refuses none of its records."
    source = "kraft: such a record would end every Java controller"
    coverage = "A decision was replayed."

    def watch(self) -> None:
        self.observers.decided.append(self._decided)

    def _decided(self, node: ControllerNode, image: ClusterImage, offset: int) -> None:
        del image
        self.reached += 1
        faults = node.controller.counters.faults
        self.ensure(not faults, f"{faults} faults of node {node.node_id} up to {offset}")


CLUSTER_INVARIANTS: Final[tuple[type[ClusterInvariant], ...]] = (
    LeaderByRules,
    EpochsGrow,
    ReplicasInOrder,
    ReassignmentReachesTargets,
    LivingReplicaLeads,
    FencedLeadNothing,
    IndexEqualsImage,
    ActiveEqualsReplay,
    StandbyEqualsActive,
    RenouncedIsCommitted,
    SnapshotEqualsImage,
    BrokerEpochsUnique,
    IsrChangesAreCurrent,
    ShutdownsEndLast,
    AcknowledgedIsrKept,
    AcknowledgedRegistrationKept,
    AcknowledgedTopicKept,
    ProducerIdsDisjoint,
    LiveBrokerNotFenced,
    NoDecisionFails,
)


# -- conditions after the repair ----------------------------------------------------------------


def unmet(
    cluster: ControllerCluster, brokers: dict[int, SimulatedBroker]
) -> tuple[str, str] | None:
    """Return the first unmet demand and what is missing; None if the cluster has converged."""
    active = [node for node in cluster.controllers if node.is_up and node.controller.is_active]
    if len(active) != 1:
        return "one-active-controller", f"{len(active)} controllers are active"
    image = active[0].controller.image.cluster
    for broker_id, broker in brokers.items():
        known = image.brokers.get(broker_id)
        is_serving = known is not None and known.is_active and known.epoch == broker.epoch
        if broker.is_up and not is_serving:
            return "brokers-serve", f"broker {broker_id} is up: {known}"
        if not broker.is_up and known is not None and not known.fenced:
            return "silent-brokers-are-fenced", f"broker {broker_id} is down: {known}"
    for key, state in partitions_of(image).items():
        if state.leader == NO_LEADER and (candidates := _candidates(image, key, state)):
            return "partitions-have-leaders", f"{key}: {candidates} could lead {state}"
    ends = {node.machine.applied_end for node in cluster.controllers if node.is_up}
    if len(ends) != 1 or not all(node.is_up for node in cluster.controllers):
        return "controllers-agree", f"they have applied up to {sorted(ends)}"
    return None


def _living(image: ClusterImage, state: Partition) -> list[int]:
    """Return the replicas on active brokers in directories that are online."""
    directories = dict(zip(state.replicas, state.directories, strict=True))
    return [
        each
        for each in state.replicas
        if each in image.brokers
        and image.brokers[each].is_active
        and image.brokers[each].has_online(directories[each])
    ]


def _candidates(image: ClusterImage, key: PartitionKey, state: Partition) -> list[int]:
    """Return the replicas that the rules allow to lead."""
    living = _living(image, state)
    if _allows_unclean(image, image.topics[key.topic_id].name):
        return living
    eligible = state.isr or state.eligible_leader_replicas
    if not eligible and len(state.last_known_elr) == 1:
        eligible = state.last_known_elr
    return [each for each in living if each in eligible]

"""Deliberately wrong controllers. A campaign that detects none of these is useless."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kraft_core.controller import decider as deciding
from kraft_core.controller.context import ControllerState
from kraft_core.controller.decider import Decider
from kraft_core.controller.loop import ActiveController
from kraft_core.controller.metadata_image import MetadataImage
from kraft_core.controller.requests import (
    brokers,
    partition_change,
    partitions,
    producer_ids,
)
from kraft_core.controller.sessions import INFINITE_OFFSET, BrokerSessions
from kraft_core.metadata import ClusterImage, Partition, PartitionIndex
from kraft_core.sim.cluster import CLUSTER
from kraft_core.sim.quorum.injected_bugs.patch import patching
from kraft_wire.messages import (
    AlterPartitionResponse,
    BrokerRegistrationChangeRecord,
    BrokerRegistrationRequest,
    BrokerRegistrationResponse,
    CreateTopicsResponse,
    PartitionChangeRecord,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.controller.context import Decision
    from kraft_core.sim.quorum.injected_bugs.patch import Patch
    from kraft_wire.message import Message


@dataclass(frozen=True, slots=True)
class ClusterBug:
    """A wrong controller; one of `invariants`, usually the first, detects it in `seeds` seeds."""

    name: str
    about: str
    invariants: tuple[str, ...]
    seeds: int
    inject: Callable[[Patch], None]
    scenario: str = CLUSTER


def _answer_at_once(kind: type[Message], patch: Patch) -> None:
    """Send answers of a kind when their records are appended."""
    when_committed = ActiveController._answer_when

    def answer_when(self: ActiveController, offset: int, work: Any, answer: Any) -> None:
        if isinstance(answer, kind):
            work.answer(answer)
        else:
            when_committed(self, offset, work, answer)

    patch.set(ActiveController, "_answer_when", answer_when)


def _keep_uncommitted(patch: Patch) -> None:
    def renounce(self: Decider) -> None:
        self._appended.clear()

    def stop_journal(self: ClusterImage) -> None:
        self._journal = None

    patch.set(Decider, "renounce", renounce)
    patch.set(ClusterImage, "stop_journal", stop_journal)


def _commit_whole_decisions(patch: Patch) -> None:
    """Record only the ends of decisions in the journal, not those of their batches."""
    finishing = Decider.finishing

    def whole(self: Decider, prepared: Any, records_per_step: int) -> Any:
        with patching() as inner:
            inner.set(deciding, "MAX_RECORDS_PER_BATCH", 1 << 30)
            return (yield from finishing(self, prepared, records_per_step))

    patch.set(Decider, "finishing", whole)


def _fence_without_partitions(patch: Patch) -> None:
    def fence_records(state: ControllerState, broker_id: int) -> Iterator[Any]:
        epoch = state.image.brokers[broker_id].epoch
        yield BrokerRegistrationChangeRecord(broker_id=broker_id, broker_epoch=epoch, fenced=1)

    patch.set(brokers, "_fence_records", fence_records)


def _always_unclean(patch: Patch) -> None:
    patch.set(ControllerState, "allows_unclean_election", lambda _, topic: bool(topic))


def _keep_partition_epoch(patch: Patch) -> None:
    merged = Partition.merged

    def same_epoch(self: Partition, change: PartitionChangeRecord) -> Partition:
        return merged(self, change)._replace(partition_epoch=self.partition_epoch)

    patch.set(Partition, "merged", same_epoch)


def _same_ids_again(patch: Patch) -> None:
    """Let a new active controller allocate the last block again."""

    def allocate(state: ControllerState, request: Any, context: Any) -> Decision:
        decision = producer_ids.allocate_producer_ids(state, request, context)
        if state.chance.randrange(4) or decision.answer is None:
            return decision
        start = max(0, decision.answer.producer_id_start - 1)  # type: ignore[attr-defined]
        return type(decision)(decision.answer.replace(producer_id_start=start), decision.records)

    table = dict(deciding._DECISIONS)
    for cls, decide in table.items():
        if decide is producer_ids.allocate_producer_ids:
            table[cls] = allocate
    patch.set(deciding, "_DECISIONS", table)


def _epoch_of_the_commit(patch: Patch) -> None:
    """Use the number of registered brokers as the broker epoch."""
    register = brokers.register_broker

    def wrong(state: ControllerState, request: Any, context: Any) -> Decision:
        decision = register(state, request, context)
        epoch = len(state.image.brokers)
        *others, last = decision.records
        record: Any = last
        answer: Any = decision.answer
        return type(decision)(
            answer.replace(broker_epoch=epoch),
            (*others, record.replace(broker_epoch=epoch)),
            then=decision.then,
        )

    table = {**deciding._DECISIONS, BrokerRegistrationRequest: wrong}
    patch.set(deciding, "_DECISIONS", table)


def _snapshot_ahead(patch: Patch) -> None:
    patch.set(Decider, "committed_copy", lambda self: self._state.image.copy())


def _standby_skips(patch: Patch) -> None:
    """Let a standby miss changes of partitions that name no leader."""
    replay = MetadataImage._replay

    def skipping(self: MetadataImage, message: Any, offset: int) -> bool:
        no_leader = -2
        if isinstance(message, PartitionChangeRecord) and message.leader == no_leader:
            return False
        return replay(self, message, offset)

    patch.set(MetadataImage, "_replay", skipping)


def _ignore_contacts(patch: Patch) -> None:
    """Note contact only at the first decision about a heartbeat."""

    def contact(self: BrokerSessions, session: Any, now_ms: int) -> None:
        self._contacts.setdefault(session, now_ms)

    patch.set(BrokerSessions, "contact", contact)


def _no_sessions_at_claim(patch: Patch) -> None:
    begin = BrokerSessions.begin

    def without(self: BrokerSessions, known: Any, now_ms: int) -> None:
        begin(self, known, now_ms)
        self._contacts.clear()

    patch.set(BrokerSessions, "begin", without)


def _index_forgets_leaders(patch: Patch) -> None:
    change = PartitionIndex.change

    def forgetting(self: PartitionIndex, key: Any, old: Any, new: Any) -> None:
        if old is not None and new is not None and new.leader != old.leader:
            new = new._replace(leader=old.leader)
        change(self, key, old, new)

    def quiet(self: PartitionIndex, key: Any, old: Any, new: Any) -> None:
        try:
            forgetting(self, key, old, new)
        except KeyError:
            return

    patch.set(PartitionIndex, "change", quiet)


def _half_undone(patch: Patch) -> None:
    """Keep what a large decision replayed after another record took its offset."""
    patch.set(Decider, "abandon", lambda _: None)
    moved = ActiveController._has_moved

    def often(self: ActiveController, offset: int) -> bool:
        if self.state.chance.randrange(3):
            return moved(self, offset)
        return True

    patch.set(ActiveController, "_has_moved", often)


def _keep_removed_in_isr(patch: Patch) -> None:
    complete = partition_change._complete_reassignment

    def keep(target: Any) -> None:
        isr = target.isr
        complete(target)
        target.isr = isr

    patch.set(partition_change, "_complete_reassignment", keep)


def _finish_with_removed(patch: Patch) -> None:
    complete = partition_change._complete_reassignment

    def keep(target: Any) -> None:
        replicas = target.replicas
        complete(target)
        target.replicas = replicas

    patch.set(partition_change, "_complete_reassignment", keep)


def _keep_removed_eligible(patch: Patch) -> None:
    """Compute the ELR as Kafka does: removing a replica does not change it (divergence A28)."""
    target_elr = partition_change._target_elr

    def keep(state: Partition, target: Any, rules: Any) -> tuple[int, ...]:
        asked = target.replicas
        target.replicas = (*asked, *partition_change.without(state.replicas, asked))
        try:
            return target_elr(state, target, rules)
        finally:
            target.replicas = asked

    patch.set(partition_change, "_target_elr", keep)


def _unfence_without_elections(patch: Patch) -> None:
    def unfence_records(state: ControllerState, broker_id: int) -> Iterator[Any]:
        epoch = state.image.brokers[broker_id].epoch
        yield BrokerRegistrationChangeRecord(broker_id=broker_id, broker_epoch=epoch, fenced=-1)

    patch.set(brokers, "_unfence_records", unfence_records)


def _take_stale_partition_epochs(patch: Patch) -> None:
    check = partitions._check_alter

    def unchecked(partition: Partition, asked: Any, isr: Any, broker_id: int) -> Any:
        newest = max(asked.partition_epoch, partition.partition_epoch)
        return check(partition, asked.replace(partition_epoch=newest), isr, broker_id)

    patch.set(partitions, "_check_alter", unchecked)


def _take_former_incarnations(patch: Patch) -> None:
    check = partitions._check_members

    def unchecked(state: ControllerState, members: Any) -> Any:
        return check(state, tuple((broker_id, -1) for broker_id, _ in members))

    patch.set(partitions, "_check_members", unchecked)


def _end_shutdowns_early(patch: Patch) -> None:
    patch.set(BrokerSessions, "lowest_active_offset", lambda _: INFINITE_OFFSET)


def _eligible_beside_isr(patch: Patch) -> None:
    """Count an eligible replica as a member of the ISR in elections."""
    elect = partition_change._elect

    def wrong(state: Any, target: Any, elr: Any, rules: Any) -> Any:
        isr = target.isr
        target.isr = (*isr, *elr)
        try:
            return elect(state, target, elr, rules)
        finally:
            target.isr = isr

    patch.set(partition_change, "_elect", wrong)


def _raise_at_times(patch: Patch) -> None:
    prepare = Decider.prepare

    def raising(self: Decider, decide: Any) -> Any:
        def wrong(state: ControllerState) -> Any:
            if not state.chance.randrange(10):
                raise LookupError
            return decide(state)

        return prepare(self, wrong)

    patch.set(Decider, "prepare", raising)


CLUSTER_BUGS: Final = {
    bug.name: bug
    for bug in (
        ClusterBug(
            "acknowledges-isrs-early",
            "A leader is answered when the change of its ISR is appended.",
            ("acknowledged-isr-kept",),
            10,
            partial(_answer_at_once, AlterPartitionResponse),
        ),
        ClusterBug(
            "acknowledges-registrations-early",
            "A broker is answered when its registration is appended.",
            ("acknowledged-registration-kept",),
            4,
            partial(_answer_at_once, BrokerRegistrationResponse),
        ),
        ClusterBug(
            "acknowledges-topics-early",
            "A tool is answered when a topic is appended.",
            ("acknowledged-topic-kept",),
            20,
            partial(_answer_at_once, CreateTopicsResponse),
        ),
        ClusterBug(
            "keeps-removed-in-isr",
            "At the end of a reassignment replicas that were removed stay in the ISR.",
            ("replica-lists-agree",),
            20,
            _keep_removed_in_isr,
        ),
        ClusterBug(
            "keeps-removed-eligible",
            "At the end of a reassignment replicas that were removed stay in the ELR.",
            ("replica-lists-agree", "reassignment-reaches-targets"),
            60,
            _keep_removed_eligible,
        ),
        ClusterBug(
            "finishes-with-removed",
            "At the end of a reassignment replicas that were removed stay replicas.",
            ("reassignment-reaches-targets",),
            20,
            _finish_with_removed,
        ),
        ClusterBug(
            "unfences-without-elections",
            "A broker that is unfenced leads nothing before the next election.",
            ("living-replica-leads",),
            20,
            _unfence_without_elections,
        ),
        ClusterBug(
            "takes-stale-partition-epochs",
            "An ISR is changed by a leader that does not know the partition's last change.",
            ("isr-changes-are-current",),
            20,
            _take_stale_partition_epochs,
        ),
        ClusterBug(
            "takes-former-incarnations",
            "A broker joins an ISR by what its former incarnation fetched.",
            ("isr-changes-are-current",),
            40,
            _take_former_incarnations,
        ),
        ClusterBug(
            "ends-shutdowns-early",
            "A broker may end before the others know that it leads nothing.",
            ("shutdowns-end-last",),
            20,
            _end_shutdowns_early,
        ),
        ClusterBug(
            "eligible-beside-isr",
            "An eligible replica is elected while members of the ISR are alive.",
            ("leader-by-rules",),
            20,
            _eligible_beside_isr,
        ),
        ClusterBug(
            "raises",
            "One decision in ten raises.",
            ("no-decision-fails",),
            4,
            _raise_at_times,
        ),
        ClusterBug(
            "keeps-uncommitted",
            "What is not committed stays in the image when the leadership is lost.",
            ("renounced-is-committed", "standby-equals-active"),
            60,
            _keep_uncommitted,
        ),
        ClusterBug(
            "commits-whole-decisions",
            "Of a decision in several batches, what is committed counts when all of it is.",
            ("snapshot-equals-image", "renounced-is-committed", "standby-equals-active"),
            60,
            _commit_whole_decisions,
        ),
        ClusterBug(
            "fences-without-partitions",
            "A fenced broker goes on leading.",
            ("fenced-brokers-lead-nothing", "leader-by-rules"),
            10,
            _fence_without_partitions,
        ),
        ClusterBug(
            "always-unclean",
            "Every topic allows unclean elections.",
            ("leader-by-rules",),
            20,
            _always_unclean,
        ),
        ClusterBug(
            "keeps-partition-epoch",
            "A changed partition keeps its epoch.",
            ("partition-epochs-grow", "acknowledged-isr-kept"),
            4,
            _keep_partition_epoch,
        ),
        ClusterBug(
            "same-producer-ids",
            "Now and then a block begins with the last id of the one before.",
            ("producer-ids-disjoint",),
            10,
            _same_ids_again,
        ),
        ClusterBug(
            "counts-broker-epochs",
            "A broker epoch is a count, not an offset.",
            ("broker-epochs-unique", "acknowledged-registration-kept", "no-decision-fails"),
            4,
            _epoch_of_the_commit,
        ),
        ClusterBug(
            "snapshot-ahead",
            "The active controller writes snapshots of what is not committed yet.",
            ("snapshot-equals-image", "standby-equals-active"),
            40,
            _snapshot_ahead,
        ),
        ClusterBug(
            "standby-skips",
            "A standby misses changes of partitions that name no leader.",
            ("standby-equals-active", "snapshot-equals-image"),
            4,
            _standby_skips,
        ),
        ClusterBug(
            "ignores-contacts",
            "Only the first heartbeat of a session counts.",
            ("live-broker-not-fenced", "brokers-serve"),
            10,
            _ignore_contacts,
        ),
        ClusterBug(
            "no-sessions-at-claim",
            "A new active controller does not know who is alive, and fences nobody.",
            ("silent-brokers-are-fenced", "partitions-have-leaders"),
            60,
            _no_sessions_at_claim,
        ),
        ClusterBug(
            "index-forgets-leaders",
            "The index does not follow elections.",
            ("index-equals-image", "fenced-brokers-lead-nothing"),
            10,
            _index_forgets_leaders,
        ),
        ClusterBug(
            "half-undone",
            "A large decision that is taken again leaves what it had replayed.",
            ("active-equals-replay", "no-decision-fails", "leader-by-rules"),
            20,
            _half_undone,
        ),
    )
}
"""By name."""


@contextmanager
def injected(name: str) -> Iterator[None]:
    """Run the block with an injected bug."""
    with patching() as patch:
        CLUSTER_BUGS[name].inject(patch)
        yield

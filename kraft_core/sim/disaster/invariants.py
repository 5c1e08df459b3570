"""Invariants of a report about a disaster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.operations.recovery.verdicts import Verdict
from kraft_core.raft.consensus.effects import AdvanceHighWatermark
from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.sim.disaster.brokers import BROKERS
from kraft_core.sim.disaster.left import log_of
from kraft_core.sim.disaster.metadata import MetadataNode
from kraft_core.sim.quorum.invariants.invariant import Invariant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.operations.recovery.verdicts import Judgement, Range
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.sim.disaster.left import Report
    from kraft_core.sim.disaster.metadata import MetadataCluster
    from kraft_core.sim.disaster.recovery import Recovered
    from kraft_core.sim.quorum.ledger import Entry, ShadowLog
    from kraft_core.sim.quorum.node import SimulatedNode


class DisasterInvariant(Invariant):
    """A rule about reports, or about the quorum that was recovered."""

    cluster: MetadataCluster

    def watch(self) -> None:
        """Subscribe to nothing: the simulator calls the methods below."""

    def reported(self, report: Report) -> None:
        """Check a report."""

    def recovered(self, recovered: Recovered) -> None:
        """Check the new disks before they are started."""

    def old_disk_ran(
        self, recovered: Recovered, node: SimulatedNode, leader: SimulatedNode | None
    ) -> None:
        """Check a node of a new voter that runs with its old disk."""

    def settled(self, recovered: Recovered, started: Sequence[SimulatedNode]) -> None:
        """Check all replicas at the end."""


class SoundReport(DisasterInvariant):
    """Missing records are reported, and reports of certain or excluded records are true."""

    name = "SoundReport"
    meaning = (
        "Each committed record that the chosen log lacks lies in a rival of another log or, if "
        'no log has it, in "unknown loss" or "lost". What is "certain" was committed, and nothing '
        'that is "excluded" was.'
    )
    source = "the design of kraft recover: a wrong verdict is worse than none"
    coverage = "A committed record was not in the chosen log."

    def reported(self, report: Report) -> None:
        """Compare the ranges with all committed batches."""
        survey = report.survey
        if survey is None:
            has_log = any(log.end_offset for log in report.logs.values())
            self.ensure(not has_log, f"no report: {report.refusal}")
            return
        judgement, ledger = survey.judgement, self.cluster.ledger
        is_missing = False
        for committed in ledger.committed:
            entry = committed.entry
            if not has_batch(report.logs[judgement.chosen.name], entry):
                is_missing = True
                self._check_missing(judgement, report, entry)
        self.reached += is_missing
        for each in judgement.ranges:
            if each.verdict is Verdict.CERTAIN:
                self._check_certain(each, report.logs[each.log])
            elif each.verdict is Verdict.EXCLUDED:
                for entry in _entries(each, report.logs[each.log]):
                    self.ensure(not self._is_committed(entry), f"{each}: {entry} was committed")
            elif each.verdict is Verdict.LOST:
                end = each.end or 0
                self.ensure(end <= ledger.end_offset, f"{each}: {ledger.end_offset} was committed")

    def _check_missing(self, judgement: Judgement, report: Report, entry: Entry) -> None:
        owners = [path for path, log in report.logs.items() if has_batch(log, entry)]
        verdicts = {Verdict.RIVAL} if owners else {Verdict.UNKNOWN_LOSS, Verdict.LOST}
        found = [
            each
            for each in judgement.ranges
            if each.verdict in verdicts
            and each.start <= entry.base_offset
            and (each.end is None or entry.end_offset <= each.end)
            and (each.log in owners or not owners)
        ]
        where = f"in {', '.join(owners)}" if owners else "in no log"
        self.ensure(bool(found), f"{entry} is committed and {where}: {_ranges(judgement)}")

    def _check_certain(self, each: Range, log: ShadowLog) -> None:
        ledger = self.cluster.ledger
        end = each.end or 0
        self.ensure(end <= ledger.end_offset, f"{each}: {ledger.end_offset} was committed")
        for entry in _entries(each, log):
            self.ensure(self._is_committed(entry), f"{each}: {entry} was not committed")

    def _is_committed(self, entry: Entry) -> bool:
        ledger = self.cluster.ledger
        if entry.base_offset >= ledger.end_offset:
            return False
        return _is_same(ledger.find(entry.base_offset).entry, entry)


class TightReport(DisasterInvariant):
    """No loss is stated where there is none."""

    name = "TightReport"
    meaning = (
        "With the disks of a majority of each voter set that can be in force, the report says that "
        "a majority is there, and states no loss."
    )
    source = "the design of kraft recover: the first advice is the cheapest"
    coverage = "Disks were lost, and a majority of each voter set was left."

    def reported(self, report: Report) -> None:
        if not report.has_majority:
            return
        self.reached += 1
        survey = report.survey
        self.ensure(survey is not None, f"no report: {report.refusal}")
        assert survey is not None  # noqa: S101  # ensured above
        electorates = ", ".join(map(str, survey.electorates))
        self.ensure(survey.has_majority, f"no majority is seen: {electorates}")
        losses = [
            str(each)
            for each in survey.judgement.ranges
            if each.verdict in {Verdict.UNKNOWN_LOSS, Verdict.LOST}
        ]
        self.ensure(not losses, f"losses with a majority: {', '.join(losses)}")


class OneQuorum(DisasterInvariant):
    """Old voters do not count in the new quorum."""

    name = "OneQuorum"
    meaning = (
        "No two replicas lead in the same epoch. After the fence all replicas follow one leader, "
        "and a disk from before the disaster is no voter of the new set."
    )
    source = "the design of kraft recover: a split is worse than a loss"
    coverage = "An old voter that came back is an observer at the end."

    def watch(self) -> None:
        """Record the leader of each epoch."""
        self._leaders: dict[int, ReplicaKey] = {}
        self.cluster.hooks.roles.append(self._role_changed)

    def _role_changed(self, node: SimulatedNode, _before: Role, after: Role) -> None:
        if isinstance(after, Leader):
            first = self._leaders.setdefault(after.epoch, node.key)
            self.ensure(first == node.key, f"{first} and {node.key} lead in epoch {after.epoch}")

    def recovered(self, recovered: Recovered) -> None:
        """Check that all new voters begin with the same snapshot."""
        for voter in recovered.voters:
            start = log_of(self.cluster.nodes[voter.id]).start_offset
            expected = recovered.snapshot_id.offset
            self.ensure(start == expected, f"voter {voter.id} begins at {start}, not {expected}")

    def old_disk_ran(
        self, recovered: Recovered, node: SimulatedNode, leader: SimulatedNode | None
    ) -> None:
        """Refuse an old disk in the new set."""
        del recovered
        if leader is not None:
            self.reached += 1
            is_voter = leader.core.voters.has(node.key)
            self.ensure(not is_voter, f"{node.key} has its old disk and is a voter")

    def settled(self, recovered: Recovered, started: Sequence[SimulatedNode]) -> None:
        """Check that old disks are in no voter set."""
        for node in started:
            if not recovered.is_new(node):
                self.reached += 1
                voters = node.core.voters
                self.ensure(voters == recovered.voters, f"{node.key} has voters {voters}")


class NoStepBack(DisasterInvariant):
    """Numbers that others remember do not fall."""

    name = "NoStepBack"
    meaning = (
        "In the new quorum each high watermark is above all that was known before the disaster, "
        "and no broker epoch and no leader epoch of a partition is below one that brokers knew."
    )
    source = "the design of kraft recover: brokers refuse what goes back"
    coverage = "A partition whose leader epoch brokers knew is in the new quorum."

    def watch(self) -> None:
        self._floor = 0
        self._recovered: Recovered | None = None
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        recovered = self._recovered
        if recovered is None:
            self._floor = max(self._floor, effect.offset)
        elif self._is_of_new_quorum(node, recovered):
            self.ensure(
                effect.offset >= self._floor,
                f"node {node.node_id} has high watermark {effect.offset}, not {self._floor}",
            )

    def _is_of_new_quorum(self, node: SimulatedNode, recovered: Recovered) -> bool:
        """Return True for a new voter, and for a replica that follows one.

        Old voters that have learned of an epoch of the new quorum can elect each other above it.
        """
        role = node.core.role
        if role.epoch < recovered.snapshot_id.epoch:
            return False
        leader_id = role.leader_id if isinstance(role, Follower) else None
        return recovered.is_new(node) or leader_id in recovered.voters.ids

    def recovered(self, recovered: Recovered) -> None:
        """Compare with the new quorum only from now on."""
        self._recovered = recovered

    def settled(self, recovered: Recovered, started: Sequence[SimulatedNode]) -> None:
        """Compare the metadata of the new quorum with what was acknowledged before."""
        del recovered
        for node in started:
            assert isinstance(node, MetadataNode)  # noqa: S101  # of this scenario
            for topic_id, (epoch, _) in self.cluster.brokers.acknowledged.items():
                topic = node.image.topics.get(topic_id)
                if topic is not None:
                    self.reached += 1
                    found = topic.partitions[0].leader_epoch
                    self.ensure(found >= epoch, f"{topic_id} has leader epoch {found}, not {epoch}")
        client = self.cluster.client
        for found in client.broker_epochs:
            before = client.old_broker_epoch
            self.ensure(found > before, f"broker epoch {found} follows {before}")


class DataKept(DisasterInvariant):
    """Producers lose no acknowledged record where the disks of all brokers are given."""

    name = "DataKept"
    meaning = (
        "If the plan was made with the disks of all brokers, each replica that can lead a "
        "partition has all acknowledged records; with --adopt-topics no topic of a broker is "
        "missing."
    )
    source = "the design of kraft recover: the data plane is a witness"
    coverage = "A replica on a disk that was given lacks acknowledged records."

    def recovered(self, recovered: Recovered) -> None:
        """Compare the partitions in S with the disks of brokers."""
        if set(recovered.brokers) != set(BROKERS):
            return
        brokers, plan = self.cluster.brokers, recovered.plan
        for topic_id in brokers.acknowledged:
            topic = plan.image.topics.get(topic_id)
            if topic is None:
                self.ensure(not plan.choices.adopt_topics, f"topic {topic_id} is not adopted")
                continue
            state = topic.partitions[0]
            behind = {each for each in BROKERS if brokers.is_behind(topic_id, each)}
            self.reached += bool(behind)
            able = {state.leader, *state.isr, *state.eligible_leader_replicas}
            self.ensure(not able & behind, f"{topic_id}: {state}, but {behind} lack records")


class NothingLost(DisasterInvariant):
    """Moving a quorum to other addresses loses nothing."""

    name = "NothingLost"
    meaning = (
        "A plan that changes only endpoints has all committed metadata in S: each topic that "
        "brokers know, at the leader epoch that they know or a later one."
    )
    source = "the design of kraft recover: --endpoints-only needs a majority"
    coverage = "A quorum with a topic was moved."

    def recovered(self, recovered: Recovered) -> None:
        """Compare the topics in S with those that were committed."""
        if not recovered.plan.choices.endpoints_only:
            return
        for topic_id, (epoch, _) in self.cluster.brokers.acknowledged.items():
            self.reached += 1
            topic = recovered.plan.image.topics.get(topic_id)
            self.ensure(topic is not None, f"topic {topic_id} is lost")
            if topic is not None:
                found = topic.partitions[0].leader_epoch
                self.ensure(found >= epoch, f"{topic_id} has leader epoch {found}, not {epoch}")


def has_batch(log: ShadowLog, entry: Entry) -> bool:
    """Return True if a log has that batch, or a snapshot in its place."""
    if entry.end_offset <= log.start_offset:
        return True
    own = log.entry_at(entry.base_offset)
    return own is not None and _is_same(own, entry)


def _is_same(one: Entry, other: Entry) -> bool:
    return (one.base_offset, one.epoch, one.digest) == (
        other.base_offset,
        other.epoch,
        other.digest,
    )


def _entries(each: Range, log: ShadowLog) -> Iterator[Entry]:
    end = log.end_offset if each.end is None else each.end
    yield from log.between(max(each.start, log.start_offset), end)


def _ranges(judgement: Judgement) -> str:
    return ", ".join(str(each) for each in judgement.ranges)


DISASTER_INVARIANTS: Final[tuple[type[DisasterInvariant], ...]] = (
    SoundReport,
    TightReport,
    OneQuorum,
    NoStepBack,
    DataKept,
    NothingLost,
)
"""All invariants of the scenario."""

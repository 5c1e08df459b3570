"""Processes that still run although a majority of the voters seems to be lost.

Two results are cheaper than a recovery: a majority exists and only has to be started, or only
addresses changed. Otherwise the processes provide evidence for the survey: records that one of them
knows to be committed. `asking.reports_of` asks them; `high_watermark_in` reads their metrics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from kraft_core.client.settings import Endpoint
from kraft_core.operations.findings import in_words
from kraft_core.operations.recovery.verdicts import RecoveryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kraft_core.operations.recovery.verdicts import Survey
    from kraft_core.operations.reports import NodeReport

METRICS_BYTES_MAX: Final = 1 << 24
_METRIC: Final = re.compile(
    r"^kafka_server_raft_?metrics_high_watermark(?:\{[^}\n]*\})?[ \t]+"
    r"(-?\d{1,20}(?:\.\d*)?(?:[eE]\+?\d{1,2})?)",
    re.MULTILINE,
)
UNKNOWN_ID: Final = -1
"""The node id in evidence of a process that does not say its id."""


class Advice(StrEnum):
    """The first step to take; the values are public."""

    LEADER = "leader"
    """A leader answers: nothing is lost."""
    START = "start"
    """A majority of the voters is available, as processes or directories."""
    NAMES = "names"
    """A majority runs, but not at the addresses that the voters have of each other."""
    RECOVER = "recover"


@dataclass(frozen=True, slots=True)
class Process:
    """A process that was asked: its answers, and its node id if it is known."""

    report: NodeReport
    node_id: int | None

    @property
    def is_there(self) -> bool:
        """Return True if the node reported any state."""
        report = self.report
        known = report.sees_epoch, report.committed_end, report.forwarded
        return any(each is not None for each in known)


@dataclass(frozen=True, slots=True)
class Living:
    """Advice, with a sentence about it, and the processes that were asked."""

    advice: Advice
    text: str
    processes: tuple[Process, ...]

    @property
    def high_watermarks(self) -> dict[int, int]:
        """Offsets below which everything is committed, by the id of the node that knows it.

        A process that did not report its cluster id is no evidence.
        """
        found: dict[int, int] = {}
        for each in self.processes:
            end = each.report.committed_end
            if end is not None and each.report.cluster_id is not None:
                node_id = UNKNOWN_ID if each.node_id is None else each.node_id
                found[node_id] = max(end, found.get(node_id, 0))
        return found


def process_of(report: NodeReport, given: int | None = None) -> Process:
    """Return the id of the node that answered, from the node, a registration or the operator."""
    if report.state is not None:
        return Process(report, report.state.key.node_id)
    if report.description is not None:
        return Process(report, report.description.leader_id)
    registered = report.registered or {}
    found = [each for each, address in registered.items() if address == report.address]
    return Process(report, found[0] if given is None and len(found) == 1 else given)


def check_clusters(processes: Iterable[Process], survey: Survey | None) -> None:
    """Raise RecoveryError if a process or a directory belongs to another cluster than the rest."""
    where = {} if survey is None else {each.cluster_id: each.path for each in survey.directories}
    for each in processes:
        if each.report.cluster_id is not None:
            where.setdefault(each.report.cluster_id, each.report.address)
    if len(where) > 1:
        (first, one), (second, other) = list(where.items())[:2]
        raise RecoveryError(f"{one} belongs to cluster {first}, but {other} to cluster {second}")


def living_of(processes: Sequence[Process], survey: Survey | None) -> Living:
    """Return the first step to take, from processes of controllers and a survey of directories."""
    there = tuple(each for each in processes if each.is_there)
    for each in there:
        found = each.report.description or each.report.forwarded
        if found is not None:
            where = "named by the broker" if each.report.is_broker else "at"
            text = (
                f"Node {found.leader_id} {where} {each.report.address} leads epoch {found.epoch}:"
                " the quorum has a majority. Start the other voters and do nothing else."
            )
            return Living(Advice.LEADER, text, tuple(processes))
    running = {each.node_id for each in there if each.node_id is not None}
    sets = list(_voter_sets(there, survey))
    present = running | _present(survey)
    if not sets or not all(len(each & present) > len(each) // 2 for each in sets):
        missing = sorted(set[int]().union(*sets) - present)
        text = "No leader answers, and no voters are known."
        if sets:
            lost = in_words(missing)
            text = (
                f"No leader answers. Missing voters: {lost}. No process at these addresses reports"
                " their state, and no directory of them was given."
            )
        return Living(Advice.RECOVER, text, tuple(processes))
    moved = sorted(_moved(there, survey))
    if moved and all(len(each & running) > len(each) // 2 for each in sets):
        where = in_words(f"{node_id} at {address}" for node_id, address in moved)
        text = (
            f"A majority of the voters runs, but the voters have other addresses for {where}: only"
            " names changed. Point the old names to the new addresses, or plan with"
            " --endpoints-only."
        )
        return Living(Advice.NAMES, text, tuple(processes))
    stopped = sorted(set[int]().union(*sets) & present - running)
    what = f"start {in_words(stopped)}" if stopped else "let them elect a leader"
    text = f"A majority of the voters is available: {what}, and do nothing else."
    return Living(Advice.START, text, tuple(processes))


def _present(survey: Survey | None) -> set[int]:
    """Return the voters whose directories were read."""
    electorates = () if survey is None else survey.electorates
    return {node_id for each in electorates for node_id in each.present}


def _voter_sets(processes: Iterable[Process], survey: Survey | None) -> Iterator[frozenset[int]]:
    """Yield the voter sets that need a majority: those of processes and of logs."""
    found = [each.report.state for each in processes if each.report.state is not None]
    newest = max(found, key=lambda state: (state.log_end_epoch, state.log_end), default=None)
    if survey is not None:
        yield from (frozenset(each.ids) for each in survey.electorates)
    if newest is not None and newest.voters:
        yield frozenset(each.node_id for each in newest.voters)


def _moved(processes: Iterable[Process], survey: Survey | None) -> Iterator[tuple[int, str]]:
    """Yield voters that answer at an address that the newest voter set does not have."""
    known = _addresses(survey)
    for each in processes:
        addresses = None if each.node_id is None else known.get(each.node_id)
        if each.node_id is not None and addresses and each.report.address not in addresses:
            yield each.node_id, each.report.address


def _addresses(survey: Survey | None) -> Mapping[int, set[str]]:
    if survey is None:
        return {}
    chosen = survey.judgement.chosen
    sets = next(each for each in survey.directories if each.log is chosen).voters.sets
    return {
        voter.id: {str(Endpoint(one.host, one.port)) for one in voter.endpoints}
        for _, voters in sets[-1:]
        for voter in voters
    }


# -- metrics ---------------------------------------------------------------------------------------


def high_watermark_in(text: str) -> int:
    """Return the high watermark in the metrics of a kraft node, or of Kafka's JMX exporter.

    kraft has the names of Kafka's `raft-metrics` there. Raises RecoveryError.
    """
    found = {int(float(match[1])) for match in _METRIC.finditer(text[:METRICS_BYTES_MAX])}
    if len(found) != 1:
        raise RecoveryError(
            f"there are {len(found)} values of kafka_server_raft_metrics_high_watermark, not one"
        )
    (offset,) = found
    if not 0 <= offset < 1 << 62:
        raise RecoveryError(f"the node knows no high watermark: the metric is {offset}")
    return offset

"""A plan that changes the voters of a quorum one at a time, from a `QuorumView` and a goal.

Reading order: `ordered` (in which order voters are added and removed), the goals (`voters_goal`,
`replacement`, `move`), `plan` and the checks of a step. All of it is pure: `applying` performs a
plan, and asks the same checks before each step.

KIP-853 lets a leader add or remove one voter at a time. A majority of the voters before the change
and of those after it has to fetch, otherwise nothing is committed any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.client.settings import Endpoint, parse_endpoints
from kraft_core.operations import findings as f
from kraft_core.operations.findings import Severity
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.reports import Reach
from kraft_core.operations.view import KRAFT_VERSION, METADATA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kraft_core.operations.findings import Finding
    from kraft_core.operations.view import QuorumView, ReplicaView

VOTERS_MAX: Final = 100
"""Voters of a goal. The state document of a node has as many at most."""
LEVEL_LAG_MAX: Final = 100
LEVEL_MS_MAX: Final = 5_000
"""A candidate has caught up with at most this lag, or if it had all records this many ms ago."""
UNREACHED_MS_MAX: Final = 2_000
"""A voter that this command cannot reach counts as live if it fetched within this time."""

UNSAFE: Final = (f.OldVoterAlive, f.MajorityMissing)
"""Findings that make a plan unsafe; the others refuse it."""
PASSING: Final = (f.LeaderNeeded, f.ChangePending, f.MajorityMissing)
"""Findings that are normal for a moment after a change: a new leader, or missing fetches."""
WAITING: Final = (*PASSING, f.CandidateBehind, f.CandidateSilent)
"""Findings that can disappear without an action."""
LATER: Final = (f.ChangePending, f.CandidateBehind, f.CandidateSilent)
"""Findings that do not prevent a plan: they may be resolved before it is applied."""

Keys = frozenset[ReplicaId]


class Action(StrEnum):
    """The kinds of a change; the values are those of JSON."""

    ADD = "add"
    REMOVE = "remove"


class ListenerEndpoint(NamedTuple):
    """The address of a voter under the name of a listener."""

    name: str
    host: str
    port: int


# -- the order -------------------------------------------------------------------------------------


class Change(NamedTuple):
    """One voter is added or removed."""

    action: Action
    key: ReplicaId

    def after(self, voters: Keys) -> Keys:
        """Return the voters after the change."""
        changed = frozenset({self.key})
        return voters | changed if self.action is Action.ADD else voters - changed

    def __str__(self) -> str:
        return f"{self.action} node {self.key}"


def majority(voters: Keys) -> int:
    """Return the number of voters that must fetch, the leader included."""
    return len(voters) // 2 + 1


def tolerance(voters: Keys, live: Keys) -> int:
    """Return the number of voters that can still fail; negative without a live majority."""
    return len(voters & live) - majority(voters)


def ordered(
    voters: Keys, goal: Keys, live: Keys, leader: ReplicaId | None
) -> tuple[Change, ...] | None:
    """Return the changes from `voters` to `goal`; None if no order keeps a live majority.

    The order depends on the voters that are left and on nothing else, so that a plan made in the
    middle continues in the same order. At each place it prefers the change with the highest
    tolerance, then an addition, then the removal of a voter that does not fetch. A node id is
    removed before it is added with another directory id (Kafka refuses it with DUPLICATE_VOTER),
    and the leader is removed last.
    """
    if not goal or tolerance(voters, live) < 0 or tolerance(goal, live) < 0:
        return None
    changes: list[Change] = []
    while voters != goal:
        best = min(
            _possible(voters, goal, live, leader),
            key=lambda change, now=voters: _preference(change, now, live),  # type: ignore[misc]
            default=None,
        )
        if best is None:
            return None
        changes.append(best)
        voters = best.after(voters)
    return tuple(changes)


def _possible(voters: Keys, goal: Keys, live: Keys, leader: ReplicaId | None) -> Iterator[Change]:
    ids = {each.node_id for each in voters}
    removed = voters - goal
    changes = [Change(Action.ADD, each) for each in goal - voters if each.node_id not in ids]
    changes += [
        Change(Action.REMOVE, each)
        for each in removed
        if each != leader or (len(removed) == 1 and not goal - voters)
    ]
    for change in changes:
        after = change.after(voters)
        if after and tolerance(after, live) >= 0:
            yield change


def _preference(change: Change, voters: Keys, live: Keys) -> tuple[int, bool, bool, int, str]:
    is_removal = change.action is Action.REMOVE
    key = change.key
    return (
        -tolerance(change.after(voters), live),
        is_removal,
        key in live,
        key.node_id,
        key.directory_id or "",
    )


# -- goals -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Goal:
    """The requested voters, and why some of them are not known."""

    keys: Keys = frozenset()
    addresses: Mapping[int, str] = field(default_factory=dict)
    """HOST:PORT of nodes, as the operator wrote them."""
    findings: tuple[Finding, ...] = ()


def voters_goal(view: QuorumView, wanted: Mapping[int, str | None]) -> Goal:
    """Return the goal with these node ids, each with the address that was given or None.

    A voter stays unless it is silent and another directory with its id fetches: a replaced disk.
    """
    keys: set[ReplicaId] = set()
    found: list[Finding] = []
    for node_id in sorted(wanted):
        key, trouble = _wanted(view, node_id)
        found += trouble
        if key is not None:
            keys.add(key)
    return Goal(
        keys=frozenset(keys),
        addresses={node_id: address for node_id, address in wanted.items() if address},
        findings=tuple(found),
    )


def _wanted(view: QuorumView, node_id: int) -> tuple[ReplicaId | None, list[Finding]]:
    voter = next((each for each in view.voters if each.node_id == node_id), None)
    fetching = [each for each in _observers(view, node_id) if not each.is_silent]
    if voter is not None and (_is_live(voter) or not fetching):
        return voter.key, []
    if len(fetching) > 1:
        directories = tuple(sorted(each.directory_id or "?" for each in fetching))
        return None, [f.CandidateAmbiguous(node=node_id, directories=directories)]
    if fetching:
        return fetching[0].key, []
    return None, [f.CandidateMissing(node=node_id, more="")]


def replacement(view: QuorumView, old_id: int, new_id: int, address: str | None = None) -> Goal:
    """Return the goal in which node `new_id` takes the place of voter `old_id`.

    With one id twice, the voter gets the directory that fetches with its id. Raises ValueError if
    `old_id` is not a voter.
    """
    old = _voter(view, old_id, already=new_id if new_id != old_id else None)
    rest = frozenset(each.key for each in view.voters if each.key and each.node_id != old_id)
    addresses = {} if address is None else {new_id: address}
    if old is None:  # done before
        return Goal(keys=rest, addresses=addresses)
    if new_id != old_id:
        key, trouble = _wanted(view, new_id)
        return Goal(
            keys=rest | ({key} if key else frozenset()), addresses=addresses, findings=(*trouble,)
        )
    fetching = [each for each in _observers(view, old_id) if not each.is_silent]
    if not fetching:
        more = " with a new directory"
        if _is_live(old):
            more += ", and the voter with its id works"
        return Goal(findings=(f.CandidateMissing(node=old_id, more=more),))
    if len(fetching) > 1:
        directories = tuple(sorted(each.directory_id or "?" for each in fetching))
        return Goal(findings=(f.CandidateAmbiguous(node=old_id, directories=directories),))
    (new,) = fetching
    return Goal(keys=rest | _keys([new]), addresses=addresses, findings=_of_one_id(old, new))


def move(view: QuorumView, old_id: int, address: str) -> Goal:
    """Return the goal in which the node at `address` takes the place of voter `old_id`.

    Raises ValueError if `old_id` is not a voter.
    """
    row = _at(view, address)
    if row is None or row.failure is not None:
        text = "no answer" if row is None or row.failure is None else row.failure.text
        finding: Finding = f.CandidateUnreachable(node=old_id, address=address, reason=text)
        return Goal(findings=(finding,))
    node_id = row.node_id
    if node_id is None:
        node_id = _registered_at(view, address)
    if node_id is None:
        return Goal(findings=(f.CandidateAddressUnknown(node=old_id),))
    if row.is_voter and node_id == old_id:  # the voter itself: it announces its address alone
        return Goal(keys=_keys(view.voters))
    return replacement(view, old_id, node_id, address)


def _voter(view: QuorumView, node_id: int, already: int | None) -> ReplicaView | None:
    """Return a voter; None if it is gone and its replacement votes. Raises ValueError."""
    ids = {each.node_id: each for each in view.voters}
    if node_id not in ids and already not in ids:
        voters = f.in_words(sorted(each for each in ids if each is not None))
        raise ValueError(f"node {node_id} is not a voter; the voters are {voters}")
    return ids.get(node_id)


def _of_one_id(old: ReplicaView, new: ReplicaView) -> tuple[Finding, ...]:
    """Check a plan with one id twice: the old machine cannot start (KIP-853, "Bootstrapping")."""
    if old.is_silent and not old.is_leader:
        return ()
    node_id = old.node_id or 0
    return (
        f.OldVoterAlive(node=node_id, old=old.directory_id or "?", new=new.directory_id or "?"),
    )


# -- the plan --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One change, its preconditions, and the number of failures that can follow."""

    change: Change
    endpoints: tuple[ListenerEndpoint, ...] = ()
    """Of a voter that is added."""
    is_leader: bool = False
    tolerance: int
    findings: tuple[Finding, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Return True if no finding stops the step."""
        return not errors(self.findings)


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """Steps from the observed voters to the requested voters."""

    cluster_id: str
    at_ms: int
    leader_id: int | None
    epoch: int | None
    voters: tuple[ReplicaId, ...]
    """The voters that were seen."""
    goal: tuple[ReplicaId, ...]
    tolerance: int
    """Before the first step; negative without a live majority."""
    steps: tuple[Step, ...] = ()
    findings: tuple[Finding, ...] = ()
    """About the plan as a whole."""

    @property
    def refusals(self) -> tuple[Finding, ...]:
        """The current reasons against the plan and its steps."""
        found = [*self.findings, *(each for step in self.steps for each in step.findings)]
        return errors(found)

    @property
    def is_possible(self) -> bool:
        """Return True if the plan can be applied, at once or after waiting."""
        return all(isinstance(each, LATER) for each in self.refusals)

    @property
    def is_unsafe(self) -> bool:
        """Return True if a change loses the majority, or two processes would share an id."""
        return any(isinstance(each, UNSAFE) for each in self.refusals)

    @property
    def states(self) -> tuple[Keys, ...]:
        """The voters before the first step and after each."""
        found = [frozenset(self.voters)]
        for step in self.steps:
            found.append(step.change.after(found[-1]))
        return tuple(found)


def errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return those findings that stop a step, without duplicates."""
    return tuple(dict.fromkeys(each for each in findings if each.severity is Severity.ERROR))


def plan(view: QuorumView, goal: Goal) -> Plan:
    """Plan the steps from the voters of the view to the goal."""
    voters, live = _keys(view.voters), live_keys(view)
    made = Plan(
        cluster_id="" if view.cluster_id is None else view.cluster_id.value,
        at_ms=view.at_ms,
        leader_id=view.leader_id,
        epoch=view.epoch,
        voters=tuple(sorted(voters, key=_by_id)),
        goal=tuple(sorted(goal.keys, key=_by_id)),
        tolerance=tolerance(voters, live),
        findings=(*of_quorum(view), *goal.findings),
    )
    if not made.is_possible:
        return made
    leader = None if view.leader is None else view.leader.key
    changes = ordered(voters, goal.keys, live | (goal.keys - voters), leader)
    if changes is None:
        return replace(made, findings=(*made.findings, _no_order(voters, goal.keys, live)))
    steps, live_then = [], live
    for change in changes:
        if change.action is Action.ADD:
            live_then |= {change.key}  # applied only when it fetches
        steps.append(_step(view, change, voters, live_then, goal.addresses))
        voters = change.after(voters)
    notes: tuple[Finding, ...] = ()
    if changes and len(goal.keys) % 2 == 0:
        notes = (f.EvenVoters(voters=len(goal.keys)),)
    return replace(made, steps=tuple(steps), findings=(*made.findings, *notes))


def _no_order(voters: Keys, goal: Keys, live: Keys) -> Finding:
    live_then = live | (goal - voters)
    if tolerance(voters, live) < 0:
        return _majority_missing("Now", voters, live)
    return _majority_missing("After the plan", goal, live_then)


def _majority_missing(when: str, voters: Keys, live: Keys) -> Finding:
    return f.MajorityMissing(
        when=when, live=len(voters & live), voters=len(voters), majority=majority(voters)
    )


def _step(
    view: QuorumView, change: Change, voters: Keys, live: Keys, addresses: Mapping[int, str]
) -> Step:
    endpoints: tuple[ListenerEndpoint, ...] = ()
    found: list[Finding] = []
    if change.action is Action.ADD:
        endpoints, found = _endpoints(view, change.key, addresses)
    is_leader = view.leader is not None and change.key == view.leader.key
    after = change.after(voters)
    step = Step(
        change=change,
        endpoints=endpoints,
        is_leader=is_leader,
        tolerance=tolerance(after, live),
    )
    return replace(step, findings=(*found, *of_step(view, step, voters, live)))


def _endpoints(
    view: QuorumView, key: ReplicaId, addresses: Mapping[int, str]
) -> tuple[tuple[ListenerEndpoint, ...], list[Finding]]:
    """Return the endpoints of a candidate: as the operator wrote them, else as registered.

    The leader asks for its default listener, so the name is that of the voters (KAFKA-19850).
    """
    address = addresses.get(key.node_id) or _registered(view).get(key.node_id)
    if address is None:
        row = view.replica(key.node_id, key.directory_id)
        address = None if row is None else row.address
    if address is None:
        return (), [f.CandidateAddressUnknown(node=key.node_id)]
    names = (
        ()
        if view.description is None or view.leader_id is None
        else tuple(view.description.listeners.get(view.leader_id, ()))
    )
    if len(names) != 1:
        return (), [f.SeveralListeners(node=key.node_id, names=names)]
    try:
        (endpoint,) = parse_endpoints(address)
    except ValueError:  # a registration can contain any string
        return (), [f.CandidateAddressUnknown(node=key.node_id)]
    return (ListenerEndpoint(names[0], endpoint.host, endpoint.port),), []


# -- checks ----------------------------------------------------------------------------------------


def of_quorum(view: QuorumView) -> Iterator[Finding]:
    """Check that the voters can be changed: a leader, voters in the log, no pending change."""
    if view.description is None or view.high_watermark is None or view.high_watermark < 0:
        yield f.LeaderNeeded()
        return
    if any(each.directory_id is None for each in view.voters):
        yield f.StaticVoters()
        return
    report = next((each for each in view.reports if each.description is view.description), None)
    pending = None if report is None else report.pending
    if pending is None or pending.unknown is not None:
        reason = "the log was not read" if pending is None else pending.unknown
        yield f.PendingUnknown(reason=reason or "")
    elif pending.offset is not None:
        yield f.ChangePending(offset=pending.offset)


def of_step(
    view: QuorumView, step: Step, voters: Keys, live: Keys | None = None
) -> Iterator[Finding]:
    """Check the preconditions of a step; `voters` are those before it."""
    if live is None:
        live = live_keys(view)
    change = step.change
    after = change.after(voters)
    if tolerance(voters, live) < 0:
        yield _majority_missing(f"Before the step to {change}", voters, live)
    if tolerance(after, live) < 0:
        yield _majority_missing(f"After the step to {change}", after, live)
    if change.action is Action.ADD:
        yield from _of_candidate(view, step)
    else:
        yield from _of_removed(view, step)


def _of_candidate(view: QuorumView, step: Step) -> Iterator[Finding]:
    key = step.change.key
    row = view.replica(key.node_id, key.directory_id)
    if row is None or row.role is None:
        yield f.CandidateMissing(node=key.node_id, more="")
        return
    old = next((each for each in view.voters if each.node_id == key.node_id), None)
    if old is not None and old.key != key:
        yield from _of_one_id(old, row)
    same = [each for each in _observers(view, key.node_id) if not each.is_silent]
    if len(same) > 1:
        directories = tuple(sorted(each.directory_id or "?" for each in same))
        yield f.CandidateAmbiguous(node=key.node_id, directories=directories)
    if row.is_silent:
        yield f.CandidateSilent(node=key.node_id, directory=key.directory_id or "?")
    elif not is_level(row):
        yield f.CandidateBehind(node=key.node_id, lag=row.lag or 0)
    for endpoint in step.endpoints:
        yield from _of_address(view, key, str(Endpoint(endpoint.host, endpoint.port)))
    levels = (
        (METADATA_VERSION, _level(view, METADATA_VERSION), row.metadata_version_max),
        (KRAFT_VERSION, 1, row.kraft_version_max),
    )
    for name, level, highest in levels:
        if highest is not None and level > highest:
            yield f.CandidateTooOld(node=key.node_id, feature=name, level=level, highest=highest)


def _of_address(view: QuorumView, key: ReplicaId, address: str) -> Iterator[Finding]:
    row = _at(view, address)
    if row is None:
        yield f.CandidateUnreachable(node=key.node_id, address=address, reason="it was not asked")
    elif row.failure is not None and row.failure.reach is not Reach.NO_RIGHT:
        yield f.CandidateUnreachable(
            node=key.node_id, address=address, reason=row.failure.text.rstrip(".")
        )
    elif row.key is None:
        yield f.CandidateIsAnother(node=key.node_id, address=address, found="an unknown node")
    elif row.key != key:
        yield f.CandidateIsAnother(node=key.node_id, address=address, found=f"node {row.key}")


def _of_removed(view: QuorumView, step: Step) -> Iterator[Finding]:
    key = step.change.key
    row = view.replica(key.node_id, key.directory_id)
    if row is None:
        return
    if step.is_leader:
        yield f.LeaderLast(node=key.node_id)
    if not _is_live(row):
        return
    joins = next(
        (each.joins_alone for each in view.reports if row.address and each.address == row.address),
        None,
    )
    if joins is None:
        yield f.RejoinUnknown(node=key.node_id)
    elif joins:
        yield f.WouldRejoin(node=key.node_id)


def live_keys(view: QuorumView) -> Keys:
    """Return the replicas that fetch from the leader, and the leader."""
    return _keys(each for each in view.replicas if each.role and _is_live(each))


def is_level(row: ReplicaView) -> bool:
    """Return True if a replica has all records, or had them a moment ago."""
    if row.lag is None:
        return row.is_leader
    recently = row.caught_up_ms is not None and row.caught_up_ms <= LEVEL_MS_MAX
    return row.lag <= LEVEL_LAG_MAX or recently


def _is_live(row: ReplicaView) -> bool:
    """Return True unless the replica is silent or was just stopped and does not respond."""
    if row.is_leader:
        return True
    is_unreached = row.failure is not None and row.failure.reach is Reach.UNREACHABLE
    if is_unreached and (row.last_fetch_ms or 0) > UNREACHED_MS_MAX:
        return False
    return not row.is_silent


def _level(view: QuorumView, name: str) -> int:
    facts = [
        each.metadata_version if name == METADATA_VERSION else each.kraft_version
        for each in view.replicas
    ]
    return max((each.value for each in facts if each is not None), default=0)


def _observers(view: QuorumView, node_id: int) -> list[ReplicaView]:
    return [each for each in view.observers if each.node_id == node_id]


def _keys(rows: Iterable[ReplicaView]) -> Keys:
    return frozenset(each.key for each in rows if each.key is not None)


def _at(view: QuorumView, address: str) -> ReplicaView | None:
    return next((each for each in view.replicas if each.address == address), None)


def _registered(view: QuorumView) -> Mapping[int, str]:
    report = next((each for each in view.reports if each.description is view.description), None)
    return {} if report is None or report.registered is None else report.registered


def _registered_at(view: QuorumView, address: str) -> int | None:
    return next((each for each, at in _registered(view).items() if at == address), None)


def _by_id(key: ReplicaId) -> tuple[int, str]:
    return key.node_id, key.directory_id or ""

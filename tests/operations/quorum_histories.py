"""All histories of a small quorum, and drawn ones of a larger one, with what was committed.

A model of Raft apart from the code under test: voters that elect, append, replicate and commit, and
one observer that fetches from leaders. A log is a tuple of the epochs of its records, because an
epoch has one leader and so a record is known by its offset and epoch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

Log = tuple[int, ...]


@dataclass(frozen=True, order=True, slots=True)
class Node:
    """A replica: its log, the highest epoch that it knows, and if it leads in that epoch."""

    log: Log = ()
    epoch: int = 0
    leads: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Voters, in an order of no meaning; the observer; the committed records."""

    voters: tuple[Node, ...]
    observer: Node = Node()
    committed: Log = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """The size of histories."""

    voters: int
    epochs: int
    records: int


def first_state(bounds: Bounds) -> State:
    return State((Node(),) * bounds.voters)


Move = Callable[[], State]
"""A step that is possible: gives the state after it."""


def next_states(state: State, bounds: Bounds) -> Iterator[State]:
    """Yield every state to which one step leads."""
    for moves in (_elections, _replications):
        for move in moves(state, bounds):
            yield move()


def _elections(state: State, bounds: Bounds) -> Iterator[Move]:
    epoch = max(each.epoch for each in state.voters) + 1
    if epoch > bounds.epochs:
        return
    majority = bounds.voters // 2 + 1
    for place, candidate in enumerate(state.voters):
        order = _order(candidate.log)
        able = [
            other
            for other, voter in enumerate(state.voters)
            if other != place and _order(voter.log) <= order
        ]
        if len(able) + 1 < majority:
            continue
        for chosen in _subsets(able, majority - 1):
            yield partial(_elected, state, place, chosen, epoch)


def _replications(state: State, bounds: Bounds) -> Iterator[Move]:
    """Yield appends, and fetches of voters and of the observer."""
    for place, leader in enumerate(state.voters):
        if not leader.leads:
            continue
        if len(leader.log) < bounds.records:
            yield partial(_appended, state, place)
        for other, follower in enumerate(state.voters):
            if other != place and follower.epoch <= leader.epoch:
                yield partial(_follower_fetched, state, other, leader)
        if state.observer.epoch <= leader.epoch:
            yield partial(_observer_fetched, state, leader)


def _elected(state: State, place: int, chosen: tuple[int, ...], epoch: int) -> State:
    nodes = {other: Node(state.voters[other].log, epoch) for other in chosen}
    nodes[place] = Node(state.voters[place].log, epoch, leads=True)
    return _changed(state, nodes)


def _appended(state: State, place: int) -> State:
    leader = state.voters[place]
    appended = Node((*leader.log, leader.epoch), leader.epoch, leads=True)
    return _changed(state, {place: appended})


def _follower_fetched(state: State, place: int, leader: Node) -> State:
    return _changed(state, {place: _fetched(state.voters[place], leader)})


def _observer_fetched(state: State, leader: Node) -> State:
    return State(state.voters, _fetched(state.observer, leader), state.committed)


def _subsets(places: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Subsets of at least that size."""
    for bits in range(1 << len(places)):
        if bits.bit_count() >= count:
            yield tuple(place for number, place in enumerate(places) if bits >> number & 1)


def _order(log: Log) -> tuple[int, int]:
    return (log[-1] if log else 0), len(log)


def _fetched(follower: Node, leader: Node) -> Node:
    """The follower after a fetch: what differs is cut, then the next record is there."""
    shared = common(follower.log, leader.log)
    return Node(leader.log[: shared + 1], leader.epoch)


def common(one: Log, other: Log) -> int:
    """The number of records at the beginning that both logs have."""
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count


def _changed(state: State, nodes: dict[int, Node]) -> State:
    """The state with other voters; what is then on a majority in its leader's epoch is committed.

    A leader may not know it yet. That it does not is the state before.
    """
    voters = tuple(nodes.get(place, each) for place, each in enumerate(state.voters))
    committed = state.committed
    for leader in voters:
        if not leader.leads:
            continue
        ends = sorted((common(each.log, leader.log) for each in voters), reverse=True)
        end = ends[len(voters) // 2]
        if end > len(committed) and leader.log[end - 1] == leader.epoch:
            committed = leader.log[:end]
    return State(tuple(sorted(voters)), state.observer, committed)


def all_states(bounds: Bounds) -> set[State]:
    """Return every state that can be reached."""
    first = first_state(bounds)
    found, waiting = {first}, [first]
    while waiting:
        for each in next_states(waiting.pop(), bounds):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


_ELECTION: Final = 0.15


def drawn_states(random: Random, bounds: Bounds, steps: int) -> Iterator[State]:
    """Yield the states of a history of random steps, of which few are elections.

    Of all steps that are possible most are elections, so that an even choice among them would use
    up the epochs while logs are empty.
    """
    state = first_state(bounds)
    for _ in range(steps):
        kinds = [_elections, _replications]
        if random.random() >= _ELECTION:
            kinds.reverse()
        moves = list(kinds[0](state, bounds)) or list(kinds[1](state, bounds))
        if not moves:
            break
        state = random.choice(moves)()
        yield state

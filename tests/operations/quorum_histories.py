"""All histories of a small quorum, and drawn ones of a larger one, with what was committed.

A model of Raft apart from the code under test: voters that elect, append, replicate and commit, and
one observer that fetches from leaders. A log is a tuple of the epochs of its records, because an
epoch has one leader and so a record is known by its offset and epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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


def next_states(state: State, bounds: Bounds) -> Iterator[State]:
    """Yield every state to which one step leads."""
    yield from _elections(state, bounds)
    for place, leader in enumerate(state.voters):
        if not leader.leads:
            continue
        if len(leader.log) < bounds.records:
            appended = Node((*leader.log, leader.epoch), leader.epoch, leads=True)
            yield _changed(state, {place: appended})
        for other, follower in enumerate(state.voters):
            if other != place and follower.epoch <= leader.epoch:
                yield _changed(state, {other: _fetched(follower, leader)})
        if state.observer.epoch <= leader.epoch:
            yield State(state.voters, _fetched(state.observer, leader), state.committed)


def _elections(state: State, bounds: Bounds) -> Iterator[State]:
    epoch = max(each.epoch for each in state.voters) + 1
    if epoch > bounds.epochs:
        return
    majority = bounds.voters // 2 + 1
    for place, candidate in enumerate(state.voters):
        able = [
            other
            for other, voter in enumerate(state.voters)
            if other != place and _order(voter.log) <= _order(candidate.log)
        ]
        if len(able) + 1 < majority:
            continue
        for chosen in _subsets(able, majority - 1):
            moved = {other: Node(state.voters[other].log, epoch) for other in chosen}
            yield _changed(state, {**moved, place: Node(candidate.log, epoch, leads=True)})


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


def drawn_state(random: Random, bounds: Bounds, steps: int) -> State:
    """Return the state after some random steps."""
    state = first_state(bounds)
    for _ in range(steps):
        following = list(next_states(state, bounds))
        if not following:
            break
        state = random.choice(following)
    return state

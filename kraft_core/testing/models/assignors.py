"""Assignors of the consumer protocol: `uniform` balances and keeps, `range` counts by topic."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kraft_wire.primitives import Uuid

    Target = dict[str, frozenset[tuple[Uuid, int]]]
    Members = Sequence[tuple[str, set[Uuid]]]
    Assignor = Callable[
        [Members, Mapping[Uuid, int], Mapping[str, frozenset[tuple[Uuid, int]]]], Target
    ]

UNIFORM: Final = "uniform"
RANGE: Final = "range"


def uniform(
    members: Members,
    sizes: Mapping[Uuid, int],
    before: Mapping[str, frozenset[tuple[Uuid, int]]],
) -> Target:
    """Assign equal numbers of partitions to members, which keep what they have.

    Members and topics count in the order of their ids, in Kafka in that of a hash table.
    """
    first = members[0][1] if members else set()
    is_same = all(topics == first for _, topics in members)
    return (_with_one_subscription if is_same else _with_several)(members, sizes, before)


def _with_one_subscription(
    members: Members,
    sizes: Mapping[Uuid, int],
    before: Mapping[str, frozenset[tuple[Uuid, int]]],
) -> Target:
    """Assign as Kafka's UniformHomogeneousAssignmentBuilder.

    Each member keeps its lowest partitions up to its quota. If partitions
    remain, as many members get one more: the first members that already own one, else the last.
    """
    least, extras = divmod(sum(sizes.values()), len(members) or 1)
    keys = _keys(sizes)
    owner: dict[tuple[Uuid, int], str] = {}
    given_up: list[tuple[Uuid, int]] = []
    room: list[str] = []
    for place, (member_id, _) in enumerate(members):
        had = sorted(before.get(member_id, frozenset()) & set(keys))
        must_take = len(members) - place <= extras
        quota = least + (extras > 0 and (len(had) > least or must_take))
        extras -= quota - least
        owner |= dict.fromkeys(had[:quota], member_id)
        given_up += had[quota:]
        room += [member_id] * (quota - len(had))
    had_owner = owner.keys() | set(given_up)
    free = [key for key in keys if key not in had_owner]
    owner |= dict(zip([*free, *given_up], room, strict=True))
    return _by_member(members, owner)


def _with_several(
    members: Members,
    sizes: Mapping[Uuid, int],
    before: Mapping[str, frozenset[tuple[Uuid, int]]],
) -> Target:
    """Assign as Kafka's UniformHeterogeneousAssignmentBuilder, to members with different topics.

    Topics with many partitions for few members come first. Members that are equal count in the
    order of the loads that they had before the topic.
    """
    takers = {topic: [each for each, topics in members if topic in topics] for topic in sizes}
    owner = {
        key: member_id
        for member_id, _ in members
        for key in before.get(member_id, ())
        if member_id in takers.get(key[0], ()) and key[1] < sizes[key[0]]
    }
    load = {member_id: 0 for member_id, _ in members} | Counter(owner.values())
    topics = sorted(
        sizes, key=lambda each: (-sizes[each] / len(takers[each]), len(takers[each]), each)
    )
    for topic in topics:
        order = sorted(takers[topic], key=load.__getitem__)
        for index in range(sizes[topic]):
            if (topic, index) not in owner:
                owner[topic, index] = least = min(order, key=load.__getitem__)
                load[least] += 1
    while sum(_moved(topic, takers[topic], owner, load) for topic in topics):
        pass  # each move makes the loads more equal, so this ends
    return _by_member(members, owner)


def _moved(
    topic: Uuid, takers: Sequence[str], owner: dict[tuple[Uuid, int], str], load: dict[str, int]
) -> bool:
    """Move partitions of a topic, the last ones first, from most to least; True if any was."""
    order = sorted(takers, key=load.__getitem__)
    had: dict[str, list[tuple[Uuid, int]]] = {}
    for key in sorted(each for each in owner if each[0] == topic):
        had.setdefault(owner[key], []).append(key)
    has_moved = False
    while givers := [each for each in reversed(order) if had.get(each)]:
        most, least = max(givers, key=load.__getitem__), min(order, key=load.__getitem__)
        if load[most] - load[least] < 2:
            break
        owner[had[most].pop()], has_moved = least, True
        load[most] -= 1
        load[least] += 1
    return has_moved


def by_range(
    members: Members,
    sizes: Mapping[Uuid, int],
    before: Mapping[str, frozenset[tuple[Uuid, int]]],  # noqa: ARG001  # as `uniform`
) -> Target:
    """Assign a range of each topic to each member; the first ones get one more if needed."""
    owner: dict[tuple[Uuid, int], str] = {}
    for topic_id, size in sizes.items():
        takers = [member_id for member_id, topics in members if topic_id in topics]
        each, rest = divmod(size, len(takers))
        first = 0
        for place, member_id in enumerate(takers):
            end = first + each + (place < rest)
            owner |= {(topic_id, index): member_id for index in range(first, end)}
            first = end
    return _by_member(members, owner)


def _keys(sizes: Mapping[Uuid, int]) -> list[tuple[Uuid, int]]:
    return [(topic_id, index) for topic_id in sorted(sizes) for index in range(sizes[topic_id])]


def _by_member(members: Members, owner: Mapping[tuple[Uuid, int], str]) -> Target:
    found: dict[str, set[tuple[Uuid, int]]] = {member_id: set() for member_id, _ in members}
    for key, member_id in owner.items():
        found[member_id].add(key)
    return {member_id: frozenset(keys) for member_id, keys in found.items()}


ASSIGNORS: Final[dict[str, Assignor]] = {UNIFORM: uniform, RANGE: by_range}
"""`group.consumer.assignors`; the first one is the default."""

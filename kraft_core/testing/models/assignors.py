"""Assignors of the consumer protocol: `uniform` balances and keeps, `range` counts by topic."""

from __future__ import annotations

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
    """Give members equal numbers of partitions, and let them keep what they have."""
    wanted = dict(members)
    keys = [(topic_id, index) for topic_id in sorted(sizes) for index in range(sizes[topic_id])]
    owner = {
        key: member_id
        for member_id, had in before.items()
        for key in had
        if key[0] in wanted.get(member_id, ()) and key[1] < sizes.get(key[0], 0)
    }
    load = dict.fromkeys(wanted, 0)
    for member_id in owner.values():
        load[member_id] += 1
    is_moving = True
    while is_moving:  # each move makes the loads more equal, so this ends
        is_moving = False
        for key in keys:
            takers = [member_id for member_id, topics in members if key[0] in topics]
            now, least = owner.get(key), min(takers, key=load.__getitem__)
            if now is not None and load[now] - load[least] < 2:
                continue
            if now is not None:
                load[now] -= 1
            owner[key], is_moving = least, True
            load[least] += 1
    return _by_member(members, owner)


def by_range(
    members: Members,
    sizes: Mapping[Uuid, int],
    before: Mapping[str, frozenset[tuple[Uuid, int]]],  # noqa: ARG001  # as `uniform`
) -> Target:
    """Give each member a range of each topic; the first ones get one more if there is a rest."""
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


def _by_member(members: Members, owner: Mapping[tuple[Uuid, int], str]) -> Target:
    found: dict[str, set[tuple[Uuid, int]]] = {member_id: set() for member_id, _ in members}
    for key, member_id in owner.items():
        found[member_id].add(key)
    return {member_id: frozenset(keys) for member_id, keys in found.items()}


ASSIGNORS: Final[dict[str, Assignor]] = {UNIFORM: uniform, RANGE: by_range}
"""`group.consumer.assignors`; the first one is the default."""

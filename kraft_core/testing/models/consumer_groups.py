"""Groups of the consumer protocol (KIP-848): the coordinator assigns partitions, members follow.

States and checks are those of Kafka's `GroupMetadataManager` and `CurrentAssignmentBuilder`. A
group of one protocol takes members of the other one only when it is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Final

from kraft_core.testing.models.assignors import ASSIGNORS, RANGE, UNIFORM
from kraft_core.testing.models.groups import MEMBERS_MAX, group_of
from kraft_core.testing.models.state import coordination_error
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import ConsumerGroupDescribeResponse, ConsumerGroupHeartbeatResponse
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.testing.models.state import ClusterState, Context
    from kraft_wire.messages import ConsumerGroupDescribeRequest, ConsumerGroupHeartbeatRequest

HEARTBEAT_INTERVAL_MS: Final = 500
"""Tests wait for heartbeats: Kafka's `group.consumer.heartbeat.interval.ms` is 5 s by default."""

SESSION_TIMEOUT_MS: Final = 45_000
"""`group.consumer.session.timeout.ms`."""

_JOINS: Final = 0
_LEAVES: Final = -1
_LEAVES_FOR_A_WHILE: Final = -2
"""Epoch of a static member that comes back with its instance id."""
_MEMBER_ID_FROM: Final = 1
"""The first version of ConsumerGroupHeartbeat whose members choose their ids."""

Key = tuple[Uuid, int]


class ConsumerGroupState(StrEnum):
    """States of a group, as ConsumerGroupDescribe writes them."""

    EMPTY = "Empty"
    ASSIGNING = "Assigning"
    RECONCILING = "Reconciling"
    STABLE = "Stable"


class MemberState(Enum):
    """Progress of a member on its way to the target assignment."""

    STABLE = 0
    UNREVOKED = 1
    """It has to give up partitions."""
    UNRELEASED = 2
    """It waits for partitions that others have to give up."""


@dataclass(slots=True)
class ConsumerMember:
    """A member; `topics` is None until it has subscribed."""

    member_id: str
    instance_id: str | None
    seen_ms: int
    client_id: str = ""
    client_host: str = ""
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    topics: frozenset[str] = frozenset()
    regex: str = ""
    assignor: str | None = None
    epoch: int = 0
    previous_epoch: int = -1
    state: MemberState = MemberState.STABLE
    assigned: frozenset[Key] = frozenset()
    revoking: frozenset[Key] = frozenset()
    revoking_since_ms: int = 0

    def move(
        self, state: MemberState, epoch: int, assigned: Iterable[Key], revoking: Iterable[Key]
    ) -> None:
        """Do one step towards the target assignment."""
        self.state, self.previous_epoch, self.epoch = state, self.epoch, epoch
        self.assigned, self.revoking = frozenset(assigned), frozenset(revoking)


@dataclass(slots=True)
class ConsumerGroup:
    """Members of the consumer protocol with their target assignment."""

    epoch: int = 1
    """The first member begins epoch 2, as in Kafka."""
    target_epoch: int = 0
    members: dict[str, ConsumerMember] = field(default_factory=dict)
    target: dict[str, frozenset[Key]] = field(default_factory=dict)
    topics: frozenset[tuple[Uuid, int]] = frozenset()
    """Ids and sizes of the subscribed topics in the last epoch."""

    @property
    def state(self) -> ConsumerGroupState:
        """Return the state of the group."""
        if not self.members:
            return ConsumerGroupState.EMPTY
        if self.epoch > self.target_epoch:
            return ConsumerGroupState.ASSIGNING
        is_stable = all(self.is_reconciled(each) for each in self.members.values())
        return ConsumerGroupState.STABLE if is_stable else ConsumerGroupState.RECONCILING

    @property
    def assignor(self) -> str:
        """Return the assignor that most members prefer."""
        votes = Counter(each.assignor for each in self.members.values() if each.assignor)
        return votes.most_common(1)[0][0] if votes else UNIFORM

    def is_reconciled(self, member: ConsumerMember) -> bool:
        """Return True for a member that has its target assignment."""
        return member.state is MemberState.STABLE and member.epoch == self.target_epoch

    def static(self, instance_id: str) -> ConsumerMember | None:
        """Return the member with an instance id."""
        members = self.members.values()
        return next((each for each in members if each.instance_id == instance_id), None)

    def remove(self, member_id: str) -> None:
        """Remove a member; its partitions are free at once."""
        del self.members[member_id]
        self.target.pop(member_id, None)
        self.epoch += 1

    def commit_error(self, member_id: str, epoch: int) -> ErrorCode:
        """Return why a member cannot commit or fetch offsets (ConsumerGroup)."""
        if epoch < 0 and not self.members:
            return ErrorCode.NONE
        member = self.members.get(member_id)
        if member is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        return ErrorCode.NONE if epoch == member.epoch else ErrorCode.STALE_MEMBER_EPOCH


def subscribed(state: ClusterState, member: ConsumerMember) -> set[Uuid]:
    """Return the ids of the topics of a member; names and regular expression add up."""
    names = {name for name in state.topics if member.regex and re.fullmatch(member.regex, name)}
    names |= member.topics
    return {state.topics[name].topic_id for name in names if name in state.topics}


def heartbeat(
    context: Context, request: ConsumerGroupHeartbeatRequest
) -> ConsumerGroupHeartbeatResponse:
    """Handle a member that joins, leaves or continues; answer with a changed assignment."""
    cls = ConsumerGroupHeartbeatResponse
    error = coordination_error(context, request.group_id) or _invalid(context, request)
    if error:
        return cls(error_code=error)
    if request.member_epoch in (_LEAVES, _LEAVES_FOR_A_WHILE):
        return _left(context, request)
    found = _group(context, request)
    if isinstance(found, ErrorCode):
        return cls(error_code=found)
    member = _member(context, found, request)
    if isinstance(member, ErrorCode):
        return cls(error_code=member)
    before = member.assigned
    has_changed = _update(context, member, request)
    _assign(context.state, found, has_changed=has_changed)
    owned = _owned(request)
    _reconcile(context, found, member, owned, has_changed=has_changed)
    is_full = request.rebalance_timeout_ms != -1 and owned is not None
    is_full = is_full and (request.subscribed_topic_names, request.subscribed_topic_regex) != (
        None,
        None,
    )
    is_told = request.member_epoch == _JOINS or is_full or member.assigned != before
    partitions = _by_topic(cls.TopicPartitions, member.assigned)
    return cls(
        member_id=member.member_id,
        member_epoch=member.epoch,
        heartbeat_interval_ms=HEARTBEAT_INTERVAL_MS,
        assignment=cls.Assignment(topic_partitions=partitions) if is_told else None,
    )


def _invalid(context: Context, request: ConsumerGroupHeartbeatRequest) -> ErrorCode:
    """Return the error of an invalid request (throwIfConsumerGroupHeartbeatRequestIsInvalid)."""
    epoch = request.member_epoch
    needs_id = context.version >= _MEMBER_ID_FROM or epoch > 0 or epoch == _LEAVES
    is_subscribed = (request.subscribed_topic_names, request.subscribed_topic_regex) != (None, None)
    joins_badly = epoch == _JOINS and (
        request.rebalance_timeout_ms == -1 or _owned(request) != set() or not is_subscribed
    )
    is_invalid = (
        (needs_id and not request.member_id)
        or not request.group_id
        or "" in (request.instance_id, request.rack_id)
        or joins_badly
        or (epoch == _LEAVES_FOR_A_WHILE and request.instance_id is None)
        or epoch < _LEAVES_FOR_A_WHILE
    )
    if is_invalid:
        return ErrorCode.INVALID_REQUEST
    if request.server_assignor is not None and request.server_assignor not in ASSIGNORS:
        return ErrorCode.UNSUPPORTED_ASSIGNOR
    try:
        re.compile(request.subscribed_topic_regex or "")
    except re.error:
        return ErrorCode.INVALID_REGULAR_EXPRESSION
    return ErrorCode.NONE


def _owned(request: ConsumerGroupHeartbeatRequest) -> set[Key] | None:
    if request.topic_partitions is None:
        return None
    return {
        (each.topic_id, index) for each in request.topic_partitions for index in each.partitions
    }


def _group(context: Context, request: ConsumerGroupHeartbeatRequest) -> ConsumerGroup | ErrorCode:
    group = context.state.groups.get(request.group_id)
    if request.member_epoch == _JOINS:
        group = group_of(context, request.group_id)
        if group is None:
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        if group.consumer is None and not group.members:
            group.consumer = ConsumerGroup()
    if group is None or group.consumer is None:
        return ErrorCode.GROUP_ID_NOT_FOUND
    is_known = request.member_id in group.consumer.members
    if not is_known and len(group.consumer.members) >= MEMBERS_MAX:
        return ErrorCode.GROUP_MAX_SIZE_REACHED
    return group.consumer


def _left(
    context: Context, request: ConsumerGroupHeartbeatRequest
) -> ConsumerGroupHeartbeatResponse:
    cls = ConsumerGroupHeartbeatResponse
    group = context.state.groups.get(request.group_id)
    if group is None or group.consumer is None:
        return cls(error_code=ErrorCode.GROUP_ID_NOT_FOUND)
    members = group.consumer
    if request.instance_id is None:
        member = members.members.get(request.member_id)
    else:
        member = members.static(request.instance_id)
        if member is not None and member.member_id != request.member_id:
            return cls(error_code=ErrorCode.FENCED_INSTANCE_ID)
    if member is None:
        return cls(error_code=ErrorCode.UNKNOWN_MEMBER_ID)
    if request.member_epoch == _LEAVES:
        members.remove(member.member_id)
    else:
        member.move(MemberState.STABLE, _LEAVES_FOR_A_WHILE, member.assigned, ())
    return cls(member_id=request.member_id, member_epoch=request.member_epoch)


def _member(
    context: Context, group: ConsumerGroup, request: ConsumerGroupHeartbeatRequest
) -> ConsumerMember | ErrorCode:
    """Return the member of a request, which is new if it joins, or why it is fenced."""
    instance, joins = request.instance_id, request.member_epoch == _JOINS
    static = None if instance is None else group.static(instance)
    member_id = request.member_id or context.state.new_member_id("")
    member = group.members.get(member_id) if instance is None else static
    if member is None:
        if not joins:
            return ErrorCode.UNKNOWN_MEMBER_ID
        member = group.members[member_id] = ConsumerMember(member_id, instance, context.now_ms)
    elif joins and static is not None:
        if static.epoch != _LEAVES_FOR_A_WHILE:
            return ErrorCode.UNRELEASED_INSTANCE_ID
        del group.members[static.member_id]
        group.target[member_id] = group.target.pop(static.member_id, frozenset())
        member.member_id, member.epoch, member.previous_epoch = member_id, 0, 0
        group.members[member_id] = member
    elif member.member_id != member_id:
        return ErrorCode.FENCED_INSTANCE_ID
    elif not joins and request.member_epoch != member.epoch:
        # the response with the new epoch was lost if the member still has the one before
        owned = _owned(request)
        is_previous = request.member_epoch == member.previous_epoch < member.epoch
        if not is_previous or owned is None or not owned <= member.assigned:
            return ErrorCode.FENCED_MEMBER_EPOCH
    return member


def _update(
    context: Context, member: ConsumerMember, request: ConsumerGroupHeartbeatRequest
) -> bool:
    """Update a member from a request; return True if its subscription has changed."""
    before = member.topics, member.regex
    member.seen_ms = context.now_ms
    member.client_id, member.client_host = context.client_id or "", context.client_host
    if request.rack_id is not None:
        member.rack_id = request.rack_id
    if request.rebalance_timeout_ms != -1:
        member.rebalance_timeout_ms = request.rebalance_timeout_ms
    if request.server_assignor is not None:
        member.assignor = request.server_assignor
    if request.subscribed_topic_names is not None:
        member.topics = frozenset(request.subscribed_topic_names)
    if request.subscribed_topic_regex is not None:
        member.regex = request.subscribed_topic_regex
    return before != (member.topics, member.regex)


def _by_id(member: ConsumerMember) -> tuple[bool, str]:
    return True, member.member_id


def _static_first(member: ConsumerMember) -> tuple[bool, str]:
    """Sort static members by instance id, then dynamic ones (RangeAssignor.sortMemberIds)."""
    if member.instance_id is None:
        return _by_id(member)
    return False, member.instance_id


_PLACES: Final = {RANGE: _static_first}
"""The order in which an assignor counts members; `uniform` does not know instance ids."""


def _assign(state: ClusterState, group: ConsumerGroup, *, has_changed: bool) -> None:
    """Begin an epoch if subscriptions or topics have changed; make its target assignment."""
    wanted = {member_id: subscribed(state, each) for member_id, each in group.members.items()}
    sizes = {each.topic_id: len(each.partitions) for each in state.topics.values()}
    topics = frozenset((each, sizes[each]) for each in set().union(*wanted.values()))
    if has_changed or topics != group.topics:
        group.epoch += 1
        group.topics = topics
    if group.epoch > group.target_epoch:
        order = sorted(group.members.values(), key=_PLACES.get(group.assignor, _by_id))
        members = [(each.member_id, wanted[each.member_id]) for each in order]
        group.target = ASSIGNORS[group.assignor](members, dict(topics), group.target)
        group.target_epoch = group.epoch


def _reconcile(
    context: Context,
    group: ConsumerGroup,
    member: ConsumerMember,
    owned: set[Key] | None,
    *,
    has_changed: bool,
) -> None:
    """Move a member towards its target (CurrentAssignmentBuilder): revoke first, then assign."""
    if group.is_reconciled(member) and not has_changed:
        return
    topics = subscribed(context.state, member)
    is_waiting = owned is None or bool(owned & member.revoking)
    if member.state is MemberState.UNREVOKED and is_waiting:
        kept = frozenset(key for key in member.assigned if key[0] in topics)
        if kept != member.assigned:  # it must release topics without a subscription
            revoking = member.revoking | member.assigned
            member.revoking_since_ms = context.now_ms
            member.move(MemberState.UNREVOKED, member.epoch, kept, revoking - kept)
        return
    target = {key for key in group.target.get(member.member_id, ()) if key[0] in topics}
    taken = {
        key
        for each in group.members.values()
        if each is not member
        for key in each.assigned | each.revoking
    }
    kept = member.assigned & target
    revoking = member.assigned - kept
    if revoking and (owned is None or owned & revoking):
        member.revoking_since_ms = context.now_ms
        member.move(MemberState.UNREVOKED, member.epoch, kept, revoking)
        return
    state = MemberState.UNRELEASED if (target - kept) & taken else MemberState.STABLE
    member.move(state, group.target_epoch, target - taken, ())


def expire(state: ClusterState, now_ms: int) -> bool:
    """Remove members whose session is over, and those that do not give up partitions in time."""
    gone = [
        (group.consumer, each.member_id)
        for group in state.groups.values()
        if group.consumer is not None
        for each in group.consumer.members.values()
        if each.seen_ms + SESSION_TIMEOUT_MS < now_ms
        or (
            each.state is MemberState.UNREVOKED
            and each.revoking_since_ms + each.rebalance_timeout_ms < now_ms
        )
    ]
    for group, member_id in gone:
        group.remove(member_id)
    return bool(gone)


def _by_topic(cls: Any, keys: Iterable[Key], **names: dict[Uuid, str]) -> list[Any]:
    indexes: dict[Uuid, list[int]] = {}
    for topic_id, index in sorted(keys):
        indexes.setdefault(topic_id, []).append(index)
    return [
        cls(topic_id=topic_id, partitions=each, **_named(topic_id, **names))
        for topic_id, each in indexes.items()
    ]


def _named(topic_id: Uuid, names: dict[Uuid, str] | None = None) -> dict[str, str]:
    return {} if names is None else {"topic_name": names.get(topic_id, "")}


def describe(
    context: Context, request: ConsumerGroupDescribeRequest
) -> ConsumerGroupDescribeResponse:
    """Answer with states, members and assignments of groups."""
    cls = ConsumerGroupDescribeResponse
    groups = []
    for group_id in request.group_ids:
        error = coordination_error(context, group_id)
        group = None if error else context.state.groups.get(group_id)
        if group is None or group.consumer is None:
            error = error or ErrorCode.GROUP_ID_NOT_FOUND
            groups.append(cls.DescribedGroup(group_id=group_id, error_code=error))
            continue
        members = group.consumer
        names = context.state.topic_names

        def assignment(keys: Iterable[Key], names: dict[Uuid, str] = names) -> Any:
            return cls.Assignment(
                topic_partitions=_by_topic(cls.TopicPartitions, keys, names=names)
            )

        groups.append(
            cls.DescribedGroup(
                group_id=group_id,
                group_state=members.state,
                group_epoch=members.epoch,
                assignment_epoch=members.target_epoch,
                assignor_name=members.assignor,
                members=[
                    cls.Member(
                        member_id=each.member_id,
                        instance_id=each.instance_id,
                        rack_id=each.rack_id,
                        member_epoch=each.epoch,
                        client_id=each.client_id,
                        client_host=each.client_host,
                        subscribed_topic_names=sorted(each.topics),
                        subscribed_topic_regex=each.regex,
                        assignment=assignment(each.assigned | each.revoking),
                        target_assignment=assignment(members.target.get(each.member_id, ())),
                        member_type=1,
                    )
                    for each in members.members.values()
                ],
            )
        )
    return cls(groups=groups)


MODELS: Final[dict[str, Callable[[Context, Any], Any]]] = {
    "ConsumerGroupHeartbeat": heartbeat,
    "ConsumerGroupDescribe": describe,
}

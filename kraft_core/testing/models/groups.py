"""Groups of the classic protocol (KIP-62, 345, 394) and committed offsets.

States and transitions are those of Kafka's `ClassicGroup`; the first join does not wait for others
(`group.initial.rebalance.delay.ms` is 0).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.testing.models.state import Wait, coordination_error
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    DeleteGroupsResponse,
    DescribeGroupsResponse,
    HeartbeatResponse,
    JoinGroupResponse,
    LeaveGroupResponse,
    ListGroupsResponse,
    OffsetCommitResponse,
    OffsetFetchResponse,
    SyncGroupResponse,
)
from kraft_wire.primitives import ZERO_UUID, Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.testing.models.consumer_groups import ConsumerGroup
    from kraft_core.testing.models.state import ClusterState, Context
    from kraft_wire.message import Message
    from kraft_wire.messages import (
        DeleteGroupsRequest,
        DescribeGroupsRequest,
        HeartbeatRequest,
        JoinGroupRequest,
        LeaveGroupRequest,
        ListGroupsRequest,
        OffsetCommitRequest,
        OffsetFetchRequest,
        SyncGroupRequest,
    )

GROUPS_MAX: Final = 10_000
MEMBERS_MAX: Final = 10_000
_MEMBER_EPOCHS_FROM: Final = 9
"""The first version of OffsetCommit for members of the consumer protocol."""
SESSION_TIMEOUT_MS: Final = (6_000, 1_800_000)
"""`group.min.session.timeout.ms` and `group.max.session.timeout.ms`."""


OFFSET_METADATA_MAX: Final = 4096
"""`offset.metadata.max.bytes`."""

_NULL_PROTOCOL: Final = 7
"""Since this version of JoinGroup and SyncGroup a response without a protocol has null."""


class GroupState(StrEnum):
    """States of a group, as DescribeGroups writes them."""

    EMPTY = "Empty"
    PREPARING = "PreparingRebalance"
    COMPLETING = "CompletingRebalance"
    STABLE = "Stable"
    DEAD = "Dead"


@dataclass(slots=True)
class Member:
    """A member of a group."""

    member_id: str
    instance_id: str | None
    client_id: str
    client_host: str
    session_timeout_ms: int
    rebalance_timeout_ms: int
    protocols: dict[str, bytes]
    seen_ms: int
    is_joining: bool = False
    """It waits for the response to JoinGroup."""
    assignment: bytes = b""


class Committed(NamedTuple):
    """A committed offset of a consumer group."""

    offset: int
    epoch: int
    metadata: str | None
    order: int = 0
    """Counts the commits of the group."""


@dataclass(slots=True)
class Group:
    """A group with its members and offsets."""

    group_id: str
    state: GroupState = GroupState.EMPTY
    generation: int = 0
    protocol_type: str = ""
    protocol: str | None = None
    leader: str = ""
    members: dict[str, Member] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)
    """Ids that were given out and have not joined (KIP-394)."""
    offsets: dict[tuple[str, int], Committed] = field(default_factory=dict)
    uncommitted: dict[int, dict[tuple[str, int], Committed]] = field(default_factory=dict)
    """Offsets of ongoing transactions, by producer id."""
    commits: int = 0
    consumer: ConsumerGroup | None = None
    """Members of the consumer protocol, which a group has in place of those of the classic one."""

    @property
    def is_empty(self) -> bool:
        """Return True for a group that has no member of either protocol."""
        return not self.members and (self.consumer is None or not self.consumer.members)

    def store(
        self, key: tuple[str, int], committed: Committed, producer_id: int | None = None
    ) -> None:
        """Store an offset, that of a transaction until `end_transaction`."""
        self.commits += 1
        offsets = self.offsets
        if producer_id is not None:
            offsets = self.uncommitted.setdefault(producer_id, {})
        offsets[key] = committed._replace(order=self.commits)

    def end_transaction(self, producer_id: int, *, is_commit: bool) -> None:
        """Drop the offsets of a transaction, or store those without a later commit."""
        for key, each in self.uncommitted.pop(producer_id, {}).items():
            before = self.offsets.get(key)
            if is_commit and (before is None or before.order < each.order):
                self.offsets[key] = each

    def is_unstable(self, key: tuple[str, int]) -> bool:
        """Return True if an ongoing transaction has an offset for a partition (KIP-447)."""
        return any(key in offsets for offsets in self.uncommitted.values())

    def forget_topic(self, name: str) -> None:
        """Drop the offsets of a topic that is deleted."""
        for offsets in (self.offsets, *self.uncommitted.values()):
            for key in [each for each in offsets if each[0] == name]:
                del offsets[key]

    def prepare(self) -> None:
        """Begin a rebalance: every member has to join again."""
        self.state = GroupState.PREPARING
        if not self.members:
            self._empty()

    def complete_if_all_joined(self) -> None:
        """End the phase of joining when no member is missing."""
        is_waiting = any(not member.is_joining for member in self.members.values())
        if self.state is GroupState.PREPARING and self.members and not is_waiting:
            self.complete()

    def complete(self) -> None:
        """End the phase of joining without those who did not join in time."""
        late = [key for key, member in self.members.items() if not member.is_joining]
        for key in late:
            del self.members[key]
        if not self.members:
            self._empty()
            return
        self.generation += 1
        self.state = GroupState.COMPLETING
        if self.leader not in self.members:
            self.leader = next(iter(self.members))
        self.protocol = self._voted()
        for member in self.members.values():
            member.is_joining, member.assignment = False, b""

    def _empty(self) -> None:
        self.state, self.leader, self.protocol = GroupState.EMPTY, "", None
        self.generation += 1

    def _voted(self) -> str:
        common = self.common_protocols()
        votes = Counter(
            next(name for name in member.protocols if name in common)
            for member in self.members.values()
        )
        return votes.most_common(1)[0][0]

    def common_protocols(self) -> set[str]:
        """Return the protocols that every member supports."""
        names = [set(member.protocols) for member in self.members.values()]
        return set.intersection(*names) if names else set()

    def remove(self, member_id: str) -> None:
        """Remove a member; the others have to join again."""
        self.members.pop(member_id, None)
        if self.state in (GroupState.STABLE, GroupState.COMPLETING):
            self.prepare()
        elif self.state is GroupState.PREPARING:
            if not self.members:
                self._empty()
            self.complete_if_all_joined()


def expire(state: ClusterState, now_ms: int) -> bool:
    """Remove the members whose session is over; return True if there were any.

    A session does not run while the member or the whole group waits for a rebalance to end.
    """
    for group in state.groups.values():
        for member in group.members.values():
            if member.is_joining or group.state is GroupState.COMPLETING:
                member.seen_ms = now_ms
    gone = [
        (group, member.member_id)
        for group in state.groups.values()
        for member in group.members.values()
        if member.seen_ms + member.session_timeout_ms < now_ms
    ]
    for group, member_id in gone:
        group.remove(member_id)
    return bool(gone)


def group_of(context: Context, group_id: str) -> Group | None:
    """Return a group, which is created; None if there are too many."""
    groups = context.state.groups
    if group_id not in groups and len(groups) >= GROUPS_MAX:
        return None
    return groups.setdefault(group_id, Group(group_id))


def join_group(context: Context, request: JoinGroupRequest) -> Message | Wait:
    """Add a member or let it join again; answer when all members have joined."""
    lowest, highest = SESSION_TIMEOUT_MS
    group_id, member_id = request.group_id, request.member_id
    if not group_id:
        return _refused(context, ErrorCode.INVALID_GROUP_ID, member_id)
    if error := coordination_error(context, group_id):
        return _refused(context, error, member_id)
    if not lowest <= request.session_timeout_ms <= highest:
        return _refused(context, ErrorCode.INVALID_SESSION_TIMEOUT, member_id)
    if member_id and group_id not in context.state.groups:
        return _refused(context, ErrorCode.UNKNOWN_MEMBER_ID, member_id)
    group = group_of(context, group_id)
    if group is None or len(group.members) + len(group.pending) >= MEMBERS_MAX:
        return _refused(context, ErrorCode.GROUP_MAX_SIZE_REACHED, member_id)
    if not group.is_empty and group.consumer is not None:
        return _refused(context, ErrorCode.INCONSISTENT_GROUP_PROTOCOL, member_id)
    if not _is_consistent(group, request):
        return _refused(context, ErrorCode.INCONSISTENT_GROUP_PROTOCOL, member_id)
    group.consumer = None
    error, member_id = _identified(context, group, request)
    if error:
        return _refused(context, error, member_id)
    return _joined(context, group, request, member_id)


def _refused(context: Context, error: ErrorCode, member_id: str) -> JoinGroupResponse:
    protocol = None if context.version >= _NULL_PROTOCOL else ""
    return JoinGroupResponse(error_code=error, member_id=member_id, protocol_name=protocol)


def _is_consistent(group: Group, request: JoinGroupRequest) -> bool:
    """Return True if a group supports one of the protocols (ClassicGroup.supportsProtocols)."""
    names = {each.name for each in request.protocols}
    if not group.members:
        return bool(names and request.protocol_type)
    return group.protocol_type == request.protocol_type and bool(names & group.common_protocols())


def _identified(context: Context, group: Group, request: JoinGroupRequest) -> tuple[ErrorCode, str]:
    """Return the member id of a request: its own, a new one, or that of the static member."""
    instance = request.group_instance_id
    static = next(
        (each for each in group.members.values() if instance and each.instance_id == instance), None
    )
    if request.member_id:
        if static is not None and static.member_id != request.member_id:
            return ErrorCode.FENCED_INSTANCE_ID, request.member_id
        is_known = request.member_id in group.members or request.member_id in group.pending
        return ErrorCode.NONE if is_known else ErrorCode.UNKNOWN_MEMBER_ID, request.member_id
    member_id = context.state.new_member_id(instance or context.client_id or "")
    if static is not None:
        del group.members[static.member_id]
        group.leader = member_id if group.leader == static.member_id else group.leader
        return ErrorCode.NONE, member_id
    if context.version >= 4 and instance is None:
        group.pending.add(member_id)
        return ErrorCode.MEMBER_ID_REQUIRED, member_id
    return ErrorCode.NONE, member_id


def _joined(
    context: Context, group: Group, request: JoinGroupRequest, member_id: str
) -> Message | Wait:
    protocols = {each.name: bytes(each.metadata) for each in request.protocols}
    before = group.members.get(member_id)
    rebalance_ms = request.rebalance_timeout_ms if context.version else request.session_timeout_ms
    member = Member(
        member_id,
        request.group_instance_id,
        context.client_id or "",
        context.client_host,
        request.session_timeout_ms,
        rebalance_ms,
        protocols,
        context.now_ms,
        assignment=before.assignment if before else b"",
    )
    is_same = before is not None and before.protocols == protocols
    group.pending.discard(member_id)
    group.members[member_id] = member
    group.protocol_type = request.protocol_type
    is_settled = group.state is GroupState.COMPLETING or (
        group.state is GroupState.STABLE and member_id != group.leader
    )
    if is_same and is_settled:
        return _join_response(context, group, member_id)
    member.is_joining = True
    if group.state is not GroupState.PREPARING:
        group.state = GroupState.PREPARING
    generation = group.generation
    group.complete_if_all_joined()
    if group.generation > generation:
        return _join_response(context, group, member_id)

    def is_ready() -> bool:
        return group.generation > generation or group.members.get(member_id) is not member

    def answer() -> Message:
        if not is_ready():
            group.complete()
        if group.members.get(member_id, member) is not member:  # it has sent a newer request
            return _refused(context, ErrorCode.REBALANCE_IN_PROGRESS, member_id)
        return _join_response(context, group, member_id)

    longest = max(each.rebalance_timeout_ms for each in group.members.values())
    return Wait(is_ready, longest, answer)


def _join_response(context: Context, group: Group, member_id: str) -> JoinGroupResponse:
    if member_id not in group.members:
        return _refused(context, ErrorCode.UNKNOWN_MEMBER_ID, member_id)
    protocol = group.protocol or ""
    members = group.members.values() if member_id == group.leader else ()
    return JoinGroupResponse(
        generation_id=group.generation,
        protocol_type=group.protocol_type,
        protocol_name=protocol,
        leader=group.leader,
        member_id=member_id,
        members=[
            JoinGroupResponse.JoinGroupResponseMember(
                member_id=each.member_id,
                group_instance_id=each.instance_id,
                metadata=each.protocols[protocol],
            )
            for each in members
        ],
    )


def membership(
    context: Context, group_id: str, member_id: str, generation: int, instance: str | None
) -> tuple[ErrorCode, Group | None]:
    """Check that a request is from a member of this generation, and keep its session."""
    if error := coordination_error(context, group_id):
        return error, None
    group = context.state.groups.get(group_id)
    if group is None:
        return ErrorCode.UNKNOWN_MEMBER_ID, None
    member = group.members.get(member_id)
    if instance is not None:  # ClassicGroup.validateMember
        static = next((one for one in group.members.values() if one.instance_id == instance), None)
        if static is None:
            return ErrorCode.UNKNOWN_MEMBER_ID, group
        if static.member_id != member_id:
            return ErrorCode.FENCED_INSTANCE_ID, group
    if member is None:
        return ErrorCode.UNKNOWN_MEMBER_ID, group
    member.seen_ms = context.now_ms
    if generation != group.generation:
        return ErrorCode.ILLEGAL_GENERATION, group
    return ErrorCode.NONE, group


def sync_group(context: Context, request: SyncGroupRequest) -> Message | Wait:
    """Answer with the member's assignment when the leader has sent it."""
    if not request.group_id:
        return SyncGroupResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    member_id = request.member_id
    error, group = membership(
        context, request.group_id, member_id, request.generation_id, request.group_instance_id
    )
    if error or group is None:
        return SyncGroupResponse(error_code=error)
    agreed = group.protocol_type, group.protocol
    named = request.protocol_type, request.protocol_name
    if any(one not in (None, other) for one, other in zip(named, agreed, strict=True)):
        return SyncGroupResponse(error_code=ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    if group.state is GroupState.PREPARING:
        return SyncGroupResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)
    generation = group.generation
    if group.state is GroupState.COMPLETING and member_id == group.leader:
        given = {each.member_id: bytes(each.assignment) for each in request.assignments}
        for each in group.members.values():
            each.assignment = given.get(each.member_id, b"")
        group.state = GroupState.STABLE

    def is_ready() -> bool:
        return group.state is not GroupState.COMPLETING or group.generation != generation

    def answer() -> Message:
        member = group.members.get(member_id)
        if member is None or group.generation != generation or group.state is not GroupState.STABLE:
            return SyncGroupResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)
        return SyncGroupResponse(
            protocol_type=group.protocol_type,
            protocol_name=group.protocol,
            assignment=member.assignment,
        )

    if is_ready():
        return answer()
    longest = max(each.rebalance_timeout_ms for each in group.members.values())
    return Wait(is_ready, longest, answer)


def heartbeat(context: Context, request: HeartbeatRequest) -> HeartbeatResponse:
    """Keep a member alive; report a rebalance to it."""
    if not request.group_id:
        return HeartbeatResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    error, group = membership(
        context,
        request.group_id,
        request.member_id,
        request.generation_id,
        request.group_instance_id,
    )
    if not error and group is not None and group.state is GroupState.PREPARING:
        error = ErrorCode.REBALANCE_IN_PROGRESS
    return HeartbeatResponse(error_code=error)


def leave_group(context: Context, request: LeaveGroupRequest) -> LeaveGroupResponse:
    """Remove members, by their ids or as static members."""
    if not request.group_id:
        return LeaveGroupResponse(error_code=ErrorCode.INVALID_GROUP_ID)
    if error := coordination_error(context, request.group_id):
        return LeaveGroupResponse(error_code=error)
    group = context.state.groups.get(request.group_id)
    if context.version < 3:
        error = _left(group, request.member_id, None)
        return LeaveGroupResponse(error_code=error)
    return LeaveGroupResponse(
        members=[
            LeaveGroupResponse.MemberResponse(
                member_id=each.member_id,
                group_instance_id=each.group_instance_id,
                error_code=_left(group, each.member_id, each.group_instance_id),
            )
            for each in request.members
        ]
    )


def _left(group: Group | None, member_id: str, instance: str | None) -> ErrorCode:
    if group is None:
        return ErrorCode.UNKNOWN_MEMBER_ID
    if instance is not None:
        members = group.members.values()
        static = next((each for each in members if each.instance_id == instance), None)
        if static is not None and member_id not in ("", static.member_id):
            return ErrorCode.FENCED_INSTANCE_ID
        member_id = static.member_id if static is not None else ""
    if member_id in group.pending:
        group.pending.discard(member_id)
        return ErrorCode.NONE
    if member_id not in group.members:
        return ErrorCode.UNKNOWN_MEMBER_ID
    group.remove(member_id)
    return ErrorCode.NONE


def offset_commit(context: Context, request: OffsetCommitRequest) -> OffsetCommitResponse:
    """Store offsets, of a member or of a consumer that assigns partitions itself."""
    cls = OffsetCommitResponse
    is_anything_known = any(
        context.state.partition(
            context.state.topic(topic.name, topic.topic_id), each.partition_index
        )
        for topic in request.topics
        for each in topic.partitions
    )
    error, group = ErrorCode.NONE, None
    if is_anything_known:  # otherwise no request reaches the coordinator, and no group is created
        error, group = _committing(context, request)
    topics = []
    for topic in request.topics:
        known = context.state.topic(topic.name, topic.topic_id)
        results = []
        for each in topic.partitions:
            code, index = error, each.partition_index
            metadata = each.committed_metadata or ""
            if context.state.partition(known, index) is None:
                is_id = known is None and topic.topic_id != ZERO_UUID
                unknown = ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                code = unknown[0] if is_id else unknown[1]
            elif not code and len(metadata) > OFFSET_METADATA_MAX:
                code = ErrorCode.OFFSET_METADATA_TOO_LARGE
            elif not code and group is not None and known is not None:
                committed = Committed(each.committed_offset, each.committed_leader_epoch, metadata)
                group.store((known.name, index), committed)
            results.append(
                cls.OffsetCommitResponsePartition(partition_index=index, error_code=code)
            )
        topics.append(
            cls.OffsetCommitResponseTopic(
                name=topic.name, topic_id=topic.topic_id, partitions=results
            )
        )
    return cls(topics=topics)


def _committing(context: Context, request: OffsetCommitRequest) -> tuple[ErrorCode, Group | None]:
    """Return the group of a commit (OffsetMetadataManager.validateOffsetCommit)."""
    group_id, generation = request.group_id, request.generation_id_or_member_epoch
    if error := coordination_error(context, group_id):
        return error, None
    if group_id not in context.state.groups and generation >= 0:
        is_new = context.version >= 9
        return ErrorCode.GROUP_ID_NOT_FOUND if is_new else ErrorCode.ILLEGAL_GENERATION, None
    group = group_of(context, group_id)
    if group is None:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE, None
    if group.consumer is not None:
        error = group.consumer.commit_error(request.member_id, generation)
        if not error and generation >= 0 and context.version < _MEMBER_EPOCHS_FROM:
            error = ErrorCode.UNSUPPORTED_VERSION
        return error, group
    if generation < 0 and group.state is GroupState.EMPTY:
        return ErrorCode.NONE, group
    if generation < 0 and not request.member_id and request.group_instance_id is None:
        return ErrorCode.UNKNOWN_MEMBER_ID, group
    error, _ = membership(
        context, group_id, request.member_id, generation, request.group_instance_id
    )
    if not error and group.state is GroupState.COMPLETING:
        error = ErrorCode.REBALANCE_IN_PROGRESS
    return error, group


_NOTHING: Final = Committed(-1, -1, "")


def offset_fetch(context: Context, request: OffsetFetchRequest) -> OffsetFetchResponse:
    """Answer with committed offsets; -1 where there are none."""
    cls = OffsetFetchResponse
    if context.version < 8:
        error = coordination_error(context, request.group_id)
        if error and context.version >= 2:
            return cls(error_code=error)
        return cls(
            topics=[
                cls.OffsetFetchResponseTopic(
                    name=name,
                    partitions=[
                        cls.OffsetFetchResponsePartition(
                            partition_index=index,
                            committed_offset=each.offset,
                            committed_leader_epoch=each.epoch,
                            metadata=each.metadata,
                            error_code=error or code,
                        )
                        for index, each, code in found
                    ],
                )
                for name, _, found in _offsets(
                    context, request.group_id, request.topics, is_stable=request.require_stable
                )
            ]
        )
    is_stable = request.require_stable
    return cls(groups=[_fetched(context, each, is_stable=is_stable) for each in request.groups])


def _fetched(
    context: Context, wanted: Any, *, is_stable: bool
) -> OffsetFetchResponse.OffsetFetchResponseGroup:
    cls = OffsetFetchResponse
    error = coordination_error(context, wanted.group_id)
    group = context.state.groups.get(wanted.group_id)
    if not error and group is not None and group.consumer is not None and wanted.member_id:
        error = group.consumer.commit_error(wanted.member_id, wanted.member_epoch)
    topics = [] if error else _offsets(context, wanted.group_id, wanted.topics, is_stable=is_stable)
    return cls.OffsetFetchResponseGroup(
        group_id=wanted.group_id,
        error_code=error,
        topics=[
            cls.OffsetFetchResponseTopics(
                name=name,
                topic_id=topic_id,
                partitions=[
                    cls.OffsetFetchResponsePartitions(
                        partition_index=index,
                        committed_offset=each.offset,
                        committed_leader_epoch=each.epoch,
                        metadata=each.metadata,
                        error_code=_unknown_id(context, topic_id) or code,
                    )
                    for index, each, code in found
                ],
            )
            for name, topic_id, found in topics
        ],
    )


def _unknown_id(context: Context, topic_id: Uuid) -> ErrorCode:
    is_unknown = topic_id != ZERO_UUID and context.state.topic(None, topic_id) is None
    return ErrorCode.UNKNOWN_TOPIC_ID if is_unknown else ErrorCode.NONE


_Offset = tuple[int, Committed, ErrorCode]


def _offsets(
    context: Context, group_id: str, wanted: Any, *, is_stable: bool
) -> list[tuple[str, Uuid, list[_Offset]]]:
    """Return the offsets of topics; if `is_stable`, those of ongoing transactions are errors."""
    group = context.state.groups.get(group_id)
    offsets = group.offsets if group is not None else {}

    def read(name: str, index: int) -> _Offset:
        if is_stable and group is not None and group.is_unstable((name, index)):
            return index, _NOTHING, ErrorCode.UNSTABLE_OFFSET_COMMIT
        return index, offsets.get((name, index), _NOTHING), ErrorCode.NONE

    if wanted is None:
        names = dict.fromkeys(name for name, _ in offsets)
        return [
            (name, _id_of(context, name), [read(*key) for key in offsets if key[0] == name])
            for name in names
        ]
    found = []
    for topic in wanted:
        topic_id = getattr(topic, "topic_id", ZERO_UUID)
        known = context.state.topic(topic.name, topic_id)
        name = known.name if known is not None else topic.name
        numbers: Iterable[int] = topic.partition_indexes
        found.append((name, topic_id, [read(name, index) for index in numbers]))
    return found


def _id_of(context: Context, name: str) -> Uuid:
    topic = context.state.topics.get(name)
    return topic.topic_id if topic is not None else ZERO_UUID


def describe_groups(context: Context, request: DescribeGroupsRequest) -> DescribeGroupsResponse:
    """Answer with state and members of groups."""
    return DescribeGroupsResponse(groups=[_described(context, each) for each in request.groups])


def _described(context: Context, group_id: str) -> DescribeGroupsResponse.DescribedGroup:
    cls = DescribeGroupsResponse
    if error := coordination_error(context, group_id):
        return cls.DescribedGroup(group_id=group_id, error_code=error)
    group = context.state.groups.get(group_id)
    if group is None or group.consumer is not None:
        error = ErrorCode.GROUP_ID_NOT_FOUND if context.version >= 6 else ErrorCode.NONE
        text = f"Group {group_id} not found." if error else None
        return cls.DescribedGroup(
            group_id=group_id, error_code=error, error_message=text, group_state=GroupState.DEAD
        )
    is_stable = group.state is GroupState.STABLE
    return cls.DescribedGroup(
        group_id=group_id,
        group_state=group.state,
        protocol_type=group.protocol_type,
        protocol_data=(group.protocol or "") if is_stable else "",
        members=[
            cls.DescribedGroupMember(
                member_id=each.member_id,
                group_instance_id=each.instance_id,
                client_id=each.client_id,
                client_host=each.client_host,
                member_metadata=each.protocols.get(group.protocol or "", b"") if is_stable else b"",
                member_assignment=each.assignment if is_stable else b"",
            )
            for each in group.members.values()
        ],
    )


def _listed(group: Group) -> ListGroupsResponse.ListedGroup:
    cls = ListGroupsResponse.ListedGroup
    if group.consumer is not None:
        return cls(
            group_id=group.group_id,
            protocol_type="consumer",
            group_state=group.consumer.state,
            group_type="consumer",
        )
    return cls(
        group_id=group.group_id,
        protocol_type=group.protocol_type,
        group_state=group.state,
        group_type="classic",
    )


def list_groups(context: Context, request: ListGroupsRequest) -> ListGroupsResponse:
    """Answer with the groups that this broker coordinates."""
    states = {each.lower() for each in request.states_filter}
    types = {each.lower() for each in request.types_filter}
    return ListGroupsResponse(
        groups=[
            listed
            for listed in map(_listed, context.state.groups.values())
            if not coordination_error(context, listed.group_id)
            and (not states or listed.group_state.lower() in states)
            and (not types or listed.group_type in types)
        ]
    )


def delete_groups(context: Context, request: DeleteGroupsRequest) -> DeleteGroupsResponse:
    """Delete groups without members."""
    results = []
    for group_id in request.groups_names:
        group = context.state.groups.get(group_id)
        error = coordination_error(context, group_id)
        if not error and group is None:
            error = ErrorCode.GROUP_ID_NOT_FOUND
        elif not error and group is not None and not group.is_empty:
            error = ErrorCode.NON_EMPTY_GROUP
        elif not error:
            del context.state.groups[group_id]
        results.append(
            DeleteGroupsResponse.DeletableGroupResult(group_id=group_id, error_code=error)
        )
    return DeleteGroupsResponse(results=results)


MODELS: Final[dict[str, Callable[[Context, Any], Any]]] = {
    "JoinGroup": join_group,
    "SyncGroup": sync_group,
    "Heartbeat": heartbeat,
    "LeaveGroup": leave_group,
    "OffsetCommit": offset_commit,
    "OffsetFetch": offset_fetch,
    "DescribeGroups": describe_groups,
    "ListGroups": list_groups,
    "DeleteGroups": delete_groups,
}

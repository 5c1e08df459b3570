"""Decide, replay, append: the single step of an active controller (QuorumController).

A request is decided by the state of the last appended record. Its records are replayed by the
strict rules of Kafka's own replay before anything is appended: a record that those refuse would
end every Java controller of the quorum, so the request is answered with UNKNOWN_SERVER_ERROR and
the image is brought back to where it was.

Large requests are decided in a thread and replayed in steps, so that raft, heartbeats and reads
continue: a broker that leads 100,000 partitions takes seconds to fence. One partition, one topic or
one config counts as one; refused topics cost as much as created ones.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.controller.context import MAX_RECORDS_PER_BATCH, ControllerState, Refusal
from kraft_core.controller.requests.acls import create_acls, delete_acls, describe_acls
from kraft_core.controller.requests.brokers import (
    fence_stale_broker,
    heartbeat,
    register_broker,
    unregister_broker,
)
from kraft_core.controller.requests.config_descriptions import describe_configs
from kraft_core.controller.requests.configs import alter_configs, incremental_alter_configs
from kraft_core.controller.requests.controller_registrations import (
    register_controller,
    unregister_controller,
)
from kraft_core.controller.requests.credentials import alter_user_scram_credentials
from kraft_core.controller.requests.features import update_features
from kraft_core.controller.requests.partitions import (
    alter_partition,
    assign_replicas_to_directories,
    elect_leaders,
)
from kraft_core.controller.requests.producer_ids import allocate_producer_ids
from kraft_core.controller.requests.quotas import alter_client_quotas
from kraft_core.controller.requests.reassignments import alter_reassignments, list_reassignments
from kraft_core.controller.requests.tokens import (
    create_delegation_token,
    expire_delegation_token,
    renew_delegation_token,
)
from kraft_core.controller.requests.topics import create_partitions, create_topics, delete_topics
from kraft_core.metadata import ReplayError, record_version
from kraft_core.raft.replica.batches import RECORD_OVERHEAD_MAX
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AllocateProducerIdsRequest,
    AlterClientQuotasRequest,
    AlterConfigsRequest,
    AlterPartitionReassignmentsRequest,
    AlterPartitionRequest,
    AlterUserScramCredentialsRequest,
    AssignReplicasToDirsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationChangeRecord,
    BrokerRegistrationRequest,
    ControllerRegistrationRequest,
    CreateAclsRequest,
    CreateDelegationTokenRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeConfigsRequest,
    ElectLeadersRequest,
    EndTransactionRecord,
    ExpireDelegationTokenRequest,
    FeatureLevelRecord,
    IncrementalAlterConfigsRequest,
    ListPartitionReassignmentsRequest,
    RegisterControllerRecord,
    RemoveTopicRecord,
    RenewDelegationTokenRequest,
    UnregisterBrokerRequest,
    UnregisterControllerRecord,
    UnregisterControllerRequest,
    UpdateFeaturesRequest,
)
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from kraft_core.controller.context import Context, Decision
    from kraft_core.metadata import ClusterImage
    from kraft_wire.message import Message

_DECISIONS: Final[dict[type[Any], Callable[[ControllerState, Any, Context], Decision]]] = {
    AllocateProducerIdsRequest: allocate_producer_ids,
    AlterClientQuotasRequest: alter_client_quotas,
    AlterUserScramCredentialsRequest: alter_user_scram_credentials,
    ControllerRegistrationRequest: register_controller,
    CreateAclsRequest: create_acls,
    DeleteAclsRequest: delete_acls,
    DescribeAclsRequest: describe_acls,
    DescribeConfigsRequest: describe_configs,
    CreateDelegationTokenRequest: create_delegation_token,
    RenewDelegationTokenRequest: renew_delegation_token,
    ExpireDelegationTokenRequest: expire_delegation_token,
    AlterConfigsRequest: alter_configs,
    AlterPartitionReassignmentsRequest: alter_reassignments,
    AlterPartitionRequest: alter_partition,
    AssignReplicasToDirsRequest: assign_replicas_to_directories,
    BrokerHeartbeatRequest: heartbeat,
    BrokerRegistrationRequest: register_broker,
    CreatePartitionsRequest: create_partitions,
    CreateTopicsRequest: create_topics,
    DeleteTopicsRequest: delete_topics,
    ElectLeadersRequest: elect_leaders,
    IncrementalAlterConfigsRequest: incremental_alter_configs,
    ListPartitionReassignmentsRequest: list_reassignments,
    UnregisterBrokerRequest: unregister_broker,
    UnregisterControllerRequest: unregister_controller,
    UpdateFeaturesRequest: update_features,
}
"""The requests that are decided, and by which function."""

DECIDED: Final = frozenset(cls.API_KEY for cls in _DECISIONS)
"""Their API keys."""


Decide = Callable[[ControllerState], "Decision | None"]
"""Makes a decision; None if there is none to make."""

Published = tuple[dict[str, int], dict[int, RegisterControllerRecord]]
"""Finalized features, and registered controllers by id."""

_MAX_BATCH_BYTES: Final = 7 << 20
"""The most bytes of an atomic decision, below the 8 MiB of a batch (raft refuses larger ones)."""


def batch_ends(values: Sequence[bytes]) -> Iterator[int]:
    """Yield where the batches of a decision end: each has 10,000 records or 7 MiB at most."""
    begin = size = 0
    for number, value in enumerate(values):
        size += len(value) + RECORD_OVERHEAD_MAX
        is_full = size > _MAX_BATCH_BYTES or number - begin == MAX_RECORDS_PER_BATCH
        if is_full and number > begin:
            yield number
            begin, size = number, len(value) + RECORD_OVERHEAD_MAX
    if values:
        yield len(values)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a request: an answer or a refusal, and the offset to commit before it."""

    answer: Message | Refusal | None
    """None for periodic work."""
    values: tuple[bytes, ...] = ()
    """Records as they are appended, from the offset on that was next."""
    is_atomic: bool = False
    wait_for: int = -1
    """The last offset that must be committed before the answer is sent; -1 for none."""
    kraft_version: int | None = None
    """The level that consensus has to raise kraft.version to, before it appends the values."""
    fault: str | None = None
    """Why records were not appended that this controller decided on: for the log."""


class Prepared(NamedTuple):
    """A decision whose records are encoded but not replayed yet."""

    decision: Decision
    messages: tuple[Message, ...]
    values: tuple[bytes, ...]


class _Appended(NamedTuple):
    """The records of one batch that are replayed but not committed yet."""

    first_offset: int
    last_offset: int
    messages: tuple[Message, ...]
    published: Published | None
    """Features and controllers after these records, if they changed any."""


def decision_of(request: Message, context: Context) -> Decide:
    """Return the function that decides a request."""
    decide = _DECISIONS[type(request)]
    return lambda state: decide(state, request, context)


class Decider:
    """Holds the state of one term. The caller appends, commits, and sends answers."""

    def __init__(self, state: ControllerState) -> None:
        self._state = state
        self._appended: deque[_Appended] = deque()
        self._checkpoint = 0
        self.faults = 0
        """Decisions that failed or that strict replay refused."""

    def decide(self, request: Message, context: Context) -> Outcome:
        """Decide a request at `state.now_ms`.

        The caller appends the values at once: the next decision builds on them.
        """
        outcome = self.run(decision_of(request, context))
        return outcome or Outcome(None, wait_for=self._state.next_offset - 1)

    def preview(self, request: Message, context: Context) -> Decision | Refusal:
        """Return the decision without appending anything."""
        try:
            return _DECISIONS[type(request)](self._state, request, context)
        except Refusal as refusal:
            return refusal

    def run(self, decide: Decide) -> Outcome | None:
        """Perform one decision, of a request or of periodic work; return None if there was none."""
        prepared = self.prepare(decide)
        return self.finish(prepared) if isinstance(prepared, Prepared) else prepared

    def prepare(self, decide: Decide) -> Prepared | Outcome | None:
        """Decide and encode. This changes nothing, so it can run in another thread.

        An exception that is not a Refusal is a fault of this program: the client gets
        UNKNOWN_SERVER_ERROR. Kafka's leader resigns then, and so would the next one.
        """
        state = self._state
        try:
            decision = decide(state)
            if decision is None:
                return None
            records = [_versioned(state, record) for record in decision.records]
            values = tuple(encode_metadata_record(record) for record in records)
        except Refusal as refusal:
            return Outcome(refusal, wait_for=state.next_offset - 1)
        except Exception:  # noqa: BLE001  # the state is as it was: a decision changes nothing
            return self._fault(traceback.format_exc())
        size = sum(map(len, values)) + RECORD_OVERHEAD_MAX * len(values)
        if decision.is_atomic and size > _MAX_BATCH_BYTES:
            return self._fault(f"{size} bytes do not fit one batch, in {decision.records!r}")
        return Prepared(decision, tuple(record.message for record in records), values)

    def fence_one(self) -> Outcome | None:
        """Fence a broker whose session expired; None if there is none."""
        return self.run(fence_stale_broker)

    def commit(self, offset: int) -> Published | None:
        """Note that everything below an offset is committed and never undone.

        Return the features and controllers of the committed state if they changed.
        """
        published = None
        while self._appended and self._appended[0].last_offset <= offset:
            published = self._appended.popleft().published or published
        image = self._state.image
        before = image.checkpoint()
        image.commit(offset)
        self._checkpoint -= before - image.checkpoint()  # for a decision that is being replayed
        return published

    def renounce(self) -> None:
        """Return to the committed state, because this controller is no longer active."""
        self._state.image.revert()
        self._appended.clear()

    def committed_copy(self) -> ClusterImage:
        """Return a copy of the committed state, for a snapshot."""
        image = self._state.image
        if not self._appended:
            return image.copy()
        image.revert()
        copied = image.copy()
        for appended in self._appended:
            for offset, message in enumerate(appended.messages, appended.first_offset):
                image.replay_metadata(message, offset)
            image.mark(appended.last_offset)
        return copied

    def finish(self, prepared: Prepared) -> Outcome:
        """Replay the records of a decision, all or none."""
        steps = self.finishing(prepared, len(prepared.messages) + 1)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome

    def finishing(
        self, prepared: Prepared, records_per_step: int
    ) -> Generator[None, None, Outcome]:
        """Replay the records of a decision step by step; return the Outcome.

        A decision that is appended as several batches can be committed in part: each of them ends
        at a mark, to which the image can return. Nothing else is decided, and no copy is taken,
        between two steps. `abandon` takes the steps back that were made.
        """
        state, image = self._state, self._state.image
        decision, messages = prepared.decision, prepared.messages
        first = state.next_offset
        if not messages:
            decision.then()
            return Outcome(
                decision.answer,
                wait_for=first - 1,
                is_atomic=decision.is_atomic,
                kraft_version=decision.kraft_version,
            )
        self._checkpoint = image.checkpoint()
        ends = tuple(batch_ends(prepared.values))
        marked = frozenset(ends)
        replayed = 0
        try:
            for number, message in enumerate(messages):
                if replayed >= records_per_step:
                    yield
                    replayed = 0
                replayed += 1
                if isinstance(message, RemoveTopicRecord):  # as much work as its partitions
                    topic = image.topics.get(message.topic_id)
                    replayed += 0 if topic is None else len(topic.partitions)
                if number in marked:
                    image.mark(first + number - 1)
                image.replay_metadata(message, first + number)
        except ReplayError as error:
            self.abandon()
            return self._fault(f"{error}, in {decision.records!r}")
        state.next_offset = first + len(messages)
        image.mark(state.next_offset - 1)
        decision.then()
        for message in messages:
            if isinstance(message, BrokerRegistrationChangeRecord):
                broker_id = message.broker_id
                state.sessions.changed(broker_id, fenced=image.brokers[broker_id].fenced)
        is_published = any(isinstance(message, _PUBLISHED) for message in messages)
        published = (dict(image.features), dict(image.controllers)) if is_published else None
        for start, end in pairwise((0, *ends)):
            is_last = end == len(messages)
            self._appended.append(
                _Appended(
                    first + start,
                    first + end - 1,
                    messages[start:end],
                    published if is_last else None,
                )
            )
        return Outcome(
            decision.answer,
            prepared.values,
            decision.is_atomic,
            state.next_offset - 1,
            decision.kraft_version,
        )

    def abandon(self) -> None:
        """Undo the steps of an unfinished decision."""
        self._state.image.undo(self._checkpoint)

    def _fault(self, why: str) -> Outcome:
        self.faults += 1
        refusal = Refusal(ErrorCode.UNKNOWN_SERVER_ERROR)
        return Outcome(refusal, wait_for=self._state.next_offset - 1, fault=why)


_PUBLISHED: Final = (
    EndTransactionRecord,
    FeatureLevelRecord,
    RegisterControllerRecord,
    UnregisterControllerRecord,
)
"""The records that change what every controller reports of itself and the others."""


def _versioned(state: ControllerState, record: Message | MetadataRecord) -> MetadataRecord:
    if isinstance(record, MetadataRecord):
        return record
    return MetadataRecord(record, record_version(record, state.metadata_version))


# -- the size of a decision, at a guess -----------------------------------------------------------

LARGE: Final = 1_000
"""Above that size a decision is made in steps."""

_PART: Final = 64
"""This many characters of a value count as much work as one config: a list can have thousands of
parts."""

_CONFIGS_OF_A_RESOURCE: Final = 35
"""The approximate maximum of described configs of a topic; a broker has ten times as many."""


def size_of(state: ControllerState, message: Message) -> int:
    """Return the size of a request's decision; 0 for requests that are always small."""
    match message:
        case BrokerHeartbeatRequest():
            return _size_of_heartbeat(state, message)
        case BrokerRegistrationRequest() | UnregisterBrokerRequest():
            return _held_by(state, message.broker_id)
        case AlterPartitionRequest():
            return sum(len(topic.partitions) for topic in message.topics)
        case CreateTopicsRequest():
            # a count of -1 means the default, and 0 is refused for that topic only
            return sum(max(1, one.num_partitions, len(one.assignments)) for one in message.topics)
        case CreatePartitionsRequest():
            return sum(max(1, one.count) for one in message.topics)
        case DeleteTopicsRequest():
            return _size_of_deletion(state, message)
        case IncrementalAlterConfigsRequest() | AlterConfigsRequest():
            configs = (config for one in message.resources for config in one.configs)
            lists = sum(1 + len(config.value or "") // _PART for config in configs)
            return len(message.resources) + lists
        case AlterClientQuotasRequest():
            return sum(1 + len(entry.ops) for entry in message.entries)
        case AlterUserScramCredentialsRequest():
            return len(message.deletions) + len(message.upsertions)
        case DescribeConfigsRequest():
            return _CONFIGS_OF_A_RESOURCE * len(message.resources)
        case CreateAclsRequest():
            return len(message.creations) + len(state.image.acls)
        case DeleteAclsRequest():
            return len(message.filters) * len(state.image.acls)
        case DescribeAclsRequest():
            return len(state.image.acls)
        case AlterPartitionReassignmentsRequest():
            return sum(len(topic.partitions) for topic in message.topics)
        case AssignReplicasToDirsRequest():
            return sum(
                len(topic.partitions) for each in message.directories for topic in each.topics
            )
        case ElectLeadersRequest(topic_partitions=None):
            return sum(len(topic.partitions) for topic in state.image.topics.values())
        case ElectLeadersRequest():
            return sum(len(topic.partitions) for topic in message.topic_partitions or ())
        case _:
            return 0


def size_of_fence(state: ControllerState) -> int:
    """Return the number of partitions on the next broker whose session expired."""
    session = state.sessions.expired(state.now_ms)
    return 0 if session is None else _held_by(state, session.broker_id)


def _size_of_heartbeat(state: ControllerState, message: BrokerHeartbeatRequest) -> int:
    broker_id, index = message.broker_id, state.index
    size = 0
    if message.want_fence or message.want_shut_down:
        size = len(index.in_sync.get(broker_id, ()))
    elif state.sessions.state(broker_id).fenced:
        size = len(index.leaderless)
    for directory in message.offline_log_dirs:
        size += len(index.in_directory.get(directory, ()))
    return size


def _size_of_deletion(state: ControllerState, message: DeleteTopicsRequest) -> int:
    ids, topics = state.image.topic_ids, state.image.topics
    named = [ids.get(name) for name in message.topic_names]
    named += [one.topic_id if one.name is None else ids.get(one.name) for one in message.topics]
    removed = (topics.get(each) for each in named if each is not None)
    return len(named) + sum(len(topic.partitions) for topic in removed if topic is not None)


def _held_by(state: ControllerState, broker_id: int) -> int:
    index = state.index
    return len(index.in_sync.get(broker_id, ())) + len(index.eligible.get(broker_id, ()))

"""Decide, replay, append: the single step of an active controller (QuorumController).

A request is decided by the state of the last appended record. Its records are replayed by the
strict rules of Kafka's own replay before anything is appended: a record that those refuse would
end every Java controller of the quorum, so the request is answered with UNKNOWN_SERVER_ERROR and
the image is brought back to where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kraft_core.controller.acls import create_acls, delete_acls, describe_acls
from kraft_core.controller.brokers import (
    fence_stale_broker,
    heartbeat,
    register_broker,
    unregister_broker,
)
from kraft_core.controller.configs import alter_configs, incremental_alter_configs
from kraft_core.controller.credentials import alter_user_scram_credentials
from kraft_core.controller.decision import Refusal
from kraft_core.controller.features import update_features
from kraft_core.controller.partitions import (
    alter_partition,
    assign_replicas_to_directories,
    elect_leaders,
)
from kraft_core.controller.producer_ids import allocate_producer_ids
from kraft_core.controller.quotas import alter_client_quotas
from kraft_core.controller.reassignments import alter_reassignments, list_reassignments
from kraft_core.controller.tokens import (
    create_delegation_token,
    expire_delegation_token,
    renew_delegation_token,
)
from kraft_core.controller.topics import create_partitions, create_topics, delete_topics
from kraft_core.image import ReplayError, record_version
from kraft_wire.errors import EncodeError, ErrorCode
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
    CreateAclsRequest,
    CreateDelegationTokenRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    ElectLeadersRequest,
    ExpireDelegationTokenRequest,
    IncrementalAlterConfigsRequest,
    ListPartitionReassignmentsRequest,
    RenewDelegationTokenRequest,
    UnregisterBrokerRequest,
    UpdateFeaturesRequest,
)
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.controller.decision import Context, ControllerState, Decision
    from kraft_wire.message import Message

_DECISIONS: Final[dict[type[Any], Callable[[ControllerState, Any, Context], Decision]]] = {
    AllocateProducerIdsRequest: allocate_producer_ids,
    AlterClientQuotasRequest: alter_client_quotas,
    AlterUserScramCredentialsRequest: alter_user_scram_credentials,
    CreateAclsRequest: create_acls,
    DeleteAclsRequest: delete_acls,
    DescribeAclsRequest: describe_acls,
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
    UpdateFeaturesRequest: update_features,
}
"""The requests that are decided, and by which function."""

DECIDED: Final = frozenset(cls.API_KEY for cls in _DECISIONS)
"""Their API keys."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request came to: an answer or a refusal, and what must be committed before it."""

    answer: Message | Refusal | None
    """None for work that nobody asked for."""
    values: tuple[bytes, ...] = ()
    """Records as they are appended, from the offset on that was next."""
    is_atomic: bool = False
    wait_for: int = -1
    """The last offset that must be committed before the answer is sent; -1 for none."""
    kraft_version: int | None = None
    """The level that consensus has to raise kraft.version to, before it appends the values."""
    fault: str | None = None
    """Why records were not appended that this controller decided on: for the log."""


class Decider:
    """Holds the state of one term. The caller appends, commits, and sends answers."""

    def __init__(self, state: ControllerState) -> None:
        self._state = state

    def decide(self, request: Message, context: Context) -> Outcome:
        """Decide a request at `state.now_ms`.

        The caller appends the values at once: the next decision builds on them.
        """
        decision = self.preview(request, context)
        if isinstance(decision, Refusal):
            return Outcome(decision, wait_for=self._state.next_offset - 1)
        return self._append(decision)

    def preview(self, request: Message, context: Context) -> Decision | Refusal:
        """Return what would be decided, and append nothing."""
        try:
            return _DECISIONS[type(request)](self._state, request, context)
        except Refusal as refusal:
            return refusal

    def fence_one(self) -> Outcome | None:
        """Fence a broker whose session expired; None if there is none."""
        decision = fence_stale_broker(self._state)
        return None if decision is None else self._append(decision)

    def commit(self, offset: int) -> None:
        """Everything up to an offset is committed: it is never taken back."""
        self._state.image.commit(offset)

    def renounce(self) -> None:
        """Return to the committed state, because this controller is not active any more."""
        self._state.image.revert()

    def _append(self, decision: Decision) -> Outcome:
        """Replay the records of a decision, all or none."""
        state, image = self._state, self._state.image
        checkpoint, first = image.checkpoint(), state.next_offset
        try:
            level = state.metadata_version
            records = [_versioned(record, level) for record in decision.records]
            values = tuple(encode_metadata_record(record) for record in records)
            for offset, record in enumerate(records, first):
                image.replay_metadata(record.message, offset)
        except (ReplayError, EncodeError) as error:
            image.undo(checkpoint)
            refusal = Refusal(ErrorCode.UNKNOWN_SERVER_ERROR)
            fault = f"{error}, in {decision.records!r}"
            return Outcome(refusal, wait_for=first - 1, fault=fault)
        state.next_offset = first + len(values)
        image.mark(state.next_offset - 1)
        decision.then()
        for record in records:
            if isinstance(record.message, BrokerRegistrationChangeRecord):
                broker_id = record.message.broker_id
                state.sessions.changed(broker_id, fenced=image.brokers[broker_id].fenced)
        return Outcome(
            decision.answer,
            values,
            decision.is_atomic,
            state.next_offset - 1,
            decision.kraft_version,
        )


def _versioned(record: Message | MetadataRecord, metadata_version: int) -> MetadataRecord:
    if isinstance(record, MetadataRecord):
        return record
    return MetadataRecord(record, record_version(record, metadata_version))

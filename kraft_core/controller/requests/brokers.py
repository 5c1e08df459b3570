"""Registration, heartbeats, fencing and removal of brokers (KIP-631).

Follows ClusterControlManager, and the parts of ReplicationControlManager that move leaders when a
broker comes or goes. All records of a decision follow from the state before it: two sweeps of one
decision do not see each other's changes, as in Kafka.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import KRAFT_VERSION, METADATA_VERSION
from kraft_core.config.gates import Gate, is_within
from kraft_core.controller.context import Decision, Refusal
from kraft_core.controller.requests.partitions import sweep
from kraft_core.controller.sessions import Session
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BrokerHeartbeatResponse,
    BrokerRegistrationChangeRecord,
    BrokerRegistrationResponse,
    RegisterBrokerRecord,
    UnregisterBrokerRecord,
    UnregisterBrokerResponse,
)
from kraft_wire.records.metadata_frame import MetadataRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.controller.sessions import BrokerState
    from kraft_core.metadata import Broker
    from kraft_core.metadata.partition_index import PartitionKey
    from kraft_wire.message import Message
    from kraft_wire.messages import (
        BrokerHeartbeatRequest,
        BrokerRegistrationRequest,
        UnregisterBrokerRequest,
    )
    from kraft_wire.primitives import Uuid

_SECURITY_PROTOCOLS: Final = range(4)
"""PLAINTEXT, SSL, SASL_PLAINTEXT and SASL_SSL."""

BROKERS_MAX: Final = 10_000
"""Brokers that are registered at a time."""
_RESERVED_DIRECTORIES: Final = 100
"""Directory ids below this number are reserved (KIP-858)."""

_CLEAN_SHUTDOWN_FROM: Final = 3
"""The version since which a registration names the epoch of the last clean shutdown (KIP-966)."""

_NO_EPOCH: Final = -2
"""Of a broker that was not registered: no request claims it, not even by the default of -1."""


# -- registration (62) --------------------------------------------------------------------------


def register_broker(
    state: ControllerState, request: BrokerRegistrationRequest, context: Context
) -> Decision:
    """Register a broker, or amend the registration of the same incarnation.

    The broker epoch is the offset of the first record of the batch. A new incarnation begins
    fenced. Records that take the former one out of ISRs come before its registration: a crash
    between the two leaves a broker that registers again.
    """
    existing = state.image.brokers.get(request.broker_id)
    _check_registration(state, request, existing)
    is_new = existing is None or existing.registration.incarnation_id != request.incarnation_id
    records: list[Message] = []
    if is_new:
        epoch = _NO_EPOCH if existing is None else existing.epoch
        # Earlier versions have no field for how the broker ended.
        is_clean = context.api_version >= _CLEAN_SHUTDOWN_FROM and (
            epoch == request.previous_broker_epoch
        )
        records += _shutdown_records(state, request.broker_id, is_clean=is_clean)
    broker_epoch = state.next_offset if existing is None or is_new else existing.epoch
    fenced = True if existing is None or is_new else existing.fenced
    has_directories = Gate.DIRECTORY_ASSIGNMENT.is_open(state.metadata_version)
    cls = RegisterBrokerRecord
    records.append(
        cls(
            broker_id=request.broker_id,
            is_migrating_zk_broker=False,
            incarnation_id=request.incarnation_id,
            broker_epoch=broker_epoch,
            end_points=tuple(
                cls.BrokerEndpoint(
                    name=each.name,
                    host=each.host,
                    port=each.port,
                    security_protocol=each.security_protocol,
                )
                for each in {each.name: each for each in request.listeners}.values()
            ),
            features=tuple(
                cls.BrokerFeature(
                    name=each.name,
                    min_supported_version=each.min_supported_version,
                    max_supported_version=each.max_supported_version,
                )
                for each in request.features
            ),
            rack=request.rack,
            fenced=fenced,
            in_controlled_shutdown=(
                False if existing is None or is_new else existing.in_controlled_shutdown
            ),
            log_dirs=tuple(request.log_dirs) if has_directories else (),
        )
    )

    replaces = existing.epoch if existing is not None and is_new else None

    def then() -> None:
        state.sessions.register(request.broker_id, replaces=replaces, fenced=fenced)

    return Decision(
        BrokerRegistrationResponse(broker_epoch=broker_epoch), tuple(records), then=then
    )


def _check_registration(
    state: ControllerState, request: BrokerRegistrationRequest, existing: Broker | None
) -> None:
    """Refuse in Kafka's order of checks; the response has no text."""
    if request.cluster_id != state.settings.cluster_id:
        raise Refusal(ErrorCode.INCONSISTENT_CLUSTER_ID)
    if (
        existing is not None
        and existing.registration.incarnation_id != request.incarnation_id
        and state.sessions.is_valid(Session(request.broker_id, existing.epoch), state.now_ms)
    ):
        raise Refusal(ErrorCode.DUPLICATE_BROKER_REGISTRATION)
    if existing is None and len(state.image.brokers) >= BROKERS_MAX:
        raise Refusal(ErrorCode.INVALID_REGISTRATION)  # Kafka has no limit: divergence N71
    if request.is_migrating_zk_broker:
        raise Refusal(ErrorCode.BROKER_ID_NOT_REGISTERED)
    if Gate.DIRECTORY_ASSIGNMENT.is_open(state.metadata_version):
        _check_directories(state, request)
    for listener in request.listeners:
        # Kafka's leader resigns at an unknown protocol and its process ends at an empty name.
        if not listener.name or listener.security_protocol not in _SECURITY_PROTOCOLS:
            raise Refusal(ErrorCode.INVALID_REQUEST)
    _check_features(state, request)


def _check_directories(state: ControllerState, request: BrokerRegistrationRequest) -> None:
    directories = request.log_dirs
    is_reserved = any(int.from_bytes(one, "big") < _RESERVED_DIRECTORIES for one in directories)
    if not directories or is_reserved or len(set(directories)) != len(directories):
        raise Refusal(ErrorCode.INVALID_REGISTRATION)
    for directory in directories:
        if state.image.directories.get(directory, request.broker_id) != request.broker_id:
            raise Refusal(ErrorCode.INVALID_REGISTRATION)


def _check_features(state: ControllerState, request: BrokerRegistrationRequest) -> None:
    """Check that the broker supports each finalized level, including features it does not name."""
    finalized = dict(state.image.features)
    if state.kraft_version:
        finalized[KRAFT_VERSION] = state.kraft_version
    named = {each.name: each for each in request.features}
    for name, each in named.items():
        level = finalized.get(name, 0)
        if not is_within(level, (each.min_supported_version, each.max_supported_version)):
            raise Refusal(ErrorCode.UNSUPPORTED_VERSION)
    if METADATA_VERSION not in named:
        raise Refusal(ErrorCode.INVALID_REGISTRATION)
    if any(level and name not in named for name, level in finalized.items()):
        raise Refusal(ErrorCode.UNSUPPORTED_VERSION)


# -- heartbeats (63) ----------------------------------------------------------------------------


class BrokerControl(Enum):
    """The states of a broker for the answer to its heartbeat (BrokerControlState)."""

    FENCED = "fenced"
    UNFENCED = "unfenced"
    CONTROLLED_SHUTDOWN = "controlled shutdown"
    SHUTDOWN_NOW = "shutdown now"


def heartbeat(
    state: ControllerState, request: BrokerHeartbeatRequest, context: Context
) -> Decision:
    """Answer a heartbeat, and fence, unfence or begin to shut down the broker.

    The contact itself is noted by the caller when the request arrives, before any decision.
    """
    broker_id, epoch = request.broker_id, request.broker_epoch
    del context
    state.check_broker_epoch(broker_id, epoch)
    broker = state.image.brokers[broker_id]
    known = state.sessions.state(broker_id)
    current = _control_of(known)
    following = _next_control(state, request, broker, known, current)
    records: list[Message | MetadataRecord] = []
    if following is not current:
        match following:
            case BrokerControl.FENCED | BrokerControl.SHUTDOWN_NOW:
                records += _fence_records(state, broker_id)
            case BrokerControl.UNFENCED:
                records += _unfence_records(state, broker_id)
            case BrokerControl.CONTROLLED_SHUTDOWN:
                records += _controlled_shutdown_records(state, broker_id)
    fenced = following in (BrokerControl.FENCED, BrokerControl.SHUTDOWN_NOW)
    if Gate.DIRECTORY_ASSIGNMENT.is_open(state.metadata_version):
        records += _offline_records(state, broker_id, tuple(request.offline_log_dirs))
    if Gate.CORDONED_DIRECTORIES.is_open(state.metadata_version):
        records += _cordon_records(state, broker_id, request.cordoned_log_dirs)
    shutdown_offset = state.next_offset + len(records) - 1

    def then() -> None:
        state.sessions.touch(
            broker_id, fenced=fenced, metadata_offset=request.current_metadata_offset
        )
        if following is BrokerControl.CONTROLLED_SHUTDOWN:
            state.sessions.shut_down_at(broker_id, shutdown_offset)

    answer = BrokerHeartbeatResponse(
        is_caught_up=request.current_metadata_offset >= broker.offset,
        is_fenced=fenced,
        should_shut_down=following is BrokerControl.SHUTDOWN_NOW,
    )
    return Decision(answer, tuple(records), then=then)


def _control_of(known: BrokerState) -> BrokerControl:
    if known.is_shutting_down:
        return BrokerControl.CONTROLLED_SHUTDOWN
    return BrokerControl.FENCED if known.fenced else BrokerControl.UNFENCED


def _next_control(
    state: ControllerState,
    request: BrokerHeartbeatRequest,
    broker: Broker,
    known: BrokerState,
    current: BrokerControl,
) -> BrokerControl:
    """Return the next state, as BrokerHeartbeatManager.calculateNextBrokerState does."""
    if current is BrokerControl.CONTROLLED_SHUTDOWN:
        # The others must know that it no longer leads anything before it can end.
        is_over = known.controlled_shutdown_offset <= state.sessions.lowest_active_offset()
        may_end = is_over and not state.index.leads(request.broker_id)
        return BrokerControl.SHUTDOWN_NOW if may_end else current
    if request.want_shut_down:
        if current is BrokerControl.FENCED or request.want_fence:
            return BrokerControl.SHUTDOWN_NOW
        leads = state.index.leads(request.broker_id)
        return BrokerControl.CONTROLLED_SHUTDOWN if leads else BrokerControl.SHUTDOWN_NOW
    if request.want_fence:
        return BrokerControl.FENCED
    # It must have seen its own registration, or it would serve by an older state.
    is_caught_up = request.current_metadata_offset >= broker.offset
    if current is BrokerControl.FENCED and not is_caught_up:
        return BrokerControl.FENCED
    return BrokerControl.UNFENCED


# -- unregistration (64) and expired sessions ---------------------------------------------------


def unregister_broker(
    state: ControllerState, request: UnregisterBrokerRequest, context: Context
) -> Decision:
    """Remove a broker, alive or not, from ISRs, eligible replicas and the registrations."""
    del context
    broker_id = request.broker_id
    broker = state.image.brokers.get(broker_id)
    if broker is None:
        text = f"Broker ID {broker_id} is not currently registered"
        raise Refusal(ErrorCode.BROKER_ID_NOT_REGISTERED, text)
    records: list[Message] = [
        *sweep(state, state.index.in_sync.get(broker_id, ()), remove=broker_id),
        *sweep(state, state.index.eligible.get(broker_id, ()), remove=broker_id),
        UnregisterBrokerRecord(broker_id=broker_id, broker_epoch=broker.epoch),
    ]
    return Decision(
        UnregisterBrokerResponse(),
        tuple(records),
        then=lambda: state.sessions.remove(Session(broker_id, broker.epoch)),
    )


def fence_stale_broker(state: ControllerState) -> Decision | None:
    """Fence one broker whose session expired; None if there is none left.

    One at a time, so that each fence is decided by what the one before it left
    (maybeFenceOneStaleBroker). A session of an earlier incarnation is only dropped.
    """
    session = state.sessions.expired(state.now_ms)
    if session is None:
        return None
    broker_id = session.broker_id
    broker = state.image.brokers.get(broker_id)
    if broker is None or broker.epoch != session.epoch:
        return Decision(None, then=lambda: state.sessions.drop(session))

    def then() -> None:
        state.sessions.drop(session)
        state.sessions.fence(broker_id)

    return Decision(None, tuple(_fence_records(state, broker_id)), then=then)


# -- records ------------------------------------------------------------------------------------


def _in_sync(state: ControllerState, broker_id: int) -> list[PartitionKey]:
    return list(state.index.in_sync.get(broker_id, ()))


def _shutdown_records(
    state: ControllerState, broker_id: int, *, is_clean: bool
) -> Iterator[Message]:
    """Clean up after the former incarnation (handleBrokerShutdown).

    A broker that did not shut down cleanly may have lost records that it had acknowledged: with
    eligible leader replicas on (KIP-966) it leaves those too.
    """
    if state.has_elr and not is_clean:
        yield from sweep(state, _in_sync(state, broker_id), uncleanly_shut_down=broker_id)
        eligible = list(state.index.eligible.get(broker_id, ()))
        yield from sweep(state, eligible, uncleanly_shut_down=broker_id)
    else:
        yield from sweep(state, _in_sync(state, broker_id), remove=broker_id)


def _fence_records(state: ControllerState, broker_id: int) -> Iterator[Message]:
    """Return records, partitions first: a fenced broker must not lead anything."""
    yield from sweep(state, _in_sync(state, broker_id), remove=broker_id)
    yield BrokerRegistrationChangeRecord(
        broker_id=broker_id, broker_epoch=state.image.brokers[broker_id].epoch, fenced=1
    )


def _unfence_records(state: ControllerState, broker_id: int) -> Iterator[Message]:
    """Yield the registration first: a broker that becomes leader must count as unfenced."""
    yield BrokerRegistrationChangeRecord(
        broker_id=broker_id, broker_epoch=state.image.brokers[broker_id].epoch, fenced=-1
    )
    yield from sweep(state, list(state.index.leaderless), add=broker_id)


def _controlled_shutdown_records(state: ControllerState, broker_id: int) -> Iterator[Message]:
    broker = state.image.brokers[broker_id]
    if not broker.in_controlled_shutdown:
        yield BrokerRegistrationChangeRecord(
            broker_id=broker_id, broker_epoch=broker.epoch, in_controlled_shutdown=1
        )
    yield from sweep(state, _in_sync(state, broker_id), remove=broker_id)


def _offline_records(
    state: ControllerState, broker_id: int, offline: tuple[Uuid, ...]
) -> Iterator[Message | MetadataRecord]:
    """Move leaders away from directories that went offline (KIP-858)."""
    broker = state.image.brokers[broker_id]
    newly = [directory for directory in broker.log_dirs if directory in offline]
    for directory in newly:
        keys = list(state.index.in_directory.get(directory, ()))
        yield from sweep(state, keys, remove=broker_id)
    if newly:
        change = BrokerRegistrationChangeRecord(
            broker_id=broker_id,
            broker_epoch=broker.epoch,
            log_dirs=tuple(one for one in broker.log_dirs if one not in offline),
        )
        # Version 2 also if no directory is left: the list is empty then, which changes nothing.
        # Such a broker shuts down by itself.
        yield MetadataRecord(change, 2)


def _cordon_records(
    state: ControllerState, broker_id: int, cordoned: tuple[Uuid, ...] | None
) -> Iterator[Message]:
    """Note which directories get no new replicas (KIP-1066); null means "not known yet"."""
    broker = state.image.brokers[broker_id]
    if cordoned is None:
        return
    if broker.cordoned_log_dirs is None or set(broker.cordoned_log_dirs) != set(cordoned):
        yield BrokerRegistrationChangeRecord(
            broker_id=broker_id, broker_epoch=broker.epoch, cordoned_log_dirs=tuple(cordoned)
        )

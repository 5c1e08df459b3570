"""Sessions of brokers: their last contact, and the progress of a controlled shutdown.

Follows BrokerHeartbeatManager and BrokerHeartbeatTracker. This state belongs to one term of one
active controller: it is in no image and no snapshot, and is rebuilt when a controller becomes
active.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.metadata import Broker

INFINITE_OFFSET: Final = (1 << 63) - 1


class Session(NamedTuple):
    """One incarnation of a broker: a broker that comes back has another epoch."""

    broker_id: int
    epoch: int


@dataclass(slots=True)
class BrokerState:
    """The state that the heartbeats of a broker reported."""

    fenced: bool
    metadata_offset: int = -1
    """The last offset that the broker has applied; -1 until it says so in this term."""
    controlled_shutdown_offset: int = -1
    """The offset that the others must have applied before it may end; -1 outside of a shutdown."""

    @property
    def is_shutting_down(self) -> bool:
        """Return True if a controlled shutdown was granted."""
        return self.controlled_shutdown_offset >= 0

    @property
    def is_active(self) -> bool:
        """Return True if the broker is neither fenced nor shutting down."""
        return not (self.fenced or self.is_shutting_down)


class BrokerSessions:
    """Contact times in milliseconds of a monotonic clock, and a state for each broker."""

    def __init__(self, timeout_ms: int) -> None:
        self._timeout_ms = timeout_ms
        self._contacts: dict[Session, int] = {}
        self._brokers: dict[int, BrokerState] = {}

    def begin(self, brokers: Iterable[tuple[int, Broker]], now_ms: int) -> None:
        """Start a term: unfenced brokers get a whole session, fenced ones none.

        So no broker is fenced just because the controller changed.
        """
        self._contacts.clear()
        self._brokers.clear()
        for broker_id, broker in brokers:
            self._brokers[broker_id] = BrokerState(broker.fenced)
            if not broker.fenced:
                self._contacts[Session(broker_id, broker.epoch)] = now_ms

    def contact(self, session: Session, now_ms: int) -> None:
        """Note a heartbeat, before any check: an overloaded controller must not fence brokers."""
        self._contacts[session] = now_ms

    def prolong(self, gap_ms: int) -> None:
        """Extend all sessions, because the controller itself was paused for that long."""
        for session in self._contacts:
            self._contacts[session] += gap_ms

    def is_valid(self, session: Session, now_ms: int) -> bool:
        """Return True if this incarnation was in contact within the session timeout."""
        contact = self._contacts.get(session)
        return contact is not None and contact + self._timeout_ms >= now_ms

    def silence_ms(self, session: Session, now_ms: int) -> int:
        """Return the time since the last heartbeat, the session timeout if it is longer or unknown.

        That is what Kafka's TimeSinceLastHeartbeatReceivedMs reports.
        """
        contact = self._contacts.get(session)
        return self._timeout_ms if contact is None else min(now_ms - contact, self._timeout_ms)

    def expired(self, now_ms: int) -> Session | None:
        """Return one expired session, the same one until it is dropped."""
        # a copy: a large decision is taken in a thread, and contacts are noted meanwhile
        for session, contact in list(self._contacts.items()):
            if contact + self._timeout_ms < now_ms:
                return session
        return None

    def drop(self, session: Session) -> None:
        """Forget a session."""
        self._contacts.pop(session, None)

    def state(self, broker_id: int) -> BrokerState:
        """Return the state of a registered broker, fenced before its first heartbeat."""
        return self._brokers.get(broker_id) or BrokerState(fenced=True)

    def register(self, broker_id: int, *, replaces: int | None, fenced: bool) -> None:
        """Note a registration: it begins without an offset or a controlled shutdown.

        `replaces` is the epoch of the incarnation that is gone, if there was one. Its contact goes
        too: Kafka keeps it for a session timeout, in which nothing asks for it.
        """
        if replaces is not None:
            self.drop(Session(broker_id, replaces))
        self._brokers[broker_id] = BrokerState(fenced)

    def changed(self, broker_id: int, *, fenced: bool) -> None:
        """Note a changed registration: the broker's applied offset starts again.

        So a controlled shutdown waits for a heartbeat of each broker that changed since
        (BrokerHeartbeatManager.register).
        """
        state = self._brokers.get(broker_id)
        same = state is not None and state.fenced == fenced
        offset = -1 if state is None or same else state.metadata_offset
        self.touch(broker_id, fenced=fenced, metadata_offset=offset)

    def remove(self, session: Session) -> None:
        """Forget a broker that was unregistered, and its contact."""
        self._brokers.pop(session.broker_id, None)
        self.drop(session)

    def touch(self, broker_id: int, *, fenced: bool, metadata_offset: int) -> None:
        """Note a heartbeat. A fenced broker leaves its controlled shutdown."""
        state = self._brokers.setdefault(broker_id, BrokerState(fenced))
        state.fenced = fenced
        state.metadata_offset = metadata_offset
        if fenced:
            state.controlled_shutdown_offset = -1

    def fence(self, broker_id: int) -> None:
        """Note that a broker whose session expired was fenced."""
        state = self._brokers.get(broker_id)
        if state is not None:
            state.fenced = True

    def shut_down_at(self, broker_id: int, offset: int) -> None:
        """Note the offset that all active brokers must reach; the first one counts."""
        state = self._brokers[broker_id]
        if not state.is_shutting_down:
            state.controlled_shutdown_offset = offset

    def lowest_active_offset(self) -> int:
        """Return the lowest offset applied by an active broker; infinite without any."""
        offsets = (one.metadata_offset for one in self._brokers.values() if one.is_active)
        return min(offsets, default=INFINITE_OFFSET)

    def may_be_placed_on(self) -> Iterator[tuple[int, bool]]:
        """Yield the brokers that do not shut down, and whether each is fenced."""
        for broker_id, state in self._brokers.items():
            if not state.is_shutting_down:
                yield broker_id, state.fenced

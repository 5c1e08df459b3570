"""Both directions of a connection, damaged, at an observer: from the start and from the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.connection import Exchange, Observer
from kraft_wire.errors import WireError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request
from kraft_wire.messages import message_class
from tests.fuzz.connection_target import ASKED, ClientTarget, ServerTarget
from tests.fuzz.target import BytesTarget

if TYPE_CHECKING:
    from random import Random

    from kraft_wire.connection import ObserverEvent
    from tests.fuzz.mutation import Sample

_KEPT = 1 << 16


class ObserverTarget(BytesTarget):
    """Nothing escapes, and what it keeps is bounded."""

    def __init__(self, *, is_client: bool) -> None:
        self._is_client = is_client
        self.name = f"observer {'client' if is_client else 'server'}"

    def sample(self, random: Random) -> Sample:
        side = ServerTarget(is_opaque=False) if self._is_client else ClientTarget()
        return side.sample(random)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        whole = self._observed(data, len(data) or 1, is_from_start=True)
        for size in (1000, 7):
            self._observed(data, size, is_from_start=False)
        found = [event for event in whole if isinstance(event, Exchange)]
        is_fine = len(found) == len(whole)
        assert is_fine or not is_good, whole
        return is_fine

    def _observed(self, data: bytes, size: int, *, is_from_start: bool) -> list[ObserverEvent]:
        observer = Observer(is_from_start=is_from_start, frame_bytes_kept=_KEPT)
        events: list[ObserverEvent] = []
        if not self._is_client:
            for number, (name, version) in enumerate(ASKED):
                request = encode_request(message_class(name)(), version, number, "c")
                events += observer.client_bytes(frame(request), 0.0)
        take = observer.client_bytes if self._is_client else observer.server_bytes
        direction = observer._client if self._is_client else observer._server
        for at in range(0, len(data), size):
            events += take(data[at : at + size], 1.0)
            assert len(direction._buffer) <= _KEPT + 2 * size + 16
        events += observer.finish(2.0)
        assert observer.in_flight == 0
        for event in events:
            if isinstance(event, Exchange):
                _read(event)
        return events


def _read(exchange: Exchange) -> None:
    for read in (exchange.request_message, exchange.response_message):
        try:
            read()
        except WireError:
            continue


def observer_targets() -> list[ObserverTarget]:
    """Damage in either direction."""
    return [ObserverTarget(is_client=True), ObserverTarget(is_client=False)]

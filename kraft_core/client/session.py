"""One open connection to one node, its versions agreed on: request out, response in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.client import steps
from kraft_core.client.errors import ConnectionLostError
from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    ResponseReceived,
    VersionsAgreed,
)

if TYPE_CHECKING:
    from kraft_core.client.endpoints import Endpoint
    from kraft_core.client.settings import Settings
    from kraft_core.client.steps import Operation
    from kraft_wire.connection import ClientEvent
    from kraft_wire.message import Message
    from kraft_wire.schema import VersionRange


class Session:
    """A connection on which one request at a time is made.

    Whatever goes wrong with it, time included, is a ConnectionLostError, after which it is over.
    """

    def __init__(self, endpoint: Endpoint, settings: Settings) -> None:
        self.endpoint = endpoint
        self._timeout_s = settings.request_timeout_s
        self._connection = ClientConnection(
            client_id=settings.client_id, frame_bytes_max=settings.frame_bytes_max
        )

    @property
    def versions(self) -> dict[int, VersionRange]:
        """What the node serves, by API key."""
        return self._connection.versions

    def serves(self, api_key: int) -> bool:
        """Whether the node serves this API at all."""
        return api_key in self._connection.versions

    def version_for(self, api_key: int) -> int:
        """Choose the newest version both sides speak; raises UnsupportedVersionError."""
        return self._connection.version_for(api_key)

    def agree(self) -> Operation[None]:
        """Learn the versions of the node."""
        self._connection.agree_on_versions()
        yield from self._exchange(self._timeout_s)

    def call(
        self, request: Message, *, version: int | None = None, longer_s: float = 0.0
    ) -> Operation[Message]:
        """Make a request and wait for its response, `longer_s` longer than usual.

        Raises UnsupportedVersionError before anything is sent when the node lacks the version.
        """
        self._connection.send(request, version)
        event = yield from self._exchange(self._timeout_s + longer_s)
        if not isinstance(event, ResponseReceived):
            raise ConnectionLostError(f"{self.endpoint} answers out of turn")
        return event.message

    def _exchange(self, timeout_s: float) -> Operation[VersionsAgreed | ResponseReceived]:
        deadline = (yield from steps.now()) + timeout_s
        while True:
            if data := self._connection.data_to_send():
                yield from steps.send(data, timeout_s)
            left_s = deadline - (yield from steps.now())
            if left_s <= 0:
                raise ConnectionLostError(f"{self.endpoint} did not answer for {timeout_s:g} s")
            chunk = yield from steps.receive(left_s)
            for event in self._connection.receive(chunk) if chunk else self._closed():
                if isinstance(event, ConnectionFault):
                    raise ConnectionLostError(f"{self.endpoint}: {event.error}")
                if isinstance(event, VersionsAgreed | ResponseReceived):
                    return event

    def _closed(self) -> list[ClientEvent]:
        return self._connection.receive_eof()


def open_session(endpoint: Endpoint, settings: Settings) -> Operation[Session]:
    """Connect to a node, agree on versions, and say who we are if the settings do.

    Raises AuthenticationError when that is not believed.
    """
    yield from steps.connect(endpoint, settings.connect_timeout_s)
    session = Session(endpoint, settings)
    yield from session.agree()
    if settings.sasl is not None:
        from kraft_core.client.security.sasl import authenticate  # noqa: PLC0415  # who needs it

        yield from authenticate(session, settings.sasl)
    return session

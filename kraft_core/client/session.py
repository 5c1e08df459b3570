"""One open connection to one node, with agreed versions: requests out, responses in."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kraft_core.client import steps
from kraft_core.client.errors import ConnectionLostError
from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    ResponseReceived,
    VersionsAgreed,
)
from kraft_wire.errors import FrameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.client.settings import Endpoint, Settings
    from kraft_core.client.steps import Operation
    from kraft_wire.errors import WireError
    from kraft_wire.message import Message, Request, Response_co
    from kraft_wire.schema import VersionRange


class Session:
    """A connection to a node. Several requests can be in flight, from different operations.

    Answers are matched by correlation id. Any failure of the connection, a timeout included, raises
    ConnectionLostError and ends it (`is_over`). Abandoning the only call in flight also ends it, so
    that no later call can get its response.
    """

    def __init__(self, endpoint: Endpoint, settings: Settings, connection: int) -> None:
        self.endpoint = endpoint
        self.is_over = False
        self._number = connection
        self._timeout_s = settings.request_timeout_s
        self._connection = ClientConnection(
            client_id=settings.client_id, frame_bytes_max=settings.frame_bytes_max
        )
        self._is_agreed = False
        self._may_lack_sasl = settings.sasl is None
        self._fault: str | None = None
        self._cause: WireError | EOFError | None = None
        self._awaited: set[int] = set()
        self._answers: dict[int, Message] = {}

    @property
    def versions(self) -> dict[int, VersionRange]:
        """The versions that the node supports, by API key."""
        return self._connection.versions

    def serves(self, api_key: int) -> bool:
        """Return True if the node supports this API in any version."""
        return api_key in self._connection.versions

    def version_for(self, api_key: int) -> int:
        """Choose the newest version that both sides support; raises UnsupportedVersionError."""
        return self._connection.version_for(api_key)

    def agree(self) -> Operation[None]:
        """Request the versions of the node."""
        self._connection.agree_on_versions()
        yield from self._wait_until(lambda: self._is_agreed, self._timeout_s)

    def call(
        self, request: Request[Response_co], *, version: int | None = None, longer_s: float = 0.0
    ) -> Operation[Response_co]:
        """Make a request and wait for its response, `longer_s` longer than usual.

        Raises UnsupportedVersionError before anything is sent when the node lacks the version.
        """
        if self.is_over:
            raise ConnectionLostError(f"the connection to {self.endpoint} is closed")
        correlation_id = self._connection.send(request, version).correlation_id
        self._awaited.add(correlation_id)
        is_answered = False
        try:
            yield from self._wait_until(
                lambda: correlation_id in self._answers, self._timeout_s + longer_s
            )
            is_answered = True
            return cast("Response_co", self._answers[correlation_id])
        except ConnectionLostError:
            # as in Kafka's NetworkClient, a late answer costs the connection, for all that wait
            self.is_over = True
            raise
        finally:
            self._awaited.discard(correlation_id)
            self._answers.pop(correlation_id, None)
            # an abandoned call: while others wait, its answer is dropped when it comes (the
            # correlation id is not awaited); without others the driver closes the connection
            if not is_answered and not self._awaited:
                self.is_over = True

    def _wait_until(self, is_done: Callable[[], bool], timeout_s: float) -> Operation[None]:
        deadline = (yield from steps.now()) + timeout_s
        while True:
            if data := self._connection.data_to_send():
                yield from steps.send(self._number, data, timeout_s)
            if is_done():
                return
            if self._fault is not None:
                raise ConnectionLostError(f"{self.endpoint}: {self._fault}", self._cause)
            left_s = deadline - (yield from steps.now())
            if left_s <= 0:
                raise ConnectionLostError(f"{self.endpoint} did not answer for {timeout_s:g} s")
            chunk = yield from steps.receive(self._number, left_s)
            if chunk is not None:
                self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        """Store the awaited answers; an empty chunk is the end of the stream."""
        wire = self._connection
        for event in wire.receive(chunk) if chunk else wire.receive_eof():
            match event:
                case VersionsAgreed():
                    self._is_agreed = True
                case ResponseReceived() if event.correlation_id in self._awaited:
                    self._answers[event.correlation_id] = event.message
                    self._may_lack_sasl = False
                case ConnectionFault(error=FrameError(is_tls=True)):
                    self._end(
                        "the listener requires TLS, but the client used plaintext", event.error
                    )
                case ConnectionFault():
                    self._end(str(event.error), event.error)
                case _:
                    pass
        if not chunk:
            text = self._fault or "the peer closed the connection"
            # SaslServerAuthenticator ends a connection whose first request is not of a log-in
            if self._is_agreed and self._may_lack_sasl:
                text += "; the listener may require SASL"
            self._end(text, EOFError(text))

    def _end(self, fault: str, cause: WireError | EOFError) -> None:
        self._fault, self._cause, self.is_over = fault, cause, True


def open_session(endpoint: Endpoint, settings: Settings) -> Operation[Session]:
    """Connect to a node, agree on versions, and authenticate if the settings say so.

    Raises AuthenticationError when that is not believed.
    """
    connection = yield from steps.connect(endpoint, settings.connect_timeout_s)
    session = Session(endpoint, settings, connection)
    yield from session.agree()
    if settings.sasl is not None:
        from kraft_core.client.security import authenticate  # only with SASL

        yield from authenticate(session, settings.sasl)
    return session

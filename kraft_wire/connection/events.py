"""Events of a connection, as values.

A `repr` shows no bytes that came unread: they can be a password or a token.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, cast

from kraft_wire.message import Response_co

if TYPE_CHECKING:
    from kraft_wire.errors import WireError
    from kraft_wire.message import Message, Request
    from kraft_wire.messages import ApiVersionsResponse

__all__ = [
    "ConnectionFault",
    "OpaqueRequestReceived",
    "OpaqueResponseReceived",
    "RequestReceived",
    "ResponseReceived",
    "SaslTokenReceived",
    "Sent",
    "VersionsAgreed",
]


@dataclass(frozen=True, slots=True)
class VersionsAgreed:
    """The peer's ApiVersions answer arrived: versions can be chosen. `version` is the answer's."""

    answer: ApiVersionsResponse
    version: int


@dataclass(frozen=True, slots=True)
class Sent(Generic[Response_co]):
    """A request that was queued; without `expects_response` nothing comes back for it."""

    correlation_id: int
    api_key: int
    api_version: int
    expects_response: bool = True

    def response(self, event: object) -> Response_co | None:
        """Return the response to this request if the event brings it, else None.

        Type checkers know its class: that of the response to the request that was sent. The event
        is one of the same connection.
        """
        if (
            isinstance(event, ResponseReceived)
            and event.correlation_id == self.correlation_id
            and event.api_key == self.api_key
        ):
            return cast("Response_co", event.message)
        return None


@dataclass(frozen=True, slots=True)
class ResponseReceived(Generic[Response_co]):
    """The response to the request of this correlation id.

    `request` is the object that was sent; it does not count when events are compared. Where a type
    checker is to know the class of `message`, ask `Sent.response`.
    """

    correlation_id: int
    api_version: int
    message: Response_co
    request: Request[Response_co] | None = field(default=None, compare=False, repr=False)

    @property
    def api_key(self) -> int:
        """The key of the API."""
        assert self.message.API_KEY is not None  # noqa: S101  # responses have one
        return self.message.API_KEY


@dataclass(frozen=True, slots=True)
class OpaqueResponseReceived:
    """The response to a forwarded request: the whole payload of the frame, header included."""

    correlation_id: int
    api_key: int
    api_version: int
    payload: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """A request that was read.

    `number` counts the requests of the connection. Do not reply to a request that expects no
    response (Produce with acks 0).
    """

    number: int
    api_version: int
    correlation_id: int
    client_id: str | None
    message: Message
    expects_response: bool = True


@dataclass(frozen=True, slots=True)
class OpaqueRequestReceived:
    """A request outside the served ones: the whole payload of the frame, header included."""

    number: int
    api_key: int
    api_version: int
    correlation_id: int
    payload: bytes = field(repr=False)
    expects_response: bool = True


@dataclass(frozen=True, slots=True)
class SaslTokenReceived:
    """A frame without a header: it follows SaslHandshake 0, until `end_sasl_tokens`."""

    token: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ConnectionFault:
    """The peer broke the protocol: nothing more is read, the connection must be closed.

    A FrameError, a DecodeError of a header or body, a ProtocolError for the order of things, an
    UnknownMessageError or UnsupportedVersionError for what is not served.
    """

    error: WireError

"""Routing of a request to the node that can answer it.

A `ControllerRoute` finds the leader of the quorum and asks it. A `BrokerRoute` asks any broker,
which forwards to the active controller what it cannot answer. Both ask again, until
`api_timeout_s` is over, when a node says that it does not lead; after a lost connection only what
may be done twice is asked again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from kraft_core.admin.errors import UnsupportedRequestError
from kraft_core.client import steps
from kraft_core.client.errors import ClientError, ConnectionLostError, NotControllerError
from kraft_core.client.metadata_log import denies_leadership
from kraft_core.client.quorum import Backoff, Quorum
from kraft_core.client.session import Session, open_session
from kraft_wire.errors import EncodeError, UnsupportedVersionError
from kraft_wire.messages import ApiKey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.client.settings import Endpoint, Settings
    from kraft_core.client.steps import Operation
    from kraft_wire.message import Message, Request

R = TypeVar("R", bound="Message")

WORK_S: Final = 30.0
"""Time limit of a request's work beyond that of its answer: Kafka's request.timeout.ms."""

CONTROLLERS: Final = 2
BROKERS: Final = 1
"""Which nodes DescribeCluster returns (EndpointType)."""


class Route(Protocol):
    """A way to a cluster; `endpoint_type` says on which listeners its nodes are known."""

    settings: Settings
    endpoint_type: int

    def session(self) -> Operation[Session]:
        """Connect to a node that can answer; reuse an open connection."""
        ...

    def forget(self) -> None:
        """Treat the connection as lost."""
        ...


class ControllerRoute:
    """To the leader of the quorum, found among controllers."""

    endpoint_type = CONTROLLERS

    def __init__(self, controllers: Sequence[Endpoint], settings: Settings) -> None:
        self.settings = settings
        self._quorum = Quorum(controllers, settings)

    def session(self) -> Operation[Session]:
        """Connect to the leader, or check that it still leads."""
        yield from self._quorum.probe_leader()
        return self._quorum.session

    def forget(self) -> None:
        """Look for the leader again next time."""
        self._quorum.forget_leader()


class BrokerRoute:
    """To the active controller through any broker."""

    endpoint_type = BROKERS

    def __init__(self, brokers: Sequence[Endpoint], settings: Settings) -> None:
        self.settings = settings
        self._brokers = settings.random.sample(list(brokers), len(brokers))
        self._session: Session | None = None

    def session(self) -> Operation[Session]:
        """Connect to the first broker that answers, until `api_timeout_s` is over."""
        settings = self.settings
        backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
        deadline = (yield from steps.now()) + settings.api_timeout_s
        while self._session is None:
            trouble: list[ClientError] = []
            yield from self._round(trouble)
            if self._session is None:
                pause_s = backoff.next_s()
                if (yield from steps.now()) + pause_s > deadline:
                    reasons = "; ".join(str(error) for error in trouble)
                    raise ConnectionLostError(
                        f"no broker answered within {settings.api_timeout_s:g} s: {reasons}"
                    )
                yield from steps.sleep(pause_s)
        return self._session

    def forget(self) -> None:
        """Connect again next time, to another broker first."""
        self._session = None
        self._brokers = self._brokers[1:] + self._brokers[:1]

    def _round(self, trouble: list[ClientError]) -> Operation[None]:
        for endpoint in self._brokers:
            try:
                session = yield from open_session(endpoint, self.settings)
            except ConnectionLostError as error:
                trouble.append(error)
                continue
            if session.serves(ApiKey.VOTE):
                raise NotControllerError(
                    f"{endpoint} is a listener of a controller: use --bootstrap-controller "
                    "instead of --bootstrap-server"
                )
            self._session = session
            return


def ask(
    route: Route, request: Request[Any], response: type[R], *, is_repeatable: bool
) -> Operation[R]:
    """Send a request to the active controller; the response can have any other error.

    Raises UnsupportedRequestError when the node does not serve it, ConnectionLostError when the
    connection was lost over a request that must not be made twice.
    """
    settings = route.settings
    deadline = (yield from steps.now()) + settings.api_timeout_s
    while True:
        session = yield from route.session()
        try:
            answer = yield from call(session, request)
        except ConnectionLostError:
            route.forget()
            if not is_repeatable or (yield from steps.now()) > deadline:
                raise
            continue
        if not isinstance(answer, response):
            raise ConnectionLostError(f"{session.endpoint} sent an unexpected response")
        if not denies_leadership(answer) or (yield from steps.now()) > deadline:
            return answer
        route.forget()
        yield from steps.sleep(settings.backoff_min_s)


def call(session: Session, request: Request[R]) -> Operation[R]:
    """Make a request on a connection; raises UnsupportedRequestError."""
    name = type(request).__name__.removesuffix("Request")
    try:
        return (yield from session.call(request, longer_s=WORK_S))
    except (UnsupportedVersionError, EncodeError):
        raise UnsupportedRequestError(
            f"{session.endpoint} does not support this request: its version of Kafka has a "
            f"different {name} request, or none"
        ) from None

"""A quorum of controllers from a client's view: its leader and the addresses of its nodes.

The leader is found by asking: a Fetch far beyond the end of the log costs a node nothing, and each
answer names the leader that the node knows, with its address since Kafka 3.9. The leader itself
answers without error, with its high watermark. (DescribeQuorum is no use for it: only the leader
answers it.)
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.client import steps
from kraft_core.client.errors import (
    ClientError,
    ConnectionLostError,
    LeaderNotFoundError,
    NotControllerError,
)
from kraft_core.client.metadata_log import (
    NOT_LEADER_ERRORS,
    FetchAnswer,
    Note,
    checked_answer,
    denies_leadership,
    describe_quorum_request,
    fetch_request,
    why_not_leader,
)
from kraft_core.client.session import Session, open_session
from kraft_core.client.settings import Endpoint
from kraft_wire.errors import ErrorCode, UnsupportedVersionError
from kraft_wire.messages import ApiKey, DescribeQuorumResponse

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from kraft_core.client.settings import Settings
    from kraft_core.client.steps import Operation
    from kraft_wire.message import Request, Response_co

TOPIC_ID_VERSION: Final = 13
"""The first Fetch that names topics by id, which a controller demands."""

NODES_VERSION: Final = 2
"""The first DescribeQuorum with the voters' addresses."""

SOON_S: Final = 2.0
"""After so long a search, a Note says why it takes time: an election is over sooner."""

_FAR_OFFSET: Final = 2**62


class Backoff:
    """Doubles from `lowest_s` up to `highest_s`, with up to a fifth more or less at random.

    The jitter keeps clients that lost the same leader from coming back in step.
    """

    JITTER = 0.2

    def __init__(self, lowest_s: float, highest_s: float, rng: random.Random) -> None:
        self._lowest_s = lowest_s
        self._highest_s = highest_s
        self._rng = rng
        self._failures = 0

    def next_s(self) -> float:
        """Count a failure; return how long to wait after it."""
        wait_s = min(self._highest_s, self._lowest_s * float(2 ** min(self._failures, 30)))
        self._failures += 1
        return wait_s * self._rng.uniform(1 - self.JITTER, 1 + self.JITTER)

    def reset(self) -> None:
        """Count a success: the next failure is the first again."""
        self._failures = 0


class Leader(NamedTuple):
    """The leader of the quorum, its epoch and its address."""

    node_id: int
    epoch: int
    endpoint: Endpoint


class Quorum:
    """The bootstrap addresses, the other known addresses, and a session with the leader.

    `epoch` is the highest known one; answers of nodes in lower epochs are ignored.
    """

    def __init__(self, bootstrap: Iterable[Endpoint], settings: Settings) -> None:
        self.settings = settings
        self.epoch = 0
        self._leader: Leader | None = None
        self._session: Session | None = None
        self._known: list[Endpoint] = list(bootstrap)
        self._hint: Endpoint | None = None
        self._last_trouble: dict[Endpoint, ClientError] = {}

    @property
    def leader(self) -> Leader | None:
        """The leader; None while it is unknown or the connection to it is closed."""
        if self._session is None or self._session.is_over:
            return None
        return self._leader

    @property
    def session(self) -> Session:
        """The connection to the leader; it exists after `find_leader`."""
        if self._session is None:
            raise ConnectionLostError("no leader is known")
        return self._session

    def known_leader(self) -> Leader:
        """Return the leader; it is known after `find_leader`."""
        if self.leader is None:
            raise ConnectionLostError("no leader is known")
        return self.leader

    def forget_leader(self, session: Session | None = None) -> None:
        """Treat the leader as lost: the next `find_leader` searches again.

        With a `session` only if that is still the one to the leader: another operation may have
        found the next leader in the meantime.
        """
        if session is None or session is self._session:
            self._leader = None
            self._session = None

    def find_leader(self, timeout_s: float | None = None) -> Operation[FetchAnswer]:
        """Connect to the leader; return what it reported about its log.

        Nodes are asked again and again, with growing pauses, for `timeout_s` seconds (without:
        as configured in the settings); a Note is delivered if the search takes long. Raises
        LeaderNotFoundError with the error of each node, or immediately an error that a retry cannot
        fix: WrongClusterError, RefusedError, NotControllerError. Concurrent operations share one
        search.
        """
        if timeout_s is None:
            timeout_s = self.settings.api_timeout_s
        began_s = yield from steps.now()
        known = self._session
        yield from steps.enter()
        try:
            answer = None
            if self.leader is not None and self._session is not known:
                answer = yield from self._probe_known()
            if answer is None:
                answer = yield from self._search(began_s, timeout_s)
        except ClientError:
            yield from steps.leave()
            raise
        yield from steps.leave()
        return answer

    def _search(self, began_s: float, timeout_s: float) -> Operation[FetchAnswer]:
        settings = self.settings
        backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
        has_told = False
        if self._last_trouble and (yield from steps.now()) - began_s > timeout_s:
            raise _not_found(timeout_s, self._last_trouble)  # by the search waited for
        while True:
            trouble: dict[Endpoint, ClientError] = {}
            answer = yield from self._round(trouble)
            self._last_trouble = trouble
            if answer is not None:
                return answer
            _raise_if_hopeless(trouble)
            pause_s = backoff.next_s()
            passed_s = (yield from steps.now()) - began_s
            if passed_s + pause_s > timeout_s:
                raise _not_found(timeout_s, trouble)
            if passed_s > SOON_S and not has_told:
                has_told = True
                yield from steps.deliver(Note(f"no leader yet: {_reasons(trouble)}"))
            yield from steps.sleep(pause_s)

    def probe_leader(self) -> Operation[FetchAnswer]:
        """Query the leader again about its log; find it first if needed."""
        if self.leader is not None:
            answer = yield from self._probe_known()
            if answer is not None:
                return answer
        return (yield from self.find_leader())

    def _probe_known(self) -> Operation[FetchAnswer | None]:
        """Ask the node that led last; None if it no longer leads, and then it is forgotten."""
        session = self.session
        try:
            answer = yield from self._probe(session)
        except ConnectionLostError:
            answer = None
        if answer is not None and answer.error == ErrorCode.NONE:
            return answer
        self.forget_leader(session)
        return None

    def call(
        self,
        request: Request[Response_co],
        *,
        version: int | None = None,
        is_repeatable: bool = False,
    ) -> Operation[Response_co]:
        """Make a request to the leader; find the leader first if it is not known.

        When the node says that it does not lead, the next leader gets the request. When the
        connection is lost, it may or may not have done its work: only a request that
        `is_repeatable` is made again, until `api_timeout_s` is over. Any other goes to a leader
        that has just answered, not into a connection that died unnoticed.
        """
        deadline = (yield from steps.now()) + self.settings.api_timeout_s
        while True:
            if not is_repeatable:
                yield from self.probe_leader()
            elif self.leader is None:
                left_s = deadline - (yield from steps.now())
                yield from self.find_leader(max(0.0, left_s))
            session = self.session
            try:
                response = yield from session.call(request, version=version)
            except ConnectionLostError:
                self.forget_leader(session)
                if not is_repeatable or (yield from steps.now()) > deadline:
                    raise
                continue
            if not denies_leadership(response) or (yield from steps.now()) > deadline:
                return response
            self.forget_leader(session)
            yield from steps.sleep(self.settings.backoff_min_s)

    def fetch(self, request: Request[Any]) -> Operation[FetchAnswer]:
        """Fetch from the known leader; forget it if it no longer leads."""
        session = self.session
        try:
            longer_s = self.settings.max_wait_ms / 1000
            response = yield from session.call(request, longer_s=longer_s)
            return self._take_note(checked_answer(response, session.endpoint), session)
        except ConnectionLostError:
            self.forget_leader(session)
            raise

    def _round(self, trouble: dict[Endpoint, ClientError]) -> Operation[FetchAnswer | None]:
        """Ask each node once, the likely leader first."""
        waiting = deque(self.settings.random.sample(self._known, len(self._known)))
        while True:
            if self._hint is not None and self._hint not in trouble:
                endpoint = self._hint
            elif waiting:
                endpoint = waiting.popleft()
            else:
                return None
            if endpoint in trouble:
                continue
            try:
                answer = yield from self._ask(endpoint)
            except (ConnectionLostError, NotControllerError) as error:
                self.forget_leader()
                trouble[endpoint] = error
                continue
            if answer.error == ErrorCode.NONE:
                return answer
            trouble[endpoint] = ConnectionLostError(why_not_leader(endpoint, answer))

    def _ask(self, endpoint: Endpoint) -> Operation[FetchAnswer]:
        """Ask one node for the leader. Keep the session if the node itself leads."""
        session = yield from open_session(endpoint, self.settings)
        _require_controller(session)
        answer = yield from self._probe(session)
        if (
            answer.error == ErrorCode.FENCED_LEADER_EPOCH
        ):  # the answer has a higher epoch: ask in that one
            answer = yield from self._probe(session)
        if answer.error == ErrorCode.NONE:
            self._leader = Leader(answer.leader_id, answer.leader_epoch, endpoint)
            self._session = session
            self._hint = endpoint
            self._remember(endpoint)
            yield from self._learn_addresses(session)
        return answer

    def _probe(self, session: Session) -> Operation[FetchAnswer]:
        request = fetch_request(
            self.settings,
            leader_epoch=self.epoch,
            offset=_FAR_OFFSET,
            last_fetched_epoch=self.epoch,
        )
        response = yield from session.call(request)
        return self._take_note(checked_answer(response, session.endpoint), session)

    def _take_note(self, answer: FetchAnswer, session: Session) -> FetchAnswer:
        """Note epoch and leader of an answer; forget a leader that no longer leads."""
        is_news = answer.leader_epoch >= self.epoch
        self.epoch = max(self.epoch, answer.leader_epoch)
        if is_news and answer.leader_endpoint is not None:
            self._hint = answer.leader_endpoint
            self._remember(answer.leader_endpoint)
        if answer.error in NOT_LEADER_ERRORS:
            self.forget_leader(session)
        return answer

    def _remember(self, endpoint: Endpoint) -> None:
        if endpoint not in self._known:
            self._known.append(endpoint)

    def _learn_addresses(self, session: Session) -> Operation[None]:
        """Ask the leader where the voters listen: the bootstrap nodes can be replaced later.

        What it does not have (an older release, no permission) is done without.
        """
        lowest, highest = session.versions.get(ApiKey.DESCRIBE_QUORUM, (0, -1))
        if not lowest <= NODES_VERSION <= highest:
            return
        request = describe_quorum_request()
        response = yield from session.call(request, version=NODES_VERSION)
        if isinstance(response, DescribeQuorumResponse):
            for endpoint in _same_listener(response, session.endpoint):
                self._remember(endpoint)


def known_high_watermark(quorum: Quorum) -> Operation[int]:
    """Ask the leader for its high watermark; a new leader needs a moment to know it."""
    settings = quorum.settings
    backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
    deadline = (yield from steps.now()) + settings.api_timeout_s
    while True:
        answer = yield from quorum.probe_leader()
        if answer.high_watermark >= 0:
            return answer.high_watermark
        pause_s = backoff.next_s()
        if (yield from steps.now()) + pause_s > deadline:
            raise LeaderNotFoundError(
                f"the leader has had no high watermark for {settings.api_timeout_s:g} s"
            )
        yield from steps.sleep(pause_s)


def _require_controller(session: Session) -> None:
    if not session.serves(ApiKey.VOTE):
        raise NotControllerError(f"{session.endpoint} is a broker's listener, not a controller's")
    try:
        version = session.version_for(ApiKey.FETCH)
    except UnsupportedVersionError as error:
        raise NotControllerError(f"{session.endpoint}: {error}") from None
    if version < TOPIC_ID_VERSION:
        raise NotControllerError(
            f"{session.endpoint} is older than Kafka 3.1: it does not support Fetch version 13"
        )


def _same_listener(response: DescribeQuorumResponse, endpoint: Endpoint) -> list[Endpoint]:
    """Return the addresses of all nodes under the listener name of this connection's node."""
    listeners = [listener for node in response.nodes for listener in node.listeners]
    names = {each.name for each in listeners if (each.host, each.port) == endpoint}
    return [
        Endpoint(each.host, each.port)
        for each in listeners
        if (each.name in names or not names) and each.host and each.port
    ]


def _raise_if_hopeless(trouble: dict[Endpoint, ClientError]) -> None:
    """Raise the error if all addresses belong to brokers: the list will not change."""
    for error in trouble.values():
        if not isinstance(error, NotControllerError):
            return
    for error in trouble.values():
        raise error


def _not_found(timeout_s: float, trouble: dict[Endpoint, ClientError]) -> LeaderNotFoundError:
    causes = [getattr(error, "cause", None) for error in trouble.values()]
    return LeaderNotFoundError(
        f"no leader was found within {timeout_s:g} s: {_reasons(trouble)}",
        is_unreachable=all(isinstance(each, OSError) for each in causes),
    )


def _reasons(trouble: dict[Endpoint, ClientError]) -> str:
    return "; ".join(str(error) for error in trouble.values())

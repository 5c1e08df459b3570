"""What an answer says about leadership: Kafka's error codes of a quorum, and their meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.client.errors import ConnectionLostError, RefusedError, WrongClusterError
from kraft_core.client.metadata_log import FetchAnswer, fetch_answer
from kraft_wire.errors import ErrorCode
from kraft_wire.message import Struct
from kraft_wire.messages import FetchResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.client.endpoints import Endpoint
    from kraft_wire.message import Message

NONE: Final = 0
NOT_LEADER: Final = 6
CLUSTER_AUTHORIZATION_FAILED: Final = 31
NOT_CONTROLLER: Final = 41
FENCED_LEADER_EPOCH: Final = 74
UNKNOWN_LEADER_EPOCH: Final = 75
INCONSISTENT_CLUSTER_ID: Final = 104

NOT_LEADER_ERRORS: Final = (NOT_LEADER, FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH)
"""What a node answers that does not lead, or not in the epoch of the request."""

LEADERSHIP_ERRORS: Final = frozenset((NOT_LEADER, NOT_CONTROLLER))


def denies_leadership(response: Message) -> bool:
    """Whether a response of any API says that the node does not lead."""
    return not LEADERSHIP_ERRORS.isdisjoint(_error_codes(response))


def _error_codes(value: object) -> Iterator[int]:
    """All error codes in a response, whatever it is made of."""
    if isinstance(value, tuple):
        for element in value:
            yield from _error_codes(element)
    elif isinstance(value, Struct):
        names: tuple[str, ...] = value._FIELDS
        for name in names:
            part = getattr(value, name)
            if name == "error_code":
                yield part
            else:
                yield from _error_codes(part)


def checked_answer(response: Message, endpoint: Endpoint) -> FetchAnswer:
    """Flatten a Fetch response; raise what its top-level error means."""
    if not isinstance(response, FetchResponse):
        raise ConnectionLostError(f"{endpoint} answers out of turn")
    answer = fetch_answer(response)
    if answer.top_error == INCONSISTENT_CLUSTER_ID:
        raise WrongClusterError(f"{endpoint} belongs to another cluster")
    if answer.top_error == CLUSTER_AUTHORIZATION_FAILED:
        raise RefusedError(f"reading the metadata log of {endpoint}", answer.top_error)
    if answer.top_error:
        code = ErrorCode(answer.top_error)
        raise ConnectionLostError(f"{endpoint} answers with error {code} ({code.name})")
    return answer


def why_not_leader(endpoint: Endpoint, answer: FetchAnswer) -> str:
    """Say in a sentence what a node answered that does not lead."""
    if answer.error in NOT_LEADER_ERRORS:
        leader = f"names node {answer.leader_id}" if answer.leader_id >= 0 else "knows no leader"
        return f"{endpoint} does not lead and {leader}"
    code = ErrorCode(answer.error)
    return f"{endpoint} answers with error {code} ({code.name})"

"""Answers that refuse a whole request: the same error in each place that an answer has for one.

Most have one at the top. The others have one for each thing that was asked about, and name it.
Kafka's `getErrorResponse` of each request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire.messages import response_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_wire.errors import ErrorCode
    from kraft_wire.message import Message


class _Items(NamedTuple):
    """Where a request lists what it is about, and where its answer does."""

    asked: tuple[str, ...]
    answered: str
    structure: str
    copied: tuple[tuple[str, str], ...] = ()


_RESOURCE: Final = (("resource_type", "resource_type"), ("resource_name", "resource_name"))
_NAME: Final = (("name", "name"),)
_ITEMS: Final = {
    19: _Items(("topics",), "topics", "CreatableTopicResult", _NAME),
    20: _Items(
        ("topics",), "responses", "DeletableTopicResult", (*_NAME, ("topic_id", "topic_id"))
    ),
    30: _Items(("creations",), "results", "AclCreationResult"),
    31: _Items(("filters",), "filter_results", "DeleteAclsFilterResult"),
    32: _Items(("resources",), "results", "DescribeConfigsResult", _RESOURCE),
    33: _Items(("resources",), "responses", "AlterConfigsResourceResponse", _RESOURCE),
    37: _Items(("topics",), "results", "CreatePartitionsTopicResult", _NAME),
    44: _Items(("resources",), "responses", "AlterConfigsResourceResponse", _RESOURCE),
    51: _Items(
        ("deletions", "upsertions"),
        "results",
        "AlterUserScramCredentialsResult",
        (("name", "user"),),
    ),
}
_CLIENT_QUOTAS: Final = 49
_DELETE_TOPICS: Final = 20
_ELECT_LEADERS: Final = 43


def refusal(
    request: Message, api_version: int, code: ErrorCode, text: str | None = None
) -> Message:
    """Refuse a request with an error code and, where there is a place for it, a text."""
    api_key = request.API_KEY or 0
    response: Any = response_class(api_key)
    error = _error(response, code, text)
    if api_key == _ELECT_LEADERS:
        return _elections(request, response, code, text, has_top=api_version > 0)
    if error:
        refused: Message = response(**error)
        return refused
    listed: Message
    if api_key == _CLIENT_QUOTAS:
        listed = response(entries=tuple(_quota_entries(request, response, code, text)))
        return listed
    items = _ITEMS.get(api_key)
    if items is None:
        listed = response()
        return listed
    listed = response(**{items.answered: tuple(_refused(items, request, response, code, text))})
    return listed


def _error(structure: Any, code: ErrorCode, text: str | None) -> dict[str, Any]:
    """The fields of an error, as far as a structure has them."""
    fields = {"error_code": code, "error_message": text}
    return {name: value for name, value in fields.items() if name in structure._FIELDS}


def _refused(
    items: _Items, request: Any, response: Any, code: ErrorCode, text: str | None
) -> Iterator[Any]:
    structure = getattr(response, items.structure)
    error = _error(structure, code, text)
    for asked in _asked(items, request):
        copied = {to: getattr(asked, of) for of, to in items.copied}
        yield structure(**copied, **error)
    if request.API_KEY == _DELETE_TOPICS:
        for name in request.topic_names:
            yield structure(name=name, **error)


def _asked(items: _Items, request: Any) -> Iterable[Any]:
    """What the request lists; of several with one name the first, where two lists are named."""
    found = [each for name in items.asked for each in getattr(request, name)]
    if len(items.asked) == 1:
        return found
    firsts: dict[str, Any] = {}
    for each in found:
        firsts.setdefault(each.name, each)
    return firsts.values()


def _quota_entries(request: Any, response: Any, code: ErrorCode, text: str | None) -> Iterator[Any]:
    error = _error(response.EntryData, code, text)
    for entry in request.entries:
        entity = tuple(
            response.EntityData(entity_type=each.entity_type, entity_name=each.entity_name)
            for each in entry.entity
        )
        yield response.EntryData(entity=entity, **error)


def _elections(
    request: Any, response: Any, code: ErrorCode, text: str | None, *, has_top: bool
) -> Message:
    """One error for each partition; at the top there is a place from version 1 on."""
    error = _error(response.PartitionResult, code, text)
    results = tuple(
        response.ReplicaElectionResult(
            topic=topic.topic,
            partition_result=tuple(
                response.PartitionResult(partition_id=partition, **error)
                for partition in topic.partitions
            ),
        )
        for topic in request.topic_partitions or ()
    )
    answer: Message = response(
        replica_election_results=results, **(_error(response, code, text) if has_top else {})
    )
    return answer

"""The state document: facts of a leader for which DescribeQuorum has no field.

A kraft leader adds it to its DescribeQuorum answer as JSON in a tagged field, which Kafka's clients
skip. It is left out while it is empty, so that the bytes of a healthy quorum are Kafka's. Replica
and administration share it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

STATE_TAG: Final = 10_000
"""Far above the tags that Kafka's schemas number from 0 on."""
_BYTES_MAX: Final = 64 << 10
_ENTRIES_MAX: Final = 100
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class ContestedEntry:
    """A voter whose key reports from several addresses, that of its entry first."""

    voter_id: int
    directory_id: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegressedEntry:
    """A voter that acknowledged records up to one offset and then fetched from a lower one.

    `wall_ms` is when, by the leader's clock.
    """

    voter_id: int
    directory_id: str
    acknowledged: int
    fetched: int
    wall_ms: int


@dataclass(frozen=True, slots=True)
class QuorumState:
    """The entries that only a leader has."""

    contested: tuple[ContestedEntry, ...] = ()
    regressed: tuple[RegressedEntry, ...] = ()


def encode_state(state: QuorumState) -> tuple[tuple[int, bytes], ...]:
    """Return the document as tagged fields; none if there is nothing to report."""
    found: dict[str, list[dict[str, Any]]] = {}
    if state.contested:
        found["contestedVoters"] = [
            {"id": each.voter_id, "directoryId": each.directory_id, "addresses": each.addresses}
            for each in state.contested[:_ENTRIES_MAX]
        ]
    if state.regressed:
        found["regressedVoters"] = [
            {
                "id": each.voter_id,
                "directoryId": each.directory_id,
                "acknowledged": each.acknowledged,
                "fetched": each.fetched,
                "atMs": each.wall_ms,
            }
            for each in state.regressed[:_ENTRIES_MAX]
        ]
    if not found:
        return ()
    document = json.dumps(found, separators=(",", ":"))
    return ((STATE_TAG, document.encode()),)


def decode_state(tagged_fields: tuple[tuple[int, bytes], ...]) -> QuorumState:
    """Return the document of an answer; unknown names are skipped.

    Raises ValueError for a document that is too long or of another form.
    """
    document = next((data for tag, data in tagged_fields if tag == STATE_TAG), None)
    if document is None:
        return QuorumState()
    if len(document) > _BYTES_MAX:
        raise ValueError(f"state document: {len(document)} bytes, at most {_BYTES_MAX} are read")
    try:
        found: Any = json.loads(document)
        contested = found.get("contestedVoters", [])[:_ENTRIES_MAX]
        regressed = found.get("regressedVoters", [])[:_ENTRIES_MAX]
        return QuorumState(
            tuple(
                ContestedEntry(
                    _integer(each["id"]),
                    _text(each["directoryId"]),
                    tuple(map(_text, each["addresses"])),
                )
                for each in contested
            ),
            tuple(
                RegressedEntry(
                    _integer(each["id"]),
                    _text(each["directoryId"]),
                    _integer(each["acknowledged"]),
                    _integer(each["fetched"]),
                    _integer(each["atMs"]),
                )
                for each in regressed
            ),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"state document: {error!r}") from None


def _integer(value: Any) -> int:
    """Return a value that is an integer of 64 bits; JSON has larger ones, fractions and true."""
    if type(value) is not int or not -(1 << 63) <= value < 1 << 63:
        raise ValueError(f"{value!r:.40} is not a 64-bit integer")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.40} is not a string")  # noqa: TRY004 - a damaged document
    return value

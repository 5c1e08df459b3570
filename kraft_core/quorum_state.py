"""The state document: facts of a leader that DescribeQuorum has no field for.

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
_CONTESTED_MAX: Final = 100


@dataclass(frozen=True, slots=True)
class ContestedEntry:
    """A voter whose key reports from several addresses, that of its entry first."""

    voter_id: int
    directory_id: str
    addresses: tuple[str, ...]


def encode_state(contested: tuple[ContestedEntry, ...]) -> tuple[tuple[int, bytes], ...]:
    """Return the document as tagged fields; none if there is nothing to report."""
    if not contested:
        return ()
    entries = [
        {"id": each.voter_id, "directoryId": each.directory_id, "addresses": each.addresses}
        for each in contested[:_CONTESTED_MAX]
    ]
    document = json.dumps({"contestedVoters": entries}, separators=(",", ":"))
    return ((STATE_TAG, document.encode()),)


def decode_state(tagged_fields: tuple[tuple[int, bytes], ...]) -> tuple[ContestedEntry, ...]:
    """Return the contested voters of an answer; unknown names are skipped.

    Raises ValueError for a document that is too long or of another form.
    """
    document = next((data for tag, data in tagged_fields if tag == STATE_TAG), None)
    if document is None:
        return ()
    if len(document) > _BYTES_MAX:
        raise ValueError(f"state document: {len(document)} bytes, at most {_BYTES_MAX} are read")
    try:
        found: Any = json.loads(document)
        entries = found.get("contestedVoters", [])
        return tuple(
            ContestedEntry(
                int(each["id"]), str(each["directoryId"]), tuple(map(str, each["addresses"]))
            )
            for each in entries[:_CONTESTED_MAX]
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"state document: {error!r}") from None

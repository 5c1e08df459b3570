"""Log lines of a node: what consensus notes, and connections that were ended.

Clients and peers decide how much there is to say, so lines are limited. They go to the loggers
below `kraft`, of an embedded node as of `kraft start`.
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.effects import NoteKind
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.effects import Note

_LOG: Final = logging.getLogger("kraft.node")
_CONSENSUS: Final = logging.getLogger("kraft.consensus")
_FAULT_LINES: Final = 20
_FAULT_LINES_S: Final = 10.0
_REPLICA_KEY: Final = re.compile(r"\b(\d+)-([0-9a-f]{32})\b")
"""A node id and a directory id, as notes have them."""

_FACT: Final = re.compile(r"(\w+)=(\S+)")
_SAID_MAX: Final = 100

_QUIET: Final = frozenset(
    {
        NoteKind.FETCH_PARKED,
        NoteKind.STALE_COMPLETION,
        NoteKind.CLAIM_WAITS_FOR_FLUSH,
        NoteKind.VOTER_UPDATE_SENT,
        NoteKind.PRE_VOTE_GRANTED,
        NoteKind.PRE_VOTE_REFUSED,
    }
)
"""Frequent notes: level debug."""

_OF_AN_ELECTION: Final = frozenset(
    {NoteKind.BECAME_PROSPECTIVE, NoteKind.ELECTION_LOST, NoteKind.BECAME_FOLLOWER}
)
"""Notes that an election without a winner repeats word for word: info once, then level debug."""


class NoteLog:
    """Notes as log lines.

    A follower that suspects its leader asks for pre-votes every 20 ms while its peers are still in
    contact with that leader: notes about an election are not repeated until something else happens.
    An error that a peer answers with is a state: `refused` gets the peer and the error.
    """

    def __init__(self, refused: Callable[[str, str], None]) -> None:
        self._refused = refused
        self._said: set[Note] = set()

    def __call__(self, note: Note) -> None:
        """Write the note as a line, at the level of its kind."""
        if note.kind is NoteKind.PEER_ERROR:
            self._note_error(note)
        if note.kind is NoteKind.VOTER_CONTESTED:
            _CONSENSUS.error(
                "Two processes run with one replica key (%s). A machine or a directory was copied:"
                " stop the copy, and format its directory with another node id before it starts"
                " again. Until then the entry changes at most once a minute",
                kafka_form(note.detail),
            )
            return
        if note.kind is NoteKind.VOTER_REGRESSED:
            _CONSENSUS.error(
                "A voter has fewer records than it acknowledged to this leader (%s). Its "
                "directory was"
                " restored from an older copy, or a second process runs with its key. Committed"
                " records may be lost if this leader ends before the voter has them again: stop"
                " the voter, remove it from the quorum, format its directory and add it again",
                kafka_form(note.detail),
            )
            return
        is_quiet = note.kind in _QUIET or note.kind is NoteKind.PEER_ERROR or note in self._said
        if not is_quiet:
            if note.kind not in _OF_AN_ELECTION:
                self._said.clear()
            else:
                if len(self._said) >= _SAID_MAX:
                    self._said.clear()
                self._said.add(note)
        level = logging.DEBUG if is_quiet else logging.INFO
        if _CONSENSUS.isEnabledFor(level):
            _CONSENSUS.log(level, "%s %s", note.kind.value, kafka_form(note.detail))

    def _note_error(self, note: Note) -> None:
        facts = dict(_FACT.findall(note.detail))
        peer = f"node {facts['node']}" if "node" in facts else "a peer"
        if peer.startswith("node -"):  # BOOTSTRAP_ID and below: its node id is not known
            peer = "a bootstrap server"
        self._refused(peer, facts.get("error") or facts.get("fault") or note.detail)


def kafka_form(detail: str) -> str:
    """Format the facts of a note with directory ids as Kafka prints them, in base64url."""
    return _REPLICA_KEY.sub(lambda key: f"{key[1]}-{Uuid(bytes.fromhex(key[2]))}", detail)


class FaultLog:
    """Log lines about closed connections: the first few, then a count.

    Unauthenticated peers control their number, so the lines must not be able to fill a disk.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._since_s = now_s()
        self._lines = 0
        self._unsaid = 0

    def __call__(self, peer: str, reason: str) -> None:
        """Write the line, unless there were too many lately."""
        if self._now_s() - self._since_s > _FAULT_LINES_S:
            self.close()
        self._lines += 1
        if self._lines <= _FAULT_LINES:
            _LOG.warning("Closed the connection of %s: %s", peer, reason)
        else:
            self._unsaid += 1

    def close(self) -> None:
        """Log the number of closed connections that had no line."""
        if self._unsaid:
            _LOG.warning("Closed %d more connections", self._unsaid)
        self._since_s, self._lines, self._unsaid = self._now_s(), 0, 0

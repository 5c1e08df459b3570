"""Measure how long a quorum has no leader after one was killed or stopped.

From the signal until another voter tells its application that it leads: then everything that was
committed before has been applied there, and it takes appends. The one that ended is started again
before the next trial.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from benchmarks.report import say

if TYPE_CHECKING:
    import signal

    from benchmarks.quorum_voters import Leading, Quorum

SETTLED_S: Final = 3.0
"""The time that a restarted voter has to follow after it reported its start."""


def trials(quorum: Quorum, number: signal.Signals, count: int, what: str) -> list[float]:
    """Return the seconds without a leader, one number per trial."""
    leading, found = quorum.leader(), []
    time.sleep(SETTLED_S)
    for trial in range(count):
        leading = quorum.newest(leading)
        seconds, leading = _trial(quorum, leading, number)
        say(f"quorum: {what}, {number.name}, trial {trial + 1} of {count}: {seconds:.3f} s")
        found.append(seconds)
    return found


def _trial(quorum: Quorum, leading: Leading, number: signal.Signals) -> tuple[float, Leading]:
    ended = quorum.voters[leading.node_id]
    ended_ns = ended.end(number)
    following = quorum.leader(since_ns=ended_ns)
    quorum.start(ended)
    ended.wait_until_listening()
    time.sleep(SETTLED_S)
    return (following.at_ns - ended_ns) / 1e9, following

"""Scenario files: a command, a rule, and its effects. The diff is the review.

Six files have every line, so that a change of order or of a request is seen. The others begin with
the comment MILESTONES: they have outcomes (leaders, commits, voters, truncations, states) and
no routine step, so that a change of the way to the same outcome leaves them alone.

    cluster voters=1,2,3
    ----

    deadline 1
    ----
    1 prospective epoch=0: PreVote to 2,3

Time stands still and messages wait until a command says otherwise. Commands:

    cluster voters=1,2,3 [log=5@1] [log.2=2@1/7@3] [level=0] [option=value ...]
    deadline N            time goes on to N's deadline, only N sees it
    wait MS               time goes on, everybody's deadlines are kept
    live MS               time goes on, everything arrives after ten milliseconds
    campaign N            N's deadlines, one after the other, until it asks for votes
    deliver [N ...]       deliver what is under way to these nodes (or to all), once
    settle                deliver until nothing is under way
    drop [A->B] [B]       lose what is under way on that link, or to that node
    append N value ...    the user of N appends
    hold N | flush N      N's disk stops | does all that it was asked to do
    crash N | restart N   without power: what was not flushed is gone
    kill N                the process alone ends: the page cache stays
    move N                it starts again at another address
    lose N                its disk is gone; restart N gives it a new directory
    start N               a new node with an empty disk
    add N to L | remove N from L | upgrade L | resign N | shutdown N | witness N on
    able N ...            everybody hears that these can lead
    unreachable N         N's connection to its leader is refused
    snapshot N            N snapshots what it has applied and deletes the log below
    state                 one line a node
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.scenario_world import World

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RULE = "----"
MILESTONES = "# Milestones: routine steps are left out."
ROUTINE = {"sends", "grants", "stores", "appends", "fetch-timed-out"} | {
    f"became-{role}" for role in ("prospective", "candidate", "unattached", "follower")
}
"""Second words of the lines that milestones leave out."""


def blocks(text: str) -> Iterator[tuple[list[str], str, list[str]]]:
    """Yield (comment lines, command, expected lines) of each block."""
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        comments = [line for line in lines if line.startswith("#")]
        rest = [line for line in lines if not line.startswith("#")]
        if rest:
            assert rest[1] == RULE, f"a rule is missing after {rest[0]!r}"
            yield comments, rest[0], rest[2:]
        else:
            yield comments, "", []


def has_milestones(text: str) -> bool:
    """Return True if a file leaves out routine steps."""
    return MILESTONES in text.splitlines()


def play(text: str) -> str:
    """Return the file with the actual results of its commands."""
    world, played = World(), []
    left_out = ROUTINE if has_milestones(text) else set()
    for comments, command, _ in blocks(text):
        lines = [*comments]
        if command:
            happened = world.do(command)
            lines += [command, RULE]
            lines += [line for line in happened if line.split()[1] not in left_out]
        played.append("\n".join(lines))
    return "\n\n".join(played) + "\n"


def check(path: Path, *, update: bool) -> None:
    """Compare a scenario file with what happens, or rewrite it."""
    text = path.read_text(encoding="utf-8")
    played = play(text)
    if update:
        path.write_text(played, encoding="utf-8")
    else:
        assert played == text

"""Scenario files: a command, a rule, what follows from it. The diff is the review.

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


def blocks(text: str) -> Iterator[tuple[list[str], str, list[str]]]:
    """(comment lines, command, expected lines) of each block."""
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        comments = [line for line in lines if line.startswith("#")]
        rest = [line for line in lines if not line.startswith("#")]
        if rest:
            assert rest[1] == RULE, f"a rule is missing after {rest[0]!r}"
            yield comments, rest[0], rest[2:]
        else:
            yield comments, "", []


def play(text: str) -> str:
    """The file as it should be: every command with what really follows from it."""
    world, played = World(), []
    for comments, command, _ in blocks(text):
        lines = [*comments]
        if command:
            lines += [command, RULE, *world.do(command)]
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

"""What there is to see at a moment: the nodes, the client, and what has just happened."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from kraft_core.demo.processes import Fate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kraft_core.demo.processes import Process


class Mood(StrEnum):
    """How a sentence is meant."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened, `seconds` after the beginning: its kind, a sentence, and the facts."""

    seconds: float
    kind: str
    text: str
    mood: Mood = Mood.PLAIN
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self, view: View) -> dict[str, Any]:
        """The event with the state of the nodes at that moment."""
        return {
            "seconds": round(self.seconds, 3),
            "event": self.kind,
            "text": self.text,
            **self.facts,
            "acknowledged": view.acknowledged,
            "nodes": [asdict(node) for node in view.nodes],
        }


@dataclass(frozen=True, slots=True)
class NodeView:
    """One node. What it has not told is None; `lag` counts records behind the leader's log end."""

    node: int
    role: str
    epoch: int | None = None
    high_watermark: int | None = None
    log_end: int | None = None
    lag: int | None = None
    news: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """All nodes, and what the client has seen; `rate` is acknowledgements a second."""

    seconds: float
    acknowledged: int
    rate: int
    nodes: tuple[NodeView, ...]


def look_at(members: Iterable[Process], news: Mapping[int, str]) -> tuple[NodeView, ...]:
    """The nodes as they are; `news` is what happened to each last."""
    known = list(members)
    ends = [each.state.log_end for each in known if each.is_running and each.state]
    leading = [
        each.state.log_end for each in known if each.is_running and each.state and each.state.leads
    ]
    newest = max(leading or ends, default=0)
    return tuple(_look_at(each, newest, news.get(each.node_id, "")) for each in known)


def _look_at(member: Process, newest: int, news: str) -> NodeView:
    state = member.state
    if state is None or member.fate not in {Fate.RUNNING, Fate.ENDED}:
        return NodeView(member.node_id, member.fate.value, news=news)
    return NodeView(
        node=member.node_id,
        role=state.role if member.is_running else member.fate.value,
        epoch=state.epoch,
        high_watermark=state.high_watermark,
        log_end=state.log_end,
        lag=max(newest - state.log_end, 0),
        news=news,
    )

"""A run of a quorum as one self-contained HTML page: `kraft simulate --html`, `kraft story --html`.

`Timeline` is what a page shows: a lane for each replica with its roles, high watermark and marks,
and the messages between lanes. The page needs no network and no other file. Messages beyond
`MESSAGES_MAX` are thinned evenly; those of elections, the last ones up to a failure, and marks are
kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final, NamedTuple

MESSAGES_MAX: Final = 60_000
"""Messages on one page; more would make it slow and larger than 10 MB."""
POINTS_MAX: Final = 20_000
"""High watermarks on one page."""

LAST_MESSAGES: Final = 5_000
"""Number of messages before a failure that are never thinned."""

_KEPT: Final = frozenset({"Vote", "PreVote", "BeginQuorumEpoch", "EndQuorumEpoch"})
"""Requests and responses of elections are never thinned."""


@dataclass(slots=True)
class Span:
    """A state of a replica from one moment to another, in milliseconds of the run."""

    begin_ms: float
    end_ms: float
    role: str
    epoch: int
    text: str = ""


class Mark(NamedTuple):
    """An event at one moment; `kind` determines its colour and filter."""

    at_ms: float
    kind: str
    text: str


@dataclass(slots=True)
class Lane:
    """One replica, or a directory of one."""

    name: str
    spans: list[Span] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    high_watermarks: list[tuple[float, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MessageSent:
    """One message. `arrived_ms` is None for one that was lost. Lanes are by number."""

    sent_ms: float
    sender: int
    arrived_ms: float | None
    receiver: int
    kind: str
    is_response: bool = False
    text: str = ""


@dataclass(slots=True)
class Timeline:
    """The content of a page. `marks` belong to no lane; `failure` ends the run."""

    title: str
    about: str
    end_ms: float = 0.0
    level: str = "high watermark"
    """Meaning of `high_watermarks` of the lanes."""
    lanes: list[Lane] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    messages: list[MessageSent] = field(default_factory=list)
    failure: Mark | None = None


def render(timeline: Timeline) -> str:
    """Return the page. Texts of the run are data in it, never markup."""
    template = files(__package__).joinpath("timeline_page.html").read_text(encoding="utf-8")
    # "</" would end the script element, even within a string
    data = json.dumps(_facts(timeline), separators=(",", ":")).replace("</", "<\\/")
    return template.replace("/*DATA*/null", data, 1)


def _facts(timeline: Timeline) -> dict[str, Any]:
    messages = _thinned(timeline.messages, timeline.failure)
    kinds = sorted({each.kind for each in messages})
    number = {kind: place for place, kind in enumerate(kinds)}
    return {
        "title": timeline.title,
        "about": timeline.about,
        "end": round(timeline.end_ms, 3),
        "level": timeline.level,
        "lanes": [_lane_facts(lane) for lane in timeline.lanes],
        "marks": [_mark_facts(mark) for mark in timeline.marks],
        "kinds": kinds,
        "messages": [
            [
                round(each.sent_ms, 3),
                each.sender,
                None if each.arrived_ms is None else round(each.arrived_ms, 3),
                each.receiver,
                number[each.kind],
                int(each.is_response),
                each.text,
            ]
            for each in messages
        ],
        "left_out": len(timeline.messages) - len(messages),
        "failure": None if timeline.failure is None else _mark_facts(timeline.failure),
    }


def _lane_facts(lane: Lane) -> dict[str, Any]:
    points = lane.high_watermarks
    step = -(-len(points) // POINTS_MAX) or 1
    shown = points[::step]
    if shown and shown[-1] != points[-1]:
        shown.append(points[-1])
    return {
        "name": lane.name,
        "spans": [
            [round(each.begin_ms, 3), round(each.end_ms, 3), each.role, each.epoch, each.text]
            for each in lane.spans
        ],
        "marks": [_mark_facts(mark) for mark in lane.marks],
        "hw": [[round(at, 3), offset] for at, offset in shown],
    }


def _mark_facts(mark: Mark) -> list[Any]:
    return [round(mark.at_ms, 3), mark.kind, mark.text]


def _thinned(messages: list[MessageSent], failure: Mark | None) -> list[MessageSent]:
    """Return all election messages, the last ones before a failure, and every n-th other."""
    last = len(messages) if failure is None else len(messages) - LAST_MESSAGES
    is_kept = [each.kind in _KEPT or place >= last for place, each in enumerate(messages)]
    others = is_kept.count(False)
    room = max(MESSAGES_MAX - (len(messages) - others), 1)
    step = -(-others // room) or 1
    kept, number = [], 0
    for message, stays in zip(messages, is_kept, strict=True):
        if stays:
            kept.append(message)
            continue
        if number % step == 0:
            kept.append(message)
        number += 1
    return kept

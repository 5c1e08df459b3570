"""No kind of note is dead: campaigns reach each of them, but for those that have a reason here."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from kraft_core.consensus.effects import NoteKind
from kraft_core.simulation.campaign import run

CAMPAIGNS = {
    "default": 300,
    "witness": 60,
    "upgrade": 40,
    "snapshots": 60,
    "membership": 60,
    "hanging-disks": 40,
}
"""Scenarios and their seeds from 0 on."""

NEVER = {
    NoteKind.HIGH_WATERMARK_FELL: "a leader that tells of less than it knows",
    NoteKind.RECORDS_REFUSED: "a leader whose records have gaps or falling epochs",
    NoteKind.TRUNCATION_REFUSED: "a leader that wants committed records cut",
}
"""What only a wrong peer can bring about: seen here, it is a failure."""

RARE = {
    NoteKind.CAMPAIGN_RESTARTED: "a truncation or an installation that ends within a campaign",
    NoteKind.LEADER_MOVED: "a leader that is found at another address than the one remembered",
    NoteKind.LEADER_UNREACHABLE_ADDRESS: "a leader outside the voter set, told of without address",
    NoteKind.SNAPSHOT_FETCH_DROPPED: "a leader that lets go of a snapshot while it is fetched",
    NoteKind.STALE_COMPLETION: "a piece of a snapshot that is stored after its leader was lost",
}
"""What takes more seeds than a test should run; `notes_not_seen` of long campaigns tells."""


@pytest.mark.simulation
def test_every_kind_of_note_is_reached():
    found = Counter()
    for scenario, seeds in CAMPAIGNS.items():
        for result in run(range(seeds), scenario, jobs=os.cpu_count() or 1):
            found.update(result.notes)
    missing = {kind for kind in NoteKind if not found[kind]}
    assert missing - set(RARE) == set(NEVER)

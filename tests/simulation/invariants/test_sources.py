"""Every name under which others know something leads to an invariant of ours."""

from __future__ import annotations

from kraft_core.simulation.invariants.registry import INVARIANTS
from kraft_core.simulation.invariants.sources import GAPS, KAFKA, SOURCES

OURS = {each.name: each for each in INVARIANTS}


def test_they_lead_to_one_of_ours():
    for names in SOURCES.values():
        assert set(names.values()) <= set(OURS)


def test_each_invariant_names_where_it_comes_from():
    for names in SOURCES.values():
        for theirs, ours in names.items():
            assert theirs == ours or theirs in OURS[ours].source, (theirs, ours)


def test_what_is_nobody_elses_keeps_its_name():
    assert all(theirs == ours for theirs, ours in SOURCES[GAPS].items())
    assert len(SOURCES[KAFKA]) == 8

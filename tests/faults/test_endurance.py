"""The judgement of `make endurance`: figures that are flat, and some that are not."""

from __future__ import annotations

import pytest

from tests.faults.endurance import DISK_MAX, RENEWALS, SAMPLES, Endurance, Sample

FLAT = [Sample(40_000_000, 30, 4_000_000, 4)] * SAMPLES


def report(samples=FLAT, **more):
    values = {"appends": 600_000, "elections": 1, "renewals": {1: RENEWALS}, **more}
    return Endurance(600, {1: samples}, **values)


def grown(**more):
    """Flat until the last quarter."""
    first, last = FLAT[: SAMPLES * 7 // 8], FLAT[SAMPLES * 7 // 8 :]
    return [*first, *(each._replace(**more) for each in last)]


def test_flat_run_has_no_faults():
    assert list(report().faults()) == []
    assert "| 1 | 4 | 40.0 | 30 | 4.0 | 4 |" in str(report())


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        (report(grown(memory=47_000_000)), "memory grew by 7,000,000 bytes"),
        (report(grown(descriptors=40)), "40 descriptors, 10 more"),
        (report(grown(disk=DISK_MAX + 1)), f"{DISK_MAX + 1:,} bytes on disk"),
        (report(failed=1), "1 appends failed"),
        (report(elections=2), "2 leaders"),
        (report(appends=1000), "only 1000 appends"),
        (report(renewals={1: RENEWALS - 1}), "11 renewals noticed"),
    ],
)
def test_growth_and_errors_are_reported(found, fault):
    (said,) = found.faults()
    assert fault in said
    assert f"NOT FLAT: {said}" in str(found)

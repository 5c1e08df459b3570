"""A small flood at the leader of three nodes; `make flood` is the large one."""

from __future__ import annotations

import pytest

from tests.faults.flood import flood

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.parametrize("security", ["plaintext", "sasl_ssl"])
def test_a_flood_costs_no_append_and_no_election(tmp_path, security):
    report = flood(tmp_path, security, seconds=5, share=0.04)
    print(report)
    assert report.holds, report
    assert report.counts["large"] > 0
    assert report.memory["after it"] < report.memory["before"] + 100_000_000

"""A small flood at the leader of three nodes; `make flood` is the large one."""

from __future__ import annotations

import pytest

from kraft_core.raft.replica.batches import data_batch
from tests.faults.flood import flood, numbers_in
from tests.faults.flood_server import record


def test_a_record_of_another_leader_is_no_second_append():
    log = {
        0: data_batch([record(3, 1), record(3, 2)], timestamp_ms=0, base_offset=0, epoch=1),
        2: data_batch([record(1, 1)], timestamp_ms=0, base_offset=2, epoch=2),
    }
    assert (numbers_in(log, 3), numbers_in(log, 1)) == ([1, 2], [1])


@pytest.mark.node
@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("security", ["plaintext", "sasl_ssl"])
def test_a_flood_costs_no_append_and_no_election(tmp_path, security):
    report = flood(tmp_path, security, seconds=5, share=0.04)
    print(report)
    assert report.holds, report
    assert report.counts["large"] > 0
    assert report.memory["after it"] < report.memory["before"] + 100_000_000

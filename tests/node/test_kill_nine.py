"""Three processes; the leader is killed without warning, and nothing acknowledged is lost."""

from __future__ import annotations

import pytest

from tests.node.appending_process import AppendingProcess, check_logs, counts, leading
from tests.node.cluster import format_node, properties_of, voters_at, wait_until
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(120)]


@pytest.fixture
def processes(tmp_path):
    ports = free_ports(3)
    made = []
    for node_id in (1, 2, 3):
        format_node(tmp_path, node_id, voters_at(ports))
        made.append(AppendingProcess(tmp_path, properties_of(node_id, ports, tmp_path)))
    yield made
    for each in made:
        each.kill()


def test_nothing_acknowledged_is_lost_when_leaders_are_killed(processes):
    for each in processes:
        each.start()
    for _ in range(3):
        since = counts(processes)
        leader = wait_until(lambda since=since: leading(processes, since))
        leader.kill()
        others = [each for each in processes if each is not leader]
        since = counts(others)
        wait_until(lambda others=others, since=since: leading(others, since))
        leader.start()
    since = counts(processes)
    leader = wait_until(lambda: leading(processes, since))
    for each in processes:
        if each is not leader:
            assert each.stop() == 0
    leader.kill()  # without a majority it would wait for one
    assert check_logs(processes) > 100

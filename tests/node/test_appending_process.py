"""The process that appends for tests: at rest, nothing of it is under way."""

from __future__ import annotations

import time

from tests.node.appending_process import AppendingProcess, records_of
from tests.node.cluster import format_node, properties_of, voters_at
from tests.support.ports import free_ports
from tests.support.waiting import wait_until


def test_at_rest_what_is_appended_is_acknowledged_and_nothing_follows(tmp_path):
    ports = free_ports(1)
    format_node(tmp_path, 1, voters_at(ports))
    slow = {"controller.quorum.append.linger.ms": "200"}  # there is always one under way
    process = AppendingProcess(tmp_path, properties_of(1, ports, tmp_path) | slow)
    process.start()
    try:
        wait_until(lambda: len(process.acknowledged) >= 3, "three acknowledged appends")
        process.rest()
        acknowledged = process.acknowledged
        assert acknowledged == records_of(process)
        time.sleep(0.5)
        assert process.acknowledged == acknowledged == records_of(process)
    finally:
        process.kill()

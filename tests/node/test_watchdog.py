"""What blocks the event loop is named, in a log line and in the metrics."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from kraft_core.node import watchdog as watchdog_module
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.tasks import Conditions
from kraft_core.node.watchdog import Watchdog
from tests.node.cluster import ListMachine, NodeProcess, format_node, properties_of, run, voters_at
from tests.support.ports import free_ports
from tests.support.waiting import TIMEOUT_S, wait_until, wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(120)]


def test_function_that_blocks_the_event_loop_is_named_with_its_times(monkeypatch):
    turn_of, is_named = watchdog_module._turn_of, threading.Event()

    def named(frame):
        turn = turn_of(frame)
        if turn.endswith("Conditions.until"):
            is_named.set()
        return turn

    monkeypatch.setattr(watchdog_module, "_turn_of", named)

    async def story():
        stalls = []
        watchdog = Watchdog(50, stalls.append)
        waits = Conditions()

        def blocks():
            threading.Event().wait(0.4)
            return is_named.wait(TIMEOUT_S)  # on a busy machine the watchdog looks later

        def is_reported():
            return [each for each in stalls if each.turn.endswith("Conditions.until")]

        await waits.until(blocks)
        (stall,) = await wait_until_async(is_reported, "the report of the stall")
        watchdog.close()
        assert stall.turn == "kraft_core.node.tasks.Conditions.until"
        assert stall.seconds >= 0.4
        assert stall.cpu_s < stall.seconds / 2
        assert watchdog.by_turn[stall.turn].count == 1
        assert watchdog.longest_s >= stall.seconds

    run(story())


def test_computing_time_is_reported_separately():
    async def story():
        stalls = []
        watchdog = Watchdog(50, stalls.append)
        end = time.thread_time() + 0.3
        while time.thread_time() < end:
            pass
        await wait_until_async(
            lambda: any(each.cpu_s > 0.2 for each in stalls), "the report of a computing stall"
        )
        watchdog.close()

    run(story())


def test_stall_that_ends_before_the_watchdog_looks_is_reported(monkeypatch):
    async def story():
        stalls = []
        watchdog = Watchdog(50, stalls.append)
        monkeypatch.setattr(watchdog, "_follow", lambda _: None)  # as if it had not looked
        threading.Event().wait(0.4)
        await wait_until_async(lambda: stalls, "the report of a stall")
        watchdog.close()
        assert stalls[0].turn == "unknown"
        assert 0.05 < stalls[0].seconds < 30

    run(story())


def test_paused_process_reports_a_blocked_event_loop(tmp_path):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    process = NodeProcess(tmp_path, properties_of(1, [port], tmp_path))
    try:
        process.start()
        os.kill(process.process_id, signal.SIGSTOP)
        time.sleep(0.5)
        os.kill(process.process_id, signal.SIGCONT)
        wait_until(
            lambda: "The event loop was blocked for" in process.said(),
            "the report of a blocked event loop",
        )
    finally:
        process.kill()


def test_metrics_have_stalls_by_function(tmp_path):
    async def story():
        (port,) = free_ports(1)
        format_node(tmp_path, 1, voters_at([port]))
        configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path))
        async with RaftNode(configuration, ListMachine()) as node:
            assert "kraft_event_loop" not in node.metrics.text()
            node.metrics.watchdog = watchdog = Watchdog(50, lambda _: None)
            threading.Event().wait(0.3)
            await wait_until_async(lambda: watchdog.by_turn, "times by turn")
            watchdog.close()
            text = node.metrics.text()
            for turn, stalls in watchdog.by_turn.items():
                count = float(stalls.count)
                assert f'kraft_event_loop_stalls_total{{turn="{turn}"}} {count}' in text
                assert f'kraft_event_loop_stall_seconds_total{{turn="{turn}"}}' in text
            assert "kraft_event_loop_longest_stall_seconds" in text

    run(story())

"""All acts with real processes, as `kraft demo --json` tells them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(300)]

ROOT = Path(__file__).parents[2]
ACTS = [
    "start",
    "elected",
    "append",
    "snapshot",
    "join",
    "snapshot-fetched",
    "voter-added",
    "killed",
    "failover",
    "voter-removed",
    "restart",
    "caught-up",
    "settled",
    "audit",
    "verdict",
]


def demo(tmp_path, *options):
    return subprocess.Popen(
        [sys.executable, "-m", "kraft_core.cli", "demo", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        start_new_session=True,
    )


def members(tmp_path):
    """Command lines of the nodes of that demo that are alive."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_text(errors="replace")
        except OSError:
            continue
        if "kraft_core.demo.member" in line and str(tmp_path) in line:
            found.append(line)
    return found


def test_a_quorum_is_hurt_and_loses_nothing(tmp_path):
    out, err = demo(tmp_path, "--json", "--pace", "0.1").communicate(timeout=240)
    events = [json.loads(line) for line in out.splitlines()]
    by_kind = {event["event"]: event for event in events}
    assert err == ""
    assert [event["event"] for event in events if event["event"] != "doubtful"] == ACTS
    verdict = by_kind["verdict"]
    assert verdict["good"], verdict["text"]
    assert verdict["records"] == verdict["acknowledged"] > 1000
    assert by_kind["snapshot-fetched"]["offset"] > 0
    assert by_kind["voter-added"]["voters"] == [1, 2, 3, 4]
    killed = by_kind["killed"]["node"]
    assert killed == by_kind["killed"]["nodes"][killed - 1]["node"]
    assert by_kind["failover"]["leader"] != killed
    assert by_kind["voter-removed"]["voters"] == sorted({1, 2, 3, 4} - {killed})
    assert by_kind["caught-up"]["nodes"][killed - 1]["role"] == "observer"
    assert {node["log_end"] for node in verdict["nodes"]} == {by_kind["settled"]["offset"]}
    assert not members(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_demo_that_is_ended(tmp_path, number):
    process = demo(tmp_path, "--json")
    with process:
        for line in process.stdout:
            if json.loads(line)["event"] == "append":
                break
        assert len(members(tmp_path)) == 3
        process.send_signal(number)
        err = process.communicate(timeout=60)[1]
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert err == ""
    wait_until(lambda: not members(tmp_path), "the members to end")
    assert list(tmp_path.iterdir()) == []

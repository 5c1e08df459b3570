"""`make demo`: the whole story with real processes, and its check of the disks."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kraft_wire.messages import FetchRequest, VoteRequest
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "demo"
EVENTS = [
    *("codec", "elected", "vote", "refused", "append", "nodes", "killed", "failover"),
    *("join", "voter-added", "returned", "nodes", "nodes", "audit", "verdict"),
]


def demo(tmp_path, *options):
    return subprocess.Popen(
        [sys.executable, str(FOLDER), "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        start_new_session=True,
    )


def members(tmp_path):
    """Return the command lines of the nodes of that demo that run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_text(errors="replace")
        except OSError:
            continue
        if "member.py" in line and str(tmp_path) in line:
            found.append(line)
    return found


def masked(sentence):
    return re.sub(r"[\d,.]*\d", "#", sentence)


@pytest.mark.node
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_leader_is_killed_and_no_acknowledged_entry_is_missing(tmp_path):
    process = demo(tmp_path, "--pause", "0.2")
    out, err = process.communicate(timeout=240)
    events = [json.loads(line) for line in out.splitlines()]
    assert (err, process.returncode) == ("", 0)
    assert [event["event"] for event in events] == EVENTS
    by_kind = {event["event"]: event for event in events}
    frame = bytes.fromhex(by_kind["vote"]["hex"])
    killed = by_kind["killed"]["node"]
    epoch = VoteRequest.decode(frame[19:], 2).topics[0].partitions[0].replica_epoch
    assert epoch >= 1
    assert by_kind["failover"]["leader"] != killed
    verdict = by_kind["verdict"]
    assert verdict["lost"] == []
    assert verdict["acknowledged"] > 500
    assert {count >= verdict["acknowledged"] for count in verdict["disks"].values()} == {True}
    assert len(verdict["disks"]) == 4
    documented = (ROOT / "docs" / "demo.md").read_text(encoding="utf-8")
    sentences = re.findall(r"^ *[\d.]+ s  (.*)$", documented, re.MULTILINE)
    assert [masked(text) for text in sentences] == [masked(event["text"]) for event in events]
    assert not members(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.node
@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_process_and_no_file_is_left_of_a_demo_that_is_ended(tmp_path, number):
    with demo(tmp_path) as process:
        for line in process.stdout:
            if json.loads(line)["event"] == "append":
                break
        assert len(members(tmp_path)) == 3
        process.send_signal(number)
        err = process.communicate(timeout=60)[1]
    assert (err, process.returncode) == ("", 130 if number == signal.SIGINT else -number)
    wait_until(lambda: not members(tmp_path), "the nodes to end")
    wait_until(lambda: not list(tmp_path.iterdir()), "the folder to be removed")


def test_demo_uses_public_names_only():
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kraft_core"):
                assert node.module == "kraft_core", path.name


# -- the check of the disks ------------------------------------------------------------------------


class Entry:
    """The part of a generated codec that the ledger uses: three values in JSON."""

    def __init__(self, first, last, text):
        self.first, self.last, self.text = first, last, text

    def encode(self, version):
        assert version == 0
        return json.dumps([self.first, self.last, self.text]).encode()

    @classmethod
    def decode(cls, data, version):
        if not data.startswith(b"["):
            FetchRequest.decode(b"", version + 4)  # raises the error of bytes that end too soon
        return cls(*json.loads(data))


@pytest.fixture
def ledger_module(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, "ledger", raising=False)
    import ledger

    yield ledger
    sys.modules.pop("ledger", None)


def encoded(*values, base_offset=0):
    builder = RecordBatchBuilder(base_offset=base_offset)
    for value in values:
        builder.append(1, None, value)
    return bytes(builder.build())


def batch(*values):
    return RecordBatch(encoded(*values))


def ledger_of(module, *numbers):
    ledger = module.Ledger(Entry)
    values = [Entry(number, number, module.text_of(number)).encode(0) for number in numbers]
    if values:
        ledger.apply(batch(*values))
    return ledger


def test_entries_are_kept_as_ranges_and_a_snapshot_restores_them(ledger_module):
    ledger = ledger_of(ledger_module, 1, 2, 3, 7, 8, 20)
    assert (ledger.ranges, ledger.faults, ledger.end) == ([(1, 3), (7, 8), (20, 20)], 0, 6)
    restored = ledger_module.Ledger(Entry)
    restored.load(batch(*ledger.snapshot_values()))
    assert (restored.ranges, restored.faults) == (ledger.ranges, 0)


@pytest.mark.parametrize("value", [(2, 2, 2), (1, 1, 1), (4, 3, 4), (3, 3, 4), None])
def test_an_entry_that_is_repeated_late_or_damaged_is_a_fault(ledger_module, value):
    ledger = ledger_of(ledger_module, 1, 2)
    number = value and ledger_module.text_of(value[2])
    ledger.apply(batch(Entry(*value[:2], number).encode(0) if value else b"damaged"))
    assert (ledger.faults, ledger.ranges) == (1, [(1, 2)])


@pytest.mark.parametrize(
    ("first", "second", "loss"),
    [
        ((1, 2), (1,), "node 2 lacks 1 entries, first 2"),
        ((1, 2, 2), (1, 2), "node 1 has 1 entries twice, late or damaged"),
        ((1, 2), (1, 2, 3), "nodes 1 and 2 differ"),
    ],
)
def test_each_kind_of_loss_is_found(ledger_module, first, second, loss):
    disks = {1: ledger_of(ledger_module, *first), 2: ledger_of(ledger_module, *second)}
    assert loss in ledger_module.losses({1, 2}, disks)


def test_equal_disks_with_all_acknowledged_entries_are_no_loss(ledger_module):
    disks = {node_id: ledger_of(ledger_module, 1, 2, 3) for node_id in (1, 2)}
    assert ledger_module.losses({1, 3}, disks) == []
    assert ledger_module.losses(set(), disks) == ["no entry was acknowledged"]


def test_a_disk_is_read_from_its_snapshot_and_damage_is_refused(ledger_module, tmp_path):
    values = [Entry(n, n, ledger_module.text_of(n)).encode(0) for n in (1, 2, 3)]
    log = b"".join(encoded(value, base_offset=at) for at, value in enumerate(values))
    segment = tmp_path / f"{0:020}.log"
    segment.write_bytes(log)
    snapshot = encoded(*ledger_of(ledger_module, 1, 2).snapshot_values())
    (tmp_path / f"{2:020}-{1:010}.checkpoint").write_bytes(snapshot)
    disk = ledger_module.read_disk(tmp_path, Entry)
    assert (disk.ranges, disk.faults) == ([(1, 3)], 0)
    for damaged in (log[:-1], log[:-1] + bytes([log[-1] ^ 1])):
        segment.write_bytes(damaged)
        with pytest.raises(ValueError, match="is damaged"):
            ledger_module.read_disk(tmp_path, Entry)

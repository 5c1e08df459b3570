"""The digest of a run tells runs apart that differ in what matters, and `make digests` goes on."""

from __future__ import annotations

import json

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.values import BatchSummary, Election, LeaderAndEpoch
from kraft_core.sim.quorum.campaign import run_seed
from kraft_core.sim.quorum.digest import RunDigest
from kraft_core.sim.quorum.disk import SimulatedDisk
from kraft_core.sim.quorum.injected_bugs import injected
from tests import digests

ANNOUNCE = fx.AnnounceLeader(LeaderAndEpoch(1, 2))
STORE = fx.StoreElection(Election(2), 1, (1, 2, 3))


def decided(*effects, deadline_ms=7):
    found = RunDigest()
    found.decided(5, 1, deadline_ms, list(effects))
    return found.hexdigest()


def appended(payload):
    return fx.AppendRecords(0, 0, 1, (BatchSummary(0, 0, 1, 3),), payload, None)


def test_effects_their_order_their_bytes_and_deadlines_count():
    found = [
        decided(),
        decided(deadline_ms=8),
        decided(deadline_ms=None),
        decided(ANNOUNCE),
        decided(ANNOUNCE, STORE),
        decided(STORE, ANNOUNCE),
        decided(appended(b"abc")),
        decided(appended(b"abd")),
    ]
    assert len(set(found)) == len(found)


def test_notes_and_the_kind_of_buffer_do_not_count():
    assert decided(Note(NoteKind.LOG_TRUNCATED, "to=1"), ANNOUNCE) == decided(ANNOUNCE)
    assert decided(appended(memoryview(b"abc"))) == decided(appended(b"abc"))


def test_disk_operations_count_unless_they_only_read():
    found = set()
    for kind in ("write", "sync", "rename", "open", "read"):
        digest = RunDigest()
        digest.disk_operation(5, 1, kind, "a")
        found.add(digest.hexdigest())
    assert len(found) == 4
    assert RunDigest().hexdigest() in found


def test_disk_reports_operations_with_and_without_faults_set():
    seen = []
    disk = SimulatedDisk("disk", lambda kind, path: seen.append((kind, path)))
    disk.root.create("a").sync()
    assert [kind for kind, _ in seen] == ["create", "sync"]
    disk.fail_sync_in = 0
    with pytest.raises(OSError, match="sync"):
        disk.root.create("b").sync()
    assert [kind for kind, _ in seen] == ["create", "sync", "create", "sync"]


def test_deadline_that_changes_nothing_else_changes_the_digest(monkeypatch):
    """A restructuring that computes another deadline is seen, though nobody had to wait for it."""
    before = run_seed(1, "calm")
    decide = RunDigest.decided

    def later(self, now_ms, node_id, deadline_ms, effects):
        decide(self, now_ms, node_id, None if deadline_ms is None else deadline_ms + 1, effects)

    monkeypatch.setattr(RunDigest, "decided", later)
    after = run_seed(1, "calm")
    assert (before.messages, before.steps) == (after.messages, after.steps)
    assert before.digest != after.digest


def options(out, *more):
    return ["--seeds", "20", "--scenario", "elect", "--jobs", "1", "--out", str(out), *more]


def test_make_digests_continues_after_an_interruption(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(digests, "BLOCK", 5)
    whole, ended = tmp_path / "whole", tmp_path / "ended"
    assert digests.main(options(whole)) == 0
    expected = capsys.readouterr().out
    assert expected.split()[:2] == ["elect", "20"]
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    ended.write_text("".join(lines[:3]) + lines[3][:-9])
    ran = []
    run_block = digests.run_block
    monkeypatch.setattr(
        digests, "run_block", lambda key, jobs: ran.append(key) or run_block(key, jobs)
    )
    assert digests.main(options(ended)) == 0
    assert capsys.readouterr().out == expected
    assert ran == [("elect", 10, 15), ("elect", 15, 20)]
    assert ended.read_text() == whole.read_text()


def test_make_digests_names_seeds_that_fail(tmp_path, capsys):
    with injected("wins-with-one-vote"):
        digests.main(
            [
                "--seeds",
                "20",
                "--scenario",
                "default",
                "--jobs",
                "1",
                "--out",
                str(tmp_path / "out"),
            ]
        )
    line = capsys.readouterr().out
    assert line.startswith("default 20 ")
    assert "failed: [" in line


def test_make_digests_refuses_a_file_of_other_sources(tmp_path, capsys):
    out = tmp_path / "out"
    out.write_text(json.dumps({"sources": "0" * 32}) + "\n")
    assert digests.main(options(out)) == 2
    assert "other sources" in capsys.readouterr().err

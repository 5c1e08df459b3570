"""`kraft start` under strace: what a whole process asks of the kernel, and in which order."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.node.cluster import NodeProcess, format_node, properties_of, voters_at
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.timeout(240)]

LOG, VOTE, MARK = f"{0:020d}.log", "quorum-state", "durable-mark"
CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)")
OPENED = re.compile(r"<([^>]*)>")
KINDS = {
    "pwritev": "pwrite",
    "pwritev2": "pwrite",
    "pwrite64": "pwrite",
    "renameat": "rename",
    "renameat2": "rename",
}
QUOTED = re.compile(r'"([^"]*)"')


class TracedProcess(NodeProcess):
    """`kraft start` under strace, which ends with the exit status of what it traces."""

    @property
    def trace(self):
        return self.folder.parent / "trace.txt"

    @property
    def command(self):
        calls = "trace=fdatasync,fsync,rename,renameat,renameat2,pwritev,pwritev2,pwrite64"
        return ["strace", "-f", "-y", "-e", calls, "-o", str(self.trace), *super().command]

    def end(self, number):
        """Signal the traced process: strace neither passes signals on nor takes it along."""
        if self.is_running:
            children = Path(f"/proc/{self.process_id}/task/{self.process_id}/children")
            for child in children.read_text().split():
                os.kill(int(child), number)
            return self.wait()
        return super().end(number)

    def calls(self):
        """Name of the call and names of the files, of those in the directory of the log."""
        for line in joined(self.trace.read_text().splitlines()):
            match = CALL.match(line)
            if match is None:
                continue
            paths = QUOTED.findall(match[2]) if "rename" in match[1] else OPENED.findall(match[2])
            if paths and str(self.folder) in paths[0]:
                kind = KINDS.get(match[1], match[1])
                yield (kind, *(Path(path).name for path in paths))


def joined(lines):
    """Calls that were interrupted by those of another thread stand where they were resumed."""
    waiting = {}
    for line in lines:
        thread, _, call = line.partition(" ")
        if call.endswith("<unfinished ...>"):
            waiting[thread] = line.removesuffix("<unfinished ...>").rstrip()
        elif "resumed>" in call and thread in waiting:
            yield waiting.pop(thread) + call.partition("resumed>")[2]
        else:
            yield line


def can_trace():
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], check=False).returncode == 0


@pytest.mark.skipif(not can_trace(), reason="strace is not installed or not allowed to trace")
def test_a_started_node_syncs_what_it_writes(tmp_path):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    process = TracedProcess(tmp_path, properties_of(1, [port], tmp_path))
    try:
        process.start()
        wait_until(lambda: "became-leader epoch=1" in process.said(), "the node to lead")
        wait_until(lambda: ("fdatasync", LOG) in list(process.calls()), "the sync of the log")
        assert process.stop() == 0
    finally:
        process.kill()
    calls = list(process.calls())
    kinds = {call[0] for call in calls}
    assert kinds == {"pwrite", "fdatasync", "fsync", "rename"}
    folder = "__cluster_metadata-0"
    for place, call in enumerate(calls):
        if call[0] == "rename":
            old, new = call[1:]
            assert old == f"{new}.tmp"
            at_sync = max(at for at in range(place) if calls[at] == ("fdatasync", old))
            assert ("pwrite", old) not in calls[at_sync:place]
            assert ("fsync", folder) in calls[place:]
    assert votes_are_durable_before_the_log(calls, folder)
    for name in (VOTE, MARK):
        assert ("rename", f"{name}.tmp", name) in calls
    last = max(at for at, call in enumerate(calls) if call == ("pwrite", LOG))
    assert ("fdatasync", LOG) in calls[last:]


def votes_are_durable_before_the_log(calls, folder):
    """quorum-state is renamed and its folder synced before the first record is written."""
    first = calls.index(("pwrite", LOG))
    voted = calls.index(("rename", f"{VOTE}.tmp", VOTE))
    return ("fsync", folder) in calls[voted:first]

"""The lock keeps others out: in this process, in another one of ours, and Kafka."""

from __future__ import annotations

import subprocess
import sys

from kraft_core.raft.storage.disk_files import lock_file

TRY = """
import sys
from pathlib import Path
from kraft_core.raft.storage.disk_files import lock_file
print("free" if lock_file(Path(sys.argv[1])) else "taken")
"""


def other_process(path):
    return subprocess.run(
        [sys.executable, "-c", TRY, str(path)], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_another_process_is_kept_out_and_a_second_try_here_does_not_let_it_in(tmp_path):
    path = tmp_path / ".lock"
    lock = lock_file(path)
    assert lock is not None
    assert other_process(path) == "taken"
    assert lock_file(path) is None
    assert other_process(path) == "taken"
    lock.release()
    assert other_process(path) == "free"
    assert path.exists()


def test_the_end_of_a_process_gives_the_lock_up(tmp_path):
    assert other_process(tmp_path / ".lock") == "free"
    lock = lock_file(tmp_path / ".lock")
    assert lock is not None
    lock.release()

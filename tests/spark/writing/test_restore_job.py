"""A restore as tasks: in processes and in Spark, run again, twice at the same time, and killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest

from kraft_spark.log.layout import UnknownTopicError
from kraft_spark.writing import restore
from kraft_spark.writing.log_writer import LogSegment
from kraft_spark.writing.restore import RestoreError
from kraft_spark.writing.restore_job import (
    ProcessEngine,
    RestoreJob,
    RestoreResult,
    SparkEngine,
    restore_logs,
    run_task,
)
from tests.spark.log_rows import ROOT, batch, write_log
from tests.spark.writing.test_restore import with_id, with_id_made
from tests.support.waiting import wait_until

SHM = Path("/dev/shm")  # noqa: S108


def partitions_in(root, *counts):
    """Write partitions of topic orders with so many batches, in two segments each."""
    content = batch(0, epoch=2)
    for number, count in enumerate(counts):
        folder = with_id_made(root / f"orders-{number}")
        whole = [(3 * base).to_bytes(8) + content[8:] for base in range(count)]
        half = count // 2
        write_log(folder, *whole[:half])
        write_log(folder, *whole[half:], base=3 * half)
    return root


def files_of(root):
    """Return the content and the modes of all files and directories."""
    return {
        str(path.relative_to(root)): (
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else None,
        )
        for path in root.rglob("*")
    }


def results_of(found):
    """Return results without the places of the copies, as JSON has them."""
    return json.loads(json.dumps([{**asdict(one), "replica": None} for one in found]))


def restored_alone(tmp_path):
    """Restore the source in this process: the results and the files."""
    found = restore_logs(str(tmp_path / "in"), str(tmp_path / "alone"))
    assert found
    return results_of(found), files_of(tmp_path / "alone")


def test_processes_restore_what_one_process_does(tmp_path):
    partitions_in(tmp_path / "in", 3, 40, 8)
    wanted, files = restored_alone(tmp_path)
    found = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), engine=ProcessEngine(2))
    assert results_of(found) == wanted
    assert files_of(tmp_path / "out") == files
    assert {path.name for path in tmp_path.iterdir()} == {"in", "alone", "out"}


def test_largest_partition_begins_first(tmp_path):
    partitions_in(tmp_path / "in", 3, 40, 8)
    paths = (str(tmp_path / "in"),)
    job = RestoreJob(paths=paths, target=str(tmp_path / "out"), aside=str(tmp_path / "aside"))
    assert [one.empty.partition for one in job.plan()] == [1, 2, 0]


def test_result_survives_its_text(tmp_path):
    partitions_in(tmp_path / "in", 3)
    job = RestoreJob(
        paths=(str(tmp_path / "in"),), target=str(tmp_path / "out"), aside=str(tmp_path)
    )
    (task,) = RestoreJob.of_text(job.to_text()).plan()
    result = run_task(job, task)
    assert RestoreResult.of_text(result.to_text()) == result
    assert result.copied.position.epoch == 2


class TwiceAtOnce:
    """Runs two attempts of each task at the same time, and accepts the one that is named."""

    def __init__(self, accepted):
        self.accepted = accepted

    def run(self, job):
        found = []
        for first, second in zip(job.plan(), job.plan(), strict=True):
            results = {}

            def attempt(number, task, results=results):
                results[number] = run_task(job, task)

            threads = [
                threading.Thread(target=attempt, args=given) for given in enumerate((first, second))
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len({one.attempt for one in results.values()}) == 2
            found.append(results[self.accepted])
        return found


@pytest.mark.parametrize("accepted", [0, 1])
def test_two_attempts_at_the_same_time_do_not_mix(tmp_path, accepted):
    partitions_in(tmp_path / "in", 30, 200)
    wanted, files = restored_alone(tmp_path)
    engine = TwiceAtOnce(accepted)
    found = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), engine=engine)
    assert results_of(found) == wanted
    assert files_of(tmp_path / "out") == files
    assert {path.name for path in tmp_path.iterdir()} == {"in", "alone", "out"}


class OneLate:
    """Leaves an attempt of the first task running, as Spark does with a speculative one."""

    def run(self, job):
        first, second = job.plan(), job.plan()
        self.error = None

        def attempt():
            try:
                run_task(job, first[0])
            except OSError as error:
                self.error = error

        self.late = threading.Thread(target=attempt, name="late")
        self.late.start()
        return [run_task(job, task) for task in second]


@pytest.mark.parametrize("place", [1, 20], ids=["first segment", "second segment"])
def test_attempt_that_outlives_the_restore_writes_nothing(tmp_path, monkeypatch, place):
    partitions_in(tmp_path / "in", 30)
    wanted, files = restored_alone(tmp_path)
    waiting, ended = threading.Event(), threading.Event()
    count = 0

    class Held(LogSegment):
        def append(self, *given):
            nonlocal count
            if threading.current_thread().name == "late":
                count += 1
                if count == place:
                    waiting.set()
                    assert ended.wait(120)
            else:
                assert waiting.wait(120)
            super().append(*given)

    monkeypatch.setattr(restore, "LogSegment", Held)
    engine = OneLate()
    found = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), engine=engine)
    ended.set()
    engine.late.join()
    assert isinstance(engine.error, FileNotFoundError)
    assert results_of(found) == wanted
    assert files_of(tmp_path / "out") == files
    assert {path.name for path in tmp_path.iterdir()} == {"in", "alone", "out"}


def test_topic_with_the_longest_name_is_restored(tmp_path):
    folder = with_id_made(tmp_path / "in" / f"{'o' * 249}-12345")
    write_log(folder, batch(0))
    restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    assert [path.name for path in (tmp_path / "out").iterdir()] == [folder.name]


def test_task_on_a_machine_without_the_target_is_an_error(tmp_path):
    partitions_in(tmp_path / "in", 3)
    job = RestoreJob(
        paths=(str(tmp_path / "in"),),
        target=str(tmp_path / "out"),
        aside=str(tmp_path / "elsewhere"),
    )
    with pytest.raises(RestoreError, match="elsewhere is not a directory on the machine of this"):
        run_task(job, job.plan()[0])
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(
    not SHM.is_dir() or SHM.stat().st_dev == Path(tempfile.gettempdir()).stat().st_dev,
    reason="needs a second disk, as /dev/shm",
)
def test_target_can_be_on_another_disk_than_its_parent(tmp_path):
    """A log directory is often a disk of its own, or a link to one."""
    partitions_in(tmp_path / "in", 3, 4)
    wanted, files = restored_alone(tmp_path)
    with tempfile.TemporaryDirectory(dir=SHM) as disk:
        (tmp_path / "out").symlink_to(disk)
        with pytest.raises(UnknownTopicError):
            restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), topics=["others"])
        assert list(Path(disk).iterdir()) == []
        found = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
        assert results_of(found) == wanted
        assert files_of(Path(disk)) == files
    assert {path.name for path in tmp_path.iterdir()} == {"in", "alone", "out"}


def writer_of(folder, name):
    """Return the process that writes a log of an attempt of the partition below a folder."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or the file is closed
            for link in (process / "fd").iterdir():
                path = link.readlink()
                aside = path.parents[2] if path.parent.name == name else None
                if path.suffix == ".log" and aside is not None and aside.parent == folder:
                    return int(process.name), path.parent
    return None


def test_killed_restore_leaves_the_target_alone(tmp_path):
    partitions_in(tmp_path / "in", 7, 100_000)
    wanted, files = restored_alone(tmp_path)
    command = (
        "import sys; from kraft_spark.writing.restore_job import *; restore_logs(*sys.argv[1:])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", command, str(tmp_path / "in"), str(tmp_path / "out")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        written_by, attempt = wait_until(
            lambda: writer_of(tmp_path, "orders-1"), "a copy that is written", pause_s=0.005
        )
        assert written_by == process.pid
    finally:
        process.kill()
        assert process.wait() == -signal.SIGKILL
    names = {path.name for path in tmp_path.iterdir()}
    aside = attempt.parent.parent
    assert names == {"in", "alone", aside.name}
    assert aside.name.startswith(".out-restore-")
    found = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    assert results_of(found) == wanted
    assert files_of(tmp_path / "out") == files


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_task_killed_in_the_middle_is_run_again(tmp_path):
    partitions_in(tmp_path / "in", 150_000, 50, 7, 900)
    wanted, files = restored_alone(tmp_path)
    shutil.rmtree(tmp_path / "alone")
    output = tmp_path / "session.txt"
    with output.open("wb") as errors:
        session = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.spark.restored_session"),
                *(str(tmp_path / "in"), str(tmp_path / "out")),
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        try:
            process, attempt = wait_until(
                lambda: writer_of(tmp_path, "orders-0"), "a task that writes", 300, pause_s=0.005
            )
            os.kill(process, signal.SIGKILL)
            again, other = wait_until(
                lambda: (
                    (found := writer_of(tmp_path, "orders-0")) and found[1] != attempt and found
                ),
                "a second attempt",
                300,
                pause_s=0.005,
            )
            assert again != process
            assert other.parent.parent == attempt.parent.parent
            assert not (tmp_path / "out").exists()
            answer, _ = session.communicate(timeout=300)
        finally:
            session.kill()
            session.wait()
    assert session.returncode == 0, output.read_text()[-4000:]
    found = json.loads(answer.splitlines()[-1])
    assert [{**one, "replica": None} for one in found] == wanted
    assert files_of(tmp_path / "out") == files
    assert {path.name for path in tmp_path.iterdir()} == {"in", "out", "session.txt"}


@pytest.mark.spark
def test_tasks_of_spark_restore_what_one_process_does(spark, tmp_path):
    partitions_in(tmp_path / "in", 3, 40, 8, 1)
    wanted, files = restored_alone(tmp_path)
    found = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), engine=SparkEngine(spark))
    assert results_of(found) == wanted
    assert files_of(tmp_path / "out") == files
    assert {path.name for path in tmp_path.iterdir()} == {"in", "alone", "out"}


@pytest.mark.spark
def test_task_of_spark_that_fails_leaves_no_directory(spark, tmp_path):
    from pyspark.errors import PySparkException

    from kraft_spark.errors import condition

    source = partitions_in(tmp_path / "in", 3, 4)
    (source / "orders-1" / "partition.metadata").unlink()
    with pytest.raises(PySparkException, match=r"is in no partition\.metadata") as raised:
        restore_logs(str(source), str(tmp_path / "out"), engine=SparkEngine(spark))
    assert condition(raised.value) == "KRAFT_RESTORE"
    with_id(source / "orders-1")
    wanted, _ = restored_alone(tmp_path)
    assert len(wanted) == 2
    broken = source / "orders-1" / f"{6:020}.log"
    content = bytearray(broken.read_bytes())
    content[-1] ^= 1
    broken.write_bytes(content)
    options = {"endingOffsets": '{"orders": {"0": 4, "1": 8}}', "unknown": "1"}
    with pytest.raises(PySparkException, match="unknown"):
        restore_logs(str(source), str(tmp_path / "out"), engine=SparkEngine(spark), options=options)
    assert {path.name for path in tmp_path.iterdir()} == {"in", "alone"}

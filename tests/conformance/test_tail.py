"""`kraft tail` against real controllers, compared with what Kafka's tool finds in their logs."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from kraft_core.client import Client, tail
from kraft_core.client.metadata_log import describe_quorum_request
from kraft_wire.records.batch_reader import BatchReader
from tests.conformance import kafka
from tests.conformance.metadata_writes import PASSWORD, Writer
from tests.conformance.quorum import running_quorum
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

ROOT = Path(__file__).parents[2]
KRAFT = [sys.executable, "-c", "from kraft_core.cli.main import main; main()"]
RECORD = re.compile(
    r"^\| offset: (\d+) \S+: (\d+) keySize: \S+ valueSize: \S+ .*?headerKeys: \[\] (.*)$"
)
BATCH = re.compile(r"^baseOffset: .* partitionLeaderEpoch: (\d+) ")
CONTROL_TYPES = {
    "LeaderChange": "LEADER_CHANGE",
    "KRaftVersion": "KRAFT_VERSION",
    "KRaftVoters": "KRAFT_VOTERS",
    "SnapshotHeader": "SNAPSHOT_HEADER",
    "SnapshotFooter": "SNAPSHOT_FOOTER",
}


def dumped(version, file):
    """The records that `kafka-dump-log` prints of a file, in the form of tail's lines."""
    done = kafka.tool(
        version, "kafka-dump-log", "--cluster-metadata-decoder", "--files", str(file), timeout_s=60
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    lines, epoch = [], None
    for line in done.stdout.splitlines():
        if found := BATCH.match(line):
            epoch = int(found[1])
        elif found := RECORD.match(line):
            lines.append(
                {
                    "offset": int(found[1]),
                    "epoch": epoch,
                    "timestamp": int(found[2]),
                    **dumped_record(found[3]),
                }
            )
    return lines


def dumped_record(text):
    """`payload: {...}` of a metadata record, or a control record by name."""
    name, _, rest = text.partition(" ")
    if name == "payload:":
        return {"metadata": json.loads(rest)}
    if name == "controlType:":  # LEADER_CHANGE(2), all that 3.9.2 prints
        return {"control": {"type": rest.partition("(")[0]}}
    return {"control": {"type": CONTROL_TYPES[name.rstrip(":")], "data": json.loads(rest)}}


def comparable(lines, like):
    """Lines of tail without what the dump does not print."""
    found = []
    for line, dump_line in zip(lines, like, strict=True):
        kept = {key: value for key, value in line.items() if key != "source"}
        if "metadata" in kept:
            kept["metadata"] = {
                key: value for key, value in kept["metadata"].items() if key != "apiKey"
            }
        elif "data" not in dump_line.get("control", {"data": None}):
            kept["control"] = {"type": kept["control"]["type"]}
        found.append(kept)
    return found


class Tail:
    """A `kraft tail` process and the lines that it has printed."""

    def __init__(self, folder, *arguments):
        self.output, self.errors = folder / "tail.out", folder / "tail.err"
        with self.output.open("wb") as output, self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*KRAFT, "tail", *arguments], cwd=ROOT, stdout=output, stderr=errors
            )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def lines(self):
        """What it has printed so far; it must not have ended."""
        assert self.process.poll() is None, self.errors.read_text()
        text = self.output.read_text()
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def wait_for_offset(self, offset):
        """Wait until everything below this offset of the log was printed."""

        def arrived():
            lines = self.lines()
            return lines and lines[-1]["offset"] >= offset - 1 and lines[-1]["source"] == "log"

        wait_until(arrived, f"offset {offset}")


def run_tail(*arguments):
    """Run `kraft tail` to its end."""
    return subprocess.run(
        [*KRAFT, "tail", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def lines_of(*arguments):
    done = run_tail(*arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("version", kafka.RELEASES)
def test_through_a_leader_kill_every_record_is_that_of_the_log(version, tmp_path):
    with ExitStack() as opened, running_quorum(version, 3, tmp_path / "quorum") as quorum:
        writer = opened.enter_context(Writer(quorum.bootstrap, quorum.cluster_id))
        one_address = quorum.controllers[0].endpoint
        with Tail(tmp_path, one_address, "--from-start", "--json", "--include-secrets") as tailing:
            writer.everything("before")
            tailing.wait_for_offset(writer.end_offset())
            killed = quorum.leader()
            killed.kill()
            writer.everything("between-leaders")
            killed.start()
            writer.everything("after-the-restart")
            end_offset = writer.end_offset()
            tailing.wait_for_offset(end_offset)
            followed = [line for line in tailing.lines() if line["offset"] < end_offset]
            notes = tailing.errors.read_text()
        repeated = lines_of(
            quorum.bootstrap, "--from-start", "--until-current", "--json", "--include-secrets"
        )
        check_truncation(quorum, followed)
        leader = quorum.leader()
        quorum.kill()
    assert "looking for the leader" in notes
    log = dumped(version, leader.metadata_folder / "00000000000000000000.log")
    expected = [line for line in log if line["offset"] < end_offset]
    assert len(expected) == end_offset > 40
    assert len({line["epoch"] for line in expected}) >= 2
    assert {line["source"] for line in followed} == {"log"}
    assert comparable(followed, expected) == expected
    expected = log[: len(repeated)]
    assert len(repeated) >= end_offset
    assert comparable(repeated, expected) == expected


def check_truncation(quorum, lines):
    """Positions before and at a change of epochs: the right ones go on, others are refused."""
    last, first = next(
        (last, first)
        for last, first in itertools.pairwise(lines)
        if last["epoch"] != first["epoch"]
    )
    offset, epoch = first["offset"], last["epoch"]
    options = ("--json", "--until-current", "--include-secrets")
    following = lines_of(quorum.bootstrap, "--from", f"{offset}:{epoch}", *options)
    assert following[0] == first
    assert lines_of(quorum.bootstrap, "--from", str(offset), *options)[0] == first
    refused = run_tail(quorum.bootstrap, "--from", f"{offset + 1}:{epoch}", *options)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert json.loads(refused.stderr)["error"]["message"] == (
        f"the log was truncated: it does not hold offset {offset + 1} after epoch {epoch};"
        f" its epoch {epoch} ends at offset {offset}"
    )
    newer = run_tail(quorum.bootstrap, "--from", f"{offset}:{first['epoch'] + 100}", *options)
    assert newer.returncode == 1
    assert "its log was replaced" in newer.stderr
    beyond = run_tail(quorum.bootstrap, "--from", "1000000", *options)
    assert beyond.returncode == 1
    assert "is beyond the end of the log" in beyond.stderr


@pytest.mark.parametrize("version", kafka.RELEASES)
def test_a_snapshot_and_then_the_log_through_a_restart(version, tmp_path):
    often = ["metadata.log.max.record.bytes.between.snapshots=3000"]
    with ExitStack() as opened, running_quorum(version, 1, tmp_path / "quorum", often) as quorum:
        (controller,) = quorum.controllers
        writer = opened.enter_context(Writer(quorum.bootstrap, quorum.cluster_id))
        for number in range(6):
            writer.everything(f"{number}" * (number + 1))
        wait_until(lambda: snapshots_of(controller), "a snapshot")
        options = ("--from-start", "--json", "--include-secrets")
        with Tail(tmp_path, quorum.bootstrap, *options) as tailing:
            tailing.wait_for_offset(writer.end_offset())
            check_invisible(quorum)
            controller.stop()
            time.sleep(1)
            controller.start()
            writer.everything("after-the-restart")
            end_offset = writer.end_offset()
            tailing.wait_for_offset(end_offset)
            lines = [
                line
                for line in tailing.lines()
                if line["source"] == "snapshot" or line["offset"] < end_offset
            ]
        check_api_and_redaction(quorum, lines)
        quorum.kill()
    compare_with_files(version, controller, lines)


def snapshots_of(controller):
    """The snapshots of a controller but for the one that it was formatted with."""
    return [
        path
        for path in controller.metadata_folder.glob("*.checkpoint")
        if not path.name.startswith("0" * 20)
    ]


def check_invisible(quorum):
    """Neither Kafka's tool nor a request of our own sees the tail."""
    rows = quorum.describe_replication().splitlines()
    assert rows[0].split()[0] == "NodeId"
    assert [row.split()[0] for row in rows[1:] if row.strip()] == ["1"]
    with Client(quorum.bootstrap) as client:
        response = client.call(describe_quorum_request())
    assert response.topics[0].partitions[0].observers == ()
    assert len(response.topics[0].partitions[0].current_voters) == 1


def check_api_and_redaction(quorum, lines):
    """The Python API gives the same; without `include_secrets` no secret is to be seen."""
    shown, hidden = (
        [
            change.to_json()
            for change in tail(
                quorum.bootstrap, from_start=True, until_current=True, include_secrets=include
            )
        ]
        for include in (True, False)
    )
    assert PASSWORD in json.dumps(shown)
    assert PASSWORD not in json.dumps(hidden)
    assert "(redacted)" in json.dumps(hidden)
    assert "(redacted)" not in json.dumps(lines)
    without = run_tail(
        quorum.bootstrap, "--from-start", "--until-current", "--exclude", "NoOpRecord"
    )
    assert without.returncode == 0
    assert PASSWORD not in without.stdout
    assert "NoOpRecord" not in without.stdout
    assert "TopicRecord" in without.stdout


def test_records_that_are_never_committed_are_never_printed(tmp_path):
    patient = ["controller.quorum.fetch.timeout.ms=10000"]
    with running_quorum("4.3.1", 3, tmp_path / "quorum", patient) as quorum:
        with Tail(tmp_path, quorum.bootstrap, "--from-start", "--json") as tailing:
            leader = quorum.leader()
            wait_until(lambda: len(tailing.lines()) > 5, "the first lines")
            followers = [each for each in quorum.controllers if each is not leader]
            for each in followers:
                each.kill()
            # alone it appends a NoOpRecord twice a second, until it gives up after fifteen seconds
            replicated = max(places_in(each)[-1][0] for each in followers)
            wait_until(
                lambda: places_in(leader)[-1][0] > replicated + 3,
                "records of a leader without followers",
            )
            leader.kill()
            uncommitted = [place for place in places_in(leader) if place[0] > replicated]
            for each in followers:
                each.launch()
            for each in followers:
                each.wait_until_started()
            new_leader = quorum.leader()
            tailing.wait_for_offset(uncommitted[-1][0] + 5)
            lines = tailing.lines()
        quorum.kill()
        log = places_in(new_leader)
    assert [(line["offset"], line["epoch"]) for line in lines] == log[: len(lines)]
    assert set(uncommitted).isdisjoint(log)


def places_in(controller):
    """Offset and epoch of every record in the log of a controller, as far as it is written."""
    data = (controller.metadata_folder / "00000000000000000000.log").read_bytes()
    return [
        (offset, batch.partition_leader_epoch)
        for batch in BatchReader(data, file_rules=True)
        for offset in range(batch.base_offset, batch.last_offset + 1)
    ]


def compare_with_files(version, controller, lines):
    """The lines of the snapshot are those of the file, the others those of the log behind it."""
    from_log = [line for line in lines if line["source"] == "log"]
    from_snapshot = lines[: len(lines) - len(from_log)]
    assert {line["source"] for line in from_snapshot} == {"snapshot"}
    start = from_log[0]["offset"]
    (file,) = controller.metadata_folder.glob(f"{start:020}-*.checkpoint")
    expected = dumped(version, file)
    assert len(expected) > 10
    assert comparable(from_snapshot, expected) == expected
    log = dumped(version, controller.metadata_folder / "00000000000000000000.log")
    expected = [line for line in log if start <= line["offset"] <= from_log[-1]["offset"]]
    assert len({line["epoch"] for line in expected}) == 2
    assert comparable(from_log, expected) == expected

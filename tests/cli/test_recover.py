"""`kraft recover survey` on directories that controllers wrote, and on damaged copies of them."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from click.testing import CliRunner

from kraft_core.cli.main import kraft
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_core.raft.directory import snapshot_file
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory, snapshot_content
from kraft_core.raft.storage.meta_properties import MetaProperties, encode_id
from kraft_wire.messages import NoOpRecord
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.node.cluster import CLUSTER_ID, directory_id, voters_at
from tests.operations.damages import FOLDER, make_place
from tests.operations.test_examination import contents

VALUE = encode_metadata_record(MetadataRecord(NoOpRecord(), 0))
TIME_MS = 1_790_000_000_000


def batch(offset, epoch, value=VALUE):
    builder = RecordBatchBuilder(base_offset=offset, partition_leader_epoch=epoch)
    builder.append(TIME_MS, None, value)
    return builder.build()


def write(
    root,
    node_id,
    epochs,
    *,
    voters=3,
    value=VALUE,
    values=(),
    snapshot=None,
    cluster_id=CLUSTER_ID,
):
    """A directory with a record for each epoch, of one of some voters; first those in `values`."""
    path = root / f"node-{node_id}"
    path.mkdir(parents=True)
    voter_set = voters_at(list(range(9001, 9001 + voters))) if voters else None
    meta = MetaProperties(node_id, cluster_id, directory_id(node_id))
    format_directory(DiskFolder(path), meta, wall_ms=1, voters=voter_set)
    log = path / FOLDER
    log.mkdir(exist_ok=True)
    contents = [*values, *[value] * len(epochs)]
    records = [batch(offset, epoch, contents[offset]) for offset, epoch in enumerate(epochs)]
    (log / f"{0:020}.log").write_bytes(b"".join(records))
    if snapshot is not None:
        content = snapshot_content(
            [], timestamp_ms=1, last_log_timestamp_ms=1, epoch=snapshot.epoch
        )
        (log / snapshot_file(snapshot)).write_bytes(content)
    return path


def survey(*arguments):
    done = CliRunner().invoke(kraft, ["recover", "survey", *map(str, arguments)])
    return done.exit_code, done.output


def survey_of(*arguments):
    code, output = survey(*arguments, "--json")
    return code, json.loads(output)


def test_survey_of_a_lost_majority_changes_nothing(tmp_path):
    one, broker = write(tmp_path, 1, [1, 4]), write(tmp_path, 11, [1, 5])
    before = contents(tmp_path)
    code, output = survey(one, broker, "--high-watermark", "1=1")
    assert contents(tmp_path) == before
    assert code == 2
    lines = output.replace(str(tmp_path), "/data").splitlines()
    assert lines[:2] == [
        "Directories of 1 of 3 voters are here; missing: 2, 3.",
        "A majority is not here. Look for the directories of the missing voters first.",
    ]
    rows = [line.split() for line in lines]
    assert ["/data/node-1", "1", "voter", "0", "2@4", "0"] in [row[:6] for row in rows]
    assert ["/data/node-11", "11", "observer", "0", "2@5", "0"] in [row[:6] for row in rows]
    verdicts = rows[rows.index(["VERDICT", "OFFSETS", "LOG"]) + 1 :]
    assert verdicts[:4] == [
        ["certain", "0", "to", "0", "/data/node-11"],
        ["kept", "1", "to", "1", "/data/node-11"],
        ["unknown", "loss", "from", "1", "-"],
        ["rival", "1", "to", "1", "/data/node-1"],
    ]


def test_survey_of_what_a_controller_wrote_changes_nothing(tmp_path):
    place = make_place(tmp_path)
    before = contents(tmp_path)
    code, found = survey_of(place.data)
    assert contents(tmp_path) == before
    assert (code, found["hasMajority"]) == (0, True)
    (directory,) = found["directories"]
    assert directory["directoryId"] == encode_id(directory_id(1))
    assert directory["voteEpoch"] == place.election().epoch > directory["lastEpoch"]
    last = max(directory["snapshots"], key=lambda each: each["offset"])
    assert found["certain"]["offset"] == last["offset"] > 40
    assert directory["endOffset"] >= 120


def test_majority_is_started_and_nothing_else(tmp_path):
    code, output = survey(*(write(tmp_path, node_id, [1, 1]) for node_id in (1, 2)))
    assert code == 0
    assert "do nothing else" in output.splitlines()[1]


def test_new_disk_of_a_voter_is_not_that_voter(tmp_path):
    one, two = write(tmp_path, 1, [1, 1]), write(tmp_path, 2, [1])
    text = (two / "meta.properties").read_text()
    ids = encode_id(directory_id(2)), encode_id(bytes([77] * 16))
    (two / "meta.properties").write_text(text.replace(*ids))
    code, found = survey_of(one, two)
    assert (code, found["voters"]) == (2, [{"ids": [1, 2, 3], "present": [1], "missing": [2, 3]}])


def test_static_quorum_needs_the_ids_of_its_voters(tmp_path):
    one = write(tmp_path, 1, [1, 1], voters=0)
    code, output = survey(one)
    assert code == 2
    assert "--static-voters" in output
    assert survey_of(one, "--static-voters", "1")[0] == 0
    assert survey_of(one, "--static-voters", "1,2,3")[1]["voters"][0]["missing"] == [2, 3]


def test_high_watermark_of_a_lost_node_says_what_is_lost(tmp_path):
    found = survey_of(write(tmp_path, 1, [1, 1]), "--high-watermark", "2=5")[1]
    assert found["certain"] is None
    assert {"verdict": "lost", "log": "", "start": 2, "end": 5} in found["ranges"]


def test_snapshot_is_evidence(tmp_path):
    one = write(tmp_path, 1, [1, 1, 2], snapshot=OffsetAndEpoch(2, 1))
    found = survey_of(one, write(tmp_path, 2, [1, 3], voters=5))[1]
    assert found["certain"]["offset"] == 2
    assert [(each["verdict"], each["start"]) for each in found["ranges"]] == [
        ("certain", 0),
        ("kept", 2),
        ("unknown loss", 2),
        ("excluded", 1),
    ]


def test_torn_end_is_left_out_and_named(tmp_path):
    one = write(tmp_path, 1, [1, 1])
    segment = one / FOLDER / f"{0:020}.log"
    segment.write_bytes(segment.read_bytes()[:-1])
    (directory,) = survey_of(one)[1]["directories"]
    assert directory["endOffset"] == 1
    assert any(segment.name in note for note in directory["notes"])


def test_directory_that_a_start_refuses_is_named(tmp_path):
    one, two = write(tmp_path, 1, [1]), write(tmp_path, 2, [1])
    (two / FOLDER / "quorum-state").write_text("{")
    code, found = survey_of(one, two)
    assert code == 2
    assert [each["path"] for each in found["unread"]] == [str(two)]
    assert "quorum-state" in found["unread"][0]["fault"]
    assert f"{two} cannot be used" in survey(one, two)[1]


def test_open_directory_is_said_to_be_in_use(tmp_path):
    one = write(tmp_path, 1, [1])
    lock = DiskFolder(one).lock(".lock")
    try:
        assert "is in use by process" in survey(one)[1]
    finally:
        lock.release()


REFUSED = {
    "no metadata log": (lambda root: [root], "it has no metadata log"),
    "no directory": (lambda root: [root / "none"], "none: there is no such directory"),
    "another cluster": (
        lambda root: [write(root, 1, [1]), write(root, 2, [1], cluster_id=encode_id(b"\1" * 16))],
        "belongs to cluster",
    ),
    "different bytes": (
        lambda root: [write(root, 1, [1, 1]), write(root, 2, [1, 1], value=VALUE + b"\0")],
        "different records at offset 0",
    ),
    "two snapshots that exclude each other": (
        lambda root: [
            write(root, 1, [1, 1], snapshot=OffsetAndEpoch(2, 1)),
            write(root, 2, [1, 2], snapshot=OffsetAndEpoch(2, 2)),
        ],
        "cannot both be committed",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_directories_that_cannot_be_checked_are_refused(tmp_path, name):
    make, text = REFUSED[name]
    paths = make(tmp_path)
    before = contents(tmp_path)
    code, output = survey(*paths)
    assert contents(tmp_path) == before
    assert code == 1
    assert text in output
    assert output.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--high-watermark", "1"], "invalid ID=OFFSET"),
        (["--high-watermark", "1=-2"], "invalid ID=OFFSET"),
        (["--high-watermark", "1=" + "9" * 30], "invalid ID=OFFSET"),
        (["--high-watermark", "1=2", "--high-watermark", "1=3"], "two high watermarks"),
        (["--static-voters", "1,x"], "invalid node ids"),
        (["{}/."], "is given twice"),
    ],
)
def test_invalid_usage_is_refused(tmp_path, arguments, text):
    one = write(tmp_path, 1, [1])
    code, output = survey(one, *(each.format(one) for each in arguments))
    assert code != 0
    assert text in output


class _Metrics(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/metrics" else 404)
        self.end_headers()
        self.wfile.write(b"kafka_server_raft_metrics_high_watermark 1.0\n")

    def log_message(self, *_):
        pass


def test_high_watermark_of_metrics_is_evidence(tmp_path):
    one = write(tmp_path, 1, [1, 4])
    with HTTPServer(("127.0.0.1", 0), _Metrics) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            url = f"http://127.0.0.1:{server.server_port}"
            code, found = survey_of(one, "--metrics", f"1={url}/metrics")
            assert (code, found["certain"]["source"]) == (2, "high watermark 1 of node 1")
            code, output = survey(one, "--metrics", f"1={url}/other")
            assert (code, "404" in output) == (1, True)
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("value", ["1", "x=http://h/", "1=file:///etc/passwd", "1=h:9400"])
def test_metrics_that_are_no_url_are_refused(tmp_path, value):
    code, output = survey(tmp_path, "--metrics", value)
    assert (code, "invalid ID=URL" in output) == (2, True)


def test_survey_of_nothing_is_refused():
    code, output = survey()
    assert (code, "specify DIR, --peer or --broker" in output) == (2, True)

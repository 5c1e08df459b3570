"""`kraft recover plan` and `apply` on directories of controllers and brokers."""

from __future__ import annotations

import json
import shlex
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from kraft_core.cli.main import kraft
from kraft_core.config.gates import Gate
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.recovery.directories import read_broker_directory, read_image
from kraft_core.operations.recovery.repairs import HeldPartition
from kraft_core.operations.recovery.verify import Expected
from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage import leader_epochs
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.log_directory import LogDirectory, ensure_partition_metadata
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    encode_id,
    write_meta_properties,
)
from kraft_wire.messages import (
    FeatureLevelRecord,
    PartitionRecord,
    ProducerIdsRecord,
    RegisterBrokerRecord,
    TopicRecord,
    UserScramCredentialRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.cli.test_recover import TIME_MS, VALUE, write
from tests.node.cluster import CLUSTER_ID, directory_id
from tests.operations.damages import FOLDER
from tests.operations.test_examination import contents

LEVEL = Gate.DIRECTORY_ASSIGNMENT.first
KEPT, GAP = Uuid(b"\7" * 16), Uuid(b"\x08" * 16)
BROKER = 11
HOME = Uuid(bytes([111]) * 16)
NEW_ID = encode_id(b"n" * 16)


def record(message, version=0):
    return encode_metadata_record(MetadataRecord(message, version))


def topic(name, topic_id):
    return [
        record(TopicRecord(name=name, topic_id=topic_id)),
        record(
            PartitionRecord(
                partition_id=0,
                topic_id=topic_id,
                replicas=(BROKER,),
                isr=(BROKER,),
                directories=(HOME,),
                leader=BROKER,
                leader_epoch=5,
                partition_epoch=5,
            ),
            1,
        ),
    ]


VALUES = [
    record(FeatureLevelRecord(name="metadata.version", feature_level=LEVEL)),
    record(
        RegisterBrokerRecord(broker_id=BROKER, broker_epoch=1, log_dirs=(HOME,), fenced=False), 3
    ),
    *topic("kept", KEPT),
    record(ProducerIdsRecord(broker_id=BROKER, broker_epoch=1, next_producer_id=1000)),
]


SECRET = record(
    UserScramCredentialRecord(
        name="u", mechanism=1, salt=b"s", stored_key=b"k", server_key=b"v", iterations=4096
    )
)


def survivor(root, node_id=1, epochs=(1, 1, 1, 1, 1, 4), **options):
    return write(root, node_id, epochs, **{"values": VALUES, **options})


def broker(root, *topics, broker_id=BROKER, end=3, cluster_id=CLUSTER_ID):
    path = root / f"broker-{broker_id}"
    path.mkdir()
    meta = MetaProperties(broker_id, cluster_id, HOME if broker_id == BROKER else b"h" * 16)
    write_meta_properties(DiskFolder(path), meta, 1)
    for name, topic_id in topics or [("kept", KEPT)]:
        folder = path / f"{name}-0"
        folder.mkdir()
        ensure_partition_metadata(DiskFolder(folder), topic_id)
        leader_epochs.write_epochs(DiskFolder(folder), [(2, 0), (7, 1)])
        batches = []
        for offset in range(end):
            builder = RecordBatchBuilder(base_offset=offset, partition_leader_epoch=7)
            builder.append(TIME_MS, None, b"value")
            batches.append(builder.build())
        (folder / f"{0:020}.log").write_bytes(b"".join(batches))
    return path


def run(*words):
    done = CliRunner().invoke(kraft, ["recover", *map(str, words)])
    return done.exit_code, done.output


def plan_words(*extra, output, voters=f"1@localhost:9093:{NEW_ID}"):
    return ("plan", *extra, "--voters", voters, "--output", output)


@pytest.fixture
def disks(tmp_path):
    """A voter of three, and the disk of the broker with a topic that the voter does not have."""
    return survivor(tmp_path), broker(tmp_path, ("kept", KEPT), ("gap", GAP))


@pytest.fixture
def words(disks):
    """Arguments of a plan that is not refused."""
    one, brokers = disks
    return [one, "--lost", "2,3", "--broker-dir", brokers, "--brokers-stopped"]


def planned(tmp_path, *extra, name="plan.json"):
    code, output = run(*plan_words(*extra, output=tmp_path / name))
    assert code == 0, output
    return json.loads((tmp_path / name).read_text()), output


FORM = {
    2: {
        "plan": "kind version phrase quorum dropped repairs findings image records inputs files",
        "quorum": "cluster_id kraft_version snapshot voters old_voters chosen certain ranges loss",
        "image": "metadata_version brokers partitions topic_ids",
        "records": "count sha256",
        "inputs": "directories backups broker_directories high_watermarks static_voters voters lost"
        " destroyed branch endpoints_only to_dynamic no_brokers new_cluster_id brokers_stopped"
        " adopt_topics jumps",
    }
}
"""The fields of a plan file by its version; version 1 had no old_voters."""


def test_form_of_a_plan_is_that_of_its_version(tmp_path, words):
    """Fields were added to version 1: `apply` called such a plan changed, `verify` took it."""
    plan, _ = planned(tmp_path, *words)
    parts = {"plan": plan, **{name: plan[name] for name in FORM[2] if name != "plan"}}
    assert {name: " ".join(part) for name, part in parts.items()} == FORM[plan["version"]]


def test_plan_says_what_is_kept_changed_and_lost(tmp_path, words):
    before = contents(tmp_path)
    plan, output = planned(tmp_path, *words)
    path = tmp_path / "plan.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    found = contents(tmp_path)
    found.pop("plan.json", None)
    assert {key: each for key, each in found.items() if "plan.json" not in str(key)} == before
    assert plan["quorum"]["snapshot"] == {"offset": 10_000_006, "epoch": 1_000_004}
    assert plan["quorum"]["voters"] == [
        {
            "node_id": 1,
            "directory_id": NEW_ID,
            "endpoints": [{"name": "CONTROLLER", "host": "localhost", "port": 9093}],
        }
    ]
    repairs = {each["repair"]: each for each in plan["repairs"]}
    assert repairs["LeaderEpochRaised"]["seen"] == 7
    assert repairs["ProducerIdsRaised"]["after"] == 1_001_000
    assert plan["findings"] == [
        {"finding": "TopicLost", "topic": "gap", "topic_id": str(GAP), "brokers": [BROKER]}
    ]
    assert plan["image"]["topic_ids"] == {"kept": str(KEPT)}
    assert plan["phrase"] in " ".join(output.split())
    assert "lose topics gap" in plan["phrase"]
    assert set(plan["files"]) >= {str(words[0] / "meta.properties"), str(words[4])}


def test_same_inputs_give_the_same_file(tmp_path, words):
    planned(tmp_path, *words, name="one.json")
    planned(tmp_path, *words, name="two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_plan_says_what_the_recovered_quorum_is_compared_with(tmp_path, words):
    planned(tmp_path, *words, "--adopt-topics")
    found = Expected.read((tmp_path / "plan.json").read_text())
    assert (found.cluster_id, found.kraft_version) == (CLUSTER_ID, 1)
    assert found.voters == {ReplicaId(1, NEW_ID)}
    assert found.addresses == ("localhost:9093",)
    assert found.topic_ids == {"kept": str(KEPT), "gap": str(GAP)}
    assert (found.partitions, found.brokers) == (2, {BROKER})
    assert found.snapshot_id.offset > 10_000_000


def test_topic_is_adopted_from_the_disk_of_a_broker(tmp_path, words):
    plan, _ = planned(tmp_path, *words, "--adopt-topics")
    assert plan["image"]["topic_ids"] == {"gap": str(GAP), "kept": str(KEPT)}
    assert "lose" not in plan["phrase"]


def rivals(root, kept, other):
    """Two directories, whose logs have these records at offset 5; the second has one more."""
    return (
        survivor(root, values=[*VALUES, kept]),
        survivor(root, 12, (1, 1, 1, 1, 1, 5, 5), values=[*VALUES, other]),
    )


def test_rival_is_listed_as_changes_without_secrets(tmp_path):
    one, other = rivals(tmp_path, VALUE, SECRET)
    code, output = run(*plan_words(one, other, "--lost", "2,3", output=tmp_path / "plan.json"))
    assert (code, "--branch" in output) == (1, True)
    assert not (tmp_path / "plan.json").exists()
    plan, _ = planned(tmp_path, one, other, "--lost", "2,3", "--branch", one, "--brokers-stopped")
    (dropped,) = plan["dropped"]
    assert (dropped["start"], dropped["end"]) == (5, 7)
    (change,) = dropped["changes"]
    assert change["text"].startswith("UserScramCredentialRecord")
    assert "(redacted)" in change["text"]


def test_survey_lists_branches_as_changes_without_secrets(tmp_path):
    chosen = record(TopicRecord(name="new", topic_id=GAP))
    one, other = rivals(tmp_path, SECRET, chosen)
    before = contents(tmp_path)
    code, output = run("survey", one, other, "--json")
    assert contents(tmp_path) == before
    assert code == 2
    kept, rival = json.loads(output)["branches"]
    for each, verdict, path, end, name in (
        (kept, "kept", other, 7, "TopicRecord"),
        (rival, "rival", one, 6, "UserScramCredentialRecord"),
    ):
        assert (each["verdict"], each["log"]) == (verdict, str(path))
        assert (each["start"], each["end"], each["unlisted"], each["fault"]) == (5, end, 0, None)
        (change,) = each["changes"]
        assert change["offset"] == 5
        assert change["text"].startswith(name)
    assert "(redacted)" in rival["changes"][0]["text"]
    lines = run("survey", one, other)[1].splitlines()
    kept_at = lines.index(f"Kept, offsets 5 to 6 of {other}:")
    rival_at = lines.index(f"Rival, offsets 5 to 5 of {one}:")
    assert lines[kept_at + 1].startswith("  5  TopicRecord ")
    assert lines[rival_at + 1].startswith("  5  UserScramCredentialRecord ")


def test_survey_says_that_a_branch_changes_nothing_or_cannot_be_listed(tmp_path):
    one, other = rivals(tmp_path, VALUE, b"\1\x99\1")
    code, output = run("survey", one, other)
    assert code == 2
    assert f"Rival, offsets 5 to 5 of {one}: no metadata changes." in output
    assert f"{other} (kept) cannot be listed: " in output
    kept, rival = json.loads(run("survey", one, other, "--json")[1])["branches"]
    assert (kept["changes"], rival["changes"], rival["fault"]) == ([], [], None)
    assert "offset 5" in kept["fault"]


def test_survey_without_rivals_lists_no_branches(tmp_path):
    assert json.loads(run("survey", survivor(tmp_path), "--json")[1])["branches"] == []


def test_metadata_log_of_a_broker_is_not_left_out(tmp_path):
    # the broker has fetched a record that the controller lacks
    one, other = survivor(tmp_path), survivor(tmp_path, BROKER, (1, 1, 1, 1, 1, 4, 4))
    words = ["--lost", "2,3", "--broker-dir", other, "--brokers-stopped"]
    code, output = run(*plan_words(one, *words, output=tmp_path / "plan.json"))
    assert (code, "give it as DIR as well" in output) == (1, True)
    assert not (tmp_path / "plan.json").exists()
    plan, _ = planned(tmp_path, one, other, *words)
    assert plan["quorum"]["chosen"] == str(other)


def test_broker_directory_is_read_without_what_is_deleted(tmp_path):
    path = broker(tmp_path)
    for name in ("kept-0.0123456789abcdef-delete", "kept-1.x-stray", "kept-2.x-future", "other"):
        (path / name).mkdir()
    (path / "empty-0").mkdir()
    found, digest = read_broker_directory(str(path))
    assert found.partitions == (
        HeldPartition("empty", 0, None, -1, 0),
        HeldPartition("kept", 0, KEPT, 7, 3),
    )
    assert (found.broker_id, found.process) == (BROKER, None)
    (path / "kept-0" / "leader-epoch-checkpoint").write_text("0\n1\n9 0\n")
    assert read_broker_directory(str(path))[1] != digest


@pytest.mark.parametrize(
    ("index", "end"),
    [
        (b"", 3),
        (bytes(80), 3),
        ((1).to_bytes(4, "big") + (73).to_bytes(4, "big") + bytes(80), 3),
        ((1).to_bytes(4, "big") + (5).to_bytes(4, "big"), 3),
        ((9).to_bytes(4, "big") + (1 << 20).to_bytes(4, "big"), 3),
    ],
    ids=["empty", "zeros", "entry and zeros", "wrong position", "position after the end"],
)
def test_log_ends_with_its_last_valid_batch(tmp_path, index, end):
    folder = broker(tmp_path) / "kept-0"
    segment = folder / f"{0:020}.log"
    assert segment.stat().st_size % 3 == 0
    (folder / f"{0:020}.index").write_bytes(index)
    with segment.open("ab") as file:
        file.write(segment.read_bytes()[:40])
    (held,) = read_broker_directory(str(folder.parent))[0].partitions
    assert held.end == end


def test_log_of_an_old_format_is_refused(tmp_path, words):
    segment = words[4] / "kept-0" / f"{0:020}.log"
    data = bytearray(segment.read_bytes())
    data[16] = 1
    segment.write_bytes(data)
    code, output = run(*plan_words(*words, output=tmp_path / "plan.json"))
    assert code == 1
    assert "before Kafka 0.11" in output


# -- wrong inputs ----------------------------------------------------------------------------------


def change_cluster(path):
    file = path / "meta.properties"
    file.write_text(file.read_text().replace(CLUSTER_ID, encode_id(b"\1" * 16)))


def with_new_field():
    """A record with a tagged field that no release has yet."""
    message = TopicRecord(name="t", topic_id=GAP, unknown_tagged_fields=((99, b"new"),))
    return record(message)


def without(words, *gone):
    """Leave out an option and its value."""
    found = list(words)
    for name in gone:
        place = found.index(name)
        del found[place : place + 2]
    return found


WRONG_PLANS = {
    "no directory": (lambda root, words: words[1:], "specify DIR"),
    "a directory that is not there": (
        lambda root, words: ["/no/such", *words[1:]],
        "there is no such directory",
    ),
    "a directory twice": (lambda root, words: [words[0], *words], "given twice"),
    "a directory of another cluster": (
        lambda root, words: [change_cluster(survivor(root, 2)) or root / "node-2", *words],
        "belongs to cluster",
    ),
    "a directory without meta.properties": (
        lambda root, words: (words[0] / "meta.properties").unlink() or words,
        "not formatted",
    ),
    "a damaged quorum-state": (
        lambda root, words: (words[0] / FOLDER / "quorum-state").write_text("{") and words,
        "quorum-state",
    ),
    "a majority": (
        lambda root, words: [survivor(root, 2), *words[:1], *without(words[1:], "--lost")],
        "start these voters",
    ),
    "a missing voter is not named": (lambda root, words: without(words, "--lost"), "2, 3"),
    "a voter that is here is named as lost": (
        lambda root, words: [*without(words, "--lost"), "--lost", "1,2,3"],
        "not a voter without a directory",
    ),
    "lost and destroyed": (
        lambda root, words: [*words, "--destroyed", "3"],
        "named as lost and as destroyed",
    ),
    "a static quorum without voters": (
        lambda root, words: [survivor(root, 4, voters=0), *words[1:]],
        "--static-voters",
    ),
    "ids that are none": (lambda root, words: [*words, "--destroyed", "3,x"], "invalid node ids"),
    "no broker was looked at": (
        lambda root, words: without(words, "--broker-dir")[:-1],
        "was not looked at",
    ),
    "a topic that would be deleted": (lambda root, words: words[:-1], "lacks gap"),
    "no directory of a broker": (
        lambda root, words: (root / "empty").mkdir() or [*words, "--broker-dir", root / "empty"],
        "no meta.properties",
    ),
    "a broker of another cluster": (
        lambda root, words: change_cluster(words[4]) or words,
        "belongs to cluster",
    ),
    "a broker twice": (lambda root, words: [*words, "--broker-dir", words[4]], "given twice"),
    "a damaged leader-epoch-checkpoint": (
        lambda root, words: (words[4] / "kept-0" / leader_epochs.NAME).write_text("7") and words,
        "leader-epoch-checkpoint",
    ),
    "an epoch that is too high": (
        lambda root, words: [*words, "--epoch-jump", 2_000_000_000],
        "too high",
    ),
    "no jump": (lambda root, words: [*words, "--offset-jump", 0], "--offset-jump"),
    "endpoints without a majority": (
        lambda root, words: [*words, "--endpoints-only"],
        "needs the directories of a majority",
    ),
    "dynamic already": (lambda root, words: [*words, "--to-dynamic"], "dynamic already"),
    "a new cluster with brokers": (
        lambda root, words: [*words, "--new-cluster-id", NEW_ID],
        "--no-brokers",
    ),
    "no brokers and a directory of one": (
        lambda root, words: [*words, "--no-brokers"],
        "leave out --broker-dir",
    ),
    "a folder that is no backup": (
        lambda root, words: [*words, "--from-backup", survivor(root, 4)],
        "is not a sound backup",
    ),
    "a branch that is no directory": (
        lambda root, words: [*words, "--branch", "/no/such"],
        "cannot be the branch",
    ),
    "a plan inside an old directory": (
        lambda root, words: [*words, "--output", words[0] / "plan.json"],
        "must not change",
    ),
    "a plan that exists": (
        lambda root, words: (root / "old.json").touch() or [*words, "--output", root / "old.json"],
        "already exists",
    ),
    "a mark without a node": (
        lambda root, words: [*words, "--high-watermark", "9"],
        "invalid ID=OFFSET",
    ),
    "a voter without a port": (
        lambda root, words: [*words, "--voters", "1@localhost"],
        "expected ID@HOST:PORT",
    ),
    "a lost voter": (
        lambda root, words: [*words, "--voters", "2@localhost:9093"],
        "can come back",
    ),
    "the old directory id": (
        lambda root, words: [
            *words,
            "--voters",
            f"1@localhost:9093:{encode_id(directory_id(1))}",
        ],
        "needs a new one",
    ),
    "the id of a broker": (
        lambda root, words: [*words, "--voters", f"{BROKER}@localhost:9093"],
        "the id of a broker",
    ),
    "another listener": (lambda root, words: [*words, "--listener", "OTHER"], "CONTROLLER"),
    "a record of a later release": (
        lambda root, words: [
            survivor(root / "later", epochs=[1] * 7, values=[*VALUES, b"\x01\xe7\x07\x00rest"]),
            *words[1:],
        ],
        "cannot use",
    ),
    "a field of a later release": (
        lambda root, words: [
            survivor(root / "later", epochs=[1] * 7, values=[*VALUES, with_new_field()]),
            *words[1:],
        ],
        "fields that are not known",
    ),
}


@pytest.mark.parametrize("name", WRONG_PLANS)
def test_invalid_input_is_reported_and_writes_nothing(tmp_path, words, name):
    change, text = WRONG_PLANS[name]
    changed = change(tmp_path, words)
    before = contents(tmp_path)
    voters = [] if "--voters" in changed else ["--voters", f"1@localhost:9093:{NEW_ID}"]
    code, output = run("plan", "--output", tmp_path / "plan.json", *changed, *voters)
    assert code != 0
    assert text in output
    assert contents(tmp_path) == before
    sentences = [
        line for line in output.splitlines() if line and not line.startswith(("Usage", "Try"))
    ]
    assert len(sentences) == 1, output


# -- apply -----------------------------------------------------------------------------------------


def applied(tmp_path, node_id, target, *, phrase=None, name="plan.json"):
    plan = json.loads((tmp_path / name).read_text())
    return run(
        *("apply", tmp_path / name, "--node", node_id, "--to", target),
        *("--accept", plan["phrase"] if phrase is None else phrase),
    )


def stamps(*roots):
    """Content, mode and times of everything below some directories."""
    return {
        path: (each.st_mode, each.st_mtime_ns, each.st_size, path.is_file() and path.read_bytes())
        for root in roots
        for path in [root, *root.rglob("*")]
        for each in [path.stat()]
    }


def test_apply_writes_the_same_snapshot_for_each_voter_and_touches_nothing_old(tmp_path, words):
    voters = f"1@localhost:9093:{NEW_ID},4@localhost:9094:{encode_id(b'm' * 16)}"
    before = stamps(words[0], words[4])
    code, output = run(*plan_words(*words, output=tmp_path / "plan.json", voters=voters))
    assert code == 0, output
    code, output = applied(tmp_path, 1, tmp_path / "new-1")
    assert code == 0, output
    assert "Apply the plan also for node 4" in output
    assert (
        "Start no old disk of voters 1, 2 and 3 before the new quorum has a leader: 2 of them can"
        " elect their own, in the same epoch."
    ) in output
    assert applied(tmp_path, 4, tmp_path / "new-4")[0] == 0
    assert stamps(words[0], words[4]) == before
    name = f"{10_000_006:020}-{1_000_004:010}.checkpoint"
    one, four = (tmp_path / each / FOLDER / name for each in ("new-1", "new-4"))
    assert one.read_bytes() == four.read_bytes()
    directory = LogDirectory.open(DiskFolder(tmp_path / "new-4"), node_id=4, cluster_id=CLUSTER_ID)
    try:
        started = directory.started()
    finally:
        directory.abandon()
    assert started.voter_history.sets[-1][1].ids == (1, 4)
    assert started.log_view.start_offset == 10_000_006
    assert started.election.epoch == 1_000_004
    image = read_image(str(tmp_path / "new-1"))
    assert {each.name for each in image.topics.values()} == {"kept"}


def test_static_quorum_is_recovered_as_static_and_as_dynamic(tmp_path):
    one = survivor(tmp_path, voters=0)
    common = [one, "--static-voters", "1,2,3", "--lost", "2,3", "--brokers-stopped"]
    planned(tmp_path, *common, name="static.json")
    code, output = applied(tmp_path, 1, tmp_path / "static", name="static.json")
    assert code == 0, output
    assert "controller.quorum.voters=1@localhost:9093" in output
    planned(tmp_path, *common, "--to-dynamic", name="dynamic.json")
    assert applied(tmp_path, 1, tmp_path / "dynamic", name="dynamic.json")[0] == 0
    for name, level in (("static", 0), ("dynamic", 1)):
        directory = LogDirectory.open(DiskFolder(tmp_path / name))
        try:
            assert directory.started().voter_history.level == level
        finally:
            directory.abandon()


def test_endpoints_of_all_voters_change(tmp_path):
    one, two = survivor(tmp_path), survivor(tmp_path, 2)
    voters = ",".join(
        f"{each}@new-{each}:9093:{encode_id(bytes([200 + each]) * 16)}" for each in (1, 2, 3)
    )
    words = plan_words(one, two, "--endpoints-only", output=tmp_path / "plan.json", voters=voters)
    code, output = run(*words)
    assert code == 0, output
    assert applied(tmp_path, 3, tmp_path / "new-3")[0] == 0
    before, after = read_image(str(one)), read_image(str(tmp_path / "new-3"))
    assert before.topics == after.topics
    assert before.next_producer_id == after.next_producer_id


def test_backup_becomes_a_new_cluster(tmp_path):
    one = survivor(tmp_path)
    folder = tmp_path / "backup"
    code = CliRunner().invoke(
        kraft, ["backup", str(one), "--to", str(folder), "--high-watermark", "6"]
    )
    assert code.exit_code == 0, code.output
    cluster_id = encode_id(b"c" * 16)
    plan, _ = planned(
        tmp_path, "--from-backup", folder, "--no-brokers", "--new-cluster-id", cluster_id
    )
    assert plan["quorum"]["certain"]["offset"] == 6
    assert plan["phrase"].startswith(f"a new cluster {cluster_id} without data")
    assert applied(tmp_path, 1, tmp_path / "new")[0] == 0
    image = read_image(str(tmp_path / "new"))
    assert not image.brokers
    assert [each.name for each in image.topics.values()] == ["kept"]
    assert cluster_id in (tmp_path / "new" / "meta.properties").read_text().replace("\\", "")
    (folder / FOLDER / "leader-epoch-checkpoint").write_text("0\n0\n")
    code, output = applied(tmp_path, 1, tmp_path / "other")
    assert (code, "is not a sound backup" in output) == (1, True)


WRONG_APPLIES = {
    "another node": (lambda root, words: {"node_id": 2}, "not a voter of the plan"),
    "another phrase": (lambda root, words: {"phrase": "yes"}, "does not match the phrase"),
    "an empty phrase": (lambda root, words: {"phrase": ""}, "does not match the phrase"),
    "a directory that exists": (
        lambda root, words: (root / "new").mkdir() or {},
        "exists",
    ),
    "a directory inside an old one": (
        lambda root, words: {"target": words[0] / "new"},
        "must not change",
    ),
    "a parent that is not there": (lambda root, words: {"target": root / "no" / "new"}, "no"),
    "a log that grew": (
        lambda root, words: grow(words[0] / FOLDER / f"{0:020}.log") or {},
        "changed after the plan was made",
    ),
    "a partition that shrank": (
        lambda root, words: shrink(words[4] / "kept-0" / f"{0:020}.log") or {},
        "changed after the plan was made",
    ),
    "a changed plan": (
        lambda root, words: edit(root / "plan.json", '"lost": [\n   2', '"lost": [\n   7') or {},
        "no directory of node 2 was given",
    ),
    "a changed verdict": (
        lambda root, words: edit(root / "plan.json", '"certain"', '"sure"') or {},
        "plan again",
    ),
    "another version": (
        lambda root, words: edit(root / "plan.json", '"version": 2', '"version": 9') or {},
        "version 9",
    ),
    "no plan": (
        lambda root, words: (root / "plan.json").write_text('{"phrase": ""}') and {},
        "not a plan",
    ),
    "no JSON": (
        lambda root, words: (root / "other.json").write_text("{") and {"path": "other.json"},
        "not a valid plan",
    ),
    "not text": (
        lambda root, words: (root / "other.json").write_bytes(b"\xff") and {"path": "other.json"},
        "UTF-8",
    ),
    "no file": (lambda root, words: {"path": "other.json"}, "No such file"),
    "an input that is gone": (
        lambda root, words: (words[0] / "meta.properties").unlink() or {},
        "meta.properties",
    ),
    "a node that was started": (
        lambda root, words: {"lock": words[0]},
        "in use",
    ),
}


def grow(path):
    path.write_bytes(path.read_bytes() + path.read_bytes()[:61])


def shrink(path):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3 * 2])


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize("name", WRONG_APPLIES)
def test_invalid_apply_is_reported_and_writes_nothing(tmp_path, words, name):
    change, text = WRONG_APPLIES[name]
    plan, _ = planned(tmp_path, *words)
    changed = change(tmp_path, words)
    lock = DiskFolder(changed["lock"]).lock(".lock") if "lock" in changed else None
    before = contents(tmp_path)
    try:
        code, output = run(
            *("apply", tmp_path / changed.get("path", "plan.json")),
            *("--node", changed.get("node_id", 1), "--to", changed.get("target", tmp_path / "new")),
            *("--accept", changed.get("phrase", plan["phrase"])),
        )
    finally:
        if lock is not None:
            lock.release()
    assert code != 0
    assert text in output
    assert contents(tmp_path) == before
    assert output.count("\n") == 1


# -- the documentation -----------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


def commands_of(transcript):
    """Yield the commands of a transcript as they are shown, each with the lines that it needs."""
    lines = iter(transcript.splitlines(keepends=True))
    for line in lines:
        command = line
        if line.startswith("$ kraft recover "):
            while command.endswith("\\\n") or command.count("'") % 2:
                command += next(lines)
            yield command


def test_documented_transcript_matches_output(tmp_path, monkeypatch):
    text = PAGE.read_text(encoding="utf-8").partition("### A majority is lost permanently")[2]
    transcript = text.partition("```console\n")[2].partition("```")[0]
    survivor(tmp_path).rename(tmp_path / "controller-1")
    log = DiskFolder(tmp_path / "controller-1" / FOLDER)
    ElectionFile(log).write(Election(4), 1, ())
    LogDirectory.open(DiskFolder(tmp_path / "controller-1")).close()
    broker(tmp_path, ("kept", KEPT), ("audit", GAP))
    monkeypatch.chdir(tmp_path)
    shown = ""
    for command in commands_of(transcript):
        words = shlex.split(command.removeprefix("$ kraft recover ").replace("\\\n", " "))
        code, output = run(*words)
        assert code in (0, 2), output
        shown += command + output.replace(f"{tmp_path}/", "").replace(CLUSTER_ID, "CLUSTER_ID")
    assert shown == transcript
    assert (tmp_path / "controller-1-new" / "meta.properties").exists()

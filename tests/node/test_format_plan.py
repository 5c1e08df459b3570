"""What formatting writes, and what it refuses, in Kafka's words."""

from __future__ import annotations

import pytest

from kraft_core.node.errors import FormatError
from kraft_core.node.format_plan import FormatRequest, plan_format
from kraft_core.node.process_configuration import read_process
from kraft_core.node.properties import Properties
from kraft_core.storage.bootstrap_checkpoint import bootstrap_records
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.log_directory import LogDirectory
from kraft_core.storage.meta_properties import decode_id, read_meta_properties
from kraft_wire.messages import FeatureLevelRecord, UserScramCredentialRecord
from kraft_wire.records.metadata_frame import decode_metadata_record

ID = "J8aAPcfLQt2bqs1JT_rMgQ"


@pytest.fixture
def process(tmp_path):
    def made(**more):
        values = {
            "process.roles": "controller",
            "node.id": "1",
            "listeners": "CONTROLLER://:9093",
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.bootstrap.servers": "localhost:9093",
            "log.dirs": f"{tmp_path}/a,{tmp_path}/b",
        } | {key.replace("_", "."): value for key, value in more.items()}
        return read_process(Properties(values))

    return made


def request(**more):
    return FormatRequest(cluster_id="c", **more)


def written(plan):
    return [(each.kind, each.path[-1]) for each in plan.write(0)]


def levels(plan):
    return {r.name: r.feature_level for r in plan.records if isinstance(r, FeatureLevelRecord)}


def test_standalone(process, tmp_path):
    plan = plan_format(process(), request(standalone=True))
    assert plan.release == "4.3-IV0"
    assert list(levels(plan)) == [
        "metadata.version",
        "eligible.leader.replicas.version",
        "group.version",
        "share.version",
        "streams.version",
        "transaction.version",
    ]
    assert written(plan) == [("dynamic metadata voter directory", "a"), ("data directory", "b")]
    directory = LogDirectory.open(DiskFolder(tmp_path / "a"), node_id=1, cluster_id="c")
    history = directory.started().voter_history
    (voter,) = history.latest
    assert history.level == 1
    assert voter.key.directory_id == directory.meta.directory_id
    assert [(e.name, e.host, e.port) for e in voter.endpoints] == [
        ("CONTROLLER", "localhost", 9093)
    ]
    directory.close()
    for name in ("a", "b"):
        records = bootstrap_records(DiskFolder(tmp_path / name))
        assert [decode_metadata_record(each).message for each in records] == list(plan.records)
    other = read_meta_properties(DiskFolder(tmp_path / "b"))
    assert other.directory_id != directory.meta.directory_id


def test_initial_controllers(process, tmp_path):
    asked = request(initial_controllers=f"1@h:1:{ID},2@h:2:p7OJ8tPzSFS4nUXxXrZoVA")
    written(plan_format(process(), asked))
    assert read_meta_properties(DiskFolder(tmp_path / "a")).directory_id == decode_id(ID)
    plan = plan_format(process(node_id="7", log_dirs=f"{tmp_path}/c"), asked)
    assert written(plan) == [("dynamic metadata directory", "c")]


def test_no_initial_controllers_and_static_voters(process, tmp_path):
    plan = plan_format(process(), request(no_initial_controllers=True))
    assert written(plan) == [("metadata directory", "a"), ("data directory", "b")]
    assert not (tmp_path / "a" / "__cluster_metadata-0").exists()
    static = process(controller_quorum_voters="1@h:1", log_dirs=f"{tmp_path}/c")
    assert written(plan_format(static, request())) == [("metadata directory", "c")]


def test_a_broker_needs_no_flag(process):
    broker = process(process_roles="broker", listeners="PLAINTEXT://:9092")
    assert len(plan_format(broker, request()).directories) == 2
    with pytest.raises(FormatError, match=r"You can only use --standalone on a controller"):
        plan_format(broker, request(standalone=True))


def test_features_and_releases(process):
    plan = plan_format(
        process(), request(standalone=True, release_version="4.0", features=["group.version=0"])
    )
    assert levels(plan) == {"metadata.version": 25, "transaction.version": 2}
    plan = plan_format(process(), request(standalone=True, features=["metadata.version=21"]))
    assert levels(plan) == {"metadata.version": 21}


def test_scram(process):
    asked = ("SCRAM-SHA-256=[name=a,password=b]",)
    plan = plan_format(process(), request(standalone=True, scram=asked))
    assert isinstance(plan.records[-1], UserScramCredentialRecord)
    with pytest.raises(FormatError, match=r"3.5-IV2 or later"):
        plan_format(process(), request(standalone=True, scram=asked, release_version="3.4"))


def test_what_is_formatted_is_left_alone(process, tmp_path):
    written(plan_format(process(log_dirs=f"{tmp_path}/a"), request(standalone=True)))
    before = read_meta_properties(DiskFolder(tmp_path / "a"))
    with pytest.raises(FormatError, match=r"/a is already formatted\. Use --ignore-formatted"):
        plan_format(process(), request(standalone=True))
    again = request(standalone=True, ignore_formatted=True)
    assert written(plan_format(process(), again)) == [("data directory", "b")]
    assert plan_format(process(), again).directories == ()
    assert read_meta_properties(DiskFolder(tmp_path / "a")) == before
    with pytest.raises(FormatError, match=r"Invalid cluster.id in: .* Expected d, but read c"):
        plan_format(process(), FormatRequest(cluster_id="d", standalone=True))
    with pytest.raises(FormatError, match=r"Stored node id 1 doesn't match previous node id 2"):
        plan_format(process(node_id="2"), again)


REFUSED = {
    "no flag": ({}, "you must specify one of the following: --standalone, --initial"),
    "feature": ({"features": ["x=1"]}, "Unsupported feature: x. Supported features are: elig"),
    "format": ({"features": ["x"]}, "Can't parse feature=level string x: equals sign not found"),
    "level": ({"features": ["x=y"]}, "unable to parse y as a short"),
    "unknown level": ({"features": ["group.version=9"]}, "No feature:group.version with feature"),
    "static level": ({"features": ["kraft.version=0"]}, "Cannot set kraft.version to 0 if"),
    "unstable": ({"features": ["metadata.version=31"]}, "4.4-IV0 is not yet stable"),
    "too high": ({"features": ["metadata.version=40"]}, "No MetadataVersion with feature level 40"),
    "twice": (
        {"features": ["metadata.version=20"], "release_version": "4.1"},
        "Use --release-version instead of --feature metadata.version=X",
    ),
    "depends": (
        {"features": ["eligible.leader.replicas.version=1"], "release_version": "3.3"},
        "could not be set to 1 because it depends on metadata.version level 23",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(process, name, tmp_path):
    more, sentence = REFUSED[name]
    with pytest.raises(FormatError) as caught:
        plan_format(process(), request(standalone=name != "no flag", **more))
    assert sentence in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_refusals_of_a_static_quorum(process):
    static = process(controller_quorum_voters="1@h:1")
    with pytest.raises(
        FormatError, match=r"You cannot specify controller.quorum.voters and format"
    ):
        plan_format(static, request(standalone=True))
    with pytest.raises(FormatError, match=r"Cannot set kraft.version to 1 unless"):
        plan_format(static, request(features=["kraft.version=1"]))


def test_a_cluster_id_is_needed_and_a_folder_that_can_be_written(process, tmp_path):
    with pytest.raises(FormatError, match=r"cluster id is empty"):
        plan_format(process(), FormatRequest(cluster_id="", standalone=True))
    (tmp_path / "a").touch()
    with pytest.raises(FormatError, match=r"cannot be formatted"):
        plan_format(process(), request(standalone=True))

"""`kraft metadata-quorum`: what it asks of a quorum, prints and ends with."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.main import run
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    DescribeQuorumRequest,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
)
from tests.admin.pretended import CLUSTER_ID, DIRECTORY, described, node, voter

DESCRIBED = described([voter(1, 42, 1000, 1000), voter(2, 40, 900, 800)], [voter(3, 9)])
ADDED = AddRaftVoterResponse(error_message=None)
REMOVED = RemoveRaftVoterResponse(error_message=None)


@pytest.fixture
def told(capsys):
    def ask(peer, *arguments):
        code = run(["metadata-quorum", "--bootstrap-controller", peer.address, *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return ask


@pytest.fixture
def new_controller(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "meta.properties").write_text(
        f"version=1\nnode.id=4\ncluster.id={CLUSTER_ID}\ndirectory.id={DIRECTORY}\n"
    )
    path = tmp_path / "new.properties"
    path.write_text(
        "node.id=4\nprocess.roles=controller\nlisteners=CONTROLLER://c4:9093\n"
        f"controller.listener.names=CONTROLLER\nlog.dirs={tmp_path}/data\n"
    )
    return str(path)


def test_describe_status_shows_cluster_and_voters(told):
    with node({DescribeQuorumRequest: DESCRIBED}) as peer:
        code, out, err = told(peer, "describe", "--status")
        form = json.loads(told(peer, "describe", "--status", "--json")[1])
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"ClusterId:              {CLUSTER_ID}"
    assert form["clusterId"] == CLUSTER_ID
    assert form["topics"][0]["partitions"][0]["currentVoters"][1]["logEndOffset"] == 40


def test_describe_replication_shows_the_role_of_each_replica(told):
    with node({DescribeQuorumRequest: DESCRIBED}) as peer:
        code, out, _ = told(peer, "describe", "--replication")
        human = told(peer, "describe", "--replication", "--human-readable")[1]
        form = json.loads(told(peer, "describe", "--replication", "--json")[1])
    assert code == 0
    assert [line.split("\t")[-2].strip() for line in out.splitlines()[1:]] == [
        "Leader",
        "Follower",
        "Observer",
    ]
    assert " ms ago" in human
    assert "clusterId" not in form


def test_a_voter_is_added(told, new_controller):
    config = ("--command-config", new_controller, "add-controller")
    text = f"controller 4 with directory id {DIRECTORY} and endpoints: CONTROLLER://c4:9093\n"
    with node({AddRaftVoterRequest: ADDED}) as peer:
        assert told(peer, *config, "--dry-run") == (0, f"DRY RUN of adding {text}", "")
        assert peer.asked(AddRaftVoterRequest) == []
        assert told(peer, *config) == (0, f"Added {text}", "")
        form = json.loads(told(peer, *config, "--json")[1])
    first, second = peer.asked(AddRaftVoterRequest)
    assert first.cluster_id == second.cluster_id == CLUSTER_ID
    assert (form["voterId"], form["voterDirectoryId"], form["errorCode"]) == (4, str(DIRECTORY), 0)


def test_a_voter_is_removed(told):
    voter_key = ("--controller-id", "2", "--controller-directory-id", str(DIRECTORY))
    text = f" KRaft controller 2 with directory id {DIRECTORY}\n"
    with node({RemoveRaftVoterRequest: REMOVED}) as peer:
        remove = ("remove-controller", *voter_key)
        assert told(peer, *remove, "--dry-run") == (0, f"DRY RUN of removing {text}", "")
        dry = json.loads(told(peer, *remove, "--dry-run", "--json")[1])
        assert peer.asked(RemoveRaftVoterRequest) == []
        assert told(peer, *remove) == (0, f"Removed {text}", "")
    assert dry == {"dryRun": True, "voterId": 2, "voterDirectoryId": str(DIRECTORY)}
    assert len(peer.asked(RemoveRaftVoterRequest)) == 1


def test_refusal_is_reported_in_one_line(told, new_controller):
    refusal = AddRaftVoterResponse(error_code=126, error_message="4 is a voter")
    with node({AddRaftVoterRequest: refusal}) as peer:
        assert told(peer, "--command-config", new_controller, "add-controller") == (
            1,
            "",
            "kraft: 4 is a voter\n",
        )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("describe",), "specify --status or --replication"),
        (("describe", "--status", "--replication"), "specify --status or"),
        (("describe", "--status", "--human-readable"), "--human-readable requires --replication"),
        (
            ("add-controller",),
            "specify --command-config with the properties file of the new controller",
        ),
        (("--command-config", "none", "add-controller"), "none cannot be read"),
        (("remove-controller", "-i", "-1", "-d", "x"), "--controller-id -1: an id cannot"),
        (("remove-controller", "-i", "1", "-d", "x"), "'x' is not a valid uuid"),
        (("remove-controller", "-i", "1"), "Missing option '--controller-directory-id'"),
        (("--bootstrap-server", "b:1", "describe", "--status"), "--bootstrap-server and"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(told, arguments, sentence):
    with node() as peer:
        code, out, err = told(peer, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"kraft: {sentence}")
    assert err.count("\n") == 1
    assert peer.requests == []

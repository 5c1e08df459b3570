"""`kraft cluster`: what it prints and ends with."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.main import run
from kraft_wire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumRequest,
    UnregisterBrokerRequest,
    UnregisterBrokerResponse,
    UnregisterControllerRequest,
    UnregisterControllerResponse,
)
from tests.admin.pretended import CLUSTER_ID, CONTROLLER, FORWARDED, described, node, voter


@pytest.fixture
def told(capsys):
    def ask(*arguments):
        code = run(["cluster", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return ask


def test_cluster_id_is_printed_as_text_and_json(told, tmp_path):
    config = tmp_path / "admin.properties"
    config.write_text("client.id=me\n")
    with node() as peer:
        where = ("cluster-id", "--bootstrap-controller", peer.address)
        line = f"Cluster ID: {CLUSTER_ID}\n"
        assert told(*where) == told(*where, "-c", str(config)) == (0, line, "")
        code, out, note = told(*where, "--config", str(config))
        form = json.loads(told(*where, "--json")[1])
    assert code == 0
    assert note.startswith("Option --config has been deprecated")
    assert out == line
    assert (form["clusterId"], form["controllerId"]) == (CLUSTER_ID, 1)


def test_list_endpoints_shows_controllers_or_brokers(told):
    with node() as peer:
        lines = told("list-endpoints", "-C", peer.address)[1].splitlines()
    assert lines[1].split() == ["1", "127.0.0.1", str(peer.endpoint.port), "null", "controller"]
    with node(served=FORWARDED) as peer:
        where = ("list-endpoints", "-b", peer.address, "--include-fenced-brokers")
        assert told(*where)[1].splitlines()[1].split()[-2:] == ["unfenced", "broker"]
        assert json.loads(told(*where, "--json")[1])["brokers"][0]["brokerId"] == 1
    with node(served=FORWARDED | {60: (0, 1)}) as peer:
        code, out, err = told("list-endpoints", "-b", peer.address, "--include-fenced-brokers")
    assert (code, err) == (0, "")
    assert "does not support this request" in out


def test_nodes_are_forgotten(told):
    script = {
        UnregisterBrokerRequest: [
            UnregisterBrokerResponse(error_message=None),
            UnregisterBrokerResponse(error_code=102, error_message="no such broker"),
        ]
    }
    with node(script) as peer:
        where = ("unregister", "-C", peer.address, "--id", "4")
        assert told(*where) == (0, "Broker 4 is no longer registered.\n", "")
        assert told(*where) == (1, "", "kraft: no such broker\n")


@pytest.mark.parametrize(("kind", "key"), [("broker", 64), ("controller", 94)])
def test_a_cluster_that_cannot_forget(told, kind, key):
    served = {each: versions for each, versions in CONTROLLER.items() if each != key}
    name = "unregister" if kind == "broker" else "unregister-controller"
    with node(served=served) as peer:
        assert told(name, "-C", peer.address, "--id", "4") == (
            0,
            f"The target cluster does not support the {kind} unregistration API.\n",
            "",
        )
        code, out, err = told(name, "-C", peer.address, "--id", "4", "--json")
    assert (code, out) == (1, "")
    assert "does not support this request" in err


FORGOTTEN = "Controller 4 is no longer registered.\n"


def listed(*node_ids):
    cls = DescribeClusterResponse.DescribeClusterBroker
    brokers = [cls(broker_id=each, host="h", port=1) for each in node_ids]
    return DescribeClusterResponse(cluster_id="c", controller_id=1, brokers=brokers)


@pytest.mark.parametrize(
    ("observers", "clusters", "code", "err"),
    [
        ((), [], 0, ""),
        ((voter(4, 40, 1_000, 1_000),), [], 0, ""),  # it has not fetched for 19 s
        (
            (voter(4, 40, 19_500, 19_500),),
            [listed(1), listed(1, 4)],
            1,
            (
                "kraft: controller 4 has registered again: it still runs. Stop it, and unregister"
                " it again.\n"
            ),
        ),
    ],
    ids=["gone", "gone for long", "running"],
)
def test_a_controller_that_still_runs_is_reported(told, observers, clusters, code, err):
    script = {
        UnregisterControllerRequest: UnregisterControllerResponse(),
        DescribeQuorumRequest: described([voter(1, 42, 20_000, 20_000)], observers),
        DescribeClusterRequest: clusters,
    }
    with node(script, served=CONTROLLER | {94: (0, 0)}) as peer:
        where = ("unregister-controller", "-C", peer.address, "--id", "4")
        assert told(*where) == (code, FORGOTTEN, err)


@pytest.mark.parametrize(
    ("fetched_ms", "code", "err"),
    [
        (19_500, 0, ""),
        (20_400, 1, "kraft: controller 4 still fetches from the leader"),
    ],
    ids=["stopped just before", "running"],
)
def test_a_controller_that_fetches_again_is_reported(told, monkeypatch, fetched_ms, code, err):
    monkeypatch.setattr("kraft_core.cli.cluster._BACK_WITHIN_S", 0.0)
    # the leader is found twice, and described twice
    observers = ((voter(4, 40, each, each),) for each in (19_500, 19_500, 19_500, fetched_ms))
    script = {
        UnregisterControllerRequest: UnregisterControllerResponse(),
        DescribeQuorumRequest: [
            described([voter(1, 42, 20_000, 20_000)], each) for each in observers
        ],
    }
    with node(script, served=CONTROLLER | {94: (0, 0)}) as peer:
        where = ("unregister-controller", "-C", peer.address, "--id", "4")
        found = told(*where)
    assert found[:2] == (code, FORGOTTEN)
    assert found[2].startswith(err) if err else found[2] == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("cluster-id",), "specify --bootstrap-server or --bootstrap-controller"),
        (("cluster-id", "-b", "a:1", "-C", "a:1"), "--bootstrap-server and --bootstrap-controller"),
        (("cluster-id", "-b", "a"), "'a' is not a valid HOST:PORT"),
        (("cluster-id", "-b", "a:1", "-c", "x", "--config", "x"), "--config and --command-config"),
        (("cluster-id", "-b", "a:1", "-c", "none"), "none cannot be read"),
        (("list-endpoints", "-C", "a:1", "--include-fenced-brokers"), "--include-fenced-brokers"),
        (("unregister", "-C", "a:1"), "Missing option '--id'"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(told, arguments, sentence):
    code, out, err = told(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"kraft: {sentence}")
    assert err.count("\n") == 1

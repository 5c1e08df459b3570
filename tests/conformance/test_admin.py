"""The commands for operators beside Kafka's own tools, on the same running Java cluster.

Standard output and exit code are the same, but for numbers that move meanwhile; where Kafka prints
an error with a stack trace, ours is one sentence on standard error.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import kafka
from tests.conformance.quorum import PATIENT, Quorum, running_quorum
from tests.conformance.releases import number
from tests.conformance.steady_text import steady
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]

ROOT = Path(__file__).parents[2]
KRAFT = [sys.executable, "-c", "from kraft_core.cli.main import main; main()"]
TOOLS = {name: f"kafka-{name}" for name in ("metadata-quorum", "features", "cluster")}
TOOLS_OF = {"features": "4.4.0"}
"""The release whose tool is compared, where it is not that of all: names of levels are of 4.4.0."""

NOBODY = ("--bootstrap-controller", "127.0.0.1:1")
"""For what is refused before anybody is asked."""


def ours(*arguments):
    """Run one of our commands; errors are one sentence, after what is said of old options."""
    done = subprocess.run(
        [*KRAFT, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    said = "".join(line for line in done.stderr.splitlines(True) if not is_deprecation(line))
    assert re.fullmatch(r"(kraft: [^\n]+\n)?", said), done.stderr
    assert (done.returncode == 0) == (said == "")
    return done.returncode, done.stdout


def is_deprecation(line):
    """Kafka says so on standard output, kraft on standard error."""
    return "deprecated" in line and "kraft: " not in line


def theirs(command, *arguments):
    """Run Kafka's tool of the same name."""
    release = TOOLS_OF.get(command, kafka.TOOLS_RELEASE)
    done = kafka.tool(release, TOOLS[command], *arguments, timeout_s=120)
    lines = done.stdout.splitlines(keepends=True)
    return done.returncode, "".join(line for line in lines if not is_deprecation(line))


def still(result):
    """A result without the numbers that move."""
    code, text = result
    return code, steady(text)


def check_same(*arguments):
    """Compare both tools; return the exit code and the standard output of ours."""
    mine = ours(*arguments)
    assert still(mine) == still(theirs(*arguments)), arguments
    return mine


@pytest.fixture(scope="module")
def quorum(release, tmp_path_factory):
    """Two Java voters; what a test changes, it changes back.

    They are patient, so that the leader seldom asks a voter that is just removed (`blame`).
    """
    with running_quorum(release, 2, tmp_path_factory.mktemp("admin"), PATIENT) as running:
        asked = ("cluster", "list-endpoints", "-C", running.bootstrap)
        wait_until(lambda: ours(*asked)[1].count(" controller") == 2, "two registered controllers")
        yield running


@pytest.fixture(scope="module")
def combined(release, tmp_path_factory):
    """One Java node that is broker and controller; gives the addresses of both."""
    with Quorum(release, 1, tmp_path_factory.mktemp("combined")) as made:
        (node,) = made.controllers
        broker = node.serve_clients()
        made.start()
        made.leader()
        yield made, broker


@pytest.mark.interop("tools")
def test_describe_the_quorum(quorum):
    command = ("metadata-quorum", "--bootstrap-controller", quorum.bootstrap, "describe")
    for options in (("--status",), ("--replication",), ("--replication", "--human-readable")):
        code, text = check_same(*command, *options)
        assert code == 0
        assert len(text.splitlines()) == (8 if options == ("--status",) else 3)
    code, text = ours(*command, "--status", "--json")
    found = json.loads(text)
    assert (code, found["clusterId"]) == (0, quorum.cluster_id)
    assert len(found["topics"][0]["partitions"][0]["currentVoters"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("describe",),
        ("describe", "--status", "--replication"),
        ("describe", "--status", "--human-readable"),
        ("add-controller",),
        ("remove-controller", "--controller-id", "1"),
        ("remove-controller", "--controller-id", "x", "--controller-directory-id", "x"),
        ("remove-controller", "--controller-id", "1", "--controller-directory-id", "x"),
    ],
    ids=" ".join,
)
def test_invalid_usage_of_metadata_quorum_matches_kafka(arguments):
    assert check_same("metadata-quorum", *NOBODY, *arguments) == (1, "")


@pytest.mark.interop("tools")
def test_voters_removed_and_added_by_either(quorum):
    leader = quorum.leader()
    (other,) = (each for each in quorum.controllers if each is not leader)
    command = ("metadata-quorum", "--bootstrap-controller", quorum.bootstrap)
    add = (*command, "--command-config", str(other.properties), "add-controller")
    voter = ("--controller-id", str(other.node_id), "-d", other.directory_id)
    remove = (*command, "remove-controller", *voter)
    told_add, told_remove = check_same(*add, "--dry-run"), check_same(*remove, "--dry-run")
    assert told_add[1].startswith("DRY RUN of adding controller")
    assert told_remove[1].startswith("DRY RUN of removing  KRaft controller")
    assert check_same(*add) == (1, "")  # it is a voter already
    added = (0, told_add[1].replace("DRY RUN of adding", "Added"))
    gone = (0, told_remove[1].replace("DRY RUN of removing", "Removed"))
    assert ours(*remove) == gone
    assert check_same(*remove) == (1, "")  # it is none any more
    wait_for_observer(command, other.node_id)
    assert theirs(*add) == added
    assert theirs(*remove) == gone
    wait_for_observer(command, other.node_id)
    assert ours(*add) == added


def wait_for_observer(command, node_id):
    """Wait until the removed voter is listed as an observer that has caught up."""

    def is_observer():
        code, text = ours(*command, "describe", "--replication")
        rows = [line.split() for line in text.splitlines()]
        return code == 0 and any(row[0] == str(node_id) and row[-1] == "Observer" for row in rows)

    wait_until(is_observer, "an observer")


@pytest.mark.interop("tools")
def test_features_commands_equal_kafkas(quorum):
    command = ("features", "--bootstrap-controller", quorum.bootstrap)
    assert check_same(*command, "describe")[0] == 0
    assert check_same(*command, "describe", "--node-id", "2")[0] == 0
    level = "transaction.version"
    changes = [
        (("downgrade", "--feature", f"{level}=0"), f"{level} was downgraded to 0."),
        (("upgrade", "--feature", f"{level}=1"), f"{level} was upgraded to 1."),
        (("disable", "--feature", level, "--dry-run"), f"{level} can be disabled."),
        (("disable", "--feature", level, "--unsafe"), f"{level} was disabled."),
    ]
    for arguments, line in changes:
        code, text = check_same(*command, *arguments)
        if quorum.version != "3.9.2":  # which has no feature to spare
            assert (code, text) == (0, line + "\n")
    for arguments in (
        ("upgrade", "--release-version", "3.9", "--dry-run"),
        ("upgrade", "--metadata", "3.9-IV0", "--dry-run"),
        ("downgrade", "--release-version", "3.8", "--dry-run"),
        ("downgrade", "--feature", "kraft.version=0", "--dry-run"),
        ("disable", "--feature", "kraft.version", "--unsafe", "--dry-run"),
    ):
        assert check_same(*command, *arguments)[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("upgrade",),
        ("upgrade", "--feature", "share.version"),
        ("upgrade", "--feature", "share.version=x"),
        ("upgrade", "--feature", "share.version=0"),
        ("upgrade", "--feature", "group.version=1", "--feature", "group.version=1"),
        ("upgrade", "--release-version", "9.9"),
        ("upgrade", "--release-version", "4.3", "--feature", "group.version=1"),
        ("disable",),
        ("describe", "--node-id", "-1"),
    ],
    ids=" ".join,
)
def test_invalid_usage_of_features_matches_kafka(arguments):
    assert check_same("features", *NOBODY, *arguments) == (1, "")


@pytest.mark.interop("tools")
@pytest.mark.parametrize(
    "arguments",
    [
        ("upgrade", "--feature", "group.version=7"),
        ("upgrade", "--feature", "group.version=7", "--dry-run"),
        ("upgrade", "--feature", "no.such.feature=1", "--feature", "group.version=1"),
        ("downgrade", "--feature", "metadata.version=7", "--unsafe", "--dry-run"),
        ("downgrade", "--feature", "metadata.version=99"),
    ],
    ids=" ".join,
)
def test_features_that_cannot_be(quorum, arguments):
    command = ("features", "--bootstrap-controller", quorum.bootstrap)
    code, text = check_same(*command, *arguments)
    assert (code, "not " in text) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("version-mapping",),
        ("version-mapping", "--release-version", "4.4"),
        ("version-mapping", "--release-version", "4.0"),
        ("version-mapping", "--release-version", "9.9"),
        ("feature-dependencies", "--feature", "eligible.leader.replicas.version=1"),
        ("feature-dependencies", "--feature", "metadata.version=20"),
        ("feature-dependencies", "--feature", "x=1"),
        ("feature-dependencies", "--feature", "group.version"),
        ("feature-dependencies",),
        ("describe",),
    ],
    ids=" ".join,
)
def test_features_without_a_cluster(arguments):
    check_same("features", *arguments)


@pytest.mark.interop("tools")
def test_cluster_commands_equal_kafkas(quorum):
    where = ("--bootstrap-controller", quorum.bootstrap)
    code, text = check_same("cluster", "cluster-id", *where)
    assert (code, text) == (0, f"Cluster ID: {quorum.cluster_id}\n")
    assert check_same("cluster", "list-endpoints", "-C", quorum.bootstrap)[0] == 0
    assert check_same("cluster", "unregister", *where, "--id", "77") == (1, "")
    code, text = ours("cluster", "unregister-controller", *where, "--id", "7")
    if quorum.version == "4.4.0":
        assert (code, text) == (1, "")  # there is no such controller
    else:
        told = "The target cluster does not support the controller unregistration API.\n"
        assert (code, text) == (0, told)


@pytest.mark.interop("tools", since="4.4", before="a controller cannot be unregistered")
def test_a_controller_is_forgotten(quorum):
    gone = next(each for each in quorum.controllers if each is not quorum.leader())
    where = ("--bootstrap-controller", quorum.bootstrap)
    key = ("--controller-id", str(gone.node_id), "--controller-directory-id", gone.directory_id)
    assert ours("metadata-quorum", *where, "remove-controller", *key)[0] == 0
    gone.stop()
    forget = ("cluster", "unregister-controller", *where, "--id", str(gone.node_id))
    assert ours(*forget) == (0, f"Controller {gone.node_id} is no longer registered.\n")
    code, text = check_same("cluster", "list-endpoints", *where)
    assert (code, len(text.splitlines())) == (0, 2)
    assert ours(*forget) == (1, "")
    gone.start()
    command = ("metadata-quorum", *where)
    wait_for_observer(command, gone.node_id)
    add = ("--command-config", str(gone.properties), "add-controller")
    assert ours(*command, *add)[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("list-endpoints", *NOBODY, "--include-fenced-brokers"),
        ("unregister", *NOBODY),
        ("cluster-id",),
        ("cluster-id", *NOBODY, "--config", "a", "--command-config", "b"),
    ],
    ids=" ".join,
)
def test_invalid_usage_of_cluster_matches_kafka(arguments):
    assert check_same("cluster", *arguments) == (1, "")


@pytest.mark.interop("tools")
def test_kraft_tools_print_the_same_as_kafka_over_a_broker(combined):
    cluster, broker = combined
    where = ("--bootstrap-server", broker)
    assert check_same("metadata-quorum", *where, "describe", "--status")[0] == 0
    assert check_same("metadata-quorum", *where, "describe", "--replication")[0] == 0
    assert check_same("features", *where, "describe")[0] == 0
    assert check_same("features", *where, "describe", "--node-id", "1")[0] == 0
    assert check_same("features", *where, "upgrade", "--feature", "share.version=7")[0] == 1
    level = "transaction.version=2"
    is_known = number(cluster.version) >= (4, 0)
    assert check_same("features", *where, "upgrade", "--feature", level)[0] == (not is_known)
    assert check_same("cluster", "cluster-id", "-b", broker)[1].endswith(f"{cluster.cluster_id}\n")
    assert check_same("cluster", "list-endpoints", "-b", broker)[0] == 0
    fenced = ("cluster", "list-endpoints", *where, "--include-fenced-brokers")
    if number(cluster.version) >= (4, 0):
        assert check_same(*fenced)[0] == 0
    else:  # Kafka names the field and the version of the request, ours says whose fault it is
        assert "includeFencedBrokers" in theirs(*fenced)[1]
        assert ours(*fenced)[0] == theirs(*fenced)[0] == 0
    assert check_same("cluster", "unregister", *where, "--id", "77") == (1, "")
    wrong = ("--bootstrap-server", cluster.bootstrap)
    assert ours("features", *wrong, "describe") == (1, "")
    wrong = ("--bootstrap-controller", broker)
    assert ours("features", *wrong, "describe") == (1, "")

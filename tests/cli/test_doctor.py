"""`kraft doctor`: findings with reason and remedy, and the exit code of the worst."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

from kraft_core.admin.status import NodeView, Problem, QuorumStatus
from kraft_core.cli.doctor import (
    of_acls,
    of_certificates,
    of_configuration,
    of_directories,
    of_status,
)
from kraft_core.cli.main import kraft
from kraft_core.config.process_keys import read_process
from kraft_core.config.properties import Properties
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from kraft_wire.messages import AccessControlEntryRecord
from kraft_wire.primitives import Uuid
from tests.controller.content import feature
from tests.controller.running import Controllers
from tests.node.cluster import format_node, properties_of, run
from tests.node.security_keys import ways
from tests.support.certificates import Authority
from tests.support.ports import free_ports


def process_of(tmp_path, node_id=1, **more):
    values = properties_of(node_id, free_ports(3), tmp_path, **more)
    return read_process(Properties(values))


def view(node_id, role="Voter", *, level=1, highest=1, metadata=30):
    return NodeView(
        node_id=node_id,
        role=role,
        kraft_version=level,
        kraft_version_max=highest,
        metadata_version=metadata,
    )


def quorum(*views, ahead_ms=0, problems=()):
    return QuorumStatus(
        leader_id=1,
        epoch=2,
        clock_ahead_ms=ahead_ms,
        nodes=list(views),
        problems=[Problem("warning", text) for text in problems],
    )


def found(findings):
    return [(each.severity, each.reason) for each in findings]


THREE = (view(1, "Leader"), view(2), view(3))


def test_acls_with_ranges_that_older_releases_took_for_text_are_named():
    hosts = {"*": 3, "10.0.0.1": 1, "10.0.0.0/8": 2, "10/8": 1, "::/0": 1}
    below = found(of_acls(hosts, 31))
    assert [severity for severity, _ in below] == ["warning"] * 3
    assert below[0][1].startswith("2 ACLs have the host '10.0.0.0/8', stored by a release before")
    assert below[1][1].startswith("1 ACL has the host '10/8', which is not a range of addresses")
    assert below[2][1].startswith("1 ACL has the host '::/0', stored by a release before 4.4")
    assert found(of_acls(hosts, 32)) == [below[1]]
    assert [each.severity for each in of_acls(None, 32)] == ["info"]


def test_a_dynamic_quorum_that_works_is_no_warning(tmp_path):
    findings = of_status(quorum(*THREE), process_of(tmp_path))
    assert found(findings) == [("info", "The quorum is dynamic.")]


@pytest.mark.parametrize(
    ("views", "reason"),
    [
        (
            [view(1, "Leader", level=0), view(2, level=0)],
            "The quorum is static, and can be made dynamic.",
        ),
        (
            [view(1, "Leader", level=0), view(2, level=0, highest=0)],
            "cannot be made dynamic yet: voter 2 is older than Kafka 3.9.",
        ),
        (
            [view(1, "Leader", level=0), NodeView(node_id=2, role="Voter")],
            "cannot be made dynamic yet: voter 2 does not answer.",
        ),
        (
            [view(1, "Leader", level=0, metadata=20)],
            "cannot be made dynamic yet: metadata.version 20 is below 21 (3.9).",
        ),
    ],
)
def test_what_keeps_a_static_quorum_from_becoming_dynamic(tmp_path, views, reason):
    (finding,) = of_status(quorum(*views), process_of(tmp_path))
    assert finding.severity == "info"
    assert finding.reason.endswith(reason)


def test_static_voters_of_a_dynamic_quorum_are_ignored(tmp_path):
    (port,) = free_ports(1)
    more = {
        "controller.quorum.voters": f"1@127.0.0.1:{port}",
        "controller.quorum.bootstrap.servers": "",
    }
    (finding,) = of_status(quorum(*THREE), process_of(tmp_path, **more))
    assert finding.severity == "warning"
    assert "controller.quorum.voters is ignored" in finding.reason


def test_a_node_that_the_leader_does_not_know_and_clocks_apart(tmp_path):
    findings = list(of_status(quorum(*THREE, ahead_ms=-5000), process_of(tmp_path, 3)))
    assert ("warning", "The clock here differs from the leader's by -5.0 s.") in found(findings)
    unknown = found(of_status(quorum(view(1, "Leader")), process_of(tmp_path, 2)))
    assert "The leader does not know node 2" in unknown[0][1]
    observer = found(of_status(quorum(*THREE[:2], view(3, "Observer")), process_of(tmp_path, 3)))
    assert ("info", "Node 3 is an observer.") in observer


def test_problems_of_the_quorum_have_a_remedy(tmp_path):
    text = "Voter 3 has not fetched for 60 s: it is down or cut off."
    finding = next(iter(of_status(quorum(*THREE, problems=[text]), process_of(tmp_path))))
    assert finding.reason == text
    assert "remove it with its directory id" in finding.remedy


@pytest.mark.parametrize(("mode", "is_reported"), [(0o700, False), (0o750, False), (0o755, True)])
def test_directory_that_other_users_can_open_is_reported(tmp_path, mode, is_reported):
    format_node(tmp_path, 1, None)
    (tmp_path / "node-1").chmod(mode)
    found = [each for each in of_directories(process_of(tmp_path), 0) if "mode" in each.reason]
    assert (tmp_path / "node-1").stat().st_mode & 0o777 == mode
    if not is_reported:
        assert found == []
        return
    (finding,) = found
    assert (finding.severity, finding.area) == ("warning", "directories")
    assert finding.reason.startswith(f"{tmp_path}/node-1 has mode 0755: users other than")
    assert finding.remedy == f"Run `chmod g-w,o-rwx {tmp_path}/node-1` as its owner."


def test_directories_that_are_not_there_or_nearly_full(tmp_path):
    (tmp_path / "node-1").mkdir(mode=0o700)
    findings = list(of_directories(process_of(tmp_path), 1 << 62))
    assert [(each.severity, each.area) for each in findings] == [
        ("error", "directories"),
        ("error", "free space"),
    ]
    assert "is not formatted" in findings[0].reason
    assert "kraft storage format" in findings[0].remedy


def test_a_listener_that_anybody_reaches(tmp_path):
    values = properties_of(1, [9], tmp_path, listeners="CONTROLLER://0.0.0.0:9")
    values["advertised.listeners"] = "CONTROLLER://here:9"
    (finding,) = of_configuration("a-file", NodeConfiguration.of(values))
    assert "can read the metadata and remove voters" in finding.reason


@pytest.mark.parametrize(
    ("more", "severity", "reason"),
    [
        ({"days": 300}, "info", "ends in 299 days"),
        ({"days": 5}, "warning", "ends in 4 days"),
        ({"days": 300, "hosts": ("elsewhere",)}, "warning", "the advertised host 127.0.0.1"),
    ],
)
def test_certificates_that_end_soon_or_are_for_another_host(tmp_path, more, severity, reason):
    stores = Authority(tmp_path).stores("node1", **more)
    keys = {"listener.security.protocol.map": "CONTROLLER:SSL", **stores}
    configuration = NodeConfiguration.of(properties_of(1, [9], tmp_path, **keys))
    findings = list(of_certificates(configuration))
    assert any(each.severity == severity and reason in each.reason for each in findings)


def test_a_certificate_that_is_not_there_is_an_error(tmp_path):
    stores = Authority(tmp_path).stores("node1")
    stores["ssl.keystore.location"] = str(tmp_path / "nowhere.pem")
    keys = {"listener.security.protocol.map": "CONTROLLER:SSL", **stores}
    configuration = NodeConfiguration.of(properties_of(1, [9], tmp_path, **keys))
    (finding,) = of_certificates(configuration)
    assert (finding.severity, finding.area) == ("error", "certificates")
    assert "nowhere.pem" in finding.reason


def write(path, values):
    path.write_text("".join(f"{key}={value}\n" for key, value in values.items()))
    return str(path)


def test_stores_that_cannot_be_read_are_named_in_place_of_plain_text(tmp_path):
    values = properties_of(1, free_ports(1), tmp_path, **ways(Authority(tmp_path))["mutual SSL"])
    (tmp_path / "node.pem").unlink()
    done = CliRunner().invoke(kraft, ["doctor", write(tmp_path / "1.properties", values)])
    assert done.exit_code == 2
    assert "ERROR (quorum): The quorum was not asked, since this node cannot connect" in done.stdout
    assert "node.pem cannot be read" in done.stdout
    assert "PLAINTEXT" not in done.stdout


def test_a_file_that_cannot_be_read_is_one_error(tmp_path):
    file = write(tmp_path / "a.properties", {"process.roles": "controller"})
    done = CliRunner().invoke(kraft, ["doctor", file, "--json"])
    assert done.exit_code == 2
    (finding,) = json.loads(done.stdout)
    assert (finding["severity"], finding["area"]) == ("error", "configuration")


@pytest.mark.node
def test_a_controller_that_works(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3) as controllers:
            await controllers.active()
            for node in controllers.nodes.values():
                await node.until(lambda node=node: node.metrics.is_ready)
            values = properties_of(1, controllers.ports, tmp_path)
            file = write(tmp_path / "1.properties", values)
            done = await asyncio.to_thread(CliRunner().invoke, kraft, ["doctor", file])
            assert "INFO (quorum): The quorum is dynamic." in done.stdout
            assert "ERROR" not in done.stdout

    run(story())


@pytest.mark.node
def test_acls_of_a_running_cluster_are_read(tmp_path):
    """An ACL that 4.3 stored at its own level: below 32 no release of 4.4 takes it."""
    keys = {
        "kraft.controller": "active",
        "authorizer.class.name": STANDARD_AUTHORIZER,
        "super.users": "User:ANONYMOUS",
    }
    acl = AccessControlEntryRecord(
        id=Uuid(bytes(15) + b"1"),
        resource_type=2,
        resource_name="t",
        pattern_type=3,
        principal="User:a",
        host="10.0.0.0/8",
        operation=3,
        permission_type=2,
    )

    async def story():
        records = (feature("metadata.version", 30), acl)
        async with Controllers(tmp_path, 1, bootstrap=records, **keys) as controllers:
            await controllers.active()
            node = controllers.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            values = properties_of(1, controllers.ports, tmp_path, **keys)
            file = write(tmp_path / "1.properties", values)
            done = await asyncio.to_thread(CliRunner().invoke, kraft, ["doctor", file])
            assert "WARNING (ACLs): 1 ACL has the host '10.0.0.0/8', stored by" in done.stdout

    run(story())


@pytest.mark.node
@pytest.mark.parametrize("way", ["mutual SSL", "SASL_SSL PLAIN"])
def test_a_quorum_with_tls_is_asked_by_the_keys_of_the_file(tmp_path, way):
    keys = ways(Authority(tmp_path))[way]

    async def story():
        async with Controllers(tmp_path, 1, **keys) as controllers:
            await controllers.active()
            values = properties_of(1, controllers.ports, tmp_path, **keys)
            file = write(tmp_path / "1.properties", values)
            done = await asyncio.to_thread(CliRunner().invoke, kraft, ["doctor", file])
            assert "INFO (quorum): The quorum is dynamic." in done.stdout
            assert "ERROR" not in done.stdout
            # a file that says PLAINTEXT where the node has TLS
            plain = properties_of(1, controllers.ports, tmp_path)
            file = write(tmp_path / "plain.properties", plain)
            done = await asyncio.to_thread(CliRunner().invoke, kraft, ["doctor", file])
            assert (
                f"127.0.0.1:{controllers.ports[0]}: its listener speaks TLS: give --command-config"
                " with security.protocol.\n  The file says PLAINTEXT"
            ) in done.stdout

    run(story())

"""`kraft doctor`: findings with reason and remedy, and the exit code of the worst."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

from kraft_core.cli.doctor import (
    local_node,
    of_acls,
    of_certificates,
    of_configuration,
    of_directories,
)
from kraft_core.cli.main import kraft
from kraft_core.config.process_keys import read_process
from kraft_core.config.properties import Properties
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.operations.findings import Section
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from kraft_wire.messages import AccessControlEntryRecord
from kraft_wire.primitives import Uuid
from tests.controller.content import feature
from tests.controller.running import Controllers
from tests.node.cluster import CLUSTER_ID, format_node, properties_of, run
from tests.node.security_keys import ways
from tests.operations.backups import copied, quorum
from tests.support.certificates import Authority
from tests.support.ports import free_ports


def process_of(tmp_path, node_id=1, **more):
    values = properties_of(node_id, free_ports(3), tmp_path, **more)
    return read_process(Properties(values))


def found(findings):
    return [(each.severity, each.text) for each in findings]


def test_acls_with_ranges_that_older_releases_took_for_text_are_named():
    hosts = {"*": 3, "10.0.0.1": 1, "10.0.0.0/8": 2, "10/8": 1, "::/0": 1}
    below = found(of_acls(hosts, 31))
    assert [severity for severity, _ in below] == ["warning"] * 3
    assert below[0][1].startswith("2 ACLs have the host '10.0.0.0/8', stored by a release before")
    assert below[1][1].startswith("1 ACL has the host '10/8', which is not a range of addresses")
    assert below[2][1].startswith("1 ACL has the host '::/0', stored by a release before 4.4")
    assert found(of_acls(hosts, 32)) == [below[1]]
    assert [each.severity for each in of_acls(None, 32)] == ["info"]


def test_files_of_this_machine_say_node_directory_cluster_and_voters(tmp_path):
    format_node(tmp_path, 1, None)
    more = {"controller.quorum.voters": "1@127.0.0.1:9,2@[::1]:9"}
    more["controller.quorum.bootstrap.servers"] = ""
    local = local_node(process_of(tmp_path, **more))
    assert (local.node_id, local.cluster_id) == (1, CLUSTER_ID)
    assert len(local.directory_id) == 22
    assert local.static_voters == {1: "127.0.0.1:9", 2: "[::1]:9"}


def test_files_that_are_not_there_say_the_node_id_alone(tmp_path):
    local = local_node(process_of(tmp_path))
    assert (local.node_id, local.directory_id, local.cluster_id) == (1, None, None)


@pytest.mark.parametrize(("mode", "is_reported"), [(0o700, False), (0o750, False), (0o755, True)])
def test_directory_that_other_users_can_open_is_reported(tmp_path, mode, is_reported):
    format_node(tmp_path, 1, None)
    (tmp_path / "node-1").chmod(mode)
    found = [each for each in of_directories(process_of(tmp_path), 0) if "mode" in each.text]
    assert (tmp_path / "node-1").stat().st_mode & 0o777 == mode
    if not is_reported:
        assert found == []
        return
    (finding,) = found
    assert (finding.severity, finding.section) == ("warning", Section.DIRECTORIES)
    assert finding.text.startswith(f"{tmp_path}/node-1 has mode 0755: users other than")
    assert finding.command_for() == f"chmod g-w,o-rwx {tmp_path}/node-1"


def test_directories_that_are_not_there_or_nearly_full(tmp_path):
    (tmp_path / "node-1").mkdir(mode=0o700)
    findings = list(of_directories(process_of(tmp_path), 1 << 62))
    assert [each.id for each in findings] == ["directory-refused", "disk-reserve"]
    assert "is not formatted" in findings[0].text
    assert "kraft storage format" in findings[0].remedy


def test_a_listener_that_anybody_reaches(tmp_path):
    values = properties_of(1, [9], tmp_path, listeners="CONTROLLER://0.0.0.0:9")
    values["advertised.listeners"] = "CONTROLLER://here:9"
    (finding,) = of_configuration("a-file", NodeConfiguration.of(values))
    assert "can read the metadata and remove voters" in finding.text


@pytest.mark.parametrize(
    ("more", "severity", "reason"),
    [
        ({"days": 300}, "info", "expires in 299 days"),
        ({"days": 5}, "warning", "expires in 4 days"),
        ({"days": 300, "hosts": ("elsewhere",)}, "warning", "the advertised host 127.0.0.1"),
    ],
)
def test_certificates_that_end_soon_or_are_for_another_host(tmp_path, more, severity, reason):
    stores = Authority(tmp_path).stores("node1", **more)
    keys = {"listener.security.protocol.map": "CONTROLLER:SSL", **stores}
    configuration = NodeConfiguration.of(properties_of(1, [9], tmp_path, **keys))
    findings = list(of_certificates(configuration))
    assert any(each.severity == severity and reason in each.text for each in findings)


def test_a_certificate_that_is_not_there_is_an_error(tmp_path):
    stores = Authority(tmp_path).stores("node1")
    stores["ssl.keystore.location"] = str(tmp_path / "nowhere.pem")
    keys = {"listener.security.protocol.map": "CONTROLLER:SSL", **stores}
    configuration = NodeConfiguration.of(properties_of(1, [9], tmp_path, **keys))
    (finding,) = of_certificates(configuration)
    assert finding.id == "stores-unusable"
    assert "nowhere.pem" in finding.text


def write(path, values):
    path.write_text("".join(f"{key}={value}\n" for key, value in values.items()))
    return str(path)


def test_stores_that_cannot_be_read_are_named_in_place_of_plain_text(tmp_path):
    values = properties_of(1, free_ports(1), tmp_path, **ways(Authority(tmp_path))["mutual SSL"])
    (tmp_path / "node.pem").unlink()
    done = CliRunner().invoke(kraft, ["doctor", write(tmp_path / "1.properties", values)])
    assert done.exit_code == 2
    assert (
        "ERROR quorum-not-asked: The quorum was not queried, because this node cannot connect"
        in done.stdout
    )
    assert "node.pem cannot be read" in done.stdout
    assert "PLAINTEXT" not in done.stdout


def test_a_file_that_cannot_be_read_is_one_error(tmp_path):
    file = write(tmp_path / "a.properties", {"process.roles": "controller"})
    done = CliRunner().invoke(kraft, ["doctor", file, "--json"])
    assert done.exit_code == 2
    (finding,) = json.loads(done.stdout)
    assert (finding["id"], finding["severity"]) == ("configuration-refused", "error")


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
            assert "INFO kraft-version: The quorum is dynamic" in done.stdout
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
            assert (
                "WARNING acl-host-reread: 1 ACL has the host '10.0.0.0/8', stored by" in done.stdout
            )

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
            assert "INFO kraft-version: The quorum is dynamic" in done.stdout
            assert "ERROR" not in done.stdout
            # a file that says PLAINTEXT where the node has TLS
            plain = properties_of(1, controllers.ports, tmp_path)
            file = write(tmp_path / "plain.properties", plain)
            done = await asyncio.to_thread(CliRunner().invoke, kraft, ["doctor", file])
            assert (
                f"WARNING speaks-tls: This command: the listener 127.0.0.1:{controllers.ports[0]}"
                " requires TLS, but the client used plaintext.\n"
            ) in done.stdout

    run(story())


def test_folder_is_examined_as_a_log_directory(tmp_path):
    folder = tmp_path / "backup"
    copied(quorum(), folder)

    def examined():
        done = CliRunner().invoke(kraft, ["doctor", str(folder), "--json"])
        return done.exit_code, {each["id"] for each in json.loads(done.output)}

    assert examined() == (0, set())
    folder.chmod(0o755)
    assert examined() == (1, {"directory-open-to-users"})
    log = next(folder.glob("*/*.log"))
    log.write_bytes(log.read_bytes()[:-1])
    code, ids = examined()
    assert code > 0
    assert len(ids) > 1

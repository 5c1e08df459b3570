"""A disk that is full: at a process that ends at any moment of it, and at a node on a small one."""

from __future__ import annotations

import random
import shlex
import shutil
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner

from kraft_core.cli.main import kraft
from tests.faults.faults import KILLED, FullDisk
from tests.node.cluster import NodeProcess, properties_of
from tests.support.ports import free_ports
from tests.support.waiting import TIMEOUT_S, wait_until


class Node:
    """A process in place of a node. Its end is noticed by `kill` only."""

    node_id = 1

    def __init__(self):
        self.launch("import time; time.sleep(60)")
        self.launches = 0

    def launch(self, code="import time; time.sleep(60)"):
        self._process = subprocess.Popen([sys.executable, "-c", code])
        self.launches = getattr(self, "launches", 0) + 1

    @property
    def process_id(self):
        return self._process.pid

    def exit_status(self):
        return None

    def said(self):
        return ""

    def end_unnoticed(self):
        """End as after a write that failed: with status 1, and before anybody looks."""
        self.kill()
        self.launch("raise SystemExit(1)")
        self._process.wait(TIMEOUT_S)
        self.launches = 0

    def kill(self):
        self._process.kill()
        return self._process.wait(TIMEOUT_S)


class Victim:
    def __init__(self, node):
        self.node = node

    def segments(self):
        return []

    def last_words(self):
        return ""


@pytest.mark.parametrize("status", [KILLED, 1])
def test_a_full_disk_that_nobody_ran_into_leaves_a_process_without_it(status):
    node = Node()
    fault = FullDisk(Victim(node), random.Random(1))
    fault.begin()
    if status == 1:
        node.end_unnoticed()
    assert not fault.has_bitten
    first = node.process_id
    fault.end()
    assert (node.launches, node.process_id != first) == (1, True)
    node.kill()


# -- a node on a small file system -----------------------------------------------------------------

MIB = 1 << 20
OWN_MOUNTS = ("unshare", "--map-root-user", "--mount", "--")


def can_mount() -> bool:
    """Whether this user may mount file systems in a namespace, which containers may forbid."""
    if shutil.which(OWN_MOUNTS[0]) is None:
        return False
    command = [*OWN_MOUNTS, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class NodeOnSmallDisk(NodeProcess):
    """A controller whose directory is on a file system of 24 MiB, which it alone sees."""

    @property
    def command(self) -> list[str]:
        program = f"{shlex.quote(sys.executable)} -m kraft_core.cli"
        folder, properties = (shlex.quote(str(each)) for each in (self.folder, self.properties))
        script = (
            f"mount -t tmpfs -o size=24m tmpfs {folder} && {program} storage format"
            f" --standalone --cluster-id AAAAAAAAAAAAAAAAAAAAAQ --config {properties}"
            f' && exec {program} start {properties} "$@"'
        )
        return [*OWN_MOUNTS, "sh", "-c", script, "sh"]

    @property
    def disk(self) -> Path:
        """Its directory, as other processes can reach it."""
        return Path(f"/proc/{self.process_id}/root{self.folder}")

    def fill(self, left: int) -> None:
        """Leave so many bytes free."""
        with (self.disk / "fill").open("ab", buffering=0) as file:
            count = shutil.disk_usage(self.disk).free - left
            while count > 0:
                count -= file.write(bytes(min(count, MIB)))

    def asked(self, port: int, path: str) -> tuple[int, str]:
        connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()


@pytest.mark.node
@pytest.mark.slow
@pytest.mark.skipif(not can_mount(), reason="mounts a file system in a user namespace")
def test_a_node_on_a_small_disk_refuses_appends_while_it_is_full(tmp_path):
    port, metrics_port = free_ports(2)
    values = properties_of(1, [port], tmp_path)
    values |= {
        "kraft.controller": "active",
        "kraft.log.reserve.bytes": str(8 * MIB),
        "kraft.metrics.listener": f"127.0.0.1:{metrics_port}",
    }
    node = NodeOnSmallDisk(tmp_path, values)
    node.folder.mkdir()
    address = f"127.0.0.1:{port}"
    status = ["status", address, "--ready-port", str(metrics_port)]

    def ready() -> tuple[int, str]:
        return node.asked(metrics_port, "/ready")

    def downgrade(feature: str):
        options = ["--bootstrap-controller", address, "downgrade", "--feature", f"{feature}=0"]
        return CliRunner().invoke(kraft, ["features", *options])

    node.start()
    try:
        wait_until(lambda: ready()[0] == 200, "the node to be ready")
        assert CliRunner().invoke(kraft, status).exit_code == 0

        node.fill(left=4 * MIB)
        wait_until(lambda: ready()[0] == 503, "the node to notice its disk")
        assert "kraft.log.reserve.bytes" in ready()[1]
        assert "\nkraft_log_lacks_room 1.0\n" in node.asked(metrics_port, "/metrics")[1]
        refusing = f"kraft.log.reserve.bytes={8 * MIB}: appends are refused"
        wait_until(lambda: refusing in node.said(), "the log to say so")
        refused = downgrade("share.version")
        assert refused.exit_code == 1
        assert "The disk of the log is nearly full." in refused.output
        shown = CliRunner().invoke(kraft, status)
        assert shown.exit_code == 2
        assert "is not ready: node-lacks-room: The disk of Node 1 has" in shown.output
        here = tmp_path / "here.properties"
        here.write_text(node.properties.read_text().replace(str(node.folder), str(node.disk)))
        examined = CliRunner().invoke(kraft, ["doctor", str(here)])
        assert examined.exit_code == 2
        assert "ERROR disk-reserve" in examined.output
        assert "less than kraft.log.reserve.bytes" in examined.output

        (node.disk / "fill").unlink()
        wait_until(lambda: ready()[0] == 200, "the node to be ready again")
        wait_until(lambda: "appends are accepted again" in node.said(), "the log to say so")
        assert downgrade("share.version").exit_code == 0

        node.fill(left=0)  # the next record of the controller itself finds no room
        assert node.wait() == 1
        assert "The node has failed: " in node.said()
        assert "No space left on device" in node.said()
        assert "Traceback" not in node.said()
    finally:
        node.kill()

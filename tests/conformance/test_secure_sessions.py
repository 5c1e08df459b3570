"""What takes its time next to Kafka: sessions that end, certificates that expire, forwarded rights.

Checks of security over minutes, in mixed quorums and with brokers; `make nightly` runs them.
"""

from __future__ import annotations

import re
import socket
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from tests.conformance import kafka
from tests.conformance.active import KraftCluster
from tests.conformance.mixed import (
    IDLE,
    Mixed,
    assert_nothing_fatal,
    commits_go_on,
    end_of,
    have_one_log,
    voters_in,
)
from tests.conformance.test_active_controller import Load, read_all
from tests.conformance.test_secure_quorum import CLIENTS, client_file, lines_of, refusals
from tests.node.security_keys import PLAIN_MODULE, ways
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.conformance.mixed import Ours
    from tests.conformance.quorum import Controller

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(600)]

RELEASES = pytest.mark.parametrize("release", ["3.9.2", "4.3.1"])
SESSION_MS = 3_000
SESSIONS = 20
"""How many end while it is watched."""

ESTABLISHED = "01"


def connections_to(nodes: Iterable[Controller | Ours]) -> set[tuple[int, int]]:
    """The connections that the nodes have accepted: the ports of both ends."""
    ports = {int(each.endpoint.rpartition(":")[2]) for each in nodes}
    found = set()
    for table in ("tcp", "tcp6"):  # Java's sockets are in the second one
        for line in Path("/proc/net", table).read_text().splitlines()[1:]:
            _, local, remote, state, *_ = line.split()
            port = int(local.rpartition(":")[2], 16)
            if port in ports and state == ESTABLISHED:
                found.add((port, int(remote.rpartition(":")[2], 16)))
    return found


def authentications(port: int) -> dict[str, int]:
    """How often peers have authenticated at a node of kraft's, by result."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    counts = re.findall(r'kraft_authentications_total\{result="(\w+)"\} ([\d.]+)', text)
    return {result: int(float(count)) for result, count in counts}


def elections(nodes: Sequence[Controller | Ours]) -> int:
    """How often a node has become leader, by the logs of all."""
    words = ("became-leader", "Completed transition to Leader")
    return sum(each.said().count(word) for each in nodes for word in words)


@RELEASES
@pytest.mark.parametrize("leader", ["kraft", "Kafka"])
def test_sessions_are_renewed_on_the_open_connections_of_a_mixed_quorum(tmp_path, release, leader):
    """Both sides authenticate again before a session ends; a server closes one that has ended."""
    way = "SASL_SSL PLAIN"
    stores = Authority(tmp_path)
    sessions = {"connections.max.reauth.ms": str(SESSION_MS)}
    witness = {} if leader == "kraft" else {"kraft.witness": "true"}
    lines = (IDLE, *lines_of(ways(stores)[way], CLIENTS[way], sessions, witness))
    first = (11,) if leader == "kraft" else (1,)
    with Mixed(release, tmp_path / "quorum", (1, 2), first=first, more=lines) as cluster:
        everybody = [*cluster.java, *cluster.ours]
        ports = free_ports(2)
        for each, port in zip(cluster.ours, ports, strict=True):
            cluster.configure(each, (*lines, f"kraft.metrics.listener=127.0.0.1:{port}"))
        cluster.java[0].launch()
        for each in cluster.ours:
            each.start()
        cluster.java[0].wait_until_started()
        commits_go_on(everybody)
        for each in everybody:
            if each.node_id not in first:
                cluster.add(each)
        wait_until(lambda: set(voters_in(everybody[-1])) == {1, 11, 12}, "three voters")
        commits_go_on(everybody)
        leading = cluster.ours[0] if leader == "kraft" else cluster.java[0]
        before = {port: authentications(port) for port in ports}
        opened, elected = connections_to([leading]), elections(everybody)
        assert len(opened) >= 2  # of both followers
        # a NoOp record each 100 ms: the log is the clock
        end = end_of(leading) + SESSIONS * SESSION_MS // 100
        for each in everybody:
            wait_until(
                lambda each=each: end_of(each) > end,
                "the sessions to end",
                timeout_s=300,
                pause_s=0.5,
            )
        have_one_log(everybody)
        assert opened <= connections_to([leading]), "a connection was lost"
        assert elections(everybody) == elected
        after = {port: authentications(port) for port in ports}
        if leader == "kraft":  # a follower of each kind
            renewed = after[ports[0]]["succeeded"] - before[ports[0]]["succeeded"]
            assert renewed >= 2 * SESSIONS
        assert [after[port]["failed"] for port in ports] == [0, 0]
        assert refusals(cluster) == []
        assert_nothing_fatal(*cluster.java)


@RELEASES
def test_a_broker_renews_its_sessions_under_load(tmp_path, release):
    """The console consumer reads what a producer wrote through a broker with sessions of 3 s."""
    stores = Authority(tmp_path)
    keys = ways(stores)["SASL_SSL PLAIN"]
    broker = {
        **keys,
        "listener.security.protocol.map": "CONTROLLER:SASL_SSL,PLAINTEXT:PLAINTEXT",
    }
    (port,) = free_ports(1)
    with KraftCluster(
        release,
        tmp_path,
        broker_lines=lines_of(broker),
        **keys,
        **{"connections.max.reauth.ms": str(SESSION_MS)},
        **{"kraft.metrics.listener": f"127.0.0.1:{port}"},
    ) as cluster:
        cluster.tool("kafka-topics", "--create", "--topic", "load", "--partitions", "3")
        load = Load(cluster, "load")
        try:
            load.go_on()
            opened, before = connections_to(cluster.controllers), authentications(port)
            assert opened
            wanted = before["succeeded"] + SESSIONS * len(opened)
            wait_until(
                lambda: authentications(port)["succeeded"] >= wanted,
                "new sessions",
                timeout_s=300,
                pause_s=0.5,
            )
            load.go_on()
            assert opened <= connections_to(cluster.controllers), "a connection was lost"
            assert authentications(port)["failed"] == before["failed"] == 0
            acknowledged = load.stop()
        finally:
            load.kill()
        found = read_all(cluster, "load", 3)
        assert {value: found[value] for value in acknowledged if found[value] != 1} == {}
        (one,) = cluster.brokers
        assert len(re.findall(r"Successfully registered broker", one.said())) == 1
        assert cluster.faults() == []


def has_ipv6() -> bool:
    """Whether there is a loopback address that is not that of the controllers."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


SECRETS = {"broker": "broker-secret", "alice": "alice-secret", "admin": "admin-secret"}


def jaas(user: str, *, has_users: bool = False) -> str:
    users = (f'user_{name}="{secret}"' for name, secret in SECRETS.items()) if has_users else ()
    options = " ".join((f'username="{user}" password="{SECRETS[user]}"', *users))
    return f"{PLAIN_MODULE} required {options};"


@pytest.mark.skipif(not has_ipv6(), reason="needs the address ::1")
@RELEASES
@pytest.mark.parametrize("controller", ["kraft", "Kafka"])
def test_a_broker_forwards_for_a_user_without_rights(tmp_path, release, controller):
    """The controller decides by the user and the address of the client, not by the broker's.

    The client connects to ::1, the broker to 127.0.0.1. Kafka's controller gives the same answers.
    """
    authorizer = {
        "authorizer.class.name": STANDARD_AUTHORIZER,
        "super.users": "User:node;User:broker;User:admin",
    }
    keys = ways(Authority(tmp_path))["SASL_PLAINTEXT PLAIN"] | authorizer
    counts = (1, 0) if controller == "Kafka" else (0, 1)
    lines = (IDLE, *lines_of(keys))
    active = ("kraft.controller=active", "broker.session.timeout.ms=6000")
    with Mixed(release, tmp_path / "quorum", counts, more=lines, of_ours=active) as cluster:
        for each in (*cluster.java, *cluster.ours):
            each.start()
        broker = cluster.add_broker()
        address = f"[::1]:{broker.port}"
        of_broker = keys | {
            "listeners": f"PLAINTEXT://{address}",
            "listener.security.protocol.map": "CONTROLLER:SASL_PLAINTEXT,PLAINTEXT:SASL_PLAINTEXT",
            "inter.broker.listener.name": "PLAINTEXT",
            "sasl.mechanism.inter.broker.protocol": "PLAIN",
            "listener.name.plaintext.sasl.enabled.mechanisms": "PLAIN",
            "listener.name.plaintext.plain.sasl.jaas.config": jaas("broker", has_users=True),
        }
        broker.write_properties(cluster.bootstrap, lines_of(of_broker))
        broker.start()

        def run(user: str, name: str, *arguments: str):
            (tmp_path / user).mkdir(exist_ok=True)
            config = client_file(
                tmp_path / user,
                {"security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "PLAIN"},
                {"sasl.jaas.config": jaas(user)},
            )
            where = ("--bootstrap-server", address, "--command-config", config)
            return kafka.tool(release, name, *where, *arguments)

        def create(user: str, topic: str):
            return run(user, "kafka-topics", "--create", "--topic", topic, "--partitions", "1")

        def allow(topic: str, host: str) -> None:
            what = ("--allow-principal", "User:alice", "--operation", "Create", "--topic", topic)
            done = run("admin", "kafka-acls", "--add", *what, "--allow-host", host)
            assert done.returncode == 0, done.stdout + done.stderr

        def assert_refused(done) -> None:
            assert done.returncode == 1
            assert "TopicAuthorizationException: Authorization failed." in done.stdout + done.stderr

        done = create("admin", "first")
        assert done.returncode == 0, done.stdout + done.stderr
        assert_refused(create("alice", "here"))
        allow("here", "0:0:0:0:0:0:0:1")
        done = create("alice", "here")
        assert done.returncode == 0, done.stdout + done.stderr
        allow("there", "127.0.0.1")  # where the broker is
        assert_refused(create("alice", "there"))
        denial = "User:alice is Denied operation = CREATE from host = 0:0:0:0:0:0:0:1"
        for each in cluster.ours:
            wait_until(lambda each=each: denial in each.said(), denial)


@RELEASES
def test_a_certificate_that_expires_keeps_its_owner_out_and_nobody_else(tmp_path, release):
    stores = Authority(tmp_path)
    way = ways(stores)["mutual SSL"]
    briefly = f"ssl.keystore.location={stores.issue('briefly', days=45 / 86_400)}"
    lines = (IDLE, *lines_of(way, {"security.protocol": "SSL"}))
    with Mixed(
        release,
        tmp_path / "quorum",
        (1, 2),
        first=(11, 12),
        more=lines,
        of_java=(briefly,),
    ) as cluster:
        (java,), (first, second) = cluster.java, cluster.ours
        java.launch()
        for each in cluster.ours:
            each.start()
        java.wait_until_started()
        commits_go_on([java, first, second])

        def is_refused() -> bool:
            """Have connections made anew: those that are open go on after the end."""
            for each in (first, second):
                each.stop()
                each.start()
                commits_go_on([first, second])
            return any("certificate has expired" in line for line in refusals(cluster))

        wait_until(is_refused, "the certificate to expire", 300)
        commits_go_on([first, second])
        assert_nothing_fatal(java)
        stores.issue("briefly")
        java.kill()
        java.start()
        commits_go_on([java, first, second])

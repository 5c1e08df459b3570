"""Nodes that speak TLS and SASL among themselves."""

from __future__ import annotations

import asyncio
import re

import pytest

from kraft_core.client import AsyncClient, AuthenticationError, Settings
from kraft_core.security.sasl_client import Credentials
from kraft_wire.messages import UserScramCredentialRecord
from kraft_wire.sasl import SCRAM_MECHANISMS
from tests.controller.running import BOOTSTRAP, Controllers, until
from tests.node.cluster import Cluster, format_node, run, voters_at
from tests.node.security_keys import SCRAM_MODULE, plain, ways
from tests.support.certificates import Authority
from tests.support.waiting import wait_until_async

PEER = re.compile(
    r"This node: (TLS with|.* refuses the login)|denies the quorum requests of this node"
)
pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

WAYS = tuple(ways(type("Nobody", (), {"stores": lambda *_: {}})()))


# the machine that runs the tests may be busy, and leaders hand over by themselves
PATIENT = {"controller.quorum.fetch.timeout.ms": "6000"}


async def has_all(cluster, count):
    """Wait until every machine has so many values."""
    for node_id, node in cluster.nodes.items():
        machine = cluster.machines[node_id]
        await node.until(lambda machine=machine: len(machine.values) >= count)


@pytest.mark.parametrize("way", WAYS)
def test_a_quorum_elects_replicates_and_elects_again(tmp_path, way):
    async def story():
        keys = ways(Authority(tmp_path))[way]
        async with Cluster(tmp_path, 3, **keys, **PATIENT) as cluster:
            leader = await cluster.leading()
            await leader.append([b"one"])
            await asyncio.gather(*(leader.append([b"x" * 100_000]) for _ in range(5)))
            await has_all(cluster, 6)
            former = leader.configuration.node_id
            leader.shut_down()
            await leader.wait_closed()
            del cluster.nodes[former]
            leader = await cluster.leading()
            await leader.append([b"two"])
            await has_all(cluster, 7)
            for node in cluster.nodes.values():
                assert node._parts.server.refusals == 0
                strangers = node._parts.server.strangers
                await wait_until_async(lambda s=strangers: not len(s), "all to be known")

    run(story())


def server_of(node):
    return node._parts.server


def epochs(cluster):
    return {node.leader_and_epoch.epoch for node in cluster.nodes.values()}


def test_certificates_and_their_authority_are_exchanged_while_records_are_written(tmp_path):
    """First both are trusted, then the new one signs, then it alone is trusted."""

    async def story():
        old, new = Authority(tmp_path, "old"), Authority(tmp_path, "new")
        trusted = tmp_path / "trusted.pem"
        trusted.write_bytes(old.path.read_bytes())
        keys = ways(old)["mutual SSL"] | {"ssl.truststore.location": str(trusted)}

        async def reload(cluster):
            for node in cluster.nodes.values():
                before = node.security.listeners["CONTROLLER"].context
                node.reload_security()
                await until(
                    lambda node=node, before=before: (
                        node.security.listeners["CONTROLLER"].context is not before
                    )
                )

        async with Cluster(tmp_path, 3, **keys, **PATIENT) as cluster:
            leader = await cluster.leading()
            begun_with = {leader.leader_and_epoch.epoch}
            await until(lambda: epochs(cluster) == begun_with)
            await leader.append([b"1"])
            trusted.write_bytes(old.path.read_bytes() + new.path.read_bytes())
            await reload(cluster)
            new.issue("node")
            await reload(cluster)
            names = {str(each.security.certificates) for each in cluster.nodes.values()}
            assert len(names) == 1
            await leader.append([b"2"])
            trusted.write_bytes(new.path.read_bytes())
            await reload(cluster)
            await leader.append([b"3"])
            # connections that were open went on, without an election
            assert epochs(cluster) == begun_with
            follower = next(each for each in cluster.nodes.values() if not each.is_leading)
            node_id = follower.configuration.node_id
            await follower.close()
            await cluster.start(node_id)
            await leader.append([b"4"])
            await has_all(cluster, 4)
            assert all(server_of(node).refusals == 0 for node in cluster.nodes.values())

    run(story())


def test_a_file_that_is_half_written_changes_nothing(tmp_path, caplog):
    async def story():
        authority = Authority(tmp_path)
        async with Cluster(tmp_path, 1, **ways(authority)["mutual SSL"]) as cluster:
            node = cluster.nodes[1]
            before = node.security.listeners["CONTROLLER"].context
            path = tmp_path / "node.pem"
            whole = path.read_bytes()
            for part in (whole[: len(whole) // 3], whole[: len(whole) // 2], b""):
                path.write_bytes(part)
                node.security.reload()
                assert node.security.listeners["CONTROLLER"].context is before
            node.security.reload()
            finding = '\nkraft_findings{finding="certificate-kept",severity="warning"} %s\n'
            assert finding % 1.0 in node.metrics.text()
            authority.issue("node")
            node.security.reload()
            assert node.security.listeners["CONTROLLER"].context is not before
            assert finding % 0.0 in node.metrics.text()

    run(story())
    kept = [each for each in caplog.messages if "keeps its certificate" in each]
    assert len(kept) == 3


def test_sessions_are_renewed_on_the_open_connections(tmp_path):
    async def story():
        keys = ways(Authority(tmp_path))["SASL_SSL PLAIN"]
        keys["connections.max.reauth.ms"] = "1500"
        async with Cluster(tmp_path, 3, **keys, **PATIENT) as cluster:
            leader = await cluster.leading()
            begun_with = {leader.leader_and_epoch.epoch}
            await until(lambda: epochs(cluster) == begun_with)
            server = server_of(leader)
            await leader.append([b"x"])
            await has_all(cluster, 1)
            opened = set(server._connections)
            authenticated = server.authentications
            await until(lambda: server.authentications >= authenticated + 6)
            await leader.append([b"y"])
            await has_all(cluster, 2)
            assert epochs(cluster) == begun_with
            assert opened <= set(server._connections)
            assert all(server_of(node).refusals == 0 for node in cluster.nodes.values())

    run(story())


WRONG = {
    "password": (
        plain("node", "another secret"),
        "Authentication failed: Invalid username or password",
    ),
    "authority": (None, "certificate verify failed"),
    "host name": ({"ssl.keystore.location": "other-host.pem"}, "IP address mismatch"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_node_that_is_not_believed_is_alone_and_says_why(tmp_path, caplog, name):
    """The others go on, and the one is not tried a thousand times a second.

    Where only its host name is wrong, it cannot be asked and is believed when it asks: it may
    find the leader by itself and have the values.
    """

    def said():
        return [each for each in caplog.messages if PEER.search(each)]

    def refusals(cluster):
        return sum(server_of(cluster.nodes[each]).refusals for each in (1, 2))

    async def story():
        authority = Authority(tmp_path)
        keys = ways(authority)["SASL_SSL PLAIN"]
        wrong, _ = WRONG[name]
        if wrong is None:
            wrong = Authority(tmp_path, "other").stores("stranger")
        elif name == "host name":
            authority.issue("node", hosts=("other.example",), file="other-host")
            wrong = {"ssl.keystore.location": str(tmp_path / "other-host.pem")}
        cluster = Cluster(tmp_path, 3, **keys, **PATIENT)
        for node_id in (1, 2, 3):
            format_node(tmp_path, node_id, voters_at(cluster.ports))
        try:
            for node_id in (1, 2):
                await cluster.start(node_id)
            cluster.more = keys | PATIENT | wrong
            await cluster.start(3)
            leader = await cluster.leading((1, 2))
            await leader.append([b"x"])
            await until(lambda: any(WRONG[name][1] in each for each in said()))
            refused, lines = refusals(cluster), len(said())
            await asyncio.sleep(1)
            assert refusals(cluster) - refused < 60
            assert len(said()) - lines <= 12
            assert name == "host name" or not cluster.machines[3].values
        finally:
            await cluster.__aexit__()

    run(story())


def test_scram_users_are_those_of_the_committed_metadata(tmp_path):
    async def story():
        mechanism = SCRAM_MECHANISMS["SCRAM-SHA-512"]
        salted = mechanism.salted_password("alice-secret", b"salt", 4096)
        record = UserScramCredentialRecord(
            name="alice",
            mechanism=mechanism.number,
            salt=b"salt",
            stored_key=mechanism.stored_key(mechanism.client_key(salted)),
            server_key=mechanism.server_key(salted),
            iterations=4096,
        )
        listener = "listener.name.controller"
        keys = ways(Authority(tmp_path))["SASL_PLAINTEXT PLAIN"] | {
            f"{listener}.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-512",
            f"{listener}.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
        }
        async with Controllers(tmp_path, 1, bootstrap=(*BOOTSTRAP, record), **keys) as quorum:
            await quorum.active()

            async def log_in(password, user="alice"):
                credentials = Credentials("SCRAM-SHA-512", user, password)
                settings = Settings(sasl=credentials, api_timeout_s=5)
                address = f"127.0.0.1:{quorum.ports[0]}"
                async with AsyncClient(address, settings=settings) as client:
                    return (await client.leader()).node_id

            assert await log_in("alice-secret") == 1
            for wrong in (("wrong",), ("alice-secret", "bob")):
                with pytest.raises(AuthenticationError, match="invalid credentials"):
                    await log_in(*wrong)

    run(story())

"""`kraft status` with controllers of Kafka."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.admin_connection import client_options
from kraft_core.client.settings import Endpoint
from kraft_core.operations.asking import observe
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from tests.conformance.ours import kraft
from tests.conformance.quorum import PATIENT, Quorum, running_quorum, wait_until
from tests.node.security_keys import PLAIN_MODULE
from tests.operations.test_refusing_listeners import REFUSALS, clients, log_in
from tests.support.certificates import Authority
from tests.support.ports import free_ports

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_a_quorum_of_kafkas_with_all_voters_and_without_one(tmp_path, version):
    with running_quorum(version, 3, tmp_path, PATIENT) as java:

        def told(*addresses):
            done = kraft("status", *addresses, "--json")
            return done.returncode, json.loads(done.stdout)

        wait_until(lambda: told(java.bootstrap)[0] == 0, "nothing is wrong")
        leader = java.leader()  # not before: a start can have several elections
        _, status = told(leader.endpoint)  # the others are known to the leader
        assert status["leader_id"] == leader.node_id
        assert [each["node_id"] for each in status["nodes"]] == [1, 2, 3]
        assert {each["sees_leader"]["value"] for each in status["nodes"]} == {leader.node_id}
        assert len({each["sees_epoch"]["value"] for each in status["nodes"]}) == 1

        gone = next(each for each in java.controllers if each is not leader)
        gone.kill()

        def is_missed():
            code, status = told(java.bootstrap)
            texts = [each["text"] for each in status["findings"]]
            return code == 1 and any(
                f"Voter {gone.node_id} has not fetched" in text for text in texts
            )

        wait_until(is_missed, "the voter that is gone is named")
        code, status = told(gone.endpoint)
        assert (code, status["findings"][0]["severity"]) == (2, "error")


# -- listeners that refuse -------------------------------------------------------------------------

PROTOCOLS = {
    "PLAINTEXT": {},
    "SSL": {},
    "mutual SSL": {"ssl.client.auth": "required"},
    "SASL_PLAINTEXT PLAIN": {},
    "SASL_SSL PLAIN": {},
}
"""Listeners by the names of REFUSALS, and their keys."""
ACCEPTED = {
    "PLAINTEXT": "plaintext",
    "SSL": "TLS",
    "SASL_PLAINTEXT PLAIN": "SASL",
    "SASL_SSL PLAIN": "SASL with TLS",
}
"""The client that each listener accepts."""
WORDS = {
    ("SSL", "TLS, untrusting"): "unable to get local issuer certificate",
    ("mutual SSL", "TLS"): "certificate",
    ("mutual SSL", "TLS, other certificate"): "certificate unknown",
}
"""Words of errors that differ from those of a listener of kraft: Java sends alerts of its own."""
SHOWS_ITS_APIS = {"login-required", "principal-refused"}
"""Refusals after ApiVersions, which listeners with SASL answer without a log-in (KIP-152)."""


def with_all_listeners(controller, authority):
    """Give a controller a listener for each protocol, as a controller and as a broker.

    Returns the endpoints by role and protocol. Its first listener is CONTROLLER, in plaintext.
    """
    roles = ("controller", "broker")
    ports = iter(free_ports(len(roles) * len(PROTOCOLS)))
    endpoints = {
        (role, name): Endpoint("127.0.0.1", next(ports)) for role in roles for name in PROTOCOLS
    }
    names = {key: f"L{number}" for number, key in enumerate(endpoints)}
    users = f'{PLAIN_MODULE} required user_node="node-secret" user_guest="guest-secret";'
    listeners = [f"CONTROLLER://{controller.endpoint}"]
    listeners += [f"{names[key]}://{endpoint}" for key, endpoint in endpoints.items()]
    of_controllers = ["CONTROLLER", *(names["controller", name] for name in PROTOCOLS)]
    protocols = ["CONTROLLER:PLAINTEXT"]
    keys = {}
    for (_, name), listener in names.items():
        protocol = name.split()[-1] if name == "mutual SSL" else name.split()[0]
        protocols.append(f"{listener}:{protocol}")
        prefix = f"listener.name.{listener.lower()}"
        keys |= {f"{prefix}.{key}": value for key, value in PROTOCOLS[name].items()}
        if protocol.startswith("SASL"):
            keys |= {
                f"{prefix}.sasl.enabled.mechanisms": "PLAIN",
                f"{prefix}.plain.sasl.jaas.config": users,
            }
    keys |= authority.stores("node") | {
        "process.roles": "broker,controller",
        "listeners": ",".join(listeners),
        "controller.listener.names": ",".join(of_controllers),
        "listener.security.protocol.map": ",".join(protocols),
        "inter.broker.listener.name": names["broker", "PLAINTEXT"],
        "log.cleaner.dedupe.buffer.size": "2097152",
        "offsets.topic.num.partitions": "1",
        "authorizer.class.name": STANDARD_AUTHORIZER,
        "super.users": "User:ANONYMOUS;User:node",
    }
    with controller.properties.open("a") as file:
        file.writelines(f"{key}={value}\n" for key, value in keys.items())
    return endpoints


def test_listeners_of_kafka_that_refuse_are_named_by_their_reason(tmp_path):
    """A controller and a broker of Kafka, and every client of the rows for kraft's nodes."""
    authority = Authority(tmp_path)
    known = clients(authority, Authority(tmp_path, "other"))
    known["SASL, no right"] = known["SASL"] | log_in("guest-secret", user="guest")

    def findings(endpoint, client):
        path = tmp_path / "client.properties"
        path.write_text("".join(f"{key}={value}\n" for key, value in known[client].items()))
        return observe([endpoint], **client_options(str(path))).findings

    with Quorum("4.3.1", 1, tmp_path / "quorum") as quorum:
        (node,) = quorum.controllers
        endpoints = with_all_listeners(node, authority)
        node.start()
        plain = endpoints["controller", "PLAINTEXT"]
        wait_until(lambda: "no-leader" not in ids(findings(plain, "plaintext")), "a leader")
        wrong = []
        for (role, listener), endpoint in endpoints.items():
            rows = dict(REFUSALS[listener])
            if listener == "SASL_PLAINTEXT PLAIN":
                rows["SASL, no right"] = ("principal-refused", "CLUSTER_AUTHORIZATION_FAILED")
            for client, (expected, text) in rows.items():
                found = findings(endpoint, client)
                words = WORDS.get((listener, client), text) or ""
                said = getattr(found[-1], "error", "")
                is_broker = role == "broker" and expected in SHOWS_ITS_APIS
                first = ["nothing-reported", *(["broker-listener"] if is_broker else [])]
                if ids(found) != [*first, expected] or words not in said:
                    wrong.append(f"{role}, {listener}, {client}: {found}")
            if listener in ACCEPTED:
                found = ids(findings(endpoint, ACCEPTED[listener]))
                if "nothing-reported" in found or ("broker-listener" in found) != (
                    role == "broker"
                ):
                    wrong.append(f"{role}, {listener}, {ACCEPTED[listener]}: {found}")
        assert not wrong, "\n".join(wrong)


def ids(findings):
    return [each.id for each in findings]

"""Listeners that do not report the quorum to a command: a finding and a remedy for each reason.

The listeners are of kraft nodes, of a pretended broker, and of servers that are not Kafka's.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from functools import partial

import pytest
from click.testing import CliRunner

from kraft_core.cli.admin_connection import client_options
from kraft_core.cli.main import kraft
from kraft_core.client.settings import Endpoint
from kraft_core.operations.asking import observe
from kraft_core.operations.recovery.living import Process, living_of
from kraft_core.operations.reports import Reach
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from tests.admin import pretended
from tests.controller.running import Controllers
from tests.node.cluster import run
from tests.node.security_keys import PLAIN_MODULE, SCRAM_MODULE, ways
from tests.operations.reports import alone, broker, dead, ids, quorum
from tests.support.certificates import Authority

BROKER = pretended.FORWARDED | {0: (3, 11), 1: (4, 18), 3: (0, 12)}
"""The APIs of a broker: it serves records and no votes."""
OLD_BROKER = {18: (0, 3), 0: (3, 8), 1: (4, 11), 3: (0, 9)}


def log_in(password, module=PLAIN_MODULE, mechanism="PLAIN", *, user="node"):
    return {
        "sasl.mechanism": mechanism,
        "sasl.jaas.config": f'{module} required username="{user}" password="{password}";',
    }


def clients(authority, other):
    """The properties of clients by name."""
    trust = authority.trust()
    return {
        "plaintext": {"security.protocol": "PLAINTEXT"},
        "TLS": {"security.protocol": "SSL"} | trust,
        "TLS, untrusting": {"security.protocol": "SSL"} | other.trust(),
        "TLS, other certificate": {"security.protocol": "SSL"} | other.stores("other") | trust,
        "SASL": {"security.protocol": "SASL_PLAINTEXT"} | log_in("node-secret"),
        "SASL, wrong password": {"security.protocol": "SASL_PLAINTEXT"} | log_in("wrong"),
        "SASL, other mechanism": {"security.protocol": "SASL_PLAINTEXT"}
        | log_in("node-secret", SCRAM_MODULE, "SCRAM-SHA-256"),
        "SASL with TLS": {"security.protocol": "SASL_SSL"} | log_in("node-secret") | trust,
    }


@pytest.fixture
def options_of(tmp_path):
    """Options of a client by its name."""
    authority = Authority(tmp_path)
    known = clients(authority, Authority(tmp_path, "other"))

    def of(name):
        path = tmp_path / "client.properties"
        path.write_text("".join(f"{key}={value}\n" for key, value in known[name].items()))
        return client_options(str(path))

    of.ways = ways(authority)
    return of


REFUSALS = {
    "PLAINTEXT": {
        "TLS": ("speaks-plaintext", None),
        "SASL": ("login-not-offered", None),
        "SASL with TLS": ("speaks-plaintext", None),
    },
    "SSL": {
        "plaintext": ("speaks-tls", None),
        "SASL": ("speaks-tls", None),
        "SASL with TLS": ("login-not-offered", None),
        "TLS, untrusting": ("certificate-refused", "self-signed certificate"),
    },
    "mutual SSL": {
        "TLS": ("certificate-refused", "certificate required"),
        "TLS, other certificate": ("certificate-refused", "unknown ca"),
    },
    "SASL_PLAINTEXT PLAIN": {
        "plaintext": ("login-required", "PLAIN"),
        "TLS": ("speaks-plaintext", None),
        "SASL, wrong password": (
            "login-refused",
            "Authentication failed: Invalid username or password",
        ),
        "SASL, other mechanism": (
            "login-refused",
            "SASL mechanism SCRAM-SHA-256 is not enabled on the server; enabled are PLAIN",
        ),
    },
    "SASL_SSL PLAIN": {
        "plaintext": ("speaks-tls", None),
        "TLS": ("login-required", "PLAIN"),
        "SASL": ("speaks-tls", None),
    },
}
"""By listener and client: the finding, and words of its error."""


@pytest.mark.node
@pytest.mark.parametrize("listener", REFUSALS)
def test_refusal_of_a_node_is_named_by_its_reason(listener, options_of, tmp_path):
    async def story():
        keys = options_of.ways.get(listener, {})
        async with Controllers(tmp_path, 1, **keys) as nodes:
            await nodes.active()
            endpoint = Endpoint("127.0.0.1", nodes.ports[0])
            for client, (expected, text) in REFUSALS[listener].items():
                view = await asyncio.to_thread(observe, [endpoint], **options_of(client))
                assert [each.id for each in view.findings] == ["nothing-reported", expected], client
                if text is not None:
                    assert text in view.findings[1].error
                    assert str(endpoint) not in view.findings[1].error

    run(story())


@pytest.mark.node
def test_denied_principal_is_not_asked_to_start_controllers(tmp_path):
    async def story():
        keys = {"authorizer.class.name": STANDARD_AUTHORIZER, "super.users": "User:root"}
        async with Controllers(tmp_path, 1, **keys) as nodes:
            await nodes.active()
            node = nodes.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            command = ["status", f"127.0.0.1:{nodes.ports[0]}"]
            done = await asyncio.to_thread(CliRunner().invoke, kraft, command)
        assert done.exit_code == 2
        assert "ERROR nothing-reported: Of 1 address, 1 answered, but none" in done.output
        assert "WARNING principal-refused: This command: 127.0.0.1" in done.output
        assert "Start the controllers" not in done.output
        assert "no leader" not in done.output

    run(story())


# -- servers that are not controllers --------------------------------------------------------------


def says(data, connection):
    connection.sendall(data)
    connection.recv(100)


def hears(size, connection):
    connection.recv(size)


@contextlib.contextmanager
def serving(serve):
    """A server that closes each connection after `serve`."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection, contextlib.suppress(OSError):
                    serve(connection)

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield Endpoint(*listener.getsockname())
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


@pytest.mark.parametrize("client", ["plaintext", "TLS", "SASL"])
@pytest.mark.parametrize(
    ("serve", "expected"),
    [
        (partial(says, b"HTTP/1.1 400 Bad Request\r\n\r\n"), ["nothing-reported", "not-kafka"]),
        (partial(says, b"SSH-2.0-OpenSSH_9.6\r\n"), ["nothing-reported", "not-kafka"]),
        (partial(hears, 1), ["no-answer", "unreachable"]),
        (partial(hears, 10_000), ["no-answer", "unreachable"]),
    ],
    ids=["HTTP", "SSH", "reset", "closed"],
)
def test_other_server_is_named_for_each_client(serve, expected, client, options_of):
    with serving(serve) as endpoint:
        found = observe([endpoint], **options_of(client))
    assert [each.id for each in found.findings] == expected


def test_controllers_behind_a_broker_are_asked_themselves():
    """The address of the broker was shown as that of the leader."""
    with pretended.node() as controller:
        listener = pretended.DescribeQuorumResponse.Listener(
            name="CONTROLLER", host="127.0.0.1", port=controller.endpoint.port
        )
        entry = pretended.DescribeQuorumResponse.Node(node_id=1, listeners=[listener])
        answer = pretended.described([pretended.voter(1, 42)]).replace(nodes=[entry])
        answers = {pretended.DescribeQuorumRequest: answer}
        with pretended.node(answers, served=BROKER) as server:
            found = observe([server.endpoint], settings=pretended.HASTY)
    assert found.leader.address == str(controller.endpoint)
    assert [each.id for each in found.findings] == ["broker-listener"]
    assert found.findings[0].address == str(server.endpoint)


def test_broker_alone_is_named_with_the_leader_that_it_knows():
    with pretended.node(served=BROKER) as server:
        found = observe([server.endpoint], settings=pretended.HASTY)
    assert found.leader_id is None
    assert [each.id for each in found.findings][:2] == ["leader-silent", "broker-listener"]


def test_broker_that_does_not_serve_describe_quorum_is_named():
    with pretended.node(served=OLD_BROKER) as server:
        found = observe([server.endpoint], settings=pretended.HASTY)
    assert [each.id for each in found.findings] == [
        "nothing-reported",
        "broker-listener",
        "answers-error",
    ]


def test_leader_that_a_broker_names_shows_a_majority():
    living = living_of([Process(broker(9), None), Process(dead(1, Reach.UNREACHABLE), 1)], None)
    assert living.advice == "leader"
    assert living.text.startswith("Node 1 named by the broker h:9009 leads epoch 5")


def test_brokers_are_no_nodes_of_the_quorum():
    assert ids([*quorum(), broker(9)]) == ["broker-listener"]
    assert ids([alone(1, voters=()), broker(9)])[0] != "nothing-reported"

"""What the commands for operators have in common; the rest is tested with each of them."""

from __future__ import annotations

import json

import click
import pytest

from kraft_core.admin import RequestRefusedError
from kraft_core.cli.admin_connection import CommandError, Connection, sentences
from kraft_core.cli.main import run
from kraft_core.client import ClientError, quorum
from kraft_core.client.errors import (
    AuthenticationError,
    ConnectionLostError,
    CorruptAnswerError,
    LeaderNotFoundError,
    NotControllerError,
)
from tests.admin.pretended import CLUSTER_ID, FORWARDED, node
from tests.support.ports import free_ports


@pytest.mark.parametrize("error", [ClientError("so it is"), ValueError("so it is")])
def test_errors_become_sentences(error):
    with pytest.raises(click.ClickException, match="so it is"), sentences():
        raise error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("'x' is not a valid HOST:PORT"), "usage"),
        (ConnectionLostError("h:1: refused"), "unreachable"),
        (LeaderNotFoundError("none", is_unreachable=True), "unreachable"),
        (LeaderNotFoundError("none"), "no-leader"),
        (NotControllerError("a broker"), "address"),
        (AuthenticationError("wrong password"), "refused"),
        (RequestRefusedError(31, None), "refused"),
        (CorruptAnswerError("damaged"), "failed"),
        (ClientError("else"), "failed"),
    ],
)
def test_errors_have_a_kind_for_json(error, kind):
    with pytest.raises(CommandError) as caught, sentences():
        raise error
    assert caught.value.kind == kind


def test_unreachable_address_and_missing_leader_are_different_kinds(tmp_path, capsys):
    file = tmp_path / "client.properties"
    file.write_text("default.api.timeout.ms=300\n")
    (port,) = free_ports(1)
    with node() as peer:
        peer.lose_leader()
        for address, kind in ((f"127.0.0.1:{port}", "unreachable"), (peer.address, "no-leader")):
            asked = ["metadata-quorum", "--bootstrap-controller", address]
            asked += ["--command-config", str(file), "describe", "--status", "--json"]
            assert run(asked) == 1
            assert json.loads(capsys.readouterr().err)["error"]["kind"] == kind


def test_a_command_that_waits_for_a_leader_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(quorum, "SOON_S", 0.1)
    file = tmp_path / "client.properties"
    file.write_text("default.api.timeout.ms=1000\n")
    (port,) = free_ports(1)
    asked = ["metadata-quorum", "--bootstrap-controller", f"127.0.0.1:{port}"]
    assert run([*asked, "--command-config", str(file), "describe", "--status"]) == 1
    first, last = capsys.readouterr().err.splitlines()
    assert first == f"kraft: no leader yet: connection refused by 127.0.0.1:{port}; waiting"
    assert last.startswith("kraft: no leader was found within 1 s")


def test_both_kinds_of_addresses():
    for kind, served in (("bootstrap_server", FORWARDED), ("bootstrap_controller", None)):
        options = dict.fromkeys(("bootstrap_server", "bootstrap_controller", "command_config"))
        with node(**({"served": served} if served else {})) as peer:
            connection = Connection(**options | {kind: peer.address})
            assert connection.properties() is None
            with connection.admin() as admin:
                assert admin.describe_cluster().cluster_id == CLUSTER_ID

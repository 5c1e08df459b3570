"""What the commands for operators have in common; the rest is tested with each of them."""

from __future__ import annotations

import click
import pytest

from kraft_core.cli.admin_connection import Connection, sentences
from kraft_core.client import ClientError
from tests.admin.pretended import CLUSTER_ID, FORWARDED, node


@pytest.mark.parametrize("error", [ClientError("so it is"), ValueError("so it is")])
def test_errors_become_sentences(error):
    with pytest.raises(click.ClickException, match="so it is"), sentences():
        raise error


def test_both_kinds_of_addresses():
    for kind, served in (("bootstrap_server", FORWARDED), ("bootstrap_controller", None)):
        options = dict.fromkeys(("bootstrap_server", "bootstrap_controller", "command_config"))
        with node(**({"served": served} if served else {})) as peer:
            connection = Connection(**options | {kind: peer.address})
            assert connection.properties() is None
            with connection.admin() as admin:
                assert admin.describe_cluster().cluster_id == CLUSTER_ID

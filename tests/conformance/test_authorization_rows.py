"""A missing entry in `super.users`, on either side of a mixed quorum: nobody's process ends.

Everybody is User:ANONYMOUS here, as on PLAINTEXT. That 31 ends a Java controller was seen with a
voter that answers it to the first Fetch.
Divergence N29, N30.
"""

from __future__ import annotations

import pytest

from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from tests.conformance import kafka
from tests.conformance.mixed import commits_go_on
from tests.conformance.ours import OWN_ID, Ours, catch_up
from tests.conformance.quorum import running_quorum
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(400)]
AUTHORIZER = f"authorizer.class.name={STANDARD_AUTHORIZER}"
DENIED = "denies the quorum requests of this node"
RELEASES = ("3.9.2", "4.3.1")


@pytest.mark.parametrize("version", RELEASES)
def test_an_entry_that_is_missing_here_ends_no_java_voter(tmp_path, version):
    with running_quorum(version, 1, tmp_path) as java:
        (peer,) = java.controllers
        ours = Ours(tmp_path, java.bootstrap)
        ours.format(java.cluster_id)
        try:
            ours.start()
            catch_up(ours, peer)
            done = kafka.tool(
                version,
                *("kafka-metadata-quorum", "--bootstrap-controller", java.bootstrap),
                *("--command-config", str(ours.properties), "add-controller"),
            )
            assert done.returncode == 0, done.stdout + done.stderr
            ours.stop()
            ours.more |= {"authorizer.class.name": STANDARD_AUTHORIZER}
            ours.more |= {"super.users": "User:somebody.else"}
            ours.move(ours.port)
            ours.start()
            peer.kill()  # so that it asks for votes, and kraft may lead
            peer.start()
            wait_until(
                lambda: "of User:ANONYMOUS from 127.0.0.1 is refused" in ours.said(),
                "a refused raft request",
            )
            refused = [line for line in ours.said().splitlines() if " is refused" in line]
            assert "ERROR" in refused[0]
            assert "User:ANONYMOUS" in refused[0]
            with pytest.raises(TimeoutError):  # it goes on asking, and nobody ends
                wait_until(lambda: not (peer.is_running and ours.is_running), "an end", 8)
            ours.stop()
            ours.more |= {"super.users": "User:ANONYMOUS"}
            ours.move(ours.port)
            ours.start()
            commits_go_on((peer, ours))  # whichever of the two leads now
        finally:
            ours.kill()


@pytest.mark.parametrize("version", RELEASES)
def test_missing_entry_does_not_stop_a_kraft_node(tmp_path, version):
    properties = (AUTHORIZER, "super.users=User:somebody.else")
    with running_quorum(version, 1, tmp_path, properties) as java:
        (peer,) = java.controllers
        ours = Ours(tmp_path, java.bootstrap)
        ours.format(java.cluster_id)
        try:
            ours.start()
            wait_until(lambda: DENIED in ours.said(), "a refusal")
            refusals = [line for line in ours.said().splitlines() if DENIED in line]
            assert "CLUSTER_AUTHORIZATION_FAILED" in refusals[0]
            assert "ERROR" in refusals[0]
            assert ours.node_id == OWN_ID
            peer.stop()
            peer.write_properties(java.bootstrap, (AUTHORIZER, "super.users=User:ANONYMOUS"))
            peer.start()
            wait_until(peer.led_epochs, "a leader")
            catch_up(ours, peer)
            assert ours.stop() == 0
        finally:
            ours.kill()

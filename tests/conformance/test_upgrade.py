"""A static quorum at kraft.version 0 with ours inside is raised to 1 by Kafka's own tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conformance import kafka
from tests.conformance.mixed import (
    Mixed,
    Ours,
    assert_nothing_fatal,
    commits_go_on,
    directory_of,
    voters_in,
)
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from tests.conformance.quorum import Controller

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("upgrade", since="4.1", before="kraft.version cannot be upgraded"),
]

LATE = "controller.quorum.election.timeout.ms=60000"
"""Who has this does not stand at the start, however long the others need."""


def is_raised(cluster: Mixed, leader: Controller | Ours) -> bool:
    """Whether Kafka's tool could raise it: not before every voter has told the leader of itself."""
    where = ("--bootstrap-controller", leader.endpoint)
    raised = ("upgrade", "--feature", "kraft.version=1")
    done = kafka.tool(cluster.release, "kafka-features", *where, *raised)
    assert done.returncode == 0 or "not all of the voters support it" in done.stderr, done.stderr
    return "kraft.version was upgraded to 1." in done.stdout


@pytest.mark.parametrize("leads", ["java", "ours"])
def test_kraft_version_is_raised(tmp_path, release, leads):
    of_ours = (LATE,) if leads == "java" else ()
    of_java = (LATE,) if leads == "ours" else ()
    with Mixed(release, tmp_path, (2, 1), static=True, of_ours=of_ours, of_java=of_java) as cluster:
        (ours,) = cluster.ours
        everybody = [*cluster.java, ours]
        for each in cluster.java:
            each.launch()
        ours.start("--log-level", "debug")
        leader = ours if leads == "ours" else cluster.leading()
        wait_until(lambda: leads == "java" or ours.is_active, "ours is active")
        cluster.wait_for_registrations()
        commits_go_on(everybody)
        assert voters_in(leader) == {}
        told = "voter-updated" if leads == "ours" else "voter-update-sent"
        wait_until(lambda: ours.said().count(told) >= (2 if leads == "ours" else 1), "told")
        wait_until(lambda: is_raised(cluster, leader), "all voters have told of themselves")
        wanted = {each.node_id: directory_of(each) for each in everybody}
        for each in everybody:
            wait_until(lambda each=each: voters_in(each) == wanted, "the voters are in the log")
        wait_until(lambda: "kraft-version-changed" in ours.said(), "the log to say so")
        leader.kill()
        if leads == "ours":
            ours.start()
        left = [ours, *(each for each in cluster.java if each is not leader)]
        commits_go_on(left)
        assert_nothing_fatal(*(each for each in cluster.java if each is not leader))

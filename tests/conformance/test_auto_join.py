"""Voters that join by themselves: ours a quorum of Kafka's, and Kafka's a quorum of ours."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.conformance.mixed import (
    IDLE,
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
    pytest.mark.interop("auto join", since="4.2", before="controllers do not join by themselves"),
]

JOINING = (IDLE, "controller.quorum.auto.join.enable=true")


def lose_the_disk(cluster: Mixed, node: Controller | Ours) -> None:
    """End a voter and give it an empty directory, with an id of its own."""
    before = directory_of(node)
    node.kill()
    shutil.rmtree(node.folder)
    cluster.format([node], "-N")
    assert directory_of(node) != before


def wait_for_voters(leader: Controller | Ours, nodes: list[Controller | Ours]) -> None:
    """Until the voters are these, each with the directory that it has now."""
    wanted = {each.node_id: directory_of(each) for each in nodes}
    wait_until(lambda: voters_in(leader) == wanted, "they are the voters")


@pytest.mark.parametrize("first", [1, 11], ids=["java", "ours"])
def test_voters_join_by_themselves_and_again_with_another_disk(tmp_path, release, first):
    """The first leads; one of the others, which is not of its kind, loses its disk."""
    counts = (2, 1) if first == 1 else (1, 2)
    with Mixed(release, tmp_path, counts, first=(first,), more=JOINING) as cluster:
        everybody = [*cluster.java, *cluster.ours]
        for each in cluster.java:
            each.launch()
        for each in cluster.ours:
            each.start()
        for each in cluster.java:
            each.wait_until_started()
        leader = next(each for each in everybody if each.node_id == first)
        wait_for_voters(leader, everybody)
        lost = cluster.ours[0] if first == 1 else cluster.java[0]
        commits_go_on(everybody)
        lose_the_disk(cluster, lost)
        lost.start()
        wait_for_voters(leader, everybody)
        commits_go_on(everybody)
        assert_nothing_fatal(*cluster.java)

from __future__ import annotations

import random

import pytest

from kraft_core.client.errors import (
    ConnectionLostError,
    LeaderNotFoundError,
    NotControllerError,
    RefusedError,
    WrongClusterError,
)
from kraft_core.client.metadata_log import Note
from kraft_core.client.quorum import Leader, Quorum
from kraft_core.client.settings import Endpoint, Settings
from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.messages import (
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    FetchResponse,
    UpdateFeaturesRequest,
    VoteRequest,
)
from tests.client.fake_quorum import SERVED_BY_3_9, World
from tests.support.record_batches import leader_change


def settings(**changes):
    return Settings(random=random.Random(1), **changes)


def led(leader_id=1, epoch=3, count=3):
    world = World(count)
    leader = world.elect(leader_id, epoch)
    leader.append(leader_change(0, epoch, leader_id))
    leader.commit()
    return world


@pytest.mark.parametrize("asked", [1, 2, 3])
def test_every_node_leads_to_the_leader(asked):
    world = led(leader_id=2)
    quorum = Quorum([world.node(asked).endpoint], settings())
    answer = world.run(quorum.find_leader())
    assert quorum.leader == Leader(2, 3, Endpoint("c2", 9093))
    assert quorum.known_leader() is quorum.leader
    assert (answer.high_watermark, answer.leader_epoch) == (1, 3)
    assert len(world.connects) == (1 if asked == 2 else 2)


def test_the_leader_names_all_voters_of_the_same_listener():
    world = led()
    quorum = Quorum([world.node(1).endpoint], settings())
    world.run(quorum.find_leader())
    assert sorted(quorum._known) == sorted(world.bootstrap)


def test_the_bootstrap_nodes_may_all_go():
    world = led(leader_id=1)
    quorum = Quorum([world.node(1).endpoint], settings())
    world.run(quorum.find_leader())
    world.stop(1)
    world.elect(3, 4)
    quorum.forget_leader()
    world.run(quorum.find_leader())
    assert quorum.leader == Leader(3, 4, Endpoint("c3", 9093))


def test_old_nodes_that_name_no_addresses_are_asked_in_turn():
    world = led(leader_id=3)
    for node in world.nodes:
        node.served = {1: (0, 16), 18: (0, 3), 52: (0, 0), 55: (0, 1), 59: (0, 0)}
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())
    assert quorum.leader.node_id == 3


def test_a_3_9_quorum_is_read_with_its_versions():
    world = led(leader_id=2)
    for node in world.nodes:
        node.served = dict(SERVED_BY_3_9)
    quorum = Quorum([world.node(1).endpoint], settings())
    world.run(quorum.find_leader())
    assert quorum.leader.node_id == 2
    assert quorum.session.version_for(1) == 17
    assert quorum.session.version_for(55) == 2


def test_find_leader_waits_for_an_election():
    world = led(leader_id=1)
    world.stop(1)
    for node in world.nodes[1:]:
        node.leader_id = -1
    world.at(4.0, lambda: world.elect(2, 4))
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())
    assert quorum.leader == Leader(2, 4, Endpoint("c2", 9093))
    assert 4.0 <= world.now_s < 6.0


def test_the_api_timeout_ends_with_the_error_of_each_node():
    world = led(leader_id=-1)
    world.stop(3)
    quorum = Quorum(world.bootstrap, settings(api_timeout_s=10))
    with pytest.raises(LeaderNotFoundError) as caught:
        world.run(quorum.find_leader())
    assert 8.0 < world.now_s <= 10.0
    text = str(caught.value)
    assert text.startswith("no leader was found within 10 s: ")
    assert "c1:9093 does not lead and knows no leader" in text
    assert "connection refused by c3:9093" in text
    assert quorum.leader is None


def test_long_search_is_reported_once():
    world = led(leader_id=-1, count=1)
    world.at(9.0, lambda: world.elect(1, 4))
    told = list(world.items(Quorum(world.bootstrap, settings()).find_leader()))
    assert told == [Note("no leader yet: c1:9093 does not lead and knows no leader")]


def test_pauses_grow_and_rounds_stay_few():
    world = led(leader_id=-1, count=1)
    quorum = Quorum(world.bootstrap, settings(api_timeout_s=30))
    with pytest.raises(LeaderNotFoundError):
        world.run(quorum.find_leader())
    assert 25 < len(world.connects) < 60


def test_leader_of_a_past_epoch_is_ignored():
    world = led(leader_id=1, epoch=5)
    quorum = Quorum([world.node(1).endpoint], settings(api_timeout_s=3))
    world.run(quorum.find_leader())
    world.stop(1)
    stale = world.node(2)
    stale.epoch, stale.leader_id = 4, 2
    world.node(3).epoch, world.node(3).leader_id = 5, -1
    quorum.forget_leader()
    with pytest.raises(LeaderNotFoundError):
        world.run(quorum.find_leader())


def test_another_cluster_is_refused_at_once():
    world = led()
    quorum = Quorum(world.bootstrap, settings(cluster_id="another"))
    with pytest.raises(WrongClusterError, match="belongs to another cluster"):
        world.run(quorum.find_leader())
    assert world.now_s < 1
    right = Quorum(world.bootstrap, settings(cluster_id="cluster"))
    world.run(right.find_leader())


def test_brokers_are_recognised_at_once():
    world = led()
    for node in world.nodes:
        del node.served[52]
    quorum = Quorum(world.bootstrap, settings())
    with pytest.raises(NotControllerError, match="is a broker's listener, not a controller's"):
        world.run(quorum.find_leader())
    assert world.now_s < 1


def test_nodes_older_than_topic_ids_are_recognised():
    world = led(count=1)
    world.node(1).served[1] = (0, 12)
    with pytest.raises(NotControllerError, match=r"older than Kafka 3\.1"):
        world.run(Quorum(world.bootstrap, settings()).find_leader())
    world.node(1).served[1] = (90, 99)
    with pytest.raises(NotControllerError, match="no common version of FetchRequest"):
        world.run(Quorum(world.bootstrap, settings()).find_leader())


def test_a_broker_among_controllers_is_passed_over():
    world = led(leader_id=3)
    del world.node(1).served[52]
    quorum = Quorum([world.node(1).endpoint, world.node(2).endpoint], settings())
    world.run(quorum.find_leader())
    assert quorum.leader.node_id == 3


def test_missing_permission_is_reported_at_once():
    world = led(count=1)
    world.node(1).mangle = lambda response: (
        FetchResponse(error_code=31) if isinstance(response, FetchResponse) else response
    )
    with pytest.raises(RefusedError) as caught:
        world.run(Quorum(world.bootstrap, settings()).find_leader())
    assert caught.value.code == 31


def test_other_errors_are_tried_again():
    world = led(count=1)
    world.node(1).mangle = lambda response: (
        FetchResponse(error_code=-1) if isinstance(response, FetchResponse) else response
    )
    world.at(2.0, lambda: setattr(world.node(1), "mangle", None))
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())
    assert world.now_s >= 2.0


def test_answers_about_another_topic_are_ignored():
    world = led(count=1)
    world.node(1).mangle = lambda response: (
        FetchResponse() if isinstance(response, FetchResponse) else response
    )
    quorum = Quorum(world.bootstrap, settings(api_timeout_s=1))
    with pytest.raises(LeaderNotFoundError, match="does not contain the metadata log"):
        world.run(quorum.find_leader())


def test_probing_again_uses_the_same_connection():
    world = led(leader_id=1)
    quorum = Quorum([world.node(1).endpoint], settings())
    world.run(quorum.find_leader())
    connects = len(world.connects)
    world.node(1).append(leader_change(1, 3, 1))
    world.node(1).commit()
    assert world.run(quorum.probe_leader()).high_watermark == 2
    assert len(world.connects) == connects


def test_probing_a_leader_that_is_gone_finds_the_next():
    world = led(leader_id=1)
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())
    world.stop(1)
    world.elect(2, 9)
    world.run(quorum.probe_leader())
    assert quorum.leader == Leader(2, 9, Endpoint("c2", 9093))


def test_a_call_goes_to_the_leader_in_the_common_version():
    world = led(leader_id=2)
    quorum = Quorum([world.node(1).endpoint], settings())
    response = world.run(quorum.call(DescribeQuorumRequest()))
    assert len(response.nodes) == 3
    assert isinstance(world.node(2).requests[-1], DescribeQuorumRequest)


def test_a_call_follows_the_leader():
    world = led(leader_id=1)
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())
    world.elect(3, 4)
    response = world.run(quorum.call(DescribeQuorumRequest()))
    assert response.topics[0].partitions[0].error_code == 0
    assert quorum.leader.node_id == 3


@pytest.mark.parametrize("is_repeatable", [True, False])
def test_a_connection_that_died_unnoticed_gets_no_call(is_repeatable):
    world = led(leader_id=1)
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())
    world.stop(1)
    world.elect(2, 4)
    response = world.run(quorum.call(DescribeQuorumRequest(), is_repeatable=is_repeatable))
    assert response.topics[0].partitions[0].error_code == 0
    assert quorum.leader.node_id == 2


@pytest.mark.parametrize("is_repeatable", [True, False])
def test_a_call_that_was_lost_is_repeated_only_when_it_may_be(is_repeatable):
    world = led(leader_id=1)
    quorum = Quorum(world.bootstrap, settings())
    world.run(quorum.find_leader())

    def die(response):
        if isinstance(response, DescribeQuorumResponse):
            world.stop(1)
            world.elect(2, 4)
        return response

    world.node(1).mangle = die
    operation = quorum.call(DescribeQuorumRequest(), is_repeatable=is_repeatable)
    if is_repeatable:
        assert world.run(operation).topics[0].partitions[0].error_code == 0
        assert quorum.leader.node_id == 2
    else:
        with pytest.raises(ConnectionLostError):
            world.run(operation)


def test_a_call_that_the_node_does_not_serve_is_refused_here():
    world = led()
    quorum = Quorum(world.bootstrap, settings())
    with pytest.raises(UnsupportedVersionError, match="does not serve UpdateFeaturesRequest"):
        world.run(quorum.call(UpdateFeaturesRequest()))
    with pytest.raises(UnsupportedVersionError):
        world.run(quorum.call(VoteRequest(), version=99))


def test_without_a_leader_there_is_no_session():
    quorum = Quorum([Endpoint("c1", 9093)], settings())
    with pytest.raises(ConnectionLostError, match="no leader is known"):
        _ = quorum.session
    with pytest.raises(ConnectionLostError, match="no leader is known"):
        quorum.known_leader()


def test_a_silent_node_costs_its_timeout_and_no_more():
    world = led(leader_id=2)
    world.node(1).is_silent = True
    quorum = Quorum(world.bootstrap[:1], settings(request_timeout_s=2.5, api_timeout_s=1))
    with pytest.raises(LeaderNotFoundError, match=r"c1:9093 did not answer"):
        world.run(quorum.find_leader())
    assert 2.5 < world.now_s < 2.6
    quorum = Quorum(world.bootstrap, settings(request_timeout_s=2.5))
    world.run(quorum.find_leader())
    assert quorum.leader.node_id == 2

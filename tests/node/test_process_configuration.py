"""Who a process is, and which descriptions of it contradict themselves."""

from __future__ import annotations

import pytest

from kraft_core.node.errors import ConfigurationError
from kraft_core.node.listeners import Listener
from kraft_core.node.process_configuration import read_process
from kraft_core.node.properties import Properties

CONTROLLER = {
    "process.roles": "controller",
    "node.id": "1",
    "listeners": "CONTROLLER://localhost:9093",
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": "localhost:9093,other:9094",
    "log.dirs": "/b,/a",
}
BROKER = CONTROLLER | {"process.roles": "broker", "listeners": "PLAINTEXT://localhost:9092"}


def read(values):
    return read_process(Properties({key: value for key, value in values.items() if value}))


def test_a_controller():
    found = read(CONTROLLER)
    assert found.is_controller
    assert found.node_id == 1
    assert found.listeners == found.advertised == (Listener("CONTROLLER", "localhost", 9093),)
    assert found.bootstrap_servers == (("localhost", 9093), ("other", 9094))
    assert (found.log_dirs, found.metadata_log_dir) == (("/b", "/a"), "/b")
    assert found.directories == ("/a", "/b")
    assert not found.auto_join


def test_the_metadata_log_may_have_a_directory_of_its_own():
    found = read(CONTROLLER | {"metadata.log.dir": "/c"})
    assert (found.metadata_log_dir, found.directories) == ("/c", ("/a", "/b", "/c"))


def test_directories_default_to_kafkas():
    (only,) = read(CONTROLLER | {"log.dirs": ""}).log_dirs
    assert only.endswith("kafka-logs")
    assert read(CONTROLLER | {"log.dirs": "", "log.dir": "/x"}).log_dirs == ("/x",)


def test_brokers_and_both_at_once_are_understood():
    assert not read(BROKER).is_controller
    both = CONTROLLER | {
        "process.roles": "broker,controller",
        "listeners": "PLAINTEXT://:9092,CONTROLLER://:9093",
    }
    assert [each.name for each in read(both).advertised] == ["CONTROLLER"]


def test_an_older_name_of_the_node_id():
    assert read(CONTROLLER | {"node.id": "", "broker.id": "7"}).node_id == 7


VOTERS = "controller.quorum.voters"
REFUSED = {
    "no roles": ({"process.roles": ""}, "process.roles is missing"),
    "unknown role": ({"process.roles": "zookeeper"}, "is no role"),
    "no id": ({"node.id": ""}, "node.id is missing"),
    "negative id": ({"node.id": "-1"}, "node.id=-1"),
    "two ids": ({"broker.id": "2"}, "same number"),
    "no quorum": ({"controller.quorum.bootstrap.servers": ""}, "must be set"),
    "no listener names": ({"controller.listener.names": ""}, "names is missing"),
    "not a voter": ({VOTERS: "2@localhost:9093"}, "does not name node 1"),
    "bad voters": ({VOTERS: "1@localhost"}, "is no HOST:PORT"),
    "bad servers": ({"controller.quorum.bootstrap.servers": "x"}, "is no HOST:PORT"),
    "other listener": ({"listeners": "A://:1"}, "no CONTROLLER among the listeners"),
    "too many": ({"listeners": "CONTROLLER://:1,A://:2"}, "only a controller"),
    "advertised": ({"advertised.listeners": "CONTROLLER://0.0.0.0:1"}, "0.0.0.0"),  # noqa: S104
    "auto join": ({"controller.quorum.auto.join.enable": "perhaps"}, "true or false"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_contradictions_of_a_controller_are_one_sentence(name):
    more, sentence = REFUSED[name]
    with pytest.raises(ConfigurationError) as caught:
        read(CONTROLLER | more)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


REFUSED_OF_BROKERS = {
    "among the voters": ({VOTERS: "1@localhost:9093"}, "only a broker"),
    "controller listener": ({"listeners": "CONTROLLER://:1"}, "only a broker"),
    "auto join": ({"controller.quorum.auto.join.enable": "true"}, "for controllers"),
}


@pytest.mark.parametrize("name", REFUSED_OF_BROKERS)
def test_contradictions_of_a_broker(name):
    more, sentence = REFUSED_OF_BROKERS[name]
    with pytest.raises(ConfigurationError, match=sentence):
        read(BROKER | more)

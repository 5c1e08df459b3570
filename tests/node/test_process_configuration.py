"""Who a process is by its configuration: listeners, addresses, roles, and contradictions."""

from __future__ import annotations

import socket

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.process_keys import (
    Listener,
    advertised_listeners,
    parse_address,
    parse_listeners,
    parse_voters,
    read_process,
    resolved,
    security_protocols,
)
from kraft_core.config.properties import Properties

# -- listeners -------------------------------------------------------------------------------------

C = Listener("CONTROLLER", "host", 9093)
D = Listener("OTHER", "", 9094)


@pytest.mark.parametrize(
    ("text", "listener"),
    [
        ("controller://host:9093", C),
        ("CONTROLLER://:0", Listener("CONTROLLER", "", 0)),
        ("C://[::1]:9", Listener("C", "::1", 9)),
        ("C://0.0.0.0:9", Listener("C", "0.0.0.0", 9)),  # noqa: S104
    ],
)
def test_a_listener_is_read(text, listener):
    assert parse_listeners("listeners", [text]) == (listener,)


@pytest.mark.parametrize(
    "text", ["", "C", "C://host", "C:host:9", "C://h:65536", "C://h:-1", "://h:1"]
)
def test_invalid_listener_is_refused(text):
    with pytest.raises(
        ConfigurationError, match=r"^listeners: .* is not a valid NAME://HOST:PORT\.$"
    ):
        parse_listeners("listeners", [text])


def test_names_and_ports_are_not_shared():
    with pytest.raises(ConfigurationError, match=r"a different name"):
        parse_listeners("listeners", ["A://:1", "a://:2"])
    with pytest.raises(ConfigurationError, match=r"a different port"):
        parse_listeners("listeners", ["A://:1", "B://:1"])
    assert len(parse_listeners("listeners", ["A://:0", "B://:0"])) == 2
    assert len(parse_listeners("advertised.listeners", ["A://x:1", "B://y:1"])) == 2


def test_a_listener_writes_itself():
    assert str(C) == "CONTROLLER://host:9093"
    assert str(Listener("A", "::1", 1)) == "A://[::1]:1"
    assert (C.is_everywhere, D.is_everywhere) == (False, True)


@pytest.mark.parametrize(
    ("text", "address"),
    [("h:1", ("h", 1)), ("[::1]:2", ("::1", 2)), ("10.0.0.1:65535", ("10.0.0.1", 65535))],
)
def test_an_address_is_read(text, address):
    assert parse_address("k", text) == address


@pytest.mark.parametrize("text", ["h", "h:", ":1", "::1:2", "h:65536", "h:1:2", "h:x", "a b:1"])
def test_invalid_address_is_refused(text):
    with pytest.raises(ConfigurationError, match=r"^k: .* is not a valid HOST:PORT\.$"):
        parse_address("k", text)


def test_voters_are_read():
    assert parse_voters("k", ["1@a:1", "2@[::1]:2"]) == {1: ("a", 1), 2: ("::1", 2)}
    for text in ("a:1", "x@a:1", "1@a", "1@2@a:1", "-1@a:1"):
        with pytest.raises(ConfigurationError, match=r"^k: "):
            parse_voters("k", [text])
    with pytest.raises(ConfigurationError, match=r"duplicate voter id 1"):
        parse_voters("k", ["1@a:1", "01@b:1"])


def test_without_a_map_controller_listeners_are_plaintext():
    found = security_protocols(Properties({}), [C], ["CONTROLLER"])
    assert (found["CONTROLLER"], found["SSL"]) == ("PLAINTEXT", "SSL")


def test_listener_named_after_another_protocol_is_not_plaintext_by_default():
    secure = Listener("SSL", "", 1)
    assert "CONTROLLER" not in security_protocols(Properties({}), [C, secure], ["CONTROLLER"])
    assert security_protocols(Properties({}), [secure], ["SSL"])["SSL"] == "SSL"


def test_a_map_says_it_all():
    key = "listener.security.protocol.map"
    found = security_protocols(Properties({key: "controller:sasl_ssl,A:PLAINTEXT"}), [C], ["X"])
    assert found == {"CONTROLLER": "SASL_SSL", "A": "PLAINTEXT"}
    with pytest.raises(ConfigurationError, match="unknown security protocol"):
        security_protocols(Properties({key: "A:TLS"}), [], [])


def test_advertised_listeners_default_to_the_listeners():
    told = Listener("CONTROLLER", "public", 1)
    assert advertised_listeners(["CONTROLLER"], [C], [], None) == (C,)
    assert advertised_listeners(["CONTROLLER", "OTHER"], [C, D], [told], None) == (told, D)
    assert advertised_listeners(["OTHER"], [C], [], None) == ()


def test_wildcard_listener_advertises_its_entry_among_the_voters():
    own = ("me", 7)
    everywhere = Listener("CONTROLLER", "0.0.0.0", 9093)  # noqa: S104
    expected = (Listener("CONTROLLER", "me", 7), D)
    names = ["CONTROLLER", "OTHER"]
    assert advertised_listeners(names, [everywhere, D], [], own) == expected
    expected = (Listener("CONTROLLER", "", 9093), D)
    assert advertised_listeners(names, [everywhere, D], [], None) == expected


@pytest.mark.parametrize(
    "host",
    ["", "0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0"],  # noqa: S104
)
def test_every_wildcard_is_replaced_by_the_name_of_the_machine(host):
    """Divergence N49."""
    everywhere = Listener("CONTROLLER", host, 9093)
    assert everywhere.is_everywhere
    assert advertised_listeners(["CONTROLLER"], [everywhere], [], None) == (
        Listener("CONTROLLER", "", 9093),
    )
    own = ("me", 7)
    assert advertised_listeners(["CONTROLLER"], [everywhere], [], own) == (
        Listener("CONTROLLER", "me", 7),
    )


@pytest.mark.parametrize("host", ["::1", "127.0.0.1", "host", "0.0.0.1", "::ffff:10.0.0.1"])
def test_other_hosts_are_no_wildcards(host):
    assert not Listener("CONTROLLER", host, 9093).is_everywhere


def test_the_machines_name_and_the_port_it_got_are_filled_in():
    assert resolved(Listener("A", "", 0), 5) == Listener("A", socket.getfqdn(), 5)
    assert resolved(C, 5) == C


# -- the process -----------------------------------------------------------------------------------

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


def test_controller_is_read_with_its_listeners():
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


def test_broker_id_sets_node_id():
    assert read(CONTROLLER | {"node.id": "", "broker.id": "7"}).node_id == 7


VOTERS = "controller.quorum.voters"
REFUSED = {
    "no roles": ({"process.roles": ""}, "process.roles is missing: expected controller, broker"),
    "for ZooKeeper": ({"process.roles": "", "zookeeper.connect": "z:2181"}, "is for ZooKeeper"),
    "unknown role": ({"process.roles": "zookeeper"}, "is not a valid role"),
    "no id": ({"node.id": ""}, "node.id is missing"),
    "negative id": ({"node.id": "-1"}, "node.id=-1"),
    "two ids": ({"broker.id": "2"}, "same number"),
    "no quorum": ({"controller.quorum.bootstrap.servers": ""}, "must be set"),
    "no listener names": ({"controller.listener.names": ""}, "names is missing"),
    "not a voter": ({VOTERS: "2@localhost:9093"}, "does not name node 1"),
    "bad voters": ({VOTERS: "1@localhost"}, "is not a valid HOST:PORT"),
    "bad servers": ({"controller.quorum.bootstrap.servers": "x"}, "is not a valid HOST:PORT"),
    "other listener": ({"listeners": "A://:1"}, "CONTROLLER is not among the listeners"),
    "too many": ({"listeners": "CONTROLLER://:1,A://:2"}, "only a controller"),
    "advertised": ({"advertised.listeners": "CONTROLLER://0.0.0.0:1"}, "0.0.0.0"),  # noqa: S104
    "advertised IPv6": ({"advertised.listeners": "CONTROLLER://[::]:1"}, "cannot connect to ::."),
    "auto join": ({"controller.quorum.auto.join.enable": "perhaps"}, "true or false"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_contradictory_controller_settings_are_reported_in_one_line(name):
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

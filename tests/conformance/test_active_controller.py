"""Brokers of released Kafka on kraft controllers: tools, failures, and every record read back."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from kraft_core.metadata import ClusterImage
from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from kraft_wire.messages import ControllerRegistrationRequest
from kraft_wire.primitives import Uuid
from tests.conformance import kafka
from tests.conformance.active import KraftCluster, active_epochs
from tests.conformance.mixed import IDLE, Mixed, Ours, end_of, registered_in
from tests.conformance.ours import has_same_log, log_of, records_of
from tests.conformance.ours import kraft as kraft_command
from tests.conformance.quorum import Controller, fatal_faults
from tests.conformance.quorum_controller import NEWER_CONFIGS
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]

REPLICATED = {"default.replication.factor": "3", "min.insync.replicas": "2"}
"""In the file of the controllers, which decide by it."""

AUTHORIZER = {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:ANONYMOUS",
}


_LONG_SESSIONS = {"broker.session.timeout.ms": "30000"}
"""For rows that name the leaders and ISRs of brokers: none is fenced while it stands still."""


class Load:
    """A producer that says which records were acknowledged, until it is stopped."""

    def __init__(self, cluster, topic, rate=200):
        self._output = cluster.root / f"load-{topic}.txt"
        settings = cluster.root / f"load-{topic}.properties"
        settings.write_text(
            "retries=2147483647\nenable.idempotence=true\ndelivery.timeout.ms=600000\n"
        )
        command = kafka.tool_command(
            cluster.release,
            "kafka-verifiable-producer",
            [
                *("--bootstrap-server", cluster.servers, "--topic", topic, "--acks", "-1"),
                *("--throughput", str(rate), "--producer.config", str(settings)),
            ],
        )
        # in one file a warning can get into the line of a record
        with self._output.open("wb") as output, self._output.with_suffix(".log").open("wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=log
            )

    def acknowledged(self):
        """The values of the records that were acknowledged."""
        lines = self._output.read_text(errors="replace").splitlines()
        sent = [line for line in lines if '"producer_send_success"' in line and line[-1] == "}"]
        return [json.loads(line)["value"] for line in sent]

    def go_on(self, count=200):
        """Wait until so many more are acknowledged."""
        wanted = len(self.acknowledged()) + count
        wait_until(lambda: len(self.acknowledged()) >= wanted, "the producer goes on")

    def stop(self):
        self._process.terminate()
        self._process.wait(60)
        return self.acknowledged()

    def kill(self):
        self._process.kill()
        self._process.wait()


def read(cluster, topic, count):
    """So many values of a topic, with how often each was read."""
    printed = cluster.tool(
        "kafka-console-consumer",
        *("--topic", topic, "--from-beginning", *_PATIENT),
        *("--max-messages", str(count), "--isolation-level", "read_committed"),
    )
    return Counter(printed.split())


def read_all(cluster, topic, partitions):
    """All values of a topic without transactions, to which nobody writes any more."""

    def ends():
        """The end offsets; a partition that has no leader yet is not listed."""
        printed = cluster.tool("kafka-get-offsets")
        found = re.findall(rf"^{topic}:\d+:(\d+)$", printed, re.MULTILINE)
        return list(map(int, found)) if len(found) == partitions else None

    count = sum(wait_until(ends, "the ends of all partitions"))
    found = read(cluster, topic, count)
    assert found.total() == count
    return found


_PATIENT = ("--timeout-ms", "60000")
"""Time limits of a consumer: its group, whose topic may have to be created, and each record."""


def leaders_of(cluster, topic):
    """The leader of each partition; None for one without."""
    printed = cluster.tool("kafka-topics", "--describe", "--topic", topic)
    found = re.findall(r"Partition: (\d+)\s+Leader: (\w+)", printed)
    return {int(number): int(leader) if leader.isdigit() else None for number, leader in found}


def isr_of(cluster, topic):
    printed = cluster.tool("kafka-topics", "--describe", "--topic", topic)
    return {
        int(number): sorted(map(int, isr.split(",")))
        for number, isr in re.findall(r"Partition: (\d+).*?Isr: ([\d,]+)", printed)
    }


@pytest.mark.interop("brokers")
def test_three_brokers_on_three_controllers_survive_kills_under_load(tmp_path, release):
    with KraftCluster(release, tmp_path, controllers=3, brokers=3, **REPLICATED) as cluster:
        create = ("--create", "--topic", "load", "--partitions", "6")
        cluster.tool("kafka-topics", *create, "--replication-factor", "3")
        load = Load(cluster, "load")
        try:
            load.go_on()
            epochs = broker_epochs(cluster)

            active = cluster.active()
            active.kill()
            wait_until(lambda: cluster.active() not in (None, active), "another active controller")
            load.go_on()
            cluster.tool("kafka-topics", "--create", "--topic", "after", "--partitions", "2")
            active.start()
            assert broker_epochs(cluster) == epochs  # nobody had to register again

            first = cluster.brokers[0]
            first.kill()
            load.go_on()
            alive = [each.node_id for each in cluster.brokers[1:]]
            wait_until(
                lambda: set(leaders_of(cluster, "load").values()) <= set(alive),
                "the leaders are on brokers that live",
            )
            first.start()
            everybody = [each.node_id for each in cluster.brokers]
            wait_until(
                lambda: all(isr == everybody for isr in isr_of(cluster, "load").values()),
                "it is in all ISRs again",
            )

            second = cluster.brokers[1]
            assert second.stop() in (0, 143)  # a controlled shutdown, which the controller grants
            load.go_on()
            assert second.node_id not in leaders_of(cluster, "load").values()
            second.start()

            active, third = cluster.active(), cluster.brokers[2]
            third.kill()
            active.kill()
            wait_until(lambda: cluster.active() not in (None, active), "another active controller")
            active.start()
            third.start()
            load.go_on()
            for topic in ("load", "after"):  # else the tool fails: its leader is not available
                wait_until(
                    lambda topic=topic: all(
                        isr == everybody for isr in isr_of(cluster, topic).values()
                    ),
                    "all are in all ISRs again",
                )
            cluster.tool("kafka-leader-election", *_PREFERRED)
            acknowledged = load.stop()
        finally:
            load.kill()
        _restart_everything(cluster)
        found = read_all(cluster, "load", 6)
        assert len(acknowledged) == len(set(acknowledged)) > 1000
        assert {value: found[value] for value in acknowledged if found[value] != 1} == {}
        assert cluster.faults() == []


CONFIGS_OF_4_4 = NEWER_CONFIGS | {
    "consumer.assignor.offload.enable",
    "share.assignor.offload.enable",
    "streams.acceptable.recovery.lag",
    "streams.assignor.offload.enable",
}
_PREFERRED = ("--election-type", "preferred", "--all-topic-partitions")


def _restart_everything(cluster):
    for broker in cluster.brokers:
        broker.stop()
    for each in cluster.controllers:
        assert each.stop() == 0
    for each in cluster.controllers:
        each.launch()
    for broker in cluster.brokers:
        broker.launch()
    for broker in cluster.brokers:
        broker.wait_until_started()


def broker_epochs(cluster):
    """The epoch of each broker by its own registration, from its log."""
    return {
        broker.node_id: re.findall(
            r"Successfully registered broker \d+ with broker epoch (\d+)", broker.said()
        )
        for broker in cluster.brokers
    }


@pytest.mark.interop("brokers", only="4.3.1", elsewhere="its tools work with every release")
def test_kafkas_tools_change_what_they_say(tmp_path):
    lines = [f"{key}={value}" for key, value in AUTHORIZER.items()]
    lines += ["transaction.state.log.replication.factor=2", "transaction.state.log.min.isr=1"]
    with KraftCluster(
        "4.3.1",
        tmp_path,
        brokers=2,
        broker_lines=lines,
        level="4.0",
        **AUTHORIZER,
        **_LONG_SESSIONS,
    ) as cluster:
        _topics(cluster)
        _configs(cluster)
        _producers(cluster)
        _reassignment(cluster)
        _users_and_acls(cluster)
        _features(cluster)
        _unregistration(cluster)
        assert cluster.faults() == []


def _topics(cluster):
    create = ("--create", "--topic", "a", "--partitions", "3", "--replication-factor", "2")
    cluster.tool("kafka-topics", *create)
    again = cluster.try_tool("kafka-topics", *create)
    assert "Topic 'a' already exists." in again.stdout + again.stderr
    wide = cluster.try_tool("kafka-topics", "--create", "--topic", "b", "--replication-factor", "3")
    assert "replication factor of 3 cannot be reached" in wide.stdout + wide.stderr
    assert set(leaders_of(cluster, "a").values()) == {101, 102}
    cluster.tool("kafka-topics", "--alter", "--topic", "a", "--partitions", "5")
    assert len(leaders_of(cluster, "a")) == 5
    cluster.tool("kafka-topics", "--create", "--topic", "gone", "--partitions", "1")
    cluster.tool("kafka-topics", "--delete", "--topic", "gone")
    assert "gone" not in cluster.tool("kafka-topics", "--list").split()


def _configs(cluster):
    cluster.tool("kafka-topics", "--create", "--topic", "c", "--partitions", "1")
    topic = ("--entity-type", "topics", "--entity-name", "c")
    configs = "retention.ms=12345678,cleanup.policy=[compact,delete]"
    cluster.tool("kafka-configs", "--alter", *topic, "--add-config", configs)
    cluster.tool("kafka-configs", "--alter", *topic, "--delete-config", "retention.ms")
    described = cluster.tool("kafka-configs", "--describe", *topic)
    assert "cleanup.policy=compact,delete" in described
    assert "retention.ms" not in described
    wrong = cluster.try_tool("kafka-configs", "--alter", *topic, "--add-config", "retention.ms=x")
    assert "Not a number of type LONG" in wrong.stderr
    broker = ("--entity-type", "brokers", "--entity-default")
    cluster.tool("kafka-configs", "--alter", *broker, "--add-config", "message.max.bytes=1048577")
    assert "message.max.bytes=1048577" in cluster.tool("kafka-configs", "--describe", *broker)
    group = ("--entity-type", "groups", "--entity-name", "g")
    cluster.tool(
        "kafka-configs", "--alter", *group, "--add-config", "consumer.session.timeout.ms=50000"
    )
    assert "50000" in cluster.tool("kafka-configs", "--describe", *group)
    for resource in (topic, group):
        everything = ("--describe", "--all", *resource)
        by_controller = kafka.tool(
            cluster.release,
            "kafka-configs",
            "--bootstrap-controller",
            cluster.bootstrap,
            *everything,
        )
        by_broker = cluster.tool("kafka-configs", *everything).splitlines()
        known = {line.partition("=")[0] for line in by_broker}
        lines = by_controller.stdout.splitlines()
        # kraft describes the configs of 4.4.0, which older brokers do not know
        assert [line for line in lines if line.partition("=")[0] in known] == by_broker
        newer = {line.partition("=")[0] for line in lines} - known
        newest = cluster.release == "4.4.0"
        assert {name.strip() for name in newer} <= (set() if newest else CONFIGS_OF_4_4)


def _producers(cluster):
    """An idempotent and a transactional producer, and a group that reads what they sent."""
    send = ("--topic", "a", "--record-size", "50", "--throughput", "-1", "--bootstrap-server")
    for more in (
        ("--num-records", "3000", "--command-property", "acks=all"),
        ("--num-records", "2000", "--transactional-id", "t", "--transaction-duration-ms", "100"),
    ):
        done = kafka.tool(
            cluster.release, "kafka-producer-perf-test", *send, cluster.servers, *more
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"{more[1]} records sent" in done.stdout
    read(cluster, "a", 5000)
    group = ("--topic", "a", "--group", "g", "--from-beginning", *_PATIENT)
    cluster.tool("kafka-console-consumer", *group, "--max-messages", "5000")
    described = cluster.tool("kafka-consumer-groups", "--describe", "--group", "g")
    offsets = re.findall(r"^g\s+a\s+\d+\s+(\d+)", described, re.MULTILINE)
    assert len(offsets) == 5
    assert "t" in cluster.tool("kafka-transactions", "list").split()


def _reassignment(cluster):
    plan = cluster.root / "plan.json"
    parts = [{"topic": "a", "partition": each, "replicas": [102]} for each in range(5)]
    plan.write_text(json.dumps({"version": 1, "partitions": parts}))
    where = ("--reassignment-json-file", str(plan))
    cluster.tool("kafka-reassign-partitions", *where, "--execute", "--throttle", "50000000")
    verify = ("kafka-reassign-partitions", *where, "--verify")
    wait_until(lambda: cluster.tool(*verify).count(" is completed.") == 5, "its end")
    assert set(leaders_of(cluster, "a").values()) == {102}
    assert isr_of(cluster, "a") == {number: [102] for number in range(5)}
    listed = cluster.tool("kafka-reassign-partitions", "--list")
    assert "No partition reassignments found." in listed
    needless = cluster.try_tool("kafka-leader-election", *_PREFERRED)
    assert needless.returncode == 0


def _users_and_acls(cluster):
    user = ("--entity-type", "users", "--entity-name", "alice")
    scram = "SCRAM-SHA-256=[iterations=8192,password=hidden]"
    cluster.tool("kafka-configs", "--alter", *user, "--add-config", scram)
    cluster.tool("kafka-configs", "--alter", *user, "--add-config", "producer_byte_rate=1000000")
    described = cluster.tool("kafka-configs", "--describe", *user)
    assert "iterations=8192" in described
    assert "producer_byte_rate=1000000.0" in described
    for node in cluster.controllers:
        assert "hidden" not in node.said()
    cluster.tool("kafka-configs", "--alter", *user, "--delete-config", "SCRAM-SHA-256")
    assert "iterations" not in cluster.tool("kafka-configs", "--describe", *user)
    acl = ("--allow-principal", "User:alice", "--operation", "Read", "--topic", "a")
    cluster.tool("kafka-acls", "--add", *acl)
    assert "principal=User:alice" in cluster.tool("kafka-acls", "--list")
    cluster.tool("kafka-acls", "--remove", "--force", *acl)
    assert "principal=User:alice" not in cluster.tool("kafka-acls", "--list")


def _features(cluster):
    assert "FinalizedVersionLevel: 4.0-IV3" in cluster.tool("kafka-features", "describe")
    for release in ("4.1", "4.3"):
        cluster.tool("kafka-features", "upgrade", "--release-version", release)
    described = cluster.tool("kafka-features", "describe")
    assert "FinalizedVersionLevel: 4.3-IV0" in described
    down = cluster.try_tool("kafka-features", "downgrade", "--metadata", "4.0")
    assert "might delete metadata information" in down.stdout + down.stderr
    cluster.tool("kafka-topics", "--create", "--topic", "new", "--partitions", "2")
    offered = cluster.tool("kafka-broker-api-versions")
    missing = set(re.findall(r"(\w+)\(\d+\): UNSUPPORTED", offered))
    assert missing <= {"GetTelemetrySubscriptions", "PushTelemetry"}  # of no controller


def _unregistration(cluster):
    first = cluster.brokers[0]
    first.kill()
    gone = ("unregister", "--id", str(first.node_id))
    done = kafka.tool(
        cluster.release, "kafka-cluster", *gone, "--bootstrap-server", cluster.brokers[1].endpoint
    )
    assert f"Broker {first.node_id} is no longer registered." in done.stdout, done.stderr


@pytest.mark.interop("brokers", only="4.4.0", elsewhere="ranges in ACLs came with 4.4")
def test_ranges_of_addresses_in_acls_hold_at_the_controller(tmp_path):
    """CreatePartitions is authorized by the controller alone: brokers forward it."""
    keys = {**AUTHORIZER, "super.users": "", "allow.everyone.if.no.acl.found": "true"}
    lines = [f"{key}={value}" for key, value in keys.items()]
    with KraftCluster("4.4.0", tmp_path, broker_lines=lines, **keys) as cluster:
        described = cluster.tool("kafka-features", "describe")
        assert re.search(r"metadata\.version .*FinalizedVersionLevel: 4\.4-IV2", described)
        assert re.search(r"share\.version .*FinalizedVersionLevel: 2 ", described)
        add = ("kafka-acls", "--add", "--topic")
        for topic, hosts in (("closed", "127.0.0.0/8"), ("open", "10.0.0.0/8")):
            cluster.tool("kafka-topics", "--create", "--topic", topic, "--partitions", "1")
            # a topic with an ACL is no longer everybody's
            cluster.tool(
                *(*add, topic, "--operation", "All", "--allow-principal", "User:*"),
                *("--allow-host", "127.0.0.0/30"),
            )
            cluster.tool(
                *(*add, topic, "--operation", "Alter", "--deny-principal", "User:*"),
                *("--deny-host", hosts),
            )
            assert f"host={hosts}" in cluster.tool("kafka-acls", "--list")
        wrong = ("--operation", "All", "--deny-principal", "User:*", "--deny-host", "10/8")
        refused = cluster.try_tool(*add, "open", *wrong)
        assert "Invalid CIDR notation '10/8'" in refused.stdout + refused.stderr
        more = ("kafka-topics", "--alter", "--partitions", "2", "--topic")
        refused = cluster.try_tool(*more, "closed")
        assert "TopicAuthorizationException" in refused.stdout + refused.stderr
        cluster.tool(*more, "open")
        assert cluster.faults() == []


@pytest.mark.interop("brokers", only="4.3.1", elsewhere="share groups came with 4.1")
def test_share_groups_and_directories_that_fail(tmp_path):
    """Partitions of a directory that fails move to the other broker; the broker itself goes on."""
    failing = tmp_path / "failing"
    lines = [
        *("share.coordinator.state.topic.replication.factor=2", *_SHARE_LINES),
        "log.flush.offset.checkpoint.interval.ms=500",
    ]
    with KraftCluster(
        "4.3.1", tmp_path, brokers=2, broker_lines=lines, first=failing, **_LONG_SESSIONS
    ) as cluster:
        first, second = (broker.node_id for broker in cluster.brokers)
        create = ("--create", "--topic", "a", "--partitions", "8", "--replication-factor", "2")
        cluster.tool("kafka-topics", *create)
        group = ("--entity-type", "groups", "--entity-name", "shared")
        config = "share.auto.offset.reset=earliest"
        cluster.tool("kafka-configs", "--alter", *group, "--add-config", config)
        values = [str(number) for number in range(500)]
        send = ("kafka-console-producer", "--topic", "a", *kafka.PATIENT_PRODUCER)
        cluster.tool(*send, stdin="\n".join(values) + "\n")
        shared = ("--topic", "a", "--group", "shared", "--max-messages", "500")
        printed = cluster.tool("kafka-console-share-consumer", *shared, "--timeout-ms", "60000")
        assert set(printed.split()) >= set(values)
        described = cluster.tool("kafka-share-groups", "--describe", "--group", "shared")
        assert re.search(r"^shared\s+a\s", described, re.MULTILINE)

        held = {each.name for each in failing.iterdir() if each.name.startswith("a-")}
        assert 0 < len(held) < 8
        shutil.rmtree(failing)
        failing.touch()
        numbers = {int(name.removeprefix("a-")) for name in held}
        wait_until(
            lambda: all(isr_of(cluster, "a")[number] == [second] for number in numbers),
            "the partitions of the failed directory have left the broker",
        )
        leaders = leaders_of(cluster, "a")
        assert {leaders[number] for number in numbers} == {second}
        kept = set(range(8)) - numbers
        assert all(isr_of(cluster, "a")[number] == [first, second] for number in kept)
        assert cluster.brokers[0].is_running
        assert read(cluster, "a", 500) == Counter(values)


_SHARE_LINES = (
    "share.coordinator.state.topic.num.partitions=1",
    "share.coordinator.state.topic.min.isr=1",
    "offsets.topic.replication.factor=2",
)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_operators_move_elect_restart_and_secure_with_kafkas_tools(tmp_path):
    """Three brokers in two racks; the first has two directories, the last a listener with SASL."""
    second = tmp_path / "second"
    (sasl_port,) = free_ports(1)

    def lines_of(broker):
        is_last = broker.node_id == 103
        return (f"broker.rack={'b' if is_last else 'a'}", *(_sasl(broker, sasl_port) * is_last))

    secret = {"delegation.token.secret.key": "of all nodes"}
    lines = (
        *(f"{key}={value}" for key, value in secret.items()),
        *("offsets.topic.replication.factor=3", "log.flush.offset.checkpoint.interval.ms=500"),
    )
    with KraftCluster(
        *("4.3.1", tmp_path),
        brokers=3,
        broker_lines=lines,
        lines_of=lines_of,
        first=second,
        **secret,
    ) as cluster:
        _racks(cluster)
        _directories(cluster, second)
        _cancelled_reassignment(cluster)
        _cordoned_directory(cluster)
        _delegation_tokens(cluster, f"127.0.0.1:{sasl_port}")
        safe = ("--partitions", "4", "--replication-factor", "3")
        least = ("--config", "min.insync.replicas=2")
        cluster.tool("kafka-topics", "--create", "--topic", "safe", *safe, *least)
        load = Load(cluster, "safe")
        try:
            load.go_on()
            _rolling_restart(cluster, load)
            _last_one_first(cluster, load)
            acknowledged = load.stop()
        finally:
            load.kill()
        found = read_all(cluster, "safe", 4)
        assert len(acknowledged) > 1000
        assert {value: found[value] for value in acknowledged if found[value] != 1} == {}
        _unclean_election(cluster)
        assert cluster.faults() == []


def _sasl(broker, port):
    """Lines for one more listener, for users of PLAIN and for delegation tokens."""
    module = "org.apache.kafka.common.security"
    of_listener = "listener.name.sasl_plaintext"
    protocols = "PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT"
    plain = f'{module}.plain.PlainLoginModule required user_alice="secret";'
    return (
        f"listeners=PLAINTEXT://{broker.endpoint},SASL_PLAINTEXT://127.0.0.1:{port}",
        f"listener.security.protocol.map=CONTROLLER:PLAINTEXT,{protocols}",
        "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256",
        f"{of_listener}.plain.sasl.jaas.config={plain}",
        f"{of_listener}.scram-sha-256.sasl.jaas.config={module}.scram.ScramLoginModule required;",
    )


def replicas_of(cluster, topic):
    """The replicas of each partition, in order, and all that is printed of the topic."""
    printed = cluster.tool("kafka-topics", "--describe", "--topic", topic)
    found = re.findall(r"Partition: (\d+).*?Replicas: ([\d,]+)", printed)
    return {int(number): list(map(int, each.split(","))) for number, each in found}, printed


def _racks(cluster):
    create = ("--create", "--topic", "racks", "--partitions", "6", "--replication-factor", "2")
    cluster.tool("kafka-topics", *create)
    cluster.tool("kafka-topics", *create, "--if-not-exists")
    replicas, _ = replicas_of(cluster, "racks")
    assert {tuple(sorted(each)) for each in replicas.values()} == {(101, 103), (102, 103)}


def _plan(cluster, topic, replicas, directories=None):
    """The options of kafka-reassign-partitions for a plan: replicas by partition."""
    path = cluster.root / f"{topic}-plan.json"
    parts = [
        {"topic": topic, "partition": number, "replicas": each}
        | ({} if directories is None else {"log_dirs": directories[number]})
        for number, each in replicas.items()
    ]
    path.write_text(json.dumps({"version": 1, "partitions": parts}))
    return ("--reassignment-json-file", str(path))


def partitions_in(cluster, broker_id):
    """The partitions in each log directory of a broker."""
    printed = cluster.tool("kafka-log-dirs", "--describe", "--broker-list", str(broker_id))
    described = json.loads(printed[printed.index("{") :])
    (broker,) = described["brokers"]
    return {
        each["logDir"]: {one["partition"] for one in each["partitions"]}
        for each in broker["logDirs"]
    }


def _directories(cluster, second):
    """Move a replica to the other directory of its broker, which reports the move."""
    first = str(cluster.brokers[0].folder)
    held = partitions_in(cluster, 101)
    assert set(held) == {first, str(second)}
    name = min(one for each in held.values() for one in each if one.startswith("racks-"))
    came_from = next(path for path, names in held.items() if name in names)
    goes_to = str(second) if came_from == first else first
    number = int(name.removeprefix("racks-"))
    replicas, _ = replicas_of(cluster, "racks")
    wanted = {number: replicas[number]}
    paths = [goes_to if each == 101 else "any" for each in replicas[number]]
    where = _plan(cluster, "racks", wanted, {number: paths})
    cluster.tool("kafka-reassign-partitions", *where, "--execute")
    wait_until(lambda: name in partitions_in(cluster, 101)[goes_to], "the replica has moved")
    properties = (Path(goes_to) / "meta.properties").read_text()
    directory_id = properties.split("directory.id=")[1].split()[0]
    wait_until(
        lambda: _directory_of(cluster, number, 101) == directory_id,
        "the broker has reported the directory",
    )
    assert "still in progress" not in cluster.tool("kafka-reassign-partitions", *where, "--verify")
    assert all(len(isr) == 2 for isr in isr_of(cluster, "racks").values())


def _image_of(cluster):
    """The metadata by the log of a controller."""
    image = ClusterImage()
    for record in records_of(log_of(cluster.controllers[0])):
        image.replay_metadata(record)
    return image


def _directory_of(cluster, number, broker_id):
    """The id of the directory that a controller has for a replica of the topic "racks"."""
    image = _image_of(cluster)
    partition = image.topics[image.topic_ids["racks"]].partitions[number]
    return encode_id(partition.directories[partition.replicas.index(broker_id)])


def _cancelled_reassignment(cluster):
    """A throttle keeps the new replica out of the ISR until the reassignment is cancelled."""
    cluster.tool("kafka-topics", "--create", "--topic", "moved", "--replica-assignment", "101")
    send = ("--topic", "moved", "--record-size", "10000", "--throughput", "-1")
    done = kafka.tool(
        cluster.release,
        "kafka-producer-perf-test",
        *(*send, "--num-records", "1000", "--bootstrap-server", cluster.servers),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    where = _plan(cluster, "moved", {0: [102]})
    cluster.tool("kafka-reassign-partitions", *where, "--execute", "--throttle", "1000")
    listed = cluster.tool("kafka-reassign-partitions", "--list")
    assert re.search(r"moved-0:.* adding: 102\. removing: 101\.", listed)
    cluster.tool("kafka-reassign-partitions", *where, "--cancel")
    assert replicas_of(cluster, "moved")[0] == {0: [101]}
    assert (leaders_of(cluster, "moved"), isr_of(cluster, "moved")) == ({0: 101}, {0: [101]})
    listed = cluster.tool("kafka-reassign-partitions", "--list")
    assert "No partition reassignments found." in listed


def _cordoned_directory(cluster):
    """A broker whose only directory is cordoned gets no new replicas (KIP-1066)."""
    broker = cluster.brokers[1]
    entity = ("--entity-type", "brokers", "--entity-name", str(broker.node_id))
    change = ("kafka-configs", "--alter", *entity)

    def cordoned():
        return len(_image_of(cluster).brokers[broker.node_id].cordoned_log_dirs or ())

    cluster.tool(*change, "--add-config", f"cordoned.log.dirs={broker.folder}")
    wait_until(lambda: cordoned() == 1, "the broker has reported a cordoned directory")
    create = ("--create", "--topic", "elsewhere", "--partitions", "6", "--replication-factor")
    refused = cluster.try_tool("kafka-topics", *create, "3")
    assert "have all their log directories cordoned" in refused.stdout + refused.stderr
    cluster.tool("kafka-topics", *create, "2")
    replicas, _ = replicas_of(cluster, "elsewhere")
    assert {tuple(sorted(each)) for each in replicas.values()} == {(101, 103)}
    cluster.tool(*change, "--delete-config", "cordoned.log.dirs")
    wait_until(lambda: cordoned() == 0, "no directory is cordoned")


def _delegation_tokens(cluster, endpoint):
    """A token logs in until it expires; whoever logs in by it gets no other token."""
    module = "org.apache.kafka.common.security"
    alice = _client(
        cluster,
        *("alice", "PLAIN"),
        f'{module}.plain.PlainLoginModule required username="alice" password="secret";',
    )

    def ask(*arguments, by=alice):
        where = ("--bootstrap-server", endpoint, "--command-config", str(by))
        return kafka.tool(cluster.release, "kafka-delegation-tokens", *where, *arguments)

    renewer = ("--renewer-principal", "User:bob")
    created = ask("--create", "--max-life-time-period", "-1", *renewer)
    row = re.search(r"^(\S{22})\s+(\S+)\s+User:alice\s+User:alice", created.stdout, re.MULTILINE)
    assert row is not None, created.stdout + created.stderr
    token_id, hmac = row.groups()
    described = ask("--describe", "--owner-principal", "User:alice")
    assert token_id in described.stdout, described.stdout + described.stderr
    renewed = ask("--renew", "--renew-time-period", "3600000", "--hmac", hmac)
    assert "Completed renew operation." in renewed.stdout, renewed.stdout + renewed.stderr
    token = _client(
        cluster,
        *("token", "SCRAM-SHA-256"),
        f'{module}.scram.ScramLoginModule required username="{token_id}" password="{hmac}"'
        ' tokenauth="true";',
    )
    list_topics = ("--bootstrap-server", endpoint, "--command-config", str(token), "--list")
    listed = kafka.tool(cluster.release, "kafka-topics", *list_topics)
    assert "racks" in listed.stdout.split(), listed.stdout + listed.stderr
    by_token = ask("--create", "--max-life-time-period", "-1", *renewer, by=token)
    assert "not allowed" in by_token.stdout + by_token.stderr
    expired = ask("--expire", "--expiry-time-period", "-1", "--hmac", hmac)
    assert "Completed expire operation." in expired.stdout, expired.stdout + expired.stderr
    refused = kafka.tool(cluster.release, "kafka-topics", *list_topics)
    assert "authentication" in (refused.stdout + refused.stderr).lower()


def _client(cluster, name, mechanism, login):
    """A file for tools that log in."""
    path = cluster.root / f"{name}.properties"
    path.write_text(
        f"security.protocol=SASL_PLAINTEXT\nsasl.mechanism={mechanism}\nsasl.jaas.config={login}\n"
    )
    return path


def _rolling_restart(cluster, load):
    everybody = [each.node_id for each in cluster.brokers]
    for broker in cluster.brokers:
        assert broker.stop() in (0, 143)
        load.go_on(50)
        broker.start()
        _until_in_sync(cluster, "safe", everybody)
    load.go_on(50)


def _until_in_sync(cluster, topic, broker_ids, partitions=4):
    wanted = dict.fromkeys(range(partitions), broker_ids)
    wait_until(lambda: isr_of(cluster, topic) == wanted, f"the ISRs of {topic} are {broker_ids}")


def _last_one_first(cluster, load):
    """Two of three brokers fail, the third stops cleanly and is the first that is back."""
    first, second, third = cluster.brokers
    for broker in (second, third):
        broker.kill()
    _until_in_sync(cluster, "safe", [first.node_id])
    once = ("--topic", "safe", "--num-records", "4", "--record-size", "10", "--throughput", "-1")
    configs = ("acks=all", "retries=0", "enable.idempotence=false")
    refused = kafka.tool(
        cluster.release,
        "kafka-producer-perf-test",
        *(*once, "--bootstrap-server", first.endpoint, "--command-property", *configs),
    )
    assert "NotEnoughReplicas" in refused.stdout + refused.stderr
    assert first.stop() in (0, 143)
    first.start()
    wait_until(
        lambda: set(leaders_of(cluster, "safe").values()) == {first.node_id},
        "the last broker of the ISRs leads again",
    )
    _, described = replicas_of(cluster, "safe")
    eligible = re.findall(r"Elr: (\S*)\s+LastKnownElr: ?(\S*)", described)
    assert len(eligible) == 4
    assert all(elr in ("102", "103") for elr, _ in eligible), described
    for broker in (second, third):
        broker.start()
    _until_in_sync(cluster, "safe", [each.node_id for each in cluster.brokers])
    load.go_on(50)


def _unclean_election(cluster):
    """Only the tool may let a replica lead that was not in the ISR."""
    first, second, _ = cluster.brokers
    create = ("--create", "--topic", "loose", "--replica-assignment", "101:102")
    cluster.tool("kafka-topics", *create)
    for broker, isr in ((first, [second.node_id]), (second, [])):
        broker.kill()
        if isr:
            _until_in_sync(cluster, "loose", isr, 1)
    wait_until(lambda: leaders_of(cluster, "loose") == {0: None}, "nobody leads")
    first.start()
    assert leaders_of(cluster, "loose") == {0: None}
    which = ("--election-type", "unclean", "--topic", "loose", "--partition", "0")
    cluster.tool("kafka-leader-election", *which)
    wait_until(lambda: leaders_of(cluster, "loose") == {0: first.node_id}, "an unclean leader")
    second.start()
    _until_in_sync(cluster, "loose", [first.node_id, second.node_id], 1)


@pytest.mark.interop("brokers", only="4.3.1", elsewhere="in the nightly row")
def test_leadership_moves_between_java_and_kraft_and_brokers_go_on(tmp_path):
    _move_leadership(tmp_path, "4.3.1")


@pytest.mark.interop("brokers")
@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_leadership_moves_between_each_release_and_kraft(tmp_path, release):
    _move_leadership(tmp_path, release)


def _move_leadership(root, release):
    """Java's standbys replay every record that kraft decided on, and end at the first wrong one."""
    ours = ("kraft.controller=active", *_SESSIONS)
    with Mixed(release, root, (2, 1), of_ours=ours, of_java=_SESSIONS) as quorum:
        (kraft,) = quorum.ours
        for each in (*quorum.java, kraft):
            each.launch()
        wait_until(lambda: _active_of(quorum) is not None, "an active controller")
        broker = quorum.add_broker()
        broker.start()
        cluster = _View(quorum, broker)
        cluster.tool("kafka-topics", "--create", "--topic", "load", "--partitions", "3")
        load = Load(cluster, "load")
        try:
            for turn in range(2):
                _lead_by_kraft(quorum, kraft)
                load.go_on()
                _change_something(cluster, f"kraft{turn}")
                assert kraft.stop() == 0
                wait_until(lambda: isinstance(_active_of(quorum), Controller), "Java leads")
                load.go_on()
                _change_something(cluster, f"java{turn}")
                kraft.start()
            _lead_by_kraft(quorum, kraft)
            load.go_on()
            acknowledged = load.stop()
        finally:
            load.kill()
        _check_nothing_lost(quorum, cluster, broker, acknowledged)


@pytest.mark.interop("brokers", only="4.4.0", elsewhere="4.3.1 has a row of its own")
def test_kraft_leads_and_follows_next_to_a_controller_of_4_4_0(tmp_path):
    """Its ranges are others than those of kraft; what counts are the finalized levels."""
    ours = ("kraft.controller=active", *_SESSIONS)
    with Mixed("4.4.0", tmp_path, (2, 1), of_ours=ours, of_java=_SESSIONS) as quorum:
        (kraft,) = quorum.ours
        for each in (*quorum.java, kraft):
            each.launch()
        broker = _broker_of(quorum)
        cluster = _View(quorum, broker)
        cluster.tool("kafka-topics", "--create", "--topic", "load", "--partitions", "3")
        load = Load(cluster, "load")
        try:
            _lead_by_kraft(quorum, kraft)
            load.go_on(50)
            _change_something(cluster, "kraft")
            _forget_a_ghost(kraft, broker)
            assert kraft.stop() == 0
            wait_until(lambda: isinstance(_active_of(quorum), Controller), "Java leads")
            load.go_on(50)
            _change_something(cluster, "java")
            _forget_a_ghost(wait_until(lambda: _active_of(quorum), "a leader"), broker)
            kraft.start()
            _until_it_follows(quorum, kraft)
            acknowledged = load.stop()
        finally:
            load.kill()
        _check_nothing_lost(quorum, cluster, broker, acknowledged)
        assert "This is a witness now" not in kraft.said()


def _broker_of(quorum, lines=()):
    """A broker that has started on an active controller."""
    wait_until(lambda: _active_of(quorum) is not None, "an active controller")
    broker = quorum.add_broker(lines)
    broker.start()
    return broker


def _check_nothing_lost(quorum, cluster, broker, acknowledged):
    """All records are there once, the broker registered once, and nobody replayed in vain."""
    found = read_all(cluster, "load", 3)
    assert {value: found[value] for value in acknowledged if found[value] != 1} == {}
    assert len(re.findall(r"Successfully registered broker", broker.said())) == 1
    everybody = [*quorum.java, *quorum.ours]
    for each in (*everybody, broker):
        assert each.is_running
        for fault in ("Error loading metadata", "Not appended, and"):
            assert fault not in each.said(), each.said()[-3000:]
        assert fatal_faults(each.said()) == []
    for each in everybody[1:]:
        wait_until(lambda each=each: has_same_log(everybody[0], each), "the logs are the same")


@pytest.mark.interop("brokers", only="4.3.1", elsewhere="its tools work with every release")
def test_java_counts_the_registration_of_a_controller_that_is_gone_and_kraft_does_not(tmp_path):
    """Divergence A31, with the same ghost and the same tool at a leader of each kind."""
    ours = ("kraft.controller=active", *_SESSIONS)
    upgrade = ("upgrade", "--feature", "metadata.version=30")
    said = {}
    for kind, counts in (("java", (1, 0)), ("kraft", (0, 1))):
        root = tmp_path / kind
        with Mixed("4.2.1", root, counts, of_ours=ours, of_java=_SESSIONS) as quorum:
            (leader,) = (*quorum.java, *quorum.ours)
            if kind == "java":
                leader.version = "4.3.1"
            leader.start()
            wait_until(lambda leader=leader: registered_in(leader) == {leader.node_id}, "one")
            _register_ghost(leader.endpoint)
            where = ("--bootstrap-controller", leader.endpoint, *upgrade)
            by_java = kafka.tool("4.3.1", "kafka-features", *where)
            by_kraft = kraft_command("features", *where)
            said[kind] = [each.stdout + each.stderr for each in (by_java, by_kraft)]
    refused = "Controller 99 only supports versions 7-29"
    assert all(refused in each for each in said["java"]), said
    assert all("metadata.version was upgraded to 30." in each for each in said["kraft"]), said
    assert "Not counted: the registrations of controllers 99" in said["kraft"][1]


def _register_ghost(endpoint):
    """Register a controller that does not exist, as everybody with CLUSTER_ACTION can."""
    cls = ControllerRegistrationRequest
    level = cls.Feature(name="metadata.version", min_supported_version=7, max_supported_version=29)
    request = cls(controller_id=99, incarnation_id=Uuid(new_directory_id()), features=(level,))

    async def ask():
        client = await RawClient.connect(int(endpoint.rpartition(":")[2]))
        answer = await client.ask(request, 0)
        client.close()
        return answer.error_code

    wait_until(lambda: asyncio.run(ask()) == 0, "the leader registers it")


def _forget_a_ghost(leader, broker):
    """Unregister a controller that does not exist by way of a broker, which forwards (KIP-1312)."""
    _register_ghost(leader.endpoint)
    command = ("cluster", "unregister-controller", "--bootstrap-server", broker.endpoint)
    done = kraft_command(*command, "--id", "99")
    assert done.stdout == "Controller 99 is no longer registered.\n", done.stderr
    assert "is not currently registered" in kraft_command(*command, "--id", "99").stderr


@pytest.mark.interop("brokers", only="3.9.2", elsewhere="in the nightly row")
@pytest.mark.timeout(900)
def test_all_controllers_of_3_9_2_are_swapped_for_kraft_in_place_under_load(tmp_path):
    """The registrations of Java stay: the log of a level below 33 cannot take them back."""
    _swap_in_place(tmp_path, "3.9.2", back=False)


@pytest.mark.interop("brokers")
@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_all_three_controllers_are_swapped_for_kraft_and_back_under_load(tmp_path, release):
    _swap_in_place(tmp_path, release, back=True)


@pytest.mark.interop("brokers")
@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_controllers_with_new_ids_take_over_and_give_back_under_load(tmp_path, release):
    """Each joins as an observer, becomes a voter, and then one of the others is removed."""
    ours = ("kraft.controller=active", IDLE, *_SWAPPED)
    with Mixed(
        release, tmp_path, (3, 3), first=(1, 2, 3), of_ours=ours, of_java=(IDLE, *_SWAPPED)
    ) as quorum:
        java, kraft = list(quorum.java), list(quorum.ours)
        for each in java:
            each.launch()
        moved = _Moved(quorum)
        try:
            _replace(quorum, java, kraft, moved)
            wait_until(lambda: _active_of(quorum) in kraft, "a kraft node leads")
            moved.check("kraft")
            _replace(quorum, kraft, java, moved)
            wait_until(lambda: _active_of(quorum) in java, "a Java controller leads")
            moved.check("java")
            acknowledged = moved.load.stop()
        finally:
            moved.load.kill()
        quorum.ours.clear()
        _check_nothing_lost(quorum, moved.cluster, moved.broker, acknowledged)


def _replace(quorum, gone, came, moved):
    """Add a voter, then remove one, three times."""
    for old, new in zip(gone, came, strict=True):
        new.start()
        quorum.add(new)
        _until_it_follows(quorum, new)
        quorum.remove(old)
        # 3.9.2 ends with 1 where it closes its log while its loader still reads
        assert old.stop() in (0, 1, 143)
        _until_it_follows(quorum, new)
        moved.load.go_on(50)


def _swap_in_place(root, release, *, back):
    """Each takes over the directory, id and address of the one that stops."""
    with Mixed(release, root, (3, 0), of_java=_SWAPPED) as quorum:
        for each in quorum.java:
            each.launch()
        moved = _Moved(quorum)
        java = list(quorum.java)
        try:
            for gone in java:
                # 3.9.2 ends with 1 where it closes its log while its loader still reads
                assert gone.stop() in (0, 1, 143)
                kraft = Ours(gone.node_id, gone.port, root)
                quorum.configure(kraft, ("kraft.controller=active", IDLE, *_SWAPPED))
                quorum.java.remove(gone)
                quorum.ours.append(kraft)
                kraft.start()
                _until_it_follows(quorum, kraft)
                moved.load.go_on(50)
            assert isinstance(_active_of(quorum), Ours)
            moved.check("kraft")
            for came, kraft in zip(java, list(quorum.ours), strict=True) if back else ():
                assert kraft.stop() == 0
                quorum.ours.remove(kraft)
                quorum.java.append(came)
                came.write_properties(quorum.bootstrap, (IDLE, *_SWAPPED))
                came.start()
                _until_it_follows(quorum, came)
                moved.load.go_on(50)
            if back:
                assert isinstance(_active_of(quorum), Controller)
                moved.check("java")
            acknowledged = moved.load.stop()
        finally:
            moved.load.kill()
        _check_nothing_lost(quorum, moved.cluster, moved.broker, acknowledged)


class _Moved:
    """A broker under load on controllers that are replaced, and state that has to stay equal."""

    def __init__(self, quorum):
        self.broker = _broker_of(quorum, tuple(f"{key}={AUTHORIZER[key]}" for key in AUTHORIZER))
        self.cluster = _View(quorum, self.broker)
        self.cluster.tool("kafka-topics", "--create", "--topic", "load", "--partitions", "3")
        kept = ("--create", "--topic", "kept", "--partitions", "5")
        self.cluster.tool("kafka-topics", *kept, "--config", "retention.ms=77777")
        rule = ("--add", "--allow-principal", "User:a", "--allow-host", "10.0.0.1")
        self.cluster.tool("kafka-acls", *rule, "--operation", "Read", "--topic", "kept")
        for kind, values in _KEPT:
            self.cluster.tool("kafka-configs", "--alter", *kind, "--add-config", values)
        asked = kraft_command("doctor", "--before-moving", quorum.bootstrap)
        assert "A kraft controller can become active" in asked.stdout, asked.stdout + asked.stderr
        self._state = self._described()
        for text in ("77777", "10.0.0.1", "SCRAM-SHA-256", "1024", "55"):
            assert text in self._state, self._state
        self.load = Load(self.cluster, "load")

    def check(self, name):
        """The state is as it was; it can be changed."""
        assert self._described() == self._state
        _change_something(self.cluster, name)

    def _described(self):
        printed = [
            self.cluster.tool("kafka-topics", "--describe", "--topic", "kept"),
            self.cluster.tool("kafka-acls", "--list"),
            *(self.cluster.tool("kafka-configs", "--describe", *kind) for kind, _ in _KEPT),
        ]
        return "\n".join("\n".join(sorted(text.splitlines())) for text in printed)


def _until_it_follows(quorum, node):
    """Wait until there is an active controller, and the node has what is committed now."""
    end = end_of(wait_until(lambda: _active_of(quorum), "an active controller"))
    wait_until(lambda: end_of(node) >= end, "the node that came has the log")


_SESSIONS = ("broker.session.timeout.ms=6000", "broker.heartbeat.interval.ms=500")
_SWAPPED = (*_SESSIONS, *(f"{key}={value}" for key, value in AUTHORIZER.items()))

_KEPT = (
    (("--entity-type", "users", "--entity-name", "a"), "SCRAM-SHA-256=[password=secret]"),
    (("--entity-type", "clients", "--entity-name", "c"), "producer_byte_rate=1024"),
    (("--entity-type", "brokers", "--entity-default"), "log.retention.ms=99999999"),
    (("--entity-type", "topics", "--entity-name", "load"), "segment.ms=55555"),
)
"""Entities and what is set of them before controllers are replaced."""


class _View:
    """What `Load` and `read` need of a cluster."""

    def __init__(self, quorum, broker):
        self.release, self.root, self.servers = quorum.release, quorum.root, broker.endpoint

    def tool(self, name, *arguments):
        done = kafka.tool(self.release, name, "--bootstrap-server", self.servers, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _active_of(quorum):
    """The controller that leads the highest epoch, if its process lives."""
    found = {max(each.active_epochs(), default=-1): each for each in quorum.java}
    found |= {max(active_epochs(each), default=-1): each for each in quorum.ours}
    newest = found[max(found)]
    return newest if max(found) >= 0 and newest.is_running else None


def _lead_by_kraft(quorum, kraft):
    """Kill Java's leader while the other Java controller lacks records, so that it cannot win."""
    leader = wait_until(lambda: _active_of(quorum), "an active controller")
    if leader is kraft:
        return
    (other,) = [each for each in quorum.java if each is not leader]
    other.pause()
    try:
        for _ in range(3):  # the answer to a Fetch may be on its way to the paused one
            end = end_of(kraft)
            wait_until(lambda end=end: end_of(kraft) > end, "records that the paused one lacks")
        leader.kill()
    finally:
        other.resume()
    wait_until(lambda: _active_of(quorum) is kraft, "the kraft node leads")
    leader.start()


def _change_something(cluster, name):
    cluster.tool("kafka-topics", "--create", "--topic", name, "--partitions", "4")
    topic = ("--entity-type", "topics", "--entity-name", name)
    cluster.tool("kafka-configs", "--alter", *topic, "--add-config", "retention.ms=99999")
    cluster.tool("kafka-topics", "--alter", "--topic", name, "--partitions", "6")
    cluster.tool("kafka-topics", "--create", "--topic", f"{name}-gone", "--partitions", "1")
    cluster.tool("kafka-topics", "--delete", "--topic", f"{name}-gone")
    assert "retention.ms=99999" in cluster.tool("kafka-configs", "--describe", *topic)
    assert None not in leaders_of(cluster, name).values()

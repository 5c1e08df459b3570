"""A controller applies dynamic configs and quotas while it runs, and reports the others.

Divergence N50, N51.
"""

from __future__ import annotations

import pytest

from kraft_core.controller.dynamic_configs import DynamicConfigs
from kraft_core.controller.published import PublishedSecurity
from kraft_core.controller.request_quotas import RequestQuotas
from kraft_core.node.transport.admission import PlaceLimits
from kraft_wire.messages import (
    AbortTransactionRecord,
    AlterClientQuotasRequest,
    ApiVersionsRequest,
    BeginTransactionRecord,
    ClientQuotaRecord,
    ConfigRecord,
    EndTransactionRecord,
    IncrementalAlterConfigsRequest,
)
from tests.controller.content import value_of
from tests.controller.running import Controllers
from tests.controller.test_active import ACTIVE
from tests.node.cluster import run
from tests.node.raw_client import RawClient
from tests.support.waiting import wait_until_async

LISTENER = "listener.name.controller."
SSL = (
    "ssl.keystore.type",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.key.password",
    "ssl.truststore.type",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.truststore.certificates",
)
APPLIED = {
    "max.connections": ("7", "max_connections", 7),
    "max.connections.per.ip": ("7", "max_connections_per_ip", 7),
    "max.connections.per.ip.overrides": ("a:7", "per_ip_overrides", {"a": 7}),
    "max.connection.creation.rate": ("7", "creation_rate", 7),
    f"{LISTENER}max.connections": ("7", "max_connections_by_listener", {"CONTROLLER": 7}),
    f"{LISTENER}max.connection.creation.rate": (
        "7",
        "creation_rate_by_listener",
        {"CONTROLLER": 7},
    ),
}
REPORTED = (
    "num.io.threads",  # ControllerDynamicThreadPool
    "num.network.threads",  # SocketServer, DataPlaneAcceptor
    f"{LISTENER}num.network.threads",
    "metric.reporters",  # DynamicMetricsReporters
    "metrics.jmx.include",  # KafkaYammerMetrics
    "metrics.jmx.exclude",
    *(f"{LISTENER}{key}" for key in SSL),  # SslChannelBuilder
)
"""With `APPLIED` everything that DynamicBrokerConfig.addReconfigurables(ControllerServer) adds,
but for plug-ins that are Java classes (Authorizer, ClientQuotaCallback)."""

OF_BROKERS = (
    "log.retention.ms",
    "listener.name.external.ssl.keystore.location",
    "listener.name.external.max.connections",
    "num.replica.fetchers",
)


class Following:
    """The dynamic configs of node 1, and what they had applied last."""

    def __init__(self, static=None):
        static = static or PlaceLimits()
        self.limits, self.rates, self.times = static, {}, 0
        self.faults = 0
        self.quotas = RequestQuotas({})
        self.found = DynamicConfigs(
            *(1, static, ("CONTROLLER",), self._take), requests=self.quotas, on_fault=self._count
        )

    def _count(self):
        self.faults += 1

    def _take(self, limits, rates):
        self.limits, self.rates = limits, rates
        self.times += 1

    def take(self, *records):
        for record in records:
            self.found.replay(record)
        self.found.look()


def config(key, value, name="1", kind=4):
    return ConfigRecord(resource_type=kind, resource_name=name, name=key, value=value)


def ip_quota(host, value, key="connection_creation_rate"):
    entity = ClientQuotaRecord.EntityData(entity_type="ip", entity_name=host)
    return ClientQuotaRecord(entity=(entity,), key=key, value=value or 0.0, remove=value is None)


@pytest.mark.parametrize("key", APPLIED)
def test_limit_of_connections_is_applied_and_taken_back(key, caplog):
    value, field, expected = APPLIED[key]
    following = Following()
    following.take(config(key, value))
    assert getattr(following.limits, field) == expected
    following.take(config(key, None))
    assert following.limits == PlaceLimits()
    assert not caplog.messages


@pytest.mark.parametrize("key", REPORTED)
def test_config_not_applied_here_is_reported_in_one_line(key, caplog):
    following = Following()
    following.take(config(key, "7"))
    following.take(config("max.connections", "9"))
    (line,) = caplog.messages
    assert line.startswith(f"The dynamic config {key} is not applied by this node")
    assert caplog.records[0].levelname == "WARNING"
    assert following.limits.max_connections == 9


@pytest.mark.parametrize("key", OF_BROKERS)
def test_configs_of_brokers_are_not_reported(key, caplog):
    Following().take(config(key, "7"), config(key, "7", name=""))
    assert not caplog.messages


def test_own_config_wins_over_that_of_all_nodes_which_wins_over_the_file():
    following = Following(PlaceLimits(max_connections=1, creation_rate=5))
    following.take(config("max.connections", "2", name=""))
    assert (following.limits.max_connections, following.limits.creation_rate) == (2, 5)
    following.take(config("max.connections", "3"), config("max.connections", "8", name="2"))
    assert following.limits.max_connections == 3
    following.take(config("max.connections", "9", kind=2))
    assert following.limits.max_connections == 3
    following.take(config("max.connections", None))
    assert following.limits.max_connections == 2
    following.take(config("max.connections", None, name=""))
    assert following.limits.max_connections == 1


def test_value_that_is_not_valid_leaves_the_one_of_the_file_and_the_others(caplog):
    following = Following(PlaceLimits(max_connections=1))
    following.take(config("max.connections", "x"), config("max.connections.per.ip", "4"))
    assert following.limits == PlaceLimits(max_connections=1, max_connections_per_ip=4)
    (line,) = caplog.messages
    assert "max.connections=x" in line
    following.take(
        config("max.connections.per.ip", "0"), config("max.connections.per.ip.overrides", "a:1")
    )
    assert following.limits.max_connections_per_ip == 0


def test_record_that_cannot_be_read_is_an_error_line_and_changes_nothing(caplog):
    following = Following()
    following.take(config("max.connections", "2"))
    following.take(EndTransactionRecord())
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert line.getMessage() == (
        "A dynamic config cannot be read and is not applied here: a transaction ends without"
        " a begin"
    )
    assert (following.times, following.limits) == (1, PlaceLimits(max_connections=2))


@pytest.mark.parametrize("count", ["9" * 5000, "2147483648", "\u00b2", "+1", ""])
def test_overrides_by_address_are_numbers_of_31_bits(count, caplog):
    following = Following(PlaceLimits(per_ip_overrides={"a": 1}))
    overrides = config("max.connections.per.ip.overrides", f"1.2.3.4:{count}")
    following.take(overrides, config("max.connections", "4"))
    assert following.limits == PlaceLimits(max_connections=4, per_ip_overrides={"a": 1})
    (line,) = caplog.messages
    assert "expected HOST:COUNT" in line
    following.take(config("max.connections.per.ip.overrides", f"1.2.3.4:{'0' * 5000}7"))
    assert following.limits.per_ip_overrides == {"1.2.3.4": 7}


def test_config_that_fails_keeps_the_limits_and_counts_a_fault(caplog):
    following = Following()
    following.take(config("max.connections", "4"))
    found = following.found
    found._limits, read = None, found._limits  # whatever is not foreseen
    following.take(config("max.connections", "5"))
    assert (following.limits.max_connections, following.faults) == (4, 1)
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert "cannot be applied here" in line.getMessage()
    found._limits = read
    following.take(ip_quota(None, 5.0))
    assert (following.limits.max_connections, following.faults) == (5, 1)


def test_quotas_of_addresses_are_applied():
    following = Following()
    following.take(ip_quota("10.0.0.1", 3.0), ip_quota(None, 5.0), ip_quota("10.0.0.2", 1e12))
    assert following.rates == {"10.0.0.1": 3, None: 5, "10.0.0.2": (1 << 31) - 1}
    following.take(ip_quota("10.0.0.1", None))
    assert following.rates == {None: 5, "10.0.0.2": (1 << 31) - 1}


@pytest.mark.parametrize(
    ("value", "rate"),
    [("nan", 0), ("inf", (1 << 31) - 1), ("-inf", 0), ("1e308", (1 << 31) - 1), ("2.9", 2)],
)
def test_quota_of_an_address_is_read_as_double_to_int_of_java(value, rate):
    """ClientQuotaMetadataManager.handleIpQuota: Double.toInt of NaN is 0."""
    following = Following()
    following.take(ip_quota("127.9.9.9", float(value)), ip_quota(None, 5.0))
    assert following.rates == {"127.9.9.9": rate, None: 5}


def test_request_quotas_are_applied_and_taken_back(caplog):
    entity = ClientQuotaRecord.EntityData(entity_type="user", entity_name=None)
    quota = ClientQuotaRecord(entity=(entity,), key="request_percentage", value=1.0)
    following = Following()
    second_ns = 1_000_000_000
    assert following.quotas.charge("u", "c", second_ns, 0) == 0
    following.take(quota)
    assert following.quotas.charge("u", "c", second_ns, 0) == 1000
    following.take(quota.replace(remove=True))
    assert following.quotas.charge("u", "c", second_ns, 0) == 0
    assert not caplog.messages


def test_transaction_counts_when_it_ends():
    following = Following()
    limit = config("max.connections", "2")
    following.take(BeginTransactionRecord(name="t"), limit)
    assert following.times == 0
    following.take(AbortTransactionRecord(reason="r"))
    assert following.limits.max_connections == PlaceLimits().max_connections
    following.take(BeginTransactionRecord(name="t"), limit)
    following.take(EndTransactionRecord())
    assert following.limits.max_connections == 2


def test_snapshot_replaces_everything():
    following = Following()
    following.take(config("max.connections", "2"), ip_quota(None, 5.0))
    following.found.begin_load()
    following.take(config("max.connections.per.ip", "3"))
    assert following.limits.max_connections == 2
    following.found.end_load()
    following.found.look()
    assert following.limits == PlaceLimits(max_connections_per_ip=3)
    assert following.rates == {}


def test_configs_and_quotas_of_the_log_are_passed_on():
    following, looked = Following(), []
    published = PublishedSecurity()
    published.dynamic = following.found
    published.follow_configs_of(1, lambda: looked.append(following.times))

    def replay(*records):
        for record in records:
            published.replay(value_of(record))
        following.found.look()

    replay(config("max.connections", "2", name=""), ip_quota(None, 5.0))
    assert following.limits == PlaceLimits(max_connections=2)
    assert following.rates == {None: 5}
    # only what is set for this node can be its certificates
    replay(config("a", "b", name="2"), config("a", "b", kind=2))
    assert looked == []
    replay(config("a", "b"))
    assert len(looked) == 1
    # a snapshot is not news
    published.begin_load()
    replay(config("a", "b"))
    published.end_load()
    assert len(looked) == 1


# -- with a node -----------------------------------------------------------------------------------


async def alter(quorum, active, name, **values):
    cls = IncrementalAlterConfigsRequest
    configs = tuple(
        cls.AlterableConfig(
            name=key.replace("_", "."), value=value, config_operation=int(value is None)
        )
        for key, value in values.items()
    )
    resource = cls.AlterConfigsResource(resource_type=4, resource_name=name, configs=configs)
    answer = await quorum.ask(active, cls(resources=(resource,)), 1)
    assert [each.error_code for each in answer.responses] == [0]


async def answered(port, count, source="127.0.0.7"):
    """Open that many connections; return the number of them that get an answer."""
    clients = []
    for _ in range(count):
        client = await RawClient.connect(port, source=source)
        try:
            await client.ask(ApiVersionsRequest(), 0)
        except (OSError, EOFError):
            client.close()
        else:
            clients.append(client)
    for each in clients:
        each.close()
    return len(clients)


@pytest.mark.node
@pytest.mark.timeout(180)
def test_limits_of_connections_change_while_the_node_runs(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            node, port = quorum.nodes[active], quorum.ports[active - 1]
            assert await answered(port, 20) == 20
            await alter(quorum, active, "1", max_connections_per_ip="2")
            admission = node._parts.server.admission
            await wait_until_async(lambda: not len(admission), "the connections to end")
            assert await answered(port, 20) == 2
            await alter(quorum, active, "1", max_connections_per_ip_overrides="127.0.0.7:10")
            await wait_until_async(lambda: not len(admission), "the connections to end")
            assert await answered(port, 20) == 10
            overrides = {"max_connections_per_ip": None, "max_connections_per_ip_overrides": None}
            await alter(quorum, active, "1", **overrides)
            cls = AlterClientQuotasRequest
            entry = cls.EntryData(
                entity=(cls.EntityData(entity_type="ip", entity_name="127.0.0.7"),),
                ops=(cls.OpData(key="connection_creation_rate", value=1.0, remove=False),),
            )
            answer = await quorum.ask(active, cls(entries=(entry,), validate_only=False), 1)
            assert answer.entries[0].error_code == 0
            assert 10 <= await answered(port, 40) < 30
            assert node._parts.server.closed["per_ip_rate"] > 0
            assert await answered(port, 20, source="127.0.0.8") == 20

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_values_that_cannot_be_applied_end_no_node_and_no_restart(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            cls = AlterClientQuotasRequest
            entry = cls.EntryData(
                entity=(cls.EntityData(entity_type="ip", entity_name="127.9.9.9"),),
                ops=(cls.OpData(key="connection_creation_rate", value=1e-7, remove=False),),
            )
            answer = await quorum.ask(active, cls(entries=(entry,), validate_only=False), 1)
            assert answer.entries[0].error_code == 0
            overrides = f"1.2.3.4:{'9' * 5000}"
            await alter(quorum, active, "", max_connections_per_ip_overrides=overrides)
            for is_restarted in (False, True):
                if is_restarted:
                    await quorum.__aexit__()
                    await quorum.start(1)
                active = await quorum.active()
                await alter(quorum, active, "1", max_connections=str(1000 + is_restarted))
                port = quorum.ports[active - 1]
                assert await answered(port, 1) == 1
                assert await answered(port, 1, source="127.9.9.9") == 0

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_connections_beyond_a_lower_limit_are_closed_by_and_by(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            port = quorum.ports[active - 1]
            idle = [await RawClient.connect(port, source="127.0.0.7") for _ in range(10)]
            admission = quorum.nodes[active]._parts.server.admission
            await wait_until_async(lambda: len(admission) >= 10, "the connections")
            await alter(quorum, active, "", max_connections="4")
            await wait_until_async(lambda: len(admission) <= 4, "fewer connections")
            for each in idle:
                each.close()

    run(story())

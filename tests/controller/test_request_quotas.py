"""The quota request_percentage: what is counted, how long a client waits, and who never does.

Divergence A55.
"""

from __future__ import annotations

import time

import pytest

from kraft_core.controller import request_quotas
from kraft_core.controller.request_quotas import KEY, Rate, RequestQuotas
from kraft_core.controller.requests.quotas import quota_of
from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    ApiVersionsRequest,
    DefaultPrincipalData,
    DescribeClusterRequest,
    DescribeQuorumRequest,
    EnvelopeRequest,
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
    VoteRequest,
)
from tests.controller.running import Controllers
from tests.controller.test_active import ACTIVE, broker_of, topics
from tests.node.cluster import run
from tests.node.raw_client import RawClient
from tests.support.waiting import wait_until_async

U, C = "user", "client-id"
SECOND_NS = 1_000_000_000

# step in milliseconds, value, and the time to wait that Rate and QuotaUtils.throttleTime of Kafka
# 4.3.1 give with a bound of 0.5
ELEVEN_WINDOWS = (
    *((1700, 2.0, 0), (264, 3.25, 236), (44, 2.0, 4192), (454, 2.0, 7738), (49, 2.5, 12689)),
    *((1700, 2.5, 17989), (0, 1.0, 19989), (108, 2.75, 25381), (95, 3.5, 32286)),
    *((161, 2.5, 37125), (1700, 1.75, 40925), (279, 3.5, 47646), (9000, 0.25, 24157)),
    *((624, 1.75, 3597), (451, 1.5, 7146), (1700, 3.0, 2225), (339, 2.0, 6886), (40000, 0.25, 0)),
    *((476, 3.75, 0), (223, 3.25, 3801), (1700, 2.75, 9601), (591, 1.75, 12510)),
    *((392, 3.5, 20118), (506, 2.5, 24612)),
)
TWO_WINDOWS = (
    *((1700, 1.5, 0), (25, 3.0, 5975), (273, 1.75, 9202), (433, 2.75, 14269), (612, 3.25, 20157)),
    *((1700, 2.0, 25457), (152, 1.0, 27305), (345, 2.5, 31960), (670, 2.0, 35290)),
    *((452, 1.0, 36838), (1700, 3.25, 41638), (626, 3.25, 47512), (9000, 0.25, 0)),
    *((474, 3.25, 3526), (496, 1.25, 5530), (1700, 3.0, 9830), (605, 3.0, 18225), (40000, 0.25, 0)),
    *((405, 2.25, 1595), (147, 3.5, 8448), (1700, 1.0, 8748), (137, 2.0, 12611)),
    *((14, 1.0, 14597), (480, 1.25, 16617)),
)


@pytest.mark.parametrize(
    ("windows", "window_ms", "steps"), [(11, 1000, ELEVEN_WINDOWS), (2, 3000, TWO_WINDOWS)]
)
def test_time_to_wait_is_that_of_kafkas_classes(windows, window_ms, steps):
    now_ms = 1000 + steps[0][0]
    rate = Rate(windows, window_ms, now_ms)
    now_ms -= steps[0][0]
    found = []
    for step_ms, value, _ in steps:
        now_ms += step_ms
        rate.record(value, now_ms)
        found.append((step_ms, value, rate.throttle_ms(0.5, now_ms)))
    assert tuple(found) == steps


@pytest.mark.parametrize(
    ("bound", "expected"),
    [(float("nan"), 0), (float("inf"), 0), (0.0, (1 << 31) - 1), (1e-308, (1 << 31) - 1)],
)
def test_bounds_that_are_no_rate_give_a_time_that_fits(bound, expected):
    rate = Rate(11, 1000, 0)
    rate.record(1.0, 0)
    assert rate.throttle_ms(bound, 0) == expected


def quotas_of(*entities, static=None, value=1.0):
    quotas = RequestQuotas(static or {})
    quotas.use({tuple(sorted(each.items())): {KEY: value} for each in entities})
    return quotas


def test_wait_is_at_most_one_window():
    assert quotas_of({U: "u"}).charge("u", "c", SECOND_NS, 0) == 1000
    static = {"quota.window.size.seconds": "3", "quota.window.num": "2"}
    assert quotas_of({U: "u"}, static=static).charge("u", "c", SECOND_NS, 0) == 3000


def test_time_is_percent_of_a_thread():
    """A bound of 1 % over ten full windows is 100 ms."""
    quotas = quotas_of({U: "u"})
    assert quotas.charge("u", "c", SECOND_NS // 10, 0) == 0
    assert quotas.charge("u", "c", SECOND_NS // 1000, 0) == 100
    assert quotas.throttled == 1


def test_noted_time_delays_the_next_request():
    quotas = quotas_of({U: "u"})
    quotas.note("u", "c", SECOND_NS, 0)
    assert quotas.throttled == 0
    assert quotas.charge("u", "c", 1, 1) > 0


@pytest.mark.parametrize(
    ("entity", "shared"),
    [({U: "u"}, True), ({U: None}, True), ({U: "u", C: None}, False), ({C: None}, False)],
)
def test_clients_of_a_user_share_what_is_set_for_the_user(entity, shared):
    quotas = quotas_of(entity)
    quotas.note("u", "c", SECOND_NS, 0)
    assert bool(quotas.charge("u", "d", 1, 0)) is shared
    assert quotas.charge("v", "d", 1, 0) == 0


@pytest.mark.parametrize(
    ("entity", "has_quota"),
    [
        *(({C: None}, False), ({U: "u", C: None}, False), ({U: None, C: None}, False)),
        *(({U: "u"}, True), ({U: None}, True)),
    ],
)
def test_client_without_an_id_has_quotas_of_users_only(entity, has_quota):
    """DefaultQuotaCallback.quotaLimit looks for no quota of a client id that is empty."""
    quotas = {tuple(sorted(entity.items())): {KEY: 1.0}}
    assert (quota_of(quotas, KEY, "u", "") is not None) is has_quota


def test_number_of_counted_clients_is_bounded(monkeypatch):
    monkeypatch.setattr(request_quotas, "RATES_MAX", 10)
    quotas = quotas_of({C: None})
    quotas.note("u", "c", SECOND_NS, 0)
    for number in range(9):
        quotas.note("u", str(number), 1, 0)
    assert quotas.charge("u", "c", 1, 0) > 0
    for number in range(9, 19):
        quotas.note("u", str(number), 1, 0)
    assert len(quotas._rates) == 10
    assert quotas.charge("u", "c", 1, 0) == 0


# -- with a node -----------------------------------------------------------------------------------


async def set_quota(quorum, active, key, value, entity=(C, "raw")):
    """Set a quota, by default of `RawClient`; wait until this node has applied it."""
    kind, name = entity
    cls = AlterClientQuotasRequest
    entry = cls.EntryData(
        entity=(cls.EntityData(entity_type=kind, entity_name=name),),
        ops=(cls.OpData(key=key, value=value, remove=False),),
    )
    answer = await quorum.ask(active, cls(entries=(entry,), validate_only=False), 1)
    assert answer.entries[0].error_code == 0
    quotas = quorum.controllers[active]._request_quotas
    if key == KEY:
        await wait_until_async(lambda: quotas._quotas, "the quota to be applied")
    return quotas


async def throttled_client(quorum, active):
    """Return a connection that has to wait for its next answer, for how many milliseconds, and
    when it sent the request from which they count.
    """
    client = await RawClient.connect(quorum.ports[active - 1])
    while True:
        since_s = time.monotonic()
        answer = await client.ask(DescribeClusterRequest(endpoint_type=2), 1)
        if answer.throttle_time_ms:
            return client, answer.throttle_time_ms, since_s


@pytest.mark.node
@pytest.mark.timeout(180)
def test_client_above_its_quota_is_answered_at_once_and_then_not_read(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            await set_quota(quorum, active, KEY, 1e-4)
            client, throttle_ms, since_s = await throttled_client(quorum, active)
            assert throttle_ms == 1000
            # the second request is already there when the first one is answered
            answer = await client.ask(ApiVersionsRequest(), 3)
            assert answer.throttle_time_ms == 1000
            assert time.monotonic() - since_s > 0.9
            other = await RawClient.connect(quorum.ports[active - 1])
            since_s = time.monotonic()
            await other.ask(DescribeClusterRequest(endpoint_type=2), 1)
            other.writer.write_eof()
            assert await other.is_closed()
            assert time.monotonic() - since_s > 0.5
            client.close()
            (sample,) = (
                each
                for each in quorum.controllers[active].samples()
                if each.name == "kraft_throttled_requests"
            )
            assert sample.value >= 3
            assert sample.kind == "counter"

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_raft_requests_are_exempt_unless_they_are_denied(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            quotas = await set_quota(quorum, active, KEY, 1e-4)
            client = await RawClient.connect(quorum.ports[active - 1])
            topic = DescribeQuorumRequest.TopicData(
                topic_name="__cluster_metadata",
                partitions=(DescribeQuorumRequest.PartitionData(partition_index=0),),
            )
            since = quotas.throttled
            for _ in range(20):
                await client.ask(DescribeQuorumRequest(topics=(topic,)), 1)
            await client.ask(VoteRequest(cluster_id="x", topics=()), 1)
            assert quotas.throttled == since
            node = quorum.nodes[active]
            refused = node.access.refused
            node.access.refused = lambda api_key, _: (31, None) if api_key == 55 else None
            for _ in range(2):
                await client.ask(DescribeQuorumRequest(topics=(topic,)), 1)
            assert quotas.throttled > since
            node.access.refused = refused
            client.close()

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_forwarded_request_has_its_clients_timeout_and_the_broker_continues(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            quotas = await set_quota(quorum, active, KEY, 1e-4, (U, "inside"))
            client = await RawClient.connect(quorum.ports[active - 1])
            who = DefaultPrincipalData(type="User", name="inside", token_authenticated=False)
            asked = ListPartitionReassignmentsRequest(timeout_ms=1000, topics=None)
            envelope = EnvelopeRequest(
                request_data=encode_request(asked, 0, 7, "forwarded"),
                request_principal=b"\0\0" + who.encode(0),
                client_host_address=b"\x7f\0\0\1",
            )
            times = []
            since_s = time.monotonic()
            for _ in range(30):
                answer = await client.ask(envelope, 0)
                inner = RawClient.read(
                    answer.response_data, ListPartitionReassignmentsResponse.API_KEY, 0
                )
                times.append(inner.throttle_time_ms)
            assert times.count(1000) >= 28
            assert quotas.throttled == len([each for each in times if each])
            assert time.monotonic() - since_s < 25  # 28 s if the broker waited each time
            client.close()

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_client_above_the_quota_of_topic_changes_is_not_read_either(tmp_path):
    """RequestHandlerHelper.sendResponseMaybeThrottleWithControllerQuota."""

    async def story():
        more = {"controller.quota.window.num": "2", **ACTIVE}
        async with Controllers(tmp_path, 1, **more) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            await set_quota(quorum, active, "controller_mutation_rate", 2.0)
            client = await RawClient.connect(quorum.ports[active - 1])
            since_s = time.monotonic()
            answer = await client.ask(topics(*"abc"), 5)
            assert answer.throttle_time_ms == 1000
            await client.ask(ApiVersionsRequest(), 3)
            assert time.monotonic() - since_s > 0.9
            client.close()

    run(story())

"""The quota of topic changes: which bucket, how it fills, and what the answers say."""

from __future__ import annotations

import pytest

from kraft_core.controller.context import Refusal
from kraft_core.controller.requests.quotas import KEY, Charge, MutationQuotas
from kraft_core.metadata import ClusterImage
from kraft_wire.messages import AlterClientQuotasRequest
from tests.controller.running import Controllers
from tests.controller.test_active import ACTIVE, broker_of, topics
from tests.node.cluster import run

U, C = "user", "client-id"


def image_with(*quotas):
    image = ClusterImage()
    for entity, rate in quotas:
        image.client_quotas[tuple(sorted(entity.items()))] = {KEY: rate}
    return image


@pytest.mark.parametrize(
    ("entities", "rate"),
    [
        ([{U: "u", C: "c"}, {U: "u", C: None}, {U: "u"}], 1),
        ([{U: "u", C: None}, {U: "u"}], 1),
        ([{U: "u"}, {U: None, C: "c"}], 1),
        ([{U: None, C: "c"}, {U: None, C: None}], 1),
        ([{U: None, C: None}, {U: None}], 1),
        ([{U: None}, {C: "c"}], 1),
        ([{C: "c"}, {C: None}], 1),
        ([{C: None}], 1),
        ([{U: "v"}, {C: "d"}], None),
    ],
)
def test_the_most_specific_entity_counts(entities, rate):
    quotas = [(entity, float(number)) for number, entity in enumerate(entities, 1)]
    bucket = MutationQuotas(image_with(*quotas), {}).bucket("u", "c", 0)
    assert (bucket.rate if bucket else None) == rate


def test_clients_of_a_user_share_its_bucket():
    quotas = MutationQuotas(image_with(({U: "u"}, 1.0)), {})
    assert quotas.bucket("u", "c", 0) is quotas.bucket("u", "d", 0)
    by_client = MutationQuotas(image_with(({U: "u", C: None}, 1.0)), {})
    assert by_client.bucket("u", "c", 0) is not by_client.bucket("u", "d", 0)


def test_a_bucket_fills_with_time_up_to_its_burst():
    static = {"controller.quota.window.num": "2", "controller.quota.window.size.seconds": "3"}
    quotas = MutationQuotas(image_with(({U: "u"}, 2.0)), static)
    bucket = quotas.bucket("u", "c", 0)
    assert (bucket.tokens, bucket.burst) == (12, 12)
    Charge(lambda: bucket, is_strict=True)(20)
    assert bucket.tokens == -8
    assert bucket.throttle_ms == 4000
    assert quotas.bucket("u", "c", 3000).tokens == -2
    assert quotas.bucket("u", "c", 600_000).tokens == 12


def test_a_strict_charge_refuses_below_zero_and_another_one_only_says_so():
    quotas = MutationQuotas(image_with(({U: "u"}, 2.0)), {"controller.quota.window.num": "2"})

    def bucket():
        return quotas.bucket("u", "c", 0)

    strict = Charge(bucket, is_strict=True)
    strict(10)
    assert strict.throttle_ms == 0  # what makes it negative is taken
    with pytest.raises(Refusal, match="throttling quota") as refused:
        strict(1)
    assert (refused.value.code, strict.throttle_ms) == (89, 3000)
    lenient = Charge(bucket, is_strict=False)
    lenient(4)
    assert lenient.throttle_ms == 5000


@pytest.mark.parametrize("rate", ["nan", "inf"])
def test_a_rate_that_is_no_number_or_infinite_throttles_nobody(rate):
    """Math.round of NaN is 0 in Java (TokenBucket, ControllerMutationQuotaManager)."""
    quotas = MutationQuotas(image_with(({U: "u"}, float(rate))), {})
    for is_strict in (True, False):
        charge = Charge(lambda: quotas.bucket("u", "c", 5), is_strict=is_strict)
        charge(20)
        charge(20)
        assert charge.throttle_ms == 0


@pytest.mark.parametrize(
    ("rate", "throttle_ms"),
    [("nan", 0), ("1e-308", (1 << 31) - 1), ("0", (1 << 31) - 1), ("-1", (1 << 31) - 1)],
)
def test_the_time_to_wait_always_fits_into_an_answer(rate, throttle_ms):
    image = image_with(({U: "u"}, 1.0))
    quotas = MutationQuotas(image, {})
    quotas.bucket("u", "c", 0).tokens = -20
    image.client_quotas[((U, "u"),)][KEY] = float(rate)
    assert quotas.bucket("u", "c", 0).throttle_ms == throttle_ms


def test_buckets_of_made_up_client_ids_have_a_limit(monkeypatch):
    """Those unused for longest go, full or not; a client that asks again and again is kept."""
    monkeypatch.setattr("kraft_core.controller.requests.quotas.BUCKETS_MAX", 100)
    quotas = MutationQuotas(image_with(({U: "u", C: None}, 1.0)), {})
    for number in range(1000):
        for client_id in ("busy", str(number)):
            quotas.bucket("u", client_id, number).tokens -= 50
    assert len(quotas._buckets) == 100
    assert quotas.bucket("u", "busy", 1000).throttle_ms > 1_000_000


@pytest.mark.node
@pytest.mark.timeout(180)
def test_topics_above_the_quota_get_89_and_the_time_to_wait(tmp_path):
    async def story():
        more = {"controller.quota.window.num": "2", **ACTIVE}
        async with Controllers(tmp_path, 1, **more) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            cls = AlterClientQuotasRequest
            entry = cls.EntryData(
                entity=(cls.EntityData(entity_type=U, entity_name="ANONYMOUS"),),
                ops=(cls.OpData(key=KEY, value=2.0, remove=False),),
            )
            answer = await quorum.ask(active, cls(entries=(entry,), validate_only=False), 1)
            assert answer.entries[0].error_code == 0
            for names, version, codes in (
                (["a", "b", "c", "d"], 7, [0, 0, 0, 89]),
                (["e"], 7, [89]),
                (["f"], 5, [0]),
            ):
                answer = await quorum.ask(active, topics(*names), version)
                assert [each.error_code for each in answer.topics] == codes
                assert bool(answer.throttle_time_ms) == (version == 5 or 89 in codes)

    run(story())


def test_a_decision_that_is_taken_again_is_charged_once():
    quotas = MutationQuotas(image_with(({U: "u"}, 1.0)), {})
    bucket = quotas.bucket("u", "c", 0)
    charge = Charge(lambda: quotas.bucket("u", "c", 0), is_strict=True)
    full = bucket.tokens
    for _ in range(2):
        charge.begin()
        charge(4)
    assert bucket.tokens == full - 4
    charge.begin()
    charge.begin()
    assert (bucket.tokens, charge.throttle_ms) == (full, 0)

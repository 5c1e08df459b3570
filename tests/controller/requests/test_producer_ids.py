"""AllocateProducerIds: each rule of ProducerIdControlManager once (KIP-730)."""

from __future__ import annotations

import pytest

from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AllocateProducerIdsRequest, ProducerIdsRecord
from tests.controller.requests.content import broker, changes, cluster, decide, refusal


def asked(broker_id=1, epoch=101):
    return AllocateProducerIdsRequest(broker_id=broker_id, broker_epoch=epoch)


def used(end):
    return ProducerIdsRecord(broker_id=1, broker_epoch=101, next_producer_id=end)


def test_blocks_of_1000_follow_each_other():
    state = cluster(broker(1), broker(2))
    for request, start in ((asked(), 0), (asked(2, 102), 1000), (asked(), 2000)):
        answer, records = decide(state, request)
        assert (answer.producer_id_start, answer.producer_id_len) == (start, 1000)
        assert changes(records) == [
            (
                "ProducerIdsRecord",
                {
                    "broker_id": request.broker_id,
                    "broker_epoch": request.broker_epoch,
                    "next_producer_id": start + 1000,
                },
            )
        ]


@pytest.mark.parametrize("request_", [asked(epoch=100), asked(epoch=102), asked(epoch=-1)])
def test_another_incarnation_gets_no_ids(request_):
    """ClusterControlManager.checkBrokerEpoch: the answer would go to a process that ended."""
    code, text = refusal(cluster(broker(1)), request_)
    assert code == ErrorCode.STALE_BROKER_EPOCH
    assert text == f"Expected broker epoch 101, but got broker epoch {request_.broker_epoch}"


def test_unknown_broker_gets_no_ids():
    text = "No broker registration found for broker id 9"
    assert refusal(cluster(broker(1)), asked(9)) == (ErrorCode.STALE_BROKER_EPOCH, text)


def test_last_block_ends_at_the_largest_number():
    last = (1 << 63) - 1 - 1000
    answer, _ = decide(cluster(broker(1), used(last)), asked())
    assert answer.producer_id_start == last
    code, _ = refusal(cluster(broker(1), used(last + 1)), asked())
    assert code == ErrorCode.UNKNOWN_SERVER_ERROR

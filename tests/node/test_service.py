"""What a node answers beside its replica's requests."""

from __future__ import annotations

from kraft_core.node.service import ServedRequest, Service
from kraft_wire.messages import UpdateFeaturesRequest


def test_the_service_of_a_quorum_of_ones_own_refuses_the_rest():
    answers = []
    service = Service()
    service.receive(ServedRequest("CONTROLLER", 1, UpdateFeaturesRequest(), answers.append))
    assert [answer.error_code for answer in answers] == [35]
    assert service.finalized_features().levels == {}
    assert service.finalized_features().epoch == -1
    assert 57 not in service.served

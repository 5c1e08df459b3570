"""Tables of the active controller that a peer with CLUSTER_ACTION could make grow."""

from __future__ import annotations

import pytest

from kraft_core.controller.loop import ActiveController, Counters
from kraft_core.controller.metadata_image import MetadataImage
from kraft_wire.messages import BrokerHeartbeatRequest
from tests.controller.content import feature, value_of
from tests.controller.played_host import PlayedHost
from tests.controller.requests.content import broker, without_directories


@pytest.mark.parametrize("made_up", [{"broker_id": 1}, {"broker_epoch": 101}])
def test_heartbeats_of_brokers_that_are_not_registered_leave_no_session(made_up):
    """Kafka's tracker keeps each pair of id and epoch for a session timeout."""
    image = MetadataImage(serves_brokers=True)
    for record in (feature("metadata.version", 30), without_directories(broker(1))):
        image.replay(value_of(record))
    controller = ActiveController(
        PlayedHost(), image, epoch=1, activation=(), committed=0, counters=Counters()
    )
    contacts = controller.state.sessions._contacts
    before = dict(contacts)
    for number in range(200, 1200):
        fields = {"broker_id": number, "broker_epoch": number, **made_up}
        controller.contact(BrokerHeartbeatRequest(**fields))
    assert contacts == before
    controller._host.advance(5)
    controller.contact(BrokerHeartbeatRequest(broker_id=1, broker_epoch=101))
    assert list(contacts.values()) == [5]

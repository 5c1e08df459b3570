"""How long a delegation token lives that the owner set no limit for."""

import random

from kraft_core.controller.config_tables import config_tables
from kraft_core.controller.decision import Context, ControllerSettings, ControllerState
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.controller.tokens import SECRET_KEY, create_delegation_token
from kraft_wire.messages import CreateDelegationTokenRequest
from tests.controller.content import feature, image_of


def test_token_lives_as_long_as_kafkas_defaults_say():
    settings = ControllerSettings(1, "cluster", static={SECRET_KEY: "secret"})
    image = image_of(feature("metadata.version", 29))
    state = ControllerState(settings, image.cluster, BrokerSessions(9000), random.Random(1))
    answer = create_delegation_token(state, CreateDelegationTokenRequest(), Context(3)).answer
    configs = config_tables().broker
    for stamp, name in (
        (answer.expiry_timestamp_ms, "delegation.token.expiry.time.ms"),
        (answer.max_timestamp_ms, "delegation.token.max.lifetime.ms"),
    ):
        assert stamp - answer.issue_timestamp_ms == configs[name].parse(configs[name].default)

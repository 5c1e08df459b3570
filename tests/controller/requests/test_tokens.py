"""How long a delegation token lives that the owner set no limit for."""

from kraft_core.controller.context import Context
from kraft_core.controller.requests.tokens import SECRET_KEY, create_delegation_token
from kraft_core.controller.tables.configs_of_kafka import config_tables
from kraft_wire.messages import CreateDelegationTokenRequest
from tests.controller.content import feature, state_of


def test_token_lifetime_defaults_to_kafkas():
    state = state_of(feature("metadata.version", 29), **{SECRET_KEY: "secret"})
    answer = create_delegation_token(state, CreateDelegationTokenRequest(), Context(3)).answer
    configs = config_tables().broker
    for stamp, name in (
        (answer.expiry_timestamp_ms, "delegation.token.expiry.time.ms"),
        (answer.max_timestamp_ms, "delegation.token.max.lifetime.ms"),
    ):
        assert stamp - answer.issue_timestamp_ms == configs[name].parse(configs[name].default)

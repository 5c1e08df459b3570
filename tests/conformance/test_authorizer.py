"""Verdicts and audit lines of the authorizer, compared with Kafka's StandardAuthorizerData."""

from __future__ import annotations

import random
from itertools import product

import pytest

from kraft_core.controller.context import Context
from kraft_core.controller.requests.acls import create_acls
from kraft_core.security.authorizer import (
    Action,
    NotLoadedError,
    Operation,
    ResourceType,
    StandardAuthorizer,
    parse_super_users,
)
from kraft_core.security.host_ranges import RangeError, parse_range
from kraft_core.security.principals import host_text
from kraft_wire.messages import AccessControlEntryRecord, CreateAclsRequest
from kraft_wire.primitives import Uuid
from tests.conformance.authorizer_rounds import (
    HOSTS,
    HOSTS_IN_ACLS,
    OPERATIONS,
    PRINCIPALS,
    RANGES,
    ROUND,
    SUPER_USERS,
    Round,
    compare,
    fields_of,
    questions,
)
from tests.conformance.oracle import Oracle
from tests.controller.content import feature, state_of

pytestmark = pytest.mark.kafka

ROUNDS = 120
CIDR_CHARACTERS = "0123456789abcdefF:./%[] +-"


@pytest.fixture(scope="module", params=["3.9.2", "4.3.1", "4.4.0"])
def oracle(request):
    with Oracle(request.param, "AuthorizerOracle.java") as opened:
        yield opened


def ask(
    oracle: Oracle, authorizer: StandardAuthorizer, asked: list[list], preparations: list[dict]
) -> set[str]:
    answers = oracle.ask_all(preparations + questions(authorizer, asked))
    failed = [answer["error"] for answer in answers[: len(preparations)] if "error" in answer]
    assert failed == []
    brackets = ROUND if oracle.version == "3.9.2" else {}  # no record class there
    return compare(authorizer, asked, answers[len(preparations) :], brackets)


@pytest.mark.parametrize("seed", range(4))
def test_drawn_acls_give_kafkas_verdicts_by_kafkas_rules(oracle, seed):
    draw = random.Random(seed)
    rules = set()
    for _ in range(ROUNDS // 4):
        drawn = Round.drawn(draw, oracle.version)
        rules |= ask(oracle, drawn.authorizer(), drawn.asked, drawn.preparations())
    assert rules == {"SuperUser", "MatchingAcl", "DefaultAllow", "DefaultDeny"}


def test_each_operation_implies_what_it_does_in_kafka(oracle):
    cluster = ResourceType.CLUSTER
    for permission, operation in product((2, 3), (2, *OPERATIONS)):
        authorizer = StandardAuthorizer()
        authorizer.is_loaded = True
        record = AccessControlEntryRecord(
            id=Uuid(bytes(15) + b"1"),
            resource_type=cluster,
            resource_name="kafka-cluster",
            pattern_type=3,
            principal="User:alice",
            host="*",
            operation=operation,
            permission_type=permission,
        )
        authorizer.add(record)
        preparations = [
            {"op": "configure", "super_users": "", "allows_unlisted": "false", "is_loaded": True},
            {"op": "add", **fields_of(record)},
        ]
        asked = [["User", "alice", "::1", each, cluster, "kafka-cluster", 1] for each in OPERATIONS]
        ask(oracle, authorizer, asked, preparations)


def test_before_the_acls_are_loaded_only_super_users_get_an_answer(oracle):
    authorizer = StandardAuthorizer(parse_super_users(SUPER_USERS), allows_unlisted=True)
    common = {
        "op": "authorize",
        "host": "10.0.0.1",
        "operation": 8,
        "resource_type": 4,
        "resource_name": "kafka-cluster",
        "api_key": 55,
        "is_super_user": True,  # asks for no rule
    }
    configure = {
        "op": "configure",
        "super_users": SUPER_USERS,
        "allows_unlisted": "true",
        "is_loaded": False,
    }
    questions = [{**common, "type": each.type, "name": each.name} for each in PRINCIPALS]
    answers = oracle.ask_all([configure, *questions])[1:]
    for principal, answer in zip(PRINCIPALS, answers, strict=True):
        args = (principal, "10.0.0.1", Action(Operation.DESCRIBE))
        if "AuthorizerNotReadyException" in answer.get("error", ""):
            with pytest.raises(NotLoadedError):
                authorizer.authorize(*args)
        else:
            assert answer["is_allowed"]
            assert authorizer.authorize(*args).is_allowed


def drawn_range(draw: random.Random) -> str:
    """A range, or a text that is nearly one."""
    text = list(draw.choice(RANGES + HOSTS + HOSTS_IN_ACLS))
    for _ in range(draw.choice((0, 0, 1, 2))):
        place = draw.randrange(len(text) + 1)
        text[place : place + draw.choice((0, 1))] = draw.choice(CIDR_CHARACTERS)
    return "".join(text)


def is_of_one_machine(host: str) -> bool:
    """Whether Kafka looks the scope up among the network interfaces."""
    try:
        return parse_range(host).has_named_scope
    except RangeError:
        return "%" in host


@pytest.mark.parametrize("seed", range(3))
def test_drawn_ranges_are_checked_and_matched_as_by_4_4(oracle, seed):
    if oracle.version != "4.4.0":
        pytest.skip("ranges came with 4.4")
    draw = random.Random(seed)
    hosts = [
        host for host in (drawn_range(draw) for _ in range(2000)) if not is_of_one_machine(host)
    ]
    configure = {"op": "configure", "super_users": "", "allows_unlisted": "false"}
    questions, found = [], []
    for host in hosts:
        has_ranges = draw.random() < 0.9
        asked = {"op": "validate", "host": host, "has_ranges": has_ranges}
        acl = acl_of("User:alice", host)
        client = draw.choice(HOSTS)
        authorizer = StandardAuthorizer()
        authorizer.is_loaded = True
        authorizer.add(acl)
        action = Action(Operation.ALTER)
        allowed = authorizer.authorize(PRINCIPALS[0], host_text(client), action).is_allowed
        found.append((host, refused_by_kraft(host, 32 if has_ranges else 31), allowed))
        questions += [
            asked,
            {**configure, "is_loaded": True},
            {"op": "add", **fields_of(acl)},
            {
                "op": "authorize",
                "type": "User",
                "name": "alice",
                "host": client,
                "operation": Operation.ALTER,
                "resource_type": ResourceType.CLUSTER,
                "resource_name": "kafka-cluster",
                "api_key": 1,
                "is_super_user": True,
            },
        ]
    answers = oracle.ask_all(questions)
    expected = [
        (host, (said.get("code", 0), said.get("text")), asked["is_allowed"])
        for host, said, asked in zip(hosts, answers[::4], answers[3::4], strict=True)
    ]
    assert found == expected
    assert {code for _, (code, _), _ in found} == {0, 35, 42}
    assert sum("/" in host and allowed for host, _, allowed in found) > 50


def refused_by_kraft(host: str, level: int) -> tuple[int, str | None]:
    creation = CreateAclsRequest.AclCreation(
        resource_type=2,
        resource_name="t",
        resource_pattern_type=3,
        principal="User:a",
        host=host,
        operation=3,
        permission_type=3,
    )
    state = state_of(feature("metadata.version", level))
    decision = create_acls(state, CreateAclsRequest(creations=(creation,)), Context(3))
    (result,) = decision.answer.results
    return result.error_code, result.error_message or None


def acl_of(principal: str, host: str) -> AccessControlEntryRecord:
    return AccessControlEntryRecord(
        id=Uuid(bytes(15) + b"1"),
        resource_type=ResourceType.CLUSTER,
        resource_name="kafka-cluster",
        pattern_type=3,
        principal=principal,
        host=host,
        operation=Operation.ALTER,
        permission_type=3,
    )

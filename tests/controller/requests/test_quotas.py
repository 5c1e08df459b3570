"""AlterClientQuotas: each rule of ClientQuotaControlManager once (KIP-546, KIP-612)."""

from __future__ import annotations

import pytest

from kraft_core.controller.context import Refusal
from kraft_core.controller.requests.quotas import quota_of
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AlterClientQuotasRequest, ClientQuotaRecord
from tests.controller.requests.content import cluster, decide

CLS = AlterClientQuotasRequest
RATE, PERCENTAGE = "producer_byte_rate", "request_percentage"
CONNECTIONS = "connection_creation_rate"


def named(entity):
    """The names of an entity: `user="a"`, None for the default."""
    return tuple(
        CLS.EntityData(entity_type=kind.replace("_", "-"), entity_name=name)
        for kind, name in entity.items()
    )


def entry(*operations, **entity):
    """Operations are pairs of key and value; the value None removes."""
    return CLS.EntryData(
        entity=named(entity),
        ops=tuple(
            CLS.OpData(key=key, value=0.0 if value is None else value, remove=value is None)
            for key, value in operations
        ),
    )


def quota(key, value, **entity):
    kinds = sorted((kind.replace("_", "-"), name) for kind, name in entity.items())
    cls = ClientQuotaRecord
    return cls(
        entity=tuple(cls.EntityData(entity_type=kind, entity_name=name) for kind, name in kinds),
        key=key,
        value=value or 0.0,
        remove=value is None,
    )


def asked(state, *entries, validate_only=False, **context):
    """The code and text of each entity, and the records."""
    request = CLS(entries=entries, validate_only=validate_only)
    answer, records = decide(state, request, **context)
    return [(one.error_code, one.error_message) for one in answer.entries], records


def refused(*entries, state=None):
    found, records = asked(state or cluster(), *entries)
    assert records == []
    ((code, text),) = found
    assert code == ErrorCode.INVALID_REQUEST
    return text


@pytest.mark.parametrize(
    "entity",
    [
        {"user": "a"},
        {"user": None},
        {"client_id": "c"},
        {"client_id": None},
        {"user": "a", "client_id": None},
        {"client_id": "c", "user": None},
    ],
)
def test_quota_of_users_and_clients_is_written(entity):
    """A name that is null is the default of its kind."""
    found, records = asked(cluster(), entry((RATE, 7.0), **entity))
    assert found == [(ErrorCode.NONE, None)]
    assert records == [quota(RATE, 7.0, **entity)]


def test_answer_names_the_entity():
    request = CLS(entries=(entry((RATE, 7.0), user="a", client_id=None),))
    answer, _ = decide(cluster(), request)
    (one,) = answer.entries
    assert [(each.entity_type, each.entity_name) for each in one.entity] == [
        ("client-id", None),
        ("user", "a"),
    ]


def test_quota_that_is_the_same_is_not_written_again():
    state = cluster(quota(RATE, 7.0, user="a"))
    assert asked(state, entry((RATE, 7.0), user="a")) == ([(ErrorCode.NONE, None)], [])
    _, records = asked(state, entry((RATE, 8.0), user="a"))
    assert records == [quota(RATE, 8.0, user="a")]


def test_only_a_quota_that_is_there_is_removed():
    state = cluster(quota(RATE, 7.0, user="a"))
    found, records = asked(state, entry((RATE, None), (PERCENTAGE, None), user="a"))
    assert found == [(ErrorCode.NONE, None)]
    assert records == [quota(RATE, None, user="a")]


def test_key_that_is_removed_is_not_checked():
    """Only new values are validated: what an older release accepted can be taken away."""
    assert asked(cluster(), entry(("other", None), user="a")) == ([(ErrorCode.NONE, None)], [])


@pytest.mark.parametrize(
    ("entity", "text"),
    [
        ({}, "Invalid empty client quota entity"),
        ({"group": "g"}, "Unhandled client quota entity type: group"),
        ({"user": "a", "group": "g"}, "Unhandled client quota entity type: group"),
        ({"user": ""}, "Empty user not supported"),
        (
            {"ip": "1.2.3.4", "user": "a"},
            (
                "Invalid quota entity combination, IP entity shouldnot be combined with User or"
                " ClientId"
            ),
        ),
        ({"ip": "no address"}, "no address is not a valid IP or resolvable host."),
    ],
)
def test_entity_that_is_not_valid(entity, text):
    assert refused(entry((RATE, 1.0), **entity)) == text


@pytest.mark.parametrize("address", ["10.0.0.1", "::1", None])
def test_addresses_have_a_quota_of_their_own(address):
    """ConnectionQuotas: connections that an address can open in a second (KIP-612)."""
    _, records = asked(cluster(), entry((CONNECTIONS, 5.0), ip=address))
    assert records == [quota(CONNECTIONS, 5.0, ip=address)]
    text = f"Invalid configuration key {RATE}"
    assert refused(entry((RATE, 5.0), ip=address)) == text
    assert (
        refused(entry((CONNECTIONS, 5.0), user="a")) == f"Invalid configuration key {CONNECTIONS}"
    )


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("other", 1.0, "Invalid configuration key other"),
        (RATE, 0.0, f"Quota {RATE} must be greater than 0"),
        (RATE, -1.0, f"Quota {RATE} must be greater than 0"),
        (RATE, 1.5, f"{RATE} cannot be a fractional value."),
        (RATE, 2.0**63 * 1.5, f"Proposed value for {RATE} is too large for a LONG."),
    ],
)
def test_value_that_is_not_valid(key, value, text):
    assert refused(entry((key, value), user="a")) == text


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (PERCENTAGE, 0.5),
        # a double cannot tell the largest long from 2**63
        (RATE, 2.0**63),
        # as near to a whole number as Kafka wants
        (RATE, 7.0000005),
    ],
)
def test_value_at_a_limit_is_taken(key, value):
    _, records = asked(cluster(), entry((key, value), user="a"))
    assert records == [quota(key, value, user="a")]


def test_largest_int_is_the_limit_of_connections():
    largest = float((1 << 31) - 1)
    assert len(asked(cluster(), entry((CONNECTIONS, largest), ip="::1"))[1]) == 1
    text = f"Proposed value for {CONNECTIONS} is too large for an INT."
    assert refused(entry((CONNECTIONS, largest + 1), ip="::1")) == text


def test_entity_with_one_wrong_value_is_not_changed_and_others_are():
    wrong = entry((RATE, 7.0), ("other", 1.0), user="a")
    found, records = asked(cluster(), wrong, entry((RATE, 8.0), user="b"))
    assert found == [
        (ErrorCode.INVALID_REQUEST, "Invalid configuration key other"),
        (ErrorCode.NONE, None),
    ]
    assert records == [quota(RATE, 8.0, user="b")]


def test_key_that_is_named_twice_changes_nothing_of_its_entity():
    text = "Ignoring duplicate entity ClientQuotaEntity(entries={user=null})"
    assert refused(entry((RATE, 1.0), (RATE, 2.0), user=None)) == text


def test_entity_that_is_named_twice_has_what_its_first_entry_says():
    """Kafka answers with an error and keeps the records of the first entry."""
    twice = [entry((RATE, 1.0), user="a"), entry((RATE, 2.0), user="a")]
    found, records = asked(cluster(), *twice)
    text = "Ignoring duplicate entity ClientQuotaEntity(entries={user=a})"
    assert found == [(ErrorCode.INVALID_REQUEST, text)]
    assert records == [quota(RATE, 1.0, user="a")]


def test_last_name_of_a_kind_counts():
    """The entity is a map in Kafka's request classes."""
    both = CLS.EntryData(entity=(*named({"user": "a"}), *named({"user": "b"})))
    request = both.replace(ops=entry((RATE, 1.0)).ops)
    assert asked(cluster(), request)[1] == [quota(RATE, 1.0, user="b")]


def test_validation_alone_writes_nothing():
    found, records = asked(cluster(), entry((RATE, 7.0), user="a"), validate_only=True)
    assert (found, records) == ([(ErrorCode.NONE, None)], [])
    assert asked(cluster(), entry(("other", 1.0), user="a"), validate_only=True)[0][0][0]


def test_alter_configs_on_the_cluster_is_needed():
    with pytest.raises(Refusal) as caught:
        asked(
            cluster(),
            entry((RATE, 1.0), user="a"),
            allows=lambda operation, *_: operation.name != "ALTER_CONFIGS",
        )
    assert caught.value.code == ErrorCode.CLUSTER_AUTHORIZATION_FAILED


QUOTAS = [
    {"user": "u", "client_id": "c"},
    {"user": "u", "client_id": None},
    {"user": "u"},
    {"user": None, "client_id": "c"},
    {"user": None, "client_id": None},
    {"user": None},
    {"client_id": "c"},
    {"client_id": None},
]
"""From the one that counts first (ClientQuotaManager.DefaultQuotaCallback)."""


@pytest.mark.parametrize("first", range(len(QUOTAS)))
def test_most_specific_quota_of_a_client_counts(first):
    state = cluster(*(quota(RATE, float(place + 1), **QUOTAS[place]) for place in range(first, 8)))
    (_, value) = quota_of(state.image.client_quotas, RATE, "u", "c")
    assert value == first + 1


def test_quotas_of_client_ids_do_not_count_for_clients_without_one():
    by_client = [each for each in QUOTAS if "client_id" in each]
    state = cluster(*(quota(RATE, 1.0, **each) for each in by_client))
    assert quota_of(state.image.client_quotas, RATE, "u", "") is None
    assert quota_of(state.image.client_quotas, RATE, "x", "y") == (("x", "y"), 1.0)

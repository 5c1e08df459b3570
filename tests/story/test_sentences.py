"""Each kind of record in words; each class that a metadata log can hold has some."""

from __future__ import annotations

import pytest

from kraft_core.cli.story_events import Names, sentence
from kraft_wire import messages as m
from kraft_wire.primitives import Uuid

TOPIC = Uuid.parse("J8aAPcfLQt2bqs1JT_rMgQ")


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (
            m.LeaderChangeMessage(
                leader_id=2,
                voters=[m.LeaderChangeMessage.Voter(voter_id=i) for i in (1, 2, 3)],
                granting_voters=[m.LeaderChangeMessage.Voter(voter_id=i) for i in (2, 3)],
            ),
            "controller 2 is elected by 2, 3 out of 3 voters",
        ),
        (m.KRaftVersionRecord(kraft_version=1), "kraft.version is 1"),
        (
            m.VotersRecord(
                voters=[
                    m.VotersRecord.Voter(
                        voter_id=1,
                        endpoints=[m.VotersRecord.Endpoint(name="C", host="h", port=9093)],
                    ),
                    m.VotersRecord.Voter(voter_id=2),
                ]
            ),
            "the voters of the quorum are 1 (h:9093), 2",
        ),
        (m.FeatureLevelRecord(name="f", feature_level=0), "feature f is switched off"),
        (m.ConfigRecord(resource_type=4, name="a", value="1"), "every broker gets a = 1"),
        (
            m.ConfigRecord(resource_type=2, resource_name="t", name="a", value=None),
            "topic t is reset to the default of a",
        ),
        (m.BrokerRegistrationChangeRecord(broker_id=3, fenced=1), "broker 3 is fenced"),
        (m.BrokerRegistrationChangeRecord(broker_id=3, fenced=-1), "broker 3 is unfenced"),
        (
            m.AccessControlEntryRecord(
                resource_type=2,
                resource_name="t",
                pattern_type=4,
                principal="User:a",
                operation=3,
                permission_type=2,
            ),
            "User:a may not read topic t (prefix)",
        ),
        (
            m.ClientQuotaRecord(
                entity=[m.ClientQuotaRecord.EntityData(entity_type="user")], key="rate", value=10.5
            ),
            "user default gets the quota rate = 10.5",
        ),
        (m.NoOpRecord(), ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_record_is_described_in_a_sentence(record, words):
    assert sentence(record, Names()) == words


def test_a_topic_is_known_by_its_id_afterwards():
    names = Names()
    assert sentence(m.RemoveTopicRecord(topic_id=TOPIC), names) == f"topic {TOPIC} is deleted"
    sentence(m.TopicRecord(topic_id=TOPIC, name="orders"), names)
    assert sentence(m.RemoveTopicRecord(topic_id=TOPIC), names) == "topic orders is deleted"


@pytest.mark.parametrize("key", m.kafka_messages().keys_of("metadata"))
def test_every_metadata_record_has_words(key):
    record = m.metadata_record_class(key)()
    words = sentence(record, Names())
    told_with_others = {"PartitionRecord", "PartitionChangeRecord"}
    if type(record).__name__ not in told_with_others | {"ZkMigrationStateRecord"}:
        assert "is written" not in words

"""Kafka's names in Python."""

from __future__ import annotations

import keyword

import pytest

from codegen.naming import RESERVED_ATTRIBUTES, attribute_name, json_name, module_name
from tests.support.schemas import release


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("TopicName", "topic_name"),
        ("ThrottleTimeMs", "throttle_time_ms"),
        ("topicId", "topic_id"),
        ("Enable2Pc", "enable2pc"),
        ("KRaftVersionFeature", "kraft_version_feature"),
        ("isKRaftController", "is_kraft_controller"),
        ("V0Host", "v0_host"),
        ("V3AndBelowTopics", "v3_and_below_topics"),
        ("ResultsByTopicV3AndBelow", "results_by_topic_v3_and_below"),
        ("ISRSet", "isr_set"),
        ("ISRs", "isrs"),
        ("NewISR", "new_isr"),
        ("A", "a"),
        ("Class", "class_"),
        ("From", "from_"),
        ("Match", "match"),
        ("Schema", "schema_"),
        ("Encode", "encode_"),
    ],
)
def test_attribute_name_follows_the_field(name, attribute):
    assert attribute_name(name) == attribute


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("VoteRequest", "vote_request"),
        ("KRaftVersionRecord", "kraft_version_record"),
        ("Registry", "registry_"),
        ("Schemas", "schemas_"),
        ("Schema", "schema"),
        ("Import", "import_"),
    ],
)
def test_module_name_follows_the_message(name, module):
    assert module_name(name) == module


@pytest.mark.parametrize(
    ("name", "key"), [("TopicName", "topicName"), ("KRaftVersion", "kRaftVersion"), ("a", "a")]
)
def test_json_name_follows_the_field(name, key):
    assert json_name(name) == key


@pytest.mark.parametrize("version", ["3.9.2", "4.4.0"])
def test_every_name_of_kafka_is_a_usable_name_of_its_own(version):
    messages = release(version).messages
    assert len({module_name(name) for name in messages}) == len(messages)
    for message in messages.values():
        for struct in message.all_structs():
            names = [attribute_name(field.name) for field in struct.fields]
            assert len(set(names)) == len(names)
            assert all(name.isidentifier() for name in names)
            assert not any(keyword.iskeyword(name) for name in names)
            assert RESERVED_ATTRIBUTES.isdisjoint(names)

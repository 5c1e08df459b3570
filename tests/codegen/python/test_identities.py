"""Names next to ids, found in schemas."""

from __future__ import annotations

from codegen.python.classes import identities
from tests.support.schemas import field, spec_of

NAME = {"entityType": "topicName", "ignorable": True}


def test_a_name_next_to_the_id_of_its_entity():
    spec = spec_of(
        field("Label", "string", "0-2", **NAME),
        field("TopicId", "uuid", "3+", ignorable=True),
        field("Owner", "uuid", "3+", ignorable=True),
        validVersions="0-4",
    )
    assert identities(spec) == (((), (("label", 0, 2), ("topic_id", 3, 4))),)


def test_inside_arrays_and_structures_by_their_attributes():
    inner = [field("Queue", "string", "0-2", **NAME), field("TopicId", "uuid", "3+")]
    spec = spec_of(
        field("Groups", "[]Group", fields=[field("Entries", "Entry", fields=inner)]),
        validVersions="0-4",
    )
    (found,) = identities(spec)
    assert found == (("groups", "entries"), (("queue", 0, 2), ("topic_id", 3, 4)))


def test_no_identities_if_both_fields_are_in_every_version_or_refused():
    always = [field("Queue", "string", **NAME), field("TopicId", "uuid", ignorable=True)]
    assert identities(spec_of(*always)) == ()
    refused = [
        field("Queue", "string", "0-2", entityType="topicName"),
        field("TopicId", "uuid", "3+"),
    ]
    assert identities(spec_of(*refused, validVersions="0-4")) == ()


def test_ids_of_something_else_and_names_of_no_entity_are_not_pairs():
    spec = spec_of(
        field("Topic", "string", "0-2", entityType="topicName", ignorable=True),
        field("QueueId", "uuid", "3+", ignorable=True),
        field("Queue", "string", "0-2", ignorable=True),
        field("Group", "string", "0-2", entityType="groupId", ignorable=True),
        validVersions="0-4",
    )
    assert identities(spec) == ()

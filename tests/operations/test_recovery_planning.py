"""Plans of a recovery: S, new voters, repairs of the metadata, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kraft_core.config.gates import Gate
from kraft_core.metadata.cluster_image import ClusterImage
from kraft_core.operations.recovery import repairs as r
from kraft_core.operations.recovery.applying import write_directory
from kraft_core.operations.recovery.planning import (
    BACKUP_NODE_ID,
    Change,
    Choices,
    plan,
    plan_quorum,
)
from kraft_core.operations.recovery.repairs import (
    BrokerDirectory,
    DataPlane,
    HeldPartition,
    Jumps,
    PlanRefusedError,
    Reason,
)
from kraft_core.operations.recovery.verdicts import (
    LeftDirectory,
    ReplicaLog,
    UnreadDirectory,
    survey_of,
)
from kraft_core.raft.consensus.log import LeaderEpochs
from kraft_core.raft.consensus.values import Endpoint, OffsetAndEpoch, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory
from kraft_core.raft.directory import snapshot_file
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.messages import (
    BeginTransactionRecord,
    ConfigRecord,
    FeatureLevelRecord,
    NoOpRecord,
    PartitionRecord,
    ProducerIdsRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    TopicRecord,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.control import decode_control_record

CLUSTER = "cluster-of-the-test-aa"
LEVEL = Gate.DIRECTORY_ASSIGNMENT.first
TIME_MS = 1_790_000_000_000
SOME, OTHER = Uuid(b"\7" * 16), Uuid(b"\x08" * 16)


def home(broker):
    """The id of the log directory of a broker."""
    return Uuid(bytes([100 + broker]) * 16)


def voter(node_id, directory=None, port=9000, listener="CONTROLLER"):
    key = ReplicaKey(node_id, bytes([directory or node_id]) * 16)
    endpoints = (Endpoint(listener, "localhost", port + node_id),)
    return Voter(key, endpoints, VersionRange(0, 1))


OLD = VoterSet.of([voter(1), voter(2), voter(3)])
NEW = VoterSet.of([voter(1, 51)])


def directory(node_id, epochs, *, voters=OLD, level=1, **fields):
    """A directory with a record for each epoch."""
    found = LeaderEpochs()
    for offset, epoch in enumerate(epochs):
        found = found.with_batch(epoch, offset)
    history = VoterSetHistory(VoterSet())
    if level:
        history.sets.append((0, voters))
        history.levels.append((0, level))
    path = f"/data/{node_id}"
    given = {
        "key": ReplicaKey(node_id, bytes([min(node_id, 255)]) * 16),
        "cluster_id": CLUSTER,
        "log": ReplicaLog(path, 0, len(epochs), found),
        "snapshots": (),
        "voters": history,
        "epoch": 0,
        "last_ms": TIME_MS,
        "process": None,
        "notes": (),
    }
    return LeftDirectory(**{**given, **fields})


def image_of(*messages):
    """An image with a metadata.version, broker 11, 12 and the topic `kept` on both."""
    image = ClusterImage(strict=True)
    image.replay_metadata(FeatureLevelRecord(name="metadata.version", feature_level=LEVEL))
    for broker in (11, 12):
        image.replay_metadata(
            RegisterBrokerRecord(
                broker_id=broker, broker_epoch=broker, log_dirs=(home(broker),), fenced=False
            ),
            broker,
        )
    image.replay_metadata(TopicRecord(name="kept", topic_id=SOME))
    image.replay_metadata(
        PartitionRecord(
            partition_id=0,
            topic_id=SOME,
            replicas=(11, 12),
            isr=(11, 12),
            directories=(home(11), home(12)),
            leader=11,
            leader_epoch=5,
            partition_epoch=9,
        )
    )
    for message in messages:
        image.replay_metadata(message)
    return image


def held(topic="kept", number=0, topic_id=SOME, epoch=5, end=100):
    return HeldPartition(topic, number, topic_id, epoch, end)


def broker(broker_id, *partitions, **fields):
    given = {
        "path": f"/broker/{broker_id}",
        "cluster_id": CLUSTER,
        "broker_id": broker_id,
        "directory_id": home(broker_id),
        "process": None,
        "partitions": partitions,
    }
    return BrokerDirectory(**{**given, **fields})


def registered(node_id, levels=None):
    """A registration of a controller that supports these levels of kraft.version."""
    features = []
    if levels is not None:
        lowest, highest = levels
        features = [
            RegisterControllerRecord.ControllerFeature(
                name="kraft.version", min_supported_version=lowest, max_supported_version=highest
            )
        ]
    return RegisterControllerRecord(controller_id=node_id, features=features)


def survey(*directories, **options):
    return survey_of(directories or (directory(1, [1, 4]),), **options)


LOST = Choices(voters=NEW, lost=frozenset({2, 3}), brokers_stopped=True)
BOTH = (broker(11, held()), broker(12, held()))


def planned(*messages, directories=BOTH, found=None, choices=LOST, changes=(), **fields):
    return plan(
        found or survey(),
        image_of(*messages),
        replace(choices, **fields),
        DataPlane(tuple(directories)),
        dict(changes),
    )


def of_kind(found, kind):
    return [each for each in found if isinstance(each, kind)]


def refusal(reason, **fields):
    with pytest.raises(PlanRefusedError) as caught:
        planned(**fields)
    assert caught.value.reason is reason
    return str(caught.value)


def partition_of(made, name="kept", number=0):
    topic_id = made.image.topic_ids[name]
    return made.image.topics[topic_id].partitions[number]


# -- S and the voters ------------------------------------------------------------------------------


def test_snapshot_is_above_everything_known():
    found = survey(
        directory(1, [1, 4], epoch=77),
        directory(11, [1, 4, 4]),
        high_watermarks={2: 5000},
    )
    quorum = planned(found=found, jumps=Jumps(offsets=10, epochs=20)).quorum
    assert quorum.snapshot_id == OffsetAndEpoch(5010, 97)
    assert quorum.chosen == "/data/11"
    assert quorum.loss.committed_end == 5000
    assert (quorum.loss.first, quorum.loss.since) == (0, OffsetAndEpoch(3, 4))


def written(made, node_id=1):
    """The bytes of S in the directory of a voter."""
    root = MemoryDisk("/new").root
    voter = made.quorum.voters.get(node_id)
    meta = MetaProperties(node_id, made.quorum.cluster_id, voter.key.directory_id)
    write_directory(root, meta, made.snapshot())
    folder = root.folder(KAFKAS_TOPIC.folder)
    file = folder.open_to_read(snapshot_file(made.quorum.snapshot_id))
    return file.read(0, file.size())


def test_each_voter_gets_the_same_bytes_of_s():
    voters = VoterSet.of([voter(1, 51), voter(4, 54)])
    one, two = written(planned(voters=voters)), written(planned(voters=voters), 4)
    assert one == two
    batches = [each for each in iter_batches(one) if isinstance(each, RecordBatch)]
    kinds = [
        type(decode_control_record(record).message).__name__
        for batch in batches
        if batch.is_control
        for record in batch.records()
    ]
    assert kinds == [
        "SnapshotHeaderRecord",
        "KRaftVersionRecord",
        "VotersRecord",
        "SnapshotFooterRecord",
    ]


def test_records_of_s_lead_to_the_planned_image():
    made = planned()
    replayed = ClusterImage(strict=True)
    for record in made.records:
        replayed.replay(None, record, is_control=False)
    assert replayed.topics == made.image.topics
    assert replayed.next_producer_id == made.image.next_producer_id
    assert replayed.brokers.keys() == {11, 12}


def test_plan_does_not_change_the_image():
    image = image_of(BeginTransactionRecord(name="x"), NoOpRecord())
    before = dict(image.topics), dict(image.topics[SOME].partitions), image.staged
    plan(survey(), image, LOST, DataPlane((broker(11, held(epoch=9)), broker(12))), {})
    assert before == (dict(image.topics), dict(image.topics[SOME].partitions), image.staged)


def test_static_quorum_stays_static_unless_it_is_to_be_dynamic():
    found = survey(directory(1, [1], level=0), static_voters=(1, 2, 3))
    assert planned(found=found).quorum.kraft_version == 0
    assert planned(found=found, to_dynamic=True).quorum.kraft_version == 1
    for features, is_refused in (((0, 1), False), ((0, 0), True), (None, True)):
        record = registered(1, features)
        if is_refused:
            with pytest.raises(PlanRefusedError, match="controller 1 does not support"):
                planned(record, found=found, to_dynamic=True)
        else:
            planned(record, found=found, to_dynamic=True)


def test_endpoints_change_without_loss():
    moved = VoterSet.of([voter(each, 50 + each, port=9500) for each in (1, 2, 3)])
    found = survey(directory(1, [1, 1]), directory(2, [1]))
    made = planned(
        found=found,
        choices=Choices(voters=moved, endpoints_only=True),
        directories=(),
    )
    assert made.quorum.loss is None
    assert [type(each) for each in made.repairs] == [r.BrokerKept, r.BrokerKept]
    assert made.phrase == ("the directories are no older copies; new endpoints for voters 1, 2, 3")
    assert partition_of(made).leader_epoch == 5


def test_phrase_names_everything_that_is_accepted():
    found = survey(directory(1, [1, 4]), directory(11, [1, 5]), branch="/data/1")
    made = planned(
        found=found,
        choices=replace(LOST, branch="/data/1", lost=frozenset({2}), destroyed=frozenset({3})),
        directories=(broker(11, held(), held("gone", topic_id=OTHER)),),
        changes={"/data/11": [Change(0, "no"), Change(1, "a topic")]},
    )
    assert made.phrase == (
        "accept the loss of metadata after offset 1, 2026-09-21 14:13:20 UTC; offsets 0 to 1 are"
        " kept without proof; drop offsets 1 to 1 of /data/11; node 2 stays off; no disk of node 3"
        " exists any more; every broker is stopped; lose topics gone; brokers 12 were not looked at"
    )
    (dropped,) = made.dropped
    assert dropped.changes == (Change(1, "a topic"),)


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        (Reason.MAJORITY, {"found": survey(directory(1, [1]), directory(2, [1]))}),
        (Reason.RIVALS, {"found": survey(directory(1, [1, 4]), directory(11, [1, 5]))}),
        (Reason.RIVALS, {"branch": "/data/9"}),
        (Reason.LOST, {"lost": frozenset({2})}),
        (Reason.LOST, {"lost": frozenset({1, 2, 3})}),
        (Reason.LOST, {"destroyed": frozenset({3})}),
        (Reason.IN_USE, {"found": survey(directory(1, [1], process=0))}),
        (Reason.UNREADABLE, {"found": survey(unread=[UnreadDirectory("/data/2", "torn")])}),
        (Reason.NO_VOTERS, {"found": survey(directory(1, [1], level=0))}),
        (Reason.VOTERS, {"voters": VoterSet()}),
        (Reason.VOTERS, {"voters": VoterSet.of([voter(2, 52)])}),
        (Reason.VOTERS, {"voters": VoterSet.of([voter(11, 52)])}),
        (
            Reason.VOTERS,
            {"voters": VoterSet.of([replace(voter(1), key=ReplicaKey(-1, b"a" * 16))])},
        ),
        (Reason.DIRECTORY_ID, {"voters": VoterSet.of([voter(1)])}),
        (Reason.DIRECTORY_ID, {"voters": VoterSet.of([voter(1, 3)])}),
        (Reason.DIRECTORY_ID, {"voters": VoterSet.of([voter(1, 51), voter(4, 51)])}),
        (Reason.DIRECTORY_ID, {"voters": VoterSet.of([replace(voter(1), key=ReplicaKey(1))])}),
        (Reason.ENDPOINT, {"voters": VoterSet.of([replace(voter(1, 51), endpoints=())])}),
        (Reason.ENDPOINT, {"voters": VoterSet.of([voter(1, 51, listener="OTHER")])}),
        (Reason.ENDPOINT, {"voters": VoterSet.of([voter(1, 51, port=70_000)])}),
        (Reason.JUMP, {"jumps": Jumps(epochs=0)}),
        (Reason.JUMP, {"jumps": Jumps(offsets=0)}),
        (Reason.JUMP, {"jumps": Jumps(epochs=2_000_000_000)}),
        (Reason.JUMP, {"jumps": Jumps(offsets=1 << 63)}),
        (Reason.JUMP, {"jumps": Jumps(leader_epochs=(1 << 31) - 1)}),
        (Reason.JUMP, {"jumps": Jumps(leader_epochs=0)}),
        (Reason.JUMP, {"jumps": Jumps(producer_ids=1 << 63)}),
        (Reason.DYNAMIC, {"to_dynamic": True}),
        (Reason.NO_MAJORITY, {"endpoints_only": True}),
        (Reason.CLUSTER_ID, {"new_cluster_id": "other"}),
        (Reason.CLUSTER_ID, {"new_cluster_id": CLUSTER, "no_brokers": True}),
        (Reason.BROKERS, {"no_brokers": True}),
        (Reason.BROKERS, {"directories": (broker(11, cluster_id="other"),)}),
        (Reason.BROKERS, {"directories": (broker(11, process=4),)}),
        (Reason.BROKERS, {"directories": (), "brokers_stopped": False}),
    ],
)
def test_plan_is_refused(reason, fields):
    assert refusal(reason, **fields)


def test_voters_stay_where_a_majority_is_there():
    found = survey(directory(1, [1]), directory(2, [1]))
    assert "stay 1, 2, 3" in refusal(
        Reason.VOTERS, found=found, endpoints_only=True, lost=frozenset()
    )


def test_rival_is_kept_only_by_name():
    text = refusal(Reason.RIVALS, found=survey(directory(1, [1, 4]), directory(11, [1, 5])))
    assert "/data/1 from 1 to 1" in text


def test_id_of_a_destroyed_disk_can_be_used_again():
    made = planned(voters=VoterSet.of([voter(2, 52)]), lost=frozenset({3}), destroyed={2})
    assert made.quorum.voters.ids == (2,)


def test_metadata_of_a_later_release_is_refused():
    later = FeatureLevelRecord(name="metadata.version", feature_level=9999)
    with pytest.raises(PlanRefusedError, match=r"9999 is not known") as caught:
        planned(later)
    assert caught.value.reason is Reason.METADATA


def test_metadata_of_a_migration_is_refused():
    with pytest.raises(PlanRefusedError, match="ZooKeeper"):
        planned(ZkMigrationStateRecord(zk_migration_state=2))
    assert planned(ZkMigrationStateRecord(zk_migration_state=3))


# -- the metadata ----------------------------------------------------------------------------------


def test_numbers_jump_and_leftovers_are_dropped():
    made = planned(
        RegisterControllerRecord(controller_id=1),
        RegisterControllerRecord(controller_id=3),
        ProducerIdsRecord(broker_id=11, broker_epoch=11, next_producer_id=4000),
        BeginTransactionRecord(name="x"),
        ConfigRecord(resource_type=2, resource_name="kept", name="a", value="b"),
    )
    assert made.repairs == (
        r.TransactionDropped(1),
        r.ControllerDropped(3),
        r.EpochsRaised(1, 1000),
        r.ProducerIdsRaised(4000, 1_004_000),
        r.BrokerKept(11, 11),
        r.BrokerKept(12, 12),
    )
    assert made.image.controllers.keys() == {1}
    assert not made.image.in_transaction
    assert made.image.configs == {}
    state = partition_of(made)
    assert (state.leader_epoch, state.partition_epoch) == (1005, 1009)


def test_leader_epoch_is_above_those_on_disks():
    made = planned(directories=(broker(11, held(epoch=8)), broker(12, held(epoch=8))))
    assert of_kind(made.repairs, r.LeaderEpochRaised) == [
        r.LeaderEpochRaised("kept", 0, 5, 8, 1008)
    ]
    assert partition_of(made).leader_epoch == 1008


@pytest.mark.parametrize("better", [{"epoch": 6, "end": 50}, {"end": 101}])
def test_longest_log_of_the_highest_leader_epoch_leads(better):
    """The in-sync set of the image has a replica that fell behind in the lost part."""
    made = planned(directories=(broker(11, held()), broker(12, held(**better))))
    assert of_kind(made.repairs, r.LeaderSet) == [r.LeaderSet("kept", 0, 11, 12, (11, 12), (12,))]
    state = partition_of(made)
    assert (state.leader, state.isr) == (12, (12,))


def test_replica_without_data_does_not_lead():
    made = planned(directories=(broker(11), broker(12, held(end=1))))
    assert partition_of(made).leader == 12


def test_fenced_broker_is_elected_when_it_returns():
    image = image_of()
    image.brokers[12] = image.brokers[12]._replace(fenced=True)
    directories = (broker(11, held()), broker(12, held(end=101)))
    made = plan(survey(), image, LOST, DataPlane(directories), {})
    assert (partition_of(made).leader, partition_of(made).isr) == (-1, (12,))


def test_leader_stays_where_a_replica_was_not_seen():
    made = planned(directories=(broker(12, held(epoch=6)),))
    assert of_kind(made.findings, r.LeaderUncertain) == [r.LeaderUncertain("kept", 0, (11,))]
    assert of_kind(made.findings, r.BrokerUnseen) == [r.BrokerUnseen(11)]
    assert partition_of(made).leader == 11
    assert partition_of(made).leader_epoch == 1006


def test_second_directory_of_a_broker_counts_as_not_looked_at():
    image = image_of()
    image.brokers[11] = image.brokers[11]._replace(log_dirs=(home(11), home(21)))
    made = plan(survey(), image, LOST, DataPlane(BOTH), {})
    assert of_kind(made.findings, r.BrokerUnseen) == [r.BrokerUnseen(11)]


def test_brokers_need_not_stop_where_the_image_has_all_they_hold():
    assert "stopped" not in planned(brokers_stopped=False).phrase


@pytest.mark.parametrize(
    "extra",
    [
        held("gone", topic_id=OTHER),
        held(number=1),
        held(topic_id=OTHER),
        held("gone", topic_id=None),
    ],
)
def test_running_brokers_would_delete_what_the_image_lacks(extra):
    text = refusal(
        Reason.DATA,
        directories=(broker(11, held(), extra), broker(12, held())),
        brokers_stopped=False,
    )
    assert extra.topic in text


def test_topic_without_replicas_is_a_finding():
    made = planned(TopicRecord(name="empty", topic_id=OTHER))
    assert of_kind(made.findings, r.TopicUnseen) == [r.TopicUnseen("empty")]


def test_broker_of_the_lost_part_is_a_finding():
    made = planned(directories=(*BOTH, broker(13, held())))
    assert of_kind(made.findings, r.RegistrationLost) == [r.RegistrationLost(13)]
    assert of_kind(made.findings, r.ReplicaSetAside) == [r.ReplicaSetAside("kept", 0, 13)]
    assert "set replicas kept-0 of 13 aside" in made.phrase


def test_topic_is_adopted_from_its_replicas():
    gap = [held("gap", number, OTHER, epoch=3, end=number) for number in (0, 1)]
    made = planned(
        directories=(broker(11, held(), *gap), broker(12, held(), gap[0])), adopt_topics=True
    )
    assert of_kind(made.repairs, r.TopicAdopted) == [r.TopicAdopted("gap", str(OTHER), 2, None)]
    assert not of_kind(made.findings, r.TopicLost)
    first, second = partition_of(made, "gap"), partition_of(made, "gap", 1)
    assert (first.replicas, first.isr, first.leader) == ((11, 12), (11, 12), 11)
    assert first.directories == (home(11), home(12))
    assert first.leader_epoch == 1003
    assert second.replicas == (11,)
    assert made.image.configs[2, "gap"] == {"retention.bytes": "-1", "retention.ms": "-1"}
    assert "lose" not in made.phrase
    assert "adopt topics gap without their configs" in made.phrase


def test_adopted_topic_of_offsets_is_compacted():
    name = "__consumer_offsets"
    directories = (broker(11, held(), held(name, 0, OTHER)), broker(12, held()))
    made = planned(directories=directories, adopt_topics=True)
    assert made.image.configs[2, name]["cleanup.policy"] == "compact"


def test_adoption_takes_a_new_topic_of_the_same_name_and_new_replicas():
    made = planned(
        directories=(broker(11, held(topic_id=OTHER)), broker(12, held())), adopt_topics=True
    )
    assert of_kind(made.repairs, r.TopicAdopted) == [
        r.TopicAdopted("kept", str(OTHER), 1, str(SOME))
    ]
    assert made.image.topics.keys() == {OTHER}
    grown = planned(
        directories=(*BOTH, broker(13, held(end=200), held(number=1))), adopt_topics=True
    )
    assert of_kind(grown.repairs, r.ReplicaAdopted) == [r.ReplicaAdopted("kept", 0, 13)]
    assert of_kind(grown.repairs, r.PartitionAdopted) == [r.PartitionAdopted("kept", 1)]
    state = partition_of(grown)
    # broker 13 is not registered: it is elected when it returns
    assert (state.replicas, state.isr, state.leader) == ((11, 12, 13), (13,), -1)


@pytest.mark.parametrize(
    "gap",
    [
        [held("gap", 1, OTHER)],
        [held("gap", 0, OTHER), held("gap", 1, Uuid(b"\x09" * 16))],
        [held("gap", 0, None)],
        [held("gap", 0, SOME)],
    ],
    ids=["partition 0 is missing", "two ids", "no id", "id of another topic"],
)
def test_topic_that_is_not_known_well_enough_is_not_adopted(gap):
    refusal(
        Reason.ADOPTION,
        directories=(broker(11, held(), *gap), broker(12, held())),
        adopt_topics=True,
    )


# -- backups and new clusters ----------------------------------------------------------------------


def from_backup():
    key = ReplicaKey(BACKUP_NODE_ID, b"b" * 16)
    return survey(directory(BACKUP_NODE_ID, [1, 4], key=key))


def test_backup_needs_the_disks_of_brokers_and_the_jumps():
    choices = replace(LOST, destroyed=frozenset({1}))
    made = planned(found=from_backup(), choices=choices)
    assert made.quorum.loss.since == OffsetAndEpoch(2, 4)
    refusal(Reason.BROKERS, found=from_backup(), choices=choices, directories=())
    for less in (Jumps(offsets=5), Jumps(epochs=5)):
        refusal(Reason.JUMP, found=from_backup(), choices=choices, jumps=less)


def test_backup_makes_a_new_cluster_without_brokers():
    choices = Choices(voters=NEW, no_brokers=True, new_cluster_id="a new one")
    made = planned(found=from_backup(), choices=choices, directories=())
    assert made.quorum.cluster_id == "a new one"
    assert made.image.brokers == {}
    assert made.image.directories == {}
    state = partition_of(made)
    assert (state.leader, state.isr, state.directories) == (-1, (11, 12), (Uuid(bytes(16)),) * 2)
    assert made.phrase.startswith("a new cluster a new one without data")


def test_quorum_is_planned_without_metadata():
    quorum = plan_quorum(survey(), LOST)
    assert (quorum.voters, quorum.snapshot([b"x"]).records) == (NEW, [b"x"])

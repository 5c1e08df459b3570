"""What formatting writes and refuses, in Kafka's words, as kafka-storage 4.3.1 printed it."""

from __future__ import annotations

import base64
import hmac

import pytest

from kraft_core.config.errors import FormatError
from kraft_core.config.process_keys import read_process
from kraft_core.config.properties import Properties
from kraft_core.node.formatting import (
    FormatRequest,
    first_records_text,
    parse_first_voters,
    plan_format,
    scram_records,
    standalone_voter,
)
from kraft_core.raft.consensus.values import Endpoint, VersionRange
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import bootstrap_records
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.meta_properties import decode_id, read_meta_properties
from kraft_wire.messages import FeatureLevelRecord, UserScramCredentialRecord
from kraft_wire.records.metadata_frame import decode_metadata_record

# -- the plan --------------------------------------------------------------------------------------

ID = "J8aAPcfLQt2bqs1JT_rMgQ"


@pytest.fixture
def process(tmp_path):
    def made(**more):
        values = {
            "process.roles": "controller",
            "node.id": "1",
            "listeners": "CONTROLLER://:9093",
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.bootstrap.servers": "localhost:9093",
            "log.dirs": f"{tmp_path}/a,{tmp_path}/b",
        } | {key.replace("_", "."): value for key, value in more.items()}
        return read_process(Properties(values))

    return made


def request(**more):
    return FormatRequest(cluster_id="c", **more)


def written(plan):
    return [(each.kind, each.path[-1]) for each in plan.write(0)]


def levels(plan):
    return {r.name: r.feature_level for r in plan.records if isinstance(r, FeatureLevelRecord)}


@pytest.mark.parametrize("host", ["", "0.0.0.0", "[::]"])  # noqa: S104
def test_standalone_never_writes_a_wildcard_into_the_voters(process, host):
    plan = plan_format(process(listeners=f"CONTROLLER://{host}:9093"), request(standalone=True))
    (voter,) = plan.directories[0].voters
    assert voter.endpoints[0].host == "localhost"  # as kafka-storage writes it


def test_standalone_plan_has_all_records(process, tmp_path):
    plan = plan_format(process(), request(standalone=True))
    assert plan.release == "4.4-IV2"
    assert list(levels(plan)) == [
        "metadata.version",
        "eligible.leader.replicas.version",
        "group.version",
        "share.version",
        "streams.version",
        "transaction.version",
    ]
    assert written(plan) == [("dynamic metadata voter directory", "a"), ("data directory", "b")]
    directory = LogDirectory.open(DiskFolder(tmp_path / "a"), node_id=1, cluster_id="c")
    history = directory.started().voter_history
    (voter,) = history.latest
    assert history.level == 1
    assert voter.key.directory_id == directory.meta.directory_id
    assert [(e.name, e.host, e.port) for e in voter.endpoints] == [
        ("CONTROLLER", "localhost", 9093)
    ]
    directory.close()
    for name in ("a", "b"):
        records = bootstrap_records(DiskFolder(tmp_path / name))
        assert [decode_metadata_record(each).message for each in records] == list(plan.records)
    other = read_meta_properties(DiskFolder(tmp_path / "b"))
    assert other.directory_id != directory.meta.directory_id


def test_initial_controller_gets_its_directory_id(process, tmp_path):
    asked = request(initial_controllers=f"1@h:1:{ID},2@h:2:p7OJ8tPzSFS4nUXxXrZoVA")
    written(plan_format(process(), asked))
    assert read_meta_properties(DiskFolder(tmp_path / "a")).directory_id == decode_id(ID)
    plan = plan_format(process(node_id="7", log_dirs=f"{tmp_path}/c"), asked)
    assert written(plan) == [("dynamic metadata directory", "c")]


def test_no_initial_controllers_and_static_voters(process, tmp_path):
    plan = plan_format(process(), request(no_initial_controllers=True))
    assert written(plan) == [("metadata directory", "a"), ("data directory", "b")]
    assert not (tmp_path / "a" / "__cluster_metadata-0").exists()
    static = process(controller_quorum_voters="1@h:1", log_dirs=f"{tmp_path}/c")
    assert written(plan_format(static, request())) == [("metadata directory", "c")]


def test_a_broker_needs_no_flag(process):
    broker = process(process_roles="broker", listeners="PLAINTEXT://:9092")
    assert len(plan_format(broker, request()).directories) == 2
    with pytest.raises(FormatError, match=r"You can only use --standalone on a controller"):
        plan_format(broker, request(standalone=True))


def test_features_and_releases(process):
    plan = plan_format(
        process(), request(standalone=True, release_version="4.0", features=["group.version=0"])
    )
    assert levels(plan) == {"metadata.version": 25, "transaction.version": 2}
    plan = plan_format(process(), request(standalone=True, features=["metadata.version=21"]))
    assert levels(plan) == {"metadata.version": 21}


def test_scram_needs_a_release_with_its_record(process):
    asked = ("SCRAM-SHA-256=[name=a,password=b]",)
    plan = plan_format(process(), request(standalone=True, scram=asked))
    assert isinstance(plan.records[-1], UserScramCredentialRecord)
    with pytest.raises(FormatError, match=r"3.5-IV2 or later"):
        plan_format(process(), request(standalone=True, scram=asked, release_version="3.4"))


def test_formatted_directory_is_not_changed(process, tmp_path):
    written(plan_format(process(log_dirs=f"{tmp_path}/a"), request(standalone=True)))
    before = read_meta_properties(DiskFolder(tmp_path / "a"))
    with pytest.raises(FormatError, match=r"/a is already formatted\. Use --ignore-formatted"):
        plan_format(process(), request(standalone=True))
    again = request(standalone=True, ignore_formatted=True)
    assert written(plan_format(process(), again)) == [("data directory", "b")]
    assert plan_format(process(), again).directories == ()
    assert read_meta_properties(DiskFolder(tmp_path / "a")) == before
    with pytest.raises(FormatError, match=r"Invalid cluster.id in: .* Expected d, but read c"):
        plan_format(process(), FormatRequest(cluster_id="d", standalone=True))
    with pytest.raises(FormatError, match=r"Stored node id 1 doesn't match previous node id 2"):
        plan_format(process(node_id="2"), again)


REFUSED = {
    "no flag": ({}, "you must specify one of the following: --standalone, --initial"),
    "feature": ({"features": ["x=1"]}, "Unsupported feature: x. Supported features are: elig"),
    "format": ({"features": ["x"]}, "Can't parse feature=level string x: equals sign not found"),
    "level": ({"features": ["x=y"]}, "unable to parse y as a short"),
    "unknown level": ({"features": ["group.version=9"]}, "No feature:group.version with feature"),
    "static level": ({"features": ["kraft.version=0"]}, "Cannot set kraft.version to 0 if"),
    "unstable": ({"features": ["metadata.version=34"]}, "4.5-IV0 is not yet stable"),
    "too high": ({"features": ["metadata.version=40"]}, "No MetadataVersion with feature level 40"),
    "twice": (
        {"features": ["metadata.version=20"], "release_version": "4.1"},
        "Use --release-version instead of --feature metadata.version=X",
    ),
    "depends": (
        {"features": ["eligible.leader.replicas.version=1"], "release_version": "3.3"},
        "could not be set to 1 because it depends on metadata.version level 23",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_of_a_plan(process, name, tmp_path):
    more, sentence = REFUSED[name]
    with pytest.raises(FormatError) as caught:
        plan_format(process(), request(standalone=name != "no flag", **more))
    assert sentence in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_refusals_of_a_static_quorum(process):
    static = process(controller_quorum_voters="1@h:1")
    with pytest.raises(
        FormatError, match=r"You cannot specify controller.quorum.voters and format"
    ):
        plan_format(static, request(standalone=True))
    with pytest.raises(FormatError, match=r"Cannot set kraft.version to 1 unless"):
        plan_format(static, request(features=["kraft.version=1"]))


def test_a_cluster_id_is_needed_and_a_folder_that_can_be_written(process, tmp_path):
    with pytest.raises(FormatError, match=r"cluster id is empty"):
        plan_format(process(), FormatRequest(cluster_id="", standalone=True))
    (tmp_path / "a").touch()
    with pytest.raises(FormatError, match=r"cannot be formatted"):
        plan_format(process(), request(standalone=True))


# -- the first voters ------------------------------------------------------------------------------

DIRECTORY_ID = "J8aAPcfLQt2bqs1JT_rMgQ"
OTHER = "p7OJ8tPzSFS4nUXxXrZoVA"


def test_voters_are_read():
    voters = parse_first_voters(f" 2@[::1]:2:{OTHER},1@host:9093:{DIRECTORY_ID},", "CONTROLLER")
    assert voters.ids == (1, 2)
    first, second = voters.get(1), voters.get(2)
    assert first.key.directory_id == decode_id(DIRECTORY_ID)
    assert first.endpoints == (Endpoint("CONTROLLER", "host", 9093),)
    assert first.kraft_range == VersionRange(0, 1)
    assert second.endpoints == (Endpoint("CONTROLLER", "::1", 2),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "1@host:1",
        f"@host:1:{DIRECTORY_ID}",
        f"x@host:1:{DIRECTORY_ID}",
        f"-1@host:1:{DIRECTORY_ID}",
        f"1@:1:{DIRECTORY_ID}",
        f"1@host:65536:{DIRECTORY_ID}",
        f"2147483648@host:1:{DIRECTORY_ID}",
        "1@host:1:short",
        "1@host:1:AAAAAAAAAAAAAAAAAAAAAQ",
        f"1@[::1:1:{DIRECTORY_ID}",
        f"1@a:1:{DIRECTORY_ID},1@b:2:{OTHER}",
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(FormatError):
        parse_first_voters(text, "CONTROLLER")


def test_standalone_voter_has_the_given_directory_and_endpoint():
    endpoint = Endpoint("C", "h", 1)
    voter = standalone_voter(7, bytes(range(16)), endpoint).get(7)
    assert (voter.key.directory_id, voter.endpoints) == (bytes(range(16)), (endpoint,))


@pytest.mark.parametrize(
    ("directory_id", "reason"),
    [
        ("AAAAAAAAAAAAAAAAAAAAAQ", "is a directory id that Kafka reserves; `random-uuid`"),
        ("AAAA", "is not a valid directory id; `random-uuid`"),
    ],
)
def test_directory_id_of_a_first_voter_that_cannot_be_used_says_why(directory_id, reason):
    with pytest.raises(FormatError, match=reason):
        parse_first_voters(f"1@h:1:{directory_id}", "C")


# -- SCRAM credentials -----------------------------------------------------------------------------


def scram_record(argument):
    (record,) = scram_records([argument], [])
    return record


def signed(*numbers):
    return bytes(number % 256 for number in numbers)


def test_the_keys_are_those_that_kafka_storage_wrote():
    record = scram_record(
        'SCRAM-SHA-256=[name=alice,salt="N3E=",iterations=4096,password=alice-secret]'
    )
    assert (record.name, record.mechanism, record.iterations) == ("alice", 1, 4096)
    assert record.salt == b"7q"
    assert record.stored_key == signed(
        *(-3, 40, -104, -70, -32, 74, 103, 108, 80, 96, 21, 70, 77, -23, -6, -115),
        *(39, -17, -124, 70, 66, 127, 13, -83, -4, 123, 34, 89, 21, 109, -107, 54),
    )
    assert record.server_key == signed(
        *(74, 72, -56, 1, -64, -34, -66, 116, -126, 90, -126, -78, -73, 74, 54, 16),
        *(23, 40, 100, -124, -89, -59, 37, -86, -13, 87, 11, 44, 61, 16, -45, -99),
    )


def test_the_server_signature_of_rfc_7677_follows_from_the_server_key():
    record = scram_record(
        "SCRAM-SHA-256=[name=user,password=pencil,salt=W22ZaJ0SNY7soEsUEjb6gQ==,iterations=4096]"
    )
    message = (
        "n=user,r=rOprNGfwEbeRWgbNEkqO,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
        "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
        "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
    )
    signature = hmac.digest(record.server_key, message.encode(), "sha256")
    assert base64.b64encode(signature) == b"6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def test_defaults_and_the_other_mechanism():
    first = scram_record("SCRAM-SHA-512=[name=a,password=b]")
    second = scram_record("SCRAM-SHA-512=[name=a,password=b]")
    assert (first.mechanism, first.iterations, len(first.stored_key)) == (2, 4096, 64)
    assert first.salt != second.salt


def test_a_salted_password_needs_its_salt():
    record = scram_record('SCRAM-SHA-256=[name=a,salt="N3E=",saltedpassword="YCE="]')
    assert len(record.server_key) == 32
    with pytest.raises(FormatError, match="'salt' with 'saltedpassword'"):
        scram_record('SCRAM-SHA-256=[name=a,saltedpassword="YCE="]')


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("foo", "^Failed to find equals sign in SCRAM argument$"),
        ("PLAIN=[]", "The add-scram mechanism PLAIN is not supported."),
        ("SCRAM-SHA-256=name", "start with \\["),
        ("SCRAM-SHA-256=[name", "end with \\]"),
        ("SCRAM-SHA-256=[name]", "No equals sign found in SCRAM component"),
        ("SCRAM-SHA-256=[password=x]", "You must supply 'name' to add-scram"),
        ("SCRAM-SHA-256=[name=a]", "one of 'password' or 'saltedpassword'"),
        ("SCRAM-SHA-256=[name=a,password=x,salt=?]", "Failed to decode given salt"),
        ("SCRAM-SHA-256=[name=a,password=x,iterations=x]", "Failed to parse iterations count: x"),
        ("SCRAM-SHA-256=[name=a,password=x,iterations=1]", ">= 4096 for .* SCRAM_SHA_256"),
        ("SCRAM-SHA-256=[name=a,password=x,iterations=16385]", "<= 16384"),
        ("SCRAM-SHA-256=[name=a,password=x,b=1,a=2]", "Unknown SCRAM configurations: what"),
        ("SCRAM-SHA-256=[name=a,b=1,a=2]", "one of 'password'"),
    ],
)
def test_refusals_of_scram_arguments(argument, sentence):
    with pytest.raises(FormatError, match=sentence):
        scram_record(argument)


@pytest.mark.parametrize(
    "argument",
    [
        "SCRAM-SHA-256:[name=a,password=SECRET]",
        "PLAIN=[name=a,password=SECRET]",
        "SCRAM-SHA-256=name=a,password=SECRET",
        "SCRAM-SHA-256=[name=a,password=SECRET",
        "SCRAM-SHA-256=[name=a,password=x,SECRET]",
        "SCRAM-SHA-256=[name=a,password=x,SECRET=y]",
        "SCRAM-SHA-256=[name=a,password=SECRET,salt=SECRET?]",
        "SCRAM-SHA-256=[name=a,salt=N3E=,saltedpassword=SECRET?]",
        "SCRAM-SHA-256=[name=a,password=SECRET,iterations=1]",
        "SCRAM-SHA-256=[password=SECRET]",
    ],
)
def test_no_refusal_of_a_credential_shows_its_secret(argument):
    with pytest.raises(FormatError) as refused:
        scram_record(argument)
    assert "SECRET" not in str(refused.value)


def test_passwords_go_to_the_credentials_without_one_in_their_order():
    arguments = [
        "SCRAM-SHA-256=[name=a,salt=N3E=]",
        "SCRAM-SHA-256=[name=b,salt=N3E=,password=b]",
        "SCRAM-SHA-256=[name=c,salt=N3E=]",
    ]
    found = scram_records(arguments, ["a", 'c, with "quotes" and a comma'])
    expected = scram_records(
        [f"SCRAM-SHA-256=[name={each},salt=N3E=,password={each}]" for each in "ab"], []
    )
    assert found[:2] == expected
    assert found[2].stored_key != found[0].stored_key


@pytest.mark.parametrize(
    ("passwords", "sentence"),
    [
        (["x"], r"has 1 line\(s\), but 2 of the 3"),
        (["x", "y", "z"], r"has 3 line\(s\), but 2 of the 3"),
        (["x", ""], "an empty line"),
        ([], "or --password-file"),
    ],
)
def test_each_credential_needs_its_password(passwords, sentence):
    arguments = [f"SCRAM-SHA-256=[name={each}]" for each in "ab"]
    with pytest.raises(FormatError, match=sentence):
        scram_records([*arguments, "SCRAM-SHA-256=[name=c,password=c]"], passwords)


# -- the first records as text ---------------------------------------------------------------------


def test_first_records_are_named_in_words_without_keys():
    """Divergence N56."""
    records = [
        FeatureLevelRecord(name="metadata.version", feature_level=30),
        FeatureLevelRecord(name="group.version", feature_level=1),
        scram_record("SCRAM-SHA-512=[name=alice,password=b]"),
    ]
    assert first_records_text(records) == (
        "The metadata log begins with: metadata.version 30 (4.3-IV0), group.version 1,"
        " SCRAM-SHA-512 keys of user alice."
    )

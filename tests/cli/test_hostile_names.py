"""Names of brokers, records and files cannot act on the terminal, whatever command prints them.

Divergence N55.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import kraft_core.cli
from kraft_core.cli.main import COMMANDS, run
from kraft_core.raft.quorum_state import ContestedEntry, QuorumState, encode_state
from kraft_wire.messages import (
    AccessControlEntryRecord,
    ApiVersionsRequest,
    ClientQuotaRecord,
    ConfigRecord,
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumRequest,
    RegisterBrokerRecord,
    TopicRecord,
    UpdateFeaturesRequest,
    UpdateFeaturesResponse,
    UserScramCredentialRecord,
    VoteRequest,
)
from kraft_wire.printable import printable
from kraft_wire.records import RecordBatchBuilder
from tests.admin.pretended import CONTROLLER, described, node, versions, voter
from tests.client.loopback import controller
from tests.support.record_batches import batch, metadata

HOSTILE = "a\x1b[2J\nERROR forged\r\x9b31m\u202eb\u2066\x07\x7f\u2028z"
"""Clears the screen, forges a line, colours (C1), turns words around, rings, breaks lines."""

NOT_WALKED = {
    "campaign": "prints simulated runs",
    "cluster-up": "prints the addresses of processes that it starts",
    "codegen": "prints schemas of the developer's own files",
    "dump-log": "standard output is byte-equal to Kafka's tool, which prints names as they are",
    "export": "prints numbers",
    "mock": "prints the addresses of brokers in its own process",
    "proxy": "prints messages as kraft wire trace does, through the same functions",
    "restore": "walked in test_restore, with logs of a group",
    "simulate": "prints simulated runs",
}
OWN_OUTPUT = {
    *("campaign.py", "simulate.py"),
    *("simulate_text.py", "codegen.py"),
}
"""Modules of commands in NOT_WALKED, with styles and progress of their own."""


def records():
    end = RegisterBrokerRecord.BrokerEndpoint(name=HOSTILE, host=HOSTILE, port=1)
    entity = ClientQuotaRecord.EntityData(entity_type="user", entity_name=HOSTILE)
    return [
        RegisterBrokerRecord(broker_id=1, end_points=(end,), rack=HOSTILE),
        TopicRecord(name=HOSTILE),
        ConfigRecord(resource_type=4, resource_name=HOSTILE, name=HOSTILE, value=HOSTILE),
        UserScramCredentialRecord(name=HOSTILE, mechanism=1, iterations=4096),
        AccessControlEntryRecord(
            resource_type=2, resource_name=HOSTILE, principal=HOSTILE, host=HOSTILE, operation=3
        ),
        ClientQuotaRecord(entity=(entity,), key=HOSTILE, value=1.0),
    ]


def assert_harmless(captured, *, says_it=True):
    text = captured.out + captured.err
    lines = text.replace("\t", " ").split("\n")
    assert [line for line in lines if not line.isprintable()] == []
    assert not any(line.lstrip().startswith("ERROR forged") for line in lines)
    if says_it:
        assert printable(HOSTILE).lower() in text.lower()


def hostile_node():
    broker = DescribeClusterResponse.DescribeClusterBroker(
        broker_id=1, host=HOSTILE, port=1, rack=HOSTILE
    )
    cluster = DescribeClusterResponse(cluster_id=HOSTILE, controller_id=1, brokers=[broker])
    quorum = described([voter(1, 42), voter(2, 40)])
    listener = type(quorum).Listener(name=HOSTILE, host=HOSTILE, port=1)
    quorum = quorum.replace(
        nodes=[type(quorum).Node(node_id=1, listeners=[listener])],
        unknown_tagged_fields=encode_state(
            QuorumState((ContestedEntry(1, HOSTILE, (HOSTILE, HOSTILE)),))
        ),
    )
    api = versions(CONTROLLER)
    feature = type(api).SupportedFeatureKey(name=HOSTILE, min_version=0, max_version=1)
    api = api.replace(supported_features=[*api.supported_features, feature])
    update = UpdateFeaturesResponse(error_code=42, error_message=HOSTILE)
    answers = {
        DescribeClusterRequest: cluster,
        DescribeQuorumRequest: quorum,
        ApiVersionsRequest: api,
        UpdateFeaturesRequest: update,
    }
    return node(answers, served=CONTROLLER)


def test_text_is_escaped_as_json_does_it_and_plain_text_stays():
    assert printable("plain, Größe 3 名前") == "plain, Größe 3 名前"
    assert printable("\x1b[2J\n\u202e\x9b\U000e0001") == "\\u001b[2J\\n\\u202e\\u009b\\udb40\\udc01"
    assert json.loads(f'"{printable(HOSTILE)}"') == HOSTILE


@pytest.mark.parametrize(
    "arguments",
    [
        ("cluster", "cluster-id", "-C", "ADDRESS"),
        ("cluster", "list-endpoints", "-C", "ADDRESS"),
        ("cluster", "list-endpoints", "-C", "ADDRESS", "--json"),
        ("features", "-C", "ADDRESS", "describe"),
        ("features", "-C", "ADDRESS", "describe", "--json"),
        ("features", "-C", "ADDRESS", "upgrade", "--feature", "kraft.version=1"),
        ("metadata-quorum", "-C", "ADDRESS", "describe", "--status"),
        ("metadata-quorum", "-C", "ADDRESS", "describe", "--status", "--json"),
        ("metadata-quorum", "-C", "ADDRESS", "describe", "--replication"),
        ("backup", "ADDRESS", "--to", "FOLDER"),
        ("quorum", "-C", "ADDRESS", "plan", "--voters", "1"),
        ("quorum", "-C", "ADDRESS", "plan", "--voters", "1", "--json"),
        ("status", "ADDRESS"),
        ("status", "ADDRESS", "--json"),
    ],
    ids=" ".join,
)
def test_answers_of_a_hostile_node(arguments, tmp_path, capsys):
    with hostile_node() as peer:
        place = {"ADDRESS": peer.address, "-C": "--bootstrap-controller"}
        place["FOLDER"] = str(tmp_path / "backup")
        arguments = [place.get(each, each) for each in arguments]
        try:
            run(arguments)
        except SystemExit:
            assert arguments[0] in {"status", "backup", "quorum"}
    # the table of replicas has ids and offsets alone; this peer refuses to be copied
    says_it = arguments[0] != "backup" and "--replication" not in arguments
    assert_harmless(capsys.readouterr(), says_it=says_it)


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_tail_of_hostile_records(form, capsys):
    with controller() as (leader, where):
        for offset, each in enumerate(records(), 3):
            leader.append(batch(offset, 1, [metadata(each)]))
        leader.commit()
        assert run(["tail", where, "--from-start", "--until-current", *form]) == 0
    assert_harmless(capsys.readouterr())


def test_story_of_hostile_records(tmp_path, capsys):
    builder = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1)
    for each in records():
        builder.append(0, *metadata(each))
    folder = tmp_path / f"log{HOSTILE.replace('/', '')}"
    folder.mkdir()
    (folder / "00000000000000000000.log").write_bytes(builder.build())
    assert run(["story", "--all", str(folder)]) == 0
    assert_harmless(capsys.readouterr())


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_explain_escapes_hostile_message(form, capsys):
    data = VoteRequest(cluster_id=HOSTILE).encode(2)
    asked = ["wire", "explain", "--message", "VoteRequest", "--version", "2", data.hex(), *form]
    assert run(asked) == 0
    assert_harmless(capsys.readouterr())


def properties(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    escaped = HOSTILE.encode("unicode_escape").decode()
    escaped = escaped.replace("\\x", "\\u00")
    (data / "meta.properties").write_text(f"version=1\nnode.id=1\ncluster.id={escaped}\n")
    file = tmp_path / "controller.properties"
    lines = {
        "process.roles": "controller",
        "node.id": "1",
        "listeners": "CONTROLLER://127.0.0.1:0",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.bootstrap.servers": "127.0.0.1:1",
        "log.dirs": str(data),
    }
    file.write_text("".join(f"{key}={value}\n" for key, value in lines.items()))
    return str(file)


@pytest.mark.parametrize(
    "arguments",
    [
        ("storage", "info", "-c"),
        ("storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c"),
        ("start", "--check"),
        ("doctor",),
    ],
    ids=" ".join,
)
def test_hostile_meta_properties(arguments, tmp_path, capsys):
    try:
        run([*arguments, properties(tmp_path)])
    except SystemExit:
        assert arguments == ("doctor",)
    assert_harmless(capsys.readouterr(), says_it=arguments != ("doctor",))


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_survey_escapes_hostile_directory(form, tmp_path, capsys):
    properties(tmp_path)
    folder = (tmp_path / "data").rename(tmp_path / f"data{HOSTILE}")
    (folder / "__cluster_metadata-0").mkdir()
    with pytest.raises(SystemExit):
        run(["recover", "survey", str(folder), *form])
    assert_harmless(capsys.readouterr())


def test_every_command_is_walked_here_or_has_a_reason_not_to_be():
    source = Path(__file__).read_text(encoding="utf-8")
    walked = {name for name in COMMANDS if f'"{name}", ' in source or f'("{name}",' in source}
    assert walked | set(NOT_WALKED) == set(COMMANDS)
    assert not walked & set(NOT_WALKED)


def test_commands_print_through_the_one_function():
    found = set()
    for path in Path(kraft_core.cli.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {
                *("click.echo", "click.secho", "print"),
            }:
                found.add(path.name)
    assert found - OWN_OUTPUT == {"output.py"}

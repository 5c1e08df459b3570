"""The samples of docs/testing.md."""

from __future__ import annotations

import inspect
import json
import re
import ssl
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from kraft_core import testing
from kraft_core.testing import (
    KafkaProxy,
    KraftQuorum,
    MockCluster,
    MockVoter,
    UnfiredRuleError,
    plugin,
)
from kraft_core.testing.models import MODELS
from kraft_core.testing.rule_files import add_rule, rules_of_toml, table_of_words
from kraft_wire.sasl import ScramClient, scram_tokens
from tests.testing.asking import Asking, batch, metadata, produce

PAGE = (Path(__file__).parents[2] / "docs" / "testing.md").read_text(encoding="utf-8")
FIRST, RULES, LOADED, FIXTURE, BARRIERS, SECURED, PROXY, QUORUM, VOTER = re.findall(
    r"```python\n(.*?)```", PAGE, re.DOTALL
)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of kafka-python's own imports
def test_first_test_passes():
    pytest.importorskip("kafka", reason="kafka-python is not installed: run make mock-clients")
    names = {}
    exec(FIRST, names)  # noqa: S102
    names["test_record_is_sent_again_after_the_leader_has_moved"]()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_first_test_with_a_mistake_fails_with_the_sentence_of_the_page():
    pytest.importorskip("kafka", reason="kafka-python is not installed: run make mock-clients")
    names = {}
    exec(FIRST.replace("partition=1).get", "partition=0).get"), names)  # noqa: S102
    with pytest.raises(AssertionError) as failed:
        names["test_record_is_sent_again_after_the_leader_has_moved"]()
    [sentence] = failed.value.__notes__
    assert f"\n{sentence}\n```" in PAGE


@pytest.fixture
def mock():
    made = MockCluster()
    yield made
    made.close()


def test_every_rule_of_the_page_can_be_made(mock):
    exec(RULES, {"mock": mock})  # noqa: S102
    assert len(mock._rules._rules) == len(RULES.splitlines())


def test_rules_in_toml_and_in_one_line_can_be_made(mock):
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    first, second = [add_rule(mock, each) for each in rules_of_toml(text)]
    [line] = re.findall(r'--rule "(.*?)"', PAGE)
    assert str(add_rule(mock, table_of_words(line))) == str(first)
    assert second.versions == (4, 11)


def test_plugin_and_fixtures_are_named_as_they_are(mock):
    assert f'pytest_plugins = ["{plugin.__name__}"]\n' == LOADED
    assert "def test_consumer_commits_again(kafka_mock)" in FIXTURE
    table = PAGE.split("| Fixture |")[1].split("\n\n")[0]
    named = re.findall(r"^\| `(\w+)`", table, re.MULTILINE)
    assert {type(getattr(plugin, name)) for name in named} == {type(plugin.kafka_mock)}
    loaded, _, _, marker, *function = FIXTURE.splitlines()
    assert loaded == "import pytest"
    assert marker.startswith("@pytest.mark.kafka_mock(")
    names = {"run_the_consumer": lambda servers: None}
    exec("\n".join(function), names)  # noqa: S102
    names["test_consumer_commits_again"](mock)
    assert len(mock.unfired()) == 1


@pytest.mark.parametrize(
    "name", ["MockCluster", "KafkaProxy", "KraftQuorum", "MockVoter", "MockController"]
)
def test_signature_of_the_page_has_every_parameter_and_its_default(name):
    calls = re.findall(rf"^(?:\* )?`{name}\(([^`]+)\)`", PAGE, re.MULTILINE)
    [shown] = [call for call in calls if "=None" in call]
    parameters = inspect.signature(getattr(testing, name)).parameters.values()
    expected = [
        one.name if one.default is one.empty else f"{one.name}={one.default!r}"
        for one in parameters
    ]
    assert re.split(r",\s+", shown.replace('"', "'")) == expected


def test_sample_of_a_quorum_moves_the_leadership():
    asked = []
    exec(QUORUM, {"KraftQuorum": KraftQuorum, "run_the_program": asked.append})  # noqa: S102
    assert len(asked[0].split(",")) == 3


def test_sample_of_scripted_voters_replaces_the_log_of_a_controller():
    started = []

    def run(voters):
        _, *others = voters.split(",")
        started.append(KraftQuorum(1, cluster_id=names["CLUSTER"], others=others))
        names["MINE"] = started[0].initial_controllers.split(",")[0]
        names["MY_ADDRESS"] = started[0].addresses[1]

    names = {
        "MockVoter": MockVoter,
        "CLUSTER": "a-cluster-of-ours-0000",
        "MINE": "not known yet",
        "run_my_controller": run,
    }
    exec(VOTER, names)  # noqa: S102
    started[0].close()


def test_rules_of_the_proxy_sample_can_be_made():
    names = {"KafkaProxy": KafkaProxy, "run_the_program": lambda servers: None}
    with pytest.raises(UnfiredRuleError) as unfired:
        exec(PROXY, names)  # noqa: S102
    assert len(str(unfired.value).splitlines()) == 2


def test_barriers_are_named_as_they_are(mock):
    names = set(re.findall(r"mock\.(\w+)", PAGE))
    assert names <= set(dir(mock))
    assert set(re.findall(r"proxy\.(\w+)", PAGE)) <= set(dir(KafkaProxy))
    assert {"arrived", "release"} <= set(re.findall(r"\.(\w+)\(", BARRIERS))


def test_every_modelled_api_is_in_the_table():
    table = PAGE.split("## What is modelled")[1].split("## Clients")[0]
    named = set(re.findall(r"\b[A-Z]\w+", table))
    assert set(MODELS) <= named


def test_page_names_every_release():
    offered = re.search(r"as those of the release do: (.*?)\.\n? *`versions", PAGE, re.DOTALL)[1]
    table = json.loads((Path(testing.__file__).parent / "releases.json").read_text())
    assert re.findall(r"\d+\.\d+", offered) == list(table)


def test_clients_of_the_page_are_those_of_the_tests():
    clients = import_module("tests.testing.test_clients")
    shown = {"confluent_kafka": "confluent-kafka", "kafka": "kafka-python", "aiokafka": "aiokafka"}
    for each in (clients.Librdkafka, clients.KafkaPython, clients.AioKafka):
        assert shown[each.module] in PAGE
    assert f"releases {', '.join(clients.RELEASES[:-1])} and {clients.RELEASES[-1]}" in PAGE


def test_sample_of_tls_and_sasl_logs_in_and_produces():
    def run_the_program(servers, *, ca_file, user, password):
        tls = ssl.create_default_context(cafile=ca_file)
        first = SimpleNamespace(bootstrap_servers=servers)
        with Asking(first, tls=tls) as asking:
            tokens = scram_tokens(ScramClient("SCRAM-SHA-256", user, password))
            asking.log_in("SCRAM-SHA-256", tokens)
            asking.ask(metadata("t"), 12)
            asking.ask(produce("t", 0, batch(b"v")), 9)

    exec(SECURED, {"MockCluster": MockCluster, "run_the_program": run_the_program})  # noqa: S102

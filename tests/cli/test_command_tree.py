"""What holds of every command: help with an example that parses, errors, output, environment."""

from __future__ import annotations

import json
import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kraft_core.cli.admin_connection import Connection
from kraft_core.cli.main import COMMANDS, kraft, run
from tests.admin.pretended import CLUSTER_ID, FORWARDED, node

FULL = Path("/dev/full")
ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "ARCHITECTURE.md", *ROOT.glob("docs/**/*.md")])
VARIABLES = ("KRAFT_BOOTSTRAP_SERVER", "KRAFT_BOOTSTRAP_CONTROLLER", "KRAFT_COMMAND_CONFIG")


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def tree(command, path, parent=None):
    """A command and all below it, with their contexts."""
    context = click.Context(command, info_name=path[-1], parent=parent)
    yield pytest.param(path, command, context, id=" ".join(path))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from tree(command.get_command(context, name), (*path, name), context)


ALL = list(tree(kraft, ("kraft",)))


def examples(text):
    """The command lines of `kraft` in a help text; a backslash continues a line."""
    for line in text.replace("\\\n", " ").splitlines():
        words = line.strip().removeprefix("Example: ").removeprefix("Examples: ")
        if "| kraft " in words:
            words = f"kraft {words.split('| kraft ')[1]}"
        if words.startswith("kraft "):
            yield shlex.split(words.split(" | ")[0].split(" > ")[0])


def test_the_tree_is_walked_whole():
    names = {parameter.values[0][1] for parameter in ALL if len(parameter.values[0]) > 1}
    assert names == set(COMMANDS)
    assert len(ALL) >= 36


@pytest.mark.parametrize(("path", "command", "context"), ALL)
def test_help_has_an_example_that_parses(path, command, context, capsys):
    assert run([*path[1:], "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Usage: kraft")
    assert "Example" in text
    given = [words for words in examples(command.epilog or "") if called(words, path)]
    assert given, f"no example of {' '.join(path)}"
    for words in given:
        parse(words)


def commands_of(document):
    """The command lines in the code blocks of a document."""
    blocks = re.findall(
        r"^```\w*\n(.*?)^```", document.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    for block in blocks:
        text = re.sub(r" *\\\n *", " ", block)
        # a quoted word that goes on in the next lines
        text = re.sub(
            r"^\$ [^'\n]*'[^']*'",
            lambda match: re.sub(r"\n *", " ", match[0]),
            text,
            flags=re.MULTILINE,
        )
        for line in text.splitlines():
            words = re.sub(r" {2,}\S.*| #.*", "", line.strip().removeprefix("$ "))
            words = re.sub(r"\$\([^)]*\)", "VALUE", words)
            if re.match(r"kraft [a-z]|echo .*\| kraft ", words) and "..." not in words:
                yield from examples(words)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_in_documents_parse(document):
    for words in commands_of(document):
        parse(words)


def test_commands_are_found_in_documents():
    assert len(list(commands_of(ROOT / "README.md"))) >= 1
    assert sum(1 for document in DOCUMENTS for _ in commands_of(document)) > 40


def test_a_command_with_an_unknown_option_does_not_parse(tmp_path):
    document = tmp_path / "page.md"
    document.write_text("```\nkraft tail localhost:9093 --from-stat    follow it\n```\n")
    (words,) = commands_of(document)
    with pytest.raises(click.NoSuchOption):
        parse(words)


def called(words, path):
    """Whether an example calls that command, options of its groups aside."""
    rest = iter(words)
    return all(name in rest for name in path)


def parse(words):
    """Parse a command line as far as its command, and do not run it."""
    command, arguments, parent = kraft, words[1:], None
    while True:
        try:
            context = command.make_context(command.name, list(arguments), parent=parent)
        except click.BadParameter as error:
            assert "does not exist" in error.message  # noqa: PT017  # a file that a user has
            return
        if not isinstance(command, click.Group):
            return
        rest = [*context._protected_args, *context.args]
        if not rest and command.invoke_without_command:
            return
        _, command, arguments = command.resolve_command(context, rest)
        parent = context


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["storage", "info", "-c", "none", "--json"], "failed"),
        (["storage", "info", "--json"], "usage"),
        (["cluster", "cluster-id", "--json"], "usage"),
        (["wire", "list", "--json", "--no-such-option"], "usage"),
    ],
)
def test_errors_are_json_where_json_was_asked_for(capsys, arguments, kind):
    assert run(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    error = json.loads(err)["error"]
    assert error["kind"] == kind
    assert run([each for each in arguments if each != "--json"]) == 1
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert text.rstrip("\n").partition(" Usage: ")[0].removesuffix(".") == (
        f"kraft: {error['message']}".removesuffix(".")
    )
    assert (" Usage: kraft " in text) == (kind == "usage")


def test_json_behind_two_dashes_is_no_option(capsys):
    assert run(["wire", "explain", "--", "--json"]) == 1
    assert capsys.readouterr().err.startswith("kraft: ")


def as_process(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "kraft_core.cli", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


@pytest.mark.skipif(not FULL.exists(), reason="Linux has /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["storage", "random-uuid"],
        ["wire", "list"],
        ["--version"],
        ["storage", "version-mapping"],
    ],
    ids=" ".join,
)
def test_full_standard_output_is_reported_in_one_line(arguments):
    with FULL.open("w") as full:
        ended = as_process(*arguments, stdout=full)
    assert ended.stderr == "kraft: Cannot write to standard output: No space left on device.\n"
    assert ended.returncode == 1


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize(
    "arguments",
    [
        ["codegen", "generate", "--specs", "specs", "--out", "full", "--package", "p"],
        ["codegen", "import", "specs", "--into", "full"],
        ["simulate", "--seed", "17", "--storage", "full"],
        ["simulate", "--seed", "17", "--html", "full"],
    ],
    ids=lambda arguments: " ".join(arguments[:4]),
)
def test_full_disk_is_reported_with_the_path(tmp_path, arguments):
    (tmp_path / "specs").mkdir()
    fields = [{"name": f"F{number}", "type": "int8", "versions": "0+"} for number in range(9)]
    schema = {"type": "data", "name": "X", "validVersions": "0", "flexibleVersions": "0+"}
    (tmp_path / "specs" / "X.json").write_text(json.dumps({**schema, "fields": fields}))
    pipe = subprocess.PIPE
    ended = as_process(*arguments, stdout=pipe, cwd=tmp_path, preexec_fn=limit_files)
    assert ended.stderr.startswith("kraft: full")
    assert ended.stderr.endswith(": File too large\n")
    assert ended.stderr.count("\n") == 1
    assert ended.returncode == 1


@pytest.mark.skipif(not FULL.exists(), reason="Linux has /dev/full")
def test_full_standard_output_is_json_where_json_was_asked_for():
    with FULL.open("w") as full:
        ended = as_process("wire", "list", "--json", stdout=full)
    assert json.loads(ended.stderr)["error"]["message"].startswith("Cannot write")


def test_closed_standard_output_is_no_traceback():
    ended = subprocess.run(
        ["/bin/sh", "-c", f"{shlex.quote(sys.executable)} -m kraft_core.cli wire list >&-"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in ended.stderr


def test_addresses_and_config_come_from_the_environment(monkeypatch, capsys, tmp_path):
    config = tmp_path / "admin.properties"
    config.write_text("client.id=from-the-environment\n")
    monkeypatch.setenv("KRAFT_COMMAND_CONFIG", str(config))
    with node() as peer:
        monkeypatch.setenv("KRAFT_BOOTSTRAP_CONTROLLER", peer.address)
        assert run(["cluster", "cluster-id"]) == 0
        assert capsys.readouterr().out == f"Cluster ID: {CLUSTER_ID}\n"
        assert run(["features", "describe"]) == 0
        capsys.readouterr()
    with node(served=FORWARDED) as peer:
        # an address that is given wins over both variables
        assert run(["cluster", "cluster-id", "--bootstrap-server", peer.address]) == 0
        assert capsys.readouterr().out == f"Cluster ID: {CLUSTER_ID}\n"
    monkeypatch.setenv("KRAFT_COMMAND_CONFIG", str(tmp_path / "none"))
    assert run(["cluster", "cluster-id"]) == 1
    assert "none" in capsys.readouterr().err


def test_variables_that_are_empty_or_exclude_each_other(monkeypatch):
    nothing = dict.fromkeys(("bootstrap_server", "bootstrap_controller", "command_config"))
    monkeypatch.setenv("KRAFT_BOOTSTRAP_SERVER", "")
    assert Connection.of(**nothing) == Connection(None, None, None)
    monkeypatch.setenv("KRAFT_BOOTSTRAP_SERVER", "b:1")
    assert Connection.of(**nothing) == Connection("b:1", None, None)
    monkeypatch.setenv("KRAFT_BOOTSTRAP_CONTROLLER", "c:1")
    with pytest.raises(click.UsageError, match="exclude each other"):
        Connection.of(**nothing)
    given = nothing | {"bootstrap_controller": "d:1"}
    assert Connection.of(**given) == Connection(None, "d:1", None)


@pytest.mark.parametrize("command", ["tail", "status"])
def test_addresses_of_an_argument_come_from_the_environment(command, monkeypatch, capsys):
    monkeypatch.setenv("KRAFT_BOOTSTRAP_CONTROLLER", "no port")
    assert run([command]) == 1
    assert "'no port'" in capsys.readouterr().err
    assert run([command, "none either"]) == 1
    assert "'none either'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["status", "tail"])
def test_commands_without_an_address_name_the_variable(name, capsys, monkeypatch):
    monkeypatch.delenv("KRAFT_BOOTSTRAP_CONTROLLER", raising=False)
    assert run([name]) == 1
    sentence = "no address given: specify HOST:PORT of a controller, or set"
    assert f"kraft: {sentence} KRAFT_BOOTSTRAP_CONTROLLER" in capsys.readouterr().err

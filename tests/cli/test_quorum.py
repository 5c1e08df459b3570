"""`kraft quorum`: what it prints and ends with, and which plans it does not take."""

from __future__ import annotations

import io
import json

import pytest

from kraft_core.cli.main import run
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.plans.membership import plan, replacement
from kraft_core.operations.plans.plan_files import PlanFileError, from_json, to_json
from kraft_core.operations.reports import PendingChange, ReplicaReport
from kraft_wire.messages import AddRaftVoterRequest, DescribeQuorumRequest, RemoveRaftVoterRequest
from kraft_wire.primitives import Uuid
from tests.admin.pretended import described, node, voter
from tests.operations import reports

ADDRESS = "127.0.0.1:1"


def key(node_id):
    return ReplicaId(node_id, str(Uuid(bytes([node_id]) * 16)))


def entry(node_id, **more):
    given = reports.replica(node_id, **more)
    return ReplicaReport(key(node_id), given.log_end, given.last_fetch_ms, given.last_caught_up_ms)


def seen():
    """Voters 1, 2 and 3, and an observer 4."""
    description = reports.described(
        ReplicaReport(key(1), 110, reports.NOW_MS, reports.NOW_MS),
        entry(2),
        entry(3),
        observers=[entry(4)],
    )
    registered = {each: reports.address(each) for each in range(1, 5)}
    answering = [
        reports.node(
            each,
            state=reports.state(each, key=key(each)),
            joins_alone=False,
            **(
                {
                    "description": description,
                    "registered": registered,
                    "pending": PendingChange(),
                }
                if each == 1
                else {}
            ),
        )
        for each in range(1, 5)
    ]
    return reports.view(answering)


def made():
    return plan(seen(), replacement(seen(), 3, 4))


@pytest.fixture
def document():
    return to_json(made())


def changed(document, **values):
    """A copy of the document with other values; `steps_0_port` is a place inside."""
    found = json.loads(json.dumps(document))
    for path, value in values.items():
        *places, last = [int(each) if each.isdigit() else each for each in path.split("__")]
        at = found
        for place in places:
            at = at[place]
        at[last] = value
    return json.dumps(found)


def test_a_plan_has_a_stable_form(document):
    assert list(document) == [
        *("version", "cluster_id", "at_ms", "ready", "reason", "possible", "unsafe", "seen"),
        *("goal", "findings", "steps"),
    ]
    assert document["version"] == 1
    assert document["ready"] is True
    assert document["reason"] is None
    assert document["seen"]["voters"][0] == {
        "node_id": 1,
        "directory_id": key(1).directory_id,
    }
    assert document["steps"][0] == {
        "action": "add",
        "node_id": 4,
        "directory_id": key(4).directory_id,
        "endpoints": [{"name": "CONTROLLER", "host": "h", "port": 9004}],
        "is_leader": False,
        "tolerance": 1,
        "ready": True,
        "reason": None,
        "findings": [],
    }


def test_a_plan_is_read_back(document):
    found = from_json(json.dumps(document))
    assert found.states == made().states
    assert [each.change for each in found.steps] == [each.change for each in made().steps]
    assert found.steps[0].endpoints == made().steps[0].endpoints
    assert found.cluster_id == "C"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"version": 2}, r"another version of kraft \(the file has version 2, .* version 1\): run"),
        ({"version": None}, "version None"),
        ({"cluster_id": 7}, "not a valid plan"),
        ({"goal": []}, "the steps do not lead to the goal"),
        ({"steps": []}, "the steps do not lead to the goal"),
        ({"steps__0__action": "remove"}, "the step to remove node 4"),
        ({"steps__0__action": "destroy"}, "not a valid plan"),
        ({"steps__0__endpoints": []}, "has no endpoint"),
        ({"steps__0__endpoints__0__port": 0}, "not a valid plan"),
        ({"steps__0__endpoints__0__port": "9093"}, "not a valid plan"),
        ({"steps__0__node_id": -1}, "not a valid plan"),
        ({"steps__0__node_id": True}, "not a valid plan"),
        ({"steps__0__directory_id": "x"}, "not a valid plan"),
        ({"steps__0__directory_id": None}, "not a valid plan"),
        ({"seen__voters": [{}] * 201}, "a list of 201 entries"),
        ({"seen": []}, "not a valid plan: a value has the wrong type$"),
        ({"seen": {}}, "not a valid plan: the field 'voters' is missing$"),
        ({"at_ms": 10**30}, "not a valid plan"),
    ],
)
def test_a_damaged_plan_is_refused(document, values, text):
    with pytest.raises(PlanFileError, match=text):
        from_json(changed(document, **values))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "{" * 100_000, "7", "x" * (1 << 21)])
def test_other_files_are_no_plans(text):
    with pytest.raises(PlanFileError):
        from_json(text)


def ask(capsys, *arguments, at=ADDRESS):
    try:
        code = run(["quorum", "--bootstrap-controller", at, *arguments])
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("plan",), "specify --voters, replace or move"),
        (("plan", "--voters", "a"), "invalid node 'a'; expected ID or ID@HOST:PORT"),
        (("plan", "--voters", ""), "invalid node ''"),
        (("plan", "--voters", "1,1"), "duplicate node id 1"),
        (("plan", "--voters", "4@c4"), "'c4' is not a valid HOST:PORT"),
        (("plan", "--voters", "99999999999"), "invalid node"),
        (("plan", "--voters", "2147483648"), "invalid node"),
        (("plan", "--voters", "1", "replace", "3"), "place the options after replace"),
        (("plan", "replace", "x"), "Invalid value for 'ID'"),
        (("plan", "replace", "3", "--with", "x"), "invalid node 'x'"),
        (("plan", "move", "3"), "Missing option '--to'"),
        (("plan", "move", "3", "--to", "h"), "'h' is not a valid HOST:PORT"),
        (("plan", "move", "3", "--to", "h:1,i:1"), "--to must be a single HOST:PORT"),
        (("apply", "no-such-file"), "no-such-file cannot be read: No such file or directory"),
        (("apply", "."), ". cannot be read: Is a directory"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(capsys, arguments, sentence):
    code, out, err = ask(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"kraft: {sentence}")
    assert err.count("\n") == 1


def test_an_address_is_needed(capsys, monkeypatch):
    monkeypatch.delenv("KRAFT_BOOTSTRAP_CONTROLLER", raising=False)
    assert run(["quorum", "plan", "--voters", "1"]) == 1
    assert capsys.readouterr().err == "kraft: specify --bootstrap-controller\n"


def test_a_file_that_is_no_plan_is_refused(capsys, tmp_path):
    path = tmp_path / "plan.json"
    path.write_bytes(b"\xff\xfe")
    assert ask(capsys, "apply", str(path))[2] == f"kraft: {path} is not a plan: it is not text\n"
    path.write_text("{}")
    code, _, err = ask(capsys, "apply", str(path))
    assert (code, err) == (1, "kraft: the file is not a plan of kraft quorum plan\n")


def test_a_quorum_that_does_not_answer_refuses_a_plan(capsys, tmp_path):
    path = tmp_path / "plan.json"
    code, out, err = ask(capsys, "plan", "--voters", "1", "--output", str(path))
    assert (code, err) == (1, "")
    assert "ERROR leader-needed: No leader with a high watermark answered" in out
    assert not path.exists()


def test_a_plan_of_another_cluster_is_not_applied(capsys, tmp_path, document):
    path = tmp_path / "plan.json"
    path.write_text(changed(document, steps__0__endpoints__0__host="127.0.0.1"))
    answers = {DescribeQuorumRequest: described([voter(1, 41)])}
    with node(answers) as peer:
        code, out, err = ask(capsys, "apply", str(path), at=peer.address)
        form = json.loads(ask(capsys, "apply", str(path), "--json", at=peer.address)[1])
        assert peer.asked(AddRaftVoterRequest) == peer.asked(RemoveRaftVoterRequest) == []
    assert (code, err) == (1, "")
    assert out.startswith("the quorum, stopped\nERROR plan-of-another-cluster: ")
    assert (form["event"], form["ready"]) == ("stopped", False)
    assert form["findings"][0]["id"] == "plan-of-another-cluster"
    assert form["reason"].startswith("The plan is for cluster C; ")


def test_a_plan_is_applied_from_standard_input(capsys, monkeypatch):
    """`kraft quorum plan ... --json | kraft quorum apply - --wait` is one line."""
    with node({DescribeQuorumRequest: described([voter(1, 41)])}) as peer:
        made = ask(capsys, "plan", "--voters", "1", "--json", at=peer.address)[1]
        monkeypatch.setattr("sys.stdin", io.StringIO(made))
        code, out, err = ask(capsys, "apply", "-", "--wait", at=peer.address)
    assert (code, err) == (0, "")
    assert out == "The voters are 1.\n"


def test_an_unsafe_plan_has_its_own_exit_code(capsys, tmp_path):
    """Voter 2 has never fetched, so one of two voters is not a majority."""
    path = tmp_path / "plan.json"
    voters = [voter(1, 41), voter(2, -1, directory_id=Uuid(bytes(15) + b"\2"))]
    with node({DescribeQuorumRequest: described(voters)}) as peer:
        code, out, _ = ask(capsys, "plan", "--voters", "1", "--output", str(path), at=peer.address)
    assert code == 3, out
    assert "ERROR majority-missing: Now, 1 of 2 voters fetch, and a majority is 2." in out
    assert not path.exists()


def test_plan_is_empty_if_the_voters_are_already_the_goal(capsys):
    with node({DescribeQuorumRequest: described([voter(1, 41)])}) as peer:
        code, out, _ = ask(capsys, "plan", "--voters", "1", at=peer.address)
    assert code == 0
    assert out.splitlines()[1:] == [
        "  now    voters 1; survives no failure",
        "Nothing needs to be done.",
    ]

from __future__ import annotations

import json
import subprocess
from io import BytesIO

import pytest

from codegen.python.output import generate
from kraft_core.cli.wire import convert_line, convert_stream
from kraft_wire import errors
from kraft_wire.messages import VoteResponse, kafka_messages
from tests.support.wire_command import program, wire_runner

VOTE = {"errorCode": 0, "topics": []}


@pytest.fixture
def kraft(monkeypatch, capfd):
    return wire_runner(monkeypatch, capfd)


def _converted(kraft, *lines):
    given = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    code, out, err = kraft("convert", given=given)
    assert err == ""
    return code, [json.loads(line) for line in out.splitlines()]


def test_convert_goes_both_ways_and_keeps_every_key(kraft):
    given = {"id": 7, "message": "VoteResponse", "note": {"a": [1.50, None]}, "version": 0}
    code, lines = _converted(kraft, given | {"json": VOTE}, given | {"hex": "00000100"})
    assert code == 0
    assert lines == [given | {"json": VOTE, "hex": "00000100"}] * 2
    assert list(lines[0]) == [*given, "json", "hex"]
    assert list(lines[1]) == [*given, "hex", "json"]


def test_input_line_is_echoed_unchanged(kraft):
    line = (
        '{ "version":0,"message" : "VoteResponse", "big":1e400, "x":1.10, "hex":"0000\\u0030100" }'
    )
    code, out, _ = kraft("convert", given=line + "\n")
    assert code == 0
    assert out == line[:-2] + ', "json": {"errorCode": 0, "topics": []}}\n'


def test_upper_case_digits_are_taken(kraft):
    code, (line,) = _converted(kraft, {"message": "VoteResponse", "version": 0, "hex": "FFFF0100"})
    assert (code, line["json"]["errorCode"], line["hex"]) == (0, -1, "FFFF0100")


def test_blank_lines_are_skipped_and_the_last_needs_no_end(kraft):
    line = json.dumps({"message": "VoteResponse", "version": 0, "hex": "00000100"})
    code, out, _ = kraft("convert", given=f"\n  \n{line}\r\n\n\t\n{line}")
    assert code == 0
    assert len(out.splitlines()) == 2
    assert kraft("convert", given="\n\n")[:2] == (0, "")
    assert kraft("convert")[:2] == (0, "")


def test_unknown_tags_are_counted_in_all_structures(kraft):
    tags = ((5, b"a"),)
    partition = VoteResponse.PartitionData(unknown_tagged_fields=tags)
    topic = VoteResponse.TopicData(partitions=(partition,) * 2, unknown_tagged_fields=tags)
    message = VoteResponse(topics=(topic,), unknown_tagged_fields=tags)
    given = {"message": "VoteResponse", "version": 0, "hex": message.encode(0).hex()}
    code, (line,) = _converted(kraft, given)
    assert (code, line["unknown"]) == (0, 4)
    assert "unknown" not in line["json"]
    _, (line,) = _converted(kraft, {"message": "VoteResponse", "version": 0, "hex": "00000100"})
    assert "unknown" not in line


REFUSED = [
    ("no json", "JsonFormError", 0, None),
    ('{"message": "VoteResponse"', "JsonFormError", 26, None),
    ("[]", "JsonFormError", None, None),
    ("5", "JsonFormError", None, None),
    ("null", "JsonFormError", None, None),
    ("{}", "JsonFormError", None, "message"),
    ('{"a": NaN}', "JsonFormError", None, None),
    ("[" * 100_000, "JsonFormError", None, None),
    ('{"a": ' + "9" * 5000 + "}", "JsonFormError", None, None),
    ({"message": 5, "version": 0, "hex": ""}, "JsonFormError", None, "message"),
    ({"message": "VoteResponse", "hex": ""}, "JsonFormError", None, "version"),
    ({"message": "VoteResponse", "version": True, "hex": ""}, "JsonFormError", None, "version"),
    ({"message": "VoteResponse", "version": "0", "hex": ""}, "JsonFormError", None, "version"),
    ({"message": "VoteResponse", "version": 0}, "JsonFormError", None, None),
    (
        {"message": "VoteResponse", "version": 0, "json": VOTE, "hex": "00000100"},
        "JsonFormError",
        None,
        None,
    ),
    ({"message": "Vote", "version": 0, "hex": ""}, "UnknownMessageError", None, None),
    ({"message": "__doc__", "version": 0, "hex": ""}, "UnknownMessageError", None, None),
    ({"message": "VoteResponse", "version": 9, "hex": ""}, "UnsupportedVersionError", None, None),
    ({"message": "VoteResponse", "version": -1, "json": 5}, "UnsupportedVersionError", None, None),
    (
        {"message": "VoteResponse", "version": 10**400, "hex": ""},
        "UnsupportedVersionError",
        None,
        None,
    ),
    ({"message": "VoteResponse", "version": 0, "hex": "0"}, "DecodeError", None, None),
    ({"message": "VoteResponse", "version": 0, "hex": "00 00"}, "DecodeError", None, None),
    ({"message": "VoteResponse", "version": 0, "hex": "é0"}, "DecodeError", None, None),
    ({"message": "VoteResponse", "version": 0, "hex": None}, "DecodeError", None, None),
    ({"message": "VoteResponse", "version": 0, "hex": "00"}, "TruncatedError", 0, "errorCode"),
    (
        {"message": "VoteResponse", "version": 0, "hex": "0000010000"},
        "TrailingBytesError",
        4,
        None,
    ),
    (
        {"message": "VoteResponse", "version": 0, "hex": "000000"},
        "UnexpectedNullError",
        2,
        "topics",
    ),
    ({"message": "VoteResponse", "version": 0, "json": []}, "JsonFormError", None, None),
    (
        {"message": "VoteResponse", "version": 0, "json": VOTE | {"topics": [{}]}},
        "JsonFormError",
        None,
        "topics[0].topicName",
    ),
    (
        {"message": "VoteResponse", "version": 0, "json": VOTE | {"nodeEndpoints": [{}]}},
        "UnsupportedVersionError",
        None,
        "nodeEndpoints[0]",
    ),
    (
        {
            "message": "SaslHandshakeRequest",
            "version": 0,
            "json": {"mechanism": "x" * 32768},
        },
        "EncodeError",
        None,
        "mechanism",
    ),
]


@pytest.mark.parametrize(("line", "kind", "offset", "path"), REFUSED, ids=range(len(REFUSED)))
def test_refused_lines_say_type_detail_offset_and_path(kraft, line, kind, offset, path):
    good = {"message": "VoteResponse", "version": 0, "hex": "00000100"}
    code, (first, answer, last) = _converted(kraft, good, line, good)
    assert code == 1
    assert first == last == good | {"json": VOTE}
    fault = answer.pop("error")
    assert answer == (line if isinstance(line, dict) else {})
    assert list(fault) == ["type", "detail", "offset", "path"]
    assert (fault["type"], fault["offset"], fault["path"]) == (kind, offset, path)
    assert issubclass(getattr(errors, kind), errors.WireError)
    assert len(fault["detail"]) < 200
    assert kind != "JsonFormError" or fault["detail"]


def test_lines_that_are_no_utf_8_are_refused():
    text, is_accepted = convert_line(kafka_messages(), b'{"message": "\xff"}')
    assert not is_accepted
    assert json.loads(text)["error"]["type"] == "JsonFormError"
    assert json.loads(text)["error"]["offset"] == 13


def test_outcomes_of_an_earlier_run_are_not_echoed(kraft):
    stale = {"error": {"type": "X"}, "unknown": 5}
    given = {"message": "VoteResponse", "version": 0, "hex": "00000100", "note": "日本"}
    code, (good, bad) = _converted(kraft, stale | given, stale | given | {"hex": ""})
    assert code == 1
    assert good == given | {"json": VOTE}
    assert bad["error"]["type"] == "TruncatedError"
    assert "unknown" not in bad


def test_text_of_all_kinds_survives(kraft):
    name = 'é🦊\u2028\x85\u2029\x00\x7f"'
    given = {"message": "SaslHandshakeRequest", "version": 0, "json": {"mechanism": name}}
    for ascii_only in (True, False):
        line = json.dumps(given, ensure_ascii=ascii_only)
        code, (answer,) = _converted(kraft, line)
        assert (code, answer["json"]) == (0, given["json"])
        back = {"message": "SaslHandshakeRequest", "version": 0, "hex": answer["hex"]}
        _, (again,) = _converted(kraft, back)
        assert again["json"] == given["json"]


def test_half_a_surrogate_pair_is_echoed_and_written_as_a_question_mark(kraft):
    line = '{"message": "SaslHandshakeRequest", "version": 0, "json": {"mechanism": "\\ud800"}}'
    code, out, _ = kraft("convert", given=line + "\n")
    assert (code, out) == (0, line[:-1] + ', "hex": "00013f"}\n')


def test_lines_are_answered_as_they_come():
    """A program may wait for each answer before it asks again."""
    asked = b'{"message": "VoteResponse", "version": 0, "hex": "00000100"}\n'
    chunks = [asked[:10], asked[10:], asked + asked[:5], asked[5:-1], b""]
    seen = []

    class Source:
        def read1(self, size):
            assert size > 0
            seen.append(target.getvalue().count(b"\n"))
            return chunks.pop(0)

    target = BytesIO()
    assert convert_stream(kafka_messages(), Source(), target)
    assert seen == [0, 0, 1, 2, 2]
    assert target.getvalue().count(b"\n") == 3


OWN_SCHEMA = """
{
  "type": "data",
  "name": "Measurement",
  "validVersions": "0-1",
  "flexibleVersions": "1+",
  "fields": [
    { "name": "Sensor", "type": "string", "versions": "0+" },
    { "name": "Degrees", "type": "float64", "versions": "0+" }
  ]
}
"""


def test_a_package_of_the_users_own_is_converted(kraft, monkeypatch, tmp_path):
    specs = tmp_path / "specs"
    specs.mkdir()
    (specs / "Measurement.json").write_text(OWN_SCHEMA)
    generate(specs, tmp_path, "measurements_of_mine")
    monkeypatch.syspath_prepend(tmp_path)
    arguments = ("--package", "measurements_of_mine")
    _, out, _ = kraft("list", "--json", *arguments)
    assert json.loads(out) == [
        {"name": "Measurement", "kind": "data", "key": None, "versions": "0-1", "flexible": "1+"}
    ]
    given = {"message": "Measurement", "version": 1, "json": {"sensor": "a", "degrees": 1.5}}
    code, out, _ = kraft("convert", *arguments, given=json.dumps(given))
    assert (code, json.loads(out)) == (0, given | {"hex": "02613ff800000000000000"})
    _, out, _ = kraft("convert", *arguments, given='{"message": "VoteRequest", "version": 0}')
    assert "error" in json.loads(out)


def test_missing_package_is_reported_in_one_line(kraft):
    for package in ("no_such_package_anywhere", "json", "..", ""):
        code, out, err = kraft("convert", "--package", package)
        assert (code, out) == (1, "")
        assert repr(package) in err
        assert err.count("\n") == 1


def test_a_closed_pipe_ends_it_quietly():
    line = '{"message": "VoteResponse", "version": 0, "hex": "00000100"}'
    command = f"yes '{line}' | head -n 20000 | {program()} wire convert | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""

from __future__ import annotations

import json

import pytest

from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import VoteRequest, VoteResponse
from tests.support.wire_command import wire_runner


@pytest.fixture
def kraft(monkeypatch, capfd):
    return wire_runner(monkeypatch, capfd)


def test_explain_shows_a_message(kraft):
    code, out, err = kraft("explain", "--message", "VoteResponse", "--version", "0", "0023 0100")
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == (
        "000000  00 23  errorCode     int16        35 (UNSUPPORTED_VERSION)"
    )


def test_explain_reads_standard_input(kraft):
    arguments = ("explain", "--message", "VoteResponse", "--version", "0")
    expected = kraft(*arguments, "00000100")
    assert kraft(*arguments, "-", given="0000\n01 00\n") == expected
    assert kraft(*arguments, given="00000100") == expected


def test_explain_of_bad_bytes_shows_what_could_be_read(kraft):
    code, out, err = kraft("explain", "--message", "VoteResponse", "--version", "0", "0000")
    assert (code, err) == (1, "")
    assert "errorCode" in out
    assert out.splitlines()[-1].startswith("TruncatedError: ")


def test_frame_is_explained_with_its_header(kraft):
    request = frame(encode_request(VoteRequest(), 1, 5, "c")).hex()
    code, out, _ = kraft("explain", "--frame", "request", request)
    assert code == 0
    assert out.startswith("request frame of VoteRequest 1")
    response = frame(encode_response(VoteResponse(), 1, 5)).hex()
    arguments = ("explain", "--frame", "response", "--message", "VoteResponse", "--version", "1")
    code, out, _ = kraft(*arguments, "--json", response)
    assert code == 0
    form = json.loads(out)
    assert form["subject"] == "response frame of VoteResponse 1"
    assert form["fault"] is None


def test_damaged_batch_is_explained_up_to_its_fault(kraft):
    code, out, _ = kraft("explain", "--batch", "--json", "00" * 20)
    assert code == 1
    assert json.loads(out)["fault"]["path"] == "batch[0].batchLength"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "specify both --message and --version"),
        (("--message", "VoteResponse"), "specify both --message and --version"),
        (("--frame", "response"), "specify both --message and --version"),
        (("--frame", "request", "--version", "1"), "excludes --message and --version"),
        (("--batch", "--message", "X"), "excludes --message and --version"),
        (("--batch", "--frame", "request"), "exclude each other"),
        (("--message", "Vote", "--version", "0", "00"), "unknown message 'Vote'"),
        (
            ("--message", "VoteReqest", "--version", "0", "00"),
            "unknown message 'VoteReqest'; did you mean VoteRequest?",
        ),
        (("--message", "VoteResponse", "--version", "9", "00"), "no version 9, only 0 to 2"),
        (("--message", "VoteResponse", "--version", "0", "0"), "pairs of hexadecimal digits"),
        (
            ("--frame", "response", "--message", "VoteRequest", "--version", "0", "00"),
            "not a response",
        ),
        (("--message", "VoteResponse", "--version", "x"), "not a valid integer"),
        (("--frame", "nonsense"), "nonsense"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(kraft, arguments, sentence):
    code, out, err = kraft("explain", *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("kraft: ")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "0x00230100",
        "0x00 0x23 0x01 0x00",
        "00:23:01:00",
        "00, 23, 01, 00",
        "00000000: 0023 0100                                .#..",
        "00000000: 0023                                     .#\n00000002: 0100    ..",
        "00000000: 00 23 01 00  .#..",
        "00000000  00 23 01 00                                       |.#..|",
        "00000000  00 23 01 00                                       |.#..|\n00000004\n",
        "00000000  00 23                                             |.#|\n00000002  01 00  |..|\n",
        "0023 0100",
        "0023\n0100",
    ],
)
def test_explain_takes_digits_as_people_copy_them(kraft, text):
    arguments = ("explain", "--message", "VoteResponse", "--version", "0")
    assert kraft(*arguments, given=text) == kraft(*arguments, "00230100")


def test_explain_takes_whole_lines_of_xxd(kraft):
    """Its columns of text can look like digits."""
    data = VoteResponse(error_code=0x3030).encode(0) + b"0123456789abcdef" * 2
    lines = []
    for at in range(0, len(data), 16):
        part = data[at : at + 16]
        groups = " ".join(part[index : index + 2].hex() for index in range(0, len(part), 2))
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        lines.append(f"{at:08x}: {groups:39}  {shown}")
    arguments = ("explain", "--message", "VoteResponse", "--version", "0")
    assert kraft(*arguments, given="\n".join(lines)) == kraft(*arguments, data.hex())


@pytest.mark.parametrize("text", ["0", "0x1", "xyz", "0000001: zz", "00000000: 0023 010"])
def test_explain_refuses_what_are_no_digits(kraft, text):
    code, _, err = kraft("explain", "--message", "VoteResponse", "--version", "0", text)
    assert code == 1
    assert "pairs of hexadecimal digits" in err

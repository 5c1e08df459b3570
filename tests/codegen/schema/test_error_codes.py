"""The file of error codes: what it may hold, and that nobody takes it for a schema."""

from __future__ import annotations

import json

import pytest

from codegen.errors import SchemaError
from codegen.python.output import check_error_codes, generate_error_codes
from codegen.releases.folder import write_folder
from codegen.releases.merge import Merged
from codegen.releases.sources import read_sources
from codegen.schema.error_codes import ErrorCode, read_error_codes
from codegen.schema.reader import read_folder
from tests.support.schemas import field, spec_of

SERVER_ERROR = {"code": -1, "name": "SERVER_ERROR", "message": 'It "failed".\\', "retriable": False}
BUSY = {"code": 7, "name": "BUSY", "message": "Later.", "retriable": True}


def text_of(*errors):
    return json.dumps({"release": "4.4.0", "errors": errors})


def test_codes_are_read():
    found = read_error_codes(text_of(SERVER_ERROR, BUSY), "errors.json")
    assert found.release == "4.4.0"
    assert found.codes[0].message == 'It "failed".\\'
    assert found.codes[1] == ErrorCode(7, "BUSY", "Later.", is_retriable=True)


@pytest.mark.parametrize(
    ("errors", "refusal"),
    [
        ([], "errors: is empty"),
        ([BUSY, SERVER_ERROR], "errors: codes must ascend, each once"),
        ([BUSY, BUSY], "errors: codes must ascend, each once"),
        ([BUSY, {**BUSY, "code": 8}], "errors: two codes have one name"),
        ([{**BUSY, "code": 32768}], "BUSY.code: must be a number from -32768 to 32767, is 32768"),
        ([{**BUSY, "code": None}], "BUSY.code: is missing"),
        ([{**BUSY, "name": "Busy"}], "Busy.name: 'Busy' is not a name in capitals"),
        ([{**BUSY, "message": 5}], "BUSY.message: must be text, is 5"),
        ([{**BUSY, "more": 5}], "BUSY.more: is not an attribute"),
    ],
)
def test_refusals_name_the_place(errors, refusal):
    with pytest.raises(SchemaError) as error:
        read_error_codes(text_of(*errors), "errors.json")
    assert f"errors.json: {refusal}" in str(error.value)


def test_the_generated_module_has_names_messages_and_retries(tmp_path):
    (tmp_path / "errors.json").write_text(text_of(SERVER_ERROR, BUSY), encoding="utf-8")
    module = tmp_path / "error_codes.py"
    assert check_error_codes(tmp_path, module)
    assert generate_error_codes(tmp_path, module)
    assert not check_error_codes(tmp_path, module)
    assert not generate_error_codes(tmp_path, module)
    names = {"__name__": "error_codes"}
    exec(compile(module.read_text(encoding="utf-8"), "error_codes.py", "exec"), names)  # noqa: S102
    codes = names["ErrorCode"]
    assert [(code.name, int(code), code.is_retriable) for code in codes] == [
        ("SERVER_ERROR", -1, False),
        ("BUSY", 7, True),
    ]
    assert codes(-1).message == codes(99).message == 'It "failed".\\'


def test_specs_without_error_codes_are_named(tmp_path):
    with pytest.raises(SchemaError, match=r"errors\.json: does not exist"):
        check_error_codes(tmp_path, tmp_path / "error_codes.py")


def test_a_folder_of_schemas_may_hold_error_codes(tmp_path):
    spec = spec_of(field("A"))
    write_folder(Merged({spec.name: spec}, {spec.name: ""}), tmp_path)
    (tmp_path / "errors.json").write_text(text_of(BUSY), encoding="utf-8")
    assert list(read_folder(tmp_path)) == [spec.name]
    assert list(read_sources([tmp_path])[0].messages) == [spec.name]
    assert write_folder(Merged({spec.name: spec}, {spec.name: ""}), tmp_path).removed == ()
    assert (tmp_path / "errors.json").is_file()

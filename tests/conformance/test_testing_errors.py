"""Errors that `kraft_core.testing` puts into responses, read by Kafka's own classes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from kraft_core.testing import Level, error_levels, error_response, with_error
from kraft_wire.connection import error_counts
from kraft_wire.error_codes import ErrorCode
from tests.conformance.oracle import Oracle
from tests.testing.samples import every_version, sample
from tests.testing.test_errors_by_schema import NOT_NAMED

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(300)]

CODE = ErrorCode.POLICY_VIOLATION


def test_java_reads_every_error_of_every_response_version_and_level():
    left = [
        (response, version, level, made)
        for request, response, version in every_version()
        for level in error_levels(response, version)
        for made in messages(request, response, version, level)
    ]
    total = len(left)
    count = 0
    for release in ("4.4.0", "3.9.2"):  # the older one for messages that 4.0 has removed
        with Oracle(release) as oracle:
            known = oracle.messages()
            cases = [case for case in left if is_known(known, *case[:2])]
            left = [case for case in left if not is_known(known, *case[:2])]
            check(oracle, cases)
            count += len(cases)
    assert left == []
    assert count == total > 900


def is_known(known, response, version):
    lowest, highest = known.get(response.__name__, (0, -1))
    return lowest <= version <= highest


def check(oracle, cases):
    answers = oracle.ask_all(
        [
            {
                "op": "decode",
                "message": response.__name__,
                "version": version,
                "hex": made.encode(version).hex(),
            }
            for response, version, _, made in cases
        ]
    )
    for (response, version, level, made), answer in zip(cases, answers, strict=True):
        case = f"{response.__name__} {version} {level}"
        assert "error" not in answer, (case, answer)
        assert answer["hex"] == made.encode(version).hex(), case
        found = list(codes(json.loads(answer["text"])))
        assert found == [int(CODE)] * error_counts(made)[CODE], case


def messages(request, response, version, level) -> Iterator[Any]:
    yield with_error(sample(response, version), version, CODE, level)
    if (response.__name__, level) not in NOT_NAMED:
        yield error_response(sample(request, version), version, CODE, Level(level))


def codes(value: Any) -> Iterator[int]:
    """Every error code that is not 0, as Java named it."""
    for name, held in value.items():
        if name in ("errorCode", "partitionErrorCode") and held:
            yield held
        for each in held if isinstance(held, list) else [held]:
            if isinstance(each, dict):
                yield from codes(each)

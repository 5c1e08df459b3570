from __future__ import annotations

import pytest

from kraft_wire import messages
from kraft_wire.connection import versions
from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.messages import ApiVersionsResponse


def test_own_versions_are_those_of_the_requests():
    own = versions.own_versions()
    assert sorted(own) == messages.api_keys()
    assert own[52] == messages.VoteRequest.VERSIONS
    assert own[18] == messages.ApiVersionsRequest.VERSIONS


@pytest.mark.parametrize(
    ("theirs", "common"), [((0, 1), 1), ((0, 99), 2), ((2, 2), 2), ((-5, 0), 0)]
)
def test_highest_common(theirs, common):
    assert versions.highest_common(52, {52: theirs}) == common


@pytest.mark.parametrize("theirs", [(3, 9), (-9, -1), (1, 0)])
def test_nothing_in_common(theirs):
    with pytest.raises(UnsupportedVersionError):
        versions.highest_common(52, {52: theirs})


def test_the_refusal_is_readable_by_a_client_of_every_version():
    payload = versions.refusal((0, 4)).encode(0)
    for asked in range(6):
        answer, version = versions.decode_versions_answer(b"\0\0\0\0" + payload, 4, asked)
        assert version == 0
        assert answer == ApiVersionsResponse(
            error_code=35,
            api_keys=(ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=4),),
        )

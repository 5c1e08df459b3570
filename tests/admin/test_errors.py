from __future__ import annotations

import pytest

from kraft_core.admin.errors import RequestRefusedError, UnsupportedRequestError, check


def test_error_code_raises_its_exception():
    check(0, None)
    with pytest.raises(UnsupportedRequestError, match="does not support"):
        check(35, None)
    with pytest.raises(RequestRefusedError, match=r"error 42 \(INVALID_REQUEST\)"):
        check(42, "")
    with pytest.raises(RequestRefusedError, match="said so") as refused:
        check(42, "said so")
    assert refused.value.code == 42

"""`Admin` itself: each call is tested where what it asks is; here, that it ends its connection."""

from __future__ import annotations

import pytest

from kraft_core.admin import Admin
from tests.admin.pretended import CLUSTER_ID, node


def test_a_closed_client_connects_again():
    with node() as peer:
        admin = Admin(peer.address)
        assert admin.describe_cluster().cluster_id == CLUSTER_ID
        admin.close()
        assert admin.describe_cluster().cluster_id == CLUSTER_ID
        admin.close()


def test_addresses_are_checked_at_once():
    with pytest.raises(ValueError, match="is not a valid HOST:PORT"):
        Admin("nowhere")

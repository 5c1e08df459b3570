from __future__ import annotations

import pytest

from kraft_core.config.errors import FormatError
from kraft_core.demo.member import MemberPlan
from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id


def test_a_plan_is_the_same_after_its_journey(tmp_path):
    plan = MemberPlan(str(tmp_path), 2, {1: 9001, 2: 9002}, "1@h:1:x")
    assert MemberPlan.from_json(plan.to_json()) == plan


def test_the_directory_of_a_first_voter_and_of_one_that_comes_later(tmp_path):
    ports = {1: 9001, 2: 9002}
    voters = f"1@127.0.0.1:9001:{encode_id(new_directory_id())}"
    for plan in (MemberPlan(str(tmp_path), 1, ports, voters), MemberPlan(str(tmp_path), 2, ports)):
        configuration = plan.configuration()
        plan.format(configuration)
        assert (plan.folder / "meta.properties").is_file()
        assert configuration.process.bootstrap_servers == (("127.0.0.1", 9001), ("127.0.0.1", 9002))
        assert not configuration.process.auto_join
        assert not plan.report.exists()


def test_voters_that_are_none(tmp_path):
    plan = MemberPlan(str(tmp_path), 1, {1: 9001}, "nobody")
    with pytest.raises(FormatError, match="nobody"):
        plan.format(plan.configuration())

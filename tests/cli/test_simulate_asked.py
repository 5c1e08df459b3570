import click
import pytest

from kraft_core.cli.simulate import Asked, empty_folder, seed_object
from kraft_core.sim.quorum.campaign import run_seed
from kraft_core.sim.quorum.injected_bugs import INJECTED_BUGS


def asked(plant=None):
    return Asked(
        scenario="default",
        plant=plant,
        jobs=1,
        as_json=True,
        until_failure=False,
        require_reached=False,
    )


def test_a_seed_that_holds_and_one_that_fails_with_the_command_that_repeats_it():
    assert seed_object(run_seed(1, "default"), asked()).get("failure") is None
    plant = INJECTED_BUGS["votes-twice"]
    lives = (run_seed(seed, "default", plant.name) for seed in range(3))
    failed = next(each for each in lives if each.failure is not None)
    told = seed_object(failed, asked(plant))["failure"]["repeat"]
    assert told.startswith("kraft simulate ")
    assert f"--seed {failed.seed}" in told
    assert "--plant votes-twice" in told


def test_a_folder_is_made_or_empty(tmp_path):
    assert empty_folder(str(tmp_path / "a" / "b")).is_dir()
    assert empty_folder(str(tmp_path / "a" / "b")).is_dir()
    for taken in (tmp_path, tmp_path / "file"):
        (tmp_path / "file").touch()
        with pytest.raises(click.UsageError, match="not an empty folder"):
            empty_folder(str(taken))

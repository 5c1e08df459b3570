"""Deliberately wrong recoveries. A campaign that detects none of these is useless."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kraft_core.operations.recovery import applying, directories, planning, repairs, verdicts
from kraft_core.operations.recovery.verdicts import Verdict
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_core.sim.disaster import DISASTER, recovery
from kraft_core.sim.quorum.injected_bugs import InjectedBug
from kraft_core.sim.quorum.injected_bugs.patch import patching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.metadata import ClusterImage
    from kraft_core.operations.recovery.applying import RecoverySnapshot
    from kraft_core.operations.recovery.verdicts import Range, Survey
    from kraft_core.raft.storage.meta_properties import MetaProperties
    from kraft_core.sim.quorum.injected_bugs.patch import Patch


def _judge(patch: Patch, right: Callable[..., Any], change: Callable[[Any, Range], Range]) -> None:
    """Let a judge of a log change each of its ranges."""

    def wrong(log: Any, *more: Any) -> Iterator[Range]:
        return (change(log, each) for each in right(log, *more))

    patch.everywhere(right, wrong)


def _instead(found: Verdict, said: Verdict) -> Callable[[Any, Range], Range]:
    return lambda _, each: replace(each, verdict=said) if each.verdict is found else each


def _epoch_excludes(patch: Patch) -> None:
    _judge(patch, verdicts._of_other, _instead(Verdict.RIVAL, Verdict.EXCLUDED))


def _end_is_known(patch: Patch) -> None:
    def from_the_end(chosen: Any, each: Range) -> Range:
        return replace(each, start=chosen.end) if each.verdict is Verdict.UNKNOWN_LOSS else each

    _judge(patch, verdicts._of_chosen, from_the_end)


def _chosen_is_certain(patch: Patch) -> None:
    _judge(patch, verdicts._of_chosen, _instead(Verdict.KEPT, Verdict.CERTAIN))


def _one_voter_is_not_seen(patch: Patch) -> None:
    right = verdicts._electorates

    def wrong(directories: Any, *more: Any) -> Any:
        return tuple(replace(each, present=each.present[1:]) for each in right(directories, *more))

    patch.everywhere(right, wrong)


def _no_epoch_jump(patch: Patch) -> None:
    right = planning._snapshot_id

    def wrong(survey: Survey, jumps: Any) -> OffsetAndEpoch:
        return OffsetAndEpoch(right(survey, jumps).offset, survey.judgement.chosen.last.epoch)

    patch.set(planning, "_snapshot_id", wrong)


def _no_offset_jump(patch: Patch) -> None:
    right = planning._snapshot_id

    def wrong(survey: Survey, jumps: Any) -> OffsetAndEpoch:
        return OffsetAndEpoch(survey.judgement.chosen.end, right(survey, jumps).epoch)

    patch.set(planning, "_snapshot_id", wrong)


def _end_of_each_node(patch: Patch) -> None:
    right = applying.write_directory

    def wrong(root: Any, meta: MetaProperties, snapshot: RecoverySnapshot) -> None:
        end = snapshot.snapshot_id.offset - meta.node_id
        own = OffsetAndEpoch(end, snapshot.snapshot_id.epoch)
        right(root, meta, replace(snapshot, snapshot_id=own))

    patch.set(applying, "write_directory", wrong)


def _directory_id_is_kept(patch: Patch) -> None:
    patch.set(recovery, "new_directory_id", lambda _cluster, node: node.directory_id)
    patch.set(planning, "_check_voter", lambda _voter, _used: None)


def _longest_log_does_not_lead(patch: Patch) -> None:
    patch.set(repairs._Work, "_led", lambda _work, _name, _number, state, _held: state)


def _last_topic_is_left_out(patch: Patch) -> None:
    right = directories.read_image

    def wrong(path: str) -> ClusterImage:
        image = right(path)
        if image.topics:
            _, topic = image.topics.popitem()
            del image.topic_ids[topic.name]
        return image

    patch.set(directories, "read_image", wrong)


DISASTER_BUGS: Final = {
    bug.name: bug
    for bug in (
        InjectedBug(
            "epoch-excludes-rivals",
            "Records of another log are excluded because the chosen log has a higher epoch.",
            ("SoundReport",),
            100,
            _epoch_excludes,
            DISASTER,
        ),
        InjectedBug(
            "nothing-lost-below-end",
            "Records can only be missing after the end of the chosen log.",
            ("SoundReport",),
            50,
            _end_is_known,
            DISASTER,
        ),
        InjectedBug(
            "kept-is-certain",
            "All records of the chosen log count as committed.",
            ("SoundReport",),
            20,
            _chosen_is_certain,
            DISASTER,
        ),
        InjectedBug(
            "no-epoch-jump",
            "The epoch of S is that of the last record, so that epochs are used twice.",
            ("OneQuorum", "NoStepBack", "crash"),
            30,
            _no_epoch_jump,
            DISASTER,
        ),
        InjectedBug(
            "no-offset-jump",
            "S ends where the chosen log ends.",
            ("NoStepBack", "OneQuorum", "crash"),
            60,
            _no_offset_jump,
            DISASTER,
        ),
        InjectedBug(
            "own-log-end",
            "S ends at an offset of its own on each new voter.",
            ("OneQuorum", "NoStepBack", "crash"),
            10,
            _end_of_each_node,
            DISASTER,
        ),
        InjectedBug(
            "directory-id-kept",
            "A new voter has the directory id of its old disk.",
            ("OneQuorum", "NoStepBack", "crash"),
            30,
            _directory_id_is_kept,
            DISASTER,
        ),
        InjectedBug(
            "one-voter-not-seen",
            "One voter whose directory is there counts as missing.",
            ("TightReport", "crash"),
            20,
            _one_voter_is_not_seen,
            DISASTER,
        ),
        InjectedBug(
            "old-isr-leads",
            "Leader and ISR stay as in the log, though another replica has a longer log.",
            ("DataKept",),
            100,
            _longest_log_does_not_lead,
            DISASTER,
        ),
        InjectedBug(
            "topic-left-out",
            "The last topic of the chosen log is not in S.",
            ("NothingLost",),
            60,
            _last_topic_is_left_out,
            DISASTER,
        ),
    )
}
"""By name."""


@contextmanager
def injected(name: str) -> Iterator[None]:
    """Run the block with an injected bug."""
    with patching() as patch:
        DISASTER_BUGS[name].break_it(patch)
        yield

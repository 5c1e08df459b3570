"""Kinds of campaign: which clusters are drawn, which steps happen to them, and how often.

A schedule is drawn whole from the seed, so that it can be shrunk. A step draws everything else it
needs (which node, how long) from a generator of its own when its time comes. Removing a step
therefore changes no other step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.sim.quorum.plan import RELEASES, SNAPSHOT_RETRY_MS, ClusterPlan

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from random import Random


_ALL_RELEASES: Final = tuple(RELEASES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One kind of campaign. Choices are drawn from evenly; say one twice to draw it twice as often.

    `weights` has how often each kind of step comes, relative to the others; `first` are kinds of
    which each run has one. `steps` is the lowest and highest number of steps drawn, within the
    first `span_ms` milliseconds of virtual time. Chances are out of 1000. `is_stable` says that no
    leader can lose its place after the first election, `hanging_names` that look-ups of voters that
    stay broken hang.

    Retry backoffs are mostly longer than Kafka's 20 ms: who looks for a leader asks around so
    often, and learns nothing by it.
    """

    name: str
    about: str
    voters: tuple[int, ...] = (3, 5, 5, 5)
    observers: tuple[int, ...] = (0, 0, 0, 1)
    kraft_levels: tuple[int, ...] = (1,)
    releases: tuple[str, ...] = _ALL_RELEASES
    mixed_releases: int = 500
    fast_failover: tuple[bool, ...] = (True, False)
    witness_chance: int = 0
    auto_join: tuple[bool, ...] = (False,)
    snapshot_chance: int = 700
    retry_backoffs_ms: tuple[int, ...] = (100, 500, 700, 800, 1000, 1200)
    weights: Mapping[str, int] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    steps: tuple[int, int] = (0, 0)
    span_ms: int = 11_000
    is_stable: bool = False
    hanging_names: bool = False
    steps_max: int = 200_000
    """More events than this in one run count as a simulation that runs away."""
    hour_ms: int | None = None
    """The virtual time of an hour, by which Kafka's intervals of snapshots and retention shrink."""


def draw_plan(scenario: Scenario, rng: Random) -> ClusterPlan:
    """Draw the cluster of one run."""
    count = rng.choice(scenario.voters)
    voter_ids = tuple(range(1, count + 1))
    observer_ids = tuple(range(count + 1, count + 1 + rng.choice(scenario.observers)))
    plan = ClusterPlan(
        voter_ids=voter_ids,
        observer_ids=observer_ids,
        kraft_level=rng.choice(scenario.kraft_levels),
        releases=_draw_releases(scenario, (*voter_ids, *observer_ids), rng),
        witness_ids=_draw_witnesses(scenario, voter_ids, rng),
        auto_join=rng.choice(scenario.auto_join),
        fast_failover=rng.choice(scenario.fast_failover),
        retry_backoff_ms=rng.choice(scenario.retry_backoffs_ms),
        fetch_max_wait_ms=rng.choice((500, 1000, 1000)),
        delay_ms=rng.choice(((1, 3), (1, 8), (2, 25))),
        flush_delay_ms=rng.choice(((0, 2), (1, 6), (2, 20))),
        hanging_names=scenario.hanging_names,
    )
    if scenario.hour_ms is not None:
        return _with_short_hours(plan, scenario.hour_ms, rng)
    return _with_small_files(plan, rng) if rng.randrange(1000) < scenario.snapshot_chance else plan


def _draw_releases(scenario: Scenario, node_ids: tuple[int, ...], rng: Random) -> dict[int, str]:
    """Draw one release for all nodes, or one for each node."""
    if rng.randrange(1000) < scenario.mixed_releases:
        return {node_id: rng.choice(scenario.releases) for node_id in node_ids}
    release = rng.choice(scenario.releases)
    return dict.fromkeys(node_ids, release)


def _draw_witnesses(scenario: Scenario, voter_ids: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Draw the witnesses, a minority of the voters."""
    if rng.randrange(1000) >= scenario.witness_chance:
        return ()
    count = rng.randint(1, max(1, (len(voter_ids) - 1) // 2))
    return tuple(sorted(rng.sample(voter_ids, count)))


def _with_small_files(plan: ClusterPlan, rng: Random) -> ClusterPlan:
    """Return the plan with small segments, snapshots and retention, so that a run reaches all."""
    segment_bytes = rng.choice((1024, 2048, 4096))
    storage = StorageSettings(
        segment_bytes=segment_bytes,
        segment_ms=rng.choice((5_000, 604_800_000)),
        retention_bytes=rng.choice((1500, 3000, 8000)),
        retention_ms=rng.choice((4_000, 604_800_000)),
        delete_delay_ms=rng.choice((100, 2_000)),
        mark_interval_ms=rng.choice((300, 1_000, 5_000)),
        recent_bytes=rng.choice((0, 1024, 8 << 20)),
    )
    replica = ReplicaConfig(
        linger_ms=rng.choice((0, 5, 25)),
        snapshot_bytes=rng.choice((400, 1000, 4000)),
        snapshot_interval_ms=rng.choice((0, 6_000, 3_600_000)),
        snapshot_bytes_per_turn=rng.choice((100, 1 << 20)),
        apply_bytes_per_turn=rng.choice((200, 4 << 20)),
        retention_check_ms=rng.choice((500, 1_500)),
        snapshot_retry_ms=SNAPSHOT_RETRY_MS,
        snapshot_retry_max_ms=4 * SNAPSHOT_RETRY_MS,
    )
    return replace(
        plan,
        storage=storage,
        replica=replica,
        fetch_max_bytes=rng.choice((300, 1 << 20, 1 << 20)),
        fetch_snapshot_max_bytes=rng.choice((150, 1000, 1 << 20)),
    )


def _with_short_hours(plan: ClusterPlan, hour_ms: int, rng: Random) -> ClusterPlan:
    """Return a plan with a snapshot each hour, and segments and retention of a week, scaled down.

    One half is cleaned by size before it is a week old.
    """
    week_ms = 168 * hour_ms
    storage = StorageSettings(
        segment_bytes=16 << 10,
        segment_ms=week_ms,
        retention_bytes=rng.choice((100 << 20, 128 << 10)),
        retention_ms=week_ms,
        delete_delay_ms=hour_ms // 60,
        mark_interval_ms=hour_ms,
    )
    replica = ReplicaConfig(
        linger_ms=25,
        snapshot_bytes=20 << 20,
        # looked at only when something is applied, so that the next one is due half an hour later
        snapshot_interval_ms=hour_ms // 2,
        retention_check_ms=max(500, hour_ms // 60),
        snapshot_retry_ms=SNAPSHOT_RETRY_MS,
        snapshot_retry_max_ms=4 * SNAPSHOT_RETRY_MS,
    )
    return replace(plan, storage=storage, replica=replica)


_CRASHES: Final = {
    "crash": 6,
    "power-loss": 6,
    "crash-soon": 6,
    "power-loss-soon": 7,
    "torn-write": 5,
    "bounce": 6,
    "restart": 3,
    "shutdown": 4,
}
_LINKS: Final = {
    "bad-network": 5,
    "slow-network": 3,
    "one-way-cut": 4,
    "partition": 6,
    "isolate": 5,
    "ring": 1,
    "flapping-link": 3,
    "reset": 3,
}
_TIME: Final = {"drift": 3, "skew": 1, "pause": 4}
_DISKS: Final = {
    "failed-sync": 4,
    "slow-disk": 3,
    "full-disk": 3,
    "lost-disk": 5,
    "nearly-full-disk": 4,
    "hanging-then-failing-disk": 3,
}
_MEMBERSHIP: Final = {
    "add-voter": 12,
    "remove-voter": 9,
    "remove-leader": 5,
    "replace-disk": 5,
    "move": 3,
    "resign": 3,
    "describe": 4,
}
_WORST: Final = {
    "change-and-cut": 5,
    "change-and-crash": 6,
    "change-and-lose-disk": 4,
    "partition-and-power-loss": 2,
    "fail-over-repeatedly": 2,
    "move-and-fail-over": 3,
    "snapshot-and-cut": 4,
    "old-leader-returns": 3,
    "truncate-and-power-loss": 3,
    "crash-and-power-loss": 3,
}
_WHOLE: Final = {"rolling-restart": 1, "cluster-power-loss": 2, "cluster-restart": 1}
_SNAPSHOTS: Final = {"snapshot": 5, "lag": 4}

_ALL: Final[Mapping[str, int]] = {
    **_CRASHES,
    **_LINKS,
    **_TIME,
    **_DISKS,
    **_MEMBERSHIP,
    **_WORST,
    **_WHOLE,
    **_SNAPSHOTS,
    "upgrade": 8,
    "witness": 2,
    "burst": 6,
}


SCENARIOS: Final[Mapping[str, Scenario]] = {
    each.name: each
    for each in (
        Scenario(
            name="default",
            about="Everything mixed: faults of processes, disks, clocks and links, and operators.",
            kraft_levels=(1, 1, 1, 1, 0),
            witness_chance=120,
            auto_join=(False, False, False, True),
            weights=_ALL,
            first=("voter-change",),
            steps=(4, 11),
            span_ms=9_000,
        ),
        Scenario(
            name="static",
            about="Static voters at kraft.version 0, and all faults but lost disks.",
            kraft_levels=(0,),
            weights={
                **_CRASHES,
                **_LINKS,
                **_TIME,
                **_WHOLE,
                **_SNAPSHOTS,
                "failed-sync": 4,
                "slow-disk": 3,
                "full-disk": 3,
                "partition-and-power-loss": 3,
                "fail-over-repeatedly": 3,
                "resign": 3,
                "burst": 6,
                "add-voter": 1,
                "remove-voter": 1,
            },
            steps=(5, 14),
        ),
        Scenario(
            name="membership",
            about="Operators who add, remove, replace and move voters at the worst moments.",
            voters=(1, 2, 3, 3, 4, 5),
            observers=(0, 1, 2),
            auto_join=(False, True),
            weights={**_MEMBERSHIP, **_WORST, "crash": 6, "isolate": 5, "partition": 3, "burst": 4},
            first=("voter-change", "voter-change"),
            steps=(6, 14),
        ),
        Scenario(
            name="partitions",
            about="Networks that are cut, flap, lose, delay, duplicate and reorder.",
            auto_join=(False, False, True),
            weights={**_LINKS, "change-and-cut": 5, "add-voter": 4, "remove-voter": 3, "burst": 6},
            steps=(6, 14),
        ),
        Scenario(
            name="power",
            about="Processes and machines that end between any two effects or file operations.",
            weights={
                **_CRASHES,
                **_WHOLE,
                "power-loss-soon": 20,
                "torn-write": 30,
                "crash-and-power-loss": 15,
                "cluster-power-loss": 6,
                "partition-and-power-loss": 6,
                "change-and-crash": 8,
                "slow-disk": 6,
                "burst": 12,
            },
            steps=(6, 16),
        ),
        Scenario(
            name="disks",
            about="Disks that are lost, full, slow or fail to sync, and are replaced.",
            auto_join=(False, True),
            weights={
                **_DISKS,
                "lost-disk": 10,
                "replace-disk": 8,
                "change-and-lose-disk": 8,
                "add-voter": 6,
                "remove-voter": 4,
                "power-loss": 6,
                "burst": 10,
            },
            steps=(6, 14),
        ),
        Scenario(
            name="hanging-disks",
            about="Disks that hang, in turns or together, or are slow, and processes that pause.",
            voters=(1, 2, 3, 3, 3, 5),
            kraft_levels=(1, 1, 0),
            snapshot_chance=400,
            weights={
                "hanging-disk": 30,
                "hanging-then-failing-disk": 10,
                "slow-disk": 8,
                "pause": 8,
                "crash": 4,
                "power-loss": 4,
                "bounce": 4,
                "isolate": 3,
                "add-voter": 4,
                "remove-voter": 3,
                "resign": 3,
                "burst": 20,
            },
            first=("hanging-disk",),
            steps=(5, 12),
            span_ms=16_000,
        ),
        Scenario(
            name="names",
            about="Names that hang or fail in DNS, and machines that change their address.",
            voters=(3, 3, 5),
            kraft_levels=(1, 1, 0),
            snapshot_chance=300,
            retry_backoffs_ms=(20, 100, 500),
            weights={
                "hanging-names": 30,
                "failing-names": 12,
                "changed-address": 12,
                "bounce": 10,
                "crash": 6,
                "reset": 8,
                "isolate": 4,
                "resign": 3,
                "add-voter": 4,
                "remove-voter": 2,
                "burst": 10,
            },
            first=("hanging-names",),
            steps=(5, 12),
            hanging_names=True,
        ),
        Scenario(
            name="snapshots",
            about="Small segments, much retention, followers that lag until only a snapshot helps.",
            snapshot_chance=1000,
            weights={
                **_SNAPSHOTS,
                "lag": 20,
                "snapshot": 16,
                "snapshot-and-cut": 6,
                "burst": 40,
                "add-voter": 8,
                "lost-disk": 6,
                "power-loss-soon": 10,
                "crash": 6,
                "bounce": 6,
                "isolate": 6,
                "slow-disk": 10,
                "resign": 4,
            },
            steps=(10, 20),
        ),
        Scenario(
            name="cleaning",
            about="No restart: small segments and snapshots, cleaned again and again.",
            observers=(0, 1),
            kraft_levels=(1, 1, 0),
            snapshot_chance=1000,
            weights={"burst": 30, "snapshot": 6, "lag": 3},
            steps=(24, 40),
            span_ms=30_000,
        ),
        Scenario(
            name="reserve",
            about="Disks that are nearly full: of the leader, of one of three, of all three.",
            voters=(3,),
            snapshot_chance=300,
            weights={
                "nearly-full-disk": 20,
                "nearly-full-disks": 10,
                "bounce": 3,
                "isolate": 3,
                "resign": 3,
                "burst": 16,
            },
            first=("nearly-full-disk", "nearly-full-disks"),
            steps=(4, 9),
            span_ms=24_000,
        ),
        Scenario(
            name="upgrade",
            about="Clusters that begin at kraft.version 0 and are upgraded amid faults.",
            kraft_levels=(0,),
            weights={**_ALL, "upgrade": 40, "add-voter": 16},
            first=("upgrade", "upgrade", "voter-change"),
            steps=(5, 12),
        ),
        Scenario(
            name="witness",
            about="Voters that give way to others, and are needed all the same.",
            voters=(2, 3, 3, 5),
            witness_chance=1000,
            weights={
                **_CRASHES,
                **_LINKS,
                "witness": 12,
                "add-voter": 6,
                "remove-voter": 5,
                "resign": 6,
                "pause": 5,
                "lost-disk": 4,
                "burst": 6,
            },
            steps=(5, 14),
        ),
        Scenario(
            name="failover",
            about="Leaders that end, one after another, with fast failover on and off.",
            retry_backoffs_ms=(20, 100, 300),
            snapshot_chance=300,
            weights={
                "bounce": 10,
                "crash": 10,
                "shutdown": 10,
                "resign": 8,
                "fail-over-repeatedly": 10,
                "reset": 6,
                "isolate": 4,
                "pause": 4,
                "burst": 8,
            },
            steps=(4, 10),
        ),
        Scenario(
            name="releases",
            about="Releases from 3.9 on that share a quorum, with pre-vote and without.",
            mixed_releases=1000,
            kraft_levels=(1, 1, 0),
            weights=_ALL,
            first=("voter-change",),
            steps=(5, 12),
        ),
        Scenario(
            name="calm",
            about="No fault at all: leadership must not change after the first election.",
            observers=(0, 1, 2),
            witness_chance=0,
            kraft_levels=(1, 1, 0),
            weights={"snapshot": 2, "burst": 8},
            steps=(0, 6),
            span_ms=20_000,
            is_stable=True,
        ),
        Scenario(
            name="spec",
            about="What the TLA+ specification has: no snapshots, lost disks, witnesses, releases.",
            voters=(3, 3, 4, 5),
            releases=(_ALL_RELEASES[-1],),
            snapshot_chance=0,
            weights={
                "crash": 6,
                "power-loss": 6,
                "crash-soon": 6,
                "power-loss-soon": 7,
                "bounce": 6,
                "isolate": 8,
                "partition": 8,
                "one-way-cut": 4,
                "bad-network": 5,
                "pause": 4,
                "add-voter": 6,
                "remove-voter": 9,
                "remove-leader": 5,
                "change-and-cut": 5,
                "change-and-crash": 6,
                "resign": 4,
                "cluster-restart": 2,
            },
            first=("voter-change",),
            steps=(4, 10),
            span_ms=8_000,
        ),
        Scenario(
            name="elect",
            about="A first leader is elected, in whatever order the nodes start.",
            snapshot_chance=0,
            witness_chance=200,
            kraft_levels=(1, 0),
            weights={"crash": 3, "bounce": 3, "isolate": 2, "bad-network": 2},
            first=("late-start",),
            steps=(0, 3),
            span_ms=4_000,
        ),
        Scenario(
            name="minority-cut",
            about="A minority without the leader is cut off: leadership must not change.",
            voters=(3, 5),
            releases=_ALL_RELEASES[1:],
            snapshot_chance=300,
            kraft_levels=(1, 0),
            weights={"burst": 4},
            first=("cut-minority",),
            steps=(0, 4),
            span_ms=12_000,
            is_stable=True,
        ),
        Scenario(
            name="leader-cut",
            about="The leader is cut off for long, the others continue, and it comes back.",
            voters=(3, 5),
            kraft_levels=(1, 0),
            weights={
                "isolate": 10,
                "partition": 4,
                "old-leader-returns": 8,
                "burst": 8,
                "truncate-and-power-loss": 10,
            },
            first=("isolate",),
            steps=(1, 5),
        ),
        Scenario(
            name="all-killed",
            about="All nodes end, at once or one by one, until no majority is left, and come back.",
            kraft_levels=(1, 0),
            weights={"cluster-power-loss": 6, "cluster-restart": 4, "burst": 6, "crash": 4},
            first=("cluster-power-loss",),
            steps=(1, 5),
        ),
    )
}
"""By name. The last seven cover what Kafka's RaftEventSimulationTest runs."""

ALL: Final = "all"
"""A campaign over all scenarios."""


def scenario_of(seed: int, campaign: str) -> str:
    """Return the scenario of a seed: half of a campaign over all is `default`."""
    if campaign != ALL:
        return campaign
    others = [name for name in SCENARIOS if name != "default"]
    return others[seed // 2 % len(others)] if seed % 2 else "default"


_FIRST_MS: Final = 300
_TOGETHER_CHANCE: Final = 350
_TOGETHER_MS: Final = 250
_AT_ONCE: Final = frozenset({"late-start"})
"""Kinds that make sense at the very beginning alone."""


@dataclass(frozen=True, slots=True)
class Step:
    """One fault or one act of an operator or client, by the name of its kind in `steps`.

    `draw` seeds the generator that the step is given.
    """

    at_ms: int
    kind: str
    draw: int

    def __str__(self) -> str:
        return f"{self.at_ms} {self.kind} {self.draw}"


Schedule = tuple[Step, ...]
"""Steps in the order of their times."""


def draw_schedule(scenario: Scenario, rng: Random) -> Schedule:
    """Draw the steps of one run: those that each run has, then others by their weights.

    A good part of them comes right after another one, since the worst moments are those in which
    something is under way already.
    """
    count = rng.randint(*scenario.steps)
    kinds = list(scenario.first)
    if count and scenario.weights:
        kinds += rng.choices(tuple(scenario.weights), tuple(scenario.weights.values()), k=count)
    steps: list[Step] = []
    for place, kind in enumerate(kinds):
        at_ms = _draw_time(scenario, rng, steps, is_first=place < len(scenario.first))
        steps.append(Step(0 if kind in _AT_ONCE else at_ms, kind, rng.getrandbits(32)))
    return tuple(sorted(steps, key=lambda step: step.at_ms))


def _draw_time(scenario: Scenario, rng: Random, steps: list[Step], *, is_first: bool) -> int:
    """Draw a time. The first step of a run has a leader, and time left to have effects."""
    if is_first:
        return rng.randrange(scenario.span_ms // 5, scenario.span_ms * 2 // 3)
    if steps and rng.randrange(1000) < _TOGETHER_CHANCE:
        return min(rng.choice(steps).at_ms + rng.randrange(_TOGETHER_MS), scenario.span_ms - 1)
    return rng.randrange(_FIRST_MS, scenario.span_ms)


def schedule_text(schedule: Schedule) -> str:
    """Time in milliseconds, kind and draw of each step."""
    return "".join(f"{step}\n" for step in schedule)


def parse_schedule(text: str, kinds: Container[str]) -> Schedule:
    """Read lines of a schedule. Raises ValueError for the first invalid line or unknown kind."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 3 or not (_is_number(words[0]) and _is_number(words[2])):
            raise ValueError(f"line {number} is not a time, a kind of step and a draw: {line!r}")
        if words[1] not in kinds:
            raise ValueError(f"line {number}: there is no step {words[1]!r}")
        steps.append(Step(int(words[0]), words[1], int(words[2])))
    return tuple(steps)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()

"""What is done to a node: each fault begins, bites, and ends, and says whether it has bitten."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from tests.faults.node_logs import read_log
from tests.faults.torn_log import lose_tail, tear_write
from tests.faults.victim import NodeOnTrial, comes_true, is_stopped
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from pathlib import Path

    from tests.faults.victim import Victim

_EFBIG = os.strerror(errno.EFBIG)
KILLED = -signal.SIGKILL


@runtime_checkable
class Copyable(NodeOnTrial, Protocol):
    """A node whose directory can be copied."""

    def copied(self, name: str) -> NodeOnTrial:
        """Copy its directory; the copy has its key, and addresses of its own."""

    def acknowledged(self) -> dict[int, int]:
        """Up to where each voter has acknowledged its records, while it leads."""


class Fault(ABC):
    """One fault at one node. A node that was ended by it is started again by `end`."""

    name: ClassVar[str]
    needs_commits: ClassVar[bool] = False
    """Whether it can bite only where records are written."""
    needs_ready: ClassVar[bool] = False
    """Whether the node must have started before."""
    needs_watch: ClassVar[bool] = False
    """Whether it takes a watch over the disk, which Kafka's nodes have not."""
    needs_follower: ClassVar[bool] = False
    """True if only followers can be its victims."""
    lets_commit: ClassVar[bool] = False
    """True if records are committed while it alone lasts."""

    def __init__(self, victim: Victim, rng: random.Random) -> None:
        self.victim = victim
        self.rng = rng

    @abstractmethod
    def begin(self) -> None:
        """Do it."""

    @property
    @abstractmethod
    def has_bitten(self) -> bool:
        """Whether it has really happened by now."""

    @abstractmethod
    def end(self) -> None:
        """Undo it."""

    def __str__(self) -> str:
        return f"{self.name} at {self.victim.node.node_id}"


class _Death(Fault):
    """The process ends and is started again."""

    def __init__(self, victim: Victim, rng: random.Random) -> None:
        super().__init__(victim, rng)
        self._is_dead = False

    @property
    def has_bitten(self) -> bool:
        return self._is_dead

    def _kill(self) -> None:
        status = self.victim.node.kill()
        assert status == KILLED, f"{self}: it had ended with {status}: {self.victim.last_words()}"

    def end(self) -> None:
        self.victim.node.launch()


class Kill(_Death):
    """kill -9."""

    name = "kill -9"

    def begin(self) -> None:
        self._kill()
        self._is_dead = True


class PowerFailure(_Death):
    """kill -9 for all nodes at once."""

    name = "power failure"

    def __init__(self, victims: Sequence[Victim], rng: random.Random) -> None:
        super().__init__(victims[0], rng)
        self._all = [Kill(each, rng) for each in victims]

    def begin(self) -> None:
        for each in self._all:
            each.begin()
        self._is_dead = True

    def end(self) -> None:
        for each in self._all:
            each.end()


class Stop(_Death):
    """SIGTERM."""

    name = "SIGTERM"
    needs_ready = True

    def begin(self) -> None:
        node = self.victim.node
        status = node.stop()
        assert node.ended_well(status), f"{self}: {status}: {self.victim.last_words()}"
        self._is_dead = True


class Pause(Fault):
    """SIGSTOP, and SIGCONT at the end."""

    name = "SIGSTOP"

    def begin(self) -> None:
        os.kill(self.victim.node.process_id, signal.SIGSTOP)

    @property
    def has_bitten(self) -> bool:
        return is_stopped(self.victim.node.process_id)

    def end(self) -> None:
        os.kill(self.victim.node.process_id, signal.SIGCONT)


class _BadWay(Fault):
    """Something about the connections to a node."""

    counter: ClassVar[str]

    def __init__(self, victim: Victim, rng: random.Random) -> None:
        super().__init__(victim, rng)
        self._before = getattr(victim.way.damage, self.counter)

    def begin(self) -> None:
        self.victim.network.call(self._break)

    @abstractmethod
    def _break(self) -> None:
        """Do it, in the thread of the network."""

    @property
    def has_bitten(self) -> bool:
        return getattr(self.victim.way.damage, self.counter) > self._before

    def end(self) -> None:
        self.victim.network.call(self.victim.way.heal)


class Delay(_BadWay):
    """Every chunk takes longer, both ways."""

    name, counter = "delay", "delayed"

    def _break(self) -> None:
        self.victim.way.delay_s = self.rng.uniform(0.005, 0.4)


class Drop(_BadWay):
    """Bytes vanish, in one direction or both, and connections stay."""

    name, counter = "drop", "dropped"

    def _break(self) -> None:
        way = self.victim.way
        way.drops_requests, way.drops_answers = self.rng.choice(
            ((True, False), (False, True), (True, True))
        )


class Cut(_BadWay):
    """Connections are reset, new ones too."""

    name, counter = "cut", "reset"

    def _break(self) -> None:
        self.victim.way.is_cut = True
        self.victim.way.reset()


class Reset(_BadWay):
    """Connections are reset once; new ones are welcome."""

    name, counter = "reset", "reset"

    def _break(self) -> None:
        self.victim.way.reset()


class HalfClose(_BadWay):
    """One direction of every connection ends, the other one stays."""

    name, counter = "half-close", "half_closed"

    def _break(self) -> None:
        self.victim.way.half_close(is_request=self.rng.random() < 0.5)


class FullDisk(_Death):
    """No file of the node can grow beyond what its log has now: RLIMIT_FSIZE, for root as well."""

    name = "full disk"
    needs_commits = needs_ready = True

    def begin(self) -> None:
        self._said_before = self.victim.node.said().count(_EFBIG)
        size = max((each.stat().st_size for each in self.victim.segments()), default=0)
        limits = (size + self.rng.randrange(1, 300), resource.RLIM_INFINITY)
        resource.prlimit(self.victim.node.process_id, resource.RLIMIT_FSIZE, limits)

    @property
    def has_bitten(self) -> bool:
        if not self._is_dead:
            status = self.victim.node.exit_status()
            self._is_dead = status is not None
            if self._is_dead:
                has_said = self.victim.node.said().count(_EFBIG) > self._said_before
                assert (status, has_said) == (1, True), self.victim.last_words()
        return self._is_dead

    def end(self) -> None:
        # a write may have failed of which the node has not said anything yet: lifting the limit
        # would come too late for it, so that the process ends in any case
        if not self.has_bitten:
            status = self.victim.node.kill()
            assert status in {KILLED, 1}, f"{self}: {status}: {self.victim.last_words()}"
        super().end()


class _TornLog(_Death):
    """kill -9, and the log ends within a batch: the next start must say that it has cut it."""

    needs_ready = True

    def begin(self) -> None:
        self._cuts_before = self._cuts()
        self._is_dead = self._tear()

    @abstractmethod
    def _tear(self) -> bool:
        """Kill and tear; whether the log is torn now."""

    def _cuts(self) -> int:
        words = self.victim.node.says_of_cuts
        return self.victim.node.said().count(words) if words else 0

    def end(self) -> None:
        super().end()
        if self.has_bitten and self.victim.node.says_of_cuts:
            self.victim.until_ready()
            assert self._cuts() == self._cuts_before + 1, self.victim.last_words()


class TornWrite(_TornLog):
    """kill -9, and the log ends within a batch that was never written to its end."""

    name = "torn write"

    def _tear(self) -> bool:
        self._kill()
        newest = self.victim.segments()[-1]
        whole = tear_write(newest, self.rng)
        return newest.stat().st_size > whole


class LostTail(_TornLog):
    """kill -9 during a sync, and what was not synced is gone, from the middle of a batch on."""

    name = "lost tail"
    needs_commits = needs_watch = True

    def _tear(self) -> bool:
        watch, newest = self.victim.node.watch, self.victim.segments()[-1]
        assert watch is not None
        watch.delay_s = 0.3
        comes_true(lambda: newest.stat().st_size > watch.durable_size, 3.0)
        self._kill()
        watch.delay_s = 0.0
        newest = self.victim.segments()[-1]
        if watch.segment != int(newest.stem):  # nothing of it was synced yet
            return False
        return lose_tail(newest, watch.durable_size, self.rng) is not None


class SlowDisk(Fault):
    """Each sync of the log takes long."""

    name = "slow disk"
    needs_commits = needs_watch = True

    def __init__(self, victim: Victim, rng: random.Random) -> None:
        super().__init__(victim, rng)
        assert victim.node.watch is not None
        self._watch = victim.node.watch
        self._before = self._watch.slow_syncs

    def begin(self) -> None:
        self._watch.delay_s = self.rng.uniform(0.05, 0.7)

    @property
    def has_bitten(self) -> bool:
        return self._watch.slow_syncs > self._before

    def end(self) -> None:
        self._watch.delay_s = 0.0


class HangingNames(Fault):
    """Each look-up hangs, after a start that has resolved no name or with known addresses."""

    name = "hanging names"
    needs_watch = True
    lets_commit = True

    def __init__(self, victim: Victim, rng: random.Random) -> None:
        super().__init__(victim, rng)
        assert victim.node.names is not None
        self._names = victim.node.names
        self._before = self._names.hung

    def begin(self) -> None:
        self._names.hang()
        if self.rng.random() < 0.5:
            self.victim.node.kill()
            self.victim.node.launch()
        else:
            self.victim.network.call(self.victim.way.reset)

    @property
    def has_bitten(self) -> bool:
        return self._names.hung > self._before

    def end(self) -> None:
        self._names.answer()


class _Copy(Fault):
    """A copy of the directory of a follower is used: the leader must report it.

    A copy has the voter's key and forgets votes, so that an election meanwhile could be won twice:
    no other fault comes with it.
    """

    needs_commits = needs_ready = needs_watch = needs_follower = True
    lets_commit = True
    note: ClassVar[str]

    def __init__(self, victim: Victim, rng: random.Random) -> None:
        super().__init__(victim, rng)
        self._before = victim.count_of(self.note)
        node = victim.node
        assert isinstance(node, Copyable)
        self.node = node

    @property
    def has_bitten(self) -> bool:
        return self.victim.count_of(self.note) > self._before

    def _copied(self) -> NodeOnTrial:
        """Copy the directory of the stopped process, and start it again."""
        self.node.stop()
        copy = self.node.copied(f"copy-{self.rng.randrange(1 << 30)}")
        self.node.launch()
        self.victim.until_ready()
        return copy


class Clone(_Copy):
    """The copy is started on another machine, while the voter runs."""

    name, note = "clone", "voter-contested"

    def begin(self) -> None:
        self._clone = self._copied()
        self._clone.launch()

    def end(self) -> None:
        status = self._clone.kill()
        assert status == KILLED, f"{self}: {status}: {self._clone.said()[-4000:]}"


class RestoredDirectory(_Copy):
    """The voter stops, and starts on a copy that lacks what it has acknowledged since.

    In half of all cases the copy is older than what other logs begin with: it gets a snapshot.
    """

    name, note = "restored directory", "voter-regressed"

    def begin(self) -> None:
        older = self._copied()
        end = max(read_log(older.log_folder))
        # records that are on its disk and not acknowledged yet would be no loss: after the restart
        # it gets all that it missed with one answer
        wait_until(
            lambda: self._acknowledged() >= end + _MISSED_RECORDS, "records that the copy lacks"
        )
        if self.rng.random() < 0.5:
            wait_until(lambda: self._lowest_start() > end, "logs that begin behind the copy")
        self._kill_and_restore(older.log_folder.parent)

    def _kill_and_restore(self, older: Path) -> None:
        folder = self.node.log_folder.parent
        self.node.kill()
        shutil.rmtree(folder)
        older.rename(folder)
        self.node.launch()

    def _acknowledged(self) -> int:
        """Up to where it has acknowledged records to the one that leads, -1 without a leader."""
        found = (
            each.acknowledged().get(self.node.node_id, -1)
            for each in self.victim.nodes
            if isinstance(each, Copyable) and each.is_running
        )
        return max(found, default=-1)

    def _lowest_start(self) -> int:
        """Return the start of the longest log."""
        return min(
            min((int(segment.stem) for segment in each.log_folder.glob("*.log")), default=0)
            for each in self.victim.nodes
        )

    def end(self) -> None:
        """It fetches what it lacks."""


_MISSED_RECORDS = 100

KINDS: tuple[type[Fault], ...] = (
    Kill,
    PowerFailure,
    Stop,
    Pause,
    Delay,
    Drop,
    Cut,
    Reset,
    HalfClose,
    FullDisk,
    TornWrite,
    LostTail,
    SlowDisk,
)
"""All that can come together."""

ROWS: dict[str, tuple[type[Fault], ...]] = {
    "all": KINDS,
    "names": (HangingNames, HangingNames, HangingNames, Kill, Stop, Cut, Reset),
    "clones": (Clone,),
    "restored": (RestoredDirectory,),
}
"""The decks of rounds, by what they are about."""

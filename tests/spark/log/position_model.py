"""Histories of a partition as files, and what streams and exports make of them.

A `World` has a partition with two or three replicas that append, replicate, elect, roll, delete,
compact and move, as brokers do; every change is written at once, high watermarks later. A consumer
looks at the files in between. At the end its rows must be the committed records, each once, or it
must have stopped with an error for which the history has a cause.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace

from kraft_spark.exporting.job import Reached, plan_increment, reached, with_resumed
from kraft_spark.log.layout import EmptyPathError, MissingPathError
from kraft_spark.log.options import EXPORT, parse_options
from kraft_spark.log.position import DataLossError, LogPosition
from kraft_spark.log.read_plan import PlanNotes
from kraft_spark.log.stream import LogStream, TriggerLimits
from kraft_spark.log.views import picked_columns, reader_of
from tests.spark.ddl import schema_of
from tests.spark.log.brokers import TOPIC_IDS, Batch, PartitionFiles, write_high_watermarks

COLUMNS = schema_of("topicId STRING, offset BIGINT, value BINARY")
ENDS = ("highWatermark", "highWatermark", "highWatermark", "closedSegments", "logEnd")
FAILURES = (DataLossError, MissingPathError, EmptyPathError)


class ModelError(AssertionError):
    """A record that is missing, twice or wrong, or an error without a cause."""


@dataclass
class Replica:
    """The log of one broker: all batches in order, deleted ones too."""

    files: PartitionFiles
    lineage: list = field(default_factory=list)
    bases: list = field(default_factory=lambda: [0])
    gone: set = field(default_factory=set)
    mark: int = 0
    has_mark: bool = False
    epoch: int = 0

    @property
    def end(self):
        return self.lineage[-1].end if self.lineage else 0

    def write(self):
        kept = [one for one in self.lineage if one not in self.gone]
        stops = [*self.bases[1:], 1 << 62]
        self.files.segments = [
            (base, [one for one in kept if base <= one.base < stop])
            for base, stop in zip(self.bases, stops, strict=True)
        ]
        self.files.write()

    def note_mark(self):
        self.has_mark = True
        write_high_watermarks(self.files.root, {"orders-0": self.mark})

    def truncate(self, count):
        del self.lineage[count:]
        end = self.end
        self.bases = [base for base in self.bases if base <= end] or [end]
        self.mark = min(self.mark, end)


class World:
    """The partition as Kafka has it."""

    def __init__(self, random, root, *, always_marks):
        self.random, self.root = random, root
        self.always_marks = always_marks
        self.away = root.with_name("away")
        self.number = 0
        self.topic = 0
        self.values = 0
        self.causes = set()
        self.was_unproven = False
        self.has_transactions = random.random() < 0.5
        self.compacts = not self.has_transactions and random.random() < 0.5
        self.committed = {}
        """Batches below the high watermark by topic id, in order."""

        self.replicas = []
        self._create(2 + (random.random() < 0.5))

    def _create(self, count):
        self.epoch, self.leader = 0, 0
        self.isr = set(range(count))
        self.open = {}
        self.lost = set()
        topic_id = TOPIC_IDS[self.topic]
        self.committed[topic_id] = []
        self.replicas = [
            Replica(PartitionFiles(self.root / f"broker-{number}", topic_id=topic_id))
            for number in range(count)
        ]
        for one in self.replicas:
            one.write()
            if self.always_marks or self.random.random() < 0.8:
                one.note_mark()
            else:
                self.was_unproven = True

    # ---- what brokers do -----------------------------------------------------------------------

    def step(self):
        actions = (
            (30, self.append),
            (30, self.replicate),
            (15, self.checkpoint),
            (10, self.elect),
            (10, self.roll),
            (3, self.elect_unclean),
            (5, self.shrink),
            (3, self.retain),
            (4, self.compact),
            (1, self.recreate),
            (2, self.move),
        )
        weights = [weight for weight, _ in actions]
        action = self.random.choices([one for _, one in actions], weights)[0]
        action()
        return action.__name__

    def append(self):
        leader = self.replicas[self.leader]
        for _ in range(self.random.randint(1, 3)):
            self._append(leader)
        self._advance()
        leader.write()

    def _append(self, leader):
        if self.random.random() < 0.2:
            self._roll(leader)
        producer = None
        if self.has_transactions and self.random.random() < 0.6:
            producer = self.random.choice((7, 8))
            if producer in self.open and self.random.random() < 0.4:
                self._end_transaction(leader, producer)
                return
            self.open[producer] = True
        texts = []
        for _ in range(self.random.randint(1, 3)):
            self.values += 1
            texts.append(b"%d" % self.values)
        leader.lineage.append(Batch(leader.end, self.epoch, tuple(texts), producer))

    def _end_transaction(self, leader, producer):
        commits = self.random.random() < 0.5
        leader.lineage.append(Batch(leader.end, self.epoch, (b"",), producer, commits))
        del self.open[producer]

    def replicate(self):
        others = [one for one in range(len(self.replicas)) if one != self.leader]
        self._fetch(self.random.choice(others), whole=self.random.random() < 0.7)

    def _fetch(self, number, *, whole=True):
        leader, follower = self.replicas[self.leader], self.replicas[number]
        common = 0
        for ours, theirs in zip(follower.lineage, leader.lineage, strict=False):
            if ours is not theirs:
                break
            common += 1
        follower.truncate(common)
        missing = leader.lineage[common:]
        if not whole:
            missing = missing[: self.random.randint(0, len(missing))]
        begin = leader.bases[0]
        if missing and follower.end < begin:  # out of range: the log begins anew at the leader's
            missing = leader.lineage[common:]
            follower.bases = [begin]
        for one in missing:
            if one.base > follower.bases[-1] and self.random.random() < 0.15:
                follower.bases.append(one.base)
            follower.lineage.append(one)
        follower.gone |= leader.gone.intersection(missing)
        follower.epoch = self.epoch
        if follower.end == leader.end:
            self.isr.add(number)
        self._advance()
        follower.mark = max(follower.mark, min(follower.end, leader.mark))
        follower.write()

    def _advance(self):
        """Move the high watermark of the leader to what all in-sync replicas have fetched."""
        leader = self.replicas[self.leader]
        synced = [self.replicas[number] for number in self.isr]
        if any(one.epoch != self.epoch for one in synced):
            return
        leader.mark = max(leader.mark, min(one.end for one in synced))
        known = self.committed[TOPIC_IDS[self.topic]]
        end = known[-1].end if known else 0
        known += [one for one in leader.lineage if end <= one.base and one.end <= leader.mark]

    def checkpoint(self):
        self.random.choice(self.replicas).note_mark()

    def elect(self):
        candidates = sorted(self.isr - {self.leader})
        if candidates:
            self._lead(self.random.choice(candidates))
            self.causes.add("election")

    def elect_unclean(self):
        candidates = sorted(set(range(len(self.replicas))) - self.isr)
        if not candidates:
            return
        number = self.random.choice(candidates)
        self.causes.add("unclean election")
        self.isr = {number}
        known, lineage = self.committed[TOPIC_IDS[self.topic]], self.replicas[number].lineage
        kept = {id(one) for one in lineage}
        while known and id(known[-1]) not in kept:
            known.pop()
        self._lead(number)

    def _lead(self, number):
        self.epoch += 1
        self.leader = number
        leader = self.replicas[number]
        leader.epoch = self.epoch
        self.open = {}
        for one in leader.lineage:
            if one.commits is not None:
                self.open.pop(one.producer, None)
            elif one.producer is not None:
                self.open[one.producer] = True

    def shrink(self):
        others = sorted(self.isr - {self.leader})
        if others:
            self.isr.discard(self.random.choice(others))
            self._advance()

    def roll(self):
        one = self.random.choice(self.replicas)
        self._roll(one)
        one.write()

    def _roll(self, one):
        if one.end > one.bases[-1]:
            one.bases.append(one.end)

    def retain(self):
        one = self.random.choice(self.replicas)
        if len(one.bases) > 1 and one.bases[1] <= one.mark:
            self.causes.add("retention")
            one.bases.pop(0)
            one.gone |= {batch for batch in one.lineage if batch.base < one.bases[0]}
            one.write()

    def compact(self):
        one = self.random.choice(self.replicas)
        limit = min(one.bases[-1], one.mark)
        able = [batch for batch in one.lineage if batch.end <= limit and batch not in one.gone]
        if self.compacts and able:
            removed = self.random.sample(able, self.random.randint(1, len(able)))
            one.gone.update(removed)
            self.lost.update(removed)
            one.write()

    def recreate(self):
        if self.topic + 1 == len(TOPIC_IDS) or self.random.random() < 0.5:
            return
        self.causes.add("created again")
        self.topic += 1
        for one in self.replicas:
            shutil.rmtree(one.files.root)
        self._create(len(self.replicas))

    def move(self):
        one = self.random.choice(self.replicas)
        old, new = one.files.root, one.files.root.with_name(one.files.root.name + "-b")
        if new.exists():
            return
        new.mkdir()
        (old / one.files.name).rename(new / one.files.name)
        one.files.root, one.has_mark = new, False
        if self.always_marks:
            one.note_mark()
        else:
            self.was_unproven = True

    def settle(self):
        """End what is open, and let all replicas catch up."""
        leader = self.replicas[self.leader]
        for producer in list(self.open):
            self._end_transaction(leader, producer)
        # a log that never grows again cannot show that it was truncated where it was moved too
        leader.lineage.append(Batch(leader.end, self.epoch, (b"last",)))
        for number in range(len(self.replicas)):
            if number != self.leader:
                self._fetch(number)
        self._advance()
        for number, one in enumerate(self.replicas):
            if number != self.leader:
                self._fetch(number)
            self._roll(one)
            one.write()
            one.note_mark()

    # ---- what a consumer must have -------------------------------------------------------------

    def replace_last(self):
        """Put other records of a new epoch in place of the last batch of all replicas."""
        last = self.replicas[self.leader].lineage[-1]
        self.epoch += 1
        new = Batch(last.base, self.epoch, tuple(b"new" for _ in last.values))
        for one in self.replicas:
            one.lineage[-1] = new
            one.write()
        return new

    def expected(self, *, only_committed):
        """Values by topic id and offset; and those that compaction may have taken before."""
        found = {}
        for topic_id, batches in self.committed.items():
            began, aborted = {}, set()
            for one in batches:
                if one.commits is not None:
                    mine = began.pop(one.producer, [])
                    aborted.update(() if one.commits else map(id, mine))
                elif one.producer is not None:
                    began.setdefault(one.producer, []).append(one)
            for one in batches:
                if one.is_control or (only_committed and id(one) in aborted):
                    continue
                for place, value in enumerate(one.values):
                    found[topic_id, one.base + place] = value
        optional = {
            (TOPIC_IDS[self.topic], one.base + place)
            for one in self.lost
            for place in range(len(one.values))
        }
        return found, optional


class Consumer:
    """The common part of streams and exports: options, rows, restarts."""

    begins_with_records = False
    """True if a partition has a position only from its first record on."""

    def __init__(self, random, root, *, only_committed):
        self.random, self.root = random, root
        self.only_committed = only_committed
        # a marker that was read and replaced is no matter of positions: see docs/spark.md
        self.end = "highWatermark" if only_committed else random.choice(ENDS)
        given = {"path": str(root), "end": self.end, "ignoreMissingFiles": "false"}
        if self.only_committed:
            given["isolationLevel"] = "read_committed"
        self.given = given
        self.options = replace(parse_options(given, EXPORT), replicas="one")
        self.picked = picked_columns(self.options, COLUMNS)

    def accept_losses(self):
        self.options = replace(self.options, fail_on_data_loss=False)

    def read(self, tasks):
        reader = reader_of(self.options, self.picked)
        found = [
            ((row["topicId"], row["offset"]), row["value"])
            for task in tasks
            for one in reader.read(task)
            for row in one.to_pylist()
        ]
        return found, reader.ranges


class Stream(Consumer):
    """A query whose process can be killed after its offsets are stored or its rows are."""

    def __init__(self, random, root, *, only_committed):
        super().__init__(random, root, only_committed=only_committed)
        self.is_available_now = random.random() < 0.4
        self.restarts = random.random() < 0.5
        self.limits = TriggerLimits(offsets=random.choice((None, None, 3)))
        self.sink = []
        self.planned = None
        self.number = 0
        self.start()
        self.place = self.stream.initial()

    def start(self):
        self.stream = LogStream(self.options)

    def accept_losses(self):
        super().accept_losses()
        self.start()

    @property
    def rows(self):
        return [row for rows in self.sink for row in rows]

    def poll(self, *, crashes=True):
        """One micro-batch or, with availableNow, all of one run; False if nothing was new."""
        if self.is_available_now or self.restarts:
            self.start()
        if not self.is_available_now:
            return self._batch(crashes=crashes)
        self.stream.freeze()
        count = 0
        while self._batch(crashes=crashes):
            count += 1
        return count > 0

    def _batch(self, *, crashes):
        if self.planned is None:
            end = self.stream.latest(self.place, self.limits)
            if end == self.place:
                return False
            self.planned = end
            if crashes and self.random.random() < 0.1:
                self.start()
                return False
        if len(self.sink) == self.number:
            self.sink.append(self.read(self.stream.tasks(self.place, self.planned))[0])
            if crashes and self.random.random() < 0.1:
                self.start()
                return False
        self.place, self.planned = self.planned, None
        self.number += 1
        return True


class Export(Consumer):
    """Exports into a table that takes rows and progress at once."""

    begins_with_records = True

    def __init__(self, random, root, *, only_committed):
        super().__init__(random, root, only_committed=only_committed)
        self.rows = []
        self.progress = {}

    def poll(self, *, crashes=True):
        notes = PlanNotes()
        tasks = plan_increment(
            self.options,
            self.progress.get,
            keys=lambda: self.progress,
            fail_on_data_loss=self.options.fail_on_data_loss,
            notes=notes,
        )
        if notes.missing:
            raise DataLossError(f"{notes.missing} have no directory, which the result reports")
        rows, ranges = self.read(tasks)
        if crashes and self.random.random() < 0.1:
            return False
        marks = reached(Reached.of(one) for one in ranges)
        moved = {
            key: LogPosition(
                name=key, offset=offset, epoch=epoch, topic_id=key.partition(":")[2] or None
            )
            for key, (offset, epoch) in with_resumed(marks, notes.resumed).items()
        }
        is_new = any(one != self.progress.get(key) for key, one in moved.items())
        self.rows += rows
        self.progress |= moved
        return is_new


def run_history(random, root, *, steps=14, make=None, polls=0.35):
    """One history; returns a word for what came of it. Raises ModelError."""
    root.mkdir()
    only_committed = random.random() < 0.4
    world = World(random, root, always_marks=only_committed)
    make = make or random.choice((Stream, Stream, Export))
    consumer = make(random, root, only_committed=only_committed)
    trail = []
    try:
        for _ in range(random.randint(steps // 2, steps)):
            trail.append(world.step())
            if random.random() < polls:
                trail.append(f"poll {consumer.poll()}")
            if random.random() < 0.02:
                trail.append("unmount")
                _unmounted(world, consumer)
        world.settle()
        trail.append("settle")
        for _ in range(60):
            if not consumer.poll(crashes=False):
                break
        else:
            raise ModelError("the consumer finds something new for ever")
    except FAILURES as error:
        causes = _causes(world, consumer)
        if not causes:
            raise ModelError(f"an error without a cause: {error}; {trail}") from error
        return f"loss: {', '.join(sorted(causes))}"
    _compare(world, consumer, trail)
    return "whole"


def run_equal_length(random, root, make, *, steps=8):
    """A consumer that accepts losses, over a log whose last batch is replaced at the same end."""
    root.mkdir()
    world = World(random, root, always_marks=True)
    for _ in range(steps):
        random.choice((world.append, world.replicate, world.roll, world.elect))()
    world.settle()
    consumer = make(random, root, only_committed=False)
    consumer.accept_losses()
    _drain(consumer)
    before = len(consumer.rows)
    new = world.replace_last()
    _drain(consumer)
    found = [offset for (_, offset), _ in consumer.rows[before:]]
    wanted = [] if consumer.end == "closedSegments" else list(range(new.base, new.end))
    if wanted and found != wanted:
        raise ModelError(f"{type(consumer).__name__} read {found} again, replaced were {wanted}")


def _drain(consumer):
    for _ in range(10):
        before = len(consumer.rows)
        if not consumer.poll(crashes=False) and len(consumer.rows) == before:
            return
    raise ModelError("the consumer finds something new for ever")


def _causes(world, consumer):
    """Return the events of the history that can lose records for this consumer."""
    found = world.causes - {"election"}
    # closed segments and log ends may be uncommitted
    if "election" in world.causes and (consumer.end != "highWatermark" or world.was_unproven):
        found |= {"election"}
    return found


def _unmounted(world, consumer):
    """The path is empty for a while; the next query after that continues."""
    world.root.rename(world.away)
    world.root.mkdir()
    knows = isinstance(consumer, Stream) or consumer.progress
    try:
        consumer.poll(crashes=False)  # what a killed query had written needs no log
        consumer.poll(crashes=False)
    except FAILURES:
        pass
    else:
        if knows:
            raise ModelError("an empty path is no error")
    world.root.rmdir()
    world.away.rename(world.root)
    if isinstance(consumer, Stream):
        consumer.start()


def _compare(world, consumer, trail):
    expected, optional = world.expected(only_committed=consumer.only_committed)
    found = {}
    about = f"{type(consumer).__name__}, end={consumer.end}; {trail}"
    for key, value in consumer.rows:
        if key in found:
            raise ModelError(f"{key} came twice, {found[key]} and {value}; {about}")
        found[key] = value
        if expected.get(key) != value:
            raise ModelError(f"{key} is {value}, Kafka committed {expected.get(key)}; {about}")
    if consumer.begins_with_records and world.causes & {"retention", "created again"}:
        # it begins where the log begins when it finds the first record
        firsts = {}
        for topic_id, offset in found:
            firsts[topic_id] = min(offset, firsts.get(topic_id, offset))
        optional |= {key for key in expected if key[1] < firsts.get(key[0], key[1] + 1)}
    missing = expected.keys() - found.keys() - optional
    if missing:
        raise ModelError(f"{sorted(missing)[:5]} are missing; {about}")

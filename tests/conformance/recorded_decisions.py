"""Sequences of `quorum_controller` that were asked once, and are compared with kraft without Java.

Each line is a sequence: the log that both begin with, the steps with Kafka's answers and records,
and the records of the final snapshot, or the fault of Kafka at which it ended. Messages are hex, as
on the wire, and are compared field by field.
"""

from __future__ import annotations

import os

from kraft_core.sim.quorum.campaign import in_order
from kraft_wire.json_form import from_json
from kraft_wire.messages import request_class, response_class
from tests.conformance import oracle
from tests.conformance.quorum_controller import (
    ORACLE,
    RELEASE,
    KafkaFaultError,
    RecordedPlacer,
    Sequence,
    Sequences,
)
from tests.conformance.recorded_files import write

NAME = "decisions"
COUNT = 2000


class RecordingSequence(Sequence):
    """A drawn sequence that notes what was asked and answered."""

    def begin(self, seed, records, static):
        self.line = {
            "seed": seed,
            "level": self.level,
            "elr": self.has_elr,
            "acls": self.has_authorizer,
            "static": static,
            "log": [record.hex() for record in records],
            "steps": [],
        }
        super().begin(seed, records, static)

    def note(self, **step):
        self.line["steps"].append(step)

    def run(self):
        try:
            self.take_steps()
        except KafkaFaultError as fault:
            self.line["fault"] = str(fault)
        else:
            self.compare_snapshots()
        return self.line

    def ask_controller(self, request, version):
        answer = super().ask_controller(request, version)
        self.note(
            call=request.API_KEY,
            v=version,
            q=request.encode(version).hex(),
            a=self.outcome(request, version, answer),
            r=answer["records"],
        )
        return answer

    def outcome(self, request, version, answer):
        if "answer" not in answer:
            return [answer.get(name) for name in ("code", "text", "cause")]
        response = from_json(response_class(request.API_KEY), answer["answer"], version)
        return response.encode(version).hex()

    def ask_apis(self, request, version, context, caller):
        answer = super().ask_apis(request, version, context, caller)
        self.note(
            serve=request.API_KEY,
            v=version,
            q=request.encode(version).hex(),
            **caller,
            placed=RecordedPlacer.noted,
            a=answer["answer"],
            r=answer["records"],
            # of use for tokens, which go by the time of day
            between=[answer["before"], answer["after"]] if request.API_KEY in (38, 39, 40) else [],
        )
        return answer

    def ask_while_losing(self, requests):
        answer = super().ask_while_losing(requests)
        self.note(
            lose=[
                [request.API_KEY, version, request.encode(version).hex()]
                for request, version in requests
            ],
            a=[[told.get(name) for name in ("code", "cause")] for told in answer["answers"]],
            next=answer["next"],
        )
        return answer

    def ask_to_wait(self, ms):
        answer = super().ask_to_wait(ms)
        self.note(wait=ms, a=answer["ms"], r=answer["records"])
        return answer

    def ask_for_snapshot(self):
        answer = super().ask_for_snapshot()
        self.line["snapshot"] = answer.get("snapshot") or answer["error"]
        return answer


class RecordedSequence(Sequence):
    """A sequence of the file: its answers are those of Kafka, nothing is drawn."""

    def __init__(self, line):
        self.line = line
        self.level, self.has_elr = line["level"], line["elr"]
        self.has_authorizer = line["acls"]
        self.hmacs = []
        self.begin(line["seed"], list(map(bytes.fromhex, line["log"])), line["static"])

    def run(self):
        """Take all steps; AssertionError where kraft decides otherwise."""
        fault = None
        try:
            self.take_steps()
        except KafkaFaultError as error:
            fault = str(error)
        assert fault == self.line.get("fault")
        if fault is None:
            self.compare_snapshots()

    def take_steps(self):
        for number, step in enumerate(self.line["steps"]):
            self.step, self.asked = number, step
            match step:
                case {"call": api, "v": version, "q": request}:
                    self.call_in(decoded(api, version, request), version)
                case {"serve": api, "v": version, "q": request}:
                    self.serve_as(decoded(api, version, request), version, step)
                case {"wait": ms}:
                    self.pass_ms(ms)
                case {"lose": requests}:
                    self.lose_with([(decoded(*each), each[1]) for each in requests])

    def _answer(self, **answer):
        records = self.asked.get("r", [])
        return {"records": records, "next": self.state.next_offset + len(records), **answer}

    def ask_controller(self, request, version):
        match self.asked["a"]:
            case [code, text, cause]:
                return self._answer(code=code, text=text, cause=cause)
            case answer:
                return self._answer(answer=answer)

    def response(self, request, version, answer):
        return response_class(request.API_KEY).decode(bytes.fromhex(answer["answer"]), version)

    def ask_apis(self, request, version, context, caller):
        RecordedPlacer.noted = self.asked["placed"]
        before, after = self.asked["between"] or (0, 0)
        return self._answer(answer=self.asked["a"], before=before, after=after)

    def ask_while_losing(self, requests):
        answers = [{"code": code, "cause": cause} for code, cause in self.asked["a"]]
        return {"records": [], "next": self.asked["next"], "answers": answers}

    def ask_to_wait(self, ms):
        return self._answer(ms=self.asked["a"])

    def ask_for_snapshot(self):
        found = self.line["snapshot"]
        return {"error": found} if isinstance(found, str) else {"snapshot": found}


def decoded(api, version, request):
    return request_class(api).decode(bytes.fromhex(request), version)


class Recording(Sequences):
    """Ask one sequence in a worker and return its line."""

    sequence = RecordingSequence


def record(release=RELEASE, count=COUNT):
    """Ask Kafka, and write the file."""
    oracle.command(release, ORACLE)  # compiles it, once for all
    lines = in_order(Recording(release), range(count), os.cpu_count() or 2)
    write(NAME, {"release": release, "seeds": [0, count]}, lines)

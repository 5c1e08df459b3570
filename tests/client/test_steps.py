from __future__ import annotations

import pytest

from kraft_core.client import steps
from kraft_core.client.settings import Endpoint

NODE = Endpoint("c1", 9093)


@pytest.mark.parametrize(
    ("operation", "step", "result"),
    [
        (steps.connect(NODE, 1.0), steps.Connect(NODE, 1.0), 7),
        (steps.send(7, b"x", 2.0), steps.Send(7, b"x", 2.0), None),
        (steps.receive(7, 3.0), steps.Receive(7, 3.0), b"y"),
        (steps.disconnect(7), steps.Disconnect(7), None),
        (steps.enter(), steps.Enter(), None),
        (steps.leave(), steps.Leave(), None),
        (steps.sleep(4.0), steps.Sleep(4.0), None),
        (steps.now(), steps.AskTime(), 5.0),
        (steps.deliver("z"), steps.Deliver("z"), None),
    ],
)
def test_an_operation_of_one_step_asks_for_it_and_returns_its_result(operation, step, result):
    asked = next(operation)
    assert type(asked) is type(step)
    assert asked == step
    with pytest.raises(StopIteration) as ended:
        operation.send(result)
    assert ended.value.value == result

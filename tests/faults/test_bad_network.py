"""The bad network does what it says, and counts it."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from tests.faults.bad_network import BadNetwork

pytestmark = [pytest.mark.node, pytest.mark.timeout(60)]


class Echo:
    """A server that gives back what it gets, in capitals."""

    def __enter__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        return self

    def __exit__(self, *_):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for each in self._threads:
            each.join()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._threads.append(threading.Thread(target=self._serve, args=(connection,)))
            self._threads[-1].start()

    def _serve(self, connection):
        with connection:
            try:
                while data := connection.recv(1000):
                    connection.sendall(data.upper())
                connection.sendall(b"END")
            except OSError:
                return


@pytest.fixture
def network():
    with Echo() as echo, BadNetwork("127.0.0.1", [echo.port]) as made:
        yield made


@pytest.fixture
def way(network):
    return network.ways[0]


def connect(way):
    made = socket.create_connection(("127.0.0.1", way.port), 20)
    made.settimeout(20)
    return made


def exchange(connection, data=b"x"):
    connection.sendall(data)
    return connection.recv(1000)


def is_broken(connection):
    try:
        return exchange(connection) == b""
    except OSError:
        return True


def test_network_without_faults_forwards_unchanged(network, way):
    with connect(way) as connection:
        assert exchange(connection) == b"X"
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(1000) == b"END"
    damage = network.call(lambda: way.damage)
    counted = (damage.delayed, damage.dropped, damage.reset, damage.half_closed)
    assert counted == (0, 0, 0, 0)


def test_delay_applies_to_both_directions(way):
    with connect(way) as connection:
        way.delay_s = 0.1
        begin = time.monotonic()
        assert exchange(connection) == b"X"
        assert time.monotonic() - begin >= 0.2
        assert way.damage.delayed == 2


@pytest.mark.parametrize("direction", ["drops_requests", "drops_answers"])
def test_dropped_direction_times_out_until_healed(network, way, direction):
    with connect(way) as connection:
        assert exchange(connection) == b"X"
        setattr(way, direction, True)
        connection.settimeout(0.2)
        with pytest.raises(TimeoutError):
            exchange(connection)
        assert way.damage.dropped == 1
        connection.settimeout(20)
        network.call(way.heal)
        assert is_broken(connection)
    with connect(way) as connection:
        assert exchange(connection) == b"X"


def test_cut_breaks_open_and_new_connections(network, way):
    def cut():
        way.is_cut = True
        way.reset()

    with connect(way) as connection:
        assert exchange(connection) == b"X"
        network.call(cut)
        assert is_broken(connection)
    with connect(way) as connection:
        assert is_broken(connection)
    assert way.damage.reset == 2
    network.call(way.heal)
    with connect(way) as connection:
        assert exchange(connection) == b"X"


def test_half_close_of_the_requests(network, way):
    with connect(way) as connection:
        assert exchange(connection) == b"X"
        network.call(lambda: way.half_close(is_request=True))
        assert connection.recv(1000) == b"END"
        assert way.damage.half_closed == 1


def test_half_close_of_the_answers(network, way):
    with connect(way) as connection:
        assert exchange(connection) == b"X"
        network.call(lambda: way.half_close(is_request=False))
        assert connection.recv(1000) == b""
        connection.sendall(b"goes on")  # to a side that answers into nothing
        assert way.damage.half_closed == 1
        network.call(lambda: way.half_close(is_request=False))
        assert way.damage.half_closed == 1


def test_connection_breaks_if_the_upstream_refuses():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with BadNetwork("127.0.0.1", [port]) as network, connect(network.ways[0]) as connection:
        assert is_broken(connection)

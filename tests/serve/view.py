"""view.py: a server of `triptych view` for tests: starts it, asks it, and ends it."""
import http.client
import json
import os
import re
import signal
import socket
import struct
import urllib.parse

import program

NOTHING = 0xFFFFFFFF


class Server:
    """A server that listens on a free port, in a folder."""

    def __init__(self, here, *words, env=None):
        self.running = here.start(program.TRIPTYCH, "view", "--port", str(free_port()), *words, env=env, stdout=-1, text=True)
        link = link_of(self.running)
        if not link:
            raise program.Failed(f"no link; exit status {self.running.wait()}")
        self.link, self.token = link, link.split("token=")[1]
        self.port = int(re.search(r":(\d+)/", link)[1])

    def ask(self, path, method="GET", body=None, headers=None, token=True, values=None):
        """The status, the headers and the body of an answer."""
        if values:
            path += "?" + urllib.parse.urlencode(values)
        given = {"Authorization": f"Bearer {self.token}"} if token else {}
        if body is not None:
            given["Content-Type"] = "application/json"
        given.update(headers or {})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def json(self, path, **values):
        """The data of an answer, whatever its status."""
        return json.loads(self.ask(path, values=values)[2])

    def raw(self, data, timeout=30):
        """Sends bytes as they are; returns what comes back until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            got = b""
            try:
                while part := connection.recv(65536):
                    got += part
            except OSError:
                pass
            return got

    def is_alive(self):
        return self.running.poll() is None and self.ask("/api/runs")[0] == 200

    def end(self, how=signal.SIGTERM):
        """The exit status."""
        os.kill(self.running.pid, how)
        return self.running.wait(30)


def link_of(running):
    """The link that a server prints; None if it ends before."""
    lines = iter(running.stdout.readline, "")
    return next((found[0] for found in (re.search(r"http://\S+", line) for line in lines) if found), None)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Window:
    """A decoded answer of /api/N/window."""

    def __init__(self, data):
        magic, version, self.start, self.level, lanes, self.bins, flags = struct.unpack_from("<4sIQIIII", data)
        assert (magic, version) == (b"TRIW", 1)
        self.filtered, self.live, self.merged = (bool(flags & bit) for bit in (1, 2, 4))
        self.end = self.start + (self.bins << self.level)
        rows = struct.unpack_from(f"<{lanes}I", data, 32)
        at = (32 + 4 * lanes + 7) // 8 * 8
        self.lanes = []
        for row in rows:
            count, = struct.unpack_from("<I", data, at)
            runs = [struct.unpack_from("<IIIBBBB", data, at + 4 + 16 * i) for i in range(count)]
            self.lanes.append((row, runs))
            at += 4 + 16 * count
        assert at == len(data), (at, len(data))

    def begun(self):
        """Visits that began, by row of lanes."""
        return {row: sum(run[2] for run in runs) for row, runs in self.lanes}

    def nodes(self):
        return {run[1] for _, runs in self.lanes for run in runs} - {NOTHING}


class Waits:
    """A decoded answer of /api/N/waits."""

    def __init__(self, data):
        magic, version, self.start, self.level, rows, self.bins, flags, kinds, _ = struct.unpack_from("<4sIQIIIIII", data)
        assert (magic, version) == (b"TRID", 1)
        self.at_least, self.merged = bool(flags & 1), bool(flags & 2)
        self.sums = [struct.unpack_from("<QQ", data, 40 + 16 * i) for i in range(kinds)]
        at = 40 + 16 * kinds
        lanes = struct.unpack_from(f"<{rows}I", data, at)
        at += 4 * rows
        self.lanes = []
        for lane in lanes:
            count, = struct.unpack_from("<I", data, at)
            self.lanes.append((lane, [struct.unpack_from("<IIBBxx", data, at + 4 + 12 * i) for i in range(count)]))
            at += 4 + 12 * count
        assert at == len(data), (at, len(data))


def messages(data):
    """The total and the messages of an answer of /api/N/messages."""
    magic, version, count, flags, total = struct.unpack_from("<4sIIIQ", data)
    assert (magic, version) == (b"TRIM", 1) and len(data) == 24 + 40 * count
    return total, bool(flags & 1), [struct.unpack_from("<QQIIQII", data, 24 + 40 * i) for i in range(count)]

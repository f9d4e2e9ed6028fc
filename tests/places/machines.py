"""machines.py: places on several machines, for tests: this machine under several names, or namespaces of its network.

    import machines

    result = machines.run(here, "./program", "argument")           # two places on each of two machines
    places = machines.start(here, "./program", spread=(1, 2))      # processes: one place on the first, two on the second one
"""
import os
import random
import socket
import subprocess

import program

_chance = random.Random(os.getpid())


def free_port():
    """A port that nothing listens at, out of those that no connection is given."""
    while True:
        port = _chance.randrange(10000, 30000)
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("", port))
                return port
            except OSError:
                pass


def start(here, *command, spread=(2, 2), env=None, before=None, host="127.0.0.1", stdin=subprocess.DEVNULL):
    """Starts a process for each place. `before`: for each machine, the words in front of the command."""
    names = [machine for machine, count in enumerate(spread) for _ in range(count)]
    meeting = {"TRI_PLACES_MEET": f"{host}:{free_port()}", "TRI_PLACES_SECRET": f"{_chance.random()}", "TRI_PLACES": len(names), "TRI_WORKERS": 1, **(env or {})}
    return [here.start(*(before[machine] if before else ()), *command, env={**meeting, "TRI_PLACE": place, "TRI_MACHINE": f"m{machine}"},
                       stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for place, machine in enumerate(names)]


def end(command, running):
    """Waits for them. The status is the first one that is not 0; what they print is that of one after the other."""
    texts = [process.communicate(timeout=120) for process in running]
    status = next((process.returncode for process in running if process.returncode), 0)
    return program.Result(command, status, "".join(out for out, _ in texts), "".join(err for _, err in texts))


def run(here, *command, **options):
    """Runs a program at all places; again if the port of the meeting is in use."""
    while True:
        running = start(here, *command, **options)
        first = running[0].communicate(timeout=120)
        if "Address already in use" not in first[1]:
            rest = end(command, running[1:])
            return program.Result(command, running[0].returncode or rest.status, first[0] + rest.out, first[1] + rest.err)
        for process in running[1:]:
            process.kill()
            process.communicate()

"""program.py: runs commands for whole-program tests, in a folder of their own.

    import program

    here = program.folder()                        # a new temporary folder, removed at exit
    here.write("a.c", "int main(void) { return 0; }")
    here.triptych("cc", program.CC, "a.c", "-o", "a")   # a failure raises, with the output in its text
    result = here.triptych("run", "./a", check=False)
    result.status, result.out, result.err

The build's own triptych is meant everywhere: Meson sets TRIPTYCH, and TRIPTYCH_SOURCE (the top of the source).
By hand, from anywhere: TRIPTYCH=build/src/cmd/triptych PYTHONPATH=tests/lib python3 tests/.../test_x.py
"""
import atexit
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import time

TRIPTYCH = os.path.abspath(os.environ.get("TRIPTYCH", "build/src/cmd/triptych"))
SOURCE = pathlib.Path(os.environ.get("TRIPTYCH_SOURCE", pathlib.Path(__file__).parents[2])).resolve()
CC = os.environ.get("TEST_CC", "gcc")
CFLAGS = shlex.split(os.environ.get("TEST_CFLAGS", ""))  # what a sanitizer build needs: add it when compiling
SANITIZED = bool(CFLAGS)  # limits on address space, LD_PRELOAD and the like make no sense then


class Failed(Exception):
    pass


class Result:
    """status: as the shell would say it, except for -N: killed by signal N."""

    def __init__(self, command, status, out, err):
        self.command, self.status, self.out, self.err = command, status, out, err

    def __str__(self):
        words = " ".join(shlex.quote(str(word)) for word in self.command)
        return f"$ {words}\nexit status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class Folder:
    def __init__(self, path):
        self.path = pathlib.Path(path)

    def __truediv__(self, name):
        return self.path / name

    def __str__(self):
        return str(self.path)

    def write(self, name, text, mode=None):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if mode is not None:
            file.chmod(mode)
        return file

    def read(self, name):
        return (self.path / name).read_text()

    def copy(self, source, name=None):
        """A file or folder from the source tree (relative to its top) or from anywhere (absolute)."""
        source = SOURCE / source
        target = self.path / (name or source.name)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
        return target

    def run(self, *command, check=True, env=None, input=None, timeout=120, cwd=None):
        """Runs a command here. With check, any status but 0 raises Failed. env is added to the environment; a
        value of None takes the variable away. Output is text; undecodable bytes are kept as escapes."""
        environment = dict(os.environ)
        for name, value in (env or {}).items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = str(value)
        words = [str(word) for word in command]
        try:
            ended = subprocess.run(words, cwd=cwd or self.path, env=environment, input=input, timeout=timeout,
                                   capture_output=True, text=True, errors="backslashreplace",
                                   stdin=None if input is not None else subprocess.DEVNULL)
        except subprocess.TimeoutExpired as expired:
            raise Failed(f"$ {shlex.join(words)}\nstill ran after {timeout} s") from expired
        result = Result(words, ended.returncode, ended.stdout, ended.stderr)
        if check and result.status != 0:
            raise Failed(str(result))
        return result

    def triptych(self, *arguments, **options):
        return self.run(TRIPTYCH, *arguments, **options)

    def start(self, *command, env=None, **options):
        """A command that goes on beside the test, and no longer: a subprocess.Popen."""
        environment = dict(os.environ)
        environment.update({name: str(value) for name, value in (env or {}).items()})
        running = subprocess.Popen([str(word) for word in command], cwd=self.path, env=environment, **options)
        atexit.register(end, running)
        return running

    def report(self, archive, *options):
        """What `triptych report --format json` says, as Python data."""
        return json.loads(self.triptych("report", "--format", "json", *options, archive).out)


def end(running):
    """For a test that fails half-way. `triptych run` passes it on to its command."""
    if running.poll() is None:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()


def folder():
    """A new temporary folder, removed when the script ends."""
    path = tempfile.mkdtemp(prefix="triptych-test-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return Folder(path)


def wait_until(holds, seconds=60):
    """Waits for something that another process does. False if it does not happen."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def have(command):
    """Whether a command is installed and of use: one compiler's sanitizers do not link with the other's."""
    if SANITIZED and command in ("gcc", "clang") and command != CC:
        return False
    return shutil.which(command) is not None

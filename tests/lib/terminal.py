"""terminal.py: a command on a terminal of its own, whose screen can be looked at.

    import terminal

    shell = terminal.Terminal([program.TRIPTYCH, "query", "a.tri"], cwd=here.path, rows=24, columns=80)
    shell.type("events.count();")
    shell.wait("500")             # until that is on the screen; fails after a generous time
    shell.row("500")              # the line of the screen that it is on
    shell.end()                   # Ctrl-D; the exit status

    status, text = terminal.written([program.TRIPTYCH, "report", "a.tri"], cwd=here.path, columns=60)

The screen knows the sequences that Triptych and libedit write for TERM=xterm, and fails at any other.
"""
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time

LIMIT = 60  # s, until something must have appeared
END = b"\0the end\0"  # no command writes it


def missing():
    """Why there is no terminal to be had here; None if there is one."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as problem:
        return f"there are no terminals here: {problem}"
    return None


def written(command, cwd, rows=24, columns=80, env=None, stream="stdout"):
    """Exit status of a command, and all that it writes to a terminal of that size; a None in `env` removes a variable.

    Reading ends at a mark that is written behind the command's text, through the same terminal. The terminal stays open until then:
    a reader that waits for the other end to be closed may be told so before it was given the last text.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {name: value for name, value in {**os.environ, "COLUMNS": None, **(env or {})}.items() if value is not None}
    streams = {"stdout": subprocess.DEVNULL, stream: theirs}
    child = subprocess.Popen([str(word) for word in command], cwd=cwd, stdin=subprocess.DEVNULL, env=environment, **streams)

    def mark_end():
        child.wait()
        os.write(theirs, END)

    marker = threading.Thread(target=mark_end)
    marker.start()
    text = b""
    while not text.endswith(END):
        text += os.read(ours, 65536)
    marker.join()
    os.close(theirs)
    os.close(ours)
    return child.returncode, text[:-len(END)].decode().replace("\r\n", "\n")


class Screen:
    """What a terminal shows: characters in rows, with a cursor. Colours are left out, but counted."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.lines = [[" "] * columns for _ in range(rows)]
        self.row = self.column = self.colours = 0
        self.full = False  # the last column was written: the next character goes to the next row
        self.above = []  # what was scrolled away
        self.rest = ""

    def resize(self, rows, columns):
        lines = [(line + [" "] * columns)[:columns] for line in self.lines]
        while len(lines) > rows:
            if self.row < len(lines) - 1:
                lines.pop()
            else:
                self.above.append("".join(lines.pop(0)).rstrip())
                self.row -= 1
        lines += [[" "] * columns for _ in range(rows - len(lines))]
        self.rows, self.columns, self.lines = rows, columns, lines
        self.column = min(self.column, columns - 1)

    def newline(self):
        if self.row + 1 < self.rows:
            self.row += 1
            return
        self.above.append("".join(self.lines.pop(0)).rstrip())
        self.lines.append([" "] * self.columns)

    def put(self, character):
        if self.full:
            self.newline()
            self.column, self.full = 0, False
        self.lines[self.row][self.column] = character
        if self.column + 1 < self.columns:
            self.column += 1
        else:
            self.full = True

    def clear(self, row, start, end):
        self.lines[row][start:end] = [" "] * (end - start)

    def sequence(self, numbers, letter):
        count = int(numbers.split(";")[0] or 1) if letter not in "JKmhl" else 0
        self.full = False
        if letter == "A":
            self.row = max(0, self.row - count)
        elif letter == "B":
            self.row = min(self.rows - 1, self.row + count)
        elif letter == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif letter == "D":
            self.column = max(0, self.column - count)
        elif letter == "G":
            self.column = min(self.columns, count) - 1
        elif letter == "H":
            self.row, self.column = ([int(part or 1) - 1 for part in numbers.split(";")] + [0, 0])[:2]
        elif letter == "K":
            self.clear(self.row, self.column, self.columns)
        elif letter == "J":
            first = 0 if numbers == "2" else self.row + 1
            if numbers != "2":
                self.clear(self.row, self.column, self.columns)
            for row in range(first, self.rows):
                self.clear(row, 0, self.columns)
        elif letter == "P":
            line = self.lines[self.row]
            del line[self.column:self.column + count]
            line += [" "] * (self.columns - len(line))
        elif letter == "@":
            line = self.lines[self.row]
            line[self.column:self.column] = [" "] * count
            del line[self.columns:]
        elif letter == "m":
            self.colours += 1
        elif letter not in "hl":
            raise ValueError(f"the screen does not know ESC [ {numbers} {letter}")

    def feed(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\x1b":
                found = re.match(r"\x1b\[([0-9;?]*)([@A-Za-z])|\x1b[=>78]|\x1b\([AB0]", text[at:])
                if not found:
                    self.rest = text[at:]
                    return
                if found.group(2):
                    self.sequence(found.group(1), found.group(2))
                at += found.end()
                continue
            if character == "\n":
                self.newline()
                self.full = False
            elif character == "\r":
                self.column, self.full = 0, False
            elif character == "\b":
                self.column, self.full = max(0, self.column - 1), False
            elif character >= " ":
                self.put(character)
            at += 1

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines).rstrip()


class Terminal:
    def __init__(self, command, cwd, rows=24, columns=80, env=None):
        self.screen = Screen(rows, columns)
        self.bytes = b""
        self.status = None
        environment = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8")
        for name, value in (env or {}).items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = str(value)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(str(command[0]), [str(word) for word in command], environment)

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)  # also when it was that size before

    def type(self, text):
        os.write(self.fd, text.encode())

    def read(self, seconds):
        """What comes within that time; False: the command closed the terminal."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            more = os.read(self.fd, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            more = b""
        self.bytes += more
        self.screen.feed(more.decode(errors="replace"))
        return bool(more)

    def wait_for(self, condition, what):
        end = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > end or not self.read(0.5):
                if condition():
                    break
                raise AssertionError(f"{what} did not appear:\n{self.screen.text()}")

    def all(self):
        """The screen, and what was scrolled away."""
        return "\n".join(self.screen.above + [self.screen.text()])

    def wait(self, *texts, gone=()):
        """Until all of these are on the screen, and none of those."""
        self.wait_for(lambda: all(text in self.all() for text in texts)
                      and not any(text in self.screen.text() for text in gone), f"{texts} without {gone}")

    def wait_row(self, pattern):
        """Until a row of the screen fits a regular expression as a whole: that row."""
        self.wait_for(lambda: self.row(pattern) is not None, pattern)
        return self.row(pattern)

    def row(self, pattern):
        rows = [row for row in self.screen.text().split("\n") if re.fullmatch(pattern, row)]
        return rows[-1] if rows else None

    def end(self, keys="\x04"):
        """Types that, and waits until the command has ended: its exit status."""
        self.type(keys)
        self.wait_for(lambda: not self.read(0.1), "the end")
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.fd)
        return self.status

"""A program on a pseudo-terminal, and what its screen shows."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


class Screen:
    """As much of a terminal as elektro uses: text, colours, moving the cursor, erasing."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.x = self.y = 0
        self.rows = [[" "] * width for _ in range(height)]
        self.overflowed = []  # lines written beyond the right edge
        self.colours = set()  # what was asked for with ESC [ … m

    def feed(self, text):
        at = 0
        while at < len(text):
            sequence = SEQUENCE.match(text, at)
            if sequence:
                self.control(*sequence.groups())
                at = sequence.end()
                continue
            self.character(text[at])
            at += 1

    def control(self, numbers, letter):
        if letter == "H":
            row, _, column = numbers.partition(";")
            self.y, self.x = int(row or 1) - 1, int(column or 1) - 1
        elif letter == "J":
            self.rows = [[" "] * self.width for _ in range(self.height)]
        elif letter == "K":
            self.rows[self.y][self.x:] = [" "] * (self.width - self.x)
        elif letter == "m":
            self.colours.add(numbers)

    def character(self, c):
        if c == "\r":
            self.x = 0
        elif c == "\n":
            self.y += 1
            if self.y == self.height:
                self.rows = self.rows[1:] + [[" "] * self.width]
                self.y -= 1
        elif self.x >= self.width:
            self.overflowed.append("".join(self.rows[self.y]))
        else:
            self.rows[self.y][self.x] = c
            self.x += 1

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.rows)


class Terminal:
    def __init__(self, command, width=80, height=24, **environment):
        self.screen = Screen(width, height)
        self.pending = b""
        self.ended = False
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(LC_ALL="C.UTF-8", TERM="xterm-256color", **environment)
            os.execv(command[0], command)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def read(self, seconds):
        """Takes in what comes within so many seconds; False when nothing did."""
        if self.ended or not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        if not data:
            self.ended = True
            return False
        self.pending += data
        # A character or sequence that is not complete yet waits for the rest.
        whole = self.pending
        cut = whole.rfind(b"\x1b", max(0, len(whole) - 24))
        if cut >= 0 and not re.match(rb"\x1b\[[0-9;?]*[A-Za-z]", whole[cut:]):
            whole = whole[:cut]
        while True:
            try:
                text = whole.decode()
                break
            except UnicodeDecodeError:
                whole = whole[:-1]
        self.pending = self.pending[len(whole):]
        self.screen.feed(text)
        return True

    def wait_for(self, pattern, seconds=20):
        """Waits until the screen shows the pattern; returns the match or None."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            match = re.search(pattern, self.screen.text())
            if match:
                return match
            if not self.read(0.2) and self.ended:
                return re.search(pattern, self.screen.text())
        return None

    def settle(self):
        """Takes in everything until nothing comes for a while."""
        while self.read(0.15):
            pass

    def send(self, keys):
        os.write(self.fd, keys.encode())

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    def finish(self, seconds=20):
        """Waits for the program to end; its exit status, or None."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0.1):
                    pass
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
        self.kill()
        return None

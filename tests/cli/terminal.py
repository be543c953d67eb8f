"""A program on a pseudo-terminal, and its screen."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

# poll and ppoll without a timeout: their system call numbers and timeout arguments, on x86 and ARM.
WAITS_FOR_EVER = {("7", 0xffffffff), ("73", 0)}
TIOCGPTN = 0x80045430  # the number of the pseudo-terminal, for which Python has no name yet
SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


class Screen:
    """The subset of a terminal that elektro uses: text, colours, moving the cursor, erasing."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.x = self.y = 0
        self.rows = [[" "] * width for _ in range(height)]
        self.overflowed = []  # lines written beyond the right edge
        self.colours = set()  # parameters of ESC [ … m

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
    running = []  # terminals whose program has not been killed or waited for

    def __init__(self, command, width=80, height=24, **environment):
        self.screen = Screen(width, height)
        self.pending = b""
        self.ended = False
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.environ.update(LC_ALL="C.UTF-8", TERM="xterm-256color", **environment)
            os.execv(command[0], command)
        Terminal.running.append(self)

    def read(self, seconds):
        """Reads the output within this many seconds; False if there was none."""
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
        # An incomplete character or sequence waits for its rest.
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

    def key_waits(self):
        """Whether there is a key that the program has not read."""
        number, = struct.unpack("I", fcntl.ioctl(self.fd, TIOCGPTN, bytes(4)))
        side = os.open(f"/dev/pts/{number}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            return bool(select.select([side], [], [], 0)[0])
        finally:
            os.close(side)

    def wants_key(self):
        """Whether the program has read all keys and sleeps until there is another."""
        if self.key_waits():
            return False
        with open(f"/proc/{self.pid}/syscall", encoding="ascii") as file:
            call = file.read().split()
        return len(call) > 3 and (call[0], int(call[3], 16)) in WAITS_FOR_EVER

    def settle(self, seconds=20):
        """Reads the output until the program waits for a key, or ends."""
        end = time.monotonic() + seconds
        while not self.ended:
            # All output before the wait can be read by now.
            wants_key = self.wants_key()
            if not self.read(0 if wants_key else 0.005) and wants_key:
                return
            if time.monotonic() > end:
                raise TimeoutError(f"after {seconds} seconds the program does not wait for a key:\n"
                                   + self.screen.text())

    def send(self, keys):
        os.write(self.fd, keys.encode())

    def close(self):
        os.close(self.fd)
        Terminal.running.remove(self)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.close()

    def finish(self, seconds=20):
        """Waits for the program to end; returns its exit status, or None."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0):
                    pass
                self.close()
                return os.waitstatus_to_exitcode(status)
        self.kill()
        return None

"""Connections that the server closes: of a blocked account, and those whose other end is gone.

    closing.py ELEKTRO
"""

import select
import socket
import subprocess
import sys
import time

import tap
from client import Http, Server, Socket, new_table

ELEKTRO = sys.argv[1]
AT_ONCE = 0.5  # seconds: far less than any timeout of the server


def admin(server, *arguments):
    store = ["--store", server.store] if server.store else ["--data", server.data]
    return subprocess.run([ELEKTRO, "admin", *store, *arguments], capture_output=True, text=True,
                          check=False)


def closed_within(connection, seconds):
    """Reads until the other end closes; False if it stays open for that long."""
    until = time.monotonic() + seconds
    while select.select([connection], [], [], max(0, until - time.monotonic()))[0]:
        try:
            if not connection.recv(65536):
                return True
        except ConnectionResetError:
            return True
    return False


def open_stream(server, http, code):
    """An event stream of a table as a plain socket, after its first event."""
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    stream.sendall((f"GET /api/v1/tables/{code}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    f"Cookie: {http.cookie}\r\n\r\n").encode())
    got = b""
    while b"data: " not in got:
        some = stream.recv(65536)
        if not some:
            raise ConnectionError(f"no stream: {got[:200]}")
        got += some
    return stream


def check_blocked():
    """sockets and streams of a blocked account are closed when the admin command returns"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server), Http(server, "Ben")
        anna.post("/api/v1/register", name="Anna", password="correct horse")
        code = new_table(anna, [ben])
        bens = Socket(server, ben)
        annas = [("socket", Socket(server, anna).socket), ("another socket", Socket(server, anna).socket),
                 ("stream", open_stream(server, anna, code))]
        run = admin(server, "block", "Anna")
        if run.stdout != "Done.\n":
            yield f"block: {run.stdout}{run.stderr}"
        for what, connection in annas:
            if not closed_within(connection, AT_ONCE):
                yield f"the {what} is open {AT_ONCE} s after 'elektro admin block' said Done"
            connection.close()
        if bens.ask("hello")["you"]["name"] != "Ben":
            yield "Ben's socket was closed, too"
        bens.close()


PINGS = ("--ping-after", "1", "--ping-timeout", "1")


def check_silent():
    """a socket that answers no ping is closed, though nothing else happens on the server"""
    with Server(ELEKTRO, *PINGS) as server:
        dead = Socket(server)
        opened = time.monotonic()
        # A second of silence, a second for the pong, and the server looks once a second.
        if not closed_within(dead.socket, 6):
            yield "it is open after 6 s"
        elif time.monotonic() - opened < 1:
            yield f"it was closed after {time.monotonic() - opened:.1f} s, before it was pinged"
        dead.close()


def check_answering():
    """a socket that answers pings stays open"""
    with Server(ELEKTRO, *PINGS) as server:
        alive = Socket(server)
        for number in range(4):
            if not select.select([alive.socket], [], [], 6)[0]:
                yield f"no ping {number}"
                return
            first, size = alive.take(2)
            if first & 0x0f != 9:
                yield f"frame of type {first & 0x0f} instead of ping {number}"
                return
            alive.send_frame(alive.take(size & 0x7f), 10)
        if alive.ask("hello")["you"] is not None:
            yield "it is not served"
        alive.close()


tap.run([check_blocked, check_silent, check_answering])

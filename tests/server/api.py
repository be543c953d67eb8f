"""The documentation of the wire format: it agrees with messages.json, and every example works.

    tests/run api.py ELEKTRO ROOT
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from client import Http, Server, ServerTestCase, Socket

ELEKTRO, ROOT = sys.argv[1:3]
sys.path.insert(0, f"{ROOT}/tools")
import make_wire  # noqa: E402

MESSAGES = make_wire.read(f"{ROOT}/server/messages.json")


def examples():
    """Yields (sent, pattern) for every example of the page."""
    with open(f"{ROOT}/docs/api.md", encoding="utf-8") as file:
        for block in re.findall(r"^```\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL):
            for sent, expected in re.findall(r"^> (.*)\n< (.*)$", block, re.MULTILINE):
                yield sent, expected


def matches(expected, got, table):
    """Compares an answer with a pattern; the first answer with a table gives the value of TABLE."""
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    pattern = pattern.replace("TABLE", table or "(?P<table>[a-z0-9]{12})", 1)
    return re.fullmatch(pattern.replace("TABLE", table or "TABLE"), got)


FAILS = r'rec_fail\([^"();]*"([a-z-]+)"'


def c_files(path):
    """Yields (path, text) of a C file, or of all C files below a folder."""
    if path.endswith(".c"):
        with open(f"{ROOT}/{path}", encoding="utf-8") as file:
            yield path, file.read()
        return
    for folder, _, names in os.walk(f"{ROOT}/{path}"):
        for name in names:
            if name.endswith(".c"):
                yield from c_files(os.path.relpath(os.path.join(folder, name), ROOT))


def words_of(macro):
    """The body of a list of engine/words.h."""
    with open(f"{ROOT}/engine/words.h", encoding="utf-8") as file:
        return re.search(rf"#define {macro}\(X\)(.*?[^\\])\n", file.read(), re.DOTALL)[1]


class People:
    """The users of the examples, by name."""

    def __init__(self, server):
        self.server = server
        self.http, self.socket = {}, {}

    def send(self, text):
        """Sends the request of an example; returns the answer as text."""
        who, how, rest = (text.split(" ", 2) + [""])[:3]
        http = self.http.setdefault(who, Http(self.server))
        if how in ("ws", "hears"):
            socket = self.socket.get(who) or self.socket.setdefault(who, Socket(self.server, http))
            if how == "hears":
                return socket.frame()
            socket.send_frame(rest.encode())
            answer = socket.frame()
            while '"re":' not in answer:
                answer = socket.frame()
            return answer
        path, _, body = rest.partition(" ")
        headers = {"Content-Type": "application/json"} if body else {}
        return http.raw(how, path, body.encode() if body else None, headers)[2].decode()


class Api(ServerTestCase):
    def test_generated(self):
        """docs/api.md and the web client's types are generated from the current messages.json"""
        for what, path in (("docs", "docs/api.md"), ("typescript", "web/src/net/messages.ts")):
            with tempfile.NamedTemporaryFile() as made:
                subprocess.run([sys.executable, f"{ROOT}/tools/make_wire.py",
                                f"{ROOT}/server/messages.json", what, made.name], check=True)
                with open(made.name, "rb") as new, open(os.path.join(ROOT, path), "rb") as old:
                    self.assertEqual(new.read(), old.read(),
                                     f"{path} is not up to date: tools/make_wire.py makes it")

    def test_examples(self):
        """every example of docs/api.md gives the documented answer"""
        with Server(ELEKTRO) as server:
            people, table, count = People(server), None, 0
            for sent, expected in examples():
                got = people.send(sent.replace("TABLE", table or "TABLE"))
                found = matches(expected, got, table)
                count += 1
                if not found:
                    self.fail(f"{sent}\n  expected {expected}\n  got      {got[:1500]}")
                if table is None and "table" in found.groupdict():
                    table = found["table"]
            self.assertGreaterEqual(count, 30, f"only {count} examples were found")

    def test_every_error(self):
        """messages.json lists every error code that can reach a client, and no other"""
        listed = set(MESSAGES["errors"])
        server = {path: text for path, text in c_files("server") if "shuffle_check" not in path}
        # The server itself fails with the enumeration. These codes are for the operator who starts it.
        literal = {code for text in server.values() for code in re.findall(FAILS, text)}
        # The layers below parse moves and follow journals; the engine's reasons are a separate list.
        below = {code for folder in ("record/notation.c", "journal") for _, text in c_files(folder)
                 for code in re.findall(FAILS, text)}
        reasons = set(re.findall(r'"([a-z-]+)"', words_of("EK_REASON_WORDS")))
        self.assertGreater(len(reasons), 40)
        self.assertEqual(literal - {"newer-schema", "older-schema"} - listed, set())
        self.assertEqual(below - listed - reasons, set())
        given = {name.lower().replace("_", "-") for text in server.values()
                 for name in re.findall(r"\bSV_ERROR_([A-Z_]+)", text)}
        self.assertEqual(listed - given - below - literal, set(), "codes that no error uses")

    def test_every_request(self):
        """every request has a handler that answers any client"""
        with Server(ELEKTRO) as server:
            socket = Socket(server, Http(server, "Anna"))
            for row in MESSAGES["requests"]:
                socket.send_frame(json.dumps({"do": row["name"], "id": row["name"]}).encode())
                reply = json.loads(socket.frame())
                unknown = not reply["ok"] and reply["error"]["code"] == "no-such-request"
                self.assertEqual(reply.get("re"), row["name"], f"{row['name']}: {reply}")
                self.assertFalse(unknown, f"{row['name']}: {reply}")

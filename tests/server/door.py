"""Access: addresses, cookies, streams and sockets, and the form of a request.

    tests/run door.py ELEKTRO
"""

import collections
import http.client
import json
import socket as sockets
import sys
import tempfile

from client import Http, Refused, Server, ServerTestCase, Socket, new_table, until
from http2 import make_certificate, tls

ELEKTRO = sys.argv[1]


def raw(server, data, wait=60):
    """Sends bytes and returns the answer, up to the close of the connection or a pause."""
    answer = b""
    with sockets.create_connection(("127.0.0.1", server.port), timeout=wait) as s:
        try:
            s.sendall(data)
            while True:
                some = s.recv(65536)
                if not some:
                    return answer + b"<closed>"
                answer += some
        except OSError:
            return answer


def status_of(server, method, path, *headers):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "Connection: close", "", ""]
    answer = raw(server, "\r\n".join(lines).encode())
    return int(answer.split()[1]) if answer[:5] == b"HTTP/" else 0, answer


def connected(server, client):
    """A socket, or None while the address has to wait: what it did before may have taken long."""
    try:
        return Socket(server, client)
    except ConnectionError:
        return None


def open_stream(server, code):
    s = sockets.create_connection(("127.0.0.1", server.port), timeout=60)
    s.sendall(f"GET /api/v1/tables/{code}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return s


def answers(server, count, address, path, refused=None, **fields):
    """Counts each answer to requests from forwarded addresses; {} in texts is the request's number. Goes on until so many
    are refused: a slow server gives back some of the requests in the meantime."""
    seen = collections.Counter()
    for i in range(count):
        if refused is not None and seen["too-many"] == refused:
            break
        client = Http(server)
        client.headers["X-Forwarded-For"] = address.format(i)
        try:
            client.post(path, **{name: text.format(i) for name, text in fields.items()})
            seen["ok"] += 1
        except Refused as no:
            seen[no.code] += 1
        client.close()
    return seen


def cookie_of(server, *headers):
    body = b'{"name":"Anna"}'
    lines = ["POST /api/v1/guest HTTP/1.1", *headers, "Content-Type: application/json",
             f"Content-Length: {len(body)}", "Connection: close", "", ""]
    answer = raw(server, "\r\n".join(lines).encode() + body).decode()
    return next((line for line in answer.splitlines() if line.lower().startswith("set-cookie")), "")


class Door(ServerTestCase):
    def test_streams(self):
        """hundreds of event streams do not lock other clients out"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            streams = [open_stream(server, code) for _ in range(600)]
            for s in streams:
                self.assertIn(b" 200 ", s.recv(4096), "a stream was refused")
            self.assertEqual(status_of(server, "GET", "/healthz")[0], 200, "the server no longer answers")
            Socket(server, anna).ask("hello")
            anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
            told = b""
            while b"nominate" not in told:
                some = streams[-1].recv(65536)
                self.assertTrue(some, f"the stream has ended after {told}")
                told += some
            for s in streams:
                s.close()

    def test_open_limit(self):
        """one address has a limited number of streams and sockets, and frees them by closing"""
        with Server(ELEKTRO, rate=20) as server:
            socket_list = []
            try:
                for _ in range(120):
                    socket_list.append(Socket(server))
                self.fail("120 sockets were opened")
            except ConnectionError as no:
                self.assertIn("429", str(no), f"after {len(socket_list)} sockets: {no}")
                self.assertEqual(len(socket_list), 100, f"after {len(socket_list)} sockets: {no}")
            for socket in socket_list:
                socket.close()
            again = until(lambda: connected(server, None))
            self.assertTrue(again, "closing gave nothing back")
            again.close()

    def test_forwarded(self):
        """behind a proxy the address is the one the proxy saw, not the one the client claims"""
        with Server(ELEKTRO, "--proxied", rate=40) as server:
            for claim in ("127.0.0.1, 203.0.113.7", "203.0.113.7, 127.0.0.1", "6" * 300, "127.0.0.1"):
                status = status_of(server, "GET", "/metrics", "X-Forwarded-For: " + claim)[0]
                self.assertEqual(status, 403, f"X-Forwarded-For: {claim[:30]}: {status} for /metrics")
            self.assertEqual(status_of(server, "GET", "/metrics")[0], 200, "no metrics for the machine itself")
            seen = answers(server, 250, "198.51.100.{}, 203.0.113.7", "/api/v1/guest", 20, name="x{}")
            self.assertEqual(seen["too-many"], 20, f"guests from one address that claims many: {seen}")

    def test_networks(self):
        """addresses of one IPv6 network count as one"""
        with Server(ELEKTRO, "--proxied", rate=40) as server:
            seen = answers(server, 250, "2001:db8:1:2::{:x}", "/api/v1/guest", 20, name="y{}")
            self.assertEqual(seen["too-many"], 20, f"guests from one network: {seen}")

    def test_names(self):
        """login attempts for one name are counted across all addresses"""
        with Server(ELEKTRO, "--proxied", rate=40) as server:
            seen = answers(server, 250, "198.51.100.{}", "/api/v1/login", 10, name="Anna", password="guess{}")
            self.assertEqual(seen["too-many"], 10, seen)
            # A name that many guests have.
            self.assertEqual(answers(server, 40, "203.0.113.{}", "/api/v1/guest", name="Ben")["ok"], 40,
                             "guests of one name keep each other out")

    def test_cookies(self):
        """behind a proxy with TLS cookies are Secure and __Host-; other cookie names are ignored"""
        host = "Host: elektro.example.org"
        with Server(ELEKTRO, "--proxied") as server:
            for headers in ((host,), (host, "X-Forwarded-Proto: https")):
                cookie = cookie_of(server, *headers)
                self.assertIn("__Host-elektro=", cookie, f"{headers}: {cookie}")
                self.assertIn("; Secure", cookie, f"{headers}: {cookie}")
            cookie = cookie_of(server, host, "X-Forwarded-Proto: http")
            self.assertIn(" elektro=", cookie, f"without TLS: {cookie}")
            self.assertNotIn("Secure", cookie, f"without TLS: {cookie}")
            anna = Http(server, "Anna")
            token = anna.cookie.split("=")[1]
            for name, known in (("__Host-elektro", True), ("elektro", False)):
                other = Http(server)
                other.cookie = f"{name}={token}"
                self.assertEqual(other.get("/api/v1/hello")["you"] is not None, known,
                                 f"the cookie {name} on a secure connection")
            anna.cookie = "x=" + "y" * 3000 + "; " + anna.cookie
            self.assertTrue(anna.get("/api/v1/hello")["you"], "other cookies of the machine log one out")

    def test_scheme(self):
        """a page that was loaded without TLS cannot act on the one with it"""
        with Server(ELEKTRO, "--proxied") as server:
            anna = Http(server, "Anna")
            host = {"Host": "elektro.example.org", "X-Forwarded-Proto": "https"}
            for scheme, code in (("https", None), ("http", "wrong-origin")):
                try:
                    anna.ask("POST", "/api/v1/guest", {"name": "Ben"},
                             {**host, "Origin": f"{scheme}://elektro.example.org"})
                    self.assertFalse(code, f"a page of {scheme} was believed")
                except Refused as no:
                    self.assertEqual(no.code, code, f"{scheme}: {no}")

    def test_bodies(self):
        """a POST without a length is refused, and the rest of its connection is ignored"""
        smuggled = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        start = b"POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with Server(ELEKTRO) as server:
            for status, head in ((411, b""), (411, b"Transfer-Encoding: chunked\r\n"), (400, b"Content-Length: 5x\r\n"),
                                 (400, b"Content-Length: -5\r\n"), (400, b"Content-Length:\r\n"),
                                 (400, b"Content-Length: " + b"9" * 30 + b"\r\n")):
                answer = raw(server, start + head + b"\r\n" + smuggled)
                self.assertIn(b" %d " % status, answer.split(b"\r\n")[0], f"{head}: {answer[:60]}")
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1, f"{head}: {answer[:60]}")
                self.assertTrue(answer.endswith(b"<closed>"), f"{head}: {answer[:60]}")
            for path in ("a" * 300, "since=" + "1" * 300):
                status, answer = status_of(server, "GET", "/api/v1/tables/abc/position?" + path)
                self.assertEqual(status, 400, f"a long query: {answer[:60]}")
            answer = json.loads(Http(server).raw(
                "POST", "/api/v1/guest", json.dumps({"name": "A", "id": {"x": 1}}),
                {"Content-Type": "application/json"})[2])
            self.assertFalse(answer["ok"], f"an id of any kind was given back: {answer}")
            self.assertNotIn("re", answer, f"an id of any kind was given back: {answer}")

    def test_methods(self):
        """HEAD is GET without the body, and other methods are refused"""
        with Server(ELEKTRO) as server:
            for path in ("/healthz", "/"):
                status, answer = status_of(server, "HEAD", path)
                self.assertEqual(status, 200, f"HEAD {path}: {answer[-80:]}")
                self.assertEqual(answer.split(b"\r\n\r\n", 1)[1], b"<closed>", f"HEAD {path}: {answer[-80:]}")
            for method, path in (("PUT", "/healthz"), ("DELETE", "/"), ("POST", "/api/v1/lobby")):
                status, answer = status_of(server, method, path, "Content-Length: 0")
                self.assertEqual(status, 405, f"{method} {path}: {answer[:60]}")
            anna = Http(server)
            for method, path, right in (("DELETE", "/api/v1/hello", "GET"), ("OPTIONS", "/api/v1/hello", "GET"),
                                        ("GET", "/api/v1/guest", "POST")):
                status, headers, body = anna.raw(method, path)
                self.assertEqual((status, headers["Allow"]), (405, right), f"{method} {path}")
                self.assertEqual(json.loads(body)["error"]["text"], f"Wrong method: use {right}.")
            self.assertEqual(anna.raw("DELETE", "/")[1]["Allow"], "GET, HEAD")
            etag = anna.raw("GET", "/")[1]["ETag"]
            _, headers, _ = anna.raw("GET", "/", None, {"If-None-Match": etag})
            self.assertNotEqual(headers["Content-Length"], "0", "304 says that the page is empty")

    def test_addresses(self):
        """an address of the web client without its # leads to the client, which shows a page; no other site is reached"""
        with Server(ELEKTRO) as server:
            anna = Http(server)
            for path in ("/table/nosuchtable0", "/table/x", "/lobby", "/a/b/c", "//another-site"):
                status, headers, _ = anna.raw("GET", path)
                self.assertEqual((status, headers["Location"]), (302, "/#" + path.replace("//", "/")))
            for path in ("/x.js", "/" + "x" * 300, "/%ff", "/table/x:y"):
                status, headers, _ = anna.raw("GET", path)
                self.assertEqual((status, headers["Location"]), (404, None), path)
            self.assertIsNone(anna.raw("GET", "/table/x%0d%0aSet-Cookie:%20a=b")[1]["Set-Cookie"])
            self.assertEqual(anna.raw("GET", "/")[0], 200)

    def test_https_only(self):
        """with TLS, here or at the proxy, browsers are told to use nothing else, but not on localhost"""
        def header(server, *lines):
            answer = raw(server, "\r\n".join(["GET /api/v1/hello HTTP/1.1", *lines, "Connection: close", "", ""]).encode())
            return next((line.split(b": ")[1] for line in answer.split(b"\r\n")
                         if line.lower().startswith(b"strict-transport")), None)
        with Server(ELEKTRO, "--proxied") as server:
            self.assertEqual(header(server, "Host: elektro.example.org"), b"max-age=31536000")
            self.assertIsNone(header(server, "Host: localhost"))
            self.assertIsNone(header(server, "Host: elektro.example.org", "X-Forwarded-Proto: http"))
        with Server(ELEKTRO, "--proxied", "--hsts", "0") as server:
            self.assertIsNone(header(server, "Host: elektro.example.org"))
        with Server(ELEKTRO, "--address", "0.0.0.0") as server:
            self.assertIsNone(header(server, "Host: elektro.example.org"), "without TLS")
        with tempfile.TemporaryDirectory() as folder, \
             Server(ELEKTRO, "--address", "0.0.0.0", *make_certificate(folder)) as server:
            https = http.client.HTTPSConnection("127.0.0.1", server.port, context=tls(), timeout=60)
            https.request("GET", "/", headers={"Host": "elektro.example.org"})
            self.assertEqual(https.getresponse().headers["Strict-Transport-Security"], "max-age=31536000")
            https.close()

    def test_token_drop(self):
        """a token is dropped over a WebSocket, where id is the number of the message"""
        with Server(ELEKTRO) as server:
            anna = Http(server)
            anna.post("/api/v1/register", name="Anna", password="correct horse")
            first, second, third = (anna.post("/api/v1/tokens", label="x")["id"] for _ in range(3))
            socket = Socket(server, anna)
            self.refused("bad-request", socket.ask, "token_drop")
            socket.ask("token_drop", token=first)
            socket.send_frame(json.dumps({"do": "token_drop", "id": "a text", "token": second}).encode())
            self.assertEqual(json.loads(socket.frame()), {"ok": True, "re": "a text"})
            anna.post("/api/v1/tokens/drop", id=third)  # as before
            self.assertEqual(anna.get("/api/v1/tokens")["tokens"], [])
            socket.close()

    def test_garbage_is_counted(self):
        """a malformed request counts as a request"""
        with Server(ELEKTRO, rate=2) as server:
            anna = Http(server, "Anna")
            socket = until(lambda: connected(server, anna))
            seen = {}
            for text in (b"garbage", b'{"do":"nothing"}') * 12:
                socket.send_frame(text)
                code = json.loads(socket.frame())["error"]["code"]
                seen[code] = seen.get(code, 0) + 1
                if seen.get("too-many") == 5:
                    break
            self.assertEqual(seen.get("too-many"), 5, seen)

    def test_do(self):
        """a request without a name, or whose name is not a text, is refused with the reason"""
        with Server(ELEKTRO) as server:
            socket = Socket(server)
            for text, why in ((b'{"do":5}', '"do": expected a text.'), (b'{"id":1}', '"do" is missing.'),
                              (b'{"do":"nothing"}', 'There is no request "nothing".'),
                              (f'{{"do":"{"x" * 39}ä"}}'.encode(), f'There is no request "{"x" * 39}?".')):
                socket.send_frame(text)
                error = json.loads(socket.frame())["error"]
                self.assertEqual((error["code"], error["text"]), ("no-such-request", why))
            socket.close()

    def test_bad_path(self):
        """a path that is not UTF-8, or is cut within a character, gets an answer"""
        with Server(ELEKTRO) as server:
            for path, shown in (("/api/v1/x%ff", "/api/v1/x?"),
                                ("/api/v1/" + "x" * 91 + "%C3%A4", "/api/v1/" + "x" * 91 + "?")):
                status, _, body = Http(server).raw("GET", path)
                self.assertEqual((status, json.loads(body)["error"]["text"]),
                                 (404, f"There is nothing at {shown}."))

    def test_talk(self):
        """only players and spectators of a table can chat, and at a limited rate"""
        with Server(ELEKTRO, rate=40) as server:
            anna, ben, eve = Http(server, "Anna"), Http(server, "Ben"), Http(server, "Eve")
            code = new_table(anna, [ben])
            chat = f"/api/v1/tables/{code}/chat"
            self.refused("not-seated", eve.post, chat, text="I am not there")
            socket = Socket(server, eve)
            socket.ask("watch", table=code)
            eve.post(chat, text="I watch")
            said = 0
            try:
                for said in range(60):
                    anna.post(chat, text="blah")
                self.fail("60 messages in a row were accepted")
            except Refused as no:
                self.assertEqual(no.code, "too-many", f"after {said}: {no}")
                self.assertGreaterEqual(said, 10, f"after {said}: {no}")

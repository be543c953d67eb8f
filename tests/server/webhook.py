"""Webhooks as they arrive: at a real receiver, over TLS.

    tests/run webhook.py ELEKTRO
"""

import hashlib
import hmac
import http.server
import json
import os
import queue
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from client import Http, Server, ServerTestCase, new_table

ELEKTRO = sys.argv[1]


class Receiver:
    """An HTTPS server at localhost that notes what it gets; answers is what it does, in turn."""

    def __init__(self, folder, answers):
        self.certificate = os.path.join(folder, "cert.pem")
        key = os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out",
                        self.certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        self.got = queue.Queue()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.put((self.path, dict(self.headers), body))
                answer = answers.pop(0) if answers else 204
                self.close_connection = True
                if answer is None:
                    return  # hangs up without a word
                self.send_response(answer)
                if answer == 302:
                    self.send_header("Location", f"https://localhost:{receiver.port}/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True,
                                                 do_handshake_on_connect=False)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def evening(answers, host="localhost", *options):
    """Ben is told by webhook that it is his turn. Returns (secret, code, requests, server log)."""
    with tempfile.TemporaryDirectory() as folder:
        receiver = Receiver(folder, answers)
        with Server(ELEKTRO, *options, env={"SSL_CERT_FILE": receiver.certificate}) as server:
            anna, ben = Http(server, "Anna"), Http(server)
            ben.post("/api/v1/register", name="Ben", password="long enough")
            secret = ben.post("/api/v1/me/webhook",
                              url=f"https://{host}:{receiver.port}/hook?for=ben")["secret"]
            code = new_table(anna, [ben], edition="classic", order="seated", title="Friday")
            anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
            for _ in range(300):  # until it has been sent or given up
                text = anna.raw("GET", "/metrics")[2].decode()
                if "elektro_webhooks_total 1" in text or "did not answer" in server.said():
                    break
                time.sleep(0.1)
            said = server.said()
        receiver.close()
        return secret, code, list(receiver.got.queue), said


class Webhook(ServerTestCase):
    def test_arrives(self):
        """a notice arrives over TLS, signed with the user's secret"""
        secret, code, got, said = evening([], "localhost", "--private-webhooks")
        self.assertEqual(len(got), 1, f"{len(got)} requests; {said}")
        path, headers, body = got[0]
        expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        self.assertEqual(headers["X-Elektro-Signature"], expected,
                         f"signed {headers['X-Elektro-Signature']}, expected {expected}")
        self.assertEqual(path, "/hook?for=ben", f"{path} {headers}")
        self.assertEqual(headers["Content-Type"], "application/json", f"{path} {headers}")
        self.assertEqual(json.loads(body), {"notice": "your-turn", "table": code, "title": "Friday", "seat": 2},
                         body)

    def test_again(self):
        """a receiver that hangs up is tried again, three times at most"""
        _, _, got, said = evening([None, None, 204], "localhost", "--private-webhooks")
        self.assertEqual(len(got), 3, f"two hang-ups: {len(got)} requests; {said}")
        self.assertNotIn("did not answer", said, f"two hang-ups: {len(got)} requests; {said}")
        self.assertEqual(len({body for _, _, body in got}), 1, f"two hang-ups: {len(got)} requests; {said}")
        _, _, got, said = evening([None] * 9, "localhost", "--private-webhooks")
        self.assertEqual(len(got), 3, f"always hung up: {len(got)} requests; {said}")
        self.assertIn("did not answer", said, f"always hung up: {len(got)} requests; {said}")

    def test_redirect(self):
        """a redirect is not followed"""
        _, _, got, _ = evening([302], "localhost", "--private-webhooks")
        self.assertEqual([path for path, _, _ in got], ["/hook?for=ben"], [path for path, _, _ in got])

    def test_refused(self):
        """nothing is sent to a private address by default, nor to a host with another's certificate"""
        for host, options in (("localhost", ()), ("127.0.0.1", ("--private-webhooks",))):
            _, _, got, said = evening([], host, *options)
            self.assertFalse(got, f"{host} {options}: {got} {said}")
            self.assertIn("did not answer", said, f"{host} {options}: {got} {said}")

"""A receiver of webhooks for tests: an HTTP server of this machine."""

import http.server
import os
import ssl
import subprocess
import threading


class Certificate:
    """A fresh certificate for localhost, and its key, as files in a folder."""

    def __init__(self, folder):
        self.path, self.key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", self.key, "-out",
                        self.path, "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost"], check=True, capture_output=True)

    def wrap(self, sock):
        """Puts TLS around a listening socket."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.path, self.key)
        return context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)


class Receiver:
    """Calls take with the handler and the body of each request; wrap puts TLS around the listening socket."""

    def __init__(self, take, address="127.0.0.1", wrap=None):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.close_connection = True
                take(self, self.rfile.read(int(self.headers["Content-Length"])))

            def answer(self, status, **headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((address, 0), Handler)
        self.server.handle_error = lambda *_: None
        if wrap:
            self.server.socket = wrap(self.server.socket)
        self.port = self.server.server_port
        self.url = f"http://{address}:{self.port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

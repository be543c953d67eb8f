"""A receiver of webhooks for tests: an HTTP server of this machine."""

import http.server
import threading


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

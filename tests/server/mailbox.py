"""A mail server for tests: it speaks SMTP on this machine and keeps what it gets."""

import email
import email.policy
import queue
import re
import socketserver
import ssl
import threading


class Letter:
    """A mail that has arrived; sender and receiver are those of the envelope."""

    def __init__(self, sender, receiver, data):
        self.sender, self.receiver, self.data = sender, receiver, data
        self.message = email.message_from_bytes(data, policy=email.policy.default)
        self.text = self.message.get_content()

    def __getitem__(self, name):
        return self.message[name]

    def code(self):
        """The code in the text."""
        return re.search(r"\b([a-z0-9]{5}(?:-[a-z0-9]{5}){3})\b", self.text)[1]

    def links(self):
        return re.findall(r"https?://\S+", self.text)


class Mailbox:
    """answers: lines that it says to a command, by the beginning of the command ("RCPT TO:<ben@"), in place of "250 OK".
    Those of a list are said one after the other, then "250 OK". HANG: it says nothing more.
    certificate: it offers STARTTLS with this file, or with tls speaks TLS from the start. login: (name, password) that it wants."""

    HANG = "hang"

    def __init__(self, certificate=None, tls=False, login=None):
        self.answers = {}
        self.got = queue.Queue()
        self.commands = []  # (command, whether it was encrypted)
        self.closing = threading.Event()
        self.login = login
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        mailbox = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                Talk(mailbox, self.request, tls).run()

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def options(self, host="localhost", scheme="smtp"):
        """The options of a server that sends its mails here."""
        return ("--smtp", f"{scheme}://{host}:{self.port}", "--mail-from", "elektro@games.example",
                "--site-url", "https://games.example/elektro")

    def letters(self):
        return list(self.got.queue)

    def answer_to(self, command):
        for beginning, said in self.answers.items():
            if command.upper().startswith(beginning.upper()):
                if isinstance(said, list):
                    return said.pop(0) if said else None
                return said
        return None

    def close(self):
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()


class Talk:
    """One connection."""

    def __init__(self, mailbox, connection, tls):
        self.mailbox, self.connection = mailbox, connection
        self.encrypted, self.known = False, not mailbox.login
        self.sender = self.receiver = None
        if tls:
            self.encrypt()
        self.file = self.connection.makefile("rb")

    def encrypt(self):
        self.connection = self.mailbox.context.wrap_socket(self.connection, server_side=True)
        self.encrypted = True

    def say(self, *lines):
        for line in lines:
            self.connection.sendall(line.encode() + b"\r\n")

    def run(self):
        self.say("220 mailbox ESMTP")
        while line := self.file.readline():
            command = line.decode().rstrip("\r\n")
            self.mailbox.commands.append((command, self.encrypted))
            said = self.mailbox.answer_to(command)
            if said == Mailbox.HANG:
                self.mailbox.closing.wait(300)
                return
            if said:
                self.say(said)
            elif not self.obey(command):
                return

    def obey(self, command):
        word = command.split(":")[0].split(" ")[0].upper()
        if word == "EHLO":
            offers = ["STARTTLS"] if self.mailbox.context and not self.encrypted else []
            offers += ["AUTH PLAIN"] if self.mailbox.login else []
            self.say("250-mailbox", *(f"250-{offer}" for offer in offers), "250 8BITMIME")
        elif word == "STARTTLS":
            self.say("220 go ahead")
            self.encrypt()
            self.file = self.connection.makefile("rb")
        elif word == "AUTH":
            self.log_in(command)
        elif word == "MAIL" and not self.known:
            self.say("530 log in first")
        elif word == "MAIL":
            self.sender = re.search("<(.*?)>", command)[1]
            self.say("250 OK")
        elif word == "RCPT":
            self.receiver = re.search("<(.*?)>", command)[1]
            self.say("250 OK")
        elif word == "DATA":
            self.take()
        else:
            self.say("221 bye" if word == "QUIT" else "250 OK")
        return word != "QUIT"

    def log_in(self, command):
        import base64
        parts = command.split(" ")
        if len(parts) < 3:
            self.say("334 ")
            parts.append(self.file.readline().decode().strip())
        _, name, password = base64.b64decode(parts[2]).decode().split("\0")
        self.known = (name, password) == self.mailbox.login
        self.say("235 welcome" if self.known else "535 wrong name or password")

    def take(self):
        self.say("354 go on")
        data = b""
        while (line := self.file.readline()) != b".\r\n":
            data += line[1:] if line.startswith(b".") else line
        said = self.mailbox.answer_to("END OF DATA")
        if said == Mailbox.HANG:
            self.mailbox.got.put(Letter(self.sender, self.receiver, data))
            self.mailbox.closing.wait(300)
        elif said:
            self.say(said)
        else:
            self.mailbox.got.put(Letter(self.sender, self.receiver, data))
            self.say("250 taken")

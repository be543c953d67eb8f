"""A push service for tests: it takes notices over HTTPS as those of browsers do, and decrypts them as browsers do."""

import base64
import json
import os
import queue
import threading
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from receiver import Certificate, Receiver

HANG, HANG_UP = "hang", "hang up"
LATER = 3600  # seconds that 429 asks for


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derive(secret, salt, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """A browser that has subscribed: its address at the service, its keys."""

    def __init__(self, service, name="browser"):
        self.service = service
        self.path = f"/send/{name}-{encode(os.urandom(9))}"
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.fields = {"endpoint": service.url.rstrip("/") + self.path, "p256dh": encode(point_of(self.key.public_key())),
                       "auth": encode(self.auth)}

    def add(self, http, **more):
        """Sends the user's notices here; returns the number."""
        return http.post("/api/v1/me/pushes", **self.fields, **more)["id"]

    def decrypt(self, body):
        """The fields of a notice (RFC 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, sealed = body[21:21 + length], body[21 + length:]
        assert len(sealed) <= size
        secret = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
        secret = derive(secret, self.auth, b"WebPush: info\0" + point_of(self.key.public_key()) + point, 32)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(nonce, sealed, None)
        assert text.endswith(b"\2"), "it is not the last record"
        return json.loads(text[:-1])


def verify(authorization, key, origin):
    """Checks who has sent a notice (RFC 8292); returns the claims."""
    scheme, _, rest = authorization.partition(" ")
    fields = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", key), authorization
    signed, _, signature = fields["t"].rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decode(signature)[:32], decode(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    public.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}, head
    assert claims["aud"] == origin, claims
    assert time.time() < claims["exp"] <= time.time() + 86400, claims
    return claims


class PushService(Receiver):
    """Logs (path, headers, body) of each request; answers lists what it answers in order, then 201."""

    def __init__(self, folder):
        certificate = Certificate(folder)
        self.certificate = certificate.path
        self.got, self.answers, self.closing = queue.Queue(), [], threading.Event()
        super().__init__(self.take, wrap=certificate.wrap)
        self.url = f"https://localhost:{self.port}/"

    def take(self, handler, body):
        self.got.put((handler.path, dict(handler.headers), body))
        answer = self.answers.pop(0) if self.answers else 201
        if answer == HANG:
            self.closing.wait()
        elif answer == 302:
            handler.answer(answer, Location=f"{self.url}elsewhere")
        elif answer == 429:
            handler.answer(answer, **{"Retry-After": str(LATER)})
        elif answer != HANG_UP:
            handler.answer(answer)

    def next(self, browser, timeout):
        """The next notice, which must be for a browser: (headers, fields)."""
        path, headers, body = self.got.get(timeout=timeout)
        assert path == browser.path, (path, browser.path)
        return headers, browser.decrypt(body)

    def close(self):
        self.closing.set()
        super().close()

"""Operating a server: health, metrics, the admin tool, settings, stopping.

    admin.py ELEKTRO
"""

import gzip
import os
import socket
import subprocess
import sys
import tempfile
import time

import tap
from client import Http, Refused, Server, Socket, free_port, new_table

ELEKTRO = sys.argv[1]


def admin(server, *arguments):
    store = ["--store", server.store] if server.store else ["--data", server.data]
    return subprocess.run([ELEKTRO, "admin", *store, *arguments], capture_output=True, text=True,
                          check=False)


def check_health():
    """health and metrics tell how the server is"""
    with Server(ELEKTRO) as server:
        anna = Http(server, "Anna")
        new_table(anna, bots=["random"])
        if anna.raw("GET", "/healthz")[2] != b"ok\n":
            yield "not healthy"
        text = anna.raw("GET", "/metrics")[2].decode()
        values = dict(line.split(" ") for line in text.splitlines() if line[0] != "#")
        if int(values["elektro_requests_total"]) < 4 or int(values["elektro_tables"]) != 1:
            yield text
        status, headers, page = anna.raw("GET", "/")
        if status != 200 or b"has not been built" not in page:
            yield f"the page without a client: {status} {page[:80]}"
        etag = headers["ETag"]
        if anna.raw("GET", "/", None, {"If-None-Match": etag})[0] != 304:
            yield "the page is sent though it has not changed"


def check_compressed():
    """files go compressed to those who accept that, with tags and caching of their own"""
    with tempfile.TemporaryDirectory() as data:
        assets = os.path.join(data, "web", "assets")
        os.makedirs(assets)
        script = b"let x = 'hello';\n" * 500
        for path, content in ((os.path.join(data, "web", "index.html"), b"<p>" * 999),
                              (os.path.join(assets, "app-1.js"), script),
                              (os.path.join(assets, "stale.css"), b"p {}")):
            with open(path, "wb") as file:
                file.write(content)
            with gzip.open(path + ".gz", "wb") as file:
                file.write(content)
        os.utime(os.path.join(assets, "stale.css.gz"), (1, 1))
        with Server(ELEKTRO, data=data) as server:
            anna = Http(server)

            def get(path, accept=None, **more):
                headers = {"Accept-Encoding": accept} if accept else {"Accept-Encoding": "identity"}
                return anna.raw("GET", path, None, {**headers, **more})

            tags = {}
            for accept, zipped in (("gzip, deflate, br", True), ("br;q=1.0, GZIP;q=0.8", True),
                                   ("identity", False), ("gzip;q=0", False), ("xgzip", False),
                                   ("deflate, gzip;q=0.000, br", False)):
                status, headers, body = get("/assets/app-1.js", accept)
                if status != 200 or (headers["Content-Encoding"] == "gzip") != zipped:
                    yield f"{accept}: {status} {headers['Content-Encoding']}"
                if (gzip.decompress(body) if zipped else body) != script:
                    yield f"{accept}: other bytes than the file has"
                if headers["Vary"] != "accept-encoding" or "immutable" not in \
                        headers["Cache-Control"] or "javascript" not in headers["Content-Type"]:
                    yield f"{accept}: {headers.items()}"
                tags.setdefault(zipped, set()).add(headers["ETag"])
            if len(tags[True]) != 1 or len(tags[False]) != 1 or tags[True] == tags[False]:
                yield f"tags: {tags}"
            tag = tags[True].pop()
            for accept, expected in (("gzip", 304), ("identity", 200)):
                status = get("/assets/app-1.js", accept, **{"If-None-Match": f'"x", W/{tag}'})[0]
                if status != expected:
                    yield f"{accept} with the tag of what is compressed: {status}"
            if get("/", "gzip")[1]["Cache-Control"] != "no-cache":
                yield "the page is kept without asking"
            if get("/assets/app-1.js.gz")[0] != 404:
                yield "the compressed form has an address of its own"
            if get("/assets/stale.css", "gzip")[1]["Content-Encoding"]:
                yield "a compressed form that is older than its file is sent"


def check_backup():
    """a backup of a running server restores into it, and games go on from there"""
    with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
        if server.store:
            return
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        base = f"/api/v1/tables/{code}"
        anna.post(base + "/move", seq=0, client="a", move="nominate 4 4")
        copy = os.path.join(folder, "copy.db")
        run = admin(server, "backup", copy)
        if run.returncode != 0:
            yield run.stderr
        if admin(server, "backup", copy).returncode != 1:
            yield "a backup was written over another"
        ben.post(base + "/move", seq=1, client="b", move="bid 5")
        run = admin(server, "restore", copy)
        if run.returncode != 0:
            yield run.stderr
        time.sleep(2.5)
        for who in (anna, ben):
            who.close()
        if anna.get(base)["info"]["seq"] != 1:
            yield f"after restoring: entry {anna.get(base)['info']['seq']}"
        ben.post(base + "/move", seq=1, client="c", move="bid 6")
        with open(copy, "r+b") as file:
            file.seek(4096)
            file.write(os.urandom(8192))
        if admin(server, "restore", copy).returncode != 1:
            yield "a damaged backup was restored"
        if anna.get(base)["info"]["seq"] != 2:
            yield "a refused restore changed something"


def check_tables():
    """tables are listed and ended, users blocked"""
    with Server(ELEKTRO) as server:
        anna, ben = Http(server), Http(server, "Ben")
        anna.post("/api/v1/register", name="Anna", password="long enough")
        code = new_table(anna, [ben])
        if code not in admin(server, "tables").stdout:
            yield "the table is not listed"
        run = admin(server, "end", code)
        if run.stdout != "Done.\n" or ben.get(f"/api/v1/tables/{code}")["info"]["status"] != "ended":
            yield f"end: {run.stdout}{run.stderr}"
        if admin(server, "end", "nosuchtable0").returncode != 1:
            yield "a table that is not there was ended"
        run = admin(server, "block", "ANNA")
        try:
            anna.get("/api/v1/me/tables")
            yield f"block: {run.stdout}{run.stderr}"
        except Refused as no:
            if no.code != "blocked":
                yield f"{no}"
        if anna.get("/api/v1/hello")["you"]["name"] != "Anna":
            yield "who is blocked is not told who they are"
        admin(server, "unblock", "anna")
        anna.get("/api/v1/me/tables")
        admin(server, "block", "anna")
        anna.post("/api/v1/logout")
        if anna.get("/api/v1/hello")["you"] is not None:
            yield "who is blocked cannot log out"


def check_settings():
    """flags count more than the environment, and that more than the file"""
    with tempfile.TemporaryDirectory() as folder:
        ports = [free_port() for _ in range(3)]
        path = os.path.join(folder, "conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# a comment\nport = {ports[0]}\ndata = {folder}/data\nquiet = yes\n")

        def listens(port, *flags, **env):
            process = subprocess.Popen([ELEKTRO, "serve", "--config", path, *flags],
                                       stdout=subprocess.PIPE, env={**os.environ, **env}, text=True)
            first = process.stdout.readline()
            process.terminate()
            process.communicate()
            return f":{port}\n" in first

        if not listens(ports[0]):
            yield "the file does not count"
        if not listens(ports[1], ELEKTRO_PORT=str(ports[1])):
            yield "the environment does not count more"
        if not listens(ports[2], "--port", str(ports[2]), ELEKTRO_PORT=str(ports[1])):
            yield "the flag does not count most"
        for bad in (["--port", "seventy"], ["--flavour"], ["--port"], ["--port", "0"],
                    ["--config", "/nowhere"]):
            run = subprocess.run([ELEKTRO, "serve", *bad], capture_output=True, text=True,
                                 check=False)
            if run.returncode != 2 or not run.stderr.startswith("elektro serve: "):
                yield f"{bad}: {run.returncode} {run.stderr}"


def check_port():
    """a port that is taken, and an address this machine does not have, are refused in words"""
    with socket.socket() as taken, tempfile.TemporaryDirectory() as data:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for address, why in (("127.0.0.1", f"port {port} is in use"),
                             ("0.0.0.0", f"port {port} is in use"),
                             ("192.0.2.77", "cannot listen on 192.0.2.77")):
            run = subprocess.run([ELEKTRO, "serve", "--port", port, "--address", address,
                                  "--data", data], capture_output=True, text=True, check=False,
                                 timeout=60)
            if run.returncode != 1 or run.stdout or \
                    not run.stderr.startswith(f"elektro serve: {why}"):
                yield f"{address}: {run.returncode} {run.stdout} {run.stderr}"


def check_one_server():
    """a second server on the same data is refused"""
    with Server(ELEKTRO) as server:
        if server.store:
            return
        run = subprocess.run([ELEKTRO, "serve", "--port", str(free_port()), "--data", server.data],
                             capture_output=True, text=True, check=False)
        if run.returncode != 1 or "another server" not in run.stderr:
            yield f"{run.returncode}: {run.stderr}"


def check_other_rules():
    """a game of other rules is refused in words, and its record stays"""
    import sqlite3
    with Server(ELEKTRO) as server:
        if server.store:
            return
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        running = new_table(anna, [ben])
        ended = new_table(anna, [ben])
        for who in (anna, ben):
            who.post(f"/api/v1/tables/{ended}/agree-end", agree=True)
        server.kill()
        with sqlite3.connect(f"{server.data}/elektro.db") as db:
            db.execute("UPDATE games SET rules = 77")
        db.close()
        server.start()
        for who in (anna, ben):
            who.close()
        try:
            anna.get(f"/api/v1/tables/{running}/position")
            yield "it goes on under other rules"
        except Refused as no:
            if no.code != "other-rules":
                yield f"{no}"
        if "elektro 1" not in anna.get(f"/api/v1/tables/{ended}/record")["record"]:
            yield "the record is gone"


def check_flipped():
    """a journal that is not what was written is found out"""
    import sqlite3
    with Server(ELEKTRO) as server:
        if server.store:
            return
        anna, ben = Http(server, "Anna"), Http(server, "Ben")
        code = new_table(anna, [ben], edition="classic", order="seated")
        base = f"/api/v1/tables/{code}"
        anna.post(base + "/move", seq=0, client="a", move="nominate 4 4")
        server.kill()
        with sqlite3.connect(f"{server.data}/elektro.db") as db:
            db.execute("UPDATE journal SET value = value + 1 WHERE seq = 1")
        db.close()
        server.start()
        anna.close()
        try:
            anna.get(base + "/position")
            yield "another bid than was made"
        except Refused as no:
            if no.code != "damaged-journal":
                yield f"{no}"


def check_stop():
    """a server that is asked to end does so at once, with clients connected"""
    with Server(ELEKTRO) as server:
        sockets = [Socket(server) for _ in range(20)]
        started = time.time()
        status = server.stop()
        if status != 0 or time.time() - started > 5:
            yield f"status {status} after {time.time() - started:.1f} s"
        for socket in sockets:
            socket.close()


tap.run([check_health, check_compressed, check_backup, check_tables, check_settings, check_port, check_one_server,
         check_other_rules, check_flipped, check_stop])

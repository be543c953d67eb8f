"""Operating a server: health, metrics, the admin tool, settings, stopping.

    tests/run admin.py ELEKTRO
"""

import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from client import Http, Server, ServerTestCase, Socket, free_port, new_table

ELEKTRO = sys.argv[1]
NOBODY = 65534  # a user without rights


def serve(*options, elektro=ELEKTRO, **more):
    """Runs a server that is expected to end at once."""
    return subprocess.run([elektro, "serve", "--port", str(free_port()), *options], capture_output=True,
                          text=True, check=False, timeout=60, **more)


class Admin(ServerTestCase):
    def test_health(self):
        """health and metrics report the state of the server"""
        with Server(ELEKTRO) as server:
            anna = Http(server, "Anna")
            new_table(anna, bots=["random"])
            self.assertEqual(anna.raw("GET", "/healthz")[2], b"ok\n", "not healthy")
            text = anna.raw("GET", "/metrics")[2].decode()
            values = dict(line.split(" ") for line in text.splitlines() if line[0] != "#")
            self.assertGreaterEqual(int(values["elektro_requests_total"]), 4, text)
            self.assertEqual(int(values["elektro_tables"]), 1, text)
            status, headers, page = anna.raw("GET", "/")
            self.assertEqual(status, 200, f"the page without a client: {status} {page[:80]}")
            self.assertIn(b"has not been built", page, f"the page without a client: {status} {page[:80]}")
            etag = headers["ETag"]
            self.assertEqual(anna.raw("GET", "/", None, {"If-None-Match": etag})[0], 304,
                             "the page is sent though it has not changed")

    def test_compressed(self):
        """files are compressed for clients that accept gzip, with separate tags and caching"""
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
                    self.assertEqual(status, 200, f"{accept}: {status} {headers['Content-Encoding']}")
                    self.assertEqual(headers["Content-Encoding"] == "gzip", zipped,
                                     f"{accept}: {status} {headers['Content-Encoding']}")
                    self.assertEqual(gzip.decompress(body) if zipped else body, script,
                                     f"{accept}: other bytes than the file has")
                    self.assertEqual(headers["Vary"], "accept-encoding", f"{accept}: {headers.items()}")
                    self.assertIn("immutable", headers["Cache-Control"], f"{accept}: {headers.items()}")
                    self.assertIn("javascript", headers["Content-Type"], f"{accept}: {headers.items()}")
                    tags.setdefault(zipped, set()).add(headers["ETag"])
                self.assertEqual(len(tags[True]), 1, f"tags: {tags}")
                self.assertEqual(len(tags[False]), 1, f"tags: {tags}")
                self.assertNotEqual(tags[True], tags[False], f"tags: {tags}")
                tag = tags[True].pop()
                for accept, expected in (("gzip", 304), ("identity", 200)):
                    status = get("/assets/app-1.js", accept, **{"If-None-Match": f'"x", W/{tag}'})[0]
                    self.assertEqual(status, expected, f"{accept} with the tag of the compressed file: {status}")
                self.assertEqual(get("/", "gzip")[1]["Cache-Control"], "no-cache", "the page is not revalidated")
                self.assertEqual(get("/assets/app-1.js.gz")[0], 404, "the compressed file has a separate address")
                self.assertFalse(get("/assets/stale.css", "gzip")[1]["Content-Encoding"],
                                 "a compressed form that is older than its file is sent")

    def test_backup(self):
        """a backup of a running server is restored into it, and its games continue from there"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            base = f"/api/v1/tables/{code}"
            anna.post(base + "/move", seq=0, client="a", move="nominate 4 4")
            copy = os.path.join(folder, "copy.db")
            run = server.admin("backup", copy)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(server.admin("backup", copy).returncode, 1, "a backup was written over another")
            ben.post(base + "/move", seq=1, client="b", move="bid 5")
            run = server.admin("restore", copy)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(anna.get(base)["info"]["seq"], 1, "the server still has the old games")
            ben.post(base + "/move", seq=1, client="c", move="bid 6")
            with open(copy, "r+b") as file:
                file.seek(4096)
                file.write(bytes(8192))
            self.assertEqual(server.admin("restore", copy).returncode, 1, "a damaged backup was restored")
            self.assertEqual(anna.get(base)["info"]["seq"], 2, "a refused restore changed something")

    def test_restore_lost(self):
        """a backup is restored where the database is lost; what is no backup is refused with a reason"""
        with Server(ELEKTRO) as server, tempfile.TemporaryDirectory() as folder:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            code = new_table(Http(server, "Anna"), [Http(server, "Ben")])
            copy, data = os.path.join(folder, "copy.db"), os.path.join(folder, "data")
            self.assertEqual(server.admin("backup", copy).returncode, 0)
            for path, why in ((folder, f"{folder} is a folder, not a backup."),
                              (f"{folder}/none", f"{folder}/none: No such file or directory")):
                run = server.admin("restore", path)
                self.assertEqual((run.returncode, run.stderr), (1, f"elektro admin: {why}\n"))
            os.mkdir(data)
            admin = [ELEKTRO, "admin", "--data", data]
            run = subprocess.run([*admin, "restore", copy], capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            run = subprocess.run([*admin, "tables"], capture_output=True, text=True, check=False)
            self.assertIn(code, run.stdout)

    def test_no_database(self):
        """a database that is missing or damaged is named, with what to do"""
        with tempfile.TemporaryDirectory() as data:
            run = subprocess.run([ELEKTRO, "admin", "--data", data, "tables"], capture_output=True,
                                 text=True, check=False)
            self.assertEqual((run.returncode, run.stderr),
                             (1, f"elektro admin: there is no database in {data}: no server has run there. "
                                 "Name the server's folder with --data.\n"))
            with open(f"{data}/elektro.db", "wb") as file:
                file.write(b"junk" * 5000)
            for command in (["serve", "--port", str(free_port())], ["admin", "tables"]):
                run = subprocess.run([ELEKTRO, *command, "--data", data], capture_output=True, text=True,
                                     check=False, timeout=60)
                self.assertEqual(run.returncode, 1, run.stderr)
                first, second = run.stderr.splitlines()
                self.assertEqual(first, f"elektro {command[0]}: The database cannot be opened: "
                                        "file is not a database.")
                self.assertTrue(second.startswith(f"The database is the file {data}/elektro.db."), second)
            for nonsense in ("foo", "/tmp/games.db", "mysql://x@y/z", "postgres:"):
                run = serve("--data", data, "--store", nonsense)
                self.assertEqual((run.returncode, run.stderr.splitlines()[0]),
                                 (2, "elektro serve: --store must be a URL such as postgres://user@host/name; for games "
                                     "in a file leave it out"))
            run = serve("--data", data, "--store", "")
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertTrue(run.stderr.startswith("elektro serve: --store must be a text of 1 to "), run.stderr)
            # libpq names the long folder before the cause.
            run = serve("--data", data, "--store", f"postgres://elektro@/games?host={data}/{'folder/' * 10}")
            self.assertEqual((run.returncode, run.stderr),
                             (1, "elektro serve: The database cannot be opened: No such file or directory. If that does "
                                 "not pass, check --store.\n"))

    def test_misused(self):
        """a command without what it needs is refused with what it needs"""
        with tempfile.TemporaryDirectory() as data:
            for words, why in ((["backup"], "backup needs a FILE"), (["restore"], "restore needs a FILE"),
                               (["end"], "end needs the CODE of a table"),
                               (["block"], "block needs the NAME of an account"),
                               (["unblock"], "unblock needs the NAME of an account"),
                               (["tables", "extra"], "unexpected 'extra' after tables"),
                               (["flavour"], "there is no command 'flavour'")):
                run = subprocess.run([ELEKTRO, "admin", "--data", data, *words], capture_output=True,
                                     text=True, check=False)
                self.assertEqual((run.returncode, run.stderr.splitlines()[0]), (2, f"elektro admin: {why}"))

    def test_tables(self):
        """tables can be listed and ended, and users blocked"""
        with Server(ELEKTRO) as server:
            anna, ben = Http(server), Http(server, "Ben")
            anna.post("/api/v1/register", name="Anna", password="long enough")
            run = server.admin("tables")
            self.assertEqual((run.stdout, run.stderr), ("", "No table is open or running.\n"))
            code = new_table(anna, [ben])
            ben.post("/api/v1/tables", players=2, title="Friday, 8 o'clock: Jürgen & friends")
            listed = sorted(server.admin("tables").stdout.splitlines(), key=lambda line: code not in line)
            self.assertRegex(listed[0], f"^{code}  running      0 entries  last .* UTC  host Anna$")
            self.assertRegex(listed[1], "open .* UTC  host Ben  \"Friday, 8 o'clock: Jürgen & friends\"$")
            run = server.admin("end", code)
            self.assertEqual(run.stdout, "Done.\n", f"end: {run.stdout}{run.stderr}")
            self.assertEqual(ben.get(f"/api/v1/tables/{code}")["info"]["status"], "ended",
                             f"end: {run.stdout}{run.stderr}")
            self.assertEqual(server.admin("end", "nosuchtable0").returncode, 1,
                             "a table that is not there was ended")
            run = server.admin("block", "ANNA")
            self.refused("blocked", anna.get, "/api/v1/me/tables")
            self.assertEqual(anna.get("/api/v1/hello")["you"]["name"], "Anna",
                             "a blocked user is not told their name")
            server.admin("unblock", "anna")
            anna.get("/api/v1/me/tables")
            server.admin("block", "anna")
            anna.post("/api/v1/logout")
            self.assertIsNone(anna.get("/api/v1/hello")["you"], "a blocked user cannot log out")

    def test_settings(self):
        """flags override the environment, and the environment overrides the file"""
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

            self.assertTrue(listens(ports[0]), "the file is ignored")
            self.assertTrue(listens(ports[1], ELEKTRO_PORT=str(ports[1])), "the environment does not override the file")
            self.assertTrue(listens(ports[2], "--port", str(ports[2]), ELEKTRO_PORT=str(ports[1])),
                            "the flag does not override the environment")
            for bad in (["--port", "seventy"], ["--flavour"], ["--port"], ["--port", "0"],
                        ["--config", "/nowhere"]):
                run = subprocess.run([ELEKTRO, "serve", *bad], capture_output=True, text=True,
                                     check=False)
                self.assertEqual(run.returncode, 2, f"{bad}: {run.returncode} {run.stderr}")
                self.assertTrue(run.stderr.startswith("elektro serve: "), f"{bad}: {run.returncode} {run.stderr}")

    def test_bad_settings(self):
        """a bad setting is refused with its name and what is wrong with it"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "conf")
            number = "must be a whole number from 1 to 65535, not 'abc'"
            for line, why in (("port = abc", f"port {number}"), ("foo = 1", "there is no setting 'foo'"),
                              ("address =", "address must be a text of 1 to 63 bytes, not ''"),
                              ("port", "expected 'name = value', not 'port'"),
                              ("= 1", "expected 'name = value', not '= 1'")):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"\n{line}\n")
                run = serve("--config", path)
                self.assertEqual((run.returncode, run.stderr.splitlines()[0]),
                                 (2, f"elektro serve: {path}, line 2: {why}"))
            for option, value, why in (
                    ("--address", "", "a text of 1 to 63 bytes"), ("--data", "", "a text of 1 to 1023 bytes"),
                    *(("--origin", bad, "an origin such as https://example.org, without a path")
                      for bad in ("foo", "https://", "://example.org", "https://example.org/"))):
                run = serve(option, value)
                self.assertEqual((run.returncode, run.stderr.splitlines()[0]),
                                 (2, f"elektro serve: {option} must be {why}, not '{value}'"))

    def test_operands(self):
        """a name that begins with a dash follows --, also with a file of settings"""
        with Server(ELEKTRO) as server, tempfile.NamedTemporaryFile("w", suffix=".conf") as settings:
            settings.write("quiet = yes\n")
            settings.flush()
            run = server.admin("--config", settings.name, "block", "--", "-Bob")
            self.assertEqual(run.stderr, "elektro admin: no account has the name -Bob\n")

    def test_port(self):
        """a port in use, and an address that this machine does not have, are refused with a reason"""
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
                self.assertEqual(run.returncode, 1, f"{address}: {run.returncode} {run.stdout} {run.stderr}")
                self.assertFalse(run.stdout, f"{address}: {run.returncode} {run.stdout} {run.stderr}")
                self.assertTrue(run.stderr.startswith(f"elektro serve: {why}"),
                                f"{address}: {run.returncode} {run.stdout} {run.stderr}")

    def test_one_server(self):
        """a second server on the same data is refused"""
        with Server(ELEKTRO) as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
            run = subprocess.run([ELEKTRO, "serve", "--port", str(free_port()), "--data", server.data],
                                 capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 1, f"{run.returncode}: {run.stderr}")
            self.assertIn("another server", run.stderr, f"{run.returncode}: {run.stderr}")

    def test_data_folder(self):
        """a data folder that cannot be used is refused with the cause"""
        with tempfile.TemporaryDirectory() as folder:
            file, locked = os.path.join(folder, "file"), os.path.join(folder, "locked")
            with open(file, "wb"):
                pass
            os.makedirs(os.path.join(locked, "lock"))
            for data, why in ((file, f"{file} is not a folder. Choose a folder with --data."),
                              (f"{file}/data", f"{file} is not a folder. Choose a folder with --data."),
                              (locked, f"cannot lock {locked}/lock: Is a directory. "
                                       "Choose another folder with --data.")):
                run = serve("--data", data)
                self.assertEqual((run.returncode, run.stderr), (1, f"elektro serve: {why}\n"))

    def test_permission(self):
        """a server without rights to its data folder says so"""
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            os.mkdir(data, 0o500)
            elektro = shutil.copy(ELEKTRO, folder)  # where another user can reach it
            os.chmod(folder, 0o755)
            other = {"user": NOBODY} if os.geteuid() == 0 else {}
            if other:
                os.chmod(data, 0o755)
            for path, why in ((data, f"cannot lock {data}/lock: Permission denied."),
                              (f"{data}/new", f"cannot create {data}/new: Permission denied.")):
                run = serve("--data", path, elektro=elektro, **other)
                self.assertEqual((run.returncode, run.stderr),
                                 (1, f"elektro serve: {why} Choose another folder with --data.\n"))

    def test_log(self):
        """the log names the account or the table of an admin command"""
        with Server(ELEKTRO, "--quiet=no") as server:
            anna, ben = Http(server), Http(server, "Ben")
            anna.post("/api/v1/register", name="Anna", password="long enough")
            code = new_table(anna, [ben])
            for command in (("block", "ANNA"), ("unblock", "anna"), ("end", code)):
                self.assertEqual(server.admin(*command).stdout, "Done.\n", command)
            lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
            logged = [(line["command"], line.get("name"), line.get("table")) for line in lines
                      if line["what"] == "admin command"]
            self.assertEqual(logged, [("block", "anna", None), ("unblock", "anna", None), ("end", None, code)])

    def test_other_rules(self):
        """a game of other rules is refused with a reason, and its record stays"""
        import sqlite3
        with Server(ELEKTRO) as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
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
            self.refused("other-rules", anna.get, f"/api/v1/tables/{running}/position")
            self.assertIn("elektro 1", anna.get(f"/api/v1/tables/{ended}/record")["record"], "the record is gone")
            with sqlite3.connect(f"{server.data}/elektro.db") as db:
                db.execute("UPDATE games SET record = NULL")
            db.close()
            self.refused("other-rules", anna.get, f"/api/v1/tables/{ended}/record")

    def test_flipped(self):
        """a journal that was changed is detected"""
        import sqlite3
        with Server(ELEKTRO) as server:
            if server.store:
                self.skipTest("it needs the database of SQLite")
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
            self.refused("damaged-journal", anna.get, base + "/position")

    def test_stop(self):
        """a server stops at once on request, also with clients connected"""
        with Server(ELEKTRO) as server:
            sockets = [Socket(server) for _ in range(20)]
            started = time.time()
            status = server.stop()
            self.assertEqual(status, 0, f"status {status} after {time.time() - started:.1f} s")
            # Far less than the server waits for clients.
            self.assertLessEqual(time.time() - started, 20, f"status {status} after {time.time() - started:.1f} s")
            for socket in sockets:
                socket.close()

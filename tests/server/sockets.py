"""Ten thousand sockets: they use little memory, and a game continues at the same time.

    tests/run sockets.py ELEKTRO BYTES

BYTES is what an idle socket may take at most; 0: do not look (the sanitizers have costs of their
own). With fewer files allowed fewer sockets are opened, and the test says so.
"""

import resource
import sys
import time

from client import Http, Server, ServerTestCase, Socket, new_table, until

ELEKTRO, BYTES = sys.argv[1], int(sys.argv[2])


class Sockets(ServerTestCase):
    def test_many(self):
        """ten thousand open sockets do not delay a game, and all are released"""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        wanted = min(10000, hard - 200)
        with Server(ELEKTRO, "--connections-per-address", str(wanted + 100)) as server:
            anna, ben = Http(server, "Anna"), Http(server, "Ben")
            code = new_table(anna, [ben], edition="classic", order="seated")
            before = server.metric("elektro_resident_bytes")
            sockets = [Socket(server) for _ in range(wanted)]
            each = (server.metric("elektro_resident_bytes") - before) / wanted
            print(f"# {wanted} sockets, {each:.0f} bytes each")
            self.assertFalse(BYTES and each > BYTES, f"an idle socket takes {each:.0f} bytes")
            for socket in sockets[:200]:
                socket.ask("watch", table=code)
            started = time.time()
            anna.post(f"/api/v1/tables/{code}/move", seq=0, client="a", move="nominate 4 4")
            self.assertEqual(sockets[199].push("news")["position"]["seq"], 1,
                             "a spectator among many does not get the news")
            self.assertLessEqual(time.time() - started, 60, f"a move took {time.time() - started:.1f} s")
            for socket in sockets:
                socket.close()
            self.assertTrue(until(lambda: server.metric("elektro_sockets") == 0), "some are still counted as open")
            ben.post(f"/api/v1/tables/{code}/move", seq=1, client="b", move="pass")

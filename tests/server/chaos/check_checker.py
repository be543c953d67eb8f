"""The checker itself: a good history passes, and each kind of violation is found.

    tests/run check_checker.py
"""

import copy
import unittest

from checker import violations

CODE = "AAAA"


def op(do, begin, end, outcome="ok", **more):
    return {"kind": "op", "client": "anna", "node": "node1", "table": CODE, "do": do, "begin": begin, "end": end,
            "wall_begin": begin * 1000, "wall_end": end * 1000, "outcome": outcome, "code": None, "session": "anna",
            **more}


def move(name, begin, end, seq, text="pass", **more):
    return op("move", begin, end, name=name, seq=seq, move=text, **more)


def push(watch, at, what, **more):
    return {"kind": "push", "watch": watch, "at": at, "what": what, "wall": at * 1000, **more}


def watch(number, since=0, **more):
    return {"kind": "watch", "watch": number, "client": "cleo", "node": "node2", "table": CODE, "begin": 0, "since": since,
            "alive": True, "must_know": 3, **more}


def entry(seq, seat=1, text="pass"):
    return {"seq": seq, "seat": seat, "move": text} if seq else {"seq": 0}


def chat_list(begin, end, *texts, **more):
    return op("chat-list", begin, end, said=[{"number": i, "text": text} for i, text in enumerate(texts, 1)], **more)


def good():
    """A history and its truth: three moves, two chat lines, a session that ends, a party that goes on."""
    history = [
        op("start", 0.5, 1),
        move("a1", 1, 2, 1),
        move("b1", 2.1, 2.2, None, outcome="unknown", client="ben"),
        move("b1", 2.3, 3, 2, client="ben"),
        move("b2", 3.1, 3.2, None, outcome="refused", code="stale", client="ben"),
        move("a2", 4, 5, None, outcome="unknown"),
        op("position", 5, 6, seq=3),
        op("moves", 7, 8, seq=3),
        op("chat", 1, 2, text="one", number=1),
        op("chat", 3, 4, "unknown", text="two", number=None),
        chat_list(1.5, 1.9),
        chat_list(3, 3.5, "one"),
        chat_list(3.5, 4.5, "one", "two", client="ben"),
        op("notice", 2, 9, waited=7),
        op("progress", 2, 5, client="party 1", waited=3),
        watch(1),
        push(1, 1, "entries", entries=[entry(0)]),
        push(1, 1, "away", away=[], seq=0),
        push(1, 2, "entries", entries=[entry(1), entry(2, 2)]),
        push(1, 2, "chat", number=1),
        push(1, 4, "chat", number=2),
        push(1, 5, "entries", entries=[entry(3)]),
        watch(2, since=1, begin=5.5),
        push(2, 6, "entries", entries=[entry(2, 2), entry(3)]),
        op("mine", 8, 8.5, session="ben"),
        op("logout", 9, 10, session="ben"),
        op("mine", 9.5, 10.5, session="ben"),
        op("mine", 11, 12, "refused", code="not-logged-in", session="ben"),
    ]
    rows = [{"seq": 1, "seat": 1, "client": "a1", "at": 2000}, {"seq": 2, "seat": 2, "client": "b1", "at": 3000},
            {"seq": 3, "seat": 1, "client": "a2", "at": 5000}]
    truth = {CODE: {"rows": rows, "entries": {0: entry(0), 1: entry(1), 2: entry(2, 2), 3: entry(3)},
                    "chat": [{"number": 1, "text": "one"}, {"number": 2, "text": "two"}],
                    "settings": {"clock": {"kind": "game", "seconds": 60, "increment": 0}},
                    "left": [60000 - 1200 - 2000, 60000 - 1000], "running": True, "begun": 500, "invalid": None}}
    return history, truth


def find(history, do, **more):
    return next(h for h in history if h.get("do", h["kind"]) == do and more.items() <= h.items())


class Good(unittest.TestCase):
    def test_good(self):
        """a history in which everything is right passes"""
        self.assertEqual(violations(*good()), [])

    def test_nothing(self):
        """an empty history passes"""
        self.assertEqual(violations([], {}), [])

    def test_unmade(self):
        """a move without an answer may be missing"""
        history, truth = good()
        table = truth[CODE]
        table["rows"].pop()
        del table["entries"][3]
        table["left"][0] += 2000
        for h in history:
            if h.get("seq") == 3:
                h["seq"] = 2
            if h["kind"] == "push" and h["what"] == "entries":
                h["entries"] = [e for e in h["entries"] if e["seq"] < 3]
            if h["kind"] == "watch":
                h["must_know"] = 2
        self.assertEqual(violations(history, truth), [])

    def test_time_was_up(self):
        """a player may be away after the time for a decision"""
        history, truth = good()
        truth[CODE]["settings"]["clock"] = {"kind": "move", "seconds": 5}
        history.append(push(1, 10.1, "away", away=[2], seq=3))
        self.assertEqual(violations(history, truth), [])

    def test_chat_before(self):
        """a watcher need not hear a chat line that was sent before it watched, nor one without an answer"""
        history, truth = good()
        history.append(watch(3, since=3, begin=1.5))
        history.append(op("chat", 1.6, 2, "unknown", text="two", number=None))
        self.assertEqual(violations(history, truth), [])

    def test_chat_cut_off(self):
        """a watcher that was cut off need not hear what is said"""
        history, truth = good()
        history.append(watch(3, since=3, begin=0, alive=False))
        self.assertEqual(violations(history, truth), [])


    def test_refused_for_a_reason(self):
        """requests may be refused for reasons of their kind, and after the end of a session"""
        history, truth = good()
        truth[CODE]["running"] = False
        history += [op("moves", 6, 7, "refused", code="not-running"),
                    move("c1", 6, 7, None, outcome="refused", code="conflict"),
                    op("chat", 6, 7, "refused", code="busy", text="three"),
                    op("start", 6, 7, "refused", code="not-open"),
                    op("bot", 6, 7, "refused", code="table-full"),
                    op("register", 6, 7, "refused", code="name-taken"),
                    op("mine", 9.2, 9.4, "refused", code="not-logged-in", session="ben")]
        self.assertEqual(violations(history, truth), [])

    def test_clocks(self):
        """the time of a node may be wrong by a second"""
        history, truth = good()
        truth[CODE]["left"][0] -= 900
        self.assertEqual(violations(history, truth), [])
        truth[CODE]["left"][0] += 900
        truth[CODE]["settings"]["clock"] = {"kind": "move", "seconds": 5}
        history.append(push(1, 9.1, "away", away=[2], seq=3))
        self.assertEqual(violations(history, truth), [])

    def test_ended(self):
        """a game that is called ended has ended"""
        history, truth = good()
        truth[CODE]["running"] = False
        history.append(op("moves", 4.9, 5.1, "refused", code="not-running", seq=None))
        self.assertEqual(violations(history, truth), [])

    def test_chat_pages(self):
        """a list of the chat has at most 200 lines"""
        history, truth = good()
        texts = [f"line {i}" for i in range(1, 210)]
        truth[CODE]["chat"] += [{"number": i, "text": text} for i, text in enumerate(texts[2:], 3)]
        history += [push(1, 5, "chat", number=i) for i in range(3, 210)]
        history.append(chat_list(6, 7, "one", "two", *texts[2:200]))
        self.assertEqual(violations(history, truth), [])


class Bad(unittest.TestCase):
    def found(self, words, change):
        """Changes the good history; the violation must be found, in these words."""
        history, truth = copy.deepcopy(good())
        change(history, truth[CODE])
        sentences = violations(history, truth)
        self.assertTrue(any(words in s for s in sentences), f"'{words}' is not among {sentences}")

    def test_lost(self):
        """an answered move that is not in the journal"""
        self.found("a1 was answered as entry [1], but", lambda h, t: t["rows"][0].update(client=None))

    def test_misplaced(self):
        """an answered move that is another entry"""
        self.found("b1 was answered as entry [3]", lambda h, t: find(h, "move", name="b1", outcome="ok").update(seq=3))

    def test_twice(self):
        """a move that was made twice, though unanswered"""
        self.found("a2 was made 2 times", lambda h, t: t["rows"].append({**t["rows"][2], "seq": 4}))

    def test_two_answers(self):
        """a move that was answered as two entries"""
        self.found("a1 was answered as several entries", lambda h, t: h.append(move("a1", 3, 4, 2)))

    def test_refused(self):
        """a refused move that was made all the same"""
        self.found("b2 was refused, but is", lambda h, t: t["rows"].append(
            {"seq": 4, "seat": 2, "client": "b2", "at": 5000}))

    def test_refused_again(self):
        """a move that was made, and refused when it was sent again"""
        self.found("a2 was refused, but is", lambda h, t: h.append(
            move("a2", 6, 7, None, outcome="refused", code="stale")))

    def test_other_move(self):
        """a move that became another one"""
        self.found("was 'pass', but entry 1 is", lambda h, t: t["entries"][1].update(move="bid 5"))

    def test_unsent(self):
        """a move that no client sent"""
        self.found("that no client sent", lambda h, t: t["rows"].append(
            {"seq": 4, "seat": 2, "client": "ghost", "at": 5000}))

    def test_gap(self):
        """a journal with a gap"""
        self.found("not numbered from 1", lambda h, t: t["rows"].pop(1))

    def test_order(self):
        """moves whose order in the journal is not that of their answers"""
        def swap(h, t):
            find(h, "move", name="a1").update(seq=2)
            find(h, "move", name="b1", outcome="ok").update(seq=1)
            t["rows"][0]["client"], t["rows"][1]["client"] = "b1", "a1"
        self.found("answered before it was sent", swap)

    def test_table_gone(self):
        """a table that is not there any more"""
        history, _ = good()
        self.assertIn("is gone", violations(history, {})[0])

    def test_stale_read(self):
        """a request that is answered from before what was seen already"""
        self.found("had been seen before", lambda h, t: find(h, "moves").update(seq=2))

    def test_stale_for_another(self):
        """a request that is answered from before what a watcher has got"""
        self.found("had been seen before", lambda h, t: h.append(op("position", 5.5, 5.6, seq=2, client="dan")))

    def test_push_gap(self):
        """an entry that a watcher does not get"""
        self.found("where entry 1 was due", lambda h, t: find(h, "push", at=2, what="entries")["entries"].pop(0))

    def test_push_again(self):
        """an entry that a watcher gets twice"""
        self.found("got entry 3", lambda h, t: h.append(push(1, 6, "entries", entries=[entry(3)])))

    def test_push_false(self):
        """an entry of a watcher that is not that of the journal"""
        self.found("but the journal has", lambda h, t: find(h, "push", at=5)["entries"][0].update(move="bid 9"))

    def test_push_lost(self):
        """a watcher that hears nothing more while the game goes on"""
        self.found("to the end", lambda h, t: find(h, "watch", watch=2).update(must_know=4))

    def test_charged_twice(self):
        """a decision that was charged twice"""
        self.found("seat 2 was charged", lambda h, t: t["left"].__setitem__(1, t["left"][1] - 1000))

    def test_first_charge(self):
        """a first decision that was charged for more than the game has lasted"""
        self.found("for the first decision", lambda h, t: t["left"].__setitem__(0, t["left"][0] - 5000))

    def test_away_early(self):
        """a player who is away before their time is up"""
        def hurry(h, t):
            t["settings"]["clock"] = {"kind": "move", "seconds": 10}
            h.append(push(1, 7, "away", away=[2], seq=3))
        self.found("seat 2 was away", hurry)

    def test_record(self):
        """a journal that does not replay"""
        self.found("the record is not valid", lambda h, t: t.update(invalid="line 9"))

    def test_chat_lost(self):
        """an answered chat line that is not there"""
        self.found("'one' was answered as line 1", lambda h, t: t["chat"][0].update(text="other"))

    def test_chat_twice(self):
        """a chat line that is there twice"""
        self.found("'two' was said 2 times", lambda h, t: t["chat"].append({"number": 3, "text": "two"}))

    def test_chat_refused(self):
        """a refused chat line that is there"""
        self.found("was refused, but is line", lambda h, t: find(h, "chat", text="two").update(outcome="refused"))

    def test_chat_numbers(self):
        """two chat lines with one number"""
        self.found("chat lines are not numbered", lambda h, t: t["chat"][1].update(number=1))

    def test_chat_pushes(self):
        """chat lines that a watcher gets twice, or not at all"""
        self.found("heard chat lines [1, 2, 2]", lambda h, t: h.append(push(1, 6, "chat", number=2)))
        self.found("heard chat lines [1, 2, 4]", lambda h, t: h.append(push(1, 6, "chat", number=4)))

    def test_chat_pushes_at_ends(self):
        """answered chat lines that a watcher misses at the beginning or at the end"""
        def answer(history):
            find(history, "chat", text="two").update(outcome="ok", number=2)

        def miss(number):
            def change(h, t):
                answer(h)
                h.remove(find(h, "push", what="chat", number=number))
            return change
        self.found("did not hear chat lines [1]", miss(1))
        self.found("did not hear chat lines [2]", miss(2))

    def test_chat_silence(self):
        """a watcher that hears no chat"""
        self.found("cleo did not hear chat lines [1]", lambda h, t: h.append(watch(3, since=3)))

    def test_notice(self):
        """a notice that does not arrive"""
        self.found("was not told of their turn", lambda h, t: find(h, "notice").update(outcome="unknown"))

    def test_refusals(self):
        """a request that is refused for a reason which its kind cannot have"""
        def refused(do, code, words, **more):
            self.found(words, lambda h, t: h.append(op(do, 1, 2, "refused", code=code, **more)))
        refused("mine", "damaged-journal", "mine of anna at node1 was refused: damaged-journal", status=500)
        refused("watch", "no-such-table", "watch of anna at node1 was refused: no-such-table", seq=None)
        refused("chat-list", "busy", "chat-list of anna at node1 was refused: busy")
        refused("position", "not-running", "position of anna at node1 was refused: not-running", seq=None)
        refused("move", "not-seated", "move of anna at node1 was refused: not-seated", name="c1", move="pass")
        refused("mine", "not-logged-in", "mine of anna at node1 was refused: not-logged-in")
        refused("mine", "blocked", "mine of anna at node1 was refused: blocked", session="ben")

    def test_no_answer(self):
        """an answer of a node that is not in the form of one"""
        self.found("an answer that is none: 500", lambda h, t: h.append(
            op("mine", 1, 2, "unknown", status=500, problem="JSONDecodeError")))

    def test_progress(self):
        """a party that cannot go on"""
        self.found("AAAA: party 1 made no move within 60 seconds", lambda h, t: find(h, "progress").update(
            outcome="missing", waited=60))

    def test_runs(self):
        """a game that runs, or goes on, after it was called ended"""
        def call_ended(running, end):
            def change(h, t):
                t["running"] = running
                h.append(op("move", 3, end, "refused", code="not-running", name="c1", move="pass", seq=None))
            return change
        self.found("told anna that no game is running, but it is", call_ended(True, 9))
        self.found("1900 ms before the last entry", call_ended(False, 3.1))

    def test_chat_reads(self):
        """a list of the chat without a line that was answered, heard or read before, or with a wrong one"""
        self.found("anna read from node1 0 chat lines, but line 1", lambda h, t: h.append(chat_list(2.5, 3)))
        self.found("1 chat lines, but line 2", lambda h, t: h.append(chat_list(4.1, 4.2, "one")))

        def read_only(h, t):
            h.remove(find(h, "push", what="chat", number=2))
            h.append(chat_list(4.6, 4.7, "one"))
        self.found("1 chat lines, but line 2", read_only)
        self.found("'two' as chat line 1, but it is 'one'", lambda h, t: h.append(chat_list(5, 6, "two", "two")))

        def leave_out(h, t):
            h.append(chat_list(5, 6, "one", "two"))
            h[-1]["said"].pop(0)
        self.found("the chat lines [2]", leave_out)

    def test_session(self):
        """a session that is served after it ended"""
        self.found("after the end of the session", lambda h, t: find(h, "mine", outcome="refused").update(outcome="ok"))
        self.found("after the end of the session", lambda h, t: find(h, "mine", outcome="refused").update(code="stale"))

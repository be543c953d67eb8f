"""elektro show, render and sim; help, manual pages and completion of every verb.

    tests/run pictures.py ELEKTRO MAN_FOLDER COMPLETIONS
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest
import xml.etree.ElementTree as xml


ELEKTRO, MAN, COMPLETIONS = sys.argv[1:4]
FOLDER = tempfile.TemporaryDirectory()
DATA = os.path.join(os.path.abspath(COMPLETIONS), "..", "data")
BOARDS = ["germany", "usa", "central-europe", "benelux", "france", "italy"]
SVG = "{http://www.w3.org/2000/svg}"


def elektro(*arguments, said="", **environment):
    return subprocess.run([ELEKTRO, *arguments], input=said, capture_output=True, encoding="utf-8",
                          timeout=120, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", **environment})


def shell(folder, *command, said=""):
    """The lines that a shell prints in a folder, where the program is."""
    path = f"{folder}:{os.environ['PATH']}"
    run = subprocess.run(command, cwd=folder, input=said, capture_output=True, encoding="utf-8", timeout=120,
                         check=False, env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "dumb", "HOME": folder})
    return run.stdout.splitlines()


def by_bash(folder, lines):
    """What bash offers for each line after "elektro"."""
    for line in lines:
        words = line.split(" ")
        quoted = " ".join(f"'{word}'" for word in words)
        yield set(shell(folder, "bash", "-c", f"""
            source {os.path.abspath(COMPLETIONS)}/elektro.bash; compopt() {{ :; }}
            COMP_WORDS=(elektro {quoted}); COMP_CWORD={len(words)}
            _elektro; printf '%s\\n' "${{COMPREPLY[@]}}" """))


def by_fish(folder, lines):
    """What fish offers for each line after "elektro"."""
    for line in lines:
        found = shell(folder, "fish", "--no-config", "-c",
                      f"source {os.path.abspath(COMPLETIONS)}/elektro.fish; complete -C'elektro {line}'")
        yield {each.split("\t")[0] for each in found}


def by_zsh(folder, lines):
    """What zsh offers for each line after "elektro". It completes only in a terminal, so it gets one."""
    found = "\n".join(shell(folder, "zsh", "-f", "-c", f"""
        zmodload zsh/zpty
        zpty one zsh -f -i
        zpty -w one 'PS1=; fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D
            compadd() {{
                local -a matches; builtin compadd -O matches "$@"; builtin compadd "$@"
                print -rl -- "match "$IPREFIX$^matches
            }}
            all() {{ _main_complete; print; print "all found" }}
            zle -C all list-choices all; bindkey "^X" all; print "be""gin"'
        zpty -r one text '*begin*'
        for line in "$@"; do
            zpty -w -n one $'\\x15'"elektro $line"$'\\x18'
            zpty -r one text '*all found*'
            print -r -- $text
        done
        zpty -d one""", "zsh", *lines)).split("all found")
    for text in found[:len(lines)]:
        yield {each.split("match ", 1)[1].rstrip() for each in text.splitlines() if "match " in each}


def record(board="germany", edition="recharged", players=5, *options):
    """A game between bots, as a file."""
    path = os.path.join(FOLDER.name, f"{board}-{edition}-{players}{''.join(options)}.elektro")
    if not os.path.exists(path):
        run = elektro("play", "--board", board, "--edition", edition, "--seats",
                      ",".join(["normal", "random", "easy", "normal", "normal", "random"][:players]),
                      "--seed", "picture", "--fast", "--save", path, *options)
        if run.returncode != 0:
            sys.exit(run.stderr)
    return path


def verbs():
    return re.findall(r"^  ([a-z]+) ", elektro("--help").stdout, re.M)


def options(verb):
    """Every option of a verb that takes a value, with its help text."""
    text = re.sub(r"\n {8,}", " ", elektro(verb, "--help").stdout)
    return re.findall(r"^  (?:-\w, )?(--[a-z-]+) [A-Z0-9,…]+  +(.*)$", text, re.M)


def out_of_range(text):
    """The values of an option according to its help, and values that it must refuse."""
    bounds = re.search(r"\((\d+) to (\d+)[;)]", text)
    if bounds:
        low, high = int(bounds[1]), int(bounds[2])
        below = [str(low - 1)] if low else []
        return f"a whole number from {low} to {high}", ["x", "", "-1", "1.5", str(high + 1), *below]
    words = re.search(r"\(([a-z, ]+ or [a-z]+)[;)]", text)
    return (words[1], ["x", ""]) if words else ("", [])


def boxes(root):
    """City plates of a picture: rectangles of the height of a plate."""
    for rect in root.iter(SVG + "rect"):
        if rect.get("height") == "46.0":
            x, y, w = (float(rect.get(k)) for k in ("x", "y", "width"))
            yield x, y, x + w, y + 46


def overlaps(root):
    plates = list(boxes(root))
    for i, a in enumerate(plates):
        for b in plates[:i]:
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                yield f"plates at {a[:2]} and {b[:2]}"
    for circle in root.iter(SVG + "circle"):
        if circle.get("r") != "11.0":
            continue
        x, y = float(circle.get("cx")), float(circle.get("cy"))
        for p in plates:
            if p[0] - 6 < x < p[2] + 6 and p[1] - 6 < y < p[3] + 6:
                yield f"price at {x}, {y} and the plate at {p[:2]}"


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
               for c in line)


class Pictures(unittest.TestCase):
    def test_render(self):
        """pictures of every board are well-formed, with every city, and plates do not overlap"""
        for board in BOARDS:
            for edition in ("classic", "recharged"):
                path = record(board, edition)
                state = json.loads(elektro("show", "--json", path).stdout)
                self.assertIn(state["board"].split("-")[0], board)
                for to in ("0", "60", None):
                    run = elektro("render", path, "-o", "-", *(["--to", to] if to else []))
                    self.assertEqual(run.returncode, 0, f"{board} {edition}: {run.stderr}")
                    root = xml.fromstring(run.stdout)
                    names = {text.text for text in root.iter(SVG + "text")}
                    count = len(list(boxes(root)))
                    self.assertGreaterEqual(count, 28, f"{board} {edition}: {count} cities")
                    self.assertTrue(names & {"Joule", *(f"{rank}. Joule" for rank in range(1, 6))},
                                    f"{board} {edition}: a player is missing")
                    self.assertEqual([f"{board} {edition} {to}: {what}" for what in overlaps(root)], [])

    def test_render_special(self):
        """the draft of a zone, starting cities, the Trust and odd names can be drawn"""
        for options in (("--zone", "draft"), ("--starting-cities",), ("--first-game",)):
            edition = "classic" if "--first-game" in options else "recharged"
            path = record("germany", edition, 4, *options)
            for to in ("0", "3", None):
                run = elektro("render", path, "-o", "-", *(["--to", to] if to else []))
                self.assertEqual(run.returncode, 0, f"{options} at {to}: {run.stderr}")
                self.assertTrue(xml.fromstring(run.stdout), f"{options} at {to}: {run.stderr}")
        path = record("germany", "recharged", 2, "--names", "A<b>&c,\"Q\" 'x'")
        run = elektro("render", path, "-o", "-")
        texts = [t.text or "" for t in xml.fromstring(run.stdout).iter(SVG + "text")]
        self.assertTrue(any("A<b>&c" in t for t in texts), f"names are not escaped, or no Trust: {texts[:20]}")
        self.assertIn("Trust", texts, f"names are not escaped, or no Trust: {texts[:20]}")

    def test_png(self):
        """a PNG is written by rsvg-convert, or the error names the missing package"""
        path = os.path.join(FOLDER.name, "board.png")
        run = elektro("render", record(), "-o", path)
        if shutil.which("rsvg-convert"):
            with open(path, "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n", "that is no PNG")
        bare = elektro("render", record(), "-o", path, PATH="/nonexistent")
        self.assertEqual(bare.returncode, 1, f"without rsvg-convert: {bare.returncode} {bare.stderr}")
        self.assertIn("librsvg2-bin", bare.stderr, f"without rsvg-convert: {bare.returncode} {bare.stderr}")
        self.assertIn(run.returncode, (0, 1), run.stderr)

    def test_picture_name(self):
        """render writes only to files whose name is that of a picture"""
        path = os.path.join(FOLDER.name, "notes.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("notes")
        for name in (path, record(), FOLDER.name + "/new", "svg"):
            run = elektro("render", record(), "-o", name)
            self.assertEqual(run.returncode, 2, f"{name}: {run.stderr}")
            self.assertIn(f"'{name}' ends neither in .svg nor in .png", run.stderr)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "notes")
        self.assertFalse(os.path.exists(FOLDER.name + "/new") or os.path.exists("svg"))
        picture = os.path.join(FOLDER.name, "board.svg")
        for _ in range(2):
            self.assertEqual(elektro("render", record(), "-o", picture).returncode, 0)
        self.assertEqual(xml.parse(picture).getroot().tag, SVG + "svg")

    def test_show(self):
        """show prints the table at any width, of a record or a position"""
        path = record("france", "recharged")
        for width, height in ((80, 20), (80, 24), (100, 30), (160, 50), (400, 200)):
            for to in ("0", "100", None):
                run = elektro("show", path, "--width", str(width), "--height", str(height),
                              *(["--to", to] if to else []))
                rows = run.stdout.splitlines()
                self.assertEqual(run.returncode, 0, f"{width} x {height}: {run.stderr} {len(rows)} rows")
                self.assertEqual(len(rows), height + 1, f"{width} x {height}: {run.stderr} {len(rows)} rows")
                self.assertEqual([f"longer than {width}: {row}" for row in rows[:-1] if columns(row) > width], [])
        position = elektro("replay", "--position", "--to", "50", path).stdout.strip()
        one, other = elektro("show", position), elektro("show", "--to", "50", path)
        self.assertEqual(one.returncode, 0, "a position is not shown: " + one.stderr)
        self.assertNotEqual(one.stdout.split("\n")[1:15], [], "a position is not shown: " + one.stderr)
        self.assertEqual([row[:49] for row in one.stdout.split("\n")[1:15]],
                         [row[:49] for row in other.stdout.split("\n")[1:15]],
                         "record and position show different maps")
        self.assertNotIn("\x1b", one.stdout, "colours, though the output is no terminal")
        ascii_only = elektro("show", path, LC_ALL="C").stdout
        self.assertTrue(ascii_only.isascii(), "non-ASCII output in the C locale")

    def test_to(self):
        """--to counts moves, not cards, in show, render and replay"""
        path = os.path.join(FOLDER.name, "table.elektro")
        said = "n 4 6\nsold Bruno\n6\n\nn 3\nsold Clara\n11\n\nn 5 5\nq\n"
        elektro("play", "--table", "--names", "Anna,Bruno,Clara", "--zone", "north-west,west,south-west",
                "--order", "2,1,3", "--market", "3,4,5,7,8,10,12,13", "--save", path, said=said)
        for to in ("2", "3", "4", "5"):
            position = elektro("replay", "--position", "--to", to, path).stdout.strip()
            one, other = (elektro("show", "--json", *what) for what in ([position], ["--to", to, path]))
            self.assertEqual(one.returncode, 0, f"after move {to}: {position}: {one.stderr}{other.stderr}")
            self.assertEqual(one.stdout, other.stdout, f"after move {to}: {position}: {one.stderr}{other.stderr}")

    def test_own_board(self):
        """a position on a custom board is shown with --board"""
        with open(os.path.join(DATA, "boards", "italy.json"), encoding="utf-8") as file:
            board = json.load(file)
        board.update(id="my-italy", name="My Italy")
        board.pop("base", None)
        own = os.path.join(FOLDER.name, "my-italy.json")
        with open(own, "w", encoding="utf-8") as file:
            json.dump(board, file)
        path = os.path.join(FOLDER.name, "own.elektro")
        elektro("play", "--board", own, "--seats", "me,random,random", "--seed", "own", "--save", path, said="q\n")
        position = elektro("replay", "--position", path).stdout.strip()
        for verb, extra in (("show", []), ("render", ["-o", "-"])):
            with_board = elektro(verb, position, "--board", own, *extra)
            without = elektro(verb, position, *extra)
            self.assertEqual(with_board.returncode, 0, f"{verb}: {with_board.stderr}{without.stderr}")
            self.assertTrue(with_board.stdout, f"{verb}: {with_board.stderr}{without.stderr}")
            self.assertEqual(without.returncode, 1, f"{verb}: {with_board.stderr}{without.stderr}")
            record_too = elektro(verb, path, "--board", own, *extra)
            self.assertEqual(record_too.returncode, 1, f"{verb}: {record_too.stderr}")
            self.assertIn("--board is for positions", record_too.stderr, f"{verb}: {record_too.stderr}")

    def test_show_errors(self):
        """input that cannot be shown is refused with a message"""
        bad = os.path.join(FOLDER.name, "bad.elektro")
        with open(bad, "w", encoding="utf-8") as file:
            file.write("elektro 1\nnonsense\n")
        for arguments, status, words in ((["/nowhere"], 1, "/nowhere"), ([bad], 1, "line 2"), ([], 2, "one record"),
                                         ([record(), "--to", "20000"], 1, "only"),
                                         ([record(), "--to", "x"], 2, "--to"),
                                         (["position/1 nonsense"], 1, "column"),
                                         (["position/1 x", "--to", "1"], 1, "--to is for records")):
            for verb, extra in (("show", []), ("render", ["-o", "-"])):
                run = elektro(verb, *arguments, *extra)
                self.assertEqual(run.returncode, status, f"{verb} {arguments}: {run.returncode} {run.stderr}")
                self.assertIn(words, run.stderr, f"{verb} {arguments}: {run.returncode} {run.stderr}")

    def test_sim(self):
        """sim counts every game; the same seed gives the same figures"""
        run = elektro("sim", "--games", "12", "--seats", "normal,random,easy", "--json", "--seed", "s")
        figures = json.loads(run.stdout)
        wins = sum(seat["wins"] for seat in figures["seats"])
        self.assertEqual(figures["games"], 12, f"{figures['games']} games, {wins} wins")
        self.assertLessEqual(abs(wins - 1), 1e-9, f"{figures['games']} games, {wins} wins")
        self.assertEqual(sum(row["ended"] for row in figures["rounds"]), 12, "not every game ended in some round")
        again = elektro("sim", "--games", "12", "--seats", "normal,random,easy", "--json", "--seed", "s")
        self.assertEqual(run.stdout, again.stdout, "the same seed gives other figures")
        text = elektro("sim", "--games", "12", "--players", "3").stdout
        self.assertEqual([f"too long: {row}" for row in text.splitlines() if columns(row) > 80], [])
        me = elektro("sim", "--seats", "me,normal")
        self.assertEqual(me.returncode, 2, "human players are accepted")
        self.assertIn("--seats: expected random, easy, normal, hard or expert, not 'me'", me.stderr)
        self.assertNotRegex(elektro("sim", "--help").stdout, r"\bme\b")
        self.assertTrue(elektro("sim", "--games", "1", "--seats", "random,random").stdout.startswith("1 game, "))

    def test_help(self):
        """every verb has a help text of limited width, and refuses unknown options"""
        for verb in verbs():
            run = elektro(verb, "--help")
            self.assertEqual(run.returncode, 0, f"{verb} --help: {run.returncode} {run.stdout[:60]}")
            self.assertTrue(run.stdout.startswith(f"usage: elektro {verb}"),
                            f"{verb} --help: {run.returncode} {run.stdout[:60]}")
            self.assertEqual([f"{verb} --help: {row}" for row in run.stdout.splitlines() if columns(row) > 100], [])
            unknown = elektro(verb, "--no-such-option")
            self.assertEqual(unknown.returncode, 2, f"{verb} takes --no-such-option")
            self.assertIn("unknown option '--no-such-option'", unknown.stderr)
            self.assertIn(f"elektro {verb} --help", unknown.stderr)

    def test_options(self):
        """every verb refuses a number or a word out of range, naming the option and the range"""
        seen = 0
        for verb in verbs():
            for option, text in options(verb):
                missing = elektro(verb, option)
                self.assertEqual(missing.returncode, 2, f"{verb} {option}: {missing.stderr}")
                self.assertIn(f"{option} needs a value", missing.stderr)
                expected, wrong = out_of_range(text)
                seen += bool(wrong)
                # All options share their checks: each gets two of the values in turn, and both ways to write them.
                for number, value in enumerate(wrong[(seen + each) % len(wrong)] for each in range(min(2, len(wrong)))):
                    said = [option, value] if (seen // len(wrong) + number) % 2 else [f"{option}={value}"]
                    run = elektro(verb, *said)
                    self.assertEqual(run.returncode, 2, f"{verb} {said}: {run.stderr}")
                    self.assertIn(f"{option} must be {expected}, not '{value}'", run.stderr)
        self.assertGreater(seen, 30, "hardly any option has a range")

    def test_no_file_name(self):
        """an option for a file refuses an empty name, and no file is left"""
        folder = os.path.join(FOLDER.name, "empty")
        os.mkdir(folder)
        for arguments in (["play", "--save"], ["tune", "--state"], ["render", record(), "--output"],
                          ["arena", "--bots", "random,random", "--journal"], ["boards", "--validate"],
                          ["show", record(), "--board"]):
            run = subprocess.run([os.path.abspath(ELEKTRO), *arguments, ""], cwd=folder, capture_output=True,
                                 text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
            self.assertEqual(run.returncode, 2, f"{arguments}: {run.stdout}{run.stderr}")
            self.assertIn(f"{arguments[-1]} must be the name of a file, not ''", run.stderr)
        self.assertEqual(elektro("play", "--resume", "").returncode, 2)
        self.assertEqual(os.listdir(folder), [])

    def test_operands(self):
        """options and operands come in any order; after -- everything is an operand"""
        path = record()
        expected = elektro("show", path, "--to", "10", "--json").stdout
        for words in (["--to", "10", path, "--json"], ["--json", "--to=10", "--", path],
                      ["--js", path, "--to=10"]):
            self.assertEqual(elektro("show", *words).stdout, expected, words)
        for words, status in ((["--json=no", path], 0), (["--json", "--", "--help"], 1),
                              ([path, path], 2), (["--p", path], 2)):
            run = elektro("show", *words)
            self.assertEqual(run.returncode, status, f"{words}: {run.stdout} {run.stderr}")

    def test_manual(self):
        """every verb has a manual page, listed in man/meson.build"""
        for verb in ["", *verbs()]:
            path = os.path.join(MAN, f"elektro-{verb}.1" if verb else "elektro.1")
            self.assertTrue(os.path.exists(path), f"no page for {verb}: add it to man/meson.build")

    def test_completion(self):
        """bash, zsh and fish complete verbs, options, words of options, boards and lists"""
        folder = os.path.join(FOLDER.name, "completing")
        os.mkdir(folder)
        os.symlink(os.path.abspath(ELEKTRO), os.path.join(folder, "elektro"))
        shutil.copy(os.path.join(COMPLETIONS, "elektro.zsh"), os.path.join(folder, "_elektro"))
        with open(os.path.join(folder, "my-own.json"), "w", encoding="utf-8"):
            pass
        lines = {"re": {"render", "replay"}, "--ver": {"--version"}, "play --pa": {"--pace", "--paper"},
                 "render --ou": {"--output"}, "play --edition c": {"classic"}, "tune --level h": {"hard"},
                 "play --board be": {"benelux"}, "play --board my": {"my-own.json"}, "show my": {"my-own.json"},
                 "play --players ": {"2", "3", "4", "5", "6"}, "play --seats me,r": {"me,random"},
                 "arena --bots hard,ra": {"hard,random"}, "selfplay --tables usa,ge": {"usa,germany"}}
        for complete in (by_bash, by_zsh, by_fish):
            self.assertEqual(dict(zip(lines, complete(folder, lines))), lines, complete.__name__)

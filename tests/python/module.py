"""The Python module: the same games as the engine's, batches, one game by PettingZoo's conventions, the package.

usage: tests/run module.py ROOT LIBRARY ELEKTRO"""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile

import numpy as np

ROOT, LIBRARY, ELEKTRO = sys.argv[1:4]
os.environ["ELEKTRO_LIBRARY"] = LIBRARY
sys.path.insert(0, os.path.join(ROOT, "python"))
import elektro  # noqa: E402
from elektro import library, spaces  # noqa: E402

ICELAND = os.path.join(ROOT, "examples", "iceland.json")
GAMES = 80  # at each table, for the signature


def split_mix(random):
    """The engine's generator for an array of its states, which are changed."""
    random += np.uint64(0x9e3779b97f4a7c15)
    z = (random ^ random >> np.uint64(30)) * np.uint64(0xbf58476d1ce4e5b9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94d049bb133111eb)
    return z ^ z >> np.uint64(31)


def below(random, count):
    """A number below count for each state of random. A draw that would be uneven is repeated."""
    wide = (split_mix(random) >> np.uint64(32)) * count
    low = wide & np.uint64(0xffffffff)
    again = low < (np.uint64(1 << 32) - count) % count
    while again.any():
        rest = random[again]
        wide[again] = (split_mix(rest) >> np.uint64(32)) * count[again]
        random[again] = rest
        again[again] = (wide[again] & np.uint64(0xffffffff)) < (np.uint64(1 << 32) - count[again]) % count[again]
    return wide >> np.uint64(32)


def tables():
    """Every table in the order of the signature."""
    options = {"classic": ("first-game",), "recharged": ("starting-cities",)}
    for board, editions in elektro.BOARDS.items():
        for edition in editions:
            for players in range(2, 7):
                for option in ((), options[edition]):
                    yield dict(board=board, edition=edition, players=players, options=option)


def random_games(**table):
    """The hashes of the last states of the random games of a table."""
    batch = elektro.Batch(GAMES, auto_reset=False, max_rounds=1 << 20, observe="nothing", **table)
    seeds = np.arange(GAMES, dtype="u8")
    batch.reset(seeds, zones=[batch.random_zone(game // 16) for game in range(GAMES)])
    random = ~seeds
    while (batch.to_move >= 0).any():
        playing = np.flatnonzero(batch.to_move >= 0)
        choices = np.full(GAMES, -1)
        rest = random[playing]
        choices[playing] = below(rest, batch.counts()[playing].astype("u8"))
        random[playing] = rest
        batch.step_index(choices)
    return batch.hashes()


def play_random(batch, random, steps):
    """Random actions; yields after each step."""
    for _ in range(steps):
        scores = random.random(batch.action_mask.shape, dtype=np.float32)
        scores[~batch.action_mask] = -1
        batch.step(np.where(batch.to_move >= 0, scores.argmax(axis=1), -1))
        yield batch


class Signature(unittest.TestCase):
    def test_signature(self):
        """random games in batches give the engine's signature"""
        with open(os.path.join(ROOT, "tests", "signature", "expected"), encoding="utf-8") as file:
            expected = file.read().split()[0]
        signature = np.zeros(1, "u8")
        for table in tables():
            for value in random_games(**table):
                mixed = signature ^ value
                signature = split_mix(mixed)
        self.assertEqual(f"{signature[0]:016x}", expected)


class Batches(unittest.TestCase):
    def test_masks(self):
        """the mask allows exactly the actions that stand for a legal move, at every kind of table"""
        random = np.random.default_rng(5)
        seen = np.zeros(elektro.ACTIONS, bool)
        for number, table in enumerate(tables()):
            if number % 7:
                continue
            batch = elektro.Batch(4, zone="draft" if number % 2 else "random", **table)
            batch.reset(number)
            for _ in play_random(batch, random, 24):
                self.assertTrue(batch.action_mask.any(axis=1).all())
                seen |= batch.action_mask.any(axis=0)
                legal = set(batch.moves(1).tolist())
                for action in range(elektro.ACTIONS):
                    move = batch.move_of(action, 1)
                    self.assertEqual(move != 0, batch.action_mask[1, action], elektro.action_name(action))
                    self.assertTrue(move == 0 or move in legal)
        groups = np.searchsorted(list(library.GROUPS.values()), np.flatnonzero(seen), side="right") - 1
        self.assertGreaterEqual(len(set(groups)), 8, "all groups of actions but perhaps returns came up")

    def test_costs(self):
        """the costs of actions are those that the engine charges"""
        batch = elektro.Batch(64)
        batch.reset(3)
        random = np.random.default_rng(3)
        compared = 0
        for _ in range(300):
            seats, money = batch.to_move.copy(), batch.states["owner"]["money"].copy()
            cost, mask = batch.action_cost.copy(), batch.action_mask.copy()
            scores = random.random(mask.shape) * mask
            actions = scores.argmax(axis=1)
            batch.step(actions)
            city, plant, buy = (library.GROUPS[name] for name in ("city", "plant", "buy"))
            spends = ((actions >= city) & (actions < plant)) | ((actions >= buy) & (actions < library.GROUPS["return"]))
            for game in np.flatnonzero(spends & ~batch.ended):
                paid = money[game, seats[game]] - batch.states["owner"]["money"][game, seats[game]]
                self.assertEqual(paid, cost[game, actions[game]], elektro.action_name(actions[game]))
                compared += 1
        self.assertGreater(compared, 100)

    def test_observation(self):
        """observations show the seat that observes first, and nothing that is hidden"""
        batch = elektro.Batch(8, players=3)
        batch.reset(1)
        for _ in play_random(batch, np.random.default_rng(1), 200):
            money = batch.states["owner"]["money"]
            column = elektro.COLUMNS["seat.money"]
            for game, seat in enumerate(batch.to_move):
                seen = [batch.observation[game, column.start + 64 * i] for i in range(3)]
                self.assertEqual(seen, [min(money[game, (seat + i) % 3], 1023) for i in range(3)])
                np.testing.assert_array_equal(batch.observe_seat(int(seat), game), batch.observation[game])
        before = batch.observation.copy()
        self.assertLessEqual(np.abs(before).max(), 1023)
        batch.reset(batch.seeds)
        again = elektro.Batch(8, players=3)
        again.reset(batch.seeds)
        np.testing.assert_array_equal(batch.observation, again.observation)

    def test_auto_reset(self):
        """games that end start again, with rewards that share one victory"""
        batch = elektro.Batch(64, players=2, max_rounds=6)
        batch.reset(1)
        ended = truncated = 0
        for _ in play_random(batch, np.random.default_rng(2), 400):
            self.assertTrue((batch.to_move >= 0).all())
            np.testing.assert_allclose(batch.rewards.sum(axis=1), batch.ended)
            self.assertTrue((batch.states["round"][batch.ended] <= 1).all())
            ended, truncated = ended + batch.ended.sum(), truncated + batch.truncated.sum()
        self.assertGreater(truncated, 64)
        self.assertGreaterEqual(ended, truncated)

    def test_bots(self):
        """built-in bots play at their seats, and play well"""
        batch = elektro.Batch(32, bots={0: "normal", 2: "normal:miser", 3: "hard:rusher@4"}, auto_reset=False, zone="draft")
        batch.reset(4)
        self.assertTrue((batch.to_move == 1).all())
        for _ in play_random(batch, np.random.default_rng(4), 400):
            self.assertTrue(np.isin(batch.to_move, (-1, 1)).all())
            if (batch.to_move < 0).all():
                break
        results = batch.results
        self.assertTrue((batch.to_move < 0).all())
        self.assertGreater(results["reward"][:, [0, 2, 3]].sum(), 28)
        self.assertLess(results["reward"][:, 1].sum(), 2)
        self.assertTrue(((results["rank"] >= 1) & (results["rank"] <= 4)).all())

    def test_same_seed(self):
        """two batches with the same seed play the same games, in threads as well"""
        def play(found, number):
            batch = elektro.Batch(16, bots={1: "normal"}, board=ICELAND, players=2)
            batch.reset(9)
            for _ in play_random(batch, np.random.default_rng(9), 150):
                pass
            found[number] = batch.hashes()
        found = {}
        threads = [threading.Thread(target=play, args=(found, number)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_array_equal(found[0], found[1])

    def test_one_batch(self):
        """threads that step the same batch wait for each other"""
        batch = elektro.Batch(256, bots={1: "easy"})
        batch.reset(1)

        def play(seed):
            random = np.random.default_rng(seed)
            for _ in range(100):
                try:
                    batch.step_index(random.integers(0, batch.counts()))
                except ValueError:
                    pass  # another thread has stepped since

        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue((batch.counts() > 0).all())

    def test_refusals(self):
        """a wrong step changes nothing, and words say what is wrong"""
        batch = elektro.Batch(3)
        batch.reset(1)
        before = batch.hashes()
        legal = batch.action_mask.argmax(axis=1)
        for step, choices, words in [(batch.step, [legal[0], 1, legal[2]], "Game 1, 1: The action mask"),
                                     (batch.step, [legal[0], legal[1], 10**6], "Game 2"),
                                     (batch.step, legal[:2], "Expected 3 numbers"),
                                     (batch.step, legal + 0.0, "Expected whole numbers"),
                                     (batch.step, legal + 2**32, "Expected whole numbers"),
                                     (batch.step, [legal[0], legal[1], -2], "Expected whole numbers"),
                                     (batch.step_index, [0, 0, 9999], "not so many"),
                                     (batch.step_moves, [batch.moves(0)[0], 5, 5], "Game 1, 5: ")]:
            with self.assertRaisesRegex(ValueError, words):
                step(choices)
            np.testing.assert_array_equal(batch.hashes(), before)
        batch.step_moves([batch.moves(game)[-1] for game in range(3)])
        self.assertTrue((batch.hashes() != before).all())
        for wrong, words in [(dict(board="mars"), "no board 'mars'"), (dict(edition="new"), "no edition"),
                             (dict(players=7), "2 to 6"), (dict(zone="mars"), "no region 'mars'"),
                             (dict(zone="east"), "regions"), (dict(bots={0: "genius"}), "no bot 'genius'"),
                             (dict(bots={0: "hard:x"}), "style"), (dict(bots={0: "hard@x"}), "after '@'"),
                             (dict(bots={7: "easy"}), "no seat 7"), (dict(bots={i: "easy" for i in range(4)}), "free"),
                             (dict(options=["first-game"]), "."), (dict(options=["x"]), "no option"),
                             (dict(max_rounds=0), "max_rounds"), (dict(max_rounds=1 << 32), "max_rounds"),
                             (dict(board="none.json"), "none.json"), (dict(observe="x"), "observe")]:
            with self.assertRaisesRegex(ValueError, words):
                elektro.Batch(2, **wrong)
        with self.assertRaisesRegex(ValueError, "1 to 1048576"):
            elektro.Batch(0)
        with self.assertRaises(ValueError):
            batch.to_move[0] = 1
        with self.assertRaisesRegex(ValueError, "no seat 4"):
            batch.render(seat=4)
        states = batch.states
        del batch
        self.assertEqual(states["step"].tolist(), [1, 1, 1], "arrays outlive their batch")

    def test_wrong_types(self):
        """an argument of a wrong type raises a TypeError that names it"""
        batch = elektro.Batch(2)
        batch.reset(1)
        env = elektro.Env()
        env.reset(seed=1)
        for wrong in (dict(players="4"), dict(players=4.0), dict(max_rounds=None), dict(max_rounds=1.5), dict(zone=3),
                      dict(edition=["classic"]), dict(board=b"germany"), dict(options="open-money"), dict(options=[1]),
                      dict(bots=["easy"]), dict(bots={"1": "easy"}), dict(bots={1: 5})):
            with self.assertRaisesRegex(TypeError, f"{[*wrong][0]} must be a .*, not "):
                elektro.Batch(2, **wrong)
        for name, call in [("games", lambda: elektro.Batch("2")), ("seed", lambda: batch.reset(1.5)),
                           ("seed", lambda: batch.reset("1")), ("seed", lambda: batch.random_zone("1")),
                           ("seed", lambda: env.reset(seed="1")), ("action", lambda: env.step("1")),
                           ("action", lambda: batch.move_of(None)), ("action", lambda: elektro.action_name("1")),
                           ("move", lambda: batch.text("pass")), ("game", lambda: batch.moves("0")),
                           ("seat", lambda: batch.observe_seat("0")), ("seat", lambda: batch.render(seat=0.0)),
                           ("width", lambda: batch.render(width="80"))]:
            with self.assertRaisesRegex(TypeError, f"{name} must be a whole number, not "):
                call()
        self.assertEqual(batch.render(seat=np.int8(0)), batch.render(seat=0), "numbers of numpy are numbers")


class OneGame(unittest.TestCase):
    def play(self, env, seed):
        """A random game; what every agent was told at its end, and all actions."""
        random = np.random.default_rng(seed)
        env.reset(seed=seed)
        ends, actions = {}, []
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            self.assertTrue(env.observation_space(agent).contains(observation))
            self.assertIs(env.last(observe=False)[0], None)
            action = None
            if termination or truncation:
                ends[agent] = (reward, info)
            else:
                self.assertEqual(reward, 0)
                self.assertEqual(info, {})
                action = random.choice(np.flatnonzero(observation["action_mask"]))
                actions.append(action)
                for other in env.agents:
                    if other != agent:
                        self.assertFalse(env.observe(other)["action_mask"].any())
            self.assertIsNone(env.step(action))
            self.assertEqual(set(env.agents), set(env.rewards), env.terminations)
        return ends, actions

    def test_conventions(self):
        """one game by PettingZoo's conventions, with and without bots"""
        for table in (dict(players=3), dict(players=4, bots={1: "easy", 2: "random"}, edition="classic")):
            env = elektro.Env(**table)
            bots = table.get("bots", {})
            agents = [f"player_{seat}" for seat in range(table["players"]) if seat not in bots]
            self.assertEqual(env.possible_agents, agents)
            ends, actions = self.play(env, 7)
            self.assertEqual(sorted(ends), agents)
            self.assertEqual(env.agents, [])
            self.assertEqual((env.num_agents, env.max_num_agents), (0, len(agents)))
            self.assertTrue(all(set(info) == {"rank", "powered", "money", "cities"} for _, info in ends.values()))
            if not bots:
                self.assertEqual(sum(reward for reward, _ in ends.values()), 1)
            self.assertEqual(self.play(env, 7), (ends, actions), "the same seed gives the same game")
            self.assertNotEqual(self.play(env, 8)[1], actions)

    def test_wrong_actions(self):
        """an action that is not legal is refused and changes nothing"""
        env = elektro.Env()
        env.reset(seed=1)
        agent = env.agent_selection
        before = env.batch.hashes()
        for action in (1, -1, elektro.ACTIONS, None):
            with self.assertRaisesRegex(ValueError, "mask"):
                env.step(action)
        self.assertEqual((env.agent_selection, env.batch.hashes()), (agent, before))

    def test_render(self):
        """render shows the table as elektro show does, hides nothing and needs a known mode"""
        env = elektro.Env(render_mode="ansi", players=3)
        env.reset(seed=1)
        picture = env.render()
        self.assertIn("Germany recharged", picture)
        self.assertIn("Player B", picture)
        with self.assertRaisesRegex(ValueError, "render mode"):
            elektro.Env(render_mode="rgb_array")
        self.assertIn("?", env.batch.render(seat=0))
        with self.assertRaisesRegex(ValueError, "80 wide"):
            env.batch.render(width=10)

    def test_names(self):
        """every action has a name, and no other number"""
        names = {elektro.action_name(action) for action in range(elektro.ACTIONS)}
        self.assertEqual(len(names), elektro.ACTIONS)
        for action in (-1, elektro.ACTIONS):
            with self.assertRaisesRegex(ValueError, "no action"):
                elektro.action_name(action)

    def test_spaces(self):
        """spaces sample and know what they contain"""
        env = elektro.Env()
        env.reset(seed=1)
        space = env.action_space("player_0")
        mask = env.observe(env.agent_selection)["action_mask"]
        self.assertTrue(mask[space.sample(mask)])
        self.assertTrue(space.contains(space.sample()) and not space.contains(elektro.ACTIONS))
        self.assertEqual(space, spaces.Discrete(elektro.ACTIONS))
        whole = env.observation_space("player_1")
        self.assertTrue(whole.contains(whole.sample()))
        self.assertFalse(whole.contains({"observation": np.zeros(3, "i2"), "action_mask": mask}))

    def test_words(self):
        """moves and actions have words"""
        env = elektro.Env()
        env.reset(seed=1)
        moves = env.batch.moves()
        self.assertRegex(env.batch.text(moves[0]), r"^nominate \d+ \d+$")
        self.assertEqual(elektro.action_name(library.GROUPS["buy"] + 9), "buy oil 2")
        self.assertEqual(elektro.action_name(0), "pass")


STUBS = {"pettingzoo/__init__.py": "class AECEnv:\n    pass\n", "gymnasium/__init__.py": "",
         "gymnasium/spaces.py": "class Space:\n    def __init__(self, *arguments):\n        pass\n"
                                "class Box(Space):\n    pass\nclass Dict(Space):\n    pass\nclass Discrete(Space):\n    pass\n"}


class Package(unittest.TestCase):
    def test_with_pettingzoo(self):
        """where PettingZoo and gymnasium are installed, their classes are used"""
        code = ("import elektro, gymnasium.spaces, pettingzoo; env = elektro.Env(); env.reset(1); "
                "print(isinstance(env, pettingzoo.AECEnv), isinstance(env.action_space('player_0'), gymnasium.spaces.Discrete), "
                "isinstance(env.observation_space('player_0'), gymnasium.spaces.Dict))")
        with tempfile.TemporaryDirectory() as folder:
            for path, text in STUBS.items():
                os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                                 env=dict(os.environ, PYTHONPATH=f"{folder}:{ROOT}/python"))
        self.assertEqual(run.stdout, "True True True\n", run.stderr)

    def test_wheel(self):
        """the package that pip builds contains the library and works elsewhere"""
        path = os.path.join(ROOT, "python", "elektro_build.py")
        spec = importlib.util.spec_from_file_location("elektro_build", path)
        backend = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(backend)
        with tempfile.TemporaryDirectory() as folder:
            name = backend.build_wheel(folder)
            self.assertRegex(name, r"^elektro-\d+\.\d+\.\d+-py3-none-\w+\.whl$")
            with zipfile.ZipFile(os.path.join(folder, name)) as wheel:
                record = next(part for part in wheel.namelist() if part.endswith("RECORD"))
                named = [row.split(",")[0] for row in wheel.read(record).decode().splitlines()]
                self.assertEqual(sorted(named), sorted(wheel.namelist()))
                wheel.extractall(folder)
            code = "import elektro; b = elektro.Batch(2); b.reset(1); print(elektro.__file__, b.to_move.tolist())"
            run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False,
                                 env={key: value for key, value in os.environ.items() if key != "ELEKTRO_LIBRARY"})
            self.assertIn(folder, run.stdout, run.stderr)

    def test_example(self):
        """the example learns to beat random bots clearly"""
        run = subprocess.run([sys.executable, os.path.join(ROOT, "examples", "learn.py"), "2000"], capture_output=True,
                             text=True, timeout=300, check=False)
        shares = [float(share) for share in re.findall(r"([0-9.]+) %", run.stdout)]
        self.assertEqual(len(shares), 13, run.stdout + run.stderr)
        self.assertLess(shares[0], 65, run.stdout)
        self.assertGreater(shares[-2], 85, run.stdout)

"""Many games at one kind of table, stepped together in C."""

import ctypes
import threading

import numpy

from . import library as lib
from .checks import by_seat, path, whole, word, words
from .library import library

ACTION, MOVE, INDEX = range(3)
NOBODY = 255  # EK_NOBODY
MAX_SEED = 1 << 64
MAX_ROUNDS = (1 << 32) - 1


class Handle:
    """A batch of the library. Arrays that show its memory keep it alive."""

    def __init__(self, config):
        text = ctypes.create_string_buffer(lib.TEXT_MAX)
        self.pointer = library.env_open(ctypes.byref(config), text)
        if not self.pointer:
            raise ValueError(text.value.decode())

    def __del__(self):
        if getattr(self, "pointer", None):
            library.env_close(self.pointer)

    def array(self, address, dtype, shape):
        """Memory of the batch as an array that cannot be written."""
        dtype = numpy.dtype(dtype)
        size = int(numpy.prod(shape)) * dtype.itemsize
        memory = (ctypes.c_char * size).from_address(address)
        memory.handle = self
        array = numpy.frombuffer(memory, dtype).reshape(shape)
        array.flags.writeable = False
        return array


def check_seat(seat, players):
    if not 0 <= whole("seat", seat) < players:
        raise ValueError(f"There is no seat {seat}; seats count from 0.")
    return int(seat)


def read_config(games, board, edition, players, zone, bots, options, auto_reset, max_rounds):
    options = words("options", options)
    players, max_rounds = whole("players", players), whole("max_rounds", max_rounds)
    for name in options:
        if name not in lib.OPTIONS:
            raise ValueError(f"There is no option '{name}': {', '.join(lib.OPTIONS)}.")
    if word("edition", edition) not in lib.EDITIONS:
        raise ValueError(f"There is no edition '{edition}': {', '.join(lib.EDITIONS)}.")
    if not 2 <= players <= lib.SIZES["seats"]:
        raise ValueError("A game has 2 to 6 players.")
    if not 1 <= max_rounds <= MAX_ROUNDS:
        raise ValueError(f"max_rounds must be a number from 1 to {MAX_ROUNDS}.")
    seats = (ctypes.c_char_p * lib.SIZES["seats"])()
    for seat, name in by_seat("bots", bots).items():
        seats[check_seat(seat, players)] = name.encode()
    return lib.Config(board=path("board", board).encode(), zone=word("zone", zone).encode(), games=games, max_rounds=max_rounds,
                      edition=lib.EDITIONS[edition], players=players,
                      options=sum(lib.OPTIONS[name] for name in options), auto_reset=bool(auto_reset), seat=seats)


class Batch:
    """Many games. All arrays have one row for each game and always show the present:

        to_move      the seat to move, -1 if the game is over
        ended        the game ended in the last step; with auto_reset the next one has begun already
        truncated    likewise, because it had more than max_rounds rounds
        rewards      of all seats: shares of the victory in the step in which a game ended, otherwise 0
        results      reward, money, rank, powered and cities of all seats in the last game that ended
        seeds        of the games in progress
        states       the whole states, as the engine's struct; they contain what no player can know
        observation  what the seats to move observe, with observe="all"
        action_mask  which of their actions are legal, with observe="all" or "actions"
        action_cost  likewise, what each of them costs in Elektro

    bots gives built-in bots by their seats: {1: "normal", 2: "hard:rusher@200"}. Calls release Python's lock, so threads can
    step several batches at once."""

    def __init__(self, games, board="germany", edition="recharged", players=4, zone="random", bots=None, options=(),
                 auto_reset=True, max_rounds=100, observe="all"):
        self.games, self.players, self.observes = whole("games", games), whole("players", players), observe
        if observe not in ("all", "actions", "nothing"):
            raise ValueError(f"There is nothing to observe called '{observe}': all, actions or nothing.")
        if not 0 < self.games <= 1 << 20:
            raise ValueError("A batch has 1 to 1048576 games.")
        self._handle = Handle(read_config(games, board, edition, players, zone, bots, options, auto_reset, max_rounds))
        self._batch = self._handle.pointer
        self._lock = threading.RLock()
        arrays = library.env_arrays_of(self._batch).contents
        one = self._handle.array
        self.states = one(arrays.state, lib.STRUCTS["ek_state"], games)
        self.seeds = one(arrays.seed, "u8", games)
        self.to_move = one(arrays.to_move, "i1", games)
        self.ended = one(arrays.ended, "?", games)
        self.truncated = one(arrays.truncated, "?", games)
        self.results = one(arrays.result, lib.STRUCTS["env_result"], (games, lib.SIZES["seats"]))[:, :players]
        self.observation = numpy.zeros((games, lib.OBSERVATION), "i2")
        self.action_mask = numpy.zeros((games, lib.ACTIONS), "?")
        self.action_cost = numpy.zeros((games, lib.ACTIONS), "i2")

    @property
    def rewards(self):
        return self.results["reward"] * self.ended[:, None]

    def reset(self, seed=None, games=None, zones=None):
        """Starts all games, or those that the array games names, each by its own seed.

        seed is a number from which all seeds follow, or an array of them; zones is an array of sets of regions, to
        choose the zone of each game."""
        which = None
        if games is not None:
            which = numpy.zeros(self.games, "u1")
            which[games] = 1
        seeds = self._seeds(seed)
        zones = None if zones is None else self._row(zones, "u1")
        with self._lock:
            refused = self._call(library.env_reset, _address(which), _address(seeds), _address(zones))
            if refused >= 0:
                raise ValueError(f"Game {refused}: this zone cannot be played at this table.")
            self.observe()

    def _seeds(self, seed):
        if seed is None or numpy.ndim(seed) == 0:
            seed = seed if seed is None else whole("seed", seed)
            return numpy.random.default_rng(seed).integers(0, MAX_SEED, self.games, "u8")
        return self._row(seed, "u8")

    def _row(self, values, dtype, low=0):
        """A whole number for each game."""
        row = numpy.ascontiguousarray(values)
        if row.shape != (self.games,):
            raise ValueError(f"Expected {self.games} numbers, one for each game.")
        if row.dtype == dtype:
            return row
        high = numpy.iinfo(dtype).max
        if row.dtype.kind not in "biu" or row.min() < low or row.max() > high:
            raise ValueError(f"Expected whole numbers from {low} to {high}.")
        return row.astype(dtype)

    def observe(self):
        """Fills observation, action_mask and action_cost."""
        if self.observes != "nothing":
            self._call(library.env_observe, _address(self.observation) if self.observes == "all" else None,
                       _address(self.action_mask), _address(self.action_cost))

    def step(self, actions):
        """Makes one action in each game; -1 leaves a game alone. If one is not legal, nothing happens in any game."""
        self._step(ACTION, actions)

    def step_moves(self, moves):
        """The same by the engine's moves, as moves() lists them; every legal move can be made."""
        self._step(MOVE, moves)

    def step_index(self, indices):
        """The same by indices into the lists of legal moves."""
        self._step(INDEX, indices)

    def _step(self, kind, choices):
        choices = self._row(choices, "u4", low=-1)
        with self._lock:
            refused = self._call(library.env_step, kind, _address(choices))
            if refused >= 0:
                text = ctypes.create_string_buffer(lib.TEXT_MAX)
                self._call(library.env_why, refused, kind, int(choices[refused]), text)
                raise ValueError(f"Game {refused}, {int(choices[refused])}: {text.value.decode()}")
            self.observe()

    def _call(self, function, *arguments):
        """Calls the library, one thread at a time: it keeps no locks of its own."""
        with self._lock:
            return function(self._batch, *arguments)

    def counts(self):
        """The number of legal moves in each game; 0 if it is over."""
        counts = numpy.zeros(self.games, "u4")
        self._call(library.env_counts, _address(counts))
        return counts

    def moves(self, game=0):
        """The legal moves of one game, sorted."""
        moves = numpy.zeros(lib.SIZES["moves"], "u4")
        return moves[:self._call(library.env_moves, self._game(game), _address(moves))].copy()

    def move_of(self, action, game=0):
        """The move that an action stands for; 0 if it is not legal."""
        return self._call(library.env_action_move, self._game(game), whole("action", action))

    def text(self, move, game=0):
        """A move of the seat to move in words."""
        text = ctypes.create_string_buffer(lib.TEXT_MAX)
        self._call(library.env_move_text, self._game(game), whole("move", move), text)
        return text.value.decode()

    def random_zone(self, seed):
        """A zone of this table as a set of regions."""
        return self._call(library.env_random_zone, whole("seed", seed))

    def hashes(self):
        """A hash of each state."""
        hashes = numpy.zeros(self.games, "u8")
        self._call(library.env_hashes, _address(hashes))
        return hashes

    def observe_seat(self, seat, game=0):
        """What one seat of one game observes, whether it is to move or not."""
        seat = check_seat(seat, self.players)
        observation = numpy.zeros(lib.OBSERVATION, "i2")
        self._call(library.env_observe_seat, self._game(game), seat, _address(observation))
        return observation

    def render(self, game=0, seat=None, width=100, height=30):
        """The table of one game as text, as a seat sees it (None: with all money)."""
        seen_by = NOBODY if seat is None else check_seat(seat, self.players)
        pointer = self._call(library.env_render, self._game(game), seen_by, whole("width", width), whole("height", height))
        if not pointer:
            raise ValueError("A picture is at least 80 wide and 20 high.")
        try:
            return ctypes.string_at(pointer).decode()
        finally:
            library.env_free(pointer)

    def _game(self, game):
        if not 0 <= whole("game", game) < self.games:
            raise IndexError(f"There is no game {game} in a batch of {self.games}.")
        return int(game)


def _address(array):
    """NULL for None."""
    return None if array is None else array.ctypes.data

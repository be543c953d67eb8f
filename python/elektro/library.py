"""The shared library: where it is, its functions, and the tables that describe its structs and numbers."""

import ctypes
import glob
import os

import numpy

from .checks import whole

NAME = "libelektro_env.so"
HERE = os.path.dirname(os.path.abspath(__file__))
TEXT_MAX = 512


def find():
    """$ELEKTRO_LIBRARY, the library of an installed package, or the newest of a source tree."""
    if os.environ.get("ELEKTRO_LIBRARY"):
        return os.environ["ELEKTRO_LIBRARY"]
    if os.path.exists(os.path.join(HERE, NAME)):
        return os.path.join(HERE, NAME)
    built = glob.glob(os.path.join(HERE, "..", "..", "build", "*", "python", "native", NAME))
    if built:
        return max(built, key=os.path.getmtime)
    raise ImportError(f"{NAME} is not built. Run \"make python\" in the source tree of Elektro, or set ELEKTRO_LIBRARY to its path.")


class Config(ctypes.Structure):
    _fields_ = [("board", ctypes.c_char_p), ("zone", ctypes.c_char_p), ("games", ctypes.c_uint32),
                ("max_rounds", ctypes.c_uint32), ("edition", ctypes.c_uint8), ("players", ctypes.c_uint8),
                ("options", ctypes.c_uint8), ("auto_reset", ctypes.c_uint8), ("seat", ctypes.c_char_p * 6)]


class Arrays(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("state", "seed", "to_move", "ended", "truncated", "result")]


class LayoutRow(ctypes.Structure):
    _fields_ = [("type", ctypes.c_char_p), ("field", ctypes.c_char_p), ("offset", ctypes.c_uint32),
                ("size", ctypes.c_uint32), ("count", ctypes.c_uint32)]


class WordRow(ctypes.Structure):
    _fields_ = [("list", ctypes.c_char_p), ("word", ctypes.c_char_p), ("number", ctypes.c_uint32)]


def load():
    pointer, number, large, array = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int64, ctypes.c_void_p
    functions = {
        "env_open": (pointer, ctypes.POINTER(Config), ctypes.c_char_p),
        "env_close": (None, pointer),
        "env_arrays_of": (ctypes.POINTER(Arrays), pointer),
        "env_reset": (large, pointer, array, array, array),
        "env_step": (large, pointer, ctypes.c_int, array),
        "env_why": (None, pointer, large, ctypes.c_int, number, ctypes.c_char_p),
        "env_counts": (None, pointer, array),
        "env_moves": (number, pointer, number, array),
        "env_hashes": (None, pointer, array),
        "env_random_zone": (number, pointer, ctypes.c_uint64),
        "env_board_id": (ctypes.c_char_p, number),
        "env_board_editions": (number, number),
        "env_observe": (None, pointer, array, array, array),
        "env_observe_seat": (None, pointer, number, number, array),
        "env_action_move": (number, pointer, number, number),
        "env_move_text": (None, pointer, number, number, ctypes.c_char_p),
        "env_render": (pointer, pointer, number, number, number, number),
        "env_free": (None, pointer),
        "env_layout": (ctypes.POINTER(LayoutRow),),
        "env_columns": (ctypes.POINTER(LayoutRow),),
        "env_words": (ctypes.POINTER(WordRow),),
    }
    loaded = ctypes.CDLL(find())
    for name, (result, *arguments) in functions.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def rows(table):
    """The rows of a table, up to the one without a text."""
    index = 0
    while getattr(table[index], table[index]._fields_[0][0]):
        yield [value.decode() if isinstance(value, bytes) else value
               for value in (getattr(table[index], name) for name, _ in table[index]._fields_)]
        index += 1


def structs():
    """The structs of the engine as types of numpy."""
    plain = {1: "u1", 2: "u2", 4: "i4", 8: "u8"}
    found = {}
    for struct, field, offset, size, count in rows(library.env_layout()):
        if not field:
            fields = {"names": [], "formats": [], "offsets": [], "itemsize": size}
            found[struct] = fields
            continue
        kind = {"owner": found["ek_owner"], "reward": "f4"}.get(field, plain.get(size))
        fields["names"].append(field)
        fields["formats"].append((numpy.dtype(kind), (count,)) if count > 1 else numpy.dtype(kind))
        fields["offsets"].append(offset)
    return {name: numpy.dtype(fields) for name, fields in found.items()}


def words(name):
    """A list of words with their numbers."""
    return {word: number for list_name, word, number in rows(library.env_words()) if list_name == name}


def boards():
    """The boards that come with Elektro, each with its editions."""
    found = {}
    while library.env_board_id(len(found)):
        editions = library.env_board_editions(len(found))
        found[library.env_board_id(len(found)).decode()] = [word for word, bit in EDITIONS.items() if editions >> bit & 1]
    return found


library = load()
STRUCTS = structs()
SIZES = words("size")
EDITIONS, OPTIONS, LEVELS, STYLES = (words(name) for name in ("edition", "option", "level", "style"))
FUELS, KINDS = words("fuel"), words("kind")
DECISIONS = words("decision")
MOVES = words("move")
#: The ids of the boards, each with the editions that it can be played in.
BOARDS = boards()

#: The number of actions, and the first action of each group.
ACTIONS = SIZES["actions"]
GROUPS = words("action")
#: The numbers of an observation, and its named columns: {"seat.money": slice(32, 33), …}.
OBSERVATION = SIZES["observation"]
COLUMNS = {f"{block}.{field}": slice(first, first + count)
           for block, field, first, _, count in rows(library.env_columns())}


def action_name(action):
    """An action in words, such as "buy coal 3"."""
    if not 0 <= whole("action", action) < ACTIONS:
        raise ValueError(f"There is no action {action}: actions are numbers from 0 to {ACTIONS - 1}.")
    group, first = max((row for row in GROUPS.items() if row[1] <= action), key=lambda row: row[1])
    number = action - first
    if group in ("pass", "done"):
        return group
    if group == "buy":
        each = (GROUPS["return"] - GROUPS["buy"]) // len(FUELS)
        return f"buy {list(FUELS)[number // each]} {number % each + 1}"
    return f"{group} {number}"

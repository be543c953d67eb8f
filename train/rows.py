"""Rows of inputs and results, as "elektro features" writes them (docs/samples.md), mapped from files."""
import json
import os
import struct

import numpy as np

SEATS, SEAT_INPUTS, SHARED_INPUTS = 6, 64, 96
INPUTS_VERSION = 2
MAGIC, VERSION = b'EKROWS\n\0', 2
HELD_OUT = 20  # one game in so many is never trained on
CERTAIN, SAID = 65536, 65535  # certainty in the members victory and chance


def scrambled(number):
    """A hash of whole numbers, so that the games held out are spread evenly."""
    number = (number.astype(np.uint64) + np.uint64(0x9e3779b97f4a7c15)) * np.uint64(0xbf58476d1ce4e5b9)
    number = (number ^ (number >> np.uint64(29))) * np.uint64(0x94d049bb133111eb)
    return number ^ (number >> np.uint64(32))


def kind_of(fields):
    """A row as numpy's type, from its description."""
    return np.dtype([tuple(tuple(part) if isinstance(part, list) else part for part in field) for field in fields])


def mapped(path):
    """The description of a file and its rows, or an error that says what is wrong."""
    with open(path, 'rb') as file:
        head = file.read(32)
        if len(head) < 32 or head[:8] != MAGIC:
            raise ValueError("%s: this is no file of rows; make one with 'elektro features'" % path)
        _, version, start, count, size, length = struct.unpack('<8sIIQII', head)
        if version != VERSION:
            raise ValueError('%s: rows of version %d; this program reads version %d' % (path, version, VERSION))
        try:
            about = json.loads(file.read(length))
            inputs, kind = about['inputs_version'], kind_of(about['fields'])
        except (ValueError, KeyError, TypeError):
            raise ValueError('%s: the file is damaged' % path) from None
        bytes_there = file.seek(0, os.SEEK_END)
    if inputs != INPUTS_VERSION:
        raise ValueError("%s: rows of other inputs; run 'elektro features' of this version again" % path)
    if kind.itemsize != size or count == 0:
        raise ValueError('%s: the file is damaged or empty' % path)
    if start + count * size > bytes_there:
        raise ValueError("%s: the file is cut off; make it again with 'elektro features'" % path)
    return about, np.memmap(path, kind, 'r', start, (count,))


class Rows:
    """The rows of one file and their weight in training."""

    def __init__(self, path, weight):
        self.path, self.weight = path, weight
        self.about, self.rows = mapped(path)

    def chunks(self, size):
        """Copies of parts of the rows, one after the other."""
        for begin in range(0, len(self.rows), size):
            yield np.array(self.rows[begin:begin + size])


def number_of(rows):
    """A number for the game of each row."""
    return rows['game'].astype(np.uint64) | rows['source'].astype(np.uint64) << np.uint64(40)


def is_held_out(rows):
    return scrambled(number_of(rows)) % np.uint64(HELD_OUT) == 0


def targets(rows, blend):
    """Shares of the victory, blended with what a search said of the chances, where it said anything."""
    victory = rows['victory'].astype(np.float32) / CERTAIN
    if blend > 0:
        said = rows['chance'].astype(np.float32) / SAID
        total = said.sum(1, keepdims=True)
        share = blend * (total > 0)
        victory = (1 - share) * victory + share * said / np.maximum(total, 1e-6)
    return victory

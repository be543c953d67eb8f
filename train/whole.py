"""The network in whole numbers: the file of weights, and the same computation as bots/judge.c, bit by bit. The constants are
those of judge.c."""
import struct

import numpy as np

from rows import INPUTS_VERSION, SEAT_INPUTS, SEATS, SHARED_INPUTS

MAGIC, VERSION = b'EKJUDGE\0', 2
HEAD = 32
SCALED_MAX = 2047  # bound of an input after scaling
SCALED_ONE = 128   # scaled inputs are divided by this
UNIT_ONE = 256     # a unit of 1.0
UNIT_TOP = 2047    # bound of a unit
SHIFT_MAX = 24
SUM_MAX = 2**31 - 1 - 2**SHIFT_MAX
SCORE_UNIT = 1024  # a score that is higher by this doubles the chance
PARTS = 32
HALVES = np.array([round(2**30 * 2**(-i / PARTS)) for i in range(PARTS + 1)], dtype=np.int64)


def checksum(data):
    total = 2166136261
    for byte in data:
        total = (total ^ byte) * 16777619 & 0xffffffff
    return total


def quantized(parts, bias, unit, bound):
    """Whole numbers of one layer: its weights, its biases and the largest shift with which no sum can overflow."""
    for shift in range(SHIFT_MAX, 0, -1):
        whole = [np.rint(part * 2.0**shift).astype(np.int64) for part in parts]
        whole_bias = np.rint(bias * unit * 2.0**shift).astype(np.int64)
        total = np.abs(whole_bias) + sum(np.abs(part).sum(1) for part in whole) * bound
        if total.max() <= SUM_MAX and max(np.abs(part).max() for part in whole) <= 32767:
            return whole, whole_bias, shift
    raise ValueError('the weights are too large for whole numbers: train with more weight decay')


def pairs(count, start=0):
    """Inputs in the order of the file: neighbours are a pair."""
    return np.arange(start, start + count).reshape(-1, 2)


def pooled_pairs(count, start=0):
    """The mean and the maximum of one column are a pair."""
    return np.stack([np.arange(count), np.arange(count, 2 * count)], 1) + start


def columns(weights, order):
    """The weights of a layer as bots/columns.h wants them: for each pair of inputs two weights of every unit."""
    return weights[:, order].transpose(1, 0, 2)


def layouts(one):
    """For each matrix of the file the inputs that are pairs; the first layer has one units."""
    return [pairs(SEAT_INPUTS), np.concatenate([pairs(SHARED_INPUTS), pooled_pairs(SEAT_INPUTS, SHARED_INPUTS)]),
            pairs(one), pooled_pairs(one)]


class Whole:
    """A judge in whole numbers."""

    def __init__(self, scale, first, second, last):
        self.scale, self.first, self.second, self.last = scale, first, second, last

    @classmethod
    def from_network(cls, net):
        def array(tensor):
            return tensor.detach().double().cpu().numpy()
        scale = np.concatenate([array(net.seat_scale), array(net.shared_scale)]).astype(np.int64)
        part = UNIT_ONE / SCALED_ONE
        first = quantized([array(net.own.weight) * part, array(net.common.weight) * part], array(net.own.bias),
                          UNIT_ONE, SCALED_MAX)
        second = quantized([array(net.own_second.weight), array(net.pool.weight)], array(net.own_second.bias),
                           UNIT_ONE, UNIT_TOP)
        bits = SCORE_UNIT / np.log(2) / UNIT_ONE
        last = quantized([array(net.last.weight) * bits], np.zeros(1), 1, UNIT_TOP)
        return cls(scale, first, second, last)

    def to_bytes(self):
        (own, common), bias1, shift1 = self.first
        (own2, pool), bias2, shift2 = self.second
        (last,), _, shift3 = self.last
        body = struct.pack('<IHHHHBBBB', INPUTS_VERSION, SEAT_INPUTS, SHARED_INPUTS, len(own), len(own2),
                           shift1, shift2, shift3, 0)
        body += np.concatenate([bias1, bias2]).astype('<i4').tobytes()
        parts = [columns(part, order) for part, order in zip((own, common, own2, pool), layouts(len(own)))]
        for part in (self.scale, *parts, last):
            body += part.astype('<i2').tobytes()
        return MAGIC + struct.pack('<II', VERSION, checksum(body)) + body

    @classmethod
    def from_bytes(cls, data):
        if len(data) < HEAD or data[:8] != MAGIC or struct.unpack_from('<I', data, 8)[0] != VERSION:
            raise ValueError('this is no file of weights of this version')
        if struct.unpack_from('<I', data, 12)[0] != checksum(data[16:]):
            raise ValueError('the weights are damaged')
        inputs, seat, shared, one, two, shift1, shift2, shift3, _ = struct.unpack_from('<IHHHHBBBB', data, 16)
        if (inputs, seat, shared) != (INPUTS_VERSION, SEAT_INPUTS, SHARED_INPUTS):
            raise ValueError('the weights are for other inputs')
        bias = np.frombuffer(data, '<i4', one + two, HEAD).astype(np.int64)
        at = HEAD + 4 * (one + two)

        def numbers(*shape):
            nonlocal at
            array = np.frombuffer(data, '<i2', np.prod(shape), at).astype(np.int64).reshape(shape)
            at += array.size * 2
            return array

        def matrix(order, units):
            weights = np.empty((units, order.size), np.int64)
            weights[:, order] = numbers(len(order), units, 2).transpose(1, 0, 2)
            return weights
        scale = numbers(seat + shared)
        own, common, own2, pool = map(matrix, layouts(one), (one, one, two, two))
        last = numbers(1, two)
        return cls(scale, ([own, common], bias[:one], shift1), ([own2, pool], bias[one:], shift2),
                   ([last], np.zeros(1, np.int64), shift3))

    def fill(self, net):
        """Sets the weights of a network in floating point to these."""
        import torch
        (own, common), bias1, shift1 = self.first
        (own2, pool), bias2, shift2 = self.second
        (last,), _, shift3 = self.last
        part, bits = UNIT_ONE / SCALED_ONE, SCORE_UNIT / np.log(2) / UNIT_ONE
        with torch.no_grad():
            for place, values in ((net.own.weight, own / part / 2.0**shift1),
                                  (net.common.weight, common / part / 2.0**shift1),
                                  (net.own.bias, bias1 / UNIT_ONE / 2.0**shift1),
                                  (net.own_second.weight, own2 / 2.0**shift2), (net.pool.weight, pool / 2.0**shift2),
                                  (net.own_second.bias, bias2 / UNIT_ONE / 2.0**shift2),
                                  (net.last.weight, last / bits / 2.0**shift3)):
                place.copy_(torch.as_tensor(values, dtype=torch.float32))

    # ------------------------------------------------------------------------------ inference

    @staticmethod
    def pooled(values, present, players):
        total = np.where(present, values, 0).sum(1)
        mean = (total * (65536 // players)[:, None] + 32768) >> 16
        return np.concatenate([mean, np.where(present, values, -2**30).max(1)], 1)

    @staticmethod
    def units(total, shift):
        return np.clip((total + (1 << shift - 1)) >> shift, 0, UNIT_TOP)

    def scores(self, seat, shared, players):
        (own, common), bias1, shift1 = self.first
        (own2, pool), bias2, shift2 = self.second
        (last,), _, shift3 = self.last
        present = (np.arange(SEATS)[None, :] < players[:, None])[:, :, None]
        x = np.clip(seat.astype(np.int64) * self.scale[:SEAT_INPUTS], -SCALED_MAX, SCALED_MAX)
        s = np.clip(shared.astype(np.int64) * self.scale[SEAT_INPUTS:], -SCALED_MAX, SCALED_MAX)
        c = np.concatenate([s, self.pooled(x, present, players)], 1)
        h = self.units(times(x, own) + (times(c, common) + bias1)[:, None, :], shift1)
        p = self.pooled(h, present, players)
        h2 = self.units(times(h, own2) + (times(p, pool) + bias2)[:, None, :], shift2)
        return (times(h2, last)[:, :, 0] + (1 << shift3 - 1)) >> shift3

    def chances(self, seat, shared, players):
        """Chances in 1/65536, before what rounding leaves is given away."""
        players = players.astype(np.int64)
        score = self.scores(seat, shared, players)
        present = np.arange(SEATS)[None, :] < players[:, None]
        below = np.where(present, score, -2**40).max(1)[:, None] - score
        part = below % SCORE_UNIT // PARTS
        power = HALVES[part] - (HALVES[part] - HALVES[np.minimum(part + 1, PARTS)]) * (below % PARTS) // PARTS
        power = np.where(present & (below < 31 * SCORE_UNIT), power >> np.minimum(below // SCORE_UNIT, 40), 0)
        return power * 65536 // power.sum(1)[:, None]


def times(inputs, weights):
    """A product of matrices of whole numbers; sums stay below 2**53, so doubles are exact and fast."""
    return (inputs.astype(np.float64) @ weights.T.astype(np.float64)).astype(np.int64)

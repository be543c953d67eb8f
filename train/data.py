"""All rows in memory: that of the GPU if there is one."""
import numpy as np
import torch

from rows import SEAT_INPUTS, SEATS, SHARED_INPUTS, is_held_out, number_of, targets

CHUNK = 65536  # rows read or evaluated at once
MEMBERS = ('players', 'board', 'edition', 'options', 'round', 'rounds_left', 'moment')  # by which the report splits losses


class Data:
    """The rows of all files; which of them are trained on and which are held out."""

    def __init__(self, files, blend, device, say):
        count = sum(len(f.rows) for f in files)
        self.device, self.count, self.games = device, count, 0
        self.seat = torch.empty((count, SEATS, SEAT_INPUTS), dtype=torch.int16, device=device)
        self.shared = torch.empty((count, SHARED_INPUTS), dtype=torch.int16, device=device)
        self.players = torch.empty(count, dtype=torch.uint8, device=device)
        self.target = torch.empty((count, SEATS), dtype=torch.float32, device=device)
        self.weight = torch.empty(count, dtype=torch.float32, device=device)
        self.members = {name: np.empty(count, np.uint8) for name in MEMBERS + ('level', 'file')}
        held_out = np.empty(count, bool)
        self.game = np.empty(count, np.uint64)
        at = 0
        for number, f in enumerate(files):
            for rows in f.chunks(CHUNK):
                here = slice(at, at + len(rows))
                held_out[here] = is_held_out(rows)
                self.take(here, rows, held_out[here], f, number, blend)
                at += len(rows)
            say('read %s: %d rows, weight %g' % (f.path, len(f.rows), f.weight))
        self.is_trained_on = ~held_out
        self.training = torch.as_tensor(np.flatnonzero(~held_out), device=device)
        self.held_out = torch.as_tensor(np.flatnonzero(held_out), device=device)
        if len(self.training) == 0 or len(self.held_out) == 0:
            raise ValueError('too few games: some are trained on and one in twenty is held out')

    def take(self, here, rows, held_out, f, number, blend):
        result = targets(rows, 0)
        if blend > 0:  # games held out are measured by their results alone
            result = np.where(held_out[:, None], result, targets(rows, blend))
        self.seat[here] = torch.as_tensor(rows['seat'])
        self.shared[here] = torch.as_tensor(rows['shared'])
        self.players[here] = torch.as_tensor(rows['players'])
        self.target[here] = torch.as_tensor(result)
        self.weight[here] = f.weight
        self.game[here] = number_of(rows) | np.uint64(number) << np.uint64(56)
        self.games += int(len(np.unique(self.game[here])))
        for name in MEMBERS:
            self.members[name][here] = rows[name]
        self.members['level'][here] = rows['level'].max(1)
        self.members['file'][here] = number

    def look_ahead(self, chances, share):
        """Makes a part of each target the chance that is said of the game's next position, whose own target is the
        rest: TD(lambda) with lambda = 1 - share. Games held out are measured by their results alone."""
        ends = np.flatnonzero(np.append(self.game[1:] != self.game[:-1], True))
        left = ends[np.searchsorted(ends, np.arange(self.count))] - np.arange(self.count)
        for positions in range(1, int(left.max()) + 1):
            now = torch.as_tensor(np.flatnonzero((left == positions) & self.is_trained_on), device=self.device)
            self.target[now] = share * chances[now + 1] + (1 - share) * self.target[now + 1]

    def inputs(self, index):
        return self.seat[index], self.shared[index], self.players[index].long()

    def member(self, name):
        """A member of the rows held out."""
        return self.members[name][self.held_out.cpu().numpy()]

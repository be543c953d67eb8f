"""The network of bots/judge.c in floating point."""
import torch
from torch import nn

from rows import SEAT_INPUTS, SEATS, SHARED_INPUTS
from whole import SCALED_MAX, SCALED_ONE, UNIT_ONE, UNIT_TOP

COMMON = SHARED_INPUTS + 2 * SEAT_INPUTS
UNIT_MAX = UNIT_TOP / UNIT_ONE
ABSENT = -1e9


class Judge(nn.Module):
    """Scores of all seats; their softmax is the chance to win."""

    def __init__(self, first, second, seat_scale, shared_scale):
        super().__init__()
        self.own = nn.Linear(SEAT_INPUTS, first)
        self.common = nn.Linear(COMMON, first, bias=False)
        self.own_second = nn.Linear(first, second)
        self.pool = nn.Linear(2 * first, second, bias=False)
        self.last = nn.Linear(second, 1, bias=False)
        self.register_buffer('seat_scale', torch.as_tensor(seat_scale, dtype=torch.float32))
        self.register_buffer('shared_scale', torch.as_tensor(shared_scale, dtype=torch.float32))
        self.register_buffer('seat_numbers', torch.arange(SEATS))

    @staticmethod
    def scaled(inputs, scale):
        return (inputs.float() * scale).clamp(-SCALED_MAX, SCALED_MAX) / SCALED_ONE

    @staticmethod
    def pooled(values, present, players):
        """Mean and maximum over the seats that play."""
        mean = (values * present).sum(1) / players
        highest = values.masked_fill(~present, ABSENT).max(1).values
        return torch.cat([mean, highest], 1)

    def forward(self, seat, shared, players):
        present = (self.seat_numbers[None, :] < players[:, None])[:, :, None]
        count = players.float()[:, None]
        x = self.scaled(seat, self.seat_scale)
        common = torch.cat([self.scaled(shared, self.shared_scale), self.pooled(x, present, count)], 1)
        h = (self.own(x) + self.common(common)[:, None, :]).clamp(0, UNIT_MAX)
        h2 = (self.own_second(h) + self.pool(self.pooled(h, present, count))[:, None, :]).clamp(0, UNIT_MAX)
        return self.last(h2)[:, :, 0].masked_fill(~present[:, :, 0], ABSENT)


def loss_of(scores, target):
    """Log loss of each row; target holds the seats' shares of the victory."""
    return -(target * torch.log_softmax(scores, 1).clamp(min=-30)).sum(1)

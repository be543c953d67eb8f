"""Training a judge."""
import math
import time

import numpy as np
import torch

from data import CHUNK
from network import Judge, loss_of
from rows import SEAT_INPUTS, SEATS
from whole import SCALED_MAX, Whole

SPREAD = 96       # scales bring the spread of an input near this
SCALE_TOP = 32    # INT16_MAX / BOT_INPUT_MAX of bots/judge.c
SAMPLED = 200000  # rows from which scales are computed


def scales(data):
    """A power of two for each input that brings its spread near SPREAD; 0 for an input that is always 0."""
    every = max(1, len(data.training) // SAMPLED)
    index = data.training[::every]
    present = torch.arange(SEATS, device=data.device)[None, :] < data.players[index][:, None]
    result = []
    for values in (data.seat[index][present], data.shared[index]):
        values = values.double()
        top, spread = values.abs().max(0).values, values.std(0)
        scale = torch.pow(2.0, torch.round(torch.log2(SPREAD / spread.clamp(min=1e-9))))
        room = torch.pow(2.0, torch.floor(torch.log2(SCALED_MAX / top.clamp(min=1))))
        result.append(torch.minimum(scale, room).clamp(1, SCALE_TOP) * (top > 0))
    return result


def network_for(data, options):
    """A new network, or the one of earlier weights."""
    if not options.start:
        return Judge(options.first, options.second, *scales(data)).to(data.device)
    with open(options.start, 'rb') as file:
        try:
            whole = Whole.from_bytes(file.read())
        except ValueError as error:
            raise ValueError('%s: %s' % (options.start, error)) from None
    net = Judge(len(whole.first[1]), len(whole.second[1]), *np.split(whole.scale, [SEAT_INPUTS]))
    whole.fill(net)
    return net.to(data.device)


def look_ahead(net, data, share):
    """Lets the network's own judgements of later positions be a part of the targets."""
    everything = torch.arange(data.count, device=data.device)
    data.look_ahead(torch.as_tensor(judged(net, data, everything)[1], device=data.device), share)


def judged(net, data, index):
    """Log losses and chances of these rows."""
    losses, chances = [], []
    with torch.no_grad():
        for part in index.split(CHUNK):
            scores = net(*data.inputs(part))
            losses.append(loss_of(scores, data.target[part]))
            chances.append(torch.softmax(scores, 1))
    return torch.cat(losses).cpu().numpy(), torch.cat(chances).cpu().numpy()


def fit(net, data, options, say):
    """Trains the network; returns for each epoch the loss in training and the loss of games held out."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=options.decay)
    steps_an_epoch = math.ceil(len(data.training) / options.batch)
    steps = steps_an_epoch * options.epochs
    warm_up = min(200, steps // 10 + 1)

    def rate(step):
        return min((step + 1) / warm_up, 0.5 + 0.5 * math.cos(math.pi * step / steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    curve, began = [], time.time()
    for epoch in range(1, options.epochs + 1):
        order = data.training[torch.randperm(len(data.training), device=data.device)]
        total = torch.zeros((), device=data.device)
        for part in order.split(options.batch):
            weight = data.weight[part]
            loss = (loss_of(net(*data.inputs(part)), data.target[part]) * weight).sum() / weight.sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        curve.append((epoch, float(total) / steps_an_epoch, float(judged(net, data, data.held_out)[0].mean())))
        say('epoch %d of %d: loss %.4f, held out %.4f (%.0f s)' %
            (epoch, options.epochs, curve[-1][1], curve[-1][2], time.time() - began))
        if not all(map(math.isfinite, curve[-1])):
            raise ValueError('training failed: the loss is no number; choose a lower --rate, and weights of files near 1. '
                             'No weights are written')
    return curve

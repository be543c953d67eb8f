"""What a training gave: a report in Markdown with pictures."""
import os

import numpy as np

ROUNDS = (('last', 1, 1), ('2 left', 2, 2), ('3–4 left', 3, 4), ('5–6 left', 5, 6), ('7 or more left', 7, 255))
BINS = 10
EDITIONS = ('classic', 'recharged')
OPTIONS = ('starting cities', 'first game', 'open money')


def table(head, rows):
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in rows]) + '\n'


class Report:
    """Losses and chances of the rows held out, split in several ways."""

    def __init__(self, data, boards, losses, chances):
        self.data, self.boards, self.losses, self.chances = data, boards, losses, chances
        self.chosen = data.target[data.held_out].cpu().numpy()
        self.players = data.member('players')
        self.blind = np.log(self.players)  # the loss of equal chances

    def loss_row(self, name, mask):
        if not mask.any():
            return None
        spread = self.losses[mask].std() / np.sqrt(mask.sum())
        return [name, '%d' % mask.sum(), '%.4f' % self.losses[mask].mean(), '%.4f' % spread,
                '%.3f' % self.blind[mask].mean()]

    def losses_by(self, title, groups):
        rows = [row for row in (self.loss_row(name, mask) for name, mask in groups) if row]
        return table([title, 'positions', 'log loss', '±', 'equal chances'], rows)

    def rounds(self):
        left = self.data.member('rounds_left')
        return [(name, (left >= low) & (left <= high)) for name, low, high in ROUNDS]

    def moments(self):
        moment = self.data.member('moment')
        return [('start of ' + name, moment == i) for i, name in enumerate(('auction', 'fuel', 'building'))]

    def tables(self):
        board, edition, options = (self.data.member(name) for name in ('board', 'edition', 'options'))
        groups = [('%s, %s' % (self.boards[b], EDITIONS[e]), (board == b) & (edition == e))
                  for b in np.unique(board) for e in np.unique(edition)]
        groups += [('%d players' % n, self.players == n) for n in range(2, 7)]
        groups += [('with %s' % name, options >> bit & 1 == 1) for bit, name in enumerate(OPTIONS)]
        return groups

    def sources(self, files):
        number = self.data.member('file')
        return [(os.path.basename(f.path), number == i) for i, f in enumerate(files)]

    def calibration(self):
        """Of ten bins of chances: how often they were given, their mean, and how often such seats won."""
        playing = np.arange(self.chances.shape[1])[None, :] < self.players[:, None]
        said, seen = self.chances[playing], self.chosen[playing]
        which = np.minimum((said * BINS).astype(int), BINS - 1)
        count = np.bincount(which, minlength=BINS)
        return (count, np.bincount(which, said, BINS) / np.maximum(count, 1),
                np.bincount(which, seen, BINS) / np.maximum(count, 1))

    def calibration_table(self):
        rows = [['%d–%d %%' % (100 * i // BINS, 100 * (i + 1) // BINS), '%d' % n, '%.1f %%' % (100 * said),
                 '%.1f %%' % (100 * seen), '%+.1f' % (100 * (seen - said))]
                for i, (n, said, seen) in enumerate(zip(*self.calibration())) if n]
        return table(['chance', 'seats', 'said', 'seen', 'difference'], rows)


def draw(folder, report, curve):
    """Pictures of the losses and of the calibration; without matplotlib there are none."""
    try:
        import matplotlib
        matplotlib.use('Agg')
        from matplotlib import pyplot
    except ImportError:
        return ''
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.5))
    epochs = [row[0] for row in curve]
    left.plot(epochs, [row[1] for row in curve], 'o-', label='training')
    left.plot(epochs, [row[2] for row in curve], 'o-', label='held out')
    left.set_xlabel('epoch')
    left.set_ylabel('log loss')
    left.legend()
    count, said, seen = report.calibration()
    right.plot([0, 1], [0, 1], color='grey', linewidth=1)
    right.plot(said[count > 0], seen[count > 0], 'o-')
    right.set_xlabel('chance said')
    right.set_ylabel('share of victories seen')
    figure.tight_layout()
    figure.savefig(os.path.join(folder, 'curves.png'), dpi=110)
    pyplot.close(figure)
    return '![Losses by epoch, and chances said and seen](curves.png)\n'


def write(folder, report, files, curve, made):
    """Writes report.md."""
    text = ['# A judge trained\n', made]
    text.append('## Loss of games held out\n')
    text.append(report.losses_by('rounds', [('all', report.losses == report.losses)] + report.rounds()))
    text.append(report.losses_by('moment', report.moments()))
    text.append(report.losses_by('tables', report.tables()))
    text.append(report.losses_by('file', report.sources(files)))
    text.append('## Calibration\n')
    text.append('Chances of single seats in games held out, and how often such seats won.\n')
    text.append(report.calibration_table())
    text.append('## Epochs\n')
    text.append(table(['epoch', 'training', 'held out'], [['%d' % row[0], '%.4f' % row[1], '%.4f' % row[2]]
                                                          for row in curve]))
    text.append(draw(folder, report, curve))
    with open(os.path.join(folder, 'report.md'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(text))

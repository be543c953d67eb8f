"""The command line of train."""
import argparse
import math


def number(low, high, kind):
    def parse(text):
        value = kind(text)
        if not low <= value <= high:
            raise ValueError
        return value
    parse.__name__ = 'number from %g to %g' % (low, high)
    return parse


def units(text):
    value = int(text)
    if not 32 <= value <= 512 or value % 32:
        raise ValueError
    return value


units.__name__ = 'number of units divisible by 32'


def rows_of(text):
    path, colon, weight = text.rpartition(':')
    if not colon:
        path, weight = text, '1'
    if not (0 < float(weight) and math.isfinite(float(weight))):
        raise ValueError
    return path, float(weight)


rows_of.__name__ = 'file with a weight above 0'


def options_of(arguments, description):
    parser = argparse.ArgumentParser(prog='train/train', description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add('--rows', nargs='+', required=True, metavar='FILE[:WEIGHT]', type=rows_of,
        help='files of rows; each row of a file of weight 2 counts twice')
    add('-o', '--output', required=True, metavar='FOLDER', help='where to write')
    add('--from', dest='start', metavar='JUDGE.BIN', help='go on from these weights instead of new ones')
    add('--first', type=units, default=128, metavar='N', help='units of the first layer (128)')
    add('--second', type=units, default=32, metavar='N', help='units of the second layer (32)')
    add('--epochs', type=number(1, 1000, int), default=4, metavar='N', help='times that every row is seen (4)')
    add('--batch', type=number(16, 1 << 20, int), default=16384, metavar='N', help='rows of a step (16384)')
    add('--rate', type=number(1e-7, 1, float), default=3e-3, metavar='R', help='learning rate at its highest (0.003)')
    add('--decay', type=number(0, 1, float), default=0.01, metavar='D', help='decay of weights (0.01)')
    add('--blend', type=number(0, 1, float), default=0, metavar='B',
        help='share of the target that is what the search said, where it said anything (0)')
    add('--ahead', type=number(0, 1, float), default=0, metavar='A',
        help='share of the target that is what the weights of --from say of the next position (0)')
    add('--seed', type=number(0, 2**31, int), default=1, metavar='N', help='seed of the first weights and the order (1)')
    options = parser.parse_args(arguments)
    if options.ahead and not options.start:
        parser.error('--ahead needs weights that judge: name them with --from')
    return options

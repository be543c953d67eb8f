"""Reads the text format of Prometheus, strictly."""

import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LINE = re.compile(rf"({NAME})(?:\{{(.*)\}})? (\S+)$")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)')
TYPES = {"counter", "gauge", "histogram"}


class Metric:
    """One metric: its type, its help, and its values by (name of the line, labels)."""

    def __init__(self, name, about):
        self.name, self.about, self.type = name, about, None
        self.values = {}

    def names(self):
        """The names of its lines."""
        ends = ("_bucket", "_sum", "_count") if self.type == "histogram" else ("",)
        return {self.name + end for end in ends}

    def value(self, end="", **labels):
        return self.values[self.name + end, tuple(sorted(labels.items()))]


def labels_of(text):
    labels, at = [], 0
    while at < len(text):
        found = LABEL.match(text, at)
        if not found:
            raise ValueError(f"bad labels: {text}")
        labels.append(found.groups())
        at = found.end()
    if len({key for key, _ in labels}) != len(labels):
        raise ValueError(f"a label twice: {text}")
    return tuple(sorted(labels))


def parse(text):
    """All metrics by name. Every metric has one block: HELP, TYPE, then all of its lines."""
    metrics, now = {}, None
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            _, _, name, about = line.split(" ", 3)
            if name in metrics:
                raise ValueError(f"{name} has two blocks")
            now = metrics[name] = Metric(name, about)
        elif line.startswith("# TYPE "):
            _, _, name, now.type = line.split(" ")
            if name != now.name or now.type not in TYPES or now.values:
                raise ValueError(f"a bad TYPE: {line}")
        else:
            found = LINE.match(line)
            if not found or not now or found[1] not in now.names():
                raise ValueError(f"a line outside of its metric: {line}")
            key = found[1], labels_of(found[2] or "")
            if key in now.values:
                raise ValueError(f"a value twice: {line}")
            now.values[key] = float(found[3])
    return metrics


def check_histogram(metric):
    """Buckets of every series grow up to +Inf, which equals _count; the _sum fits between the bounds."""
    series = {tuple(label for label in labels if label[0] != "le") for _, labels in metric.values}
    for rest in series:
        buckets = sorted((float(dict(labels)["le"]), value) for (name, labels), value in metric.values.items()
                         if name.endswith("_bucket") and set(rest) <= set(labels))
        counts = [count for _, count in buckets]
        total, sum_ = metric.values[metric.name + "_count", rest], metric.values[metric.name + "_sum", rest]
        if counts != sorted(counts) or buckets[-1] != (float("inf"), total):
            raise ValueError(f"the buckets of {metric.name}{rest} do not add up: {buckets}, count {total}")
        below = [0.0] + [bound for bound, _ in buckets[:-1]]
        each = [count - before for count, before in zip(counts, [0] + counts)]
        if sum(bound * count for bound, count in zip(below, each)) > sum_ * 1.0001 + 1e-9:
            raise ValueError(f"the sum of {metric.name}{rest} is smaller than its buckets: {sum_}, {buckets}")
        most = sum(bound * count for (bound, _), count in zip(buckets, each) if count)
        if sum_ > most * 1.0001 + 1e-9:
            raise ValueError(f"the sum of {metric.name}{rest} is larger than its buckets: {sum_}, {buckets}")

"""Spaces of observations and actions: those of gymnasium where it is installed, otherwise the part of them that programs
use most."""

import numpy

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:

    class Space:
        """Draws from it are decided by seed()."""

        def __init__(self, shape=None, dtype=None, seed=None):
            self.shape, self.dtype = shape, None if dtype is None else numpy.dtype(dtype)
            self.seed(seed)

        def seed(self, seed=None):
            self.np_random = numpy.random.default_rng(seed)
            return [seed]

        def __contains__(self, value):
            return self.contains(value)

    class Discrete(Space):
        """The numbers from start to start + n - 1."""

        def __init__(self, n, seed=None, start=0):
            super().__init__((), "i8", seed)
            self.n, self.start = numpy.int64(n), numpy.int64(start)

        def contains(self, value):
            return isinstance(value, (int, numpy.integer)) and self.start <= value < self.start + self.n

        def sample(self, mask=None):
            if mask is None:
                return self.start + self.np_random.integers(self.n)
            allowed = numpy.flatnonzero(mask)
            return self.start + self.np_random.choice(allowed) if len(allowed) else self.start

        def __eq__(self, other):
            return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

        def __repr__(self):
            return f"Discrete({self.n})"

    class Box(Space):
        """Arrays of one shape with bounds."""

        def __init__(self, low, high, shape=None, dtype="f4", seed=None):
            super().__init__(shape if shape is not None else numpy.shape(low), dtype, seed)
            self.low, self.high = (numpy.full(self.shape, bound, self.dtype) for bound in (low, high))

        def contains(self, value):
            return (isinstance(value, numpy.ndarray) and value.shape == self.shape and
                    numpy.can_cast(value.dtype, self.dtype) and bool(numpy.all(value >= self.low)) and
                    bool(numpy.all(value <= self.high)))

        def sample(self, mask=None):
            return self.np_random.integers(self.low, self.high, self.shape, endpoint=True).astype(self.dtype)

        def __eq__(self, other):
            return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype and
                    numpy.array_equal(self.low, other.low) and numpy.array_equal(self.high, other.high))

        def __repr__(self):
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class Dict(Space):
        """A space for each key."""

        def __init__(self, spaces, seed=None):
            self.spaces = dict(spaces)
            super().__init__(seed=seed)

        def seed(self, seed=None):
            return [space.seed(seed) for space in self.spaces.values()]

        def contains(self, value):
            return (isinstance(value, dict) and value.keys() == self.spaces.keys() and
                    all(space.contains(value[key]) for key, space in self.spaces.items()))

        def sample(self, mask=None):
            return {key: space.sample() for key, space in self.spaces.items()}

        def __getitem__(self, key):
            return self.spaces[key]

        def __eq__(self, other):
            return isinstance(other, Dict) and self.spaces == other.spaces

        def __repr__(self):
            return f"Dict({self.spaces})"

__all__ = ["Box", "Dict", "Discrete"]

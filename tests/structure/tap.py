"""Runs check functions and reports them in the Test Anything Protocol."""

import sys


def run(checks):
    """Calls each check. A check returns the complaints it has, one line each; none means it passes.
    Its first line of documentation is the name of the case."""
    print(f"1..{len(checks)}")
    bad = 0
    for number, check in enumerate(checks, 1):
        complaints = list(check())
        bad += bool(complaints)
        print(f"{'not ok' if complaints else 'ok'} {number} - {check.__doc__.splitlines()[0]}")
        for complaint in complaints:
            print(f"# {complaint}")
    sys.exit(bad != 0)

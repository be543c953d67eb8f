"""Counts the cases that a program reports in the Test Anything Protocol.

A case is a line "ok" or "not ok". Where a case has subtests (indented, before it), those are
counted instead. Skipped cases are not counted. The report of a program counts only if it is complete:
a program that crashes, hangs, breaks off, exits with a status other than 0 though every case
passed, or reports nothing is an additional failure.
"""

import re

PLAN = re.compile(r"1\.\.(\d+)\s*(#\s*skip)?", re.IGNORECASE)
CASE = re.compile(r"(?P<indent> *)(?P<word>ok|not ok)\b(?P<name>[^#]*)(?:#\s*(?P<directive>skip|todo))?",
                  re.IGNORECASE)
BLOCK = re.compile(r"( *)---$")  # YAML behind a case, up to a line of dots
PART = 2  # min indentation of a subtest, in spaces


class Count:
    """passed and failed are numbers; complaints are their messages, one text each."""

    def __init__(self):
        self.passed = self.failed = 0
        self.complaints = []

    def fail(self, complaint):
        self.failed += 1
        self.complaints.append(complaint)


def lines_without_blocks(output):
    """Yields (line, the YAML block behind it)."""
    lines = output.splitlines()
    at = 0
    while at < len(lines):
        line, block = lines[at], []
        at += 1
        start = at < len(lines) and BLOCK.match(lines[at])
        if start and CASE.match(line):
            end = f"{start[1]}..."
            while at < len(lines) and lines[at] != end:
                block.append(lines[at])
                at += 1
            at += 1
        yield line, block


def count(output, status, seconds=None):
    """Counts the cases in a program's output. status is its exit status: None if it timed out."""
    result = Count()
    inner = {}  # by indentation: whether cases were seen there, and one failed, since the last further left
    top = plan = complaint = None
    reported = 0
    for line, block in lines_without_blocks(output):
        case = CASE.match(line)
        planned = PLAN.match(line)
        if planned:
            plan, top = int(planned[1]), planned[2]
        elif line.lower().startswith("bail out!"):
            result.fail(line)
        if not case or re.match(r"\w", line[case.end("word"):]):
            if complaint is not None and not planned and not line.startswith("# Subtest"):
                complaint.append(line)
            continue
        indent = len(case["indent"])
        within = [deep for deep in inner if deep >= indent + PART]
        broken_within = any([inner.pop(deep) for deep in within])
        good = case["word"].lower() == "ok" or (case["directive"] or "").lower() == "todo"
        complaint = None
        if not good and not broken_within:
            complaint = [line.strip(), *block]
        inner[indent] = inner.get(indent, False) or not good
        reported += indent == 0
        if complaint:
            result.complaints.append(complaint)
            result.failed += 1
        elif good and not within and not case["directive"]:
            result.passed += 1
    result.complaints = ["\n".join(words) if isinstance(words, list) else words for words in result.complaints]
    warnings = re.findall(r"^# (?:Warning|Error).*", output, re.MULTILINE)
    judge_end(result, status, seconds, plan, bool(top), reported, warnings)
    return result


def judge_end(result, status, seconds, plan, skipped, reported, warnings):
    """Adds failures of the program as a whole."""
    if status is None:
        result.fail(f"hung: ended after {seconds} seconds, with {reported} cases reported")
    elif plan is None:
        result.fail(f"broke off with status {status}, without a plan, after {reported} cases")
    elif plan != reported:
        result.fail(f"broke off with status {status}: {reported} cases of {plan} were reported")
    elif plan == 0 and not skipped:
        result.fail("has nothing to report")
    elif status != 0 and result.failed == 0:
        result.fail("\n".join([f"ended with status {status} though no case failed", *warnings]))


def count_meson_test(run):
    """Counts one test of a log that "meson test" writes; a program without TAP is one case."""
    output = run.get("stdout") or ""
    status = None if run["result"] == "TIMEOUT" else run.get("returncode", 1)
    if not re.search(r"^(1\.\.\d|ok\b|not ok\b|bail out!)", output, re.MULTILINE | re.IGNORECASE):
        result = Count()
        if run["result"] == "OK":
            result.passed = 1
        else:
            result.fail("\n".join(filter(None, [f"{run['result']}, status {status}", output[-3000:],
                                                (run.get("stderr") or "")[-3000:]])))
        return result
    result = count(output, status, round(run.get("duration", 0)))
    if run["result"] not in ("OK", "SKIP") and result.failed == 0:
        result.fail(f"{run['result']}, status {status}")
    if result.failed and run.get("stderr"):
        result.complaints.append(run["stderr"][-3000:])
    return result

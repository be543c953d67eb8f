"""Makes the manual pages from the --help of the verbs.

    make_pages.py ELEKTRO INTRODUCTION FOLDER VERB...

Writes elektro.1 (the introduction, with the list of verbs in place of the line @VERBS@) and
elektro-VERB.1 for each verb into FOLDER. So a page always agrees with --help.
"""

import os
import re
import subprocess
import sys

OPTION = re.compile(r"^  (-\S.*?)(?:  +(.*))?$")


def says(*command):
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return run.stdout.splitlines()


def escaped(text):
    """Text as troff wants it: no line begins with a control character, a hyphen is a minus."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def summaries(elektro):
    """Verb and summary, from the list that the program prints."""
    for line in says(elektro, "--help"):
        match = re.match(r"^  (\S+) +(.*)$", line)
        if match:
            yield match.groups()


def synopsis(lines):
    """The usage at the beginning of a help: (lines of it, the rest)."""
    usage = []
    while lines and lines[0].strip():
        usage.append(lines.pop(0).replace("usage:", "").strip())
    return usage, lines


def body(lines):
    """Paragraphs, headings, options and examples of a help as troff."""
    in_option = False
    for line in lines:
        option = OPTION.match(line)
        if not line.strip():
            in_option = False
            yield ".PP"
        elif option:
            in_option = True
            yield ".TP"
            yield f".B {escaped(option[1])}"
            if option[2]:
                yield escaped(option[2])
        elif in_option and line.startswith("   "):
            yield escaped(line.strip())
        elif line.startswith("  "):
            yield ".nf"
            yield escaped(line)
            yield ".fi"
        elif line.endswith(":") and len(line) < 40:
            yield f".SS {escaped(line[:-1])}"
        else:
            yield escaped(line)


def page(verb, summary, lines):
    usage, rest = synopsis(lines)
    yield f'.TH ELEKTRO\\-{verb.upper()} 1 "" Elektro'
    yield ".SH NAME"
    yield f"elektro\\-{verb} \\- {escaped(summary)}"
    yield ".SH SYNOPSIS"
    for line in usage:
        yield ".nf"
        yield f".B {escaped(line)}"
        yield ".fi"
    yield ".SH DESCRIPTION"
    yield from body(rest)
    yield ".SH SEE ALSO"
    yield ".BR elektro (1)"


def introduction(path, verbs):
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line != "@VERBS@":
                yield line
                continue
            for verb, summary in verbs:
                yield ".TP"
                yield f".BR elektro\\-{verb} (1)"
                yield escaped(summary)


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    elektro, intro, folder, *wanted = sys.argv[1:]
    verbs = [row for row in summaries(elektro) if row[0] in wanted]
    write(os.path.join(folder, "elektro.1"), introduction(intro, verbs))
    for verb, summary in verbs:
        write(os.path.join(folder, f"elektro-{verb}.1"),
              page(verb, summary, says(elektro, verb, "--help")))


main()

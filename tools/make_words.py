#!/usr/bin/env python3
"""Turns the engine's vocabulary, engine/words.h, into what is not C.

    make_words.py typescript OUTPUT    types for the web client (web/src/generated/words.ts)
    make_words.py docs PAGE            the tables of events in docs/protocol.md, between their marks
    make_words.py reasons PAGE         the table of reasons in docs/analysis.md, likewise
"""

import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOTE = "made by tools/make_words.py from engine/words.h"
MACRO = re.compile(r"^#define (?:EK|BOT|AN)_(\w+)\(X\)((?:.*\\\n)*.*)", re.MULTILINE)
ROW = re.compile(r'X\(((?:[^()"]|"[^"]*")*)\)|(?:EK|BOT)_(\w+)\(X\)')
ARGUMENT = re.compile(r'"([^"]*)"|(\w+)')


# ---------------------------------------------------------------------------------------- reading

def macros(*paths):
    """The lists of the headers: name to rows, each row a list of its arguments."""
    found = {}
    for path in paths:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
        for name, body in MACRO.findall(text):
            found[name] = []
            for arguments, other in ROW.findall(body):
                row = [word or name for word, name in ARGUMENT.findall(arguments)]
                found[name] += found[other] if other else [row]
    return found


LISTS = macros("engine/words.h", "bots/bot.h", "bots/styles.h", "bots/reasons.h", "bots/waste.h")
ANALYSIS = macros("analysis/analysis.h")
LISTS |= {"VERDICT_WORDS": ANALYSIS["VERDICT_WORDS"], "ANALYSIS_PHASE_WORDS": ANALYSIS["PHASE_WORDS"]}


def words(name):
    return [row[1] for row in LISTS[f"{name}_WORDS"]]


def fields():
    """Each event's word with its fields: member, name, type's NAME, remark."""
    for name, word in LISTS["EVENT_WORDS"]:
        yield word, [row[1:] for row in LISTS["EVENT_FIELDS"] if row[0] == name]


def why_fields(of="WHY"):
    """Each word of a reason for a turn, or of a waste, with its fields: name, type's NAME."""
    for name, word in LISTS[f"{of}_WORDS"]:
        yield word, [row[2:] for row in LISTS[f"{of}_FIELDS"] if row[0] == name]


# ------------------------------------------------------------------------------------- TypeScript

# The lists a page knows and what it calls a word of each.
TYPES = {
    "EDITION": "Edition", "FUEL": "Fuel", "KIND": "Kind", "PHASE": "Phase", "DECISION": "Decision",
    "OPTION": "Option", "CHANCE": "Chance", "BACK": "Back", "MOVE": "MoveType", "EVENT": "EventType",
    "FIELD": "FieldType", "REMOVAL": "Removal", "REASON": "Reason", "LAW": "Law", "LEVEL": "Level",
    "STYLE": "Style", "WHY": "WhyWord", "WASTE": "WasteWord", "VERDICT": "Verdict", "ANALYSIS_PHASE": "AnalysisPhase",
}

# What a field is to a page, and in JSON.
FIELD_TYPES = {
    "SEAT": ("number", "number"),
    "SEAT_OR_NOBODY": ("number | null", "number"),
    "REGION": ("number", "string"),
    "ZONE": ("number[]", "string[]"),
    "CITY": ("number", "string"),
    "PLACE": ("number", "number"),
    "PLANT": ("number", "number"),
    "FUEL": ("Fuel", "Fuel"),
    "PHASE": ("Phase", "Phase"),
    "POSITION": ("number", "number"),
    "NUMBER": ("number", "number"),
    "COUNT": ("number", "number"),
    "MONEY": ("number", "number"),
    "FLAG": ("boolean", "0 | 1"),
    "BACK": ("Back", "Exclude<Back, 'unknown'> | null"),
    "REMOVAL": ("Removal", "Removal"),
}


def quoted(items):
    return "".join(f"        '{item}',\n" for item in items)


def ts_event(word, rows):
    parts = [f"type: '{word}'"]
    if not any(member == "seat" for member, *_ in rows):
        parts.append("seat: null")
    parts += [f"{name}: {FIELD_TYPES[kind][0]}" for _, name, kind, _ in rows]
    return f"    | {{ {'; '.join(parts)} }}\n"


def ts_event_json(word, rows):
    parts = [f"event: '{word}'"]
    for _, name, kind, _ in rows:
        parts.append(f"{name}{'?' if kind == 'SEAT_OR_NOBODY' else ''}: {FIELD_TYPES[kind][1]}")
    return f"    | {{ {'; '.join(parts)} }}\n"


def ts_why_fields(word, rows):
    types = dict(row[:2] for row in LISTS["FIELD_WORDS"])
    told = ", ".join(f"{{ name: '{name}', type: '{types[kind]}' }}" for name, kind in rows)
    return f"    '{word}': [{told}],\n"


def ts_why_json(word, rows):
    parts = [f"reason: '{word}'", "weight: number", "text?: string"]
    parts += [f"{name}: {FIELD_TYPES[kind][1]}" for name, kind in rows]
    return f"    | {{ {'; '.join(parts)} }}\n"


def make_typescript():
    out = [f"// {NOTE}; do not edit.\n\n",
           "/** Every list of words, in the order of their numbers. */\nexport const words = {\n"]
    for name in TYPES:
        out.append(f"    {name.lower()}: [\n{quoted(words(name))}    ],\n")
    out.append("} as const;\n\nexport type WordList = keyof typeof words;\n"
               "export type Word<List extends WordList> = (typeof words)[List][number];\n\n")
    for name, kind in TYPES.items():
        out.append(f"export type {kind} = Word<'{name.lower()}'>;\n")
    out.append("\n/** The key of each option in JSON. */\nexport const optionKeys = {\n")
    out += [f"    '{word}': '{key}',\n" for _, word, key in LISTS["OPTION_WORDS"]]
    out.append("} as const;\n\n"
               "/** What happened. Seats, positions, cities and regions count from 0. */\n"
               "export type GameEvent =\n")
    out.append("".join(ts_event(*event) for event in fields())[:-1] + ";\n\n")
    out.append("/** The same as JSON: docs/protocol.md. */\nexport type EventJson =\n")
    out.append("".join(ts_event_json(*event) for event in fields())[:-1] + ";\n\n")
    out.append("/** The fields of every reason for a turn, in the order of their values. */\n"
               "export const whyFields: Readonly<Record<WhyWord, readonly { name: string; type: FieldType }[]>> = {\n")
    out += [ts_why_fields(*why) for why in why_fields()]
    out.append("};\n\n/** The same of every waste. */\n"
               "export const wasteFields: Readonly<Record<WasteWord, readonly { name: string; type: FieldType }[]>> = {\n")
    out += [ts_why_fields(*waste) for waste in why_fields("WASTE")]
    out.append("};\n\n/** A reason for a turn as JSON: docs/analysis.md. Seats and places count from 1, text is English. */\n"
               "export type Why =\n")
    out.append("".join(ts_why_json(*why) for why in why_fields())[:-1] + ";\n")
    return "".join(out)


# ------------------------------------------------------------------------------------------- docs

BEGIN = f"<!-- {NOTE}; do not edit from here … -->\n"
END = "<!-- … to here -->\n"


def docs_field(name, remark):
    return f"`{name}`" + (f" ({remark})" if remark else "")


def docs_words(kind):
    known = {"FUEL", "PHASE", "REMOVAL", "BACK"}
    listed = [word for word in words(kind) if word != "unknown"] if kind in known else []
    return ": " + ", ".join(f"`{word}`" for word in listed) if listed else ""


def make_tables():
    out = ["| event | fields |\n|---|---|\n"]
    for word, rows in fields():
        told = ", ".join(docs_field(name, remark) for _, name, _, remark in rows)
        out.append(f"| `{word}` | {told} |\n" if told else f"| `{word}` | |\n")
    out.append("\n| fields | value |\n|---|---|\n")
    for kind, _, form in LISTS["FIELD_WORDS"]:
        names = dict.fromkeys(row[2] for row in LISTS["EVENT_FIELDS"] if row[3] == kind)
        if kind != "SEAT_OR_NOBODY":
            out.append(f"| {', '.join(f'`{name}`' for name in names)} | {form}{docs_words(kind)} |\n")
    return "".join(out)


def make_reasons():
    """Each reason for a turn with its fields and the English sentence, plural forms as for several."""
    with open(os.path.join(ROOT, "data/messages/en.json"), encoding="utf-8") as file:
        catalog = json.load(file)
    out = ["| reason | fields | sentence |\n|---|---|---|\n"]
    for word, rows in why_fields():
        plain = re.sub(r"\{(\w+), plural,.*? other \{([^{}]*)\}\}", lambda found: found[2].replace("#", f"{{{found[1]}}}"),
                       catalog[f"why.{word}"])
        out.append(f"| `{word}` | {', '.join(f'`{name}`' for name, _ in rows)} | {plain} |\n")
    return "".join(out)


def make_docs(page, tables):
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    return before + BEGIN + "\n" + tables + "\n" + END + rest.split(END)[1]


# ------------------------------------------------------------------------------------------- main

def write(path, text):
    """Leaves a file that is right alone, since others may watch it, and replaces another at once."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(f"{path}.{os.getpid()}", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(file.name, path)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("typescript", "docs", "reasons"):
        sys.exit(__doc__)
    kind, path = sys.argv[1:]
    if kind == "typescript":
        write(path, make_typescript())
    else:
        write(path, make_docs(path, make_tables() if kind == "docs" else make_reasons()))


if __name__ == "__main__":
    main()

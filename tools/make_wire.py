#!/usr/bin/env python3
"""Turns server/messages.json, the one definition of the wire format, into what each side needs.

    make_wire.py MESSAGES c OUTPUT.c        tables for the server
    make_wire.py MESSAGES header OUTPUT.h   the numbers of the requests
    make_wire.py MESSAGES typescript OUTPUT types for the web client (web/src/net/messages.ts)
"""

import json
import sys

NOTE = "made by tools/make_wire.py from server/messages.json"


def quoted(text):
    return json.dumps(text)


def upper(name):
    return name.upper()


# ---------------------------------------------------------------------------------------------- C

def c_field(name, field):
    kind = field["type"]
    low, high = field.get("min", 0), field.get("max", 0)
    if kind == "code":
        low, high = 12, 12
    parts = [f".name = {quoted(name)}", f".type = SV_TYPE_{upper(kind)}"]
    if low:
        parts.append(f".least = {low}")
    if high:
        parts.append(f".most = {high}")
    if field.get("optional"):
        parts.append(".optional = true")
    if kind == "word":
        parts.append(f".words = words_{field['words']}")
    if kind in ("struct", "list"):
        parts.append(f".fields = type_{field['of']}")
    return "    {" + ", ".join(parts) + "},\n"


def c_fields(name, fields):
    rows = "".join(c_field(key, field) for key, field in fields.items())
    return f"static const sv_field {name}[] = {{\n{rows}    {{.name = NULL}},\n}};\n\n"


def make_c(m):
    out = [f'/* {NOTE} */\n#include "wire.h"\n\n#include <stddef.h>\n\n']
    for name, words in m["words"].items():
        listed = ", ".join(quoted(word) for word in words)
        out.append(f"static const char *const words_{name}[] = {{{listed}, NULL}};\n\n")
    for name, row in m["types"].items():
        out.append(c_fields(f"type_{name}", row["fields"]))
    for row in m["requests"]:
        out.append(c_fields(f"request_{row['name']}", row.get("fields", {})))
    out.append("const sv_request_row sv_requests[SV_REQUESTS] = {\n")
    for row in m["requests"]:
        method, path = row["http"].split(" ") if "http" in row else ("", "")
        out.append(f"    {{{quoted(row['name'])}, {quoted(method)}, {quoted(path)}, "
                   f"SV_WHO_{upper(row['who'])}, request_{row['name']}}},\n")
    out.append("};\n\nconst sv_error_row sv_errors[] = {\n")
    for code, (status, _) in m["errors"].items():
        out.append(f"    {{{quoted(code)}, {status}}},\n")
    out.append("    {NULL, 400},\n};\n")
    return "".join(out)


def make_header(m):
    names = "".join(f"    SV_REQUEST_{upper(row['name'])},\n" for row in m["requests"])
    return (f"/* {NOTE} */\n#ifndef ELEKTRO_WIRE_NUMBERS_H\n#define ELEKTRO_WIRE_NUMBERS_H\n\n"
            f"enum {{ SV_WIRE_VERSION = {m['version']} }};\n\n"
            f"enum sv_request {{\n{names}    SV_REQUESTS\n}};\n\n#endif\n")


# ------------------------------------------------------------------------------------- TypeScript

def pascal(name):
    return "".join(part.capitalize() for part in name.split("_"))


def ts_type(m, field):
    kind = field["type"]
    if kind == "word":
        return " | ".join(f"'{word}'" for word in m["words"][field["words"]])
    if kind == "struct":
        return pascal(field["of"])
    if kind == "list":
        return pascal(field["of"]) + "[]"
    return {"text": "string", "code": "string", "int": "number", "bool": "boolean",
            "any": "unknown"}[kind]


def ts_field(m, name, field):
    about = f"    /** {field['about']} */\n" if "about" in field else ""
    return f"{about}    {name}{'?' if field.get('optional') else ''}: {ts_type(m, field)};\n"


def ts_interface(name, about, body):
    note = f"/** {about} */\n" if about else ""
    return f"{note}export interface {name} {{\n{body}}}\n\n" if body else \
        f"{note}export type {name} = Record<string, never>;\n\n"


def make_typescript(m):
    out = [f"// {NOTE}; do not edit.\n\nexport const wireVersion = {m['version']};\n\n"]
    for name, row in m["types"].items():
        body = "".join(ts_field(m, key, field) for key, field in row["fields"].items())
        out.append(ts_interface(pascal(name), row["about"], body))
    for name, row in m["shapes"].items():
        out.append(ts_interface(name, "", "".join(f"    {k}: {t};\n" for k, t in row.items())))
    for row in m["requests"]:
        body = "".join(ts_field(m, key, field) for key, field in row.get("fields", {}).items())
        out.append(ts_interface(pascal(row["name"]) + "Request", row["about"], body))
        body = "".join(f"    /** {about} */\n    {key}: {kind};\n"
                       for key, (kind, about) in row["reply"].items())
        out.append(ts_interface(pascal(row["name"]) + "Reply", "", body))
    for row in m["pushes"]:
        body = f"    push: '{row['name']}';\n" + "".join(
            f"    /** {about} */\n    {key}: {kind};\n"
            for key, (kind, about) in row["fields"].items())
        out.append(ts_interface(pascal(row["name"]) + "Push", row["about"], body))
    out.append("/** Every request with what it sends and gets. */\nexport interface Requests {\n")
    for row in m["requests"]:
        name = pascal(row["name"])
        out.append(f"    {row['name']}: {{ send: {name}Request; get: {name}Reply }};\n")
    out.append("}\n\nexport type Push =\n")
    out.append("".join(f"    | {pascal(row['name'])}Push\n" for row in m["pushes"])[:-1] + ";\n\n")
    out.append("/** Where each request is as plain HTTP; null: over the WebSocket only. */\n"
               "export const http: Record<keyof Requests, string | null> = {\n")
    for row in m["requests"]:
        where = f"'{row['http']}'" if "http" in row else "null"
        out.append(f"    {row['name']}: {where},\n")
    out.append("};\n\nexport type ErrorCode =\n")
    out.append("".join(f"    | '{code}'\n" for code in m["errors"])[:-1] + ";\n")
    return "".join(out)


MAKERS = {"c": make_c, "header": make_header, "typescript": make_typescript}


def main(path, what, output):
    with open(path, encoding="utf-8") as file:
        messages = json.load(file)
    with open(output, "w", encoding="utf-8") as file:
        file.write(MAKERS[what](messages))


main(*sys.argv[1:])

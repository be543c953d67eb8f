#!/usr/bin/env python3
"""Turns server/messages.json, the one definition of the wire format, into what each side needs. The file names its parts, each about
one subject; what they define comes after what it defines itself.

    make_wire.py MESSAGES c OUTPUT.c        tables for the server
    make_wire.py MESSAGES header OUTPUT.h   the numbers of the requests and of the errors
    make_wire.py MESSAGES typescript OUTPUT types for the web client (web/src/net/messages.ts)
    make_wire.py MESSAGES docs OUTPUT       the description for people (docs/api.md)
"""

import json
import os
import sys

NOTE = "made by tools/make_wire.py from server/messages.json"


def quoted(text):
    return json.dumps(text)


def upper(name):
    return name.upper().replace("-", "_")


# ---------------------------------------------------------------------------------------------- C

def c_field(name, field):
    kind = field["type"]
    low, high = field.get("min", 0), field.get("max", 0)
    if kind == "code":
        low, high = 12, 12
    parts = [f".name = {quoted(name)}", f".type = SV_TYPE_{upper(kind)}"]
    if low:
        parts.append(f".min = {low}")
    if high:
        parts.append(f".max = {high}")
    if field.get("optional"):
        parts.append(".optional = true")
    if kind == "word":
        parts.append(f".words = words_{field['words']}")
    if kind in ("struct", "list"):
        parts.append(f".fields = type_{field['of']}")
    if kind == "texts":
        low, high = field["bytes"]
        parts.append(f".fields = (const sv_field[]){{{{.name = {quoted(name)}, .type = SV_TYPE_TEXT, "
                     f".min = {low}, .max = {high}}}}}")
    return "    {" + ", ".join(parts) + "},\n"


def c_fields(name, fields):
    rows = "".join(c_field(key, field) for key, field in fields.items())
    return f"static const sv_field {name}[] = {{\n{rows}    {{.name = NULL}},\n}};\n\n"


def make_c(m):
    out = [f'/* {NOTE} */\n#include "wire.h"\n\n#include <stddef.h>\n\n#include "errors.h"\n\n']
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
                   f"SV_WHO_{upper(row['who'])}, {row.get('cost', 1)}, request_{row['name']}, "
                   f"{'true' if row.get('form') else 'false'}}},\n")
    out.append("};\n\nconst sv_error_row sv_errors[SV_ERRORS] = {\n")
    for code, (status, _) in m["errors"].items():
        out.append(f"    [SV_ERROR_{upper(code)}] = {{{quoted(code)}, {status}}},\n")
    out.append("};\n")
    return "".join(out)


def make_header(m):
    names = "".join(f"    SV_REQUEST_{upper(row['name'])},\n" for row in m["requests"])
    errors = "".join(f"    SV_ERROR_{upper(code)},\n" for code in m["errors"])
    return (f"/* {NOTE} */\n#ifndef ELEKTRO_WIRE_NUMBERS_H\n#define ELEKTRO_WIRE_NUMBERS_H\n\n"
            f"enum {{ SV_WIRE_VERSION = {m['version']} }};\n\n"
            f"enum sv_request {{\n{names}    SV_REQUESTS\n}};\n\n"
            f"enum sv_error {{\n{errors}    SV_ERRORS\n}};\n\n#endif\n")


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
    return {"text": "string", "code": "string", "texts": "string[]", "int": "number", "bool": "boolean",
            "any": "unknown"}[kind]


def ts_field(m, name, field):
    about = f"    /** {field['about']} */\n" if "about" in field else ""
    return f"{about}    {name}{'?' if field.get('optional') else ''}: {ts_type(m, field)};\n"


def ts_interface(name, about, body):
    note = f"/** {about} */\n" if about else ""
    return f"{note}export interface {name} {{\n{body}}}\n\n" if body else \
        f"{note}export type {name} = Record<string, never>;\n\n"


# Types of the engine's words and events that shapes name (tools/make_words.py makes them).
ENGINE_TYPES = ("Back", "Edition", "EventJson", "Level", "Style")


def make_typescript(m):
    out = [f"// {NOTE}; do not edit.\n"
           f"import type {{ {', '.join(ENGINE_TYPES)} }} from '../engine/types';\n\nexport const wireVersion = {m['version']};\n\n"]
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


# ------------------------------------------------------------------------------------------- docs

INTRO = """# The wire format of `elektro serve`

<!-- {note}; do not edit. -->

Clients talk to the server in *requests*: over a WebSocket, as plain HTTP, or both. This page describes version
{version} of the format; the reply to `hello` says which version a server speaks.

**Plain HTTP.** Each request has a method and a path. Fields in braces are part of the path. A GET takes its other fields
from the query string, a POST from a JSON object as its body (`Content-Type: application/json`). The reply is a JSON
object with `"ok":true` and the result, or with `"ok":false` and an `error`, which has a `code` for programs, a `text`
for people and a `request` id, by which the operator finds the request in the server's log. Every answer has this id in
the header `X-Request-Id`. A request that failed has changed nothing; only if a database breaks off while it saves, which is
the error `storage`, nobody knows: read again what you changed, or send a move again. Requests that are sent without waiting for
the answer before (pipelining) are answered in their order. A request that is not well-formed HTTP is answered, too, with
`bad-request`, `length-required` or `too-large`, and ends its connection. A server behind a balancer may be out of its reach: the
balancer then answers itself, with status 502, 503 or 504. `examples/haproxy.cfg` answers with the error `storage` without a
`request` id, and with the seconds to wait in `Retry-After`; other balancers may not answer in JSON.

**WebSocket.** Connect to any path of the server with the subprotocol `elektro-1`, and with the cookie or token of a
session. Each message is a JSON object: `do` names the request, `id` (a number or short text) comes back as `re` in the
reply. The server also sends messages that are no reply; their key `push` says what they are. A message has at most 64 KiB.
Frames must be masked, and messages text (RFC 6455); a client that breaks the rules is closed with code 1002, 1003, 1007 or 1009.
A socket may send 100 pings, pongs and fragments a second, and 500 at once; beyond that it is closed with code 1008. The first
64 fragments of a message do not count.
A message of more than 1 KiB that comes over the limit of its address is not read: the error `too-many` has no `re` then.
A server that stops answers what it has received and closes its sockets with code 1001: connect again, and repeat requests
that have no reply.

**Server-sent events.** `GET /api/v1/tables/TABLE/events?since=N` gives the reply of `watch`, then its pushes, as
`text/event-stream`. The `id` of an event is the number of the last entry, so that a browser that reconnects misses
nothing.

**Sessions.** `guest`, `register` and `login` set a cookie (plain HTTP only). Programs send an API token of an account
instead: `Authorization: Bearer TOKEN`. The server refuses POST requests and WebSockets from pages of other sites.

**Numbers.** Seats count from 1; 0 means no seat. Times are milliseconds since 1970. The entries of a game are numbered
from 1: every move, drawn card, shown card back and undo is an entry. A move names the last entry the client knows
(`seq`) and a name of its own (`client`), so that a client can send it again without making it twice. When the reply
arrives, the move is on disk. A whole turn can be sent as one request (`turn`).

Moves, views and events (`EventJson`) are those of `docs/protocol.md`. `Edition`, `Level` and `Back` are words of the
engine's lists: an edition, the level of a bot, the back of a card.

"""


def docs_type(m, field):
    kind = field["type"]
    low, high = field.get("min", 0), field.get("max", 0)
    if kind == "word":
        return " \\| ".join(f'`"{word}"`' for word in m["words"][field["words"]])
    return {"text": f"text of {low} to {high} bytes", "code": "code of a table",
            "int": f"whole number, {low} to {high}", "bool": "true or false",
            "struct": field.get("of", ""), "list": f"list of at most {high}: {field.get('of')}",
            "texts": f"list of {low} to {high} texts", "any": "see the description"}[kind]


def docs_fields(m, fields):
    if not fields:
        return ""
    rows = "".join(f"| `{name}`{'' if field.get('optional') else ' *'} | {docs_type(m, field)} | "
                   f"{field.get('about', '')} |\n" for name, field in fields.items())
    return "| field | kind | |\n|---|---|---|\n" + rows + "\n"


def docs_values(rows):
    return "".join(f"- `{key}`: `{kind}`, {about}\n" for key, (kind, about) in rows.items())


def docs_examples(m):
    out = ["## Examples\n\nRequests (`>`) and replies (`<`), shortened at `…`. The tests run all of them. "
           "`TABLE` stands for the code of Anna's table.\n\n"]
    for part in m["examples"]:
        about = part["about"] + "\n\n" if part["about"] else ""
        out.append(f"### {part['title']}\n\n{about}```\n")
        for who, body, reply in part["lines"]:
            sent = "" if body is None else " " + json.dumps(body, separators=(",", ":"))
            out.append(f"> {who}{sent}\n< {reply}\n")
        out.append("```\n\n")
    return "".join(out)


def make_docs(m):
    out = [INTRO.replace("{note}", NOTE).replace("{version}", str(m["version"])), docs_examples(m),
           "## Requests\n\nFields marked * are required. Unknown fields are refused.\n\n"]
    needs = {"anybody": "", "user": " Needs a session.", "account": " Needs an account.",
             "moderator": " Only moderators may do this."}
    for row in m["requests"]:
        where = f"`{row['http']}`\n\n" if "http" in row else "WebSocket only.\n\n"
        cost = f" Counts as {row['cost']} requests." if "cost" in row else ""
        out.append(f"### {row['name']}\n\n{where}{row['about']}{needs[row['who']]}{cost}\n\n")
        out.append(docs_fields(m, row.get("fields", {})))
        if row["reply"]:
            out.append("Reply:\n\n" + docs_values(row["reply"]) + "\n")
    out.append("## Pushes\n\n")
    for row in m["pushes"]:
        out.append(f"### {row['name']}\n\n{row['about']}\n\n{docs_values(row['fields'])}\n")
    out.append("## Shapes\n\n")
    for name, row in m["types"].items():
        out.append(f"### {name}\n\n{row['about'][0].upper()}{row['about'][1:]}.\n\n{docs_fields(m, row['fields'])}")
    for name, row in m["shapes"].items():
        out.append(f"### {name}\n\n" + "".join(f"- `{k}`: `{t}`\n" for k, t in row.items()) + "\n")
    out.append("## Errors\n\nIllegal moves have the reasons of `engine/words.h` as codes, and status 422. All other codes:\n\n"
               "| code | status | |\n|---|---|---|\n")
    out += [f"| `{code}` | {status} | {about} |\n" for code, (status, about) in m["errors"].items()]
    return "".join(out)


MAKERS = {"c": make_c, "header": make_header, "typescript": make_typescript, "docs": make_docs}


def read(path):
    """The definition with all of its parts."""
    with open(path, encoding="utf-8") as file:
        messages = json.load(file)
    for name in messages.pop("parts"):
        with open(os.path.join(os.path.dirname(path), name), encoding="utf-8") as file:
            part = json.load(file)
        for key, content in part.items():
            if isinstance(content, list):
                messages[key] += content
            elif messages[key].keys() & content.keys():
                sys.exit(f"{name}: {key} are defined twice: {messages[key].keys() & content.keys()}")
            else:
                messages[key].update(content)
    return messages


def main(path, what, output):
    made = MAKERS[what](read(path))
    with open(output, "w", encoding="utf-8") as file:
        file.write(made)


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""Turns data/mails, the texts of mails in all languages, into C.

    make_mails.py header OUTPUT.h FOLDER   the numbers of languages and texts
    make_mails.py c OUTPUT.c FOLDER        the texts

All languages have the texts of English, with the same fields.
"""

import json
import os
import re
import sys

NOTE = "made by tools/make_mails.py from data/mails"


def read(folder):
    """The texts by language, English first."""
    names = sorted((name[:-5] for name in os.listdir(folder) if name.endswith(".json")), key=lambda name: (name != "en", name))
    texts = {}
    for name in names:
        with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
            texts[name] = json.load(file)
    return texts


def fields(text):
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


def check(texts):
    english = texts["en"]
    for language, its in texts.items():
        if list(its) != list(english):
            sys.exit(f"{language}.json: expected the texts of en.json, in their order: {set(its) ^ set(english)}")
        for key, text in its.items():
            if fields(text) != fields(english[key]):
                sys.exit(f"{language}.json, {key}: expected the fields {fields(english[key])}")
            if re.search(r"[\x00-\x1f\x7f]", text):
                sys.exit(f"{language}.json, {key}: there is a control character")


def upper(name):
    return re.sub(r"\W", "_", name).upper()


def make_header(texts):
    languages = "".join(f"    SV_LANGUAGE_{upper(name)},\n" for name in texts)
    numbers = "".join(f"    SV_MAIL_{upper(key)},\n" for key in texts["en"])
    return (f"/* {NOTE} */\n#ifndef ELEKTRO_MAIL_TEXTS_H\n#define ELEKTRO_MAIL_TEXTS_H\n\n"
            f"enum sv_language {{\n{languages}    SV_LANGUAGES\n}};\n\n"
            f"enum sv_mail_text {{\n{numbers}    SV_MAIL_TEXTS\n}};\n\n"
            "extern const char *const sv_language_words[SV_LANGUAGES];\n"
            "extern const char *const sv_mail_texts[SV_LANGUAGES][SV_MAIL_TEXTS];\n\n#endif\n")


def make_c(texts):
    words = ", ".join(json.dumps(name) for name in texts)
    rows = "".join(
        f"    [SV_LANGUAGE_{upper(name)}] = {{\n" +
        "".join(f"        [SV_MAIL_{upper(key)}] = {json.dumps(text, ensure_ascii=False)},\n" for key, text in its.items()) +
        "    },\n" for name, its in texts.items())
    return (f'/* {NOTE} */\n#include "mail_texts.h"\n\n'
            f"const char *const sv_language_words[SV_LANGUAGES] = {{{words}}};\n\n"
            f"const char *const sv_mail_texts[SV_LANGUAGES][SV_MAIL_TEXTS] = {{\n{rows}}};\n")


def main(what, output, folder):
    texts = read(folder)
    check(texts)
    with open(output, "w", encoding="utf-8") as file:
        file.write({"header": make_header, "c": make_c}[what](texts))


if __name__ == "__main__":
    main(*sys.argv[1:])

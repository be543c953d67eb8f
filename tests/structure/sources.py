"""Rules for all sources.

    tests/run sources.py ROOT CLANG_FORMAT
"""

import os
import re
import subprocess
import sys
import unittest

ROOT, CLANG_FORMAT = sys.argv[1:3]

# The layers of the source tree, from the bottom to the top. A file may include files of its own folder
# or of a lower layer; folders of one layer do not include each other. tools/ runs while Elektro
# is built, and tests/ may include everything.
LAYERS = [{"common", "engine"}, {"boards", "journal"}, {"record"}, {"bots"}, {"analysis"}, {"arena", "bench", "gpu", "server"}, {"samples"}, {"puzzles"}, {"cli"}, {"python"}]
OUTSIDE_LAYERS = {"tests", "tools"}

# The same for the folders of web/src; files beside them may import all of them.
PAGE_LAYERS = [{"generated", "maps", "style"}, {"engine"}, {"art", "bots", "text"}, {"game", "rules"}, {"net"},
               {"gallery", "screens"}]
# The folders of web/src that the npm package is made from, too. They work without a page.
PACKAGE_FOLDERS = {"generated", "engine", "bots"}
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]""")

FREESTANDING = {"engine", "bots"}
# Compiled only with a C library: never into a release, nor into WebAssembly.
HOSTED = {os.path.join("bots", "abort_illegal.c")}
FREESTANDING_HEADERS = {"limits.h", "stdalign.h", "stdbool.h", "stddef.h", "stdint.h"}
FORBIDDEN_CALLS = r"\b(v?sprintf|strcpy|strcat|atoi|atol|atof|gets|strtok)\s*\("
# Paths of a developer's machine, and package hosts.
FORBIDDEN_WORDS = r"/(?:work|home|Users)/|https?://registry[.]|\"resolved\": *\"http"

# Servers that benchmarks compare the real one with: one that only echoes, and the real one with a part replaced.
COMPARED = {os.path.join("bench", "echo.c"), os.path.join("bench", "optimistic", "optimistic.c")}

OUTSIDE = {".git", "build", "node_modules", "__pycache__"}
COMMENT_OR_STRING = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def files(*endings):
    """All files of the tree as paths from ROOT, or those with one of the endings."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(set(folders) - OUTSIDE)
        for name in sorted(set(names) - OUTSIDE):  # .git is a file in a worktree
            if not endings or name.endswith(endings):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def code(path):
    """The text of a C file with comments and strings blanked; line numbers stay."""
    return COMMENT_OR_STRING.sub(lambda m: "\n" * m.group().count("\n"), text(path))


def found(pattern, path, content):
    """Yields "file:line: match" for every match of the pattern."""
    for match in re.finditer(pattern, content):
        yield f"{path}:{content.count(chr(10), 0, match.start()) + 1}: {match.group()}"


def top_folder(path):
    return path.split(os.sep)[0]


def floor(folder):
    return next((height for height, row in enumerate(LAYERS) if folder in row), None)


def included(path, name):
    """The file that #include "name" means in path; None if it is not in the tree."""
    for base in (os.path.dirname(path), "", top_folder(path), *sorted(set.union(*LAYERS))):
        candidate = os.path.normpath(os.path.join(base, name))
        if os.path.exists(os.path.join(ROOT, candidate)):
            return candidate
    return None


def may_include(here, there):
    if there in OUTSIDE_LAYERS:
        return False
    return floor(there) is None or there == here or floor(there) < floor(here)


def wrong_layers():
    for path in files(".c", ".h"):
        here = top_folder(path)
        if floor(here) is None or path in COMPARED:
            continue
        for name in re.findall(r'#include "([^"]+)"', text(path)):
            there = included(path, name)
            if there and not may_include(here, top_folder(there)):
                yield f"{path} includes {name} from {top_folder(there)}/"


def all_includes(path, seen):
    """Adds every file and system header that a file includes, itself or by another, to seen."""
    for name in re.findall(r'#include [<"]([^">]+)[>"]', text(path)):
        there = included(path, name)
        if (there or name) not in seen:
            seen.add(there or name)
            if there:
                all_includes(there, seen)
    return seen


def wrong_network():
    """Headers of libraries for the network outside of server/net. The types of OpenSSL are part of net/transport.h; other
    folders may include that, but not use the library."""
    libraries = {"wslay/wslay.h", "nghttp2/nghttp2.h"}
    network = os.path.join("server", "net") + os.sep
    for path in files(".c", ".h"):
        if floor(top_folder(path)) is None or path.startswith(network) or path in COMPARED:
            continue
        for name in libraries & all_includes(path, set()):
            yield f"{path} includes <{name}>, itself or by another header"
        for name in re.findall(r"#include <(openssl/[^>]+)>", text(path)):
            yield f"{path} includes <{name}>"


def page_imports():
    """Yields (file, its folder, imported file, its folder) for each import across folders in web/src."""
    base = os.path.join("web", "src")
    for path in files(".ts", ".svelte"):
        parts = os.path.relpath(path, base).split(os.sep)
        if parts[0] == os.pardir or len(parts) < 2:
            continue
        for name in IMPORT.findall(text(path)):
            target = os.path.relpath(os.path.normpath(os.path.join(os.path.dirname(path), name)), base)
            there = target.split(os.sep)[0]
            if there not in (parts[0], os.pardir):
                yield path, parts[0], name, there


def wrong_page_layers():
    height = {folder: number for number, row in enumerate(PAGE_LAYERS) for folder in row}
    for path, here, name, there in page_imports():
        if here not in height or there not in height or height[there] >= height[here]:
            yield f"{path} imports {name} from {there}/, which is not below {here}/"


def package_imports():
    """Yields (file, imported file) as paths from ROOT for each import of npm/src and web/src that leaves its folder."""
    for path in files(".ts", ".svelte"):
        home = os.path.join(*path.split(os.sep)[:2])
        if home not in (os.path.join("npm", "src"), os.path.join("web", "src")):
            continue
        for name in IMPORT.findall(text(path)):
            target = os.path.normpath(os.path.join(os.path.dirname(path), name))
            if not target.startswith(home + os.sep):
                yield path, target


def wrong_package_imports():
    shared = tuple(os.path.join("web", "src", folder, "") for folder in PACKAGE_FOLDERS)
    for path, target in package_imports():
        if top_folder(path) == "npm" and not target.startswith(shared):
            yield f"{path} imports {target}, which belongs to the page"
        if top_folder(path) == "web" and top_folder(target) == "npm":
            yield f"{path} imports {target} of the npm package"


def wrong_freestanding():
    for path in files(".c", ".h"):
        if top_folder(path) in FREESTANDING and path not in HOSTED:
            for name in re.findall(r"#include <([^>]+)>", text(path)):
                if name not in FREESTANDING_HEADERS:
                    yield f"{path} includes <{name}>"


def wrong_no_float():
    for path in files(".c", ".h"):
        if top_folder(path) in FREESTANDING:
            yield from found(r"\b(float|double)\b", path, code(path))


def wrong_calls():
    for path in files(".c", ".h"):
        yield from found(FORBIDDEN_CALLS, path, code(path))


def wrong_words():
    for path in files():
        yield from found(FORBIDDEN_WORDS, path, text(path))


def wrong_format():
    sources = list(files(".c", ".h"))
    run = subprocess.run([CLANG_FORMAT, "--dry-run", "-Werror", *sources], cwd=ROOT,
                         capture_output=True, text=True, check=False)
    yield from sorted({line.split(":")[0] for line in run.stderr.splitlines() if "error:" in line})
    if run.returncode != 0 and "error:" not in run.stderr:
        yield run.stderr


def wrong_scripts():
    for path in files():
        first = text(path).split("\n", 1)[0]
        shell = re.match(r"#!\s*(?:/usr/bin/env\s+|/bin/)(bash|sh)\b", first)
        if shell:
            run = subprocess.run([shell[1], "-n", os.path.join(ROOT, path)], capture_output=True, text=True)
            if run.returncode:
                yield run.stderr.strip()


class Sources(unittest.TestCase):
    def test_layers(self):
        """lower folders include nothing from higher ones"""
        self.assertEqual(list(wrong_layers()), [])

    def test_network(self):
        """only server/net uses the libraries of WebSockets, HTTP/2 and TLS"""
        self.assertEqual(list(wrong_network()), [])

    def test_page_layers(self):
        """folders of the browser client import only from those below them"""
        self.assertGreater(len(list(page_imports())), 100)
        self.assertEqual(list(wrong_page_layers()), [])

    def test_package_imports(self):
        """the npm package imports nothing of the page, and the page nothing of the package"""
        self.assertGreater(len(list(package_imports())), 10)
        self.assertEqual(list(wrong_package_imports()), [])

    def test_freestanding(self):
        """engine and bots include only freestanding headers of C"""
        self.assertEqual(list(wrong_freestanding()), [])

    def test_no_float(self):
        """engine and bots name no floating-point type"""
        self.assertEqual(list(wrong_no_float()), [])

    def test_calls(self):
        """functions without a buffer size argument are not called"""
        self.assertEqual(list(wrong_calls()), [])

    def test_words(self):
        """no file names a machine's paths or a package host"""
        self.assertEqual(list(wrong_words()), [])

    def test_format(self):
        """every C file is formatted as .clang-format says (make format)"""
        self.assertEqual(list(wrong_format()), [])

    def test_scripts(self):
        """shell scripts have no syntax errors"""
        self.assertEqual(list(wrong_scripts()), [])

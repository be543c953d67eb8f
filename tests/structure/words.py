"""What is made from engine/words.h and kept in the tree is up to date.

    tests/run tests/structure/words.py ROOT
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = sys.argv[1]


class Words(unittest.TestCase):
    def test_protocol(self):
        """docs/protocol.md has the events of engine/words.h (tools/make_words.py docs makes them)"""
        page = os.path.join(ROOT, "docs", "protocol.md")
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(page, folder)
            subprocess.run([sys.executable, f"{ROOT}/tools/make_words.py", "docs", copy], check=True)
            with open(page, encoding="utf-8") as kept, open(copy, encoding="utf-8") as made:
                self.assertEqual(kept.read(), made.read(),
                                 "make it with tools/make_words.py docs docs/protocol.md")

"""elektro selfplay --gpu with a driver that runs the kernels on the CPU, with one that fails, and without one.

    tests/run selfplay.py ELEKTRO FOLDER_OF_THE_DRIVER
"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../arena"))
from mpi import environment, find_mpirun  # noqa: E402

ELEKTRO, DRIVER = sys.argv[1:3]
GAMES = ("--games", "2500", "--bots", "normal,normal:miser,easy")  # several batches: the driver has little memory


class Selfplay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(self.path("kernels.ptx"), "w", encoding="utf-8") as file:
            file.write(".version 7.5\n")  # the driver reads no more

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_cpu(self, name, *options):
        return subprocess.run([ELEKTRO, "selfplay", "-o", self.path(name), *GAMES, *options], capture_output=True,
                              text=True, check=False)

    def run_gpu(self, name, *options, driver=DRIVER, **environment):
        return subprocess.run([ELEKTRO, "selfplay", "-o", self.path(name), *GAMES, "--gpu", "--kernels",
                               self.path("kernels.ptx"), *options], capture_output=True, text=True, check=False,
                              env={**os.environ, "LD_LIBRARY_PATH": driver, **environment})

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_same_file(self):
        """CPU and GPU make the same file, also one after the other"""
        done = self.run_cpu("cpu")
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = self.bytes_of("cpu")
        done = self.run_gpu("gpu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.bytes_of("gpu"), whole)
        with open(self.path("gpu"), "wb") as file:
            file.write(whole[:len(whole) // 3])
        done = self.run_gpu("gpu", "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.bytes_of("gpu"), whole)

    def test_searching(self):
        """bots that search judge alike on both"""
        for name, run in (("cpu", self.run_cpu), ("gpu", self.run_gpu)):
            done = run(name, "--games", "30", "--bots", "hard@8,hard:rusher@8,normal")
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.bytes_of("gpu"), self.bytes_of("cpu"))

    def test_processes(self):
        """under mpirun the processes share the GPUs"""
        mpirun = find_mpirun(ELEKTRO)
        if not mpirun:
            self.skipTest("built without MPI, or mpirun is not installed")
        done = subprocess.run([*mpirun, ELEKTRO, "selfplay", "-o", self.path("shared"), *GAMES, "--games", "60", "--gpu",
                               "--kernels", self.path("kernels.ptx")], capture_output=True, text=True, check=False,
                              env={**environment(), "LD_LIBRARY_PATH": DRIVER, "FAKE_GPU_TELLS": "1"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([done.stderr.count(f"fake GPU {i}") for i in range(3)], [2, 1, 0])
        self.assertEqual(self.run_cpu("alone", "--games", "60").returncode, 0)
        self.assertEqual(self.bytes_of("shared"), self.bytes_of("alone"))

    def test_failures(self):
        """a failure is reported in words, and the file can be continued"""
        for symbol in "cuCtxSetLimit", "cuMemAlloc_v2", "cuLaunchKernel", "cuMemcpyDtoH_v2":
            done = self.run_gpu("failed", "--resume", FAKE_GPU_FAILS=symbol)
            self.assertEqual(done.returncode, 1)
            self.assertIn("fails on purpose", done.stderr)
        done = self.run_gpu("failed", "--resume", "--games", "50")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_no_driver(self):
        """without a driver elektro says so, and makes no file"""
        done = self.run_gpu("none", driver="/nowhere")
        if "no driver" not in done.stderr:
            self.skipTest("this machine has a driver")
        self.assertEqual(done.returncode, 1)
        self.assertFalse(os.path.exists(self.path("none")))

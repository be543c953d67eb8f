"""elektro bench --gpu with a driver that runs the kernels on the CPU, with one that fails, and without one.

    tests/run bench.py ELEKTRO FOLDER_OF_THE_DRIVER EXPECTED_SIGNATURE
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

ELEKTRO, DRIVER, EXPECTED = sys.argv[1:4]

# Functions of the driver, and what elektro says if they fail.
FAILURES = {
    "cuInit": "Cannot start the GPU",
    "cuDeviceGetCount": "Cannot count the GPUs",
    "cuDeviceGet": "Cannot open the GPU",
    "cuDevicePrimaryCtxRetain": "Cannot open the GPU",
    "cuModuleLoadDataEx": "Cannot compile the code for the GPU",
    "cuModuleGetFunction": "Cannot find a kernel in the code for the GPU",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor": "Cannot plan the work of the GPU",
    "cuMemAlloc_v2": "Cannot get memory of the GPU",
    "cuMemcpyHtoD_v2": "Cannot copy to the GPU",
    "cuMemcpyDtoH_v2": "Cannot copy from the GPU",
    "cuLaunchKernel": "Cannot start the games on the GPU",
    "cuCtxSynchronize": "Cannot play the games on the GPU",
}


def bench(*options, driver=DRIVER, **environment):
    """Runs elektro bench --gpu; returns the finished process. The driver reads no PTX, it only looks for its first word."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as kernels:
        for name in "gp_random_games", "gp_normal_games":
            kernels.write(f"// kernel {name}\n.version 7.5\n")
        kernels.flush()
        return subprocess.run([ELEKTRO, "bench", "--gpu", "--kernels", kernels.name, *options], capture_output=True,
                              text=True, check=False, env={**os.environ, "LD_LIBRARY_PATH": driver, **environment})


class Bench(unittest.TestCase):
    def test_signature(self):
        """the kernels play the games of the signature, and those of normal"""
        done = bench("--json", "--seconds", "0.01")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        report = json.loads(done.stdout)
        with open(EXPECTED, encoding="utf-8") as file:
            self.assertEqual(report["signature"], file.read().strip())
        self.assertTrue(report["as_on_cpu"])
        self.assertEqual(report["gpu"], "fake GPU")
        self.assertGreater(report["moves_per_s"], report["games_per_s"])
        self.assertGreater(report["normal_games_per_s"], 0)

    def test_other_games(self):
        """games that differ from those of the CPU are reported"""
        done = bench("--seconds", "0.01", FAKE_GPU_PLAYS="wrong")
        self.assertEqual(done.returncode, 1)
        self.assertIn("but ", done.stdout)
        self.assertIn("the games of the GPU are not those of the CPU", done.stderr)

    def test_failures(self):
        """every failure of the driver is reported in words"""
        for symbol, words in FAILURES.items():
            with self.subTest(symbol):
                done = bench(FAKE_GPU_FAILS=symbol)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(words, done.stderr)
                self.assertIn("fails on purpose", done.stderr)

    def test_compiler(self):
        """what the compiler of the driver says is shown"""
        self.assertIn("a line of the fake compiler", bench(FAKE_GPU_FAILS="cuModuleLoadDataEx").stderr)

    def test_no_driver(self):
        """without a driver elektro says so"""
        done = bench(driver="/nowhere")
        if "no driver" not in done.stderr:
            self.skipTest("this machine has a driver")
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_kernels_alone(self):
        """--kernels without --gpu is refused"""
        done = subprocess.run([ELEKTRO, "bench", "--kernels", "x.ptx"], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.returncode, "add --gpu" in done.stderr), (2, True), done.stderr)

    def test_no_kernels(self):
        """without the code for the GPU elektro says how to get it"""
        done = bench("--kernels", "/nowhere.ptx")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("Cannot read the code for the GPU, /nowhere.ptx.", done.stderr)

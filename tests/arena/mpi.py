"""How tests run a verb in several processes."""

import os
import shutil


def find_mpirun(elektro):
    """The beginning of a command that runs three processes; nothing if there is no MPI."""
    mpirun = shutil.which("mpirun")
    module = os.path.join(os.path.dirname(os.path.realpath(elektro)), "elektro-mpi.so")
    if not mpirun or not os.path.exists(module):
        return ()
    return (mpirun, "--allow-run-as-root", "--oversubscribe", "-n", "3")


def environment():
    """Leaks of Open MPI itself are not reported."""
    return dict(os.environ, ASAN_OPTIONS="detect_leaks=0")

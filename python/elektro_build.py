"""Builds the package `elektro` for pip (PEP 517), with nothing but Python's standard library, so that
"pip install ./python" needs no network. The wheel contains the shared library: that of $ELEKTRO_LIBRARY, or one that is
compiled in build/python of the source tree."""

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LIBRARY = "libelektro_env.so"


def version():
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as file:
        return re.search(r"version: '([^']+)'", file.read())[1]


def find_library():
    if os.environ.get("ELEKTRO_LIBRARY"):
        return os.environ["ELEKTRO_LIBRARY"]
    folder = os.path.join("build", "python")
    target = os.path.join("python", "native", LIBRARY)
    # pip hides the modules of the system with PYTHONPATH; meson is one of them.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for command in (["scripts/configure", folder, os.environ.get("CC", "gcc")], ["ninja", "-C", folder, target]):
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return os.path.join(ROOT, folder, target)


def metadata():
    with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as file:
        holder = file.readline().strip()
    return (f"Metadata-Version: 2.1\nName: elektro\nVersion: {version()}\nSummary: Power Grid for programs that learn\n"
            f"License: {holder}\nRequires-Python: >=3.9\nRequires-Dist: numpy\n")


def descriptions():
    """The files about the package with their contents."""
    yield info("METADATA"), metadata().encode()
    yield info("WHEEL"), f"Wheel-Version: 1.0\nGenerator: elektro\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()


def parts():
    """The files of the wheel with their contents."""
    folder = os.path.join(HERE, "elektro")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                yield f"elektro/{name}", file.read()
    with open(find_library(), "rb") as file:
        yield f"elektro/{LIBRARY}", file.read()
    yield from descriptions()


def info(name):
    return f"elektro-{version()}.dist-info/{name}"


def row(name, data):
    """A line of the list of files: name, hash and size."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def tag():
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    for name, data in descriptions():
        path = os.path.join(metadata_directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    return os.path.dirname(info(""))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"elektro-{version()}-{tag()}.whl"
    rows = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in parts():
            wheel.writestr(path, data)
            rows += row(path, data)
        wheel.writestr(info("RECORD"), rows + info("RECORD") + ",,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("Install from the source tree of Elektro: the library is compiled from all of it.")

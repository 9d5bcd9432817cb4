# SPDX-License-Identifier: MIT
"""What pip calls to build the package: CMake makes the module, and it is packed as a wheel with the
shipped tables inside. It needs nothing but Python, so that nothing is downloaded.

`--config-settings build-dir=build/release` takes the module from a build tree that has one.
"""

import base64
import hashlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

root = Path(__file__).resolve().parents[2]


def version():
    return re.search(r"project\(damiera VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text())[1]


def metadata():
    return f"""Metadata-Version: 2.1
Name: damiera
Version: {version()}
Summary: Exact values of draughts endings, from endgame tables
License: MIT
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == 'numpy'
Description-Content-Type: text/markdown

{(root / "docs/python.md").read_text()}"""


def python_tag():
    return f"cp{sys.version_info.major}{sys.version_info.minor}"


def module():
    return f"_damiera{sysconfig.get_config_var('EXT_SUFFIX')}"


def build(given):
    """Makes the module in the build tree that was given, or in one of this interpreter's own;
    returns the folder of the whole package."""
    tree = (root / (given or f"build/python-{python_tag()}")).resolve()
    # Also if the tree is there: what an earlier run lacked may have been installed since.
    if not given or not (tree / "CMakeCache.txt").exists():
        subprocess.run(["cmake", "-S", root, "-B", tree, "-DCMAKE_BUILD_TYPE=Release",
                        "-DCMAKE_UNITY_BUILD=ON", "-DDAMIERA_TESTS=OFF", "-DDAMIERA_BENCH=OFF",
                        "-DDAMIERA_PYTHON_REQUIRED=ON",
                        f"-DDAMIERA_PYTHON_INTERPRETER={sys.executable}"], check=True)
    subprocess.run(["cmake", "--build", tree, "--target", "damiera_python", "--parallel"],
                   check=True)
    package = tree / "apps/python/damiera"
    if not (package / module()).exists():
        sys.exit(f"{package}: expected {module()}: the tree was made for another Python")
    return package


def files_of(package):
    """(name in the wheel, file) of all files, in order."""
    sources = [package / module()]
    for kind in ("*.py", "*.pyi", "py.typed"):
        sources += package.glob(kind)
    yield from (("damiera/" + file.name, file) for file in sorted(sources))
    tables = root / "data/tables"
    for file in sorted(tables.rglob("*")):
        if file.is_file():
            yield f"damiera/shipped/{file.relative_to(tables)}", file
    yield f"damiera-{version()}.dist-info/LICENSE", root / "LICENSE"


class Wheel:
    """A wheel that is being written: a zip file with a list of what it holds."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, content):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")
        self.write(name, content)

    def write(self, name, content):
        info = zipfile.ZipInfo(name)  # without a time: equal contents are equal wheels
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, content)

    def close(self, folder):
        name = f"{folder}/RECORD"
        self.write(name, "\n".join([*self.record, f"{name},,", ""]).encode())
        self.zip.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build((config_settings or {}).get("build-dir"))
    platform = re.sub("[-.]", "_", sysconfig.get_platform())
    tag = f"{python_tag()}-{python_tag()}-{platform}"
    name = f"damiera-{version()}-{tag}.whl"
    folder = f"damiera-{version()}.dist-info"
    wheel = Wheel(Path(wheel_directory, name))
    for inside, file in files_of(package):
        wheel.add(inside, file.read_bytes())
    wheel.add(f"{folder}/METADATA", metadata().encode())
    wheel.add(f"{folder}/WHEEL", f"Wheel-Version: 1.0\nGenerator: damiera\n"
              f"Root-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.close(folder)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """All files that git knows, as scripts/package packs them."""
    base = f"damiera-{version()}"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True,
                           capture_output=True).stdout.decode().split("\0")
    with tarfile.open(Path(sdist_directory, base + ".tar.gz"), "w:gz") as tar:
        for file in filter(None, files):
            tar.add(root / file, f"{base}/{file}", recursive=False)
        (Path(sdist_directory) / "PKG-INFO").write_text(metadata())
        tar.add(Path(sdist_directory) / "PKG-INFO", f"{base}/PKG-INFO")
    (Path(sdist_directory) / "PKG-INFO").unlink()
    return base + ".tar.gz"

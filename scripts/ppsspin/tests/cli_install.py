# SPDX-License-Identifier: GPL-2.0
"""What `make install` would do."""
import os
import subprocess
import tempfile
import unittest

from cli import HERE

TOP = os.path.join(HERE, "..", "..", "..")
RELEASE = "9.8.7-other"


def depmods(destdir, *there):
    """Return the calls of depmod for another kernel than the one that runs."""
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, "root") if destdir else ""
        for path, text in (("kernel/include/generated/utsrelease.h",
                            f'#define UTS_RELEASE "{RELEASE}"\n'),
                           *((f"root/lib/modules/{RELEASE}/{name}", "")
                             for name in there)):
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        # Printed only; of that, the lines that decide run, with another depmod
        done = subprocess.run(
            ["make", "-n", "-C", TOP, "install", f"KDIR={folder}/kernel",
             f"DESTDIR={root}"],
            env={name: value for name, value in os.environ.items()
                 if not name.startswith("MAKE") and name != "MFLAGS"},
            capture_output=True, text=True, check=True, timeout=60)
        lines = [line for line in done.stdout.splitlines() if "depmod" in line]
        shell = subprocess.run(["sh", "-c", 'depmod() { echo "$@"; }\n' +
                                "\n".join(lines)],
                               capture_output=True, text=True, check=True,
                               timeout=60)
        return shell.stdout.replace(root, "ROOT") if root else shell.stdout


class Install(unittest.TestCase):
    def test_for_the_kernel_of_kdir(self):
        self.assertEqual(depmods(False), f"-b / {RELEASE}\n")

    def test_below_a_root_that_has_this_kernel(self):
        self.assertEqual(depmods(True, "modules.order"),
                         f"-b ROOT/ {RELEASE}\n")

    def test_below_a_folder_without_a_kernel(self):
        self.assertEqual(depmods(True), "")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-2.0
"""Man pages, completion and --help name the same options."""
import os
import re
import shutil
import subprocess
import unittest

from cli import HERE, run

TOP = os.path.join(HERE, "..", "..", "..")
MAN = os.path.join(TOP, "Documentation", "man")
COMMANDS = [line.split()[0] for line in run("help")[1].decode().splitlines()
            if line.startswith("  ")]
# Commands that are several
EXPERIMENTS = {"bench": [["bench", "tick"], ["bench", "lock"]]}


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


class Manuals(unittest.TestCase):
    def test_every_command_has_a_page(self):
        pages = sorted(os.listdir(MAN))
        self.assertEqual(pages, sorted(["ppsspin.1"] +
                                       [f"ppsspin-{name}.1"
                                        for name in COMMANDS]))

    def test_every_option_is_described(self):
        for command in COMMANDS:
            text = "".join(run(*words, "--help")[1].decode()
                           for words in EXPERIMENTS.get(command, [[command]]))
            if "Not in this build" in text:
                continue
            options = set(re.findall(r"--([a-z0-9-]+)", text))
            options -= {"help", "usage"}
            page = read(f"{MAN}/ppsspin-{command}.1").replace("\\-", "-")
            head = re.findall(r"^\.BI? \"(?:-\w, )?--([a-z0-9-]+)", page, re.M)
            self.assertEqual(set(head), options, command)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_pages_are_clean(self):
        for page in sorted(os.listdir(MAN)):
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning",
                                   f"{MAN}/{page}"], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.stdout + done.stderr, "")


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Completion(unittest.TestCase):
    def complete(self, *words):
        script = f"""
            . {TOP}/scripts/dist/ppsspin.bash-completion
            ppsspin() {{ "$PPSSPIN" "$@"; }}
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _ppsspin
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        done = subprocess.run(["bash", "-c", script, "ppsspin", *words],
                              capture_output=True, text=True, check=True)
        return done.stdout.split()

    def test_commands(self):
        self.assertEqual(sorted(self.complete("ppsspin", "re")),
                         ["record", "report"])

    def test_options(self):
        self.assertIn("--gate", self.complete("ppsspin", "report", "--"))
        self.assertIn("--count", self.complete("ppsspin", "record", "--"))

    def test_experiments(self):
        self.assertEqual(self.complete("ppsspin", "bench", ""),
                         ["tick", "lock"])
        self.assertIn("--idle", self.complete("ppsspin", "bench", "tick", "--"))
        self.assertIn("--wait", self.complete("ppsspin", "bench", "lock", "--"))
        self.assertNotIn("--wait",
                         self.complete("ppsspin", "bench", "tick", "--"))
        self.assertEqual(self.complete("ppsspin", "bench", "tick", "--idle",
                                       "w"), ["wfi", "wfe"])
        self.assertEqual(self.complete("ppsspin", "bench", "lock", "-k", ""),
                         ["plain", "recursive"])

    def test_pictures(self):
        self.assertEqual(self.complete("ppsspin", "report", "--svg", "c"),
                         ["cdf"])


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-2.0
"""bench: runs, against a module that is made up."""
import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import tempfile
import termios
import threading
import time
import unittest

from cli import PPSSPIN, run
from rings import STOPPED, ring

# Between two looks of ppsspin at a run there is more time
FEED_S = 0.05


class Module:
    """A file of the module: a terminal that takes commands and gives states.

    `answer` makes the lines for the end of a run out of its command, `runs_s`
    says how long each takes, the last of them for all that follow.
    """

    def __init__(self, name, answer, *runs_s):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        self.answer = answer
        self.runs_s = list(runs_s)
        self.commands = []
        self.leader, self.follower = pty.openpty()
        mode = termios.tcgetattr(self.follower)
        mode[1] &= ~termios.OPOST
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(self.follower, termios.TCSANOW, mode)
        os.symlink(os.ttyname(self.follower), os.path.join(self.path, name))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def take_command(self):
        command = b""
        while not command.endswith(b"\n"):
            command += os.read(self.leader, 4096)
        self.commands.append(command.decode().strip())

    def say(self, text):
        # ^D ends a read of the file
        os.write(self.leader, text.encode() + b"\x04")

    def serve(self):
        try:
            while True:
                self.take_command()
                if self.commands[-1].startswith("start "):
                    self.run_one(self.commands[-1])
        except OSError:
            return

    def wait_for_stop(self):
        with contextlib.suppress(OSError):
            self.take_command()

    def run_one(self, command):
        """Run until the time is over, or a `stop` comes."""
        stopper = threading.Thread(target=self.wait_for_stop, daemon=True)
        runs_s = self.runs_s.pop(0) if self.runs_s[1:] else self.runs_s[0]
        until = time.monotonic() + runs_s
        if runs_s > 1:
            stopper.start()
        while time.monotonic() < until and "stop" not in self.commands:
            self.say("state=running\nsamples=3\nwanted=10\n")
            time.sleep(FEED_S)
        self.say(self.answer(self, command))

    def start(self, *arguments):
        return subprocess.Popen([PPSSPIN, "bench", *arguments, "--from",
                                 self.path], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def close(self):
        os.close(self.follower)
        os.close(self.leader)
        self.folder.cleanup()


def put_ring(module, command):
    """A tick run: its ring, and its state."""
    idle = re.search(r"idle=(\w+)", command)[1]
    stopped = "stop" in module.commands
    data = ring([{"wfi": 10000}.get(idle, 6000000)] * 9, idle=idle.encode(),
                **({"state": STOPPED, "wanted": 99} if stopped else {}))
    with open(os.path.join(module.path, "tick_ring"), "wb") as out:
        out.write(data)
    return "state=stopped\n" if stopped else "state=complete\n"


class Tick(unittest.TestCase):
    def start(self, answer=put_ring, runs_s=0.05):
        module = Module("tick", answer, runs_s)
        self.addCleanup(module.close)
        return module

    def test_every_policy_in_turn(self):
        module = self.start()
        status, out, err = module.run("tick", "--json")
        self.assertEqual((status, err), (0, ""))
        idles = ["configured", "wfi", "nop", "mmio", "wfe"]
        self.assertEqual(module.commands, [
            f"start rate_hz=100 samples=16384 idle={idle}" for idle in idles])
        self.assertEqual([one["idle"] for one in json.loads(out)["runs"]],
                         idles)

    def test_what_is_asked_for(self):
        module = self.start()
        status, out, _ = module.run("tick", "--cpu=3", "--rate=1000", "-n", "9",
                                    "--idle=nop,wfi", "--idle", "mmio")
        self.assertEqual(status, 0)
        self.assertEqual(module.commands, [
            f"start cpu=3 rate_hz=1000 samples=9 idle={idle}"
            for idle in ("wfi", "nop", "mmio")])
        self.assertIn("cycles counts active time only under wfi", out)

    def test_rings_are_kept(self):
        module = self.start()
        folder = os.path.join(module.path, "kept")
        status, out, _ = module.run("tick", "--output", folder, "-i", "nop,wfi")
        self.assertEqual(status, 0)
        self.assertEqual(sorted(os.listdir(folder)), ["nop.tick", "wfi.tick"])
        with open(os.path.join(folder, "nop.tick"), "rb") as kept:
            self.assertEqual(kept.read(), ring([6000000] * 9))
        again = run("bench", "tick", "--input",
                    *(os.path.join(folder, f"{idle}.tick")
                      for idle in ("wfi", "nop")))
        self.assertEqual(again, (0, out.encode(), ""))

    def test_signals_stop_the_run_in_the_kernel(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            module = self.start(runs_s=50)
            process = module.start("tick")
            while not module.commands:
                time.sleep(0.05)
            time.sleep(0.3)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, err), (0, ""))
            self.assertEqual(len(module.commands), 2)
            self.assertEqual(module.commands[1], "stop")
            self.assertIn("10 of 99 samples (stopped)", out)

    def test_the_module_stops(self):
        def offline(module, command):
            put_ring(module, command)
            return "state=failed\nreason=CPU 1 went offline\n"
        status, out, _ = self.start(offline).run("tick", "-i", "nop")
        self.assertEqual(status, 1)
        self.assertIn("nop: ended early: CPU 1 went offline\n", out)

    def test_a_module_of_another_kind(self):
        status, out, err = self.start(lambda *_: "hello\n").run("tick")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("does not tell its state", err)

    def test_says_what_is_missing(self):
        for name in ("tick",):
            status, out, err = run("bench", name)
            self.assertEqual((status, out), (2, b""))
            self.assertRegex(err, "root only|not mounted|modprobe pps-spin-bench")
            status, _, err = run("bench", name, "--from", "/nowhere")
            self.assertEqual(status, 2)
            self.assertEqual(err, f"ppsspin: no /nowhere/{name}: load the "
                             "module: modprobe pps-spin-bench\n")

    def test_a_refusal(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink("/dev/full", os.path.join(folder, "tick"))
            status, out, err = run("bench", "tick", "-i", "nop", "--from",
                                   folder)
            self.assertEqual((status, out), (2, b""))
            self.assertRegex(err, r"^ppsspin: nop: .*No space left.*\n$")


if __name__ == "__main__":
    unittest.main()

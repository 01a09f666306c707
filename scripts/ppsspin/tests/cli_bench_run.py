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
        for name in ("tick", "lock"):
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
            os.symlink("/dev/full", os.path.join(folder, "lock"))
            status, out, err = run("bench", "tick", "-i", "nop", "--from",
                                   folder)
            self.assertEqual((status, out), (2, b""))
            self.assertRegex(err, r"^ppsspin: nop: .*No space left.*\n$")
            status, out, err = run("bench", "lock", "-t", "1", "--from",
                                   folder)
            self.assertEqual((status, out), (2, b""))
            self.assertRegex(err, r"^ppsspin: No space left.*\n$")


def add_up(changes=""):
    """Return an answer: threads that did 3, 2, 1 million in a second."""
    def answer(_, command):
        threads = int(re.search(r"threads=(\d+)", command)[1])
        done = [1000000 * (threads - i) for i in range(threads)]
        lines = (["state=complete", "elapsed_ticks=25000000",
                  "cntfrq_hz=12500000", f"operations={sum(done)}",
                  f"counter={sum(done)}", "mutual_exclusion=held",
                  "default_wait=busy"] +
                 [f"thread.{i}={i + 1} {n}" for i, n in enumerate(done)])
        return changes + "\n".join(lines) + "\n"
    return answer


def without(key):
    """Return an answer that lacks a key."""
    return lambda *arguments: re.sub(rf"(?m)^{key}=.*\n", "",
                                     add_up()(*arguments))


class Lock(unittest.TestCase):
    def run_lock(self, answer, *arguments, runs_s=0.05):
        module = Module("lock", answer, runs_s)
        self.addCleanup(module.close)
        return *module.run("lock", *arguments), module.commands

    def test_the_table(self):
        status, out, err, commands = self.run_lock(
            add_up(), "-t", "1,3", "-k", "plain", "-w", "busy,qspinlock",
            "-d", "0.25")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(commands, [
            f"start threads={n} wait={wait} kind=plain duration_ms=250 "
            "rate_hz=0" for n in (1, 3) for wait in ("busy", "qspinlock")])
        rows = [line.split() for line in out.splitlines()]
        # 1 million, and 6 million, in 2 s
        self.assertIn(["1", "plain", "here", "0.5", "-", "-", "-", "0.5", "-"],
                      rows)
        self.assertIn(["3", "plain", "here", "3.0", "-", "-", "-", "3.0", "-"],
                      rows)
        # In the same columns: busy, WFE, no DSB, monitor, qspinlock, bare
        self.assertIn(["1", "plain", "published", "155.9", "11.3", "115.8",
                       "-", "-", "155.2"], rows)
        self.assertIn(["4", "recursive", "published", "21.7", "4.0", "13.5",
                       "-", "-", "22.0"], rows)
        self.assertEqual(len([row for row in rows if "published" in row]), 8)
        self.assertIn(["3", "plain", "busy", "0.500", "1.500", "0.333",
                       "held"], rows)
        self.assertIn("PPS_SPIN_WAIT() of this module is busy\n", out)

    def test_published_figures(self):
        _, out, _, _ = self.run_lock(add_up(), "-t1", "-wbusy", "-kplain",
                                     "--json")
        columns = ("busy", "wfe", "bare", "sev-no-dsb")
        self.assertEqual(
            [(row["threads"], row["kind"],
              *(row["mops"][column] for column in columns))
             for row in json.loads(out)["published"]["rows"]],
            [(1, "plain", 155.9, 11.3, 155.2, 115.8),
             (1, "recursive", 153.6, 11.8, 155.7, 114.2),
             (2, "plain", 48.8, 8.9, 44.3, 40.4),
             (2, "recursive", 49.5, 9.0, 41.1, 30.9),
             (3, "plain", 30.6, 4.8, 29.3, 21.9),
             (3, "recursive", 28.7, 5.1, 25.1, 18.1),
             (4, "plain", 26.9, 3.5, 24.6, 18.5),
             (4, "recursive", 21.7, 4.0, 22.0, 13.5)])

    def test_incorrect_needs_a_flag(self):
        status, out, err, commands = self.run_lock(add_up(), "-w", "sev-no-dsb")
        self.assertEqual((status, out, commands), (2, "", []))
        self.assertIn("--incorrect", err)
        status, out, _, commands = self.run_lock(
            add_up(), "-w", "sev-no-dsb", "-t1", "-k", "plain", "--incorrect")
        self.assertEqual(status, 0)
        self.assertEqual(commands, ["start threads=1 wait=sev-no-dsb kind=plain "
                                    "duration_ms=1000 rate_hz=0 incorrect=1"])
        self.assertRegex(out, "no DSB,.*\n.*WRONG")

    def test_a_rate_is_no_speed(self):
        _, out, _, commands = self.run_lock(add_up(), "-t1", "-wbusy",
                                            "-kplain", "-r", "1000000")
        self.assertIn("rate_hz=1000000", commands[0])
        self.assertIn("not to be\n  compared", out)

    def violate(self, wait, change):
        return self.run_lock(lambda *arguments: change(add_up()(*arguments)),
                             "-t2", "-kplain", "-w", wait, "--incorrect")

    def test_violated_exclusion(self):
        for change in (lambda text: text.replace("=held", "=violated"),
                       lambda text: text.replace("counter=3000000",
                                                 "counter=2999999")):
            status, out, _, _ = self.violate("monitor", change)
            self.assertEqual(status, 1)
            self.assertRegex(out, r"2 +plain +monitor .* VIOLATED: the counter "
                             r"says \d+ of 3000000\n")
            status, out, _, _ = self.violate("sev-no-dsb", change)
            self.assertEqual(status, 0)
            self.assertIn("VIOLATED (not correct by choice)", out)

    def test_figures_that_are_not_whole(self):
        for key in ("elapsed_ticks", "cntfrq_hz", "operations", "counter",
                    "mutual_exclusion", "thread.1"):
            status, out, _, _ = self.run_lock(without(key), "-t2", "-wbusy",
                                              "-kplain")
            self.assertEqual(status, 1, key)
            self.assertIn("problem: the module's figures are not whole", out)
        for wrong in ("operations=7\n", "elapsed_ticks=0\n", "cntfrq_hz=0\n",
                      "thread.0=1\n", "thread.0=x 1\n", "counter=-1\n",
                      "elapsed_ticks=18446744073709551616\n"):
            status, out, _, _ = self.run_lock(add_up(wrong), "-t2", "-wbusy",
                                              "-kplain")
            self.assertEqual(status, 1, wrong)
            self.assertIn("problem: the module's figures are not whole", out)

        # What is missing adds up all the same
        status, out, _, _ = self.run_lock(
            lambda *arguments: re.sub("=3000000", "=2000000",
                                      without("thread.1")(*arguments)),
            "-t2", "-wbusy", "-kplain")
        self.assertEqual(status, 1)
        self.assertIn("problem: the module's figures are not whole", out)

    def test_the_module_stops(self):
        for wait in ("busy", "sev-no-dsb"):
            status, out, _, _ = self.run_lock(
                lambda *_: "state=failed\nreason=CPU 2 went offline\n", "-t2",
                "-w", wait, "-kplain", "--incorrect")
            self.assertEqual(status, 1)
            self.assertIn("problem: failed: CPU 2 went offline\n", out)

    def test_interrupt_stops_the_run_in_the_kernel(self):
        def answer(module, command):
            return ("state=stopped\n" if "stop" in module.commands else
                    add_up()(module, command))
        for done in (0, 1):
            module = Module("lock", answer, *[0.05] * done, 50)
            self.addCleanup(module.close)
            process = module.start("lock", "-t1")
            while len(module.commands) <= done:
                time.sleep(0.02)
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            self.assertEqual(module.commands[done + 1:], ["stop"])
            # What was done stands; what was cut short has no figures
            self.assertEqual(process.returncode, 0 if done else 2)
            self.assertEqual("no run came to its end" in err, not done)
            self.assertEqual(len(re.findall("held", out)), done)

    def test_json(self):
        status, out, _, _ = self.run_lock(add_up(), "-t2", "-wbusy", "-kplain",
                                          "--json")
        got = json.loads(out)
        self.assertEqual(status, 0)
        self.assertEqual(got["runs"], [{
            "threads": 2, "kind": "plain", "wait": "busy", "mops": 1.5,
            "seconds": 2.0, "operations": 3000000, "counter": 3000000,
            "mutual_exclusion": "held", "least_over_most": 0.5,
            "per_thread": [{"cpu": 1, "operations": 2000000},
                           {"cpu": 2, "operations": 1000000}]}])
        self.assertIsNone(got["published"]["rows"][1]["mops"]["monitor"])

    def test_bad_options(self):
        for option in ("--threads=0", "--threads=257", "--threads=2-1",
                       "--threads=1,", "--threads=-1", "--threads=1-",
                       "--wait=bare", "--wait=yield", "--kind=fair",
                       "--duration=0", "--duration=61", "--rate=-1",
                       "--rate=100000001"):
            status, out, err = run("bench", "lock", option)
            self.assertEqual((status, out), (2, b""), option)
            self.assertTrue(err.startswith(f"ppsspin: {option}:"), err)
            self.assertEqual(err.count("\n"), 1, err)


if __name__ == "__main__":
    unittest.main()

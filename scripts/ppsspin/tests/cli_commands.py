# SPDX-License-Identifier: GPL-2.0
"""record, watch, import, lines, pulse: what they do and what they say."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

from cli import HERE, PPSSPIN, report, run, simulate


class Recording:
    """ppsspin record, fed through a FIFO."""

    def __init__(self, *arguments, stdin=None):
        self.folder = tempfile.TemporaryDirectory()
        self.fifo = os.path.join(self.folder.name, "pulses")
        self.output = os.path.join(self.folder.name, "capture")
        os.mkfifo(self.fifo)
        # A reader and writer of our own keep the FIFO open
        self.feed = os.open(self.fifo, os.O_RDWR)
        self.process = subprocess.Popen(
            [PPSSPIN, "record", "--from", self.fifo, "--output", self.output,
             *arguments], stdin=stdin, stderr=subprocess.PIPE)

    def write(self, text):
        os.write(self.feed, text.encode())

    def capture(self):
        with open(self.output, encoding="utf-8") as capture:
            return capture.read()

    def wait_for(self, text):
        """Wait until that is all that was recorded."""
        until = time.monotonic() + 60
        while not os.path.exists(self.output) or self.capture() != text:
            assert time.monotonic() < until, "not recorded"
            time.sleep(0.02)

    def finish(self):
        err = self.process.communicate(timeout=60)[1].decode()
        os.close(self.feed)
        text = self.capture()
        self.folder.cleanup()
        return self.process.returncode, text, err


def pulse_lines(text):
    return [line for line in text.splitlines() if not line.startswith("#")]


class Record(unittest.TestCase):
    def test_copies_a_file_byte_by_byte(self):
        capture = simulate("-n", 300)
        with tempfile.NamedTemporaryFile() as source:
            source.write(capture.encode())
            source.flush()
            status, out, err = run("record", "--from", source.name)
        self.assertEqual(status, 0)
        self.assertEqual(out.decode(), capture)
        self.assertIn("900 pulses recorded", err)

    def test_stops_after_count(self):
        with tempfile.NamedTemporaryFile() as source:
            source.write(simulate("-n", 300).encode())
            source.flush()
            status, out, _ = run("record", "--from", source.name, "-n", 7)
        self.assertEqual(status, 0)
        self.assertEqual(len(pulse_lines(out.decode())), 7)

    def test_signal_stops_cleanly_between_lines(self):
        recording = Recording()
        text = simulate("-S", "idle:20")
        recording.write(text + "21 - poll-mmio 12")
        recording.wait_for(text)
        recording.process.send_signal(signal.SIGINT)
        status, got, err = recording.finish()
        self.assertEqual((status, got), (0, text), err)

    def test_stops_after_duration(self):
        started = time.monotonic()
        recording = Recording("--duration", "1")
        recording.write(simulate("-S", "idle:5"))
        self.assertEqual(recording.finish()[0], 0)
        self.assertGreater(time.monotonic() - started, 1)
        self.assertLess(time.monotonic() - started, 40)

    def test_marks_the_start(self):
        recording = Recording("--count", "5", "--mark", "quiet")
        recording.write(simulate("-S", "idle:5"))
        self.assertIn("# mark quiet\n", recording.finish()[1])

    def test_a_mark_that_the_driver_would_refuse_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "capture")
            for mark in ("", "a\nb", "a\n", "tab\t", "Grüße", 101 * "x"):
                status, _, err = run("record", "--from=/dev/null", "-o",
                                     output, "-m", mark)
                self.assertEqual(status, 2, mark)
                self.assertIn("1 to 100 printable ASCII", err)
                self.assertFalse(os.path.exists(output))

    def test_the_longest_mark(self):
        recording = Recording("--count", "5", "--mark", 100 * "~")
        recording.write(simulate("-S", "idle:5"))
        self.assertIn("# mark " + 100 * "~" + "\n", recording.finish()[1])

    def test_a_typed_line_that_is_no_mark_makes_none(self):
        leader, follower = pty.openpty()
        recording = Recording("--count", "5", stdin=follower)
        lines = simulate("-S", "idle:5").splitlines(keepends=True)
        recording.write("".join(lines[:-1]))
        recording.wait_for("".join(lines[:-1]))
        os.write(leader, 300 * b"y" + b"\n" + b"fine\n")
        recording.wait_for("".join(lines[:-1]) + "# mark fine\n")
        recording.write(lines[-1])
        _, text, err = recording.finish()
        os.close(leader)
        os.close(follower)
        self.assertNotIn("yy", text)
        self.assertIn("# mark fine\n", text)
        self.assertIn("1 to 100 printable ASCII", err)

    def test_new_leaves_the_old_out(self):
        recording = Recording("--new", "--count", "3")
        lines = simulate("-S", "idle:30").splitlines(keepends=True)
        recording.write("".join(lines[:-10]))
        time.sleep(1)
        recording.write("".join(lines[-10:]))
        status, text, _ = recording.finish()
        self.assertEqual(status, 0)
        self.assertEqual(pulse_lines(text),
                         [line.strip() for line in lines[-10:-7]])
        self.assertIn("# columns:", text)

    def test_survives_a_module_that_comes_back(self):
        recording = Recording("--returns", "--count", "20")
        first = simulate("-S", "idle:10")
        recording.write(first + "11 - poll")
        recording.wait_for(first)
        # The only writer goes: the reader sees the end
        os.close(recording.feed)
        time.sleep(0.5)
        recording.feed = os.open(recording.fifo, os.O_RDWR)
        recording.write(simulate("-S", "idle:10", "--seed", 2))
        status, text, err = recording.finish()
        self.assertEqual(status, 0, err)
        self.assertEqual(len(pulse_lines(text)), 20)
        self.assertIn("loaded again", err)
        got = report(text)
        self.assertEqual(got["left_out"]["restarts"], 1)
        self.assertEqual(got["left_out"]["bad_lines"], 0)

    def test_lost_is_a_problem(self):
        recording = Recording("--count", "5")
        lines = simulate("-S", "idle:5").splitlines(keepends=True)
        recording.write("".join(lines[:-1] + ["# lost 4\n", lines[-1]]))
        status, _, err = recording.finish()
        self.assertEqual(status, 1)
        self.assertIn("4 lost", err)

    def test_a_repeated_line_is_one_pulse(self):
        lines = simulate("-S", "idle:5").splitlines(keepends=True)
        text = "".join(lines[:-1] + 3 * lines[-1:])
        with tempfile.NamedTemporaryFile() as source:
            source.write(text.encode())
            source.flush()
            status, out, err = run("record", "--from", source.name)
            screen = run("watch", "--plain", "--from", source.name)[1]
        self.assertEqual((status, out.decode()), (0, text))
        self.assertIn("5 pulses recorded", err)
        self.assertIn("5 pulses", screen.decode())

    def test_says_what_is_missing(self):
        status, out, err = run("record")
        self.assertEqual((status, out), (2, b""))
        self.assertRegex(err, "root only|not mounted|is the module loaded")

    def test_one_stream_at_a_time(self):
        for command in (["record"], ["watch", "--plain"]):
            status, out, err = run(*command, "--from=/dev/null",
                                   "--device=pps-gpio-spin.0")
            self.assertEqual((status, out), (2, b""))
            self.assertIn("--from=/dev/null and --device=pps-gpio-spin.0", err)

    @unittest.skipIf(subprocess.run(["unshare", "-rm", "true"], check=False,
                                    capture_output=True).returncode,
                     "unshare cannot make a mount namespace")
    def test_one_of_two_instances_is_chosen_as_it_says(self):
        folder = "/sys/kernel/debug"
        script = f"""
            mount -t tmpfs none {folder}
            for name in one two; do
                mkdir -p {folder}/pps-gpio-spin/$name
                touch {folder}/pps-gpio-spin/$name/pulses
            done
            exec "$@"
        """
        command = ["unshare", "-rm", "sh", "-ec", script, "sh", PPSSPIN,
                   "record"]
        done = subprocess.run(command, capture_output=True, check=False,
                              text=True)
        self.assertEqual(done.returncode, 2)
        option = re.search(r"2 instances: .* (--device=one)\n", done.stderr)[1]
        done = subprocess.run([*command, option], capture_output=True,
                              check=False, text=True)
        self.assertNotIn("no instance", done.stderr)

    def test_what_is_no_stream_leaves_an_older_recording_alone(self):
        comments = b"# a comment\n" * 100000
        for text in (b"", b"hello\n", b"# a=b\nhello\n", comments, b"# cut"):
            with tempfile.NamedTemporaryFile() as source, \
                    tempfile.NamedTemporaryFile() as output:
                source.write(text)
                source.flush()
                output.write(b"old")
                output.flush()
                status, out, err = run("record", "--from", source.name, "-m",
                                       "quiet", "-o", output.name)
                self.assertEqual((status, out), (2, b""))
                self.assertIn("not a stream", err)
                output.seek(0)
                self.assertEqual(output.read(), b"old")
                status, out, _ = run("record", "--from", source.name)
                self.assertEqual((status, out), (2, b""))

    def test_a_head_without_end_is_no_stream(self):
        status, _, err = run("record", "--from=/dev/zero", "-o", "/dev/full")
        self.assertEqual(status, 2)
        self.assertIn("not a stream", err)

    def test_stopped_before_the_stream_began(self):
        recording = Recording("--duration", "1")
        recording.write("# format=1\n")
        err = recording.process.communicate(timeout=60)[1].decode()
        os.close(recording.feed)
        self.assertEqual(recording.process.returncode, 1)
        self.assertIn("0 pulses recorded", err)
        self.assertFalse(os.path.exists(recording.output))
        recording.folder.cleanup()

    def test_full_disk(self):
        with tempfile.NamedTemporaryFile() as source:
            source.write(simulate("-n", 300).encode())
            source.flush()
            status, _, err = run("record", "--from", source.name, "-o",
                                 "/dev/full")
        self.assertEqual(status, 2)
        self.assertIn("No space left", err)


class Watch(unittest.TestCase):
    def test_plain_screen_fits_80_by_24(self):
        with tempfile.NamedTemporaryFile() as source:
            text = simulate("-n", 500, "--poll-method", "rotate",
                            "--poll-mode", "alternate")
            source.write(text.encode())
            source.flush()
            status, out, _ = run("watch", "--plain", "--from", source.name)
        lines = out.decode().splitlines()
        self.assertEqual(status, 0)
        self.assertLessEqual(len(lines), 24)
        self.assertTrue(all(len(line) <= 80 for line in lines))
        for word in ("1500 pulses", "entry", "irq", "poll-after", "poll-mmio",
                     "misattributed", "p95", "sigma", "mark heavy", "last"):
            self.assertIn(word, out.decode())

    def shown_until(self, terminal, text):
        """Read what a terminal shows, until that has come or it is late."""
        shown = b""
        until = time.monotonic() + 40
        while time.monotonic() < until and text not in shown:
            if select.select([terminal], [], [], 0.2)[0]:
                shown += os.read(terminal, 65536)
        return shown

    def test_terminal(self):
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 24, 80, 0, 0))
        with tempfile.NamedTemporaryFile() as source:
            source.write(simulate("-n", 100).encode())
            source.flush()
            watch = subprocess.Popen(
                [PPSSPIN, "watch", "--from", source.name], stdin=follower,
                stdout=follower, stderr=subprocess.DEVNULL,
                env={**os.environ, "TERM": "xterm", "ASAN_OPTIONS":
                     "detect_leaks=0"})
            os.close(follower)
            shown = self.shown_until(leader, b"quits")
            source.write(b"# mark 1234567\n")
            source.flush()
            grown = self.shown_until(leader, b"1234567")
            os.write(leader, b"q")
            self.assertEqual(watch.wait(timeout=40), 0)
            os.close(leader)
        self.assertIn(b"300 pulses", shown)
        self.assertIn(b"entry", shown)
        self.assertIn(b"1234567", grown)

    def test_what_is_no_stream_is_refused_where_it_can_be_seen(self):
        leader, follower = pty.openpty()
        watch = subprocess.run([PPSSPIN, "watch", "--from=/etc/passwd"],
                               stdin=follower, stdout=follower,
                               stderr=subprocess.PIPE, timeout=40, check=False,
                               env={**os.environ, "TERM": "xterm"})
        os.close(follower)
        self.assertEqual(watch.returncode, 2)
        self.assertIn(b"not a stream", watch.stderr)
        os.close(leader)

    def test_no_terminal(self):
        with tempfile.NamedTemporaryFile() as source:
            status, _, err = run("watch", "--from", source.name)
        self.assertEqual(status, 2)
        self.assertIn("--plain", err)


class Import(unittest.TestCase):
    def read(self, name):
        with open(f"{HERE}/fuzz/corpus/import/{name}", "rb") as log:
            return log.read()

    def test_ppstest(self):
        status, out, err = run("import", "-", data=self.read("ppstest"))
        self.assertEqual(status, 0)
        lines = pulse_lines(out.decode())
        self.assertEqual([line.split()[0] for line in lines], ["364", "365"])
        self.assertEqual(lines[0].split()[10], "1186592699388832443")
        self.assertIn("1 lines left out", err)

    def test_ppstest_of_two_sources(self):
        # The first source has no pulse yet
        log = "".join(f"source {source} - assert {seconds}.{source}00000000, "
                      f"sequence: {seq} - clear  0.000000000, sequence: 0\n"
                      for source, seconds, seq in (
                          (0, 0, 0), (1, 1700000000, 7), (2, 1700000000, 70),
                          (1, 1700000001, 8), (2, 1700000001, 71)))
        for options, source in (((), 1), (("--refid=1",), 1),
                                (("--refid=2",), 2)):
            status, out, err = run("import", *options, "-", data=log)
            self.assertEqual(status, 0)
            self.assertEqual([line.split()[10]
                              for line in pulse_lines(out.decode())],
                             [f"{1700000000 + i}{source}00000000"
                              for i in range(2)])
            self.assertIn(f"of source {source}: 2 pulses of others", err)
            self.assertIn(f"--refid={3 - source} would", err)
        self.refused(log, "--refid", "--refid=3")

    def test_ppstest_clear(self):
        _, out, _ = run("import", "--clear", "-", data=self.read("ppstest"))
        self.assertEqual([line.split()[10]
                          for line in pulse_lines(out.decode())],
                         ["1186592699488832443"])

    def test_refclocks(self):
        status, out, _ = run("import", "-", data=self.read("refclocks"))
        self.assertEqual(status, 0)
        lines = [line.split() for line in pulse_lines(out.decode())]
        # Late by 490 ns, then early; a log line of no pulse, a gap of 2 s
        self.assertEqual([line[10] for line in lines],
                         ["1259591606999999510", "1259591608000000490",
                          "1259591611000000490"])
        self.assertEqual([line[0] for line in lines], ["1", "2", "5"])

    def test_an_option_of_the_other_log_is_not_ignored_in_silence(self):
        for log, option, why in (
                ("ppstest", "--rate=5", "--rate is of refclocks.log"),
                ("ppstest", "--rate=1", "--rate is of refclocks.log"),
                ("refclocks", "--clear", "--clear is of ppstest")):
            status, out, err = run("import", option, "-", data=self.read(log))
            self.assertEqual(status, 0)
            self.assertIn(b"# columns:", out)
            self.assertIn(why, err)
        for log, option in (("ppstest", "--clear"), ("refclocks", "--rate=5")):
            _, _, err = run("import", option, "-", data=self.read(log))
            self.assertNotIn("ignored", err)

    def test_an_import_can_be_reported(self):
        lines = [f"source 0 - assert {1700000000 + i}.00000{1000 + i * 7 % 100}"
                 f", sequence: {i + 1} - clear  0.000000000, sequence: 0\n"
                 for i in range(500)]
        _, out, _ = run("import", "-", data="".join(lines))
        segment = report(out)["segments"][0]
        self.assertEqual(segment["retrospective_ns"]["irq"]["n"], 500)
        self.assertEqual(segment["reference"]["made_of"], "irq")

    def test_a_number_is_digits_and_nothing_else(self):
        good = self.read("ppstest").decode().splitlines()[3] + "\n"
        whole = "1186592699.388832443, sequence: 364"
        self.assertIn(whole, good)
        for bad in ("1186592699.+38883244, sequence: 364",
                    "1186592699.-38883244, sequence: 364",
                    "1186592699. 38883244, sequence: 364",
                    "1186592699.38883244, sequence: 364",
                    "1186592699.3888324430, sequence: 364",
                    "+1186592699.388832443, sequence: 364",
                    "1186592699.388832443, sequence: -364",
                    "1186592699.388832443, sequence: 364x",
                    "1186592699.388832443, sequence: 9999999999999999999999"):
            self.refused(good.replace(whole, bad), "1 of them not understood")
        good = self.read("refclocks").decode().splitlines()[3] + "\n"
        for bad in (".+1", ".x", ".", ".1e3", ".0x1p3", ".5.5"):
            self.refused(good.replace(".000000", bad),
                         "1 of them not understood")
        for bad in ("abc", "4.9e-07x", "nan", "2"):
            self.refused(good.replace("4.900000e-07", bad),
                         "1 of them not understood")

    def test_a_source_is_a_number_and_nothing_else(self):
        event = "assert 1186592699.388832443, sequence: 364\n"
        for good in ("source 0 - ", "source 15 - ", "source 999 - "):
            self.assertEqual(run("import", "-", data=good + event)[0], 0)
        for bad in ("source 1234 - ", "source 0x - ", "source 0 ", "source - ",
                    "source -1 - "):
            self.refused(bad + event, "1 of them not understood")

    def test_a_time_is_one_that_a_clock_shows(self):
        good = self.read("refclocks").decode().splitlines()[3] + "\n"
        time = "2009-11-30 14:33:27"
        self.assertIn(time, good)
        for bad in ("2009-02-29 14:33:27", "2009-11-31 14:33:27",
                    "2009-11-30 14:33:60", "2009-11-30 14:33:61",
                    "2009-11-30 24:00:00", "2009-11-30 14:60:00",
                    "1969-12-31 23:59:59", "2009-11-3 14:33:27"):
            self.refused(good.replace(time, bad), "1 of them not understood")
        status, out, _ = run("import", "-", data=good.replace(
            time, "2008-02-29 23:59:59"))
        self.assertEqual(status, 0)
        self.assertIn(" 1204329598999999510 ", out.decode())

    def test_a_stamp_before_1970(self):
        good = self.read("refclocks").decode().splitlines()[3] + "\n"
        early = good.replace("2009-11-30 14:33:27", "1970-01-01 00:00:00")
        for raw in ("4.9e-07", "4.0e-01", "-1"):
            self.refused(early.replace("4.900000e-07", raw),
                         "1 of them not understood")
        early = early.replace("00:00:00.", "00:00:01.")
        status, out, _ = run("import", "-", data=early)
        self.assertEqual(status, 0)
        self.assertIn(" 999999510 ", out.decode())

    def test_a_pulse_before_the_first(self):
        lines = self.read("refclocks").decode().splitlines(keepends=True)
        first, second = lines[3], lines[6]
        for before in ("27", "26", "20"):
            late = second.replace(":28.", f":{before}.")
            log = lines[:3] + [second, late, lines[7]]
            status, out, err = run("import", "-", data="".join(log))
            self.assertEqual(status, 0)
            self.assertEqual([line.split()[0]
                              for line in pulse_lines(out.decode())],
                             ["1", "4"])
            self.assertIn("1 lines left out", err)
        out = run("import", "-", data=first + second + first)[1]
        self.assertEqual(len(pulse_lines(out.decode())), 3)

    def refused(self, data, why, *options):
        status, out, err = run("import", *options, "-", data=data)
        self.assertEqual((status, out), (2, b""))
        self.assertIn(why, err)

    def test_a_stream_is_refused(self):
        stream = simulate("-S", "idle:50")
        self.refused(stream, "use `ppsspin report`")
        self.refused("# mark quiet\n" + stream, "use `ppsspin report`")

    def test_a_log_without_a_pulse_is_refused(self):
        self.refused("source 0 - nothing\n", "no pulse in 1 lines of ppstest")
        self.refused(self.read("refclocks"), "--refid", "--refid=NONE")

    def test_a_long_line_is_one(self):
        pulse = "source 0 - assert 1700000000.123456789, sequence: 1\n"
        self.refused("x" * 511 + pulse, "neither")
        self.refused("x" * 1022 + pulse, "(1 lines)")

    def test_a_directory(self):
        status, out, err = run("import", "/")
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, "ppsspin: /: Is a directory\n")

    def test_something_else(self):
        status, _, err = run("import", "-", data="hello\n")
        self.assertEqual(status, 2)
        self.assertIn("neither", err)


class Version(unittest.TestCase):
    def test_is_the_modules(self):
        path = f"{HERE}/../../../drivers/pps/clients/pps-gpio-spin/main.c"
        with open(path, encoding="utf-8") as source:
            version = re.search(r'MODULE_VERSION\("(.*)"\)', source.read())[1]
        self.assertEqual(run("--version"),
                         (0, f"ppsspin {version}\n".encode(), ""))


class Lines(unittest.TestCase):
    def test_says_what_is_missing_or_lists(self):
        status, out, err = run("lines")
        if status == 2:
            self.assertRegex(err, "libgpiod-dev|no /dev/gpiochip")
        else:
            self.assertIn("level register", out.decode())

    def test_pulse_says_what_is_missing(self):
        status, _, err = run("pulse", "/dev/nowhere", "1")
        self.assertEqual(status, 2)
        self.assertRegex(err, "libgpiod-dev|/dev/nowhere")

    def test_level_registers_are_those_of_the_driver(self):
        top = os.path.join(HERE, "..", "..", "..")
        with open(f"{top}/drivers/pps/clients/pps-gpio-spin/line.c",
                  encoding="utf-8") as source:
            table = re.search(r"level_types\[\] = \{(.*?)\n\};",
                              source.read(), re.S)[1]
        with open(f"{HERE}/../levelregister.c", encoding="utf-8") as source:
            known = re.search(r"known\[\] = \{(.*?)\n\};", source.read(),
                              re.S)[1]
        self.assertEqual(re.findall(r'"([^"]+)"', table),
                         re.findall(r'"([^"]+)"', known))


class Simulate(unittest.TestCase):
    def test_the_same_seed_gives_the_same_capture(self):
        self.assertEqual(simulate("-n", 50), simulate("-n", 50))
        self.assertNotEqual(simulate("-n", 50), simulate("-n", 50, "-s", 2))

    def test_truth_lies_inside_every_bracket(self):
        column = None
        for line in simulate("-n", 2000, "--poll-method",
                             "rotate").splitlines():
            if line.startswith("# columns: "):
                names = line.split()[2:]
                column = {name: i for i, name in enumerate(names)}
            elif not line.startswith("#"):
                word = line.split(" ")
                if word[column["prev"]] != "-":
                    self.assertLessEqual(int(word[column["prev"]]),
                                         int(word[column["truth"]]))
                    self.assertLessEqual(int(word[column["truth"]]),
                                         int(word[column["after"]]))

    def test_bad_options(self):
        for option in ("--cntfrq=0", "--rate=x", "--segment=nothing",
                       "--poll-method=irq", "--poll-mode=often", "-n=-1"):
            status, out, err = run("simulate", option)
            self.assertEqual((status, out), (2, b""), option)
            self.assertTrue(err.startswith("ppsspin: "), option)


if __name__ == "__main__":
    unittest.main()

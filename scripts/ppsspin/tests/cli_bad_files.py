# SPDX-License-Identifier: GPL-2.0
"""Bad files: a clear message or an honest count, never a crash."""
import json
import os
import random
import shutil
import subprocess
import tempfile
import unittest

from cli import FAST, HERE, PPSSPIN, report, run, simulate
from rings import published

HEAD = ("# format=1\n# cntfrq_hz=12500000\n"
        "# columns: seq flags poll prev before after reads entry early ack "
        "irq poll_cpu irq_cpu t0 t1\n")
PULSE = ("1 - poll-mmio 12500 12506 12512 9 12514 12515 12517 12540 1 0 - -\n")


class BadFiles(unittest.TestCase):
    def report(self, data, status, program=PPSSPIN):
        got, out, err = run("report", "-", data=data, program=program)
        self.assertEqual(got, status, err)
        self.assertNotIn("nan", out.decode(errors="replace"))
        return out.decode(errors="replace"), err

    def test_no_such_file(self):
        status, out, err = run("report", "/nowhere")
        self.assertEqual((status, out), (2, b""))
        self.assertIn("/nowhere: No such file", err)

    def test_directory(self):
        status, _, err = run("report", "/")
        self.assertEqual(status, 2)
        self.assertIn("Is a directory", err)

    def test_empty(self):
        self.assertIn("not a stream", self.report("", 2)[1])

    def test_a_log_of_another_program(self):
        for name in ("ppstest", "refclocks"):
            with open(f"{HERE}/fuzz/corpus/import/{name}", "rb") as log:
                self.assertIn("`ppsspin import`",
                              self.report(log.read(), 2)[1])

    def test_header_only(self):
        self.assertIn("no pulse", self.report(HEAD, 1)[1])

    def test_no_rate(self):
        text = HEAD.replace("# cntfrq_hz=12500000\n", "")
        self.assertIn("cntfrq_hz", self.report(text + PULSE, 2)[1])

    def test_rate_zero(self):
        text = HEAD.replace("12500000", "0")
        self.assertIn("cntfrq_hz", self.report(text + PULSE, 2)[1])

    def test_rate_changes(self):
        text = HEAD + PULSE + "# cntfrq_hz=1000\n" + PULSE
        self.assertIn("rate changes", self.report(text, 2)[1])

    def test_one_record(self):
        out, _ = self.report(HEAD + PULSE, 0)
        self.assertIn("n/a", out)

    def test_two_records_of_one_value(self):
        self.report(HEAD + PULSE + PULSE, 1)

    def test_torn_at_every_byte(self):
        whole = HEAD + PULSE
        for cut in range(len(HEAD) + 1, len(whole)):
            out, _ = self.report(whole[:cut], 1, FAST)
            self.assertIn("torn", out)
        for cut in range(len(whole) + 1, len(whole + PULSE)):
            got = report((whole + PULSE)[:cut], status=1)
            self.assertEqual(got["pulses"], 1)
            self.assertEqual(got["left_out"]["bad_lines"], 1)

    def test_crlf(self):
        got = report((HEAD + PULSE).replace("\n", "\r\n"), program=PPSSPIN)
        self.assertEqual(got["pulses"], 1)
        self.assertEqual(got["left_out"]["crlf_lines"], 4)

    def test_nul(self):
        out, _ = self.report(HEAD + PULSE + "2 - \0\n", 1)
        self.assertIn("NUL", out)

    def test_unknown_and_reordered_columns(self):
        plain = report(simulate("-n", 200))
        lines = []
        for line in simulate("-n", 200).splitlines():
            if line.startswith("# columns:"):
                words = line.split(" ")[2:]
                line = "# columns: new " + " ".join(reversed(words))
            elif not line.startswith("#"):
                line = "x-1 " + " ".join(reversed(line.split(" ")))
            lines.append(line)
        self.assertEqual(report("\n".join(lines) + "\n"), plain)

    def test_lost(self):
        lines = simulate("-S", "idle:400").splitlines(keepends=True)
        cut = lines[:150] + ["# lost 50\n"] + lines[200:]
        got = report("".join(cut), status=1)
        self.assertEqual(got["left_out"]["lost"], 50)
        self.assertEqual(got["segments"][0]["notes"]["breaks"], 0)
        self.assertEqual(got["segments"][0]["problems"]["seq_missing"], 0)

    def test_noise(self):
        chance = random.Random(9)
        self.assertIn("not a stream",
                      self.report(chance.randbytes(3_000_000), 2)[1])
        out, _ = self.report(HEAD.encode() + PULSE.encode() +
                             chance.randbytes(3_000_000), 1)
        self.assertIn("left out", out)

    def test_100_mb_of_noise(self):
        noise = random.Random(9).randbytes(1 << 20) * 100
        _, err = self.report(noise, 2, FAST)
        self.assertIn("not a stream", err)

    def test_absurd_values(self):
        top = str(2 ** 64 - 1)
        # A line with the seq of the one before would not be looked at
        second = PULSE.replace("1 -", "2 -", 1)
        wild = second.replace("12514", top).replace("12540", "0")
        more = PULSE.replace("1 -", f"{top} -").replace("12512", "1")
        # prev and irq near each other, after half of the counter's range away
        half = second.replace("12500", str(2 ** 63 + 12505)).replace(
            "12540", str(2 ** 63 + 12515))
        for extra in (wild, more, wild + more, more + wild + PULSE, half,
                      second.replace("12506", top),
                      second.replace("12506", str(2 ** 63))):
            got, _, err = run("report", "-", data=HEAD + PULSE + extra)
            self.assertIn(got, (0, 1), err)

    def test_absurd_values_on_the_screen(self):
        top = str(2 ** 63 + 12506)
        for pulse in (PULSE.replace("12506", top), PULSE.replace("12506", "-"),
                      PULSE.replace("12512", top), PULSE.replace("12540", top)):
            with tempfile.NamedTemporaryFile() as source:
                source.write((HEAD + pulse).encode())
                source.flush()
                status, out, err = run("watch", "--plain", "--from",
                                       source.name)
            self.assertEqual((status, err), (0, ""))
            self.assertNotRegex(out.decode(), "[0-9]{12}")

    def test_absurd_truth(self):
        capture = simulate("-S", "idle:60")
        segment = report(capture, program=PPSSPIN)["segments"][0]
        plain = segment["retrospective_ns"]["irq"]
        lines = capture.splitlines(keepends=True)
        for apart in (2 ** 62, 2 ** 63 - 1, 2 ** 63):
            words = lines[-1].split()
            words[-3] = str((int(words[-3]) + apart) % 2 ** 64)
            wild = "".join(lines[:-1]) + " ".join(words) + "\n"
            segment = report(wild, program=PPSSPIN)["segments"][0]
            retro = segment["retrospective_ns"]["irq"]
            self.assertEqual(set(retro["sigma_true"].values()), {None})
            self.assertEqual(retro["sigma"], plain["sigma"])

    def test_every_line_twice_and_backwards(self):
        lines = simulate("-S", "heavy:50").splitlines(keepends=True)
        head = [line for line in lines if line.startswith("#")]
        pulses = [line for line in lines if not line.startswith("#")]
        self.report("".join(head + pulses[::-1] + pulses), 1)


class Phases(unittest.TestCase):
    def refused(self, data, why):
        status, out, err = run("report", "--phase", "-", data=data)
        self.assertEqual((status, out), (2, b""), data[:80])
        self.assertEqual(err, f"ppsspin: -: {why}\n")

    def test_directory(self):
        status, out, err = run("report", "--phase", "/")
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, "ppsspin: /: Is a directory: a file of phases "
                              "is needed, one a line\n")

    def test_what_is_no_phase(self):
        why = "line 3 is no phase: write a number of seconds, or nan for a gap"
        for bad in ("inf", "-inf", "1e999", "1e300", "x", "1 2", "1x"):
            self.refused(f"# phases\n1e-9\n{bad}\n2e-9\n", why)

    def test_what_is_no_line(self):
        why = ("line 2 is no text of up to 254 characters: "
               "write one phase a line")
        for bad in ("0." + 253 * "0", 10000 * "1", "#" + 255 * "x", "1\0 2",
                    "\0"):
            self.refused(f"1e-9\n{bad}\n2e-9\n", why)

    def test_the_longest_line_a_gap_and_no_newline(self):
        data = "# phases\n\n1e-9\n0." + 252 * "0" + "\nnan\r\n -nan\n3e-9"
        status, out, err = run("report", "--phase", "-", data=data)
        self.assertEqual((status, err), (0, ""))
        self.assertIn(b"-: 5 phases", out)
        self.assertNotIn(b"inf", out)


class PhaseOptions(unittest.TestCase):
    """An option that would do nothing is not taken in silence."""

    def refused(self, options, why):
        status, out, err = run("report", *options, "-", data="1\n2\n3\n")
        self.assertEqual((status, out, err), (2, b"", f"ppsspin: {why}\n"))

    def test_what_phases_have_no_use_for(self):
        for option in ("--json", "--gate=800", "--html=/nowhere/page",
                       "--pictures=/nowhere", "--svg=cdf", "--png=cdf",
                       "--seed=1"):
            name = option.split("=")[0]
            for options in (["--phase", option], [option, "-f"]):
                self.refused(options, f"--phase and {name} do not go "
                                      "together: leave one of them out")

    def test_what_only_phases_have(self):
        self.refused(["--tau0=1"], "--tau0 is the time between phases: "
                                   "use it with --phase")

    def test_both(self):
        status, out, _ = run("report", "--phase", "--tau0=2", "-",
                             data="1\n2\n3\n")
        self.assertEqual(status, 0)
        self.assertIn(b"3 phases, tau0 = 2 s", out)
        status, out, _ = run("report", "--phase", "-", data="1\n2\n3\n")
        self.assertIn(b"3 phases, tau0 = 1 s", out)


class Names(unittest.TestCase):
    def test_what_a_terminal_would_obey_is_shown_as_marks(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder.encode(),
                                b"<a>\n=== b\x1b[1m\xff\xc3\xa9")
            with open(path, "wb") as out:
                out.write((HEAD + PULSE).encode())
            page = os.path.join(folder, "page")
            status, out, err = run("report", "--html", page,
                                   os.fsdecode(path))
            self.assertEqual(status, 0, err)
            self.assertIn("<a>?=== b?[1m?é:", out.decode())
            with open(page, encoding="utf-8") as text:
                self.assertIn("&lt;a&gt;?=== b?[1m?é</h1>", text.read())
            _, out, _ = run("report", "--json", os.fsdecode(path))
            self.assertTrue(json.loads(out)["file"].endswith("?[1m?é"))

    def shown(self, mark):
        """Return a mark as the JSON report has it."""
        _, out, err = run("report", "--json", "-", data=HEAD.encode() +
                          b"# mark <" + mark + b">\n" + PULSE.encode())
        name = json.loads(out.decode())["segments"][0]["name"]
        self.assertTrue(name.startswith("<") and name.endswith(">"), err)
        return name[1:-1]

    def test_the_controls_beyond_ascii_are_shown_as_marks(self):
        for last in range(0x80, 0xa0):
            self.assertEqual(self.shown(bytes((0xc2, last))), "??")
        self.assertEqual(self.shown(b"\x7f"), "?")

    def test_what_is_no_utf_8_is_shown_as_marks(self):
        for bad in (b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xc1\xbf",
                    b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xf0\x80\x80\x80",
                    b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80",
                    b"\xf5\x80\x80\x80", b"\xe2\x82", b"\x80"):
            self.assertEqual(self.shown(bad), len(bad) * "?", bad)

    def test_the_first_and_last_character_of_each_length(self):
        for good in " ~\u00a0\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff":
            self.assertEqual(self.shown(good.encode()), good)


class NoStream(unittest.TestCase):
    """record and watch refuse what report refuses."""

    def refused(self, path, why):
        for command in (["record"], ["watch", "--plain"]):
            status, out, err = run(*command, "--from", path)
            self.assertEqual((status, out), (2, b""), command)
            self.assertIn(f"{path}: {why}", err)
            self.assertIn("not a stream", err)

    def test_something_else(self):
        self.refused("/etc/passwd", "no usable `# columns:` line")

    def test_empty(self):
        self.refused("/dev/null", "empty")

    def test_columns_that_cannot_be_read(self):
        with tempfile.NamedTemporaryFile() as source:
            source.write(b"# columns: seq flags seq\n1 - 1\n")
            source.flush()
            self.refused(source.name, "no usable `# columns:` line")

    def test_one_torn_line(self):
        with tempfile.NamedTemporaryFile() as source:
            source.write(b"hello")
            source.flush()
            self.refused(source.name, "no usable `# columns:` line")


class OutputOverInput(unittest.TestCase):
    """What is read is not written over, by whatever name."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.input = os.path.join(self.folder.name, "input")
        self.symlink = os.path.join(self.folder.name, "symlink.svg")
        self.hardlink = os.path.join(self.folder.name, "hardlink.svg")
        self.pictures = os.path.join(self.folder.name, "pictures")
        os.mkdir(self.pictures)
        self.write(simulate("-S", "idle:30").encode())

    def tearDown(self):
        self.folder.cleanup()

    def write(self, content):
        self.content = content
        with open(self.input, "wb") as out:
            out.write(content)
        for link in (self.symlink, self.hardlink):
            if os.path.lexists(link):
                os.unlink(link)
        os.symlink("input", self.symlink)
        os.link(self.input, self.hardlink)

    def kept(self, status, err, output):
        self.assertEqual(status, 2, err)
        self.assertIn(f"{output}: it would be written over", err)
        self.assertIn("choose another file", err)
        self.assertEqual(err.count("\n"), 1, err)
        with open(self.input, "rb") as content:
            self.assertEqual(content.read(), self.content)

    def test_by_any_name(self):
        for output in (self.input, self.symlink, self.hardlink):
            for command in (["record", "--from", self.input, "--output"],
                            ["report", self.input, "--html"]):
                status, out, err = run(*command, output)
                self.assertEqual(out, b"")
                self.kept(status, err, output)

    def test_a_picture(self):
        for name in ("cdf.svg", "observer.png"):
            output = os.path.join(self.pictures, name)
            os.link(self.input, output)
            status, _, err = run("report", "--pictures", self.pictures,
                                 self.input)
            self.kept(status, err, output)
            os.unlink(output)

    def test_a_picture_of_a_ring(self):
        self.write(published("nop"))
        for output in (self.symlink, self.hardlink):
            status, _, err = run("bench", "tick", "--input", self.input,
                                 "--picture", output)
            self.kept(status, err, output)

    def test_stdin(self):
        with open(self.input, "rb") as source:
            done = subprocess.run([PPSSPIN, "report", "--html", self.input,
                                   "-"], stdin=source, capture_output=True,
                                  check=False, text=True)
        self.kept(done.returncode, done.stderr, self.input)

    def appended(self, *command):
        with open(self.input, "ab") as output:
            done = subprocess.run([PPSSPIN, *command, self.input],
                                  stdout=output, stderr=subprocess.PIPE,
                                  check=False, text=True, timeout=60)
        self.kept(done.returncode, done.stderr, "stdout")

    def test_stdout(self):
        for command in (["report"], ["watch", "--plain", "--from"],
                        ["record", "--count=100", "--from"]):
            self.appended(*command)
        self.write(b"1\n2\n3\n")
        self.appended("report", "--phase")
        self.write(published("nop"))
        self.appended("bench", "tick", "--input")
        self.write(b"source 0 - assert 1700000000.123456789, sequence: 1\n")
        self.appended("import")

    def test_a_device_cannot_be_written_over(self):
        status, _, err = run("record", "--from=/dev/null", "-o", "/dev/null")
        self.assertEqual(status, 2)
        self.assertIn("empty", err)


class OutputThatCannotBeWritten(unittest.TestCase):
    """Nobody takes a status of 0 for an output that is not there."""

    def refused(self, *command, data=b""):
        for redirect, why in ((">/dev/full", "No space left on device"),
                              (">&-", "Bad file descriptor")):
            done = subprocess.run(["sh", "-c", f'exec "$@" {redirect}', "sh",
                                   PPSSPIN, *command], input=data, check=False,
                                  stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stderr.decode()),
                             (2, f"ppsspin: cannot write: {why}\n"),
                             (command, redirect))

    def test_tables(self):
        self.refused("report", "--phase", "-", data=b"1\n2\n3\n")
        self.refused("report", "-", data=(HEAD + PULSE).encode())
        self.refused("report", "--json", "-", data=(HEAD + PULSE).encode())
        self.refused("simulate", "-S", "idle:3")
        self.refused("help")

    def test_a_screen(self):
        self.refused("watch", "--plain", "--from=/dev/stdin",
                     data=(HEAD + PULSE).encode())

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_a_picture(self):
        capture = simulate("-S", "idle:60").encode()
        for picture in ("--svg=cdf", "--png=cdf"):
            self.refused("report", picture, "-", data=capture)


class Corpus(unittest.TestCase):
    """What the fuzzer found worth keeping."""

    def replay(self, command, folder):
        folder = os.path.join(HERE, "fuzz", "corpus", folder)
        for name in sorted(os.listdir(folder)):
            status, _, err = run(command, os.path.join(folder, name))
            self.assertIn(status, (0, 1, 2), f"{name}: {err}")

    def test_report(self):
        self.replay("report", "report")

    def test_import(self):
        self.replay("import", "import")


class Usage(unittest.TestCase):
    def test_no_command(self):
        self.assertEqual(run()[0], 2)

    def test_unknown_command(self):
        status, _, err = run("frobnicate")
        self.assertEqual(status, 2)
        self.assertIn("frobnicate", err)

    def test_unknown_option(self):
        self.assertEqual(run("report", "--frobnicate")[0], 2)

    def test_help_fits_a_screen(self):
        commands = [line.split()[0] for line in
                    run("help")[1].decode().splitlines()
                    if line.startswith("  ")]
        self.assertIn("report", commands)
        experiments = [["bench", "tick"], ["bench", "lock"]]
        for command in [[]] + [[name] for name in commands] + experiments:
            status, out, _ = run(*command, "--help")
            self.assertEqual(status, 0)
            lines = out.decode().splitlines()
            self.assertLess(len(lines), 24, command)
            self.assertTrue(all(len(line) <= 80 for line in lines), command)


if __name__ == "__main__":
    unittest.main()

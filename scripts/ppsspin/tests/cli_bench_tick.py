# SPDX-License-Identifier: GPL-2.0
"""bench tick: what rings of known content give, and what is no ring."""
import json
import os
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

from cli import HERE, run
from rings import STOPPED, header, published, ring

HALTS = ("cycles counts active time only under wfi (0.17 % of wall): "
         "not comparable with nop")


def analyse(rings, *options):
    """Return status, stdout and stderr for rings in files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, data in enumerate(rings):
            paths.append(os.path.join(folder, f"{i}.tick"))
            with open(paths[-1], "wb") as out:
                out.write(data)
        status, out, err = run("bench", "tick", *options, "--input", *paths)
    return status, out.decode(), err


def numbers(data, counter="cycles"):
    """Return the JSON of one counter of one ring."""
    status, out, err = analyse([data], "--json")
    assert status in (0, 1), err
    return json.loads(out)["runs"][0]["counters"][counter]


def words(rings, counter="cycles"):
    """Return what is said of a counter of each ring."""
    return [run["counters"][counter]["validity_words"] for run in
            json.loads(analyse(rings, "--json")[1])["runs"]]


def rank(values, share):
    """Return a percentile: the value of rank ceil(n share)."""
    return sorted(values)[-int(-len(values) * share // 1) - 1]


class Figures(unittest.TestCase):
    def test_published_ones_come_out(self):
        status, out, err = analyse([published(idle)
                                    for idle in ("mmio", "wfi", "nop")])
        self.assertEqual((status, err), (0, ""))
        rows = [line.split() for line in out.splitlines()
                if re.match(r"  \w+ +cycles +\d", line)]
        self.assertEqual(rows[:3], [
            ["mmio", "cycles", "16383", "6000002", "10000003.3", "130",
             "216.7", "250", "416.7", "100.00"],
            ["wfi", "cycles", "16383", "10000", "16666.7", "1", "1.7", "17",
             "28.3", "0.17"],
            ["nop", "cycles", "16383", "6000002", "10000003.3", "1", "1.7",
             "17", "28.3", "100.00"]])
        # Beside them, in the same columns
        self.assertEqual([row[:1] + row[3:] for row in rows[3:]], [
            ["mmio", "6000002", "10000003.3", "130", "216.7", "250", "416.7",
             "100.00"],
            ["wfi", "10000", "16666.7", "1", "1.7", "n/a", "n/a", "0.17"],
            ["nop", "n/a", "n/a", "1", "1.7", "17", "28.3", "100.00"]])

    def test_quartiles_are_values_of_the_sample(self):
        steps = [6000000 + i * 7919 % 1000 for i in range(999)]
        got = numbers(ring(steps))
        self.assertEqual(got["n"], 999)
        self.assertEqual(got["median_ticks"], rank(steps, 0.5))
        self.assertEqual(got["iqr_ticks"],
                         rank(steps, 0.75) - rank(steps, 0.25))
        self.assertEqual(got["max_minus_min_ticks"],
                         max(steps) - min(steps))
        self.assertAlmostEqual(got["median_ns"], rank(steps, 0.5) / 0.6)
        self.assertAlmostEqual(got["counted_over_wall"],
                               sum(steps) / len(steps) / 6e6, 12)

    def test_counters_that_wrap_or_are_huge(self):
        steps = [6000000 + i % 3 for i in range(100)]
        plain = numbers(ring(steps))
        for start in (-7000000, 2 ** 63 - 7000000, 2 ** 63, 2 ** 62):
            self.assertEqual(numbers(ring(steps, start=start)), plain)
            self.assertEqual(numbers(ring(steps, start=start), "arch"),
                             numbers(ring(steps), "arch"))

    def test_long_steps_are_exact(self):
        # The counter of a GHz, the slowest timer, 100 days without one
        steps = [2 ** 53 - 1, 2 ** 53 - 3, 2 ** 53 - 1, 2 ** 53 - 1]
        got = numbers(ring(steps))
        self.assertEqual(got["median_ticks"], 2 ** 53 - 1)
        self.assertEqual(got["max_minus_min_ticks"], 2)

    def test_what_a_few_samples_cannot_tell(self):
        for n, median, iqr in ((1, None, None), (2, 6000000, None),
                               (3, 6000000, None), (4, 6000000, 0)):
            got = numbers(ring([6000000] * n))
            self.assertEqual((got["n"], got["median_ticks"],
                              got["iqr_ticks"]), (n, median, iqr))

    def test_late_interrupts_are_told(self):
        status, out, _ = analyse([ring([6000000] * 99 + [12000000],
                                       wall_ns=[10 ** 7] * 99 + [2 * 10 ** 7])])
        self.assertEqual(status, 0)
        self.assertIn("nop: 1 differences are longer than 1.5 periods", out)

    def test_one_stamp_has_one_row(self):
        out = analyse([ring([6000000] * 9, stamp=b"handler")])[1]
        self.assertNotRegex(out, r"nop +handler")
        out = analyse([ring([6000000] * 9)])[1]
        self.assertRegex(out, r"nop +handler")


class Validity(unittest.TestCase):
    def test_a_counter_that_halts(self):
        self.assertEqual(words([published("wfi")]), [HALTS])

    def test_a_counter_that_halts_with_a_run_under_nop_as_its_rate(self):
        rings = [ring([10000] * 99, idle=b"wfi", cpu_khz=0),
                 ring([6000000] * 99, cpu_khz=0)]
        self.assertEqual(words(rings), [
            HALTS, "cycles counts 600 MHz under nop: cpufreq tells no rate, "
            "so the others are held against this one, and it against none"])

    def test_a_rate_that_nobody_knows(self):
        rings = [ring([10000] * 99, idle=b"wfi", cpu_khz=0),
                 # Of another CPU
                 ring([6000000] * 99, cpu_khz=0, cpu=2)]
        self.assertIn("its rate is not known", words(rings)[0])

    def test_a_counter_that_runs_on(self):
        # As QEMU's does
        rings = [ring([10 ** 7] * 99, idle=b"wfi", cpu_khz=0),
                 ring([10 ** 7] * 99, cpu_khz=0)]
        self.assertEqual(words(rings)[0], "cycles counts wall time under wfi "
                         "(100.00 % of wall)")

    def test_half_may_be_the_frequency(self):
        self.assertEqual(words([ring([3000000] * 99, idle=b"wfe")]), [
            "cycles counts active time only under wfe (50.00 % of wall), or "
            "the CPU ran slower: not comparable with nop"])

    def test_a_busy_loop_does_not_sleep(self):
        for idle in (b"nop", b"mmio"):
            self.assertEqual(words([ring([300000] * 99, idle=idle)]), [
                f"cycles does not run at 600 MHz under {idle.decode()} "
                "(5.00 % of wall): its ns are wrong"])

    def test_too_fast(self):
        self.assertIn("does not run at 600 MHz under wfi (200.00 % of wall)",
                      words([ring([12000000] * 99, idle=b"wfi")])[0])

    def test_the_edge_of_what_counts_wall_time(self):
        for steps, wall in ((5880001, True), (5879999, False),
                            (6119999, True), (6120001, False)):
            self.assertEqual(
                "counts wall time" in words([ring([steps] * 9)])[0], wall)

    def test_a_clock_of_the_same_counter_is_no_check(self):
        self.assertEqual(words([ring([6000000] * 9)], "arch"), [
            "arch counts wall time under nop (100.00 % of wall), but the "
            "clock (arch_sys_counter) is made of the same counter: no check"])
        self.assertEqual(words([ring([6000000] * 9, clocksource=b"hpet")],
                               "arch"),
                         ["arch counts wall time under nop (100.00 % of "
                          "wall)"])

    def test_a_wrong_rate_of_the_counter(self):
        self.assertEqual(words([ring([6000000] * 9, arch=[62500])], "arch"), [
            "arch does not run at 12.5 MHz under nop (50.00 % of wall): its "
            "ns are wrong"])

    def test_no_cycles(self):
        data = ring([0] * 9, no_cycles=b"the PMU is taken: end `perf`")
        self.assertEqual(words([data]), [
            "cycles under nop: there are none: the PMU is taken: end `perf`"])
        self.assertNotRegex(analyse([data])[1], r"nop +cycles +\d+ +0 ")

    def test_jumps(self):
        for step in (-1, 2 ** 53 + 1, 2 ** 63):
            data = ring([6000000] * 9 + [step] + [6000000] * 9)
            self.assertIn("went back or leapt 1 times", words([data])[0])
            self.assertEqual(numbers(data)["n"], 18)
            self.assertEqual(analyse([data])[0], 1)

    def test_a_clock_that_jumps(self):
        data = ring([6000000] * 9, wall_ns=[10 ** 7] * 8 + [-(10 ** 8)])
        self.assertIn("the clock 1 times", words([data])[0])
        self.assertEqual(analyse([data])[0], 1)


class Warnings(unittest.TestCase):
    def warnings(self, *rings):
        return json.loads(analyse(rings, "--json")[1])["warnings"]

    def test_a_smaller_iqr_with_another_median(self):
        trap = ("cycles: the IQR under wfi, 1, is smaller than 130 under "
                "mmio; but the median is 10000, not 6000002: another "
                "quantity, not less jitter")
        rings = [published(idle) for idle in ("wfi", "mmio", "nop")]
        self.assertEqual(self.warnings(*rings), [trap])
        self.assertIn(f"warning: {trap}\n", analyse(rings)[1])

    def test_a_smaller_iqr_with_the_same_median_is_none(self):
        self.assertEqual(self.warnings(published("mmio"), published("nop")),
                         [])

    def test_medians_that_differ_by_chance(self):
        wide = [5000000 + i * 7919 % 90000 for i in range(999)]
        self.assertEqual(self.warnings(
            ring(wide), ring([30000 + i + i % 90000 // 8 for i in wide],
                             idle=b"wfi")), [])

    def test_it_is_not_the_sound_run_that_misleads(self):
        wide = ring([10000 + i % 100 for i in range(999)], idle=b"wfi")
        self.assertEqual(self.warnings(published("nop"), wide), [])

    def test_medians_that_differ_though_both_count_wall_time(self):
        slow = ring([5940000] * 99, idle=b"mmio")
        self.assertIn("another quantity",
                      self.warnings(slow, published("nop"))[0])

    def test_other_conditions(self):
        changes = {"cpu": 2, "rate_hz": 1000, "cntfrq_hz": 10 ** 9,
                   "cpu_khz": 1, "hz": 1000, "stamp": b"early",
                   "clocksource": b"hpet"}
        said = set()
        for key, value in changes.items():
            got = self.warnings(ring([6000000] * 9),
                                ring([6000000] * 9, **{key: value}))
            self.assertRegex(got[0], "differ in more than the idle policy: ")
            said.add(got[0])
        self.assertEqual(len(said), len(changes))

    def test_runs_at_another_rate_have_another_median_by_right(self):
        got = self.warnings(published("mmio"),
                            ring([600000] * 99, idle=b"wfi", rate_hz=1000,
                                 wall_ns=[10 ** 6]))
        self.assertEqual(len(got), 1)
        self.assertIn("rate of the timer", got[0])


class BadRings(unittest.TestCase):
    def refused(self, data, reason):
        status, out, err = analyse([data])
        self.assertEqual((status, out), (2, ""), err)
        self.assertIn(reason, err)

    def problem(self, data, reason):
        status, out, err = analyse([data])
        self.assertEqual((status, err), (1, ""))
        self.assertIn(reason, out)
        self.assertNotRegex(out, "nan|inf")

    def test_no_file(self):
        for path in ("/nowhere", "/"):
            status, out, err = run("bench", "tick", "--input", path)
            self.assertEqual((status, out), (2, b""))
            self.assertRegex(err, f"{path}: (No such file|Is a directory)")

    def test_other_files(self):
        self.refused(b"", "it is empty")
        self.refused(b"# format=1\n" * 99, "not a ring")
        self.refused(b"PPSTICK ", "not a ring")
        self.refused(bytes(99999), "not a ring")

    def test_other_headers(self):
        self.refused(ring([1], version=2), "version")
        self.refused(ring([1], version=0), "version")
        for sizes in ({"header_bytes": 255}, {"header_bytes": 2 ** 32 - 1},
                      {"sample_bytes": 31}, {"sample_bytes": 0},
                      {"sample_bytes": 2 ** 31}):
            self.refused(ring([1], **sizes), "sizes")
        self.refused(ring([1], state=0), "state")
        self.refused(ring([1], state=4), "state")
        self.refused(ring([1], wanted=1), "state")
        self.refused(ring([1], rate_hz=0), "rate")
        self.refused(ring([1], cntfrq_hz=0), "rate")

    def test_longer_parts_of_a_later_layout(self):
        plain = ring([6000000] * 9)
        samples = [plain[at:at + 32] for at in range(256, len(plain), 32)]
        longer = (header(10, header_bytes=264, sample_bytes=40) + bytes(8) +
                  b"".join(sample + b"more...." for sample in samples))
        self.assertEqual(numbers(longer), numbers(plain))
        self.assertEqual(analyse([longer])[0], 0)

    def test_torn(self):
        # At every byte: see test_tickring.c
        whole = ring([6000000] * 3)
        for cut in (1, 7, 8, 255):
            self.refused(whole[:cut], "torn")
        for cut, missing in ((256, 4), (257, 4), (288, 3), (len(whole) - 1, 1)):
            self.problem(whole[:cut], f"nop: {missing} samples are missing")

    def test_samples_that_nobody_wrote(self):
        most = 2 ** 32 - 1
        self.problem(ring([1] * 9, samples=most, wanted=most),
                     f"{most - 10} samples are missing")

    def test_bytes_behind_the_end(self):
        self.problem(ring([6000000] * 9) + b"x" * 33, "33 bytes behind")

    def test_no_sample_and_one(self):
        self.problem(header(0), "cycles under nop: fewer than two samples")
        self.problem(ring([]), "arch under nop: fewer than two samples")

    def test_a_stopped_run_is_what_it_is(self):
        status, out, _ = analyse([ring([6000000] * 9, state=STOPPED,
                                       wanted=16384)])
        self.assertEqual(status, 0)
        self.assertIn("10 of 16384 samples (stopped)", out)

    def test_texts_without_an_end(self):
        data = ring([6000000] * 9, idle=b"\x1b[2J" + b"\xff" * 12,
                    stamp=b"x" * 16, idle_state=b"y" * 48,
                    clocksource=b"z" * 32, no_cycles=b"w" * 64)
        got = json.loads(analyse([data], "--json")[1])["runs"][0]
        self.assertEqual([got[key] for key in ("idle", "stamp", "idle_state",
                                               "clocksource", "no_cycles")],
                         ["?[2J" + "?" * 11, "x" * 15, "y" * 47, "z" * 31,
                          "w" * 63])

    def test_too_large(self):
        with tempfile.NamedTemporaryFile() as file:
            file.truncate(2 ** 30)
            status, _, err = run("bench", "tick", "--input", file.name)
        self.assertEqual(status, 2)
        self.assertIn("too large", err)

    def test_corpus(self):
        folder = os.path.join(HERE, "fuzz", "corpus", "tick")
        for name in sorted(os.listdir(folder)):
            status, _, err = run("bench", "tick", "--input",
                                 os.path.join(folder, name))
            self.assertIn(status, (0, 1, 2), f"{name}: {err}")


class Options(unittest.TestCase):
    def test_bad_ones(self):
        for option in ("--rate=0", "--rate=9", "--rate=1001", "--rate=x",
                       "--samples=1", "--samples=16385", "--idle=sleep",
                       "--idle=", "--idle=wfi,", "--cpu=-1", "--cpu=65536",
                       "--picture=x.pdf", "--picture=svg"):
            status, out, err = run("bench", "tick", option)
            self.assertEqual((status, out), (2, b""), option)
            self.assertTrue(err.startswith(f"ppsspin: {option}"[:14]), err)
            self.assertEqual(err.count("\n"), 1, err)

    def test_a_file_without_input(self):
        status, _, err = run("bench", "tick", "x.tick")
        self.assertEqual(status, 2)
        self.assertIn("--input=x.tick", err)

    def test_options_of_a_run_without_one(self):
        for option in ("--cpu=1", "--idle=nop", "--output=/tmp"):
            status, _, err = analyse([published("nop")], option)
            self.assertEqual(status, 2)
            self.assertIn("runs nothing", err)

    def test_no_experiment(self):
        self.assertEqual(run("bench")[0], 2)
        status, _, err = run("bench", "frobnicate")
        self.assertEqual(status, 2)
        self.assertIn("frobnicate", err)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Picture(unittest.TestCase):
    def draw(self, name, *rings):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            status, _, err = analyse(rings, "--picture", path)
            self.assertEqual(err, "")
            with open(path, "rb") as picture:
                return status, picture.read()

    def test_svg(self):
        status, got = self.draw("a.svg", published("nop"), published("wfi"))
        self.assertEqual(status, 0)
        tree = xml.etree.ElementTree.fromstring(got)
        texts = "".join(tree.itertext())
        for text in ("cycles: period minus its median",
                     "wfi, 0.17 % of wall", "ticks of 80 ns",
                     "ticks of 1.667 ns"):
            self.assertIn(text, texts)

    def test_png(self):
        self.assertTrue(self.draw("a.png", published("nop"))[1]
                        .startswith(b"\x89PNG"))

    def test_few_or_odd_samples(self):
        for data in (ring([]), header(0), ring([1]), ring([-1] * 9),
                     ring([6000000] * 9, cpu_khz=0, idle=b"wfi"),
                     ring([0, 2 ** 53] * 9), ring([0] * 9, no_cycles=b"x")):
            self.assertIn(b"</svg>", self.draw("a.svg", data)[1])

    def test_without_gnuplot(self):
        path = os.environ["PATH"]
        os.environ["PATH"] = "/nowhere"
        try:
            status, out, err = analyse([published("nop")], "--picture",
                                       "/tmp/never.svg")
        finally:
            os.environ["PATH"] = path
        self.assertEqual(status, 0)
        self.assertIn("validity", out)
        self.assertIn("gnuplot cannot be run", err)


if __name__ == "__main__":
    unittest.main()

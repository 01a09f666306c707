# SPDX-License-Identifier: GPL-2.0
"""Statistics do not depend on where the counter is, nor on lines missing."""
import math
import unittest

from cli import report, shift, simulate


def numbers(value, path=""):
    """Flatten a report into {path: number}."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from numbers(child, f"{path}/{key}")
    elif isinstance(value, list):
        for i, child in enumerate(value):
            yield from numbers(child, f"{path}/{i}")
    elif isinstance(value, (int, float)):
        yield path, value


class Exactness(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.capture = simulate("-n", 700, "--start", 1000, "--stimulus")
        cls.plain = dict(numbers(report(cls.capture)))

    def same(self, capture, plain=None):
        got = dict(numbers(report(capture)))
        self.assertEqual(got, plain or self.plain)

    def test_offset_2_62(self):
        self.same(shift(self.capture, 2 ** 62))

    def test_near_2_63(self):
        self.same(shift(self.capture, 2 ** 63 - 500 * 12500000))

    def test_wrap(self):
        self.same(shift(self.capture, 2 ** 64 - 300 * 12500000))

    def test_simulate_is_as_exact(self):
        high = simulate("-n", 700, "--start", 1000 + 2 ** 62, "--stimulus")
        self.assertEqual(high, shift(self.capture, 2 ** 62))

    def test_counter_rates(self):
        for rate in (12500000, 13000000, 54000000, 1000000000):
            got = report(simulate("-S", "idle:3000", "--cntfrq", rate))
            segment = got["segments"][0]
            sigma = segment["retrospective_ns"]["poll-mmio"]["sigma"]["raw"]
            self.assertLess(abs(sigma / (480 / math.sqrt(12)) - 1), 0.05)
            self.assertAlmostEqual(got["tick_ns"], 1e9 / rate)
            self.assertLess(abs(segment["period_s"] - 1.0000086), 1e-6)

    def test_pulse_rates(self):
        for rate in (0.5, 5, 10, 100):
            segment = report(simulate("-S", "idle:2000", "--rate",
                                      rate))["segments"][0]
            sigma = segment["retrospective_ns"]["poll-mmio"]["sigma"]["raw"]
            self.assertLess(abs(sigma / (480 / math.sqrt(12)) - 1), 0.06)
            self.assertLess(abs(segment["period_s"] * rate - 1), 1e-4)

    def test_missing_lines_change_little(self):
        whole = report(simulate("-S", "idle:4000"))["segments"][0]
        holes = report(simulate("-S", "idle:4000", "--skip",
                                0.2), status=1)["segments"][0]
        self.assertLess(holes["pulses"], 3400)
        self.assertEqual(holes["notes"]["breaks"], 0)
        self.assertEqual(holes["problems"]["seq_missing"],
                         4000 - holes["pulses"])
        for method in ("entry", "poll-mmio"):
            a = whole["retrospective_ns"][method]["sigma_corrected"]["gated"]
            b = holes["retrospective_ns"][method]["sigma_corrected"]["gated"]
            self.assertLess(abs(a / b - 1), 0.08)

    def test_duplicate_lines_are_counted(self):
        capture = simulate("-S", "idle:2000", "--repeat", 0.1)
        segment = report(capture, status=1)["segments"][0]
        lines = sum(not line.startswith("#") for line in capture.splitlines())
        self.assertEqual(segment["problems"]["duplicates"], lines - 2000)
        self.assertGreater(segment["problems"]["duplicates"], 150)

    def test_duplicate_lines_change_nothing(self):
        lines = simulate("-n", 300).splitlines(keepends=True)
        once = report("".join(lines))
        twice = report("".join(2 * line if line[0] != "#" else line
                               for line in lines), status=1)
        for segment in twice["segments"]:
            self.assertEqual(segment["problems"].pop("duplicates"), 300)
        for segment in once["segments"]:
            self.assertEqual(segment["problems"].pop("duplicates"), 0)
        self.assertEqual(twice, once)

    def test_wall_clock_plays_no_part(self):
        # The stream holds no wall-clock time, so a step cannot be seen in it
        self.assertNotIn("time=", self.capture)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-2.0
"""Every estimator against the truth of a simulation."""
import math
import unittest

from cli import report, simulate


class Accuracy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = report(simulate("-n", 10000, "--seed", 5))
        cls.idle, cls.moderate, cls.heavy = cls.report["segments"]

    def within(self, value, truth, share):
        self.assertLess(abs(value / truth - 1), share, f"{value}, not {truth}")

    def test_poll_sigma_is_the_floor_of_a_turn(self):
        sigma = self.idle["retrospective_ns"]["poll-mmio"]["sigma"]
        self.within(sigma["raw"], 480 / math.sqrt(12), 0.05)
        for segment, stretch in ((self.moderate, 1.06), (self.heavy, 1.12)):
            sigma = segment["retrospective_ns"]["poll-mmio"]["sigma"]
            self.within(sigma["raw"], stretch * 480 / math.sqrt(12), 0.05)

    def test_entry_sigma_idle(self):
        entry = self.idle["retrospective_ns"]["entry"]
        for kind in ("raw", "gated", "filtered"):
            self.within(entry["sigma_corrected"][kind],
                        entry["sigma_true"][kind], 0.10)

    def test_entry_sigma_moderate(self):
        entry = self.moderate["retrospective_ns"]["entry"]
        for kind in ("raw", "gated", "filtered"):
            self.within(entry["sigma_corrected"][kind],
                        entry["sigma_true"][kind], 0.10)

    def test_entry_sigma_is_that_of_the_facts(self):
        entry = [segment["retrospective_ns"]["entry"]["sigma_corrected"]
                 for segment in self.report["segments"]]
        self.assertTrue(50 < entry[0]["gated"] < 75)
        self.assertTrue(100 < entry[1]["filtered"] < 140)
        self.assertTrue(200 < entry[2]["filtered"] < 320)
        self.assertTrue(4500 < entry[2]["raw"] < 8000)

    def test_reference_knows_its_own_error(self):
        for segment in self.report["segments"]:
            reference = segment["reference"]
            self.within(reference["error_ns"], reference["true_error_ns"],
                        0.10)

    def test_delay_is_that_of_the_model(self):
        # Edge to entry 500 ns, edge to the middle of the bracket 240 ns on
        # average; a tick is 80 ns
        delay = self.idle["delay_ns"]["entry"]
        self.assertLess(abs(delay["mean"] - 260), 40)


class Gate(unittest.TestCase):
    def test_every_misattribution_is_gated_and_no_other(self):
        capture = simulate("-S", "heavy:100000", "--seed", 11)
        expected = 0
        column = None
        for line in capture.splitlines():
            if line.startswith("# columns: "):
                names = line.split()[2:]
                column = {name: i for i, name in enumerate(names)}
            elif not line.startswith("#"):
                word = line.split(" ")
                ahead = (int(word[column["truth"]]) -
                         int(word[column["entry"]]))
                expected += (word[column["truth_stolen"]] == "1" and
                             ahead * 80 > 800)
        got = report(capture)["segments"][0]["retrospective_ns"]["entry"]
        self.assertGreater(expected, 800)
        self.assertEqual(got["gated_out"], expected)

    def test_ack_and_irq_are_never_gated(self):
        got = report(simulate("-S", "heavy:20000"))["segments"][0]
        for method in ("ack", "irq", "poll-mmio"):
            self.assertEqual(got["retrospective_ns"][method]["gated_out"], 0)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-2.0
"""Every estimator against the truth of a simulation."""
import math
import unittest

from cli import report, run, shift, simulate


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

    def test_reference_of_fewer_pulses_knows_its_error_less_well(self):
        for pulses, share in ((300, 0.61), (1000, 0.35), (3000, 0.15)):
            for seed in range(1, 9):
                reference = report(simulate("-n", pulses, "-S", "idle", "-s",
                                            seed))["segments"][0]["reference"]
                self.within(reference["error_ns"], reference["true_error_ns"],
                            share)

    def test_median_of_the_polls_is_low(self):
        for mode, low, high in (("every", 0.87, 0.92),
                                ("alternate", 0.71, 0.78)):
            poll = report(simulate("-n", 10000, "-S", "idle", "--poll-mode",
                                   mode))["segments"][0]["retrospective_ns"][
                                       "poll-mmio"]
            share = poll["sigma"]["filtered"] / poll["sigma_true"]["filtered"]
            self.assertTrue(low < share < high, share)

    def test_delay_is_that_of_the_model(self):
        # Edge to entry 500 ns, edge to the middle of the bracket 240 ns on
        # average; a tick is 80 ns
        delay = self.idle["delay_ns"]["entry"]
        self.assertLess(abs(delay["mean"] - 260), 40)


class Gate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.capture = simulate("-S", "heavy:100000", "--seed", 11)
        cls.segment = report(cls.capture)["segments"][0]

    def test_every_misattribution_is_gated_and_no_other(self):
        stolen, beyond = set(), set()
        column = None
        for line in self.capture.splitlines():
            if line.startswith("# columns: "):
                names = line.split()[2:]
                column = {name: i for i, name in enumerate(names)}
            elif not line.startswith("#"):
                word = line.split(" ")
                seq = int(word[column["seq"]])
                ahead = (int(word[column["truth"]]) -
                         int(word[column["entry"]]))
                if word[column["truth_stolen"]] == "1":
                    stolen.add(seq)
                    if ahead * 80 > 800:
                        beyond.add(seq)
        entry = self.segment["retrospective_ns"]["entry"]
        runs = self.segment["attribution"]["runs"]
        gated = {seq for run in runs
                 for seq in range(run["first_seq"], run["last_seq"] + 1)}
        self.assertGreater(len(beyond), 800)
        self.assertLessEqual(beyond, gated)
        self.assertLessEqual(gated, stolen)
        self.assertEqual(entry["gated_out"], len(gated))

    def test_beat_is_found(self):
        attribution = self.segment["attribution"]
        # 4 ms are 50000 ticks, 8.6 ppm of 12.5 MHz are 107.5 a pulse
        self.assertLess(abs(attribution["expected_beat_pulses"] - 465), 5)
        self.assertLess(abs(attribution["observed_beat_pulses"] /
                            attribution["expected_beat_pulses"] - 1), 0.02)

    def test_ack_and_irq_are_never_gated(self):
        got = report(simulate("-S", "heavy:20000"))["segments"][0]
        for method in ("ack", "irq", "poll-mmio"):
            self.assertEqual(got["retrospective_ns"][method]["gated_out"], 0)


class Comparison(unittest.TestCase):
    def test_observer_effect_is_found(self):
        segment = report(simulate("-S", "idle:4000", "--poll-mode",
                                  "alternate", "--observer",
                                  300))["segments"][0]
        for method in ("entry", "irq"):
            observer = segment["observer_effect_ns"][method]
            interval = observer["mean_interval"]
            self.assertLessEqual(interval["low"], 300)
            self.assertGreaterEqual(interval["high"], 300)
            self.assertLess(interval["high"] - interval["low"], 60)

    def test_no_observer_effect_is_not_found(self):
        outside = 0
        for seed in range(20):
            segment = report(simulate("-S", "idle:1000", "--poll-mode",
                                      "alternate", "--seed",
                                      seed))["segments"][0]
            interval = segment["observer_effect_ns"]["ack"]["mean_interval"]
            outside += interval["low"] > 0 or interval["high"] < 0
        self.assertLessEqual(outside, 4)

    def test_paired_difference_holds_the_truth(self):
        segment = report(simulate("-S", "idle:5000"))["segments"][0]
        pairs = {(pair["later"], pair["earlier"]): pair
                 for pair in segment["paired_ns"]}
        interval = pairs["early", "entry"]["mean_interval"]
        self.assertLessEqual(interval["low"], 95)
        self.assertGreaterEqual(interval["high"], 95)

    def test_the_same_seed_gives_the_same_interval(self):
        capture = simulate("-S", "heavy:2000")
        one, same = report(capture), report(capture)
        other = report(capture, "--seed", 2)
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)

    def test_truth_inside_every_bracket(self):
        segment = report(simulate("-S", "heavy:3000",
                                  "--stimulus"))["segments"][0]
        self.assertGreater(segment["problems"]["truth_checked"], 2500)
        self.assertEqual(segment["problems"]["truth_outside"], 0)

    def test_truth_outside_is_a_problem(self):
        lines = simulate("-S", "idle:100", "--stimulus").splitlines()
        words = lines[-1].split(" ")
        self.assertEqual(words[1], "-")
        words[13] = str(int(words[13]) - 1000)
        words[14] = str(int(words[14]) - 1000)
        capture = "\n".join(lines[:-1] + [" ".join(words)]) + "\n"
        segment = report(capture, status=1)["segments"][0]
        self.assertEqual(segment["problems"]["truth_outside"], 1)


def simulate_head():
    """The line that names the columns."""
    return [line for line in simulate("-S", "idle:1").splitlines(True)
            if line.startswith("# columns")][0]


class Verdict(unittest.TestCase):
    def test_offset_holds_the_truth(self):
        for seed in range(5):
            verdict = report(simulate("-S", "idle:2000", "--seed",
                                      seed))["verdict"]
            entry = verdict["methods"]["entry"]
            # 500 ns in the model; a stamp is rounded down to its tick
            self.assertLess(abs(entry["offset_ns"] - 460),
                            entry["uncertainty_ns"])
            self.assertLess(abs(entry["offset_ns"] - 460), 100)
            self.assertLess(abs(verdict["counter_ppm"] - 8.6), 0.2)

    def test_best_is_the_steadiest(self):
        idle = report(simulate("-S", "idle:2000"))["verdict"]["best"]
        loaded = report(simulate("-S", "heavy:2000"))["verdict"]["best"]
        self.assertIn(idle, ("entry", "early", "ack"))
        self.assertEqual(loaded, "poll-mmio")

    def test_best_may_be_one_whose_sigma_the_reference_hides(self):
        verdict = report(simulate("-n", "1000", "-S", "idle", "--seed",
                                  "8"))["verdict"]
        bounds = [name for name, method in verdict["methods"].items()
                  if method["worst_sigma_is_bound"]]
        self.assertEqual(bounds, ["entry", "early", "ack"])
        self.assertIn(verdict["best"], bounds)

    def test_pulses_that_jitter_allow_no_verdict(self):
        lines, head = [], simulate_head()
        for i, line in enumerate(simulate("-S", "idle:300").splitlines()):
            if not line.startswith("#"):
                line = shift(head + line + "\n",
                             (i * 7919) % 997 * 20).splitlines()[-1]
            lines.append(line)
        verdict = report("\n".join(lines) + "\n")["verdict"]
        self.assertGreater(verdict["scatter"], 100)
        self.assertIsNone(verdict["best"])

    def test_a_wrong_rate_is_named(self):
        capture = simulate("-S", "idle:200").replace("cntfrq_hz=12500000",
                                                     "cntfrq_hz=12000000")
        status, out, _ = run("report", "-", data=capture)
        self.assertIn("disagrees with the pulses", out.decode())
        self.assertEqual(status, 1)

    def chrony(self, capture):
        """The lines for chrony of a capture: in text, and per method in JSON."""
        verdict = report(capture)["verdict"]
        text = run("report", "-", data=capture)[1].decode()
        lines = [line.strip() for line in text.splitlines()
                 if line.startswith("    refclock ")]
        by_method = {name: method["chrony"]
                     for name, method in verdict["methods"].items()}
        self.assertLessEqual(set(lines), set(by_method.values()))
        return text, lines, by_method, verdict

    def test_chrony_is_told_a_rate_that_it_does_not_expect(self):
        for rate, words in ((1, "PPS offset"), (10, "PPS rate 10 offset")):
            _, lines, _, verdict = self.chrony(
                simulate("-S", "idle:300", "--rate", rate))
            self.assertEqual(len(lines), 2)
            self.assertTrue(all(words in line for line in lines), lines)
            self.assertIs(verdict["chrony_takes_rate"], True)

    def test_a_rate_that_chrony_cannot_take_is_told(self):
        text, lines, by_method, verdict = self.chrony(
            simulate("-S", "idle:300", "--rate", 0.1))
        self.assertEqual(lines, [])
        self.assertIn("no line: chrony takes a whole number of Hz, from 1 on; "
                      "these pulses come at 0.1 Hz", text)
        self.assertEqual(set(by_method.values()), {None})
        self.assertIs(verdict["chrony_takes_rate"], False)
        text = run("report", "-", data=simulate("-S", "idle:300", "--rate",
                                                2.5))[1].decode()
        self.assertIn("these pulses come at 2.5 Hz", text)

    def test_only_an_accepted_method_has_a_line_for_chrony(self):
        lines = []
        for i, line in enumerate(simulate("-S", "idle:600").splitlines()):
            words = line.split(" ")
            if line[0] != "#" and i % 4 == 0:
                # A pulse in four has no entry, so that it is a candidate no more
                words[7] = "-"
            lines.append(" ".join(words))
        text, shown, by_method, verdict = self.chrony("\n".join(lines) + "\n")
        self.assertIs(verdict["methods"]["entry"]["accepted"], False)
        self.assertIsNone(by_method["entry"])
        self.assertIn(by_method["irq"], shown)
        self.assertIn("too few", text)

    def test_no_line_has_its_reason(self):
        text = self.chrony(simulate("-S", "idle:20"))[0]
        self.assertIn("no line: no segment is judged", text)

    def test_scatter_takes_no_line_from_what_is_accepted(self):
        lines, head = [], simulate_head()
        for i, line in enumerate(simulate("-S", "idle:300").splitlines()):
            words = line.split(" ")
            if line[0] != "#":
                if i % 4 == 0:
                    words[7] = "-"
                line = shift(head + " ".join(words) + "\n",
                             (i * 7919) % 997 * 20).splitlines()[-1]
            lines.append(line)
        text, shown, by_method, _ = self.chrony("\n".join(lines) + "\n")
        self.assertIn("cannot be told", text)
        self.assertEqual(shown, [by_method["irq"]])

    def test_without_polls_nobody_knows_the_offset(self):
        capture = simulate("-S", "idle:500", "--poll-mode", "none")
        _, out, _ = run("report", "-", data=capture)
        self.assertIn("cannot be told without polled edges", out.decode())


if __name__ == "__main__":
    unittest.main()

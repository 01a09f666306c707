# SPDX-License-Identifier: GPL-2.0
"""What the verdict says of segments and methods that lack something."""
import re
import unittest

from cli import report, run, shift, simulate

POLL = ("prev", "before", "after", "reads", "poll", "poll_cpu")
IRQ = ("entry", "early", "ack", "irq", "irq_cpu")


def without(capture, names, flag, lacks):
    """Take columns from the pulses of `heavy` that lacks(i) is true for."""
    lines, column, i, heavy = [], [], 0, False
    for line in capture.splitlines():
        words = line.split(" ")
        if line.startswith("# columns: "):
            column = words[2:]
        elif line.startswith("# mark "):
            heavy = line == "# mark heavy"
        elif line[0] != "#" and heavy:
            i += 1
            if lacks(i):
                for name in names:
                    words[column.index(name)] = "-"
                words[1] = flag
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def both(capture, status=0):
    """The verdict of a capture: as text, and from its JSON."""
    got = report(capture, status=status)
    text = run("report", "-", data=capture)[1].decode()
    return text[text.index("=== verdict"):], got["verdict"]


class Segments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.capture = simulate("-S", "idle:300", "-S", "heavy:300")

    def test_where_polls_are_missing_the_poll_is_at_its_worst(self):
        text, verdict = both(without(self.capture, POLL, "missed",
                                     lambda i: i % 12))
        poll = verdict["methods"]["poll-mmio"]
        self.assertIs(poll["accepted"], False)
        self.assertLess(poll["coverage"], 1 / 12 + 0.01)
        self.assertRegex(text, r"poll-mmio .*: too few\n")
        self.assertNotEqual(verdict["best"], "poll-mmio")
        self.assertEqual(verdict["not_judged"], [])

    def test_a_lack_of_reference_is_no_lack_of_stamps(self):
        text, verdict = both(without(self.capture, POLL, "missed",
                                     lambda i: i % 12))
        for method in ("ack", "irq"):
            got = verdict["methods"][method]
            self.assertEqual(got["coverage"], 1)
            self.assertLess(got["referenced"], 0.1)
            self.assertIs(got["accepted"], False)
            self.assertRegex(text, rf"{method} .*; stamps 100.0 % of the "
                             r"pulses\n +has a reference for \d.\d % of its "
                             "stamps: too few\n")
        _, whole = both(self.capture)
        self.assertEqual(whole["methods"]["irq"]["referenced"], 1)

    def test_a_stamp_of_another_interrupt_is_not_sound(self):
        got = both(without(self.capture, (), "misattributed",
                           lambda i: i % 4 == 0))[1]["methods"]
        for method in ("entry", "early"):
            self.assertLess(got[method]["coverage"], 0.75 + 0.001)
            self.assertEqual(got[method]["referenced"], 1)
        self.assertEqual(got["irq"]["coverage"], 1)

    def test_an_interrupt_that_did_not_come_is_the_interrupts_fault(self):
        _, verdict = both(without(self.capture, IRQ, "noirq",
                                  lambda i: i % 12))
        for method in ("entry", "ack", "irq"):
            got = verdict["methods"][method]
            self.assertIs(got["accepted"], False)
            self.assertLess(got["coverage"], 1 / 12 + 0.01)
        self.assertEqual(verdict["best"], "poll-mmio")

    def test_a_short_segment_is_not_judged(self):
        text, verdict = both(simulate("-S", "idle:300", "-S", "heavy:29"))
        words = ("segment `heavy` not judged: it has 29 pulses, and 30 are "
                 "needed")
        self.assertEqual(verdict["not_judged"], [words])
        self.assertIn(f"note      {words}\n", text)
        self.assertIs(verdict["methods"]["irq"]["accepted"], True)
        whole = both(simulate("-S", "idle:300", "-S", "heavy:30"))[1]
        self.assertEqual(whole["not_judged"], [])

    def test_a_segment_that_was_not_to_be_polled_is_not_judged_of_the_poll(self):
        text, verdict = both(simulate("-S", "idle:300") +
                             simulate("-S", "heavy:300", "--poll-mode", "none"))
        words = ("segment `heavy` not judged of the poll: 0 pulses were to be "
                 "polled, and 30 are needed")
        self.assertEqual(verdict["not_judged"], [words])
        self.assertIn(words, text)
        self.assertIs(verdict["methods"]["poll-mmio"]["accepted"], True)
        _, verdict = both(simulate("-S", "idle:300", "--poll-mode", "none"))
        self.assertEqual(verdict["not_judged"], [])

    def test_where_no_segment_is_judged_there_is_no_best(self):
        text, verdict = both(simulate("-S", "idle:20"))
        self.assertIsNone(verdict["best"])
        self.assertEqual(verdict["methods"], {})
        self.assertEqual(len(re.findall("not judged", text)), 1)


def text_of(capture):
    """The report of a capture as text; no table in it is without a row."""
    text = run("report", "-", data=capture)[1].decode()
    for head, row in re.findall(r"^( .*(?: p50 | corr:raw ).*)\n(.*)$", text,
                                re.M):
        assert re.match(r"  \S.*\d", row), f"{head}: {row!r}"
    return text


class Reasons(unittest.TestCase):
    def test_a_segment_without_a_reference_says_so(self):
        capture = without(simulate("-S", "idle:300", "-S", "heavy:300"), POLL,
                          "missed", lambda i: i % 12)
        text = text_of(capture)
        points = report(capture)["segments"][1]["reference"]["points"]
        self.assertIn(f"retrospective analysis: no reference: {points} polled "
                      "stamps in 1 piece of the train are too few", text)
        # The straight line needs none
        line = text[text.rindex("one straight line over the segment"):]
        self.assertRegex(line, r"\n  irq +\d+ +\d+ +\d+ +\d+ +\d+\n")
        self.assertIn("in its worst segment with a reference", text)
        self.assertEqual(text.count("no reference"), 1)

    def test_an_imported_log_has_no_empty_table(self):
        log = "".join(f"source 0 - assert {1700000000 + i}.00000{1000 + i % 7}"
                      f", sequence: {i + 1} - clear  0.000000000, sequence: 0\n"
                      for i in range(100))
        text = text_of(run("import", "-", data=log)[1])
        self.assertIn("stamp minus polled edge: nothing was polled\n", text)
        self.assertNotIn("edge>irq", text)
        self.assertIn("best      irq: there is no other method", text)
        self.assertIn("imported from ppstest: ", text)
        self.assertIn("no line: how late a stamp is cannot be told", text)
        self.assertNotIn("It holds for", text)

    def test_short_and_empty_segments_have_no_empty_table(self):
        for capture in (simulate("-S", "idle:1"), simulate("-S", "idle:4"),
                        "# mark nothing\n# mark end\n" + simulate("-n", 40),
                        simulate("-S", "idle:100", "--poll-mode", "none"),
                        simulate("-S", "idle:100", "--poll-mode",
                                 "alternate")):
            text_of(capture)

    def test_the_only_one_that_stamps_is_not_the_best_of_several(self):
        capture = without(simulate("-S", "heavy:300"), IRQ, "noirq",
                          lambda i: i % 2)
        text = text_of(capture)
        self.assertIn("best      poll-mmio: the only one with enough", text)


def late_by_turns(capture, turns):
    """Make the pulses late by these ticks, again and again."""
    head = [line for line in capture.splitlines()
            if line.startswith("# columns: ")][0] + "\n"
    lines, i = [], 0
    for line in capture.splitlines():
        if line[0] != "#":
            line = shift(head + line + "\n",
                         turns[i % len(turns)]).splitlines()[-1]
            i += 1
        lines.append(line)
    return "\n".join(lines) + "\n"


class Rate(unittest.TestCase):
    def test_a_rate_is_the_slope_of_the_best_known_line(self):
        # A segment of 3 pulses says little of a rate
        _, verdict = both(simulate("-S", "idle:2000", "-S", "heavy:3"))
        self.assertLess(abs(verdict["counter_ppm"] - 8.6), 0.002)
        self.assertLess(verdict["counter_ppm_error"], 0.001)

    def test_pulses_that_jitter_have_the_rate_of_their_line(self):
        # Most gaps are 0.3 % short, and then comes a long one
        for rate, pulses, step in ((8, 125, 4700), (10, 30, 3800),
                                   (1000, 1000, 38)):
            capture = simulate("-S", f"idle:{pulses}", "--rate", rate)
            _, verdict = both(late_by_turns(capture, [3 * step, 2 * step,
                                                      step, 0]))
            self.assertEqual(verdict["nominal_hz"], rate)
            self.assertLess(abs(verdict["counter_ppm"] - 8.6),
                            verdict["counter_ppm_error"])
            self.assertLess(verdict["counter_ppm_error"], 700)
            self.assertLess(abs(verdict["hz"] * 1.0000086 - rate),
                            verdict["hz_error"])
            self.assertIs(verdict["chrony_takes_rate"], True)

    def test_a_train_that_breaks_is_numbered_on_by_seq(self):
        capture = simulate("-S", "idle:1000", "--rate", 1000)
        # A pulse in 20 is late by a fifth of a period
        capture = late_by_turns(capture, [2500] + 19 * [0])
        self.assertGreater(report(capture)["segments"][0]["notes"]["breaks"],
                           90)
        _, verdict = both(capture)
        self.assertEqual(verdict["nominal_hz"], 1000)
        self.assertLess(verdict["counter_ppm_error"], 30)
        self.assertLess(abs(verdict["counter_ppm"] - 8.6),
                        verdict["counter_ppm_error"])

    def test_a_rate_that_is_not_known_is_not_rounded(self):
        capture = simulate("-S", "idle:40", "--rate", 1000)
        # Without a rule, so that 40 pulses do not tell
        capture = late_by_turns(capture, [i * 7919 % 997 for i in range(40)])
        text, verdict = both(capture)
        self.assertIsNone(verdict["nominal_hz"])
        self.assertIsNone(verdict["counter_ppm"])
        self.assertLess(abs(verdict["hz"] - 1000), verdict["hz_error"])
        self.assertIs(verdict["chrony_takes_rate"], False)
        self.assertRegex(text, r"rate      \S+ \+- \S+ Hz by the pulses\n")
        self.assertRegex(text, r"no line: .* these pulses come at \S+ \+- ")

    def test_a_slow_counter_is_slow(self):
        for ppm, word in ((-50, "slow"), (50, "fast")):
            text, verdict = both(simulate("-S", "idle:300", "--ppm", ppm))
            self.assertRegex(text, rf"the counter runs (50.0|49.9)\d* \+- "
                             rf"0.000\d+ ppm {word} against")
            self.assertEqual(verdict["counter_ppm"] < 0, ppm < 0)

    def test_the_cause_of_a_wrong_rate_is_not_guessed(self):
        text, verdict = both(simulate("-S", "idle:300", "--ppm", 300),
                             status=1)
        self.assertIn("the pulses do not come at 1 Hz, or", text)
        self.assertIs(verdict["chrony_takes_rate"], False)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-2.0
"""Segments captured under different conditions are compared with a warning."""
import re
import unittest

from cli import PPSSPIN, report, run, simulate

KEYS = ("# tick=nohz\n# poll_cpu_idle=wfi\n"
        "# irq_cpu_idle=psci_idle:WFI,cpu-sleep-0\n# idle_policy=configured\n")
NOP = "# set idle_policy=nop\n"
BACK = "# set idle_policy=configured\n"


class Conditions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.old = simulate("-n", 60)
        cls.capture = cls.old.replace("# hz=250\n", "# hz=250\n" + KEYS)
        assert cls.capture != cls.old

    def warnings(self, capture):
        got = report(capture, program=PPSSPIN)["warnings"]
        status, out, _ = run("report", "-", data=capture)
        self.assertEqual(status, 0)
        self.assertEqual(re.findall(r"^warning   (.*)", out.decode(), re.M),
                         got)
        return got

    def before(self, mark, text, capture=None):
        """Insert lines before a mark."""
        capture = capture or self.capture
        self.assertIn(f"# mark {mark}\n", capture)
        return capture.replace(f"# mark {mark}\n", f"{text}# mark {mark}\n")

    def after_pulses(self, mark, count, text):
        """Insert lines after so many pulses of a segment."""
        lines = self.capture.splitlines(keepends=True)
        at = lines.index(f"# mark {mark}\n") + 1
        while lines[at].startswith("#"):
            at += 1
        assert all(line[0].isdigit() for line in lines[at:at + count])
        return "".join(lines[:at + count] + [text] + lines[at + count:])

    def test_are_those_of_the_header(self):
        got = report(self.capture)
        self.assertEqual([segment["conditions"]
                          for segment in got["segments"]],
                         [{"hz": "250", "tick": "nohz", "poll_cpu_idle": "wfi",
                           "irq_cpu_idle": "psci_idle:WFI,cpu-sleep-0",
                           "idle_policy": "configured"}] * 3)
        self.assertEqual(self.warnings(self.capture), [])

    def test_older_captures_read_as_before(self):
        self.assertEqual(self.warnings(self.old), [])
        old, new = report(self.old), report(self.capture)
        for got in (old, new):
            del got["header"]
            for segment in got["segments"]:
                del segment["conditions"]
        self.assertEqual(old, new)

    def test_a_change_at_a_mark_is_between_segments(self):
        told = ["idle_policy is configured in `idle` and 1 more, nop in "
                "`heavy`: what differs between these segments may come from "
                "that"]
        self.assertEqual(self.warnings(self.before("heavy", NOP)), told)
        self.assertEqual(self.warnings(self.after_pulses("heavy", 0, NOP)),
                         told)

    def test_a_change_that_is_undone_for_the_next_segment(self):
        capture = self.before("moderate", NOP)
        capture = self.before("heavy", BACK, capture)
        self.assertEqual(self.warnings(capture), [
            "idle_policy is configured in `idle` and 1 more, nop in "
            "`moderate`: what differs between these segments may come from "
            "that"])

    def test_a_change_inside_a_segment(self):
        self.assertEqual(self.warnings(self.after_pulses("heavy", 1, NOP)), [
            "idle_policy goes from configured to nop inside `heavy`: its "
            "figures mix both; write a mark at such a change"])
        self.assertEqual(self.warnings(self.after_pulses("heavy", 59, NOP)),
                         self.warnings(self.after_pulses("heavy", 1, NOP)))

    def test_a_change_that_no_pulse_saw(self):
        self.assertEqual(self.warnings(self.after_pulses("heavy", 60, NOP)), [])
        self.assertEqual(self.warnings(self.after_pulses("heavy", 5,
                                                         NOP + BACK)), [])

    def test_a_module_that_was_loaded_again(self):
        for change, told in (
                (("hz=250", "hz=1000"), "hz is 250 in `idle` and 2 more, 1000 "
                 "in `idle (2)` and 2 more"),
                (("tick=nohz", "tick=periodic"), "tick is nohz in"),
                (("poll_cpu_idle=wfi", "poll_cpu_idle=x:y"),
                 "poll_cpu_idle is wfi in"),
                (("irq_cpu_idle=psci_idle:WFI,cpu-sleep-0", "irq_cpu_idle=wfi"),
                 "irq_cpu_idle is psci_idle:WFI,cpu-sleep-0 in")):
            got = self.warnings(self.capture + self.capture.replace(*change))
            self.assertEqual(len(got), 1)
            self.assertTrue(got[0].startswith(told), got)

    def test_the_same_module_loaded_again(self):
        self.assertEqual(self.warnings(self.capture * 2), [])
        changed = self.before("idle", NOP)
        self.assertEqual(len(self.warnings(changed + self.capture)), 1)

    def test_what_a_later_header_does_not_tell_is_not_known(self):
        self.assertEqual(self.warnings(self.capture + self.old), [])
        got = report(self.before("idle", NOP) + self.old)
        self.assertEqual(got["segments"][0]["conditions"]["idle_policy"], "nop")
        self.assertEqual(got["segments"][-1]["conditions"], {"hz": "250"})

    def test_beyond_what_is_kept(self):
        # No segment is begun any more: an old header comes inside the last
        pulses = self.capture[self.capture.index("# mark heavy"):]
        first = pulses.index("\n1") + 1
        one = "# mark x\n" + pulses[first:pulses.index("\n", first) + 1]
        status, _, err = run("report", "-",
                             data=self.capture + one * 1000 + self.old)
        self.assertEqual((status, err), (1, ""))

    def test_many_values(self):
        capture = "".join(self.capture.replace("hz=250", f"hz={hz}")
                          for hz in range(100, 110))
        got = self.warnings(capture)
        self.assertEqual(len(got), 1)
        self.assertIn("103 in `idle (4)` and 2 more, and so on: what", got[0])


if __name__ == "__main__":
    unittest.main()

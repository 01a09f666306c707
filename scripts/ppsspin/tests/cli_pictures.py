# SPDX-License-Identifier: GPL-2.0
"""Pictures and HTML."""
import base64
import html
import os
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

from cli import run, simulate

PICTURES = ("cdf", "residuals", "histogram", "tdev", "budget", "observer")

# Each polled edge and each stamp where the one before it was, a period later
ALIKE = """# format=1
# rate_hz=1000
# cntfrq_hz=1000000000
# columns: seq flags poll prev before after entry early ack irq
""" + "".join(f"{i} - poll-mmio {i}000994 {i}001000 {i}001006 "
              f"{i}001006 {i}001006 {i}001006 {i}001006\n"
              for i in range(1, 101))


def texts(svg):
    """What is to be read in a picture."""
    tree = xml.etree.ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in tree.findall(".//{*}text")]


def almost_unpolled(segment, capture):
    """Take the poll's side away from 11 in 12 pulses of a segment."""
    lines = []
    column = []
    polled, count = True, 0
    for line in capture.splitlines():
        if line.startswith("# columns: "):
            column = line.split()[2:]
        elif line.startswith("# mark "):
            polled = line != f"# mark {segment}"
        elif not polled and not line.startswith("#"):
            count += 1
            words = dict(zip(column, line.split()))
            if count % 12 != 1 and words["flags"] != "unpolled":
                words["flags"] = "missed"
                for name in ("poll", "prev", "before", "after", "reads",
                             "poll_cpu", "t0", "t1"):
                    words[name] = "-"
                line = " ".join(words.values())
        lines.append(line)
    return "\n".join(lines) + "\n"


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.capture = simulate("-n", 300, "--poll-mode", "alternate")

    def test_every_picture_as_svg(self):
        for name in PICTURES:
            status, out, err = run("report", "--svg", name, "-",
                                   data=self.capture)
            self.assertEqual((status, err), (0, ""), name)
            tree = xml.etree.ElementTree.fromstring(out)
            self.assertTrue(tree.tag.endswith("svg"))
            self.assertGreater(out.count(b"<path"), 5, name)

    def test_every_picture_as_png(self):
        for name in PICTURES:
            status, out, err = run("report", "--png", name, "-",
                                   data=self.capture)
            self.assertEqual((status, err), (0, ""), name)
            self.assertTrue(out.startswith(b"\x89PNG"))

    def test_every_picture_shows_a_mark_as_it_is(self):
        capture = simulate("-S", "idle:60", "--poll-mode", "alternate")
        for mark in ("'", "''a''", '"', "\\", "\\n\"'", "\\U+00e9", "#1 50%",
                     "`echo a` $(b) @c", "{/Symbol a}^2_3", "<b>&amp;", "é",
                     "EOD"):
            for name in PICTURES:
                status, out, err = run("report", "--svg", name, "-",
                                       data=capture.replace("# mark idle",
                                                            f"# mark {mark}"))
                self.assertEqual((status, err), (0, ""), (mark, name))
                self.assertTrue(any(mark in text for text in texts(out)),
                                (mark, name))

    def test_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "new")
            status, out, _ = run("report", "--pictures", target, "-",
                                 data=self.capture)
            self.assertEqual(status, 0)
            self.assertIn(b"verdict", out)
            self.assertEqual(sorted(os.listdir(target)),
                             sorted(f"{name}.{kind}" for name in PICTURES
                                    for kind in ("svg", "png")))

    def test_html_needs_nothing_else(self):
        capture = self.capture.replace("# mark idle", "# mark <b>'q\"&")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.html")
            status, _, err = run("report", "--html", path, "-", data=capture)
            self.assertEqual((status, err), (0, ""))
            with open(path, encoding="utf-8") as page:
                text = page.read()
        pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', text)
        self.assertEqual(len(pictures), len(PICTURES))
        for picture in pictures:
            self.assertIn(b"</svg>", base64.b64decode(picture))
        self.assertNotRegex(text, r'(src|href)="(?!data:)')
        self.assertIn("&lt;b&gt;'q\"&amp;", text)
        self.assertNotIn("<b>", text)
        self.assertIn("verdict", text)

    def test_html_does_not_go_to_stdout(self):
        with tempfile.TemporaryDirectory() as folder:
            status, out, err = run("report", "--html=-", "-", cwd=folder,
                                   data=self.capture)
            self.assertEqual(os.listdir(folder), [])
        self.assertEqual((status, out), (2, b""))
        self.assertIn("--html=-: ", err)

    def test_html_begins_with_the_verdict(self):
        capture = simulate("-S", "idle:30", "-S", "heavy:30")
        for mark in ("verdict", "verdict of all", "=== verdict", "</pre><h2>"):
            marked = capture.replace("# mark idle", f"# mark {mark}")
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "report.html")
                run("report", "--html", path, "-", data=marked)
                with open(path, encoding="utf-8") as page:
                    text = page.read()
            heads = re.findall("<h2>(.*?)</h2>", text)
            self.assertEqual([head.split(": ")[0] for head in heads],
                             ["verdict", "Pictures", html.escape(mark),
                              "heavy"])

    def test_few_pulses(self):
        capture = simulate("-S", "idle:1")
        for name in PICTURES:
            status, out, _ = run("report", "--svg", name, "-", data=capture)
            self.assertEqual(status, 0, name)
            self.assertIn(b"</svg>", out)

    def test_too_few_pulses_for_a_p95(self):
        capture = simulate("-S", "idle:30", "--poll-mode", "alternate")
        for name in PICTURES:
            status, out, err = run("report", "--svg", name, "-", data=capture)
            self.assertEqual((status, err), (0, ""), name)
            self.assertIn(b"</svg>", out)

    def test_a_segment_without_a_reference(self):
        capture = almost_unpolled("heavy", simulate(
            "-S", "idle:60", "-S", "heavy:60", "--poll-mode", "alternate"))
        for name in PICTURES:
            status, out, err = run("report", "--svg", name, "-", data=capture)
            self.assertEqual((status, err), (0, ""), name)
            self.assertEqual("no stamp within the axes has a reference"
                             in texts(out),
                             name in ("residuals", "histogram", "observer"),
                             name)
            self.assertTrue(any("entry" in text for text in texts(out)), name)

    def test_the_key_is_beside_the_first_curves(self):
        capture = almost_unpolled("idle", simulate("-S", "idle:60",
                                                   "-S", "heavy:60"))
        for name in ("residuals", "histogram"):
            _, out, _ = run("report", "--svg", name, "-", data=capture)
            self.assertEqual(texts(out).count("poll-mmio"), 1, name)

    def test_stamps_that_are_all_alike(self):
        for name in PICTURES:
            status, out, err = run("report", "--svg", name, "-", data=ALIKE)
            self.assertEqual((status, err), (0, ""), name)
            self.assertIn(b"</svg>", out)

    def test_one_that_fails_does_not_keep_the_others_away(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "tdev.svg"))
            status, out, err = run("report", "--pictures", folder, "-",
                                   data=self.capture)
            self.assertEqual(len(os.listdir(folder)), 2 * len(PICTURES))
        self.assertEqual(status, 2)
        self.assertIn(b"verdict", out)
        self.assertIn(f"no picture {folder}/tdev.svg: gnuplot failed\n", err)
        self.assertEqual(err.count("no picture"), 1)
        self.assertNotIn("cannot be run", err)

    def test_unknown_picture(self):
        status, _, err = run("report", "--svg", "mona-lisa", "-")
        self.assertEqual(status, 2)
        self.assertIn("mona-lisa", err)
        for name in PICTURES:
            self.assertIn(name, err)


class WithoutGnuplot(unittest.TestCase):
    def test_tables_come_all_the_same(self):
        path = os.environ["PATH"]
        os.environ["PATH"] = "/nowhere"
        try:
            with tempfile.TemporaryDirectory() as folder:
                page = os.path.join(folder, "page")
                status, out, err = run("report", "--html", page, "-",
                                       data=simulate("-n", 50))
                self.assertTrue(os.path.exists(page))
        finally:
            os.environ["PATH"] = path
        self.assertEqual(status, 0)
        self.assertIn(b"verdict", out)
        self.assertIn("no picture cdf: gnuplot cannot be run: install", err)
        self.assertEqual(err.count("no picture"), 1)


if __name__ == "__main__":
    unittest.main()

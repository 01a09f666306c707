# SPDX-License-Identifier: GPL-2.0
"""What the tests of the command line share."""
import json
import os
import subprocess

PPSSPIN = os.environ.get("PPSSPIN", "ppsspin")
# Built without sanitizers, for what takes many pulses
FAST = os.environ.get("PPSSPIN_FAST", PPSSPIN)
HERE = os.path.dirname(os.path.abspath(__file__))


def run(*arguments, data=b"", program=PPSSPIN, cwd=None):
    """Run ppsspin; return status, stdout and stderr."""
    if isinstance(data, str):
        data = data.encode()
    done = subprocess.run([program, *map(str, arguments)], input=data,
                          capture_output=True, check=False, timeout=300,
                          cwd=cwd)
    err = done.stderr.decode(errors="replace")
    # Their status may be one that a test expects
    assert "runtime error: " not in err and "Sanitizer" not in err, err
    return done.returncode, done.stdout, err


def simulate(*arguments):
    """Return a simulated capture."""
    status, out, err = run("simulate", *arguments, program=FAST)
    assert status == 0, err
    return out.decode()


def report(capture, *arguments, program=FAST, status=0):
    """Return the report of a capture, from its JSON."""
    got, out, err = run("report", "--json", *arguments, "-", data=capture,
                        program=program)
    assert got == status, f"status {got}: {err}"
    return json.loads(out)


def shift(capture, ticks):
    """Add a number of ticks to every counter value of a capture."""
    lines = []
    column = {}
    for line in capture.splitlines():
        if line.startswith("# columns: "):
            column = {name: i for i, name in enumerate(line.split()[2:])}
        elif line and not line.startswith("#"):
            words = line.split(" ")
            for name in ("prev", "before", "after", "entry", "early", "ack",
                         "irq", "t0", "t1", "truth"):
                i = column.get(name)
                if i is not None and words[i] != "-":
                    words[i] = str((int(words[i]) + ticks) % 2 ** 64)
            line = " ".join(words)
        lines.append(line)
    return "\n".join(lines) + "\n"

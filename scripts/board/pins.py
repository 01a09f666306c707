# SPDX-License-Identifier: GPL-2.0-only
"""The board's GPIO pins, driven from outside through QEMU's qtest socket."""

import json
import threading


def find_controller(qmp):
    """The path of the GPIO controller in QEMU's object tree."""
    stream = qmp.makefile("rw")

    def execute(command, **arguments):
        stream.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        stream.flush()
        while True:
            answer = json.loads(stream.readline())
            if "event" not in answer:
                return answer["return"]

    stream.readline()
    execute("qmp_capabilities")
    for child in execute("qom-list", path="/machine/unattached"):
        if "pl061" in child["type"]:
            return "/machine/unattached/" + child["name"]
    raise RuntimeError("the board has no PL061")


class Pins:
    def __init__(self, qtest, controller):
        self._stream = qtest.makefile("rw")
        self._controller = controller
        self._lock = threading.Lock()

    def set(self, line, level):
        """Returns once the pin has the level: an edge that was asked for is an edge that was made."""
        with self._lock:
            self._stream.write(f"set_irq_in {self._controller} unnamed-gpio-in {line} {level}\n")
            self._stream.flush()
            answer = self._stream.readline()
        if not answer:
            raise ConnectionError("QEMU has ended")
        if not answer.startswith("OK"):
            raise RuntimeError(f"QEMU refused to set line {line}: {answer.strip()}")

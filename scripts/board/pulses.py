# SPDX-License-Identifier: GPL-2.0-only
"""Trains of pulses on the board's pins, as the guest asks for them.

A request is one text line on the port of a GPIO line, `TOKEN COMMAND KEY=VALUE...`; so is the answer,
`TOKEN done KEY=VALUE...` or `TOKEN error TEXT`. The token tells the guest which request is answered. A new
request ends the train that is running.
"""

import random
import time

HELP = """\
pulses [KEY=VALUE...]   a train of pulses; answers when it ended, or when another request ended it
  rate=HZ             default 10
  count=N             periods, default 10
  width-us=US         default a fifth of the period
  active=high|low     default high; the idle level is the other one
  jitter-us=US        each pulse is shifted by up to this, either way
  seed=N              of the jitter, default 1
  late=K:US           pulse K (from 1) comes this much later; may be a list, K:US,K:US
  missing=K,K...      periods without a pulse
  missing=N/M         N of every M periods have no pulse
level value=0|1         set the pin
stop                    end the train; answers with what it sent
"""


class Train:
    def __init__(self, options):
        options = dict(options)
        self.rate = float(options.pop("rate", 10))
        self.count = int(options.pop("count", 10))
        if not 0 < self.rate <= 1000 or self.count < 1:
            raise ValueError("rate must be above 0 and at most 1000, count at least 1")
        period_us = 1e6 / self.rate
        self.width = float(options.pop("width-us", period_us / 5)) / 1e6
        self.jitter = float(options.pop("jitter-us", 0)) / 1e6
        self.random = random.Random(int(options.pop("seed", 1)))
        active = options.pop("active", "high")
        if active not in ("high", "low"):
            raise ValueError("active must be high or low")
        self.active = int(active == "high")
        late = [item.partition(":") for item in options.pop("late", "").split(",") if item]
        self.late = {int(number): float(us) / 1e6 for number, _, us in late}
        self.missing = _missing(options.pop("missing", ""))
        if options:
            raise ValueError("unknown: " + " ".join(options))
        self.idle = 1 / self.rate - self.width
        shift = 2 * self.jitter + max(self.late.values(), default=0)
        if self.width <= 0 or self.jitter < 0 or self.idle <= shift:
            raise ValueError("width, jitter and lateness must fit into the period")

    def starts(self):
        """When each pulse begins, since the start of the train."""
        for number in range(1, self.count + 1):
            shift = self.random.uniform(-self.jitter, self.jitter) + self.late.get(number, 0)
            if not self.missing(number):
                yield self.jitter + (number - 1) / self.rate + shift


def _missing(text):
    if "/" in text:
        some, every = map(int, text.split("/"))
        return lambda number: (number - 1) % every >= every - some
    numbers = {int(number) for number in text.split(",") if number}
    return lambda number: number in numbers


class LineServer:
    """Serves the requests that come over one line's port."""

    def __init__(self, port, pins, line):
        self._port = port
        self._pins = pins
        self._line = line
        self._last = "sent=0"

    def run(self):
        for request in iter(self._read_line, ""):
            token, _, rest = request.partition(" ")
            try:
                self._port.send_line(f"{token} {self._answer(rest)}")
            except ConnectionError:
                # The guest has ended before its train.
                return

    def _answer(self, request):
        try:
            return "done " + self._handle(request.split())
        except (ValueError, ZeroDivisionError) as error:
            return f"error {error}, in: {request}"

    def _read_line(self):
        """A line, "" at the end. By the byte: what a buffer held back, readable() would not see."""
        line = b""
        while not line.endswith(b"\n"):
            byte = self._port.receive(1)
            if not byte:
                return ""
            line += byte
        return line.decode(errors="replace")

    def _handle(self, words):
        command, *options = words or [""]
        options = dict(option.partition("=")[::2] for option in options)
        if command == "pulses":
            return self._pulses(Train(options))
        if command == "level":
            level = options.get("value", "")
            if level not in ("0", "1"):
                raise ValueError("value must be 0 or 1")
            self._pins.set(self._line, int(level))
            return f"line={self._line}"
        if command == "stop":
            return self._last
        raise ValueError(f"unknown request {command}")

    def _pulses(self, train):
        """Edges stay apart, however late we are: two at once would be one to the guest, or none."""
        sent = 0
        worst = 0.0
        self._pins.set(self._line, 1 - train.active)
        start = earliest = time.monotonic() + 0.01
        for offset in train.starts():
            due = start + offset
            if self._port.readable(max(due, earliest) - time.monotonic()):
                break
            self._pins.set(self._line, train.active)
            worst = max(worst, time.monotonic() - due)
            time.sleep(train.width)
            self._pins.set(self._line, 1 - train.active)
            earliest = time.monotonic() + train.idle / 2
            sent += 1
        self._last = f"line={self._line} sent={sent} worst-us={worst * 1e6:.0f}"
        return self._last

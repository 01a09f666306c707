# SPDX-License-Identifier: GPL-2.0
"""Rings of timer interrupts, made up."""
import struct

HEADER = struct.Struct("<8s12I16s16s48s32s64s24x")
SAMPLE = struct.Struct("<4Q")
COMPLETE, STOPPED = 2, 3
WALL_NS = 10_000_000
CNTFRQ_HZ = 12_500_000
CPU_KHZ = 600_000


def header(samples, **changes):
    """Return the header of a ring on a CPU of 600 MHz."""
    values = {"magic": b"PPSTICK\n", "version": 1, "header_bytes": 256,
              "sample_bytes": 32, "samples": samples, "wanted": samples,
              "state": COMPLETE, "rate_hz": 100, "cpu": 1,
              "cntfrq_hz": CNTFRQ_HZ, "cpu_khz": CPU_KHZ, "hz": 250,
              "reserved": 0, "stamp": b"entry", "idle": b"nop",
              "idle_state": b"wfi", "clocksource": b"arch_sys_counter",
              "no_cycles": b""}
    values.update(changes)
    assert HEADER.size == 256 and len(values) == 18
    return HEADER.pack(*values.values())


def ring(cycles, arch=(125000,), wall_ns=(WALL_NS,), start=0, **changes):
    """Return a ring: what is counted from one interrupt to the next.

    The shorter of the lists are repeated. Counters start at `start`.
    """
    step = [start % 2 ** 64] * 3 + [10 ** 9]
    samples = [SAMPLE.pack(*step)]
    for i, count in enumerate(cycles):
        more = arch[i % len(arch)]
        step = [(step[0] + more) % 2 ** 64, (step[1] + count) % 2 ** 64,
                (step[2] + more) % 2 ** 64, step[3] + wall_ns[i % len(wall_ns)]]
        samples.append(SAMPLE.pack(*step))
    changes.setdefault("samples", len(samples))
    changes.setdefault("wanted", changes["samples"])
    count = changes.pop("samples")
    return header(count, **changes) + b"".join(samples)


def spread_over(middle, below, above, lowest, highest, n):
    """Return n values of known quartiles (middle - below, middle + above)."""
    quarter = n // 4 + 1
    values = ([middle - below] * quarter + [middle] * (n - 2 * quarter) +
              [middle + above] * quarter)
    values[0], values[-1] = lowest, highest
    # In no order that matters
    return values[::2] + values[1::2]


def published(idle):
    """Return a ring that holds the figures that were published."""
    steps = {
        "mmio": spread_over(6000002, 65, 65, 5999877, 6000127, 16383),
        "wfi": spread_over(10000, 0, 1, 9992, 10009, 16383),
        "nop": spread_over(6000002, 1, 0, 5999993, 6000010, 16383),
    }
    return ring(steps[idle], idle=idle.encode())

# SPDX-License-Identifier: GPL-2.0-only
"""The kernel modules of a build: where they are, and what has to be loaded before each."""

import lzma
import os

# The board's own devices, which are built in or modules, as the kernel has it.
BOARD = ["virtio_mmio", "virtio_console", "gpio_pl061", "pps_core"]


def _name(file):
    """lib/gpio-pl061.ko.xz is the module gpio_pl061."""
    return os.path.basename(file).split(".ko")[0].replace("-", "_")


def read(file):
    opener = lzma.open if file.endswith(".xz") else open
    with opener(file, "rb") as stream:
        return stream.read()


class Modules:
    def __init__(self, build):
        self._files = {}
        for folder, _, files in os.walk(build):
            for file in files:
                if file.endswith((".ko", ".ko.xz")):
                    self._files[_name(file)] = os.path.join(folder, file)

    def __contains__(self, name):
        return _name(name) in self._files

    def closure(self, names):
        """The content of each module and of those it depends on, by name, in loading order."""
        order = {}
        for name in names:
            self._add(_name(name), order)
        return order

    def _add(self, name, order):
        if name in order:
            return
        if name not in self._files:
            raise ValueError(f"this kernel has no module {name}")
        content = read(self._files[name])
        for dependency in _depends(content):
            self._add(dependency, order)
        order[name] = content


def _depends(content):
    """modinfo's `depends`: a string in the .modinfo section, which holds NUL-terminated key=value pairs."""
    start = content.find(b"\0depends=") + len(b"\0depends=")
    value = content[start : content.index(b"\0", start)].decode()
    return [_name(name) for name in value.split(",") if name]

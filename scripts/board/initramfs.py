# SPDX-License-Identifier: GPL-2.0-only
"""The guest's file system: a gzipped cpio archive in the newc format, as the kernel unpacks it."""

import gzip
import os
import stat


class Initramfs:
    def __init__(self):
        self._entries = {}

    def add(self, path, mode, data=b""):
        """Add an entry; the last one of a path counts. `mode` has the file type in it."""
        path = path.strip("/")
        parent = os.path.dirname(path)
        if parent and parent not in self._entries:
            self.add(parent, stat.S_IFDIR | 0o755)
        self._entries[path] = (mode, data)

    def add_file(self, source, path, mode=None):
        with open(source, "rb") as file:
            data = file.read()
            mode = mode or stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        self.add(path, stat.S_IFREG | mode, data)

    def add_tree(self, root):
        """Add what is in a folder, with its links."""
        for folder, folders, files in os.walk(root):
            for name in folders + files:
                source = os.path.join(folder, name)
                path = os.path.relpath(source, root)
                if os.path.islink(source):
                    self.add(path, stat.S_IFLNK | 0o777, os.readlink(source).encode())
                elif os.path.isfile(source):
                    self.add_file(source, path)

    def write(self, name):
        with gzip.open(name, "wb", compresslevel=1) as out:
            for number, (path, (mode, data)) in enumerate(self._entries.items(), 1):
                out.write(_entry(number, path, mode, data))
            out.write(_entry(0, "TRAILER!!!", 0, b""))


def _entry(number, path, mode, data):
    name = path.encode() + b"\0"
    links = 1
    fields = [number, mode, 0, 0, links, 0, len(data), 0, 0, 0, 0, len(name), 0]
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + name
    return _pad(head) + _pad(data)


def _pad(data):
    return data + b"\0" * (-len(data) % 4)

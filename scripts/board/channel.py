# SPDX-License-Identifier: GPL-2.0-only
"""The sockets between us and QEMU, and through it the guest's virtio-serial ports."""

import select
import socket
import threading
import time


def connect(path, process):
    """Connect to a socket that QEMU is about to open."""
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            if process.poll() is not None:
                raise RuntimeError("QEMU ended before the board was there: what it said is above") from None
            time.sleep(0.01)


class Channel:
    """A port of the guest. If its kernel takes the port for closed, connecting anew opens it again."""

    def __init__(self, path, process):
        self._path = path
        self._process = process
        self._socket = connect(path, process)
        self._sent = b""
        # One thread reconnects while another may be about to send.
        self._sending = threading.Lock()

    def reconnect(self):
        with self._sending:
            self._socket.shutdown(socket.SHUT_RDWR)
            self._socket = connect(self._path, self._process)
            # Its last line may have been on its way. A guest ignores what it knows already.
            self._socket.sendall(self._sent)

    def send_line(self, text):
        with self._sending:
            self._sent = text.encode() + b"\n"
            self._socket.sendall(self._sent)

    def receive(self, size):
        """What the guest has written, nothing once QEMU has ended."""
        while True:
            try:
                data = self._socket.recv(size)
            except ConnectionResetError:
                # It ended with something unread.
                return b""
            if data or self._process.poll() is not None:
                return data
            time.sleep(0.01)

    def readable(self, timeout):
        """Wait for something to receive."""
        end = time.monotonic() + timeout
        while True:
            connection = self._socket
            if not select.select([connection], [], [], max(0, end - time.monotonic()))[0]:
                return False
            if connection.recv(1, socket.MSG_PEEK):
                return True
            # Between two connections.
            time.sleep(0.001)

# SPDX-License-Identifier: GPL-2.0-only
"""The board's device tree: the one that QEMU makes, with nodes added."""

import re
import subprocess

# Names to refer to in added nodes.
LABELS = {"pl061": "pl061@9030000", "intc": "intc@8000000"}


def build(machine_command, nodes_file, folder):
    """Write a device tree blob for the machine, with the content of nodes_file in its root node."""
    qemu_dtb, source, dtb = (f"{folder}/{name}" for name in ("qemu.dtb", "board.dts", "board.dtb"))
    command = [arg + f",dumpdtb={qemu_dtb}" if arg.startswith("virt,") else arg for arg in machine_command]
    # QEMU says on stderr that it did it.
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    text = subprocess.run(
        ["dtc", "-q", "-I", "dtb", "-O", "dts", qemu_dtb], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    for label, node in LABELS.items():
        text = re.sub(rf"^(\s*){node} {{", rf"\1{label}: {node} {{", text, flags=re.M)
    with open(nodes_file) as file:
        text += f"/ {{\n{file.read()}\n}};\n"
    with open(source, "w") as file:
        file.write(text)
    subprocess.run(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", dtb, source], check=True)
    return dtb

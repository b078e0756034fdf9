"""Interrupts a judgement of a kernel that does not end, and says what was said and what is left.

    interrupt.py SIGNAL FOLDER        FOLDER holds original.mlir and endless.mlir
"""
import pathlib
import signal
import subprocess
import sys
import time


def children(process):
    """Processes that descend from it, by /proc."""
    found, all_parents = set(), {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[0] != "Z":
            all_parents[int(stat.parent.name)] = int(fields[1])
    new = {process}
    while new:
        new = {child for child, parent in all_parents.items() if parent in new} - found
        found |= new
    return found


def main():
    which = getattr(signal, sys.argv[1])
    folder = sys.argv[2]
    gate = subprocess.Popen(["kopt-gate", f"{folder}/original.mlir", f"{folder}/endless.mlir", "--device=sim",
                             "--families=normal", "--timeout=600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # Until the worker has the kernel: it uses its time up.
    below, busy = set(), 0
    for _ in range(600):
        time.sleep(0.05)
        below = children(gate.pid)
        busy = 0
        for child in below:
            try:
                busy += int(pathlib.Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[11])
            except OSError:
                pass
        if busy > 30:
            break
    assert below, "a worker was started"
    gate.send_signal(which)
    _, said = gate.communicate(timeout=20)
    print(said.strip())
    for _ in range(100):
        left = {child for child in below if pathlib.Path(f"/proc/{child}/stat").exists()
                and pathlib.Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"}
        if not left:
            break
        time.sleep(0.05)
    print(f"ended by {signal.Signals(-gate.returncode).name}, {len(left)} processes left")


if __name__ == "__main__":
    main()

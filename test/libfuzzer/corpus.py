"""First inputs for the fuzzers: corpus.py protocol|replies|npy|cards FOLDER [SKILLS]."""
import hashlib
import json
import pathlib
import shutil
import struct
import sys

kind, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)


def message(header, *frames):
    return json.dumps(dict(header, frames=[len(f) for f in frames])).encode() + b"\n" + b"".join(frames)


IMAGE = b"text"
PROGRAM = {
    "name": "f",
    "buffers": [{"name": "arg0", "dtype": "f32", "shape": [5, 7], "role": "input"},
                {"name": "arg1", "dtype": "i8", "shape": [3], "role": "inout"},
                {"name": "result0", "dtype": "bf16", "shape": [35], "role": "output"}],
    "images": [{"kind": "ptx", "sha256": hashlib.sha256(IMAGE).hexdigest()}],
    "launches": [{"image": 0, "kernel": "k", "grid": [2, 1, 1], "block": [32, 1, 1], "cluster": [1, 1, 1], "shared": 0,
                  "args": [{"buffer": 0, "offset": 0}, {"buffer": 2, "offset": 0}, {"bits": 5, "bytes": 8}]}],
    "results": [{"buffer": 2, "shape": [35]}]}
INPUTS = [{"family": "normal", "seed": 7}, {"frame": 0}]


def requests():
    run = {"program": 1, "kernel_seconds": 1, "inputs": INPUTS}
    yield message({"command": "info"})
    yield message({"command": "load", "program": PROGRAM}, IMAGE)
    yield message(dict(run, command="run", bytes=True, counters=True), b"abc")
    yield message(dict(run, command="time", arms=[1, 1], blocks=2), b"abc")
    yield message({"command": "unload", "program": 1})
    yield message({"command": "quit"})


def replies():
    yield message({"ok": True, "kind": "sim", "name": "n", "architecture": "sm_90a", "driver": "", "multiprocessors": 1,
                   "memory": 1, "l2": 1, "shared_per_block": 1, "modelled_time": True})
    yield message({"ok": True, "program": 1,
                   "kernels": [{"name": "k", "registers": 1, "local": 0, "static_shared": 0}]})
    site = {"operation": "o", "location": "l", "memory": "shared", "requests": 1, "bytes": 1, "cycles": 1, "ideal_cycles": 1}
    yield message({"ok": True, "outputs": [{"buffer": 0, "sha256": "0" * 64, "unwritten": 0}], "guard_violations": [0],
                   "modified_inputs": [0], "reports": [{"kind": "race", "operation": "o", "location": "l", "text": "t",
                                                        "note_operation": "", "note_location": "", "count": 1}],
                   "counters": [{"kernel": "k", "blocks": 1, "threads": 1, "instructions": 1, "sites": [site]}]}, b"0123456789abcdef")
    yield message({"ok": True, "samples": [[1.5, 2], [1, 2]], "mismatches": [0, 0], "modelled": False, "copies": 1})
    yield message({"ok": False, "kind": "fault", "message": "gone"})


def arrays():
    for version in (1, 2, 3):
        for descr, item in (("<f4", 4), ("|b1", 1), ("<i8", 8), ("|V2", 2)):
            for shape in ((), (2,), (2, 3), (0, 4)):
                header = str({"descr": descr, "fortran_order": False, "shape": shape}).encode() + b"\n"
                count = item
                for extent in shape:
                    count *= extent
                yield (b"\x93NUMPY" + bytes((version, 0)) + struct.pack("<H" if version == 1 else "<I", len(header)) +
                       header + bytes(count))


if kind == "cards":
    for path in pathlib.Path(sys.argv[3]).rglob("*.mlir"):
        shutil.copy(path, folder / path.name)
elif kind == "npy":
    for number, data in enumerate(arrays()):
        (folder / f"{number}.npy").write_bytes(data)
else:
    parts = list(requests() if kind == "protocol" else replies())
    (folder / "whole").write_bytes(b"".join(parts))
    for number in range(1, len(parts)):
        (folder / f"to-{number}").write_bytes(b"".join(parts[:number]))

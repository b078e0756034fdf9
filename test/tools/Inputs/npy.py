"""Writes .npy files into a folder: good.npy, five floats, and others, each wrong in one way."""
import os
import struct
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def write(name, descr="<f4", shape="(5,)", data=bytes(20), fortran="False", length=None, size=None):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    header += " " * (64 - (len(header) + 11) % 64) + "\n"
    file = b"\x93NUMPY\x01\x00" + struct.pack("<H", length or len(header)) + header.encode() + data
    with open(os.path.join(folder, name + ".npy"), "wb") as out:
        out.write(file[:size])


write("good")
write("double", descr="<f8", data=bytes(40))
write("integer", descr="<i4")
write("big-endian", descr=">f4")
write("fortran", shape="(5, 1)", fortran="True")
write("short", data=bytes(19))
write("long", data=bytes(21))
write("rank", shape="(5, 1)")
write("cut", size=30)
write("start", size=9)
write("header", length=65535)
write("huge", shape="(9223372036854775807, 9)")
write("negative", shape="(-5,)")
write("object", descr="|O", data=bytes(40))
write("wide", descr="<f40000000000")
write("no-type", descr="")
write("no-shape", shape="5")
# Ends right behind the quote that opens the type.
bare = b"{'fortran_order': False, 'shape': (5,), 'descr': '"
with open(os.path.join(folder, "bare.npy"), "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(bare)) + bare)

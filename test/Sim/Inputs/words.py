"""words.py FILE BYTES WORD...: writes a one-dimensional .npy of unsigned integers of BYTES bytes each."""
import struct
import sys

path, size, words = sys.argv[1], int(sys.argv[2]), [int(w, 0) for w in sys.argv[3:]]
header = "{'descr': '<u%d', 'fortran_order': False, 'shape': (%d,), }" % (size, len(words))
header = header.ljust(117) + "\n"
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    for word in words:
        file.write((word & (1 << 8 * size) - 1).to_bytes(size, "little"))

"""words.py FILE TYPE WORD...: writes a one-dimensional .npy of NumPy type TYPE ("f4", "u2" ...) from the bits given."""
import struct
import sys


def write(path, kind, words):
    size = int(kind[1:])
    header = "{'descr': '%s%s', 'fortran_order': False, 'shape': (%d,), }" % ("|" if size == 1 else "<", kind, len(words))
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for word in words:
            file.write(word.to_bytes(size, "little"))


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], [int(w, 0) for w in sys.argv[3:]])

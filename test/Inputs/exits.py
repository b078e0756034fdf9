#!/usr/bin/env python3
"""Runs a command that has to end with a given exit status and passes its standard output on.

    exits.py STATUS COMMAND ...
"""
import subprocess
import sys

done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE)
sys.stdout.buffer.write(done.stdout)
if done.returncode != int(sys.argv[1]):
    sys.exit(f"expected exit status {sys.argv[1]}, but got {done.returncode}: {' '.join(sys.argv[2:])}")

#!/usr/bin/env python3
"""Runs a command that has to refuse: exit status 1, one error with the given text, nothing half-written.

    refuses.py TEXT [--keeps FILE | --absent FILE | --full]... -- COMMAND…

--keeps FILE   the file exists before and has its old contents afterwards
--absent FILE  the file does not exist before and after
--full         standard output is a full device
"""
import glob
import os
import re
import subprocess
import sys

text = sys.argv[1]
end = sys.argv.index("--")
options, command = sys.argv[2:end], sys.argv[end + 1:]
keeps, absent, full = [], [], False
while options:
    option = options.pop(0)
    if option == "--full":
        full = True
    else:
        {"--keeps": keeps, "--absent": absent}[option].append(options.pop(0))
for path in keeps:
    with open(path, "w") as file:
        file.write("old\n")
for path in absent:
    if os.path.exists(path):
        os.remove(path)

with open("/dev/full" if full else os.devnull, "wb") as out:
    done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=60)
said = done.stderr.decode(errors="replace")
problems = []
if done.returncode != 1:
    problems.append(f"expected exit status 1, but got {done.returncode}")
# Located: a file, line and column of the user's, a whole file, or the tool when there is no place.
errors = [l for l in said.split("\n") if "error:" in l or "LLVM ERROR" in l or "terminate called" in l]
if len(errors) != 1:
    problems.append(f"expected one error, but got {len(errors)}")
elif not re.match(r"(\S*:[1-9]\d*:[1-9]\d*|[^\s:]+|within split at .*): error: ", errors[0]):
    problems.append("expected a place before the error")
elif text not in errors[0]:
    problems.append(f"expected the text '{text}'")
for path in keeps:
    if open(path).read() != "old\n":
        problems.append(f"expected {path} as it was")
for path in absent:
    if os.path.exists(path):
        problems.append(f"expected no file {path}")
for path in keeps + absent:
    if glob.glob(glob.escape(path) + ".*tmp"):
        problems.append(f"expected nothing left beside {path}")
for problem in problems:
    print(f"refuses.py: {problem}: {' '.join(command)}", file=sys.stderr)
if problems:
    sys.stderr.write(said)
sys.exit(bool(problems))

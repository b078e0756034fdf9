"""Runs the RUN lines of test files; each has to succeed.

    run.py SKILLS FOLDER FILE…
"""
import os
import subprocess
import sys

skills, folder, *files = sys.argv[1:]
for number, file in enumerate(files):
    lines = [l.split("RUN: ", 1)[1] for l in open(file).read().splitlines() if l.startswith("// RUN: ")]
    assert lines, file + " has no RUN line"
    for line in lines:
        temporary = os.path.join(folder, f"t{number}")
        command = line.replace("%skills", skills).replace("%t", temporary).replace("%s", file)
        done = subprocess.run("set -o pipefail; " + command, shell=True, executable="/bin/bash", capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{file}: {command}\n{done.stdout}{done.stderr}")
print(len(files), "files pass")

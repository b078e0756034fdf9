"""Runs the tests of the simulated GPU's arithmetic on another device.

usage: rerun.py DEVICE DIRECTORY TEST…

Takes the RUN lines of each TEST as they are, with --device=DEVICE on kopt-run,
so that what is written there about PTX is checked against a GPU. Runs that have to
fail (`not kopt-run`) are about the simulated machine's reports and left out.
"""
import os
import re
import subprocess
import sys


def main(device, directory, *tests):
    os.makedirs(directory, exist_ok=True)
    failures = 0
    for test in tests:
        name = os.path.basename(test)
        runs = re.findall(r"^// RUN: (.*)$", open(test).read(), re.M)
        values = {"%S": os.path.dirname(test), "%s": test, "%t": os.path.join(directory, name)}
        for run in runs:
            if run.startswith("not "):
                continue
            command = re.sub(r"%[Sst]\b", lambda m: values[m.group(0)], run)
            command = command.replace("kopt-run ", f"kopt-run --device={device} ")
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
            if done.returncode:
                failures += 1
                print(f"{name}: {command}\n{done.stdout}{done.stderr}")
    print(f"{len(tests)} tests on {device}, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

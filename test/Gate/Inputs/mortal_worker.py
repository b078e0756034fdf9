"""A worker that dies when it is told to run a program.

usage: mortal_worker.py DEATHS MARKER COMMAND…

Passes everything on to COMMAND, but for the first DEATHS requests to run over
all processes with this MARKER: there it kills COMMAND and itself.
"""
import os
import signal
import subprocess
import sys
import threading


def main():
    deaths, marker, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE)
    threading.Thread(target=lambda: os._exit(worker.wait()), daemon=True).start()
    while data := os.read(0, 1 << 16):
        died = os.path.getsize(marker) if os.path.exists(marker) else 0
        if b'"command":"run"' in data and died < deaths:
            with open(marker, "a") as file:
                file.write("x")
            worker.kill()
            os.kill(os.getpid(), signal.SIGKILL)
        worker.stdin.write(data)
        worker.stdin.flush()
    worker.stdin.close()
    worker.wait()


main()

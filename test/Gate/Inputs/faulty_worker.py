"""A worker that fails in one way, and a check that nothing is left of it.

usage: faulty_worker.py FAULT NUMBER PIDS COMMAND…
       faulty_worker.py gone PIDS

Passes everything on to COMMAND until request NUMBER (counted from 1, info being
the first), where it does FAULT. The processes it consists of are noted in the
file PIDS; `gone` fails where one of them still runs, or none was noted.
With a NUMBER that is never reached it only notes them.
"""
import os
import signal
import subprocess
import sys
import threading
import time


def say(data):
    while data:
        data = data[os.write(1, data):]


def fail(fault, worker):
    if fault == "kill":
        worker.kill()
        os.kill(os.getpid(), signal.SIGKILL)
    elif fault == "hang":
        time.sleep(600)
    elif fault == "exit":
        os._exit(0)
    elif fault == "garbage":
        say(b"Warning: permanently added 'host' to the list of known hosts.\n")
    elif fault == "binary":
        say(bytes(range(256)) * 64 + b"\n")
    elif fault == "cut-line":
        say(b'{"ok":tr')
        os._exit(0)
    elif fault == "cut-frame":
        say(b'{"ok":true,"frames":[4096]}\nfew')
        os._exit(0)
    elif fault == "deep":
        say(b'{"ok":false,"kind":' + b"[" * 200000 + b"\n")
    elif fault == "terminal":
        say(b'{"ok":false,"kind":"fault","message":"\\u001b[2J\\u009b31m\\u0000gone"}\n')
    elif fault == "long":
        say(b" " * ((16 << 20) + 1))
    elif fault == "frames":
        say(b'{"ok":true,"frames":[-1]}\n')
    elif fault == "empty":
        say(b'{"ok":true}\n')
    elif fault == "twice":
        say(b'{"ok":true}\n{"ok":true}\n')
    elif fault == "says-parse":
        say(b'{"ok":false,"kind":"parse","message":"what?"}\n')
    elif fault == "says-fault":
        say(b'{"ok":false,"kind":"fault","message":"illegal address"}\n')
    else:
        sys.exit("unknown fault " + fault)
    time.sleep(600)


def runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def gone(pids):
    with open(pids) as file:
        noted = [int(line) for line in file]
    until = time.monotonic() + 2
    while any(map(runs, noted)) and time.monotonic() < until:
        time.sleep(0.01)
    left = [pid for pid in noted if runs(pid)]
    if left or not noted:
        sys.exit(f"noted {noted}, still running {left}")


def main():
    if sys.argv[1] == "gone":
        return gone(sys.argv[2])
    fault, number, pids, command = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE)
    with open(pids, "a") as file:
        file.write(f"{os.getpid()}\n{worker.pid}\n")
    threading.Thread(target=lambda: os._exit(worker.wait()), daemon=True).start()
    requests = 0
    while data := os.read(0, 1 << 16):
        requests += data.count(b'"command":')
        if requests >= number:
            fail(fault, worker)
        worker.stdin.write(data)
        worker.stdin.flush()
    worker.stdin.close()
    worker.wait()


main()

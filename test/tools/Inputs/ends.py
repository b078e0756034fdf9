"""Ends a tool by a signal while it works, and says what is left of it.

    ends.py SIGNAL PROGRAM TMPDIR COMMAND…

The signal is sent to the COMMAND once one of its descendants executes PROGRAM.
Fails where a process of it is left, or a file of kopt's in TMPDIR (but after
KILL, which leaves a process no time to tidy up).
"""
import os
import signal
import subprocess
import sys
import time

number = getattr(signal, "SIG" + sys.argv[1])
program, folder, command = sys.argv[2], sys.argv[3], sys.argv[4:]
os.makedirs(folder, exist_ok=True)


def running(session):
    """The names of the running processes of a session."""
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                name, _, rest = file.read().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if rest.split()[0] not in "ZX" and int(rest.split()[3]) == session:
            names.append(name)
    return names


def wait_for(condition, text, seconds=20):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until or (started.poll() is not None and text.startswith("no ")):
            sys.exit(f"ends.py: {text}: {running(started.pid)}")
        time.sleep(0.02)


# A shell's background job ignores SIGINT, and so would all that it starts.
if number != signal.SIGKILL:
    signal.signal(number, signal.SIG_DFL)
started = subprocess.Popen(command, start_new_session=True, env=dict(os.environ, TMPDIR=folder),
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
# The kernel cuts names after 15 bytes.
wait_for(lambda: program[:15] in running(started.pid), f"no {program} was started")
started.send_signal(number)
try:
    started.wait(20)
except subprocess.TimeoutExpired:
    os.killpg(started.pid, signal.SIGKILL)
    sys.exit(f"ends.py: {sys.argv[1]} did not end the command")
wait_for(lambda: not running(started.pid), "processes are left", 5)
left = [name for name in os.listdir(folder) if name.startswith("kopt")]
for name in left:
    os.remove(os.path.join(folder, name))
if left and number != signal.SIGKILL:
    sys.exit(f"ends.py: files are left: {left}")

"""The driver for tests fails, hangs or runs out of memory under a whole judgement: driver_fails.py ORIGINAL CANDIDATE.

Environment: LD_LIBRARY_PATH names the driver. For each driver function that a judgement calls, the function fails with an illegal address;
for some, it hangs, or there is no memory left, as with a card that is full, a JIT that takes for ever, a broken GPU.
Asked each time: that the tool ends within LIMIT with a verdict (never accepted), that its reason is what is expected and
its text names the call, that the JSON is whole, and that no process is left. At the end the same question without a
fault is accepted.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

ORIGINAL, CANDIDATE = sys.argv[1:3]
LIMIT = 30
folder = tempfile.TemporaryDirectory()
failures = 0


def check(condition, what):
    global failures
    if not condition:
        failures += 1
        print("failed:", what)


def left(session):
    """Processes of a session that still run."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                name, _, rest = file.read().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if rest.split()[0] not in "ZX" and int(rest.split()[3]) == session:
            found.append(name)
    return found


def judge(where, *options, **environment):
    """(exit status, reason, detail) of one question."""
    path = os.path.join(folder.name, "verdict.json")
    if os.path.exists(path):
        os.remove(path)
    gate = subprocess.Popen(
        ["kopt-gate", ORIGINAL, CANDIDATE, "--device=cuda:0", "--families=normal", "--arg=0:512", "--shapes=asked",
         "--json=" + path, *options], start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=dict(os.environ, TMPDIR=folder.name, **environment))
    try:
        text = gate.communicate(timeout=LIMIT)[0].decode()
    except subprocess.TimeoutExpired:
        os.killpg(gate.pid, signal.SIGKILL)
        check(False, f"{where}: no verdict within {LIMIT} s")
        return None, "", ""
    until = time.monotonic() + 5
    while left(gate.pid) and time.monotonic() < until:
        time.sleep(0.05)
    check(not left(gate.pid), f"{where}: processes are left: {left(gate.pid)}")
    others = [name for name in os.listdir(folder.name) if name not in ("verdict.json", "trace")]
    check(not others, f"{where}: files are left: {others}")
    try:
        with open(path, encoding="utf-8") as file:
            reason = json.load(file)["reason"]
    except (OSError, ValueError, KeyError) as error:
        check(False, f"{where}: status {gate.returncode}, {error}: {text}")
        return gate.returncode, "", text
    return gate.returncode, reason["kind"], reason["detail"]


trace = os.path.join(folder.name, "trace")
status, _, text = judge("no fault", KOPT_FAKE_TRACE=trace)
check(status == 0, f"no fault: status {status}: {text}")
with open(trace, encoding="utf-8") as calls:
    # A call that says what went wrong, and one at the end, decide nothing.
    names = sorted({name for name in calls.read().split() if name.startswith("cu")} -
                   {"cuGetErrorName", "cuGetErrorString"})
for name in names:
    status, kind, text = judge(name, KOPT_FAKE_FAIL=f"{name}:700")
    # What closes the device comes after the verdict.
    if status == 0:
        check(any(name.startswith(f"cu{what}") for what in ("EventDestroy", "StreamDestroy", "DevicePrimaryCtxRelease",
                                                            "ModuleUnload", "MemFree", "LinkDestroy")), f"{name}: accepted")
        continue
    check(status in (2, 3) and kind in ("fault", "no-device") and name in text, f"{name}: {status} {kind}: {text}")
for what, expected, environment in (
        ("no memory", (2, "resources"), {"KOPT_FAKE_FAIL": "cuMemAlloc_v2:2"}),
        ("an endless JIT", (3, "timeout"), {"KOPT_FAKE_HANG": "cuLinkAddData_v2"}),
        ("an endless load", (3, "timeout"), {"KOPT_FAKE_HANG": "cuModuleLoadData"}),
        ("an endless launch", (3, "timeout"), {"KOPT_FAKE_HANG": "cuLaunchKernelEx"}),
        ("a broken GPU", (3, "no-device"), {"KOPT_FAKE_FAIL": "cuInit:46"}),
        ("a GPU that does not answer", (3, "timeout"), {"KOPT_FAKE_HANG": "cuInit"})):
    status, kind, text = judge(what, "--budget=3", **environment)
    check((status, kind) == expected, f"{what}: {status} {kind}: {text}")
status, _, text = judge("afterwards")
check(status == 0, f"afterwards: status {status}: {text}")
print(len(names), "driver functions,", failures, "failures")
sys.exit(failures != 0)

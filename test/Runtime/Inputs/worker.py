"""Drives kopt-gpu-worker on the driver of test/fake-driver.

    worker.py WORKER DRIVER CASE

Speaks docs/gate-protocol.md from scratch, so that the client in lib/Gate does
not hide what the worker really writes. Prints what failed; exits non-zero.
"""
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile

WORKER, DRIVER, CASE = sys.argv[1:4]
LIMIT = 30  # seconds for one session
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 in, .param .u64 out, .param .u64 n) { ret; }
.visible .entry spin(.param .u64 in, .param .u64 out, .param .u64 n) { ret; }
.visible .entry noop(.param .u64 in, .param .u64 out, .param .u64 n) { ret; }
"""
failures = 0


def check(condition, what):
    global failures
    if not condition:
        failures += 1
        print("failed:", what)


def message(header, *frames):
    header = dict(header, frames=[len(f) for f in frames])
    return json.dumps(header).encode() + b"\n" + b"".join(frames)


def program(kernel="copy", shared=0, n=512):
    image = PTX.encode()
    return message({"command": "load", "program": {
        "name": kernel,
        "buffers": [
            {"name": "arg0", "dtype": "f32", "shape": [n], "role": "input"},
            {"name": "result0", "dtype": "f32", "shape": [n], "role": "output"}],
        "images": [{"kind": "ptx", "sha256": hashlib.sha256(image).hexdigest()}],
        "launches": [{
            "image": 0, "kernel": kernel, "grid": [2, 1, 1],
            "block": [256, 1, 1], "cluster": [1, 1, 1], "shared": shared,
            "args": [{"buffer": 0, "offset": 0}, {"buffer": 1, "offset": 0},
                     {"bits": n, "bytes": 8}]}]}}, image)


INPUTS = [{"family": "normal", "seed": 7, "bound": 0}]


def run(handle=1, seconds=5):
    return message({"command": "run", "program": handle, "bytes": True,
                    "kernel_seconds": seconds, "inputs": INPUTS})


def time(*arms, blocks=2):
    return message({"command": "time", "arms": arms, "blocks": blocks,
                    "kernel_seconds": 5, "inputs": INPUTS})


INFO = message({"command": "info"})
UNLOAD = message({"command": "unload", "program": 1})
QUIT = message({"command": "quit"})
# Raises the limit of shared memory too.
SESSION = INFO + program(shared=100000) + run() + time(1) + UNLOAD + QUIT


def replies(data):
    """All messages in `data`, as (header, frames)."""
    result = []
    while data:
        line, _, data = data.partition(b"\n")
        header = json.loads(line)
        frames = []
        for length in header.get("frames", []):
            frames.append(data[:length])
            data = data[length:]
        result.append((header, frames))
    return result


def session(requests, **environment):
    """(replies, exit status, stderr) of a worker given `requests` at once."""
    done = subprocess.run([WORKER, "--driver=" + DRIVER], input=requests,
                          env=dict(os.environ, **environment), timeout=LIMIT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(done.returncode >= 0, f"{environment}: signal {-done.returncode}")
    return replies(done.stdout), done.returncode, done.stderr.decode()


def refused(reply, kind, text):
    header = reply[0]
    check(header["ok"] is False and header["kind"] == kind
          and text in header["message"], f"a {kind} with '{text}': {header}")


def clean():
    """A session without failures, and that nothing is left at its end."""
    answers, status, errors = session(SESSION)
    check(status == 0 and not errors, f"status {status}: {errors}")
    check([a[0]["ok"] for a in answers] == [True] * 6, answers)
    output = answers[2][0]["outputs"][0]
    check(hashlib.sha256(answers[2][1][0]).hexdigest() == output["sha256"]
          and output["unwritten"] == 0, "the output's hash")
    check(answers[3][0]["mismatches"] == [0]
          and len(answers[3][0]["samples"][0]) == 4, answers[3])
    # An output that nobody writes keeps both poisons.
    answers, status, _ = session(program("noop") + run() + QUIT)
    check(status == 0 and answers[1][0]["outputs"][0]["unwritten"] == 512,
          answers[1][0])


def fail():
    """Each driver call of a session fails in turn."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace")
        session(SESSION, KOPT_FAKE_TRACE=trace)
        calls = open(trace).read().split()
    # The same call from the same place, over and over, once in the middle.
    chosen = [i for i, name in enumerate(calls)
              if calls[max(0, i - 12):i].count(name) < 3]
    for code, kind in ((400, None), (2, "resources"), (700, "fault")):
        for i in chosen:
            where = f"call {i + 1}, {calls[i]}, failing with {code}"
            answers, status, errors = session(
                SESSION, KOPT_FAKE_FAIL=f"{i + 1}:{code}")
            bad = [a[0] for a in answers if not a[0]["ok"]]
            text = bad[0]["message"] if bad else errors
            check(calls[i] in text and ".cpp:" in text, f"{where}: {text!r}")
            if bad and kind:
                check(bad[0]["kind"] == kind, f"{where}: {bad[0]}")
            # No device to start with, or one that does not close.
            wanted = (2, 5)
            if bad:
                wanted = (3,) if bad[0]["kind"] == "fault" else (0,)
            check(status in wanted, f"{where}: status {status}")
    print(len(chosen), "of", len(calls), "calls failed with 3 results each")


def hang():
    """A kernel that never ends, and calls that never return."""
    answers, status, _ = session(program("spin") + run(seconds=0.2) + INFO)
    check(status == 4 and len(answers) == 2, f"status {status}: {answers}")
    refused(answers[1], "timeout", "expected the launches to end within 0.2")
    worker = subprocess.Popen(
        [WORKER, "--driver=" + DRIVER], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, start_new_session=True,
        env=dict(os.environ, KOPT_FAKE_HANG="cuLaunchKernelEx"))
    worker.stdin.write(program() + run())
    worker.stdin.flush()
    header, _ = replies(worker.stdout.readline())[0]
    check(header["ok"], header)
    # No reply comes; that is for the client's time limit (client.test).
    check(worker.poll() is None, "the worker to be busy")
    os.killpg(worker.pid, signal.SIGKILL)
    check(worker.wait(LIMIT) == -signal.SIGKILL, "the worker to be killable")
    check(worker.stdout.read() == b"", "nothing more after the kill")


def garbage():
    """Input that is no request: refused, and the next one is answered."""
    for bad, text in ((b"garbage\n", "expected a JSON object"),
                      (b"\xff\xfe\x00\n", "expected a JSON object"),
                      (b"[1, 2]\n", "expected a JSON object"),
                      (b"\n", "expected a JSON object"),
                      (b"{}\n", "expected member 'command'"),
                      (b'{"command": 7}\n', "expected a string as 'command'"),
                      (b'{"command": "boil"}\n', "but got 'boil'"),
                      (b'{"command": "load"}\n', "expected member 'program'"),
                      (b'{"command": "load", "program": []}\n',
                       "expected an object"),
                      (run(handle=77), "but got 77"),
                      (time(), "at least one arm"),
                      (b'{"command": "unload", "program": -1}\n',
                       "an unsigned integer")):
        answers, status, _ = session(bad + INFO + QUIT)
        check(status == 0 and len(answers) == 3, f"{bad}: {status} {answers}")
        refused(answers[0], "parse", text)
        check(answers[1][0].get("kind") == "cuda", f"{bad}: {answers[1:]}")
    # After these nobody knows where the next message begins.
    for bad, text in ((b'{"command": "info"', "the end of the input"),
                      (program()[:-5], "the end of the input"),
                      (b'{"frames": [1' + b"0" * 12 + b"]}\n", "a length of"),
                      (b'{"frames": [-1]}\n', "a length of"),
                      (b'{"frames": [1.5]}\n', "a length of"),
                      (b'{"frames": {}}\n', "frame lengths as an array"),
                      (b"x" * (17 << 20), "expected a line of at most")):
        answers, status, _ = session(bad)
        check(status == 1 and len(answers) == 1,
              f"{bad[:40]}: status {status} {answers}")
        refused(answers[0], "parse", text)
    # End of input between messages is an end in good order.
    check(session(INFO)[1] == 0 and session(b"")[1] == 0, "end of input")


def start():
    """Workers that cannot start."""
    for arguments, text in ((["--driver=/nowhere/libcuda.so.1"], "no-device"),
                            (["--driver=" + DRIVER, "--device=1"],
                             "expected a device number below 1, but got 1"),
                            (["--device=x"], "but got '--device=x'"),
                            (["--colour"], "but got '--colour'")):
        done = subprocess.run([WORKER] + arguments, input=b"", timeout=LIMIT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        check(done.returncode == 2 and text in done.stderr.decode()
              and not done.stdout, f"{arguments}: {done}")


{"clean": clean, "fail": fail, "hang": hang, "garbage": garbage,
 "start": start}[CASE]()
print(CASE + ":", failures, "failures")
sys.exit(failures != 0)

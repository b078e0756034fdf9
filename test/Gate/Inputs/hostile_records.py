"""Edits a record in many ways, and has kopt-gate repeat each.

    hostile_records.py RECORD MARK

MARK is a file that no edit may bring into being.
"""
import copy
import hashlib
import json
import pathlib
import re
import subprocess
import sys


class Number(str):
    """A number as it is spelt."""


def compact(value):
    """As the checksum takes it: keys in order, no blanks."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{compact(v)}" for k, v in sorted(value.items())) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    return str(value) if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)


def sealed(record):
    rest = {k: v for k, v in record.items() if k != "integrity"}
    return {**rest, "integrity": hashlib.sha256(compact(rest).encode()).hexdigest()}


def ask(record, path):
    """What becomes of a record: "asked again", "refused: why"."""
    path.write_text(compact(record), encoding="utf-8")
    done = subprocess.run(["kopt-gate", f"--replay={path}"], capture_output=True, text=True, check=False)
    if done.returncode in (0, 2, 3) and " on " in done.stdout:
        return "asked again"
    why = re.search(r"error: (?:'[^']*': record: )?(.*)", done.stderr)
    return f"refused: {why.group(1)}" if why and done.returncode == 1 else f"ended with {done.returncode}: {done.stderr}"


def main():
    original = pathlib.Path(sys.argv[1])
    mark = pathlib.Path(sys.argv[2]).absolute()
    mark.unlink(missing_ok=True)
    edited = original.with_suffix(".edited")
    record = json.loads(original.read_text(encoding="utf-8"), parse_float=Number)
    assert ask(record, edited) == "asked again", "what is not edited is taken"
    assert sealed(record) == record, "this file's checksum is not the tool's"

    count, taken = 0, []
    for key in record:
        for value in ("x", 7, True, [], {}, None):
            if value != record[key]:
                count += 1
                if not ask({**record, key: value}, edited).startswith("refused: "):
                    taken.append(f"{key} {value}")
    print(f"edits without their checksum: {count}, taken: {taken}")

    command = f"touch {mark}"
    edits = [("device", f"cuda:0 --workers={command}"), ("device", f"sim; {command}"), ("workers", [command]),
             ("worker", command), ("original.name", f"$({command})"), ("candidate.name", str(mark)),
             ("entry", f"`{command}`"), ("families", [f"; {command}"]), ("timeout", command), ("seed", f"1; {command}")]
    for place, value in edits:
        changed = copy.deepcopy(record)
        member, _, inner = place.partition(".")
        if inner:
            changed[member][inner] = value
        else:
            changed[member] = value
        print(f"{place} {json.dumps(value)}: {ask(sealed(changed), edited)}")
    print("something was run or written" if mark.exists() else "nothing was run or written")


if __name__ == "__main__":
    main()

"""Breaks each predicate at a place where it holds: it then fails there, and says what it holds with.

    break.py FOLDER
"""
import re
import subprocess
import sys

folder = sys.argv[1]
places = {
    "is_form1": [("form1", "@k")],
    "is_elementwise": [("form1", "@k"), ("form2", "@k")],
    "has_reduction": [("sums1", "@k"), ("sums2", "@k")],
    "reduces_outer": [("columns", "@k")],
    "single_use": [("form2", "@k/load#0"), ("form1", "@k/load#0")],
    "tileable": [("form1", "@k")],
    "gathers": [("gather", "@k")],
    "reads_across": [("across", "@k/load#0")],
    "reads_by_index": [("index", "@k")],
    "only_repeated": [("repeated", "@k/load#0")],
}
known = [l.split()[1].rstrip(":") for l in subprocess.run(["kopt-skill", "facts"], capture_output=True, text=True, check=True).stdout.splitlines() if l.startswith("predicate")]
assert set(known) == set(places), sorted(set(known) ^ set(places))


def ask(file, place, name):
    out = subprocess.run(["kopt-skill", "ask", file, place], capture_output=True, text=True, check=True).stdout
    return int(re.search(rf"^  {name} = (\d)", out, re.M).group(1))


for name, cases in places.items():
    for program, place in cases:
        file = f"{folder}/{program}.mlir"
        broken = f"{folder}/{program}.{name}.mlir"
        assert ask(file, place, name) == 1, (name, file)
        done = subprocess.run(["kopt-skill", "break", name, file, place], capture_output=True, text=True)
        assert done.returncode == 0, (name, file, done.stderr)
        open(broken, "w").write(done.stdout)
        assert ask(broken, place, name) == 0, (name, broken)
        again = subprocess.run(["kopt-skill", "break", name, broken, place], capture_output=True, text=True)
        assert again.returncode == 1 and f"expected a place where {name} holds" in again.stderr, again.stderr
print(len(places), "predicates broken")

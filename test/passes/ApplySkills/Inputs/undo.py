"""Applies cards to a program, takes them back, and prints what came of it.

    undo.py PROGRAM SKILLS FOLDER
"""
import json
import os
import re
import subprocess
import sys

program, skills, folder = sys.argv[1:]
lines = open(program).read()


def place(name):
    return os.path.join(folder, name)


def run(source, options, output):
    command = ["kopt-opt", source, "--apply-skills=" + options, "-o", output]
    return subprocess.run(command, capture_output=True, text=True)


def reason(done):
    found = re.search(r"error: (?:step \d+: )?(.*)", done.stderr)
    return found.group(1) if found else "taken back"


def once(name, source, recipe, count=1):
    """Applies, takes back, and compares with the program as it was printed."""
    done = run(source, f"skills={skills} recipe={recipe} lineage-out={place('l.json')}", place("after.mlir"))
    assert done.returncode == 0, done.stderr
    steps = json.load(open(place("l.json")))["steps"]
    assert steps, name + " was not applied"
    assert all(step["actions"] and step["class"] and step["facts"]["form"] for step in steps)
    taken = run(place("after.mlir"), f"undo={place('l.json')} undo-steps={count}", place("before.mlir"))
    if taken.returncode == 0:
        subprocess.run(["kopt-opt", source, "-o", place("original.mlir")], check=True)
        same = open(place("before.mlir")).read() == open(place("original.mlir")).read()
        changed = open(place("after.mlir")).read() != open(place("original.mlir")).read()
        assert same and changed, name
    print(f"{name}: {reason(taken)}")


cards = ["approximate_math", "contract_multiply_add", "multiply_by_reciprocal", "share_divisor", "launch_warps"]
for name in cards:
    once(name, program, name)
once("several steps", program, "launch_warps,share_divisor,approximate_math", 3)
once("too many", program, "launch_warps", 2)

right = place("right.mlir")
open(right, "w").write(lines.replace("arith.addf %p, %y : tensor<1x1024xf32> // LEFT", "arith.addf %y, %p : tensor<1x1024xf32>"))
once("a product on the right", right, "contract_multiply_add")
print("another program:", reason(run(program, f"undo={place('l.json')}", place("other.mlir"))))

sums = place("sums.mlir")
open(sums, "w").write("""func.func @f(%x: tensor<4x2048xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0.0 : f32
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<4x2048xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}
""")
once("tile_to_grid", sums, "tile_to_grid")
tiled = place("tiled.mlir")
run(sums, f"skills={skills} recipe=tile_to_grid set-knob=tile_to_grid.cols=128", tiled)
once("defer_reduce", tiled, "defer_reductions")

facts = subprocess.run(["kopt-skill", "facts"], capture_output=True, text=True, check=True).stdout
for line in facts.splitlines():
    found = re.match(r"rewrite +(\w+): .*; (?:has an (inverse)|no inverse: \w+)", line)
    assert found or not line.startswith("rewrite"), line
    assert not found or not found.group(2) or found.group(1) in cards, "no test takes it back: " + line
print("every rewrite: has an inverse that is tested or a reason")

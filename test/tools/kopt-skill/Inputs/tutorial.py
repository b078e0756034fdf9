"""Does what docs/skill-cards.md tells a reader to do, in a folder of its own.

    tutorial.py SOURCES FOLDER
"""
import json
import os
import re
import subprocess
import sys

sources, folder = sys.argv[1:]
skills, tests = folder + "/skills", folder + "/tests"
page = open(sources + "/docs/skill-cards.md").read()
page = page[:page.index("## A card whole")]
blocks = [block.split("\n", 1) for block in page.split("```")[1::2]]
guards, any_guard, kernel, recipe = [text for kind, text in blocks if kind == "mlir"]
commands = [line.split("  #")[0].strip() for kind, text in blocks if kind == "" for line in text.splitlines()]


def run(command, expected=0):
    """A command of the page, on the folders of this test."""
    command = re.sub(r"recipe=", f"skills={sources}/skills,{skills} recipe=", command)
    command = re.sub(r"--apply-skills=(skills=\S+ recipe=\S+)", r"--apply-skills='\1'", command)
    command = command.replace('"lineage=', f'"skills={sources}/skills,{skills} lineage=')
    command = command.replace("bench/", sources + "/bench/")
    if command.startswith("kopt-skill"):
        if re.match(r"kopt-skill (show|check|status)", command):
            command += f" --skills={sources}/skills,{skills}"
        if re.match(r"kopt-skill new", command):
            command += f" --skills={skills} --tests={tests}"
    if "--learn" in command:
        command += f" --skills={sources}/skills,{skills}"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    assert done.returncode == expected, command + "\n" + done.stdout + done.stderr
    return done.stdout + done.stderr


def edit(path, before, text):
    lines = open(path).read()
    assert before in lines, path
    open(path, "w").write(lines.replace(before, text + before, 1))


def run_tests():
    files = [skills + "/memory/early-bird.mlir", tests + "/memory/early-bird.mlir", tests + "/run/early-bird.mlir"]
    script = os.path.join(os.path.dirname(__file__), "run.py")
    run(f"{sys.executable} -IS {script} {sources}/skills,{skills} {folder} " + " ".join(files))


seen = [c for c in commands if c.split(" ")[0].startswith("kopt-") and "cuda" not in c]
assert len(seen) == 10, seen
run(next(c for c in commands if c.startswith("sed ")))
for command in seen[:2]:  # new, check
    run(command)
run_tests()
for command in seen[2:6]:  # ask, facts
    out = run(command)
assert "element_bits = 16" in run(seen[4]), "the page's value"
assert "access_bytes" in out

card = skills + "/memory/early-bird.mlir"
edit(card, "  skill.set ", guards)
test = tests + "/memory/early-bird.mlir"
text = open(test).read().rstrip("\n")
assert text.endswith("}")
open(test, "w").write(text[:-1] + kernel + "}\n")
run(seen[1])
run_tests()
assert "@early_bird v1 exact; recipes: none; tests: all" in run(f"kopt-skill status --tests={tests}")
assert "applied" in run("kopt-opt plain.mlir --apply-skills='recipe=early_bird' --explain-skills=all -o /dev/null".replace("'", '"'))
run("kopt-skill break single_use plain.mlir @softmax_0/load#0")
edit(card, "  skill.set ", any_guard)  # G4 holds where G2 does
run_tests()
text = open(card).read().replace(any_guard, "")
open(card, "w").write(text)

out = run(seen[6])
assert "accepted" in run(seen[7]), "the gate"
assert "evidence: equivalent on" in run(seen[8])
before = [c for c in commands if "lineage-steps" in c]
assert len(before) == 1
run(before[0])
assert len(json.load(open(folder + "/l.json"))["steps"]) == 12, "the page's number of steps"
os.makedirs(skills + "/recipes")
open(skills + "/recipes/streamed.mlir", "w").write(recipe)
run(seen[1])
assert "streaming" in run("kopt-opt softmax.mlir --apply-skills=recipe=streamed")
print("the page works")

#!/usr/bin/env python3
"""Many programs of every row and module, by other cards and knobs than the recipe's.

  bench/lineages.py OUT [--least 64] [--tasks T16-rmsnorm,softmax] [--jobs 2]

For each task, from its program in form 1: the recipe cut after each card that did
something (cut), without one card and without two (without), with one knob changed
(knob), and with cards left out and knobs chosen at random (random; the task's name
is the seed), until at least so many differ in their PTX. Writes
TASK@NUMBER.{json,ptx}, the programs in form 2 as form2/TASK@NUMBER.mlir, and
TASK.lineages, JSON: how each was made and which steps it took. Number 0 is the recipe.
bench/run.py --lineages times them.
"""
import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BIN = pathlib.Path(os.environ.get("KOPT_BUILD", ROOT / "build")) / "bin"
RECIPE = "memory_bound"
LONGEST_S = 30  # of one compilation
APPLY = re.compile(r"skill\.apply @(\w+)( until_no_match)?(?: with \(([^)]*)\))?")
KNOB = re.compile(r'skill\.knob "(\w+)" in \[([^\]]*)\]')


def lines_of(recipe):
    """[(card, repeated, {knob: value})] in order."""
    text = (ROOT / "skills" / "recipes" / f"{recipe.replace('_', '-')}.mlir").read_text()
    return [(card, bool(repeated), {k: int(v) for k, v in re.findall(r"(\w+) = (-?\d+)", knobs or "")})
            for card, repeated, knobs in APPLY.findall(text)]


def domains():
    """card → knob → values."""
    found = {}
    for path in ROOT.glob("skills/*/*.mlir"):
        text = path.read_text()
        name = re.search(r"skill\.card @(\w+)", text)
        if name:
            found[name[1]] = {knob: [int(v) for v in values.split(",")] for knob, values in KNOB.findall(text)}
    return found


# A recipe that is cut before its tiling still has to run.
RUNS = [line for line in lines_of("plain") if line[0] != "block_sums"]
DOMAINS = domains()


def write_recipe(path, lines):
    def text(card, repeated, knobs):
        values = ", ".join(f"{k} = {v}" for k, v in knobs.items())
        return f"  skill.apply @{card}" + " until_no_match" * repeated + (f" with ({values})" if values else "")

    path.write_text("skill.recipe @lineage {\n" + "\n".join(text(*line) for line in lines) + "\n}\n")


class Task:
    """The lineages of one task, in `out`."""

    def __init__(self, source, out):
        self.source, self.out, self.name = source, out, source.stem
        self.base = lines_of(RECIPE)
        self.lineages, self.hashes, self.tried, self.failed = [], set(), set(), 0

    def compile(self, lines, how):
        """Keeps the program if it is a new one; returns its steps, or None where it does not compile."""
        key = json.dumps(lines)
        if key in self.tried:
            return None
        self.tried.add(key)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            write_recipe(folder / "lineage.mlir", lines)
            form2, program = folder / "form2", folder / "program"
            form2.mkdir(), program.mkdir()
            try:
                for command in ([BIN / "kopt-opt", self.source, "-o", form2 / "p.mlir",
                                 f"--apply-skills=skills={ROOT / 'skills'},{folder} recipe=lineage"
                                 f" lineage-out={folder / 'steps'}"],
                                [BIN / "kopt-run", form2 / "p.mlir", f"--emit={program / 'p'}"]):
                    subprocess.run(command, check=True, capture_output=True, timeout=LONGEST_S)
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
                self.failed += 1
                return None
            steps = [(s["card"], s["place"], s["knobs"]) for s in json.loads((folder / "steps").read_text())["steps"]]
            host = json.loads((program / "p.json").read_text())
            grids = [(launch["grid"], launch["block"]) for launch in host["launches"]]
            digest = hashlib.sha256((program / "p.ptx").read_bytes() + json.dumps(grids).encode()).hexdigest()
            if digest not in self.hashes:
                self.hashes.add(digest)
                number = len(self.lineages)
                for file in program.iterdir():
                    shutil.move(file, self.out / file.name.replace("p.", f"{self.name}@{number:03}.", 1))
                shutil.move(form2 / "p.mlir", self.out / "form2" / f"{self.name}@{number:03}.mlir")
                self.lineages.append({"number": number, **how, "steps": steps})
            return steps

    def cut_after(self, card):
        last = max(i for i, line in enumerate(self.base) if line[0] == card)
        return self.base[:last + 1] + RUNS

    def without(self, cards):
        return [line for line in self.base if line[0] not in cards] + RUNS

    def with_knobs(self, changes, left_out=()):
        """The recipe with {(card, knob): value} in all of the card's lines."""
        lines = [(card, repeated, {**knobs, **{k: v for (c, k), v in changes.items() if c == card}})
                 for card, repeated, knobs in self.base if card not in left_out]
        return lines + RUNS

    def run(self, least):
        steps = self.compile(self.base, {"kind": "recipe"})
        if steps is None:
            raise SystemExit(f"{self.name}: the recipe does not compile")
        applied = list(dict.fromkeys(card for card, _, _ in steps))
        order = {card: i for i, card in reversed(list(enumerate(line[0] for line in self.base)))}
        applied.sort(key=order.get)
        self.compile(RUNS, {"kind": "cut", "after": ""})
        for card in applied:
            self.compile(self.cut_after(card), {"kind": "cut", "after": card})
        for card in applied:
            self.compile(self.without([card]), {"kind": "without", "cards": [card]})
        # Of what is not applied, too: another value may be what makes it apply.
        tunable = [(card, knob) for card in dict.fromkeys(line[0] for line in self.base) for knob in DOMAINS[card]]
        used = [(card, knob) for card, knob in tunable if card in applied]
        for card, knob in used + [place for place in tunable if place not in used]:
            if (card, knob) not in used and len(self.lineages) >= least:
                break
            for value in DOMAINS[card][knob]:
                self.compile(self.with_knobs({(card, knob): value}), {"kind": "knob", "knobs": {f"{card}.{knob}": value}})
        for pair in itertools.combinations(applied, 2):
            if len(self.lineages) >= 1.1 * least:
                break
            self.compile(self.without(pair), {"kind": "without", "cards": list(pair)})
        draw = random.Random(self.name)
        for _ in range(12 * least):
            if len(self.lineages) >= 1.1 * least:
                break
            left_out = [card for card in applied if draw.random() < 0.08]
            places = draw.sample(used, min(len(used), draw.randint(1, 4))) + draw.sample(tunable, draw.randint(0, 2))
            changes = {place: draw.choice(DOMAINS[place[0]][place[1]]) for place in places}
            self.compile(self.with_knobs(changes, left_out),
                         {"kind": "random", "cards": left_out, "knobs": {".".join(k): v for k, v in changes.items()}})
        (self.out / f"{self.name}.lineages").write_text(json.dumps(
            {"task": self.name, "failed": self.failed, "lineages": self.lineages}))
        return f"{self.name}: {len(self.lineages)} programs of {len(self.tried)}, {self.failed} did not compile"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--least", type=int, default=64)
    parser.add_argument("--tasks", default="")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    (args.out / "form2").mkdir(parents=True, exist_ok=True)
    sources = sorted((ROOT / "bench" / "tasks").glob("T*.mlir")) + sorted((ROOT / "bench" / "modules").glob("*.mlir"))
    if args.tasks:
        sources = [s for s in sources if s.stem in args.tasks.split(",")]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for line in pool.map(lambda source: Task(source, args.out).run(args.least), sources):
            print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
